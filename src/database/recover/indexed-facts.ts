/** What the files of the index of a database still hold of its games, without the catalogue: headers and main lines. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseDate } from '../../model/date.ts'
import type { Result } from '../../model/result.ts'
import { GAMES, type Game, type GameRecord, type Header, type Player } from '../../model/record.ts'
import { DiskSource } from '../../node/file-source.ts'
import { BLOCK_GAMES } from '../../positions/segment/segment-blocks.ts'
import type { Manifest } from '../../positions/published/published.ts'
import { Segment } from '../../positions/read/segment.ts'
import { columnsPath, POSITIONS_FOLDER, readManifestFile, segmentPath } from '../catalogue/folder.ts'
import { ColumnsFile } from '../columns/columns-file.ts'
import type { NumberColumn, TextColumn, TextList } from '../columns/layout.ts'
import { LoadedColumns } from '../columns/loaded-columns.ts'
import { gameOfLine } from './game-of-line.ts'

interface OpenFiles {
  segment: Segment
  sources: DiskSource[]
  columns: ColumnsFile
}

/** A file of the index, and the games that do not count in it. */
interface ListedFile {
  file: string
  tombstones: readonly number[]
}

export class IndexedFacts {
  /** Files that are damaged or missing. */
  readonly damaged: readonly string[]
  private readonly open: readonly OpenFiles[]
  private readonly columns: LoadedColumns

  private constructor(open: readonly OpenFiles[], damaged: readonly string[]) {
    this.open = open
    this.damaged = damaged
    this.columns = new LoadedColumns(
      open.map(({ segment, columns }) => ({ game: segment.header.game, columns, tombstones: segment.tombstones })),
    )
  }

  /** Opens the files of an index that are whole. @param listed what the catalogue lists, if that can be read */
  static async open(folder: string, listed: readonly ListedFile[] | undefined): Promise<IndexedFacts> {
    const open: OpenFiles[] = []
    const damaged: string[] = []
    for (const { file, tombstones } of listed ?? listedByManifest(folder) ?? filesIn(folder)) {
      const sources: DiskSource[] = []
      try {
        for (const path of [segmentPath(folder, file), columnsPath(folder, file)]) sources.push(new DiskSource(path))
        const segment = await Segment.open(sources[0]!, true)
        segment.setTombstones(new Set(tombstones))
        const columns = new ColumnsFile(sources[1]!, segment.header)
        columns.verify()
        open.push({ segment, sources, columns })
      } catch {
        damaged.push(file)
        for (const source of sources) source.close()
      }
    }
    return new IndexedFacts(open, damaged)
  }

  /** The numbers of all games, in order. */
  games(): Uint32Array {
    return this.columns.games()
  }

  /**
   * A game as far as the index has it: the columns of its header, and its main line; undefined if it is not in the index.
   * @param head the record without its nodes, where that is known
   */
  async record(id: number, head?: Omit<GameRecord, 'nodes'>): Promise<GameRecord | undefined> {
    const row = this.columns.rowOf(id)
    if (row === undefined) return undefined
    const game = GAMES[this.columns.kinds[row]! - 1]!
    const line = await this.line(game, id)
    const found = line && gameOfLine(game, line)
    const { nodes = [{ parent: -1 }], ...start } = found ?? {}
    return head ? { ...head, nodes } : { game, header: this.header(row), ...start, nodes }
  }

  private async line(game: Game, id: number): Promise<Uint16Array | undefined> {
    for (const { segment } of this.open) {
      const { firstGame, gameRange } = segment.header
      const place = id - firstGame
      if (segment.header.game !== game || place < 0 || place >= gameRange || segment.tombstones.has(id)) continue
      try {
        const line = await segment.lines.line(Math.floor(place / BLOCK_GAMES), place % BLOCK_GAMES)
        if (line.length > 0) return line
      } catch {
        // Damaged there: another file may have the game.
      }
    }
    return undefined
  }

  private header(row: number): Header {
    const text = (list: TextList, name: TextColumn) => this.columns.textAt(list, name, row)
    const number = (name: NumberColumn) => this.columns.numbersOf(name)[row]!
    const players = ([1, 2] as const).flatMap((colour): Player[] => {
      const [name, rating] = [text('player', `player${colour}`), number(`rating${colour}`)]
      if (name === undefined && rating === 0) return []
      return [{ colour, ...(name !== undefined && { name }), ...(rating > 0 && { rating }) }]
    })
    const [event, site] = [text('event', 'event'), text('site', 'site')]
    const kind = text('kind', 'kind') as Header['kind']
    const date = parseDate(text('date', 'date') ?? '')
    return {
      players,
      result: RESULTS[text('result', 'result') ?? '*'] ?? { outcome: 'unfinished' },
      ...(kind && { kind }),
      ...((event !== undefined || site !== undefined) && {
        event: { ...(event !== undefined && { name: event }), ...(site !== undefined && { site }) },
      }),
      ...(date && { date }),
      ...textFields({
        title: text('title', 'title'),
        roundText: text('round', 'round'),
        openingCode: text('opening', 'opening'),
        openingName: text('openingName', 'opening_name'),
        annotator: text('annotator', 'annotator'),
      }),
    }
  }

  close(): void {
    for (const { sources } of this.open) for (const source of sources) source.close()
  }
}

/** Results by their symbols. */
const RESULTS: Readonly<Record<string, Result>> = {
  '1-0': { outcome: 'win', winner: 1 },
  '0-1': { outcome: 'win', winner: 2 },
  '1/2-1/2': { outcome: 'draw' },
  '0-0': { outcome: 'both-lose' },
}

/** The texts that are known. */
function textFields<Name extends string>(texts: Record<Name, string | undefined>): Partial<Record<Name, string>> {
  const known = Object.entries<string | undefined>(texts).filter(([, text]) => text !== undefined)
  return Object.fromEntries(known) as Partial<Record<Name, string>>
}

/** The files that `positions.json` lists; undefined if it cannot be read. */
function listedByManifest(folder: string): ListedFile[] | undefined {
  try {
    const { segments } = JSON.parse(readManifestFile(folder) ?? '') as Manifest
    return segments.map(({ file, tombstones = [] }) => ({
      file: file.slice(`${POSITIONS_FOLDER}/`.length),
      tombstones,
    }))
  } catch {
    return undefined
  }
}

function filesIn(folder: string): ListedFile[] {
  const positions = join(folder, POSITIONS_FOLDER)
  const names = existsSync(positions) ? readdirSync(positions) : []
  return names.filter((name) => name.endsWith('.positions')).map((file) => ({ file, tombstones: [] }))
}
