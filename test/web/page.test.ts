/** The page in a real browser: files opened from disk with no server behind it. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { detectFormat } from '../../src/convert/detect.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import { mainLine } from '../../src/model/tree.ts'
import type { GameRecord } from '../../src/model/record.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { positionAt } from '../../src/rules/replay.ts'
import { needsBrowser } from '../support/needs.ts'
import { databaseFiles, plainGame } from '../support/chessbase.ts'
import type { NamedBytes } from '../support/named-bytes.ts'
import { randomGames } from '../support/random-games.ts'
import { faults, newPage, PATIENCE, servePage, takeScreenshot, visit } from '../support/web.ts'

const served = await servePage()
afterAll(() => served?.close())

const example = (path: string): NamedBytes => [
  basename(path),
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../examples', path))),
]

const OPERA = example('chess/opera-game.pgn')

/** Files of each format that the page must open, the one to open first. */
const FILES: Readonly<Record<string, readonly NamedBytes[]>> = {
  PGN: [OPERA],
  'PGN of xiangqi': [example('xiangqi/annotated.pgn')],
  XQF: [example('xiangqi/中炮对屏风马.xqf')],
  SGF: [example('go/ladder.sgf')],
  wei7: [example('go/live-study.wei7')],
  WTHOR: [example('othello/WTH_2001.wtb'), example('othello/WTHOR.JOU'), example('othello/WTHOR.TRN')],
  ChessBase: databaseFiles({
    games: [{ moves: plainGame(['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6', 'b5c6', 'd7c6']) }],
  }),
}

/** Reads a file without the page; where a record came from is left out. */
async function readRecord([main, ...others]: readonly NamedBytes[]): Promise<GameRecord> {
  const source = ([name, bytes]: NamedBytes) => new MemorySource(name, bytes)
  const files = new MemoryFileSet(source(main!), others.map(source))
  const collection = await detectFormat(files.main)!.open!(files)
  const { origin: _, ...record } = collection.entry(0).record!
  return record
}

/** The pieces of a record at a node, by square. */
function piecesAt(record: GameRecord, node: number): Record<string, string> {
  const position = positionAt(rulesOf(record.game), record, node)
  const pieces: Record<string, string> = {}
  for (let square = 0; square < position.columns * position.rows; square++) {
    const piece = position.pieceAt(square)
    if (piece !== '') pieces[square] = piece
  }
  return pieces
}

/** The pieces on the board of the page, by square. */
function piecesShown(page: Page): Promise<Record<string, string>> {
  return page.$$eval('.board-pane [data-square]', (elements) =>
    Object.fromEntries(
      elements.map((element) => [element.getAttribute('data-square'), element.getAttribute('data-piece')]),
    ),
  )
}

async function openInPage(page: Page, files: readonly NamedBytes[]): Promise<void> {
  await page.setInputFiles(
    'input[type=file]',
    files.map(([name, bytes]) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })),
  )
}

/** What the page comes to show, on a busy machine too. */
const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })

const currentMove = (page: Page) => page.locator('.move[aria-current]')

