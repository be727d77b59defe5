/**
 * A part of a database that one thread wrote, and how the writer of the database adds it: as a small new database, whose
 * entities get the numbers that they have in the large one, and whose offsets and games count from where it ends.
 */
import { MemorySink } from '../../../bytes/sink.ts'
import { i32be, u24be, u32be, u64be } from '../../../bytes/numbers.ts'
import type { WrittenPart } from '../../format.ts'
import { ENTITY_KIND_NAMES, type EntityKind } from '../entities.ts'
import { EXTENDED_AT, EXTENDED_SIZE } from '../extended-records.ts'
import { GAME_AT, RECORD_SIZE, TEXT_AT, TYPE } from '../header-records.ts'
import { NO_ENTITY, type EntityPart } from './entity-table.ts'
import { putU24, putU64 } from './header-data.ts'
import { mediaRecords } from './side-files.ts'
import { GROWING, HEADS, makeRecord, newTarget, type Growing, type Target } from './target.ts'

/** What a thread wrote, as plain data. */
interface DatabasePart {
  type: 'chessbase'
  /** Without what they begin with. */
  files: Record<Growing, Uint8Array>
  entities: Record<EntityKind, EntityPart>
  details: Map<number, Uint8Array>
  /** By number from 1, for those of which something is said. */
  topGames: Map<number, boolean>
}

export function isPart(part: WrittenPart): part is DatabasePart {
  return 'type' in part && part.type === 'chessbase'
}

/** Files in memory that become a part. */
export class PartTarget {
  private readonly sinks = makeRecord(GROWING, () => new MemorySink())
  readonly target: Target = newTarget(
    'part',
    (extension) => this.sinks[extension as Growing],
    () => {},
  )

  /** What was written so far. */
  written(): DatabasePart {
    const { entities, details, topGames } = this.target
    const files = makeRecord(GROWING, (extension) => this.sinks[extension].bytes().slice(HEADS[extension].length))
    const part: DatabasePart = {
      type: 'chessbase',
      files,
      entities: makeRecord(ENTITY_KIND_NAMES, (kind) => entities[kind].part()),
      details,
      topGames: new Map(),
    }
    for (let game = 1; game <= gamesOf(part); game++) {
      const isTopGame = topGames.get(game)
      if (isTopGame !== undefined) part.topGames.set(game, isTopGame)
    }
    return part
  }
}

function gamesOf({ files }: DatabasePart): number {
  return files['.cbh'].length / RECORD_SIZE
}

/** Adds a part to a new database after so many games. Returns how much it adds. */
export function addPart(part: DatabasePart, target: Target, before: number): { games: number; mediaRecords: number } {
  const { files, entities, details, topGames } = part
  const games = gamesOf(part)
  const numbers = makeRecord(ENTITY_KIND_NAMES, (kind) => target.entities[kind].addPart(entities[kind], before))
  for (const [id, data] of details) target.details.set(numbers.tournaments[id]!, data)
  for (const [game, isTopGame] of topGames) target.topGames.set(before + game, isTopGame)
  const places = new Places(part, target, numbers)
  for (let game = 0; game < games; game++) places.move(game, before)
  for (const extension of GROWING) target.files[extension].append(files[extension])
  return { games, mediaRecords: mediaRecords(HEADS['.cbm'].length + files['.cbm'].length) }
}

/** Fields of a game in `.cbh` with the number of an entity, and those of a text. */
const GAME_FIELDS: readonly (readonly [at: number, kind: EntityKind])[] = [
  [GAME_AT.white, 'players'],
  [GAME_AT.black, 'players'],
  [GAME_AT.tournament, 'tournaments'],
  [GAME_AT.annotator, 'annotators'],
  [GAME_AT.source, 'sources'],
]
const TEXT_FIELDS: typeof GAME_FIELDS = [
  [TEXT_AT.tournament, 'tournaments'],
  [TEXT_AT.source, 'sources'],
  [TEXT_AT.annotator, 'annotators'],
]

/** Fields in `.cbj` that may name an entity. */
const EXTENDED_FIELDS: typeof GAME_FIELDS = [
  [EXTENDED_AT.whiteTeam, 'teams'],
  [EXTENDED_AT.blackTeam, 'teams'],
  [EXTENDED_AT.tag, 'tags'],
]

/** Changes the places and numbers in the records of a part to those in the database. */
class Places {
  private readonly files: DatabasePart['files']
  private readonly headers: DataView
  private readonly extended: DataView
  private readonly numbers: Record<EntityKind, readonly number[]>
  /** How much further on what a file holds is in the database. */
  private readonly shift: Record<Growing, number>

  constructor({ files }: DatabasePart, target: Target, numbers: Record<EntityKind, readonly number[]>) {
    this.files = files
    this.headers = new DataView(files['.cbh'].buffer)
    this.extended = new DataView(files['.cbj'].buffer)
    this.numbers = numbers
    this.shift = makeRecord(GROWING, (extension) => target.files[extension].size - HEADS[extension].length)
  }

  /** @param before games of the database before the part */
  move(game: number, before: number): void {
    const { files, headers, extended, numbers, shift } = this
    const [header, more] = [files['.cbh'], files['.cbj']]
    const [at, moreAt] = [game * RECORD_SIZE, game * EXTENDED_SIZE]
    const isText = (header[at + GAME_AT.type]! & TYPE.text) !== 0
    const annotations = isText ? 0 : u32be(header, at + GAME_AT.annotations)
    headers.setUint32(at + GAME_AT.moves, u32be(header, at + GAME_AT.moves) + shift['.cbg'])
    putU64(extended, moreAt + EXTENDED_AT.moves, u64be(more, moreAt + EXTENDED_AT.moves) + shift['.cbg'])
    if (annotations > 0) {
      headers.setUint32(at + GAME_AT.annotations, annotations + shift['.cba'])
      putU64(extended, moreAt + EXTENDED_AT.annotations, annotations + shift['.cba'])
      // They begin with the number of their game.
      putU24(files['.cba'], annotations - HEADS['.cba'].length, before + game + 1)
    }
    const media = i32be(more, moreAt + EXTENDED_AT.media)
    if (media >= 0) extended.setInt32(moreAt + EXTENDED_AT.media, media + shift['.cbm'])
    for (const [field, kind] of isText ? TEXT_FIELDS : GAME_FIELDS) {
      putU24(header, at + field, numbers[kind][u24be(header, at + field)]!)
    }
    for (const [field, kind] of EXTENDED_FIELDS) {
      const id = i32be(more, moreAt + field)
      if (id !== NO_ENTITY) extended.setInt32(moreAt + field, numbers[kind][id]!)
    }
  }
}
