/** Reads EPD and lists of FEN: a position a line, with what to find in it. */
import type { FileSet } from '../../bytes/source.ts'
import { PositionError } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { emptyRecord, type GameRecord } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import { chess } from '../../rules/chess/index.ts'
import type { Collection } from '../format.ts'
import { openLineRecords } from '../line-records.ts'
import type { ReadEntry } from '../record-collection.ts'
import { POSITION } from './format.ts'

const FORMAT_ID = 'epd'

/** Operations that say what to find. */
const TASKS = ['bm', 'am', 'dm', 'pv']

/** Moves of an operation that are read: no position has more. */
const MOST_MOVES = 218

/** An operation: its code, and its operands, which may be in quotes. */
const OPERATION = /\s*([A-Za-z]\w{0,14})((?:\s+(?:"[^"]*"|[^\s;"]+))*)\s*(?:;|$)/y

/** Opens a file. Throws FormatError if none of its first lines is a position. */
export function openEpd({ main }: FileSet): Collection {
  const comments: string[] = []
  const isBeside = (line: string) => {
    const isComment = line.startsWith('#')
    if (isComment) comments.push(line.replace(/^#+\s*/, ''))
    return isComment
  }
  const records = openLineRecords(main, { id: FORMAT_ID, game: 'chess', isBeside, read: readLine })
  if (comments.length > 0) records.about.comment = comments.join('\n')
  return records
}

function readLine(line: string): ReadEntry {
  const [board] = POSITION.exec(line) ?? []
  if (board === undefined) return { issues: [issue('epd/bad-line', 'error', { text: line.slice(0, 60) })] }
  const counters = /^\s+(\d+)\s+(\d+)(?=[\s;]|$)/.exec(line.slice(board.length))
  const issues: Issue[] = []
  const operations = readOperations(line.slice(board.length + (counters?.[0].length ?? 0)), issues)
  const [halfmoves = '0', number = '1'] = [
    counters?.[1] ?? operations.get('hmvc'),
    counters?.[2] ?? operations.get('fmvn'),
  ]
  const record = emptyRecord('chess')
  record.setup = `${board.split(/\s+/).join(' ')} ${halfmoves} ${number}`
  takeOperations(record, operations)
  try {
    addSolution(record, operations, issues)
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    issues.push(issue('epd/bad-line', 'error', { text: line.slice(0, 60) }))
  }
  return { record, issues }
}

function readOperations(text: string, issues: Issue[]): Map<string, string> {
  const operations = new Map<string, string>()
  let at = /^\s*;?/.exec(text)![0].length
  while (text.slice(at).trim() !== '') {
    OPERATION.lastIndex = at
    const found = OPERATION.exec(text)
    if (!found) {
      issues.push(issue('epd/unread', 'warning', { text: text.slice(at).trim().slice(0, 60) }))
      break
    }
    operations.set(found[1]!, found[2]!.trim())
    at = OPERATION.lastIndex
  }
  return operations
}

/** The title, the comments, a value; every operation is kept by its code. */
function takeOperations(record: GameRecord, operations: ReadonlyMap<string, string>): void {
  const { header } = record
  const root = record.nodes[0]!
  const said = (code: string) => operations.get(code)?.replaceAll('"', '')
  const title = said('id')
  if (title !== undefined && title !== '') header.title = title
  if (TASKS.some((code) => operations.has(code))) header.kind = 'problem'
  const comments = Array.from({ length: 10 }, (_, number) => said(`c${number}`)).filter((text) => text)
  if (comments.length > 0) root.comments = comments.map((text) => ({ text: text!, placement: 'after' }))
  if (operations.size > 0) header.tags = Object.fromEntries(operations)
}

/** The best moves, the first of them with the line that follows; those to be avoided are marked as mistakes. */
function addSolution(record: GameRecord, operations: ReadonlyMap<string, string>, issues: Issue[]): void {
  const words = (code: string) => {
    const all = (operations.get(code) ?? '').split(/[\s,]+/).filter(Boolean)
    if (all.length > MOST_MOVES) issues.push(issue('epd/unread', 'warning', { text: all[MOST_MOVES]!.slice(0, 60) }))
    return all.slice(0, MOST_MOVES)
  }
  const line = words('pv')
  const [best, avoided] = [words('bm'), words('am')]
  if (line.length > 0) addLine(record, line, issues)
  for (const text of best) addLine(record, [text], issues)
  for (const text of avoided) {
    const node = addLine(record, [text], issues)
    if (node) node.glyphs = [{ nag: 2 }]
  }
}

/** Adds a line from the root, of which a first move that is there already is left as it is. Returns the node of its first move. */
function addLine({ nodes, ...start }: GameRecord, texts: readonly string[], issues: Issue[]): MoveNode | undefined {
  const position = chess.start(start)
  let first: MoveNode | undefined
  let parent = 0
  for (const text of texts) {
    const move = chess.readMove(position, text)
    if (move === undefined) {
      issues.push(issue('epd/unread-move', 'error', { text: text.slice(0, 60) }))
      break
    }
    const known = first ? undefined : nodes.find((node) => node.parent === 0 && node.move === move)
    if (known) return known
    const node: MoveNode = { parent, move }
    first ??= node
    parent = nodes.push(node) - 1
    chess.play(position, move)
  }
  return first
}
