/** Words in movetext that are not simply moves. */
import type { Move } from '../../../model/move.ts'
import type { Position } from '../../../rules/rules.ts'
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
} from '../text/characters.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { symbolNumber, symbolNumbers } from '../text/glyphs.ts'
import { parseResult } from '../tags/results.ts'
import { isTag, skipTag } from '../tags/tags.ts'

/** Additions to a move that follow from the position anyway. */
const REMARKS = new Set(['e.p.', 'e.p', 'ep', 'ep.', 'ch', 'ch.', 'mate', '+', '++', '#', '†', '‡'])

/** Letters of the pieces that a pawn may become. */
const PROMOTIONS = new Set([...'QRBN'].map((letter) => letter.charCodeAt(0)))

/**
 * Spellings of a null move: two dashes or more, which word processors make longer, `Z0` of ChessBase and Chess Assistant,
 * `0000` of UCI, `@@@@` of XBoard, and words.
 */
const NULL_MOVE = /^(?:[-‐-―−]{2,}|[Zz]0|@@@@|0000|<?(?:null|pass)(?:move)?>?)$/i

/** A move of a piece to no square, by which chess problems say that any will do. */
const ANY_MOVE = /^[KQRBNSP]--$/

/** A dash of any width. */
const DASH = /[‐-―−－]/g

/** Castling in digits with dashes of any width, which may also be the result of a game that both lose. */
const ZEROS = /^0[-‐-―−－]0(?:[-‐-―−－]0)?$/

/** Signs that scanners and editors leave behind a result. */
const RESULT_TAIL = /[^\p{L}\p{N}*+-]+$/u

/** Whether digits are the null move of UCI and not the number of a move. */
export function isNullNumber(bytes: Uint8Array, at: number, end: number): boolean {
  return end - at === 4 && hasText(bytes, at, end, '0000')
}

/**
 * The kinds of words that are not moves: `any` is a move to any square, `mark` has neither letter nor digit and is not a
 * known symbol.
 */
export type WordKind = 'symbol' | 'result' | 'null' | 'any' | 'remark' | 'mark' | 'text'

export function wordKind(text: string): WordKind {
  if (symbolNumber(text) !== undefined) return 'symbol'
  if (parseResult(text)) return 'result'
  if (NULL_MOVE.test(text)) return 'null'
  if (ANY_MOVE.test(text)) return 'any'
  if (REMARKS.has(text) || /^[.…]+$/.test(text)) return 'remark'
  return /[\p{L}\p{N}]/u.test(text) ? 'text' : 'mark'
}

/** Reads a move with non-ASCII letters, or with a full stop after it. */
export function readOddMove(dialect: Dialect, position: Position, text: string): Move | undefined {
  return dialect.rules.readMove(position, text.replace(/[.:]+$/, '').replaceAll(DASH, '-'))
}

/** A move and the symbols that are written right after it, `Nf3±` or `Nc6+-N`; undefined if a word is not that. */
export function readGluedMove(
  dialect: Dialect,
  position: Position,
  text: string,
): { move: Move; symbols: readonly number[] } | undefined {
  if (text.length > MAX_GLUED) return undefined
  for (let end = text.length - 1; end >= 2; end--) {
    const symbols = symbolNumbers(text.slice(end))
    const move = symbols && readOddMove(dialect, position, text.slice(0, end))
    if (move !== undefined) return { move, symbols: symbols! }
  }
  return undefined
}

/** The longest move with symbols after it. */
const MAX_GLUED = 24

/** Whether digits and dashes are castling, if not the result of a game that both lose. */
export function isZeros(text: string): boolean {
  return ZEROS.test(text)
}

/** The result in a word, and what is written right behind it. */
export function readResultWord(text: string): { result: string; rest: string } | undefined {
  if (parseResult(text)) return { result: text, rest: '' }
  const result = text.replace(RESULT_TAIL, '')
  return result !== text && parseResult(result) ? { result, rest: text.slice(result.length) } : undefined
}

/**
 * Whether a word is the last of a game and `0-0`, which is either castling or the result of a game that both lose: the
 * Result tag decides.
 */
export function mayBothLose(bytes: Uint8Array, start: number, wordEnd: number, end: number): boolean {
  return wordEnd - start === 3 && hasText(bytes, start, end, '0-0') && isLast(bytes, wordEnd, end)
}

/** Whether only white space follows. */
export function isLast(bytes: Uint8Array, at: number, end: number): boolean {
  return skipSpace(bytes, at, end) === end
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
