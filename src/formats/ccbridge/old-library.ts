/** The library of CCBridge 1: games behind a short header, compressed as one. docs/formats/ccbridge.md, Old library. */
import { u16le, u32le } from '../../bytes/numbers.ts'
import { unpackBytes } from '../../bytes/packed/unpack-bytes.ts'
import { readAll, type Source } from '../../bytes/source.ts'
import { decodeText } from '../../bytes/text.ts'
import { IssueCollector } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import type { Colour } from '../../model/move.ts'
import type { Json } from '../../model/json.ts'
import type { GameRecord, Header } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import type { CollectionFacts, Collection } from '../format.ts'
import { FULL_SET, placeFullSet, setupOf, squareFromTop } from '../xiangqi/board.ts'
import { readKind, readResult } from '../xiangqi/codes.ts'
import { RecordCollection, type ReadEntry } from '../record-collection.ts'
import { readFields } from '../xiangqi/record-fields.ts'
import { TreeReader } from '../xiangqi/tree-reader.ts'
import { OLD_MARK } from './magic.ts'

/** What everybody wrote in China when it was new; GB 18030 is the same with more characters. */
const USUAL_ENCODING = 'gb18030'

/** Offset of the compressed part, and of the size that it has inflated. */
const COMPRESSED = 20
const SIZE_AT = 16

/** Bytes of an instant: `2001-2-18 12:30:22`, filled up with spaces. */
const INSTANT = 19

/** Bytes that a game has at least: what has a fixed size. */
const SMALLEST_GAME = 4 + 32 + 12 + 5 * 4

/** Compressed files longer than this are refused, and no more than so many bytes are inflated of one. */
const LONGEST_FILE = 1 << 26
const LONGEST_CONTENT = 1 << 28

/** Opens a library. Rejects with FormatError when nothing of it can be inflated. */
export async function openOldLibrary(source: Source, encoding = USUAL_ENCODING): Promise<Collection> {
  const { name } = source
  const bytes = readAll(source, LONGEST_FILE)
  const place = { file: name, offset: 0 }
  if (bytes.length <= COMPRESSED || u32le(bytes, 8) !== OLD_MARK) {
    throw new FormatError('xiangqi/not-format', { format: 'ccbridge' }, place)
  }
  const packed = bytes.subarray(COMPRESSED)
  const { bytes: content, isWhole } = await unpackBytes(packed, 'deflate', LONGEST_CONTENT)
  const issues = new IssueCollector({ file: name })
  const stated = u32le(bytes, SIZE_AT)
  if (!isWhole) issues.add('ccbridge/damaged-games', 'error', {}, { offset: COMPRESSED })
  else if (stated !== content.length) {
    issues.add('ccbridge/inflated-size', 'warning', { stated, found: content.length }, { offset: SIZE_AT })
  }
  const { about, starts, count } = splitLibrary(content, encoding)
  if (count !== starts.length) issues.add('xiangqi/count', 'error', { stated: count, found: starts.length }, place)
  return new RecordCollection(
    'ccbridge',
    'xiangqi',
    { version: '1', encoding, ...about },
    {
      count: starts.length,
      read: (index) => {
        const [start, end] = starts[index]!
        const entry = readGame(
          content.subarray(start, end),
          encoding,
          new IssueCollector({ file: name, record: index }),
        )
        entry.record.origin = { format: 'ccbridge', version: '1', file: name, index, encoding }
        return entry
      },
    },
    issues.list(),
  )
}

/** The facts of the library and where its games lie. */
function splitLibrary(
  content: Uint8Array,
  encoding: string,
): { about: CollectionFacts; starts: [start: number, end: number][]; count: number } {
  const cursor = new Cursor(content, encoding)
  const [title, source, creatorUrl, creator, other] = Array.from({ length: 5 }, () => cursor.text())
  const created = cursor.instant()
  const modified = cursor.instant()
  const count = cursor.u32()
  const comment = cursor.text()
  const about: CollectionFacts = {}
  if (title) about.title = title
  if (comment) about.comment = comment
  const facts = Object.entries({ source, creatorUrl, creator, other, created, modified }).filter(([, value]) => value)
  about.facts = Object.fromEntries(facts) as Record<string, string>
  const starts: [number, number][] = []
  for (let at = cursor.at; at + 4 <= content.length && starts.length < count;) {
    const size = u32le(content, at)
    if (size < SMALLEST_GAME || size > content.length - at) {
      // The last game of a damaged library is read as far as it goes.
      if (size >= SMALLEST_GAME && content.length - at >= SMALLEST_GAME) starts.push([at, content.length])
      break
    }
    starts.push([at, at + size])
    at += size
  }
  return { about, starts, count }
}

