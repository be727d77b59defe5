/**
 * What a person waits for with a small input: the start of every kind of command, and `info` of a small file of each
 * format, beside Node alone. `--help` and `info` have an aim; the others show what a thread, a writer or DuckDB adds.
 *
 *     npm run build && npm run bench -- start --keep
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, parse } from 'node:path'
import { detectFormat, SURE_ENOUGH } from '../src/convert/detect.ts'
import { DiskFileSet } from '../src/node/file-source.ts'
import { findGameFiles } from '../src/node/game-files.ts'
import { corpusPath, hasCorpus } from '../test/support/corpus.ts'
import { noteFigure } from './support/figures.ts'
import { usageMeter, type Usage } from './support/process-usage.ts'

const root = join(import.meta.dirname, '..')
const PROGRAM = join(root, 'dist', 'cli', 'ludograph.js')
const ROUNDS = 7

/** Aims for help and facts of a small file: seconds of the processor, which nothing else on the machine makes longer, and megabytes. */
const MOST_SECONDS = 0.1
const MOST_MEMORY = 60

/** Bytes of a usual file of one game or a few. */
const USUAL_SIZE = 1 << 13

const folder = mkdtempSync(join(tmpdir(), 'ludograph-start-'))
const least = usageMeter(folder)
const path = (name: string) => join(folder, name)
const example = (name: string) => join(root, 'examples', name)

/** Commands with an input of a few games. */
const COMMANDS: readonly (readonly string[])[] = [
  ['formats'],
  ['show', example('chess/opera-game.pgn')],
  ['show', example('xiangqi/annotated.pgn')],
  ['tables', example('chess/short-games.cbh')],
  ['validate', example('chess/opera-game.pgn')],
  ['validate', example('chess/short-games.cbh')],
  ['convert', example('chess/opera-game.pgn'), '-o', path('out.jsonl'), '--force'],
  ['convert', example('chess/short-games.cbh'), '-o', path('out.pgn'), '--force'],
  ['convert', example('go/ladder.sgf'), '-o', path('out.wei7'), '--force'],
  ['search', path('games.db'), '--limit', '5'],
  ['explore', path('games.db')],
  ['players', path('games.db'), '--limit', '5'],
  ['stats', path('games.db')],
]

/** A file or database of each format that is read, from the examples and the corpus: of the most usual size. */
function filesByFormat(): Map<string, string> {
  const found = new Map<string, { file: string; size: number }>()
  const places = [example(''), ...(hasCorpus('') ? [corpusPath('')] : [])]
  for (const place of places) {
    for (const { path: file } of findGameFiles(place)) {
      const size = sizeOf(file)
      const files = new DiskFileSet(file)
      const format = detectFormat(files.main, undefined, SURE_ENOUGH)
      files.close()
      if (!format?.open) continue
      const known = found.get(format.id)
      if (!known || strangeness(size) < strangeness(known.size)) found.set(format.id, { file, size })
    }
  }
  const ids = [...found.keys()].sort()
  return new Map(ids.map((id) => [id, found.get(id)!.file]))
}

/** Bytes of a file and of those beside it that belong to the same database. */
function sizeOf(file: string): number {
  const { dir, name } = parse(file)
  const parts = readdirSync(dir).filter((other) => parse(other).name === name)
  return parts.reduce((sum, part) => sum + statSync(join(dir, part)).size, 0)
}

/** How far a size is from the usual one, as a factor. */
function strangeness(size: number): number {
  return Math.abs(Math.log(size / USUAL_SIZE))
}

function print(name: string, { clock, seconds, memory }: Usage): void {
  noteFigure('start', name, { 'clock ms': clock * 1000, 'CPU ms': seconds * 1000, 'memory MB': memory })
  const times = [clock, seconds].map((time) => `${(time * 1000).toFixed(0)} ms`.padStart(8))
  console.log(`  ${name.padEnd(60)} ${times.join(' ')} ${memory.toFixed(1).padStart(7)} MB`)
}

if (!existsSync(PROGRAM)) {
  console.log('start: skipped, the built command (npm run build) is not here')
} else {
  try {
    console.log('\nthe start of commands: time by the clock, of the processor, greatest memory')
    print('node alone', least(['-e', '0'], ROUNDS))
    const aimed: [string, Usage][] = [['--help', least([PROGRAM, '--help'], ROUNDS)]]
    for (const [id, file] of filesByFormat()) {
      aimed.push([`info ${basename(file)} (${id})`, least([PROGRAM, 'info', file], ROUNDS)])
    }
    for (const [name, usage] of aimed) print(name, usage)
    least([PROGRAM, 'import', path('games.db'), example('chess')], 1)
    for (const words of COMMANDS) {
      const name = words.map((word) => (word.startsWith('/') ? basename(word) : word)).join(' ')
      print(name, least([PROGRAM, ...words], ROUNDS))
    }
    const over = aimed.filter(([, { seconds, memory }]) => seconds > MOST_SECONDS || memory > MOST_MEMORY)
    const names = over.map(([name]) => name).join(', ')
    console.log(
      `  over the aim of ${MOST_SECONDS} s of the processor and ${MOST_MEMORY} MB: ${names || 'neither help nor the facts of any file'}`,
    )
    if (over.length > 0) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
