/** A question: its text, the author's comment on the answer, and what to do next. */
import type { Training } from '../../../../src/model/annotation.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import { clockText } from '../../state/replay/clocks.ts'
import { inLanguage, isWanted } from '../../state/replay/comment-language.ts'
import {
  leaveQuiz,
  nextQuestion,
  question,
  quiz,
  retry,
  showHint,
  showSolution,
  VERDICTS,
  type Question,
  type Quiz,
} from '../../state/study/quiz.ts'
import { record, writtenMoves } from '../../state/replay/replay.ts'
import { colourWord, countOf, fill, formatNumber, words } from '../../words/index.ts'
import { useKeptFocus } from '../shell/use-kept-focus.ts'

export function QuizPane() {
  const [asked, state, shown] = [question.value, quiz.value, record.value]
  return asked && state && shown ? <Pane asked={asked} state={state} shown={shown} /> : null
}

function Pane({ asked, state, shown }: { asked: Question; state: Quiz; shown: GameRecord }) {
  const pane = useKeptFocus()
  const hints = asked.type === 'training' ? textsOf(asked.training, 'hint1', 'hint2') : []
  const seconds = asked.type === 'training' ? asked.training.seconds : undefined
  const points = [...state.earned.values()].reduce((sum, earned) => sum + earned, 0)
  const isOver = state.state === 'solved' || state.state === 'shown'
  const colour = asked.type !== 'training' ? asked.colour : (writtenMoves.value[asked.answer]?.colour ?? 1)
  return (
    <section class="move-pane quiz" ref={pane} tabIndex={-1} aria-label={words.solve}>
      <p class="quiet">
        {asked.type === 'guess'
          ? fill(words.guessedOf, { right: state.guessed.right, all: state.guessed.all })
          : fill(words.questionOf, { index: state.index + 1, all: state.questions.length })}
        {points > 0 && ` · ${countOf('pointsWon', points)}`}
        {seconds !== undefined && ` · ${fill(words.timeAllowed, { time: clockText(seconds) })}`}
      </p>
      <h2>{titleOf(asked) ?? fill(words.toPlay, { colour: colourWord(shown.game, colour) })}</h2>
      {questionTexts(asked).map((text) => (
        <p key={text} class="question">
          {text}
        </p>
      ))}
      <div class={`verdict verdict-${state.state}`} role="status">
        <p>
          <strong>{words[VERDICTS[state.state]]}</strong>
        </p>
        {state.text !== undefined && <p>{state.text}</p>}
        {hints.slice(0, state.hints).map((hint) => (
          <p key={hint}>
            {words.hintAsked}: {hint}
          </p>
        ))}
      </div>
      <div class="quiz-actions">
        {!isOver && hints.length > state.hints && (
          <button type="button" onClick={showHint}>
            {words.hintAsked}
          </button>
        )}
        {state.state !== 'asking' && (
          <button type="button" class={state.state === 'wrong' ? 'primary' : ''} onClick={retry}>
            {words.tryAgain}
          </button>
        )}
        {!isOver && (
          <button type="button" onClick={showSolution}>
            {asked.type === 'guess' ? words.showMove : words.showSolution}
          </button>
        )}
        {state.index + 1 < state.questions.length && (
          <button type="button" class={isOver ? 'primary' : ''} onClick={nextQuestion}>
            {words.nextQuestion}
          </button>
        )}
        <button type="button" onClick={leaveQuiz}>
          {words.leaveQuiz}
        </button>
      </div>
    </section>
  )
}

function titleOf(asked: Question): string | undefined {
  return asked.type === 'problem' ? record.value!.nodes[asked.at]!.name : undefined
}

/** The text of the question: the comments at a problem, or the question of a training annotation. */
function questionTexts(asked: Question): string[] {
  if (asked.type === 'training') return textsOf(asked.training, 'question')
  if (asked.type === 'guess') return []
  if (asked.type === 'mistake') {
    const move = writtenMoves.value[asked.answer]
    const loss = formatNumber(asked.loss, { style: 'percent', maximumFractionDigits: 0 })
    return [fill(words.findBetter, { move: move ? `${move.number} ${move.text}` : '', loss })]
  }
  return (record.value!.nodes[asked.at]!.comments ?? []).filter(isWanted).map(({ text }) => text)
}

/** Texts of a training annotation by role. */
function textsOf({ texts }: Training, ...roles: Training['texts'][number]['role'][]): string[] {
  return roles.flatMap((role) => inLanguage(texts.filter((text) => text.role === role)) ?? [])
}
