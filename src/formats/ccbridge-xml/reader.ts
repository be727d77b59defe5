/** Reads the XML of CCBridge: docs/formats/ccbridge-xml.md. */
import type { FileSet } from '../../bytes/source.ts'
import { IssueCollector } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import { emptyRecord, type GameRecord } from '../../model/record.ts'
import { StreamTree } from '../ccbridge/stream-tree.ts'
import type { Collection, ReadOptions } from '../format.ts'
import { readText } from '../server-text.ts'
import { squareFromTop } from '../xiangqi/board.ts'
import { readKind, readResult } from '../xiangqi/codes.ts'
import { RecordCollection } from '../record-collection.ts'
import { readFields, type Fields } from '../xiangqi/record-fields.ts'
import { readStart } from '../xiangqi/start-text.ts'
import { readXml, type XmlElement, type XmlVisitor } from '../xml.ts'
import { declaredEncoding } from '../xml-text.ts'
import { HEAD_FIELDS, KIND, RESULT, ROOT, START } from './names.ts'

/** Opens a file. Throws FormatError when it has no element of the root's name. */
export function openCcbridgeXml(files: FileSet, options: ReadOptions = {}): Collection {
  const { name } = files.main
  const { text, encoding, guessed } = readText(files.main, options.encoding, declaredEncoding)
  if (!text.includes(`<${ROOT}`)) {
    throw new FormatError('xiangqi/not-format', { format: 'ccbridge-xml' }, { file: name, offset: 0 })
  }
  return new RecordCollection(
    'ccbridge-xml',
    'xiangqi',
    { encoding },
    {
      count: 1,
      read: () => {
        const issues = new IssueCollector({ file: name })
        const record = readRecord(text, issues)
        record.origin = { format: 'ccbridge-xml', file: name, index: 0, encoding }
        return { record, issues: issues.list() }
      },
    },
    guessed,
  )
}

/** A node of the list: its squares as digits, its flags, its comment. */
interface ListedMove {
  value: string
  hasSibling: boolean
  lineEnds: boolean
  comment?: string
}

/** Gathers the elements of the head and the list of moves. */
class Document implements XmlVisitor {
  readonly head = new Map<string, string>()
  readonly moves: ListedMove[] = []
  private readonly issues: IssueCollector
  private readonly path: string[] = []

  constructor(issues: IssueCollector) {
    this.issues = issues
  }

  open({ name, attributes }: XmlElement): void {
    this.path.push(name)
    if (name !== 'Move') return
    const isSet = (flag: string) => attributes.get(flag)?.value === '1'
    const value = attributes.get('value')?.value ?? ''
    this.moves.push({ value, hasSibling: isSet('branch'), lineEnds: isSet('end') })
  }

  close(): void {
    this.path.pop()
  }

  text(text: string): void {
    const name = this.path.at(-1)!
    const move = this.moves.at(-1)
    if (name === 'Move' && move) move.comment = (move.comment ?? '') + text
    else if (this.path.at(-2) === 'Head') this.head.set(name, (this.head.get(name) ?? '') + text)
  }

  fault(fault: Parameters<XmlVisitor['fault']>[0], offset: number): void {
    this.issues.add('xiangqi/xml', 'error', { fault }, { offset })
  }
}

function readRecord(text: string, issues: IssueCollector): GameRecord {
  const document = new Document(issues)
  readXml(text, document)
  const { head, moves } = document
  const record = emptyRecord('xiangqi')
  const { header } = record
  const code = (name: string) => {
    const words = head.get(name)?.trim() ?? ''
    return /^[0-9]{1,3}$/.test(words) ? Number(words) : 0
  }
  readKind(header, code(KIND), issues, {})
  readResult(header, code(RESULT), issues, {})
  const fields: Fields = {}
  for (const name of HEAD_FIELDS) fields[name] = head.get(name) ?? ''
  readFields(header, fields)
  readOthers(record, head)
  const { board, turn, setup } = readStart(head.get(START) ?? '', issues)
  if (setup !== undefined) record.setup = setup
  record.nodes = readMoves(moves, new StreamTree(board, turn, issues), issues)
  return record
}

/** Elements that CCBridge does not write are kept as tags. */
function readOthers({ header }: GameRecord, head: ReadonlyMap<string, string>): void {
  const known = new Set<string>([...HEAD_FIELDS, KIND, RESULT, START])
  for (const [name, value] of head) {
    if (!known.has(name) && value.trim() !== '') header.tags = { ...header.tags, [name]: value }
  }
}

function readMoves(moves: readonly ListedMove[], tree: StreamTree, issues: IssueCollector): GameRecord['nodes'] {
  let count = 0
  for (const { value, hasSibling, lineEnds, comment } of moves) {
    if (tree.isComplete) break
    const match = /^([0-8])([0-9])-([0-8])([0-9])$/.exec(value)
    const square = (x: string, y: string) => squareFromTop(Number(x), Number(y))
    const node = match ? tree.next(square(match[1]!, match[2]!), square(match[3]!, match[4]!)) : tree.next(-1, -1)
    if (node.unread) node.unread.text = value
    if (comment !== undefined) node.comments = [{ text: comment.replaceAll('\r\n', '\n'), placement: 'after' }]
    count++
    // Some writers leave the last end out.
    tree.settle(lineEnds || (count === moves.length && !tree.isWaiting), hasSibling)
  }
  const left = moves.length - count
  if (left > 0) issues.add('xiangqi/stray-moves', 'error', { count: left })
  if (moves.length > 0 && !tree.isComplete) tree.cutShort({})
  return tree.nodes
}
