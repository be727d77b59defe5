/**
 * Mutation testing: do the tests notice? Single faults, chosen by a seed, are put into a copy of the project one at a
 * time; each must make a test of its room fail:
 *
 *     npm run mutate -- xqf                    20 mutants of a room
 *     npm run mutate -- model --count 50 --seed 7
 *     npm run mutate -- model --continue       goes on from the last run: survivors again, then new ones
 *     npm run mutate -- all --count 5
 *
 * Only faults that the compiler accepts are tried. Of the tests that come to the changed place, the nearest by
 * imports run first, until one fails or a mutant has used its budget of processor time: a fault that only a distant
 * test might notice is one that the room's own tests miss. Which tests come where is measured once, within a budget of
 * its own of the same size, and kept in .cache/mutation. What happened is kept in test/mutation/results/ROOM.json. test/mutation/accepted.json says of
 * mutants that change nothing why they may survive. The working tree is never changed.
 *
 * Stryker is not used: it and its type checker need the compiler interface that
 * TypeScript 7 does not have.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { mutantsOf, type Mutant } from '../test/mutation/mutants.ts'
import { distancesTo } from '../test/mutation/imports.ts'
import { ROOMS, type Room } from '../test/mutation/rooms.ts'
import { filesBelow } from '../test/support/files-below.ts'
import { randomInt, seededRandom } from '../test/support/random.ts'
import { Reach } from './mutate/reach.ts'
import { TestRuns } from './mutate/test-runs.ts'

interface Outcome {
  file: string
  line: number
  /** The changed line as it was, without indentation: finds the place again when lines have moved. */
  text: string
  kind: string
  before: string
  after: string
  verdict: 'killed' | 'survived' | 'accepted'
  /** The test that failed, or why the mutant may survive. */
  by?: string
  /** How many test files came to the place of a survivor without noticing it. */
  tried?: number
  /** Test files that a survivor left aside, because the nearer ones had used up its time. */
  untried?: number
}

interface Accepted {
  file: string
  text: string
  before: string
  after: string
  why: string
}

const root = join(import.meta.dirname, '..')
const results = join(root, 'test', 'mutation', 'results')
/** Mutants in files of their own that the compiler is asked about together: it takes as long for many as for one. */
const CHECKED_TOGETHER = 96
const accepted = readJson(join(root, 'test', 'mutation', 'accepted.json')) as Accepted[]

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '20' },
    budget: { type: 'string' },
    seed: { type: 'string', default: '1' },
    continue: { type: 'boolean', default: false },
  },
})
const names = positionals.includes('all') ? Object.keys(ROOMS) : positionals
if (names.length === 0 || names.some((name) => !(name in ROOMS))) {
  console.error(
    `usage: npm run mutate -- ROOM [--count N] [--seed S] [--continue] [--budget SECONDS]\nrooms: ${Object.keys(ROOMS).join(', ')}, all`,
  )
  process.exit(2)
}

/** Seconds of processor time for the tests of a mutant, and for measuring which of them reach it. */
const BUDGET = 30
/** How many imports away tests count as that run the command line. */
const FAR = 8
/** Seconds of processor time that are worth as much as one import less. */
const SECONDS_PER_IMPORT = 3
/** Seconds that a test file is thought to take before it has run. */
const USUAL_COST = 3

