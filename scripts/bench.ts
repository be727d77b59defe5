/**
 * Runs the benchmarks, all or those whose names contain a word:
 *
 *     npm run bench -- pgn
 *     npm run bench -- pgn --compare     compared with the last results kept
 *     npm run bench -- pgn --keep        keeps the results in bench/results/; use a quiet machine
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Figure } from '../bench/support/figures.ts'
import { compareRuns, keepRun, keptRuns, type KeptRun } from '../bench/support/kept-results.ts'

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { compare: { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } },
})
const root = join(import.meta.dirname, '..')
const folder = join(root, 'bench')
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => basename(name, '.ts'))
const chosen = names.filter((name) => words.length === 0 || words.some((word) => name.includes(word))).sort()
if (chosen.length === 0) {
  console.error(`no benchmark is called ${words.join(' or ')}; there are: ${names.join(', ')}`)
  process.exit(2)
}
const figuresFile = join(root, '.cache', 'bench-figures.json')
mkdirSync(join(root, '.cache'), { recursive: true })
let failures = 0
for (const name of chosen) {
  console.log(`\n=== ${name}`)
  rmSync(figuresFile, { force: true })
  const done = spawnSync(process.execPath, ['--expose-gc', join(folder, `${name}.ts`)], {
    stdio: 'inherit',
    env: { ...process.env, LUDOGRAPH_BENCH_FIGURES: figuresFile },
  })
  if (done.status !== 0) {
    failures++
    continue
  }
  const run = describeRun()
  if (options.compare) compare(name, run)
  if (options.keep && run.figures.length > 0) {
    keepRun(name, run)
    console.log(`kept in bench/results/${name}.json`)
  }
}
process.exit(failures === 0 ? 0 : 1)

function describeRun(): KeptRun {
  const figures = existsSync(figuresFile) ? (JSON.parse(readFileSync(figuresFile, 'utf8')) as Figure[]) : []
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim()
  const processors = cpus()
  return {
    commit: git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+'),
    date: new Date().toISOString().slice(0, 10),
    machine: `${processors.length} x ${processors[0]?.model.trim() ?? 'unknown'}`,
    node: process.versions.node,
    figures,
  }
}

function compare(name: string, run: KeptRun): void {
  const last = keptRuns(name).at(-1)
  console.log()
  if (!last) console.log(`nothing was kept of ${name}; --keep does`)
  else for (const line of compareRuns(last, run)) console.log(line)
}
