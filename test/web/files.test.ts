/** Opening, listing and saving files in a real browser, with no server behind the page. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MemorySink, MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { detectFormat } from '../../src/convert/detect.ts'
import { packArchive } from '../../src/formats/chessbase/archive/pack.ts'
import { PolyglotBuilder } from '../../src/books/index.ts'
import { Database, importSources, publishDatabase } from '../../src/database/index.ts'
import { Des } from '../../src/formats/chessbase/archive/des.ts'
import { passwordKey } from '../../src/formats/chessbase/archive/password.ts'
import type { Entry } from '../../src/formats/format.ts'
import { FORMATS } from '../../src/formats/index.ts'
import type { Game, GameRecord } from '../../src/model/record.ts'
import { cbfFiles } from '../support/cbf.ts'
import type { NamedBytes } from '../support/named-bytes.ts'
import { corpusBytes } from '../support/corpus.ts'
import { needsBrowser, needsCorpus } from '../support/needs.ts'
import { randomGames } from '../support/random-games.ts'
import { oldLibrary } from '../support/old-ccbridge.ts'
import { GIB, NGF, UGF } from '../support/server-files.ts'
import { CHE, mxqFile, xqrFile } from '../support/xiangqi-server-files.ts'
import { DPXQ, RUN_TOGETHER } from '../support/xiangqi-texts.ts'
import { faults, newPage, PATIENCE, servePage, takeScreenshot, visit } from '../support/web.ts'

const served = await servePage()
afterAll(() => served?.close())

/** The files of a folder of examples, those of one database by its name. */
function examples(folder: string, name: string): NamedBytes[] {
  const path = join(import.meta.dirname, '../../examples', folder)
  return readdirSync(path)
    .filter((file) => file.startsWith(name))
    .map((file) => [file, new Uint8Array(readFileSync(join(path, file)))])
}

const example = (path: string): NamedBytes => [
  basename(path),
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../examples', path))),
]

const text = (name: string, content: string): NamedBytes => [name, new TextEncoder().encode(content)]

/** Games as a file of a format that our own writer makes. */
async function written(format: string, name: string, records: Iterable<GameRecord>): Promise<NamedBytes[]> {
  const sinks = new MemorySinkSet(name)
  const writer = await FORMATS.find(({ id }) => id === format)!.write!(sinks)
  for (const record of records) writer.add(record)
  writer.finish()
  return [...sinks.files]
}

const random = (game: Game, count: number) => randomGames(game, count, 7, 12)

const XBOARD_PGN = `[Event "Computer chess game"]
[Variant "xiangqi"]
[White "one"]
[Black "two"]
[Result "1-0"]

1. Che3 Hg8 2. Hg3 Rh10 1-0
`

/** Files that the page must open, the database of each kind beside its parts. */
const FILES: Readonly<Record<string, () => Promise<NamedBytes[]> | NamedBytes[]>> = {
  PGN: () => [example('chess/opera-game.pgn')],
  ChessBase: () => examples('chess', 'short-games'),
  'ChessBase archive': () => [['base.cbv', archive(examples('chess', 'short-games'))]],
  'ChessBase 17': () => written('2cbh', 'base.2cbh', random('chess', 3)),
  'a packed ChessBase 17 database': () => written('2cbh', 'base.2cbv', random('chess', 3)),
  'ChessBase for DOS': () => cbfFiles([{ moves: 'e2e4 e7e5' }, { moves: 'd2d4 ( c2c4 ) d7d5', players: 'Ann-Bob' }]),
  'Chess Assistant': () => examples('chess-assistant', 'short-games'),
  XQF: () => [example('xiangqi/中炮对屏风马.xqf')],
  CCBridge: () => written('ccbridge', 'games.cbl', random('xiangqi', 3)),
  'a library of CCBridge 1': async () => [['old.cbl', await oldLibrary()]],
  'the XML of CCBridge': () => written('ccbridge-xml', 'game.cbf', random('xiangqi', 1)),
  DhtmlXQ: () => written('dhtmlxq', 'games.ubb', random('xiangqi', 2)),
  PFC: () => written('pfc', 'game.pfc', random('xiangqi', 1)),
  MXQ: () => [['game.mxq', mxqFile()]],
  CHE: () => [text('game.che', CHE)],
  XQR: () => [['game.xqr', xqrFile()]],
  'the xiangqi PGN of XBoard': () => [text('game.pgn', XBOARD_PGN)],
  'Scid 4': () => written('scid', 'base.si4', random('chess', 3)),
  'Scid 5': () => written('scid', 'base.si5', random('chess', 3)),
  'a record of CCBridge': () => written('ccbridge', 'game.cbr', random('xiangqi', 1)),
  'a text of dpxq.com': () => [text('game.txt', DPXQ)],
  SGF: () => [example('go/ladder.sgf')],
  wei7: () => [example('go/live-study.wei7')],
  WTHOR: () => [example('othello/WTH_2001.wtb'), example('othello/WTHOR.JOU'), example('othello/WTHOR.TRN')],
  GIB: () => [text('game.gib', GIB)],
  NGF: () => [text('game.ngf', NGF)],
  UGF: () => [text('game.ugf', UGF)],
  GGF: () => written('ggf', 'games.ggf', random('othello', 3)),
  'JSON lines': () => written('jsonl', 'games.jsonl', [...random('xiangqi', 2), ...random('go', 2)]),
  'transcripts of Othello': () => written('othello-text', 'games.txt', random('othello', 2)),
}

