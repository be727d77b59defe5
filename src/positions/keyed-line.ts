/** A main line with the keys of its positions, as readers of some formats have it at hand. */
export interface KeyedLine {
  /** The moves; the first `length` are valid. */
  readonly moves: Int32Array
  /** Two halves for the position before each move and after the last. */
  readonly keys: Uint32Array
  readonly length: number
  /** The moves in 16 bits (move-code.ts), if the reader has them too. */
  readonly codes?: Uint16Array | undefined
}

/** Whether a line comes to the position of a key. */
export function comesToKey({ keys, length }: KeyedLine, high: number, low: number): boolean {
  for (let at = 0; at <= 2 * length; at += 2) if (keys[at] === high && keys[at + 1] === low) return true
  return false
}
