/** Reads the records of year files: who played where, two scores, and the moves (docs/formats/wthor.md, Games). */
import { toBase64 } from '../../bytes/text.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { makePlacement } from '../../model/move.ts'
import type { GameRecord, Header, Player } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import type { MoveNode } from '../../model/tree.ts'
import type { Entry } from '../format.ts'
import type { RecordFile } from './file.ts'
import { GAME_HEADER_SIZE, isYear, MAX_NAMES, squareOfByte, USUAL_DEPTH } from './layout.ts'
import type { NameTable } from './names.ts'
import { setNative, type Native } from './native.ts'

/** The name of an unknown player. */
export const UNKNOWN_PLAYER = '???'

/** Reads the header facts of a game. `native` receives what the header cannot store, `issues` what is wrong. */
export function readGameHeader(file: RecordFile, index: number, native: Native = {}, issues: Issue[] = []): Header {
  const record = file.record(index)
  const squares = file.layout.side ** 2
  const header: Header = {
    players: [
      readPlayer(file, 1, record[2]! | (record[3]! << 8), native, issues),
      readPlayer(file, 2, record[4]! | (record[5]! << 8), native, issues),
    ],
    result: scoreResult(record[6]!, squares),
  }
  readEvent(file, header, record[0]! | (record[1]! << 8), native, issues)
  if (isYear(file.header.year)) header.date = { year: file.header.year }
  if (record[6]! > squares) {
    native.score = record[6]!
    issues.push(issue('wthor/score-range', 'error', { score: record[6]! }, file.place(index, 6)))
  }
  const emptySquares = file.header.parameters[2] || USUAL_DEPTH
  if (record[7]! <= squares) header.perfectScore = { score: record[7]!, emptySquares }
  else {
    native.perfectScore = record[7]!
    issues.push(issue('wthor/perfect-score', 'error', { score: record[7]! }, file.place(index, 7)))
  }
  return header
}

/** Reads a game. */
export function readGame(file: RecordFile, index: number): Entry {
  const issues: Issue[] = [...file.recordIssues(index)]
  const native: Native = {}
  const header = readGameHeader(file, index, native, issues)
  const nodes = readMoves(file, index, native, issues)
  const record: GameRecord = { game: 'othello', header, nodes }
  if (file.layout.side === 10) record.size = { columns: 10, rows: 10 }
  setNative(record, native)
  record.origin = file.origin(index)
  return { index, record, issues }
}

/** The result for a number of black discs, with empty squares given to the winner, on a board with this many squares. */
export function scoreResult(black: number, squares: number): Result {
  if (black > squares) return { outcome: 'unfinished' }
  const white = squares - black
  if (black === white) return { outcome: 'draw', score: [black, white] }
  return { outcome: 'win', winner: black > white ? 1 : 2, score: [black, white] }
}

function readMoves(file: RecordFile, index: number, native: Native, issues: Issue[]): MoveNode[] {
  const moves = file.record(index).subarray(GAME_HEADER_SIZE)
  const { side } = file.layout
  const end = moves.indexOf(0)
  const length = end < 0 ? moves.length : end
  const nodes: MoveNode[] = [{ parent: -1 }]
  for (let ply = 0; ply < length; ply++) {
    const square = squareOfByte(moves[ply]!, side)
    if (square >= 0) nodes.push({ parent: ply, move: makePlacement(square) })
    else {
      nodes.push({ parent: ply, unread: { base64: toBase64(moves.subarray(ply, ply + 1)) } })
      const params = { number: ply + 1, value: moves[ply]! }
      issues.push(issue('wthor/move', 'error', params, file.place(index, GAME_HEADER_SIZE + ply)))
    }
  }
  if (moves.subarray(length).some((byte) => byte !== 0)) {
    native.moves = toBase64(moves)
    issues.push(issue('wthor/padding', 'warning', {}, file.place(index, GAME_HEADER_SIZE + length)))
  }
  return nodes
}

/** Reads the player of a colour by number. */
export function readPlayer(file: RecordFile, colour: 1 | 2, number: number, native: Native, issues: Issue[]): Player {
  const name = nameOf(file, file.players, number, issues)
  if (!leadsBack(file.players, name, number)) native[colour === 1 ? 'black' : 'white'] = number
  return name === UNKNOWN_PLAYER ? { colour } : { colour, name }
}

/** Reads the tournament by number into the header. */
export function readEvent(file: RecordFile, header: Header, number: number, native: Native, issues: Issue[]): void {
  const name = nameOf(file, file.tournaments, number, issues)
  if (!leadsBack(file.tournaments, name, number)) native.tournament = number
  header.event = { name }
}

/** The name with a number; `#` and the number if there is none, as with names older than the games. */
function nameOf(file: RecordFile, table: NameTable | undefined, number: number, issues: Issue[]): string {
  const name = table?.name(number)
  if (table && name === undefined) {
    issues.push(issue('wthor/name-number', 'warning', { file: table.file, number }, { file: file.name }))
  }
  return name ?? `#${number}`
}

/** Whether looking up the name gives this number again. */
function leadsBack(table: NameTable | undefined, name: string, number: number): boolean {
  return (name === `#${number}` && number >= 0 && number < MAX_NAMES) || table?.numberOf(name) === number
}
