/**
 * A strip under the board, where the list of moves may be out of sight: the move on the board and what is said of it,
 * or of the answer to a question.
 */
import { computed } from '@preact/signals'
import { isWanted } from '../../state/replay/comment-language.ts'
import { glyphSymbol } from '../../state/replay/glyphs.ts'
import { node, record, writtenMoves } from '../../state/replay/replay.ts'
import { quiz, VERDICTS } from '../../state/study/quiz.ts'
import { words } from '../../words/index.ts'
import { GlyphSign, plainText } from '../moves/MoveRow.tsx'

const hasComments = computed(() => record.value?.nodes.some(({ comments }) => comments?.some(isWanted)) === true)

export function CurrentMove() {
  const at = record.value?.nodes[node.value]
  if (!at) return null
  const asked = quiz.value
  if (asked) {
    return (
      <p class="current-move with-comments" aria-hidden="true">
        <strong>{words[VERDICTS[asked.state]]}</strong> {asked.text}
      </p>
    )
  }
  const move = writtenMoves.value[node.value]
  const text = at.comments?.filter(isWanted).map((comment) => comment.text)
  return (
    // Read aloud elsewhere, in words.
    <p class={hasComments.value ? 'current-move with-comments' : 'current-move'} aria-hidden="true">
      <strong>
        {move ? `${move.number} ${move.text}` : node.value > 0 ? plainText(at) : words.start}
        {at.glyphs?.map(({ nag, code }) => (
          <GlyphSign key={nag} symbol={glyphSymbol(nag, code)} />
        ))}
      </strong>{' '}
      {text?.join(' ')}
    </p>
  )
}
