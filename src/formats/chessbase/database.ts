/** One open database: its files, their heads, and the fixed records in them. */
import { u16be, u32be, u64be } from '../../bytes/numbers.ts'
import type { Source } from '../../bytes/source.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { ANNOTATION, readAnnotationRecord } from './annotations/items.ts'
import { CodePageVote } from './code-page.ts'
import { ENTITY_KIND_NAMES, ENTITY_KINDS, type EntityKind, type Field } from './entities.ts'
import { EntityFile } from './entity-file.ts'
import { ExtendedFile, type ExtendedRecord } from './extended-records.ts'
import {
  readHeaderFileHead,
  readStoredRecord,
  RECORD_SIZE,
  type HeaderFileHead,
  type StoredRecord,
} from './header-records.ts'
import { REQUIRED_PARTS, type DatabaseFiles } from './parts.ts'
import { TextReader, untilNul } from './text.ts'
import { TopGamesFile } from './top-games.ts'
import { TournamentDetailsFile } from './tournament-details.ts'

/** Versions of the format, in the head of `.cbh`, that this reader knows. */
const KNOWN_VERSIONS = new Set([1, 5])

/** Sizes of the heads of `.cbg` and `.cba` files: the old one and the current one. */
export const OLD_DATA_HEAD = 10
export const DATA_HEAD = 26

/** The limit of 32-bit offsets; larger files need the `.cbj`. */
const MAX_SHORT_OFFSET = 0x1_0000_0000

/** Number of records of each kind, and of games, examined for the code page. */
const ENTITIES_ASKED = 20_000
const GAMES_ASKED = 2_000

/** The head of a `.cbg` or `.cba` file. */
export interface DataHead {
  headSize: number
  size: number
  /** Unused bytes between records, roughly. */
  waste: number
}

export class ChessBaseDatabase {
  readonly files: DatabaseFiles
  readonly head: HeaderFileHead
  /** Number of games and texts. */
  readonly count: number
  readonly issues: Issue[] = []
  readonly text: TextReader
  /** The `.cbg` and `.cba` files. */
  readonly moves: Source | undefined
  readonly annotations: Source | undefined
  readonly entities: Partial<Record<EntityKind, EntityFile>> = {}
  readonly extended: ExtendedFile | undefined
  readonly tournamentDetails: TournamentDetailsFile | undefined
  readonly topGames: TopGamesFile | undefined
  readonly media: Source | undefined

  /**
   * @param encoding label of the code page; without it the texts vote. Throws FormatError if the `.cbh` is not one.
   */
  constructor(files: DatabaseFiles, encoding?: string) {
    this.files = files
    this.head = readHeaderFileHead(files.headers)
    for (const part of REQUIRED_PARTS) if (!files.part(part)) this.missing(part)
    this.moves = files.part('.cbg')
    this.annotations = files.part('.cba')
    this.media = files.part('.cbm')
    for (const kind of ENTITY_KIND_NAMES) this.openEntities(kind)
    const extended = files.part('.cbj')
    if (extended) this.extended = new ExtendedFile(extended)
    const details = files.part('.cbtt')
    if (details) this.tournamentDetails = new TournamentDetailsFile(details)
    const topGames = files.part('.flags')
    if (topGames) this.topGames = new TopGamesFile(topGames)
    this.issues.push(...(this.extended?.issues ?? []))
    this.count = this.countRecords()
    this.checkVersion()
    this.text = new TextReader(encoding ?? this.voteCodePage())
  }

  /** The record of a game or text by its index from 0; undefined if there is none. */
  record(index: number): StoredRecord | undefined {
    const start = (index + 1) * RECORD_SIZE
    return readStoredRecord(this.files.headers.read(start, start + RECORD_SIZE))
  }

  extendedRecord(index: number): ExtendedRecord | undefined {
    return this.extended?.record(index)
  }

