/** Checks a file against the format's own rules, beyond what reading it shows. */
import type { Issue } from '../../model/issue.ts'
import { OthelloLine, OthelloPosition, usualFirstSquare } from '../../rules/othello/index.ts'
import type { RecordFile } from './file.ts'
import { byteOfSquare, USUAL_DEPTH } from './layout.ts'
import { presenceIssues } from './puzzles.ts'

/** The issues of the file as a whole, then of each game whose moves are legal. Illegal moves are the rules' own matter. */
export function* validateFile(file: RecordFile): Generator<Issue> {
  yield* headerIssues(file)
  for (const table of [file.players, file.tournaments]) if (table) yield* table.fieldIssues()
  if (file.layout.kind === 'puzzles') yield* presenceIssues(file)
  else yield* gameIssues(file)
}

function* headerIssues(file: RecordFile): Generator<Issue> {
  const { year, parameters, names } = file.header
  const [board, type, depth, reserved] = parameters
  const place = (offset: number) => ({ file: file.name, offset })
  const isPuzzles = file.layout.kind === 'puzzles'
  const named = /[0-9]{4}/.exec(file.name)
  if (named && !isPuzzles && Number(named[0]) !== year) {
    const message = `the file is of the year ${year} by its header, of ${named[0]} by its name`
    yield { id: 'wthor/year', severity: 'warning', message, place: place(10) }
  }
  const { side } = file.layout
  const isRight =
    (board === side || (board === 0 && side === 8)) &&
    type === (isPuzzles ? 1 : 0) &&
    depth <= side ** 2 - 4 &&
    reserved === 0 &&
    (isPuzzles || names === 0)
  if (!isRight) {
    const message = `the header's parameters (${parameters.join(', ')}) are not those of ${file.layout.title}`
    yield { id: 'wthor/parameters', severity: 'warning', message, place: place(12) }
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
      const message = 'the game does not begin with the usual first move'
      yield gameIssue(file, index, 'first-move', 'warning', message, from)
    }
    if (line.play(bytes, from, to) < length) continue
    if (line.turn !== undefined) {
      const message = `the record ends after ${length} moves, before the game does; its score is taken as it stands`
      yield gameIssue(file, index, 'unfinished', 'info', message, to)
      continue
    }
    const [score, theoretical] = [bytes[from - 2], bytes[from - 1]]
    const [black] = line.score
    if (black !== score) {
      const message = `the score is ${score}, the final position counts ${black} for Black`
      yield gameIssue(file, index, 'count', 'error', message, from - 2)
    }
    if (length < side ** 2 - 4 - depth && theoretical !== score) {
      const message = `the game ended with more than ${depth} squares empty, but its theoretical score is another`
      yield gameIssue(file, index, 'theoretical', 'warning', message, from - 1)
    }
  }
}

function gameIssue(
  file: RecordFile,
  index: number,
  name: string,
  severity: Issue['severity'],
  message: string,
  offset: number,
): Issue {
  return { id: `wthor/${name}`, severity, message, place: { file: file.name, offset, record: index } }
}
