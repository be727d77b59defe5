/** Books of ChessBase, made by hand after docs/books.md: no book is at hand but for the hashes of four signatures. */
import { describe, expect, it, test } from 'vitest'
import { MemorySource } from '../../src/bytes/source.ts'
import { ctgBoard } from '../../src/books/ctg-board.ts'
import { CTG_STEPS } from '../../src/books/ctg-moves.ts'
import { ctg, type Book } from '../../src/books/index.ts'
import { FormatError } from '../../src/issues/errors.ts'
import type { ChessPosition } from '../../src/rules/chess/index.ts'
import { chess } from '../../src/rules/index.ts'
import { ctgBook, type CtgEntry } from '../support/books.ts'
import { seededRandom } from '../support/random.ts'

function after(moves: string, setup?: string): ChessPosition {
  const position = chess.start(setup === undefined ? {} : { setup })
  for (const word of moves.split(' ').filter(Boolean)) chess.play(position, chess.readMove(position, word)!)
  return position
}

async function bookOf(...entries: CtgEntry[]): Promise<Book> {
  return ctg.open(new MemorySource('made.ctg', ctgBook(entries)))
}

/** The byte of a move by piece, number, and steps. */
function byteOf(kind: string, number: number, forward: number, right: number): number {
  return CTG_STEPS.findIndex(
    (step) => step?.kind === kind && step.number === number && step.forward === forward && step.right === right,
  )
}

/** The hash of a signature in `.cto` files, as ctgreader computes it from these numbers. */
function hash(signature: Uint8Array): string {
  const numbers = HASH_NUMBERS.split(' ').map((word) => Number.parseInt(word, 16))
  let [sum, step] = [0, 0]
  for (const byte of signature) {
    step += ((15 - (byte & 15)) << 2) + 1
    sum = (sum + numbers[step & 63]!) >>> 0
    step += ((240 - (byte & 240)) >> 2) + 1
    sum = (sum + numbers[step & 63]!) >>> 0
  }
  return sum.toString(16)
}

const HASH_NUMBERS =
  '3100d2bf 3118e3de 34ab1372 2807a847 1633f566 2143b359 26d56488 3b9e6f59 37755656 3089ca7b 18e92d85 0cd0e9d8 ' +
  '1a9e3b54 3eaa902f 0d9bfaae 2f32b45b 31ed6102 3d3c8398 146660e3 0f8d4b76 02c77a5f 146c8799 1c47f51f 249f8f36 ' +
  '24772043 1fbc1e4d 1e86b3fa 37df36a6 16ed30e4 02c3148e 216e5929 0636b34e 317f9f56 15f09d70 131026fb 38c784b1 ' +
  '29ac3305 2b485dc5 3c049ddc 35a9fbcd 31d5373b 2b246799 0a2923d3 08a96e9d 30031a9f 08f525b5 33611c06 2409db98 ' +
  '0ca4feb2 1000b71e 30566e32 39447d31 194e3752 08233a95 0f38fe36 29c7cd57 0f7b3a39 328e8a16 1e7d1388 0fba78f5 ' +
  '274c7e7c 1e8be65c 2fa0b0bb 1eb6c371'

test.each([
  ['e4', '8c978593'],
  ['', 'eb7ed3d7'],
  ['d4', '1c73b8d4'],
  ['d4 d5', '8f084461'],
])('the signature after %j has the hash of the real book', (moves, expected) => {
  expect(hash(ctgBoard(after(moves)).signature)).toBe(expected)
})

test('the first byte of a signature is its length, with a bit for an en passant file and one for castling rights', () => {
  const flags = (rights: string, square: string) => {
    const { signature } = ctgBoard(after('', `4k3/8/8/3pP3/8/8/8/4K2R w ${rights} ${square} 0 1`))
    expect(signature[0]! & 0x1f).toBe(signature.length)
    return signature[0]! & 0xe0
  }
  expect(flags('-', '-')).toBe(0)
  expect(flags('-', 'd6')).toBe(0x20)
  expect(flags('K', '-')).toBe(0x40)
  expect(flags('K', 'd6')).toBe(0x60)
})

