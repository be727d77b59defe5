/**
 * A tour of Ludograph on the files under examples/: `npm run demo`. Every
 * step is a real command with its real output; the tour fails when one of
 * them does not do what it should. `--check` is the same for machines.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { styleText } from 'node:util'

const root = join(import.meta.dirname, '..')
const main = join(root, 'dist', 'cli', 'main.js')
const out = join('.cache', 'demo')

interface Step {
  title: string
  /** Words of a `ludograph` command. */
  run: string[]
  /** The exit code to expect, 0 when not given. */
  exit?: number
  /** Checked afterwards; answers what is wrong. */
  check?: () => string | undefined
  /** A file to print afterwards. */
  print?: string
}

const XIANGQI_GAME = 'examples/xiangqi/中炮对屏风马.xqf'

const steps: Step[] = [
  { title: 'What are these files?', run: ['info', 'examples'] },
  {
    title: 'A xiangqi game with its variations, from XQF to PGN ...',
    run: ['convert', XIANGQI_GAME, '-o', `${out}/game.pgn`],
    print: `${out}/game.pgn`,
  },
  {
    title: '... and back to the same bytes',
    run: ['convert', `${out}/game.pgn`, '-o', `${out}/game.xqf`],
    check: () => difference(`${out}/game.xqf`, XIANGQI_GAME),
  },
  {
    title: 'A Go game as clean data, JSON lines ...',
    run: ['convert', 'examples/go/ladder.sgf', '-o', `${out}/ladder.jsonl`],
  },
  {
    title: '... and back to SGF',
    run: ['convert', `${out}/ladder.jsonl`, '-o', `${out}/ladder.sgf`],
    print: `${out}/ladder.sgf`,
  },
  {
    title: 'A year of Othello games from WTHOR to SGF ...',
    run: ['convert', 'examples/othello/WTH_2001.wtb', '-o', `${out}/othello.sgf`],
  },
  {
    title: '... and back to the same bytes',
    run: ['convert', `${out}/othello.sgf`, '-o', `${out}/WTH_2001.wtb`, '--write-option', 'created=2001-12-31'],
    check: () => difference(`${out}/WTH_2001.wtb`, 'examples/othello/WTH_2001.wtb'),
  },
  {
    title: 'Games of a ChessBase database as PGN, the way the field writes it',
    run: ['convert', 'examples/chess/short-games.cbh', '-o', `${out}/short-games.pgn`],
  },
  {
    title: 'A game as a Chess Assistant database',
    run: ['convert', 'examples/chess/opera-game.pgn', '-o', `${out}/opera-game.cdp`],
  },
  {
    title: 'What a conversion loses is said: arrows and clocks have no place in XQF',
    run: ['convert', 'examples/xiangqi/annotated.pgn', '-o', `${out}/annotated.xqf`],
  },
  { title: 'Is everything in order? Every move of every line is checked', run: ['validate', 'examples'] },
  { title: 'A game on the board', run: ['show', XIANGQI_GAME] },
  { title: 'A lesson of Go as it happened, step by step', run: ['show', 'examples/go/live-study.wei7', '--timeline'] },
  { title: 'Everything in one database ...', run: ['import', `${out}/games.db`, 'examples'] },
  {
    title: '... which answers what was played in any position',
    run: ['explore', `${out}/games.db`, '--game', 'othello', '--moves', 'f5f6e6f4'],
  },
]

if (!isBuilt()) {
  console.log('Building ...')
  const done = spawnSync(process.execPath, [join(root, 'scripts', 'build.ts')], { stdio: 'inherit' })
  if (done.status !== 0) process.exit(1)
}
rmSync(join(root, out), { recursive: true, force: true })
mkdirSync(join(root, out), { recursive: true })

const start = performance.now()
const failures = steps.map(takeStep).filter((failure) => failure !== undefined)
const seconds = ((performance.now() - start) / 1000).toFixed(1)
for (const failure of failures) console.error(styleText('red', failure))
console.log(
  `\n${steps.length - failures.length} of ${steps.length} steps went well, in ${seconds} s. The results are in ${out}.`,
)
process.exit(failures.length === 0 ? 0 : 1)

/** Runs a step, prints what a person would see, and answers what went wrong. */
function takeStep(step: Step): string | undefined {
  console.log(`\n${styleText('bold', step.title)}`)
  console.log(styleText('cyan', `$ ludograph ${step.run.join(' ')}`))
  const done = spawnSync(process.execPath, [main, ...step.run], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (step.print !== undefined && existsSync(join(root, step.print))) {
    console.log(styleText('cyan', `$ cat ${step.print}`))
    console.log(readFileSync(join(root, step.print), 'utf8').trimEnd())
  }
  if (done.status !== (step.exit ?? 0)) return `${step.title}: exit code ${done.status}, expected ${step.exit ?? 0}`
  const fault = step.check?.()
  return fault === undefined ? undefined : `${step.title}: ${fault}`
}

/** What is wrong when two files of the project are not the same, byte by byte. */
function difference(made: string, original: string): string | undefined {
  const [left, right] = [made, original].map((path) => readFileSync(join(root, path)))
  return left!.equals(right!) ? undefined : `${made} is not the same as ${original}`
}

/** Whether dist/ is newer than every source file. */
function isBuilt(): boolean {
  if (!existsSync(main)) return false
  const built = statSync(main).mtimeMs
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  return sources.every((entry) => !entry.isFile() || statSync(join(entry.parentPath, entry.name)).mtimeMs <= built)
}
