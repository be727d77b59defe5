/** Training a repertoire on the board: what is due, right and wrong answers, the schedule stored and read again. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatProgress, parseProgress, type CardProgress } from '../../src/repertoire/index.ts'
import { needsBrowser } from '../support/needs.ts'
import { studyGame } from '../support/study-games.ts'
import { faults, newPage, servePage, takeScreenshot, visit } from '../support/web.ts'

const served = await servePage()
const folder = mkdtempSync(join(tmpdir(), 'ludograph-training-'))
afterAll(async () => {
  await served?.close()
  rmSync(folder, { recursive: true })
})

const DAY = 86_400_000
const WHITE = studyGame('?', '?', '????.??.??', '*', '1. e4 e5 (1... c5 2. Nf3) 2. Nf3')
const OTHER = studyGame('?', '?', '????.??.??', '*', '1. d4 d5 2. c4')

async function clickSquare(page: Page, column: number, row: number): Promise<void> {
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
  await page.mouse.click(x, y)
}

/** Plays a move of chess with White at the bottom: `e2e4`. */
async function play(page: Page, move: string): Promise<void> {
  const [from, to] = [move.slice(0, 2), move.slice(2)]
  for (const square of [from, to]) await clickSquare(page, square.charCodeAt(0) - 97, 8 - Number(square[1]))
}

/** A line of each other game, and the squares to click for the two moves of the side that begins, by column and row. */
const LINES: Readonly<Record<string, readonly [name: string, text: string, first: number[][], second: number[][]]>> = {
  xiangqi: [
    'mine.pgn',
    '[Game "Chinese Chess"]\n[Result "*"]\n\n1. 炮二平五 马8进7 2. 马二进三 *\n',
    [
      [7, 7],
      [4, 7],
    ],
    [
      [7, 9],
      [6, 7],
    ],
  ],
  go: ['mine.sgf', '(;GM[1]FF[4]SZ[9];B[ee];W[gc];B[cc])', [[4, 4]], [[2, 2]]],
  othello: ['mine.txt', 'f5f6e6\n', [[5, 4]], [[4, 5]]],
}

