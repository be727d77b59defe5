/** Signals that end a command, and how one that runs in the main thread receives them. */

/** Ctrl-C, SIGTERM, the terminal closed. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Seconds after which signals are due: nobody notices so short a delay. */
const DUE = 0.02

/** Seconds since the start when signals were let through, in the main thread. */
let lastSeen = Infinity

/** Has the command give way to signals from now on. In a second thread it need not: the main one receives them. */
export function expectSignals(): void {
  lastSeen = process.uptime()
}

/** Whether it is time for {@link giveWay}. */
export function areSignalsDue(): boolean {
  return lastSeen !== Infinity && process.uptime() - lastSeen > DUE
}

/** Receives signals; called between two games. */
export async function giveWay(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  lastSeen = process.uptime()
}
