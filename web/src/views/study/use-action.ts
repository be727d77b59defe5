/** An action of the server that a view waits for: whether it runs, and what went wrong. */
import { useState } from 'preact/hooks'
import { failureOf, type Failure } from '../../state/database/server.ts'

export interface Action {
  readonly isRunning: boolean
  readonly failure: Failure | undefined
  run(act: () => Promise<void>): Promise<void>
}

export function useAction(): Action {
  const [state, setState] = useState<{ isRunning: boolean; failure?: Failure }>({ isRunning: false })
  const run = async (act: () => Promise<void>) => {
    setState({ isRunning: true })
    try {
      await act()
      setState({ isRunning: false })
    } catch (error) {
      setState({ isRunning: false, failure: failureOf(error) })
    }
  }
  return { isRunning: state.isRunning, failure: state.failure, run }
}
