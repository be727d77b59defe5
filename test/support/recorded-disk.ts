/**
 * The disk as a whole program sees it, native code included: recorded-disk.c, preloaded, records every change below a
 * folder. From one record every state can be built that a kill or a power cut may leave: of what was not synced, some
 * pages of 4 KB reach the disk and others do not, in any order; names in a folder are made in their order, up to any of
 * them.
 */
import { execFile } from 'node:child_process'
import { closeSync, existsSync, lstatSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { findProgram } from './find-program.ts'
import { needs } from './needs.ts'
import { randomInt } from './random.ts'

const PAGE = 4096
const HEADER_SIZE = 48

/** What can be done to a disk, as recorded-disk.c writes it, and `say` for what the program prints meanwhile. */
const KINDS = {
  c: 'create',
  w: 'write',
  t: 'truncate',
  s: 'sync',
  r: 'rename',
  u: 'unlink',
  l: 'link',
  m: 'make folder',
  d: 'remove folder',
  o: 'say',
} as const

/** A change of the disk. */
export interface DiskChange {
  kind: (typeof KINDS)[keyof typeof KINDS]
  /** Number of the file or folder. */
  file: number
  /** Where a write begins, or the size of a truncated file. */
  at: number
  bytes: Uint8Array
  /** Paths below the folder. */
  name: string
  other: string
}

/** What a program did below a folder. */
export interface RecordedRun {
  changes: DiskChange[]
  /** Paths of files and folders before, with the number and the bytes of each file. */
  before: ReadonlyMap<string, { file: number; bytes?: Uint8Array }>
  /** Numbers of files and folders of before. */
  root: number
  code: number | null
  signal: string | null
  output: string
}

/** How a run is disturbed, see recorded-disk.c. */
export interface Disturbance {
  /** The n-th change, from 1, fails with a number of the system; all after it as well if `isLasting`. */
  fail?: { at: number; errno: number; isLasting?: boolean }
  /** The program is killed before the n-th change, or in the middle of it. */
  kill?: { at: number; isHalfway?: boolean }
}

/** Continuous integration, which names what it requires, does not compile anything. */
const isHere = process.platform === 'linux' && process.env['LUDOGRAPH_REQUIRE'] === undefined
const compiler = isHere ? (findProgram('cc') ?? findProgram('gcc')) : undefined

/** Options of tests that record the disk. */
export function needsRecordedDisk() {
  return needs('tool', compiler !== undefined, 'no C compiler (cc, gcc) on Linux, or continuous integration')
}

let library: Promise<string> | undefined

/** Compiles the library once in a process. */
async function compiled(): Promise<string> {
  library ??= (async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'ludograph-recorder-')), 'recorded-disk.so')
    process.once('exit', () => rmSync(dirname(path), { recursive: true, force: true }))
    const source = join(import.meta.dirname, 'recorded-disk.c')
    const { code, output } = await run(
      compiler!,
      ['-O2', '-shared', '-fPIC', '-o', path, source, '-ldl', '-lpthread'],
      process.env,
    )
    if (code !== 0) throw new Error(output)
    return path
  })()
  return await library
}

/** The environment of a program that records the disk below a folder into a file. */
export async function recordingInto(
  record: string,
  folder: string,
  { fail, kill }: Disturbance = {},
): Promise<NodeJS.ProcessEnv> {
  return {
    ...process.env,
    LD_PRELOAD: await compiled(),
    RECORDED_FOLDER: folder,
    RECORDED_INTO: record,
    ...(fail && { RECORDED_FAIL: `${fail.at} ${fail.errno}${fail.isLasting ? ' +' : ''}` }),
    ...(kill && { RECORDED_KILL: `${kill.at}${kill.isHalfway ? ' HALF' : ''}` }),
  }
}

/** Runs Node with arguments while the disk below a folder is recorded. */
export async function recordRun(
  folder: string,
  words: readonly string[],
  disturbance: Disturbance = {},
): Promise<RecordedRun> {
  const before = new Map<string, { file: number; bytes?: Uint8Array }>()
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const file = lstatSync(path).ino
    before.set(relative(folder, path), entry.isFile() ? { file, bytes: readFileSync(path) } : { file })
  }
  const record = join(mkdtempSync(join(tmpdir(), 'ludograph-record-')), 'record')
  try {
    const ended = await run(process.execPath, words, await recordingInto(record, folder, disturbance))
    return { ...ended, before, root: lstatSync(folder).ino, changes: readRecord(record, folder) }
  } finally {
    rmSync(dirname(record), { recursive: true })
  }
}

function run(program: string, words: readonly string[], env: NodeJS.ProcessEnv) {
  return new Promise<Pick<RecordedRun, 'code' | 'signal' | 'output'>>((resolve) => {
    const child = execFile(program, words, { env, maxBuffer: 1 << 26 }, (_error, out, trouble) => {
      resolve({ code: child.exitCode, signal: child.signalCode, output: out + trouble })
    })
  })
}

function readRecord(record: string, folder: string): DiskChange[] {
  if (!existsSync(record)) return []
  const bytes = readFileSync(record)
  const below = (path: string) => relative(folder, path)
  const changes: DiskChange[] = []
  for (let at = 0; at < bytes.length;) {
    const [kind, file, place, length, nameLength, otherLength] = [0, 8, 16, 24, 32, 40].map((field) =>
      Number(bytes.readBigUInt64LE(at + field)),
    ) as [number, number, number, number, number, number]
    at += HEADER_SIZE
    const name = bytes.toString('utf8', at, (at += nameLength))
    const other = bytes.toString('utf8', at, (at += otherLength))
    changes.push({
      kind: KINDS[String.fromCharCode(kind) as keyof typeof KINDS],
      file,
      at: place,
      bytes: bytes.subarray(at, (at += length)),
      name: name && below(name),
      other: other && below(other),
    })
  }
  return changes
}

