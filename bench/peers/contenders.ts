/** Who does a job: this process, a library in it, a program of its own. */
import { runPeer } from '../support/native-peer.ts'
import type { Contender, Run } from './job.ts'

/** Runs a task of this process by its processor time, the compiler's and the collector's threads included. */
export async function inProcess(task: () => number | Promise<number>): Promise<Run> {
  const start = process.cpuUsage()
  const amount = await task()
  const { user, system } = process.cpuUsage(start)
  return { amount, seconds: (user + system) / 1e6 }
}

/** A program that does the job and says how long it took; none where it is not here. */
export function native(name: string, program: string | undefined, ...parameters: string[]): Contender[] {
  if (program === undefined) return []
  const run = (): Run => {
    const { amounts, seconds } = runPeer(program, parameters)
    return { amount: amounts[0]!, seconds }
  }
  return [{ name, run }]
}

/** A library that does the job in this process. */
export function library(name: string, task: () => number | Promise<number>): Contender {
  return { name, run: () => inProcess(task) }
}
