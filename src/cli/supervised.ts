/** What the command's thread requests from the main thread. */
import { parentPort } from 'node:worker_threads'
import type { CommandMessage } from './supervisor.ts'

/** Sends a message to the main thread. */
export function tellSupervisor(message: CommandMessage): void {
  parentPort?.postMessage(message)
}

/** Standard input, which the main thread reads, so that waiting for it does not delay signals. */
export function standardInput(): AsyncIterable<Uint8Array> {
  tellSupervisor('standard input')
  return process.stdin as AsyncIterable<Uint8Array>
}
