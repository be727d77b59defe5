/**
 * A board of chess or xiangqi that only moves pieces, for scanning many games:
 * squares hold the letters of pieces as character codes, moves are the 16-bit
 * codes of the position index, and every change of a square is weighed against
 * what is searched at once.
 */
import type { Game } from '../model/record.ts'
import type { Position } from '../rules/rules.ts'
import type { Material, PlacedPattern } from './pattern.ts'

const EMPTY = 0
/** A square about which a pattern says nothing. */
const ANY = 255

const PASS_CODE = 0xfffe
const [PAWN, BLACK_PAWN, KING, BLACK_KING, ROOK, BLACK_ROOK] = [...'PpKkRr'].map((letter) => letter.charCodeAt(0))
const PROMOTED = ['', 'N', 'B', 'R', 'Q', 'K']

/** Piece codes are below this. */
const CODES = 128

export class PieceBoard {
  private readonly isChess: boolean
  private readonly cells: Uint8Array
  /** Wanted code of every square or ANY, one image of the pattern after the other; and how many are wrong in each. */
  private readonly wanted: Uint8Array
  private readonly wrong: Int32Array
  private readonly images: number
  /** Wanted number of every piece code less the number on the board, and how many of them are not 0. */
  private readonly missing: Int32Array | undefined
  private wrongCounts = 0

  /** @param columns @param rows size of the board */
  constructor(game: Game, columns: number, rows: number, patterns: readonly PlacedPattern[], material?: Material) {
    const size = columns * rows
    this.isChess = game === 'chess'
    this.cells = new Uint8Array(size)
    this.images = patterns.length
    this.wanted = new Uint8Array(size * patterns.length).fill(ANY)
    this.wrong = new Int32Array(patterns.length)
    for (const [image, { squares, pieces }] of patterns.entries()) {
      for (const [index, square] of squares.entries()) {
        const code = codeOf(pieces[index]!)
        this.wanted[image * size + square] = code
        if (code !== EMPTY) this.wrong[image]!++
      }
    }
    if (!material) return
    this.missing = new Int32Array(CODES)
    for (const letter of material.pieces) this.missing[codeOf(letter)]!++
    this.wrongCounts = this.missing.reduce((sum, count) => sum + (count === 0 ? 0 : 1), 0)
  }

  /** Sets up a position. */
  setUp(position: Position): void {
    for (let square = 0; square < this.cells.length; square++) this.replace(square, codeOf(position.pieceAt(square)))
  }

  /** Becomes like another board of the same search. */
  copy(other: PieceBoard): void {
    this.cells.set(other.cells)
    this.wrong.set(other.wrong)
    this.wrongCounts = other.wrongCounts
    if (other.missing) this.missing?.set(other.missing)
  }

  /** Whether everything that is searched stands on the board: one image of the pattern, and the material. */
  get isMet(): boolean {
    if (this.wrongCounts > 0) return false
    if (this.images === 0) return true
    for (let image = 0; image < this.images; image++) if (this.wrong[image] === 0) return true
    return false
  }

  play(code: number): void {
    if (code === PASS_CODE) return
    if (!this.isChess) return this.move(code & 127, code >> 7)
    const { cells } = this
    const from = code & 63
    const to = (code >> 6) & 63
    const piece = cells[from]!
    const isWhite = piece < 96
    if (piece === KING || piece === BLACK_KING) {
      if (cells[to] === (isWhite ? ROOK : BLACK_ROOK)) return this.castle(from, to)
    } else if ((piece === PAWN || piece === BLACK_PAWN) && (from & 7) !== (to & 7) && cells[to] === EMPTY) {
      this.replace((from & 56) | (to & 7), EMPTY)
    }
    this.move(from, to)
    if (code >> 12 > 0) {
      const promoted = codeOf(PROMOTED[code >> 12] ?? '')
      this.replace(to, isWhite ? promoted : promoted + 32)
    }
  }

  /** Castling is the king taking its own rook. */
  private castle(from: number, to: number): void {
    const king = this.cells[from]!
    const rook = this.cells[to]!
    const rank = from & 56
    this.put(from, EMPTY)
    this.put(to, EMPTY)
    this.put(rank + (to > from ? 6 : 2), king)
    this.put(rank + (to > from ? 5 : 3), rook)
  }

  private move(from: number, to: number): void {
    if (from === to) return
    const piece = this.cells[from]!
    const captured = this.cells[to]!
    if (captured !== EMPTY) this.count(captured, 1)
    this.put(from, EMPTY)
    this.put(to, piece)
  }

  /** Puts a piece, or none, in the place of what stands on a square and goes. */
  private replace(square: number, code: number): void {
    const before = this.cells[square]!
    if (before !== EMPTY) this.count(before, 1)
    if (code !== EMPTY) this.count(code, -1)
    this.put(square, code)
  }

  /** Puts a code on a square; the pieces on the board stay the same in number. */
  private put(square: number, code: number): void {
    const { cells, wanted, images } = this
    const before = cells[square]!
    cells[square] = code
    if (before === code) return
    for (let image = 0; image < images; image++) {
      const want = wanted[image * cells.length + square]!
      if (want === before) this.wrong[image]!++
      else if (want === code) this.wrong[image]!--
    }
  }

  /** Changes the missing number of a piece. */
  private count(code: number, by: number): void {
    if (!this.missing) return
    const before = this.missing[code]!
    this.missing[code] = before + by
    if (before === 0) this.wrongCounts++
    else if (before + by === 0) this.wrongCounts--
  }
}

function codeOf(letter: string): number {
  return letter === '' ? EMPTY : letter.charCodeAt(0)
}
