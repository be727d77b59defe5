/** The page of `ludograph serve` in a real browser, over a real server with a database. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { polyglot, PolyglotBuilder } from '../../src/books/index.ts'
import { MemorySink, MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemorySource } from '../../src/bytes/source.ts'
import type { FoundGame } from '../../src/query/index.ts'
import { Database, importSources } from '../../src/database/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { emptyRecord, type GameRecord } from '../../src/model/record.ts'
import { chess } from '../../src/rules/index.ts'
import { serve, type RunningServer } from '../../src/server/serve.ts'
import { ServiceTablebase } from '../../src/tablebases/index.ts'
import { needsBrowser } from '../support/needs.ts'
import { randomGames } from '../support/random-games.ts'
import { QUEENING, startTablebaseService } from '../support/tablebase-service.ts'
import { faults, hintsOf, newPage, PATIENCE, startBrowser, takeScreenshot, visit } from '../support/web.ts'

const browser: Browser | undefined = await startBrowser()
const folder = mkdtempSync(join(tmpdir(), 'ludograph-served-'))
/** Games of which nobody knows how they ended. */
const unfinished = randomGames('xiangqi', 8, 3, 16).map((record): GameRecord => ({
  ...record,
  header: { ...record.header, result: { outcome: 'unfinished' } },
}))
/** Games of Chess960 from the same pieces, with and without the right to castle on the king side. */
const CHESS960 = 'bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRQNB w'
const chess960 = ['KQkq', 'KQkq', 'Qkq'].map((rights): GameRecord => {
  const record = emptyRecord('chess')
  const nodes = [...record.nodes, { parent: 0, move: chess.readMove(chess.start(), 'e4')! }]
  return { ...record, nodes, variant: 'chess960', setup: `${CHESS960} ${rights} - 0 1` }
})
const records = [...randomGames('chess', 700, 1, 16), ...randomGames('othello', 60, 2, 16), ...unfinished, ...chess960]
const built = inject('page')
let database: Database
let server: RunningServer

async function writeGames(name: string, games: readonly GameRecord[]): Promise<string> {
  const sinks = new MemorySinkSet(name)
  const writer = await jsonl.write(sinks)
  for (const record of games) writer.add(record)
  writer.finish()
  const path = join(folder, name)
  writeFileSync(path, sinks.files.get(name)!)
  return path
}

beforeAll(async () => {
  if (!browser) return
  database = await Database.open(join(folder, 'games.db'))
  await importSources(database, [{ path: await writeGames('games.jsonl', records) }])
  server = await serve(database, { page: built })
})

afterAll(async () => {
  await browser?.close()
  if (!browser) return
  await server.close()
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A book of some of the games. */
function bookBytes(): Uint8Array {
  const builder = new PolyglotBuilder()
  for (const record of records.slice(0, 50)) if (record.game === 'chess' && !record.variant) builder.add(record)
  const sink = new MemorySink()
  builder.write(sink)
  return sink.bytes()
}

/** The number of drafts in the storage of the browser. */
function draftCount(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('ludograph')
        request.onsuccess = () => {
          const asked = request.result.transaction('drafts').objectStore('drafts').count()
          asked.onsuccess = () => {
            request.result.close()
            resolve(asked.result)
          }
        }
      }),
  )
}

/** What the page comes to show, on a busy machine too. */
const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })

interface Answered {
  games: number
  moves: { san: string; games: number }[]
}

const ask = async <Answer>(path: string): Promise<Answer> =>
  (await (await fetch(server.address + path)).json()) as Answer

/** How many games the database has for a question. */
const countOf = async (query: string) =>
  Number((await fetch(`${server.address}/api/games?max=1&${query}`)).headers.get('x-total-count'))

/** The moves of the explorer with their games, as the page shows them. */
const exploredIn = (page: Page) =>
  page.$$eval('.explored-moves tbody tr', (rows) =>
    rows.map((row) => ({
      san: row.querySelector('button')!.textContent.trim(),
      games: Number(row.querySelector('td')!.textContent.replaceAll(/\D/g, '')),
    })),
  )

const explored = async (query: string) => {
  const { moves } = await ask<Answered>(`/api/explore?${query}`)
  return moves.map(({ san, games }) => ({ san, games }))
}

const listed = (page: Page) => page.locator('.games h2 .quiet')
const number = (value: number) => value.toLocaleString('en')