function readGame(bytes: Uint8Array, encoding: string, issues: IssueCollector): ReadEntry & { record: GameRecord } {
  const cursor = new Cursor(bytes, encoding)
  cursor.at = 4
  const { board, crowded } = placeFullSet(Array.from(FULL_SET, () => squareOfPiece(cursor.u8())))
  for (const piece of crowded) issues.add('xiangqi/crowded-point', 'error', { piece }, {})
  const header: Header = { players: [], result: { outcome: 'unfinished' } }
  readKind(header, cursor.u32(), issues, {})
  const event = cursor.text()
  // 1 in every game of 18 libraries.
  const mark = cursor.u32()
  const title = cursor.text()
  const unknown = [cursor.text(), cursor.text()]
  const place = cursor.text()
  const date = cursor.text()
  const red = cursor.text()
  const black = cursor.text()
  readResult(header, cursor.u32(), issues, {})
  const [commentator, commentatorUrl, creator, creatorUrl] = Array.from({ length: 4 }, () => cursor.text())
  const comment = cursor.text()
  const turn: Colour = cursor.u8() === 0 ? 2 : 1
  readFields(header, {
    Name: title,
    Contest: event,
    Site: place,
    Date: date,
    Red: red,
    Black: black,
    Commentator: commentator!,
    CommentatorURL: commentatorUrl!,
    Creator: creator!,
    CreatorURL: creatorUrl!,
    DateCreated: cursor.instant(),
    DateModified: cursor.instant(),
  })
  const setup = setupOf(board, turn)
  const tree = new TreeReader(board, turn, issues)
  readMoves(cursor, tree, issues)
  const { nodes } = tree
  if (comment !== '') nodes[0]!.comments = [{ text: comment, placement: 'after' }]
  const record: GameRecord = { game: 'xiangqi', header, nodes }
  if (setup !== undefined) record.setup = setup
  keepUnknown(record, mark, unknown)
  if (cursor.isBeyond) issues.add('xiangqi/cut-moves', 'error', { count: nodes.length - 1 }, {})
  return { record, issues: issues.list() }
}

/** Keeps what no library known so far holds: another number than 1 behind the event, texts behind the title. */
function keepUnknown(record: GameRecord, mark: number, texts: string[]): void {
  const native: Record<string, Json> = {}
  if (mark !== 1) native['mark'] = mark
  if (texts.some((text) => text !== '')) native['texts'] = texts
  if (Object.keys(native).length > 0) record.native = { ccbridge: native }
}

/** The square of a piece, `x + 1` and `y + 1` from the top as half bytes; 0 for one that is not on the board. */
function squareOfPiece(code: number): number {
  return squareFromTop((code >> 4) - 1, (code & 15) - 1)
}

/** Reads the nodes, each with its ply: the parent is the latest node of the ply before. Then their comments, a line each. */
function readMoves(cursor: Cursor, tree: TreeReader, issues: IssueCollector): void {
  const { nodes } = tree
  const count = cursor.u32()
  const { bytes } = cursor
  const end = Math.min(bytes.length, cursor.at + count * 6)
  /** The latest node of every ply on the line. */
  const line = [0]
  let at = cursor.at
  for (; at + 6 <= end; at += 6) {
    const ply = u16le(bytes, at)
    if (ply === 0 || ply > line.length) break
    line.length = ply
    const from = squareFromTop(bytes[at + 2]! >> 4, bytes[at + 2]! & 15)
    const to = squareFromTop(bytes[at + 3]! >> 4, bytes[at + 3]! & 15)
    const node = tree.add(line[ply - 1]!, from, to, at)
    if (node.unread) node.unread.text = `${bytes[at + 2]!}-${bytes[at + 3]!}`
    line.push(nodes.length - 1)
  }
  if (nodes.length - 1 < count) issues.add('xiangqi/cut-moves', 'error', { count: nodes.length - 1 }, {})
  cursor.at = cursor.at + count * 6
  readComments(cursor, nodes)
}

function readComments(cursor: Cursor, nodes: MoveNode[]): void {
  const { bytes } = cursor
  let start = cursor.at
  for (let index = 1; index < nodes.length && start < bytes.length; index++) {
    let end = start
    while (end < bytes.length && !(bytes[end] === 0x0d && bytes[end + 1] === 0x0a)) end++
    const text = cursor.decode(start, end)
    if (text !== '') nodes[index]!.comments = [{ text, placement: 'after' }]
    start = end + 2
  }
}

/** Reads one thing after another. Beyond the end everything is empty or 0, and that is noted. */
class Cursor {
  at = 0
  isBeyond = false
  readonly bytes: Uint8Array
  private readonly encoding: string

  constructor(bytes: Uint8Array, encoding: string) {
    this.bytes = bytes
    this.encoding = encoding
  }

  u8(): number {
    return this.take(1)?.[0] ?? 0
  }

  u32(): number {
    const bytes = this.take(4)
    return bytes ? u32le(bytes, 0) : 0
  }

  /** A text with its length in bytes before it. */
  text(): string {
    const length = this.u32()
    const start = this.at
    return this.take(length) ? this.decode(start, start + length) : ''
  }

  instant(): string {
    const start = this.at
    return this.take(INSTANT) ? this.decode(start, start + INSTANT).trim() : ''
  }

  /** Decodes text, whose lines are separated by `||`. */
  decode(start: number, end: number): string {
    if (start >= end) return ''
    return decodeText(this.bytes.subarray(start, end), this.encoding).replaceAll('||', '\n')
  }

  private take(count: number): Uint8Array | undefined {
    const start = this.at
    if (count > this.bytes.length - start) {
      this.isBeyond = true
      this.at = this.bytes.length
      return undefined
    }
    this.at = start + count
    return this.bytes.subarray(start, this.at)
  }
}
