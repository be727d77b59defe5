/** Searching a shape on the page of a served database: an area marked on the board, what was played next in it, the games. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { Database, importSources, publishDatabase } from '../../src/database/index.ts'
import { serve, type RunningServer } from '../../src/server/serve.ts'
import { needsBrowser } from '../support/needs.ts'
import { faults, newPage, PATIENCE, servePage, takeScreenshot, visit } from '../support/web.ts'

/** A plain host of the page, and of the published database beside it. */
const files = await servePage()
const browser = files?.browser
const folder = mkdtempSync(join(tmpdir(), 'ludograph-shapes-'))
const built = inject('page')
let database: Database
let server: RunningServer
/** Three answers to the same approach in the upper right corner, one of them with the corner turned. */
const GAMES = [
  { moves: 'qd dp nc pf jd', result: 'B+R', year: 1990 },
  { moves: 'qd dp nc pf kc', result: 'W+R', year: 1995 },
  { moves: 'qd dp nc qf', result: 'B+2.5', year: 2001 },
  { moves: 'cd qp fc df', result: 'W+R', year: 2010 },
  { moves: 'dd qq', result: 'W+R', year: 2011 },
]
const CHESS = '[White "A"]\n[Black "B"]\n\n1. e4 c5 *\n\n[White "C"]\n[Black "D"]\n\n1. e4 e5 *\n'

beforeAll(async () => {
  if (!browser) return
  const sgf = GAMES.map(({ moves, result, year }, index) => {
    const nodes = moves.split(' ').map((move, ply) => `;${ply % 2 === 0 ? 'B' : 'W'}[${move}]`)
    return `(;GM[1]SZ[19]PB[Black ${index}]PW[White ${index}]DT[${year}]RE[${result}]${nodes.join('')})`
  })
  writeFileSync(join(folder, 'games.sgf'), sgf.join('\n'))
  writeFileSync(join(folder, 'games.pgn'), CHESS)
  database = await Database.open(join(folder, 'games.db'))
  await importSources(database, [{ path: join(folder, 'games.sgf') }, { path: join(folder, 'games.pgn') }])
  server = await serve(database, { page: built })
  await publishDatabase(database, join(files.folder, 'public'))
})

afterAll(async () => {
  await files?.close()
  if (!browser) return
  await server.close()
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })

/** The middle of a point on the screen: column and row from the top left. */
async function placeOf(page: Page, column: number, row: number, size = 19): Promise<[number, number]> {
  const box = (await page.locator('.play-board > svg.board').first().boundingBox())!
  const unit = box.width / (size * 100 + 92)
  return [box.x + unit * (46 + column * 100 + 50), box.y + unit * (46 + row * 100 + 50)]
}

async function dragOver(page: Page, from: [number, number], to: [number, number], size = 19): Promise<void> {
  await page.mouse.move(...(await placeOf(page, ...from, size)))
  await page.mouse.down()
  await page.mouse.move(...(await placeOf(page, ...to, size)), { steps: 4 })
  await page.mouse.up()
}

const nextMoves = (page: Page) =>
  page.$$eval('.shape .explored-moves tbody tr', (rows) =>
    rows.map((row) => [
      row.querySelector('button')!.textContent.trim(),
      Number(row.querySelector('td.number')!.textContent),
    ]),
  )
const labels = (page: Page) => page.locator('.play-board > svg.board').first().locator('text.label').allTextContents()
const found = (page: Page) => page.locator('.shape header .quiet')

