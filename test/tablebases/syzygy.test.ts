/** Syzygy tables: made by hand, and real ones whose answers python-chess gave. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { MemorySource } from '../../src/bytes/source.ts'
import { openSyzygyFolder } from '../../src/node/index.ts'
import { chess } from '../../src/rules/chess/index.ts'
import { SyzygyTablebase } from '../../src/tablebases/index.ts'
import { HeadReader } from '../../src/tablebases/syzygy/header.ts'
import { KINGS, KING_PAIRS, pawnOrder } from '../../src/tablebases/syzygy/numbering.ts'
import { readValues } from '../../src/tablebases/syzygy/pairs.ts'
import { runInProcess } from '../support/in-process.ts'
import { needs } from '../support/needs.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { encodeValues, queenTables } from '../support/syzygy-tables.ts'

/** A folder with the tables of all endings of three and four men. */
const REAL = process.env['LUDOGRAPH_SYZYGY']

const folder = mkdtempSync(join(tmpdir(), 'ludograph-syzygy-'))
afterAll(() => rmSync(folder, { recursive: true }))

const WON = '8/8/8/3k4/8/8/8/KQ6'

function tablesOf(files: Record<string, Uint8Array>): SyzygyTablebase {
  return new SyzygyTablebase('own', Object.keys(files), (name) => new MemorySource(name, files[name]!))
}

const lookUp = async (files: Record<string, Uint8Array>, fen: string) => await tablesOf(files).lookUp(chess.parse(fen))

/** Whole numbers below a limit, the same for the same seed. */
function belowOf(seed: number): (limit: number) => number {
  const random = seededRandom(seed)
  return (limit) => randomInt(random, limit)
}

