/**
 * Reads movetext: one loop over the bytes, without recursion and without a
 * string for a move that can be read. It passes what it finds to a TreeReader.
 */
import { PASS, type Move } from '../../model/move.ts'
import type { MoveNode } from '../../model/tree.ts'
import type { Position } from '../../rules/rules.ts'
import { shorten } from '../../issues/collector.ts'
import {
  BLANK,
  CLOSE_BRACE,
  CLOSE_PAREN,
  countLines,
  DIGIT,
  DOLLAR,
  DOT,
  ENDS_WORD,
  hasText,
  isDigit,
  isLineEnd,
  KINDS,
  lineEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PERCENT,
  SEMICOLON,
  skipSpace,
  SPACE,
  STAR,
  WORD,
} from './characters.ts'
import { normalizeComment, unwrap } from './comment-text.ts'
import type { TextDecoding } from './decoding.ts'
import { NO_MOVE, type Dialect } from './dialect.ts'
import { suffixNumber, symbolNumber } from './glyphs.ts'
import type { Problems } from './problems.ts'
import { parseResult } from './results.ts'
import { isTag, type TagSection } from './tags.ts'
import { TreeReader, type Noted } from './tree-reader.ts'
import { findWordEnd, isNullNumber, mayBothLose, readOddMove, skipVariation, wordKind } from './words.ts'

/** The contents of movetext. */
export interface Movetext {
  /** The moves of a line with nothing on them, if that is asked for; there are no nodes then. */
  line: readonly Move[] | undefined
  nodes: MoveNode[]
  /** The result after the moves, as written. */
  result: string | undefined
  /** Lines starting with `%`, and text after the result. */
  lines: string[]
}

/** The largest number of a glyph. */
const MAX_NAG = 0xffff

const EXCLAMATION = 0x21
const QUESTION = 0x3f

export class MovetextReader {
  private readonly dialect: Dialect
  private readonly decoding: TextDecoding
  private readonly tags: TagSection
  private readonly problems: Problems
  private readonly bytes: Uint8Array
  private readonly end: number
  private readonly tree: TreeReader
  private readonly lines: string[] = []
  private result: string | undefined
  /** Where the token after the last comment from `;` begins. */
  private lineCommentEnd = -1

  /**
   * @param tags receives tags that come after moves @param position the start position, undefined if it is invalid
   */
  constructor(
    dialect: Dialect,
    decoding: TextDecoding,
    tags: TagSection,
    problems: Problems,
    bytes: Uint8Array,
    end: number,
    position: Position | undefined,
    noted: Noted,
  ) {
    this.dialect = dialect
    this.decoding = decoding
    this.tags = tags
    this.problems = problems
    this.bytes = bytes
    this.end = end
    this.tree = new TreeReader(dialect, position, noted)
  }

  /** Reads from an offset to the end. */
  read(at: number): Movetext {
    const { bytes, end, tree } = this
    while (at < end) {
      const kind = KINDS[bytes[at]!]!
      if (kind === BLANK) {
        at++
      } else if (kind === WORD) {
        const wordEnd = findWordEnd(bytes, at + 1, end)
        const move = this.readMove(at, wordEnd)
        if (move === NO_MOVE) {
          at = this.readOddWord(at, wordEnd)
        } else {
          tree.addMove(move)
          at = wordEnd
        }
      } else if (kind === DIGIT) {
        at = this.readNumber(at)
      } else {
        at = this.readPunctuation(at)
      }
    }
    if (tree.depth > 0) {
      this.problems.add('pgn/unterminated-variation', 'warning', { count: tree.depth }, end)
    }
    const nodes = tree.finish()
    return { line: tree.bareLine, nodes, result: this.result, lines: this.lines }
  }

  /** The move of a word; NO_MOVE if it is not one, or if no move can be read there. */
  private readMove(at: number, wordEnd: number): Move {
    const { tree } = this
    if (!tree.isKnown || this.result !== undefined) return NO_MOVE
    return this.dialect.readMove(tree.position!, this.bytes, at, wordEnd)
  }