/** Test files that were seen to pass without a mutant. */
const sound = new Set<string>()
/** Test files that fail without one, and are left out. */
const unsound = new Set<string>()
/** Sources of the copy as they are without a mutant. */
const originals = new Map<string, string>()
/** What each test file took in processor time, in seconds. */
const costs = new Map<string, number>()
const temporary = mkdtempSync(join(tmpdir(), 'ludograph-mutate-'))
// Some tests run commands as another user.
chmodSync(temporary, 0o711)
const copy = copyProject(join(temporary, 'project'))
const runs = new TestRuns(copy, temporary)
const reach = new Reach(
  copyProject(join(temporary, 'measured')),
  temporary,
  join(root, '.cache', 'mutation', 'reach.json'),
)
process.once('exit', () => {
  closeAll()
  rmSync(temporary, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
for (const isOfPage of [false, true]) await mutateRooms(names.filter((name) => name.startsWith('web/') === isOfPage))
closeAll()
process.exit()

function closeAll(): void {
  runs.close()
  reach.close()
}

/** A room at work. */
interface Work {
  name: string
  room: Room
  seed: number
  outcomes: Outcome[]
  /** Mutants to try, in order: survivors of the last run first. */
  choices: Choice[]
}

/** Goes through rooms by turns, so that the compiler can be asked about many files together. */
async function mutateRooms(names: readonly string[]): Promise<void> {
  const works = names.map((name) => begin(name, ROOMS[name]!))
  const isOpen = ({ work }: Turn) => work.outcomes.length < Number(options.count)
  for (const { work, path, mutant } of typeCorrect(turnsOf(works), isOpen)) {
    if (!isOpen({ work, path, mutant })) continue
    const outcome = await attempt(work.room, path, mutant, work.outcomes)
    if (!outcome) continue
    work.outcomes.push(outcome)
    keepResults(work)
    printOutcome(work.name, outcome)
  }
  for (const { name, outcomes } of works) {
    const { killed, total } = scoreOf(outcomes)
    console.log(`${name}: ${killed} of ${total} killed, ${outcomes.length - total} accepted`)
  }
}

function begin(name: string, room: Room): Work {
  const file = resultsOf(name)
  const known =
    options.continue && existsSync(file) ? (readJson(file) as { seed: number; mutants: Outcome[] }) : undefined
  const seed = known?.seed ?? Number(options.seed)
  const earlier = (known?.mutants ?? []).map(placeAgain).filter((choice) => choice !== undefined)
  const outcomes = earlier.flatMap(({ outcome }) => (outcome?.verdict === 'killed' ? [outcome] : []))
  const open = earlier.filter(({ outcome }) => outcome?.verdict !== 'killed')
  const tried = new Set(earlier.map(lineOf))
  const others = choose(room, seed).filter((choice) => !tried.has(lineOf(choice)))
  return { name, room, seed, outcomes, choices: [...open, ...others] }
}

/** The line of a mutant: each is tried with one mutant. */
function lineOf({ path, mutant }: Choice): string {
  return `${path}:${sourceOf(path).slice(0, mutant.start).split('\n').length}`
}

function sourceOf(path: string): string {
  const known = originals.get(path) ?? readFileSync(join(copy, path), 'utf8')
  originals.set(path, known)
  return known
}

/** A mutant and the room whose turn it is. */
interface Turn extends Choice {
  work: Work
}

/** The first mutant of each room, then the second of each, and so on. */
function turnsOf(works: readonly Work[]): Turn[] {
  const most = Math.max(0, ...works.map(({ choices }) => choices.length))
  return Array.from({ length: most }, (_, index) => index).flatMap((index) =>
    works.flatMap((work) => (work.choices[index] ? [{ ...work.choices[index], work }] : [])),
  )
}

/** What became of a mutant; undefined when its line had one already. */
async function attempt(
  room: Room,
  path: string,
  mutant: Mutant,
  outcomes: readonly Outcome[],
): Promise<Outcome | undefined> {
  const source = readFileSync(join(copy, path), 'utf8')
  const place = describeMutant(path, source, mutant)
  if (outcomes.some(({ file, line }) => file === path && line === place.line)) return undefined
  const changed = withMutant(source, mutant)
  const put = (text: string) => {
    writeFileSync(join(copy, path), text)
    runs.noteChange(path)
  }
  put(changed)
  try {
    const passesWithoutMutant = async (test: string) => {
      put(source)
      const passes = await isSound(test)
      put(changed)
      return passes
    }
    return { ...place, ...(await judge(room, place, mutant, outcomes, passesWithoutMutant)) }
  } finally {
    put(source)
  }
}

function resultsOf(room: string): string {
  return join(results, `${room.replace('/', '-')}.json`)
}

function keepResults({ name: room, seed, outcomes: mutants }: Work): void {
  const commit = run('git', ['rev-parse', '--short', 'HEAD'], root).stdout.trim()
  mkdirSync(results, { recursive: true })
  writeFileSync(resultsOf(room), JSON.stringify({ room, seed, commit, ...scoreOf(mutants), mutants }, null, 2) + '\n')
}

/** How many were killed of those that should be. */
function scoreOf(outcomes: readonly Outcome[]): { killed: number; total: number } {
  const killed = outcomes.filter(({ verdict }) => verdict === 'killed').length
  const excused = outcomes.filter(({ verdict }) => verdict === 'accepted').length
  return { killed, total: outcomes.length - excused }
}

interface Choice {
  path: string
  mutant: Mutant
  /** What is known of it from the last run. */
  outcome?: Outcome
}

/** The mutants of a room in a random order. */
function choose(room: Room, seed: number): Choice[] {
  const all: Choice[] = []
  for (const path of room.sources.flatMap((source) => filesBelow(join(copy, source), /\.tsx?$/)).toSorted()) {
    const short = relative(copy, path).replaceAll('\\', '/')
    // Tables are data: there is nothing in them that could go another way.
    if (short.endsWith('-table.ts')) continue
    const text = readFileSync(path, 'utf8')
    for (const mutant of mutantsOf(path, text)) all.push({ path: short, mutant })
  }
  const random = seededRandom(seed)
  for (let last = all.length - 1; last > 0; last--) {
    const other = randomInt(random, last + 1)
    ;[all[last], all[other]] = [all[other]!, all[last]!]
  }
  return all
}

/** A mutant of an earlier run in the sources of today; undefined when its line is gone. */
function placeAgain(outcome: Outcome): Choice | undefined {
  const path = outcome.file
  const full = join(copy, path)
  if (!existsSync(full)) return undefined
  const source = readFileSync(full, 'utf8')
  const mutant = mutantsOf(full, source)
    .map((mutant) => ({ mutant, ...describeMutant(path, source, mutant) }))
    .filter(({ text, before, after }) => text === outcome.text && before === outcome.before && after === outcome.after)
    .sort((left, right) => Math.abs(left.line - outcome.line) - Math.abs(right.line - outcome.line))[0]?.mutant
  return mutant && { path, mutant, outcome }
}

/**
 * The mutants that the compiler accepts, in nearly the order given. Several are checked together, each in another
 * file: one is refused when its file has an error.
 * @param isOpen whether a mutant is still wanted
 */
function* typeCorrect(choices: readonly Turn[], isOpen: (turn: Turn) => boolean): Generator<Turn> {
  let left = choices.filter((choice) => isOpen(choice))
  while (left.length > 0) {
    const batch = new Map<string, Turn>()
    const later: Turn[] = []
    for (const [index, choice] of left.entries()) {
      if (batch.size === CHECKED_TOGETHER) {
        later.push(...left.slice(index))
        break
      }
      if (batch.has(choice.path)) later.push(choice)
      else batch.set(choice.path, choice)
    }
    const refused = filesWithErrors([...batch.values()])
    for (const choice of batch.values()) if (!refused.has(choice.path)) yield choice
    left = later.filter((choice) => isOpen(choice))
  }
}

/** The files in which the compiler finds errors when some mutants are in the copy. */
function filesWithErrors(choices: readonly Choice[]): Set<string> {
  const sources = new Map(choices.map(({ path }) => [path, readFileSync(join(copy, path), 'utf8')]))
  for (const { path, mutant } of choices) writeFileSync(join(copy, path), withMutant(sources.get(path)!, mutant))
  const project = choices[0]!.path.startsWith('web/') ? join('web', 'tsconfig.json') : 'tsconfig.build.json'
  const note = join(temporary, `${project.replaceAll(/\W/g, '-')}.tsbuildinfo`)
  const words = ['-p', project, '--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', note]
  const { stdout } = run('tsc', words)
  for (const [path, source] of sources) writeFileSync(join(copy, path), source)
  return new Set([...stdout.matchAll(/^(\S[^(]*)\(\d+,\d+\): error/gm)].map(([, path]) => path!.replaceAll('\\', '/')))
}

function withMutant(source: string, { start, end, replacement }: Mutant): string {
  return source.slice(0, start) + replacement + source.slice(end)
}

/** Runs the tests that reach a place, the nearest first, until one fails or the budget is used up. */
async function judge(
  room: Room,
  place: Omit<Outcome, 'verdict'>,
  mutant: Mutant,
  outcomes: readonly Outcome[],
  passesWithoutMutant: (test: string) => Promise<boolean>,
): Promise<Pick<Outcome, 'verdict' | 'by' | 'tried' | 'untried'>> {
  const { file: path, text, before, after } = place
  const excuse = accepted.find(
    (entry) => entry.file === path && entry.text === text && entry.before === before && entry.after === after,
  )
  if (excuse) return { verdict: 'accepted', by: excuse.why }
  const tests = testsOf(room, path, outcomes).filter((test) => !unsound.has(test))
  const budget = Number(options.budget ?? room.budget ?? BUDGET)
  let left = budget
  let leftToMeasure = budget
  let tried = 0
  for (const [index, test] of tests.entries()) {
    if (left <= 0 || leftToMeasure <= 0) return { verdict: 'survived', tried, untried: tests.length - index }
    const { reaches, seconds: usual, spent } = await reach.ask(test, path, mutant)
    leftToMeasure -= spent
    if (!costs.has(test) && usual > 0) costs.set(test, usual)
    if (!reaches) continue
    const { failure, seconds } = await runs.run(test, costs.get(test))
    tried++
    left -= seconds
    if (failure === undefined) costs.set(test, seconds)
    else if (await passesWithoutMutant(test)) return { verdict: 'killed', by: failure }
  }
  return { verdict: 'survived', tried }
}

/**
 * The test files that may reach a source: those that noticed a fault in it first, then those that are near and cheap,
 * then those shared with other rooms. Those of real files come last, since they take longest and are not everywhere.
 */
function testsOf(room: Room, path: string, outcomes: readonly Outcome[]): string[] {
  const distances = distancesTo(join(copy, path), copy)
  const isIn = (test: string, places: readonly string[]) =>
    places.some((place) => test === place || test.startsWith(`${place}/`))
  const { shared = [], always = [] } = room
  const hasNoticed = (test: string) => outcomes.some(({ file, by }) => file === path && by?.startsWith(`${test} > `))
  return [...new Set(['test', 'bench'].flatMap((folder) => filesBelow(join(copy, folder), /\.test\.ts$/)))]
    .map((full) => ({ test: relative(copy, full).replaceAll('\\', '/'), distance: distances.get(full) }))
    .filter(
      ({ test, distance }) => isIn(test, always) || (distance !== undefined && isIn(test, [...room.tests, ...shared])),
    )
    .map(({ test, distance = FAR }) => ({
      test,
      hasNoticed: hasNoticed(test),
      isShared: isIn(test, shared),
      effort: distance + (costs.get(test) ?? reach.costOf(test) ?? USUAL_COST) / SECONDS_PER_IMPORT,
    }))
    .sort(
      (left, right) =>
        Number(isOfCorpus(left.test)) - Number(isOfCorpus(right.test)) ||
        Number(right.hasNoticed) - Number(left.hasNoticed) ||
        Number(left.isShared) - Number(right.isShared) ||
        left.effort - right.effort ||
        (left.test < right.test ? -1 : 1),
    )
    .map(({ test }) => test)
}

function isOfCorpus(test: string): boolean {
  return test.endsWith('corpus.test.ts')
}

/** Whether a test file passes without a mutant; one that does not would kill everything, and is left out. */
async function isSound(test: string): Promise<boolean> {
  if (sound.has(test) || reach.passes(test)) return true
  const { failure, seconds } = await runs.run(test)
  if (failure === undefined) {
    costs.set(test, seconds)
    sound.add(test)
    return true
  }
  unsound.add(test)
  console.log(`LEFT OUT  ${failure} fails without a mutant`)
  return false
}

function describeMutant(path: string, source: string, mutant: Mutant): Omit<Outcome, 'verdict'> {
  const lineStart = source.lastIndexOf('\n', mutant.start - 1) + 1
  const lineEnd = source.indexOf('\n', mutant.start)
  return {
    file: path,
    line: source.slice(0, mutant.start).split('\n').length,
    text: source.slice(lineStart, lineEnd < 0 ? undefined : lineEnd).trim(),
    kind: mutant.kind,
    before: source.slice(mutant.start, mutant.end),
    after: mutant.replacement,
  }
}

function printOutcome(room: string, outcome: Outcome): void {
  const { file, line, text, kind, before, after, verdict, by, tried, untried } = outcome
  console.log(`${verdict.padEnd(8)}  ${room}: ${file}:${line}  ${kind}: ${oneLine(before)} -> ${oneLine(after)}`)
  console.log(`          ${verdict === 'survived' ? text : (by ?? '')}`)
  if (verdict === 'survived') console.log(`          test files tried: ${tried}, left aside: ${untried ?? 0}`)
}

function oneLine(text: string): string {
  const short = text.replaceAll(/\s+/g, ' ')
  return short.length > 70 ? `${short.slice(0, 67)}...` : short
}

/** A copy of the project in a folder that shares the installed packages and the unpacked browser. */
function copyProject(folder: string): string {
  const listed = run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root).stdout
  for (const name of listed.split('\0').filter((name) => name !== '')) {
    if (existsSync(join(root, name))) cpSync(join(root, name), join(folder, name))
  }
  mkdirSync(join(root, '.cache'), { recursive: true })
  for (const name of ['node_modules', '.cache']) symlinkSync(join(root, name), join(folder, name), 'junction')
  const corpus = resolve(process.env['LUDOGRAPH_CORPUS'] ?? join(root, '..', 'shared', 'corpus'))
  if (existsSync(corpus)) process.env['LUDOGRAPH_CORPUS'] = corpus
  return folder
}

function run(command: string, args: string[], cwd = copy): { status: number | null; stdout: string } {
  return spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 1 << 28,
  })
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
