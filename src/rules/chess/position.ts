/**
 * A chess position that is changed in place by playing and undoing moves. It
 * holds any arrangement of pieces: no king, several kings, pawns on the
 * first and last row. A colour with exactly one king must keep it out of
 * check; a colour with none or several has no king to protect, and its kings move as any piece does.
 */
import { isPass, isPlacement, moveFrom, movePromotion, moveTo, otherColour } from '../../model/move.ts'
import type { Colour, Move } from '../../model/move.ts'
import type { Position } from '../rules.ts'
import {
  EDGE,
  EDGE_PIECE,
  EMPTY,
  JUMPS,
  KING,
  KNIGHT,
  makePiece,
  PAWN,
  PAWN_CAPTURES,
  PIECE_LETTERS,
  RAYS,
  REACH,
  ROOK,
} from './board.ts'
import { KING_SIDE, KING_TARGET, QUEEN_SIDE, ROOK_TARGET, type Castling } from './castling.ts'
import { EN_PASSANT_HIGH, EN_PASSANT_LOW, PIECE_HIGH, PIECE_LOW, TURN_HIGH, TURN_LOW } from './keys.ts'

/** Everything that {@link ChessPosition} is made from. */
export interface ChessSetup {
  /** 64 piece codes. */
  board: ArrayLike<number>
  turn: Colour
  castling: Castling
  /** Castling rights that are left, as bits. */
  rights: number
  /** The square behind a pawn that has just made a double step, or EDGE. */
  enPassant: number
  halfmoveClock: number
  moveNumber: number
  isChess960: boolean
}

/**
 * One history entry: the move, the state before it, the clock before it and
 * the two key halves before it. The state packs the piece moved (5 bits),
 * what it captured (5), castling rights (4), en passant square (7) and how it was played (2).
 */
const ENTRY = 5
const PLAYED_NOTHING = 0
const PLAYED_PLAIN = 1
const PLAYED_CASTLING = 2
const PLAYED_EN_PASSANT = 3

const CHECK_UNKNOWN = -1

export class ChessPosition implements Position {
  readonly columns = 8
  readonly rows = 8
  turn: Colour
  ply = 0
  /** Piece codes of the 64 squares, and the edge. Read it freely; change it by playing moves only. */
  readonly board = new Uint8Array(65)
  /** Square of the only king by colour, EDGE for a colour with none or several. */
  readonly kings = new Uint8Array([EDGE, EDGE, EDGE])
  readonly castling: Castling
  readonly isChess960: boolean
  /** Castling rights that are left, as bits: White's king side and queen side, Black's. */
  rights: number
  /** The square on which an en passant capture is legal now, else EDGE. */
  enPassant = EDGE
  /** Moves of either side since the last capture or pawn move. */
  halfmoveClock: number
  /** Number of the move as games count them, raised after Black's move. */
  moveNumber: number
  private readonly keys = new Int32Array(2)
  private history = new Int32Array(ENTRY * 64)
  /** Whether the side to move is in check: 0, 1, or not looked at yet. */
  private check = CHECK_UNKNOWN

  constructor(setup: ChessSetup) {
    for (let square = 0; square < 64; square++) this.board[square] = setup.board[square]!
    this.board[EDGE] = EDGE_PIECE
    this.turn = setup.turn
    this.castling = setup.castling
    this.rights = setup.rights
    this.halfmoveClock = setup.halfmoveClock
    this.moveNumber = setup.moveNumber
    this.isChess960 = setup.isChess960
    this.findKings()
    if (setup.enPassant !== EDGE && this.canCaptureEnPassant(setup.enPassant)) this.enPassant = setup.enPassant
    this.computeKey(this.keys)
  }

  pieceAt(square: number): string {
    return PIECE_LETTERS[this.board[square]!] ?? ''
  }

  /** High half of the position key. */
  get keyHigh(): number {
    return this.keys[0]! >>> 0
  }

  /** Low half of the position key. */
  get keyLow(): number {
    return this.keys[1]! >>> 0
  }

  /** A position of its own, with the moves that led here so that they can be undone. */
  clone(): ChessPosition {
    const copy = new ChessPosition(this)
    copy.ply = this.ply
    copy.history = this.history.slice()
    copy.enPassant = this.enPassant
    copy.check = this.check
    return copy
  }

  /** Whether the side to move is in check. */
  inCheck(): boolean {
    if (this.check === CHECK_UNKNOWN) {
      this.check = this.isAttacked(this.kings[this.turn]!, otherColour(this.turn)) ? 1 : 0
    }
    return this.check === 1
  }

  /** Whether a colour attacks a square; EDGE is never attacked. */
  isAttacked(square: number, by: Colour): boolean {
    const board = this.board
    for (let direction = 0; direction < 8; direction++) {
      const ray = (square << 6) | (direction << 3)
      let at = ray
      while (board[RAYS[at]!] === EMPTY) at++
      const piece = board[RAYS[at]!]!
      if (piece >> 3 === by && (REACH[(direction << 5) | piece]! & (at === ray ? 1 : 2)) !== 0) return true
    }
    const knight = makePiece(by, KNIGHT)
    for (let at = square << 4; ; at++) {
      const from = JUMPS[at]!
      if (board[from] === knight) return true
      if (from === EDGE) return false
    }
  }

