/**
 * Reads movetext into a tree. One loop over the bytes with a stack of its
 * own for variations: no recursion, no string for a move that can be read.
 *
 * The position is carried along and taken back where a variation begins, so
 * it always stands where the next move is to be read. After a move that
 * cannot be read nobody knows where that is: the line is lost, and its
 * further moves keep their text.
 */
import type { Comment } from '../../model/annotation.ts'
import { PASS, type Move } from '../../model/move.ts'
import { toPreorder, type Node } from '../../model/tree.ts'
import type { Position } from '../../rules/rules.ts'
import { shorten } from '../findings.ts'
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
  KINDS,
  lineEnd,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PERCENT,
  RETURN,
  SEMICOLON,
  skipSpace,
  SPACE,
  STAR,
  WORD,
} from './characters.ts'
import { readCommands } from './commands.ts'
import { normalizeComment, unwrap } from './comment-text.ts'
import type { TextDecoding } from './decoding.ts'
import { NO_MOVE, type Dialect } from './dialect.ts'
import { DIAGRAM, suffixNumber, symbolNumber } from './glyphs.ts'
import type { Problems } from './problems.ts'
import { parseResult } from './results.ts'
import { isTag, type TagSection } from './tags.ts'
import { findWordEnd, mayBothLose, readOddMove, skipVariation, wordKind } from './words.ts'

/** What movetext holds. */
export interface Movetext {
  nodes: Node[]
  /** The result after the moves, as written. */
  result: string | undefined
  /** Lines behind `%`, and text after the result. */
  lines: string[]
}

/** The largest number of a glyph. */
const MAX_NAG = 0xffff

/** A line in which every move was read. */
const KNOWN = -1

/** A line that begins where nobody knows the position. */
const LOST = 0

const EXCLAMATION = 0x21
const QUESTION = 0x3f

/** A line that waits while a variation of its last move is read. */
interface Level {
  /** The move that the variation replaces. */
  node: number
  lost: number
  /** Moves played before it. */
  ply: number
}

export class MovetextReader {
  private readonly dialect: Dialect
  private readonly decoding: TextDecoding
  private readonly tags: TagSection
  private readonly problems: Problems
  private readonly bytes: Uint8Array
  private readonly end: number
  private readonly position: Position | undefined

  private readonly nodes: Node[] = [{ parent: -1 }]
  private readonly levels: Level[] = []
  private readonly lines: string[] = []
  private current = 0
  /** KNOWN, or the node of the first move of the line that could not be read. */
  private lost: number
  /** Whether the line has a move yet. */
  private hasMove = false
  private hasVariations = false
  /** Whether a move number was read since the last move. */
  private isNumbered = false
  /** Comments and glyphs read before their move. */
  private before: string[] = []
  private glyphsBefore: number[] = []
  private result: string | undefined

  /**
   * @param tags takes tags that come after moves
   * @param position the start, undefined when it could not be read
   */
  constructor(
    dialect: Dialect,
    decoding: TextDecoding,
    tags: TagSection,
    problems: Problems,
    bytes: Uint8Array,
    end: number,
    position: Position | undefined,
  ) {
    this.dialect = dialect
    this.decoding = decoding
    this.tags = tags
    this.problems = problems
    this.bytes = bytes
    this.end = end
    this.position = position
    this.lost = position ? KNOWN : LOST
  }

  /** Reads from an offset to the end. */
  read(at: number): Movetext {
    const { bytes, end, position, dialect } = this
    const { rules } = dialect
    while (at < end) {
      const kind = KINDS[bytes[at]!]!
      if (kind === BLANK) {
        at++
      } else if (kind === WORD) {
        const wordEnd = findWordEnd(bytes, at + 1, end)
        const move = this.lost === KNOWN && !this.result ? dialect.readMove(position!, bytes, at, wordEnd) : NO_MOVE
        if (move === NO_MOVE) {
          at = this.readOddWord(at, wordEnd)
        } else {
          this.addNode({ parent: this.current, move })
          rules.play(position!, move)
          at = wordEnd
        }
      } else if (kind === DIGIT) {
        at = this.readNumber(at)
      } else {
        at = this.readPunctuation(at)
      }
    }
    return this.finish()
  }

