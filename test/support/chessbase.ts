/**
 * ChessBase databases put together by hand, byte by byte, for what no real
 * file at hand shows. Only the tables of the encoding are taken from the reader.
 */
import { ByteWriter } from '../../src/bytes/writer.ts'
import { encodeText } from '../../src/bytes/text.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import type { Collection, ReadOptions } from '../../src/formats/format.ts'
import { chessbase } from '../../src/formats/chessbase/format.ts'
import { MODES, QUOTATION_MODE, type Mode } from '../../src/formats/chessbase/moves/modes.ts'
import { inverse } from '../../src/formats/chessbase/moves/permutations.ts'
import type { NamedBytes } from './named-bytes.ts'

/** Codes of the compact encoder that the tests name. */
export const CODE = {
  null: 0,
  castleShort: 9,
  castleLong: 10,
  twoBytes: 235,
  ignore: 236,
  fork: 254,
  end: 255,
} as const

/** A step of the compact encoder: a code, or the word of a two-byte move. */
export type Step = number | { word: number }

/** A square of the format: a1 = 0, a2 = 1 ... h8 = 63. */
export function fileSquare(name: string): number {
  return (name.charCodeAt(0) - 97) * 8 + Number(name[1]) - 1
}

/** The word of a move such as `e2e4` or `a7a8n`, with marks of the simple encoder in the high bits. */
export function word(move: string, marks = 0): number {
  const promotion = { q: 0, r: 1, b: 2, n: 3 }[move[4] ?? 'q'] ?? 0
  return fileSquare(move.slice(0, 2)) | (fileSquare(move.slice(2, 4)) << 6) | (promotion << 12) | marks
}

/** The marks of the simple encoder: a variation begins before the move, a line ends after it. */
export const FORK_MARK = 0x8000
export const END_MARK = 0x4000

/** Takes values through the table of a mode, counting a move for each group of values. */
function encode(groups: readonly { values: readonly number[]; isMove: boolean }[], mode: Mode): number[] {
  const table = inverse(mode.table)
  const bytes: number[] = []
  let count = 0
  for (const { values, isMove } of groups) {
    for (const value of values) {
      bytes.push(mode.modifier === 'before' ? (table[value]! + count) & 0xff : table[(value + count) & 0xff]!)
    }
    if (isMove) count++
  }
  return bytes
}

export function compactMoves(steps: readonly Step[], mode: Mode = MODES[0]!): number[] {
  return encode(
    steps.map((step) => {
      if (typeof step !== 'number') return { values: [CODE.twoBytes, step.word >> 8, step.word & 0xff], isMove: true }
      return { values: [step], isMove: step < CODE.twoBytes }
    }),
    mode,
  )
}

export function simpleMoves(words: readonly number[], mode: Mode = MODES[1]!): number[] {
  return encode(
    words.map((value) => ({ values: [value >> 8, value & 0xff], isMove: true })),
    mode,
  )
}

/** Moves as quotations store them, with the word that ends them. */
export function quotedMoves(words: readonly number[]): number[] {
  return simpleMoves([...words, END_MARK], QUOTATION_MODE)
}

/** A record of `.cbg`: its head, then what follows. */
export function movesRecord(mode: number, body: readonly number[], flags = 0): number[] {
  const size = body.length + 4
  return [flags | mode, size >> 16, (size >> 8) & 0xff, size & 0xff, ...body]
}

/** The record of a game from the usual start with moves in words. */
export function plainGame(moves: readonly string[]): number[] {
  return movesRecord(0, compactMoves([...moves.map((move) => ({ word: word(move) })), CODE.end]))
}

/** The 28 bytes of a start position. */
export function startBlock(fen: string): number[] {
  const [placement = '', turn, castling = '-', enPassant = '-', , number] = fen.split(' ')
  const squares = placement.replace(/[1-8]/g, (digit) => '.'.repeat(Number(digit))).split('/')
  let bits = ''
  for (let file = 0; file < 8; file++) {
    for (let rank = 0; rank < 8; rank++) {
      const letter = squares[7 - rank]![file]!
      const kind = '.kqnbrp'.indexOf(letter.toLowerCase())
      bits += kind <= 0 ? '0' : `1${letter === letter.toLowerCase() ? 1 : 0}${kind.toString(2).padStart(3, '0')}`
    }
  }
  bits = bits.padEnd(192, '0')
  const rights = [...'QKqk'].reduce((sum, letter, bit) => sum | (castling.includes(letter) ? 1 << bit : 0), 0)
  const file = enPassant === '-' ? 0 : enPassant.charCodeAt(0) - 96
  const board = Array.from({ length: 24 }, (_, index) => Number.parseInt(bits.slice(index * 8, index * 8 + 8), 2))
  return [1, file | (turn === 'b' ? 0x10 : 0), rights, Number(number), ...board]
}

/** An annotation: where it stands, its type, its data. */
export type Item = readonly [position: number, type: number, data: readonly number[] | Uint8Array]

