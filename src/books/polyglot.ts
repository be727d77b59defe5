/** Books of PolyGlot, which most chess programs read: docs/books.md, PolyGlot. Big-endian. */
import { u16be, u32be } from '../bytes/numbers.ts'
import type { Source } from '../bytes/source.ts'
import type { Issue } from '../issues/issue.ts'
import type { Move } from '../model/move.ts'
import { isLegalMove, moveBetween, type ChessPosition } from '../rules/chess/index.ts'
import type { Book, BookFormat, BookMove, BookPosition } from './book.ts'
import { polyglotKey } from './polyglot-key.ts'
import { SortedEntries } from './sorted-entries.ts'

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
  private readonly entries: SortedEntries<bigint>

  constructor(source: Source) {
    this.entries = new SortedEntries(
      source,
      ENTRY_SIZE,
      (entry) => (BigInt(u32be(entry, 0)) << 32n) | BigInt(u32be(entry, 4)),
    )
    this.entries.requireOrder('book/not-polyglot')
    this.name = source.name
  }

  get count(): number {
    return this.entries.count
  }

  get issues(): readonly Issue[] {
    return this.entries.issues
  }

  lookUp(position: ChessPosition): BookPosition {
    const key = polyglotKey(position)
    const { entries, more } = this.entries.withKey(key)
    const moves = new Map<Move, BookMove>()
    let unread = more
    for (const bytes of entries) {
      const move = decodeMove(position, u16be(bytes, 8))
      if (move === undefined) unread++
      else if (!moves.has(move)) moves.set(move, { move, weight: u16be(bytes, 10) })
    }
    return { moves: [...moves.values()].sort((left, right) => right.weight! - left.weight!), unread }
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
