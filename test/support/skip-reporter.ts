/**
 * Lists tests that passed only the second time, and writes what was skipped and why as JSON to the file named by
 * LUDOGRAPH_SKIPS.
 */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import type { SkipReason } from './skip-reason.ts'

/** Tests skipped for one reason. */
export interface Skips extends SkipReason {
  /** File and full name of each. */
  tests: string[]
}

export default class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    listLate(modules)
    const skips = new Map<string, Skips>()
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId)
      for (const test of module.children.allTests('skipped')) {
        const why = skipReasonOf(test)
        const key = `${why.need}: ${why.reason}`
        if (!skips.has(key)) skips.set(key, { ...why, tests: [] })
        skips.get(key)!.tests.push(`${file} > ${test.fullName}`)
      }
    }
    const list = [...skips.values()]
    const file = process.env['LUDOGRAPH_SKIPS']
    if (file !== undefined) writeFileSync(file, JSON.stringify(list))
  }
}

/** Lists the tests that failed and passed when they were run once more. */
function listLate(modules: readonly TestModule[]): void {
  for (const module of modules) {
    for (const test of module.children.allTests('passed')) {
      if (!test.diagnostic()?.flaky) continue
      console.log(`passed only the second time: ${relative(process.cwd(), module.moduleId)} > ${test.fullName}`)
      for (const { message } of test.result().errors ?? []) console.log(`          ${message}`)
    }
  }
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