describe('searching a shape', needsBrowser(), () => {
  let page: Page
  const errors: string[] = []

  beforeEach(async () => {
    errors.length = 0
    page = await newPage(browser!, errors, { viewport: { width: 1440, height: 900 }, locale: 'en' })
  })

  afterEach(async () => {
    await page.close()
    expect(errors).toEqual([])
  })

  const open = async (view: string) => {
    await visit(page, `${server.address}/${view}`)
    await page.locator('nav.parts').waitFor()
    await page.getByRole('button', { name: 'Search a shape' }).click()
  }

  it('marks an area, lists what was played next in it, and walks on from move to move', async () => {
    await open('#/games?board=go&line=Q16+D4')
    await page.getByText('Drag over the board to mark an area').waitFor()
    await visit(page, `${server.address}/#/games?board=go&line=R16+D4+O17`)
    await eventually(() => page.locator('.board-pane [data-square]').count()).toBe(3)
    await dragOver(page, [12, 0], [18, 6])
    await eventually(() => found(page).textContent()).toBe('4 games · 4 places')
    // One of the three stands in the other corner.
    await eventually(() => nextMoves(page)).toEqual([
      ['A · Q14', 3],
      ['B · R14', 1],
    ])
    expect((await labels(page)).toSorted()).toEqual(['A', 'B'])
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'shape-next')
    await page.getByRole('button', { name: 'A · Q14' }).click()
    await eventually(() => found(page).textContent()).toBe('3 games · 3 places')
    await eventually(() => nextMoves(page)).toEqual([])
    await page.getByText('Nothing more was played there in 3 places').waitFor()
  })

  it('lets points hold more, and turns back', async () => {
    await open('#/games?board=go&line=R16+D4')
    expect(await page.title()).toBe('Games · Ludograph')
    await dragOver(page, [12, 0], [18, 6])
    // White approached one corner as Black did another.
    await eventually(() => found(page).textContent()).toBe('4 games · 5 places')
    await page.getByLabel('Only with these colours').check()
    await eventually(() => found(page).textContent()).toBe('4 games · 4 places')
    await page.mouse.click(...(await placeOf(page, 16, 3)))
    await page.locator('.loosened.any').waitFor()
    await eventually(() => found(page).textContent()).toMatch(/^5 games/)
    await page.mouse.click(...(await placeOf(page, 16, 3)))
    await page.locator('.loosened.black').waitFor()
    await page.mouse.click(...(await placeOf(page, 16, 3)))
    await page.mouse.click(...(await placeOf(page, 16, 3)))
    await eventually(() => found(page).textContent()).toBe('4 games · 4 places')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Search a shape' }).waitFor()
    expect(await page.locator('svg .area').count()).toBe(0)
  })

  it('shows the games that have the shape', async () => {
    await open('#/games?board=go&line=R16+D4+O17')
    await dragOver(page, [12, 0], [18, 6])
    await eventually(() => page.locator('.hits .hit').count()).toBe(4)
    await eventually(() => page.locator('.hits img.thumbnail').count()).toBe(4)
    await takeScreenshot(page, 'shape-games')
    await page.locator('.hits .hit').nth(2).click()
    await eventually(() => page.evaluate(() => location.hash)).toMatch(/id=3&at=3|at=3&id=3/)
    await page.getByText('Black 2').first().waitFor()
  })

  it('is looked for in the games that are listed, which may be those with another shape', async () => {
    await open('#/games?board=go&line=R16+D4+O17')
    await dragOver(page, [12, 0], [18, 6])
    await eventually(() => found(page).textContent()).toBe('4 games · 4 places')
    await page.locator('.shape').getByRole('button', { name: 'List' }).click()
    await eventually(() => page.locator('.games h2').textContent()).toBe('Games 4')
    // A single stone in a corner, which the fifth game has too.
    await dragOver(page, [0, 13], [5, 18])
    await eventually(() => found(page).textContent()).toBe('4 games · 4 places')
  })

  it('is marked by keys', async () => {
    await open('#/games?board=go&line=R16+D4+O17')
    const board = page.getByRole('application')
    await board.focus()
    await page.keyboard.press('Enter')
    // The cursor begins on the last stone, O17.
    for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await eventually(() => found(page).textContent()).toBe('4 games · 4 places')
  })

  it('finds pieces of chess, and plays their moves', async () => {
    await open('#/games?board=chess&line=e2e4')
    await dragOver(page, [0, 4], [7, 7], 8)
    await eventually(() => found(page).textContent()).toBe('2 games · 2 places')
    await eventually(async () => (await nextMoves(page)).map(([, games]) => games)).toEqual([1, 1])
    await page.locator('.shape .explored-moves button').first().click()
    await eventually(() => page.evaluate(() => location.hash)).toMatch(/line=e2e4[+ %20]*(c7c5|e7e5)/)
  })

  describe('in a published database', () => {
    const show = async (board: string, line: string) => {
      const query = new URLSearchParams({ database: `${files!.address}public`, board, line })
      await visit(page, `${files!.address}#/explore?${query}`)
      await page.getByRole('button', { name: 'Search a shape' }).click()
      await page.getByText('Drag over the board to mark an area').waitFor()
    }

    it('is found by nothing but files, with the games', async () => {
      await show('go', 'R16 D4 O17')
      await dragOver(page, [12, 0], [18, 6])
      await eventually(() => found(page).textContent()).toBe('4 games · 4 places')
      await eventually(() => nextMoves(page)).toEqual([
        ['A · Q14', 3],
        ['B · R14', 1],
      ])
      expect((await labels(page)).toSorted()).toEqual(['A', 'B'])
      await eventually(() => page.locator('.hits img.thumbnail').count()).toBe(4)
      expect(await faults(page)).toEqual([])
      await takeScreenshot(page, 'shape-published')
      // With a point that may hold anything it cannot be looked up.
      await page.mouse.click(...(await placeOf(page, 16, 3)))
      await page.locator('.loosened.any').waitFor()
      await eventually(() => found(page).textContent()).toMatch(/^4 games/)
      await page.locator('.hits .hit').first().click()
      await eventually(() => page.evaluate(() => location.hash)).toMatch(/game=\d+&at=3/)
      await page.locator('.move[aria-current]').waitFor()
    })

    it('is looked for only when the user agrees that much is read', async () => {
      let changed = 0
      // Games of 4 MB take long to make: the limit is made smaller.
      await page.route('**/ShapePane-*.js', async (route) => {
        const response = await route.fetch()
        const text = await response.text()
        const limited = text.replaceAll(/4194304|4<<20|1<<22/g, '16')
        if (limited !== text) changed++
        await route.fulfill({ response, body: limited })
      })
      await show('chess', 'e2e4')
      await dragOver(page, [0, 4], [7, 7], 8)
      await page.getByText(/the moves of all games from the host, [\d.]+ kB/).waitFor()
      expect(changed).toBeGreaterThan(0)
      expect(await page.locator('.shape .explored-moves').count()).toBe(0)
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await eventually(() => found(page).textContent()).toBe('2 games · 2 places')
    })
  })

  it('is marked with a finger on a phone', async () => {
    const phone = await newPage(browser!, errors, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale: 'en',
    })
    await visit(phone, `${server.address}/#/games?board=go&line=R16+D4+O17`)
    await phone.locator('nav.parts').waitFor()
    await phone.getByRole('button', { name: 'Search a shape' }).click()
    await phone.locator('.play-board').scrollIntoViewIfNeeded()
    const touch = await phone.context().newCDPSession(phone)
    const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd', place?: [number, number]) => {
      const touchPoints = place ? [{ x: place[0], y: place[1] }] : []
      await touch.send('Input.dispatchTouchEvent', { type, touchPoints })
    }
    await send('touchStart', await placeOf(phone, 12, 0))
    for (const at of [14, 16, 18]) await send('touchMove', await placeOf(phone, at, at - 12))
    await send('touchEnd')
    await eventually(() => found(phone).textContent()).toBe('4 games · 4 places')
    await takeScreenshot(phone, 'shape-phone')
    await phone.close()
  })
})
