/** A line being played on a board, only as far as telling moves apart that no rule could allow. */
import { makeMove, moveFrom, moveTo, otherColour, type Colour } from '../../model/move.ts'
import { colourAt, type Board } from './board.ts'

/** What no rule could allow: a move from an empty square, of the other side, onto a piece of the own side. */
export type PlayFault = 'no-piece' | 'wrong-side' | 'captures-own'

/** The line that leads to a node. Lines are taken back where others fork from them. */
export class PlayedLine {
  /** How many moves are played. */
  depth = 0
  private readonly board: Board
  private readonly firstTurn: Colour
  private readonly moves: number[] = []
  private readonly captured: number[] = []

  /**
   * @param board the start position; it is changed on the way
   * @param firstTurn the side to move there
   */
  constructor(board: Board, firstTurn: Colour) {
    this.board = board
    this.firstTurn = firstTurn
  }

  /** Plays a move and returns what is wrong with it, if anything is. A square off the board (-1) plays nothing. */
  play(from: number, to: number): PlayFault | undefined {
    const turn = this.depth % 2 === 0 ? this.firstTurn : otherColour(this.firstTurn)
    const isOnBoard = from >= 0 && to >= 0
    const depth = this.depth++
    this.moves[depth] = isOnBoard ? makeMove(from, to) : -1
    if (!isOnBoard) return undefined
    const mover = colourAt(this.board, from)
    const captured = this.board[to]!
    const isOwn = captured !== 0 && colourAt(this.board, to) === mover
    this.captured[depth] = captured
    this.board[to] = this.board[from]!
    if (from !== to) this.board[from] = 0
    if (mover === 0) return 'no-piece'
    if (mover !== turn) return 'wrong-side'
    return isOwn ? 'captures-own' : undefined
  }

  /** Takes moves back until the line is so long. */
  backTo(depth: number): void {
    while (this.depth > depth) {
      this.depth--
      const move = this.moves[this.depth]!
      if (move < 0) continue
      const from = moveFrom(move)
      const to = moveTo(move)
      this.board[from] = this.board[to]!
      this.board[to] = this.captured[this.depth]!
    }
  }
}
