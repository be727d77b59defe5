/** The package as another project sees it: built, installed in a folder of its own, with the database's engine beside it. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const modules = join(root, 'node_modules')

/** A project that depends on the package. */
export interface Consumer {
  folder: string
  /** Writes a file into the project and returns its path. */
  write(name: string, text: string): string
  remove(): void
}

/** Builds the library afresh into a new project that has the examples beside it, as snippets of the documents expect. */
export function installPackage({ withDatabase = true } = {}): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-package-'))
  const installed = join(folder, 'node_modules', 'ludograph')
  mkdirSync(installed, { recursive: true })
  run(join(modules, '.bin', 'tsc'), ['-p', 'tsconfig.build.json', '--outDir', join(installed, 'dist')], root)
  cpSync(join(root, 'package.json'), join(installed, 'package.json'))
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true })
  const beside = [
    'hono',
    '@hono',
    // Part of the built command, but not of one that is only compiled.
    'commander',
    'fflate',
    'fzstd',
    'ts-fsrs',
    '@types',
    'undici-types',
    ...(withDatabase ? ['@duckdb'] : []),
  ]
  for (const name of beside) symlinkSync(join(modules, name), join(folder, 'node_modules', name), 'junction')
  const write = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  write('package.json', '{ "type": "module" }')
  return { folder, write, remove: () => rmSync(folder, { recursive: true }) }
}

/** What a program printed and how it ended. */
export interface Run {
  status: number | null
  output: string
}

/** Runs a script of a project under this Node, without keeping this process from serving it. */
export async function runScript({ folder }: Consumer, script: string, words: readonly string[] = []): Promise<Run> {
  const child = spawn(process.execPath, [script, ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, output }
}

/** Checks the types of a project's files with a compiler that is installed under a name. */
export function checkTypes({ folder }: Consumer, compiler: string, files: readonly string[]): Run {
  const args = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom,esnext']
  const words = [join(modules, compiler, 'bin', 'tsc'), ...args, '--types', 'node', ...files]
  const done = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
  return { status: done.status, output: done.stdout + done.stderr }
}

function run(command: string, args: string[], folder: string): void {
  const done = spawnSync(command, args, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' })
  if (done.status !== 0) throw new Error(`${command} failed: ${done.stdout}${done.stderr}`)
}
