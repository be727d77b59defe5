/**
 * Main lines as the position index stores them for scans: 16-bit numbers, all that a scan needs to follow the board.
 * docs/position-index.md describes them for other implementers.
 *
 * ```text
 * u16 columns | rows << 8
 * u16 men set up before the first move, plus 1, or 0 for the usual start; 0x8000 is added when colour 2 begins
 * the men that are set up, an event each
 * Go, Othello       an event for every square that changes, the stone of the move first, then what it captures or turns
 * chess, xiangqi    a move code for every move (move-code.ts)
 *
 * event of stones   square | value << 12 | 0x4000 last of its move | 0x8000 set up, not played
 *                   value 0 empty, 1 black, 2 white, 3 a pass of the colour that stands in place of the square
 * event of men      square | man << 7 | 0x8000
 * ```
 */
import { withRoom } from '../bytes/resize.ts'
import type { Edit } from '../model/annotation.ts'
import { isPass, moveColour, moveTo, type Colour, type Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import type { Position, Rules } from '../rules/rules.ts'
import { encodeMove, NO_MOVE_CODE } from './move-code.ts'

/** Last event of a move, or of what is set up at once. */
export const LAST_EVENT = 0x4000
/** Set up by hand, not played. */
export const SET_UP_EVENT = 0x8000
/** Bits of the square in an event of stones. */
export const STONE_SHIFT = 12
/** The square of an event of stones. */
export const SQUARE_MASK = (1 << STONE_SHIFT) - 1
/** The value of a pass. */
export const PASS_VALUE = 3
/** Bits of the square in an event that sets up a man. */
export const MAN_SHIFT = 7
/** Flag of a start at which colour 2 moves first. */
export const SECOND_BEGINS = 0x8000
/** Numbers before the events of a line. */
export const LINE_HEAD = 2

/** The letters of the men by their number less 1; 0 is an empty square. */
export const MEN: Record<Game, string> = {
  chess: 'PNBRQKpnbrqk',
  xiangqi: 'PCRNBAKpcrnbak',
  go: '12',
  othello: '12',
}

/** Whether the lines of a game are events of stones, not moves of men. */
export function hasStones(game: Game): boolean {
  return game === 'go' || game === 'othello'
}

/** Gathers main lines one after the other. */
export class MainLineWriter {
  /** The numbers of all lines so far; valid up to `length`. */
  words = new Uint16Array(1 << 12)
  length = 0
  private game: Game = 'chess'
  private changed = new Uint16Array(512)

  /** Forgets all lines; the memory stays. */
  clear(): void {
    this.length = 0
  }

  /**
   * Begins a line.
   * @param isUsual whether the position is the usual start of the game
   */
  begin(game: Game, position: Position, isUsual: boolean): void {
    const { columns, rows } = position
    const squares = columns * rows
    this.game = game
    if (this.changed.length < squares) this.changed = new Uint16Array(squares)
    this.reserve(LINE_HEAD + squares)
    this.words[this.length++] = columns | (rows << 8)
    const count = this.length++
    const begins = position.turn === 2 ? SECOND_BEGINS : 0
    this.words[count] = begins
    if (isUsual) return
    for (let square = 0; square < squares; square++) {
      const piece = position.pieceAt(square)
      if (piece !== '') this.words[this.length++] = setUpEvent(game, square, piece)
    }
    const men = this.length - count - 1
    if (men > 0) this.words[this.length - 1]! |= LAST_EVENT
    this.words[count] = begins | (men + 1)
  }

  /** Begins a line of chess at the usual start. */
  beginUsual(game: Game, columns: number, rows: number): void {
    this.game = game
    this.reserve(LINE_HEAD)
    this.words[this.length++] = columns | (rows << 8)
    this.words[this.length++] = 0
  }

  /** Adds what is set up by hand within the line; games of men know no such edits. */
  edit(edits: readonly Edit[], squares: number): void {
    if (!hasStones(this.game)) return
    let count = 0
    for (const { squares: edited, piece } of edits) {
      this.reserve(edited.length)
      for (const square of edited) {
        if (square >= squares) continue
        this.words[this.length++] = setUpEvent(this.game, square, piece)
        count++
      }
    }
    if (count > 0) this.words[this.length - 1]! |= LAST_EVENT
  }

  /** Adds a move of stones that has just been played. */
  play<P extends Position>(rules: Rules<P>, position: P, move: Move, colour: Colour): void {
    if (isPass(move)) {
      this.reserve(1)
      this.words[this.length++] = colour | (PASS_VALUE << STONE_SHIFT) | LAST_EVENT
      return
    }
    const count = rules.lastChanged!(position, this.changed)
    this.reserve(count + 1)
    this.words[this.length++] = moveTo(move) | (colour << STONE_SHIFT)
    const value = this.game === 'othello' ? colour << STONE_SHIFT : 0
    for (let index = 0; index < count; index++) this.words[this.length++] = this.changed[index]! | value
    // A stone that died by its own move is set and captured: both are said.
    this.words[this.length - 1]! |= LAST_EVENT
  }

  /** Adds the code of a move of men. */
  code(code: number): void {
    this.reserve(1)
    this.words[this.length++] = code
  }

  /** Adds moves of men, up to the first that no code can say. */
  codes(moves: Int32Array, count: number): void {
    this.reserve(count)
    const { game, words } = this
    let { length } = this
    for (let ply = 0; ply < count; ply++) {
      const code = encodeMove(game, moves[ply]!)
      if (code === NO_MOVE_CODE) break
      words[length++] = code
    }
    this.length = length
  }

  /** Adds the codes of moves of men. */
  takeCodes(codes: Uint16Array): void {
    this.reserve(codes.length)
    this.words.set(codes, this.length)
    this.length += codes.length
  }

  private reserve(count: number): void {
    this.words = withRoom(this.words, this.length + count)
  }
}

function setUpEvent(game: Game, square: number, piece: string): number {
  const man = piece === '' ? 0 : MEN[game].indexOf(piece) + 1
  return square | (man << (hasStones(game) ? STONE_SHIFT : MAN_SHIFT)) | SET_UP_EVENT
}

/** The colour that plays a move: its own, or the side to move. */
export function colourOf(move: Move, turn: Colour): Colour {
  return moveColour(move) || turn
}
