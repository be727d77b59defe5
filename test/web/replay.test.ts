/** Replay in the page: languages, the graph, autoplay, timelines, questions, diagrams and the looks of the board. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeMove } from '../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../src/model/record.ts'
import { needsBrowser } from '../support/needs.ts'
import { faults, newPage, PATIENCE, servePage, takeScreenshot, visit } from '../support/web.ts'

const served = await servePage()
afterAll(() => served?.close())

const example = (path: string) => readFileSync(join(import.meta.dirname, '../../examples', path))

const JUDGED = `[White "Vos, Anna"]
[Black "Bakker, Jan"]

1. e4 {[%eval 0.30] [%clk 0:14:58]} e5 {[%eval 0.25] [%clk 0:14:50]} 2. Qh5 $2 {[%eval -0.40] [%clk 0:14:30]
Too early?} 2... Nc6 {[%eval -0.35] [%clk 0:14:20]} ({Better is} 2... Nf6 $1 {[%eval -0.50]} 3. Qxe5+
(3. Qf3 Nc6)) 3. Bc4 {[%eval -0.3] [%clk 0:14:20]} Nf6 $4 {[%eval #1] [%clk 0:14:02]} 4. Qxf7# {[%clk 0:14:18]} 1-0
`

/** One game of chess with comments in two languages and a question. */
function lesson(): Buffer {
  const record: GameRecord = {
    ...emptyRecord('chess'),
    nodes: [
      { parent: -1 },
      {
        parent: 0,
        move: makeMove(12, 28),
        comments: [
          { text: 'The king pawn.', placement: 'after', language: 'en' },
          { text: '王前兵。', placement: 'after', language: 'zh' },
        ],
        annotations: [
          {
            type: 'training',
            texts: [
              { role: 'question', language: 'en', text: 'How to open the game?' },
              { role: 'wrong', language: 'en', text: 'Too slow.' },
              { role: 'hint1', language: 'en', text: 'A pawn.' },
            ],
            solutions: [
              { move: makeMove(12, 28), points: 3, texts: [{ language: 'en', text: 'It opens two lines.' }] },
              { move: makeMove(9, 17), texts: [{ language: 'en', text: 'Not in this game.' }] },
            ],
          },
        ],
      },
      {
        parent: 1,
        move: makeMove(52, 36),
        annotations: [
          { type: 'critical', phase: 'opening' },
          { type: 'media', kind: 'link', address: 'https://example.org/e5', caption: 'On this move' },
          { type: 'media', kind: 'link', address: 'javascript:alert(1)' },
          { type: 'medals', names: ['model-game', 'bit-16'] },
          { type: 'quotation', fields: { white: 'Vos, Anna', black: 'Bakker, Jan', event: 'Club evening' } },
        ],
      },
    ],
  }
  return Buffer.from(`${JSON.stringify(record)}\n`)
}

/** A game of Go with 100 moves, at each of which three moves are tried, each answered in five ways for forty moves. */
function wideTree(): string {
  const point = (index: number) => String.fromCharCode(97 + (index % 19), 97 + (Math.floor(index / 19) % 19))
  const line = (from: number, length: number) =>
    Array.from({ length }, (_, step) => `;${(from + step) % 2 ? 'W' : 'B'}[${point(from + step)}]`).join('')
  let text = ''
  for (let move = 99; move >= 0; move--) {
    const answers = Array.from({ length: 5 }, (_, answer) => `(${line(move + 1, 40 - answer)}C[So.])`).join('')
    const others = [1, 2, 3].map((other) => `(${line(move, 1).replace(/..\]/, `${point(360 - other)}]`)}${answers})`)
    text = `(${line(move, 1)}${text})${others.join('')}`
  }
  return `(;GM[1]SZ[19]${text})`
}

async function open(page: Page, name: string, content: string | Buffer): Promise<void> {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content
  const file = { name, mimeType: 'application/octet-stream', buffer }
  await page.setInputFiles('input[type=file]:not([webkitdirectory])', file)
  await page.locator('.board-box .board').waitFor()
}