/** The bytes of a file in the memory of the system, and those that are on the disk for sure. */
class FileState {
  now: Uint8Array
  durable: Uint8Array
  /** Pages that were changed since the file was synced. */
  readonly dirty = new Set<number>()

  constructor(bytes: Uint8Array) {
    this.now = bytes
    this.durable = bytes
  }

  write(at: number, bytes: Uint8Array): void {
    const size = Math.max(this.now.length, at + bytes.length)
    const next = new Uint8Array(size)
    next.set(this.now)
    next.set(bytes, at)
    this.now = next
    for (let page = Math.floor(at / PAGE); page * PAGE < at + bytes.length; page++) this.dirty.add(page)
  }

  truncate(size: number): void {
    const next = new Uint8Array(size)
    next.set(this.now.subarray(0, size))
    this.now = next
    this.dirty.add(Math.floor(size / PAGE))
  }

  sync(): void {
    this.durable = this.now
    this.dirty.clear()
  }

  /** The bytes after a power cut: each page that was not synced as it was or as it is. */
  afterPowerCut(random: () => number, share: number): Uint8Array {
    const isNew = [...this.dirty].filter(() => random() < share)
    const isWhole = isNew.length === this.dirty.size
    const size = isWhole
      ? this.now.length
      : Math.max(
          Math.min(this.durable.length, this.now.length),
          ...isNew.map((page) => Math.min((page + 1) * PAGE, this.now.length)),
        )
    const bytes = new Uint8Array(size)
    bytes.set(this.durable.subarray(0, size))
    for (const page of isNew) {
      const start = page * PAGE
      if (start < size) bytes.set(this.now.subarray(start, Math.min(start + PAGE, size)), start)
    }
    return bytes
  }
}

/** The names of a folder and all below it: the number of a file, or `folder`. */
type Names = Map<string, number | 'folder'>

/** A disk to which the changes of a run are made one after another. */
export class SimulatedDisk {
  private readonly files = new Map<number, FileState>()
  private readonly folders = new Map<number, string>()
  private readonly names: Names = new Map()
  /** Names that are on the disk for sure, and changes of names since. */
  private readonly durableNames: Names
  private pending: DiskChange[] = []

  constructor({ before, root }: RecordedRun) {
    this.folders.set(root, '')
    for (const [path, { file, bytes }] of before) {
      if (bytes) this.files.set(file, new FileState(bytes))
      else this.folders.set(file, path)
      this.names.set(path, bytes ? file : 'folder')
    }
    this.durableNames = new Map(this.names)
  }

  make(change: DiskChange): void {
    const { kind, file, at, bytes } = change
    if (kind === 'write') this.files.get(file)?.write(at, bytes)
    else if (kind === 'truncate') this.files.get(file)?.truncate(at)
    else if (kind === 'sync') this.sync(file)
    else if (kind !== 'say') {
      if (kind === 'create') this.files.set(file, new FileState(new Uint8Array(0)))
      if (kind === 'make folder') this.folders.set(file, change.name)
      if (kind === 'rename' && this.folders.has(file)) this.folders.set(file, change.other)
      rename(this.names, change)
      this.pending.push(change)
    }
  }

  private sync(file: number): void {
    const folder = this.folders.get(file)
    if (folder === undefined) return this.files.get(file)?.sync()
    // What a file system does to names it does in their order.
    const last = this.pending.findLastIndex(({ name, other }) =>
      [name, other].some((path) => parentOf(path) === folder),
    )
    for (const change of this.pending.splice(0, last + 1)) rename(this.durableNames, change)
  }

  /** Writes the files as a program that was killed leaves them. */
  leave(folder: string): void {
    writeTree(folder, this.names, (file) => this.files.get(file)!.now)
  }

  /** Writes the files as a power cut leaves them. */
  leaveAfterPowerCut(folder: string, random: () => number): void {
    const names: Names = new Map(this.durableNames)
    const count = randomInt(random, this.pending.length + 1)
    for (const change of this.pending.slice(0, count)) rename(names, change)
    const share = [0, 0.1, 0.5, 0.9, 1][randomInt(random, 5)]!
    writeTree(folder, names, (file) => this.files.get(file)!.afterPowerCut(random, share))
  }
}

function parentOf(path: string): string | undefined {
  if (path === '') return undefined
  const parent = dirname(path)
  return parent === '.' ? '' : parent
}

function rename(names: Names, { kind, file, name, other }: DiskChange): void {
  if (kind === 'create' || kind === 'link') names.set(name, file)
  else if (kind === 'make folder') names.set(name, 'folder')
  else if (kind === 'unlink' || kind === 'remove folder') names.delete(name)
  else if (kind === 'rename') {
    for (const [path, what] of names) {
      if (path !== name && !path.startsWith(`${name}/`)) continue
      names.delete(path)
      if (other !== '') names.set(other + path.slice(name.length), what)
    }
    // It came from elsewhere.
    if (name === '') names.set(other, file)
  }
}

function writeTree(folder: string, names: Names, bytesOf: (file: number) => Uint8Array): void {
  const paths = [...names.keys()].toSorted()
  for (const path of paths) {
    const what = names.get(path)!
    if (what === 'folder') mkdirSync(join(folder, path), { recursive: true })
    else {
      const descriptor = openSync(join(folder, path), 'w')
      writeSync(descriptor, bytesOf(what))
      closeSync(descriptor)
    }
  }
}