  /** Where the moves of a game begin in `.cbg`; for large files only the `.cbj` says it. */
  movesOffset(index: number, stored: StoredRecord): number {
    if (!this.moves || this.moves.size <= MAX_SHORT_OFFSET) return stored.moves
    return fullOffset(stored.moves, this.extendedRecord(index)?.moves)
  }

  /** Where the annotations of a game begin in `.cba`, 0 without any. */
  annotationsOffset(index: number, stored: number): number {
    if (!this.annotations || this.annotations.size <= MAX_SHORT_OFFSET) return stored
    return fullOffset(stored, this.extendedRecord(index)?.annotations)
  }

  /** Records a missing file. Without moves and texts the rest is of little use. */
  private missing(extension: string): void {
    const severity = extension === '.cbg' ? 'error' : 'warning'
    const name = `${this.files.name}${extension}`
    this.issues.push(issue('chessbase/missing-part', severity, { name }, { file: this.files.headers.name }))
  }

  private openEntities(kind: EntityKind): void {
    const { extension, layout } = ENTITY_KINDS[kind]
    const source = this.files.part(extension)
    if (!source) return
    const file = new EntityFile(source, layout.size)
    this.entities[kind] = file
    this.issues.push(...file.issues)
  }

  /** The number of records: as stated in the head, unless the file shows otherwise. */
  private countRecords(): number {
    const { headers } = this.files
    const present = Math.floor(headers.size / RECORD_SIZE) - 1
    const declared = this.head.nextGame - 1
    const place = { file: headers.name, offset: 6 }
    if (declared > present) {
      this.issues.push(issue('chessbase/truncated', 'error', { stated: declared, count: present }, place))
      return present
    }
    // Files may be longer than their games: the rest is zeros.
    if (declared >= 0 && (declared === present || this.record(declared) === undefined)) return declared
    this.issues.push(issue('chessbase/counter', 'warning', { stated: declared, count: present }, place))
    return present
  }

  private checkVersion(): void {
    const { version } = this.head
    if (KNOWN_VERSIONS.has(version)) return
    this.issues.push(issue('chessbase/version', 'warning', { version }, { file: this.files.headers.name, offset: 5 }))
  }

  /** Lets names, titles and comments vote on the code page. */
  private voteCodePage(): string {
    const vote = new CodePageVote()
    for (const kind of ENTITY_KIND_NAMES) {
      const file = this.entities[kind]
      if (!file || kind === 'tags') continue
      const fields = Object.values<number | Field>(ENTITY_KINDS[kind].layout).filter(
        (entry) => typeof entry !== 'number',
      )
      if (vote.isDecided) break
      file.findForeignTexts(Math.min(file.capacity, ENTITIES_ASKED), fields, (text) => {
        vote.add(text)
        return !vote.isDecided
      })
    }
    const games = this.annotations ? Math.min(this.count, GAMES_ASKED) : 0
    for (let index = 0; index < games && !vote.isDecided; index++) {
      const stored = this.record(index)
      if (stored?.kind !== 'game' || stored.annotations === 0) continue
      const { items } = readAnnotationRecord(this.annotations!, this.annotationsOffset(index, stored.annotations))
      for (const { type, data } of items) {
        if (type === ANNOTATION.text || type === ANNOTATION.textBefore) vote.add(untilNul(data.subarray(2)))
      }
    }
    return vote.winner()
  }
}

/** Reads the head of a `.cbg` or `.cba` file. */
export function readDataHead(source: Source): DataHead {
  const bytes = source.read(0, DATA_HEAD)
  const headSize = u16be(bytes, 0)
  const isLong = headSize >= DATA_HEAD
  const size = u32be(bytes, 2)
  const waste = u32be(bytes, 6)
  if (!isLong || source.size < MAX_SHORT_OFFSET) return { headSize, size, waste }
  return { headSize, size: u64be(bytes, 10), waste: u64be(bytes, 18) }
}

/** The 64-bit offset if its low half agrees with the 32-bit one. */
function fullOffset(short: number, full: number | undefined): number {
  return full !== undefined && full % MAX_SHORT_OFFSET === short ? full : short
}
