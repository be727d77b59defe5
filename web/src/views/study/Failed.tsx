/** Why an action of the server did not happen. */
import type { Action } from './use-action.ts'

export function Failed({ action: { failure } }: { action: Action }) {
  return failure ? (
    <p class="none" role="alert">
      {failure.message}
    </p>
  ) : null
}
