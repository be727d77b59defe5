/** A position of the repertoire that is asked, and how the training goes. */
import type { GameRecord } from '../../../../src/model/record.ts'
import { question, quiz, type Question, type Quiz } from '../../state/study/quiz.ts'
import { leaveTraining, showMoves, trainingState } from '../../state/study/training.ts'
import { record } from '../../state/replay/replay.ts'
import { colourWord, fill, words } from '../../words/index.ts'
import { useKeptFocus } from '../shell/use-kept-focus.ts'

export function TrainingPane() {
  const [asked, state, training, shown] = [question.value, quiz.value, trainingState.value, record.value]
  if (asked?.type !== 'card' || !state || !training || !shown) return null
  return <Pane asked={asked} state={state} training={training} shown={shown} />
}

interface PaneProps {
  asked: Extract<Question, { type: 'card' }>
  state: Quiz
  training: NonNullable<typeof trainingState.value>
  shown: GameRecord
}

function Pane({ asked, state, training, shown }: PaneProps) {
  const pane = useKeptFocus()
  const isOver = state.state === 'solved'
  const verdict = isOver
    ? state.text
    : state.state === 'asking'
      ? words.findTheMove
      : state.state === 'right'
        ? words.rightGoOn
        : state.text
  return (
    <section class="move-pane quiz" ref={pane} tabIndex={-1} aria-label={words.train}>
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
