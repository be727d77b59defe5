/** Books of PolyGlot: keys by published vectors, a real book walked through, and books that we make. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { MemorySink, type Scratch } from '../../src/bytes/sink.ts'
import { MemorySource } from '../../src/bytes/source.ts'
import { polyglot, polyglotKey, PolyglotBuilder, type Book, type BookOptions } from '../../src/books/index.ts'
import { polyglotNumbers } from '../../src/books/polyglot-key.ts'
import { emptyRecord, type GameRecord } from '../../src/model/record.ts'
import type { Result } from '../../src/model/result.ts'
import { DiskSource } from '../../src/node/file-source.ts'
import type { ChessPosition } from '../../src/rules/chess/index.ts'
import { chess } from '../../src/rules/index.ts'
import { corpusPath } from '../support/corpus.ts'
import { needsCorpus } from '../support/needs.ts'
import { seededRandom } from '../support/random.ts'
import { isFullRun } from '../support/scale.ts'

/** The position after moves in SAN. */
function after(moves: string, setup?: string): ChessPosition {
  const position = chess.start(setup === undefined ? {} : { setup })
  for (const word of moves.split(' ').filter(Boolean)) chess.play(position, chess.readMove(position, word)!)
  return position
}

describe('keys', () => {
  /** The vectors of the description of the format, hgm.nubati.net/book_format.html. */
  const VECTORS: readonly (readonly [moves: string, key: string])[] = [
    ['', '463b96181691fc9c'],
    ['e4', '823c9b50fd114196'],
    ['e4 d5', '0756b94461c50fb0'],
    ['e4 d5 e5', '662fafb965db29d4'],
    ['e4 d5 e5 f5', '22a48b5a8e47ff78'],
    ['e4 d5 e5 f5 Ke2', '652a607ca3f242c1'],
    ['e4 d5 e5 f5 Ke2 Kf7', '00fdd303c946bdd9'],
    ['a4 b5 h4 b4 c4', '3c8123ea7b067637'],
    ['a4 b5 h4 b4 c4 bxc3 Ra3', '5c3f9b829b279560'],
  ]

  test.each(VECTORS)('after %j', (moves, key) => {
    expect(polyglotKey(after(moves)).toString(16).padStart(16, '0')).toBe(key)
  })

  it('are made of numbers that a public generator gives', () => {
    const numbers = polyglotNumbers()
    expect(numbers).toHaveLength(781)
    // The ones that the description of the format names, at the beginning of each group.
    const known = [0, 768, 772, 780].map((at) => numbers[at]!.toString(16))
    expect(known).toEqual(['9d39247e33776d41', '31d71dce64b2c310', '70cc73d90bc26e24', 'f8d626aaaf278509'])
  })
})

test('every move of a real book is legal where the book has it', needsCorpus('scid/books/gm2600.bin'), async () => {
  const book = await polyglot.open(new DiskSource(corpusPath('scid/books/gm2600.bin')))
  expect([book.count, book.issues]).toEqual([21_671, []])
  const seen = new Set<bigint>()
  const waiting: string[][] = [[]]
  let moves = 0
  let castlings = 0
  while (waiting.length > 0 && seen.size < (isFullRun ? 6000 : 600)) {
    const path = waiting.pop()!
    const position = after(path.join(' '))
    const key = polyglotKey(position)
    if (seen.has(key)) continue
    seen.add(key)
    const found = book.lookUp(position)
    expect(found.unread).toBe(0)
    moves += found.moves.length
    for (const { move, weight } of found.moves) {
      const text = chess.writeMove(position, move)
      if (text.startsWith('O-O')) castlings++
      expect(weight).toBeGreaterThan(0)
      waiting.push([...path, text])
    }
  }
  expect(moves).toBeGreaterThan(500)
  expect(castlings).toBeGreaterThan(10)
})

/** A game of moves in SAN with a result. */
function game(moves: string, symbol: '1-0' | '0-1' | '1/2-1/2' | '*' = '*', setup?: string): GameRecord {
  const results: Record<typeof symbol, Result> = {
    '1-0': { outcome: 'win', winner: 1 },
    '0-1': { outcome: 'win', winner: 2 },
    '1/2-1/2': { outcome: 'draw' },
    '*': { outcome: 'unfinished' },
  }
  const record = emptyRecord('chess')
  record.header.result = results[symbol]
  if (setup !== undefined) record.setup = setup
  const position = chess.start(setup === undefined ? {} : { setup })
  for (const word of moves.split(' ').filter(Boolean)) {
    const move = chess.readMove(position, word)!
    record.nodes.push({ parent: record.nodes.length - 1, move })
    chess.play(position, move)
  }
  return record
}

