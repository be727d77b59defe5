#!/usr/bin/env node
/** The command `ludograph`: loads the rest of the program after checking that this Node can run it. */

const OLDEST_NODE = 24

if (Number.parseInt(process.versions.node) >= OLDEST_NODE) {
  // Node caches compiled code in the system's folder for temporary files, which halves the start-up time.
  const { enableCompileCache } = await import('node:module')
  enableCompileCache()
  const { compileBriefly, compileSimply, isLookUp, isOverInAMoment, isSmallConversion, runLightly } =
    await import('./quick.ts')
  const words = process.argv.slice(2)
  if (isOverInAMoment(words)) {
    runLightly(words)
    await (await import('./main.ts')).runHere(words)
  } else if (isSmallConversion(words)) {
    compileSimply()
    await (await import('./alone.ts')).runAlone(words)
  } else {
    compileBriefly()
    if (isLookUp(words)) await (await import('./main.ts')).runHere(words)
    else (await import('./supervisor.ts')).runCommand()
  }
} else {
  console.error(
    `ludograph needs Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node}.\n` +
      'In a clone of the project, `npx ludograph` runs it under the Node that `npm ci` brings.',
  )
  process.exitCode = 2
}
