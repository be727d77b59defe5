/**
 * A chess position that is changed in place by playing and undoing moves. It
 * holds any arrangement of pieces: no king, several kings, pawns on the
 * first and last ranks. A colour with exactly one king must keep it out of
 * check; a colour with none or several has no king to protect, and its kings move as any piece does.
 */
import * as model from '../../model/move.ts'
import type { Colour, Move } from '../../model/move.ts'
import type { Position } from '../rules.ts'
import * as attacks from './attacks.ts'
import * as castling from './castling.ts'
import type { Castling } from './castling.ts'
import * as geometry from './geometry.ts'
import * as keyTable from './keys.ts'
import * as pieces from './pieces.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { isPass, isPlacement, moveFrom, movePromotion, moveTo, otherColour } = model
const { findThreats, isAttacked, isSingle, SETS_LENGTH } = attacks
const { KING_SIDE, KING_TARGET, QUEEN_SIDE, ROOK_TARGET } = castling
const { BETWEEN, firstSquare, PAWN_REACH } = geometry
const { EN_PASSANT_KEYS, PIECE_KEYS, TURN_HIGH, TURN_LOW } = keyTable
const { EDGE, EDGE_PIECE, EMPTY, KING, KNIGHT, makePiece, PAWN, PIECE_LETTERS, ROOK, secondRow } = pieces

/** Everything needed to make a {@link ChessPosition}. */
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
 * One entry of the history: the move, the state before it, the clock before it and
 * the two halves of the key before it. The state packs the piece moved (5 bits), what it captured (5),
 * how (2), castling rights (4) and the en passant square (7).
 */
const ENTRY = 5
const PLAIN = 0
const CASTLING = 1 << 10
const EN_PASSANT = 2 << 10
const MANNER = 3 << 10

export class ChessPosition implements Position {
  readonly columns = 8
  readonly rows = 8
  turn: Colour = 1
  ply = 0
  /** Piece codes of the 64 squares, and the edge. Read it freely; only moves change it. */
  readonly board = new Uint8Array(65)
  /** The set of squares of every piece and colour, see attacks.ts. Read it freely; only moves change it. */
  readonly sets = new Int32Array(SETS_LENGTH)
  /** Square of the only king by colour, EDGE for a colour with none or several. */
  readonly kings = new Uint8Array(3).fill(EDGE)
  castling: Castling
  /** Castling rights that are left, as bits: White's king side and queen side, Black's. */
  rights = 0
  /** The square on which an en passant capture is legal now, otherwise EDGE. */
  enPassant = EDGE
  /** Moves of either side since the last capture or pawn move. */
  halfmoveClock = 0
  /** The full-move number, incremented after Black's move. */
  moveNumber = 1
  isChess960: boolean
  /** High and low half of the key. */
  private readonly keys = new Int32Array(2)
  private history = new Int32Array(ENTRY * 64)
  /** What findThreats of attacks.ts found, if it has been called. */
  private readonly threats = new Int32Array(4)
  private threatsAreKnown = false

  constructor(setup: ChessSetup) {
    this.board[EDGE] = EDGE_PIECE
    this.castling = setup.castling
    this.isChess960 = setup.isChess960
    for (let square = 0; square < 64; square++) {
      const piece = setup.board[square]!
      if (piece !== EMPTY) this.put(piece, square)
    }
    this.turn = setup.turn
    this.rights = setup.rights
    this.halfmoveClock = setup.halfmoveClock
    this.moveNumber = setup.moveNumber
    this.findKings()
    if (setup.enPassant !== EDGE && this.canCaptureEnPassant(setup.enPassant)) this.enPassant = setup.enPassant
    this.computeKey(this.keys)
  }

  pieceAt(square: number): string {
    return PIECE_LETTERS[this.board[square]!] ?? ''
  }

  /** High half of the position key. */
  get zobristHigh(): number {
    return this.keys[0]! >>> 0
  }

  /** Low half of the position key. */
  get zobristLow(): number {
    return this.keys[1]! >>> 0
  }

  /** An independent copy, including the moves that led here, so that they can be undone. */
  clone(): ChessPosition {
    const copy = new ChessPosition(this)
    copy.ply = this.ply
    copy.history = this.history.slice()
    return copy
  }

  /** Copies another position without the moves that led there; for scans of many games. */
  assign(other: ChessPosition): void {
    this.board.set(other.board)
    this.sets.set(other.sets)
    this.kings.set(other.kings)
    this.keys.set(other.keys)
    this.castling = other.castling
    this.isChess960 = other.isChess960
    this.turn = other.turn
    this.ply = 0
    this.rights = other.rights
    this.enPassant = other.enPassant
    this.halfmoveClock = other.halfmoveClock
    this.moveNumber = other.moveNumber
    this.threatsAreKnown = false
  }

