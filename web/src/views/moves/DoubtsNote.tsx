/** Above the moves: that the game cannot have been played as it is recorded, and from which move on. */
import { describeMessage } from '../../../../src/issues/index.ts'
import { doubts } from '../../state/replay/doubts.ts'
import { goTo, writtenMoves } from '../../state/replay/replay.ts'
import { countOf, fill, messages, words } from '../../words/index.ts'

export function DoubtsNote() {
  const found = doubts.value
  if (!found) return null
  const { bad, start } = found
  const [first] = bad
  return (
    <div class="doubts" role="note">
      {start && <p>{fill(words.badStart, { reason: describeMessage(start, messages.value) })}</p>}
      {first && (
        <p>
          <button type="button" class="link" onClick={() => goTo(first[0])}>
            {nameOf(first[0])}
          </button>
          {': '}
          {words[first[1]]} {words.greyFollows}
          {bad.size > 1 && ` ${countOf('moreBadMoves', bad.size - 1)}`}
        </p>
      )}
    </div>
  )
}

/** The move as it is in the list. */
function nameOf(index: number): string {
  const written = writtenMoves.value[index]
  return written ? `${written.number} ${written.text}` : words.unread
}
