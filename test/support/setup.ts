/**
 * What happens once before all tests: the browser is unpacked, or found, and
 * the run gets a temporary folder of its own, so that runs at the same time do
 * not see each other's files and nothing is left behind. Node keeps the code
 * that it has compiled: the threads and processes that tests start read the
 * same sources thousands of times.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findTestBrowser, type TestBrowser } from './browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browser: TestBrowser
  }
}

const COMPILED = join(import.meta.dirname, '..', '..', '.cache', 'compiled')

/** The variables that name the temporary folder on Windows and elsewhere. */
const TEMPORARY = ['TMPDIR', 'TEMP', 'TMP']

export default async function setup(project: TestProject): Promise<() => void> {
  project.provide('browser', await findTestBrowser())
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-tests-'))
  for (const name of TEMPORARY) process.env[name] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
