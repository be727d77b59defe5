/** Books of PolyGlot, which most chess programs read: docs/books.md, PolyGlot. Big-endian. */
import { CachedSource } from '../bytes/cached-source.ts'
import { u16be, u32be } from '../bytes/numbers.ts'
import type { Source } from '../bytes/source.ts'
import { issue, type Issue } from '../issues/issue.ts'
import type { Move } from '../model/move.ts'
import { isLegalMove, moveBetween, type ChessPosition } from '../rules/chess/index.ts'
import type { Book, BookFormat, BookMove, BookPosition } from './book.ts'
import { polyglotKey } from './polyglot-key.ts'

export const ENTRY_SIZE = 16

/** The format of books of PolyGlot. */
export const polyglot: BookFormat = {
  id: 'polyglot',
  name: 'PolyGlot opening book',
  game: 'chess',
  extensions: ['.bin'],
  open: async (source) => new PolyglotBook(source),
}

/** An open book of PolyGlot. */
class PolyglotBook implements Book {
  readonly format = 'polyglot'
  readonly name: string
  readonly count: number
  readonly issues: Issue[] = []
  private readonly source: Source

  constructor(source: Source) {
    this.source = new CachedSource(source, 1 << 12, 64)
    this.name = source.name
    this.count = Math.floor(source.size / ENTRY_SIZE)
    const rest = source.size % ENTRY_SIZE
    if (rest > 0) this.issues.push(issue('book/size', 'warning', { rest }, { file: source.name }))
  }

  lookUp(position: ChessPosition): BookPosition {
    const key = polyglotKey(position)
    const moves: BookMove[] = []
    let unread = 0
    for (let at = this.firstOf(key); at < this.count && this.keyAt(at) === key; at++) {
      const bytes = this.entry(at)
      const move = decodeMove(position, u16be(bytes, 8))
      if (move === undefined) unread++
      else moves.push({ move, weight: u16be(bytes, 10) })
    }
    moves.sort((left, right) => right.weight! - left.weight!)
    return { moves, unread }
  }

  /** The first entry whose key is not below another. Entries are sorted by their keys. */
  private firstOf(key: bigint): number {
    let [low, high] = [0, this.count]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (this.keyAt(middle) < key) low = middle + 1
      else high = middle
    }
    return low
  }

  private keyAt(index: number): bigint {
    const bytes = this.entry(index)
    return (BigInt(u32be(bytes, 0)) << 32n) | BigInt(u32be(bytes, 4))
  }

  private entry(index: number): Uint8Array {
    return this.source.read(index * ENTRY_SIZE, (index + 1) * ENTRY_SIZE)
  }
}

/** A move: files and ranks of its two squares, and what a pawn becomes. Castling is the king taking his own rook. */
function decodeMove(position: ChessPosition, code: number): Move | undefined {
  const to = code & 63
  const from = (code >> 6) & 63
  const move = moveBetween(position, from, to, (code >> 12) & 7)
  return isLegalMove(position, move) ? move : undefined
}

/** The code of a move, which has the bits of our own in another place. */
export function encodeMove(move: Move): number {
  return (move & 63) | (((move >> 12) & 63) << 6) | (((move >> 24) & 7) << 12)
}
