/** Reads the records of puzzle files: a position, its solution, and the game it is from (docs/formats/wthor.md, Puzzles). */
import { toBase64 } from '../../bytes/text.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { makePlacement } from '../../model/move.ts'
import type { GameRecord, Header } from '../../model/record.ts'
import { othello, OthelloPosition } from '../../rules/othello/index.ts'
import type { Entry } from '../format.ts'
import type { RecordFile } from './file.ts'
import { readEvent, readPlayer, scoreResult } from './games.ts'
import { HEADER_SIZE, isYear, squareOfByte } from './layout.ts'
import { setNative, type Native } from './native.ts'

const SIDE = 8
const SQUARES = 64
const SQUARE_NUMBERS = Array.from({ length: SQUARES }, (_, square) => square)

/** Codes of a square, two bits each: 00 empty, 10 white, 11 black; 01 is undefined and read as empty. */
const DISC_OF_CODE = [0, 0, 2, 1] as const

/** Offsets in a record. */
export const PUZZLE = {
  year: 0,
  tournament: 2,
  black: 4,
  white: 8,
  position: 12,
  empties: 28,
  turn: 29,
  solution: 30,
  firstMove: 31,
  score: 32,
  move25: 33,
  reserved: 34,
} as const

/** Reads the header facts of a puzzle. `native` receives what the header cannot store, `issues` what is wrong. */
export function readPuzzleHeader(file: RecordFile, index: number, native: Native = {}, issues: Issue[] = []): Header {
  const record = file.record(index)
  const view = new DataView(record.buffer, record.byteOffset, record.length)
  const score = record[PUZZLE.score]!
  const header: Header = {
    kind: 'problem',
    players: [
      readPlayer(file, 1, view.getInt32(PUZZLE.black, true), native, issues),
      readPlayer(file, 2, view.getInt32(PUZZLE.white, true), native, issues),
    ],
    // A score of 0 means that the game's score is unknown.
    result: score === 0 ? { outcome: 'unfinished' } : scoreResult(score, SQUARES),
  }
  readEvent(file, header, view.getUint16(PUZZLE.tournament, true), native, issues)
  const year = view.getUint16(PUZZLE.year, true)
  if (isYear(year)) header.date = { year }
  if (score > SQUARES) {
    native.score = score
    issues.push(issue('wthor/score-range', 'error', { score }, file.place(index, PUZZLE.score)))
  }
  readSolutionScore(header, file, index, view, native, issues)
  return header
}

/**
 * The score of the solution is a disc difference from the point of view of the side to move; the record model counts
 * Black's discs.
 */
function readSolutionScore(
  header: Header,
  file: RecordFile,
  index: number,
  view: DataView,
  native: Native,
  issues: Issue[],
): void {
  const difference = view.getInt8(PUZZLE.solution)
  const emptySquares = view.getUint8(PUZZLE.empties)
  if (difference % 2 === 0 && Math.abs(difference) <= SQUARES) {
    const own = (SQUARES + difference) / 2
    const isWhite = view.getUint8(PUZZLE.turn) === 2
    header.perfectScore = { score: isWhite ? SQUARES - own : own, emptySquares }
  } else {
    native.solution = difference
    issues.push(issue('wthor/solution', 'error', { score: difference }, file.place(index, PUZZLE.solution)))
  }
}

/** Reads a puzzle: its position as the set-up, the first move of its solution as its only move. */
export function readPuzzle(file: RecordFile, index: number): Entry {
  const issues: Issue[] = [...file.recordIssues(index)]
  const native: Native = {}
  const bytes = file.record(index)
  const header = readPuzzleHeader(file, index, native, issues)
  const position = readPosition(file, index, native, issues)
  const record: GameRecord = {
    game: 'othello',
    setup: othello.format(position),
    header,
    nodes: [{ parent: -1 }],
  }
  const firstMove = bytes[PUZZLE.firstMove]!
  const square = squareOfByte(firstMove, SIDE)
  if (square >= 0) record.nodes.push({ parent: 0, move: makePlacement(square) })
  else if (firstMove !== 0) {
    native.firstMove = firstMove
    issues.push(issue('wthor/move', 'error', { number: 1, value: firstMove }, file.place(index, PUZZLE.firstMove)))
  }
  const move25 = bytes[PUZZLE.move25]!
  if (move25 !== 0) native.move25 = move25
  const reserved = bytes[PUZZLE.reserved]! | (bytes[PUZZLE.reserved + 1]! << 8)
  if (reserved !== 0) native.reserved = reserved
  setNative(record, native)
  record.origin = file.origin(index)
  return { index, record, issues }
}

function readPosition(file: RecordFile, index: number, native: Native, issues: Issue[]): OthelloPosition {
  const record = file.record(index)
  const bytes = record.subarray(PUZZLE.position, PUZZLE.position + 16)
  const position = positionOfCodes(bytes)
  if (SQUARE_NUMBERS.some((square) => squareCode(bytes, square) === 1)) {
    native.position = toBase64(bytes)
    issues.push(issue('wthor/position', 'error', {}, file.place(index, PUZZLE.position)))
  }
  const [black, white] = position.count()
  const empties = record[PUZZLE.empties]!
  if (empties !== SQUARES - black - white) {
    native.empties = empties
    const params = { stated: empties, count: SQUARES - black - white }
    issues.push(issue('wthor/empties', 'error', params, file.place(index, PUZZLE.empties)))
  }
  const turn = record[PUZZLE.turn]!
  if (turn === 1 || turn === 2) position.turn = turn
  if (turn !== position.turn) native.turn = turn
  if (turn !== 1 && turn !== 2) {
    issues.push(issue('wthor/turn', 'error', { turn }, file.place(index, PUZZLE.turn)))
  }
  return position
}

/** The discs of the 16 bytes of a position, Black to move. */
export function positionOfCodes(bytes: Uint8Array): OthelloPosition {
  const position = new OthelloPosition(SIDE, SIDE)
  for (const square of SQUARE_NUMBERS) position.set(square, DISC_OF_CODE[squareCode(bytes, square)])
  return position
}

/** The code of a square: two bytes a row, the leftmost square in the highest bits. */
function squareCode(bytes: Uint8Array, square: number): 0 | 1 | 2 | 3 {
  return ((bytes[square >> 2]! >> (6 - 2 * (square & 3))) & 3) as 0 | 1 | 2 | 3
}

/** What is wrong with the presence table, which says in its entry for the empty squares how many puzzles there are. */
export function presenceIssues(file: RecordFile): Issue[] {
  const { records, names: empties } = file.header
  const view = new DataView(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength)
  const entries = Math.floor((Math.min(file.start, file.bytes.length) - HEADER_SIZE) / 4)
  for (let entry = 0; entry < entries; entry++) {
    const offset = HEADER_SIZE + entry * 4
    const expected = entry === empties - 1 ? records : 0
    if (view.getInt32(offset, true) === expected) continue
    return [issue('wthor/presence', 'warning', { entry: entry + 1, expected }, { file: file.name, offset })]
  }
  return []
}
