/** The line that is read: its moves, keys, codes and texts, written one after the other where the wrapper finds them. */
import { key, play, setUp } from './board'
import { CODES, KEYS, MAX_PLIES, MOVES } from './memory'
import { beginTexts, putCheckSign, putMove } from './texts'

/** How many moves the line has. */
export let length: u32 = 0
let hasTexts: bool = false

/** Begins a line at the initial position. @param withTexts whether the moves in SAN are wanted */
export function beginLine(withTexts: bool): void {
  setUp()
  length = 0
  hasTexts = withTexts
  store<u64>(KEYS, key)
  if (withTexts) beginTexts()
}

/** Adds a legal move and plays it; false if the line would be too long. */
export function addMove(from: u32, to: u32, promotion: u32): bool {
  if (length == MAX_PLIES) return false
  store<u16>(CODES + (length << 1), from | (to << 6) | (promotion << 12))
  length++
  store<u32>(MOVES + (length << 2), to | (from << 12) | (promotion << 24))
  if (hasTexts) putMove(length, from, to, promotion)
  play(from, to, promotion)
  store<u64>(KEYS + (length << 3), key)
  if (hasTexts) putCheckSign(length)
  return true
}
