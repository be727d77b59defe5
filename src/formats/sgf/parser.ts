/**
 * Reads the text of one game tree in one pass, without recursion, and passes on its nodes: a node with only a move, the
 * usual case, as that move, any other as the list of its properties. docs/formats/sgf.md, Layout.
 */
import { toBase64, decodeText } from '../../bytes/text.ts'
import { shorten, type IssueCollector } from '../../issues/collector.ts'
import type { IssueLocation } from '../../issues/issue.ts'
import { makePlacement, type Move } from '../../model/move.ts'
import { LETTER_NUMBERS, type Board } from './board.ts'
import { fromBinary, isExact, isMostlyUtf8 } from './encoding.ts'
import { isIdentifier, MAX_IDENTIFIER, type NativeValue } from './native.ts'
import { KNOWN, knownByCode, type Known } from './properties.ts'
import {
  CLOSE_TREE,
  CLOSE_VALUE,
  ESCAPE,
  isBlank,
  isLetter,
  NODE,
  OPEN_TREE,
  OPEN_VALUE,
  type LeadBytes,
} from './syntax.ts'
import { isClosedValue } from './text.ts'

/** A property as found. */
export interface FoundProperty {
  readonly id: string
  readonly known: Known | undefined
  /** Values as text, escapes included. */
  values: string[]
  /** The values, with those that are not text in their encoding as bytes; undefined if there are none. */
  natives: NativeValue[] | undefined
  /** Index of the property in the text. */
  readonly at: number
}

/** Decodes, value by value, a text that has one character for every byte. */
export interface BinaryText {
  encoding: string
  /** The encoding of values that are not UTF-8, where some are. */
  other: string | undefined
  leads: LeadBytes | undefined
}

/** What to do with the nodes found. */
export interface NodeMaker {
  /** Receives the move of a node that has nothing else, and returns the index of the node made from it. */
  addMove(parent: number, move: Move): number
  /**
   * Receives the properties of a node and returns the index of the last node made from them. @param move the move that
   * precedes all of them, if there is a plain one
   */
  addNode(parent: number, properties: FoundProperty[], move?: Move): number
}

const NO_PROPERTIES: FoundProperty[] = []
const NO_VALUES: string[] = []

const BLACK = 0x42
const WHITE = 0x57

/** How far after a value text may be considered part of it because of unescaped brackets. */
const MAX_BRACKETED_TEXT = 1 << 12

/** Properties whose values are free text, in which people write brackets. */
const FREE_TEXT: ReadonlySet<string> = new Set(['C', 'N', 'GC', 'GN', 'EV', 'PC', 'SO', 'US', 'AN', 'ON', 'CP'])

export class TreeParser {
  private readonly text: string
  private readonly issues: IssueCollector
  private readonly binary: BinaryText | undefined
  private readonly offsetOf: (at: number) => number
  private at = 0
  /** Further brackets opened before the root: trees within a tree. */
  private extraBrackets = 0
  /** Up to here, no continuation of a value was found. */
  private searchedTo = 0

  /**
   * @param offsetOf the offset in the file of an index in the text
   * @param binary how to decode values, when `text` is bytes
   */
  constructor(text: string, issues: IssueCollector, offsetOf: (at: number) => number, binary?: BinaryText) {
    this.text = text
    this.issues = issues
    this.offsetOf = offsetOf
    this.binary = binary
  }

  /** Reads the properties of the first node, and stops after it. */
  readRoot(): FoundProperty[] {
    const { text } = this
    while (this.at < text.length) {
      const code = text.charCodeAt(this.at)
      if (code === OPEN_TREE) this.extraBrackets++
      // The semicolon of the root may be missing.
      if (isLetter(code)) break
      this.at++
      if (code === NODE) break
    }
    this.extraBrackets--
    return this.readProperties()
  }

