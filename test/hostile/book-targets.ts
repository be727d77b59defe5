/** Opening books: every format, asked for positions along its own moves. */
import { MemorySink } from '../../src/bytes/sink.ts'
import { MemorySource } from '../../src/bytes/source.ts'
import { ctg, elephanteye, polyglot, PolyglotBuilder, type BookFormat } from '../../src/books/index.ts'
import { describeBook } from '../../src/books/describe.ts'
import { FormatError } from '../../src/issues/errors.ts'
import { chess, rulesOf } from '../../src/rules/index.ts'
import type { Position } from '../../src/rules/rules.ts'
import { ctgBook, ELEPHANTEYE_START, elephantEyeBook } from '../support/books.ts'
import type { NamedBytes } from '../support/named-bytes.ts'
import { randomGames } from '../support/random-games.ts'
import { askedTarget } from './asked-target.ts'
import { holdBudget, ReadMeter } from './budget.ts'
import { Disagreement } from './reading.ts'
import type { Target } from './target.ts'

/** Positions that a book is asked for. */
const MOST_POSITIONS = 12

/** Where chess goes on as the usual start does not: castling, promotion, en passant. */
const SETUPS = [
  'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1',
  '8/P6k/8/8/8/8/8/7K w - - 0 1',
  '4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1',
]

/** Walks through a book from its first positions, and checks what it says of each. */
async function ask(format: BookFormat, [name, bytes]: NamedBytes): Promise<void> {
  const meter = new ReadMeter()
  const book = await format.open(meter.watch(new MemorySource(name, bytes)))
  if (!(book.count >= 0)) throw new Disagreement(`a book of ${book.count} entries`)
  const rules = rulesOf(format.game)
  const waiting: Position[] = [rules.start({})]
  if (format.game === 'chess') waiting.push(...SETUPS.map((setup) => rules.start({ setup })))
  let asked = 0
  while (waiting.length > 0 && asked++ < MOST_POSITIONS) {
    const position = waiting.shift()!
    const before = rules.format(position)
    const found = book.lookUp(position)
    if (rules.format(position) !== before) throw new Disagreement('looking a position up changes it')
    if (!(found.unread >= 0)) throw new Disagreement(`${found.unread} moves that could not be read`)
    for (const { move, weight = 0, games = 0, draws = 0 } of found.moves) {
      if (!rules.isLegal(position, move)) throw new Disagreement('a move that is not legal')
      if (![weight, games, draws].every((count) => Number.isInteger(count) && count >= 0)) {
        throw new Disagreement('a count that is none')
      }
      const after = rules.clone(position)
      rules.play(after, move)
      if (waiting.length < MOST_POSITIONS) waiting.push(after)
    }
    const { moves } = describeBook(book, format.game, position, found)
    if (moves.some(({ share = 0 }) => !(share >= 0 && share <= 1))) throw new Disagreement('a share that is none')
    holdBudget('moves of a position', found.moves.length + found.unread, bytes.length)
  }
  holdBudget('bytes read', meter.bytes, (4 * bytes.length + 65_536) * (1 + asked) + 64 * 4096 * asked)
}

const isRefusal = (error: unknown) => error instanceof FormatError

function bookTarget(format: BookFormat, inputs: () => NamedBytes[][]): Target {
  const name = `book-${format.id}`
  return askedTarget({ name, inputs, words: [], ask: ([file]) => ask(format, file!), isRefusal })
}

function polyglotBook(count: number): Uint8Array {
  const builder = new PolyglotBuilder({ plies: 6 })
  for (const record of randomGames('chess', count, 9, 6)) builder.add(record)
  const sink = new MemorySink()
  builder.write(sink)
  return Uint8Array.from(sink.bytes())
}

function after(...moves: string[]) {
  const position = chess.start({})
  for (const move of moves) chess.play(position, chess.readMove(position, move)!)
  return position
}

/** A book with the bytes of king's and queen's pawn, castling to both sides, and the promotion of the first pawn. */
function madeCtg(): Uint8Array {
  const [castling, promotion] = SETUPS.map((setup) => chess.start({ setup }))
  return ctgBook([
    { position: after(), moves: [0xe6, 0, 0x5f, 1] },
    { position: after('e4'), moves: [0x5f, 3, 0xe6, 22], games: 70_000, draws: 300, advice: 0x80 },
    { position: after('d4'), games: 5, advice: 0x40 },
    { position: after('e4', 'e5'), moves: [0x5f, 0], games: 9 },
    { position: castling!, moves: [107, 0, 246, 0] },
    { position: promotion!, moves: [0x39, 0, 0x52, 0] },
  ])
}

export const BOOK_TARGETS: readonly Target[] = [
  bookTarget(polyglot, () => [[['a.bin', polyglotBook(2)]], [['b.bin', polyglotBook(20)]]]),
  bookTarget(ctg, () => [[['a.ctg', madeCtg()]]]),
  bookTarget(elephanteye, () => [
    [
      [
        'BOOK.DAT',
        elephantEyeBook([
          [ELEPHANTEYE_START, 0xaa, 0xa7, 5],
          [ELEPHANTEYE_START, 0xc4, 0xa5, 9],
          [ELEPHANTEYE_START, 0xc3, 0x83, 1],
        ]),
      ],
    ],
  ]),
]
