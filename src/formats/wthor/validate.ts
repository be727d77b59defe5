/** Checks a file against the format's rules, beyond reading it. */
import { issue, type Issue, type IssueLocation } from '../../issues/issue.ts'
import { OthelloLine, OthelloPosition, usualFirstSquare } from '../../rules/othello/index.ts'
import type { RecordFile } from './file.ts'
import { byteOfSquare, USUAL_DEPTH } from './layout.ts'
import { presenceIssues } from './puzzles.ts'

/** The issues of the file as a whole, then of each game whose moves are legal. The rules report illegal moves. */
export function* validateFile(file: RecordFile): Generator<Issue> {
  yield* headerIssues(file)
  for (const table of [file.players, file.tournaments]) if (table) yield* table.fieldIssues()
  if (file.layout.kind === 'puzzles') yield* presenceIssues(file)
  else yield* gameIssues(file)
}

function* headerIssues(file: RecordFile): Generator<Issue> {
  const { year, parameters, names } = file.header
  const [board, type, depth, reserved] = parameters
  const at = (offset: number): IssueLocation => ({ file: file.name, offset })
  const isPuzzles = file.layout.kind === 'puzzles'
  const named = /[0-9]{4}/.exec(file.name)
  if (named && !isPuzzles && Number(named[0]) !== year) {
    yield issue('wthor/year', 'warning', { year, named: named[0] }, at(10))
  }
  const { side } = file.layout
  const isRight =
    (board === side || (board === 0 && side === 8)) &&
    type === (isPuzzles ? 1 : 0) &&
    depth <= side ** 2 - 4 &&
    reserved === 0 &&
    (isPuzzles || names === 0)
  if (!isRight) {
    const params = { parameters: parameters.join(', '), extension: file.layout.extension }
    yield issue('wthor/parameters', 'warning', params, at(12))
  }
}

function* gameIssues(file: RecordFile): Generator<Issue> {
  const { bytes } = file
  const { side } = file.layout
  const depth = file.header.parameters[2] || USUAL_DEPTH
  const first = byteOfSquare(usualFirstSquare(side), side)
  const line = new OthelloLine(new OthelloPosition(side, side))
  for (let index = 0; index < file.count; index++) {
    const [from, to] = file.moves(index)
    const length = to - from
    if (length > 0 && bytes[from] !== first) {
      yield issue('wthor/first-move', 'warning', {}, place(file, index, from))
    }
    if (line.play(bytes, from, to) < length) continue
    if (line.turn !== undefined) {
      yield issue('wthor/unfinished', 'info', { count: length }, place(file, index, to))
      continue
    }
    const [score, theoretical] = [bytes[from - 2], bytes[from - 1]]
    const [black] = line.score
    if (black !== score) {
      yield issue('wthor/count', 'error', { score: score!, counted: black }, place(file, index, from - 2))
    }
    if (length < side ** 2 - 4 - depth && theoretical !== score) {
      yield issue('wthor/theoretical', 'warning', { depth }, place(file, index, from - 1))
    }
  }
}

/** A byte of a game in the file. */
function place(file: RecordFile, record: number, offset: number): IssueLocation {
  return { file: file.name, offset, record }
}
