/**
 * Takes pictures of every view of the page, to be looked at: six sizes of window, light and dark, four languages, into
 * `.cache/views`. `node scripts/views.ts [LANGUAGES [VIEWS]]`, both comma-separated. Says where something is wider than
 * its window. Fonts are those of the machine: without a Chinese one, names in Chinese are boxes; FONTCONFIG_PATH may name
 * a folder with a fonts.conf that lists more.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { Database, importSources } from '../src/database/index.ts'
import { serve } from '../src/server/serve.ts'
import { findTestBrowser } from '../test/support/browser.ts'
import { buildPage, servePage } from '../test/support/web.ts'

const root = join(import.meta.dirname, '..')
const pictures = join(root, '.cache', 'views')
const SIZES = [
  [390, 844],
  [844, 390],
  [820, 1180],
  [1280, 720],
  [1920, 1080],
  [2560, 1440],
] as const

/** A problem in the corner of a board. */
const PROBLEM = '(;GM[1]SZ[19]AB[ac][bc][cc][dc][db][da]AW[bb][cb][ca];B[ab];W[ba];B[aa]C[RIGHT])'

const example = (path: string) => join(root, 'examples', path)

/** Opens a file and plays some moves of its first game. */
async function open(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }, moves = 6) {
  await page.goto(pageAddress)
  await page.locator('.samples').waitFor()
  await page.setInputFiles('input[type=file]:not([webkitdirectory])', file)
  await page.locator('.board-pane .board').first().waitFor()
  for (let move = 0; move < moves; move++) await page.keyboard.press('ArrowRight')
}

/** Goes to an address of the database. */
async function go(page: Page, hash: string, awaited: string): Promise<void> {
  await page.goto(`${server.address}/#/${hash}`)
  await page.locator(awaited).first().waitFor()
}

const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  welcome: async (page) => {
    await page.goto(pageAddress)
    await page.locator('.samples').waitFor()
  },
  chess: (page) => open(page, example('chess/opera-game.pgn'), 12),
  xiangqi: (page) => open(page, example('xiangqi/中炮对屏风马.xqf')),
  go: (page) => open(page, example('go/live-study.wei7')),
  list: (page) => open(page, example('othello/WTH_2001.wtb'), 9),
  tree: async (page) => {
    await open(page, example('go/ladder.sgf'))
    await page.locator('#tab-tree').click()
  },
  problem: async (page) => {
    await open(page, { name: 'problem.sgf', mimeType: '', buffer: Buffer.from(PROBLEM) }, 0)
    await page.locator('.ways button').last().click()
    await page.locator('.quiz').waitFor()
  },
  served: (page) => go(page, 'games?id=5&at=4', '.explored-moves'),
  players: (page) => go(page, 'players', '.names tbody tr'),
  player: (page) => go(page, `players/${encodeURIComponent('Cole Max')}`, '.chart'),
  event: (page) => go(page, `events/${encodeURIComponent('Open of the Lake')}`, '.cross-table'),
}

const [languages = 'en,zh-CN,ru,fr', views = Object.keys(VIEWS).join(',')] = process.argv.slice(2)
const served = await servePage(await findTestBrowser(), await buildPage())
if (!served) throw new Error('no browser starts here')
const { address: pageAddress, browser } = served
const folder = mkdtempSync(join(tmpdir(), 'ludograph-views-'))
const database = await Database.open(join(folder, 'games.db'))
await importSources(
  database,
  ['chess/opera-game.pgn', 'xiangqi/annotated.pgn', 'go/ladder.sgf', 'othello/WTH_2001.wtb'].map((path) => ({
    path: example(path),
  })),
)
const server = await serve(database, { page: served.folder })
mkdirSync(pictures, { recursive: true })
for (const locale of languages.split(',')) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const view of views.split(',')) {
      const page = await browser.newPage({ locale, colorScheme, reducedMotion: 'reduce', serviceWorkers: 'block' })
      await VIEWS[view]!(page)
      for (const [width, height] of SIZES) {
        const name = `${view}-${locale}-${colorScheme}-${width}`
        await page.setViewportSize({ width, height })
        await page.waitForTimeout(400)
        await page.screenshot({ path: join(pictures, `${name}.png`) })
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (beyond > 0) console.log(`${name}: ${beyond} pixels wider than the window`)
      }
      await page.close()
    }
  }
}
await server.close()
database.close()
rmSync(folder, { recursive: true, force: true })
await served.close()