/** Files of the corpus, how many games they have, and a number of the first one's moves that is not too high. */
const REAL: Readonly<Record<string, { files: readonly string[]; games: number; moves: number }>> = {
  'an archive of ChessBase 17': { files: ['2cbh/SimpleChess.2cbv'], games: 60, moves: 0 },
  'Scid 4': { files: ['annot.si4', 'annot.sg4', 'annot.sn4'].map((name) => `scid/${name}`), games: 110, moves: 20 },
  'Scid 5 in Chess960': { files: ['si5', 'sg5', 'sn5'].map((end) => `scid/chess960.${end}`), games: 188, moves: 20 },
  'a record of CCBridge': { files: ['xiangqi-exchange/cbr/test.cbr'], games: 1, moves: 14 },
  'a library of CCBridge': { files: ['xiangqi-exchange/cbl/顺炮全集.CBL'], games: 5, moves: 10 },
  'an old library of CCBridge': { files: ['xiangqi-exchange/cbl-old/sample_21_MeiHuaPu.cbl'], games: 47, moves: 20 },
  'the XML of CCBridge': { files: ['xiangqi-exchange/cbf/test2.cbf'], games: 1, moves: 38 },
  XQR: { files: ['xiangqi-exchange/xqr/1.xqr'], games: 1, moves: 200 },
  CHE: { files: ['xiangqi-exchange/server/sample_14_QQchess.che'], games: 1, moves: 31 },
  CCM: { files: ['xiangqi-exchange/server/sample_10_17pk.CCM'], games: 1, moves: 50 },
  'the PGN of XBoard': { files: ['xiangqi-exchange/pgn-xboard/game04.pgn'], games: 1, moves: 20 },
  'a page of dpxq.com': { files: ['xiangqi-exchange/dhtmlxq/73.html'], games: 1, moves: 54 },
}

/** A book of PolyGlot in which e4 and d4 are played, and c5 against e4. */
async function bookFile(): Promise<[NamedBytes]> {
  const builder = new PolyglotBuilder()
  const collection = await detectFormat(new MemorySource('a.pgn', BOOK_GAMES))!.open!(
    new MemoryFileSet(new MemorySource('a.pgn', BOOK_GAMES)),
  )
  for (const { record } of collection.entries()) builder.add(record!)
  const sink = new MemorySink()
  builder.write(sink)
  return [['book.bin', sink.bytes()]]
}

const BOOK_GAMES = new TextEncoder().encode(
  ['1. e4 c5 1/2-1/2', '1. e4 c5 1/2-1/2', '1. e4 c5 1-0', '1. d4 d5 1/2-1/2']
    .map((moves) => `[Result "${moves.split(' ').at(-1)}"]\n\n${moves}\n`)
    .join('\n'),
)

/** An archive of files, under a password when there is one. */
function archive(files: readonly NamedBytes[], password?: string): Uint8Array {
  const sink = new MemorySink()
  packArchive(
    sink,
    files.map(([name, bytes]) => ({ name, source: new MemorySource(name, bytes) })),
  )
  if (password === undefined) return sink.bytes()
  const padded = new Uint8Array(Math.ceil(sink.size / 8) * 8)
  padded.set(sink.bytes())
  return new Des(passwordKey(password)).encrypt(padded)
}

/** All entries of a file without the page; where records came from is left out. */
async function readEntries([main, ...others]: readonly NamedBytes[]): Promise<Entry[]> {
  const source = ([name, bytes]: NamedBytes) => new MemorySource(name, bytes)
  const files = new MemoryFileSet(source(main!), others.map(source))
  const collection = await detectFormat(files.main)!.open!(files)
  const entries = [...collection.entries()]
  for (const { record } of entries) delete record?.origin
  return entries
}

/** The files that belong to the one to open, that first. */
function mainFirst(files: readonly NamedBytes[]): NamedBytes[] {
  const isMain = ([name]: NamedBytes) => /\.(?:2?cbh|cbf|cdp|wtb|si[45])$/i.test(name)
  return [...files.filter(isMain), ...files.filter((file) => !isMain(file))]
}

async function choose(page: Page, files: readonly NamedBytes[], input = 'input[type=file]'): Promise<void> {
  await page.setInputFiles(
    input,
    files.map(([name, bytes]) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })),
  )
}