export function annotationsRecord(game: number, items: readonly Item[]): Uint8Array {
  const body = new ByteWriter()
  for (const [position, type, data] of items) {
    body
      .u24be(position & 0xff_ffff)
      .u8(type)
      .u16be(data.length + 6)
      .put(Uint8Array.from(data))
  }
  const head = new ByteWriter()
    .u24be(game)
    .u32be(0x01000e0e)
    .u24be(items.length + 1)
  return head
    .u32be(body.length + 14)
    .put(body.bytes())
    .bytes()
}

/** Bytes of a text in a code page. */
export function textBytes(text: string, label = 'windows-1252'): number[] {
  return [...encodeText(text, label).bytes]
}

/** The data of a text annotation. */
export function textItem(position: number, text: readonly number[], type = 0x02, nation = 0): Item {
  return [position, type, [0, nation, ...text]]
}

/** A game or text of a database. What is not given is zero. */
export interface FixtureGame {
  /** The record in `.cbg`. */
  moves: readonly number[] | Uint8Array
  items?: readonly Item[]
  isText?: boolean
  isDeleted?: boolean
  white?: number
  black?: number
  tournament?: number
  annotator?: number
  source?: number
  date?: number
  result?: number
  verdict?: number
  round?: number
  subround?: number
  elos?: readonly [number, number]
  eco?: number
  medals?: number
  flags?: number
  magnitudes?: number
  moveCount?: number
  /** Fields of `.cbj`. */
  teams?: readonly [number, number]
  tag?: number
  ratings?: readonly [Uint8Array, Uint8Array]
}

export interface FixtureDatabase {
  name?: string
  games: readonly FixtureGame[]
  version?: number
  /** Old heads: 10 bytes for `.cbg` and `.cba`, 28 for entities, 0x24 in `.cbh`. */
  isOld?: boolean
  players?: readonly (readonly [last: Uint8Array | readonly number[], first: Uint8Array | readonly number[]])[]
  tournaments?: readonly Uint8Array[]
  annotators?: readonly (readonly number[])[]
  sources?: readonly Uint8Array[]
  teams?: readonly Uint8Array[]
  tags?: readonly Uint8Array[]
  /** Size of `.cbj` records; without it there is no `.cbj`. */
  extendedSize?: number
}

const RECORD_SIZE = 46

/** A field left blank names an entity without text. */
const BLANK_PLAYER = [[], []] as const

/** The files of a database, the `.cbh` first. */
export function databaseFiles(database: FixtureDatabase): NamedBytes[] {
  const { name = 'fixture', games, version = 1, isOld = false, extendedSize } = database
  const moves = new ByteWriter().fill(0, isOld ? 10 : 26)
  const annotations = new ByteWriter().fill(0, isOld ? 10 : 26)
  const headers = new ByteWriter()
    .u8(0)
    .u16be(isOld ? 0x24 : 0x2c)
    .u16be(RECORD_SIZE)
    .u8(version)
  headers
    .u32be(games.length + 1)
    .fill(0, 30)
    .u32be(isOld ? 0 : games.length + 1)
    .fill(0, 2)
  const extended = new ByteWriter()
  if (extendedSize !== undefined) extended.u32le(11).u32le(extendedSize).u32le(games.length).fill(0, 20)
  for (const [index, game] of games.entries()) {
    const movesOffset = moves.length
    moves.put(Uint8Array.from(game.moves))
    const annotationsOffset = game.items ? annotations.length : 0
    if (game.items) annotations.put(annotationsRecord(index + 1, game.items))
    headers.put(headerRecord(game, movesOffset, annotationsOffset))
    if (extendedSize !== undefined)
      extended.put(extendedRecord(game, movesOffset, annotationsOffset).subarray(0, extendedSize))
  }
  const files: NamedBytes[] = [
    [`${name}.cbh`, headers.bytes()],
    [`${name}.cbg`, dataFile(moves, isOld)],
    [`${name}.cba`, dataFile(annotations, isOld)],
    [
      `${name}.cbp`,
      entityFile(
        (database.players ?? [BLANK_PLAYER]).map(([last, first]) => playerData(last, first)),
        58,
        isOld,
      ),
    ],
    [`${name}.cbt`, entityFile(database.tournaments ?? [new Uint8Array(90)], 90, isOld)],
    [
      `${name}.cbc`,
      entityFile(
        (database.annotators ?? [[]]).map((text) => field(text, 45)),
        53,
        isOld,
      ),
    ],
    [`${name}.cbs`, entityFile(database.sources ?? [new Uint8Array(59)], 59, isOld)],
  ]
  if (database.teams) files.push([`${name}.cbe`, entityFile(database.teams, 63, isOld)])
  if (database.tags) files.push([`${name}.cbl`, entityFile(database.tags, 1608, isOld)])
  if (extendedSize !== undefined) files.push([`${name}.cbj`, extended.bytes()])
  return files
}