/** The middle of a square on the screen, by column and row from the top left of the board as it lies. */
async function middle(page: Page, column: number, row: number): Promise<{ x: number; y: number }> {
  return page.locator('.board-box .board').evaluate(
    (board, [x, y]) => {
      const point = new DOMPoint(x! * 100 + 50, y! * 100 + 50)
      const { x: left, y: top } = point.matrixTransform((board as SVGSVGElement).getScreenCTM()!)
      return { x: left, y: top }
    },
    [column, row],
  )
}

async function clickSquare(page: Page, column: number, row: number): Promise<void> {
  const { x, y } = await middle(page, column, row)
  await page.mouse.click(x, y)
}

/** What the page comes to show, on a busy machine too. */
const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })
const current = (page: Page) => page.locator('.move[aria-current]').textContent()
const verdict = (page: Page) => page.locator('.verdict').textContent()
const stones = (page: Page) => page.locator('.board-box [data-square]').count()

describe('replay in the page', needsBrowser(), () => {
  let page: Page
  const errors: string[] = []

  async function start(options: BrowserContextOptions = {}): Promise<void> {
    const usual = { acceptDownloads: true, locale: 'en-GB', serviceWorkers: 'block' as const }
    page = await newPage(served!.browser, errors, { ...usual, ...options })
    await visit(page, served!.address)
  }

  beforeEach(() => {
    errors.length = 0
  })

  afterEach(async () => {
    await page.close()
    expect(errors).toEqual([])
  })

  it('speaks the language of the browser, and the one chosen from then on', async () => {
    await start({ locale: 'ru-RU' })
    await page.getByText('Открыть файлы').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('ru')
    await open(page, 'lesson.jsonl', lesson())
    await page.locator('.language-menu').selectOption('fr')
    await page.getByText('Ouvrir des fichiers').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    await page.reload()
    await page.getByText('Ouvrir des fichiers').waitFor()
  })

  it('shows times that a record only has of the end at its last move, and no running clock there', async () => {
    await start()
    const header = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n[WhiteClock "0:42:13"]\n[BlackClock "0:04:25"]\n'
    await open(page, 'final.pgn', `${header}\n1. e4 e5 2. Nf3 1-0\n`)
    await page.locator('.move-list .move').first().waitFor()
    expect(await page.locator('.clock').count()).toBe(0)
    await page.keyboard.press('End')
    await eventually(() => page.locator('.clock time').allTextContents()).toEqual(['4:25', '42:13'])
    expect(await page.locator('.clock.still').count()).toBe(2)
  })

  it('shows comments in the language of the page or the one chosen', async () => {
    await start()
    await open(page, 'lesson.jsonl', lesson())
    const comments = () => page.locator('.move-list .comment').allTextContents()
    await eventually(comments).toEqual(['The king pawn.'])
    await page.locator('.choices select').last().selectOption('')
    await eventually(comments).toEqual(['The king pawn.', '王前兵。'])
    await page.locator('.choices select').last().selectOption('zh')
    await eventually(comments).toEqual(['王前兵。'])
    expect(await page.locator('.move-list .extra').allTextContents()).toEqual([
      '◆ Turning point (Opening)',
      'On this move',
      '▣ javascript:alert(1)',
      '★ Model game, Medal',
      '❝ Quoted game: Vos, Anna – Bakker, Jan, Club evening',
    ])
    expect(await page.locator('.move-list a').count()).toBe(1)
  })

  it('draws the evaluations, and a click on them goes to the move', async () => {
    await start()
    await open(page, 'judged.pgn', JUDGED)
    const box = (await page.locator('.graph svg').boundingBox())!
    await page.mouse.click(box.x + box.width * 0.4, box.y + 20)
    await eventually(() => current(page)).toContain('Qh5')
    expect(await page.locator('.graph figcaption').textContent()).toContain('2. Qh5: -0.40')
    await page.locator('.graph input').focus()
    await page.keyboard.press('End')
    await eventually(() => current(page)).toContain('Nf6')
    expect(await page.locator('.graph input').getAttribute('aria-valuetext')).toBe('3… Nf6: #1')
    expect(await page.locator('.clock time').allTextContents()).toEqual(['14:02', '14:20'])
    expect(await page.locator('.move-list .evaluation').count()).toBe(7)
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'replay-graph')
  })

  it('draws the time for each move, of both sides, and a click goes to the move', async () => {
    await start()
    const clocks = [
      '1. e4 {[%clk 0:15:00]} e5 {[%clk 0:14:50]} 2. Nf3 {[%clk 0:14:20]} Nc6 {[%clk 0:10:50]}',
      '3. Bb5 {[%clk 0:14:30]} a6 {[%clk 0:10:45]} 4. Ba4 {[%emt 0:01:05]} *',
    ]
    await open(page, 'clocks.pgn', `[TimeControl "900+10"]\n\n${clocks.join('\n')}\n`)
    await page.getByText('Time for each move').click()
    const graph = page.locator('.clock-graph')
    await eventually(() => graph.locator('rect').count()).toBe(5)
    const heights = () =>
      graph.locator('rect').evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))))
    // 40 s, 240 s, none since the clock gained, 5 s, 65 s.
    const [nf3, nc6, bb5, a6, ba4] = await heights()
    expect([bb5, nc6! > ba4!, ba4! > nf3!, nf3! > a6!]).toEqual([0, true, true, true])
    expect(await graph.locator('figcaption').textContent()).toContain('White 1:45 in all, Black 4:05 in all')
    const box = (await graph.locator('svg').boundingBox())!
    await page.mouse.click(box.x + box.width * 0.3, box.y + 60)
    await eventually(() => current(page)).toContain('Nc6')
    expect(await graph.locator('figcaption').textContent()).toContain('2… Nc6: 4:00')
    await graph.locator('input').focus()
    await page.keyboard.press('End')
    await eventually(() => current(page)).toContain('Ba4')
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'replay-clock-graph')
  })

  it('folds variations, and steps out of one that is folded', async () => {
    await start()
    await open(page, 'judged.pgn', JUDGED)
    await page.getByRole('button', { name: 'Nc6' }).nth(1).click()
    await eventually(() => page.locator('.move-list .move').count()).toBe(11)
    await page.locator('.fold').first().click()
    await eventually(() => page.locator('.move-list .move').count()).toBe(8)
    await eventually(() => current(page)).toContain('Qh5')
    await page.getByRole('button', { name: 'Unfold variations' }).click()
    await eventually(() => page.locator('.move-list .move').count()).toBe(11)
  })

  it('keeps the current move in sight in a tree of 60,000 nodes, and draws only what is seen', async () => {
    await start()
    await open(page, 'wide.sgf', wideTree())
    await eventually(() => page.locator('.move-list .move').count()).toBeGreaterThan(5)
    const isInSight = () =>
      page.evaluate(() => {
        const [list, move] = ['.move-list', '.move[aria-current]'].map((selector) =>
          document.querySelector(selector)?.getBoundingClientRect(),
        )
        return list !== undefined && move !== undefined && move.top >= list.top && move.bottom <= list.bottom
      })
    const keys = ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'End', 'ArrowLeft', 'ArrowUp']
    const walk = async () => {
      for (const key of keys) {
        await page.keyboard.press(key)
        await eventually(isInSight).toBe(true)
      }
    }
    await page.locator('.move-list').focus()
    await walk()
    expect(await page.locator('.hidden-moves').count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Unfold variations' }).click()
    await eventually(() => page.locator('.hidden-moves').count()).toBe(0)
    await walk()
    await page.keyboard.press('Home')
    await walk()
    expect(await page.locator('.move-list *').count()).toBeLessThan(2500)
    // What is scrolled to is drawn, from the top of the list to its bottom.
    await page.locator('.move-list').evaluate((list) => (list.scrollTop = list.scrollHeight / 2))
    await eventually(() =>
      page.locator('.move-list .row').evaluateAll((rows) => {
        const { top, bottom } = document.querySelector('.move-list')!.getBoundingClientRect()
        const seen = rows
          .map((row) => row.getBoundingClientRect())
          .filter((place) => place.bottom > top && place.top < bottom)
        return seen.length > 1 && seen[0]!.top <= top && seen.at(-1)!.bottom >= bottom
      }),
    ).toBe(true)
  })

  it('draws the tree of variations, in which keys and clicks go to moves', async () => {
    await start()
    await open(page, 'judged.pgn', JUDGED)
    await page.getByRole('tab', { name: 'Tree' }).click()
    const graph = page.locator('.tree-box')
    await graph.waitFor()
    const said = page.locator('.board-pane > [aria-live]')
    // The graph goes down, and variations to the right.
    await graph.focus()
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowDown')
    await eventually(() => said.textContent()).toContain('Knight from b8')
    await page.keyboard.press('ArrowRight')
    await eventually(() => said.textContent()).toContain('Knight from g8')
    await page.keyboard.press('ArrowUp')
    await eventually(() => said.textContent()).toContain('Queen from d1')
    const { x, y } = (await graph.boundingBox())!
    // The fifth move stands in the first column, the variation at the fourth in the second.
    await page.mouse.click(x + 13, y + 13 + 5 * 26)
    await eventually(() => said.textContent()).toContain('Bishop from f1')
    await page.mouse.click(x + 13 + 26, y + 13 + 4 * 26)
    await eventually(() => said.textContent()).toContain('Knight from g8')
    // Folded, it has no second move.
    await graph.focus()
    await page.keyboard.press('Enter')
    await eventually(() => said.textContent()).toContain('Queen from d1')
    await page.mouse.click(x + 13 + 26, y + 13 + 5 * 26)
    await eventually(() => said.textContent()).toContain('Queen from d1')
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'replay-tree')
  })

  it('autoplays to the end, and can be stopped', async () => {
    await start()
    await open(page, 'judged.pgn', JUDGED)
    const play = page.getByRole('button', { name: /^Autoplay/ })
    const setPace = async (seconds: string) => {
      await page.getByRole('button', { name: 'Settings' }).click()
      await page.locator('.settings .pace').selectOption(seconds)
      await page.keyboard.press('Escape')
      await page.locator('.settings').waitFor({ state: 'detached' })
    }
    // So slow that it is not at the end before it is stopped.
    await setPace('10')
    await page.locator('.board-pane').click({ position: { x: 3, y: 3 } })
    await page.keyboard.press(' ')
    await page.getByRole('button', { name: 'Stop autoplay' }).waitFor()
    await page.keyboard.press(' ')
    await play.waitFor()
    await setPace('0.5')
    const shown = () => page.locator('.move[aria-current]').allTextContents()
    const stopped = await shown()
    await page.waitForTimeout(800)
    expect(await shown()).toEqual(stopped)
    await play.click()
    await eventually(() => current(page)).toContain('Qxf7#')
    await play.waitFor()
  })

  it('reads moves aloud in the language of the page', async () => {
    await start()
    await open(page, 'judged.pgn', JUDGED)
    await page.keyboard.press('End')
    const said = page.locator('.board-pane > [aria-live]')
    await eventually(() => said.textContent()).toBe('4. White: Queen from h5 takes Pawn on f7, checkmate')
    await page.locator('.language-menu').selectOption('zh')
    await eventually(() => said.textContent()).toBe('4. 白方: 后从h5吃f7的兵, 将死')
    expect(await page.locator('.board-pane table td', { hasText: '白方兵' }).count()).toBe(8)
  })

  it('goes through the moves by swipes on a phone', async () => {
    await start({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await open(page, 'judged.pgn', JUDGED)
    const { x, y } = await middle(page, 4, 3)
    const swipe = (to: number) =>
      page.locator('.board-box').evaluate(
        (box, [x, y, to]) => {
          const touch = (clientX: number) => new Touch({ identifier: 1, target: box, clientX, clientY: y! })
          const at = touch(x!)
          box.dispatchEvent(new TouchEvent('touchstart', { touches: [at], changedTouches: [at], bubbles: true }))
          box.dispatchEvent(new TouchEvent('touchend', { touches: [], changedTouches: [touch(to!)], bubbles: true }))
        },
        [x, y, to],
      )
    await swipe(x - 90)
    await eventually(() => current(page)).toContain('e4')
    await swipe(x - 90)
    await eventually(() => current(page)).toContain('e5')
    await swipe(x + 90)
    await eventually(() => current(page)).toContain('e4')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await takeScreenshot(page, 'phone-replay')
  })

  it('replays a live record as it happened, with take-backs and messages', async () => {
    await start()
    await open(page, 'live-study.wei7', example('go/live-study.wei7'))
    await page.getByRole('button', { name: 'As it happened' }).click()
    const scrubber = page.locator('.player-bar input')
    await scrubber.focus()
    await scrubber.fill('4')
    await eventually(() => stones(page)).toBe(4)
    await scrubber.fill('6')
    await eventually(() => stones(page)).toBe(3)
    const marks = page.locator('.board-box .mark')
    expect(await marks.count()).toBe(0)
    await scrubber.fill('8')
    await eventually(() => marks.count()).toBe(1)
    // Keys walk through the steps, take-backs too.
    await page.locator('.log').focus()
    await page.keyboard.press('Home')
    for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowRight')
    await page.getByText('Step 7 of 18').waitFor()
    expect(await stones(page)).toBe(3)
    await page.keyboard.press('ArrowLeft')
    await eventually(() => stones(page)).toBe(4)
    await scrubber.fill('8')
    const log = page.locator('.log')
    expect(await log.textContent()).toContain('Ann: Is that not too close?')
    expect(await log.textContent()).toContain('Teacher: takes back 1 move')
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'replay-timeline')
    await page.locator('.player-bar select').selectOption('100')
    await page.getByRole('button', { name: 'Play', exact: true }).first().click()
    await eventually(() => page.getByText('Step 18 of 18').count()).toBe(1)
    await eventually(() => page.locator('.player-bar button').textContent()).toBe('Play')
    expect(await log.textContent()).toContain('Bo: claims the result 1-0 +0.5')
  })

  it('handles right and wrong answers to a problem', async () => {
    await start()
    await open(page, 'lessons.wei7', example('go/lessons.wei7'))
    await page.getByRole('button', { name: 'Solve' }).click()
    await eventually(() => stones(page)).toBe(4)
    await clickSquare(page, 0, 0)
    await eventually(() => verdict(page)).toContain('Not the solution')
    await clickSquare(page, 4, 6)
    await eventually(() => verdict(page)).toContain('That move fails.')
    expect(await verdict(page)).toContain('Too far away.')
    // The refutation follows.
    await eventually(() => stones(page)).toBe(6)
    await eventually(() => verdict(page)).toContain('White runs out: three liberties.')
    await takeScreenshot(page, 'quiz-wrong')
    await page.getByRole('button', { name: 'Try again' }).click()
    await eventually(() => stones(page)).toBe(4)
    await clickSquare(page, 4, 5)
    await eventually(() => verdict(page)).toContain('Solved!')
    // The white stone is gone.
    await eventually(() => stones(page)).toBe(4)
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Next question' }).click()
    await page.getByText('The same with three stones on the edge.').waitFor()
    await page.getByRole('button', { name: 'Show the solution' }).click()
    await eventually(() => verdict(page)).toContain('This is the solution.')
    await page.getByRole('button', { name: 'Back to the moves' }).click()
    await page.locator('.move-list').waitFor()
  })

  it('asks training questions and counts the points', async () => {
    await start()
    await open(page, 'lesson.jsonl', lesson())
    await page.getByRole('button', { name: 'Solve' }).click()
    await page.getByText('How to open the game?').waitFor()
    await clickSquare(page, 0, 6)
    await clickSquare(page, 0, 5)
    await eventually(() => verdict(page)).toContain('Too slow.')
    await clickSquare(page, 1, 6)
    await clickSquare(page, 1, 5)
    await eventually(() => verdict(page)).toContain('Not in this game.')
    await page.getByRole('button', { name: 'Hint' }).click()
    await eventually(() => verdict(page)).toContain('A pawn.')
    await clickSquare(page, 4, 6)
    await clickSquare(page, 4, 4)
    await eventually(() => verdict(page)).toContain('It opens two lines.')
    expect(await page.locator('.quiz').textContent()).toContain('3 points')
    expect(await page.locator('.quiz h2').textContent()).toBe('White to play')
    await takeScreenshot(page, 'quiz-training')
    await page.getByRole('button', { name: 'Try again' }).click()
    await clickSquare(page, 4, 6)
    await clickSquare(page, 4, 4)
    await eventually(() => verdict(page)).toContain('Solved!')
    expect(await page.locator('.quiz').textContent()).toContain('3 points')
  })

  it('saves the position as self-contained SVG, and as PNG', async () => {
    await start()
    await open(page, 'judged.pgn', JUDGED)
    await page.keyboard.press('End')
    await page.getByRole('button', { name: 'Diagram' }).click()
    const save = async (name: string) => {
      const waiting = page.waitForEvent('download')
      await page.getByRole('button', { name }).click()
      const download = await waiting
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
    }
    const svg = await save('Save as SVG')
    expect(svg.name).toBe('judged-7.svg')
    const text = svg.bytes.toString('utf8')
    expect(text.match(/data-piece=/g)).toHaveLength(31)
    expect(text).not.toMatch(/class=|var\(|style=|<image|href/)
    const png = await save('Save as PNG')
    expect([...png.bytes.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10])
    expect(png.bytes.readUInt32BE(16)).toBe(1200)
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'diagram')
  })

  it('remembers how the board is to look', async () => {
    await start({ colorScheme: 'dark' })
    await open(page, 'annotated.pgn', example('xiangqi/annotated.pgn'))
    expect(await page.locator('.character').count()).toBe(32)
    await page.getByRole('button', { name: 'Settings' }).click()
    const dialog = page.getByRole('dialog')
    expect(await faults(page)).toEqual([])
    await dialog.getByLabel('Xiangqi pieces').selectOption('pictures')
    await dialog.getByLabel('Board').selectOption('green')
    await takeScreenshot(page, 'settings')
    await page.keyboard.press('Escape')
    await page.reload()
    await open(page, 'annotated.pgn', example('xiangqi/annotated.pgn'))
    expect(await page.locator('.picture').count()).toBe(32)
    expect(await page.locator('.character').count()).toBe(0)
    expect(await page.locator('html').getAttribute('data-board')).toBe('green')
  })

  it('moves pieces in sight, and at once where motion is not wanted', async () => {
    await start({ reducedMotion: 'no-preference' })
    await open(page, 'judged.pgn', JUDGED)
    const duration = () =>
      page
        .locator('.board-box .piece')
        .first()
        .evaluate((piece) => getComputedStyle(piece).transitionDuration)
    expect(await duration()).toBe('0.18s')
    // The piece that moves stays the same element.
    await page.locator('.board-box [data-square="12"]').evaluate((piece) => piece.setAttribute('id', 'followed'))
    await page.keyboard.press('ArrowRight')
    await eventually(() => page.locator('#followed').getAttribute('data-square')).toBe('28')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await eventually(duration).toBe('0s')
  })
})
