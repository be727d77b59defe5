/**
 * The moves of a main line and the keys of its positions, in arrays that are
 * used again for the next game: what the fast paths of formats fill.
 */
export class KeyedLine {
  moves = new Int32Array(512)
  /** Two halves for the position before each move and after the last. */
  keys = new Uint32Array(2 * 513)
  length = 0

  /** Makes room for more moves. */
  protected grow(): void {
    const moves = new Int32Array(this.moves.length * 2)
    moves.set(this.moves)
    this.moves = moves
    const keys = new Uint32Array(2 * (moves.length + 1))
    keys.set(this.keys)
    this.keys = keys
  }
}
