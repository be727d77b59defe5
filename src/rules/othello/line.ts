/**
 * The fast path through recorded games: lines of cells (see geometry.ts) are replayed with legality checks and implied
 * passes, but without undo. One object replays any number of games in the same memory.
 */
import { CellLine } from './cell-line.ts'
import type { LineReplay } from './line-replay.ts'
import { OthelloPosition } from './position.ts'
import { WordLine } from './word-line.ts'

/** Plays the main line of an Othello game over flat arrays, fast: no undo, no tree. */
export class OthelloLine {
  private readonly line: LineReplay

  /** @param start where every line begins; it is not changed */
  constructor(start = new OthelloPosition()) {
    this.line = start.columns === 8 && start.rows === 8 ? new WordLine(start) : new CellLine(start)
  }

  /**
   * Plays the cells in `line` from index `from` up to `to` as long as they are legal, and returns how many that was.
   * `keys` takes the position keys before each move and after the last, two halves each.
   */
  play(line: Uint8Array, from: number, to: number, keys?: Uint32Array): number {
    return this.line.play(line, from, to, keys)
  }

  /** The side to move after the line just played, undefined when no side can. */
  get turn(): 1 | 2 | undefined {
    return this.line.turn
  }

  /** The score after the line just played, with the empty squares awarded. */
  get score(): [number, number] {
    return this.line.score
  }
}
