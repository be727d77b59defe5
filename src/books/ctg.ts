/**
 * Opening books of ChessBase, read by looking through their pages, for which the `.ctg` file is enough: docs/books.md,
 * CTG. Big-endian.
 */
import { CachedSource } from '../bytes/cached-source.ts'
import { u16be, u24be } from '../bytes/numbers.ts'
import type { Source } from '../bytes/source.ts'
import { FormatError } from '../issues/errors.ts'
import { issue, type Issue } from '../issues/issue.ts'
import { makeMove, movePromotion, type Move } from '../model/move.ts'
import {
  castlingMove,
  isLegalMove,
  KING_SIDE,
  moveBetween,
  QUEEN_SIDE,
  type ChessPosition,
} from '../rules/chess/index.ts'
import type { Book, BookFormat, BookMove, BookPosition } from './book.ts'
import { ctgBoard, signatureLength, type CtgBoard } from './ctg-board.ts'
import { CASTLE_LONG, CASTLE_SHORT, CTG_STEPS } from './ctg-moves.ts'

const PAGE_SIZE = 4096
const PAGE_HEAD = 4
const STATISTICS_SIZE = 33

/** Where the statistics of a position have their fields. */
const STATISTICS_AT = { games: 0, draws: 9, advice: 30 } as const
const ADVICE: Readonly<Record<number, NonNullable<BookMove['advice']>>> = { 0x80: 'main', 0x40: 'never' }

/** Judgements of moves that have a glyph of the same number, and two that have another. */
const GLYPHS: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 8: 7, 0x16: 22 }

const QUEEN = 4

/** The format of opening books of ChessBase. */
export const ctg: BookFormat = {
  id: 'ctg',
  name: 'ChessBase opening book',
  game: 'chess',
  extensions: ['.ctg'],
  open: async (source) => new CtgBook(source),
}

/** An entry of a page: the moves of a position, and what is known of it. */
interface Entry {
  moves: Uint8Array
  statistics: Uint8Array
}

class CtgBook implements Book {
  readonly format = 'ctg'
  readonly name: string
  readonly count: number
  readonly issues: Issue[] = []
  private readonly source: Source

  constructor(source: Source) {
    if (source.size < PAGE_SIZE) throw new FormatError('book/not-ctg', {}, { file: source.name, offset: 0 })
    this.source = new CachedSource(source, 1 << 18, 2)
    this.name = source.name
    let count = 0
    for (let page = 1; page < this.pages; page++) count += u16be(this.page(page), 0)
    this.count = count
    const rest = source.size % PAGE_SIZE
    if (rest > 0) this.issues.push(issue('book/size', 'warning', { rest }, { file: source.name }))
  }

  lookUp(position: ChessPosition): BookPosition {
    const board = ctgBoard(position)
    const [entry] = this.find([board.signature])
    if (!entry) return { moves: [], unread: 0 }
    const moves: BookMove[] = []
    const signatures: Uint8Array[] = []
    let unread = 0
    for (let at = 0; at + 1 < entry.moves.length; at += 2) {
      const move = readMove(position, board, entry.moves[at]!)
      if (move === undefined) {
        unread++
        continue
      }
      const glyph = GLYPHS[entry.moves[at + 1]!]
      moves.push(glyph === undefined ? { move } : { move, glyph })
      position.play(move)
      signatures.push(ctgBoard(position).signature)
      position.undo()
    }
    // What is known of a move is what is known of the position that it leads to.
    for (const [index, reached] of this.find(signatures).entries())
      if (reached) describe(moves[index]!, reached.statistics)
    moves.sort((left, right) => rank(left) - rank(right) || (right.games ?? 0) - (left.games ?? 0))
    return { moves, unread }
  }

  private get pages(): number {
    return Math.floor(this.source.size / PAGE_SIZE)
  }

  private page(number: number): Uint8Array {
    return this.source.read(number * PAGE_SIZE, (number + 1) * PAGE_SIZE)
  }

  /** Looks through all pages for positions. */
  private find(signatures: readonly Uint8Array[]): (Entry | undefined)[] {
    const found = new Array<Entry | undefined>(signatures.length).fill(undefined)
    let left = signatures.length
    for (let number = 1; number < this.pages && left > 0; number++) {
      const page = this.page(number)
      const end = Math.min(PAGE_SIZE, u16be(page, 2))
      let at = PAGE_HEAD
      for (let count = u16be(page, 0); count > 0 && at < end; count--) {
        const length = signatureLength(page[at]!)
        const movesAt = at + length
        const next = movesAt + page[movesAt]! + STATISTICS_SIZE
        // An entry that leaves the page, or has no length, ends it.
        if (length === 0 || !(page[movesAt]! > 0) || next > end) break
        for (let index = 0; index < signatures.length; index++) {
          if (found[index] || !startsWith(page, at, signatures[index]!)) continue
          const statistics = page.slice(next - STATISTICS_SIZE, next)
          found[index] = { moves: page.slice(movesAt + 1, next - STATISTICS_SIZE), statistics }
          left--
        }
        at = next
      }
    }
    return found
  }
}

function startsWith(page: Uint8Array, start: number, signature: Uint8Array): boolean {
  for (let at = 0; at < signature.length; at++) if (page[start + at] !== signature[at]) return false
  return true
}

/** Which games were won by whom is not certain, so that only their number and the draws are told. */
function describe(move: BookMove, statistics: Uint8Array): void {
  const games = u24be(statistics, STATISTICS_AT.games)
  const advice = ADVICE[statistics[STATISTICS_AT.advice]!]
  if (games > 0) {
    move.games = games
    move.draws = u24be(statistics, STATISTICS_AT.draws)
  }
  if (advice) move.advice = advice
}

/** Moves that are to be played come first, those that are not last. */
function rank({ advice }: BookMove): number {
  return advice === 'main' ? 0 : advice === 'never' ? 2 : 1
}

/** The legal move that a byte stands for. */
function readMove(position: ChessPosition, { pieces, squareOf }: CtgBoard, byte: number): Move | undefined {
  const move = moveOf(position, pieces, squareOf, byte)
  if (move === undefined) return undefined
  if (isLegalMove(position, move)) return move
  // A pawn becomes a queen, which the byte does not say.
  const queening = makeMove((move >> 12) & 63, move & 63, QUEEN)
  return movePromotion(move) === 0 && isLegalMove(position, queening) ? queening : undefined
}

function moveOf(
  position: ChessPosition,
  pieces: readonly string[],
  squareOf: (square: number) => number,
  byte: number,
): Move | undefined {
  if (byte === CASTLE_SHORT || byte === CASTLE_LONG) {
    const move = castlingMove(position, byte === CASTLE_SHORT ? KING_SIDE : QUEEN_SIDE)
    return move < 0 ? undefined : move
  }
  const step = CTG_STEPS[byte]
  if (!step) return undefined
  let left = step.number
  for (let index = 0; index < 64; index++) {
    // Pieces are counted over a1, a2 ... h8.
    const square = ((index & 7) << 3) | (index >> 3)
    if (pieces[square] !== step.kind || --left > 0) continue
    const file = ((square & 7) + step.right) & 7
    const rank = ((square >> 3) + step.forward) & 7
    return moveBetween(position, squareOf(square), squareOf(rank * 8 + file))
  }
  return undefined
}
