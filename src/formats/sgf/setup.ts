/**
 * Start positions: stones placed before the first move, and what SGF leaves to the reader. docs/formats/sgf.md,
 * Set-up.
 */
import type { Message } from '../../issues/catalogue.ts'
import { PositionError, messageOf } from '../../issues/errors.ts'
import { moveColour, type Colour } from '../../model/move.ts'
import type { GameRecord } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import { go } from '../../rules/go/index.ts'
import { othello } from '../../rules/othello/index.ts'
import type { Position, Rules } from '../../rules/rules.ts'
import { handicapSquares } from '../go-handicap.ts'
import type { Board } from './board.ts'
import { nodeNative } from './native.ts'

/** Stones by their piece, and who is to move. */
export interface Setup {
  squares: Record<string, number[]>
  turn: Colour | undefined
}

/** The rules of a game that SGF holds: not those of all games, which a bundler would keep. */
function rulesOf(game: GameRecord['game']): Rules {
  return game === 'othello' ? othello : go
}

/**
 * The start position that the root of a game has to list: any that a record gives as position text, and always in
 * Othello, since SGF does not define the discs on an initial board.
 */
export function setupOf(record: GameRecord): Setup | undefined {
  if (record.setup === undefined && record.game !== 'othello') return undefined
  const position = rulesOf(record.game).start(record)
  const root = record.nodes[0]!
  if (root.edits || root.turn) rulesOf(record.game).edit?.(position, root.edits ?? [], root.turn)
  return { squares: squaresOf(position), turn: position.turn }
}

function squaresOf(position: Position): Setup['squares'] {
  const squares: Setup['squares'] = { '1': [], '2': [] }
  for (let square = 0; square < position.columns * position.rows; square++) {
    const piece = position.pieceAt(square)
    if (piece !== '') squares[piece]!.push(square)
  }
  return squares
}

/**
 * Sets the record's start position to the discs listed in the root of an Othello game, unless it is the initial
 * position.
 */
export function takeOthelloSetup(record: GameRecord): void {
  const root = record.nodes[0]!
  if (!root.edits && root.turn === undefined) return
  const rules: Rules = othello
  const position = rules.start(record)
  const usual = rules.format(position)
  // Where no disc is listed, those of the initial position stand.
  if (root.edits?.some(({ piece }) => piece !== '')) {
    const all = Array.from({ length: position.columns * position.rows }, (_, square) => square)
    rules.edit!(position, [{ squares: all, piece: '' }, ...root.edits])
  } else if (root.edits) {
    rules.edit!(position, root.edits)
  }
  rules.edit!(position, [], root.turn ?? 1)
  delete root.edits
  delete root.turn
  const text = rules.format(position)
  if (text !== usual) record.setup = text
}

/**
 * Adds handicap stones to a game that gives their number, neither places them nor has Black play them, and starts with
 * White. An `AB` that could not be read, or is empty, places them itself. Returns whether it did.
 */
export function placeImpliedHandicap(record: GameRecord, board: Board): boolean {
  const stones = record.header.rules?.handicap ?? 0
  const root = record.nodes[0]!
  if (stones < 2 || root.edits || !whiteMovesFirst(record.nodes)) return false
  if (nodeNative(root.native).properties?.some(([id]) => id === 'AB')) return false
  const squares = handicapSquares(stones, board.columns, board.rows)
  if (!squares) return false
  root.edits = [{ squares, piece: '1' }]
  return true
}

/** Whether the first move of the main line is White's and nothing is set up before it. */
function whiteMovesFirst(nodes: readonly MoveNode[]): boolean {
  let current = 0
  for (let index = 1; index < nodes.length; index++) {
    const { parent, move, unread, edits } = nodes[index]!
    if (parent !== current) continue
    if (edits || unread) return false
    if (move !== undefined) return moveColour(move) === 2
    current = index
  }
  return false
}

/** Why no game can start on a board; undefined if one can. */
export function startFault({ game, columns, rows }: Board): Message | undefined {
  try {
    rulesOf(game).start({ size: { columns, rows } })
    return undefined
  } catch (error) {
    if (error instanceof PositionError) return messageOf(error)
    throw error
  }
}
