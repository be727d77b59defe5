/** The bar beside the board: how much of the chances the side at the bottom has. */
import { winningChance } from '../../../../src/engines/winning-chance.ts'
import { found, foundHere, isAnalysing } from '../../state/engines/analysis.ts'
import { evaluationText } from '../../state/replay/evaluations.ts'
import { isFlipped, record } from '../../state/replay/replay.ts'
import { words } from '../../words/index.ts'

export function EvaluationBar() {
  const shown = record.value
  // Until the next position has a value, the bar stays where it was.
  const value = foundHere.value ?? (isAnalysing.value ? found.value?.evaluation : undefined)
  const chance = shown && value && winningChance(shown.game, value)
  if (chance === undefined) return null
  const text = evaluationText(value!, shown!.game) ?? ''
  return (
    <div
      class={`evaluation-bar ${shown!.game}${isFlipped.value ? ' flipped' : ''}`}
      role="img"
      aria-label={`${words.evaluation}: ${text}`}
      title={text}
    >
      <span style={{ height: `${(100 * chance).toFixed(1)}%` }} />
    </div>
  )
}
