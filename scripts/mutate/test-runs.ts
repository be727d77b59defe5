/** Runs test files of the copy of the project one at a time, and tells a hang from a busy machine. */
import { fork, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestAnswer, TestRequest } from './test-runner.ts'

/** Seconds of processor time after which a test file of unknown cost is taken to hang; they take a hundred at most. */
const PATIENCE = 240

/** The same for a test file of known cost: so many times that, and never less than so many seconds. */
const USUAL_COSTS = 5
const LEAST_PATIENCE = 12

/** Seconds in which a test file that waits must do something; vitest itself gives up after 120. */
const IDLE = 180

/** Ticks of the system's clock in a second: the same on every Linux. */
const TICKS = 100

export interface TestRun {
  /** The first test that failed. */
  failure?: string
  /** Processor time in seconds. */
  seconds: number
}

export class TestRuns {
  private readonly folder: string
  private readonly temporary: string
  private readonly variables: Readonly<Record<string, string>>
  private readonly changed = new Set<string>()
  private runner: ChildProcess | undefined

  /**
   * @param folder the copy of the project
   * @param temporary what tests that are stopped leave behind is left in this folder
   * @param variables of the environment
   */
  constructor(folder: string, temporary: string, variables: Readonly<Record<string, string>> = {}) {
    this.folder = folder
    this.temporary = temporary
    this.variables = variables
  }

  /** Notes that a source has changed. */
  noteChange(path: string): void {
    this.changed.add(path)
    // Vitest builds the page once, before the first test of it.
    if (path.startsWith('web/')) this.close()
  }

  /** Runs a test file. @param cost its processor time in seconds when it passes, if known: one that hangs is ended sooner */
  async run(test: string, cost?: number): Promise<TestRun> {
    const runner = (this.runner ??= await this.start())
    const request: TestRequest = { test, changed: [...this.changed] }
    this.changed.clear()
    const before = secondsOf(runner.pid!)
    const watch = watchGroup(runner.pid!, patienceFor(cost))
    const { promise: answered, resolve } = Promise.withResolvers<TestAnswer>()
    runner.once('message', resolve)
    runner.once('close', () => resolve({ failure: `${test} > the test runner ended` }))
    void watch.onHang.then(() => resolve({ failure: `${test} > no end` }))
    runner.send(request)
    const answer = await answered
    for (const event of ['message', 'close']) runner.removeAllListeners(event)
    watch.stop()
    const seconds = secondsOf(runner.pid!) - before
    if (answer.failure?.endsWith('> no end') || runner.exitCode !== null || runner.signalCode !== null) this.close()
    return { ...answer, seconds: Math.max(0, seconds) }
  }

  /** Ends the runner and all that its tests have started: a mutant may leave threads that never stop. */
  close(): void {
    if (this.runner) endGroup(this.runner)
    this.runner = undefined
  }

  private async start(): Promise<ChildProcess> {
    const runner = fork(join(import.meta.dirname, 'test-runner.ts'), {
      cwd: this.folder,
      env: { ...process.env, ...this.variables, TMPDIR: this.temporary, TEMP: this.temporary, TMP: this.temporary },
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    await Promise.race([once(runner, 'message'), once(runner, 'close')])
    if (runner.exitCode !== null) throw new Error('vitest does not start')
    return runner
  }
}

function patienceFor(cost: number | undefined): number {
  return cost === undefined ? PATIENCE : Math.max(LEAST_PATIENCE, USUAL_COSTS * cost)
}

/**
 * Watches the processes of a group until they have used too much processor time or none for long. Where the
 * system does not say, the clock on the wall has to do.
 */
function watchGroup(group: number, patience: number): { onHang: Promise<void>; stop(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const start = secondsOf(group)
  let last = start
  let idleSince = performance.now()
  const timer = setInterval(() => {
    const now = secondsOf(group)
    if (now > last + 0.1) idleSince = performance.now()
    last = Math.max(last, now)
    if (last - start > patience || performance.now() - idleSince > IDLE * 1000) resolve()
  }, 1000)
  return { onHang: promise, stop: () => clearInterval(timer) }
}

/** Processor time of a process group so far, that of ended children included. */
function secondsOf(group: number): number {
  if (process.platform !== 'linux') return 0
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      // After the name in brackets: state, parent, group, ..., and from the twelfth on utime, stime, cutime, cstime.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      if (Number(fields[2]) === group) for (const field of fields.slice(11, 15)) ticks += Number(field)
    } catch {
      // The process has ended.
    }
  }
  return ticks / TICKS
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'])
    else process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}
