/**
 * Reads movetext: one loop over the bytes, without recursion and without a
 * string for a move that can be read. It passes what it finds to a TreeReader.
 */
import { PASS, type Move } from '../../../model/move.ts'
import type { MoveNode } from '../../../model/tree.ts'
import type { Position } from '../../../rules/rules.ts'
import { shorten } from '../../../issues/collector.ts'
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
} from '../text/characters.ts'
import { nestedEnd, normalizeComment, unwrap } from '../text/comment-text.ts'
import type { TextDecoding } from '../text/decoding.ts'
import { NO_MOVE, type Dialect } from '../dialects/dialect.ts'
import { suffixNumber, symbolNumber } from '../text/glyphs.ts'
import {
  bracketsEnd,
  continuesLooseText,
  firstBreak,
  isLooseWord,
  markupEnd,
  separatorSize,
  skipNumber,
} from './loose-text.ts'
import type { Problems } from '../text/problems.ts'
import { isTag, type TagSection } from '../tags/tags.ts'
import { TreeReader, type Noted } from './tree-reader.ts'
import {
  findWordEnd,
  isLast,
  isNullNumber,
  isZeros,
  mayBothLose,
  readGluedMove,
  readOddMove,
  readResultWord,
  skipVariation,
  wordKind,
} from './words.ts'

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

