/** Games of the list that are selected, saved together, and put into collections. */
import { readFileSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { needsBrowser } from '../support/needs.ts'
import { faults, newPage, PATIENCE, servePage, takeScreenshot, visit } from '../support/web.ts'

const served = await servePage()
afterAll(() => served?.close())

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })
/** Five games of Ann to Eve, and two of others. */
const FIVE = ['Ann', 'Bob', 'Cem', 'Dot', 'Eve'].map((name) => `[White "${name}"]\n\n1. e4 e5 *\n`).join('\n')
const TWO = ['Fay', 'Gus'].map((name) => `[White "${name}"]\n\n1. d4 *\n`).join('\n')

describe('selected games', needsBrowser(), () => {
  let page: Page
  const errors: string[] = []

  async function start(options: BrowserContextOptions = {}): Promise<void> {
    page = await newPage(served!.browser, errors, { acceptDownloads: true, serviceWorkers: 'block', ...options })
    await visit(page, served!.address)
  }

  async function open(name: string, text: string): Promise<void> {
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
    await page.setInputFiles('input[type=file]:not([webkitdirectory])', file)
    await eventually(() => page.locator('.game').count()).toBe(text.split('[White').length - 1)
  }

  beforeEach(() => {
    errors.length = 0
  })
  afterEach(async () => {
    await page.close()
    expect(errors).toEqual([])
  })

  const line = (name: string) => page.locator('.game', { hasText: name })
  const ticked = async () =>
    (await page.locator('.game[aria-checked=true] .title').allTextContents()).map((text) => text.slice(0, 3))
  const names = async () => (await page.locator('.game .title').allTextContents()).map((text) => text.slice(0, 3))

  /** Saves what the dialog offers first as PGN; the players of the games in the file. */
  async function saved(): Promise<string[]> {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Format').selectOption('pgn')
    await dialog.getByRole('button', { name: 'Prepare' }).click()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    const text = readFileSync(await (await download).path(), 'utf8')
    return [...text.matchAll(/\[White "(\w+)"\]/g)].map(([, name]) => name!)
  }

  it('are ticked with Ctrl and Shift, by keys, and all at once, and are saved together', async () => {
    await start()
    await open('five.pgn', FIVE)
    await line('Bob').click({ modifiers: ['Control'] })
    await line('Dot').click({ modifiers: ['Shift'] })
    await eventually(ticked).toEqual(['Bob', 'Cem', 'Dot'])
    // The game on the board stays.
    expect(await page.locator('.game[aria-selected=true] .title').textContent()).toContain('Ann')
    await line('Cem').click()
    await eventually(ticked).toEqual(['Bob', 'Dot'])
    await page.getByText('2 games selected').waitFor()
    await takeScreenshot(page, 'selection')
    expect(await faults(page)).toEqual([])
    await page.getByRole('group', { name: 'Selected games' }).getByRole('button', { name: 'Save as' }).click()
    expect(await saved()).toEqual(['Bob', 'Dot'])
    await page.getByRole('button', { name: 'End selecting' }).click()
    expect(await page.locator('[aria-checked]').count()).toBe(0)
    await line('Bob').click()
    await page.locator('.game[aria-selected=true]').filter({ hasText: 'Bob' }).waitFor()
    await page.locator('.list').focus()
    await page.keyboard.press('Space')
    await eventually(ticked).toEqual(['Bob'])
    await page.keyboard.press('Shift+ArrowDown')
    await eventually(ticked).toEqual(['Bob', 'Cem'])
    await page.keyboard.press('Control+a')
    await eventually(ticked).toEqual(['Ann', 'Bob', 'Cem', 'Dot', 'Eve'])
    await page.keyboard.press('Escape')
    await eventually(ticked).toEqual([])
  })

  it('are ticked by taps', async () => {
    await start({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' })
    await open('five.pgn', FIVE)
    const list = page.getByRole('button', { name: 'Games', exact: true })
    if ((await list.getAttribute('aria-expanded')) === 'false') await list.tap()
    await page.getByRole('button', { name: 'Select', exact: true }).tap()
    await line('Ann').tap()
    await line('Cem').tap()
    await eventually(ticked).toEqual(['Ann', 'Cem'])
    await takeScreenshot(page, 'phone-selection-dark')
    expect(await faults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  it('are put into a collection with those of other files, which has a name and an order', async () => {
    await start()
    const collect = async (name?: string) => {
      await page.getByRole('button', { name: 'Collect …' }).click()
      const dialog = page.getByRole('dialog')
      if (name === undefined) await dialog.getByRole('combobox').selectOption('Mine')
      else await dialog.getByLabel('Name of the collection').fill(name)
      await dialog.getByRole('button', { name: 'Collect', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await open('five.pgn', FIVE)
    await line('Bob').click({ modifiers: ['Control'] })
    await line('Eve').click({ modifiers: ['Control'] })
    await collect('Mine')
    await open('two.pgn', TWO)
    await line('Gus').click({ modifiers: ['Control'] })
    await collect()
    await page.getByRole('button', { name: 'Ludograph' }).click()
    await page.getByRole('button', { name: 'Mine', exact: true }).click()
    await eventually(names).toEqual(['Bob', 'Eve', 'Gus'])
    await line('Gus').click()
    await page.getByRole('button', { name: 'Move the game up' }).click()
    await eventually(names).toEqual(['Bob', 'Gus', 'Eve'])
    await line('Bob').click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await eventually(names).toEqual(['Gus', 'Eve'])
    // A change of a game stays with it when the collection is changed.
    await line('Eve').click()
    await page.locator('.move').nth(1).click()
    await page.keyboard.press('Delete')
    await eventually(() => page.locator('.move').count()).toBe(1)
    const name = page.getByLabel('Name of the collection')
    const field = await name.elementHandle()
    await name.fill('Ours')
    await name.press('Enter')
    // The collection is opened again under its new name.
    await page.waitForFunction((element) => !element?.isConnected, field)
    await line('Eve').click()
    await eventually(() => page.locator('.move').count()).toBe(1)
    await takeScreenshot(page, 'collection')
    expect(await faults(page)).toEqual([])
    await page.reload()
    await eventually(names).toEqual(['Gus', 'Eve'])
    expect(await name.inputValue()).toBe('Ours')
    await page.getByRole('button', { name: 'Save as' }).click()
    await page.getByRole('dialog').getByLabel('Games').selectOption('all')
    expect(await saved()).toEqual(['Gus', 'Eve'])
  })
})

describe('the explorer of open files', needsBrowser(), () => {
  it('counts their games without an import, and shows those of the strongest players', async () => {
    const errors: string[] = []
    const page = await newPage(served!.browser, errors, { serviceWorkers: 'block' })
    await visit(page, served!.address)
    const games = [
      ['1. e4 e5 2. Nf3 1-0', 2500, 2400],
      ['1. Nf3 e5 2. e4 0-1', 2700, 2600],
      ['1. e4 c5 1/2-1/2', 2300, 2200],
    ].map(
      ([moves, white, black], at) =>
        `[White "A${at}"]\n[Black "B${at}"]\n[WhiteElo "${white}"]\n[BlackElo "${black}"]\n[Result "${String(moves).split(' ').at(-1)}"]\n\n${moves}\n`,
    )
    const file = { name: 'three.pgn', mimeType: 'text/plain', buffer: Buffer.from(games.join('\n')) }
    await page.setInputFiles('input[type=file]:not([webkitdirectory])', file)
    // The moves are shown until the explorer is chosen.
    await page.locator('.move-list').waitFor()
    expect(await page.locator('.explorer').count()).toBe(0)
    await page.getByRole('tab', { name: 'Explorer' }).click()
    const rows = () => page.locator('.explored-moves tbody tr').allTextContents()
    await eventually(async () => (await rows()).map((row) => row.replaceAll(/\s/g, '').slice(0, 4))).toEqual(
      ['e42', 'Nf31'].map((text) => expect.stringMatching(`^${text}`)),
    )
    await page.locator('.explored-moves tbody button').first().click()
    await eventually(async () => (await rows()).length).toBe(2)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    // The same position by another order of moves.
    await page.locator('.explorer header', { hasText: '2 games' }).waitFor()
    await eventually(() => page.locator('.sample-games li').count()).toBe(2)
    expect(await page.locator('.sample-games li').first().textContent()).toContain('A1 2700')
    await takeScreenshot(page, 'explorer-of-files')
    expect(await faults(page)).toEqual([])
    await page.locator('.sample-games button').first().click()
    await eventually(() => page.locator('.move').first().textContent()).toBe('Nf3')
    await page.close()
    expect(errors).toEqual([])
  })
})
