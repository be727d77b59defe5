#!/usr/bin/env node
/** The command `ludograph`: loads the rest of the program after checking that this Node can run it. */

const OLDEST_NODE = 24

if (Number.parseInt(process.versions.node) >= OLDEST_NODE) {
  // Node caches compiled code in the system's folder for temporary files, which halves the start-up time.
  const { enableCompileCache } = await import('node:module')
  enableCompileCache()
  const words = process.argv.slice(2)
  const { writesFiles } = await import('./command-table.ts')
  if (writesFiles(words)) (await import('./supervisor.ts')).runCommand(words)
  else await (await import('./main.ts')).runHere(words)
} else {
  console.error(
    `ludograph needs Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node}.\n` +
      'In a clone of the project, `npx ludograph` runs it under the Node that `npm ci` brings.',
  )
  process.exitCode = 2
}
