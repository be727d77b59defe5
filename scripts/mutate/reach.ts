/**
 * Which tests reach which places of the sources. A test file that never comes to a changed line cannot notice the
 * change, and need not be run. Each is run once in a second copy of the project, in which every block and branch
 * writes its number to a file when it is first reached, in whatever process or thread.
 */
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'
import { filesBelow } from '../../test/support/files-below.ts'
import { REACHED, REACHED_LOG } from '../../test/support/reached.ts'
import { insertCounters, type Range } from '../instrument/insert-counters.ts'
import { TestRuns } from './test-runs.ts'

/** What a test file reached when it was last run. */
interface Reached {
  /** Digest of the test file, which is measured again when it has changed. */
  digest: string
  /** What it took in processor time. */
  seconds: number
  /** The sources that it loads: the digest of each, and the places it reached, by number. */
  sources: Record<string, { digest: string; places: number[] }>
}

interface MeasuredSource {
  digest: string
  /** What runs only if a place is reached; the first is the module itself. */
  places: Range[]
  /** The number of its first place among those of all sources. */
  first: number
}

export class Reach {
  private readonly folder: string
  private readonly log: string
  private readonly store: string
  private readonly runs: TestRuns
  private readonly sources = new Map<string, MeasuredSource>()
  private readonly known: Map<string, Reached | undefined>

  /**
   * @param folder a copy of the project, whose sources are changed
   * @param temporary a folder for what is written meanwhile
   * @param store the file that keeps the results; without it everything is measured again
   */
  constructor(folder: string, temporary: string, store: string) {
    this.folder = folder
    this.store = store
    this.log = join(temporary, 'reached')
    this.runs = new TestRuns(folder, temporary, { [REACHED_LOG]: this.log })
    writeFileSync(this.log, '')
    // Some tests run commands as another user.
    chmodSync(this.log, 0o666)
    this.instrument()
    const kept = existsSync(store) ? (JSON.parse(readFileSync(store, 'utf8')) as Record<string, Reached>) : {}
    this.known = new Map(Object.entries(kept).filter(([test, { digest }]) => this.digestOf(test) === digest))
  }

  /**
   * Whether a test file ever comes to a place, what it took in processor time when all was well, and what was spent
   * to find out. A test that cannot be measured is said to reach everything.
   */
  async ask(
    test: string,
    path: string,
    { start, end }: Range,
  ): Promise<{ reaches: boolean; seconds: number; spent: number }> {
    const source = this.sources.get(path)
    if (!source) return { reaches: true, seconds: 0, spent: 0 }
    const spent = this.known.has(test) ? 0 : await this.measure(test)
    const reached = this.known.get(test)
    if (!reached) return { reaches: true, seconds: 0, spent }
    const { seconds, sources } = reached
    const there = sources[path]
    // Sources that have been moved since are unknown by their new names.
    if (!there) return { reaches: Object.keys(sources).some((known) => !this.sources.has(known)), seconds, spent }
    // Numbers of an older text mean nothing in this one.
    if (there.digest !== source.digest) return { reaches: true, seconds, spent }
    const innermost = source.places.findLastIndex((place) => place.start <= start && end <= place.end)
    return { reaches: there.places.includes(innermost), seconds, spent }
  }

  /** Whether a test file is known to pass with the sources that it loads as they are today. */
  passes(test: string): boolean {
    const sources = Object.entries(this.known.get(test)?.sources ?? {})
    return sources.length > 0 && sources.every(([path, { digest }]) => this.sources.get(path)?.digest === digest)
  }

  /** What a test file took in processor time, in seconds, if that is known. */
  costOf(test: string): number | undefined {
    return this.known.get(test)?.seconds
  }

  close(): void {
    this.runs.close()
  }

  /** Runs a test file and keeps what it reached; returns the seconds of processor time that took. */
  private async measure(test: string): Promise<number> {
    truncateSync(this.log)
    const { failure, seconds } = await this.runs.run(test)
    if (failure !== undefined) {
      console.log(`UNMEASURED  ${failure}`)
      this.known.set(test, undefined)
      return seconds
    }
    const numbers = new Set(readFileSync(this.log, 'utf8').split('\n').filter(Boolean).map(Number))
    const sources: Reached['sources'] = {}
    for (const [path, { digest, places, first }] of this.sources) {
      const reached = [...places.keys()].filter((index) => numbers.has(first + index))
      if (reached.length > 0) sources[path] = { digest, places: reached }
    }
    this.known.set(test, { digest: this.digestOf(test)!, seconds, sources })
    mkdirSync(dirname(this.store), { recursive: true })
    writeFileSync(this.store, JSON.stringify(Object.fromEntries([...this.known].filter(([, reached]) => reached))))
    return seconds
  }

  private instrument(): void {
    let count = 0
    const texts = new Map<string, string>()
    const folders = ['src', join('web', 'src')].map((name) => join(this.folder, name))
    for (const full of folders.flatMap((folder) => filesBelow(folder, /\.tsx?$/))) {
      const source = readFileSync(full, 'utf8')
      const first = count++
      const places: Range[] = [{ start: 0, end: source.length }]
      const { program } = parseSync(full, source)
      const text = insertCounters(source, program, (range) => {
        places.push({ start: range.start, end: range.end })
        return `__reached(${count++})`
      })
      texts.set(full, withCall(text, first))
      this.sources.set(relative(this.folder, full).replaceAll('\\', '/'), { digest: digest(source), places, first })
    }
    for (const [full, text] of texts)
      writeFileSync(
        full,
        text.replace('__REACHED__', () => this.reporter(count)),
      )
  }

  /**
   * The function that notes a place. It keeps what it needs of the disk, which some tests make fail; in a browser, the
   * console has to do.
   */
  private reporter(count: number): string {
    return (
      `const __reached = globalThis.__ludographReached ??= (() => { ` +
      `const { openSync, writeSync } = globalThis.process?.getBuiltinModule?.('node:fs') ?? {}; ` +
      `const log = openSync?.(${JSON.stringify(this.log)}, 'a'); const seen = new Uint8Array(${count}); ` +
      `const note = writeSync ? (place) => writeSync(log, place + '\\n') : (place) => console.debug(${JSON.stringify(REACHED)} + place); ` +
      `return (place) => { if (seen[place] === 0) { seen[place] = 1; note(place) } } })();`
    )
  }

  private digestOf(test: string): string | undefined {
    const full = join(this.folder, test)
    return existsSync(full) ? digest(readFileSync(full, 'utf8')) : undefined
  }
}

/** Notes the module itself in its first line, behind the one for the shell. */
function withCall(text: string, place: number): string {
  const start = text.startsWith('#!') ? text.indexOf('\n') + 1 : 0
  return `${text.slice(0, start)}__REACHED__ __reached(${place}); ${text.slice(start)}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
