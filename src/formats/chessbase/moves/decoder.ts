/**
 * Decodes the moves of a game as they are stored: depth first, the main line
 * before its variations. Every move is checked before it is played, so reading stops at a wrong byte.
 * docs/formats/chessbase.md, Compact moves and Simple moves.
 */
import type { Message } from '../../../issues/catalogue.ts'
import { makeMessage } from '../../../issues/issue.ts'
import * as model from '../../../model/move.ts'
import type { Move } from '../../../model/move.ts'
import * as rules from '../../../rules/chess/index.ts'
import type { ChessPosition } from '../../../rules/chess/index.ts'
import * as codes from './codes.ts'
import type { Mode } from './modes.ts'
import * as pieces from './pieces.ts'
import { PieceNumbers } from './pieces.ts'
import { USUAL_PIECES, USUAL_START } from './usual-start.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { CASTLE_LONG_CODE, CASTLE_SHORT_CODE, END_CODE, FORK_CODE, IGNORE_CODE, NULL_CODE } = codes
const { NO_SLOT, SLOT_OF_CODE, SLOTS, TARGETS, turnSquare, TWO_BYTES_CODE } = codes
const { NOWHERE, PIECES_STATE_SIZE } = pieces
const { makeMove, PASS } = model
const { castlingMove, isLegalMove, KING_SIDE, moveBetween, QUEEN_SIDE } = rules

/** Receives the moves in order. */
export interface MoveSink {
  /** A legal move or null move is about to be played on the position. */
  move(move: Move, position: ChessPosition): void
  /** The move has been played. */
  played(position: ChessPosition): void
  /** Another move from this position will follow once the line has ended. */
  fork(): void
  /** The line has ended; reading continues at the last fork. */
  endLine(): void
}

/** Deepest nesting of open variations. The deepest known has 74. */
const MAX_FORKS = 1 << 16

/** Two-byte words of the simple encoder: bits 0-5 from, 6-11 to, 12-13 promotion, then the two flags. */
const WORD_END = 0x4000
const WORD_FORK = 0x8000

/** Pieces a pawn becomes, by their code in two-byte moves: queen, rook, bishop, knight. */
const PROMOTIONS = [4, 3, 2, 1] as const

const PAWN = 1

/** Why reading ended. */
export interface Ending {
  /** Offset after the last byte used; of the faulty byte when there is a fault. */
  at: number
  /** What is wrong; absent if the moves ended properly. */
  fault?: Message
  /** The move that is illegal only because a castling right is missing. */
  lacksCastlingRight?: Move
}

/** One decoder can be used for any number of games, one after another. */
export class MoveDecoder {
  private readonly pieces = new PieceNumbers()
  private bytes = new Uint8Array(0) as Uint8Array
  private position!: ChessPosition
  private sink!: MoveSink
  private forkStates = new Uint8Array(8 * PIECES_STATE_SIZE)
  private forkPlies = new Int32Array(8)
  private forks = 0
  private readonly scratch = USUAL_START.clone()

  /** The initial position; the object is reused for the next game. */
  initialPosition(): ChessPosition {
    this.scratch.assign(USUAL_START)
    return this.scratch
  }

  /**
   * Decodes from `bytes[start]` on, playing every move on `position`, which is left where reading ends. The sink
   * receives every legal move.
   */
  decode(bytes: Uint8Array, start: number, mode: Mode, position: ChessPosition, sink: MoveSink): Ending {
    this.bytes = bytes
    this.position = position
    this.sink = sink
    this.forks = 0
    if (mode.encoder === 'simple') return this.decodeSimple(start, mode)
    if (position === this.scratch && !mode.isReversed) this.pieces.state.set(USUAL_PIECES.state)
    else this.pieces.start(position, mode.isReversed)
    return this.decodeCompact(start, mode)
  }

  private decodeCompact(start: number, { table, modifier, isChess960 }: Mode): Ending {
    const { bytes, position, sink, pieces } = this
    const { squares } = pieces
    const isBefore = modifier === 'before'
    let count = 0
    let at = start
    while (at < bytes.length) {
      const code = isBefore ? table[(bytes[at]! - count) & 0xff]! : (table[bytes[at]!]! - count) & 0xff
      const slot = SLOT_OF_CODE[code]!
      let move: Move
      let next = at + 1
      if (slot !== NO_SLOT) {
        const colour = position.turn - 1
        const from = squares[colour * SLOTS + slot]!
        if (from === NOWHERE) return { at, fault: makeMessage('cb-moves/no-piece', { code }) }
        move = (from << 12) | TARGETS[(colour << 14) | (code << 6) | from]!
      } else if (code === TWO_BYTES_CODE) {
        const high = isBefore ? table[((bytes[next] ?? 0) - count) & 0xff]! : table[bytes[next] ?? 0]! - count
        const low = isBefore ? table[((bytes[next + 1] ?? 0) - count) & 0xff]! : table[bytes[next + 1] ?? 0]! - count
        next += 2
        if (next > bytes.length) return { at, fault: CUT_SHORT }
        move = this.moveOfWord(((high & 0xff) << 8) | (low & 0xff), isChess960)
      } else if (code === NULL_CODE) {
        move = PASS
      } else if (code === CASTLE_SHORT_CODE || code === CASTLE_LONG_CODE) {
        move = castlingMove(position, code === CASTLE_SHORT_CODE ? KING_SIDE : QUEEN_SIDE)
      } else {
        if (code === END_CODE) {
          if (this.forks === 0) return { at: next }
          sink.endLine()
          this.returnToFork(true)
        } else if (code === FORK_CODE) {
          if (!this.rememberFork(true)) return { at, fault: TOO_DEEP }
        } else if (code !== IGNORE_CODE) {
          return { at, fault: makeMessage('cb-moves/no-move', { code }) }
        }
        at = next
        continue
      }
      if (move !== PASS) {
        if (move < 0 || !isLegalMove(position, move)) return this.illegal(at, move)
        pieces.follow(position, move)
      }
      sink.move(move, position)
      position.play(move)
      sink.played(position)
      count++
      at = next
    }
    return { at, fault: CUT_SHORT }
  }

