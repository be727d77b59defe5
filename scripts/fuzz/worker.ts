/**
 * One thread of fuzzing: mutates inputs, runs them, keeps those that reach new code, and reports failures,
 * minimised and each kind once.
 */
import { pathToFileURL } from 'node:url'
import { serialize } from 'node:v8'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Depth } from '../../test/hostile/target.ts'
import type { NamedBytes } from '../../test/support/named-bytes.ts'
import { Coverage } from './coverage.ts'
import { countModules, countersUsed } from './instrument.ts'
import { minimise } from './minimise.ts'
import { processorTime } from './processor-time.ts'
import { Store } from './store.ts'

/** The parameters of a worker. */
export interface WorkerTask {
  target: string
  seed: number
  /** The number of mutants, or of milliseconds, after which to stop. */
  runs: number
  time: number
  /** One in this many mutants is read and written in every way, in addition to those that reach new code. */
  everyNth: number
  /** The current input, in case the thread hangs. */
  current: SharedArrayBuffer
}

/** Messages of a worker. */
export type WorkerReport =
  | { type: 'state'; state: FuzzState }
  | { type: 'found'; kind: string; path: string }
  | { type: 'done'; state: FuzzState }

export interface FuzzState {
  mutants: number
  /** Of these: accepted by the reader, and read and written in every way. */
  opened: number
  whole: number
  inputs: number
  /** Places in the code reached, out of the total. */
  reached: number
  places: number
  /** Milliseconds of processor time spent on mutants. */
  processor: number
}

const task = workerData as WorkerTask
countModules(pathToFileURL(join(import.meta.dirname, '../../src/')).href)
const { materialOf, targetOf } = await import('../../test/hostile/targets.ts')
const { mutateFiles } = await import('../../test/hostile/mutators.ts')
const { seededRandom, randomInt } = await import('../../test/support/random.ts')

const target = targetOf(task.target)
const everyNth = task.everyNth * (target.isSlow ? 4 : 1)
const store = new Store(task.target)
const random = seededRandom(task.seed)
const shallow = new Coverage()
const deep = new Coverage()
const inputs: NamedBytes[][] = []
/** Steps that reading each of the inputs takes. */
const costs: number[] = []
const kinds = new Set<string>()
const state: FuzzState = { mutants: 0, opened: 0, whole: 0, inputs: 0, reached: 0, places: 0, processor: 0 }

/** The largest number of steps per byte of input, and for any input. */
const STEPS_A_BYTE = 20_000
const STEPS_ANY = 20_000_000

/** Places in the stack of an error that is reported. */
const STACK = Error.stackTraceLimit

const currentState = new Int32Array(task.current, 0, 2)
const current = new Uint8Array(task.current, 8)

/** Runs an input. Returns the error it ended in, without its stack. */
async function trial(files: readonly NamedBytes[], depth: Depth): Promise<Error | undefined> {
  note(files)
  Coverage.clear()
  // Readers throw and catch much over hostile bytes, and a stack takes ten times as long as its error.
  Error.stackTraceLimit = 0
  try {
    if (await target.check(files, depth)) state.opened++
  } catch (error) {
    return error instanceof Error ? error : new Error(`not an error but ${String(error)}`)
  } finally {
    Error.stackTraceLimit = STACK
  }
  return undefined
}

/** Runs an input in every way with stacks. Returns the kind of error it ended in. */
async function failure(files: readonly NamedBytes[]): Promise<string | undefined> {
  note(files)
  try {
    await target.check(files, 'everything')
  } catch (error) {
    return kindOf(error instanceof Error ? error : new Error(`not an error but ${String(error)}`))
  }
  return undefined
}

/** Saves the current input where the main thread finds it if this one hangs. */
function note(files: readonly NamedBytes[]): void {
  const stored = serialize(files)
  if (stored.length > current.length) return
  current.set(stored)
  currentState[0] = stored.length
  currentState[1] = (currentState[1]! + 1) | 0
}