  /** Reads all nodes after the root. @param root the last node made from it, which the others follow */
  readTree(root: number, board: Board, maker: NodeMaker): void {
    const { text } = this
    const { columns, rows } = board
    const isGo = board.game === 'go'
    // Nodes at which open variations began.
    const forks: number[] = new Array<number>(Math.max(0, this.extraBrackets)).fill(root)
    let current = root
    for (;;) {
      const code = text.charCodeAt(this.at)
      if (code === NODE) {
        this.at++
        const move = isGo ? this.readUsualMove(columns, rows) : undefined
        current =
          move !== undefined && this.isAtStructure()
            ? maker.addMove(current, move)
            : maker.addNode(current, this.readProperties(), move)
      } else if (code === OPEN_TREE) {
        this.at++
        forks.push(current)
        // A variation whose first node lacks its semicolon.
        this.skipBlanks()
        if (isLetter(text.charCodeAt(this.at))) current = maker.addNode(current, this.readProperties())
      } else if (code === CLOSE_TREE) {
        this.at++
        // The brackets around the tree itself are not in the list; what follows them is another tree.
        const fork = forks.pop()
        if (fork !== undefined) current = fork
        else if (this.isAtEnd()) return
        else this.issues.add('sgf/bracket-too-many', 'warning', {}, this.place(this.at - 1))
      } else if (isBlank(code)) {
        this.at++
      } else if (this.at >= text.length) {
        // Without its first bracket, a game may lack the last.
        const isWhole = this.extraBrackets < 0 && forks.length === 0
        if (!isWhole) this.issues.add('sgf/unclosed-tree', 'warning', {}, this.place(this.at))
        return
      } else {
        this.skipStray()
      }
    }
  }

  /** Whether nothing but white space follows. */
  private isAtEnd(): boolean {
    this.skipBlanks()
    return this.at >= this.text.length
  }

  /** Reads a plainly written Go move at the start of a node, and the white space after it; undefined for anything else. */
  private readUsualMove(columns: number, rows: number): Move | undefined {
    const { text, at } = this
    const colour = text.charCodeAt(at)
    if (colour !== BLACK && colour !== WHITE) return undefined
    if (text.charCodeAt(at + 1) !== OPEN_VALUE || text.charCodeAt(at + 4) !== CLOSE_VALUE) return undefined
    const column = LETTER_NUMBERS[text.charCodeAt(at + 2)]!
    const row = LETTER_NUMBERS[text.charCodeAt(at + 3)]!
    if (column >= columns || row >= rows) return undefined
    let next = at + 5
    while (isBlank(text.charCodeAt(next))) next++
    // Further values of the same property.
    if (text.charCodeAt(next) === OPEN_VALUE) return undefined
    this.at = next
    return makePlacement(row * columns + column, colour === BLACK ? 1 : 2)
  }

  /** Whether there is a node or a bracket of a tree at the cursor. */
  private isAtStructure(): boolean {
    const code = this.text.charCodeAt(this.at)
    return code === NODE || code === CLOSE_TREE || (code === OPEN_TREE && this.opensVariation())
  }

  /** Reads properties up to the next node or bracket of a tree. */
  private readProperties(): FoundProperty[] {
    const { text } = this
    let properties = NO_PROPERTIES
    for (;;) {
      this.skipBlanks()
      const code = text.charCodeAt(this.at)
      let property: FoundProperty | undefined
      if (isLetter(code)) {
        property = this.readProperty(properties.at(-1))
      } else if (code === NODE || code === CLOSE_TREE || this.at >= text.length) {
        return properties
      } else if (code === OPEN_TREE && this.opensVariation()) {
        return properties
      } else {
        property = this.readOddProperty(properties.at(-1))
      }
      if (!property) this.readStray(properties)
      else if (properties === NO_PROPERTIES) properties = [property]
      else properties.push(property)
    }
  }