  /** Whether a colour attacks a square. */
  isAttacked(square: number, by: Colour): boolean {
    return isAttacked(this.sets, square, by)
  }

  /** Whether the side to move is in check. */
  inCheck(): boolean {
    this.lookForThreats()
    return (this.threats[0]! | this.threats[1]!) !== 0
  }

  /** Whether any piece of the side to move is pinned to its king. */
  hasPin(): boolean {
    this.lookForThreats()
    return (this.threats[2]! | this.threats[3]!) !== 0
  }

  /** Whether a piece of the side to move is pinned to its king. */
  isPinned(square: number): boolean {
    this.lookForThreats()
    return (this.threats[2 + (square >> 5)]! & (1 << square)) !== 0
  }

  /** Whether a piece other than the king ends the check by going to a square: it captures the checker or interposes. */
  answersCheck(square: number): boolean {
    this.lookForThreats()
    const low = this.threats[0]!
    const high = this.threats[1]!
    if (!isSingle(low, high)) return false
    const checker = low === 0 ? firstSquare(high, 1) : firstSquare(low, 0)
    const between = (this.kings[this.turn]! << 7) | (checker << 1)
    return square === checker || (BETWEEN[between + (square >> 5)]! & (1 << square)) !== 0
  }

  /**
   * Whether the king of the side to move is safe after the pawn on `from` has captured
   * en passant; the capture itself is assumed to be possible.
   */
  isSafeEnPassant(from: number, to: number): boolean {
    const victim = (from & 56) | (to & 7)
    const pawn = makePiece(this.turn, PAWN)
    const enemyPawn = makePiece(otherColour(this.turn), PAWN)
    this.toggle(enemyPawn, victim)
    this.toggle(pawn, from)
    this.toggle(pawn, to)
    const isSafe = !isAttacked(this.sets, this.kings[this.turn]!, otherColour(this.turn))
    this.toggle(pawn, to)
    this.toggle(pawn, from)
    this.toggle(enemyPawn, victim)
    return isSafe
  }

  /**
   * Plays a move without checking that it is legal. A king that captures a rook of its own castles if both are on one
   * rank and their targets are free. A pawn that moves diagonally to an empty square captures the enemy pawn it passes.
   * A move from an empty square, or to the same square, only changes the side to move. Throws TypeError for a placement
   * and for squares off the board.
   */
  play(move: Move): void {
    const from = moveFrom(move)
    const to = moveTo(move)
    if (from > 63 || to > 63 || isPlacement(move)) throw new TypeError(`${move} is no move on a chess board`)
    const { board, keys, rights, enPassant } = this
    const entry = this.ply * ENTRY
    if (entry === this.history.length) this.growHistory()
    const history = this.history
    history[entry] = move
    history[entry + 2] = this.halfmoveClock
    history[entry + 3] = keys[0]!
    history[entry + 4] = keys[1]!

    const piece = isPass(move) || from === to ? EMPTY : board[from]!
    let captured = EMPTY
    let passed = EDGE
    this.halfmoveClock++
    if (piece !== EMPTY) {
      if ((piece & 7) === PAWN) {
        captured = this.playPawn(piece, from, to, movePromotion(move))
        const isDouble = from >> 3 === secondRow(this.turn) && (to - from === 16 || from - to === 16)
        if (isDouble && piece >> 3 === this.turn) passed = (from + to) >> 1
      } else if ((piece & 7) === KING) {
        captured = this.playKing(piece, from, to)
      } else {
        captured = this.playPiece(piece, from, to)
      }
      if (rights !== 0) this.endRights(this.castling.ended[from]! | this.castling.ended[to]!)
    }
    history[entry + 1] = piece | captured | (rights << 12) | (enPassant << 16)

    keys[0]! ^= TURN_HIGH ^ EN_PASSANT_KEYS[enPassant << 1]!
    keys[1]! ^= TURN_LOW ^ EN_PASSANT_KEYS[(enPassant << 1) | 1]!
    if (this.turn === 2) this.moveNumber++
    this.turn = otherColour(this.turn)
    this.ply++
    this.threatsAreKnown = false
    this.enPassant = EDGE
    if (passed !== EDGE && this.canCaptureEnPassant(passed)) {
      this.enPassant = passed
      keys[0]! ^= EN_PASSANT_KEYS[passed << 1]!
      keys[1]! ^= EN_PASSANT_KEYS[(passed << 1) | 1]!
    }
  }

