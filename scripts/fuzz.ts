/**
 * Gives readers hostile bytes for as long as you like: `npm run fuzz -- xqf --minutes 10`. Guided by
 * coverage: inputs that reach new code are kept under `.cache/fuzz` and mutated further. Failing inputs are
 * written beside them, minimised, one for each kind of failure.
 */
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { deserialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { formatCase } from '../test/hostile/case-file.ts'
import { TARGETS, targetOf } from '../test/hostile/targets.ts'
import type { NamedBytes } from '../test/support/named-bytes.ts'
import { Store } from './fuzz/store.ts'
import type { FuzzState, WorkerReport, WorkerTask } from './fuzz/worker.ts'

const USAGE = `usage: npm run fuzz -- TARGET [...] [--minutes N] [--runs N] [--seed S] [--workers N] [--whole N]

  --minutes   time for each target; without it and without --runs until Ctrl-C
  --runs      mutants for each target
  --seed      seed of the first worker (default 1); the next ones count on
  --workers   threads at work on a target (default 1)
  --whole     every how manyth mutant is read and written in every way (default 8)

Targets: ${TARGETS.map(({ name }) => name).join(', ')}, or all.`

/** A thread that spends this many seconds of processor time on one input is considered to hang. */
const PATIENCE = 60

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    runs: { type: 'string' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
    whole: { type: 'string', default: '8' },
  },
})
if (positionals.length === 0) {
  console.error(USAGE)
  process.exit(2)
}
const names = positionals.includes('all') ? TARGETS.map(({ name }) => name) : positionals
for (const name of names) targetOf(name)

let found = 0
for (const name of names) found += await fuzz(name)
process.exit(found === 0 ? 0 : 1)

/** Runs all workers of a target to their end. Returns the number of kinds of failure found. */
async function fuzz(target: string): Promise<number> {
  const count = Number(values.workers)
  const states = new Array<FuzzState | undefined>(count)
  const kinds = new Map<string, string>()
  const line = (): string => {
    const all = states.filter((state) => state !== undefined)
    const sum = (field: 'mutants' | 'opened' | 'whole' | 'processor') =>
      all.reduce((total, state) => total + state[field], 0)
    const most = (field: 'inputs' | 'reached' | 'places') => Math.max(0, ...all.map((state) => state[field]))
    return (
      `${target}: ${sum('mutants')} mutants (${Math.round((1000 * sum('mutants')) / sum('processor'))}/CPU s), ` +
      `${sum('opened')} opened, ${sum('whole')} in every way; ${most('inputs')} inputs, ` +
      `${most('reached')} of ${most('places')} places; ${kinds.size} kinds of failure`
    )
  }
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      runWorker(target, index, (report) => {
        if (report.type === 'found') {
          if (!kinds.has(report.kind))
            console.log(`${target}: ${report.kind}\n  ${relative(process.cwd(), report.path)}`)
          kinds.set(report.kind, report.path)
        } else {
          states[index] = report.state
          if (index === 0 && report.type === 'state' && process.stderr.isTTY) process.stderr.write(`\r${line()}`)
        }
      }),
    ),
  )
  console.log(line())
  return kinds.size
}

/** Runs one worker; if it hangs, it is terminated and the input saved. */
function runWorker(target: string, index: number, take: (report: WorkerReport) => void): Promise<void> {
  const current = new SharedArrayBuffer(1 << 20)
  const workerData: WorkerTask = {
    target,
    seed: Number(values.seed) + index,
    runs: values.runs === undefined ? Infinity : Math.ceil(Number(values.runs) / Number(values.workers)),
    time: values.minutes === undefined ? Infinity : Number(values.minutes) * 60_000,
    everyNth: Math.max(1, Number(values.whole)),
    current,
  }
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./fuzz/worker.ts', import.meta.url), { workerData, execArgv: ['--no-warnings'] })
    const [length, ticks] = [() => new Int32Array(current)[0]!, () => new Int32Array(current)[1]!]
    let last = -1
    let since = 0
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage()
      const [now, spent] = [ticks(), (user + system) / 1e6]
      if (now !== last) [last, since] = [now, spent]
      // The time of all threads: each of them has its part.
      if (now === 0 || spent - since < PATIENCE * Number(values.workers)) return
      const path = join(new Store(target).foundFolder, 'does-not-end.json')
      const files = deserialize(Buffer.from(current, 8, length())) as NamedBytes[]
      writeFileSync(path, formatCase({ target, about: 'does not end', files }))
      take({ type: 'found', kind: `an input does not end within ${PATIENCE} seconds`, path })
      void worker.terminate()
    }, 5000)
    worker.on('message', (report: WorkerReport) => take(report))
    worker.on('error', (error) => {
      clearInterval(watch)
      reject(error)
    })
    worker.on('exit', () => {
      clearInterval(watch)
      resolve()
    })
  })
}
