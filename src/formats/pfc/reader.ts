/** Reads PFC: docs/formats/pfc.md. */
import type { FileSet } from '../../bytes/source.ts'
import { IssueCollector, shorten } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import { issue } from '../../issues/issue.ts'
import { isPass, moveFrom, moveTo } from '../../model/move.ts'
import { emptyRecord, type GameRecord } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import type { MoveNode } from '../../model/tree.ts'
import { xiangqi } from '../../rules/xiangqi/index.ts'
import type { Collection, ReadOptions } from '../format.ts'
import { readText } from '../server-text.ts'
import { RecordCollection } from '../record-collection.ts'
import { readFields, type Fields } from '../xiangqi/record-fields.ts'
import { readStart } from '../xiangqi/start-text.ts'
import { TreeReader } from '../xiangqi/tree-reader.ts'
import { readXml, type XmlElement, type XmlVisitor } from '../xml.ts'
import { declaredEncoding } from '../xml-text.ts'
import { COMMENT, FIELDS, MOVE, WIN } from './attributes.ts'

/** What stands around a record: the declaration of XML, and the marks and markup of pages that have it in a comment. */
const AROUND =
  /\uFEFF|<\?xml(?:\s+\w+\s*=\s*[\x22'][\w.-]*[\x22'])*\s*\?>|<!--|-->|\[\/?pfchessrecord\]|<\/?[a-z][^<>]*>/gi

/** The version of all files that were seen. */
const VERSION = '2'

/** Opens a file. Throws FormatError when it has no element of a move. */
export function openPfc(files: FileSet, options: ReadOptions = {}): Collection {
  const { name } = files.main
  const { text, encoding, guessed } = readText(files.main, options.encoding, declaredEncoding)
  const start = text.search(/<n[\s>]/i)
  if (start < 0) throw new FormatError('xiangqi/not-format', { format: 'pfc' }, { file: name, offset: 0 })
  // Pages have the file in a comment.
  const end = text.indexOf('-->', start)
  const content = text.slice(start, end < 0 ? undefined : end)
  const around = `${text.slice(0, start)} ${end < 0 ? '' : text.slice(end)}`.replaceAll(AROUND, ' ').trim()
  const leftOut = around === '' ? [] : [issue('text/left-out', 'warning', { text: shorten(around) }, { file: name })]
  return new RecordCollection(
    'pfc',
    'xiangqi',
    { encoding },
    {
      count: 1,
      read: () => {
        const issues = new IssueCollector({ file: name })
        const record = emptyRecord('xiangqi')
        readXml(content, new RecordReader(record, issues))
        record.origin = { format: 'pfc', file: name, index: 0, encoding }
        return { record, issues: issues.list() }
      },
    },
    [...guessed, ...leftOut],
  )
}

/** Makes the record while the elements come: the root is the start, and every element in another is the move after it. */
class RecordReader implements XmlVisitor {
  private readonly record: GameRecord
  private readonly issues: IssueCollector
  private tree: TreeReader | undefined
  /** The nodes of the open elements; undefined for one that is no move. */
  private readonly path: (number | undefined)[] = []

  constructor(record: GameRecord, issues: IssueCollector) {
    this.record = record
    this.issues = issues
  }

  open({ name, attributes }: XmlElement): void {
    const values = new Map([...attributes].map(([key, { value }]) => [key, value]))
    if (name.toLowerCase() !== 'n') {
      this.leaveOut([name, ...values].flat().join(' '))
      this.path.push(undefined)
    } else if (this.tree) this.path.push(this.readMove(this.tree, values))
    else {
      this.readRoot(values)
      this.path.push(0)
    }
  }

  close(): void {
    this.path.pop()
  }

  text(text: string): void {
    if (text.trim() !== '') this.leaveOut(text.trim())
  }

  private leaveOut(text: string): void {
    this.issues.add('text/left-out', 'warning', { text: shorten(text) })
  }

  fault(fault: Parameters<XmlVisitor['fault']>[0], offset: number): void {
    this.issues.add('xiangqi/xml', 'error', { fault }, { offset })
  }

  private readRoot(values: Map<string, string>): void {
    const { record } = this
    const { board, turn, setup } = readStart(take(values, MOVE) ?? '', this.issues)
    if (setup !== undefined) record.setup = setup
    this.tree = new TreeReader(board, turn, this.issues)
    record.nodes = this.tree.nodes
    record.header.result = readWin(take(values, WIN) ?? '*')
    const fields: Fields = {}
    for (const [attribute, field] of FIELDS) fields[field] = take(values, attribute) ?? ''
    readFields(record.header, fields)
    const version = take(values, 'version')
    if (version !== undefined && version !== VERSION) this.leaveOut(`version ${version}`)
    readNotes(record.nodes[0]!, values)
  }

  /** Adds the move of an element; one that stands outside of any move, or in one that could not be read, goes on there. */
  private readMove(tree: TreeReader, values: Map<string, string>): number {
    const text = take(values, MOVE) ?? ''
    const parent = this.path.findLast((node) => node !== undefined) ?? 0
    const move = xiangqi.readIllegalMove!(START, text, 'iccs')
    const isMove = move !== undefined && !isPass(move)
    const node = isMove ? tree.add(parent, moveFrom(move), moveTo(move)) : tree.add(parent, -1, -1)
    if (node.unread) node.unread.text = shorten(text, 1000)
    readNotes(node, values)
    return tree.nodes.length - 1
  }
}

/** Coordinates are read without looking at the position. */
const START = xiangqi.start()

function take(values: Map<string, string>, name: string): string | undefined {
  const value = values.get(name)
  values.delete(name)
  return value
}

/** The comment of a node; other attributes (the line shown last, what an engine said) are kept as they are. */
function readNotes(node: MoveNode, values: Map<string, string>): void {
  const comment = take(values, COMMENT)
  if (comment !== undefined && comment !== '') node.comments = [{ text: comment, placement: 'after' }]
  if (values.size > 0) node.native = { pfc: Object.fromEntries(values) }
}

const RESULTS: Readonly<Record<string, Result>> = {
  '1-0': { outcome: 'win', winner: 1 },
  '0-1': { outcome: 'win', winner: 2 },
  '1/2-1/2': { outcome: 'draw' },
  '*': { outcome: 'unfinished' },
  '': { outcome: 'unfinished' },
}

function readWin(text: string): Result {
  return { ...(RESULTS[text] ?? { outcome: 'unfinished', text }) }
}