/** Drops files with folders, as a browser would hand them over. */
async function dropFolder(page: Page, files: readonly NamedBytes[]): Promise<void> {
  const data = files.map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')] as const)
  await page.evaluate(async (data) => {
    interface Fake {
      isFile: boolean
      isDirectory: boolean
      fullPath: string
      file?: (take: (file: File) => void) => void
      createReader?: () => { readEntries: (take: (entries: Fake[]) => void) => void }
    }
    const fileEntry = (path: string, bytes: string): Fake => ({
      isFile: true,
      isDirectory: false,
      fullPath: `/${path}`,
      file: (take) =>
        take(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], path.split('/').at(-1)!)),
    })
    const folder = (prefix: string): Fake => ({
      isFile: false,
      isDirectory: true,
      fullPath: `/${prefix}`,
      createReader: () => {
        const inside = data.filter(([path]) => path.startsWith(`${prefix}/`))
        const names = new Set(inside.map(([path]) => path.slice(prefix.length + 1).split('/')[0]!))
        const entries = [...names].map((name) => {
          const file = data.find(([path]) => path === `${prefix}/${name}`)
          return file ? fileEntry(...file) : folder(`${prefix}/${name}`)
        })
        return { readEntries: (take) => take(entries.splice(0, 2)) }
      },
    })
    const event = new Event('drop', { bubbles: true, cancelable: true })
    const items = [{ webkitGetAsEntry: () => folder(data[0]![0].split('/')[0]!) }]
    Object.defineProperty(event, 'dataTransfer', { value: { items, files: [] } })
    document.body.dispatchEvent(event)
  }, data)
}

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })

