import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isSmallRun } from './test/support/scale.ts'
import { STEADY } from './test/support/steady.ts'
import { configDefaults, defineConfig } from 'vitest/config'

const PAGE = 'test/web/**/*.test.ts'

/** Milliseconds that a test may take: an hour, for a full run on a busy machine. */
const LIMIT = 3_600_000

/**
 * Rooms whose tests leave nothing behind in their process: their files share a process, which loads and compiles the
 * sources once instead of a hundred times. Mutation testing (scripts/mutate) needs to know what each file reaches by
 * itself.
 */
const SHARING =
  'test/{books,bytes,convert,database,diagrams,formats,issues,model,openings,patterns,positions,query,repertoire,rules,server,study,tablebases}/**/*.test.ts'

export default defineConfig({
  test: {
    globalSetup: ['test/support/setup.ts'],
    // Nothing but a test that hangs meets it: on a busy machine the suite is slow, not red.
    testTimeout: LIMIT,
    hookTimeout: LIMIT,
    teardownTimeout: LIMIT,
    execArgv: [STEADY],
    // The usual one leaves a processor idle, half of a machine of two; more than all of them save nothing.
    maxWorkers: '100%',
    reporters: ['default'],
    projects: [
      { extends: true, test: { name: 'rooms', include: [SHARING], isolate: process.env['LUDOGRAPH_MUTANTS'] === '1' } },
      {
        extends: true,
        test: { name: 'code', include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, SHARING, PAGE] },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: isSmallRun ? someOfPage() : [PAGE],
          globalSetup: ['test/support/setup-page.ts'],
          // They wait for the browser a good part of their time, so one more at once, after the others.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

/** One in ten of the files that test the page, which take a third of the time and depend on the machine the least. */
function someOfPage(): string[] {
  const files = readdirSync('test/web').filter((name) => name.endsWith('.test.ts'))
  return files.sort().flatMap((name, index) => (index % 10 === 1 ? [`test/web/${name}`] : []))
}
