/**
 * Starts a task of the project: `node scripts/run.mjs test`. Installs what is
 * missing, then runs scripts/<task>.ts under the Node the project pins, so
 * that a machine with an older Node and npm is enough. Plain JavaScript that
 * Node 20 understands.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const [task, ...args] = process.argv.slice(2)

const script = join(root, 'scripts', `${task}.ts`)
if (!task || !existsSync(script)) fail('usage: node scripts/run.mjs TASK; the tasks are the files scripts/*.ts')

if (!isInstalled()) {
  console.error('Installing the packages the project needs (npm ci) ...')
  const npm = process.env.npm_execpath
  const options = { cwd: root, stdio: ['ignore', 2, 2] }
  const done = npm
    ? spawnSync(process.execPath, [npm, 'ci', '--no-fund', '--no-audit'], options)
    : spawnSync('npm', ['ci', '--no-fund', '--no-audit'], { ...options, shell: true })
  if (done.status !== 0) fail('npm ci failed; its messages are above')
}

const environment = { ...process.env, PATH: join(modules, '.bin') + delimiter + process.env.PATH }
const child = spawnSync(pinnedNode(), [script, ...args], { cwd: root, stdio: 'inherit', env: environment })
process.exit(child.status ?? 130)

/** npm notes each install in node_modules; one older than the lock file is out of date. */
function isInstalled() {
  const note = join(modules, '.package-lock.json')
  return existsSync(note) && statSync(note).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
}

/** The Node of the devDependency `node`, else the running one when it is new enough. */
function pinnedNode() {
  for (const name of ['node', 'node.exe']) {
    const pinned = join(modules, 'node', 'bin', name)
    if (existsSync(pinned)) return pinned
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail('the pinned Node is not installed and this one is older than 24; run npm ci with install scripts allowed')
}

function fail(message) {
  console.error(message)
  process.exit(2)
}