  /** Handles a word that is not simply a move; returns where to continue. */
  private readOddWord(at: number, wordEnd: number): number {
    const text = this.decoding.text(this.bytes, at, wordEnd)
    const kind = wordKind(text)
    if (kind === 'symbol') {
      this.tree.addGlyph(symbolNumber(text)!)
    } else if (kind === 'result') {
      this.readResult(text, at)
    } else if (this.result !== undefined) {
      return this.readStray(at)
    } else if (kind === 'null') {
      this.tree.addMove(PASS)
    } else if (kind === 'mark') {
      this.addSymbol(text, at)
    } else if (kind === 'text') {
      this.readOddMove(text, at)
    }
    return wordEnd
  }

  /** A move in unusual letters, an illegal one that says what was moved, or one that cannot be read. */
  private readOddMove(text: string, at: number): void {
    const { tree, problems } = this
    if (!tree.isKnown) {
      tree.addUnread(text)
      return
    }
    const position = tree.position!
    let move = readOddMove(this.dialect, position, text)
    const isLegal = move !== undefined
    if (!isLegal) {
      move = this.dialect.rules.readIllegalMove?.(position, text)
      if (move !== undefined) problems.add('pgn/illegal-move', 'error', { move: shorten(text) }, at)
    }
    if (move === undefined) {
      problems.add('pgn/unreadable-move', 'error', { move: shorten(text), plies: position.ply }, at)
      tree.addUnread(text)
    } else {
      tree.addMove(move, isLegal)
    }
  }

  /** A move number, a result, or a move that begins with a digit. */
  private readNumber(at: number): number {
    const { bytes, end, tree } = this
    let numberEnd = at + 1
    while (numberEnd < end && isDigit(bytes[numberEnd]!)) numberEnd++
    const next = numberEnd < end ? bytes[numberEnd]! : SPACE
    if (ENDS_WORD[next] === 0 && (next !== DOT || this.dialect.hasDigitMoves)) {
      const wordEnd = findWordEnd(bytes, numberEnd, end)
      const isResult = mayBothLose(bytes, at, wordEnd, end) && this.tags.get('Result') === '0-0'
      const move = isResult ? NO_MOVE : this.readMove(at, wordEnd)
      if (move !== NO_MOVE) {
        tree.addMove(move)
        return wordEnd
      }
      const text = this.decoding.text(bytes, at, wordEnd)
      if (parseResult(text)) {
        this.readResult(text, at)
        return wordEnd
      }
      // A number directly followed by its move, unless moves can no longer be read.
      if (next !== DOT && !tree.isKnown) return this.readOddWord(at, wordEnd)
    }
    if (this.result !== undefined) return this.readStray(at)
    if ((!tree.isKnown || isNullNumber(bytes, at, numberEnd)) && ENDS_WORD[next] === 1)
      return this.readOddWord(at, numberEnd)
    tree.addNumber()
    while (numberEnd < end && bytes[numberEnd] === DOT) numberEnd++
    return numberEnd
  }

  private readResult(text: string, at: number): void {
    if (this.tree.depth > 0) {
      this.tree.addComment(text)
    } else if (this.result !== undefined && this.result !== text) {
      this.problems.add('pgn/second-result', 'warning', { second: text, first: this.result }, at)
    } else {
      this.result = text
    }
  }

  /** Text after the result, up to the end of the game. */
  private readStray(at: number): number {
    const text = normalizeComment(this.decoding.text(this.bytes, at, this.end))
    this.problems.add('pgn/stray-text', 'warning', { text: shorten(text) }, at)
    for (const line of text.split('\n')) this.lines.push(line.replace(/^%/, ''))
    return this.end
  }

