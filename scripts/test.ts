/**
 * Everything that must hold before a change lands: types, lint, format,
 * unused code, and the whole test suite. The last line is
 * `N passed, N failed, N skipped`. Words go to vitest (`npm test -- xqf` runs
 * only matching test files); `--full` runs everything instead of samples.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const report = join(root, '.cache', 'vitest.json')

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

const words = process.argv.slice(2)
if (words.includes('--full')) process.env['LUDOGRAPH_FULL'] = '1'
const filters = words.filter((word) => word !== '--full')
if (filters.length === 0) for (const check of checks) runCheck(check)
const { skipped } = runTests(filters)

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

function runTests(filters: string[]): { skipped: number } {
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters]
  const done = spawnSync('vitest', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  try {
    const counts = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>
    passed += counts['numPassedTests'] ?? 0
    failed += counts['numFailedTests'] ?? 0
    // A file that cannot be loaded fails without a failing test in it.
    if (done.status !== 0 && counts['numFailedTests'] === 0) failed++
    return { skipped: (counts['numPendingTests'] ?? 0) + (counts['numTodoTests'] ?? 0) }
  } catch {
    failed++
    console.log('FAILED  the test runner left no report')
    return { skipped: 0 }
  }
}
