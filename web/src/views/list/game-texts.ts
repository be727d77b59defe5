/** Short texts about a game: its title, and its result in words. */
import type { Game, Header } from '../../../../src/model/record.ts'
import { type Result, resultSymbol } from '../../../../src/model/result.ts'
import { colourWord, countOf, fill, formatNumber, words, type Word } from '../../words/index.ts'

/** A title for the game: its own, or its players. */
export function headline({ title, players }: Header): string {
  if (title !== undefined) return title
  const names = players.filter(({ role }) => role !== 'participant').map(({ name }) => name ?? words.unknownPlayer)
  return names.length > 0 ? names.join(' – ') : words.about
}

const MANNERS: Readonly<Record<NonNullable<Result['by']>, Word>> = {
  resignation: 'byResignation',
  time: 'byTime',
  forfeit: 'byForfeit',
  score: 'byScore',
  checkmate: 'byCheckmate',
  adjudication: 'byAdjudication',
}

/** A result with the reason, if known: `1-0 · resignation`, `0-1 · won by 3.5 points`. */
export function resultText(game: Game, result: Result): string {
  const { by, margin, score, text } = result
  // In Go the winner is named instead of writing 1-0.
  const isNamed = game === 'go' && result.outcome === 'win'
  const parts = [
    isNamed ? fill(words.colourWins, { colour: colourWord(game, result.winner ?? 1) }) : resultSymbol(result),
    score && score.map((points) => formatNumber(points)).join(' : '),
    margin === undefined ? by && words[MANNERS[by]] : fill(words.wonByPoints, { points: countOf('pointsWon', margin) }),
    text,
  ]
  return parts.filter((part) => part !== undefined && part !== '*').join(' · ')
}