/**
 * The kind of an error: the start of its message, without numbers and quotations, and where in the code it
 * arose.
 */
function kindOf(error: Error): string {
  // Disagreements name their place first and then the values.
  const said = error.name === 'Disagreement' ? error.message.split(': ', 1)[0]! : error.message
  const message = said.replaceAll(/"[^"]*"|“[^”]*”|[0-9]+/g, '_').slice(0, 120)
  const lines = (error.stack ?? '').split('\n').filter((line) => line.includes('/src/'))
  const places = lines.slice(0, 2).map((line) => /at (?:async )?([\w.<>]+)/.exec(line)?.[1] ?? '?')
  return `${error.name}: ${message} ${places.join(' < ')}`
}

/**
 * @param from where the input comes from: mutated here, an initial one, or kept by an earlier run or another
 * worker
 */
async function run(files: NamedBytes[], from: 'mutant' | 'start' | 'kept' = 'mutant'): Promise<void> {
  let error = await trial(files, 'read')
  let isNew = shallow.take()
  const cost = shallow.work
  checkWork(files, cost)
  const isDue = from === 'mutant' ? isNew || state.mutants % everyNth === 0 : from === 'start'
  if (!error && isDue) {
    const { opened } = state
    error = await trial(files, 'everything')
    state.opened = opened
    state.whole++
    isNew = deep.take() || isNew
  }
  if (error) await report(files, error)
  if (isNew || from === 'start') {
    inputs.push(files)
    costs.push(cost)
    if (from === 'mutant') store.keep(files)
  }
}

function checkWork(files: readonly NamedBytes[], work: number): void {
  const size = files.reduce((sum, [, bytes]) => sum + bytes.length, 0)
  if (work <= STEPS_ANY + STEPS_A_BYTE * size || kinds.has('work')) return
  kinds.add('work')
  tell({ type: 'found', kind: `${work} steps for ${size} bytes`, path: store.report('work', 'too much work', files) })
}

async function report(files: readonly NamedBytes[], error: Error): Promise<void> {
  const kind = (await failure(files)) ?? `${kindOf(error)}, only once`
  if (kinds.has(kind)) return
  kinds.add(kind)
  const smallest = await minimise(files, async (candidate) => (await failure(candidate)) === kind)
  tell({ type: 'found', kind, path: store.report(kind, `${error.name}: ${error.message}`, smallest) })
}

/** The input to mutate next, of two mostly the one that is read with less work: in the same time more mutants are tried. */
function nextInput(): number {
  const [one, other] = [anyInput(), anyInput()]
  return costs[other]! < costs[one]! && random() < 0.75 ? other : one
}

/** The latest inputs are tried more often: they are where something new was. */
function anyInput(): number {
  const fresh = random() < 0.5 ? Math.min(inputs.length, 50) : inputs.length
  return inputs.length - 1 - randomInt(random, fresh)
}

function tell(report: WorkerReport): void {
  parentPort!.postMessage(report)
}

function stateNow(): FuzzState {
  return {
    ...state,
    inputs: inputs.length,
    reached: Math.max(shallow.reached, deep.reached),
    places: countersUsed(),
    processor: processorTime() - begun,
  }
}

for (const files of [...(await target.inputs()), ...target.realInputs()]) await run([...files], 'start')
for (const files of store.newInputs()) await run(files, 'kept')
state.opened = 0
state.whole = 0
const material = materialOf(target, inputs)
const begun = processorTime()
let told = performance.now()
const end = told + task.time
while (state.mutants < task.runs && performance.now() < end) {
  state.mutants++
  await run(mutateFiles(inputs[nextInput()]!, random, material))
  if (performance.now() - told < 5000) continue
  told = performance.now()
  for (const input of store.newInputs()) await run(input, 'kept')
  tell({ type: 'state', state: stateNow() })
}
tell({ type: 'done', state: stateNow() })
