/** Books of ElephantEye and XQWizard, xiangqi programs that call them BOOK.DAT: docs/books.md, ElephantEye. Little-endian. */
import { u16le, u32le } from '../bytes/numbers.ts'
import type { Source } from '../bytes/source.ts'
import type { Issue } from '../issues/issue.ts'
import { makeMove, type Move } from '../model/move.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'
import type { Book, BookFormat, BookMove, BookPosition } from './book.ts'
import { makeKeyStream } from './rc4.ts'
import { SortedEntries } from './sorted-entries.ts'

const ENTRY_SIZE = 8
const FILES = 9
const RANKS = 10

/** The format of books of ElephantEye. */
export const elephanteye: BookFormat = {
  id: 'elephanteye',
  name: 'ElephantEye opening book',
  game: 'xiangqi',
  extensions: ['.dat'],
  open: async (source) => new ElephantEyeBook(source),
}

/** An open book of ElephantEye. */
class ElephantEyeBook implements Book {
  readonly format = 'elephanteye'
  readonly name: string
  private readonly entries: SortedEntries<number>

  constructor(source: Source) {
    this.entries = new SortedEntries(source, ENTRY_SIZE, (entry) => u32le(entry, 0))
    this.entries.requireOrder('book/not-elephanteye')
    this.name = source.name
  }

  get count(): number {
    return this.entries.count
  }

  get issues(): readonly Issue[] {
    return this.entries.issues
  }

  /** Looks for the position and for its mirror image: a book has one of them. */
  lookUp(position: Position): BookPosition {
    const rules = rulesOf('xiangqi')
    const moves = new Map<Move, BookMove>()
    let unread = 0
    const [own, mirrored] = [keyOf(position, false), keyOf(position, true)]
    for (const key of new Set([own, mirrored])) {
      const { entries, more } = this.entries.withKey(key)
      unread += more
      for (const bytes of entries) {
        const move = decodeMove(u16le(bytes, 4), key !== own)
        if (move === undefined || !rules.isLegal(position, move)) unread++
        else if (!moves.has(move)) moves.set(move, { move, weight: u16le(bytes, 6) })
      }
    }
    return { moves: [...moves.values()].sort((left, right) => right.weight! - left.weight!), unread }
  }
}

/** Pieces in the order of their numbers: king, advisor, elephant, horse, chariot, cannon, soldier; Red's, then Black's. */
const PIECES = 'KABNRCPkabnrcp'

/** Squares of the programs' board, 16 by 16 with the real one from row 3 and column 3 on, its first row Black's back rank. */
const BOARD_SIZE = 256

interface Numbers {
  side: number
  /** By the number of a piece and its square. */
  pieces: Uint32Array
}

let made: Numbers | undefined

/** The third 32 bits of each triple of the key stream: one for the side to move, then those of pieces on squares. */
function numbers(): Numbers {
  if (made) return made
  const next = makeKeyStream()
  const third = () => {
    next()
    next()
    return next()
  }
  const side = third()
  made = { side, pieces: Uint32Array.from({ length: PIECES.length * BOARD_SIZE }, third) }
  return made
}

/** The key of a position, or of its mirror image. */
function keyOf(position: Position, isMirrored: boolean): number {
  const { side, pieces } = numbers()
  let key = position.turn === 2 ? side : 0
  for (let square = 0; square < FILES * RANKS; square++) {
    const piece = position.pieceAt(square)
    if (piece === '') continue
    const file = square % FILES
    const row = RANKS - 1 - Math.floor(square / FILES)
    const at = ((row + 3) << 4) | ((isMirrored ? FILES - 1 - file : file) + 3)
    key ^= pieces[PIECES.indexOf(piece) * BOARD_SIZE + at]!
  }
  return key >>> 0
}

/** A move: the square it begins on in the low byte, and the one it goes to. */
function decodeMove(code: number, isMirrored: boolean): Move | undefined {
  const from = decodeSquare(code & 0xff, isMirrored)
  const to = decodeSquare(code >> 8, isMirrored)
  return from === undefined || to === undefined ? undefined : makeMove(from, to)
}

function decodeSquare(code: number, isMirrored: boolean): number | undefined {
  const column = (code & 15) - 3
  const row = (code >> 4) - 3
  if (column < 0 || column >= FILES || row < 0 || row >= RANKS) return undefined
  return (RANKS - 1 - row) * FILES + (isMirrored ? FILES - 1 - column : column)
}
