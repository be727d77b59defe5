/**
 * A board of chess or xiangqi that only moves pieces, for passing through
 * many games: squares hold the letters of pieces as character codes, moves
 * are the 16-bit codes of the position index, and every change of a square is
 * weighed against what is searched at once.
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

/** Something searched: how many of its squares or counts are wrong at the moment. */
interface Goal {
  /** Wanted code of every square, or ANY; absent for material. */
  squares?: Uint8Array
  /** Wanted number of every piece code less the number on the board; absent for patterns. */
  missing?: Int8Array
  wrong: number
}

export class PieceBoard {
  private readonly isChess: boolean
  private readonly cells: Uint8Array
  private readonly goals: Goal[]

  /** @param columns @param rows size of the board */
  constructor(game: Game, columns: number, rows: number, patterns: readonly PlacedPattern[], material?: Material) {
    this.isChess = game === 'chess'
    this.cells = new Uint8Array(columns * rows)
    this.goals = patterns.map(({ squares, pieces }) => {
      const wanted = new Uint8Array(columns * rows).fill(ANY)
      for (const [index, square] of squares.entries()) wanted[square] = codeOf(pieces[index]!)
      return { squares: wanted, wrong: 0 }
    })
    if (material) {
      const missing = new Int8Array(128)
      for (const letter of material.pieces) missing[letter.charCodeAt(0)]!++
      this.goals.push({ missing, wrong: missing.reduce((sum, count) => sum + (count === 0 ? 0 : 1), 0) })
    }
    for (const goal of this.goals) {
      for (const code of goal.squares ?? []) if (code !== ANY && code !== EMPTY) goal.wrong++
    }
  }

  /** Sets up a position. */
  setUp(position: Position): void {
    for (let square = 0; square < this.cells.length; square++) this.put(square, codeOf(position.pieceAt(square)))
  }

  /** Becomes like another board of the same search, without what leads there. */
  copy(other: PieceBoard): void {
    for (let square = 0; square < this.cells.length; square++) this.put(square, other.cells[square]!)
  }

  /** Whether everything that is searched stands on the board: one image of the pattern, and the material. */
  get isMet(): boolean {
    let met = false
    let hasPattern = false
    for (const { squares, wrong } of this.goals) {
      if (!squares && wrong > 0) return false
      if (!squares) continue
      hasPattern = true
      met ||= wrong === 0
    }
    return met || !hasPattern
  }

  play(code: number): void {
    if (code === PASS_CODE) return
    if (!this.isChess) return this.move(code & 127, code >> 7)
    const from = code & 63
    const to = (code >> 6) & 63
    const piece = this.cells[from]!
    const isWhite = piece < 96
    if ((piece === KING || piece === BLACK_KING) && this.cells[to] === (isWhite ? ROOK : BLACK_ROOK)) {
      // Castling is the king taking its own rook.
      const rank = from & 56
      const rook = this.cells[to]!
      this.put(from, EMPTY)
      this.put(to, EMPTY)
      this.put(rank + (to > from ? 6 : 2), piece)
      this.put(rank + (to > from ? 5 : 3), rook)
      return
    }
    const isPawn = piece === PAWN || piece === BLACK_PAWN
    if (isPawn && (from & 7) !== (to & 7) && this.cells[to] === EMPTY) this.put((from & 56) | (to & 7), EMPTY)
    this.move(from, to)
    if (code >> 12 > 0) {
      const promoted = codeOf(PROMOTED[code >> 12] ?? '')
      this.put(to, isWhite ? promoted : promoted + 32)
    }
  }

  private move(from: number, to: number): void {
    const piece = this.cells[from]!
    this.put(from, EMPTY)
    this.put(to, piece)
  }

  private put(square: number, code: number): void {
    const before = this.cells[square]!
    if (before === code) return
    this.cells[square] = code
    for (const goal of this.goals) {
      const { squares, missing } = goal
      if (squares) {
        const wanted = squares[square]!
        if (wanted === before) goal.wrong++
        else if (wanted === code) goal.wrong--
      } else if (missing) {
        if (before !== EMPTY) goal.wrong += change(missing, before, 1)
        if (code !== EMPTY) goal.wrong += change(missing, code, -1)
      }
    }
  }
}

/** Changes the missing number of a piece; answers by how much the number of wrong counts changes. */
function change(missing: Int8Array, code: number, by: number): number {
  const before = missing[code]!
  missing[code] = before + by
  if (before === 0) return 1
  return before + by === 0 ? -1 : 0
}

function codeOf(letter: string): number {
  return letter === '' ? EMPTY : letter.charCodeAt(0)
}