describe('files in a browser', needsBrowser(), () => {
  let page: Page
  const errors: string[] = []

  beforeAll(async () => {
    page = await served!.browser.newPage({
      acceptDownloads: true,
      serviceWorkers: 'block',
      locale: 'en',
    })
    page.setDefaultTimeout(PATIENCE)
    page.on('pageerror', (error) => errors.push(error.message))
  })

  beforeEach(async () => {
    errors.length = 0
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
    await visit(page, served!.address)
  })

  afterEach(() => expect(errors).toEqual([]))
  afterAll(() => page.close())

  const listTitle = () => page.locator('.games h2')

  it.each(Object.keys(FILES))('opens %s and shows every game', async (name) => {
    const files = mainFirst(await FILES[name]!())
    const entries = await readEntries(name.endsWith('archive') ? mainFirst(examples('chess', 'short-games')) : files)
    await choose(page, files)
    if (entries.length > 1) {
      await eventually(() => listTitle().textContent()).toContain(String(entries.length))
      await page
        .locator('.game')
        .nth(entries.length - 1)
        .click()
    }
    await eventually(() => page.locator('.move-list .move').count()).toBe(entries.at(-1)!.record!.nodes.length - 1)
    expect(await page.locator('.notice').count()).toBe(0)
  })

  it.each(Object.entries(REAL))(
    'opens %s of the corpus',
    needsCorpus('scid'),
    async (name, { files, games, moves }) => {
      await choose(
        page,
        files.map((path) => [basename(path), corpusBytes(path)]),
      )
      if (games > 1) await eventually(() => listTitle().textContent()).toContain(games.toLocaleString('en'))
      // The first entry of a database may be a text.
      if (moves === 0) await page.locator('.game').nth(8).click()
      await page.locator('.board-pane .board').waitFor()
      // A long game draws only the moves in sight: the last one is reached.
      await page.locator('.move-list .move').first().click()
      await page.keyboard.press('End')
      const last = async () => Number(await page.locator('.move[aria-current]').first().getAttribute('data-node'))
      await eventually(last).toBeGreaterThanOrEqual(Math.max(1, moves))
      expect(await page.locator('.notice').count()).toBe(0)
      await takeScreenshot(page, `real-${name.replaceAll(' ', '-')}`)
    },
  )

  it('says which files of a database are missing', needsCorpus('scid'), async () => {
    await choose(page, [['annot.si4', corpusBytes('scid/annot.si4')]])
    await page.locator('.notice', { hasText: 'annot.sn4, annot.sg4' }).waitFor()
    await takeScreenshot(page, 'missing-parts')
    await choose(page, [['annot.sg4', corpusBytes('scid/annot.sg4')]])
    await page.getByText('is part of a database').waitFor()
  })

  it('shows the moves of an opening book on a new board, and beside another game', async () => {
    const [book] = await bookFile()
    await choose(page, [book])
    const moves = page.locator('.book .move')
    await eventually(() => moves.allTextContents()).toEqual(['e4', 'd4'])
    expect(await page.locator('.book h2').textContent()).toContain('book.bin')
    await eventually(() => page.locator('.book tbody tr').first().textContent()).toContain('80%')
    await moves.first().click()
    await eventually(() => moves.allTextContents()).toEqual(['c5'])
    await takeScreenshot(page, 'book')
    expect(await faults(page)).toEqual([])
    // The book stays when a game is opened.
    await choose(page, [text('game.pgn', '1. e4 c5 2. Nf3 *')])
    await eventually(() => moves.allTextContents()).toEqual(['e4', 'd4'])
    await page.getByRole('button', { name: 'Close: book.bin' }).click()
    await eventually(() => page.locator('.book').count()).toBe(0)
  })

  it('says what is wrong with a book', async () => {
    await choose(page, [['book.ctg', new Uint8Array(100)]])
    await page.locator('.notice', { hasText: 'book.ctg' }).waitFor()
    expect(await page.locator('.book').count()).toBe(0)
  })

  it('opens a folder that is dropped: databases with their parts, games by folder, nothing else', async () => {
    const inFolder = (folder: string, files: NamedBytes[]) =>
      files.map(([name, bytes]): NamedBytes => [`${folder}/${name}`, bytes])
    await dropFolder(page, [
      ...inFolder('games/chess', examples('chess', 'short-games')),
      ...inFolder('games/more', [example('go/ladder.sgf'), example('chess/opera-game.pgn')]),
      ...inFolder('games', [text('holiday.jpg', '\u00ff\u00d8\u00ff'), text('read me.md', 'Nothing to see.')]),
    ])
    const { length } = await readEntries(mainFirst(examples('chess', 'short-games')))
    await eventually(() => listTitle().textContent()).toContain(String(length + 2))
    await page.getByText('2 other files in the folder are not game records').waitFor()
    await takeScreenshot(page, 'folder')
  })

  it('opens a folder that is chosen', async () => {
    await page.getByRole('button', { name: 'More ways to open' }).click()
    await takeScreenshot(page, 'open-menu')
    expect(await faults(page)).toEqual([])
    const chooser = page.waitForEvent('filechooser')
    await page.getByText('Open a folder').click()
    await (await chooser).setFiles(join(import.meta.dirname, '../../examples/othello'))
    await page.locator('.board-pane .board.othello').waitFor()
  })

  it('asks for the password of an archive, and says when it is wrong', async () => {
    await choose(page, [['base.cbz', archive(examples('chess', 'short-games'), 'secret')]])
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('base.cbz').fill('guess')
    await dialog.getByRole('button', { name: 'Open' }).click()
    await dialog.getByText('Wrong password').waitFor()
    await takeScreenshot(page, 'password')
    await dialog.getByLabel('base.cbz').fill('secret')
    await dialog.getByRole('button', { name: 'Open' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.game').first().waitFor()
  })

  it('finds and orders games, and shows the one that is chosen', async () => {
    const records = random('chess', 2000)
    await choose(page, await written('pgn', 'games.pgn', records))
    await eventually(() => listTitle().textContent()).toContain('2,000')
    const inCedarWins = ({ header }: GameRecord) =>
      header.players.some(({ name }) => name === 'Cedar, Cy') && header.date!.year === 1990
    const expected = records.filter(inCedarWins).length
    expect(expected).toBeGreaterThan(1)
    await page.getByRole('searchbox').fill('cedar 1990')
    await eventually(() => listTitle().textContent()).toContain(String(expected))
    const draws = records.filter(({ header }) => header.result.outcome === 'draw').length
    for (const [text, count] of [
      ['result:draw', draws],
      ['saved:mine', 0],
      ['cedar 1990', expected],
    ] as const) {
      await page.getByRole('searchbox').fill(text)
      await eventually(() => listTitle().textContent()).toBe(`Games ${count.toLocaleString('en')}`)
    }
    for (let click = 0; click < 2; click++)
      await page.locator('.table-head').getByRole('button', { name: 'Year' }).click()
    const isNewestFirst = async () => {
      const lines = await page.locator('.game .year').allTextContents()
      const dates = lines.map((line) => Date.parse(line))
      return dates.length === expected && dates.every((date, place) => place === 0 || date <= dates[place - 1]!)
    }
    await eventually(isNewestFirst).toBe(true)
    await page.locator('.game').nth(1).click()
    await eventually(() => page.locator('.game').nth(1).getAttribute('aria-selected')).toBe('true')
    await takeScreenshot(page, 'games-found')
    await page.getByRole('searchbox').fill('dogwood di')
    await eventually(() => listTitle().textContent()).not.toContain('2,000')
    await page.getByRole('searchbox').fill('nobody')
    await page.getByText('No games found').waitFor()
    await page.getByRole('searchbox').fill('')
    await eventually(() => listTitle().textContent()).toContain('2,000')
  })

  /** Opens a file as long as a database, put together in the page of many times the same games. */
  async function chooseLong(times: number): Promise<void> {
    const [[name, games]] = (await written('pgn', 'long.pgn', random('chess', 500))) as [NamedBytes]
    await page.evaluate(
      ({ name, games, times }) => {
        const input = document.querySelector<HTMLInputElement>('input[type=file]')!
        const part = new Blob([games])
        const data = new DataTransfer()
        data.items.add(
          new File(
            Array.from({ length: times }, () => part),
            name,
          ),
        )
        input.files = data.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
      },
      { name, games: new TextDecoder().decode(games), times },
    )
  }

  it('scrolls a list that is higher than browsers draw', async () => {
    await chooseLong(1400)
    await expect.poll(() => listTitle().textContent(), { timeout: PATIENCE }).toBe('Games 700,000')
    const list = page.getByRole('listbox')
    await list.press('End')
    await page.locator('#game-699999[aria-selected=true]').waitFor()
    const places = () => list.locator('.game').evaluateAll((lines) => lines.map((line) => line.ariaPosInSet))
    expect((await places()).at(-1)).toBe('700000')
    await list.press('ArrowUp')
    await page.locator('#game-699998[aria-selected=true]').waitFor()
    await list.evaluate((box) => box.scrollTo(0, box.scrollHeight / 2))
    await eventually(async () => Math.round(Number((await places())[15]) / 1000)).toBe(350)
    const middle = Number((await places())[15])
    await list.hover()
    await page.mouse.wheel(0, 480)
    await eventually(async () => Number((await places())[15]) - middle).toBe(15)
    await list.press('Home')
    await page.locator('#game-0[aria-selected=true]').waitFor()
  })

  it('shows the first games of a long file before the rest is read, and can be stopped', async () => {
    await choose(page, [example('go/ladder.sgf')])
    await page.locator('.board.go').waitFor()
    // So long that no machine has read it by the time the button is pressed.
    await chooseLong(50_000)
    await page.locator('.game .title').first().waitFor()
    const stop = page.getByRole('button', { name: 'Stop reading' })
    expect(await stop.count()).toBe(1)
    await takeScreenshot(page, 'reading')
    await stop.click()
    await page.locator('.board.go').waitFor()
    expect(await page.locator('.progress').count()).toBe(0)
  })

  /** Saves what the dialog offers under a name, in a format; returns the file. */
  async function saveMany(what: string, format: string, isCompressed = false): Promise<NamedBytes> {
    await page.getByRole('button', { name: 'Save as' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Games').selectOption({ label: what })
    await dialog.getByLabel('Format').selectOption(format)
    if (isCompressed) await dialog.getByLabel('Compressed').check()
    await dialog.getByRole('button', { name: 'Prepare' }).click()
    await dialog.getByText('ready to be saved').waitFor()
    const download = page.waitForEvent('download')
    await takeScreenshot(page, `save-all-${format}`)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    const saved = await download
    return [saved.suggestedFilename(), new Uint8Array(readFileSync(await saved.path()))]
  }

  it.each([
    ['chessbase', 'games.cbv'],
    ['chess-assistant', 'games.zip'],
    ['jsonl', 'games.jsonl'],
  ])('saves all games as %s, in one file that opens again', async (format, name) => {
    const records = random('chess', 30)
    await choose(page, await written('pgn', 'games.pgn', records))
    await page.locator('.move-list').waitFor()
    const saved = await saveMany('30 open games', format)
    expect(saved[0]).toBe(name)
    if (!name.endsWith('.zip')) {
      const again = await readEntries([saved])
      expect(again.map(({ record }) => record!.nodes)).toEqual(records.map(({ nodes }) => nodes))
    }
    await choose(page, [saved])
    await page.locator('.progress').waitFor({ state: 'detached' })
    await eventually(() => listTitle().textContent()).toBe('Games 30')
    await page.locator('.game').last().click()
    await eventually(() => page.locator('.move-list .move').count()).toBe(12)
    expect(await page.locator('.notice').count()).toBe(0)
  })

  it('saves games that are marked as deleted with their mark', async () => {
    const records = random('chess', 3)
    records[1]!.header.deleted = true
    await choose(page, await written('chessbase', 'games', records))
    await page.locator('.move-list').waitFor()
    const saved = await saveMany('3 open games', 'jsonl')
    const again = await readEntries([saved])
    expect(again.map(({ record }) => record!.header.deleted === true)).toEqual([false, true, false])
  })

  it('saves the games as a table and as a compressed file that opens again', async () => {
    const records = random('chess', 30)
    const [games] = (await written('pgn', 'games.pgn', records)) as [NamedBytes]
    await choose(page, [games])
    await page.locator('.move-list').waitFor()
    const [name, table] = await saveMany('30 open games', 'csv')
    expect(name).toBe('games.csv')
    const lines = new TextDecoder().decode(table).trimEnd().split('\r\n')
    expect([lines.length, lines[0]]).toEqual([31, expect.stringContaining('game,kind,')])
    const packed = await saveMany('30 open games', 'pgn', true)
    expect(packed[0]).toBe('games.pgn.gz')
    expect(new TextDecoder().decode(gunzipSync(packed[1]))).toBe(new TextDecoder().decode(games[1]))
    await choose(page, [packed])
    await page.locator('.game').last().click()
    await eventually(() => page.locator('.move-list .move').count()).toBe(12)
    // An archive is compressed already.
    await page.getByRole('button', { name: 'Save as' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Compressed').waitFor()
    await dialog.getByLabel('Format').selectOption('chessbase')
    await dialog.getByLabel('Compressed').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
  })

  it('saves the listed games, one per file, in a zip that can be reopened', async () => {
    const records = random('xiangqi', 30)
    await choose(page, await written('pgn', 'games.pgn', records))
    await page.locator('.move-list').waitFor()
    await page.getByRole('searchbox').fill('elm')
    const listed = records.filter(({ header }) => header.players.some(({ name }) => name === 'Elm, Eve')).length
    await eventually(() => listTitle().textContent()).toBe(`Games ${listed}`)
    const saved = await saveMany(`The ${listed} games listed`, 'xqf')
    expect(saved[0]).toBe('games.zip')
    await choose(page, [saved])
    await eventually(() => listTitle().textContent()).toBe(`Games ${listed}`)
    await page.locator('.board.xiangqi').waitFor()
    expect(await page.locator('.notice').count()).toBe(0)
  })

  it('can stop saving', async () => {
    // So many that writing takes longer than a click, on any machine.
    await chooseLong(1400)
    await expect.poll(() => listTitle().textContent(), { timeout: PATIENCE }).toBe('Games 700,000')
    await page.getByRole('button', { name: 'Save as' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Games').selectOption('all')
    await dialog.getByLabel('Format').selectOption('chessbase')
    await dialog.getByRole('button', { name: 'Prepare' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Prepare' }).waitFor()
  })

  const PASTED: Readonly<Record<string, readonly [content: string, game: Game, moves: number]>> = {
    PGN: ['1. d4 Nf6 2. c4 e6 *', 'chess', 4],
    'FEN of chess': ['4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', 'chess', 0],
    'FEN of xiangqi': ['4k4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1', 'xiangqi', 0],
    DhtmlXQ: [
      '[DhtmlXQ][DhtmlXQ_title]局[/DhtmlXQ_title][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]' +
        '[DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1][/DhtmlXQ]',
      'xiangqi',
      3,
    ],
    'a text of dpxq.com': [DPXQ, 'xiangqi', 4],
    'moves of xiangqi run together': [RUN_TOGETHER, 'xiangqi', 4],
    SGF: ['(;FF[4]GM[1]SZ[9];B[ee];W[ge])', 'go', 2],
    'a transcript of Othello': ['f5d6c3d3c4f4', 'othello', 6],
    'a text of wei7': [new TextDecoder().decode(example('go/live-study.wei7')[1]), 'go', -1],
  }

  it.each(Object.keys(PASTED))('opens %s that is pasted anywhere', async (name) => {
    const [content, game, moves] = PASTED[name]!
    await page.evaluate((content) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', content)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }, content)
    await page.locator(`.board-pane .board.${game}`).waitFor()
    if (moves >= 0) await eventually(() => page.locator('.move-list .move').count()).toBe(moves)
  })

  it('shows what can be done, and the keys', async () => {
    await takeScreenshot(page, 'welcome')
    expect(await page.locator('.samples .board').count()).toBe(4)
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keys' })
    await sheet.getByText('Flip the board').waitFor()
    await takeScreenshot(page, 'keys')
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await takeScreenshot(page, 'phone-welcome-dark')
    expect(await faults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  describe('a published database', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ludograph-published-'))
    const records = [...random('chess', 300), ...random('othello', 40)]
    let host: Server
    let address: string
    let requests: number[] = []
    /** How the host misbehaves. */
    let fault: 'none' | 'no ranges' = 'none'

    beforeAll(async () => {
      const [[, games]] = (await written('jsonl', 'games.jsonl', records)) as [NamedBytes]
      writeFileSync(join(folder, 'games.jsonl'), games)
      const database = await Database.open(join(folder, 'games.db'))
      await importSources(database, [{ path: join(folder, 'games.jsonl') }])
      await database.compact({ all: true })
      await publishDatabase(database, join(folder, 'public'))
      database.close()
      host = createServer((request, response) => {
        const path = join(folder, decodeURIComponent(request.url!))
        if (!existsSync(path)) return response.writeHead(404).end()
        const content = readFileSync(path)
        const leave = { 'access-control-allow-origin': '*' }
        const range = fault === 'no ranges' ? null : /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
        const sent = range ? content.subarray(Number(range[1]), Number(range[2]) + 1) : content
        requests.push(sent.length)
        return response.writeHead(range ? 206 : 200, leave).end(sent)
      })
      await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
      address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/games.db`
    })

    afterAll(() => {
      host.closeAllConnections()
      host.close()
      rmSync(folder, { recursive: true, force: true })
    })

    beforeEach(() => {
      fault = 'none'
      requests = []
    })

    const explorer = () => page.getByRole('region', { name: 'Explorer' })

    it('is explored by its address, with at most four requests and 100 kB a position', async () => {
      await visit(page, `${served!.address}?database=${encodeURIComponent(address)}`)
      await explorer().getByText('300').first().waitFor()
      const spent = () => requests.reduce((sum, bytes) => sum + bytes, 0)
      expect(requests.length).toBeLessThanOrEqual(4)
      expect(spent()).toBeLessThanOrEqual(100_000)
      await takeScreenshot(page, 'published')
      for (let ply = 0; ply < 3; ply++) {
        requests = []
        const before = await explorer().textContent()
        await explorer().locator('tbody button').first().click()
        await eventually(() => explorer().textContent()).not.toBe(before)
        await eventually(async () => requests.length).toBeGreaterThan(0)
        expect(requests.length).toBeLessThanOrEqual(4)
        expect(spent()).toBeLessThanOrEqual(100_000)
      }
    })

    it('has a board for each kind of its games; board and line are in the address, which shows them again', async () => {
      await visit(page, `${served!.address}?database=${encodeURIComponent(address)}`)
      const board = page.getByRole('combobox', { name: 'Board' })
      await eventually(() => board.inputValue()).toBe('chess')
      const query = () => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.split('?')[1])))
      await eventually(query).toEqual({ database: address, board: 'chess' })
      await board.selectOption('othello')
      await explorer().getByText('40').first().waitFor()
      await explorer().locator('tbody button').first().click()
      await eventually(async () => (await query())['line']).toMatch(/^[a-h][1-8]$/)
      const shown = await query()
      expect(shown).toMatchObject({ database: address, board: 'othello' })
      expect(await page.getByText('Not saved').count()).toBe(0)
      await takeScreenshot(page, 'published-othello')
      // The moves are pale until the next position is there.
      await eventually(async () => faults(page)).toEqual([])
      await page.reload()
      await page.locator('.board-pane .board.othello').waitFor()
      await eventually(() => page.locator('.move[aria-current]').count()).toBe(1)
      expect(await query()).toEqual(shown)
      await page.keyboard.press('ArrowLeft')
      await eventually(query).toEqual({ database: address, board: 'othello' })
      await visit(page, `${served!.address}#/explore?${new URLSearchParams({ database: address, board: 'go' })}`)
      await page.reload()
      await eventually(query).toEqual({ database: address, board: 'chess' })
    })

    it('lists its games, which open one by one, in pages and two orders; all of it is in the address', async () => {
      const database = address.replace('games.db', 'public')
      const query = () => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.split('?')[1])))
      const lines = page.locator('.games .game')
      const numbered = (place: number) => page.locator(`.games .game[aria-posinset="${place}"] .title`).first()
      await visit(page, `${served!.address}?database=${encodeURIComponent(database)}`)
      await numbered(1).waitFor()
      await explorer().getByText('300').first().waitFor()
      expect(await page.locator('.games h2').innerText()).toMatch(/300$/)
      // Positions.json, the start position, the table and the first page of the list.
      expect(requests.length).toBeLessThanOrEqual(9)
      expect(requests.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(120_000)
      await takeScreenshot(page, 'published-list')
      expect(await faults(page)).toEqual([])
      // A game takes a single range, and its line is current.
      requests = []
      const names = await numbered(2).locator('..').locator('[data-column=first], [data-column=second]').allInnerTexts()
      await lines.nth(1).click()
      await eventually(query).toEqual({ database, board: 'chess', game: '1' })
      await page.locator('.move-list .move').first().waitFor()
      expect(await page.locator('.player strong').allInnerTexts()).toEqual(names.toReversed())
      await page.locator('.game[aria-selected=true][aria-posinset="2"]').waitFor()
      await page.keyboard.press('ArrowRight')
      await eventually(query).toEqual({ database, board: 'chess', game: '1', at: '1' })
      await takeScreenshot(page, 'published-game')
      const shown = await query()
      await page.reload()
      await page.locator('.game[aria-selected=true][aria-posinset="2"]').waitFor()
      await page.locator('.move[aria-current]').waitFor()
      expect(await query()).toEqual(shown)
      // By keys, further down the list than it has read.
      await page.getByRole('listbox', { name: 'Games' }).focus()
      await page.keyboard.press('End')
      await eventually(query).toEqual({ database, board: 'chess', game: '299' })
      await page.locator('.game[aria-selected=true][aria-posinset="300"] .title').waitFor()
      // The other order is that of the ratings; the game on the board stays.
      const edge = page.getByRole('separator', { name: 'Width of the list' })
      for (let step = 0; step < 9; step++) await edge.press('ArrowRight')
      await page.locator('.table-head').getByRole('button', { name: 'Rating' }).click()
      await eventually(query).toEqual({ database, board: 'chess', sort: 'rating', game: '299' })
      await numbered(1).waitFor()
      // All of them can be saved, in that order.
      const [, saved] = await saveMany('The 300 games listed', 'jsonl')
      const [first] = (await readEntries([['games.jsonl', saved]])).map(({ record }) => record!.header.players)
      const shownNames = numbered(1).locator('..').locator('[data-column=first], [data-column=second]')
      expect(await shownNames.allInnerTexts()).toEqual(first!.map(({ name }) => name ?? '?'))
      // Back to the empty board, and to the games of another kind.
      await page.getByRole('button', { name: 'Empty board' }).click()
      await eventually(query).toEqual({ database, board: 'chess', sort: 'rating' })
      await page.getByRole('combobox', { name: 'Board' }).selectOption('othello')
      await page.locator('.board-pane .board.othello').waitFor()
      await eventually(() => page.locator('.games h2').innerText()).toMatch(/40$/)
      await numbered(1).waitFor()
      await page.goBack()
      await page.locator('.board-pane .board.chess').waitFor()
      await eventually(() => page.locator('.games h2').innerText()).toMatch(/300$/)
      // A game that there is not is not asked for.
      await visit(page, `${served!.address}#/explore?${new URLSearchParams({ database, board: 'chess', game: '300' })}`)
      await eventually(query).toEqual({ database, board: 'chess' })
      expect(await page.getByRole('alert').count()).toBe(0)
    })

    it('is searched by reading its list; what a list does not know is said', async () => {
      const database = address.replace('games.db', 'public')
      const query = () => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.split('?')[1])))
      const heading = page.locator('.games h2')
      const field = page.getByRole('searchbox')
      await visit(page, `${served!.address}#/explore?${new URLSearchParams({ database, board: 'chess' })}`)
      await page.reload()
      await page.locator('.games .game').first().waitFor()
      await explorer().getByText('300').first().waitFor()
      const name = records.flatMap(({ header }) => header.players.map((player) => player.name ?? '')).find(Boolean)!
      const wanted = records.filter(({ game, header }) => {
        return game === 'chess' && header.players.some((player) => player.name === name)
      })
      expect(wanted.length).toBeLessThan(300)
      requests = []
      await field.fill(`player:"${name}"`)
      await eventually(() => heading.innerText()).toBe(`Games ${wanted.length}`)
      expect((await query())['find']).toBe(`player:"${name}"`)
      // The rest of the list: its first page was here.
      expect(requests.length).toBeLessThanOrEqual(2)
      const shown = await query()
      await page.reload()
      await eventually(() => heading.innerText()).toBe(`Games ${wanted.length}`)
      expect(await query()).toEqual(shown)
      expect(await field.inputValue()).toBe(`player:"${name}"`)
      await field.fill('comment:blunder')
      await page.getByText('says nothing about: comment').waitFor()
      expect(await faults(page)).toEqual([])
      await takeScreenshot(page, 'published-search')
      await field.fill('')
      await eventually(() => heading.innerText()).toMatch(/300$/)
    })

    it('keeps changes to its games over a reload, until they are undone', async () => {
      const database = address.replace('games.db', 'public')
      // With storage of its own: what is kept is not there when the test runs again.
      const own = await newPage(served!.browser, errors, { locale: 'en' })
      const moves = own.locator('.move-list .move')
      const query = new URLSearchParams({ database, board: 'chess', game: '3', at: '1' })
      await visit(own, `${served!.address}#/explore?${query}`)
      await own.reload()
      await own.locator('.move[aria-current]').waitFor()
      const all = await moves.count()
      await own.keyboard.press('Delete')
      await own.getByText('Not saved').waitFor()
      await eventually(() => moves.count()).toBeLessThan(all)
      await own.reload()
      await own.getByText('Not saved').waitFor()
      expect(await moves.count()).toBe(0)
      // Opened without naming the game, the page offers it.
      await own.goto('about:blank')
      await visit(own, `${served!.address}?database=${encodeURIComponent(database)}`)
      const drafts = own.locator('.drafts')
      await drafts.waitFor()
      await own.locator('.explored-moves').waitFor()
      expect(await faults(own)).toEqual([])
      // By the keyboard alone.
      await drafts.getByRole('button').first().focus()
      await own.keyboard.press('Enter')
      await own.getByText('Not saved').waitFor()
      await drafts.waitFor({ state: 'detached' })
      await own.keyboard.press('Control+z')
      await eventually(() => moves.count()).toBe(all)
      await own.getByText('Not saved').waitFor({ state: 'detached' })
      await own.context().close()
    })

    it('is explored beside an open game, and then shows its games from the same position', async () => {
      const database = address.replace('games.db', 'public')
      await page.getByRole('button', { name: 'The Opera Game' }).first().click()
      await page.locator('.move-list .move').first().waitFor()
      await page.keyboard.press('ArrowRight')
      await page.getByRole('button', { name: 'More ways to open' }).click()
      await page.getByRole('button', { name: 'Open a published database' }).click()
      await page.getByRole('dialog').getByLabel('Address of the folder').fill(database)
      await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click()
      const offer = explorer().getByRole('button', { name: 'Show its games' })
      await offer.waitFor()
      expect(await page.getByRole('combobox', { name: 'Board' }).count()).toBe(0)
      await offer.click()
      await page.locator('.games .game').first().waitFor()
      await page.getByRole('combobox', { name: 'Board' }).waitFor()
      const query = () => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.split('?')[1])))
      await eventually(query).toEqual({ database, board: 'chess', line: 'e2e4' })
      expect(await offer.count()).toBe(0)
    })

    it('says so if it was published without a list', async () => {
      await visit(page, `${served!.address}?database=${encodeURIComponent(address)}`)
      await page.getByText('published without a list of its games').waitFor()
    })

    it('can be opened from the menu; an unreadable host is explained', async () => {
      await page.getByRole('button', { name: 'More ways to open' }).click()
      await page.getByRole('button', { name: 'Open a published database' }).click()
      const dialog = page.getByRole('dialog')
      const tryToOpen = async (text: string) => {
        await dialog.getByLabel('Address of the folder').fill(text)
        await dialog.getByRole('button', { name: 'Open' }).click()
      }
      await tryToOpen(address.replace('games.db', 'nothing.db'))
      await dialog.getByText('There is no published database').waitFor()
      // A browser says the same of a host that is not there and of one that keeps its files from other pages.
      await tryToOpen('http://127.0.0.1:9/games.db')
      await dialog.getByText('does not let other sites read').waitFor()
      expect(await faults(page)).toEqual([])
      await takeScreenshot(page, 'published-refused')
      fault = 'no ranges'
      await tryToOpen(address)
      await explorer().getByText('The host only sends whole files').waitFor()
    })
  })
})