  private readPunctuation(at: number): number {
    const { bytes, end, tree } = this
    switch (bytes[at]) {
      case OPEN_BRACE:
        return this.readComment(at)
      case SEMICOLON:
        return this.readLineComment(at)
      case OPEN_PAREN:
        return this.readVariation(at)
      case CLOSE_PAREN:
        if (tree.depth > 0) tree.closeVariation()
        else this.problems.add('pgn/unmatched-parenthesis', 'warning', {}, at)
        return at + 1
      case EXCLAMATION:
      case QUESTION:
        return this.readSuffix(at)
      case DOLLAR:
        return this.readGlyphNumber(at)
      case STAR:
        if (tree.depth === 0) this.readResult('*', at)
        return at + 1
      case DOT:
        return at + 1
      case PERCENT:
        if (at > 0 && !isLineEnd(bytes[at - 1]!)) break
        this.lines.push(this.decoding.text(bytes, at + 1, lineEnd(bytes, at, end)))
        return lineEnd(bytes, at, end)
      case OPEN_BRACKET:
        if (!isTag(bytes, at, end)) break
        this.problems.add('pgn/late-tag', 'warning', {}, at)
        return this.tags.read(at, end)
      default:
    }
    const character = String.fromCharCode(bytes[at]!)
    this.problems.add('pgn/unknown-character', 'warning', { character }, at)
    return at + 1
  }

  /** `!`, `??` and the like. */
  private readSuffix(at: number): number {
    let suffixEnd = at + 1
    while (this.bytes[suffixEnd] === EXCLAMATION || this.bytes[suffixEnd] === QUESTION) suffixEnd++
    this.tree.addGlyph(suffixNumber(this.decoding.text(this.bytes, at, Math.min(suffixEnd, at + 2))))
    return suffixEnd
  }

  private readGlyphNumber(at: number): number {
    const { bytes, end } = this
    let numberEnd = at + 1
    while (numberEnd < end && isDigit(bytes[numberEnd]!)) numberEnd++
    const digits = this.decoding.text(bytes, at + 1, Math.min(numberEnd, at + 7))
    if (digits === '' || Number(digits) > MAX_NAG) this.addSymbol(`$${digits}`, at)
    else this.tree.addGlyph(Number(digits))
    return numberEnd
  }

  private addSymbol(text: string, at: number): void {
    this.problems.add('pgn/unknown-symbol', 'warning', { text: shorten(text) }, at)
    this.tree.addSymbol(text)
  }

  private readComment(at: number): number {
    const { bytes, end } = this
    let close = at + 1
    let hasBreak = false
    while (close < end && bytes[close] !== CLOSE_BRACE) {
      if (isLineEnd(bytes[close]!)) hasBreak = true
      close++
    }
    if (close === end) this.problems.add('pgn/unterminated-comment', 'warning', {}, at)
    if (close === at + 1 && at !== this.lineCommentEnd && bytes[skipSpace(bytes, close + 1, end)] === OPEN_BRACE) {
      // The writer's sign that the comments which follow belong to the next move.
      this.tree.addNumber()
      return close + 1
    }
    const text = this.decoding.text(bytes, at + 1, close)
    this.tree.addComment(hasBreak ? unwrap(text, this.columnAfter(at)) : normalizeComment(text))
    return close + 1
  }

  /** The number of columns of a line up to and including the byte at an offset. */
  private columnAfter(at: number): number {
    let start = at
    while (start > 0 && !isLineEnd(this.bytes[start - 1]!)) start--
    return this.decoding.text(this.bytes, start, at + 1).length
  }

  /** A comment from `;` to the end of the line; such comments on consecutive lines are one. */
  private readLineComment(at: number): number {
    const { bytes, end } = this
    const lines: string[] = []
    let next = at
    while (bytes[next] === SEMICOLON && next < end) {
      const stop = lineEnd(bytes, next, end)
      const start = bytes[next + 1] === SPACE ? next + 2 : next + 1
      lines.push(this.decoding.text(bytes, start, stop))
      next = skipSpace(bytes, stop, end)
      at = stop
      if (countLines(bytes, stop, next) > 1) break
    }
    this.tree.addComment(normalizeComment(lines.join('\n')))
    this.lineCommentEnd = skipSpace(bytes, at, end)
    return at
  }

  private readVariation(at: number): number {
    if (hasText(this.bytes, at, this.end, '(=)')) {
      // A draw offer.
      this.tree.addComment('(=)')
      return at + 3
    }
    if (this.tree.hasMove) {
      this.tree.openVariation()
      return at + 1
    }
    const close = skipVariation(this.bytes, at, this.end)
    this.problems.add('pgn/stray-variation', 'warning', {}, at)
    this.tree.addComment(normalizeComment(this.decoding.text(this.bytes, at, close)))
    return close
  }
}
