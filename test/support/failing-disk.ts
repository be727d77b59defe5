/**
 * A disk that fails on demand. The functions of `node:fs` that change something are intercepted in this process
 * and counted; the n-th of them fails in a chosen way. So a test can end a command at every one of its operations
 * and look at what is left, at the cost of milliseconds.
 *
 * What is not seen: native code (DuckDB, SQLite) and other threads, which have functions of their own.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import { randomInt, seededRandom } from './random.ts'
import { isFullRun, lessened } from './scale.ts'

/**
 * How an operation fails. `kill`: it does not happen and neither does any later change, clean-up included, as if
 * the process had died. `torn`: the same after half of a write. `interrupt`: the same as `kill`, after which the check
 * clears up as the main thread of the command line does. An error code: this operation alone is refused.
 */
export type FaultMode = 'kill' | 'torn' | 'interrupt' | 'ENOSPC' | 'EIO' | 'EACCES'

export const FAULT_MODES: readonly FaultMode[] = ['kill', 'torn', 'ENOSPC', 'EIO', 'EACCES']

/** One change of the disk. */
export interface DiskOperation {
  /** What is done: `open` (for writing), `write`, `fsync`, `rename`, `rm` ... */
  name: string
  /** The file or folder it is done to. */
  path: string
  /** The new name of a rename, a link or a copy. */
  to?: string
}

/** Where and how the disk fails. */
export interface Fault {
  /** Number of the operation, from 1. */
  at: number
  mode: FaultMode
}

/** Thrown once the process counts as dead. */
export class ProcessDied extends Error {}

/** What became of a run over a watched disk. */
export interface WatchedRun<Result> {
  /** Every change in order, the one that failed included; of those after a death none. */
  operations: DiskOperation[]
  result?: Result
  /** What `run` threw. */
  error?: unknown
}

/** Runs something while changes below `root` are recorded and, with a fault, one of them fails. Restores the disk. */
export async function watchDisk<Result>(
  root: string,
  run: () => Result | Promise<Result>,
  fault?: Fault,
): Promise<WatchedRun<Result>> {
  const disk = new WatchedDisk(resolve(root), fault)
  disk.install()
  try {
    return { operations: disk.operations, result: await run() }
  } catch (error) {
    return { operations: disk.operations, error }
  } finally {
    disk.restore()
  }
}

/** A scenario to be failed at every operation. Each run has an empty folder of its own. */
export interface Scenario<Result = unknown> {
  /** Makes the state before. */
  prepare(folder: string): void | Promise<void>
  /** Does what is tested. */
  run(folder: string): Result | Promise<Result>
  /** Looks at what is left, the disk whole again. */
  check(folder: string, point: FailedPoint): void | Promise<void>
  /** {@link FAULT_MODES} otherwise. */
  modes?: readonly FaultMode[]
  /** Points tried outside a full run; 40 otherwise. */
  sampleSize?: number
  seed?: number
}

/** A point that was tried. */
export interface FailedPoint {
  at: number
  mode: FaultMode
  operation: DiskOperation
  /** What `run` threw, if it did. */
  error: unknown
}

/**
 * Runs a scenario once whole, then again and again with each operation failing in each mode: every point in a full
 * run, else a sample by seed that has the first and the last operation in it. Returns the number of points tried.
 */
export async function tryEveryPoint(scenario: Scenario): Promise<number> {
  const { operations, error } = await inFolder(async (folder) => {
    await scenario.prepare(folder)
    return await watchDisk(folder, () => scenario.run(folder))
  })
  if (error !== undefined) throw error
  const points = choosePoints(operations, scenario)
  for (const { at, mode } of points) {
    await inFolder(async (folder) => {
      await scenario.prepare(folder)
      const run = await watchDisk(folder, () => scenario.run(folder), { at, mode })
      const operation = run.operations[at - 1]
      if (!operation) throw new Error(`operation ${at} of ${operations.length} was not reached in another run`)
      try {
        await scenario.check(folder, { at, mode, operation, error: run.error })
      } catch (failure) {
        const what = `${operation.name} ${relative(folder, operation.path)}`
        throw new Error(`after ${mode} at operation ${at} (${what}) of ${operations.length}: ${String(failure)}`, {
          cause: failure,
        })
      }
    })
  }
  return points.length
}

const SAMPLE_SIZE = 40

function choosePoints(operations: readonly DiskOperation[], scenario: Scenario): Fault[] {
  const points = (scenario.modes ?? FAULT_MODES).flatMap((mode) =>
    operations.flatMap(({ name }, index) => (mode === 'torn' && !WRITES.has(name) ? [] : [{ at: index + 1, mode }])),
  )
  const usual = scenario.sampleSize ?? SAMPLE_SIZE
  if (isFullRun || points.length <= usual) return points
  const wanted = lessened(usual, 8)
  const random = seededRandom(scenario.seed ?? 1)
  const last = operations.length
  const chosen = new Set(points.filter(({ at, mode }) => mode === 'kill' && (at === 1 || at === last)))
  while (chosen.size < wanted) chosen.add(points[randomInt(random, points.length)]!)
  return [...chosen]
}

