/** Views of a served database beside its games: its care, and preparing for a player. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { Database, importSources } from '../../src/database/index.ts'
import { serve, type RunningServer } from '../../src/server/serve.ts'
import { chinese } from '../../web/src/words/study/chinese.ts'
import { english } from '../../web/src/words/study/english.ts'
import { french } from '../../web/src/words/study/french.ts'
import { russian } from '../../web/src/words/study/russian.ts'
import { needsBrowser } from '../support/needs.ts'
import { faults, newPage, PATIENCE, startBrowser, takeScreenshot } from '../support/web.ts'

const browser = await startBrowser()
afterAll(() => browser?.close())

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })

/** Moves that are long enough to be told from others. */
const LONG = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7'

const game = (white: string, black: string, date: string, moves = LONG) =>
  `[White "${white}"]\n[Black "${black}"]\n[Date "${date}"]\n[Result "1-0"]\n\n${moves} 1-0\n\n`

const FIRST = ['a4', 'a3', 'b4', 'c4', 'd5', 'Nbd2']
  .map((move, place) => game('Ash, Ann', `Birch, B0${place + 1}`, `2020.01.0${place + 1}`, `${LONG} 11. ${move}`))
  .join('')
const THIRD = game('Cedar, Cy', 'Dogwood, Di', '2021.01.01', '1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7')
const SECOND = game('Ash, Ann', 'Birch, B01', '2020.01.01', `${LONG} 11. a4`)

describe('beside the games of a database', needsBrowser(), () => {
  let folder: string
  let database: Database
  let server: RunningServer
  let page: Page
  const errors: string[] = []

  beforeAll(async () => {
    if (!browser) return
    folder = mkdtempSync(join(tmpdir(), 'ludograph-maintenance-'))
    database = await Database.open(join(folder, 'games.db'))
    const sources = Object.entries({ 'first.pgn': FIRST, 'second.pgn': SECOND, 'third.pgn': THIRD })
    for (const [name, games] of sources) writeFileSync(join(folder, name), games)
    await importSources(
      database,
      sources.map(([name]) => ({ path: join(folder, name) })),
    )
    server = await serve(database, { page: inject('page') })
  })

  afterAll(async () => {
    if (!browser) return
    await server.close()
    database.close()
    rmSync(folder, { recursive: true })
  })

  beforeEach(async () => {
    errors.length = 0
    page = await newPage(browser!, errors, { serviceWorkers: 'block', locale: 'en' })
    page.on('dialog', (dialog) => void dialog.accept())
  })

  afterEach(async () => {
    // What was asked is answered before the database is closed.
    await page.waitForLoadState('networkidle')
    await page.close()
    expect(errors).toEqual([])
  })

  const go = async (address: string) => {
    await page.goto(`${server.address}/#/${address}`)
    await page.locator('h1').waitFor()
  }

  it('lists duplicates, each leading to its game, and merges those that are surely the same', async () => {
    await go('games')
    await page.getByRole('link', { name: 'Maintenance' }).click()
    const group = page.locator('.card')
    await eventually(() => group.count()).toBe(1)
    await group.getByText('Keep').waitFor()
    expect(await group.getByRole('link').first().getAttribute('href')).toMatch(/^#\/games\?id=\d+$/)
    await takeScreenshot(page, 'maintenance-duplicates')
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: /^Merge all/ }).click()
    await page.getByText('No two games of this database look alike.').waitFor()
    await page.getByRole('link', { name: 'Games' }).first().click()
    await eventually(() => page.locator('.games h2').innerText()).toBe('Games 7')
  })

  it('removes a source with its games, and checks the database', async () => {
    await go('maintenance/sources')
    await page.getByRole('button', { name: 'Remove: third.pgn' }).click()
    await eventually(() => page.locator('tbody th').allInnerTexts()).toEqual([
      expect.stringContaining('first.pgn'),
      expect.stringContaining('second.pgn'),
    ])
    expect(await faults(page)).toEqual([])
    await page.getByRole('link', { name: 'Check' }).click()
    await page.getByRole('button', { name: 'Check the database' }).click()
    await page.getByText('Everything is in order.').waitFor()
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'maintenance-check')
  })

  it('joins and separates names', async () => {
    await fetch(`${server.address}/api/aliases/Ash%2C%20A?player=Ash%2C%20Ann`, { method: 'PUT' })
    await go('maintenance/names')
    const joined = page.locator('.card', { hasText: 'Joined names' })
    await joined.getByRole('link', { name: 'Ash, Ann' }).waitFor()
    expect(await faults(page)).toEqual([])
    await joined.getByRole('button', { name: /^Separate/ }).click()
    await joined.getByText('No names have been joined.').waitFor()
  })

  it('prepares for a player, with lines that lead to their positions', async () => {
    await go(`players/${encodeURIComponent('Ash, Ann')}`)
    await page.getByRole('link', { name: 'Prepare for this player' }).click()
    await page.getByRole('heading', { name: 'Preparation for Ash, Ann' }).waitFor()
    const tree = page.locator('.line-tree').first()
    await tree.getByRole('link', { name: '2. Nf3' }).waitFor()
    await takeScreenshot(page, 'preparation')
    expect(await faults(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 640 })
    expect(
      await page.evaluate(() =>
        [...document.querySelectorAll('main *')]
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
          .map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent}`),
      ),
    ).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await tree.getByRole('link', { name: '2. Nf3' }).click()
    await eventually(() => page.evaluate(() => decodeURIComponent(location.hash))).toMatch(/line=e2e4[+ ]e7e5[+ ]g1f3/)
    await page.locator('.move[aria-current]').getByText('Nf3').waitFor()
  })
})

it('has its texts in every language, with the same places', () => {
  const places = (text: string) =>
    [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!).toSorted((one, other) => one.localeCompare(other))
  for (const [word, text] of Object.entries(english)) {
    for (const [language, texts] of Object.entries({ chinese, french, russian })) {
      expect(places(texts[word as keyof typeof texts]), `${language} ${word}`).toEqual(places(text))
    }
  }
  expect(Object.values(french).filter((text) => /\p{L} [;:?!»]|\} [;:?!»]|« /u.test(text))).toEqual([])
})