  /**
   * Plays a move without asking whether it is legal. A king that takes its own rook
   * castles when both stand in one row and their targets are free. A pawn that steps diagonally to
   * an empty square takes the enemy pawn it passes. A move of nothing, or to its own square, changes the side to move only.
   */
  play(move: Move): void {
    const entry = this.ply * ENTRY
    if (entry === this.history.length) this.growHistory()
    const history = this.history
    const { board, keys, rights } = this
    const isNull = isPass(move)
    const from = moveFrom(move)
    const to = moveTo(move)
    if (from > 63 || to > 63 || isPlacement(move)) throw new TypeError(`${move} is no move on a chess board`)
    const piece = isNull || from === to ? EMPTY : board[from]!
    let captured = piece === EMPTY ? EMPTY : board[to]!
    let played = piece === EMPTY ? PLAYED_NOTHING : PLAYED_PLAIN
    let high = keys[0]! ^ TURN_HIGH ^ EN_PASSANT_HIGH[this.enPassant]!
    let low = keys[1]! ^ TURN_LOW ^ EN_PASSANT_LOW[this.enPassant]!
    history[entry] = move
    history[entry + 2] = this.halfmoveClock
    history[entry + 3] = keys[0]!
    history[entry + 4] = keys[1]!
    const before = (rights << 10) | (this.enPassant << 14)
    let passed = EDGE
    this.halfmoveClock++

    if (piece !== EMPTY) {
      const kind = piece & 7
      const colour = (piece >> 3) as Colour
      let placed = piece
      if (captured !== EMPTY) this.halfmoveClock = 0
      if (kind === PAWN) {
        this.halfmoveClock = 0
        const promotion = movePromotion(move)
        if (promotion !== 0 && promotion <= KING - KNIGHT + 1) placed = makePiece(colour, promotion + KNIGHT - 1)
        if (to - from === 16 || from - to === 16) {
          if (from >> 3 === (colour === 1 ? 1 : 6) && colour === this.turn) passed = (from + to) >> 1
        } else if (captured === EMPTY && (from & 7) !== (to & 7)) {
          const victim = (from & 56) | (to & 7)
          if (board[victim] === makePiece(otherColour(colour), PAWN) && isPawnCapture(colour, from, to)) {
            captured = board[victim]!
            played = PLAYED_EN_PASSANT
            board[victim] = EMPTY
            high ^= PIECE_HIGH[(captured << 6) | victim]!
            low ^= PIECE_LOW[(captured << 6) | victim]!
          }
        }
      } else if (kind === KING && captured === makePiece(colour, ROOK) && this.castlingTargetsAreFree(from, to)) {
        played = PLAYED_CASTLING
      }

      high ^= PIECE_HIGH[(piece << 6) | from]!
      low ^= PIECE_LOW[(piece << 6) | from]!
      if (played === PLAYED_CASTLING) {
        const side = to > from ? KING_SIDE : QUEEN_SIDE
        const kingTo = (from & 56) + KING_TARGET[side]
        const rookTo = (from & 56) + ROOK_TARGET[side]
        board[from] = EMPTY
        board[to] = EMPTY
        board[kingTo] = piece
        board[rookTo] = captured
        high ^=
          PIECE_HIGH[(captured << 6) | to]! ^ PIECE_HIGH[(piece << 6) | kingTo]! ^ PIECE_HIGH[(captured << 6) | rookTo]!
        low ^=
          PIECE_LOW[(captured << 6) | to]! ^ PIECE_LOW[(piece << 6) | kingTo]! ^ PIECE_LOW[(captured << 6) | rookTo]!
        if (this.kings[colour] === from) this.kings[colour] = kingTo
        this.halfmoveClock = history[entry + 2]! + 1
      } else {
        if (played === PLAYED_PLAIN && captured !== EMPTY) {
          high ^= PIECE_HIGH[(captured << 6) | to]!
          low ^= PIECE_LOW[(captured << 6) | to]!
        }
        board[from] = EMPTY
        board[to] = placed
        high ^= PIECE_HIGH[(placed << 6) | to]!
        low ^= PIECE_LOW[(placed << 6) | to]!
        if (kind === KING && this.kings[colour] === from) this.kings[colour] = to
        if ((captured & 7) === KING || (placed !== piece && (placed & 7) === KING)) this.findKings()
      }
      const left = rights & ~(this.castling.ended[from]! | this.castling.ended[to]!)
      if (left !== rights) {
        high ^= this.castling.keyHigh[rights]! ^ this.castling.keyHigh[left]!
        low ^= this.castling.keyLow[rights]! ^ this.castling.keyLow[left]!
        this.rights = left
      }
    }

    history[entry + 1] = before | piece | (captured << 5) | (played << 21)
    if (this.turn === 2) this.moveNumber++
    this.turn = otherColour(this.turn)
    this.ply++
    this.check = CHECK_UNKNOWN
    this.enPassant = passed !== EDGE && this.canCaptureEnPassant(passed) ? passed : EDGE
    keys[0] = high ^ EN_PASSANT_HIGH[this.enPassant]!
    keys[1] = low ^ EN_PASSANT_LOW[this.enPassant]!
  }

