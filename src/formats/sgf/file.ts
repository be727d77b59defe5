/** An SGF file: its bytes, transcoded from UTF-16 or ISO-2022-JP if necessary, and the game trees in it. */
import { guessEncoding, hasJapaneseEscape } from '../../bytes/guess-encoding.ts'
import { findUnicodeMark } from '../../bytes/unicode-mark.ts'
import { readAll, type Source } from '../../bytes/source.ts'
import { decodeText } from '../../bytes/text.ts'
import { FormatError } from '../../issues/errors.ts'
import { encodingOfLabel, GameDecoder, needsTranscoding, toBinary, type DecodedGame } from './encoding.ts'
import { CLOSE_TREE, isBlank, leadBytesOf, TreeFinder, type LeadBytes } from './syntax.ts'

/** A game tree in the file. */
export interface Tree {
  start: number
  end: number
  /** Whether its last bracket is missing. */
  isOpen: boolean
  /** Whether its first bracket is missing. */
  isBare: boolean
}

/** Text outside the game trees. */
export interface TextAfter {
  at: number
  text: string
  /** Whether closing brackets stand before it. */
  hasBrackets: boolean
}

export class SgfFile {
  readonly name: string
  /** The bytes that offsets refer to: those of the file, unless it was transcoded. */
  readonly bytes: Uint8Array
  /** The encoding from which the whole file was transcoded to UTF-8, if any. */
  readonly transcodedFrom: string | undefined
  /** Whether some of its bytes were invalid in that encoding. */
  readonly isDamaged: boolean
  readonly finder: TreeFinder
  private readonly decoder: GameDecoder
  private readonly trees: Tree[] = []
  private isSearched = false

  /**
   * Reads a file. Throws FormatError if there is no game tree in it. @param forced the encoding to use, whatever the
   * file says
   */
  constructor(source: Source, forced: string | undefined) {
    this.name = source.name
    const original = readAll(source)
    const mark = findUnicodeMark(original)
    this.transcodedFrom = transcodedEncoding(original, forced ?? mark?.encoding)
    this.bytes = this.transcodedFrom ? toUtf8(original, this.transcodedFrom) : original
    this.isDamaged = this.transcodedFrom !== undefined && !isValid(original, this.transcodedFrom)
    this.decoder = new GameDecoder(this.bytes, this.transcodedFrom ? 'utf-8' : forced)
    this.finder = new TreeFinder(this.bytes, this.findLeads(forced))
    // An empty file is a collection of no games, as our writer makes it.
    if (!this.tree(0) && this.bytes.length > 0) {
      throw new FormatError('sgf/no-tree', {}, { file: this.name, offset: 0 })
    }
  }

  /** The lead bytes by which brackets are distinguished from the second bytes of characters. */
  private findLeads(forced: string | undefined): LeadBytes | undefined {
    if (this.decoder.isUtf8) return undefined
    if (forced !== undefined) return leadBytesOf(forced)
    const finder = new TreeFinder(this.bytes, undefined)
    const found = finder.next(0)
    const start = Math.max(0, found, finder.bareStart(0, found < 0 ? this.bytes.length : found))
    const label = finder.value(start, finder.rootEnd(start, this.bytes.length), 'CA')
    const named = label && encodingOfLabel(toBinary(label))
    return (named === undefined ? undefined : leadBytesOf(named)) ?? leadBytesOf(guessEncoding(this.bytes))
  }

  /** The tree with an index, or undefined if there are not that many. */
  tree(index: number): Tree | undefined {
    while (this.trees.length <= index && !this.isSearched) this.findTree()
    return this.trees[index]
  }

  /** The number of trees. */
  get count(): number {
    while (!this.isSearched) this.findTree()
    return this.trees.length
  }

  private findTree(): void {
    const from = this.trees.at(-1)?.end ?? 0
    const next = this.finder.next(from)
    const bare = this.finder.bareStart(from, next < 0 ? this.bytes.length : next)
    if (bare >= 0) {
      // Without the first bracket, the last may be missing too.
      this.trees.push({
        start: bare,
        end: this.withoutBlanks(this.finder.end(bare, 1).end),
        isOpen: false,
        isBare: true,
      })
    } else if (next >= 0) {
      const { end, isOpen } = this.finder.end(next + 1, 1)
      this.trees.push({ start: next, end: isOpen ? this.withoutBlanks(end) : end, isOpen, isBare: false })
    } else {
      this.isSearched = true
    }
  }

  /** The end of a tree that goes on to the end of the file, without the line break there. */
  private withoutBlanks(end: number): number {
    let at = end
    while (isBlank(this.bytes[at - 1]!)) at--
    return at
  }

  /** The text of a part of the file that begins a game tree. */
  decode(start: number, end: number): DecodedGame {
    const decoded = this.decoder.decode(start, end, () => this.label(start, end))
    if (this.transcodedFrom !== undefined) decoded.encoding = this.transcodedFrom
    return decoded
  }

  /** The encoding given by a game. */
  private label(start: number, end: number): string | undefined {
    const value = this.finder.value(start, this.finder.rootEnd(start, end), 'CA')
    return value && toBinary(value)
  }

  /** The text before the first game; undefined if there is only white space. */
  get preface(): string | undefined {
    const before = this.bytes.subarray(0, this.tree(0)!.start)
    if (before.every(isBlank)) return undefined
    // oxlint-disable-next-line no-control-regex -- what isBlank calls so: other white space can be part of the text
    const text = decodeText(before, this.decoder.usual).replaceAll(/^\uFEFF?[\0-\x20]*|[\0-\x20]+$/g, '')
    return text === '' ? undefined : text
  }

  /**
   * Offset and text of what is between a game and the next or the end, without closing brackets before it; undefined if
   * there is only white space.
   */
  textAfter(index: number): TextAfter | undefined {
    const { bytes } = this
    let at = this.tree(index)!.end
    let end = this.tree(index + 1)?.start ?? bytes.length
    while (at < end && isBlank(bytes[at]!)) at++
    while (end > at && isBlank(bytes[end - 1]!)) end--
    if (at === end) return undefined
    const start = at
    while (at < end && (isBlank(bytes[at]!) || bytes[at] === CLOSE_TREE)) at++
    const hasBrackets = bytes.subarray(start, at).includes(CLOSE_TREE)
    return { at: start, text: decodeText(bytes.subarray(at, end), this.decoder.usual), hasBrackets }
  }
}

/** The encoding from which a file has to be transcoded to UTF-8 before its brackets can be found. */
function transcodedEncoding(bytes: Uint8Array, encoding: string | undefined): string | undefined {
  if (encoding !== undefined) return needsTranscoding(encoding) ? encoding : undefined
  return hasJapaneseEscape(bytes) ? 'iso-2022-jp' : undefined
}

function toUtf8(bytes: Uint8Array, encoding: string): Uint8Array {
  return new TextEncoder().encode(decodeText(bytes, encoding))
}

function isValid(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
