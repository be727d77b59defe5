/** The engine beside the board, with scripts as engines of the server. */
import { copyFileSync, readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { isPass, isPlacement, makePlacement, moveFrom, moveTo } from '../../src/model/move.ts'
import { emptyRecord, GAMES, type Game, type GameRecord } from '../../src/model/record.ts'
import { openEngine } from '../../src/engines/index.ts'
import { rulesOf } from '../../src/rules/index.ts'
import type { ServedEngine } from '../../src/server/engines.ts'
import { serve, type RunningServer } from '../../src/server/serve.ts'
import { importRecords } from '../support/databases.ts'
import { needsBrowser } from '../support/needs.ts'
import { randomGames } from '../support/random-games.ts'
import { scripted } from '../support/scripted-engine.ts'
import { faults, newPage, PATIENCE, servePage, takeScreenshot, visit } from '../support/web.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-engine-page-'))
let built: string
let database: Database
let server: RunningServer

/** Stockfish.js 10 (GPL, a development dependency), as somebody would bring it. */
const STOCKFISH_FILES = ['stockfish.js', 'stockfish.wasm'].map((name) =>
  join(dirname(createRequire(import.meta.url).resolve('stockfish')), name),
)

/** The page on a host without a database, with the files of an engine beside it. */
const site = await servePage()
const browser: Browser | undefined = site?.browser

/** Milliseconds that the engine of chess takes for a search with a limit, and whether it dies of one. */
/** Searches that end by themselves; the others go on until they are stopped. */
let answers = Infinity
let dies = false

/** What the engine of chess was sent. */
let heard: string[] = []

/** The moves after `position`, as UCI writes them. */
function positionOf(line: string) {
  const chess = rulesOf('chess')
  const [, fen = '', moves = ''] = /^position fen (.*?)(?: moves (.*))?$/.exec(line) ?? []
  const position = chess.parse(fen)
  for (const text of moves.split(' ').filter(Boolean)) chess.play(position, chess.readMove(position, text, 'uci')!)
  return position
}

/**
 * An engine of chess that prefers the first legal moves in the order of the rules. It finds the position worth 30
 * hundredths to White before the second move of Black, and 300 less or more after it.
 */
function chessEngine(): ServedEngine {
  let position = rulesOf('chess').start()
  const { connect, heard: lines } = scripted((line, say, end) => {
    const chess = rulesOf('chess')
    if (line === 'uci') {
      say('id name Script 1', 'option name MultiPV type spin default 1 min 1 max 500')
      say('option name Skill Level type spin default 20 min 0 max 20', 'uciok')
    } else if (line === 'isready') say('readyok')
    else if (line === 'quit') end('exit code 0')
    else if (line.startsWith('position')) position = positionOf(line)
    else if (line.startsWith('go')) {
      if (dies) return end('exit code 9')
      const moves = chess.legal(position).slice(0, 3)
      const texts = moves.map((move) => chess.writeMove(position, move, 'uci'))
      const white = position.ply < 4 ? 30 : 330
      const own = position.turn === 1 ? white : -white
      texts.forEach((text, index) =>
        say(`info depth 12 multipv ${index + 1} score cp ${own - 80 * index} nodes 5000 time 20 pv ${text}`),
      )
      if (!/movetime 600000/.test(line) && answers-- > 0) say(`bestmove ${texts[0]}`)
    } else if (line === 'stop') say('bestmove 0000')
  })
  heard = lines
  return { name: 'Script', games: ['chess'], open: () => openEngine('uci', connect) }
}

