/**
 * What every command that reads or writes games takes: processor time and greatest memory of its whole process, for a
 * tenth of the games and for all of them, beside Node alone. Memory that grows with the games is seen in the last column.
 *
 *     npm run build && npm run bench -- commands --keep
 *
 * `LUDOGRAPH_BENCH_PGN=games.pgn` names other games than the 50,000 of the corpus.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openPgn } from '../src/formats/pgn/reader.ts'
import { MemoryFileSet, MemorySource } from '../src/bytes/source.ts'
import { corpusPath, hasCorpus } from '../test/support/corpus.ts'
import { noteFigure } from './support/figures.ts'
import { usageMeter, type Usage } from './support/process-usage.ts'

const BOOK = 'chess-pgn/book-50000.pgn'
const PROGRAM = join(import.meta.dirname, '..', 'dist', 'cli', 'ludograph.js')
const SHARE = 10
const ROUNDS = 3

interface Command {
  words: (path: (name: string) => string) => string[]
  /** What must not be there before the command runs. */
  makes?: string
}

const KEPT: readonly Command[] = [
  { words: (path) => ['convert', path('games.pgn'), '-o', path('games.cbh')] },
  { words: (path) => ['import', path('games.db'), path('games.pgn')] },
]

const COMMANDS: readonly Command[] = [
  { words: (path) => ['info', path('games.pgn')] },
  { words: (path) => ['info', path('games.cbh')] },
  { words: (path) => ['validate', '--quiet', path('games.pgn')] },
  { words: (path) => ['validate', '--quiet', path('games.cbh')] },
  { words: (path) => ['tables', path('games.cbh'), '--limit', '5'] },
  { words: (path) => ['convert', path('games.pgn'), '-o', path('out.jsonl')], makes: 'out.jsonl' },
  { words: (path) => ['convert', path('games.pgn'), '-o', path('out.cbh'), '--force'] },
  { words: (path) => ['convert', path('games.pgn'), '-o', path('out.cdp'), '--force'] },
  { words: (path) => ['convert', path('games.pgn'), '-o', path('out.si4'), '--force'] },
  { words: (path) => ['convert', path('games.pgn'), '-o', path('out.csv')], makes: 'out.csv' },
  { words: (path) => ['convert', path('games.pgn'), '-o', path('out.pgn.gz')], makes: 'out.pgn.gz' },
  { words: (path) => ['convert', path('games.cbh'), '-o', path('out.pgn')], makes: 'out.pgn' },
  { words: (path) => ['convert', path('games.cbh'), '-o', path('sorted.pgn'), '--sort', 'date'], makes: 'sorted.pgn' },
  { words: (path) => ['import', path('new.db'), path('games.pgn')], makes: 'new.db' },
  { words: (path) => ['search', path('games.db'), '--player', 'carlsen', '--limit', '5'] },
  { words: (path) => ['search', path('games.db'), '--material', 'KRPkrp', '--limit', '5'] },
  { words: (path) => ['explore', path('games.db'), '--moves', 'e4 c5'] },
  { words: (path) => ['explore', path('games.db'), '--min-rating', '2600'] },
  { words: (path) => ['patterns', path('games.db'), '--game', 'chess', '--material', 'KRPkrp'] },
  { words: (path) => ['export', path('games.db'), '-o', path('out.pgn')], makes: 'out.pgn' },
  { words: (path) => ['book', path('games.db'), '-o', path('out.bin')], makes: 'out.bin' },
  { words: (path) => ['publish', path('games.db'), path('site')], makes: 'site' },
  { words: (path) => ['records', path('games.db')] },
  { words: (path) => ['report', path('games.db'), '--moves', 'e4 c5'] },
  { words: (path) => ['players', path('games.db'), '--limit', '5'] },
  { words: (path) => ['verify', path('games.db')] },
  { words: (path) => ['dedupe', path('games.db'), '--limit', '5'] },
]

const folder = mkdtempSync(join(tmpdir(), 'ludograph-commands-'))
const least = usageMeter(folder)

/** A folder of its own for so many games, with the databases that commands read. */
function prepare(name: string, pgn: Uint8Array): (name: string) => string {
  const own = join(folder, name)
  mkdirSync(own)
  const path = (file: string) => join(own, file)
  writeFileSync(path('games.pgn'), pgn)
  for (const { words } of KEPT) least([PROGRAM, ...words(path)], 1)
  return path
}

function printCommand(name: string, few: Usage, many: Usage): void {
  noteFigure('commands', name, {
    'CPU ms': many.seconds * 1000,
    'memory MB': many.memory,
    'CPU ms, a tenth': few.seconds * 1000,
    'memory MB, a tenth': few.memory,
  })
  const time = ({ seconds }: Usage) => `${seconds.toFixed(2)} s`.padStart(9)
  const memory = ({ memory: size }: Usage) => `${size.toFixed(0)} MB`.padStart(8)
  const grown = (many.memory / few.memory).toFixed(2)
  console.log(`  ${name.padEnd(60)} ${time(few)} ${time(many)}  ${memory(few)} ${memory(many)} ${grown.padStart(6)}`)
}

const pgn = process.env['LUDOGRAPH_BENCH_PGN'] ?? (hasCorpus(BOOK) ? corpusPath(BOOK) : undefined)
if (pgn === undefined || !existsSync(PROGRAM)) {
  console.log(
    `commands: skipped, ${pgn === undefined ? 'the shared corpus' : 'the built command (npm run build)'} is not here`,
  )
} else {
  try {
    const bytes = new Uint8Array(readFileSync(pgn))
    const all = openPgn(new MemoryFileSet(new MemorySource(basename(pgn), bytes)))
    const tenth = Math.floor(all.count / SHARE)
    const end = all.entry(tenth).record!.origin!.offset
    const few = prepare('few', bytes.subarray(0, end))
    const many = prepare('many', bytes)
    console.log(
      `\ncommands on ${tenth.toLocaleString('en')} and on ${all.count.toLocaleString('en')} games; processor time, greatest memory`,
    )
    const alone = least(['-e', '0'], ROUNDS)
    printCommand('node alone', alone, alone)
    for (const { words, makes } of COMMANDS) {
      const used = [few, many].map((path) =>
        least([PROGRAM, ...words(path)], ROUNDS, () => {
          if (makes === undefined) return
          rmSync(path(makes), { recursive: true, force: true })
        }),
      )
      printCommand(words(basename).join(' '), used[0]!, used[1]!)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