  private finish(): Movetext {
    if (this.levels.length > 0) {
      const count = this.levels.length
      this.problems.add('unterminated-variation', 'warning', `${count} variations are not closed`, this.end)
      while (this.levels.length > 0) this.closeVariation()
    }
    this.settleBefore()
    const nodes = this.hasVariations ? toPreorder(this.nodes) : this.nodes
    return { nodes, result: this.result, lines: this.lines }
  }

  private addNode(node: Node): void {
    if (this.before.length > 0) {
      node.comments = this.before.map((text): Comment => ({ text, placement: 'before' }))
      this.before = []
    }
    if (this.glyphsBefore.length > 0) {
      for (const nag of this.glyphsBefore) addGlyph(node, nag)
      this.glyphsBefore = []
    }
    this.current = this.nodes.push(node) - 1
    this.hasMove = true
    this.isNumbered = false
  }

  private addUnread(text: string, at: number): void {
    if (this.lost === KNOWN) {
      const start = this.position!.ply
      const message = `cannot read the move "${shorten(text)}" after ${start} plies; the rest of the line keeps its text`
      this.problems.add('unreadable-move', 'error', message, at)
    }
    this.addNode({ parent: this.current, unread: { text } })
    if (this.lost === KNOWN) this.lost = this.current
  }

  /** A word that is no move as it stands; answers where to go on. */
  private readOddWord(at: number, wordEnd: number): number {
    const text = this.decoding.text(this.bytes, at, wordEnd)
    const kind = wordKind(text)
    if (kind === 'symbol') {
      this.glyph(symbolNumber(text)!)
    } else if (kind === 'result') {
      this.readResult(text, at)
    } else if (this.result !== undefined) {
      return this.readStray(at)
    } else if (kind === 'null') {
      this.play(PASS)
    } else if (kind === 'mark') {
      this.addSymbol(text, at)
    } else if (kind === 'text') {
      this.readOddMove(text, at)
    }
    return wordEnd
  }

  /** A move in unusual letters, or one that is not legal but says what is moved. */
  private readOddMove(text: string, at: number): void {
    const { rules } = this.dialect
    let move = this.lost === KNOWN ? readOddMove(this.dialect, this.position!, text) : undefined
    if (move === undefined && this.lost === KNOWN) {
      move = rules.readIllegalMove?.(this.position!, text)
      if (move !== undefined) {
        this.problems.add('illegal-move', 'error', `the move "${shorten(text)}" is not legal`, at)
      }
    }
    if (move === undefined) this.addUnread(text, at)
    else this.play(move)
  }

  private play(move: Move): void {
    this.addNode({ parent: this.current, move })
    if (this.lost === KNOWN) this.dialect.rules.play(this.position!, move)
  }

  /** A move number, a result, or a move that begins with a digit. */
  private readNumber(at: number): number {
    const { bytes, end, dialect } = this
    let numberEnd = at + 1
    while (numberEnd < end && isDigit(bytes[numberEnd]!)) numberEnd++
    const next = numberEnd < end ? bytes[numberEnd]! : SPACE
    const isWord = ENDS_WORD[next] === 0 && (next !== DOT || dialect.hasDigitMoves)
    if (isWord) {
      const wordEnd = findWordEnd(bytes, numberEnd, end)
      const isResult = mayBothLose(bytes, at, wordEnd, end) && this.tags.get('Result') === '0-0'
      const canMove = this.lost === KNOWN && !this.result && !isResult
      const move = canMove ? dialect.readMove(this.position!, bytes, at, wordEnd) : NO_MOVE
      if (move !== NO_MOVE) {
        this.play(move)
        return wordEnd
      }
      const text = this.decoding.text(bytes, at, wordEnd)
      if (parseResult(text)) {
        this.readResult(text, at)
        return wordEnd
      }
      // A number that the move is glued to, unless nothing can be read any more.
      if (next !== DOT && this.lost !== KNOWN) return this.readOddWord(at, wordEnd)
    }
    if (this.result) return this.readStray(at)
    if (this.lost !== KNOWN && ENDS_WORD[next] === 1) return this.readOddWord(at, numberEnd)
    this.isNumbered = true
    while (numberEnd < end && bytes[numberEnd] === DOT) numberEnd++
    return numberEnd
  }