describe('the page in a browser', needsBrowser(), () => {
  let page: Page
  const errors: string[] = []

  beforeEach(async () => {
    errors.length = 0
    // The service worker fetches all of the page to keep it; it has a test of its own.
    page = await newPage(served!.browser, errors, { acceptDownloads: true, serviceWorkers: 'block' })
    await visit(page, served!.address)
  })

  afterEach(async () => {
    await page.close()
    expect(errors).toEqual([])
  })

  it('loads in less than 218 kB before a file is opened', async () => {
    const { folder, requested } = served!
    requested.clear()
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await eventually(async () => [...requested].filter((name) => name.includes('decoder')).length).toBe(1)
    await page.waitForLoadState('networkidle')
    const names = [...requested]
    const sizes = names.map((name) => gzipSync(readFileSync(join(folder, name))).length)
    // No parser or writer of a format is among them; those of single bytes are small, and used by all.
    expect(names.filter((name, index) => /reader|writer/.test(name) && sizes[index]! > 1000)).toEqual([])
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(218_000)
    await takeScreenshot(page, 'welcome')
  })

  it.each(Object.keys(FILES))('replays %s to the end by keys', async (name) => {
    const files = FILES[name]!
    const record = await readRecord(files)
    const line = mainLine(record.nodes)
    await openInPage(page, files)
    await page.locator('.move-list').waitFor()
    expect(await piecesShown(page)).toEqual(piecesAt(record, 0))
    for (let step = 0; step < line.length; step++) await page.keyboard.press('ArrowRight')
    await page.locator(`[data-node="${line.at(-1)}"][aria-current]`).waitFor()
    expect(await piecesShown(page)).toEqual(piecesAt(record, line.at(-1)!))
    await takeScreenshot(page, `replay-${name.replaceAll(' ', '-').toLowerCase()}`)
    await page.keyboard.press('Home')
    await eventually(() => piecesShown(page)).toEqual(piecesAt(record, 0))
    await page.keyboard.press('End')
    await eventually(() => piecesShown(page)).toEqual(piecesAt(record, line.at(-1)!))
  })

  it('enters and leaves a variation', async () => {
    await openInPage(page, [OPERA])
    await page.locator('.move-list').waitFor()
    // Who opened the file with the mouse or the keyboard has the focus there still.
    await page.locator('input[type=file]').first().focus()
    for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight')
    await eventually(() => currentMove(page).textContent()).toContain('Bg4')
    await page.keyboard.press('ArrowDown')
    await eventually(() => currentMove(page).textContent()).toContain('exd4')
    await page.keyboard.press('ArrowRight')
    await eventually(() => currentMove(page).textContent()).toContain('Nxd4')
    await page.keyboard.press('ArrowUp')
    await eventually(() => currentMove(page).textContent()).toContain('Bg4')
  })

  it('turns the board, moves by wheel, buttons and a click on a move', async () => {
    await openInPage(page, [OPERA])
    const rook = page.locator('.board-pane [data-square="0"]')
    const { y: before } = (await rook.boundingBox())!
    await page.keyboard.press('f')
    await eventually(async () => (await rook.boundingBox())!.y).toBeLessThan(before)
    await page.locator('.board-box').hover()
    await page.mouse.wheel(0, 120)
    await eventually(() => currentMove(page).textContent()).toContain('e4')
    await page.getByRole('button', { name: 'To the end' }).click()
    await eventually(() => currentMove(page).textContent()).toContain('Rd8#')
    await page.getByRole('button', { name: 'Nf3' }).click()
    await eventually(() => currentMove(page).textContent()).toContain('Nf3')
  })

  it.each([
    ['PGN', 'pgn'],
    ['XQF', 'xqf'],
    ['SGF', 'sgf'],
  ])('saves %s and reads it again equal', async (name, format) => {
    const files = FILES[name]!
    await openInPage(page, files)
    await page.getByRole('button', { name: 'Save as' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').selectOption(format)
    await dialog.locator('li, p', { hasText: /lost/ }).first().waitFor()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    const saved = await download
    const bytes = new Uint8Array(readFileSync(await saved.path()))
    expect(await readRecord([[saved.suggestedFilename(), bytes]])).toEqual(await readRecord(files))
  })

  it('shows what a format loses before saving', async () => {
    await openInPage(page, FILES['WTHOR']!)
    await page.getByRole('button', { name: 'Save as' }).click()
    const dialog = page.getByRole('dialog')
    await eventually(() => dialog.getByLabel('Format').inputValue()).toBe('wthor')
    await dialog.getByLabel('Format').selectOption('othello-text')
    await dialog.getByText('cannot store the event', { exact: false }).first().waitFor()
    await takeScreenshot(page, 'save')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('shows losses and issues in the language of the page', async () => {
    await page.getByRole('combobox', { name: 'Language' }).selectOption('zh')
    await openInPage(page, FILES['WTHOR']!)
    await page.getByRole('button', { name: '另存为' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('格式').selectOption('othello-text')
    await dialog.getByText('不能保存赛事').first().waitFor()
    const lines = await dialog.locator('.losses li').allInnerTexts()
    expect(lines.filter((line) => /[a-z]{3}/.test(line))).toEqual([])
    await takeScreenshot(page, 'save-chinese')
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Escape')
    // A remark on reading names its id and its place behind its sentence.
    await openInPage(page, [['odd.pgn', new TextEncoder().encode('1. e4 Ke4 *')]])
    const remarks = page.locator('.issues')
    await page.locator('.title-line .link').click()
    await remarks.locator('summary').first().click()
    await remarks.getByText('无法读取').first().waitFor()
    const [, sentence, behind] = (await remarks.innerText()).split('\n')
    expect(sentence).not.toMatch(/[a-z]{3}/)
    expect(behind).toMatch(/^pgn\/unreadable-move · odd\.pgn, 第 1 行/)
  })

  it('says in the language of the page why files are refused', async () => {
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ru')
    const bytes = (text: string) => new TextEncoder().encode(text)
    await openInPage(page, [
      ['book.abk', new Uint8Array(28)],
      ['game.kif', bytes('shogi')],
      ['lone.cbg', new Uint8Array(64)],
      ['short.cbf', bytes('cut')],
      ['bad.2cbh', bytes('cut')],
      ['words.txt', bytes('nothing of a game')],
    ])
    const notice = page.locator('.notices .notice')
    await notice.getByText('партия сёги').waitFor()
    for (const details of await notice.locator('summary').all()) await details.click()
    const names = /[\w-]+\.\w+|ChessBase|DOS|Arena|\bcbh\b/g
    const lines = (await notice.locator('li').allInnerTexts()).join('\n')
    expect(lines.replaceAll(names, '')).not.toMatch(/[A-Za-z]{3}/)
    expect(lines.split('\n').length).toBeGreaterThan(5)
    await takeScreenshot(page, 'refused-russian')
    expect(await faults(page)).toEqual([])
  })

  it('shows a text between games as a page to read, in the language chosen', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const names = readdirSync(join(import.meta.dirname, '../../examples/chess'))
    const parts = names.filter((name) => name.startsWith('short-games'))
    await openInPage(
      page,
      parts.map((name) => example(`chess/${name}`)),
    )
    await page.locator('.game', { hasText: 'Five short games' }).click()
    const text = page.locator('.document')
    await text.getByText('Three famous games').waitFor()
    // It has the room of board and moves, and its lines stand in the middle of it.
    const [room, lines] = [(await text.boundingBox())!, (await text.locator('.prose').boundingBox())!]
    expect(room.x + room.width).toBeGreaterThan(1400)
    expect(lines.x - room.x).toBeCloseTo(room.x + room.width - lines.x - lines.width, -1)
    await takeScreenshot(page, 'text-1440')
    expect(await faults(page)).toEqual([])
    await text.getByRole('combobox').selectOption('de')
    await text.getByText('Drei berühmte Partien').waitFor()
  })

  it('opens pasted text', async () => {
    await page.getByRole('button', { name: 'Paste text' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('1. d4 Nf6 2. c4 e6 *')
    await page.getByRole('button', { name: 'Open text' }).click()
    await page.getByRole('button', { name: 'Nf6' }).waitFor()
  })

  it('opens a file that is dropped', async () => {
    const text = Buffer.from(OPERA[1]).toString('latin1')
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([text], 'dropped.pgn'))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, text)
    await page.getByRole('button', { name: 'Rd8#' }).waitFor()
  })

  it('opens a sample of every game', async () => {
    const samples = await page.locator('.samples .link').count()
    expect(samples).toBeGreaterThan(5)
    for (let index = 0; index < samples; index++) {
      await page.locator('.samples .link').nth(index).click()
      await page.locator('.board-pane .board, .document').waitFor()
      await page.getByRole('button', { name: 'Ludograph' }).click()
    }
  })

  it('explains what it cannot open, and keeps what was open', async () => {
    await openInPage(page, [OPERA])
    await page.locator('.move-list').waitFor()
    await openInPage(page, [['holiday.jpg', Uint8Array.of(255, 216, 255, 224, 0, 1, 2, 3)]])
    await page.getByText('holiday.jpg').waitFor()
    expect(await page.getByRole('status').first().textContent()).toContain('is not a game record in any known format')
    expect(await page.locator('.move-list').count()).toBe(1)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await openInPage(page, [['nothing.jsonl', new Uint8Array(0)]])
    await page.getByText('nothing.jsonl').waitFor()
    await openInPage(page, FILES['ChessBase']!.slice(1, 2))
    await page.getByText('is part of a database').waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('holiday.jpg').waitFor({ state: 'detached' })
  })

  it.each(['empty.pgn', 'empty.sgf', 'empty'])('says that %s is empty', async (name) => {
    await openInPage(page, [[name, new Uint8Array(0)]])
    await eventually(() => page.locator('.notice li').allInnerTexts()).toEqual([`${name} is empty.`])
  })

  it('lists thousands of games and draws only those in sight', async () => {
    const sinks = new MemorySinkSet('many.pgn')
    const writer = await pgn.write(sinks)
    for (const record of randomGames('chess', 3000, 7, 6)) writer.add(record)
    writer.finish()
    await openInPage(page, [['many.pgn', sinks.files.get('many.pgn')!]])
    const list = page.getByRole('listbox')
    await list.getByRole('option').first().waitFor()
    expect(await list.getByRole('option').count()).toBeLessThan(80)
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    const last = page.locator('#game-2999 .title')
    await last.click()
    await eventually(() => page.locator('#game-2999').getAttribute('aria-selected')).toBe('true')
    await list.press('ArrowUp')
    await eventually(() => page.locator('#game-2998').getAttribute('aria-selected')).toBe('true')
    // Keys that come faster than games go on from where the ones before lead.
    const selected = () => list.locator('[aria-selected=true]').getAttribute('aria-posinset')
    await list.press('Home')
    await eventually(selected).toBe('1')
    await list.press('PageDown')
    await eventually(selected).not.toBe('1')
    const step = Number(await selected()) - 1
    await list.evaluate((element) => {
      const options = { key: 'PageDown', bubbles: true, cancelable: true }
      for (let press = 0; press < 20; press++) element.dispatchEvent(new KeyboardEvent('keydown', options))
    })
    await eventually(selected).toBe(String(21 * step + 1))
    await takeScreenshot(page, 'games')
    // On a phone it is folded, below the moves.
    await page.setViewportSize({ width: 390, height: 844 })
    const heading = page.getByRole('button', { name: 'Games', exact: true })
    await list.waitFor({ state: 'hidden' })
    const [moves, games] = [(await page.locator('.side').boundingBox())!, (await heading.boundingBox())!]
    expect(games.y).toBeGreaterThan(moves.y)
    await heading.click()
    await list.waitFor()
  })

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await takeScreenshot(page, 'phone-welcome')
    await openInPage(page, FILES['WTHOR']!)
    await page.locator('.board-pane .board').waitFor()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    const board = (await page.locator('.board-pane .board').boundingBox())!
    expect(board.width).toBeGreaterThan(350)
    // The bar takes one row: what it has no room for is in its menu.
    expect(board.y).toBeLessThan(100)
    const controls = (await page.locator('.controls').boundingBox())!
    expect(controls.y + controls.height).toBeLessThan(844)
    await takeScreenshot(page, 'phone')
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Paste text' }).click()
    await page.getByRole('dialog', { name: 'Paste text' }).waitFor()
    await page.getByRole('button', { name: 'New game' }).waitFor({ state: 'hidden' })
  })

  it.each([
    [390, 844],
    [844, 390],
    [820, 1180],
    [1280, 720],
    [1920, 1080],
  ])('shows the whole board and the current move in a window of %i by %i', async (width, height) => {
    await page.setViewportSize({ width, height })
    await openInPage(page, FILES['WTHOR']!)
    await page.locator('.move-list .move').first().waitFor()
    for (let step = 0; step < 50; step++) await page.keyboard.press('ArrowRight')
    await page.locator('[data-node="50"][aria-current]').waitFor({ state: 'attached' })
    const isInWindow = (selector: string) =>
      page.evaluate((selector) => {
        const { top, bottom, left, right } = document.querySelector(selector)!.getBoundingClientRect()
        return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
      }, selector)
    await eventually(() => isInWindow('.board-box .board')).toBe(true)
    await eventually(() => isInWindow('.controls')).toBe(true)
    // Under a board without room beside it, a strip says the move.
    await eventually(() => isInWindow(width < 500 ? '.current-move' : '.move[aria-current]')).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    // The board has most of the height, or, where the moves are below it, of the width.
    const board = (await page.locator('.board-box .board').boundingBox())!
    expect(height > width ? board.width / width : board.height / height).toBeGreaterThan(0.72)
    await takeScreenshot(page, `window-${width}`)
  })

  it('sorts the table of a wide window by the heads of its columns', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await openInPage(page, FILES['WTHOR']!)
    const head = page.locator('.table-head').getByRole('button', { name: 'White' })
    await head.waitFor()
    const seconds = () => page.locator('.game [data-column=second]').allTextContents()
    const before = await seconds()
    await head.click()
    await eventually(seconds).toEqual(before.toSorted((one, other) => one.localeCompare(other)))
    expect(await head.getAttribute('aria-pressed')).toBe('true')
    await head.click()
    await eventually(async () => (await seconds())[0]).toBe(before.toSorted().at(-1))
    expect(await faults(page)).toEqual([])
  })

  it('shows castling by the squares of the king', async () => {
    const castled = new TextEncoder().encode('1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *\n')
    await openInPage(page, [['castled.pgn', castled]])
    await page.getByRole('button', { name: 'O-O' }).waitFor()
    await page.keyboard.press('End')
    const shown = page.locator('.last-move')
    await eventually(() => shown.evaluateAll((squares) => squares.map((square) => square.getAttribute('x')))).toEqual([
      '400',
      '600',
    ])
  })

  it.each(['light', 'dark'] as const)('has no fault that axe finds, in %s colours', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    expect(await faults(page)).toEqual([])
    await openInPage(page, FILES['WTHOR']!)
    await page.locator('.move-list').waitFor()
    await page.keyboard.press('ArrowRight')
    expect(await faults(page)).toEqual([])
    await openInPage(page, [OPERA, ['notes.bin', Uint8Array.of(0, 1, 2, 3)]])
    await page.getByText('notes.bin').waitFor()
    await page.keyboard.press('End')
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, `notice-${colorScheme}`)
    await page.getByRole('button', { name: 'Save as' }).click()
    await page.getByRole('dialog').locator('p, li').first().waitFor()
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Paste text' }).click()
    expect(await faults(page)).toEqual([])
  })
})