/** Positions, with their results from -2 to 2 and their distances, as python-chess finds them. */
const KNOWN: readonly [fen: string, result: number, distance: number][] = [
  ['8/K5Q1/8/4k3/8/8/8/4R3 b - - 0 1', -2, -4],
  ['8/1K6/8/3k4/8/2p5/3P4/8 b - - 0 1', 2, 1],
  ['8/1b2K3/8/8/8/1k6/8/4r3 w - - 0 1', -2, -18],
  ['8/8/3kN3/8/1r6/8/K7/8 b - - 0 1', 2, 1],
  ['8/8/8/4K3/5Pk1/5N2/8/8 w - - 0 1', 2, 1],
  ['8/K6B/4k3/7N/8/8/8/8 b - - 0 1', -2, -59],
  ['8/8/8/8/8/4k3/2R5/6bK w - - 0 1', 2, 1],
  ['8/3K4/k7/8/8/8/8/Q7 b - - 0 1', -2, -8],
  ['8/1R6/k7/8/8/6K1/2Q5/8 w - - 0 1', 2, 1],
  ['8/8/8/1P6/2Q5/K7/6k1/8 w - - 0 1', 2, 1],
  ['8/1b6/8/8/8/5k1K/8/1R6 w - - 0 1', 2, 1],
  ['8/6K1/8/6N1/k7/6r1/8/8 b - - 0 1', 2, 1],
  ['8/5K2/8/8/7R/8/8/4kN2 b - - 0 1', -2, -16],
  ['8/8/2B5/8/8/k5Q1/8/6K1 b - - 0 1', -2, -8],
  ['5q2/8/4k3/8/8/5K1r/8/8 w - - 0 1', -2, -4],
  ['8/8/6q1/5b2/k7/8/1K6/8 w - - 0 1', -2, -6],
  ['8/8/3k4/3n3K/8/4r3/8/8 b - - 0 1', 2, 9],
  ['5N2/8/2k5/8/7B/8/8/5K2 b - - 0 1', -2, -57],
  ['8/8/8/4k2n/8/p7/3K4/8 b - - 0 1', 2, 1],
  ['2k5/8/2n5/8/8/1q6/6K1/8 w - - 0 1', -2, -8],
  ['3k4/8/2B2K2/8/8/1P6/8/8 w - - 0 1', 2, 1],
  ['7k/2K5/2Q5/8/8/8/8/3n4 b - - 0 1', -2, -4],
  ['8/8/8/7k/p7/8/7K/b7 w - - 0 1', -2, -2],
  ['q7/8/8/5k2/8/8/B4K2/8 w - - 0 1', -2, -10],
  ['2K3n1/8/R7/8/8/8/8/4k3 w - - 0 1', 2, 4],
  ['5R2/6N1/8/4k3/8/8/3K4/8 w - - 0 1', 2, 17],
  ['8/5rk1/7r/8/8/8/8/3K4 b - - 0 1', 2, 3],
  ['8/1r6/2k5/8/3K4/8/8/n7 b - - 0 1', 2, 13],
  ['8/8/3B1N2/5k2/8/8/8/K7 w - - 0 1', 2, 62],
  ['8/8/8/6B1/7N/8/1K1k4/8 b - - 0 1', -2, -61],
  ['8/8/8/6N1/8/B1k5/8/6K1 b - - 0 1', -2, -61],
  ['8/8/3N4/B7/8/1k6/8/K7 b - - 0 1', -2, -61],
  ['8/2b5/8/4K2n/8/8/8/k7 w - - 0 1', -2, -61],
  ['k7/8/5n2/8/5K2/8/8/1b6 w - - 0 1', -2, -61],
  ['8/4N3/8/1k6/2b2K2/8/8/8 b - - 0 1', 0, 0],
  ['5b2/3R4/8/8/8/8/7K/4k3 b - - 0 1', 0, 0],
  ['1n6/6n1/8/8/8/8/K7/3k4 w - - 0 1', 0, 0],
  ['4k3/8/8/2K5/3n1p2/8/8/8 w - - 0 1', 0, 0],
  ['8/2k5/8/3K2pP/8/8/8/8 w - g6 0 1', 2, 1],
  ['2K5/7k/8/8/Pp6/8/8/8 b - a3 0 1', 2, 1],
  ['8/8/8/6K1/6Pp/4k3/8/8 b - g3 0 1', 2, 1],
  ['8/8/8/3Pp3/8/8/4k2K/8 w - e6 0 1', 2, 1],
  ['8/8/K7/8/6Pp/5k2/8/8 b - g3 0 1', 2, 1],
  ['8/8/3K4/k5pP/8/8/8/8 w - g6 0 1', 2, 1],
]

describe('the numbers of positions', () => {
  it('count 462 pairs of kings, and give every square of a pawn its own', () => {
    expect([...KINGS.values()].sort((left, right) => left - right)).toEqual(
      Array.from({ length: KING_PAIRS }, (_, index) => index),
    )
    const squares = Array.from({ length: 48 }, (_, index) => pawnOrder(index + 8))
    expect(squares.sort((left, right) => left - right)).toEqual(squares.map((_, index) => index))
  })
})

describe('values in blocks', () => {
  it('are found by their number', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const below = belowOf(seed)
      const kinds = 1 + below(seed % 2 ? 5 : 600)
      const values = Array.from({ length: 1 + below(3000) }, () => below(kinds))
      const part = encodeValues(values, { strideBits: 1 + below(12), blockBits: 5 + below(4) })
      const start = part.head.length + part.index.length + part.sizes.length
      const bytes = new Uint8Array(Math.ceil(start / 64) * 64 + part.blocks.length)
      bytes.set([...part.head, ...part.index, ...part.sizes])
      bytes.set(part.blocks, Math.ceil(start / 64) * 64)
      const source = new MemorySource('values', bytes)
      const head = new HeadReader(source)
      const read = readValues(source, head, values.length, true)
      expect(head.at).toBe(part.head.length)
      for (const place of read.places) place(head)
      expect(
        values.map((_, number) => read.get(number)),
        `seed ${seed}`,
      ).toEqual(values)
    }
  })
})