test('two moves of the real book are what it says', () => {
  expect(CTG_STEPS[0x5f]).toEqual({ kind: 'P', number: 5, forward: 2, right: 0 })
  expect(CTG_STEPS[0xe6]).toEqual({ kind: 'P', number: 4, forward: 2, right: 0 })
  expect(CTG_STEPS.filter((step) => step !== undefined)).toHaveLength(164)
})

describe('a book', () => {
  it('has moves with what is known of the positions that they lead to', async () => {
    const book = await bookOf(
      { position: after(''), moves: [0xe6, 0, 0x5f, 1] },
      { position: after('e4'), games: 70_000, draws: 300, advice: 0x80 },
      { position: after('d4'), games: 5, advice: 0x40 },
    )
    expect(book.count).toBe(3)
    const position = after('')
    expect(book.lookUp(position)).toEqual({
      moves: [
        { move: chess.readMove(position, 'e4'), glyph: 1, games: 70_000, draws: 300, advice: 'main' },
        { move: chess.readMove(position, 'd4'), games: 5, draws: 0, advice: 'never' },
      ],
      unread: 0,
    })
    expect(book.lookUp(after('c4'))).toEqual({ moves: [], unread: 0 })
  })

  it('turns the board for Black, and the right side to the left without castling rights', async () => {
    const black = after('e4')
    const king = after('', '4k3/8/8/8/8/8/P7/1K6 w - - 0 1')
    const book = await bookOf(
      { position: black, moves: [0x5f, 0] },
      // The king of b1 is on g1 in the book, and goes to its h1.
      { position: king, moves: [byteOf('K', 1, 0, 1), 0] },
    )
    expect(book.lookUp(black).moves.map(({ move }) => chess.writeMove(black, move))).toEqual(['e5'])
    expect(book.lookUp(king).moves.map(({ move }) => chess.writeMove(king, move))).toEqual(['Ka1'])
  })

  it('castles and promotes', async () => {
    const castling = after('', 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1')
    const promotion = after('', '8/P6k/8/8/8/8/8/7K w - - 0 1')
    const book = await bookOf(
      { position: castling, moves: [107, 0, 246, 0] },
      { position: promotion, moves: [byteOf('P', 1, 1, 0), 0] },
    )
    expect(book.lookUp(castling).moves.map(({ move }) => chess.writeMove(castling, move))).toEqual(['O-O', 'O-O-O'])
    expect(book.lookUp(promotion).moves.map(({ move }) => chess.writeMove(promotion, move))).toEqual(['a8=Q'])
  })

  it('distinguishes positions by castling rights and en passant files', () => {
    const signatures = [
      '4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1',
      '4k3/8/8/3pP3/8/8/8/4K2R w K - 0 1',
      '4k3/8/8/3pP3/8/8/8/4K2R w - d6 0 1',
      '4k3/8/8/3pP3/8/8/8/4K2R w - - 0 1',
    ].map((fen) => Buffer.from(ctgBoard(after('', fen)).signature).toString('hex'))
    expect(new Set(signatures).size).toBe(4)
  })

  it('counts moves that are not legal', async () => {
    const found = (await bookOf({ position: after(''), moves: [byteOf('Q', 1, 1, 0), 0, 0xff, 0] })).lookUp(after(''))
    expect(found).toEqual({ moves: [], unread: 2 })
  })
})

test('bytes that are not a book do no harm', async () => {
  await expect(ctg.open(new MemorySource('none.ctg', new Uint8Array(100)))).rejects.toThrow(FormatError)
  const random = seededRandom(3)
  for (let round = 0; round < 60; round++) {
    const bytes = ctgBook([{ position: after(''), moves: [0xe6, 0, 0x5f, 1] }])
    for (let change = 0; change < 6; change++) bytes[4096 + Math.floor(random() * 90)] = Math.floor(random() * 256)
    const book = await ctg.open(new MemorySource('odd.ctg', bytes.subarray(0, 4096 + Math.floor(random() * 4097))))
    expect(book.lookUp(after('')).moves.length).toBeLessThan(64)
  }
})
