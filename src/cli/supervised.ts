/** What the thread of the command asks of the main thread. */
import { parentPort } from 'node:worker_threads'
import type { CommandMessage } from './supervisor.ts'

/** Tells the main thread something. */
export function tellSupervisor(message: CommandMessage): void {
  parentPort?.postMessage(message)
}

/** Standard input, which the main thread reads, so that waiting for it holds up no signal. */
export function standardInput(): AsyncIterable<Uint8Array> {
  tellSupervisor('standard input')
  return process.stdin as AsyncIterable<Uint8Array>
}