describe('tables', () => {
  it('say who wins and how far the next capture or pawn move is, also for the side they do not store', async () => {
    const tables = queenTables()
    expect(await lookUp(tables, `${WON} w - - 0 1`)).toMatchObject({ category: 'win', dtz: 15 })
    expect(await lookUp(tables, '8/8/8/3K4/8/8/8/kq6 b - - 0 1')).toMatchObject({ category: 'win', dtz: 15 })
    const lost = (await lookUp(tables, `${WON} b - - 0 1`))!
    expect(lost).toMatchObject({ category: 'loss', dtz: -16 })
    expect(new Set(lost.moves.map(({ category, dtz }) => `${category} ${dtz}`))).toEqual(new Set(['win 15']))
    // The king takes the queen, and nobody wins.
    const taken = (await lookUp(tables, '8/8/8/8/8/8/1Qk5/4K3 b - - 0 1'))!
    expect(taken).toMatchObject({ category: 'draw', dtz: 0 })
    expect(taken.moves[0]).toMatchObject({ category: 'draw' })
    expect(await lookUp(tables, '7k/5KQ1/8/8/8/8/8/8 b - - 0 1')).toEqual({ category: 'loss', dtm: 0, moves: [] })
    expect(await lookUp(tables, '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1')).toEqual({ category: 'draw', dtz: 0, moves: [] })
  })

  it('of the side that is mated say that a mate is one move away', async () => {
    const tables = queenTables(7, 'black')
    const mating = (await lookUp(tables, '7k/5Q2/5K2/8/8/8/8/8 w - - 0 1'))!
    expect(mating).toMatchObject({ category: 'win', dtz: 1 })
    expect(mating.moves.filter(({ dtm }) => dtm === 0)).toHaveLength(1)
    // Every position of the other side is a loss in one here.
    expect(await lookUp(tables, `${WON} w - - 0 1`)).toMatchObject({ category: 'win', dtz: 2 })
  })

  it('know the fifty-move rule', async () => {
    const tables = queenTables(30)
    const categoryAt = async (clock: number) => (await lookUp(tables, `${WON} w - - ${clock} 60`))!.category
    expect([await categoryAt(38), await categoryAt(39), await categoryAt(40)]).toEqual([
      'win',
      'maybe-win',
      'cursed-win',
    ])
  })

  it('that are missing are not guessed', async () => {
    const { 'KQvK.rtbw': results, 'KQvK.rtbz': distances } = queenTables() as Record<string, Uint8Array<ArrayBuffer>>
    expect(await lookUp({ 'KQvK.rtbw': results! }, `${WON} w - - 0 1`)).toMatchObject({
      category: 'win',
      moves: expect.anything(),
    })
    expect((await lookUp({ 'KQvK.rtbw': results! }, `${WON} w - - 0 1`))!.dtz).toBeUndefined()
    expect((await lookUp({ 'KQvK.rtbw': results! }, `${WON} w - - 3 9`))!.category).toBe('maybe-win')
    expect(await lookUp({ 'KQvK.rtbz': distances! }, `${WON} w - - 0 1`)).toBeUndefined()
    expect(await lookUp(queenTables(), '8/8/8/3k4/8/8/8/KR6 w - - 0 1')).toBeUndefined()
    expect(tablesOf({ 'KQvK.txt': results!, '../KQvK.rtbw': results! }).men).toBe(0)
  })

  it('that are damaged are told, and nothing hangs', async () => {
    const tables = queenTables()
    for (const [name, bytes] of Object.entries(tables)) {
      for (let size = 0; size < 20; size++)
        await mustEnd({ ...tables, [name]: bytes.subarray(0, size) }, `${WON} w - - 0 1`)
      for (let at = 0; at < 24; at++) {
        for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
          await mustEnd({ ...tables, [name]: bytes.with(at, value) }, `${WON} w - - 0 1`)
        }
      }
    }
    await expect(lookUp({ 'KQvK.rtbw': new Uint8Array(80) }, `${WON} w - - 0 1`)).rejects.toMatchObject({
      name: 'FormatError',
      code: 'tablebase/damaged',
      place: { file: 'KQvK.rtbw' },
    })
  })
})

