/** The count of a position of Go, while dead groups are marked on the board. */
import { record } from '../../state/replay/replay.ts'
import { attempt } from '../../state/files/library.ts'
import { counts, estimateScore, isEstimating, toggleCounting } from '../../state/study/scoring.ts'
import { colourWord, countOf, fill, formatNumber, words } from '../../words/index.ts'
import { useKeptFocus } from '../shell/use-kept-focus.ts'

const LABELS = { area: 'areaRules', territory: 'territoryRules', estimate: 'estimate' } as const

export function ScorePane() {
  const game = record.value?.game ?? 'go'
  const pane = useKeptFocus()
  return (
    <section class="score-pane" ref={pane} tabIndex={-1} aria-label={words.countScore}>
      <p>{words.markDead}</p>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">{words.rules}</span>
            </th>
            {([1, 2] as const).map((colour) => (
              <th key={colour} scope="col" class="number">
                {colourWord(game, colour)}
              </th>
            ))}
            <th scope="col">{words.result}</th>
          </tr>
        </thead>
        <tbody>
          {counts.value.map(({ rules, points, winner, margin }, index) => (
            <tr key={rules} class={index === 0 ? 'own-rules' : undefined}>
              <th scope="row">{words[LABELS[rules]]}</th>
              {points.map((value, side) => (
                <td key={side} class="number">
                  {rules === 'estimate' && '≈ '}
                  {formatNumber(value)}
                </td>
              ))}
              <td>
                {winner === undefined
                  ? words.drawn
                  : `${fill(words.colourWins, { colour: colourWord(game, winner) })} · ${rules === 'estimate' ? '≈ ' : ''}${countOf('pointsWon', margin)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="quiz-actions">
        <button
          type="button"
          title={words.estimateHint}
          disabled={isEstimating.value}
          onClick={() => void attempt(estimateScore)}
        >
          {words.estimate}
        </button>
        <button type="button" onClick={toggleCounting}>
          {words.close}
        </button>
      </div>
    </section>
  )
}
