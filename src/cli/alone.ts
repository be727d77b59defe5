/**
 * Runs a command that writes files and is soon over in the main thread, without a second one. Signals wait until it lets
 * go of the thread, and are heeded then as the supervisor heeds them.
 */
import { removeUnfinished } from '../node/unfinished.ts'
import { EXIT } from './exit.ts'
import { runHere } from './main.ts'
import { SIGNALS } from './signals.ts'

/** Runs the command of the words, and cleans up if it is interrupted. */
export async function runAlone(words: readonly string[]): Promise<void> {
  for (const signal of SIGNALS) process.once(signal, () => void interrupt())
  await runHere(words)
}

async function interrupt(): Promise<void> {
  await removeUnfinished()
  process.exit(EXIT.interrupted)
}
