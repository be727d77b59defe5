/** Passes on which places of the page's code tests come to, when mutation tests measure that; see scripts/mutate/reach.ts. */
import { appendFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'

/** What a measured page writes to its console, before the number of the place. */
export const REACHED = 'reached '

/** The variable that names the file to which numbers are added, a line each; usually there is none. */
export const REACHED_LOG = 'LUDOGRAPH_REACHED'

/** Adds what the pages and workers of a browser come to. */
export function noteReached(browser: Browser): void {
  const log = process.env[REACHED_LOG]
  if (log === undefined) return
  browser.on('context', (context) =>
    context.on('console', (message) => {
      const text = message.text()
      if (text.startsWith(REACHED)) appendFileSync(log, `${text.slice(REACHED.length)}\n`)
    }),
  )
}
