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
import { KeptLists, PieceLists } from './piece-lists.ts'
import * as storedMoves from './stored-moves.ts'

// V8 folds the constants of a module itself but loads imported ones at every use.
const { CASTLE_SHORT, COMMENT, END, GLYPH, LAST_KING_STEP, NULL_MOVE, OPEN, QUEEN_TARGET } = codes
const { DIAGONAL, STORED_MOVES, storedMoveAt } = storedMoves
const { makeMove, PASS } = model
const { castlingMove, isLegalMove, KING_SIDE, NO_MOVE, parseFen, QUEEN_SIDE, START_FEN } = rules

/** Takes moves and marks as they come. */
export interface MoveSink {
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
  ply: number
}

/** One decoder serves any number of games in turn. */
export class MoveDecoder {
  private readonly pieces = new PieceLists()
  /** The lists after the last move of each open line, then those before it. */
  private readonly kept = new KeptLists()
  private readonly usual = parseFen(START_FEN)
  private readonly scratch = parseFen(START_FEN)

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
    const { pieces, kept } = this
    if (!pieces.start(position, position === this.scratch)) {
      return { at: start, fault: makeMessage('scid-moves/pieces', {}) }
    }
    const levels: Level[] = []
    let last: Move = NO_MOVE
    /** Whether a variation of the last move has been read, so that the lists before and after it are kept. */
    let isKept = false
    let at = start
    while (at < bytes.length) {
      const byte = bytes[at]!
      if (byte >= GLYPH && byte <= END) {
        if (byte === END) return { at: at + 1, ...(levels.length > 0 && { fault: OPEN_VARIATION }) }
        if (byte === GLYPH) {
          sink.glyph(bytes[at + 1] ?? 0)
          at += 2
        } else if (byte === COMMENT) {
          sink.comment()
          at++
        } else if (byte === OPEN) {
          if (last === NO_MOVE) return { at, fault: makeMessage('scid-moves/no-move-replaced', {}) }
          if (!isKept) {
            kept.put(2 * levels.length, pieces)
            pieces.undo()
            kept.put(2 * levels.length + 1, pieces)
          } else kept.get(2 * levels.length + 1, pieces)
          levels.push({ move: last, ply: position.ply })
          isKept = false
          position.undo()
          last = NO_MOVE
          sink.open()
          at++
        } else {
          const level = levels.pop()
          if (!level) return { at, fault: makeMessage('scid-moves/no-variation', {}) }
          while (position.ply >= level.ply) position.undo()
          position.play(level.move)
          kept.get(2 * levels.length, pieces)
          isKept = true
          last = level.move
          sink.close()
          at++
        }
        continue
      }
      const number = byte >> 4
      let move: Move = NO_MOVE
      let size = 1
      if (byte > CASTLE_SHORT || (byte > NULL_MOVE && byte <= LAST_KING_STEP)) {
        const from = pieces.squareOf(position.turn, number)
        if (from >= 0) {
          move = STORED_MOVES[storedMoveAt(position.board[from]!, from, byte & 15)]!
          if (move === DIAGONAL) {
            const to = (bytes[at + 1] ?? 0) - QUEEN_TARGET
            move = to < 0 || to > 63 ? NO_MOVE : makeMove(from, to)
            size = 2
          }
          // A piece that went to one of its own would look like castling.
          if (move !== NO_MOVE && position.board[move & 63]! >> 3 === position.turn) move = NO_MOVE
        }
      } else if (byte === NULL_MOVE) move = PASS
      else move = castlingMove(position, byte === CASTLE_SHORT ? KING_SIDE : QUEEN_SIDE)
      if (move === NO_MOVE) return { at, fault: makeMessage('scid-moves/no-move', { byte }) }
      if (move === PASS) pieces.followNullMove()
      else if (!isLegalMove(position, move)) return { at, fault: makeMessage('cb-moves/illegal', {}) }
      else pieces.follow(position, move, number)
      isKept = false
      sink.move(move, position)
      position.play(move)
      sink.played(position)
      last = move
      at += size
    }
    return { at: bytes.length, fault: makeMessage('cb-moves/cut', {}) }
  }
}

const OPEN_VARIATION = makeMessage('oddity/open-variation', {})
