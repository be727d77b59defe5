/** Games in the address of the page and inside other pages, counting Go, and guessing moves. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { needsBrowser } from '../support/needs.ts'
import { faults, newPage, PATIENCE, servePage, takeScreenshot, visit } from '../support/web.ts'

const served = await servePage()
afterAll(() => served?.close())

const example = (path: string) => join(import.meta.dirname, '../../examples', path)
const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })
const inAddress = (text: string) => deflateRawSync(text).toString('base64url')

async function pick(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.locator('#game-menu').getByRole('button', { name }).click()
}

/** A problem in the corner of a board of 19 by 19. */
const CORNER = `(;GM[1]FF[4]SZ[19]AB[ac][bc][cc][dc][db][da]AW[bb][cb][ca]C[Black to play and kill.]
(;B[ba];W[ab]C[White makes an eye.])
(;B[aa];W[ba]C[WRONG])
(;B[ab];W[ba];B[aa]C[RIGHT: one eye only.]))`

async function clickSquare(page: Page, column: number, row: number, isTouch = false): Promise<void> {
  // A button pressed below the board has scrolled the page.
  if (isTouch) await page.evaluate(() => scrollTo(0, 0))
  const { x, y } = await page
    .locator('.board-box .board')
    .first()
    .evaluate(
      (board, [x, y]) => {
        const point = new DOMPoint(x! * 100 + 50, y! * 100 + 50)
        const { x: left, y: top } = point.matrixTransform((board as SVGSVGElement).getScreenCTM()!)
        return { x: left, y: top }
      },
      [column, row],
    )
  if (isTouch) await page.touchscreen.tap(x, y)
  else await page.mouse.click(x, y)
}

