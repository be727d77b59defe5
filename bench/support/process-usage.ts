/** What a whole process of Node takes, from its start to its end. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a process has taken: seconds by the clock and of the processor, and its greatest memory in megabytes. */
export interface Usage {
  clock: number
  seconds: number
  memory: number
}

/** Runs Node several times and returns the least of each; throws if a run fails. */
export type Least = (words: readonly string[], rounds: number, before?: () => void) => Usage

/** Makes what measures. @param folder for files of its own */
export function usageMeter(folder: string): Least {
  const usage = join(folder, 'usage.json')
  /** What Node loads before a program. Threads load it too, but the main thread ends last. It loads no modules. */
  const noter = join(folder, 'note-usage.cjs')
  const path = JSON.stringify(usage)
  writeFileSync(
    noter,
    `process.on('exit', () => require('node:fs').writeFileSync(${path}, JSON.stringify(process.resourceUsage())))\n`,
  )
  return (words, rounds, before) => {
    const best: Usage = { clock: Infinity, seconds: Infinity, memory: Infinity }
    for (let round = 0; round < rounds; round++) {
      before?.()
      rmSync(usage, { force: true })
      const start = performance.now()
      const done = spawnSync(process.execPath, ['--require', noter, ...words], { encoding: 'utf8' })
      const clock = (performance.now() - start) / 1000
      if (!existsSync(usage) || done.status === null || done.status > 1)
        throw new Error(`${words.join(' ')}: ${done.stderr}`)
      const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(usage, 'utf8')) as NodeJS.ResourceUsage
      best.clock = Math.min(best.clock, clock)
      best.seconds = Math.min(best.seconds, (userCPUTime + systemCPUTime) / 1e6)
      best.memory = Math.min(best.memory, maxRSS / 1024)
    }
    return best
  }
}
