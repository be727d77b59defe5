/**
 * Runs a small command that writes files in the main thread, without a second one. It lets signals through between two
 * games; whatever ends it, nothing that is unfinished stays.
 */
import { dropLocks } from '../node/file-lock.ts'
import { clearInterrupted } from '../node/undo.ts'
import { removeUnfinishedNow } from '../node/unfinished.ts'
import { EXIT } from './exit.ts'
import { runHere } from './main.ts'
import { expectSignals, SIGNALS } from './signals.ts'

/** Runs the command of the words, and cleans up if it is interrupted. */
export async function runAlone(words: readonly string[]): Promise<void> {
  process.once('exit', () => {
    // Those of this thread would keep it from undoing what it began.
    dropLocks()
    removeUnfinishedNow(clearInterrupted)
  })
  for (const signal of SIGNALS) process.once(signal, () => process.exit(EXIT.interrupted))
  expectSignals()
  await runHere(words)
}
