/**
 * Builds the package: the library and its types into dist/, the command line bundled into dist/cli, its manual pages
 * into dist/man, and the web app into dist/web.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { describeProgram } from '../src/cli/command-shape.ts'
import { manPages } from '../src/cli/man-page.ts'
import { makeWholeProgram } from '../src/cli/program.ts'
import { packageVersion } from '../src/cli/version.ts'

/** A module that so many parts use is loaded with every command that opens a file. */
const SHARED_BY = 30

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
rmSync(dist, { recursive: true, force: true })
run('tsc', '-p', 'tsconfig.build.json')
await bundleCommand()
await writeManPages()
run('vite', 'build', '--config', join('web', 'vite.config.ts'), '--logLevel', 'warn')

/** Few files start faster than many: one with what help needs, one with what every command needs, others with what is loaded on demand. */
async function bundleCommand(): Promise<void> {
  const folder = join(dist, 'cli')
  rmSync(folder, { recursive: true })
  const source = (path: string) => join(root, 'src', path)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      minify: false,
      rolldownOptions: {
        // Threads are started from files beside the chunk that starts them.
        input: [
          source('cli/ludograph.ts'),
          source('cli/command-worker.ts'),
          source('cli/convert-worker.ts'),
          source('cli/validate-worker.ts'),
          source('database/import/import-worker.ts'),
          source('database/search/scan-worker.ts'),
        ],
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: {
            groups: [
              {
                name: (id, context) => (startModules((one) => context.getModuleInfo(one)).has(id) ? 'start' : null),
                debugName: 'start',
                priority: 1,
              },
              { name: 'shared', minShareCount: SHARED_BY },
            ],
          },
        },
      },
    },
  })
  chmodSync(join(folder, 'ludograph.js'), 0o755)
}

/** The modules that help and versions take: what the program imports before it loads a command. */
function startModules(infoOf: Rolldown.GetModuleInfo): ReadonlySet<string> {
  const modules = new Set([join(root, 'src', 'cli', 'main.ts')])
  // A set hands out what is added to it on the way.
  for (const id of modules) {
    for (const imported of infoOf(id)?.importedIds ?? []) if (imported.startsWith(root)) modules.add(imported)
  }
  return modules
}

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
