/** The outer form of game records: their length, and where one code ends and the next begins: docs/formats/chess-assistant.md, Games. */
import { u32le } from '../../../bytes/numbers.ts'
import { CODE } from './codes.ts'
import { SETUP_SIZE } from './setup.ts'

/** A possible reading of a length: its size in bytes and its value. */
export interface RecordLength {
  size: number
  length: number
}

/**
 * The lengths that the bytes before a record may mean, most likely first. One byte if below 128; otherwise two, by the
 * formula of the description, the second a full byte. If that is 128 or more, three bytes of seven bits each are
 * possible too.
 */
export function recordLengths(head: Uint8Array): RecordLength[] {
  const [first = 0, second = 0, third] = head
  if (first < 128) return [{ size: 1, length: first }]
  const lengths = [{ size: 2, length: (first & 127) + second * 128 }]
  if (second >= 128 && third !== undefined && third < 128)
    lengths.push({ size: 3, length: (first & 127) | ((second & 127) << 7) | (third << 14) })
  return lengths
}

/** Whether codes end where the record ends, every variation closed. */
export function isWhole(bytes: Uint8Array): boolean {
  let depth = 0
  let at = 0
  while (at < bytes.length && depth >= 0) {
    const size = codeSize(bytes, at)
    if (size === 0) return false
    if (bytes[at] === CODE.openVariation) depth++
    if (bytes[at] === CODE.closeVariation) depth--
    at += size
  }
  return at === bytes.length && depth === 0
}

/** First moves that do not lead to A00: e4, d4, c4, Nf3, f4, b3. */
const NOT_A00: ReadonlySet<number> = new Set([19, 15, 11, 43, 23, 4])

/** First codes that are not moves from the initial position: those beyond the steps of pawns and knights. */
const BEYOND_FIRST_MOVES = 48

/** Whether, judging by its first move, the opening code 0 of a game may mean A00 rather than none. */
export function mayBeA00(bytes: Uint8Array): boolean {
  let depth = 0
  for (let at = 0; at < bytes.length;) {
    const code = bytes[at]!
    const size = codeSize(bytes, at)
    if (size === 0 || code === CODE.setup) return false
    if (code === CODE.openVariation) depth++
    else if (code === CODE.closeVariation) depth--
    else if (depth === 0 && code < CODE.setup) return code < BEYOND_FIRST_MOVES && !NOT_A00.has(code)
    at += size
  }
  return false
}

/** Size in bytes of a code with what belongs to it, 0 if the code is unknown. */
export function codeSize(bytes: Uint8Array, at: number): number {
  const code = bytes[at]!
  if (code < CODE.promotion || code === CODE.enPassant || code === CODE.nullMove) return 1
  if (code === CODE.promotion) return 3
  if (code <= CODE.lastExtended) return 2
  switch (code) {
    case CODE.setup:
      return 1 + SETUP_SIZE
    case CODE.openVariation:
    case CODE.closeVariation:
      return 1
    case CODE.unknownByte:
      return 2
    case CODE.symbol:
      return 3
    case CODE.shortComment:
      return at + 1 < bytes.length ? 2 + bytes[at + 1]! : 2
    case CODE.longComment:
      return at + 4 < bytes.length ? 5 + u32le(bytes, at + 1) : 5
    default:
      return 0
  }
}
