/** Solving, counting, training and searching by keyboard alone: all of it is reached, and the focus is never lost. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Database, importSources } from '../../src/database/index.ts'
import { serve } from '../../src/server/serve.ts'
import { needsBrowser } from '../support/needs.ts'
import { newPage, PATIENCE, servePage, takeScreenshot, visit } from '../support/web.ts'

const served = await servePage()
const folder = mkdtempSync(join(tmpdir(), 'ludograph-keyboard-'))
afterAll(async () => {
  await served?.close()
  rmSync(folder, { recursive: true })
})

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })

const PROBLEM = '(;GM[1]SZ[9]AB[ac][bc][cc][dc][db][da]AW[bb][cb][ca](;B[ab];W[ba];B[aa]C[RIGHT])(;B[ba]C[WRONG]))'
const LINES = '[White "Ash, Ann"]\n\n1. e4 e5 2. Nf3 *\n'

/** More presses of Tab than the page has stops. */
const MOST_STOPS = 120

describe('by keyboard alone', needsBrowser(), () => {
  let page: Page
  const errors: string[] = []

  beforeEach(async () => {
    errors.length = 0
    page = await newPage(served!.browser, errors, { locale: 'en-GB', serviceWorkers: 'block' })
  })

  afterEach(async () => {
    await page.close()
    expect(errors).toEqual([])
  })

  async function open(name: string, text: string): Promise<void> {
    await visit(page, served!.address)
    await page.setInputFiles('input[type=file]:not([webkitdirectory])', {
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    })
    await page.locator('.board-box .board').first().waitFor()
  }

  /** The name of what has the focus. */
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return ''
      return element.ariaLabel ?? (element as HTMLElement).innerText
    })

  /** Whether what has the focus shows it. */
  const isVisible = () =>
    page.evaluate(() => {
      const element = document.activeElement!
      return element.matches(':focus-visible') && getComputedStyle(element).outlineStyle !== 'none'
    })

  /** Goes to what has a name, by Tab. */
  async function tabTo(name: string | RegExp): Promise<void> {
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      await page.keyboard.press('Tab')
      const here = await focused()
      if (typeof name === 'string' ? here !== name : !name.test(here)) continue
      expect(await isVisible()).toBe(true)
      return
    }
    throw new Error(`${String(name)} is not reached by Tab`)
  }

  async function press(name: string | RegExp): Promise<void> {
    await tabTo(name)
    await page.keyboard.press('Enter')
  }

  it('a problem is solved', async () => {
    await open('problem.sgf', PROBLEM)
    await press('Solve')
    const pane = page.locator('.quiz')
    await pane.getByRole('heading', { name: 'Black to play' }).waitFor()
    await eventually(focused).not.toBe('')
    await press('Show the solution')
    await pane.getByRole('button', { name: 'Try again' }).waitFor()
    await eventually(focused).not.toBe('')
    await press('Try again')
    await pane.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' })
    await eventually(focused).not.toBe('')
    await takeScreenshot(page, 'keyboard-problem')
    await press('Back to the moves')
    await pane.waitFor({ state: 'detached' })
    expect(await focused()).toBe('Moves')
  })

  it('a position is counted and estimated', async () => {
    await open('game.sgf', '(;GM[1]SZ[9]AB[cc][cd][ce][cf][cg]AW[gc][gd][ge][gf][gg];B[dd];W[fd])')
    await press('More')
    await press('Count the score')
    const pane = page.locator('.score-pane')
    await pane.waitFor()
    await press('Estimate')
    await pane.getByRole('rowheader', { name: 'Estimate' }).waitFor()
    await eventually(focused).not.toBe('')
    await press('Close')
    await pane.waitFor({ state: 'detached' })
    await eventually(focused).not.toBe('')
  })

  it('a repertoire is trained', async () => {
    await open('mine.pgn', LINES)
    await press('More')
    await press('Train as a repertoire …')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/[1-9] new/).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await focused()).toBe('More')
    await page.keyboard.press('Enter')
    await press('Train as a repertoire …')
    await dialog.getByText(/[1-9] new/).waitFor()
    await press('Train')
    await page
      .locator('.quiz')
      .getByText(/[1-9] left/)
      .waitFor()
    await eventually(focused).not.toBe('')
    await press('Show the move')
    await eventually(focused).not.toBe('')
  })

  it('games are collected, put in order and named', async () => {
    await open('games.pgn', `${LINES}\n[White "Birch, Bob"]\n\n1. d4 d5 *\n`)
    const list = page.getByRole('listbox', { name: 'Games' })
    await tabTo('Games')
    await page.keyboard.press('Control+a')
    await list.locator('[aria-checked=true]').nth(1).waitFor()
    await press('Collect …')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const field = dialog.getByLabel('Name of the collection')
    const isNaming = () => field.evaluate((input) => input === document.activeElement)
    for (let stop = 0; stop < 5 && !(await isNaming()); stop++) await page.keyboard.press('Tab')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Openings')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await eventually(focused).not.toBe('')
    await takeScreenshot(page, 'keyboard-collected')
    // The address of the first page; the collection is among what can be continued.
    await visit(page, `${served!.address}#/`)
    await page.reload()
    await press(/^Openings/)
    await page.getByRole('group', { name: 'Collection' }).waitFor()
    await tabTo('Games')
    await page.keyboard.press('Home')
    await press('Move the game down')
    await eventually(() => list.locator('.title').first().innerText()).toContain('Birch')
    await eventually(focused).not.toBe('')
    await press('Remove')
    await eventually(() => list.locator('.game').count()).toBe(1)
    await eventually(focused).not.toBe('')
  })

  it('games of a database are searched with an expression', async () => {
    writeFileSync(join(folder, 'games.pgn'), `${LINES}\n[White "Birch, Bob"]\n\n1. d4 d5 *\n`)
    const database = await Database.open(join(folder, 'games.db'))
    await importSources(database, [{ path: join(folder, 'games.pgn') }])
    const server = await serve(database, { page: served!.folder })
    try {
      await visit(page, `${server.address}/#/games`)
      await page.locator('.games .game').first().waitFor()
      await press('More …')
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await press('More filters')
      await dialog.getByLabel('Expression').waitFor()
      for (let stop = 0; stop < 30; stop++) {
        await page.keyboard.press('Tab')
        if (await dialog.getByLabel('Expression').evaluate((field) => field === document.activeElement)) break
      }
      await page.keyboard.type('not moves:"d4"')
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await eventually(() => page.locator('.games .game').count()).toBe(1)
      expect(await focused()).toBe('More …')
    } finally {
      await page.goto('about:blank')
      await server.close()
      database.close()
    }
  })
})
