/** The list of games beside the board: its columns, its names, its width, and what was changed but not saved. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { needsBrowser } from '../support/needs.ts'
import { faults, newPage, PATIENCE, servePage, takeScreenshot, visit } from '../support/web.ts'

const served = await servePage()
afterAll(() => served?.close())

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })

/** Two games of chess, the first with a long name. */
const CHESS = `[Event "Open of the Islands"]
[White "Nepomniachtchi, Ian"]
[Black "Ash, Ann"]
[WhiteElo "2100"]
[Date "1999.05.02"]
[ECO "C20"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 1/2-1/2

[Event "Club"]
[White "Birch, Bob"]
[Black "Cedar, Cy"]
[Date "1990.01.01"]
[ECO "B00"]
[Result "0-1"]

1. e4 b6 2. d4 0-1
`

const GO = `(;GM[1]SZ[9]PB[Ann]PW[Bob]RE[B+3.5];B[ee];W[cc];B[gg])(;GM[1]SZ[9]PB[Cem]PW[Dot]RE[W+R];B[ee])`

/** A problem of Go that says neither who played nor what it is. */
const UNNAMED = '(;GM[1]SZ[9]AB[aa][bb]AW[cc])'

describe('the list of games', needsBrowser(), () => {
  let page: Page
  const errors: string[] = []

  beforeEach(async () => {
    errors.length = 0
    page = await newPage(served!.browser, errors, { serviceWorkers: 'block', locale: 'en' })
    await visit(page, served!.address)
  })

  afterEach(async () => {
    await page.close()
    expect(errors).toEqual([])
  })

  const open = async (...files: [name: string, content: string][]) => {
    await page
      .locator('.open-menu input[multiple]')
      .setInputFiles(files.map(([name, content]) => ({ name, mimeType: '', buffer: Buffer.from(content) })))
    await page.locator('.game[aria-selected=true]').waitFor()
  }

  const column = (name: string) => page.locator(`.game [data-column=${name}]`).allTextContents()
  const heads = () => page.locator('.table-head > *').allTextContents()

  it('is a table from 1280 pixels on, with results in the way of each game', async () => {
    await open(['games.pgn', CHESS])
    await eventually(heads).toEqual(['White', 'Black', 'Result', 'ECO', 'Year'])
    expect(await column('first')).toEqual(['Nepomniachtchi, Ian', 'Birch, Bob'])
    expect(await column('result')).toEqual(['½', '0-1'])
    expect(await column('opening')).toEqual(['C20', 'B00'])
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'list-table')
    await open(['games.sgf', GO])
    await eventually(() => column('result')).toEqual(['B+3.5', 'W+R'])
    await eventually(() => column('length')).toEqual(['3', '1'])
    await open(['games.pgn', CHESS], ['games.sgf', GO])
    await eventually(() => column('game')).toEqual(['Chess', 'Chess', 'Go', 'Go'])
  })

  it('shows as a tooltip what a cell has no room for', async () => {
    await open(['games.pgn', CHESS])
    const names = page.locator('.game [data-column=first]')
    await names.first().hover()
    expect(await names.first().getAttribute('title')).toBe('Nepomniachtchi, Ian')
    await names.nth(1).hover()
    expect(await names.nth(1).getAttribute('title')).toBe('')
  })

  it('keeps the columns and the width that were chosen', async () => {
    await open(['games.pgn', CHESS])
    const edge = page.getByRole('separator', { name: 'Width of the list' })
    const before = await page.locator('.games').boundingBox()
    const { x, y, height } = (await edge.boundingBox())!
    await page.mouse.move(x + 4, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 284, y + height / 2, { steps: 4 })
    await page.mouse.up()
    const width = async () => Math.round((await page.locator('.games').boundingBox())!.width)
    await eventually(width).toBeGreaterThan(before!.width + 200)
    await eventually(heads).toEqual(['White', 'Rating', 'Black', 'Rating', 'Result', 'ECO', 'Event', 'Year', 'Mvs'])
    await page.getByRole('button', { name: 'Columns' }).click()
    const menu = page.getByRole('group', { name: 'Columns' })
    await menu.getByLabel('Event').uncheck()
    await menu.getByLabel('Number').check()
    await takeScreenshot(page, 'list-columns')
    expect(await faults(page)).toEqual([])
    const chosen = ['№', 'White', 'Rating', 'Black', 'Rating', 'Result', 'ECO', 'Year', 'Mvs']
    await eventually(heads).toEqual(chosen)
    const wide = await width()
    await visit(page, served!.address)
    await open(['games.pgn', CHESS])
    await eventually(heads).toEqual(chosen)
    expect(await width()).toBe(wide)
    await edge.dblclick()
    await eventually(width).toBe(Math.round(before!.width))
  })

  it('is sorted by a head, then the other way round, then as in the file again', async () => {
    await open(['games.pgn', CHESS])
    const head = page.locator('.table-head').getByRole('button', { name: 'White' })
    const first = async () => (await column('first'))[0]
    await head.click()
    await eventually(first).toBe('Birch, Bob')
    await head.click()
    await eventually(first).toBe('Nepomniachtchi, Ian')
    expect(await head.getAttribute('aria-pressed')).toBe('true')
    await head.click()
    await eventually(() => head.getAttribute('aria-pressed')).toBe('false')
    await page.locator('.table-head').getByRole('button', { name: 'ECO' }).click()
    await eventually(() => column('opening')).toEqual(['B00', 'C20'])
  })

  it('calls games without a name by their file, in the list, the heading and the details', async () => {
    await open(['problem one.sgf', UNNAMED], ['pair.sgf', UNNAMED + UNNAMED])
    const titles = () => page.locator('.game .title').allTextContents()
    await eventually(titles).toEqual(['problem one', 'pair 1', 'pair 2'])
    expect(await page.locator('.title-line h1').textContent()).toBe('problem one')
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.locator('.facts').getByText('problem one.sgf').waitFor()
    await page.getByRole('searchbox').fill('pair 2')
    await eventually(titles).toEqual(['pair 2'])
  })

  it('keeps the names of files as titles when their games are saved together', async () => {
    await open(['problem one.sgf', UNNAMED], ['problem two.sgf', UNNAMED])
    await page.getByRole('button', { name: 'Save as' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Games').selectOption('all')
    await dialog.getByLabel('Format').selectOption('sgf')
    await dialog.getByRole('button', { name: 'Prepare' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save', exact: true }).click(),
    ])
    const saved = readFileSync(await download.path(), 'utf8')
    expect([...saved.matchAll(/GN\[([^\]]*)\]/g)].map(([, name]) => name)).toEqual(['problem one', 'problem two'])
  })

  it('shows a changed name at once, finds it, and marks the game as not saved', async () => {
    await open(['games.pgn', CHESS])
    const editing = page.locator('.edit-bar').getByRole('button', { name: 'Editing' })
    if ((await editing.getAttribute('aria-expanded')) === 'false') await editing.click()
    await page.locator('.edit-pane').getByRole('button', { name: 'Details' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('group', { name: 'White' }).getByLabel('Name').fill('Yew, Yan')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await eventually(async () => (await page.locator('.game .title').first().textContent())?.endsWith('Yew, Yan')).toBe(
      true,
    )
    expect(await page.locator('.game .unsaved-mark').count()).toBe(1)
    await page.getByRole('searchbox').fill('yew')
    await eventually(() => page.locator('.game').count()).toBe(1)
    await page.getByRole('searchbox').fill('nepomni')
    await eventually(() => page.locator('.game').count()).toBe(0)
    await page.getByRole('searchbox').fill('white:yew')
    await eventually(() => page.locator('.game').count()).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('searchbox').fill('nepomni')
    await eventually(() => page.locator('.game .title').allTextContents()).toEqual(['Nepomniachtchi, Ian'])
  })

  it('shows both names in full on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page
      .locator('.open-menu input[multiple]')
      .setInputFiles({ name: 'games.pgn', mimeType: '', buffer: Buffer.from(CHESS) })
    await page.getByRole('button', { name: 'Games', exact: true }).click()
    const names = page.locator('.game').first().locator('.title, .name')
    await eventually(() => names.allInnerTexts()).toEqual(['Nepomniachtchi, Ian 2100', 'Ash, Ann'])
    expect(await names.evaluateAll((cells) => cells.every((cell) => cell.scrollWidth <= cell.clientWidth))).toBe(true)
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'list-phone')
  })
})
