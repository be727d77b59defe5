/**
 * The main thread of the command line. The command itself runs in a second thread, so that this one is always free to
 * receive signals: readers are synchronous loops, and a thread that runs one receives none. See docs/architecture.md.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { moduleBeside } from '../../node/module-beside.ts'
import { noteUnfinished, removeUnfinished } from '../../node/unfinished.ts'
import { commandIn } from './command-table.ts'
import { EXIT } from '../exit.ts'
import { REST, type CommandMessage } from '../supervised.ts'
import { streams, writeError } from '../show/standard-streams.ts'

/** Ctrl-C, SIGTERM, the terminal closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const WORKER = moduleBeside(import.meta.url, './command-worker')

/**
 * Milliseconds for a thread to come to rest, and to stop. One that is inside a call of the system is abandoned, with what
 * its locks cover: on a busy machine a thread needs a moment to notice that it is to stop.
 */
const GRACE_TO_REST = 1000
const GRACE = 2000

/**
 * Megabytes for new objects of a thread that mostly waits for those that it has started, as in an import: with as many as
 * usual it would keep what it has received from them.
 */
const YOUNG_WHILE_WAITING = 6

/** Whether the thread has ended and is being cleaned up after. */
let hasStopped = false

/** Whether DuckDB works for the thread, which ends the whole program if it answers a thread that was stopped. */
let hasToRest = false

/** Runs the command of the words. */
export function runCommand(words: readonly string[]): void {
  const worker = new Worker(WORKER, {
    argv: [...words],
    stdin: true,
    workerData: streams,
    ...(commandIn(words) === 'import' && { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_WHILE_WAITING } }),
  })
  worker.on('message', (message: CommandMessage) => {
    if (message === 'standard input') process.stdin.pipe(worker.stdin!)
    else if (message === 'no more standard input') closeStandardInput(worker)
    else if (message === 'at rest') return
    else if ('isLoaded' in message) hasToRest = true
    else noteUnfinished(message)
  })
  worker.on('error', (error: unknown) => {
    writeError(`${isOutOfMemory(error) ? 'out of memory' : String((error as Error).stack)}\n`)
    process.exitCode = EXIT.unreadable
  })
  worker.on('exit', (code) => {
    hasStopped = true
    void removeUnfinished().finally(() => process.exit(process.exitCode ?? code))
  })
  for (const signal of SIGNALS) process.once(signal, () => void interrupt(worker, signal))
}

function closeStandardInput(worker: Worker): void {
  process.stdin.destroy()
  worker.stdin!.end()
}

async function interrupt(worker: Worker, signal: NodeJS.Signals): Promise<void> {
  const isAtRest = hasToRest && (await comesToRest(worker))
  process.exitCode = EXIT.interrupted
  if (isAtRest) {
    await removeUnfinished()
    return endAtOnce(signal)
  }
  // If the thread stops in time, the listener above ends the program.
  void worker.terminate()
  await wait(GRACE)
  if (hasStopped) return
  await removeUnfinished()
  endAtOnce(signal)
}

/** Asks a thread to rest; false if it does not hear. */
async function comesToRest(worker: Worker): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  worker.on('message', (message: CommandMessage) => {
    if (message === 'at rest') resolve(true)
  })
  worker.postMessage(REST)
  return await Promise.race([promise, wait(GRACE_TO_REST, false)])
}

/**
 * Ends the program although a thread is inside a call of the system or of the database and cannot be stopped: exiting
 * would wait for it. Replacing the process with another program does not, and that program ends with the right exit
 * code.
 */
function endAtOnce(signal: NodeJS.Signals): void {
  try {
    process.execve?.('/bin/sh', ['sh', '-c', `exit ${EXIT.interrupted}`])
  } catch {
    // Not available on this system.
  }
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
}
