/** Writes SGF, FF[4]: one game tree after another. docs/formats/sgf.md, Writing. */
import type { SinkSet } from '../../bytes/sink.ts'
import { TextWriter } from '../../bytes/text-writer.ts'
import { fromBase64 } from '../../bytes/text.ts'
import { shorten } from '../../issues/collector.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { isJsonObject } from '../../model/json.ts'
import type { GameRecord, TextDocument } from '../../model/record.ts'
import type { CollectionFacts, WriteOptions, Writer } from '../format.ts'
import { notWritten, written, type WriteResult } from '../write-result.ts'
import { encodingOfLabel } from './encoding.ts'
import { GameWriter } from './game-writer.ts'
import { NATIVE_ID, textAfterOf } from './native.ts'
import type { LineBreak } from './text.ts'
import { encodingName } from '../../bytes/text.ts'

/**
 * Starts a file. Throws RangeError for an encoding that cannot be written, TypeError for an unknown one.
 * @param continued how lines end in the file with games to which these are added
 */
export function writeSgf(
  out: SinkSet,
  { encoding = 'utf-8', settings }: WriteOptions = {},
  continued?: LineBreak,
): Writer {
  const name = encodingName(encoding) ?? encodingOfLabel(encoding)
  if (name === undefined) throw new TypeError(`unknown encoding: ${encoding}`)
  const isPrivate = settings?.['private'] !== 'no'
  return new SgfWriter(out, name, isPrivate, continued)
}

/** Text in which a game tree would begin, there or with the first game after it (see TreeFinder). */
// oxlint-disable-next-line no-control-regex -- every control character is white space in SGF
const BEGINS_TREE = /\([\0-\x20(]*(?:;|[A-Z]{1,4}\[|$)/

/** Text that would be read as nodes of the game before it, or as a game without its first bracket. */
// oxlint-disable-next-line no-control-regex -- as above
const GOES_ON = /^[\0-\x20]*(?:\)|$)|(?:^|;)[\0-\x20]*[A-Z]{1,2}\[/

class SgfWriter implements Writer {
  private readonly out: SinkSet
  private readonly sink: ReturnType<SinkSet['create']>
  private readonly text: TextWriter
  private readonly isPrivate: boolean
  private readonly continued: LineBreak | undefined

  constructor(out: SinkSet, encoding: string, isPrivate: boolean, continued: LineBreak | undefined) {
    this.out = out
    this.sink = out.create(out.name)
    this.text = new TextWriter(this.sink, encoding)
    this.isPrivate = isPrivate
    this.continued = continued
    if (continued === undefined && encoding.startsWith('utf-16')) this.text.write('\uFEFF')
  }

  readonly keepsComment = true

  /** Writes the text of a collection before its first game, where SGF readers skip it. */
  begin({ comment }: CollectionFacts): void {
    if (comment !== undefined && this.continued === undefined && !BEGINS_TREE.test(comment))
      this.text.write(`${comment}\n`)
  }

  add(record: GameRecord): WriteResult {
    const game = new GameWriter(record, this.text.encoding, this.isPrivate, this.continued)
    if (game.refusal) return notWritten(game.refusal)
    for (const piece of game.pieces()) {
      if (typeof piece === 'string') this.text.write(piece)
      else this.writeBytes(piece)
    }
    const dropped = this.writeTextAfter(record.native)
    return written([...game.issues.list(), ...dropped, ...this.lostCharacters()])
  }

  /** Writes the text that stood between a game and the next. */
  private writeTextAfter(native: GameRecord['native']): Issue[] {
    const text = textAfterOf(native)
    if (text === undefined) return []
    if (BEGINS_TREE.test(text) || GOES_ON.test(text)) return [issue('sgf/unwritable-text', 'warning', {})]
    this.text.write(`${text}${this.continued ?? '\n'}`)
    return []
  }

  addDocument(document: TextDocument): WriteResult {
    const native = document.native?.[NATIVE_ID]
    const [body] = document.bodies
    if (!isJsonObject(native) || !body) {
      return notWritten(issue('loss/documents', 'error', { format: NATIVE_ID }))
    }
    const isAsFound = typeof native['base64'] === 'string' && native['encoding'] === this.text.encoding
    if (isAsFound) this.writeBytes(fromBase64(native['base64'] as string))
    else this.text.write(body.text)
    // An open tree would include everything that follows.
    const closing = closingOf(body.text)
    this.text.write(closing + (this.continued ?? '\n'))
    const closed = closing === '' ? [] : [issue('sgf/closed-text', 'warning', {})]
    if (native['base64'] !== undefined && !isAsFound) {
      closed.push(issue('sgf/bytes-as-text', 'warning', { property: 'GM' }))
    }
    return written([...closed, ...this.writeTextAfter(document.native), ...this.lostCharacters()])
  }

  finish(): Issue[] {
    this.text.flush()
    this.out.commit()
    return []
  }

  /** Bytes that are not text in the encoding of the file. */
  private writeBytes(bytes: Uint8Array): void {
    this.text.flush()
    this.sink.append(bytes)
  }

  private lostCharacters(): Issue[] {
    const lost = this.text.takeLost()
    if (lost.length === 0) return []
    const params = { encoding: this.text.encoding, count: lost.length, characters: shorten(lost.join(' ')) }
    return [issue('sgf/characters', 'warning', params)]
  }
}

/** The brackets missing at the end of a text of game trees. */
function closingOf(text: string): string {
  let depth = 0
  let isValue = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isValue) {
      if (character === '\\') at++
      else if (character === ']') isValue = false
      // The last backslash would escape the bracket.
      if (at >= text.length) return ` ]${')'.repeat(depth)}`
    } else if (character === '[') isValue = true
    else if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
  }
  return (isValue ? ']' : '') + ')'.repeat(depth)
}
