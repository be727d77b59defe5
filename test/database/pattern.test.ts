import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database, explore, importSources, searchGames } from '../../src/database/index.ts'
import { PositionError } from '../../src/issues/index.ts'
import { GAMES, type Game, type GameRecord } from '../../src/model/index.ts'
import { parseMaterial } from '../../src/patterns/question/parse-material.ts'
import { parsePattern } from '../../src/patterns/question/parse-pattern.ts'
import { rulesOf } from '../../src/rules/index.ts'
import type { Position } from '../../src/rules/rules.ts'
import { importRecords } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-pattern-'))
/** Long enough for castling, promotion, en passant and bare boards. */
const PLIES: Record<Game, number> = { chess: 250, xiangqi: 250, go: 60, othello: 60 }
const games = GAMES.flatMap((game, seed) => randomGames(game, 60, seed, PLIES[game]))
let database: Database

beforeAll(async () => {
  database = await importRecords(folder, 'games.db', games)
})

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

/** The board as rows from the top, one character a square: `.` for none. */
function boardRows(game: Game, position: Position): string[] {
  const rows: string[] = []
  for (let row = 0; row < position.rows; row++) {
    let text = ''
    for (let column = 0; column < position.columns; column++) {
      const piece = position.pieceAt(row * position.columns + column)
      text += { '': '.', '1': 'X', '2': 'O' }[piece] ?? piece
    }
    rows.push(text)
  }
  return game === 'chess' || game === 'xiangqi' ? rows.toReversed() : rows
}

/** Numbers of the games with a position that passes a test, found by replaying every record. */
function replayed(game: Game, test: (rows: string[]) => boolean): number[] {
  const rules = rulesOf(game)
  const shows = (record: GameRecord): boolean => {
    const position = rules.start(record)
    if (test(boardRows(game, position))) return true
    return record.nodes.slice(1).some(({ move }) => {
      rules.play(position, move!)
      return test(boardRows(game, position))
    })
  }
  return games.flatMap((record, index) => (record.game === game && shows(record) ? [index + 1] : []))
}

async function found(query: Parameters<typeof searchGames>[1]): Promise<number[]> {
  return (await searchGames(database, query)).map(({ id }) => id)
}

/** All images of rows under the symmetries of a square board. */
function turned(rows: string[]): string[][] {
  const mirrored = rows.map((row) => [...row].reverse().join(''))
  const exchanged = (all: string[]) => all.map((_, column) => all.map((row) => row[column]).join(''))
  const flips = [rows, mirrored, rows.toReversed(), mirrored.toReversed()]
  return [...flips, ...flips.map(exchanged)]
}

