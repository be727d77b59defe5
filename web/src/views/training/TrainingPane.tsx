/** A position of the repertoire that is asked, and how the training goes. */
import { question, quiz } from '../../state/study/quiz.ts'
import { leaveTraining, showMoves, trainingState } from '../../state/study/training.ts'
import { record } from '../../state/replay/replay.ts'
import { colourWord, fill, words } from '../../words/index.ts'

export function TrainingPane() {
  const [asked, state, training, shown] = [question.value, quiz.value, trainingState.value, record.value]
  if (asked?.type !== 'card' || !state || !training || !shown) return null
  const isOver = state.state === 'solved'
  const verdict = isOver
    ? state.text
    : state.state === 'asking'
      ? words.findTheMove
      : state.state === 'right'
        ? words.rightGoOn
        : state.text
  return (
    <section class="move-pane quiz" aria-label={words.train}>
      <p class="quiet">
        {fill(words.trainedOf, { right: training.right, all: training.answered })}
        {training.left !== undefined && ` · ${fill(words.leftToTrain, { left: training.left })}`}
      </p>
      {!isOver && <h2>{fill(words.toPlay, { colour: colourWord(shown.game, asked.colour) })}</h2>}
      <div class={`verdict verdict-${state.state}`} role="status">
        <p>
          <strong>{verdict}</strong>
        </p>
      </div>
      <div class="quiz-actions">
        {state.state === 'asking' && (
          <button type="button" onClick={() => showMoves()}>
            {words.showMove}
          </button>
        )}
        <button type="button" class={isOver ? 'primary' : ''} onClick={leaveTraining}>
          {words.leaveQuiz}
        </button>
      </div>
    </section>
  )
}
