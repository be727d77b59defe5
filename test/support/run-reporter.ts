/**
 * Writes what failed, and what was skipped and why, as JSON to the file named by LUDOGRAPH_RUN.
 */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'
import type { SkipReason } from './skip-reason.ts'

/** What a run of the tests leaves to be told at its end. */
export interface RunReport {
  failures: Failure[]
  skips: Skips[]
}

/** A test that failed, or a group or a file around tests: one that cannot be loaded fails without a failing test. */
export interface Failure {
  /** File and full name. */
  name: string
  message: string
}

/** Tests skipped for one reason. */
export interface Skips extends SkipReason {
  /** File and full name of each. */
  tests: string[]
}

export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const report: RunReport = { failures: failuresOf(modules, unhandled), skips: skipsOf(modules) }
    const file = process.env['LUDOGRAPH_RUN']
    if (file !== undefined) writeFileSync(file, JSON.stringify(report))
  }
}

function failuresOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Failure[] {
  const failures: Failure[] = []
  for (const module of modules) {
    const file = fileOf(module)
    for (const { message } of module.errors()) failures.push({ name: file, message })
    for (const suite of module.children.allSuites()) {
      for (const { message } of suite.errors()) failures.push({ name: `${file} > ${suite.fullName}`, message })
    }
    for (const test of module.children.allTests('failed')) {
      const [error] = test.result().errors ?? []
      failures.push({ name: `${file} > ${test.fullName}`, message: error?.message ?? 'no error was reported' })
    }
  }
  for (const { message } of unhandled) failures.push({ name: 'outside of all tests', message })
  return failures
}

function skipsOf(modules: readonly TestModule[]): Skips[] {
  const skips = new Map<string, Skips>()
  for (const module of modules) {
    for (const test of module.children.allTests('skipped')) {
      const why = skipReasonOf(test)
      const key = `${why.need}: ${why.reason}`
      if (!skips.has(key)) skips.set(key, { ...why, tests: [] })
      skips.get(key)!.tests.push(`${fileOf(module)} > ${test.fullName}`)
    }
  }
  return [...skips.values()]
}

function fileOf(module: TestModule): string {
  return relative(process.cwd(), module.moduleId)
}

/** The reason noted at a test or at the nearest group around it. */
function skipReasonOf(test: TestCase): SkipReason {
  let task: TestCase | TestSuite | TestModule = test
  while (task.type !== 'module') {
    const { skipReason } = task.meta()
    if (skipReason) return skipReason
    task = task.parent
  }
  return { need: 'nothing', reason: 'skipped without a reason' }
}