  /**
   * Reads a property; undefined, without skipping anything, if no value follows the name. @param before the property
   * before it in the node
   */
  private readProperty(before: FoundProperty | undefined): FoundProperty | undefined {
    const { text } = this
    const start = this.at
    let end = start + 1
    while (isLetter(text.charCodeAt(end))) end++
    this.at = end
    this.skipBlanks()
    if (text.charCodeAt(this.at) !== OPEN_VALUE) {
      this.at = start
      return this.readOddProperty(before)
    }
    const first = text.charCodeAt(start)
    if (first > 0x60 && before && FREE_TEXT.has(before.id) && !this.isProperty(end)) {
      this.at = start
      return undefined
    }
    const second = end - start === 1 ? 0x40 : text.charCodeAt(start + 1)
    const isUsual = end - start <= 2 && first < 0x60 && second < 0x60
    const known = isUsual ? knownByCode(first, second) : undefined
    const id = known?.id ?? this.identifier(start, end)
    return this.withValues({ id, known: known ?? KNOWN.get(id), values: NO_VALUES, natives: undefined, at: start })
  }

  /**
   * Reads a property whose name has other characters than letters, as programs make them up (`LZ2`, `x-clock`). After free
   * text, one that does not begin with a capital may also be text in brackets.
   */
  private readOddProperty(before: FoundProperty | undefined): FoundProperty | undefined {
    const { text, at } = this
    let end = at
    while (end - at <= MAX_IDENTIFIER && isNameCode(text.charCodeAt(end))) end++
    const id = text.slice(at, end)
    if (text.charCodeAt(end) !== OPEN_VALUE || !isIdentifier(id)) return undefined
    if (before && FREE_TEXT.has(before.id) && !/^[A-Z][A-Z0-9]*$/.test(id) && !this.isProperty(end)) return undefined
    this.at = end
    return this.withValues({ id: this.decoded(id), known: undefined, values: NO_VALUES, natives: undefined, at })
  }

  /** A name as text, if it is not bytes that are none. */
  private decoded(id: string): string {
    const name = this.binary ? decodeText(fromBinary(id), this.binary.encoding) : id
    return isIdentifier(name) ? name : id
  }

