/**
 * Every line of every shell block in the README and in docs/ is run, in a folder that has the files it names, or is
 * listed here with the reason why it cannot be. The tours and the dossiers have tests of their own, which compare output.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needs } from '../support/needs.ts'
import { installCommand, setStage } from '../support/stage.ts'

const root = join(import.meta.dirname, '../..')

/** Lines that are not run, and why. */
const NOT_RUN: readonly [line: RegExp, reason: string][] = [
  [/^npm (run demo|test|run build)|^npm install -g \./, 'runs this suite, or builds and installs the project'],
  [/^npx ludograph/, 'needs a release on npm, or takes what is built in the project'],
  [/^docker /, 'needs Docker and its registry'],
  [
    /^ludograph cluster |clickhouse:\/\/|^export CLICKHOUSE/,
    'needs servers of ClickHouse; test/database/cluster.test.ts has some',
  ],
  [/^apt-get |^for package in|scripts\/cluster\.ts/, 'installs ClickHouse'],
  [/chdb@|pyspark|LUDOGRAPH_CHDB/, 'installs ClickHouse and Spark for test/database/parquet.test.ts'],
  [
    /^ludograph engines (add|test|options)|--engine|^ludograph analyse/,
    'needs an engine of yours; test/cli/engines.test.ts has some',
  ],
  [/tablebase\.lichess\.ovh|lichess\.org|example\.org/, 'needs the network'],
  [/^ludograph tablebase syzygy/, 'needs Syzygy tables of a pawn ending; test/tablebases has tables of its own'],
  [/^curl .*\/api\/analyse/, 'needs an engine of yours; test/server asks the same address'],
  [/^ludograph completion .*>/, 'writes to the settings of a shell; test/cli/completion.test.ts runs the scripts'],
  [/^man /, 'needs an installation with manual pages'],
]

/** A command that runs until it is stopped. */
const SERVES = /^ludograph (serve|mcp) /

/** What a command says that found nothing, which is no fault of the document. */
const NOTHING_FOUND = /^0 games found$|^No game in the database shows it\.$|nothing to write$/m

interface Line {
  from: string
  page: string
  command: string
  reason: string | undefined
}

function linesOf(path: string): Line[] {
  const text = readFileSync(path, 'utf8')
  const page = relative(root, path)
  return [...text.matchAll(/^```(?:sh|bash|shell)\n(.*?)^```/gms)].flatMap((block) => {
    const first = text.slice(0, block.index).split('\n').length + 1
    return block[1]!.split('\n').flatMap((line, index) => {
      const command = line.replace(/\s+#\s.*$/, '').trim()
      if (command === '' || command.startsWith('#')) return []
      const reason = NOT_RUN.find(([pattern]) => pattern.test(command))?.[1]
      return [{ from: `${page}:${first + index}`, page, command, reason }]
    })
  })
}

const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.md') && !/^(api|tours)\//.test(name) && name !== 'dossiers.md')
  .sort()
const lines = ['README.md', ...pages.map((name) => `docs/${name}`)].flatMap((name) => linesOf(join(root, name)))

const folder = mkdtempSync(join(tmpdir(), 'ludograph-shell-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('every reason for not running a line has a line', () => {
  const unused = NOT_RUN.filter(([pattern]) => !lines.some(({ command }) => pattern.test(command)))
  expect(unused).toEqual([])
})

const hasShell = spawnSync('sh', ['-c', 'true']).status === 0

describe('shell blocks', needs('platform', hasShell, 'sh is not here'), () => {
  const stage = join(folder, 'stage')
  let env: NodeJS.ProcessEnv
  let server: ChildProcess | undefined
  let address = ''

  beforeAll(async () => {
    const bin = installCommand(join(folder, 'bin'))
    const home = join(folder, 'home')
    mkdirSync(home)
    env = {
      ...process.env,
      PATH: bin + delimiter + process.env['PATH'],
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      NO_COLOR: '1',
      FORCE_COLOR: '0',
    }
    setStage(stage, root, env)
    cpSync(join(stage, 'games.db'), join(folder, 'served.db'), { recursive: true })
    server = spawn(join(bin, 'ludograph'), ['serve', 'served.db', '--port', '0'], { cwd: folder, env })
    const [printed] = (await once(server.stdout!, 'data')) as [Buffer]
    address = printed.toString().trim().replace('http://', '')
  })

  afterAll(async () => {
    if (server?.kill('SIGINT')) await once(server, 'close')
  })

  /** The lines of a page run one after another in a folder of their own. */
  function placeOf(page: string): string {
    const place = join(folder, page.replaceAll('/', '-'))
    cpSync(stage, place, { recursive: true, force: false })
    return place
  }

  const hasCurl = needs('tool', spawnSync('curl', ['--version']).status === 0, 'curl is not here')

  for (const { from, page, command, reason } of lines) {
    if (reason !== undefined) continue
    it(`${from} runs: ${command}`, command.startsWith('curl ') ? hasCurl : {}, async () => {
      const cwd = placeOf(page)
      const isServer = command.startsWith('ludograph serve')
      const asked = command.replace('localhost:8520', address).replace(/^curl /, 'curl --fail --silent --show-error ')
      const words = asked.replace(/ --open\b/, '') + (isServer ? ' --port 0' : '')
      const output = command.includes('--append') ? undefined : / -o (\S+)/.exec(command)?.[1]
      // The file of another line or of the stage, which no command replaces unasked.
      if (output) rmSync(join(cwd, output), { recursive: true, force: true })
      const child = spawn('sh', ['-c', SERVES.test(words) ? `exec ${words}` : words], { cwd, env, stdio: 'pipe' })
      let said = ''
      child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
      child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()))
      if (isServer) {
        const stop = () => child.kill('SIGINT')
        child.stdout.once('data', stop)
        await once(child, 'close')
        expect(said).toContain('http://127.0.0.1:')
        return
      }
      child.stdin.end()
      const [status] = (await once(child, 'close')) as [number | null]
      const isFine = status === 0 || (status === 1 && NOTHING_FOUND.test(said))
      expect(isFine ? 'fine' : `exit code ${status}: ${said}`).toBe('fine')
    })
  }
})