describe('the game on the board', needsBrowser(), () => {
  let page: Page
  const errors: string[] = []

  async function start(hash = '', path = '', options: BrowserContextOptions = {}): Promise<void> {
    page = await newPage(served!.browser, errors, { locale: 'en-GB', serviceWorkers: 'block', ...options })
    await visit(page, `${served!.address}${path}${hash}`)
  }

  async function open(name: string): Promise<void> {
    await page.setInputFiles('input[type=file]:not([webkitdirectory])', example(name))
    await page.locator('.board-box .board').waitFor()
  }

  beforeEach(() => {
    errors.length = 0
  })

  afterEach(async () => {
    await page.close()
    expect(errors).toEqual([])
  })

  it('goes into an address, which shows the same game and move, also inside another page', async () => {
    await start()
    await open('chess/opera-game.pgn')
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
    await pick(page, 'Share')
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel('Link to this game and move')
    await eventually(() => field.inputValue()).toContain('#g=')
    const address = await field.inputValue()
    expect(address).toContain('&at=3')
    const frame = await dialog.getByLabel('To show it in another page').inputValue()
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'share')
    await page.close()

    await start(new URL(address).hash)
    await page.locator('[data-node="3"][aria-current]').waitFor()
    await page.getByRole('heading', { name: 'Morphy, Paul' }).waitFor()
    await page.close()

    // A page of another site, with the game in it.
    const inner = /src="([^"]+)"/.exec(frame)![1]!
    page = await newPage(served!.browser, errors, { serviceWorkers: 'block' })
    await page.setContent(`<!doctype html><html lang="en"><title>Blog</title><main><h1>Blog</h1>${frame}</main></html>`)
    const shown = page.frameLocator('iframe')
    await shown.locator('[data-node="3"][aria-current]').waitFor()
    expect(await shown.locator('.bar').count()).toBe(0)
    await shown.getByRole('button', { name: 'To the end' }).click()
    await shown.getByText('Rd8#').first().waitFor()
    await visit(page, inner)
    await page.locator('.board-box .board').waitFor()
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'embedded')
  })

  it('is fetched by the address of a file', async () => {
    await start('', 'embed.html')
    await page.getByText('No game is named in the address').waitFor()
    await takeScreenshot(page, 'embedded-nothing')
    expect(await faults(page)).toEqual([])
    await page.close()
    await start('', `embed.html?src=${encodeURIComponent('game.pgn')}&at=2&flip=1`)
    // The host has no such file, and the page says so.
    await page.getByText('404').first().waitFor({ state: 'attached' })
    errors.length = 0
    await page.route('**/game.pgn', async (route) =>
      route.fulfill({ body: readFileSync(example('chess/opera-game.pgn')) }),
    )
    await page.reload()
    await page.locator('[data-node="2"][aria-current]').waitFor()
  })

  it.each([
    ['cut', inAddress('{"game":"chess"}').slice(0, 10)],
    ['not base64', '%%%'],
    ['far too long', inAddress(' '.repeat(9_000_000))],
  ])('is refused with a message if its address is %s', async (_, game) => {
    await start(`#g=${game}`)
    await page.getByText('Something went wrong').or(page.getByText('could not be opened')).first().waitFor()
    expect(await page.locator('.board-box').count()).toBe(0)
  })

  it('is counted in Go, with dead groups marked by clicks', async () => {
    await start()
    await open('go/ladder.sgf')
    await page.locator('.move-list').focus()
    await page.keyboard.press('End')
    await pick(page, 'Count the score')
    const pane = page.locator('.score-pane')
    await pane.getByText('Black wins · 10 points').waitFor()
    // Two white stones are left on the board: with them dead all 81 points are Black's, against a komi of 7.
    await clickSquare(page, 2, 2)
    await clickSquare(page, 6, 2)
    await pane.getByText('Black wins · 74 points').waitFor()
    await clickSquare(page, 6, 2)
    await eventually(() => pane.textContent()).not.toContain('74')
    expect(await page.locator('.board-box .mark .owner').count()).toBeGreaterThan(5)
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'count-go')
    await page.keyboard.press('ArrowLeft')
    await pane.waitFor({ state: 'detached' })
  })

  it('is estimated in Go, without an engine', async () => {
    await start()
    await open('go/ladder.sgf')
    await page.locator('.move-list').focus()
    await page.keyboard.press('End')
    await pick(page, 'Count the score')
    const pane = page.locator('.score-pane')
    await pane.getByRole('button', { name: 'Estimate' }).click()
    const row = pane.getByRole('row', { name: /^Estimate/ })
    await row
      .getByText(/^≈ \d+/)
      .first()
      .waitFor()
    await row.getByText(/Black wins · ≈ \d+ points/).waitFor()
    expect(await page.locator('.board-box .mark .owner').count()).toBeGreaterThan(5)
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'estimate-go')
    // A group that is marked goes back to counting.
    await clickSquare(page, 2, 2)
    await row.waitFor({ state: 'detached' })
    await pane.getByRole('row', { name: /^Area/ }).waitFor()
  })

  it.each([false, true])('is a problem of SGF, shown larger and solved, by touch: %s', async (hasTouch) => {
    await start('', '', hasTouch ? { hasTouch, isMobile: true, viewport: { width: 390, height: 780 } } : {})
    const put = async (column: number, row: number) => clickSquare(page, column, row, hasTouch)
    await page.setInputFiles('input[type=file]:not([webkitdirectory])', {
      name: 'corner.sgf',
      mimeType: 'application/x-go-sgf',
      buffer: Buffer.from(CORNER),
    })
    await page.locator('.board-box .board').waitFor()
    const width = async () =>
      Number((await page.locator('.board-box .board').first().getAttribute('viewBox'))!.split(' ')[2])
    expect(await width()).toBeLessThan(1000)
    await page.getByRole('button', { name: 'Solve' }).click()
    const pane = page.locator('.quiz')
    await pane.getByRole('heading', { name: 'Black to play' }).waitFor()
    await put(1, 0)
    await pane.getByText('That move fails.').waitFor()
    await pane.getByText('White makes an eye.').waitFor()
    await pane.getByRole('button', { name: 'Try again' }).click()
    await put(0, 1)
    await pane.getByText('Right. Keep going.').waitFor()
    await page.locator('.board-box [data-square="1"]').waitFor()
    await put(0, 0)
    await pane.getByText('Solved!').waitFor()
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, `problem-sgf-${hasTouch ? 'touch' : 'mouse'}`)
    await pick(page, 'Zoom to the problem')
    await eventually(width).toBeGreaterThan(1900)
    await pick(page, 'Zoom to the problem')
    await eventually(width).toBeLessThan(1000)
  })

  it('is offered for solving beside the explorer of several, on a phone too', async () => {
    await start('', '', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } })
    await page.setInputFiles('input[type=file]:not([webkitdirectory])', {
      name: 'corners.sgf',
      mimeType: 'application/x-go-sgf',
      buffer: Buffer.from(CORNER + CORNER),
    })
    await page.getByRole('tab', { name: 'Explorer' }).click()
    await page.getByRole('button', { name: 'Solve' }).click()
    await page.locator('.quiz').getByRole('heading', { name: 'Black to play' }).waitFor()
  })

  it('shows of several problems the one at hand, and of the board what its author shows', async () => {
    await start()
    const corner = 'AB[ac][bc][cc][dc][db][da]AW[bb][cb][ca];B[ab]'
    const other = 'AB[sq][rq][qq][pq][pr][ps]AW[rr][qr][qs];B[sr]'
    await page.setInputFiles('input[type=file]:not([webkitdirectory])', {
      name: 'two.sgf',
      mimeType: 'application/x-go-sgf',
      buffer: Buffer.from(
        `(;GM[1]FF[4]SZ[19](;${corner})(;${other})(;AB[jj]VW[hh:ll];W[kk];VW[];B[ll];DD[aa][bb]W[mm];B[nn];DD[]W[oo]))`,
      ),
    })
    await page.locator('.board-box .board').waitFor()
    const viewBox = async () =>
      (await page.locator('.board-box .board').first().getAttribute('viewBox'))!.split(' ').map(Number)
    const dimmed = () => page.locator('.board-box .board .veil').count()
    const [, , whole] = await viewBox()
    await page.keyboard.press('ArrowRight')
    await eventually(async () => (await viewBox())[2]).toBeLessThan(1000)
    const [left, top] = await viewBox()
    expect([left, top].every((edge) => edge! < 0)).toBe(true)
    // The next variation is the problem in the other corner.
    await page.keyboard.press('ArrowLeft')
    await eventually(async () => (await viewBox())[2]).toBe(whole)
    await page.locator('.moves-pane .move, .move-list .move').filter({ hasText: 'T2' }).first().click()
    await eventually(async () => (await viewBox())[0]).toBeGreaterThan(900)
    await eventually(async () => (await viewBox())[1]).toBeGreaterThan(900)
    await takeScreenshot(page, 'problem-second')
    expect(await dimmed()).toBe(0)
    await page.locator('.move-list .move').filter({ hasText: 'L9' }).first().click()
    await eventually(dimmed).toBe(361 - 25)
    await eventually(async () => (await viewBox())[2]).toBeLessThan(1200)
    await takeScreenshot(page, 'view-go')
    await page.keyboard.press('ArrowRight')
    await eventually(dimmed).toBe(0)
    await eventually(async () => (await viewBox())[2]).toBe(whole)
    // Dimmed points stay so in the nodes below until they end.
    await page.locator('.move-list .move').filter({ hasText: 'N7' }).first().click()
    await eventually(dimmed).toBe(2)
    await page.keyboard.press('ArrowRight')
    await page.locator('.board-box [data-square="260"][data-piece="1"]').waitFor()
    expect(await dimmed()).toBe(2)
    await takeScreenshot(page, 'dim-go')
    await page.keyboard.press('ArrowRight')
    await eventually(dimmed).toBe(0)
  })

  it('can be guessed move by move', async () => {
    await start()
    await open('chess/opera-game.pgn')
    await pick(page, 'Guess the moves')
    const pane = page.locator('.quiz')
    await pane.getByText('White to play').waitFor()
    // d4 is not the move of the game; e4 is, and the reply follows.
    await clickSquare(page, 3, 6)
    await clickSquare(page, 3, 4)
    await pane.getByText('Not the solution').waitFor()
    await clickSquare(page, 4, 6)
    await clickSquare(page, 4, 4)
    await pane.getByText('0 of 1 moves found at once').waitFor()
    await page.locator('.board-box [data-square="36"][data-piece="p"]').waitFor()
    await clickSquare(page, 6, 7)
    await clickSquare(page, 5, 5)
    await pane.getByText('1 of 2 moves found at once').waitFor()
    await page.locator('.board-box [data-square="43"][data-piece="p"]').waitFor()
    await pane.getByRole('button', { name: 'Show the move' }).click()
    await pane.getByText('1 of 3 moves found at once').waitFor()
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'guess')
    await pane.getByRole('button', { name: 'Back to the moves' }).click()
    await page.locator('.move-list').waitFor()
  })

  it('shows numbers on stones and the moves that follow, if that is chosen', async () => {
    await start()
    await open('go/ladder.sgf')
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Settings' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Move numbers on stones').check()
    await dialog.getByLabel('Mark the next moves').check()
    await dialog.getByLabel('Sounds').check()
    await page.keyboard.press('Escape')
    await eventually(() => page.locator('.stone-number').allTextContents()).toEqual(['1', '2', '3'])
    await page.keyboard.press('Home')
    await eventually(() => page.locator('.stone-number').count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    await eventually(() => page.locator('.stone-number').count()).toBe(1)
    await takeScreenshot(page, 'stone-numbers')
  })
})