  /** Undoes the last move. Throws TypeError when there is none. */
  undo(): void {
    if (this.ply === 0) throw new TypeError('there is no move to take back')
    this.ply--
    this.turn = otherColour(this.turn)
    if (this.turn === 2) this.moveNumber--
    this.threatsAreKnown = false
    const { board, history, keys, kings } = this
    const entry = this.ply * ENTRY
    const move = history[entry]!
    const state = history[entry + 1]!
    const piece = state & 31
    if (piece !== EMPTY) {
      const captured = (state >> 5) & 31
      const from = moveFrom(move)
      const to = moveTo(move)
      if ((state & MANNER) === CASTLING) {
        const side = to > from ? KING_SIDE : QUEEN_SIDE
        this.remove(piece, (from & 56) + KING_TARGET[side])
        this.remove(captured, (from & 56) + ROOK_TARGET[side])
        this.put(captured, to)
      } else {
        this.remove(board[to]!, to)
        if (captured !== EMPTY) this.put(captured, (state & MANNER) === EN_PASSANT ? (from & 56) | (to & 7) : to)
      }
      this.put(piece, from)
      if ((piece & 7) === KING && kings[piece >> 3] !== EDGE) kings[piece >> 3] = from
      if ((captured & 7) === KING || movePromotion(move) === KING - 1) this.findKings()
    }
    this.halfmoveClock = history[entry + 2]!
    keys[0] = history[entry + 3]!
    keys[1] = history[entry + 4]!
    this.rights = (state >> 12) & 15
    this.enPassant = state >> 16
  }

  /** Computes the key from the pieces: what {@link zobristHigh} and {@link zobristLow} keep up to date. */
  computeKey(into: Int32Array | Uint32Array): void {
    let high = this.castling.zobristHigh[this.rights]! ^ EN_PASSANT_KEYS[this.enPassant << 1]!
    let low = this.castling.zobristLow[this.rights]! ^ EN_PASSANT_KEYS[(this.enPassant << 1) | 1]!
    for (let square = 0; square < 64; square++) {
      high ^= PIECE_KEYS[(this.board[square]! << 7) | (square << 1)]!
      low ^= PIECE_KEYS[(this.board[square]! << 7) | (square << 1) | 1]!
    }
    if (this.turn === 2) {
      high ^= TURN_HIGH
      low ^= TURN_LOW
    }
    into[0] = high
    into[1] = low
  }

  /** Moves a piece other than pawn and king; returns what was captured, as the history keeps it. */
  private playPiece(piece: number, from: number, to: number): number {
    const captured = this.board[to]!
    if (captured !== EMPTY) this.capture(captured, to)
    this.shift(piece, from, to)
    return captured << 5
  }

  private playPawn(pawn: number, from: number, to: number, promotion: number): number {
    const colour = (pawn >> 3) as Colour
    const victim = (from & 56) | (to & 7)
    let captured = this.board[to]!
    let manner = PLAIN
    if (captured !== EMPTY) {
      this.capture(captured, to)
    } else if ((from & 7) !== (to & 7) && this.isPassing(colour, from, to, victim)) {
      captured = this.board[victim]!
      manner = EN_PASSANT
      this.capture(captured, victim)
    }
    const placed = promotion === 0 || promotion >= KING ? pawn : makePiece(colour, promotion + KNIGHT - 1)
    if (placed === pawn) {
      this.shift(pawn, from, to)
    } else {
      this.remove(pawn, from)
      this.put(placed, to)
    }
    this.halfmoveClock = 0
    if ((placed & 7) === KING) this.findKings()
    return (captured << 5) | manner
  }

  private playKing(king: number, from: number, to: number): number {
    const colour = (king >> 3) as Colour
    const captured = this.board[to]!
    const castles = captured === makePiece(colour, ROOK) && this.castlingTargetsAreFree(from, to)
    const side = to > from ? KING_SIDE : QUEEN_SIDE
    const kingTo = castles ? (from & 56) + KING_TARGET[side] : to
    if (castles) this.remove(captured, to)
    else if (captured !== EMPTY) this.capture(captured, to)
    this.remove(king, from)
    this.put(king, kingTo)
    if (castles) this.put(captured, (from & 56) + ROOK_TARGET[side])
    if (this.kings[colour] === from) this.kings[colour] = kingTo
    return (captured << 5) | (castles ? CASTLING : PLAIN)
  }

