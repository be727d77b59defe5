/**
 * Decodes the moves of a game as they are stored: every move, then the variations that replace it, then what follows
 * it. Every move is checked before it is played, so that a wrong byte ends the reading where it stands.
 * docs/formats/scid.md, Moves.
 */
import type { Message } from '../../issues/catalogue.ts'
import { makeMessage } from '../../issues/issue.ts'
import * as model from '../../model/move.ts'
import type { Move } from '../../model/move.ts'
import * as rules from '../../rules/chess/index.ts'
import type { ChessPosition } from '../../rules/chess/index.ts'
import * as codes from './move-codes.ts'
import { PieceLists } from './piece-lists.ts'

// V8 folds the constants of a module itself but loads imported ones at every use.
const { CASTLE_SHORT, CLOSE, COMMENT, END, GLYPH, LAST_KING_STEP, NULL_MOVE, OPEN } = codes
const { DOUBLE_STEP, KING_STEPS, KNIGHT_STEPS, PAWN_STEPS, PROMOTIONS, QUEEN_TARGET } = codes
const { makeMove, PASS } = model
const { castlingMove, isLegalMove, KING_SIDE, NO_MOVE, parseFen, QUEEN_SIDE, START_FEN } = rules

/** Takes moves and marks as they come. */
export interface MoveSink {
  /** Whether it wants variations, glyphs and comments; otherwise they are skipped. */
  readonly wantsAll: boolean
  /** A legal move or null move is about to be played on the position. */
  move(move: Move, position: ChessPosition): void
  /** The move has been played. */
  played(position: ChessPosition): void
  glyph(number: number): void
  /** A comment belongs here; its text comes after all moves. */
  comment(): void
  /** A variation of the last move begins. */
  open(): void
  /** The variation ends; what follows continues the move that it replaces. */
  close(): void
}

/** What ended a reading. */
export interface Ending {
  /** Offset after the last byte used; of the faulty byte when there is a fault. */
  at: number
  /** What is wrong; absent when the moves ended as they should. */
  fault?: Message
}

/** A move that waits while a variation of it is read. */
interface Level {
  move: Move
  /** The lists before that move was played, and after it. */
  before: Uint8Array
  after: Uint8Array
  ply: number
}

/** Kinds of pieces in `ChessPosition.board`, in the low three bits. */
const PAWN = 1
const KNIGHT = 2
const BISHOP = 3
const ROOK = 4
const KING = 6

/** One decoder serves any number of games in turn. */
export class MoveDecoder {
  private readonly pieces = new PieceLists()
  private readonly usual = parseFen(START_FEN)
  private readonly scratch = parseFen(START_FEN)
  /** The move that was read last, and how many bytes it took beyond the first. */
  private extraBytes = 0
  private number = 0

  /** The usual start, in a position that is used again for the next game. */
  initialPosition(): ChessPosition {
    this.scratch.assign(this.usual)
    return this.scratch
  }

