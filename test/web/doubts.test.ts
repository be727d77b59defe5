/** Records that cannot be true are shown as such: bad moves, boards without kings, files that are not what they are named. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GameRecord } from '../../src/model/record.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { writeMoves } from '../../web/src/state/replay/written-moves.ts'
import { needsBrowser } from '../support/needs.ts'
import { seededRandom } from '../support/random.ts'
import { readPgn } from '../support/pgn.ts'
import { readOne } from '../support/sgf.ts'
import { faults, newPage, PATIENCE, servePage, takeScreenshot, visit } from '../support/web.ts'

const served = await servePage()
afterAll(() => served?.close())

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })

type TestFile = readonly [name: string, content: string | Uint8Array]

async function add(input: Locator, ...files: readonly TestFile[]): Promise<void> {
  await input.setInputFiles(
    files.map(([name, content]) => ({ name, mimeType: '', buffer: Buffer.from(content as Uint8Array) })),
  )
}

const example = (path: string): TestFile => [
  basename(path),
  readFileSync(join(import.meta.dirname, '../../examples', path)),
]

describe('records that cannot be true', needsBrowser(), () => {
  let page: Page
  const errors: string[] = []

  beforeEach(async () => {
    errors.length = 0
    page = await newPage(served!.browser, errors, { serviceWorkers: 'block', locale: 'en' })
    await visit(page, served!.address)
  })

  afterEach(async () => {
    await page.close()
    expect(errors).toEqual([])
  })

  const open = async (...files: readonly TestFile[]) => add(page.locator('.open-menu input[multiple]'), ...files)
  const note = () => page.locator('.doubts').innerText()
  const moves = (kind: string) => page.locator(`.move.${kind}`).allInnerTexts()

  it('marks the first illegal move with the reason, and what follows is grey', async () => {
    await open(['bad.pgn', '1. e4 e5 2. Bb5 Nc6 3. Bb5e6 a6 (3... d6 4. O-O) 4. Ba4 *'])
    await eventually(note).toBe('3. Bb5e6: That piece cannot go there. The moves after it are grey.')
    expect(await moves('bad')).toEqual(['Bb5e6'])
    expect(await moves('doubtful')).toEqual(['a6', '3…d6', '4.O-O', 'Ba4'])
    expect(await page.locator('.move.bad').getAttribute('title')).toBe('That piece cannot go there.')
    await page.locator('.doubts button').click()
    await page.locator('.move.bad[aria-current]').waitFor()
    expect(await faults(page)).toEqual([])
    await takeScreenshot(page, 'illegal-move')
  })

  it('names a move that cannot be read in the strip under the board of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(['bad.pgn', '1. e4 e5 2. Ke3 Nc6 *'])
    const strip = () => page.locator('.current-move').innerText()
    await eventually(strip).toBe('Start position')
    for (const [move, shown] of Object.entries({ e4: '1. e4', e5: '1… e5', Ke3: '2. Ke3', Nc6: '2… Nc6' })) {
      await page.keyboard.press('ArrowRight')
      await page.locator('.move[aria-current]', { hasText: move }).waitFor()
      await eventually(strip).toBe(shown)
    }
  })

  it('says why a move is illegal in each game', async () => {
    await open(['check.pgn', '1. e4 f6 2. d4 g5 3. Qh5+ a6 *'])
    await eventually(note).toMatch(/^3… a7a6: It leaves the king in check/)
    await open(['go.sgf', '(;GM[1]SZ[9];B[ee];W[ee];B[aa])'])
    await eventually(note).toBe('2 E5: A stone cannot be placed there. The moves after it are grey.')
    await open(['game.pgn', '1. e4 e5 2. Nf3 Nc6 3. Qz9 d6 *'])
    await eventually(note).toMatch(/^3. Qz9: This move cannot be read/)
  })

  it('marks nothing in a game that is right, nor threats shown by null moves', async () => {
    await open(['right.pgn', '1. e4 e5 2. Bb5 Nc6 (2... -- 3. Nf3) 3. Nf3 a6 *'])
    await page.locator('.move-list').waitFor()
    await page.waitForTimeout(500)
    expect(await page.locator('.doubts, .move.bad, .move.doubtful').count()).toBe(0)
  })

  it('refuses random bytes that are named as a year of WTHOR', async () => {
    const random = seededRandom(5)
    await open(['WTH_2003.wtb', Uint8Array.from({ length: 16 + 50 * 68 }, () => Math.floor(random() * 256))])
    await eventually(() => page.locator('.notice').innerText()).toMatch(/^WTH_2003.wtb could not be read as WTHOR/)
    expect(await page.locator('.board-pane').count()).toBe(0)
  })

  it('names the files that a database lacks, and opens it again with them', async () => {
    const [games, moves, notes] = ['cbh', 'cbg', 'cba'].map((end) => example(`chess/short-games.${end}`))
    const lacking = page.locator('.notice li', { hasText: 'short-games.cbg' })
    const rest = ['cbp', 'cbt', 'cbs', 'cbc'].map((end) => example(`chess/short-games.${end}`))
    await open(games!, notes!, ...rest)
    await eventually(() => lacking.innerText()).toMatch(
      /^short-games.cbh was opened without all of its files. Missing: /,
    )
    expect(await page.locator('.move').count()).toBe(0)
    await takeScreenshot(page, 'missing-companion')
    expect(await faults(page)).toEqual([])
    await add(lacking.locator('input[type=file]'), moves!)
    await page.locator('.document').waitFor()
    await eventually(() => page.locator('.notice').count()).toBe(0)

    await open(example('othello/WTH_2001.wtb'))
    const names = page.locator('.notice li', { hasText: 'WTHOR.JOU, WTHOR.TRN' })
    await add(names.locator('input[type=file]'), example('othello/WTHOR.JOU'), example('othello/WTHOR.TRN'))
    await eventually(() => page.locator('.notice').count()).toBe(0)
  })

  it('warns of a board without kings', async () => {
    await open(['kings.pgn', '[SetUp "1"]\n[FEN "8/8/3p4/8/4P3/8/8/8 w - - 0 1"]\n\n1. e5 d5 *'])
    await eventually(note).toBe('This position cannot arise in a game: White has no king.')
    await takeScreenshot(page, 'no-kings')
  })
})

describe('moves after one that cannot be read', () => {
  const written = (record: GameRecord) =>
    writeMoves(record, rulesOf(record.game).styles[0]!, '?').flatMap((move) => move ?? [])
  const readChess = async (text: string) => (await readPgn(text)).records[0] as GameRecord
  const numbered = (record: GameRecord) => written(record).map(({ number, text }) => `${number}${text}`)

  it('count on from the number that a record gives a move', async () => {
    const record = await readOne('(;GM[1]SZ[19];B[pd];W[dp]MN[100];B[pp](;W[dd];B[aa])(;W[qf]MN[1];B[bb]))')
    expect(written(record).map(({ number }) => number)).toEqual(['1', '100', '101', '102', '103', '1', '2'])
  })

  it('count it, and are those of the other side', async () => {
    const chess = await readChess('1. e4 e5 2. Nf3 Nc6 3. Qz9 d6 (3... Nf6 4. O-O) 4. d4 *')
    expect(numbered(chess)).toEqual(['1.e4', '1…e5', '2.Nf3', '2…Nc6', '3.Qz9', '3…d6', '4.d4', '3…Nf6', '4.O-O'])
    expect(written(chess).map(({ colour }) => colour)).toEqual([1, 2, 1, 2, 1, 2, 1, 2, 1])
    const go = await readOne('(;GM[1]SZ[9];B[ee];W[zz9];B[aa];W[bb])')
    expect(numbered(go)).toEqual(['1E5', '2W[zz9]', '3A9', '4B8'])
  })

  it('start from the number of the position', async () => {
    const fen = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 30"]\n\n'
    expect(numbered(await readChess(`${fen}30... Kd7 31. Qz9 Kd6 32. Kd2 *`))).toEqual([
      '30…Kd7',
      '31.Qz9',
      '31…Kd6',
      '32.Kd2',
    ])
  })
})
