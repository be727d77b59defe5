/** A game as the readers of server files hand it on: a main line, most often from the usual start. */
import type { IssueCollector } from '../../issues/collector.ts'
import type { Colour } from '../../model/move.ts'
import type { Json } from '../../model/json.ts'
import type { GameRecord, Header } from '../../model/record.ts'
import { colourAt, setupOf, squareFromTop, usualBoard, type Board } from '../xiangqi/board.ts'
import { TreeReader } from '../xiangqi/tree-reader.ts'

/** A move: squares, -1 for one off the board, and where it stands in the file. */
export interface ServerMove {
  from: number
  to: number
  offset: number
}

/** A game read. */
export interface ServerGame {
  /** Which kind of file it was. */
  version: string
  header: Header
  moves: ServerMove[]
  board?: Board
  /** What the model does not know. */
  native?: Record<string, Json>
}

/** Makes a move of coordinates as the file has them: x from Red's left and y from the top. */
export function moveFromTop(x1: number, y1: number, x2: number, y2: number, offset: number): ServerMove {
  return { from: squareFromTop(x1, y1), to: squareFromTop(x2, y2), offset }
}

/** Turns moves that the player of Black saw from his side, as he saw the first one. */
export function turnMoves(moves: ServerMove[]): ServerMove[] {
  const turn = (square: number) => (square < 0 ? -1 : 89 - square)
  return moves.map(({ from, to, offset }) => ({ from: turn(from), to: turn(to), offset }))
}

/** Makes the record. The side of the first move is the one to move. */
export function recordOf(
  { header, moves, native, board = usualBoard() }: ServerGame,
  issues: IssueCollector,
): GameRecord {
  const first = moves[0]
  const turn: Colour = first && first.from >= 0 && colourAt(board, first.from) === 2 ? 2 : 1
  const setup = setupOf(board, turn)
  const tree = new TreeReader(board, turn, issues)
  for (const { from, to, offset } of moves) {
    const node = tree.add(tree.nodes.length - 1, from, to, offset)
    if (node.unread) node.unread.text = `${from}-${to}`
  }
  const record: GameRecord = { game: 'xiangqi', header, nodes: tree.nodes }
  if (setup !== undefined) record.setup = setup
  if (native && Object.keys(native).length > 0) record.native = { 'xiangqi-servers': native }
  return record
}
