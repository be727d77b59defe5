/**
 * What the text of a move says, in SAN, LAN or UCI, independent of any position.
 * What is read beyond the standards is listed in docs/rules.md, Chess, Notations.
 */
import { PROMOTION } from '../../model/move.ts'
import * as pieces from './pieces.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { KING, KNIGHT, PAWN } = pieces

/** The text is no move, a null move, or castling to one side. */
export const SAYS_NOTHING = -1
export const SAYS_PASS = -2
export const SAYS_KING_SIDE = -3
export const SAYS_QUEEN_SIDE = -4

/*
 * Anything else is packed:
 *
 * bits  0..5   square of target
 * bits  6..9   file of origin plus one, 0 if not given
 * bits 10..13  rank of origin plus one, 0 if not given
 * bits 14..16  kind of piece, 0 if not given
 * bits 17..19  promotion code
 */

/** The square a move goes to. */
export function saidTarget(said: number): number {
  return said & 63
}

/** The column a move comes from, -1 if not given. */
export function saidFile(said: number): number {
  return ((said >> 6) & 15) - 1
}

/** The row a move comes from, -1 if not given. */
export function saidRank(said: number): number {
  return ((said >> 10) & 15) - 1
}

/** The kind of piece that moves, 0 if not given. */
export function saidKind(said: number): number {
  return (said >> 14) & 7
}

/** The promotion code of a move, 0 if not given. */
export function saidPromotion(said: number): number {
  return said >> 17
}

/** Kind of piece by letter, 0 for none. Small letters too, except the b, which is a file. */
const KINDS = new Uint8Array(256)
for (const [index, letter] of [...'PNBRQK'].entries()) KINDS[letter.charCodeAt(0)] = index + PAWN
for (const letter of 'nrqk') KINDS[letter.charCodeAt(0)] = KINDS[letter.toUpperCase().charCodeAt(0)]!

/** 1 for the characters that may follow a move: check, mate, annotation and draw offer signs. */
const SUFFIXES = new Uint8Array(256)
for (const letter of '+#!?=') SUFFIXES[letter.charCodeAt(0)] = 1

/** Null moves of PGN and ChessBase, Chess Assistant, UCI, and other programs. */
const NULL_MOVES = ['--', 'Z0', '0000', '@@@@', 'null']

const X = 0x78
const DASH = 0x2d
const COLON = 0x3a
const DOT = 0x2e
const SPACE = 0x20
const SLASH = 0x2f
const EQUALS = 0x3d
const OPEN = 0x28
const CLOSE = 0x29
const ZERO = 0x30
const ONE = 0x31
const LARGE_O = 0x4f
const SMALL_A = 0x61
const SMALL_E = 0x65
const SMALL_O = 0x6f
const SMALL_P = 0x70

/** What the bytes from `start` up to `end` say. */
export function parseMoveText(bytes: Uint8Array, start: number, end: number): number {
  let last = end - 1
  while (last > start && SUFFIXES[bytes[last]!] === 1) last--
  let rank = bytes[last]! - ONE
  let promotion: number = PROMOTION.none
  if (!(rank >= 0 && rank < 8)) {
    if (bytes[last] === DOT || bytes[last] === SMALL_P) last = beforeEnPassant(bytes, start, last)
    if (bytes[last] === CLOSE) last--
    const kind = promotionKind(bytes[last]!)
    if (kind !== 0 && last - start >= 2) {
      promotion = kind - KNIGHT + 1
      last--
      if (bytes[last] === OPEN) last--
      if (bytes[last] === EQUALS || bytes[last] === SLASH) last--
    }
    rank = bytes[last]! - ONE
    if (!(rank >= 0 && rank < 8)) return parseUnusual(bytes, start, end)
  }
  const target = last - 1
  const file = bytes[target]! - SMALL_A
  if (target < start || !(file >= 0 && file < 8)) return parseUnusual(bytes, start, end)

  const kind = KINDS[bytes[start]!]!
  let fileAndOne = 0
  let rankAndOne = 0
  for (let at = kind === 0 ? start : start + 1; at < target; at++) {
    const byte = bytes[at]!
    if (byte >= SMALL_A && byte < SMALL_A + 8 && fileAndOne === 0 && rankAndOne === 0) fileAndOne = byte - SMALL_A + 1
    else if (byte >= ONE && byte < ONE + 8 && rankAndOne === 0) rankAndOne = byte - ONE + 1
    else if (at !== target - 1 || (byte !== X && byte !== DASH && byte !== COLON)) return SAYS_NOTHING
  }
  return (rank << 3) | file | (fileAndOne << 6) | (rankAndOne << 10) | (kind << 14) | (promotion << 17)
}

/**
 * Kind of the piece a pawn becomes, 0 for a byte that is not a piece letter. Lower-case letters are read here,
 * including b.
 */
function promotionKind(byte: number): number {
  const kind = KINDS[byte & ~0x20]!
  return kind > PAWN && kind < KING ? kind : 0
}

/** The last byte before `ep`, `e.p.` or ` e.p.`; `last` itself if neither is there. */
function beforeEnPassant(bytes: Uint8Array, start: number, last: number): number {
  let at = last
  if (bytes[at] === DOT) at--
  if (bytes[at--] !== SMALL_P) return last
  if (bytes[at] === DOT) at--
  if (bytes[at--] !== SMALL_E) return last
  while (at > start && (bytes[at] === SPACE || SUFFIXES[bytes[at]!] === 1)) at--
  return at
}

/** Castling and null moves. */
function parseUnusual(bytes: Uint8Array, start: number, end: number): number {
  let last = end
  while (last > start && SUFFIXES[bytes[last - 1]!] === 1) last--
  if (isCastling(bytes, start, last)) return last - start === 3 ? SAYS_KING_SIDE : SAYS_QUEEN_SIDE
  return NULL_MOVES.some((text) => isText(bytes, start, end, text)) ? SAYS_PASS : SAYS_NOTHING
}

/** Whether bytes are two or three letters O, small or capital, or digits 0, joined by dashes. */
function isCastling(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== 3 && end - start !== 5) return false
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    const isLetter = ((at - start) & 1) === 0
    if (isLetter ? byte !== LARGE_O && byte !== SMALL_O && byte !== ZERO : byte !== DASH) return false
  }
  return true
}

function isText(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false
  for (let index = 0; index < text.length; index++) if (bytes[start + index] !== text.charCodeAt(index)) return false
  return true
}
