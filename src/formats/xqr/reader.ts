/** Reads XQR: docs/formats/xqr.md. */
import { u32le } from '../../bytes/numbers.ts'
import { crc32 } from '../../bytes/packed/crc.ts'
import { readAll, type FileSet } from '../../bytes/source.ts'
import { decodeText } from '../../bytes/text.ts'
import { IssueCollector } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import { emptyRecord, type GameRecord } from '../../model/record.ts'
import type { Json } from '../../model/json.ts'
import type { Collection } from '../format.ts'
import { squareFromTop } from '../xiangqi/board.ts'
import { readResult } from '../xiangqi/codes.ts'
import { RecordCollection } from '../record-collection.ts'
import { readFields, type FieldName, type Fields } from '../xiangqi/record-fields.ts'
import { readStart } from '../xiangqi/start-text.ts'
import { TreeReader } from '../xiangqi/tree-reader.ts'
import { xqr } from './format.ts'

/** No record is longer. */
const LONGEST = 1 << 26

/** Bytes before the first field. */
const HEADER = 7

/** Fields by their tag: a length byte and UTF-8. */
const TEXTS: Readonly<Record<number, FieldName>> = { 2: 'Contest', 3: 'Site', 4: 'Date', 5: 'Red', 6: 'Black' }

/** Tags of other fields. */
const RESULT = 7
const FEN = 8
const MOVES = 9
const CHECKSUM = 10

const FLAG = { hasChild: 1, hasSibling: 2, hasComment: 4 } as const
const KNOWN_FLAGS = FLAG.hasChild | FLAG.hasSibling | FLAG.hasComment

/** Opens a file. Throws FormatError when it does not begin as XQR does. */
export function openXqr(files: FileSet): Collection {
  const { name, size } = files.main
  const bytes = readAll(files.main, LONGEST)
  if (xqr.detect(bytes, name, size) === 0) {
    throw new FormatError('xiangqi/not-format', { format: 'xqr' }, { file: name, offset: 0 })
  }
  return new RecordCollection(
    'xqr',
    'xiangqi',
    { encoding: 'utf-8' },
    {
      count: 1,
      read: () => {
        const issues = new IssueCollector({ file: name })
        const record = readRecord(bytes, issues)
        record.origin = { format: 'xqr', file: name, index: 0, encoding: 'utf-8' }
        return { record, issues: issues.list() }
      },
    },
  )
}

function readRecord(bytes: Uint8Array, issues: IssueCollector): GameRecord {
  const record = emptyRecord('xiangqi')
  const fields: Fields = {}
  const unknown: Record<string, Json> = {}
  let fen = ''
  let at = HEADER
  while (at + 2 <= bytes.length && bytes[at] !== MOVES) {
    const tag = bytes[at]!
    const value = bytes.subarray(at + 2, at + 2 + bytes[at + 1]!)
    const field = TEXTS[tag]
    if (field !== undefined) fields[field] = decodeText(value, 'utf-8')
    else if (tag === RESULT) readResult(record.header, value[0] ?? 0, issues, { offset: at })
    else if (tag === FEN) fen = decodeText(value, 'utf-8')
    else unknown[tag] = decodeText(value, 'utf-8')
    at += 2 + bytes[at + 1]!
  }
  readFields(record.header, fields)
  if (Object.keys(unknown).length > 0) record.native = { xqr: unknown }
  const { board, turn, setup } = readStart(fen, issues)
  if (setup !== undefined) record.setup = setup
  const tree = new TreeReader(board, turn, issues)
  const end = readMoves(bytes, at + 2, tree, issues)
  record.nodes = tree.nodes
  if (end !== undefined) checkSum(bytes, end, issues)
  return record
}

/**
 * Reads nodes in preorder, the root first: from and to as `y << 4 | x`, flags, 0, and the comment if the flags say so: its
 * length in 4 bytes, and UTF-8. Returns where they end.
 */
function readMoves(bytes: Uint8Array, start: number, tree: TreeReader, issues: IssueCollector): number | undefined {
  /** Parents of siblings still to come. */
  const waiting: number[] = []
  let parent = -1
  for (let at = start; ;) {
    const flags = at + 4 > bytes.length ? undefined : bytes[at + 2]!
    const comment = flags !== undefined && (flags & FLAG.hasComment) !== 0 ? commentAt(bytes, at + 4) : ''
    if (flags === undefined || comment === undefined || (flags & ~KNOWN_FLAGS) !== 0) {
      issues.add('xiangqi/cut-moves', 'error', { count: tree.nodes.length - 1 }, { offset: at })
      return undefined
    }
    if (parent >= 0) {
      const node = tree.add(parent, squareOf(bytes[at]!), squareOf(bytes[at + 1]!), at)
      if (node.unread) node.unread.text = `${bytes[at]!}-${bytes[at + 1]!}`
      if ((flags & FLAG.hasSibling) !== 0) waiting.push(parent)
    }
    if (comment !== '') tree.nodes.at(-1)!.comments = [{ text: comment, placement: 'after' }]
    at += (flags & FLAG.hasComment) === 0 ? 4 : 8 + u32le(bytes, at + 4)
    if ((flags & FLAG.hasChild) !== 0) parent = tree.nodes.length - 1
    else {
      const next = waiting.pop()
      if (next === undefined) return at
      parent = next
    }
  }
}

/** The comment at an offset; undefined if the file ends before it does. */
function commentAt(bytes: Uint8Array, at: number): string | undefined {
  if (at + 4 > bytes.length) return undefined
  const end = at + 4 + u32le(bytes, at)
  return end > bytes.length ? undefined : decodeText(bytes.subarray(at + 4, end), 'utf-8')
}

function squareOf(code: number): number {
  return squareFromTop(code & 15, code >> 4)
}

/** The last field is the CRC-32 of all bytes before it. */
function checkSum(bytes: Uint8Array, at: number, issues: IssueCollector): void {
  const isThere = bytes[at] === CHECKSUM && bytes[at + 1] === 4 && at + 6 <= bytes.length
  if (!isThere || u32le(bytes, at + 2) !== crc32(bytes.subarray(0, at))) {
    issues.add('xiangqi/checksum', 'warning', {}, { offset: at })
  }
}