describe('the page of a served database', needsBrowser(), () => {
  let page: Page
  const errors: string[] = []

  const open = async (view = '') => {
    await visit(page, `${server.address}/${view}`)
    await page.locator('nav.parts').waitFor()
  }

  beforeEach(async () => {
    errors.length = 0
    page = await newPage(browser!, errors, { viewport: { width: 1440, height: 900 }, locale: 'en' })
  })

  afterEach(async () => {
    await page.close()
    expect(errors).toEqual([])
  })

  it('keeps tags, collections, a note and searches of one’s own', async () => {
    await open('#/games?id=3')
    await page.getByRole('tab', { name: 'Details' }).click()
    const labels = page.getByRole('region', { name: 'What I keep about this game' })
    await labels.getByLabel('Add a tag').fill('To review')
    await labels.getByLabel('Add a tag').press('Enter')
    await labels.getByRole('button', { name: 'To review' }).waitFor()
    await labels.getByLabel('Add to a collection').fill('Openings/Najdorf')
    await labels.getByLabel('Add to a collection').press('Enter')
    await labels.getByRole('button', { name: 'Openings/Najdorf' }).waitFor()
    await labels.getByLabel('My note').fill('a <b>sharp</b> idea')
    await labels.getByLabel('My note').blur()
    await eventually(() => ask('/api/games/3/labels')).toEqual({
      tags: ['To review'],
      collections: ['Openings/Najdorf'],
      note: 'a <b>sharp</b> idea',
    })
    await takeScreenshot(page, 'served-labels')
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'More …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('More filters').click()
    await dialog.getByLabel('Tag', { exact: true }).fill('to-review')
    await dialog.getByRole('button', { name: 'Find', exact: true }).click()
    await eventually(() => listed(page).textContent()).toBe('1')
    await page.getByRole('button', { name: 'Saved searches …' }).click()
    await dialog.getByLabel('Name of the search').fill('mine')
    await dialog.getByRole('button', { name: 'Save these filters' }).click()
    await dialog.getByRole('button', { name: 'mine', exact: true }).waitFor()
    await takeScreenshot(page, 'served-saved-searches')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Tag to-review/ }).click()
    await eventually(() => listed(page).textContent()).toBe(number(records.length))
    await page.getByRole('button', { name: 'Saved searches …' }).click()
    await dialog.getByRole('button', { name: 'mine', exact: true }).click()
    await eventually(() => listed(page).textContent()).toBe('1')
    await page.getByRole('button', { name: 'Saved searches …' }).click()
    await dialog.getByRole('button', { name: 'Remove: mine' }).click()
    await dialog.getByText('No saved searches yet').waitFor()
    // The list was that of the search.
    await eventually(() => listed(page).textContent()).toBe(number(records.length))
    await page.keyboard.press('Escape')
    await labels.getByRole('button', { name: 'To review' }).click()
    await eventually(() => ask('/api/labels')).toMatchObject({ tags: [] })
  })

  it('understands years, results and openings in the search field, from which the keys lead into the list', async () => {
    await open()
    await eventually(() => listed(page).textContent()).toBe(number(records.length))
    await page.keyboard.press('/')
    await page.keyboard.type('birch 1990 1-0')
    const query = 'player=birch&since=1990&until=1990&result=1-0'
    await eventually(() => listed(page).textContent()).toBe(number(await countOf(query)))
    await eventually(() => page.locator('.chip').count()).toBe(3)
    for (let letter = 0; letter < 4; letter++) await page.keyboard.press('Backspace')
    await eventually(() => listed(page).textContent()).toBe(number(await countOf('player=birch&since=1990&until=1990')))
    await page.keyboard.press('Enter')
    await page.locator('.game[aria-selected=true][aria-posinset="1"]').waitFor()
    expect(await faults(page)).toEqual([])
    await page.getByRole('searchbox').fill('Spring Cup')
    await page.getByRole('button', { name: 'Find the event “Spring Cup”' }).click()
    await eventually(() => listed(page).textContent()).toBe(
      number(await countOf('event=Spring%20Cup&since=1990&until=1990')),
    )
  })

  it('lists the games, filtered and sorted as the database does, the address naming the view', async () => {
    await open()
    await eventually(() => listed(page).textContent()).toBe(number(records.length))
    // Lines name their kind of game although those in sight are of one: the list has others.
    const kinds = page.locator('.game [data-column=game]')
    await eventually(() => kinds.first().textContent()).toBe('Chess')
    expect(new Set(await kinds.allTextContents())).toEqual(new Set(['Chess']))
    await page.getByRole('searchbox', { name: /^Find player/ }).fill('birch')
    await eventually(() => listed(page).textContent()).toBe(number(await countOf('player=birch')))
    await page.getByRole('button', { name: 'More …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('select[name=game]').selectOption('chess')
    await takeScreenshot(page, 'served-find')
    expect(await faults(page)).toEqual([])
    await dialog.getByText('More filters').click()
    await dialog.getByLabel('Both rated at least').fill('2000')
    await dialog.getByRole('button', { name: 'Find', exact: true }).click()
    const query = 'player=birch&game=chess&minRating=2000'
    await eventually(() => listed(page).textContent()).toBe(number(await countOf(query)))
    await eventually(() => kinds.count()).toBe(0)
    // There is room for ratings in a wider list.
    const edge = page.getByRole('separator', { name: 'Width of the list' })
    for (let step = 0; step < 6; step++) await edge.press('ArrowRight')
    await page.locator('.table-head').getByRole('button', { name: 'Rating' }).first().click()
    await eventually(() => page.evaluate(() => location.hash)).toContain('sort=-rating')
    const best = (await (await fetch(`${server.address}/api/games?max=1&sort=-rating&${query}`)).text()).trim()
    const { white, black } = JSON.parse(best) as FoundGame
    const names = page.locator('.game').first().locator('[data-column=first], [data-column=second]')
    await eventually(() => names.allTextContents()).toEqual([white!.name, black!.name])
    await takeScreenshot(page, 'served-filtered')
    // Steps that follow at once are one step for the button that goes back.
    await page.waitForTimeout(1000)
    await page.getByRole('button', { name: /Both rated at least/ }).click()
    await eventually(() => listed(page).textContent()).toBe(number(await countOf('player=birch&game=chess')))
    await page.goBack()
    await eventually(() => listed(page).textContent()).toBe(number(await countOf(query)))
    await page.getByRole('button', { name: 'More …' }).click()
    await dialog.getByLabel('Source file').fill('games')
    await dialog.locator('select[name=damaged]').selectOption('with errors')
    await dialog.getByRole('button', { name: 'Find', exact: true }).click()
    await page.getByRole('button', { name: /Read with errors/ }).waitFor()
    await eventually(() => listed(page).textContent()).toBe('0')
    await page.getByRole('button', { name: /Read with errors/ }).click()
    await eventually(() => listed(page).textContent()).toBe(number(await countOf(`${query}&source=games`)))
    await page.getByRole('searchbox', { name: /^Find player/ }).fill('nobody of this name')
    await page.getByText('No games found').waitFor()
  })

  it('saves all games of a list, which are more than a request gives', async () => {
    const query = 'game=chess&sort=-rating'
    await visit(page, `${server.address}/#/games?${query}`)
    const count = await countOf('game=chess')
    expect(count).toBeGreaterThan(500)
    await eventually(() => listed(page).textContent()).toBe(number(count))
    await page.getByRole('button', { name: 'Save as' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Games').selectOption({ label: `The ${number(count)} games listed` })
    await dialog.getByLabel('Format').selectOption('jsonl')
    await dialog.getByRole('button', { name: 'Prepare' }).click()
    await dialog.getByText('ready to be saved').waitFor()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    const saved = readFileSync(await (await download).path(), 'utf8')
    const lines = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as GameRecord).nodes)
    const answer = await fetch(`${server.address}/api/games?${query}&records=true&max=${count}`)
    expect(lines(saved)).toEqual(lines(await answer.text()))
  })

  it('says whether the server refuses conditions or does not respond, and retries', async () => {
    await open('#/games?game=othello')
    await eventually(() => listed(page).textContent()).toBe('60')
    const api = '**/api/games?*'
    await page.route(api, (route) => route.fulfill({ status: 503, json: { error: 'busy' } }))
    await visit(page, `${server.address}/#/games?game=xiangqi`)
    const alert = page.locator('.database-tools [role=alert]')
    await eventually(() => alert.textContent()).toBe('busy Try again')
    await page.unroute(api)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await eventually(() => listed(page).textContent()).toBe('8')
    expect(await alert.count()).toBe(0)
    await visit(page, `${server.address}/#/games?minRating=high`)
    await eventually(() => alert.textContent()).toMatch(/^This cannot be searched for\. ./)
    await page.getByRole('combobox', { name: 'Language' }).selectOption('fr')
    await eventually(() => alert.textContent()).toMatch(/est attendu, non .*high/)
    await visit(page, `${server.address}/#/games?minRating=loud`)
    await eventually(() => alert.textContent()).toMatch(/est attendu, non .*loud/)
    // The browser tells of each refusal, the last of them perhaps only now.
    await page.close()
    errors.splice(0, errors.length, ...errors.filter((error) => !error.startsWith('Failed to load resource')))
  })

  it('scrolls to the end of the list and opens its last game', async () => {
    await open()
    await page.locator('.game .title').first().waitFor()
    await page.locator('.games .list').focus()
    await page.keyboard.press('End')
    const [last] = (await (await fetch(`${server.address}/api/games?offset=${records.length - 1}`)).text()).split('\n')
    const { id } = JSON.parse(last!) as { id: number }
    await eventually(() => page.evaluate(() => location.hash)).toContain(`id=${id}`)
    await page.locator(`#game-${id}[aria-selected=true]`).waitFor()
  })

  it('explores the position on the board with the counts of the database, move after move', async () => {
    await open('#/games?game=chess')
    await eventually(() => exploredIn(page)).toEqual(await explored('game=chess'))
    await page.locator('.explored-moves tbody tr').nth(1).hover()
    await page.locator('.board .arrow').waitFor()
    const [first] = await explored('game=chess')
    await page.getByRole('button', { name: first!.san, exact: true }).click()
    await eventually(() => exploredIn(page)).toEqual(await explored(`game=chess&play=${first!.san}`))
    const [second] = await explored(`game=chess&play=${first!.san}`)
    await page.locator('.explored-moves tbody tr').first().click()
    await eventually(() => exploredIn(page)).toEqual(await explored(`game=chess&play=${first!.san},${second!.san}`))
    await takeScreenshot(page, 'served-explorer')
    // A row clicked again before its answer is another plays nothing.
    await page.locator('.explored-moves tbody tr').first().dblclick()
    await eventually(async () => (await page.locator('.move-list .move').count()) >= 3).toBe(true)
    await eventually(() => page.locator('.explorer-body[aria-busy=false]').count()).toBe(1)
    const line = new URLSearchParams((await page.evaluate(() => location.hash)).split('?')[1]).get('line')!
    expect(await exploredIn(page)).toEqual(await explored(`game=chess&play=${line.replaceAll(' ', ',')}`))
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await eventually(() => exploredIn(page)).toEqual(await explored(`game=chess&play=${first!.san}`))
    // The filter of the list counts in the explorer too.
    await page.getByRole('searchbox', { name: /^Find player/ }).fill('ash')
    await eventually(() => exploredIn(page)).toEqual(await explored(`game=chess&player=ash&play=${first!.san}`))
    // The line tried out is in the address.
    await page.reload()
    await eventually(() => exploredIn(page)).toEqual(await explored(`game=chess&player=ash&play=${first!.san}`))
  })

  it('shows the moves of books beside those of the database', async () => {
    const book = await polyglot.open(new MemorySource('club.bin', bookBytes()))
    const withBook = await serve(database, { page: built, books: [{ book, game: 'chess' }] })
    try {
      await visit(page, `${withBook.address}/#/games?game=chess`)
      const moves = page.locator('.book .move')
      const expected = (text = '') => {
        const position = chess.start()
        for (const word of text.split(' ').filter(Boolean)) chess.play(position, chess.readMove(position, word)!)
        return book.lookUp(position).moves.map(({ move }) => chess.writeMove(position, move))
      }
      await eventually(() => moves.allTextContents()).toEqual(expected())
      expect(await page.locator('.book h2').textContent()).toBe('Book club.bin')
      const [first] = expected()
      await moves.first().click()
      await eventually(() => moves.allTextContents()).toEqual(expected(first))
      await takeScreenshot(page, 'served-book')
      expect(await faults(page)).toEqual([])
    } finally {
      // First, since its worker may still be loading.
      await page.close()
      await withBook.close()
    }
  })

  it('shows how positions with few men end, by the tablebase that was named', async () => {
    const record: GameRecord = { ...emptyRecord('chess'), setup: QUEENING.fen }
    const endings = await Database.open(join(folder, 'endings.db'))
    await importSources(endings, [{ path: await writeGames('endings.jsonl', [record, emptyRecord('chess')]) }])
    const service = await startTablebaseService()
    const tablebase = new ServiceTablebase(service.address)
    const withTablebase = await serve(endings, { page: built, tablebase })
    try {
      // The initial position is not asked about.
      await visit(page, `${withTablebase.address}/#/games?game=chess&id=2`)
      await page.locator('.explorer [role=status]').waitFor()
      expect(service.requests).toEqual([])
      await visit(page, `${withTablebase.address}/#/games?game=chess&id=1`)
      const rows = page.locator('.tablebase tbody tr')
      await eventually(() => rows.allInnerTexts()).toEqual([
        expect.stringMatching(/^h8=Q\+\s+Win\s+2\s+16$/),
        expect.stringMatching(/^h8=R\+\s+Draw \(50 moves\), else a win\s+2\s+20$/),
        expect.stringMatching(/^h8=N\s+Loss\s+2\s*$/),
        expect.stringMatching(/^Kg8\s+Draw\s*$/),
      ])
      expect(await page.locator('.tablebase p').innerText()).toBe('White: Win · DTZ 1 · DTM 17')
      await takeScreenshot(page, 'served-tablebase')
      expect(await faults(page)).toEqual([])
      // A position that it does not have shows nothing; a failure is told.
      await rows.first().getByRole('button').click()
      await page.locator('.tablebase').waitFor({ state: 'detached' })
      service.reply = () => ({ status: 429, body: '' })
      await page.keyboard.press('ArrowLeft')
      await rows.first().waitFor()
      await rows.last().getByRole('button').click()
      await page.locator('.tablebase').getByText('refused the request with status 429').waitFor()
      // The browser tells of the failed request too.
      await eventually(async () => errors.splice(0).length).toBe(1)
    } finally {
      // First, since its worker may still be loading.
      await page.close()
      await withTablebase.close()
      await service.close()
      endings.close()
    }
  })

  it('follows a game of Othello, whose mirrored openings count together', async () => {
    await open('#/games?game=othello')
    await eventually(() => exploredIn(page)).toEqual([{ san: 'f5', games: 60 }])
    await page.locator('.game .title').first().click()
    await page.locator('.move-list .move').first().waitFor()
    await page.getByRole('button', { name: /One move forward/ }).click()
    const move = await page.locator('.move[aria-current]').getAttribute('data-node')
    expect(move).toBe('1')
    await eventually(async () => (await exploredIn(page)).reduce((sum, { games }) => sum + games, 0)).toBe(60)
    await takeScreenshot(page, 'served-othello')
  })

  it('has room for board, list and explorer side by side in narrow and in low windows', async () => {
    const boxOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!
    await open('#/games?game=chess')
    await page.locator('.explored-moves tbody tr').first().waitFor()
    for (const [width, height] of [
      [970, 640],
      [1024, 768],
      [1280, 720],
      [1440, 900],
      [1366, 630],
    ] as const) {
      await page.setViewportSize({ width, height })
      const [board, buttons, side, move] = await Promise.all(
        ['.board-box', '.controls', '.side', '.explored-moves tbody tr'].map(boxOf),
      )
      expect(board!.x + board!.width).toBeLessThanOrEqual(side!.x)
      expect(buttons!.y + buttons!.height).toBeLessThanOrEqual(height)
      expect(move!.y + move!.height).toBeLessThanOrEqual(side!.y + side!.height)
      // No column is cut.
      const cut = () => page.locator('.explorer-body').evaluate((body) => body.scrollWidth - body.clientWidth)
      await eventually(cut).toBeLessThanOrEqual(0)
      const last = await boxOf('.controls button:last-child')
      expect(last.x + last.width).toBeLessThanOrEqual(buttons!.x + buttons!.width)
    }
    // Tools that are opened below the window come into sight.
    await page.getByRole('button', { name: 'Editing', exact: true }).click()
    await page.getByRole('button', { name: 'Comments', exact: true }).click()
    const inSight = async () => {
      const tools = await boxOf('.edit-pane')
      return tools.y + tools.height <= 630
    }
    await eventually(inSight).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true)
  })

  it('explores the empty board of another game, and of another size, which the address names', async () => {
    await open('#/games')
    const choice = page.getByRole('combobox', { name: 'Board' })
    await eventually(() => choice.inputValue()).toBe('chess')
    await choice.selectOption('Othello 8 × 8')
    await eventually(() => exploredIn(page)).toEqual(await explored('game=othello'))
    await choice.selectOption('Othello 10 × 10')
    await page.locator('.explorer .none').waitFor()
    await eventually(() => page.evaluate(() => location.hash)).toContain('board=othello-10')
    await page.reload()
    await eventually(() => choice.inputValue()).toBe('othello-10')
    await page.locator('.explorer-body[aria-busy=false]').waitFor()
    expect(await faults(page)).toEqual([])
    await choice.selectOption('Chess')
    await eventually(() => exploredIn(page)).toEqual(await explored('game=chess'))
    expect(await page.evaluate(() => location.hash)).toBe('#/games')
  })

  it('shows an empty board of the games found when it was one of another game', async () => {
    await open('#/games?board=othello')
    const choice = page.getByRole('combobox', { name: 'Board' })
    await eventually(() => choice.inputValue()).toBe('othello')
    const find = async (plies: string) => {
      await page.getByRole('button', { name: 'More …' }).click()
      const dialog = page.getByRole('dialog')
      // What is set already is unfolded.
      const field = dialog.getByLabel('Half-moves, at most')
      await field.waitFor({ state: 'attached' })
      if (!(await field.isVisible())) await dialog.getByText('More filters').click()
      await field.fill(plies)
      await dialog.getByRole('button', { name: 'Find', exact: true }).click()
      await eventually(() => listed(page).textContent()).toBe(number(await countOf(`maxPlies=${plies}`)))
    }
    // Games of Othello are among these, so the board stays, but those of one move are all of chess.
    await find('16')
    expect(await choice.inputValue()).toBe('othello')
    await find('1')
    await eventually(() => choice.inputValue()).toBe('chess')
    await page.locator('.board-pane .board.chess').waitFor()
    await eventually(() => page.evaluate(() => location.hash)).toBe('#/games?maxPlies=1')
  })

  it('says that no result is known if games have none', async () => {
    await open('#/games?game=xiangqi')
    await page.locator('.explored-moves tfoot .no-results').waitFor()
    expect(await page.locator('.explored-moves .no-results').count()).toBeGreaterThan(2)
    expect(await page.locator('.explored-moves .result-bar').count()).toBe(0)
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'served-no-results')
  })

  it('explores and searches Chess960 with its castling rights', async () => {
    const [line] = (await (await fetch(`${server.address}/api/games?fen=${CHESS960} Qkq - 0 1`)).text()).split('\n')
    await open(`#/games?id=${(JSON.parse(line!) as { id: number }).id}`)
    const games = page.locator('.explorer').getByRole('status')
    await eventually(() => games.textContent()).toBe('1 game')
    await page.locator('.database-tools > button', { hasText: 'Position' }).click()
    const search = page.getByRole('dialog')
    expect(await search.getByRole('textbox', { name: /FEN/ }).inputValue()).toBe(`${CHESS960} Qkq - 0 1`)
    await search.getByRole('checkbox', { name: 'White king side' }).check()
    await search.getByRole('button', { name: 'Find', exact: true }).click()
    await eventually(() => listed(page).textContent()).toBe('2')
    await page.getByRole('button', { name: 'New game' }).click()
    const newGame = page.getByRole('dialog')
    await newGame.getByRole('combobox', { name: 'Start from' }).selectOption('set-up')
    const kingSide = newGame.getByRole('checkbox', { name: 'White king side' })
    expect(await kingSide.isChecked()).toBe(false)
    await kingSide.check()
    await newGame.getByRole('button', { name: 'Begin' }).click()
    await eventually(() => games.textContent()).toBe('2 games')
  })

  it('requests a position once, and none that is only passed through', async () => {
    await open('#/games?game=chess&id=1')
    await eventually(async () => (await exploredIn(page)).length).toBeGreaterThan(0)
    const { topGames } = await ask<{ topGames: { white: { name: string }; black: { name: string } }[] }>(
      '/api/explore?game=chess&topGames=1',
    )
    const [strongest] = topGames
    await eventually(() => page.locator('.sample').first().textContent()).toMatch(
      new RegExp(`${strongest!.white.name}.* – .*${strongest!.black.name}`),
    )
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/explore' && !searchParams.has('topGames')) asked.push(searchParams.get('fen')!)
    })
    const explorer = page.locator('.explorer-body[aria-busy=false]')
    await page.evaluate(() => {
      for (let step = 0; step < 4; step++) document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))
    })
    await page.locator('[data-node="4"][aria-current]').waitFor()
    await explorer.waitFor()
    expect(asked).toHaveLength(1)
    await page.keyboard.press('Home')
    await page.locator('.move[aria-current]').waitFor({ state: 'detached' })
    await explorer.waitFor()
    expect(await exploredIn(page)).toEqual(await explored('game=chess'))
    expect(asked).toHaveLength(1)
  })

  it('lists the games with the position on the board, and with a pattern set up', async () => {
    await open('#/games?game=chess')
    const [first] = await explored('game=chess')
    await page.getByRole('button', { name: first!.san, exact: true }).click()
    await eventually(() => exploredIn(page)).toEqual(await explored(`game=chess&play=${first!.san}`))
    await page.getByRole('button', { name: 'List these games' }).click()
    await eventually(() => listed(page).textContent()).toBe(number(await countOf(`game=chess&play=${first!.san}`)))
    await page.locator('.database-tools > button', { hasText: 'Position' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Search for').selectOption('pattern')
    await takeScreenshot(page, 'served-position-search')
    expect(await faults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Find', exact: true }).click()
    await eventually(() => page.evaluate(() => location.hash)).toContain('pattern=')
    const pattern = new URLSearchParams((await page.evaluate(() => location.hash)).split('?')[1]).get('pattern')!
    const found = await countOf(new URLSearchParams({ game: 'chess', pattern }).toString())
    expect(found).toBeGreaterThan(0)
    await eventually(() => listed(page).textContent()).toBe(number(found))
  })

  it('shows a player with charts and their numbers, and an event with its table', async () => {
    await open('#/players')
    await page.getByRole('searchbox', { name: 'Find a name' }).fill('dogwood')
    await eventually(() => page.locator('tbody tr').count()).toBe(1)
    expect(await faults(page)).toEqual([])
    await page.getByRole('link', { name: 'Dogwood, Dí' }).click()
    await page.getByRole('heading', { name: 'Dogwood, Dí' }).waitFor()
    const path = `/api/players/${encodeURIComponent('Dogwood, Dí')}`
    const { games, byYear } = await ask<{ games: number; byYear: { year: number; games: number }[] }>(path)
    await page.getByRole('link', { name: `${number(games)} games` }).waitFor()
    await eventually(() => page.title()).toBe('Dogwood, Dí · Ludograph')
    await page.getByText('As a table').first().click()
    const years = await page.locator('.chart').first().locator('tbody tr').allTextContents()
    expect(years).toHaveLength(byYear.length)
    expect(years[0]).toContain(String(byYear[0]!.year))
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'served-player')
    await visit(page, `${server.address}/#/events/${encodeURIComponent('Spring Cup')}`)
    await page.locator('.cross-table tbody tr').first().waitFor()
    // The last of its editions; the others are a click away.
    const cup = `/api/events/${encodeURIComponent('Spring Cup')}`
    interface Table {
      table: { tieBreaks: Record<string, number>; performance?: number }[]
      tieBreaks: string[]
      editions: { from?: string }[]
    }
    const last = await ask<Table>(`${cup}?edition=last`)
    // What breaks ties has a column for each rule with values, and one for the performance.
    const valued = last.tieBreaks.filter((rule) => last.table.some(({ tieBreaks }) => tieBreaks[rule] !== undefined))
    expect(valued).toContain('wins')
    expect(await page.locator('.cross-table th.tie-break').count()).toBe(valued.length + 1)
    const wins = page.locator('.cross-table').getByRole('columnheader', { name: 'Won' })
    expect(await wins.getAttribute('title')).toBe('Games won')
    expect(await page.locator('.cross-table tbody tr').count()).toBe(last.table.length)
    expect(await page.locator('.editions a').count()).toBe(last.editions.length)
    await page.locator('.editions a').last().click()
    await page.locator('.editions a[aria-current]').last().waitFor()
    const [{ from = '' } = {}] = last.editions
    await eventually(() => page.locator('.editions a').last().getAttribute('aria-current')).toBe('page')
    const first = await ask<{ table: object[] }>(`${cup}?edition=${from}`)
    await eventually(() => page.locator('.cross-table tbody tr').count()).toBe(first.table.length)
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'served-event')
    await page.locator('.cross-table tbody a').first().click()
    await page.getByRole('heading', { name: 'Ash, Ann' }).or(page.locator('.person h1')).first().waitFor()
    await page.goBack()
    await page.locator('.cross-table').waitFor()
    await visit(page, `${server.address}/#/players/nobody`)
    await page.getByText('There is nothing with this name in the database.').waitFor()
    await page.close()
    errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('404')))
  })

  it('reopens the same game and move from its address, and goes back and forward', async () => {
    await open('#/games?game=chess')
    await page.locator('.game .title').nth(4).click()
    await page.locator('.move-list .move').first().waitFor()
    for (let step = 0; step < 5; step++) await page.getByRole('button', { name: /One move forward/ }).click()
    await eventually(async () => page.url()).toContain('at=5')
    const address = page.url()
    const heading = page.locator('.title-line h1')
    const title = await heading.textContent()
    await eventually(() => page.title()).toBe(`${title} · Ludograph`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Diagram' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Copy the link' }).click()
    await dialog.getByText('Copied.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await takeScreenshot(page, 'served-diagram')
    await dialog.getByRole('button', { name: 'Close' }).click()
    // Steps that follow at once are one step for the button that goes back.
    await page.waitForTimeout(1000)
    await page.locator('.game .title').nth(9).click()
    await eventually(async () => page.url()).not.toBe(address)
    await page.goBack()
    await page.locator('[data-node="5"][aria-current]').waitFor()
    await eventually(() => heading.textContent()).toBe(title)
    await page.goForward()
    await eventually(() => page.locator('[data-node="5"][aria-current]').count()).toBe(0)
    await page.goto('about:blank')
    await visit(page, address)
    await page.locator('[data-node="5"][aria-current]').waitFor()
    await eventually(() => heading.textContent()).toBe(title)
  })

  it('imports a file and saves an edited game, where the server lets it', async () => {
    await open('#/games')
    await page.getByRole('button', { name: 'Import files' }).click()
    const path = await writeGames('more.jsonl', randomGames('chess', 5, 77, 12))
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(path)
    await page.getByText('more.jsonl: 5 games').waitFor()
    await takeScreenshot(page, 'served-import')
    // The same games in another file are announced, and merged when told.
    const all = records.length + 5
    const again = await writeGames('again.jsonl', [
      ...randomGames('chess', 4, 77, 12),
      ...randomGames('chess', 2, 78, 12),
    ])
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(again)
    await page.getByText('again.jsonl: 6 games').waitFor()
    await page.getByText('4 games were already in the database').waitFor()
    await takeScreenshot(page, 'served-duplicates')
    expect(await faults(page)).toEqual([])
    await eventually(() => countOf('')).toBe(all + 6)
    await page.getByRole('button', { name: 'Merge them' }).click()
    await page.getByText('4 duplicates were removed.').waitFor()
    await eventually(() => countOf('')).toBe(all + 2)
    await page.keyboard.press('Escape')
    await eventually(() => listed(page).textContent()).toBe(number(all + 2))
    await visit(page, `${server.address}/#/games?id=3&at=2`)
    await page.locator('[data-node="2"][aria-current]').waitFor()
    await page.getByRole('button', { name: 'Editing' }).click()
    await page.getByRole('button', { name: 'Comments', exact: true }).click()
    await page.locator('.side textarea').first().fill('A fine idea.')
    await page.getByRole('button', { name: 'Save in the database' }).click()
    await eventually(() => hintsOf(page)).toContain('Saved in the database.')
    const saved = await ask<GameRecord>('/api/games/3')
    expect(saved.nodes[2]?.comments?.[0]?.text).toBe('A fine idea.')
    expect(await countOf('comment=fine+idea')).toBe(1)
  })

  it('tags games that are selected, and shows the tags in the list', async () => {
    await open('#/games')
    const lines = page.locator('.game')
    for (const place of [0, 2]) await lines.nth(place).click({ modifiers: ['Control'] })
    await page.getByRole('button', { name: 'Tag …' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the tag').fill('endgames')
    await takeScreenshot(page, 'served-tagging')
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Enter')
    await eventually(async () => (await hintsOf(page)).at(-1)).toBe('2 games tagged')
    await eventually(() => page.locator('.game .tag').allTextContents()).toEqual(['endgames', 'endgames'])
    expect(await countOf('tag=endgames')).toBe(2)
    await takeScreenshot(page, 'served-tagged')
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Tag …' }).click()
    await eventually(() => dialog.locator('datalist option').count()).toBe(1)
    await dialog.getByLabel('Name of the tag').fill('Endgames')
    await dialog.getByRole('button', { name: 'Remove the tag' }).click()
    await eventually(() => page.locator('.game .tag').count()).toBe(0)
    expect(await countOf('tag=endgames')).toBe(0)
  })

  it('removes games that are selected, after a question', async () => {
    await open('#/games')
    const file = await writeGames('odd.jsonl', randomGames('go', 3, 99, 20))
    await page.getByRole('button', { name: 'Import files' }).click()
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
    await page.getByText('odd.jsonl: 3 games').waitFor()
    await page.keyboard.press('Escape')
    await visit(page, `${server.address}/#/games?game=go`)
    await eventually(() => page.locator('.game').count()).toBe(3)
    await page
      .locator('.game')
      .nth(0)
      .click({ modifiers: ['Control'] })
    await page
      .locator('.game')
      .nth(2)
      .click({ modifiers: ['Control'] })
    await page.getByText('2 games selected').waitFor()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    expect(await countOf('game=go')).toBe(3)
    await page.getByRole('button', { name: 'Remove 2 games for good' }).click()
    await eventually(() => page.locator('.game').count()).toBe(1)
    expect(await countOf('game=go')).toBe(1)
  })

  it('ticks by the space bar the game that was reached, even while it is loading', async () => {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => (answer = resolve))
    await open('#/games?game=othello')
    const lines = page.locator('.game')
    await lines.nth(0).click()
    await page.locator('.game[aria-selected=true]').waitFor()
    await page.route(/api\/games\/\d+$/, async (route) => {
      await asked
      await route.continue()
    })
    await lines.nth(2).click()
    await page.locator('.list').focus()
    await page.keyboard.press('Space')
    await eventually(() => lines.nth(2).getAttribute('aria-checked')).toBe('true')
    expect(await lines.nth(0).getAttribute('aria-checked')).toBe('false')
    answer()
    await eventually(() => lines.nth(2).getAttribute('aria-selected')).toBe('true')
  })

  it('saves with Ctrl+S, and replaces nothing that was saved in another tab: both are kept, or the other loaded', async () => {
    const open3 = async (tab: Page, id: number) => {
      await visit(tab, `${server.address}/#/games?id=${id}&at=2`)
      await tab.locator('[data-node="2"][aria-current]').waitFor()
      await tab.getByRole('button', { name: 'Editing' }).click()
      await tab.getByRole('button', { name: 'Comments', exact: true }).click()
    }
    const comment = async (tab: Page, text: string) => {
      await tab.locator('.side textarea').first().fill(text)
      await tab.keyboard.press('Control+s')
    }
    const commentOf = async (id: number) => (await ask<GameRecord>(`/api/games/${id}`)).nodes[2]?.comments?.[0]?.text
    const other = await newPage(browser!, errors, { locale: 'en' })
    for (const tab of [page, other]) await open3(tab, 5)
    await comment(other, 'From the other tab.')
    await eventually(() => commentOf(5)).toBe('From the other tab.')
    await comment(page, 'From this tab.')
    const dialog = page.getByRole('dialog', { name: 'This game was saved elsewhere' })
    await dialog.waitFor()
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'served-conflict')
    expect(await commentOf(5)).toBe('From the other tab.')
    await dialog.getByRole('button', { name: 'Keep both' }).click()
    await dialog.waitFor({ state: 'detached' })
    await eventually(() => countOf('comment=from+this+tab')).toBe(1)
    await eventually(() => page.locator('.side textarea').first().inputValue()).toBe('From the other tab.')
    // The game on the board is the other one by now, so that further changes are saved.
    await comment(page, 'Later, from this tab.')
    await eventually(() => commentOf(5)).toBe('Later, from this tab.')
    await comment(other, 'Too late.')
    const late = other.getByRole('dialog', { name: 'This game was saved elsewhere' })
    await late.getByRole('button', { name: 'Load the other version' }).click()
    await eventually(() => other.locator('.side textarea').first().inputValue()).toBe('Later, from this tab.')
    expect(await countOf('comment=too+late')).toBe(0)
    await other.close()
    await page.close()
    errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('409')))
  })

  it('keeps changes that are not saved through a reload, offers them, and says if the game was saved meanwhile', async () => {
    const context = await browser!.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' })
    context.setDefaultTimeout(PATIENCE)
    const page = await context.newPage()
    const edit = async (tab: Page, id: number, text: string) => {
      // The page is loaded again: of another game on the board, the move would be there before this one is.
      await tab.goto('about:blank')
      await visit(tab, `${server.address}/#/games?id=${id}&at=2`)
      await tab.locator('[data-node="2"][aria-current]').waitFor()
      const editing = tab.getByRole('button', { name: 'Editing' })
      if ((await editing.getAttribute('aria-expanded')) !== 'true') await editing.click()
      const comments = tab.getByRole('button', { name: 'Comments', exact: true })
      if ((await comments.getAttribute('aria-expanded')) !== 'true') await comments.click()
      await tab.locator('.side textarea').first().fill(text)
      await tab.getByText('Not saved').first().waitFor()
    }
    const shown = (text: string) => page.locator('.move-list').getByText(text).waitFor()
    const drafts = page.locator('.drafts')
    await edit(page, 8, 'Kept on the way.')
    await eventually(() => draftCount(page)).toBe(1)
    await page.reload()
    await shown('Kept on the way.')
    await page.getByText('Not saved').first().waitFor()
    expect(await drafts.count()).toBe(0)
    // Another game is shown: what was kept is offered.
    await page.goto('about:blank')
    await visit(page, `${server.address}/#/games?id=9`)
    await drafts.waitFor()
    await page.locator('.explored-moves').waitFor()
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'served-drafts')
    await drafts.getByRole('button').first().click()
    await shown('Kept on the way.')
    await drafts.waitFor({ state: 'detached' })
    // Once it is saved, or undone, nothing is kept.
    await page.keyboard.press('Control+s')
    await eventually(() => countOf('comment=kept+on+the+way')).toBe(1)
    await eventually(() => draftCount(page)).toBe(0)
    await edit(page, 10, 'From this window.')
    await eventually(() => draftCount(page)).toBe(1)
    // A second window is not offered what the first one has open.
    const other = await context.newPage()
    await edit(other, 11, 'Elsewhere.')
    expect(await other.locator('.drafts').count()).toBe(0)
    await other.close()
    const record = await ask<GameRecord>('/api/games/10')
    // Another text each time: what is saved the same is no newer game.
    const newer = `Newer by ${Date.now()}.`
    const nodes = record.nodes.map((node, at) =>
      at === 2 ? { ...node, comments: [{ text: newer, placement: 'after' }] } : node,
    )
    const saved = await fetch(`${server.address}/api/games/10`, {
      method: 'PUT',
      body: JSON.stringify({ ...record, nodes }),
      headers: { 'Content-Type': 'application/json' },
    })
    expect(saved.status).toBe(200)
    await page.reload()
    const dialog = page.getByRole('dialog', { name: 'This game was saved elsewhere' })
    await dialog.waitFor()
    await dialog.getByRole('button', { name: 'Load the other version' }).click()
    await shown(newer)
    await drafts.waitFor()
    await drafts.getByRole('button', { name: /^Forget/ }).click()
    await eventually(() => draftCount(page)).toBe(0)
    await context.close()
  })

  it.each([
    ['light', 1440, 900],
    ['dark', 390, 844],
  ] as const)('has no fault that axe finds, in %s colours, %i wide', async (colorScheme, width, height) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    await open('#/games?game=chess&id=2&at=3')
    await page.locator('.explored-moves').waitFor()
    expect(await faults(page)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await takeScreenshot(page, `served-${colorScheme}-${width}`)
    const games = page.getByRole('button', { name: 'Games', exact: true })
    // In a narrow window the list is folded.
    if (await games.isVisible()) await games.click()
    await page.getByRole('button', { name: 'More …' }).click()
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, `served-filter-${colorScheme}-${width}`)
    await visit(page, `${server.address}/#/players/${encodeURIComponent('Ash, Ann')}`)
    await page.locator('.chart').first().waitFor()
    expect(await faults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await takeScreenshot(page, `served-player-${colorScheme}-${width}`)
    await page.locator('.records summary').click()
    await page.locator('.records h3').first().waitFor()
    expect(await faults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.locator('a.more').first().click()
    await page.getByRole('heading', { name: 'Ash, Ann –' }).waitFor()
    await page.getByRole('heading', { name: 'Games', exact: true }).waitFor()
    expect(await faults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
})