/** An engine of Go that prefers the middle of the board, and thinks that Black owns its left half. */
function goEngine(): ServedEngine {
  const { connect } = scripted((line, say) => {
    if (line === '') return say('')
    const [id, word] = line.split(' ')
    if (word === 'name') say(`=${id} Go Script`, '')
    else if (word === 'list_commands') say(`=${id} kata-analyze`, '')
    else if (word === 'kata-analyze') {
      const owners = Array.from({ length: 361 }, (_, square) => (square % 19 < 9 ? 0.8 : -0.6)).join(' ')
      say(
        `=${id}`,
        `info move K10 visits 900 winrate 0.61 scoreLead 2.5 order 0 pv K10 Q4 info move C3 visits 50 winrate 0.4 scoreLead -1 order 1 pv C3 info move Q17 visits 30 winrate 0.58 scoreLead 1 order 2 pv Q17 ownership ${owners}`,
      )
    } else say(`=${id}`, '')
  })
  return { name: 'Go Script', games: ['go'], open: () => openEngine('gtp', connect) }
}

/**
 * A record in which the second legal move was played, and lost 40 % of the chances; the first one is a variation that is
 * nearly as good as the start.
 */
function evaluated(game: Game): GameRecord {
  const record = emptyRecord(game)
  const rules = rulesOf(game)
  const position = rules.start(record)
  const [better, played, , searched] = rules.legal(position).filter((move) => !isPass(move))
  const chance = position.turn === 1 ? (lost: number) => 0.56 - lost : (lost: number) => 0.44 + lost
  const nodes = [
    // The fourth was searched only.
    { parent: -1, evaluation: { winrate: chance(0), lines: [{ moves: [searched!], winrate: chance(0.06) }] } },
    { parent: 0, move: played!, evaluation: { winrate: chance(0.4) } },
    { parent: 0, move: better!, evaluation: { winrate: chance(0.02) } },
  ]
  return { ...record, nodes }
}

/** Their numbers in the database. */
const EVALUATED: Readonly<Record<Game, number>> = { chess: 4, xiangqi: 5, go: 6, othello: 7 }

/** Clicks on a square of the board. */
async function clickSquare(page: Page, game: Game, square: number): Promise<void> {
  const { columns, rows } = rulesOf(game).start()
  const isUpward = game === 'chess' || game === 'xiangqi'
  const row = Math.floor(square / columns)
  const at = { x: ((square % columns) + 0.5) * 100, y: ((isUpward ? rows - 1 - row : row) + 0.5) * 100 }
  const { x, y } = await page
    .locator('svg.board')
    .first()
    .evaluate((board, { x, y }) => {
      const point = new DOMPoint(x, y).matrixTransform((board as SVGSVGElement).getScreenCTM()!)
      return { x: point.x, y: point.y }
    }, at)
  await page.mouse.click(x, y)
}

beforeAll(async () => {
  if (!browser) return
  built = site!.folder
  for (const file of STOCKFISH_FILES) copyFileSync(file, join(built, basename(file)))
  const go = { ...emptyRecord('go'), nodes: [{ parent: -1 }, { parent: 0, move: makePlacement(60, 1) }] }
  const records = [...randomGames('chess', 2, 1, 10), go, ...GAMES.map(evaluated)]
  database = await importRecords(folder, 'games.db', records)
  server = await serve(database, { page: built, engines: [chessEngine(), goEngine()] })
})

afterAll(async () => {
  if (!browser) return
  await site?.close()
  await server.close()
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What the page comes to show, on a busy machine too. */
const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })

