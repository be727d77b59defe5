/** Short texts about a game: its title, and its result in words. */
import type { Game, Header } from '../../../../src/model/record.ts'
import { type Result, resultSymbol } from '../../../../src/model/result.ts'
import { colourWord, countOf, fill, formatNumber, words, type Word } from '../../words/index.ts'

/** A title for the game: its own, its players, or else what its file is called. */
export function headline({ title, players }: Header, name?: string): string {
  if (title !== undefined) return title
  const named = players.filter(({ role }) => role !== 'participant')
  if (named.every((player) => player.name === undefined)) return name ?? words.about
  return named.map((player) => player.name ?? words.unknownPlayer).join(' – ')
}

/** Letters for how a game of Go was won, as players write it after `B+`. */
const GO_LETTERS: Readonly<Record<string, string>> = { resignation: 'R', time: 'T', forfeit: 'F' }

/** A result as it is written in the lists of each game: `1-0`, `½`, `B+3.5`, `36-28`; nothing of an unfinished game. */
export function shortResult(game: Game, result: Result): string {
  const { outcome, winner, by = '', margin, score } = result
  if (outcome === 'draw') return game === 'othello' && score ? score.join('-') : '½'
  if (game === 'othello' && score) return score.join('-')
  if (game === 'go' && outcome === 'win') return `${winner === 2 ? 'W' : 'B'}+${margin ?? GO_LETTERS[by] ?? ''}`
  const symbol = resultSymbol(result)
  return symbol === '*' ? '' : symbol
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
    isNamed ? fill(words.colourWins, { colour: colourWord(game, result.winner ?? 1) }) : shownSymbol(result),
    score && score.map((points) => formatNumber(points)).join(' : '),
    margin === undefined ? by && words[MANNERS[by]] : fill(words.wonByPoints, { points: countOf('pointsWon', margin) }),
    text,
  ]
  return parts.filter((part) => part !== undefined && part !== '*').join(' · ')
}

/** A draw as people write it, everything else by its symbol. */
function shownSymbol(result: Result): string {
  return result.outcome === 'draw' ? '½-½' : resultSymbol(result)
}
