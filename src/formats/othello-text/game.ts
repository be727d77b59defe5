/** Converts a game found in a text to a record. */
import { issue, type Issue } from '../../issues/issue.ts'
import { emptyRecord, ensurePlayer, type GameRecord } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import { moveTo } from '../../model/move.ts'
import { mainLineMoves } from '../../model/tree.ts'
import {
  awardedScore,
  normalisingSymmetry,
  othello,
  OthelloPosition,
  parseOthelloSquare,
} from '../../rules/othello/index.ts'
import { transformMove } from '../../rules/symmetry.ts'
import { playText, type GameText } from './split.ts'

/** Reads a game. */
export function readGame(game: GameText, issues: Issue[]): GameRecord {
  const record = emptyRecord('othello')
  const { header } = record
  const position = game.board?.clone() ?? new OthelloPosition(game.side, game.side)
  const squares = position.geometry.squares
  if (game.side !== 8) record.size = { columns: position.columns, rows: position.rows }
  const usual = new OthelloPosition(position.columns, position.rows)
  if (othello.format(position) !== othello.format(usual)) record.setup = othello.format(position)
  if (game.board && game.solutions.length > 0) header.kind = 'problem'
  for (const { colour, name } of game.players) ensurePlayer(header, colour).name = name
  if (game.title !== undefined) header.title = game.title
  if (game.comments.length > 0) header.about = game.comments.join('\n')
  for (const text of game.moves) {
    const parent = record.nodes.length - 1
    const move = playText(position, text)
    record.nodes.push(move === undefined ? { parent, unread: { text } } : { parent, move })
    if (move === undefined) {
      const params = { move: text, columns: position.columns, rows: position.rows }
      issues.push(issue('othello-text/move', 'error', params, { node: parent + 1 }))
    }
  }
  if (game.moves.length === 0) addSolutions(record, game, position)
  addNotes(record, game, issues)
  header.result = resultOf(game, position, squares)
  return record
}

/** Puts glyphs and words at the moves behind which they stand, and the value of a board at the start. */
function addNotes(record: GameRecord, { notes, value, board }: GameText, issues: Issue[]): void {
  for (const { move, glyph, text, isAmongMoves } of notes) {
    const node = record.nodes[move + 1]
    if (!node) continue
    if (glyph !== undefined) node.glyphs = [...(node.glyphs ?? []), { nag: glyph }]
    if (text === undefined) continue
    node.comments = [...(node.comments ?? []), { text, placement: 'after' }]
    if (isAmongMoves) issues.push(issue('othello-text/word', 'info', { text: text.slice(0, 60) }, { node: move + 1 }))
  }
  if (value === undefined) return
  const black = value * 100 * (board?.turn === 2 ? -1 : 1)
  record.nodes[0]!.evaluation = { centipawns: black === 0 ? 0 : black }
}

/** The moves of a puzzle's solution, each as a separate line with its score. */
function addSolutions(record: GameRecord, { solutions }: GameText, position: OthelloPosition): void {
  for (const { move, score } of solutions) {
    const square = parseOthelloSquare(move, position.columns, position.rows)
    const black = Math.round(score * 100) * (position.turn === 1 ? 1 : -1)
    const read = square === undefined ? undefined : playText(position.clone(), move)
    const evaluation = { centipawns: black === 0 ? 0 : black }
    record.nodes.push(
      read === undefined ? { parent: 0, unread: { text: move }, evaluation } : { parent: 0, move: read, evaluation },
    )
  }
}

/** The score that follows the moves, otherwise the count of a finished game. */
function resultOf({ score }: GameText, position: OthelloPosition, squares: number): Result {
  const counted = othello.outcome(position)?.score
  const read =
    score && ('lead' in score ? fromLead(score.lead, squares) : fromCounts(score.black, score.white, squares))
  const [black, white] = read ?? counted ?? []
  if (black === undefined || white === undefined) return { outcome: 'unfinished' }
  if (black === white) return { outcome: 'draw', score: [black, white] }
  return { outcome: 'win', winner: black > white ? 1 : 2, score: [black, white] }
}

function fromLead(lead: number, squares: number): [number, number] | undefined {
  return lead % 2 === 0 && Math.abs(lead) <= squares ? [(squares + lead) / 2, (squares - lead) / 2] : undefined
}

function fromCounts(black: number, white: number, squares: number): [number, number] | undefined {
  return black + white <= squares && black + white > 0 ? awardedScore(black, white, squares) : undefined
}

/** Turns the board of a game from the initial position so that it begins with the usual first move. */
export function normaliseRecord(record: GameRecord): void {
  const side = record.size?.columns ?? 8
  const first = mainLineMoves(record.nodes)[0]
  if (record.setup !== undefined || first === undefined || moveTo(first) >= side * side) return
  const symmetry = normalisingSymmetry(first, side)
  if (symmetry === undefined) return
  for (const node of record.nodes) {
    if (node.move !== undefined) node.move = transformMove(node.move, symmetry, side, side)
  }
}
