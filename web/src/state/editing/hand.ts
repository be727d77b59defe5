/** The selected piece: its targets, and the choice of a promotion. */
import { batch, computed, effect, signal } from '@preact/signals'
import type { Move } from '../../../../src/model/move.ts'
import { pathTo } from '../../../../src/model/tree.ts'
import { strictGoIssues } from '../../../../src/rules/go/strict.ts'
import { words } from '../../words/index.ts'
import { hands, play } from './edit-actions.ts'
import { sayHint } from '../page/hint.ts'
import { quiz } from '../study/quiz.ts'
import { isCounting, toggleDead } from '../study/scoring.ts'
import { node, position, record } from '../replay/replay.ts'

/** The square of the selected piece. */
export const selectedSquare = signal<number | undefined>(undefined)
/** The moves to choose from when a pawn promotes. */
export const promotions = signal<readonly Move[]>([])

/** The targets of the selected piece. */
export const targets = computed<readonly number[]>(() => {
  if (selectedSquare.value === undefined) return []
  return [...new Set(hands.value.filter(({ from }) => from === selectedSquare.value).map(({ to }) => to))]
})

/** The squares of Othello where a disc can be put now. In a question they would give hints. */
export const openSquares = computed<readonly number[]>(() => {
  if (record.value?.game !== 'othello' || quiz.value) return []
  return [...new Set(hands.value.filter(({ from }) => from === undefined).map(({ to }) => to))]
})

// The selection is cleared when the board shows something else.
effect(() => {
  if (record.value === undefined || node.value >= 0) letGo()
})

export function letGo(): void {
  batch(() => {
    selectedSquare.value = undefined
    promotions.value = []
  })
}

/** Whether there is a piece that can move on a square. */
export function isMovable(square: number): boolean {
  return hands.value.some(({ from }) => from === square)
}

/** Handles a click on a square: moves the selected piece there, clears or changes the selection, or places a stone. */
export function selectSquare(square: number): void {
  if (isCounting.value) return toggleDead(square)
  const isTarget = selectedSquare.value !== undefined && targets.value.includes(square)
  if (!isTarget && selectedSquare.value === square) letGo()
  else if (!isTarget && isMovable(square)) selectedSquare.value = square
  else dropPiece(square)
}

/** Moves the selected piece to a square, or places a stone there; if that is not possible, says why. */
export function dropPiece(square: number): void {
  const from = selectedSquare.value
  const moves = hands.value.filter((hand) => hand.from === from && hand.to === square).map(({ move }) => move)
  letGo()
  if (moves.length > 1) promotions.value = moves
  else if (moves[0] !== undefined) make(moves[0])
  else refuse(from, square)
}

export function promoteTo(move: Move): void {
  letGo()
  make(move)
}

/**
 * Makes a move on the board. A Go move that most rules forbid is played too, with a remark, since records contain such
 * moves.
 */
function make(move: Move): void {
  play(move)
  const shown = record.value
  if (shown?.game !== 'go' || quiz.value) return
  const path = [0, ...pathTo(shown.nodes, node.value)]
  const nodes = path.map((index, place) => ({ ...shown.nodes[index]!, parent: place - 1 }))
  const issues = strictGoIssues({ ...shown, nodes }, ['ko', 'superko'], nodes.length)
  if (issues.some(({ place }) => place?.node === nodes.length - 1)) sayHint(words.koHint)
}

function refuse(from: number | undefined, square: number): void {
  const stands = position.value
  if (!stands || !record.value) return
  const { game } = record.value
  const piece = stands.pieceAt(square)
  if (hands.value.length === 0) sayHint(words.cannotPlay)
  else if (game === 'go' || game === 'othello') sayHint(words.notFree)
  else if (from !== undefined) sayHint(words.notThere)
  else if (piece !== '')
    sayHint((piece === piece.toUpperCase()) === (stands.turn === 1) ? words.notThere : words.notYourPiece)
}