async function bookOf(
  games: readonly GameRecord[],
  options: BookOptions = {},
): Promise<{ book: Book; bytes: Uint8Array }> {
  const builder = new PolyglotBuilder(options)
  for (const one of games) builder.add(one)
  const sink = new MemorySink()
  builder.write(sink)
  return { book: await polyglot.open(new MemorySource('made.bin', sink.bytes())), bytes: sink.bytes() }
}

/** The moves of a book in a position with their weights. */
function movesOf(book: Book, moves: string, setup?: string): string[] {
  const position = after(moves, setup)
  return book.lookUp(position).moves.map(({ move, weight }) => `${chess.writeMove(position, move)} ${weight}`)
}

describe('a book that repeats itself', () => {
  it('has each move once, and reads no more entries than a position may have', async () => {
    const count = 100_000
    const bytes = new Uint8Array(count * 16)
    const view = new DataView(bytes.buffer)
    for (let index = 0; index < count; index++) {
      view.setBigUint64(index * 16, polyglotKey(after('')))
      // From e2 to e4, then from d2 to d4.
      view.setUint16(index * 16 + 8, index < 1000 ? (12 << 6) | 28 : (11 << 6) | 27)
      view.setUint16(index * 16 + 10, 100 - (index % 100))
    }
    const book = await polyglot.open(new MemorySource('twice.bin', bytes))
    const { moves, unread } = book.lookUp(after(''))
    expect(moves.map(({ weight }) => weight)).toEqual([100, 100])
    expect(unread).toBe(count - 1024)
  })
})

describe('a book that is made', () => {
  const games = [game('e4 e5', '1-0'), game('e4 c5', '1/2-1/2'), game('d4 d5', '0-1'), game('c4 e5')]

  it('weighs moves by two for a win and one for a draw or no result, and leaves out those that earned nothing', async () => {
    const { book, bytes } = await bookOf(games)
    expect(movesOf(book, '')).toEqual(['e4 3', 'c4 1'])
    expect(movesOf(book, 'e4')).toEqual(['c5 1'])
    expect(movesOf(book, 'd4')).toEqual(['d5 2'])
    expect(movesOf(book, 'Nf3')).toEqual([])
    expect(bytes.length).toBe(16 * book.count)
    const keys = Array.from({ length: book.count }, (_, at) => new DataView(bytes.buffer).getBigUint64(at * 16))
    expect(keys).toEqual([...keys].sort((left, right) => (left < right ? -1 : 1)))
  })

  it('has the moves of enough games, of so many plies, of one side', async () => {
    expect(movesOf((await bookOf(games, { minGames: 2 })).book, '')).toEqual(['e4 3'])
    const { book } = await bookOf(games, { plies: 1 })
    expect([movesOf(book, ''), movesOf(book, 'e4')]).toEqual([['e4 3', 'c4 1'], []])
    const { book: black } = await bookOf(games, { colour: 2 })
    expect([movesOf(black, ''), movesOf(black, 'd4')]).toEqual([[], ['d5 2']])
  })

  it('scales weights that have no room', async () => {
    const many = Array.from({ length: 40_000 }, () => game('e4', '1-0'))
    const { book } = await bookOf([...many, game('d4'), game('c4', '0-1')])
    expect(movesOf(book, '')).toEqual(['e4 65535', 'd4 1'])
  })

  it('is the same when moves have no room in memory', async () => {
    const random = seededRandom(7)
    const many = Array.from({ length: 500 }, () => {
      const record = game('', random() < 0.5 ? '1-0' : '1/2-1/2')
      const position = chess.start()
      for (let ply = 0; ply < 30; ply++) {
        const moves = chess.legal(position)
        if (moves.length === 0) break
        const move = moves[Math.floor(random() * moves.length)]!
        record.nodes.push({ parent: ply, move })
        chess.play(position, move)
      }
      return record
    })
    const made: (Scratch & { isClosed: boolean; greatest: number })[] = []
    const scratch = () => {
      const sink = new MemorySink()
      const file = {
        name: 'moves',
        isClosed: false,
        greatest: 0,
        get size() {
          return sink.size
        },
        append(bytes: Uint8Array) {
          sink.append(bytes)
          file.greatest = Math.max(file.greatest, sink.size)
        },
        patch: (offset: number, bytes: Uint8Array) => sink.patch(offset, bytes),
        read: (start: number, end: number) => sink.bytes().subarray(start, end),
        close: () => void (file.isClosed = true),
      }
      made.push(file)
      return file
    }
    for (const options of [{}, { minGames: 2 }]) {
      const { bytes: expected } = await bookOf(many, options)
      const { bytes } = await bookOf(many, { ...options, store: { scratch, mostSlots: 4096 } })
      expect(bytes.length).toBeGreaterThan(options.minGames ? 1000 : 100_000)
      expect(bytes).toEqual(expected)
    }
    expect(made.map(({ isClosed }) => isClosed)).toEqual([true, true])
    expect(made[0]!.greatest).toBeGreaterThan(20 * 10_000)
  })

  it('holds castling, promotions and en passant captures', async () => {
    const castling = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
    const promotion = '8/P6k/8/8/8/8/8/K7 w - - 0 1'
    const { book } = await bookOf([
      game('O-O O-O-O', '*', castling),
      game('a8=N', '*', promotion),
      game('e4 a6 e5 d5 exd6'),
    ])
    expect(movesOf(book, '', castling)).toEqual(['O-O 1'])
    expect(movesOf(book, 'O-O', castling)).toEqual(['O-O-O 1'])
    expect(movesOf(book, '', promotion)).toEqual(['a8=N 1'])
    expect(movesOf(book, 'e4 a6 e5 d5')).toEqual(['exd6 1'])
  })

  it('keys a position by the pawn that could be captured, whether or not a pin forbids it', () => {
    const setup = '8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1'
    const pinned = after('e4', setup)
    expect(pinned.enPassant).toBe(64)
    expect(polyglotKey(pinned, 4)).not.toBe(polyglotKey(pinned))
  })
})

