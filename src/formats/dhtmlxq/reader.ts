/** Reads DhtmlXQ from texts and pages: docs/formats/dhtmlxq.md. */
import type { FileSet } from '../../bytes/source.ts'
import { IssueCollector, shorten } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import { issue } from '../../issues/issue.ts'
import { moveFrom, moveTo } from '../../model/move.ts'
import { emptyRecord, ensurePlayer, type GameRecord, type Header } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import type { Collection, ReadOptions } from '../format.ts'
import { readText } from '../server-text.ts'
import { FULL_SET, placeFullSet, setupOf, squareFromTop, usualBoard, type Board } from '../xiangqi/board.ts'
import { readKind, readResult } from '../xiangqi/codes.ts'
import { RecordCollection } from '../record-collection.ts'
import { readFields, type Fields } from '../xiangqi/record-fields.ts'
import { readStart } from '../xiangqi/start-text.ts'
import { TreeReader } from '../xiangqi/tree-reader.ts'
import { kindCodeOf, resultCodeOf } from '../xiangqi/words.ts'
import { outsideTags, findBlocks, type Tags } from './blocks.ts'
import { readBranches } from './branches.ts'
import { firstMover } from './first-mover.ts'
import { isTaken, KEYS } from './keys.ts'
import { decodePercent, decodeValue } from './values.ts'

/** Opens a text or page; an empty one has no games. Throws FormatError when it has text and no tag of DhtmlXQ. */
export function openDhtmlxq(files: FileSet, options: ReadOptions = {}): Collection {
  const { name } = files.main
  const { text, encoding, guessed } = readText(files.main, options.encoding, namedEncoding)
  const blocks = findBlocks(text)
  if (blocks.length === 0 && text.trim() !== '') {
    throw new FormatError('xiangqi/not-format', { format: 'dhtmlxq' }, { file: name, offset: 0 })
  }
  const outside = outsideTags(text)
  const leftOut = /[\p{L}\p{N}]/u.test(outside)
    ? [issue('text/left-out', 'warning', { text: shorten(outside) }, { file: name, offset: 0 })]
    : []
  return new RecordCollection(
    'dhtmlxq',
    'xiangqi',
    { encoding },
    {
      count: blocks.length,
      read: (index) => {
        const issues = new IssueCollector({ file: name, record: index })
        const record = readBlock(blocks[index]!, issues)
        record.origin = { format: 'dhtmlxq', file: name, index, encoding }
        return { record, issues: issues.list() }
      },
      readHeader: (index) => readHeader(blocks[index]!, new IssueCollector()),
    },
    [...guessed, ...leftOut],
  )
}

/** The encoding that a page names. GB 2312 is what sites call GBK and what holds it. */
function namedEncoding(head: string): string | undefined {
  const name = /<meta[^>]*\bcharset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]?.toLowerCase()
  if (/www_dpxq_com_big5/i.test(head)) return 'big5'
  if (name === undefined) return undefined
  if (/^(?:gb2312|gbk|gb18030)$/.test(name)) return 'gb18030'
  return name === 'big5' ? 'big5' : undefined
}

function readHeader(tags: Tags, issues: IssueCollector): Header {
  const { header } = emptyRecord('xiangqi')
  const value = (key: string) => decodeValue(withoutEnds(tags.get(key) ?? ''))
  readCodes(header, value('type'), value('result'), issues)
  const fields: Fields = {}
  for (const [key, field] of KEYS) fields[field] = value(key)
  fields.From = decodePercent(fields.From ?? '')
  // Beside the name alone, `red` may be the team and the name.
  for (const [key, field] of [
    ['redname', 'Red'],
    ['blackname', 'Black'],
  ] as const) {
    if (value(key) !== '') fields[field] = value(key)
  }
  readFields(header, fields)
  for (const [key, colour] of [
    ['redlevel', 1],
    ['blacklevel', 2],
  ] as const) {
    if (value(key) !== '') ensurePlayer(header, colour).title = value(key)
  }
  if (value('open') !== '') header.openingName = value('open')
  for (const key of tags.keys()) {
    if (!isTaken(key) && value(key) !== '') header.tags = { ...header.tags, [key]: value(key) }
  }
  return header
}

/** A value without the white space that pages are laid out with. */
function withoutEnds(value: string): string {
  return value.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
}

/** The kind and the result in words. Words that are not known are kept. */
function readCodes(header: Header, kind: string, result: string, issues: IssueCollector): void {
  const kindCode = kindCodeOf(kind)
  if (kindCode !== undefined) readKind(header, kindCode, issues, {})
  else if (kind !== '') header.tags = { Type: kind }
  const resultCode = resultCodeOf(result)
  readResult(header, resultCode ?? 0, issues, {})
  if (resultCode === undefined) header.result.text = result
}

function readBlock(tags: Tags, issues: IssueCollector): GameRecord {
  const record = emptyRecord('xiangqi')
  record.header = readHeader(tags, issues)
  const { nodes, strayMoves, strayComments } = readBranches(tags, decodeValue)
  const { board, turn, setup } = startOf(tags, nodes, issues)
  if (setup !== undefined) record.setup = setup
  const tree = new TreeReader(board, turn, issues)
  for (let index = 0; index < nodes.length; index++) {
    const { parent, move, unread, comments } = nodes[index]!
    const node =
      index === 0
        ? tree.nodes[0]!
        : tree.add(parent, move === undefined ? -1 : moveFrom(move), move === undefined ? -1 : moveTo(move))
    if (unread) node.unread = unread
    if (comments) node.comments = comments
  }
  record.nodes = tree.nodes
  if (strayMoves > 0) issues.add('xiangqi/stray-moves', 'error', { count: strayMoves })
  for (const text of strayComments) issues.add('xiangqi/stray-comment', 'error', { text: shorten(text) })
  return record
}

/** The start: `fen` where there is one, else `binit`, which does not say who moves first. */
function startOf(tags: Tags, nodes: MoveNode[], issues: IssueCollector): ReturnType<typeof readStart> {
  const fen = decodeValue(withoutEnds(tags.get('fen') ?? ''))
  if (fen !== '') return readStart(fen, issues)
  const board = readBinit(tags.get('binit') ?? '', issues)
  const turn = firstMover(board, nodes)
  return { board, turn, setup: setupOf(board, turn) }
}

/** Two digits for each piece of a full set, x and y from the top; 99 for one that is not on the board. */
function readBinit(value: string, issues: IssueCollector): Board {
  const digits = value.replaceAll(/[^0-9]/g, '')
  if (digits === '') return usualBoard()
  const squares = Array.from(FULL_SET, (_, slot) =>
    slot * 2 + 1 < digits.length ? squareFromTop(Number(digits[slot * 2]), Number(digits[slot * 2 + 1])) : -1,
  )
  const { board, crowded } = placeFullSet(squares)
  for (const piece of crowded) issues.add('xiangqi/crowded-point', 'error', { piece })
  return board
}
