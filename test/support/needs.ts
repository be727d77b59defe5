/**
 * What a test needs that not every machine has. A test without it is skipped
 * with its reason, which the run lists at its end; `LUDOGRAPH_REQUIRE` names
 * the needs, comma-separated, for which a skip is a failure there.
 */
import { inject, type SuiteOptions } from 'vitest'
import { hasCorpus } from './corpus.ts'
import type { Need, SkipReason } from './skip-reason.ts'

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: SkipReason
  }
}

/** Options of a test or a `describe` that runs when `met` and is skipped for `reason` otherwise. */
export function needs(need: Need, met: boolean, reason: string): SuiteOptions {
  return met ? {} : { skip: true, meta: { skipReason: { need, reason } } }
}

/** Options of tests that read these folders or files of the shared corpus. */
export function needsCorpus(...paths: string[]): SuiteOptions {
  const missing = paths.filter((path) => !hasCorpus(path))
  return needs('corpus', missing.length === 0, `the shared corpus has no ${missing.join(', ')}`)
}

/** Options of tests that open the page in a browser. */
export function needsBrowser(): SuiteOptions {
  const browser = inject('browser')
  return needs('browser', 'launch' in browser, 'missing' in browser ? browser.missing : '')
}
