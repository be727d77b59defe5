/**
 * Everything that must hold before a change lands: types, lint, format,
 * unused code, and the whole test suite. Tests that were skipped are listed by
 * reason; `LUDOGRAPH_REQUIRE=corpus,browser` makes a skip for want of these a
 * failure. The last line is `N passed, N failed, N skipped`. Words go to vitest
 * (`npm test -- xqf` runs only matching test files); `--full` runs everything
 * instead of samples.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Skips } from '../test/support/skip-reporter.ts'

const root = join(import.meta.dirname, '..')
const report = join(root, '.cache', 'vitest.json')
const skipReport = join(root, '.cache', 'skips.json')

interface Check {
  name: string
  command: string
  args: string[]
}

const checks: Check[] = [
  { name: 'types', command: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types without Node', command: 'tsc', args: ['-p', 'tsconfig.portable.json'] },
  { name: 'types of the web app', command: 'tsc', args: ['-p', 'web/tsconfig.json'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'unused code', command: 'knip', args: [] },
  { name: 'build', command: process.execPath, args: [join(root, 'scripts', 'build.ts')] },
  { name: 'package', command: 'publint', args: ['--strict'] },
]

let passed = 0
let failed = 0
let skipped = 0

const words = process.argv.slice(2)
if (words.includes('--full')) process.env['LUDOGRAPH_FULL'] = '1'
const required = new Set(process.env['LUDOGRAPH_REQUIRE']?.split(','))
const filters = words.filter((word) => word !== '--full')
if (filters.length === 0) for (const check of checks) runCheck(check)
runTests(filters)

console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failed === 0 ? 0 : 1)

function runCheck({ name, command, args }: Check): void {
  const start = performance.now()
  const done = spawnSync(command, args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (done.status === 0) {
    passed++
    console.log(`ok      ${name} (${seconds} s)`)
    return
  }
  failed++
  console.log(`FAILED  ${name} (${seconds} s)\n${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}`)
}

function runTests(filters: string[]): void {
  mkdirSync(join(root, '.cache'), { recursive: true })
  for (const file of [report, skipReport]) rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./test/support/skip-reporter.ts']
  const args = ['run', ...reporters, `--outputFile.json=${report}`, ...filters]
  const done = spawnSync('vitest', args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, LUDOGRAPH_SKIPS: skipReport },
  })
  try {
    const counts = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>
    passed += counts['numPassedTests'] ?? 0
    failed += counts['numFailedTests'] ?? 0
    // A file that cannot be loaded fails without a failing test in it.
    if (done.status !== 0 && counts['numFailedTests'] === 0) failed++
    const skips = JSON.parse(readFileSync(skipReport, 'utf8')) as Skips[]
    for (const group of skips) countSkips(group)
  } catch {
    failed++
    console.log('FAILED  the test runner left no report')
  }
}

/** Counts the tests skipped for one reason and lists them: as failures when what they lacked is required. */
function countSkips({ need, reason, tests }: Skips): void {
  const isRequired = required.has(need)
  if (isRequired) failed += tests.length
  else skipped += tests.length
  console.log(`${isRequired ? 'FAILED ' : 'skipped'} ${tests.length} for want of ${need}: ${reason}`)
  for (const test of tests) console.log(`          ${test}`)
}
