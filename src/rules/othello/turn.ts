/**
 * The only rule of Othello, on padded boards (see geometry.ts): which discs a disc encloses, and so which moves there
 * are.
 */
import { EMPTY, RAYS_PER_CELL } from './geometry.ts'

/**
 * Flips the discs that one on a cell encloses, and writes their cells into `turned` from `end` on. Returns where they
 * end: `end` if the disc encloses none.
 */
export function flipDiscs(
  cells: Uint8Array,
  rays: Int8Array,
  cell: number,
  colour: number,
  turned: Uint16Array,
  end: number,
): number {
  const enemy = 3 - colour
  for (let ray = cell * RAYS_PER_CELL, step = rays[ray]!; step !== 0; step = rays[++ray]!) {
    let at = cell + step
    if (cells[at] !== enemy) continue
    do at += step
    while (cells[at] === enemy)
    if (cells[at] !== colour) continue
    for (at -= step; at !== cell; at -= step) {
      cells[at] = colour
      turned[end++] = at
    }
  }
  return end
}

/** Whether a disc on a cell would enclose any. */
export function encloses(cells: Uint8Array, rays: Int8Array, cell: number, colour: number): boolean {
  const enemy = 3 - colour
  for (let ray = cell * RAYS_PER_CELL, step = rays[ray]!; step !== 0; step = rays[++ray]!) {
    let at = cell + step
    if (cells[at] !== enemy) continue
    do at += step
    while (cells[at] === enemy)
    if (cells[at] === colour) return true
  }
  return false
}

/** Whether a colour has a move anywhere. */
export function canMove(cells: Uint8Array, rays: Int8Array, colour: number): boolean {
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] === EMPTY && encloses(cells, rays, cell, colour)) return true
  }
  return false
}