const PLUS = 0x2b
const EQUALS = 0x3d
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
        at = this.readWord(at, findWordEnd(bytes, at + 1, end))
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

  /** Reads a word; returns where to continue. */
  private readWord(at: number, wordEnd: number): number {
    const move = this.readMove(at, wordEnd)
    if (move === NO_MOVE) return this.readOddWord(at, wordEnd)
    const last = this.bytes[wordEnd - 1]!
    if (last === EQUALS || (last === PLUS && this.bytes[wordEnd - 2] === EQUALS)) this.addJudgedMove(move, at, wordEnd)
    else this.tree.addMove(move)
    return wordEnd
  }

  /** Adds a move with a symbol of signs that may also follow a move: `Nf3=`, `Nf3+=`, `Nf3=+`. */
  private addJudgedMove(move: Move, at: number, wordEnd: number): void {
    const { tree, dialect } = this
    const [signs] = /[+#=]+$/.exec(this.decoding.text(this.bytes, at, wordEnd))!
    const isCheck = /[+#]$/.test(dialect.rules.writeMove(tree.position!, move))
    const symbol = isCheck ? signs.replace(/^[+#]+(?=.)/, '') : signs
    tree.addMove(move)
    const number = symbolNumber(symbol) ?? symbolNumber(symbol.replace(/^[+#]+/, ''))
    if (number === undefined) this.addSymbol(symbol, at)
    else tree.addGlyph(number)
  }

  /** The move of a word; NO_MOVE if it is not one, or if no move can be read there. */
  private readMove(at: number, wordEnd: number): Move {
    const { tree } = this
    if (!tree.isKnown || this.result !== undefined) return NO_MOVE
    return this.dialect.readMove(tree.position!, this.bytes, at, wordEnd)
  }

  /** Handles a word that is not simply a move; returns where to continue. */
  private readOddWord(at: number, wordEnd: number): number {
    const { bytes, end } = this
    const cut = firstBreak(bytes, at, wordEnd, end)
    if (cut === at) return this.readBreak(at)
    if (cut < wordEnd) return this.readWord(at, cut)
    const text = this.decoding.text(bytes, at, wordEnd)
    const kind = wordKind(text)
    if (kind === 'symbol') {
      this.tree.addGlyph(symbolNumber(text)!)
    } else if (kind === 'result') {
      this.readResult(text, at)
    } else if (this.result !== undefined) {
      return this.readStray(at)
    } else if (kind === 'null') {
      this.tree.addMove(PASS)
    } else if (kind === 'any') {
      this.tree.addMove(PASS)
      this.addLoose(at, wordEnd)
    } else if (kind === 'mark') {
      this.addSymbol(text, at)
    } else if (kind === 'text') {
      return this.readOddMove(text, at, wordEnd)
    }
    return wordEnd
  }

  /** White space of another kind, or HTML, with which a word begins; returns where to continue. */
  private readBreak(at: number): number {
    const { bytes, end } = this
    const size = separatorSize(bytes, at)
    if (size > 0) return at + size
    const markup = markupEnd(bytes, at, end)
    if (this.result !== undefined) return this.readStray(at)
    const isSpace = this.decoding.text(bytes, at, markup) === '&nbsp;'
    if (!isSpace) this.addLoose(at, markup)
    return markup
  }

  /** Text that is no movetext: it becomes a comment, and reading goes on behind it. */
  private addLoose(at: number, end: number): void {
    const text = normalizeComment(this.decoding.text(this.bytes, at, end)).replaceAll(/\s*\n\s*/g, ' ')
    this.problems.add('pgn/loose-text', 'warning', { text: shorten(text) }, at)
    this.tree.addComment(text)
  }

  /** The end of the loose words that begin with one. */
  private looseEnd(wordEnd: number): number {
    const { bytes, end, dialect } = this
    let last = wordEnd
    for (;;) {
      const at = skipNumber(bytes, skipSpace(bytes, last, end), end)
      if (at >= end || KINDS[bytes[at]!] !== WORD) return at > last && bytes[at] === CLOSE_PAREN ? at : last
      const next = findWordEnd(bytes, at + 1, end)
      if (firstBreak(bytes, at, next, end) < next || this.readMove(at, next) !== NO_MOVE) return last
      const text = this.decoding.text(bytes, at, next)
      if (wordKind(text) !== 'text' || !continuesLooseText(dialect, text)) return last
      if (this.tree.isKnown && readGluedMove(dialect, this.tree.position!, text)) return last
      last = next
    }
  }

  /**
   * A move in unusual letters or with symbols right after it, an illegal one that says what was moved, one that cannot be
   * read, or a word that is none. Returns where to continue.
   */
  private readOddMove(text: string, at: number, wordEnd: number): number {
    const { tree, problems, dialect } = this
    const position = tree.isKnown ? tree.position : undefined
    let move = position && readOddMove(dialect, position, text)
    const glued = position && move === undefined ? readGluedMove(dialect, position, text) : undefined
    const isLegal = move !== undefined || glued !== undefined
    if (position && !isLegal) {
      move = dialect.rules.readIllegalMove?.(position, text)
      if (move !== undefined) problems.add('pgn/illegal-move', 'error', { move: shorten(text) }, at)
    }
    if (glued) {
      tree.addMove(glued.move)
      for (const number of glued.symbols) tree.addGlyph(number)
    } else if (move !== undefined) {
      tree.addMove(move, isLegal)
    } else if (isLooseWord(dialect, text)) {
      const end = this.looseEnd(wordEnd)
      this.addLoose(at, end)
      return end
    } else {
      if (position) problems.add('pgn/unreadable-move', 'error', { move: shorten(text), plies: position.ply }, at)
      tree.addUnread(text)
    }
    return wordEnd
  }

  /** A move number, a result, or a move that begins with a digit. */
  private readNumber(at: number): number {
    const { bytes, end, tree } = this
    let numberEnd = at + 1
    while (numberEnd < end && isDigit(bytes[numberEnd]!)) numberEnd++
    const next = numberEnd < end ? bytes[numberEnd]! : SPACE
    if (ENDS_WORD[next] === 0 && (next !== DOT || this.dialect.hasDigitMoves)) {
      const wordEnd = firstBreak(bytes, at, findWordEnd(bytes, numberEnd, end), end)
      const isResult = mayBothLose(bytes, at, wordEnd, end) && this.tags.get('Result') === '0-0'
      const move = isResult ? NO_MOVE : this.readMove(at, wordEnd)
      if (move !== NO_MOVE) {
        tree.addMove(move)
        return wordEnd
      }
      const text = this.decoding.text(bytes, at, wordEnd)
      // Where the game does not end it is castling, and so where it can be.
      if (!isResult && this.isCastling(text, wordEnd)) return this.readOddMove(text, at, wordEnd)
      const word = readResultWord(text)
      if (word) {
        this.readResult(word.result, at)
        if (word.rest !== '') this.problems.add('pgn/stray-text', 'warning', { text: word.rest }, at)
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

  /** Whether digits and dashes are castling and no result. */
  private isCastling(text: string, wordEnd: number): boolean {
    const { tree, dialect } = this
    if (dialect.game !== 'chess' || this.result !== undefined || !isZeros(text)) return false
    if (!isLast(this.bytes, wordEnd, this.end)) return true
    return tree.isKnown && readOddMove(dialect, tree.position!, text) !== undefined
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
    const loose = Math.max(markupEnd(bytes, at, end), bytes[at] === OPEN_BRACKET ? bracketsEnd(bytes, at, end) : at)
    if (loose > at) {
      if (this.result !== undefined) return this.readStray(at)
      if (wordKind(this.decoding.text(bytes, at, loose)) === 'null') tree.addMove(PASS)
      else this.addLoose(at, loose)
      return loose
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
    const inner = nestedEnd(bytes, at, close, end)
    if (inner > close) {
      hasBreak ||= bytes.subarray(close, inner).some(isLineEnd)
      close = inner
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