  /**
   * Decodes from `bytes[start]` on, playing every move on `position`, which is left where the reading ends. The sink
   * learns of every move that is legal.
   */
  decode(bytes: Uint8Array, start: number, position: ChessPosition, sink: MoveSink): Ending {
    const { pieces } = this
    const { state } = pieces
    if (!pieces.start(position, position === this.scratch)) {
      return { at: start, fault: makeMessage('scid-moves/pieces', {}) }
    }
    const levels: Level[] = []
    let last: Move = NO_MOVE
    /** The lists before the last move, where a variation of it has been read. */
    let before: Uint8Array | undefined
    let at = start
    while (at < bytes.length) {
      const byte = bytes[at]!
      if (byte >= GLYPH && byte <= END) {
        if (byte === END) return { at: at + 1, ...(levels.length > 0 && { fault: OPEN_VARIATION }) }
        if (byte === GLYPH) {
          if (sink.wantsAll) sink.glyph(bytes[at + 1] ?? 0)
          at += 2
        } else if (byte === COMMENT) {
          if (sink.wantsAll) sink.comment()
          at++
        } else if (byte === OPEN) {
          if (last === NO_MOVE) return { at, fault: makeMessage('scid-moves/no-move-replaced', {}) }
          if (!sink.wantsAll) {
            at = afterVariation(bytes, at)
            continue
          }
          const after = state.slice()
          if (before) state.set(before)
          else pieces.undo()
          levels.push({ move: last, before: before ?? state.slice(), after, ply: position.ply })
          before = undefined
          position.undo()
          last = NO_MOVE
          sink.open()
          at++
        } else {
          const level = levels.pop()
          if (!level) return { at, fault: makeMessage('scid-moves/no-variation', {}) }
          while (position.ply >= level.ply) position.undo()
          position.play(level.move)
          state.set(level.after)
          before = level.before
          last = level.move
          sink.close()
          at++
        }
        continue
      }
      const move = this.readMove(bytes, at, position)
      if (move === NO_MOVE) return { at, fault: makeMessage('scid-moves/no-move', { byte }) }
      if (move !== PASS && !isLegalMove(position, move)) return { at, fault: makeMessage('cb-moves/illegal', {}) }
      if (move === PASS) pieces.followNullMove()
      else pieces.follow(position, move, this.number)
      before = undefined
      sink.move(move, position)
      position.play(move)
      sink.played(position)
      last = move
      at += 1 + this.extraBytes
    }
    return { at: bytes.length, fault: makeMessage('cb-moves/cut', {}) }
  }

  /** The move at an offset, which may be illegal; NO_MOVE for a byte that stands for none. */
  private readMove(bytes: Uint8Array, at: number, position: ChessPosition): Move {
    const byte = bytes[at]!
    const { board, turn } = position
    const number = byte >> 4
    const code = byte & 15
    this.extraBytes = 0
    this.number = number
    if (number === 0) {
      if (byte === NULL_MOVE) return PASS
      if (byte > LAST_KING_STEP) return castlingMove(position, byte === CASTLE_SHORT ? KING_SIDE : QUEEN_SIDE)
    }
    const from = this.pieces.squareOf(turn, number)
    if (from < 0) return NO_MOVE
    let to: number
    let promotion = 0
    switch (board[from]! & 7) {
      case KING:
        to = from + KING_STEPS[code]!
        break
      case PAWN: {
        const step = code === DOUBLE_STEP ? 16 : PAWN_STEPS[code % 3]!
        to = turn === 1 ? from + step : from - step
        if (code !== DOUBLE_STEP) promotion = PROMOTIONS[Math.trunc(code / 3)]!
        break
      }
      case KNIGHT:
        if (code === 0 || code > 8) return NO_MOVE
        to = from + KNIGHT_STEPS[code]!
        break
      case BISHOP: {
        const distance = (code & 7) - (from & 7)
        to = code < 8 ? from + 9 * distance : from - 7 * distance
        break
      }
      case ROOK:
        to = straight(from, code)
        break
      default:
        // The queen: a move to her own file is one along a diagonal, and the next byte its target.
        if (code === (from & 7)) {
          to = (bytes[at + 1] ?? 0) - QUEEN_TARGET
          this.extraBytes = 1
        } else to = straight(from, code)
    }
    // A piece that went to one of its own would look like castling.
    if (to < 0 || to > 63 || board[to]! >> 3 === turn) return NO_MOVE
    return makeMove(from, to, promotion)
  }
}

const OPEN_VARIATION = makeMessage('oddity/open-variation', {})

/** The square of a move along a rank, by its file, or along a file, by its rank. */
function straight(from: number, code: number): number {
  return code < 8 ? (from & 56) | code : (from & 7) | ((code - 8) << 3)
}

/** The offset after the variation that begins at another; second bytes of queens' moves look like no mark. */
function afterVariation(bytes: Uint8Array, at: number): number {
  let depth = 0
  while (at < bytes.length) {
    const byte = bytes[at++]!
    if (byte === GLYPH) at++
    else if (byte === OPEN) depth++
    else if (byte === CLOSE && --depth === 0) return at
    else if (byte === END) return at - 1
  }
  return bytes.length
}