  /** Whether the values that begin at an index are followed by what can follow a property. */
  private isProperty(at: number): boolean {
    const ahead = this.text.slice(at, at + MAX_BRACKETED_TEXT)
    return /^\s*(?:[^\s()[\];\\]*(?:\[(?:[^\]\\]|\\[^])*\]\s*)+)+(?:[;()]|$)/.test(ahead)
  }

  private withValues(property: FoundProperty): FoundProperty {
    this.readValues(property)
    return property
  }

  /** The capitals of an identifier: before FF[4] small letters were decoration, but no name began with one. */
  private identifier(start: number, end: number): string {
    const letters = this.text.slice(start, Math.min(end, start + MAX_IDENTIFIER))
    const capitals = letters.replaceAll(/[a-z]/g, '')
    if (capitals !== '') return letters.charCodeAt(0) < 0x60 ? capitals : letters
    this.issues.add('sgf/small-identifier', 'warning', { property: letters }, this.place(start))
    return letters.toUpperCase()
  }

  private readValues(property: FoundProperty): void {
    const { text } = this
    while (text.charCodeAt(this.at) === OPEN_VALUE) {
      this.at++
      const start = this.at
      const end = this.valueEnd()
      const value = text.slice(start, end)
      this.addValue(property, value)
      this.at = end + 1
      if (end >= text.length) {
        this.at = end
        this.issues.add('sgf/unclosed-value', 'error', { property: property.id }, this.place(start - 1))
      }
      this.skipBlanks()
    }
  }

  /** The index of the bracket that closes the value at the cursor, or the end of the text. */
  private valueEnd(): number {
    const { text, binary } = this
    const leads = binary?.leads
    let at = this.at
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === CLOSE_VALUE) return at
      if (code === ESCAPE || (leads && leads[code] === 1)) at++
      else if (at >= text.length) return text.length
      at++
    }
  }

  private addValue(property: FoundProperty, raw: string): void {
    const { binary } = this
    // oxlint-disable-next-line no-control-regex
    if (!binary || !/[^\u0000-\u007f]/.test(raw)) {
      append(property, closable(raw))
      return
    }
    const bytes = fromBinary(raw)
    const encoding = binary.other === undefined || isMostlyUtf8(bytes) ? binary.encoding : binary.other
    // A value of a file that is cut may end with the first half of an escape.
    const value = closable(decodeText(bytes, encoding))
    if (isExact(bytes, value, encoding)) {
      append(property, value)
      return
    }
    property.natives ??= [...property.values]
    append(property, value, { base64: toBase64(bytes), encoding })
    const params = { property: property.id, encoding }
    this.issues.add('sgf/undecodable-value', 'warning', params, this.place(property.at))
  }

  /**
   * Handles text in the place of a property. After a value it is usually the rest of a comment with unescaped brackets,
   * to which it is then added.
   */
  private readStray(properties: readonly FoundProperty[]): void {
    const { text } = this
    const last = properties.at(-1)
    const isFreeText = last !== undefined && FREE_TEXT.has(last.id) && !last.natives
    const rest = isFreeText ? this.bracketedText() : undefined
    if (rest === undefined) {
      this.skipStray()
      return
    }
    this.issues.add('sgf/bracket-in-text', 'warning', { property: last!.id }, this.place(this.at))
    const before = text.lastIndexOf(']', this.at) + 1
    last!.values[last!.values.length - 1] += `\\]${closable(text.slice(before, rest))}`
    this.at = rest + 1
  }

  /** The index of the closing bracket up to which the text at the cursor may belong to the value before it. */
  private bracketedText(): number | undefined {
    const { text, at } = this
    if (at < this.searchedTo) return undefined
    const ahead = text.slice(at, at + MAX_BRACKETED_TEXT)
    const close = ahead.indexOf(']')
    if (close >= 0 && !/;\s*[A-Z]{1,2}\s*\[/.test(ahead.slice(0, close))) return at + close
    this.searchedTo = at + (close < 0 ? ahead.length : close)
    return undefined
  }

  /** Skips stray text. */
  private skipStray(): void {
    const { text } = this
    const start = this.at
    while (isLetter(text.charCodeAt(this.at))) this.at++
    if (this.at === start) this.at++
    while (this.at < text.length && !this.isStructural(text.charCodeAt(this.at))) this.at++
    const stray = shorten(text.slice(start, this.at).trim())
    this.issues.add('sgf/stray-text', 'warning', { text: stray }, this.place(start))
  }

  private isStructural(code: number): boolean {
    return code === NODE || code === OPEN_TREE || code === CLOSE_TREE || (code >= 0x41 && code <= 0x5a)
  }

  /** Whether a variation, rather than text in parentheses, begins at the cursor. */
  private opensVariation(): boolean {
    const { text } = this
    let at = this.at + 1
    while (isBlank(text.charCodeAt(at)) || text.charCodeAt(at) === OPEN_TREE) at++
    const code = text.charCodeAt(at)
    return code === NODE || code === CLOSE_TREE || at >= text.length || /^[A-Z]{1,2}\s*\[/.test(text.slice(at, at + 8))
  }

  private skipBlanks(): void {
    const { text } = this
    while (isBlank(text.charCodeAt(this.at))) this.at++
  }

  private place(at: number): () => IssueLocation {
    return () => ({ offset: this.offsetOf(at) })
  }
}

/** Whether a code may stand in a name: no white space and no bracket, semicolon or backslash. */
function isNameCode(code: number): boolean {
  if (code <= 0x20 || Number.isNaN(code)) return false
  if (code === OPEN_TREE || code === CLOSE_TREE || code === NODE) return false
  return code !== OPEN_VALUE && code !== CLOSE_VALUE && code !== ESCAPE
}

/** Adds a value. Most properties have one, and a list that grows from empty reserves room for many. */
function append(property: FoundProperty, value: string, native: NativeValue = value): void {
  if (property.values === NO_VALUES) property.values = [value]
  else property.values.push(value)
  property.natives?.push(native)
}

/** A value whose end is not where a bracket closes it, without a last backslash that would escape that bracket. */
function closable(value: string): string {
  return isClosedValue(value) ? value : value.slice(0, -1)
}