test('bytes that are not a book do no harm', async () => {
  const bytes = Uint8Array.from({ length: 16 * 40 + 5 }, (_, at) => (at * 97) & 0xff)
  await expect(polyglot.open(new MemorySource('odd.bin', bytes))).rejects.toMatchObject({ code: 'book/not-polyglot' })
  const book = await polyglot.open(new MemorySource('odd.bin', new Uint8Array(16 * 40 + 5).fill(7)))
  expect(book.issues.map(({ id }) => id)).toEqual(['book/size'])
  expect(book.lookUp(after(''))).toEqual({ moves: [], unread: 0 })
  // The key of the initial position with moves that are not legal: no move, and e2e5.
  const odd = new Uint8Array(48)
  const view = new DataView(odd.buffer)
  for (const [at, code] of [0, 0o1434, 0o1434 + 8].entries()) {
    view.setBigUint64(at * 16, 0x463b96181691fc9cn)
    view.setUint16(at * 16 + 8, code)
    view.setUint16(at * 16 + 10, at)
  }
  const found = (await polyglot.open(new MemorySource('odd.bin', odd))).lookUp(after(''))
  expect([found.moves.length, found.unread]).toEqual([1, 2])
  expect((await polyglot.open(new MemorySource('none.bin', new Uint8Array(0)))).lookUp(after('')).moves).toEqual([])
})

test('a file whose keys are out of order is no book, wherever they are', async () => {
  const bytes = new Uint8Array(16 * 2000)
  const view = new DataView(bytes.buffer)
  for (let entry = 0; entry < 2000; entry++) view.setUint32(16 * entry, entry * 1000)
  const open = async () => polyglot.open(new MemorySource('book.bin', bytes))
  expect((await open()).count).toBe(2000)
  // Two entries in exchanged order, among the first; and everything behind the middle.
  view.setUint32(16 * 7, 5000)
  await expect(open()).rejects.toMatchObject({ code: 'book/not-polyglot', place: { file: 'book.bin' } })
  view.setUint32(16 * 7, 7000)
  for (let entry = 1000; entry < 2000; entry++) view.setUint32(16 * entry, 1000)
  await expect(open()).rejects.toMatchObject({ code: 'book/not-polyglot' })
  const noBook = readFileSync(join(import.meta.dirname, '../cases/chess/19-not-a-book.bin'))
  await expect(polyglot.open(new MemorySource('not.bin', noBook))).rejects.toMatchObject({ code: 'book/not-polyglot' })
})
