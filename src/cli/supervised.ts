/** What the command's thread requests from the main thread. */
import type { CommandMessage } from './supervisor.ts'

/** A command that runs in the main thread has nobody to tell. */
let send: (message: CommandMessage) => void = () => {}

/** Sends messages to the main thread from now on. */
export function superviseWith(post: (message: CommandMessage) => void): void {
  send = post
}

/** Sends a message to the main thread. */
export function tellSupervisor(message: CommandMessage): void {
  send(message)
}

/** Standard input, which the main thread reads, so that waiting for it does not delay signals. */
export function standardInput(): AsyncIterable<Uint8Array> {
  tellSupervisor('standard input')
  return process.stdin as AsyncIterable<Uint8Array>
}