  private readResult(text: string, at: number): void {
    if (this.levels.length > 0) {
      this.comment(text)
    } else if (this.result !== undefined && this.result !== text) {
      this.problems.add('second-result', 'warning', `a second result ${text} after ${this.result}`, at)
    } else {
      this.result = text
    }
  }

  /** Text after the result, up to the end of the game. */
  private readStray(at: number): number {
    const text = normalizeComment(this.decoding.text(this.bytes, at, this.end))
    this.problems.add('stray-text', 'warning', `text after the result: "${shorten(text)}"`, at)
    this.lines.push(...text.split('\n').map((line) => line.replace(/^%/, '')))
    return this.end
  }

  private readPunctuation(at: number): number {
    const { bytes, end } = this
    switch (bytes[at]) {
      case OPEN_BRACE:
        return this.readComment(at)
      case SEMICOLON:
        return this.readLineComment(at)
      case OPEN_PAREN:
        return this.openVariation(at)
      case CLOSE_PAREN:
        if (this.levels.length > 0) this.closeVariation()
        else this.problems.add('unmatched-parenthesis', 'warning', 'a ")" closes no variation', at)
        return at + 1
      case EXCLAMATION:
      case QUESTION:
        return this.readSuffix(at)
      case DOLLAR:
        return this.readGlyphNumber(at)
      case STAR:
        if (this.levels.length === 0) this.readResult('*', at)
        return at + 1
      case DOT:
        return at + 1
      case PERCENT:
        if (at > 0 && bytes[at - 1] !== NEWLINE && bytes[at - 1] !== RETURN) break
        this.lines.push(this.decoding.text(bytes, at + 1, lineEnd(bytes, at, end)))
        return lineEnd(bytes, at, end)
      case OPEN_BRACKET:
        if (!isTag(bytes, at, end)) break
        this.problems.add('late-tag', 'warning', 'a tag after the first move', at)
        return this.tags.read(at, end)
      default:
    }
    const character = String.fromCharCode(bytes[at]!)
    this.problems.add('unknown-character', 'warning', `"${character}" has no meaning here and is left out`, at)
    return at + 1
  }

  /** `!`, `??` and the like. */
  private readSuffix(at: number): number {
    let suffixEnd = at + 1
    while (this.bytes[suffixEnd] === EXCLAMATION || this.bytes[suffixEnd] === QUESTION) suffixEnd++
    this.glyph(suffixNumber(this.decoding.text(this.bytes, at, Math.min(suffixEnd, at + 2))))
    return suffixEnd
  }

  private readGlyphNumber(at: number): number {
    const { bytes, end } = this
    let numberEnd = at + 1
    while (numberEnd < end && isDigit(bytes[numberEnd]!)) numberEnd++
    const digits = this.decoding.text(bytes, at + 1, Math.min(numberEnd, at + 6))
    if (digits === '' || Number(digits) > MAX_NAG || numberEnd > at + 6) {
      const text = this.decoding.text(bytes, at, Math.min(numberEnd, at + 100))
      this.addSymbol(text, at)
    } else {
      this.glyph(Number(digits))
    }
    return numberEnd
  }

