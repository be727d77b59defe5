/** Words in movetext that are not simply moves. */
import type { Move } from '../../model/move.ts'
import type { Position } from '../../rules/rules.ts'
import {
  CLOSE_BRACE,
  CLOSE_PAREN,
  ENDS_WORD,
  isDigit,
  isLineEnd,
  lineEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PERCENT,
  SEMICOLON,
  skipSpace,
  hasText,
} from './characters.ts'
import type { Dialect } from './dialect.ts'
import { symbolNumber } from './glyphs.ts'
import { parseResult } from './results.ts'
import { isTag, skipTag } from './tags.ts'

/** Additions to a move that follow from the position anyway. */
const REMARKS = new Set(['e.p.', 'e.p', 'ep', 'ep.', 'ch', 'ch.', 'mate', '+', '++', '#', '†', '‡'])

/** Letters of the pieces that a pawn may become. */
const PROMOTIONS = new Set([...'QRBN'].map((letter) => letter.charCodeAt(0)))

/** Spellings of a null move. */
const NULL_MOVES = new Set(['--', 'Z0', 'z0', '@@@@', '0000', 'null', 'NULL', 'pass', 'PASS'])

/** Whether digits are the null move of UCI and not the number of a move. */
export function isNullNumber(bytes: Uint8Array, at: number, end: number): boolean {
  return end - at === 4 && hasText(bytes, at, end, '0000')
}

/** The kinds of words that are not moves: `mark` has neither letter nor digit and is not a known symbol. */
export type WordKind = 'symbol' | 'result' | 'null' | 'remark' | 'mark' | 'text'

export function wordKind(text: string): WordKind {
  if (symbolNumber(text) !== undefined) return 'symbol'
  if (parseResult(text)) return 'result'
  if (NULL_MOVES.has(text)) return 'null'
  if (REMARKS.has(text) || /^[.…]+$/.test(text)) return 'remark'
  return /[\p{L}\p{N}]/u.test(text) ? 'text' : 'mark'
}

/** Reads a move with non-ASCII letters, or with a full stop after it. */
export function readOddMove(dialect: Dialect, position: Position, text: string): Move | undefined {
  return dialect.rules.readMove(position, text.replace(/[.:]+$/, ''))
}

/**
 * Whether a word is the last of a game and `0-0`, which is either castling or the result of a game that both lose: the
 * Result tag decides.
 */
export function mayBothLose(bytes: Uint8Array, start: number, wordEnd: number, end: number): boolean {
  return wordEnd - start === 3 && hasText(bytes, start, end, '0-0') && skipSpace(bytes, wordEnd, end) === end
}

/** The offset after the word at `at`. A promotion in parentheses, `d8(Q)`, is part of it. */
export function findWordEnd(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && ENDS_WORD[bytes[at]!] === 0) at++
  const isPromotion = bytes[at] === OPEN_PAREN && bytes[at + 2] === CLOSE_PAREN && PROMOTIONS.has(bytes[at + 1]!)
  return isPromotion && at + 2 < end && isDigit(bytes[at - 1]!) ? at + 3 : at
}

/** The offset after the variation at `at`, including nested ones, comments, lines after `%` and tags. */
export function skipVariation(bytes: Uint8Array, at: number, end: number): number {
  let depth = 0
  while (at < end) {
    const code = bytes[at++]!
    if (code === OPEN_PAREN) depth++
    else if (code === CLOSE_PAREN && --depth === 0) return at
    else if (code === OPEN_BRACE) at = skipComment(bytes, at, end)
    else if (code === SEMICOLON) at = lineEnd(bytes, at, end)
    else if (code === PERCENT && isLineEnd(bytes[at - 2]!)) at = lineEnd(bytes, at, end)
    else if (code === OPEN_BRACKET && isTag(bytes, at - 1, end)) at = skipTag(bytes, at - 1, end)
  }
  return end
}

/** The offset after the closing brace of a comment, or the end. */
export function skipComment(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && bytes[at] !== CLOSE_BRACE) at++
  return Math.min(at + 1, end)
}
