/** Tells the files of servers by their first bytes: docs/formats/xiangqi-servers.md. */
import { u16le, u32le } from '../../bytes/numbers.ts'
import { decodeText } from '../../bytes/text.ts'

/** What was seen once is certain enough to be opened; forms that nobody had a file of are not. */
const SEEN = 0.9
const TOLD = 0.3

/** Yitian: strings with their length before them, the word `Moves`, and a move behind it. */
export function looksLikeMxq(head: Uint8Array): number {
  return /Moves[^](?:[0-8][A-J]-[0-8][A-J]|Ends)/.test(decodeText(head, 'windows-1252')) ? SEEN : 0
}

/** QQ: numbers, of which the fourth is always 32. */
export function looksLikeChe(head: Uint8Array): number {
  return /^\s*1\s+[0-9]+(?:\s+[0-9]+\s+32\s+[01]\s|\s*$)/.test(decodeText(head.subarray(0, 64), 'windows-1252'))
    ? SEEN
    : 0
}

/** Zhongyou: a header and nine bytes a move, or seven bytes a move alone. */
export function looksLikeCcm(head: Uint8Array, size: number): number {
  if (isNewCcm(head, size)) return SEEN
  return size > 0 && size % 7 === 0 && isOldCcm(head) ? TOLD : 0
}

/** The newer form, whose size its own count tells. */
export function isNewCcm(bytes: Uint8Array, size: number): boolean {
  return size >= 12 && u16le(bytes, 0) === 1 && u16le(bytes, 2) === 18 && size === 12 + 9 * u32le(bytes, 8)
}

/** The older form: coordinates of a board in the first moves. */
export function isOldCcm(bytes: Uint8Array): boolean {
  for (let at = 0; at + 7 <= Math.min(bytes.length, 70); at += 7) {
    if (bytes[at + 3]! > 8 || bytes[at + 4]! > 8 || bytes[at + 5]! > 9 || bytes[at + 6]! > 9) return false
  }
  return bytes.length >= 7
}

/** Ourgame: the letters GL and the years of the program, or moves of 32 bytes with their numbers. */
export function looksLikeChn(head: Uint8Array, size: number): number {
  if (isNewChn(head)) return SEEN
  return isOldChn(head, size) ? TOLD : 0
}

/** The newer form. */
export function isNewChn(bytes: Uint8Array): boolean {
  return bytes[0] === 0x47 && bytes[1] === 0x4c && u16le(bytes, 2) === 2000 && u16le(bytes, 4) === 2004
}

/** Where the moves of the older form begin, and the bytes of one. */
export const OLD_CHN = { moves: 0xbc, size: 32 } as const

/** The older form: the moves are numbered one by one. */
export function isOldChn(bytes: Uint8Array, size: number): boolean {
  const { moves, size: unit } = OLD_CHN
  if (size < moves + unit || (size - moves) % unit !== 0) return false
  return bytes.length < moves + 2 * unit || u32le(bytes, moves + unit) === u32le(bytes, moves) + 1
}