  /** A symbol that has no number. */
  private addSymbol(text: string, at: number): void {
    this.problems.add('unknown-symbol', 'warning', `"${shorten(text)}" is no symbol of PGN`, at)
    const target = this.target()
    target.glyphs ??= []
    target.glyphs.push({ nag: 0, code: text })
  }

  /** The node that a comment or glyph read now belongs to. */
  private target(): Node {
    return this.nodes[this.hasMove || this.levels.length === 0 ? this.current : this.levels.at(-1)!.node]!
  }

  private isBeforeMove(): boolean {
    return this.isNumbered || (!this.hasMove && this.levels.length > 0)
  }

  private glyph(nag: number): void {
    if (this.isBeforeMove()) this.glyphsBefore.push(nag)
    else addGlyph(this.target(), nag)
  }

  private comment(text: string): void {
    if (text === '') return
    if (this.isBeforeMove()) this.before.push(text)
    else this.commentAfter(this.target(), text)
  }

  private commentAfter(node: Node, text: string): void {
    const rest = text.includes('[%') ? readCommands(text, node, this.dialect.squares) : text
    if (rest === '') return
    node.comments ??= []
    node.comments.push({ text: rest, placement: 'after' })
  }

  /** What waited for a move that never came belongs to the move before. */
  private settleBefore(): void {
    const target = this.target()
    for (const text of this.before) this.commentAfter(target, text)
    for (const nag of this.glyphsBefore) addGlyph(target, nag)
    this.before = []
    this.glyphsBefore = []
    this.isNumbered = false
  }

  private readComment(at: number): number {
    const { bytes, end } = this
    let close = at + 1
    let hasBreak = false
    while (close < end && bytes[close] !== CLOSE_BRACE) {
      if (bytes[close] === NEWLINE || bytes[close] === RETURN) hasBreak = true
      close++
    }
    if (close === end) this.problems.add('unterminated-comment', 'warning', 'a comment is not closed', at)
    const text = this.decoding.text(bytes, at + 1, close)
    this.comment(hasBreak ? unwrap(text, this.columnAfter(at)) : normalizeComment(text))
    return close + 1
  }

  /** How many columns of its line come up to an offset, the byte there included. */
  private columnAfter(at: number): number {
    let start = at
    while (start > 0 && this.bytes[start - 1] !== NEWLINE && this.bytes[start - 1] !== RETURN) start--
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
    this.comment(normalizeComment(lines.join('\n')))
    return at
  }

  private openVariation(at: number): number {
    if (hasText(this.bytes, at, this.end, '(=)')) {
      this.comment('(=)')
      return at + 3
    }
    if (!this.hasMove) {
      const close = skipVariation(this.bytes, at, this.end)
      this.problems.add('stray-variation', 'warning', 'a variation that replaces no move is kept as a comment', at)
      this.comment(normalizeComment(this.decoding.text(this.bytes, at, close)))
      return close
    }
    this.settleBefore()
    const { rules } = this.dialect
    this.hasVariations = true
    if (this.lost === KNOWN) rules.undo(this.position!)
    this.levels.push({ node: this.current, lost: this.lost, ply: this.position?.ply ?? 0 })
    if (this.lost !== KNOWN) this.lost = this.lost === this.current ? KNOWN : LOST
    if (!this.position) this.lost = LOST
    this.current = this.nodes[this.current]!.parent
    this.hasMove = false
    return at + 1
  }

  private closeVariation(): void {
    this.settleBefore()
    const { rules } = this.dialect
    const level = this.levels.pop()!
    if (this.position) {
      while (this.position.ply > level.ply) rules.undo(this.position)
      if (level.lost === KNOWN) rules.play(this.position, this.nodes[level.node]!.move!)
    }
    this.current = level.node
    this.lost = level.lost
    this.hasMove = true
  }
}

function addGlyph(node: Node, nag: number): void {
  if (nag === DIAGRAM) {
    node.annotations ??= []
    node.annotations.push({ type: 'diagram' })
  } else {
    node.glyphs ??= []
    node.glyphs.push({ nag })
  }
}
