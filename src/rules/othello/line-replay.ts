/** What every replay of recorded lines can do, whatever the board. */

/** A way to replay lines from one start. */
export interface LineReplay {
  play(line: Uint8Array, from: number, to: number, keys?: Uint32Array): number
  readonly turn: 1 | 2 | undefined
  readonly score: [number, number]
}
