/** What is requested a moment after the board came to rest, so that walking through a game does not request every position. */

/** Milliseconds the board must rest. */
const REST = 120

/** Calls `ask` when the board has rested; aborting the result prevents that, and tells `ask` that its answer is not wanted any more. */
export function whenAtRest(ask: (aborted: AbortSignal) => Promise<void>): AbortController {
  const own = new AbortController()
  const timer = setTimeout(() => void ask(own.signal), REST)
  own.signal.addEventListener('abort', () => clearTimeout(timer))
  return own
}