describe('patterns', () => {
  it('find pieces on squares of chess', async () => {
    const castled = replayed('chess', (rows) => rows[7]!.slice(5, 7) === 'RK')
    expect(await found({ pattern: parsePattern('chess', '*/*/*/*/*/*/*/?????RK?') })).toEqual(castled)
    const noPawns = replayed('chess', (rows) => rows[1] === '........')
    expect(await found({ pattern: parsePattern('chess', '*/8') })).toEqual(noPawns)
    const many = replayed('chess', (rows) => rows[3]![4] === 'P' && rows[2]![3] === '.')
    expect(many.length).toBeGreaterThan(0)
    expect(await found({ pattern: parsePattern('chess', '*/*/???./????P') })).toEqual(many)
  })

  it('find pieces on squares of xiangqi, mirrored too', async () => {
    const cannon = replayed('xiangqi', (rows) => rows[7]![4] === 'C' && (rows[9]![0] === '.' || rows[9]![8] === '.'))
    expect(await found({ pattern: parsePattern('xiangqi', '*/*/*/*/*/*/*/????C/*/.') })).toEqual(cannon)
    expect(cannon.length).toBeGreaterThan(0)
  })

  it('find corners of Go under all symmetries and with colours exchanged', async () => {
    const corner = replayed('go', (rows) =>
      turned(rows).some(
        ([first, second]) => /^(\.X.*|\.O.*)$/.test(first!) && second![0] === (first![1] === 'X' ? 'O' : 'X'),
      ),
    )
    expect(corner.length).toBeGreaterThan(0)
    expect(await found({ pattern: parsePattern('go', '.X/O') })).toEqual(corner)
  })

  it('in Go match along a side or anywhere if requested, even after captures', async () => {
    // A stone with three or four stones of the other colour around it, and a captured one's empty point.
    const at = (rows: readonly string[], row: number, column: number) => rows[row]?.[column] ?? ''
    const holds = (rows: string[], shape: readonly string[], isOnSide: boolean) =>
      ['', 'exchanged'].some((exchanged) =>
        turned(rows).some((board) =>
          board.some((_, top) =>
            [...board[0]!].some((_, left) => {
              if (isOnSide && top > 0) return false
              return shape.every((line, row) =>
                [...line].every((sign, column) => {
                  if (sign === '?') return at(board, top + row, left + column) !== ''
                  const wanted = exchanged && sign !== '.' ? { X: 'O', O: 'X' }[sign] : sign
                  return at(board, top + row, left + column) === wanted
                }),
              )
            }),
          ),
        ),
      )
    for (const [shape, place] of [
      [['XO', '?X'], 'side'],
      [['X.X'], 'side'],
      [['?X?', 'X.X', '?X?'], 'anywhere'],
      [['XO', 'OX'], 'anywhere'],
      [['XXOO'], 'anywhere'],
    ] as const) {
      const expected = replayed('go', (rows) => holds(rows, shape, place === 'side'))
      const text = `${place}: ${shape.join('/')}`
      expect([text, await found({ pattern: parsePattern('go', text) })]).toEqual([text, expected])
    }
    expect(await found({ pattern: parsePattern('go', 'anywhere: X') })).toHaveLength(
      games.filter(({ game }) => game === 'go').length,
    )
  })

  it('of the whole board of Go are found under all symmetries', async () => {
    const record = games.find(({ game }) => game === 'go')!
    const rules = rulesOf('go')
    const position = rules.start(record)
    for (const { move } of record.nodes.slice(1, 31)) rules.play(position, move!)
    for (const rows of turned(boardRows('go', position))) {
      const pattern = parsePattern('go', rows.join('/'))
      expect(await found({ pattern })).toContain(games.indexOf(record) + 1)
    }
  })

  it('find discs of Othello under all symmetries', async () => {
    const edge = replayed('othello', (rows) => turned(rows).some(([first]) => first!.startsWith('XX')))
    expect(await found({ pattern: parsePattern('othello', 'XX') })).toEqual(edge)
    expect(edge.length).toBeGreaterThan(0)
  })

  it.each(['chess', 'xiangqi'] as const)('find the material of %s', async (game) => {
    const sorted = (text: string) => [...text.replaceAll(/[./]/g, '')].sort().join('')
    const lines = games.filter((record) => record.game === game)
    for (const record of lines.slice(0, 5)) {
      const position = rulesOf(game).start()
      for (const { move } of record.nodes.slice(1)) rulesOf(game).play(position, move!)
      const material = sorted(boardRows(game, position).join(''))
      const same = replayed(game, (rows) => sorted(rows.join('')) === material)
      expect(await found({ material: parseMaterial(game, material) })).toEqual(same)
      expect(same.length).toBeGreaterThan(0)
    }
  })

  it('combine with other conditions, in the explorer as well', async () => {
    const pattern = parsePattern('chess', '*/*/*/*/????P')
    const all = await searchGames(database, { pattern })
    const some = await searchGames(database, { pattern, player: 'ash' })
    expect(some.length).toBeGreaterThan(0)
    expect(some.length).toBeLessThan(all.length)
    const exploration = await explore(database, 'chess', rulesOf('chess').start(), {
      query: { pattern, player: 'ash' },
    })
    expect(exploration.games).toBe(some.length)
    expect(await searchGames(database, { pattern, player: 'nobody' })).toEqual([])
  })

  it.each([
    ['chess', ''],
    ['chess', '????/*'],
    ['chess', 'z'],
    ['go', 'K'],
    ['go', 'middle: X'],
    ['chess', 'side: K'],
    ['go', 'X; when=3'],
    ['go', 'X/---/O'],
    ['chess', '{QR'],
    ['othello', '?'.repeat(60)],
  ] as const)('of %s refuse "%s"', (game, text) => {
    expect(() => parsePattern(game, text)).toThrow(PositionError)
  })

  it('refuse invalid material', () => {
    expect(() => parseMaterial('chess', 'KXk')).toThrow(PositionError)
    expect(() => parseMaterial('go', 'K')).toThrow(PositionError)
    expect(() => parseMaterial('chess', '')).toThrow(PositionError)
  })

  it('larger than the board match nothing', async () => {
    expect(await found({ pattern: parsePattern('chess', '?????????K') })).toEqual([])
  })
})

it('passes through many games in several threads, with the same outcome', async () => {
  const first = ['e4 e5', 'd4 d5', 'Nf3 Nf6', 'a3 a6']
  const count = 30_000
  const path = join(folder, 'many.pgn')
  const set = '[SetUp "1"]\n[FEN "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"]\n\n1. Kd2 *\n\n'
  writeFileSync(
    path,
    Array.from({ length: count }, (_, game) => `[Round "${game}"]\n\n1. ${first[game % 4]} *\n\n`).join('') + set,
  )
  const many = await Database.open(join(folder, 'many.db'))
  await importSources(many, [{ path }])
  const numbers = Array.from({ length: count + 1 }, (_, index) => index + 1)
  const idsOf = async (query: Parameters<typeof searchGames>[1]) => (await searchGames(many, query)).map(({ id }) => id)
  expect(await idsOf({ pattern: parsePattern('chess', '*/*/*/*/????P') })).toEqual(
    numbers.filter((id) => (id - 1) % 4 === 0),
  )
  expect(await idsOf({ material: parseMaterial('chess', 'KPk') })).toEqual([count + 1])
  many.close()
})
