/**
 * Decodes the moves of a game: the main line to its end, then the variations, the last one met first, which is the
 * preorder of the tree. Every move is checked before it is played. docs/formats/2cbh.md, Moves.
 */
import type { Message } from '../../../issues/catalogue.ts'
import { makeMessage } from '../../../issues/issue.ts'
import * as model from '../../../model/move.ts'
import type { Move } from '../../../model/move.ts'
import * as rules from '../../../rules/chess/index.ts'
import type { ChessPosition } from '../../../rules/chess/index.ts'
import type { MoveSink } from '../../chessbase/moves/decoder.ts'
import * as codes from './words.ts'

// V8 folds the constants of a module itself but loads imported ones at every use.
const { FIRST_CASTLING, FIRST_UNUSED, MEANINGS } = codes
const { end: END, fork: FORK, pass: PASS_WORD } = codes.WORD
const { makeMove, PASS } = model
const { castlingMove, isLegalMove, KING_SIDE, parseFen, QUEEN_SIDE, START_FEN } = rules

/** Deepest nesting of open variations. */
const MAX_FORKS = 1 << 16

const ROOK = 4

/** What ended a reading. */
export interface Ending {
  /** Index of the word after the last one used; of the faulty word when there is a fault. */
  at: number
  /** What is wrong; absent when the moves ended as they should. */
  fault?: Message
  /** The move that is wrong only for want of a castling right. */
  lacksCastlingRight?: Move
}

/** One decoder serves any number of games in turn. */
export class MoveDecoder {
  private readonly usual = parseFen(START_FEN)
  private readonly scratch = parseFen(START_FEN)
  private forkPlies = new Int32Array(64)

  /** The usual start, in a position that is used again for the next game. */
  initialPosition(): ChessPosition {
    this.scratch.assign(this.usual)
    return this.scratch
  }

  /**
   * Decodes from `words[start]` on, playing every move on `position`, which is left where the reading ends. The sink
   * learns of every move that is legal.
   */
  decode(words: Uint16Array, start: number, position: ChessPosition, sink: MoveSink): Ending {
    let forks = 0
    for (let at = start; at < words.length; at++) {
      const word = words[at]!
      if (word === END) {
        if (forks === 0) return { at: at + 1 }
        sink.endLine()
        const ply = this.forkPlies[--forks]!
        while (position.ply > ply) position.undo()
        continue
      }
      const move = moveOfWord(word, position)
      if (move < 0) return faultAt(at, word, move, position)
      if (words[at + 1] === FORK) {
        if (forks === MAX_FORKS) return { at, fault: makeMessage('fault/depth', {}) }
        if (forks === this.forkPlies.length) this.growForks()
        this.forkPlies[forks++] = position.ply
        sink.fork()
      }
      sink.move(move, position)
      position.play(move)
      sink.played(position)
      if (words[at + 1] === FORK) at++
    }
    return { at: words.length, fault: makeMessage('cb-moves/cut', {}) }
  }

  private growForks(): void {
    const plies = new Int32Array(this.forkPlies.length * 2)
    plies.set(this.forkPlies)
    this.forkPlies = plies
  }
}

/** Why a word is no move here. */
const NO_MOVE_WORD = -1
const OTHER_BOARD = -2
const ILLEGAL = -3

/** The move of a word on a position, negative when it is none or cannot be played. */
function moveOfWord(word: number, position: ChessPosition): Move {
  if (word === PASS_WORD) return PASS
  if (word === 0 || word >= FIRST_UNUSED) return NO_MOVE_WORD
  if (word >= FIRST_CASTLING) {
    const move = castlingOf(word, position)
    return move >= 0 && isLegalMove(position, move) ? move : ILLEGAL
  }
  const meaning = MEANINGS[word]!
  const [to, from] = [meaning & 63, (meaning >> 6) & 63]
  const colour = (meaning >> 21) & 3
  const captured = (meaning >> 15) & 7
  const isEnPassant = meaning >> 23 === 1
  const target = captured === 0 || isEnPassant ? 0 : ((3 - colour) << 3) | captured
  const isThere = position.board[from] === ((colour << 3) | ((meaning >> 12) & 7)) && position.board[to] === target
  if (!isThere || colour !== position.turn) return OTHER_BOARD
  // Promotions count knight, bishop, rook, queen from 1; kinds of pieces have the pawn before them.
  const promotion = Math.max(0, ((meaning >> 18) & 7) - 1)
  const move = makeMove(from, to, promotion)
  return isLegalMove(position, move) ? move : ILLEGAL
}

/** Castling, to the side that the word says, whatever start of Chess960 it belongs to; negative for the other colour. */
function castlingOf(word: number, position: ChessPosition): Move {
  const number = (word - FIRST_CASTLING) & 3
  if (number >> 1 !== position.turn - 1) return OTHER_BOARD
  return castlingMove(position, (number & 1) === 0 ? QUEEN_SIDE : KING_SIDE)
}

function faultAt(at: number, word: number, reason: number, position: ChessPosition): Ending {
  if (reason === NO_MOVE_WORD) return { at, fault: makeMessage('cb-moves/no-move', { code: word }) }
  if (reason === OTHER_BOARD) return { at, fault: makeMessage('2cbh-moves/board', { word }) }
  const ending: Ending = { at, fault: makeMessage('cb-moves/illegal', {}) }
  if (word < FIRST_CASTLING) return ending
  const move = castlingOf(word, position)
  if (move >= 0 && (position.board[move & 63]! & 0x1f) === ((position.turn << 3) | ROOK)) {
    ending.lacksCastlingRight = move
  }
  return ending
}