/** Looks a position up in tables that may be damaged. */
async function mustEnd(files: Record<string, Uint8Array>, fen: string): Promise<void> {
  try {
    await lookUp(files, fen)
  } catch (error) {
    expect(error).toMatchObject({ name: 'FormatError', code: 'tablebase/damaged' })
  }
}

describe('a folder', () => {
  it('is looked through with the folders in it', async () => {
    const { 'KQvK.rtbw': results, 'KQvK.rtbz': distances } = queenTables()
    mkdirSync(join(folder, 'tables', 'dtz'), { recursive: true })
    writeFileSync(join(folder, 'tables', 'KQvK.rtbw'), results!)
    writeFileSync(join(folder, 'tables', 'dtz', 'KQvK.rtbz'), distances!)
    const tablebase = openSyzygyFolder(join(folder, 'tables'))
    expect([tablebase.name, tablebase.men]).toEqual(['tables', 3])
    const { text } = await runInProcess(['tablebase', join(folder, 'tables'), `${WON} w - - 0 1`, '--limit', '1'])
    expect(text.split('\n')[0]).toBe('White to move: win, DTZ 15')
    const mated = await runInProcess(['tablebase', join(folder, 'tables'), '7k/5KQ1/8/8/8/8/8/8 b - - 0 1'])
    expect(mated.text).toBe('Black is mated\n')
    mkdirSync(join(folder, 'empty'))
    expect(() => openSyzygyFolder(join(folder, 'empty'))).toThrow(expect.objectContaining({ code: 'tablebase/none' }))
    expect(() => openSyzygyFolder(join(folder, 'nowhere'))).toThrow(expect.objectContaining({ code: 'ENOENT' }))
  })
})

describe(
  'real tables',
  needs('syzygy', REAL !== undefined, 'LUDOGRAPH_SYZYGY names no folder of tables with three and four men'),
  () => {
    it('give the answers that python-chess gives', async () => {
      const tablebase = openSyzygyFolder(REAL!)
      const categories = ['loss', 'blessed-loss', 'draw', 'cursed-win', 'win']
      for (const [fen, result, distance] of KNOWN) {
        const answer = await tablebase.lookUp(chess.parse(fen))
        expect({ fen, category: answer?.category, dtz: answer?.dtz }).toEqual({
          fen,
          category: categories[result + 2],
          dtz: distance,
        })
        // What a position is worth is what its best move is worth.
        expect(answer!.moves[0]!.category).toBe(categories[2 - result])
      }
    })

    it('with faults end every look-up', async () => {
      const path = REAL!
      const names = readdirSync(path).filter((name) => /^K[QP]?vK[P]?\.rtb[wz]$|^KPvKP/.test(name))
      const tables = Object.fromEntries(names.map((name) => [name, new Uint8Array(readFileSync(join(path, name)))]))
      const fens = KNOWN.map(([fen]) => fen).filter((fen) => /^[^QRBN]* [wb]/i.test(fen))
      for (let seed = 1; seed <= 150; seed++) {
        const below = belowOf(seed)
        const name = names[below(names.length)]!
        const bytes = tables[name]!.slice(0, below(4) === 0 ? below(tables[name]!.length) : undefined)
        const reach = below(2) === 0 ? 200 : bytes.length
        for (let fault = below(4); fault >= 0; fault--) bytes[below(Math.max(1, reach))] = below(256)
        for (const fen of ['8/8/8/4k3/8/8/4P3/4K3 w - - 0 1', ...fens.slice(0, 3)])
          await mustEnd({ ...tables, [name]: bytes }, fen)
      }
    })
  },
)
