/**
 * What a posting of a corner says in its 16 bits, which no move of a position has.
 *
 * ```text
 * bits 0-1    corner of the board: 1 right, 2 bottom
 * bits 2-3    image that the key is of: 4 columns and rows exchanged, 8 colours exchanged
 * bit 4       something was played elsewhere before the move
 * bit 5       colour 2 plays it, as the key has the colours
 * bits 6-12   where, row by row of the corner as the key has it; 127 when nothing more was played there
 * bits 13-15  100
 * ```
 */

/** What the three highest bits of a posting of a corner are. */
const CORNER_MOVE = 0x8000

/** The point that stands for no move. */
export const NO_CORNER_POINT = 127

/** The move played next in a corner, as its key has it. */
export interface CornerMove {
  point: number
  colour: 1 | 2
  /** Whether something was played elsewhere before. */
  isLate: boolean
}

/** The 16 bits of a posting. */
export function encodeCornerMove({ point, colour, isLate }: CornerMove, image: number, corner: number): number {
  return CORNER_MOVE | (point << 6) | ((colour - 1) << 5) | (isLate ? 16 : 0) | (image << 2) | corner
}

/** What a posting says. */
export function decodeCornerMove(code: number): CornerMove & { image: number; corner: number } {
  return {
    point: (code >> 6) & 127,
    colour: code & 32 ? 2 : 1,
    isLate: (code & 16) !== 0,
    image: (code >> 2) & 3,
    corner: code & 3,
  }
}

/** Whether what a posting says is that of a corner. */
export function isCornerMove(code: number): boolean {
  return (code & 0xe000) === CORNER_MOVE
}
