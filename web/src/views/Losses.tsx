/** What a format loses of games. */
import type { Loss } from '../../../src/convert/losses.ts'
import { formatNumber, words } from '../words/index.ts'
import { Report } from './Report.tsx'

/** @param none said when nothing is lost */
export function Losses({ losses, none }: { losses: readonly Loss[]; none: string }) {
  if (losses.length === 0) return <p>{none}</p>
  return (
    <>
      <p>{words.lossSome}</p>
      <ul class="losses">
        {losses.map(({ id, message, count }) => (
          <li key={id}>
            <Report id={id} message={message}>
              {count > 1 && <small>× {formatNumber(count)}</small>}
            </Report>
          </li>
        ))}
      </ul>
    </>
  )
}
