/** Compiles the library and the command line into dist/, and the web app into dist/web. */
import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
rmSync(join(root, 'dist'), { recursive: true, force: true })
run('tsc', '-p', 'tsconfig.build.json')
chmodSync(join(root, 'dist', 'cli', 'ludograph.js'), 0o755)
run('vite', 'build', '--config', join('web', 'vite.config.ts'), '--logLevel', 'warn')

function run(command: string, ...args: string[]): void {
  const done = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (done.status !== 0) process.exit(done.status ?? 1)
}
