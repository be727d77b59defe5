/** The moves with variations, comments and glyphs, or the game as it happened, or a question about it. */
import { chooseCommentLanguage, commentLanguage, commentLanguages } from '../../state/replay/comment-language.ts'
import { doubts } from '../../state/replay/doubts.ts'
import { foldAll, hasVariations, isUnfolded } from '../../state/replay/folding.ts'
import { question, quiz } from '../../state/study/quiz.ts'
import { moveTimes } from '../../state/replay/move-times.ts'
import { record } from '../../state/replay/replay.ts'
import { isTimeline } from '../../state/replay/timeline.ts'
import { languageName, words } from '../../words/index.ts'
import { Moves } from './Moves.tsx'
import { OpeningName } from './OpeningName.tsx'
import { Ways } from './Ways.tsx'
import { lazily } from '../shell/lazily.tsx'

const ClockGraph = lazily(async () => (await import('./ClockGraph.tsx')).ClockGraph)
const DoubtsNote = lazily(async () => (await import('./DoubtsNote.tsx')).DoubtsNote)
const EvaluationGraph = lazily(async () => (await import('./EvaluationGraph.tsx')).EvaluationGraph)
const QuizPane = lazily(async () => (await import('../training/QuizPane.tsx')).QuizPane)
const TrainingPane = lazily(async () => (await import('../training/parts.ts')).TrainingPane)
const TimelinePane = lazily(async () => (await import('./TimelinePane.tsx')).TimelinePane)

export function MoveList() {
  if (!record.value) return null
  if (quiz.value) return question.value?.type === 'card' ? <TrainingPane /> : <QuizPane />
  return (
    <div class="move-pane">
      {doubts.value && <DoubtsNote />}
      <div class="move-head">
        {!isTimeline.value && <OpeningName />}
        {!isTimeline.value && <Choices />}
        <Ways />
      </div>
      {isTimeline.value ? (
        <TimelinePane />
      ) : (
        <>
          <Moves key={record.value.origin} />
          <EvaluationGraph />
          {moveTimes.value.length > 0 && <ClockGraph />}
        </>
      )}
    </div>
  )
}

function Choices() {
  const languages = commentLanguages.value
  if (languages.length <= 1 && !hasVariations.value) return null
  return (
    <div class="choices">
      {languages.length > 1 && (
        <label>
          <span class="unseen">{words.comments}</span>
          <select
            title={words.comments}
            value={commentLanguage.value}
            onChange={({ currentTarget }) => chooseCommentLanguage(currentTarget.value)}
          >
            <option value="">{words.allLanguages}</option>
            {languages.map((code) => (
              <option key={code} value={code}>
                {languageName(code)}
              </option>
            ))}
          </select>
        </label>
      )}
      {hasVariations.value && (
        <button type="button" class="link" onClick={() => foldAll(isUnfolded.value)}>
          {isUnfolded.value ? words.foldAll : words.unfoldAll}
        </button>
      )}
    </div>
  )
}
