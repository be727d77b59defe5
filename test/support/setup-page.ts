/** What happens once before all tests of the page: it is built. */
import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { buildPage } from './web.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built page, which tests only read. */
    page: string
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = await buildPage()
  project.provide('page', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
