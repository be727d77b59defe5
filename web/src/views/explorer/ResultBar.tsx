/** Results as a bar of three parts: colour 1, draws, colour 2. */
import type { Game } from '../../../../src/model/record.ts'
import { colourWord, fill, formatNumber, words } from '../../words/index.ts'

/** A part narrower than this, in percent, has no room for its number. */
const READABLE = 20

interface Counts {
  first: number
  draws: number
  second: number
}

export function ResultBar({ game, first, draws, second }: Counts & { game: Game }) {
  const decided = first + draws + second
  if (decided === 0) return <span class="no-results">{words.noResults}</span>
  const percent = (count: number) => (count / decided) * 100
  const label = fill(words.resultShares, {
    first: colourWord(game, 1),
    second: colourWord(game, 2),
    wins: Math.round(percent(first)),
    draws: Math.round(percent(draws)),
    losses: Math.round(percent(second)),
  })
  const part = (tone: string, count: number) =>
    count > 0 && (
      <span class={tone} style={{ width: `${percent(count)}%` }}>
        {percent(count) >= READABLE ? formatNumber(Math.round(percent(count))) : ''}
      </span>
    )
  return (
    <span class={`result-bar ${game}`} role="img" aria-label={label} title={label}>
      {part('colour-1', first)}
      {part('drawn', draws)}
      {part('colour-2', second)}
    </span>
  )
}
