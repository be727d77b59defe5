/** Who does a job, each in a process of its own. */
import { join } from 'node:path'
import { runPeer } from '../support/native-peer.ts'
import type { Contender, Run } from './job.ts'

const OWN_TASKS = join(import.meta.dirname, 'own-tasks.ts')

/** A task of own-tasks.ts. */
export function ownTask(task: string, ...paths: string[]): Contender['run'] {
  return () => runOnce(process.execPath, [OWN_TASKS, task, ...paths])
}

/** A program that does the job and says how long it took; none where it is not here. */
export function native(name: string, program: string | undefined, ...parameters: string[]): Contender[] {
  return program === undefined ? [] : [{ name, run: () => runOnce(program, parameters) }]
}

function runOnce(program: string, parameters: readonly string[]): Run {
  const { amounts, seconds } = runPeer(program, parameters)
  return { amount: amounts[0]!, seconds }
}
