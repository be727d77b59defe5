/** A player's results as a bar of three parts: won, drawn, lost. */
import type { Score } from '../../state/database/people.ts'
import { fill, formatNumber, words } from '../../words/index.ts'

const PARTS = ['won', 'drawn', 'lost'] as const

export function ScoreBar(score: Score) {
  const decided = score.won + score.drawn + score.lost
  const { won, drawn, lost } = score
  if (decided === 0) return <span class="no-results">{words.noResults}</span>
  const label = fill(words.scoreText, { won, drawn, lost, percent: scorePercent(score) })
  return (
    <span class="score-bar" role="img" aria-label={label} title={label}>
      {PARTS.map(
        (part) =>
          score[part] > 0 && <span key={part} class={part} style={{ width: `${(score[part] / decided) * 100}%` }} />,
      )}
    </span>
  )
}

/** The score in percent: a point for a win, half a point for a draw. */
export function scorePercent({ won, drawn, lost }: Score): string {
  const decided = won + drawn + lost
  return decided === 0 ? '–' : `${formatNumber(Math.round(((won + drawn / 2) / decided) * 100))}%`
}