  /** Takes back the last move played. Throws TypeError when there is none. */
  undo(): void {
    if (this.ply === 0) throw new TypeError('there is no move to take back')
    this.ply--
    this.turn = otherColour(this.turn)
    if (this.turn === 2) this.moveNumber--
    this.check = CHECK_UNKNOWN
    const { board, history, keys, kings } = this
    const entry = this.ply * ENTRY
    const move = history[entry]!
    const state = history[entry + 1]!
    this.halfmoveClock = history[entry + 2]!
    keys[0] = history[entry + 3]!
    keys[1] = history[entry + 4]!
    this.rights = (state >> 10) & 15
    this.enPassant = (state >> 14) & 127
    const played = state >> 21
    if (played === PLAYED_NOTHING) return

    const piece = state & 31
    const captured = (state >> 5) & 31
    const colour = (piece >> 3) as Colour
    const from = moveFrom(move)
    const to = moveTo(move)
    if (played === PLAYED_CASTLING) {
      const side = to > from ? KING_SIDE : QUEEN_SIDE
      const kingTo = (from & 56) + KING_TARGET[side]
      board[kingTo] = EMPTY
      board[(from & 56) + ROOK_TARGET[side]] = EMPTY
      board[from] = piece
      board[to] = captured
      if (kings[colour] === kingTo) kings[colour] = from
      return
    }
    const wasKing = (board[to]! & 7) === KING
    board[from] = piece
    if (played === PLAYED_EN_PASSANT) {
      board[to] = EMPTY
      board[(from & 56) | (to & 7)] = captured
    } else {
      board[to] = captured
    }
    if (wasKing && kings[colour] === to && (piece & 7) === KING) kings[colour] = from
    if ((captured & 7) === KING || (wasKing && (piece & 7) !== KING)) this.findKings()
  }

  /** Computes the key from the pieces: what {@link keyHigh} and {@link keyLow} keep up to date. */
  computeKey(into: Int32Array | Uint32Array): void {
    let high = this.castling.keyHigh[this.rights]! ^ EN_PASSANT_HIGH[this.enPassant]!
    let low = this.castling.keyLow[this.rights]! ^ EN_PASSANT_LOW[this.enPassant]!
    for (let square = 0; square < 64; square++) {
      high ^= PIECE_HIGH[(this.board[square]! << 6) | square]!
      low ^= PIECE_LOW[(this.board[square]! << 6) | square]!
    }
    if (this.turn === 2) {
      high ^= TURN_HIGH
      low ^= TURN_LOW
    }
    into[0] = high
    into[1] = low
  }

  /**
   * Whether the king of the side to move would be safe after an en passant capture
   * by the pawn on `from`; the capture itself is taken to be possible.
   */
  isSafeEnPassant(from: number, to: number): boolean {
    const board = this.board
    const victim = (from & 56) | (to & 7)
    const pawn = board[from]!
    const enemyPawn = board[victim]!
    board[from] = EMPTY
    board[victim] = EMPTY
    board[to] = pawn
    const isSafe = !this.isAttacked(this.kings[this.turn]!, otherColour(this.turn))
    board[from] = pawn
    board[victim] = enemyPawn
    board[to] = EMPTY
    return isSafe
  }

  /** Whether some pawn of the side to move may legally capture on the square an enemy pawn passed. */
  private canCaptureEnPassant(passed: number): boolean {
    const pawn = makePiece(this.turn, PAWN)
    for (const direction of PAWN_CAPTURES[otherColour(this.turn)]!) {
      const from = RAYS[(passed << 6) | (direction << 3)]!
      if (this.board[from] === pawn && this.isSafeEnPassant(from, passed)) return true
    }
    return false
  }

  /** Whether a king and rook of one row can stand on their castling targets without replacing another piece. */
  private castlingTargetsAreFree(king: number, rook: number): boolean {
    if (king >> 3 !== rook >> 3) return false
    const side = rook > king ? KING_SIDE : QUEEN_SIDE
    const isFree = (square: number) => square === king || square === rook || this.board[square] === EMPTY
    return isFree((king & 56) + KING_TARGET[side]) && isFree((king & 56) + ROOK_TARGET[side])
  }

  private findKings(): void {
    this.kings.fill(EDGE)
    const counts = [0, 0, 0]
    for (let square = 0; square < 64; square++) {
      const piece = this.board[square]!
      if ((piece & 7) !== KING) continue
      const colour = piece >> 3
      this.kings[colour] = ++counts[colour]! === 1 ? square : EDGE
    }
  }

  private growHistory(): void {
    const longer = new Int32Array(this.history.length * 2)
    longer.set(this.history)
    this.history = longer
  }
}

function isPawnCapture(colour: Colour, from: number, to: number): boolean {
  return PAWN_CAPTURES[colour]!.some((direction) => RAYS[(from << 6) | (direction << 3)] === to)
}
