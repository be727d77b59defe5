/** What is lost by saving games in a format. */
import type { Loss } from '../../../../src/convert/losses.ts'
import { describeIssue } from '../../../../src/issues/index.ts'
import { formatNumber, messages, words } from '../../words/index.ts'

/** @param none shown if nothing is lost */
export function Losses({ losses, none }: { losses: readonly Loss[]; none: string }) {
  if (losses.length === 0) return <p>{none}</p>
  return (
    <>
      <p>{words.lossSome}</p>
      <ul class="losses">
        {losses.map(({ count, ...loss }) => (
          <li key={loss.id}>
            {describeIssue(loss, messages.value)} {count > 1 && <small>× {formatNumber(count)}</small>}
          </li>
        ))}
      </ul>
    </>
  )
}