function headerRecord(game: FixtureGame, moves: number, annotations: number): Uint8Array {
  const writer = new ByteWriter().u8(1 | (game.isText ? 2 : 0) | (game.isDeleted ? 0x80 : 0)).u32be(moves)
  if (game.isText) {
    writer
      .u16be(0)
      .u24be(game.tournament ?? 0)
      .u24be(game.source ?? 0)
      .u24be(game.annotator ?? 0)
    writer
      .u8(game.round ?? 0)
      .u8(game.subround ?? 0)
      .u32be(game.flags ?? 0)
    return writer.fill(0, RECORD_SIZE - writer.length).bytes()
  }
  writer
    .u32be(annotations)
    .u24be(game.white ?? 0)
    .u24be(game.black ?? 0)
    .u24be(game.tournament ?? 0)
  writer
    .u24be(game.annotator ?? 0)
    .u24be(game.source ?? 0)
    .u24be(game.date ?? 0)
  writer
    .u8(game.result ?? 3)
    .u8(game.verdict ?? 0)
    .u8(game.round ?? 0)
    .u8(game.subround ?? 0)
  writer
    .u16be(game.elos?.[0] ?? 0)
    .u16be(game.elos?.[1] ?? 0)
    .u16be(game.eco ?? 0)
    .u16be(game.medals ?? 0)
  return writer
    .u32be(game.flags ?? 0)
    .u16be(game.magnitudes ?? 0)
    .u8(game.moveCount ?? 0)
    .bytes()
}

function extendedRecord(game: FixtureGame, moves: number, annotations: number): Uint8Array {
  const writer = new ByteWriter()
    .u32be(game.teams?.[0] ?? -1)
    .u32be(game.teams?.[1] ?? -1)
    .u32be(-1)
  writer.u64be(annotations).fill(0, 10).u64be(moves)
  writer.put(game.ratings?.[0] ?? new Uint8Array(16)).put(game.ratings?.[1] ?? new Uint8Array(16))
  return writer
    .fill(0, 46)
    .u32be(game.tag ?? -1)
    .bytes()
}

function dataFile(writer: ByteWriter, isOld: boolean): Uint8Array {
  const bytes = writer.bytes().slice()
  const view = new DataView(bytes.buffer)
  view.setUint16(0, isOld ? 10 : 26)
  view.setUint32(2, bytes.length)
  if (!isOld) view.setBigUint64(10, BigInt(bytes.length))
  return bytes
}

/** An entity file whose tree is a chain to the right, in the order given. */
export function entityFile(records: readonly Uint8Array[], dataSize: number, isOld = false): Uint8Array {
  const writer = new ByteWriter().u32le(records.length).u32le(0).u32le(1234567890).u32le(dataSize)
  writer
    .u32le(-1)
    .u32le(records.length)
    .u32le(isOld ? 0 : 4)
  if (!isOld) writer.u32le(0)
  for (const [index, data] of records.entries()) {
    const isLast = index === records.length - 1
    writer
      .u32le(-1)
      .u32le(isLast ? -1 : index + 1)
      .u8(records.length - 1 - index)
    writer.field(data, dataSize)
  }
  return writer.bytes()
}

/** A text in a field, with rubbish after its NUL as real files have it. */
export function field(text: readonly number[] | Uint8Array, width: number): Uint8Array {
  const bytes = new Uint8Array(width)
  bytes.set(Uint8Array.from(text).subarray(0, width))
  if (text.length + 1 < width) bytes.fill(0x58, text.length + 1)
  return bytes
}

function playerData(last: readonly number[] | Uint8Array, first: readonly number[] | Uint8Array): Uint8Array {
  return new ByteWriter().put(field(last, 30)).put(field(first, 20)).fill(0, 8).bytes()
}

export interface FixtureTournament {
  title?: readonly number[]
  place?: readonly number[]
  date?: number
  type?: number
  team?: number
  nation?: number
  category?: number
  flags?: number
  rounds?: number
}

export function tournamentData(fields: FixtureTournament): Uint8Array {
  const writer = new ByteWriter().put(field(fields.title ?? [], 40)).put(field(fields.place ?? [], 30))
  writer
    .u32le(fields.date ?? 0)
    .u8(fields.type ?? 0)
    .u8(fields.team ?? 0)
    .u8(fields.nation ?? 0)
    .u8(0)
  return writer
    .u8(fields.category ?? 0)
    .u8(fields.flags ?? 0)
    .u8(fields.rounds ?? 0)
    .fill(0, 9)
    .bytes()
}

/** A date packed as the format packs it. */
export function packed(year: number, month = 0, day = 0): number {
  return (year << 9) | (month << 5) | day
}

/** Opens files held in memory. */
export async function openFiles(files: readonly NamedBytes[], options?: ReadOptions): Promise<Collection> {
  const [main, ...others] = files.map(([name, bytes]) => new MemorySource(name, bytes))
  return await chessbase.open(new MemoryFileSet(main!, others), options)
}

/** Opens a database put together by hand. */
export function openFixture(database: FixtureDatabase, options?: ReadOptions): Promise<Collection> {
  return openFiles(databaseFiles(database), options)
}
