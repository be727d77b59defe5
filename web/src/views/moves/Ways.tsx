/** Ways to look at a record other than its moves: as it happened, and as questions. */
import { hasTimeline, isTimeline } from '../../state/replay/timeline.ts'
import { hasQuestions, startQuiz } from '../../state/study/quiz.ts'
import { words } from '../../words/index.ts'

export function Ways() {
  if (!hasTimeline.value && !hasQuestions.value) return null
  return (
    <div class="ways">
      {hasTimeline.value && (
        <div class="tabs" role="group" aria-label={words.moves}>
          <button type="button" aria-pressed={!isTimeline.value} onClick={() => (isTimeline.value = false)}>
            {words.moves}
          </button>
          <button type="button" aria-pressed={isTimeline.value} onClick={() => (isTimeline.value = true)}>
            {words.asItHappened}
          </button>
        </div>
      )}
      {hasQuestions.value && (
        <button type="button" onClick={startQuiz}>
          {words.solve}
        </button>
      )}
    </div>
  )
}
