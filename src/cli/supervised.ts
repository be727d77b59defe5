/** What the command's thread requests from the main thread. */
import type { Change } from '../node/unfinished.ts'

/**
 * Messages from the command to the main thread: a temporary file, a program it started, a library it loaded, that it is
 * about to read standard input, has read what it wants of it, or that it is at rest.
 */
export type CommandMessage = Change | 'standard input' | 'no more standard input' | 'at rest'

/** The message to the command that it shall rest: it does nothing any more. */
export const REST = 'rest'

/** Where messages go. A command that runs in the main thread has nobody to tell. */
let send: ((message: CommandMessage) => void) | undefined

/** Sends messages to the main thread from now on. */
export function superviseWith(post: (message: CommandMessage) => void): void {
  send = post
}

/** Sends a message to the main thread. */
export function tellSupervisor(message: CommandMessage): void {
  send?.(message)
}

/**
 * Standard input, which the main thread reads, so that waiting for it does not delay signals. A reader that stops
 * early, as when there is no room for it, closes it: the command does not wait for the program that writes it.
 */
export async function* standardInput(): AsyncGenerator<Uint8Array> {
  tellSupervisor('standard input')
  try {
    yield* process.stdin.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>
  } finally {
    tellSupervisor('no more standard input')
    // In a second thread it keeps the thread alive, destroyed or not, until its end has been read.
    if (send) process.stdin.resume()
    else process.stdin.destroy()
  }
}
