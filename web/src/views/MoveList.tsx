/** The moves with variations, comments and glyphs, or the game as it happened, or a question about it. */
import { rulesOf } from '../../../src/rules/index.ts'
import { chooseCommentLanguage, commentLanguage, commentLanguages } from '../state/replay/comment-language.ts'
import { foldAll, hasVariations, isUnfolded } from '../state/replay/folding.ts'
import { hasQuestions, quiz, startQuiz } from '../state/study/quiz.ts'
import { chooseNotation, notation, record } from '../state/replay/replay.ts'
import { hasTimeline, isTimeline } from '../state/replay/timeline.ts'
import { languageName, words } from '../words/index.ts'
import { EvaluationGraph } from './EvaluationGraph.tsx'
import { Moves } from './Moves.tsx'
import { QuizPane } from './QuizPane.tsx'
import { TimelinePane } from './TimelinePane.tsx'

/** Notations by their common names, the same in all languages. */
const STYLE_NAMES: Readonly<Record<string, string>> = {
  san: 'SAN (Nf3)',
  lan: 'LAN (Ng1-f3)',
  uci: 'UCI (g1f3)',
  chinese: '中文 (炮二平五)',
  'chinese-traditional': '中文 (炮二平五, 繁體)',
  wxf: 'WXF (C2=5)',
  iccs: 'ICCS (H2-E2)',
  ucci: 'UCCI (h2e2)',
}

export function MoveList() {
  if (!record.value) return null
  if (quiz.value) return <QuizPane />
  return (
    <div class="move-pane">
      {(hasTimeline.value || hasQuestions.value) && <Ways />}
      {isTimeline.value ? (
        <TimelinePane />
      ) : (
        <>
          <EvaluationGraph />
          <Choices />
          <Moves key={record.value.origin} />
        </>
      )}
    </div>
  )
}

/** Views of the record other than its moves. */
function Ways() {
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

function Choices() {
  const styles = rulesOf(record.value!.game).styles
  const languages = commentLanguages.value
  if (styles.length <= 2 && languages.length <= 1 && !hasVariations.value) return null
  return (
    <div class="choices">
      {styles.length > 2 && (
        <label>
          {words.notation}{' '}
          <select value={notation.value} onChange={({ currentTarget }) => chooseNotation(currentTarget.value)}>
            {styles.map((style) => (
              <option key={style} value={style}>
                {STYLE_NAMES[style] ?? style}
              </option>
            ))}
          </select>
        </label>
      )}
      {languages.length > 1 && (
        <label>
          {words.comments}{' '}
          <select
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
