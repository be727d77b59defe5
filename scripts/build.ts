/**
 * Builds the package: the library and its types into dist/, the command line bundled into dist/cli, its manual pages
 * into dist/man, and the web app into dist/web.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeProgram } from '../src/cli/start/command-shape.ts'
import { manPages } from '../src/cli/start/man-page.ts'
import { makeWholeProgram } from '../src/cli/start/program.ts'
import { packageVersion } from '../src/cli/version.ts'
import { bundleCommand } from './bundle-command.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
rmSync(dist, { recursive: true, force: true })
run('tsc', '-p', 'tsconfig.build.json')
await bundleCommand(root, join(dist, 'cli'))
await writeManPages()
run('vite', 'build', '--config', join('web', 'vite.config.ts'), '--logLevel', 'warn')

async function writeManPages(): Promise<void> {
  const folder = join(dist, 'man')
  mkdirSync(folder)
  const program = describeProgram(await makeWholeProgram())
  for (const { name, text } of manPages(program, packageVersion())) writeFileSync(join(folder, name), text)
}

function run(command: string, ...args: string[]): void {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (done.status !== 0) process.exit(done.status ?? 1)
}
