/** How tests run the program, and other TypeScript, in a process of its own. */
import { join } from 'node:path'
import { STEADY } from './steady.ts'

const root = join(import.meta.dirname, '..', '..')

/** What Node runs for the sources of the program. */
export const SOURCES: readonly string[] = [STEADY, join(root, 'src', 'cli', 'start', 'ludograph.ts')]

/**
 * What Node runs as `ludograph`: the program that `npm test` has just built and that users run, which starts in half
 * the time; or, when only some test files run, the sources, so that no build is needed.
 */
export const PROGRAM: readonly string[] =
  process.env['LUDOGRAPH_BUILT'] === '1' ? [join(root, 'dist', 'cli', 'ludograph.js')] : SOURCES
