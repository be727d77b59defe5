/**
 * A tour of Ludograph on the files under examples/: `npm run demo`. Every
 * step is a real command with its real output; the tour fails if one of them does not do what it should. It
 * ends with the app on the database it made; `--check` checks that the app responds, and stops it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { styleText } from 'node:util'

const root = join(import.meta.dirname, '..')
const main = join(root, 'dist', 'cli', 'ludograph.js')
const out = join('.cache', 'demo')

interface Step {
  title: string
  /** Arguments of a `ludograph` command. */
  run: string[]
  /** The expected exit code, 0 by default. */
  exit?: number
  /** A check afterwards; returns what is wrong. */
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
  {
    title: '... and how a corner went on, whichever corner and colour it was',
    run: ['patterns', `${out}/games.db`, '--game', 'go', '--pattern', '...../...../..X../...../.....', '--depth', '3'],
  },
]

// The tour names an engine, but not in the settings of whoever takes it.
process.env['XDG_CONFIG_HOME'] = join(root, out, 'settings')
const engine = findEngine()
if (engine) {
  steps.push(
    { title: 'An engine of this machine under a name ...', run: ['engines', 'add', 'mine', ...engine] },
    {
      title: '... says how a game was played',
      run: [
        'analyse',
        'examples/chess/opera-game.pgn',
        '-o',
        `${out}/analysed.pgn`,
        '--engine',
        'mine',
        '--nodes',
        '20000',
      ],
      print: `${out}/analysed.pgn`,
    },
  )
}

if (!isBuilt()) {
  console.log('Building ...')
  const done = spawnSync(process.execPath, [join(root, 'scripts', 'build.ts')], { stdio: 'inherit' })
  if (done.status !== 0) process.exit(1)
}
rmSync(join(root, out), { recursive: true, force: true })
mkdirSync(join(root, out), { recursive: true })

const start = performance.now()
const failures = steps.map(takeStep).filter((failure) => failure !== undefined)
if (!engine) {
  console.log('\nWith an engine, ludograph analyse says how games were played: install one, for example with')
  console.log('apt install stockfish, and name it with ludograph engines add sf /usr/games/stockfish.')
  console.log('The tab Engine of the page then asks it too.')
}
const app = await startApp()
const appFault = await checkApp(app.address)
if (appFault !== undefined) failures.push(`${app.title}: ${appFault}`)
const seconds = ((performance.now() - start) / 1000).toFixed(1)
for (const failure of failures) console.error(styleText('red', failure))
console.log(
  `\n${steps.length + 1 - failures.length} of ${steps.length + 1} steps went well, in ${seconds} s. The results are in ${out}.`,
)
if (failures.length > 0 || process.argv.includes('--check')) {
  app.stop()
  process.exit(failures.length === 0 ? 0 : 1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    app.stop()
    process.exit(130)
  })
}
console.log(`\nOpen ${styleText('bold', app.address!)} in a browser. Ctrl-C ends the app.`)
if (engine) console.log('Beside a game of chess, the tab Engine asks the same engine (key E).')

/** The words that start a chess engine: one of the system, or that of the tests; undefined without either. */
function findEngine(): string[] | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/games'].filter((folder) => folder !== '')
  const system = folders.map((folder) => join(folder, 'stockfish')).find((path) => existsSync(path))
  if (system !== undefined) return [system]
  const script = join(root, 'node_modules', 'stockfish', 'src', 'stockfish.js')
  return existsSync(script) ? [process.execPath, '--', script] : undefined
}

/** Starts the app on the database of the tour; its address is absent if it did not start. */
async function startApp(): Promise<{ title: string; address?: string; stop(): void }> {
  const title = 'The games in the browser'
  const words = ['serve', `${out}/games.db`, '--port', '0']
  console.log(`\n${styleText('bold', title)}`)
  console.log(styleText('cyan', `$ ludograph ${words.join(' ')}`))
  const child = spawn(process.execPath, [main, ...words], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = () => child.kill()
  for await (const address of createInterface(child.stdout)) {
    console.log(address)
    return { title, address, stop }
  }
  return { title, stop }
}

/** What is wrong with the app: the page, its files and the games must be available. */
async function checkApp(address: string | undefined): Promise<string | undefined> {
  if (address === undefined) return 'it did not start'
  const page = await fetch(address)
  const text = await page.text()
  if (!page.headers.get('content-type')?.startsWith('text/html')) return 'there is no page'
  const files = [...text.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, name]) => name!)
  if (files.length === 0) return 'the page names no files'
  for (const name of files) {
    const { status } = await fetch(`${address}/${name}`)
    if (status !== 200) return `${name} is answered with ${status}`
  }
  const games = await fetch(`${address}/api/games?max=1`)
  if (games.status !== 200) return `the games are answered with ${games.status}`
  const count = Number(games.headers.get('x-total-count'))
  console.log(`The page with its ${files.length} files answers, and so do ${count} games.`)
  return count > 0 ? undefined : 'the database has no games'
}

/** Runs a step, prints its output, and returns what went wrong. */
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

/** The message if two files of the project are not identical. */
function difference(made: string, original: string): string | undefined {
  const [left, right] = [made, original].map((path) => readFileSync(join(root, path)))
  return left!.equals(right!) ? undefined : `${made} is not the same as ${original}`
}

/** Whether dist/ is newer than every source file. */
function isBuilt(): boolean {
  const page = join(root, 'dist', 'web', 'index.html')
  if (!existsSync(main) || !existsSync(page)) return false
  const built = Math.min(statSync(main).mtimeMs, statSync(page).mtimeMs)
  const sources = ['src', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }),
  )
  return sources.every((entry) => !entry.isFile() || statSync(join(entry.parentPath, entry.name)).mtimeMs <= built)
}
