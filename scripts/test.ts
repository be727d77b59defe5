/**
 * Everything that must pass before a change lands: types, lint, format, unused
 * code, and the whole test suite. Tests that were skipped are listed by reason;
 * `LUDOGRAPH_REQUIRE=corpus,browser` makes a skip for lack of these a failure.
 * The last line is `N passed, N failed, N skipped`. Arguments go to vitest
 * (`npm test -- xqf` runs only matching test files); `--full` runs everything
 * instead of samples, `LUDOGRAPH_SAMPLE=small` tries fewer random examples.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { SAMPLES } from '../test/support/scale.ts'
import { NEEDS } from '../test/support/skip-reason.ts'
import type { Failure, RunReport, Skips } from '../test/support/run-reporter.ts'

const root = join(import.meta.dirname, '..')
const report = join(root, '.cache', 'vitest.json')
const runReport = join(root, '.cache', 'run.json')

interface Check {
  name: string
  command: string
  args: string[]
}

/** Two rows of checks that are run at the same time, each in its order: the package is checked as it was built. */
const checks: Check[][] = [
  [
    { name: 'types', command: 'tsc', args: ['-p', 'tsconfig.json'] },
    { name: 'types without Node', command: 'tsc', args: ['-p', 'tsconfig.portable.json'] },
    { name: 'types of the web app', command: 'tsc', args: ['-p', 'web/tsconfig.json'] },
    { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
    { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
    { name: 'unused code', command: 'knip', args: [] },
    { name: 'build', command: process.execPath, args: [join(root, 'scripts', 'build.ts')] },
    { name: 'package', command: 'publint', args: ['--strict'] },
  ],
  [{ name: 'api reference', command: process.execPath, args: [join(root, 'scripts', 'api.ts'), '--check'] }],
]

/** The part of vitest's report that is used. */
interface Report {
  numPassedTests: number
  /** One for each file; times in milliseconds. */
  testResults: { name: string; startTime: number; endTime: number }[]
}

const SLOWEST = 5
/** Lines of a failure's error that are repeated at the end; the whole stands above. */
const FAILURE_LINES = 5

let passed = 0
let failed = 0
let skipped = 0

const words = process.argv.slice(2)
if (words.includes('--full')) process.env['LUDOGRAPH_SAMPLE'] = 'full'
const chosen = process.env['LUDOGRAPH_SAMPLE']
if (chosen !== undefined && !(SAMPLES as readonly string[]).includes(chosen)) {
  console.error(`LUDOGRAPH_SAMPLE is "${chosen}"; it may be ${SAMPLES.join(', ')}`)
  process.exit(2)
}
const required = new Set<string>(process.env['LUDOGRAPH_REQUIRE']?.split(',').filter((need) => need !== ''))
for (const need of required) {
  if ((NEEDS as readonly string[]).includes(need)) continue
  console.error(`LUDOGRAPH_REQUIRE names "${need}"; there are: ${NEEDS.join(', ')}`)
  process.exit(2)
}
const filters = words.filter((word) => word !== '--full')
const isWhole = filters.length === 0
if (isWhole) await Promise.all(checks.map(runChecks))
runTests(filters)

console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed === 0 ? 0 : 1)

async function runChecks(row: readonly Check[]): Promise<void> {
  for (const check of row) await runCheck(check)
}

async function runCheck({ name, command, args }: Check): Promise<void> {
  const start = performance.now()
  const child = spawn(command, args, { cwd: root, shell: needsShell(command), stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const status = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
    child.once('error', (error) => {
      output.push(Buffer.from(error.message))
      resolve(null)
    })
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (status === 0) {
    passed++
    console.log(`ok      ${name} (${seconds} s)`)
    return
  }
  failed++
  console.log(`FAILED  ${name} (${seconds} s)\n${Buffer.concat(output).toString()}`)
}

/** On Windows the programs of packages are scripts of its shell; Node is not, and may lie in a folder with a space. */
function needsShell(command: string): boolean {
  return process.platform === 'win32' && command !== process.execPath
}

function runTests(filters: string[]): void {
  mkdirSync(join(root, '.cache'), { recursive: true })
  for (const file of [report, runReport]) rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./test/support/run-reporter.ts']
  const args = ['run', ...reporters, `--outputFile.json=${report}`, ...filters]
  const done = spawnSync('vitest', args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, LUDOGRAPH_RUN: runReport, ...(isWhole && { LUDOGRAPH_BUILT: '1' }) },
  })
  try {
    const counts = JSON.parse(readFileSync(report, 'utf8')) as Report
    passed += counts.numPassedTests
    printSlowest(counts)
    const { skips, failures } = JSON.parse(readFileSync(runReport, 'utf8')) as RunReport
    for (const group of skips) countSkips(group)
    failed += failures.length
    if (done.status !== 0 && failures.length === 0) failed++
    // Last, because the end of a long output is what is read, and what is kept where an output is cut.
    for (const failure of failures) printFailure(failure)
  } catch {
    failed++
    console.log('FAILED  the test runner left no report')
  }
}

/** Lists the slowest test files, to help keep the total under ten minutes. */
function printSlowest({ testResults }: Report): void {
  const files = testResults.map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }))
  const slowest = files.sort((left, right) => right.seconds - left.seconds).slice(0, SLOWEST)
  console.log('\nslowest test files')
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`)
  console.log()
}

function printFailure({ name, message }: Failure): void {
  console.log(`FAILED  ${name}`)
  for (const line of message.split('\n').slice(0, FAILURE_LINES)) console.log(`          ${line}`)
}

/** Counts the tests skipped for one reason and lists them: as failures if what they lack is required. */
function countSkips({ need, reason, tests }: Skips): void {
  const isRequired = required.has(need)
  if (isRequired) failed += tests.length
  else skipped += tests.length
  console.log(`${isRequired ? 'FAILED ' : 'skipped'} ${tests.length} for want of ${need}: ${reason}`)
  for (const test of tests) console.log(`          ${test}`)
}
