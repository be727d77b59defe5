/** A response of the server, for use in a view. */
import { useEffect, useState } from 'preact/hooks'
import { failureOf, type Failure } from '../../state/database/server.ts'

export interface Awaited<Answer> {
  /** The last response; it stays until the next arrives. */
  answer?: Answer
  failure?: Failure
  isWaiting: boolean
}

/**
 * Sends a request when something changes, and drops outdated ones. @param key what the request depends on @param pause
 * milliseconds to wait for another change first
 */
export function useAnswer<Answer>(
  key: string,
  ask: (signal: AbortSignal) => Promise<Answer>,
  pause = 0,
): Awaited<Answer> {
  const [state, setState] = useState<Awaited<Answer>>({ isWaiting: true })
  useEffect(() => {
    const own = new AbortController()
    setState(({ answer }) => ({ ...(answer !== undefined && { answer }), isWaiting: true }))
    const timer = setTimeout(() => {
      ask(own.signal).then(
        (answer) => {
          if (!own.signal.aborted) setState({ answer, isWaiting: false })
        },
        (error: unknown) => {
          if (own.signal.aborted) return
          setState({ failure: failureOf(error), isWaiting: false })
        },
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      own.abort()
    }
  }, [key])
  return state
}
