/** Records edited in the page by a hand on the board, by keys and by buttons, and saved. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { detectFormat } from '../../src/convert/detect.ts'
import type { GameRecord } from '../../src/model/record.ts'
import { needsBrowser } from '../support/needs.ts'
import { faults, hintsOf, newPage, PATIENCE, servePage, takeScreenshot, visit } from '../support/web.ts'

const served = await servePage()
afterAll(() => served?.close())

const example = (path: string) => readFileSync(join(import.meta.dirname, '../../examples', path))

async function open(page: Page, name: string, content: string | Buffer): Promise<void> {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content
  await page.setInputFiles('input[type=file]:not([webkitdirectory])', {
    name,
    mimeType: 'application/octet-stream',
    buffer,
  })
  await page.locator('.edit-pane').waitFor()
}

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })
const moves = (page: Page) => page.locator('.move-list .move').allTextContents()
const current = (page: Page) => page.locator('.move[aria-current]').textContent()
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })

/** The centre of a square, by column and row from the top left of an unturned board. */
async function centreOf(page: Page, column: number, row: number): Promise<{ x: number; y: number }> {
  const [x, y] = await page
    .locator('.play-board > .board')
    .first()
    .evaluate(
      (svg, [column, row]) => {
        const matrix = (svg as SVGSVGElement).getScreenCTM()!
        const { x, y } = new DOMPoint(column! * 100 + 50, row! * 100 + 50).matrixTransform(matrix)
        return [x, y] as const
      },
      [column, row],
    )
  return { x, y }
}

/** A square of chess by its name. */
const at = (page: Page, name: string) => centreOf(page, name.charCodeAt(0) - 97, 8 - Number(name[1]))

async function click(page: Page, point: { x: number; y: number }, options: { button?: 'right' } = {}): Promise<void> {
  await page.mouse.click(point.x, point.y, options)
}

async function drag(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
  button: 'left' | 'right' = 'left',
): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down({ button })
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
  await page.mouse.move(to.x, to.y)
  await page.mouse.up({ button })
}

/** From now on nothing happens on the page because seconds have passed. */
async function withoutLongTimers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const later = globalThis.setTimeout.bind(globalThis)
    const never = (act: () => void, delay = 0) => (delay < 2000 ? later(act, delay) : 0)
    Object.assign(globalThis, { setTimeout: never })
  })
}

/** Saves the game in a format and reads the file again, without where it came from. */
async function saveAndRead(page: Page, format: string): Promise<GameRecord> {
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').selectOption(format)
  const download = page.waitForEvent('download')
  await button(dialog, 'Save').click()
  const saved = await download
  const bytes = new Uint8Array(readFileSync(await saved.path()))
  const files = new MemoryFileSet(new MemorySource(saved.suggestedFilename(), bytes))
  const collection = await detectFormat(files.main)!.open!(files)
  const { origin: _origin, ...record } = collection.entry(0).record!
  return record
}

