/**
 * What the five kinds of WTHOR files have in common: a header of 16 bytes,
 * then records of one size (docs/formats/wthor.md, File layout). All numbers
 * are little-endian.
 */
import { extension } from '../../bytes/source.ts'
import { FormatError } from '../../issues/errors.ts'
import type { PartialDate } from '../../model/date.ts'
import { isRealDate } from '../../model/date.ts'

/** The kinds of files: games on 8 x 8, games on 10 x 10, puzzles, names of players, names of tournaments. */
export type FileKind = 'games' | 'large-games' | 'puzzles' | 'players' | 'tournaments'

export interface Layout {
  readonly kind: FileKind
  readonly extension: string
  readonly recordSize: number
  /** Squares along a side of the board; 0 for names. */
  readonly side: number
  /** Its name for people. */
  readonly title: string
}

export const LAYOUTS: Readonly<Record<FileKind, Layout>> = {
  games: { kind: 'games', extension: '.wtb', recordSize: 68, side: 8, title: 'games on 8 x 8' },
  'large-games': { kind: 'large-games', extension: '.wtd', recordSize: 104, side: 10, title: 'games on 10 x 10' },
  puzzles: { kind: 'puzzles', extension: '.pzz', recordSize: 36, side: 8, title: 'puzzles' },
  players: { kind: 'players', extension: '.jou', recordSize: 20, side: 0, title: 'names of players' },
  tournaments: { kind: 'tournaments', extension: '.trn', recordSize: 26, side: 0, title: 'names of tournaments' },
}

export const HEADER_SIZE = 16

/** Bytes of a game record before its moves. */
export const GAME_HEADER_SIZE = 8

/** The presence table after the header of a puzzle file: 64 numbers of four bytes. */
export const PRESENCE_SIZE = 256
/** The size according to the text of the specification, which contradicts itself. */
export const LONG_PRESENCE_SIZE = 512

/** Empty squares from which the theoretical score is computed, if the header says 0. */
export const USUAL_DEPTH = 22

/** The largest number of names in a file, limited by the counter in the header. */
export const MAX_NAMES = 65_535

/** The default text encoding of names. */
export const USUAL_ENCODING = 'windows-1252'

export interface FileHeader {
  /** Day the file was made; its edition. */
  created: PartialDate
  /** Number of games or puzzles. */
  records: number
  /** Number of names; in a puzzle file the empty squares of its positions. */
  names: number
  /** Year in which the games were played. */
  year: number
  /** Bytes 12 to 15: board size, type of file, depth of the theoretical score, reserved. */
  parameters: [board: number, type: number, depth: number, reserved: number]
}

/** Reads the 16 bytes at the start of every file. Throws FormatError if the file is shorter. */
export function readFileHeader(bytes: Uint8Array, file: string): FileHeader {
  if (bytes.length < HEADER_SIZE) {
    throw new FormatError('wthor/cut', { expected: HEADER_SIZE }, { file, offset: bytes.length })
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    created: { year: bytes[0]! * 100 + bytes[1]!, month: bytes[2]!, day: bytes[3]! },
    records: view.getInt32(4, true),
    names: view.getUint16(8, true),
    year: view.getUint16(10, true),
    parameters: [bytes[12]!, bytes[13]!, bytes[14]!, bytes[15]!],
  }
}

/** Whether a date may have this year; 0 means none. */
export function isYear(year: number): boolean {
  return year >= 1 && year <= 9999
}

/** Whether a WTHOR file can have been made on this day. */
export function isPlausibleDate(created: PartialDate): boolean {
  return created.year! >= 1900 && created.year! < 2200 && created.month! > 0 && created.day! > 0 && isRealDate(created)
}

/** Kinds in the order in which they are tried for a file without a known name. */
const KINDS = Object.keys(LAYOUTS) as FileKind[]

/** The kind according to a file name. */
export function kindOfName(name: string): FileKind | undefined {
  const wanted = extension(name)
  return KINDS.find((kind) => LAYOUTS[kind].extension === wanted)
}

/** The kind whose size and parameters a file matches exactly. */
export function kindOfSize(header: FileHeader, size: number): FileKind | undefined {
  return KINDS.find((kind) => fits(kind, header, size))
}

/** Whether a file with this header and size matches a kind exactly. */
export function fits(kind: FileKind, { records, names, parameters }: FileHeader, size: number): boolean {
  const [board, type] = parameters
  const { recordSize } = LAYOUTS[kind]
  const body = size - HEADER_SIZE
  if (kind === 'games')
    return records > 0 && (board === 8 || board === 0) && type === 0 && body === records * recordSize
  if (kind === 'large-games') return records > 0 && board === 10 && body === records * recordSize
  if (kind === 'players' || kind === 'tournaments') return records === 0 && names > 0 && body === names * recordSize
  const presence = body - records * recordSize
  return records > 0 && names <= 64 && (presence === PRESENCE_SIZE || presence === LONG_PRESENCE_SIZE)
}

/** The stem of the official files of games: `WTH_2001.wtb`. */
export const GAMES_STEM = 'WTH'

/** The name of an output all of whose files of games are named by their years. */
export const FOLDER_NAME = `${GAMES_STEM}.wtb`

/** Moves with which a game begins, as bytes: the four that turn a disc on an empty board. */
const FIRST_MOVES: Readonly<Record<number, readonly number[]>> = { 8: [34, 43, 56, 65], 10: [53, 64, 79, 90] }

/** Whether most of the games at the beginning of a file, if it holds games, begin as one can. */
export function beginsLegally(head: Uint8Array, kind: FileKind): boolean {
  const { recordSize, side } = LAYOUTS[kind]
  const firstMoves = FIRST_MOVES[side]
  if (kind === 'puzzles' || !firstMoves) return true
  let played = 0
  let legal = 0
  for (let at = HEADER_SIZE + GAME_HEADER_SIZE; at < head.length; at += recordSize) {
    if (head[at] === 0) continue
    played++
    if (firstMoves.includes(head[at]!)) legal++
  }
  return legal * 2 >= played
}

/** The square of a move byte, which counts rows and columns from 1: `row * (side + 2) + column`; -1 for any other byte. */
export function squareOfByte(byte: number, side: number): number {
  const stride = side + 2
  const row = Math.floor(byte / stride) - 1
  const column = (byte % stride) - 1
  return row >= 0 && row < side && column >= 0 && column < side ? row * side + column : -1
}

/** The move byte of a square. */
export function byteOfSquare(square: number, side: number): number {
  const column = square % side
  return ((square - column) / side + 1) * (side + 2) + column + 1
}
