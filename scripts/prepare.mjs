/**
 * Builds the command when it is installed from a clone: `npm install -g .` links the folder, whose bin is not in the
 * repository. Any other install builds nothing. Plain JavaScript that old versions of Node understand.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 24

if (process.env.npm_config_global === 'true') {
  if (Number.parseInt(process.versions.node) < OLDEST_NODE) {
    console.error(
      `ludograph needs Node ${OLDEST_NODE} or newer, and this is Node ${process.versions.node}; nothing was installed.\n` +
        'In the clone itself, `npm run build` and `npx ludograph` work with this Node: they bring their own.',
    )
    process.exit(1)
  }
  const run = fileURLToPath(new URL('run.mjs', import.meta.url))
  // What belongs to the global install must not reach the one in the clone.
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(global|prefix|local_prefix)$/i.test(name)),
  )
  const done = spawnSync(process.execPath, [run, 'build'], { stdio: 'inherit', env: environment })
  process.exit(done.status ?? 1)
}
