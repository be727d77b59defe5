/** The programs of examples/code, run as a stranger would run them: in a project that has the package installed. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { needs, needsBrowser } from '../support/needs.ts'
import { checkTypes, installPackage, runScript, type Consumer } from '../support/package.ts'

const code = join(import.meta.dirname, '../../examples/code')
const programs = readdirSync(code).filter((name) => name.endsWith('.ts'))

/** The command as it is only compiled. */
const command = 'node_modules/ludograph/dist/cli/start/ludograph.js'

let consumer: Consumer

beforeAll(async () => {
  consumer = installPackage()
  for (const name of readdirSync(code)) copyFileSync(join(code, name), join(consumer.folder, name))
  const { status, output } = await runScript(consumer, command, ['import', 'games.db', 'examples'])
  expect(status, output).toBe(0)
})

afterAll(() => consumer?.remove())

it('have types that hold', () => {
  expect(checkTypes(consumer, 'typescript', programs).output).toBe('')
})

it('a script asks a database what was played', async () => {
  const { status, output } = await runScript(consumer, 'explore-opening.ts', ['games.db', 'e4 e5'])
  expect([status, output]).toEqual([0, expect.stringMatching(/^\d+ games after e4 e5[^]*^Nf3 /m)])
})

it('a script reads a base of ChessBase and a folder of anything', async () => {
  const base = await runScript(consumer, 'tabulate-results.ts', ['examples/chess/short-games.cbh'])
  expect([base.status, base.output]).toEqual([0, expect.stringContaining('chess: draw 2')])
  const { status, output } = await runScript(consumer, 'tabulate-results.ts', ['examples'])
  expect([status, output]).toEqual([0, expect.stringMatching(/^othello: colour 1 wins 6$/m)])
})

it('a format of its own is read, with its issues, and converted', async () => {
  const { status, output } = await runScript(consumer, 'own-format.ts')
  expect([status, output.split('\n').slice(0, 3)]).toEqual([
    0,
    ['3 moves', '2 moves pgn/unreadable-move c2c5', '2 games written to from-own-format.pgn'],
  ])
  expect(readFileSync(join(consumer.folder, 'from-own-format.pgn'), 'utf8')).toContain('1. e4 e5 2. Nf3 *')
})

it('a server converts what it is sent, says what was lost, and refuses the rest', async () => {
  const child = spawn(process.execPath, ['convert-server.ts', '0'], { cwd: consumer.folder })
  try {
    const [printed] = (await once(child.stdout, 'data')) as [Buffer]
    const address = printed.toString().trim()
    const post = async (path: string, body: Uint8Array<ArrayBuffer> | string) =>
      await fetch(`${address}/${path}`, { method: 'POST', body })
    const game = readFileSync(join(consumer.folder, 'examples/xiangqi/annotated.pgn'))
    const made = await post('annotated.pgn?to=xqf', new Uint8Array(game))
    expect([made.status, made.headers.get('x-losses')]).toEqual([200, expect.stringContaining('loss/clocks=2')])
    expect(new TextDecoder().decode((await made.arrayBuffer()).slice(0, 2))).toBe('XQ')
    expect((await post('a.pgn?to=nothing', '1. e4')).status).toBe(400)
    const refused = await post('a.bin', '\u0000\u0001')
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringMatching(/\w/)])
    expect((await fetch(address)).status).toBe(405)
  } finally {
    child.kill()
    await once(child, 'close')
  }
})

const python = process.env['LUDOGRAPH_PYTHON']

it(
  'pandas counts the first moves of the exported tables',
  needs('python', python !== undefined, 'LUDOGRAPH_PYTHON names no Python with pandas'),
  async () => {
    const exported = await runScript(consumer, command, ['export', 'games.db', '--parquet', 'tables', '--plies'])
    expect(exported.status, exported.output).toBe(0)
    const { stdout, stderr } = spawnSync(python!, ['openings.py', 'tables'], { cwd: consumer.folder, encoding: 'utf8' })
    expect([stderr, stdout]).toEqual(['', expect.stringMatching(/^chess +e4 +\d+/m)])
  },
)

describe('a page', needsBrowser(), () => {
  it('opens an XQF game and shows it, and says what another file is', async () => {
    const browserToLaunch = inject('browser')
    if (!('launch' in browserToLaunch)) throw new Error('no browser')
    const entryPoints = [join(consumer.folder, 'open-xqf.ts')]
    const { outputFiles } = await build({ entryPoints, bundle: true, format: 'esm', write: false, logLevel: 'error' })
    const browser = await chromium.launch(browserToLaunch.launch)
    try {
      const page = await browser.newPage()
      await page.setContent('<body></body>')
      await page.addScriptTag({ type: 'module', content: outputFiles[0]!.text })
      const folder = join(consumer.folder, 'examples/xiangqi')
      const xqf = readdirSync(folder).find((name) => name.startsWith('中炮'))!
      await page.setInputFiles('input', join(folder, xqf))
      await page.waitForSelector('svg')
      expect(await page.textContent('h1')).not.toBe('')
      expect(await page.textContent('p')).toMatch(/^炮二平五/)
      await page.setInputFiles('input', join(consumer.folder, 'examples/go/ladder.sgf'))
      await expect.poll(() => page.textContent('h1')).toMatch(/not|format/i)
    } finally {
      await browser.close()
    }
  })
})