  private decodeSimple(start: number, { table, modifier, isReversed, hasEndWord = false }: Mode): Ending {
    const { bytes, position, sink } = this
    const isBefore = modifier === 'before'
    const value = (byte: number, count: number) =>
      (isBefore ? table[(byte - count) & 0xff]! : table[byte]! - count) & 0xff
    // A game without moves has no bytes at all.
    if (start === bytes.length) return { at: start }
    let count = 0
    for (let at = start; at + 1 < bytes.length; at += 2) {
      const word = (value(bytes[at]!, count) << 8) | value(bytes[at + 1]!, count)
      if ((word & WORD_FORK) !== 0 && !this.rememberFork(false)) {
        return { at, fault: TOO_DEEP }
      }
      if (!hasEndWord || word !== WORD_END) {
        const move = this.moveOfWord(isReversed ? swapSquares(word) : word, false)
        if (move !== PASS && (move < 0 || !isLegalMove(position, move))) return this.illegal(at, move)
        sink.move(move, position)
        position.play(move)
        sink.played(position)
        count++
      }
      if ((word & WORD_END) === 0) continue
      if (this.forks === 0) return { at: at + 2 }
      sink.endLine()
      this.returnToFork(false)
    }
    return { at: bytes.length, fault: CUT_SHORT }
  }

  /** The move of a two-byte word, from its squares. */
  private moveOfWord(word: number, isChess960: boolean): Move {
    const { position } = this
    const from = turnSquare(word & 63)
    const to = turnSquare((word >> 6) & 63)
    if (from === to) {
      if (!isChess960) return from === 0 ? PASS : makeMove(from, to)
      // The square on which the king ends: g1, c1, g8 or c8.
      return castlingMove(position, (to & 7) > 4 ? KING_SIDE : QUEEN_SIDE)
    }
    const isPromotion = (position.board[from]! & 7) === PAWN && (to >> 3 === 0 || to >> 3 === 7)
    return moveBetween(position, from, to, isPromotion ? PROMOTIONS[(word >> 12) & 3] : 0)
  }

  private illegal(at: number, move: Move): Ending {
    const { position } = this
    const isCastling = move > 0 && (move >> 12) % 64 === position.kings[position.turn]
    const ending: Ending = { at, fault: makeMessage('cb-moves/illegal', {}) }
    if (isCastling && (position.board[move & 63]! & 0x1f) === ((position.turn << 3) | 4))
      ending.lacksCastlingRight = move
    return ending
  }

  private rememberFork(hasPieces: boolean): boolean {
    if (this.forks === MAX_FORKS) return false
    if (this.forks === this.forkPlies.length) this.growForks()
    if (hasPieces) this.forkStates.set(this.pieces.state, this.forks * PIECES_STATE_SIZE)
    this.forkPlies[this.forks++] = this.position.ply
    this.sink.fork()
    return true
  }

  private returnToFork(hasPieces: boolean): void {
    const fork = --this.forks
    const ply = this.forkPlies[fork]!
    while (this.position.ply > ply) this.position.undo()
    if (!hasPieces) return
    const state = fork * PIECES_STATE_SIZE
    this.pieces.state.set(this.forkStates.subarray(state, state + PIECES_STATE_SIZE))
  }

  private growForks(): void {
    const states = new Uint8Array(this.forkStates.length * 2)
    states.set(this.forkStates)
    this.forkStates = states
    const plies = new Int32Array(this.forkPlies.length * 2)
    plies.set(this.forkPlies)
    this.forkPlies = plies
  }
}

const TOO_DEEP = makeMessage('fault/depth', {})
const CUT_SHORT = makeMessage('cb-moves/cut', {})

/** A word with its two squares swapped, as written by the simple encoder in reversed modes. */
function swapSquares(word: number): number {
  return (word & 0xf000) | ((word & 63) << 6) | ((word >> 6) & 63)
}
