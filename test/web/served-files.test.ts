/** The page of `ludograph serve FILE_OR_FOLDER`: files as they lie, opened, changed and saved in place. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { ServedFiles } from '../../src/server/served-files.ts'
import { serve, type RunningServer } from '../../src/server/serve.ts'
import { needsBrowser } from '../support/needs.ts'
import { faults, hintsOf, newPage, PATIENCE, startBrowser, takeScreenshot, visit } from '../support/web.ts'

const browser = await startBrowser()
afterAll(() => browser?.close())

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })

const GAMES =
  '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n[White "Cem"]\n[Black "Dot"]\n\n1. d4 *\n'

describe('the page of served files', needsBrowser(), () => {
  let folder: string
  let server: RunningServer
  let page: Page
  const errors: string[] = []

  const start = async (paths: readonly string[], writable: boolean) => {
    server = await serve(
      new ServedFiles(
        paths.map((path) => join(folder, path)),
        { writable },
      ),
      { page: inject('page') },
    )
    page = await newPage(browser!, errors, { serviceWorkers: 'block', locale: 'en' })
    await visit(page, server.address)
  }

  beforeEach(() => {
    errors.length = 0
    folder = mkdtempSync(join(tmpdir(), 'ludograph-served-files-'))
    mkdirSync(join(folder, 'club'))
    mkdirSync(join(folder, '.hidden'))
    writeFileSync(join(folder, 'games.pgn'), GAMES)
    writeFileSync(join(folder, 'club', 'round 10.sgf'), '(;GM[1]SZ[9];B[ee])')
    writeFileSync(join(folder, 'club', 'round 2.sgf'), '(;GM[1]SZ[9];B[cc])')
    writeFileSync(join(folder, '.hidden', 'secret.pgn'), GAMES)
    writeFileSync(join(folder, 'photo.png'), 'not a game')
  })

  afterEach(async () => {
    await page.close()
    await server.close()
    rmSync(folder, { recursive: true })
    expect(errors).toEqual([])
  })

  it('shows a folder as a tree, sorted as people sort, and opens files of it', async () => {
    await start([''], false)
    const names = page.locator('.served-file .link')
    await eventually(() => names.allTextContents()).toEqual(['games.pgn', 'round 2.sgf', 'round 10.sgf'])
    await takeScreenshot(page, 'served-folder')
    expect(await faults(page)).toEqual([])
    await names.first().click()
    await eventually(() => page.locator('.game').count()).toBe(2)
    await page.getByRole('button', { name: 'Ludograph' }).click()
    await page.getByRole('button', { name: 'Open all of club' }).click()
    await eventually(() => page.locator('.game .title').allTextContents()).toEqual(['round 2', 'round 10'])
    // A reload shows the same again.
    await page.reload()
    await eventually(() => page.locator('.game .title').allTextContents()).toEqual(['round 2', 'round 10'])
  })

  it('opens the file that was named, and saves it in place with Ctrl+S', async () => {
    await start(['games.pgn'], true)
    await page.locator('.game').nth(1).click()
    await page.locator('.game[aria-selected=true][aria-posinset="2"]').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Delete')
    await page.locator('.edit-bar').getByText('Not saved').waitFor()
    await page.keyboard.press('Control+s')
    await eventually(async () => (await hintsOf(page)).at(-1)).toBe('games.pgn saved')
    const saved = readFileSync(join(folder, 'games.pgn'), 'utf8')
    expect(saved).toContain('1. e4 e5 1-0')
    expect(saved).not.toContain('d4')
    expect(await page.getByText('Not saved').count()).toBe(0)
    // Saved again after another change, since the page knows the new revision.
    await page.locator('.game').first().click()
    await page.locator('.game[aria-selected=true][aria-posinset="1"]').waitFor()
    for (let ply = 0; ply < 2; ply++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Delete')
    await page.locator('.edit-bar').getByText('Not saved').waitFor()
    await page.keyboard.press('Control+s')
    await eventually(async () => readFileSync(join(folder, 'games.pgn'), 'utf8')).not.toContain('e5')
  })

  it('does not replace a file that has changed on the disk meanwhile', async () => {
    await start(['games.pgn'], true)
    await page.locator('.move-list .move').first().waitFor()
    writeFileSync(join(folder, 'games.pgn'), '1. c4 *\n')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+s')
    await eventually(async () => (await hintsOf(page)).at(-1)).toMatch(/games\.pgn has changed since it was read/)
    expect(readFileSync(join(folder, 'games.pgn'), 'utf8')).toBe('1. c4 *\n')
    await page.locator('.edit-bar').getByText('Not saved').waitFor()
    errors.splice(0)
  })

  it('downloads instead where the files are served read-only', async () => {
    await start(['games.pgn'], false)
    await page.locator('.move-list .move').first().waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog', { name: 'Save as' }).waitFor()
    expect(readFileSync(join(folder, 'games.pgn'), 'utf8')).toBe(GAMES)
  })

  it('writes a file to which the browser has access', async () => {
    await start(['club'], false)
    await page.evaluate(async (games) => {
      const root = await navigator.storage.getDirectory()
      const handle = await root.getFileHandle('own.pgn', { create: true })
      const stream = await handle.createWritable()
      await stream.write(games)
      await stream.close()
      Object.assign(globalThis, { showOpenFilePicker: async () => [handle] })
    }, GAMES)
    await page.locator('.open-menu label').first().click()
    await page.locator('.move-list .move').first().waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Delete')
    await page.locator('.edit-bar').getByText('Not saved').waitFor()
    await page.keyboard.press('Control+s')
    await eventually(async () => (await hintsOf(page)).at(-1)).toBe('own.pgn saved')
    const written = await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory()
      return (await (await root.getFileHandle('own.pgn')).getFile()).text()
    })
    expect(written).not.toContain('e4')
    expect(written).toContain('d4')
    await eventually(() => page.locator('.game').count()).toBe(2)
    expect(await page.getByText('Not saved').count()).toBe(0)
  })
})