  private capture(piece: number, square: number): void {
    this.remove(piece, square)
    this.halfmoveClock = 0
    if ((piece & 7) === KING) this.findKings()
  }

  private endRights(ended: number): void {
    const left = this.rights & ~ended
    if (left === this.rights) return
    this.keys[0]! ^= this.castling.zobristHigh[this.rights]! ^ this.castling.zobristHigh[left]!
    this.keys[1]! ^= this.castling.zobristLow[this.rights]! ^ this.castling.zobristLow[left]!
    this.rights = left
  }

  private put(piece: number, square: number): void {
    this.board[square] = piece
    this.toggle(piece, square)
  }

  private remove(piece: number, square: number): void {
    this.board[square] = EMPTY
    this.toggle(piece, square)
  }

  /** Moves a piece to an empty square. */
  private shift(piece: number, from: number, to: number): void {
    const { board, keys, sets } = this
    const own = piece << 1
    const all = (piece & 24) << 1
    const keysOf = piece << 7
    board[from] = EMPTY
    board[to] = piece
    sets[own | (from >> 5)]! ^= 1 << from
    sets[all | (from >> 5)]! ^= 1 << from
    sets[own | (to >> 5)]! ^= 1 << to
    sets[all | (to >> 5)]! ^= 1 << to
    keys[0]! ^= PIECE_KEYS[keysOf | (from << 1)]! ^ PIECE_KEYS[keysOf | (to << 1)]!
    keys[1]! ^= PIECE_KEYS[keysOf | (from << 1) | 1]! ^ PIECE_KEYS[keysOf | (to << 1) | 1]!
  }

  /** Adds a piece to the sets and the key, or removes it. */
  private toggle(piece: number, square: number): void {
    const half = square >> 5
    this.sets[(piece << 1) | half]! ^= 1 << square
    this.sets[((piece & 24) << 1) | half]! ^= 1 << square
    this.keys[0]! ^= PIECE_KEYS[(piece << 7) | (square << 1)]!
    this.keys[1]! ^= PIECE_KEYS[(piece << 7) | (square << 1) | 1]!
  }

  private lookForThreats(): void {
    if (this.threatsAreKnown) return
    findThreats(this.sets, this.kings[this.turn]!, this.turn, this.threats)
    this.threatsAreKnown = true
  }

  /** Whether a pawn that moves diagonally captures an enemy pawn beside it. */
  private isPassing(colour: Colour, from: number, to: number, victim: number): boolean {
    const reach = PAWN_REACH[(colour << 7) | (from << 1) | (to >> 5)]! & (1 << to)
    return reach !== 0 && this.board[victim] === makePiece(otherColour(colour), PAWN)
  }

  /** Whether some pawn of the side to move may legally capture on the square an enemy pawn passed. */
  private canCaptureEnPassant(passed: number): boolean {
    if (this.board[passed] !== EMPTY) return false
    // The pawns that attack the square are where a pawn of the other colour on it could capture.
    const reach = (otherColour(this.turn) << 7) | (passed << 1)
    const pawns = makePiece(this.turn, PAWN) << 1
    for (let half = 0; half < 2; half++) {
      let capturers = PAWN_REACH[reach | half]! & this.sets[pawns | half]!
      for (; capturers !== 0; capturers &= capturers - 1) {
        if (this.isSafeEnPassant(firstSquare(capturers, half), passed)) return true
      }
    }
    return false
  }

  /** Whether king and rook on one rank can go to their castling targets without replacing another piece. */
  private castlingTargetsAreFree(king: number, rook: number): boolean {
    if (king >> 3 !== rook >> 3) return false
    const side = rook > king ? KING_SIDE : QUEEN_SIDE
    const kingTo = (king & 56) + KING_TARGET[side]
    const rookTo = (king & 56) + ROOK_TARGET[side]
    return (
      (kingTo === king || kingTo === rook || this.board[kingTo] === EMPTY) &&
      (rookTo === king || rookTo === rook || this.board[rookTo] === EMPTY)
    )
  }

  private findKings(): void {
    for (const colour of [1, 2] as const) {
      const low = this.sets[makePiece(colour, KING) << 1]!
      const high = this.sets[(makePiece(colour, KING) << 1) | 1]!
      const isOnly = (low | high) !== 0 && isSingle(low, high)
      this.kings[colour] = !isOnly ? EDGE : low === 0 ? firstSquare(high, 1) : firstSquare(low, 0)
    }
  }

  private growHistory(): void {
    const longer = new Int32Array(this.history.length * 2)
    longer.set(this.history)
    this.history = longer
  }
}