describe('the engine beside the board', needsBrowser(), () => {
  let page: Page
  const errors: string[] = []

  const open = async (id: number) => {
    await visit(page, `${server.address}/#/games?id=${id}`)
    await page.locator('nav.parts').waitFor()
    await page.locator('.board-pane svg.board').waitFor()
  }
  const lines = () => page.locator('.engine-lines li')
  const line = (index: number) => lines().nth(index)
  const movesShown = () => page.locator('.move-list .move').allTextContents()

  beforeEach(async () => {
    errors.length = 0
    page = await newPage(browser!, errors, { viewport: { width: 1280, height: 800 }, locale: 'en' })
  })

  afterEach(async () => {
    await page.close()
    expect(errors).toEqual([])
  })

  it('starts and stops with a key, and follows the board', async () => {
    await open(1)
    await page.keyboard.press('e')
    await eventually(() => lines().count()).toBe(3)
    await eventually(() => line(0).locator('.value').textContent()).toBe('+0.30')
    expect(await page.locator('.evaluation-bar').getAttribute('aria-label')).toBe('Evaluation: +0.30')
    expect(await page.locator('.candidate').count()).toBe(3)
    await takeScreenshot(page, 'engine-chess')
    expect(await faults(page)).toEqual([])
    const before = heard.filter((text) => text.startsWith('go')).length
    await page.keyboard.press('End')
    await eventually(() => line(0).locator('.value').textContent()).toBe('+3.30')
    expect(heard.filter((text) => text.startsWith('go')).length).toBe(before + 1)
    await page.keyboard.press('e')
    await eventually(() => page.locator('.candidate').count()).toBe(0)
    await eventually(async () => heard.at(-1)).toBe('stop')
  })

  it('plays its moves, and keeps a line as a variation', async () => {
    await open(1)
    await page.keyboard.press('e')
    await line(0).locator('.move').click()
    await eventually(() => page.locator('.move[aria-current]').textContent()).toContain('Na3')
    expect(await movesShown()).toHaveLength(11)
    await page.keyboard.press('Home')
    await eventually(() => line(2).locator('.move').textContent()).toContain('Nf3')
    await line(2)
      .getByRole('button', { name: /Keep this line/ })
      .click()
    await eventually(() => movesShown()).toHaveLength(12)
    // The board stays, and the value is kept with the line.
    expect(await page.locator('.move[aria-current]').count()).toBe(0)
    await eventually(() => page.locator('.line .evaluation').allTextContents()).toEqual(['-1.30'])
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await eventually(() => movesShown()).toHaveLength(10)
  })

  it('shows candidates of Go with chances and playouts, and whose each point will be', async () => {
    await open(3)
    await page.keyboard.press('e')
    await eventually(() => lines().count()).toBe(3)
    const owned = await page.locator('.owned').count()
    expect(owned).toBe(361)
    expect(await page.locator('.candidate.best text').allTextContents()).toEqual(['61', '900'])
    expect(await page.locator('.candidate.poor').count()).toBe(1)
    await takeScreenshot(page, 'engine-go')
    expect(await faults(page)).toEqual([])
  })

  it('analyses the whole game into the record: evaluations, glyphs, better lines, accuracy, one step to undo', async () => {
    await open(1)
    await page.getByRole('tab', { name: 'Engine' }).click()
    await page.getByRole('button', { name: 'Analyse the game' }).click()
    await page.locator('.engine-tasks .summary').waitFor()
    expect(await page.locator('.cell .evaluation').count()).toBe(10)
    // Black's second move lost 300.
    await eventually(() => page.locator('.cell .nag-4').count()).toBe(1)
    expect(await page.locator('.graph').count()).toBe(1)
    expect(await page.locator('.line.variation').count()).toBeGreaterThan(0)
    const rows = await page.locator('.engine-tasks .summary tbody tr').allTextContents()
    expect(rows[0]).toMatch(/100%.*000$/)
    expect(rows[1]).toMatch(/001$/)
    await takeScreenshot(page, 'engine-game-analysed')
    expect(await faults(page)).toEqual([])
    await page.locator('.unsaved').first().waitFor()
    await page.keyboard.press('Control+z')
    await eventually(() => page.locator('.cell .evaluation').count()).toBe(0)
    expect(await movesShown()).toHaveLength(10)
  })

  it('plays against the user from any position, at a level that it explains', async () => {
    await open(1)
    await page.getByRole('tab', { name: 'Engine' }).click()
    await page.keyboard.press('ArrowRight')
    // Black is to move, and the user has Black by default.
    await page.getByRole('button', { name: 'Play against the engine' }).click()
    await page.getByText('Your move.').waitFor()
    await page.getByRole('button', { name: 'Editing' }).click()
    await page.getByRole('textbox', { name: 'Type a move' }).fill('e5')
    await page.keyboard.press('Enter')
    await eventually(() => page.locator('.move[aria-current]').textContent()).toContain('Rb1')
    expect(await page.locator('.engine-tasks').textContent()).toContain('Its setting Skill Level is 7.')
    expect(heard).toContain('setoption name Skill Level value 7')
    await takeScreenshot(page, 'engine-opponent')
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByText('Your move.').waitFor()
    expect(await page.locator('.move[aria-current]').textContent()).toContain('Nc3')
    await page.getByRole('button', { name: 'End the game' }).click()
    await page.getByRole('button', { name: 'Play against the engine' }).waitFor()
  })

  it('of the user runs Stockfish.js from its files, apart from the page', async () => {
    await open(1)
    await page.getByRole('tab', { name: 'Engine' }).click()
    await page.getByText('Add an engine').click()
    const isIsolated = await page.evaluate(() => crossOriginIsolated)
    await page.getByText(isIsolated ? /This page may share memory/ : /do not run on this page/).waitFor()
    // Its only program is found under another name too.
    const chosen = STOCKFISH_FILES.map((file) => ({
      name: basename(file).replace(/.*\.wasm$/, 'renamed.wasm'),
      mimeType: 'application/octet-stream',
      buffer: readFileSync(file),
    }))
    await page.locator('.engine-tasks input[type=file]').setInputFiles(chosen)
    await eventually(() => page.locator('.engine select').first().inputValue()).toMatch(/^Stockfish/)
    await page.keyboard.press('e')
    await eventually(async () =>
      Number(/depth (\d+)/.exec(await page.locator('.facts-line').innerText())?.[1] ?? 0),
    ).toBeGreaterThan(7)
    const first = await line(0).locator('.move').first().textContent()
    await page.keyboard.press('ArrowRight')
    await eventually(() => line(0).locator('.move').first().textContent()).not.toBe(first)
    await page.keyboard.press('e')
    await takeScreenshot(page, 'engine-stockfish-js')
  })

  it.each(['chess', 'xiangqi', 'go', 'othello'] as const)(
    'asks for better moves than those that lost most, by the values in a record of %s',
    async (game) => {
      await open(EVALUATED[game])
      await page.getByRole('tab', { name: 'Moves' }).click()
      await page.getByRole('button', { name: 'Solve' }).click()
      await page.getByText(/was played and lost 40% of the chances to win/).waitFor()
      const rules = rulesOf(game)
      const [better, played, other, searched] = rules
        .legal(rules.start(evaluated(game)))
        .filter((move) => !isPass(move))
      const play = async (move: number) => {
        const squares = isPlacement(move) ? [moveTo(move)] : [moveFrom(move), moveTo(move)]
        for (const square of squares) await clickSquare(page, game, square)
      }
      await play(played!)
      await page.getByText('That is the move of the game, which lost 40%.').waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      if (game !== 'chess' && game !== 'go') {
        // Nobody knows what this move is worth.
        await play(other!)
        await page.getByText(/there is no engine to ask/).waitFor()
        await page.getByRole('button', { name: 'Try again' }).click()
      }
      await play(searched!)
      await page.getByText('Compared with the best move it loses 6%.').waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      await play(better!)
      await page.getByText('Solved!').waitFor()
      await page.getByText('Compared with the best move it loses 2%.').waitFor()
      await takeScreenshot(page, `engine-solve-${game}`)
      expect(await faults(page)).toEqual([])
    },
  )

  it('is asked about an answer that the record does not know', async () => {
    await open(EVALUATED.chess)
    await page.getByRole('tab', { name: 'Moves' }).click()
    await page.getByRole('button', { name: 'Solve' }).click()
    const chess = rulesOf('chess')
    const other = chess.legal(chess.start())[2]!
    await clickSquare(page, 'chess', moveFrom(other))
    await clickSquare(page, 'chess', moveTo(other))
    // The script finds it worth 30 hundredths.
    await page.getByText('Solved!').waitFor()
    await page.getByText('Compared with the best move it loses 3%.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Show the solution' }).click()
    await eventually(() => page.locator('.verdict').textContent()).toContain('Better was')
  })

  it('is fetched from an address, and runs without a server', async () => {
    await visit(page, site!.address)
    await page.setInputFiles('input[type=file]', {
      name: 'game.pgn',
      mimeType: 'text/plain',
      buffer: Buffer.from('1. e4 e5 *'),
    })
    await page.locator('.move-list .move').first().waitFor()
    await page.keyboard.press('e')
    await page.getByText(/With `ludograph serve`/).waitFor()
    await page.getByLabel('Address of the .js file').fill('nowhere')
    await page.getByLabel('Address of the .js file').fill(`${site!.address}nowhere.js`)
    await page.getByRole('button', { name: 'Fetch' }).click()
    await page.getByText(/The engine did not start: .*404/).waitFor()
    // What the browser itself says of it.
    expect(errors.splice(0)).toHaveLength(1)
    await page.getByLabel('Address of the .js file').fill(`${site!.address}stockfish.js`)
    await page.getByRole('button', { name: 'Fetch' }).click()
    await page
      .getByText(/^Stockfish/)
      .first()
      .waitFor()
    await page.keyboard.press('e')
    await eventually(() => lines().count()).toBe(3)
    await page.getByRole('button', { name: /^Close Stockfish/ }).click()
    await page.getByText(/With `ludograph serve`/).waitFor()
    expect(await faults(page)).toEqual([])
  })

  it('is reached by keys alone', async () => {
    await open(1)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await page.getByRole('tab', { name: /Moves|Explorer/, selected: true }).focus()
    while (!(await focused()).startsWith('Engine')) await press('ArrowRight')
    await page.locator('.engine').waitFor()
    for (let steps = 0; steps < 40 && (await focused()) !== 'Analyse'; steps++) await press('Tab')
    await press('Enter')
    await eventually(() => lines().count()).toBe(3)
    await press('Tab', 'Tab')
    await eventually(focused).toContain('Na3')
    await press('Enter')
    await eventually(() => page.locator('.move[aria-current]').textContent()).toContain('Na3')
    await press('?')
    await page.getByRole('dialog').getByText('Start or stop the engine').waitFor()
  })

  it.each([
    ['light', 1280, 800],
    ['dark', 1280, 800],
    ['light', 390, 844],
    ['dark', 390, 844],
  ] as const)('fits into %s windows of %i by %i', async (colorScheme, width, height) => {
    await page.close()
    page = await newPage(browser!, errors, { viewport: { width, height }, colorScheme, locale: 'fr' })
    await open(1)
    await page.keyboard.press('e')
    await eventually(() => lines().count()).toBe(3)
    await takeScreenshot(page, `engine-${colorScheme}-${width}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await faults(page)).toEqual([])
  })

  it('stops in the middle of a game, and keeps what it has found', async () => {
    await open(2)
    await page.getByRole('tab', { name: 'Engine' }).click()
    answers = 3
    await page.getByRole('button', { name: 'Analyse the game' }).click()
    await eventually(() => page.locator('.cell .evaluation').count()).toBeGreaterThan(1)
    // The page can be used meanwhile, and the engine does nothing else.
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('button', { name: 'Play against the engine' }).isDisabled()).toBe(true)
    await page.locator('.engine-tasks').getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Analyse the game' }).waitFor()
    answers = Infinity
    const found = await page.locator('.cell .evaluation').count()
    expect(found).toBeLessThan(10)
    expect(await page.locator('.engine-tasks .summary tbody tr').count()).toBeGreaterThan(0)
    await page.waitForTimeout(500)
    expect(await page.locator('.cell .evaluation').count()).toBe(found)
    await page.locator('.move[aria-current]').waitFor()
  })

  it('says why it does not go on', async () => {
    await open(1)
    dies = true
    await page.keyboard.press('e')
    await page.getByRole('alert').getByText('the engine ended: exit code 9').waitFor()
    expect(await page.getByRole('button', { name: 'Analyse', exact: true }).isVisible()).toBe(true)
    // What the browser itself says of it.
    expect(errors.splice(0).join()).toContain('502')
    dies = false
    await page.keyboard.press('e')
    await eventually(() => lines().count()).toBe(3)
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})