describe('training a repertoire', needsBrowser(), () => {
  let page: Page
  const errors: string[] = []

  beforeEach(() => {
    errors.length = 0
  })

  afterEach(async () => {
    await page.close()
    expect(errors).toEqual([])
  })

  async function open(text: string, name = 'mine.pgn'): Promise<void> {
    await page.setInputFiles('input[type=file]:not([webkitdirectory])', {
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    })
    await page.locator('.board-box .board').waitFor()
  }

  async function start(text: string, name?: string): Promise<void> {
    page = await newPage(served!.browser, errors, { locale: 'en-GB', serviceWorkers: 'block' })
    await visit(page, served!.address)
    await open(text, name)
  }

  async function choose() {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.locator('#game-menu').getByRole('button', { name: 'Train' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    return dialog
  }

  const pane = () => page.locator('.quiz')

  it.each(Object.entries(LINES))('asks for the moves of a line of %s', async (game, [name, text, first, second]) => {
    await start(text, name)
    const dialog = await choose()
    await dialog.getByLabel('Your side').selectOption('first')
    await dialog.getByText('0 due, 2 new, of 2 positions').waitFor()
    await dialog.getByRole('button', { name: 'Train', exact: true }).click()
    await pane().getByText('2 left').waitFor()
    for (const [column, row] of first) await clickSquare(page, column!, row!)
    await pane().getByText('1 left').waitFor()
    await pane().getByText('Find the move').waitFor()
    for (const [column, row] of second) await clickSquare(page, column!, row!)
    await pane().getByText('Nothing more is due.').waitFor()
    await takeScreenshot(page, `training-${game}`)
  })

  it('asks what is due, takes right and wrong answers, and reads the schedule again', async () => {
    await start(WHITE)
    const dialog = await choose()
    await dialog.getByText('0 due, 3 new, of 3 positions').waitFor()
    expect(await dialog.getByLabel('Your side').inputValue()).toBe('first')
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'training-dialog')
    await dialog.getByRole('button', { name: 'Train', exact: true }).click()
    await pane().getByText('3 left').waitFor()
    await play(page, 'e2e4')
    // The next position follows by itself: 1. e4 e5, where f4 is another move.
    await pane().getByText('2 left').waitFor()
    await page.locator('.board-box [data-square="36"][data-piece="p"]').waitFor()
    await play(page, 'f2f4')
    await pane().getByText('Wrong. The repertoire plays Nf3.').waitFor()
    await takeScreenshot(page, 'training-wrong')
    await play(page, 'g1f3')
    // The last one first; then what was wrong again.
    await page.locator('.board-box [data-square="34"][data-piece="p"]').waitFor()
    await pane().getByRole('button', { name: 'Show the move' }).click()
    await pane().getByText('The repertoire plays Nf3.').waitFor()
    await play(page, 'g1f3')
    await page.locator('.board-box [data-square="36"][data-piece="p"]').waitFor()
    await pane().getByText('Find the move').waitFor()
    await play(page, 'g1f3')
    await page.locator('.board-box [data-square="34"][data-piece="p"]').waitFor()
    await pane().getByText('Find the move').waitFor()
    await play(page, 'g1f3')
    await pane().getByText('Nothing more is due.').waitFor()
    await pane().getByText('1 of 3 right at once').waitFor()
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'training-over')
    await pane().getByRole('button', { name: 'Back to the moves' }).click()
    await page.locator('.move-list').waitFor()

    // Once the page is loaded again, nothing is due today.
    await page.goto('about:blank')
    await visit(page, served!.address)
    await open(WHITE, 'again.pgn')
    const again = await choose()
    await again.getByText('0 due, 0 new, of 3 positions').waitFor()
    expect(await again.getByRole('button', { name: 'Train', exact: true }).isDisabled()).toBe(true)

    // The file has the same schedule; with days that have come everything is due.
    const saved = page.waitForEvent('download')
    await again.getByRole('button', { name: 'Save progress' }).click()
    const path = join(folder, 'saved.json')
    await (await saved).saveAs(path)
    const progress = parseProgress(readFileSync(path, 'utf8'))
    const days = [...progress.values()].map(({ due, last }) => Math.round((due - last) / DAY))
    expect(days.toSorted((one, other) => one - other).slice(0, 2)).toEqual([1, 1])
    expect(Math.max(...days)).toBeGreaterThan(1)
    const later = new Map(
      [...progress].map(([id, card]): [string, CardProgress] => [id, { ...card, last: card.last + 1, due: 0 }]),
    )
    await again.locator('input[type=file]').setInputFiles({
      name: 'due.json',
      mimeType: 'application/json',
      buffer: Buffer.from(formatProgress(later)),
    })
    await again.getByText('3 due, 0 new, of 3 positions').waitFor()
    await again.locator('input[type=file]').setInputFiles({
      name: 'other.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{}'),
    })
    await again.locator('.notice').waitFor()
    expect(await again.locator('.notice').textContent()).toContain('this is not the progress of a training (other.json')
  })

  it('trains all games of a list, and lines from the position on the board', async () => {
    await start(`${WHITE}${OTHER}`)
    await page.keyboard.press('ArrowRight')
    const dialog = await choose()
    await dialog.getByLabel('Your side').selectOption('first')
    // The start stands in both, with two moves.
    await dialog.getByText('0 due, 4 new, of 4 positions').waitFor()
    await dialog.getByLabel('All games of the list').uncheck()
    await dialog.getByText('0 due, 3 new, of 3 positions').waitFor()
    await dialog.getByLabel('Only lines from this position').check()
    await dialog.getByText('0 due, 2 new, of 2 positions').waitFor()
    await dialog.getByLabel('Only lines from this position').uncheck()
    await dialog.getByLabel('All games of the list').check()
    await dialog.getByText('0 due, 4 new, of 4 positions').waitFor()
    await dialog.getByRole('button', { name: 'Train', exact: true }).click()
    for (const [move, left] of [
      ['d2d4', '3 left'],
      ['g1f3', '2 left'],
      ['g1f3', '1 left'],
      ['c2c4', '0 left'],
    ] as const) {
      // prettier-ignore
      await pane().getByText('Find the move').waitFor()
      await play(page, move)
      await pane().getByText(left).waitFor()
    }
    await pane().getByText('4 of 4 right at once').waitFor()
  })

  it('plays a line with the replies of the repertoire', async () => {
    await start(OTHER)
    const dialog = await choose()
    await dialog.getByLabel('Your side').selectOption('first')
    await dialog.getByText('of 2 positions').waitFor()
    await dialog.getByRole('button', { name: 'Play a line' }).click()
    await pane().getByText('Find the move').waitFor()
    await play(page, 'd2d4')
    await page.locator('.board-box [data-square="35"][data-piece="p"]').waitFor()
    await pane().getByText('Find the move').waitFor()
    await play(page, 'c2c4')
    await pane().getByText('The line ends here.').waitFor()
    await pane().getByText('2 of 2 right at once').waitFor()
  })

  it('trains a game of Othello, where mirror images are right', async () => {
    await start('(;GM[2]FF[4]SZ[8];B[f5];W[d6];B[c3])', 'othello.sgf')
    const dialog = await choose()
    await dialog.getByLabel('Your side').selectOption('first')
    await dialog.getByText('0 due, 2 new, of 2 positions').waitFor()
    await dialog.getByRole('button', { name: 'Train', exact: true }).click()
    await pane().getByText('Find the move').waitFor()
    // d3 for f5.
    await clickSquare(page, 3, 2)
    await pane().getByText('1 left').waitFor()
    await pane().getByText('1 of 1 right at once').waitFor()
  })
})
