/**
 * The fast path: main lines as packed moves straight from the bytes. Games in which anything but moves changes the
 * board take the slow path through the tree.
 */
import { makePass, makePlacement } from '../../model/move.ts'
import { USUAL_SIZE } from '../../model/record.ts'
import type { PlacementLine } from '../placement-line.ts'
import { LETTER_NUMBERS, MAX_TT_SIDE } from './board.ts'
import { toBinary } from './encoding.ts'
import { CLOSE_TREE, CLOSE_VALUE, isBlank, NODE, OPEN_TREE, OPEN_VALUE, type TreeFinder } from './syntax.ts'

const BLACK = 0x42
const WHITE = 0x57
const LETTER_T = 0x74

/** Identifiers by their two bytes. */
const id = (text: string) => (text.charCodeAt(0) << 8) | text.charCodeAt(1)
const SIZE = id('SZ')
const GAME = id('GM')
const HANDICAP = id('HA')
const BLACK_STONES = id('AB')
const WHITE_STONES = id('AW')
const NO_STONES = id('AE')
const TURN = id('PL')

/** How our own properties begin (private.ts). */
const PRIVATE = id('WE')
const PRIVATE_THIRD = 0x49

/** The longest side of a board that is scanned; larger ones, and rectangles, take the slow path. */
const MAX_SCANNED_SIDE = 52

/** Means the slow path through the tree. */
const LONG_WAY = -1

/**
 * Reads the main line of the tree that begins at `start`. Returns the offset after the tree, or -1 if the game must
 * take the slow path.
 */
export function scanTree(finder: TreeFinder, start: number, line: PlacementLine): number {
  const { bytes } = finder
  const scan: Scan = { finder, bytes, line, side: USUAL_SIZE.go.columns }
  let depth = 1
  let at = start + 1
  // A tree that begins with another has its first node there or after it.
  while (isBlank(bytes[at]!)) at++
  if (bytes[at] === OPEN_TREE) return LONG_WAY
  for (;;) {
    const byte = bytes[at]!
    if (byte === NODE) {
      const next = scanMoves(bytes, at, scan.side, line)
      at = next === at ? at + 1 : next
    } else if (isBlank(byte)) {
      at++
    } else if (byte === OPEN_TREE) {
      depth++
      at++
    } else if (byte === CLOSE_TREE) {
      break
    } else {
      at = scanProperty(scan, at)
      if (at === LONG_WAY) return LONG_WAY
    }
  }
  const tree = finder.end(at, depth)
  if (tree.isOpen) return LONG_WAY
  if (scan.side !== USUAL_SIZE.go.columns) line.size = { columns: scan.side, rows: scan.side }
  return tree.end
}

interface Scan {
  readonly finder: TreeFinder
  readonly bytes: Uint8Array
  readonly line: PlacementLine
  /** Side of the board. */
  side: number
}

/** Reads consecutive nodes that begin with a plainly written move. Returns the offset after them. */
function scanMoves(bytes: Uint8Array, at: number, side: number, line: PlacementLine): number {
  let { moves, length } = line
  for (;;) {
    while (isBlank(bytes[at]!)) at++
    const colour = bytes[at + 1]
    if (bytes[at] !== NODE || (colour !== BLACK && colour !== WHITE)) break
    if (bytes[at + 2] !== OPEN_VALUE || bytes[at + 5] !== CLOSE_VALUE) break
    const column = LETTER_NUMBERS[bytes[at + 3]!]!
    const row = LETTER_NUMBERS[bytes[at + 4]!]!
    if (column >= side || row >= side) break
    if (length === moves.length) moves = line.grow()
    moves[length++] = makePlacement(row * side + column, colour === BLACK ? 1 : 2)
    at += 6
  }
  line.length = length
  return at
}

/** Reads a property. Returns the offset after it, or -1. */
function scanProperty(scan: Scan, start: number): number {
  const { finder, bytes } = scan
  const end = bytes.length
  let open = start
  while (bytes[open]! >= 0x41 && bytes[open]! <= 0x5a) open++
  if (open === start || bytes[open] !== OPEN_VALUE) return LONG_WAY
  let close = finder.close(open + 1)
  if (close === end || !takeValue(scan, start, open, close)) return LONG_WAY
  let at = close + 1
  for (;;) {
    while (isBlank(bytes[at]!)) at++
    if (bytes[at] !== OPEN_VALUE) return at
    close = finder.close(at + 1)
    if (close === end) return LONG_WAY
    at = close + 1
  }
}

/**
 * Handles the value from `open` to `close` of a property that begins at `start`. Returns false if the game must take
 * the slow path.
 */
function takeValue(scan: Scan, start: number, open: number, close: number): boolean {
  const { bytes, line } = scan
  const first = bytes[start]!
  if (open === start + 1) {
    if (first !== BLACK && first !== WHITE) return true
    const move = scanMove(bytes, open + 1, close, first === BLACK ? 1 : 2, scan.side)
    if (move >= 0) line.add(move)
    return move >= 0
  }
  if (open === start + 4) return !isPrivate(bytes, start) || !changesLine(bytes, open, close)
  if (open !== start + 2) return true
  const code = (first << 8) | bytes[start + 1]!
  if (code === GAME) return scanNumber(bytes, open + 1, close) === 1
  // From two stones on, they may have to be put on the board.
  if (code === HANDICAP) return scanNumber(bytes, open + 1, close) <= 1
  if (code !== SIZE) return code !== BLACK_STONES && code !== WHITE_STONES && code !== NO_STONES && code !== TURN
  scan.side = scanNumber(bytes, open + 1, close)
  return scan.side >= 1 && scan.side <= MAX_SCANNED_SIDE && line.length === 0
}

/** Whether the property at an offset is one of our own, `WEIN` or `WEIR`. */
function isPrivate(bytes: Uint8Array, at: number): boolean {
  return ((bytes[at]! << 8) | bytes[at + 1]!) === PRIVATE && bytes[at + 2] === PRIVATE_THIRD
}

/** Whether the value of one may say something of moves or of the board; names in it may be escaped. */
function changesLine(bytes: Uint8Array, start: number, end: number): boolean {
  return /unread|edits|turn|setup|\\/.test(toBinary(bytes.subarray(start, end)))
}

/** A move in bytes; -1 if it is not plainly written. */
function scanMove(bytes: Uint8Array, start: number, end: number, colour: 1 | 2, side: number): number {
  if (end === start) return makePass(colour)
  if (end !== start + 2) return LONG_WAY
  const column = LETTER_NUMBERS[bytes[start]!]!
  const row = LETTER_NUMBERS[bytes[start + 1]!]!
  if (column < side && row < side) return makePlacement(row * side + column, colour)
  return bytes[start] === LETTER_T && bytes[start + 1] === LETTER_T && side <= MAX_TT_SIDE ? makePass(colour) : LONG_WAY
}

/** Anything but a whole number of one or two digits. */
const NO_NUMBER = 100

function scanNumber(bytes: Uint8Array, start: number, end: number): number {
  if (end === start || end > start + 2) return NO_NUMBER
  let value = 0
  for (let at = start; at < end; at++) {
    const digit = bytes[at]! - 0x30
    if (digit < 0 || digit > 9) return NO_NUMBER
    value = value * 10 + digit
  }
  return value
}
