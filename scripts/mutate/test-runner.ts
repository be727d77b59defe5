/**
 * A process that keeps one vitest for many runs: starting vitest takes longer than most test files do.
 * Each test file still runs in a process of its own, so a mutant leaves nothing behind for the next one.
 * It is asked in messages and runs in the copy of the project.
 */
import { join, relative } from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'

export interface TestRequest {
  /** Path of the test file, from the root of the project. */
  test: string
  /** Sources that have changed since the last request. */
  changed: readonly string[]
}

export interface TestAnswer {
  /** The first test that failed. */
  failure?: string
}

const root = process.cwd()
// Test files share no process (vitest.config.ts).
process.env['LUDOGRAPH_MUTANTS'] = '1'
const vitest = await createVitest({ root, watch: false, bail: 1, maxWorkers: 1, reporters: [{}] })

process.on('message', (request: TestRequest) => {
  void run(request).then((answer) => process.send!(answer))
})
process.on('disconnect', () => process.exit())
process.send!({})

async function run({ test, changed }: TestRequest): Promise<TestAnswer> {
  for (const path of changed) vitest.invalidateFile(join(root, path))
  const specifications = await vitest.globTestSpecifications([join(root, test)])
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // Vitest remembers what other files came to in earlier runs.
  const module = testModules.find(({ moduleId }) => pathOf(moduleId) === test)
  const failure = module ? failureOf(module) : `${test} > did not run`
  if (failure !== undefined) return { failure }
  return unhandledErrors.length > 0 ? { failure: `${test} > an error outside of any test` } : {}
}

function failureOf(module: TestModule): string | undefined {
  if (module.ok()) return undefined
  const path = pathOf(module.moduleId)
  for (const { fullName } of module.children.allTests('failed')) return `${path} > ${fullName}`
  return `${path} > cannot be loaded`
}

function pathOf(moduleId: string): string {
  return relative(root, moduleId).replaceAll('\\', '/')
}