describe('editing in a browser', needsBrowser(), () => {
  let page: Page
  const errors: string[] = []

  beforeEach(async () => {
    errors.length = 0
    page = await newPage(served!.browser, errors, { acceptDownloads: true })
    await visit(page, served!.address)
  })

  afterEach(async () => {
    await page.close()
    expect(errors).toEqual([])
  })

  it('plays chess by drag, by clicks, by text and by keys; a move that is there is entered', async () => {
    await open(page, 'game.pgn', '1. e4 e5 2. Nf3 *')
    await drag(page, await at(page, 'e2'), await at(page, 'e4'))
    await eventually(() => current(page)).toContain('e4')
    expect(await moves(page)).toHaveLength(3)
    await click(page, await at(page, 'c7'))
    await page.locator('.board .target').first().waitFor()
    await takeScreenshot(page, 'editing-targets')
    await click(page, await at(page, 'c5'))
    await eventually(() => current(page)).toContain('c5')
    expect(await moves(page)).toEqual(['e4', 'e5', '1…c5', 'Nf3'])
    const field = page.getByRole('textbox', { name: 'Type a move' })
    await button(page, 'Play').click()
    await eventually(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await hintsOf(page)).toEqual([])
    await field.fill('Nf3')
    await page.keyboard.press('Enter')
    await eventually(() => current(page)).toContain('Nf3')
    await click(page, await at(page, 'e1'))
    await eventually(() => hintsOf(page)).toContain('It is the other side’s turn.')
    // By keys: the cursor starts on the last move's square, f3.
    await page.locator('.play-board').focus()
    for (const key of ['ArrowUp', ...Array.from({ length: 5 }, () => 'ArrowUp'), 'ArrowRight'])
      await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft', 'Enter']) await page.keyboard.press(key)
    await eventually(() => current(page)).toContain('Nf6')
  })

  it('castles by the king and by the rook, and asks which piece a pawn turns into', async () => {
    await open(page, 'game.pgn', '[SetUp "1"]\n[FEN "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1"]\n\n*')
    await drag(page, await at(page, 'e1'), await at(page, 'g1'))
    await eventually(() => current(page)).toContain('O-O')
    await page.keyboard.press('Home')
    await click(page, await at(page, 'e1'))
    await click(page, await at(page, 'a1'))
    await eventually(() => current(page)).toContain('O-O-O')
    await page.keyboard.press('Home')
    await drag(page, await at(page, 'b7'), await at(page, 'a8'))
    const choice = page.getByRole('dialog', { name: 'Promote to' })
    await takeScreenshot(page, 'editing-promotion')
    await button(choice, 'Knight').click()
    await eventually(() => current(page)).toContain('bxa8=N')
    await withoutLongTimers(page)
    await drag(page, await at(page, 'e8'), await at(page, 'a1'))
    await eventually(() => page.locator('.hint').textContent()).toBe('That piece cannot go there.')
    await page.keyboard.press('Control+z')
    await eventually(() => moves(page)).toHaveLength(2)
    // What comes next ends a hint, which would stand for ever.
    await eventually(() => page.locator('.hint').textContent()).toBe('')
  })

  it('reorders, deletes and cuts lines, and undoes and redoes every step', async () => {
    await open(page, 'game.pgn', '1. e4 e5 (1... c5 2. Nf3 (2. Nc3)) 2. Nf3 Nc6 *')
    const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true })
    const main = () => page.locator('.pair .move').allTextContents()
    const before = await moves(page)
    await page.getByRole('button', { name: '2.Nc3' }).click()
    await tool('Move this variation up').press(' ')
    await eventually(main).toEqual(['e4', 'e5', 'Nf3', 'Nc6'])
    await tool('Make this the main line').click()
    await eventually(main).toEqual(['e4', 'c5', 'Nc3'])
    await eventually(() => current(page)).toContain('Nc3')
    await tool('Delete from this move (Del)').click()
    await eventually(main).toEqual(['e4', 'c5', 'Nf3'])
    await page.getByRole('button', { name: 'e4' }).click()
    await tool('Delete all moves after this one').click()
    await eventually(() => moves(page)).toEqual(['e4'])
    await page.getByText('Not saved').waitFor()
    for (let step = 0; step < 4; step++) await page.keyboard.press('Control+z')
    await eventually(() => moves(page)).toEqual(before)
    await page.getByText('Not saved').waitFor({ state: 'detached' })
    for (let step = 0; step < 4; step++) await page.keyboard.press('Control+Shift+Z')
    await eventually(() => moves(page)).toEqual(['e4'])
  })

  it('adds comments, glyphs and marks, saves and reloads them', async () => {
    await open(page, 'game.pgn', '1. e4 e5 2. Nf3 *')
    await page.keyboard.press('ArrowRight')
    await button(page, 'Comments').click()
    await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('Best by test')
    await page.locator('.move-list .comment', { hasText: 'Best by test' }).waitFor()
    await takeScreenshot(page, 'editing-comment')
    // What was written last is saved, although the field still has the focus.
    await page.getByRole('textbox', { name: 'Comment', exact: true }).press('!')
    expect((await saveAndRead(page, 'pgn')).nodes[1]!.comments).toEqual([{ text: 'Best by test!', placement: 'after' }])
    await button(page, 'Glyphs').click()
    await button(page, 'good move').click()
    await button(page, 'Marks').click()
    await drag(page, await at(page, 'd2'), await at(page, 'd4'), 'right')
    await click(page, await at(page, 'e4'), { button: 'right' })
    await button(page, 'Arrow').click()
    await button(page, 'red').click()
    await drag(page, await at(page, 'g1'), await at(page, 'f3'))
    await takeScreenshot(page, 'editing-marks')
    const record = await saveAndRead(page, 'pgn')
    expect(record.nodes[1]).toEqual({
      parent: 0,
      move: 49180,
      comments: [{ text: 'Best by test!', placement: 'after' }],
      glyphs: [{ nag: 1 }],
      marks: [
        { shape: 'arrow', at: 11, to: 27, paint: 'green' },
        { shape: 'colour', at: 28, paint: 'green' },
        { shape: 'arrow', at: 6, to: 21, paint: 'red' },
      ],
    })
    expect(record.nodes).toHaveLength(4)
    await page.getByText('Not saved').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await page.getByText('Not saved').waitFor()
  })

  it('plays Go with captures and a pass, labels points, and saves SGF', async () => {
    await open(page, 'game.sgf', '(;GM[1]FF[4]SZ[9];B[aa])')
    await page.keyboard.press('End')
    await click(page, await centreOf(page, 1, 0))
    await click(page, await centreOf(page, 5, 5))
    await click(page, await centreOf(page, 0, 1))
    await eventually(() => current(page)).toContain('A8')
    await eventually(() => page.locator('.play-board [data-square="0"]').count()).toBe(0)
    await click(page, await centreOf(page, 1, 0))
    await eventually(() => hintsOf(page)).toContain('A stone cannot be placed there.')
    await button(page, 'Pass').click()
    await eventually(() => current(page)).toContain('pass')
    await button(page, 'Marks').click()
    await button(page, 'Letter').click()
    await click(page, await centreOf(page, 2, 2))
    await click(page, await centreOf(page, 3, 2))
    await takeScreenshot(page, 'editing-go')
    const { nodes } = await saveAndRead(page, 'sgf')
    expect(nodes.map(({ move }) => move)).toEqual([undefined, 671088640, 805306369, 671088690, 805306377, 1207959552])
    expect(nodes[5]!.marks).toEqual([
      { shape: 'label', at: 20, text: 'A' },
      { shape: 'label', at: 21, text: 'B' },
    ])
  })

  it('puts stones on the board in the middle of a game of Go, and takes them off', async () => {
    await open(page, 'game.sgf', '(;GM[1]FF[4]SZ[9];B[ee];W[ge])')
    await page.keyboard.press('ArrowRight')
    await button(page, 'Set up').click()
    const panel = page.locator('.edit-panel')
    await drag(page, await centreOf(page, 0, 0), await centreOf(page, 2, 0))
    await eventually(() => page.locator('.play-board [data-piece="1"]').count()).toBe(4)
    await eventually(() => current(page)).toContain('set-up')
    await button(panel, 'White').first().click()
    await click(page, await centreOf(page, 8, 8))
    await eventually(() => page.locator('.play-board [data-piece="2"]').count()).toBe(1)
    await button(panel, 'Erase').click()
    await click(page, await centreOf(page, 4, 4))
    await eventually(() => page.locator('.play-board [data-piece="1"]').count()).toBe(3)
    const turn = panel.getByRole('group', { name: 'To move' })
    await button(turn, 'Black').click()
    await eventually(() => button(turn, 'Black').getAttribute('aria-pressed')).toBe('true')
    await takeScreenshot(page, 'editing-stones')
    expect(await faults(page)).toEqual([])
    await button(panel, 'Play moves').click()
    await click(page, await centreOf(page, 6, 6))
    await eventually(() => current(page)).toContain('G3')
    const { nodes } = await saveAndRead(page, 'sgf')
    expect(nodes[3]).toEqual({
      parent: 1,
      edits: [
        { squares: [0, 1, 2], piece: '1' },
        { squares: [80], piece: '2' },
        { squares: [40], piece: '' },
      ],
      turn: 1,
    })
    expect(nodes[4]!.parent).toBe(3)
    // What one press drew is taken back at once.
    for (let step = 0; step < 4; step++) await page.keyboard.press('Control+z')
    await eventually(() => page.locator('.play-board [data-piece="1"]').count()).toBe(4)
    await page.keyboard.press('Control+z')
    await eventually(() => page.locator('.play-board [data-piece="1"]').count()).toBe(1)
  })

  it('plays xiangqi and Othello', async () => {
    await open(page, 'game.xqf', example('xiangqi/中炮对屏风马.xqf'))
    await drag(page, await centreOf(page, 1, 7), await centreOf(page, 2, 7))
    await eventually(() => current(page)).toContain('C8=7')
    await takeScreenshot(page, 'editing-xiangqi')
    const { nodes } = await saveAndRead(page, 'xqf')
    expect(nodes.filter(({ parent }) => parent === 0)).toHaveLength(2)
    await open(page, 'game.txt', 'f5d6c3')
    await page.locator('.board-pane .board.othello').waitFor()
    await page.keyboard.press('End')
    await click(page, await centreOf(page, 3, 2))
    await eventually(() => current(page)).toContain('d3')
    await eventually(() => page.locator('.play-board [data-piece="2"]').count()).toBe(4)
    await click(page, await centreOf(page, 0, 0))
    await eventually(() => hintsOf(page)).toContain('A stone cannot be placed there.')
  })

  it('changes the header, reports errors in it, and keeps the rest', async () => {
    await open(page, 'game.pgn', '[White "Ann"]\n[WhiteTeam "Ash"]\n[Round "2.1"]\n[Date "1999.??.??"]\n\n1. e4 *')
    await button(page, 'Details').click()
    const dialog = page.getByRole('dialog')
    const black = dialog.getByRole('group', { name: 'Black' })
    await black.getByRole('textbox', { name: 'Name' }).fill('Bo')
    await black.getByRole('textbox', { name: 'Rating' }).fill('strong')
    await dialog.getByRole('textbox', { name: 'Date' }).fill('2024-02-30')
    await button(dialog, 'Apply').click()
    await dialog.getByText('A rating is a whole number up to 9999.').waitFor()
    await dialog.getByText('This is not a date.').waitFor()
    await takeScreenshot(page, 'editing-header')
    await black.getByRole('textbox', { name: 'Rating' }).fill('2345')
    await dialog.getByRole('textbox', { name: 'Date' }).fill('2024-02-29')
    await dialog.getByRole('combobox', { name: 'Result' }).selectOption('0-1')
    await button(dialog, 'Apply').click()
    await page.getByText('2345', { exact: true }).waitFor()
    const { header } = await saveAndRead(page, 'pgn')
    expect(header).toEqual({
      players: [
        { colour: 1, name: 'Ann', team: { name: 'Ash' } },
        { colour: 2, name: 'Bo', rating: 2345 },
      ],
      round: 2,
      subround: 1,
      date: { year: 2024, month: 2, day: 29 },
      result: { outcome: 'win', winner: 2 },
    })
  })

  it('keeps the changes of a game that is left, and offers them by its name', async () => {
    await open(page, 'game.pgn', '1. e4 *')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Delete')
    await page.getByText('Not saved').waitFor()
    await button(page, 'Ludograph').click()
    const offered = page.locator('.recent li').filter({ hasText: 'game.pgn' })
    await offered.getByText('Not saved').waitFor()
    await takeScreenshot(page, 'editing-left')
    expect(await faults(page)).toEqual([])
    // Another file in its place loses nothing either.
    await offered.getByRole('button', { name: 'game.pgn', exact: true }).click()
    await page.locator('.edit-bar').getByText('Not saved').waitFor()
    await open(page, 'other.pgn', '1. d4 *')
    await page.locator('.move-list').getByText('d4').waitFor()
    await button(page, 'Ludograph').click()
    await offered.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog', { name: 'Save as' }).waitFor()
    expect(await page.locator('.move-list .move').count()).toBe(0)
    await page.keyboard.press('Escape')
    await button(page, 'Ludograph').click()
    await button(offered, 'Discard changes').click()
    await eventually(() => offered.getByText('Not saved').count()).toBe(0)
    await offered.getByRole('button', { name: 'game.pgn', exact: true }).click()
    await eventually(() => page.locator('.move-list .move').count()).toBe(1)
  })

  it('tries a line of the explorer or an engine without changing the game, until it is kept', async () => {
    await open(page, 'games.pgn', '1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n')
    await page.getByRole('tab', { name: 'Explorer' }).click()
    await page.locator('.explorer tbody').getByText('d4').click()
    const bar = page.locator('.tried')
    await bar.waitFor()
    await takeScreenshot(page, 'tried-line')
    expect(await faults(page)).toEqual([])
    await eventually(() => page.locator('.move[aria-current]').textContent()).toContain('d4')
    expect(await page.getByText('Not saved').count()).toBe(0)
    // It goes on by moves on the board, and waits while another game is looked at.
    await page.locator('.explorer tbody').getByText('d5').click()
    await page.locator('.game').nth(1).click()
    await bar.waitFor({ state: 'detached' })
    await page.locator('.game').first().click()
    await bar.waitFor()
    await button(bar, 'Discard').click()
    await bar.waitFor({ state: 'detached' })
    expect(await page.locator('.move-list .move').count()).toBe(3)
    await page.locator('.explorer tbody').getByText('d4').click()
    await button(bar, 'Keep').click()
    await bar.waitFor({ state: 'detached' })
    await page.locator('.edit-bar').getByText('Not saved').waitFor()
    expect(await page.locator('.move-list .move').count()).toBe(4)
    await page.keyboard.press('Control+z')
    await eventually(() => page.locator('.move-list .move').count()).toBe(3)
  })

  it('begins new games: with a handicap, from a Chess960 number, from a position set up', async () => {
    const begin = async (game: string, fill: (dialog: Locator) => Promise<void>) => {
      await button(page, 'New game').click()
      const dialog = page.getByRole('dialog', { name: 'New game' })
      await dialog.getByRole('combobox', { name: 'Game' }).selectOption(game)
      await fill(dialog)
      await button(dialog, 'Begin').click()
      await page.locator(`.board-pane .board.${game}`).waitFor()
    }
    await begin('go', async (dialog) => {
      await dialog.getByRole('combobox', { name: 'Size' }).selectOption('13')
      await dialog.getByRole('combobox', { name: 'Handicap' }).selectOption('4')
    })
    await eventually(() => page.locator('.board-pane [data-piece="1"]').count()).toBe(4)
    await click(page, await centreOf(page, 6, 6))
    await eventually(() => current(page)).toContain('G7')
    await eventually(() => page.locator('.board-pane [data-piece="2"]').count()).toBe(1)
    await page.keyboard.press('Control+z')
    await begin('chess', async (dialog) => {
      await dialog.getByRole('combobox', { name: 'Start from' }).selectOption('chess960')
      await dialog.getByRole('spinbutton').fill('0')
    })
    await eventually(() => page.locator('.board-pane [data-square="0"]').getAttribute('data-piece')).toBe('B')
    await begin('xiangqi', async (dialog) => {
      await dialog.getByRole('combobox', { name: 'Start from' }).selectOption('set-up')
      await eventually(() => dialog.locator('[data-piece]').count()).toBe(32)
      await button(dialog, 'Clear the board').click()
      await dialog.getByText('exactly one king').waitFor()
      const board = dialog.locator('.play-board')
      const put = async (piece: string, column: number, row: number) => {
        await button(dialog, piece).click()
        const box = await board.locator('svg').evaluate(
          (svg, [column, row]) => {
            const matrix = (svg as SVGSVGElement).getScreenCTM()!
            const { x, y } = new DOMPoint(column! * 100 + 50, row! * 100 + 50).matrixTransform(matrix)
            return { x, y }
          },
          [column, row],
        )
        await click(page, box)
      }
      await put('Red: General', 4, 9)
      await put('Black: General', 3, 0)
      await put('Red: Chariot', 0, 5)
      await takeScreenshot(page, 'editing-set-up')
      const text = dialog.getByRole('textbox', { name: /FEN/ })
      await eventually(() => text.inputValue()).toBe('3k5/9/9/9/9/R8/9/9/9/4K4 w - - 0 1')
      await text.fill('nonsense')
      await dialog.getByText('This text is not a position').waitFor()
      await text.fill('3k5/9/9/9/9/R8/9/9/9/4K3A w - - 0 1')
      await dialog.getByText('Advisor on i0: impossible in a game.').waitFor()
      await text.fill('3k5/9/9/9/9/R8/9/9/9/4K4 b - - 0 1')
    })
    await eventually(() => page.locator('.board-pane [data-piece]').count()).toBe(3)
    expect((await saveAndRead(page, 'jsonl')).setup).toBe('3k5/9/9/9/9/R8/9/9/9/4K4 b - - 0 1')
    // The same game is set up from the position on the board.
    await begin('xiangqi', async (dialog) => {
      await dialog.getByRole('combobox', { name: 'Start from' }).selectOption('set-up')
      await eventually(() => dialog.locator('[data-piece]').count()).toBe(3)
    })
  })

  it('drops the timeline of a live game with a word when the game is changed', async () => {
    await open(page, 'game.wei7', example('go/live-study.wei7'))
    await button(page, 'As it happened').click()
    await page.keyboard.press('Home')
    await click(page, await centreOf(page, 4, 4))
    await eventually(async () => (await hintsOf(page)).join()).toContain('Undo restores it')
    await eventually(() => current(page)).toContain('E5')
    await page.keyboard.press('Control+z')
    await button(page, 'As it happened').waitFor()
    const { timeline } = await saveAndRead(page, 'jsonl')
    expect(timeline?.length).toBeGreaterThan(0)
  })

  it.each(['light', 'dark'] as const)('has no fault that axe finds, in %s colours', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    await open(page, 'game.pgn', '1. e4 e5 2. Nf3 *')
    await page.keyboard.press('ArrowRight')
    await click(page, await at(page, 'e7'))
    for (const panel of colorScheme === 'light' ? ['Comments', 'Glyphs', 'Marks'] : ['Marks']) {
      await button(page, panel).click()
      expect(await faults(page)).toEqual([])
    }
    await page.keyboard.press('Delete')
    await page.getByText('Not saved').waitFor()
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, `editing-${colorScheme}`)
    await button(page, 'Details').click()
    // Its code is loaded when it is opened: before that there is nothing to look at, and nothing to close.
    await page.getByRole('dialog').waitFor()
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await button(page, 'New game').click()
    await page.getByRole('combobox', { name: 'Start from' }).selectOption('set-up')
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, `editing-new-${colorScheme}`)
  })

  it('fits a phone, where a finger plays and draws', async () => {
    const phone = await newPage(served!.browser, errors, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await visit(phone, served!.address)
    await open(phone, 'game.pgn', '1. e4 *')
    const tap = async (name: string) => {
      const { x, y } = await at(phone, name)
      await phone.touchscreen.tap(x, y)
    }
    await tap('d2')
    await phone.locator('.board .target').first().waitFor()
    await tap('d4')
    await eventually(() => current(phone)).toContain('d4')
    await button(phone, 'Editing').click()
    await button(phone, 'Marks').click()
    await button(phone, 'Circle').click()
    await phone.locator('.play-board').scrollIntoViewIfNeeded()
    await tap('e5')
    await phone.locator('.mark circle').waitFor()
    const finger = await phone.context().newCDPSession(phone)
    const swipe = async (from: string, to: string) => {
      const [start, end] = [await at(phone, from), await at(phone, to)]
      const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] })
      for (const point of [middle, end]) {
        await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
      }
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    await swipe('f3', 'c3')
    await phone.locator('.mark .arrow').waitFor()
    expect(await current(phone)).toContain('d4')
    await button(phone, 'Play moves').click()
    await phone.evaluate(() => scrollTo(0, 0))
    await swipe('g8', 'f6')
    await takeScreenshot(phone, 'editing-phone-drag')
    await eventually(() => current(phone)).toContain('Nf6')
    await swipe('c4', 'f4')
    await eventually(() => current(phone)).toContain('d4')
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await phone.screenshot({
      path: join(import.meta.dirname, '../../.cache/screenshots/editing-phone.png'),
      fullPage: true,
    })
    await button(phone, 'Menu').click()
    await button(phone, 'New game').click()
    await phone.getByRole('combobox', { name: 'Start from' }).selectOption('set-up')
    await takeScreenshot(phone, 'editing-phone-set-up')
    await phone.close()
  })
})
