/** Which piece went where between two positions. */

export interface Followed {
  pieces: readonly string[]
  /** A number for the piece on every square, kept while it moves. */
  keys: number[]
  /** The highest number given so far. */
  last: number
}

/** The largest number of squares that a move changes (castling); more means another position, without animation. */
const MOST_CHANGED = 4

/** Numbers the pieces of a position so that the same pieces of the previous position keep their numbers. */
export function follow(before: Followed | undefined, pieces: readonly string[]): Followed {
  if (before?.pieces === pieces) return before
  const changed = [...pieces.keys()].filter((square) => before?.pieces[square] !== pieces[square])
  const isMove = before?.pieces.length === pieces.length && changed.length <= MOST_CHANGED
  const keys = isMove ? [...before.keys] : new Array<number>(pieces.length).fill(0)
  let last = before?.last ?? 0
  const left = isMove ? changed.filter((square) => before.pieces[square] !== '') : []
  for (const square of changed) {
    if (pieces[square] === '') continue
    const from = left.findIndex((origin) => before!.pieces[origin] === pieces[square])
    keys[square] = from >= 0 ? before!.keys[left[from]!]! : ++last
    if (from >= 0) left.splice(from, 1)
  }
  if (!isMove) for (const square of pieces.keys()) keys[square] ||= ++last
  return { pieces, keys, last }
}