/** Where Linux keeps files in memory: thousands of runs sync their files. */
const IN_MEMORY = '/dev/shm'

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = fs.mkdtempSync(
    join(fs.realpathSync(fs.existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir()), 'ludograph-disk-'),
  )
  try {
    return await work(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Everything below a folder by its path: `folder`, `link to ...`, or the size of a file and a digest of its bytes. */
export function snapshotTree(folder: string): Record<string, string> {
  const snapshot: Record<string, string> = {}
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    snapshot[relative(folder, path).split(sep).join('/')] = describeEntry(entry, path)
  }
  return snapshot
}

function describeEntry(entry: fs.Dirent, path: string): string {
  if (entry.isDirectory()) return 'folder'
  if (entry.isSymbolicLink()) return `link to ${fs.readlinkSync(path)}`
  const bytes = fs.readFileSync(path)
  return `${bytes.length} bytes ${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`
}

/** Functions that change what a path names. Those with a second path come with `true`. */
const ON_PATHS: Readonly<Record<string, boolean>> = {
  appendFile: false,
  chmod: false,
  copyFile: true,
  cp: true,
  link: true,
  mkdir: false,
  mkdtemp: false,
  rename: true,
  rm: false,
  rmdir: false,
  symlink: true,
  truncate: false,
  unlink: false,
  utimes: false,
  writeFile: false,
}

/** Functions that change an open file. */
const ON_DESCRIPTORS = ['fdatasync', 'fsync', 'ftruncate', 'fchmod', 'fchown', 'futimes', 'write', 'writev'] as const

/** The same as methods of a `FileHandle`, with the names they are counted under. */
const ON_HANDLES: Readonly<Record<string, string>> = {
  appendFile: 'write',
  datasync: 'fdatasync',
  sync: 'fsync',
  truncate: 'ftruncate',
  write: 'write',
  writeFile: 'write',
  writev: 'write',
}

/** Operations that can happen by half. */
const WRITES: ReadonlySet<string> = new Set(['write', 'writeFile', 'appendFile'])

type AnyFunction = (...words: unknown[]) => unknown

/** An object whose functions are replaced for a while. */
type Functions = Record<string, AnyFunction>

class WatchedDisk {
  readonly operations: DiskOperation[] = []
  private readonly root: string
  private readonly fault: Fault | undefined
  private readonly paths = new Map<unknown, string>()
  private readonly restorers: (() => void)[] = []
  private isDead = false
  /** Functions of `fs` call one another: only the outermost counts. */
  private readonly inside = new AsyncLocalStorage<true>()

  constructor(root: string, fault: Fault | undefined) {
    this.root = root
    this.fault = fault
  }

  install(): void {
    const functions = fs as unknown as Functions
    const promises = fs.promises as unknown as Functions
    for (const [name, hasTarget] of Object.entries(ON_PATHS)) {
      const describe = (words: unknown[]): DiskOperation => ({
        name,
        path: pathOf(words[0]),
        ...(hasTarget && { to: pathOf(words[1]) }),
      })
      this.intercept(functions, `${name}Sync`, describe, 'sync')
      this.intercept(functions, name, describe, 'callback')
      this.intercept(promises, name, describe, 'promise')
    }
    for (const name of ON_DESCRIPTORS) {
      const describe = ([descriptor]: unknown[]): DiskOperation => ({
        name: name === 'writev' ? 'write' : name,
        path: this.paths.get(descriptor) ?? '',
      })
      this.intercept(functions, `${name}Sync`, describe, 'sync')
      this.intercept(functions, name, describe, 'callback')
    }
    const describeOpen = ([path, flags]: unknown[]): DiskOperation | undefined =>
      isForWriting(flags) ? { name: 'open', path: pathOf(path) } : undefined
    this.intercept(functions, 'openSync', describeOpen, 'sync')
    this.intercept(functions, 'open', describeOpen, 'callback')
    this.intercept(promises, 'open', describeOpen, 'promise')
    this.interceptHandles()
    syncBuiltinESMExports()
  }

  restore(): void {
    for (const restorer of this.restorers.reverse()) restorer()
    syncBuiltinESMExports()
  }

  private interceptHandles(): void {
    const prototype = handlePrototype as unknown as Functions
    for (const [name, counted] of Object.entries(ON_HANDLES)) {
      const original = prototype[name]!
      const call = (handle: unknown, words: unknown[]) => {
        const operation = { name: counted, path: this.paths.get(handle) ?? '' }
        return this.asPromise(operation, original.bind(handle), words)
      }
      prototype[name] = function (this: unknown, ...words: unknown[]) {
        return call(this, words)
      }
      this.restorers.push(() => (prototype[name] = original))
    }
  }

  private intercept(
    owner: Functions,
    name: string,
    describe: (words: unknown[]) => DiskOperation | undefined,
    style: 'sync' | 'callback' | 'promise',
  ): void {
    const original = owner[name]!
    const replacement: AnyFunction = (...words) => {
      const operation = describe(words)
      if (style === 'promise') return this.asPromise(operation, original, words)
      if (style === 'callback') return this.withCallback(operation, original, words)
      return this.synchronously(operation, original, words)
    }
    owner[name] = Object.assign(replacement, original)
    this.restorers.push(() => (owner[name] = original))
  }

  private synchronously(operation: DiskOperation | undefined, original: AnyFunction, words: unknown[]): unknown {
    const failure = this.step(operation)
    if (failure?.tears) original(...half(words))
    if (failure) throw failure.error
    const result = this.inside.run(true, original, ...words)
    this.remember(original, words, result)
    return result
  }

  private async asPromise(operation: DiskOperation | undefined, original: AnyFunction, words: unknown[]) {
    const failure = this.step(operation)
    if (failure?.tears) await original(...half(words))
    if (failure) throw failure.error
    const result = await this.inside.run(true, original, ...words)
    this.remember(original, words, result)
    return result
  }

  private withCallback(operation: DiskOperation | undefined, original: AnyFunction, words: unknown[]): unknown {
    const callback = words.at(-1) as AnyFunction
    const failure = this.step(operation)
    if (!failure) {
      const done = AsyncLocalStorage.bind((error: unknown, ...results: unknown[]) => {
        if (!error) this.remember(original, words, results[0])
        callback(error, ...results)
      })
      return this.inside.run(true, original, ...words.slice(0, -1), done)
    }
    const fail: AnyFunction = () => callback(failure.error)
    if (failure.tears) return original(...half(words.slice(0, -1)), fail)
    process.nextTick(fail)
    return undefined
  }

  /** Keeps the path of what was opened: a descriptor or a handle. */
  private remember(original: AnyFunction, words: unknown[], result: unknown): void {
    if (original.name === 'openSync' || original.name === 'open') this.paths.set(result, pathOf(words[0]))
  }

  /** Counts an operation and says whether it is to fail. */
  private step(operation: DiskOperation | undefined): { error: Error; tears: boolean } | undefined {
    if (!operation || this.inside.getStore() || !this.isWatched(operation)) return undefined
    if (this.isDead) return { error: new ProcessDied('the process is dead'), tears: false }
    this.operations.push(operation)
    if (this.operations.length !== this.fault?.at) return undefined
    const { mode } = this.fault
    if (mode !== 'kill' && mode !== 'torn' && mode !== 'interrupt')
      return { error: systemError(mode, operation), tears: false }
    this.isDead = true
    const tears = mode === 'torn' && WRITES.has(operation.name)
    return { error: new ProcessDied(`the process died at ${operation.name} of ${operation.path}`), tears }
  }

  private isWatched({ path, to }: DiskOperation): boolean {
    return [path, to].some((one) => one === this.root || one?.startsWith(this.root + sep))
  }
}

const handlePrototype = await fs.promises.open(import.meta.filename).then(async (handle) => {
  await handle.close()
  return Object.getPrototypeOf(handle) as object
})

function pathOf(path: unknown): string {
  if (path instanceof URL) return resolve(path.pathname)
  return typeof path === 'string' || Buffer.isBuffer(path) ? resolve(String(path)) : ''
}

function isForWriting(flags: unknown): boolean {
  const { O_WRONLY, O_RDWR, O_CREAT, O_TRUNC } = fs.constants
  if (typeof flags === 'number') return (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) !== 0
  return typeof flags === 'string' && !/^r[sx]*$/.test(flags)
}

/** The words of a write that writes the first half of what it was to: its data come second. */
function half(words: unknown[]): unknown[] {
  const at = typeof words[0] === 'number' || typeof words[0] === 'string' ? 1 : 0
  const [data, offset, length] = words.slice(at)
  const before = words.slice(0, at)
  if (typeof data === 'string') return [...before, data.slice(0, data.length >> 1), ...words.slice(at + 1)]
  if (Array.isArray(data)) return [...before, data.slice(0, data.length >> 1), ...words.slice(at + 1)]
  const bytes = data as Uint8Array
  if (typeof length !== 'number') return [...before, bytes.subarray(0, bytes.length >> 1), ...words.slice(at + 1)]
  return [...before, bytes, offset, length >> 1, ...words.slice(at + 3)]
}

/** An error as Node makes it for a refusal of the system. */
function systemError(code: 'ENOSPC' | 'EIO' | 'EACCES', { name, path, to }: DiskOperation): NodeJS.ErrnoException {
  const [errno, [, message]] = [...getSystemErrorMap()].find(([, [known]]) => known === code)!
  const target = to === undefined ? '' : ` -> '${to}'`
  const error: NodeJS.ErrnoException = new Error(`${code}: ${message}, ${name} '${path}'${target}`)
  return Object.assign(error, { errno, code, syscall: name, path })
}
