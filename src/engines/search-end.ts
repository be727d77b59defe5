/** How long starts and searches may take, and how searches are stopped. */
import type { Patience } from './dialogue.ts'
import type { EnginePatience, SearchLimit } from './engine.ts'

/** Seconds that a search may take longer than it was told. */
const GRACE = 10

/** How long to wait for an engine that starts. */
export function startPatience({ start, wholeStart }: EnginePatience): Patience {
  return { silence: start, total: wholeStart, isStart: true }
}

/** How long to wait for a search. */
export function searchPatience({ seconds, ...others }: SearchLimit, { search }: EnginePatience): Patience {
  if (seconds !== undefined) return { total: seconds + GRACE }
  // A search without a limit may be silent for as long as it likes.
  return Object.values(others).some((limit) => limit !== undefined) ? { silence: search } : {}
}

/** Calls `stop` once when a signal asks for it, or after some seconds; returns how to call it off. */
export function stopOn(signal: AbortSignal | undefined, seconds: number | undefined, stop: () => void): () => void {
  let isOver = false
  const once = () => {
    if (isOver) return
    isOver = true
    stop()
  }
  const timer = seconds === undefined ? undefined : setTimeout(once, seconds * 1000)
  signal?.addEventListener('abort', once)
  if (signal?.aborted) once()
  return () => {
    isOver = true
    clearTimeout(timer)
    signal?.removeEventListener('abort', once)
  }
}
