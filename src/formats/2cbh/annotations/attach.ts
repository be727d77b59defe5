/**
 * Attaches the stored annotations of a game on the nodes of its record, each as what the record has for it. What cannot
 * be read is kept as bytes. docs/formats/2cbh.md, Annotations.
 */
import { i32le, u16le, u32le } from '../../../bytes/numbers.ts'
import { ByteReader } from '../../../bytes/reader.ts'
import { toBase64 } from '../../../bytes/text.ts'
import { issue, type Issue } from '../../../issues/issue.ts'
import { medalNames } from '../../../model/annotation.ts'
import type { Colour } from '../../../model/move.ts'
import type { GameRecord } from '../../../model/record.ts'
import { mainLine, type MoveNode } from '../../../model/tree.ts'
import type { ChessPosition } from '../../../rules/chess/index.ts'
import { PHASES, solutionMaker } from '../../chessbase/annotations/attach.ts'
import { readCurveEntry, readMoveEvaluation } from '../../chessbase/annotations/evaluations.ts'
import { readGlyphs } from '../../chessbase/annotations/glyphs.ts'
import { ANNOTATION } from '../../chessbase/annotations/items.ts'
import { isSquareNumber, squareOfNumber } from '../../chessbase/annotations/marks.ts'
import {
  addAnnotation,
  addClock,
  addComment,
  addLineColour,
  addLink,
  addMarks,
  addTimeSpent,
  addVideo,
} from '../../chessbase/annotations/onto-node.ts'
import { readSeries, SERIES, SERIES_SIZE } from '../../chessbase/annotations/time-control.ts'
import type { TextReader } from '../../chessbase/text.ts'
import { TYPE_27, type AnnotationItem, type AnnotationItems } from './items.ts'
import { pgnOrder } from './order.ts'
import { readQuotation } from './quotation.ts'
import { commentLanguage } from './text.ts'
import { readTraining } from './training.ts'

/** Bytes of a comment before its text. */
export const COMMENT_HEAD = 8

/** Everything a reader of one type needs. */
interface Context {
  record: GameRecord
  node: MoveNode
  /** Index of the node. */
  index: number
  text: TextReader
  makeStart: () => ChessPosition
  issues: Issue[]
}

/** Takes the data of an annotation into the record; false when the data is invalid or there is no place left for it. */
type Reader = (data: Uint8Array, context: Context) => boolean

const READERS: Readonly<Record<number, Reader>> = {
  [ANNOTATION.text]: (data, context) => readComment(data, context, 'after'),
  [ANNOTATION.textBefore]: (data, context) => readComment(data, context, 'before'),
  [ANNOTATION.symbols]: (data, { node }) => {
    const glyphs = readGlyphs(data) ?? []
    if (glyphs.length > 0) (node.glyphs ??= []).push(...glyphs)
    return true
  },
  [ANNOTATION.squares]: (data, { node }) => addMarks(node, data.subarray(4), 2),
  [ANNOTATION.arrows]: (data, { node }) => addMarks(node, data.subarray(4), 3),
  [ANNOTATION.timeSpent]: readTimeSpent,
  [ANNOTATION.training]: (data, { record, node, index, text }) =>
    // A question asks for the move it stands on: the solutions begin where that move does.
    addAnnotation(node, readTraining(data, text, solutionMaker(record, index === 0 ? 0 : node.parent))),
  [ANNOTATION.quotation]: (data, { node, text, makeStart }) =>
    addAnnotation(node, readQuotation(data, text, makeStart)),
  [ANNOTATION.pawnStructure]: (data, { node }) => addAnnotation(node, { type: 'pawn-structure', code: data[0]! }),
  [ANNOTATION.piecePath]: (data, { node }) =>
    data.length === 6 &&
    isSquareNumber(data[5]!) &&
    addAnnotation(node, { type: 'piece-path', square: squareOfNumber(data[5]!), code: data[4]! }),
  [ANNOTATION.whiteClock]: (data, { node }) => addClock(node, 1, u32le(data, 0) / 100),
  [ANNOTATION.blackClock]: (data, { node }) => addClock(node, 2, u32le(data, 0) / 100),
  [ANNOTATION.critical]: (data, { node }) => {
    const phase = PHASES[data[0]! - 1]
    return phase !== undefined && addAnnotation(node, { type: 'critical', phase })
  },
  [ANNOTATION.webLink]: readWebLink,
  [ANNOTATION.video]: readVideo,
  [ANNOTATION.evaluation]: (data, { node }) => {
    const evaluation = node.evaluation ? undefined : readMoveEvaluation(data)
    if (evaluation) node.evaluation = evaluation
    return evaluation !== undefined
  },
  [ANNOTATION.medals]: (data, { node }) => {
    const names = medalNames(u32le(data, 0))
    return names.length > 0 && addAnnotation(node, { type: 'medals', names })
  },
  [ANNOTATION.lineColour]: readLineColour,
  [ANNOTATION.timeControl]: readTimeControl,
  [ANNOTATION.videoTime]: (data, { node }) => addAnnotation(node, { type: 'video-time', milliseconds: i32le(data, 0) }),
  [ANNOTATION.evaluations]: readEvaluations,
}

/** Types of unknown meaning: that their bytes are kept is not reported as a fault. */
const UNKNOWN_TYPES: ReadonlySet<number> = new Set([ANNOTATION.type8, TYPE_27])

/** Attaches all annotations of a game on its record. Returns what was doubtful. */
export function attachAnnotations(
  { items, rest }: AnnotationItems,
  record: GameRecord,
  text: TextReader,
  makeStart: () => ChessPosition,
): Issue[] {
  const issues: Issue[] = []
  // Most games have none, and ordering their moves takes as long as reading them.
  if (items.length === 0 && !rest) return issues
  const { nodes } = record
  const order = pgnOrder(nodes)
  let strays = 0
  let lastIndex: number | undefined
  const nodeOf = (position: number): number => {
    if (position >= -1 && position < order.length - 1) return order[position + 1]!
    strays++
    return (lastIndex ??= mainLine(nodes).at(-1) ?? 0)
  }
  for (const { position, type, data } of items) {
    const index = nodeOf(position)
    const node = nodes[index]!
    if (READERS[type]?.(data, { record, node, index, text, makeStart, issues })) continue
    const code = codeOf(type)
    addAnnotation(node, { type: 'unknown', format: '2cbh', code, base64: toBase64(data) })
    if (!UNKNOWN_TYPES.has(type)) {
      issues.push(issue('chessbase/annotation-data', 'warning', { type: code }, { node: index }))
    }
  }
  if (rest) keepRest(rest, nodes[nodeOf(rest.position)]!, issues)
  if (strays > 0) issues.push(issue('chessbase/annotation-position', 'info', { count: strays }))
  return issues
}

/** Mark of the code of an annotation whose bytes go on to the end of the record. */
export const REST_CODE = '+'

/** Keeps what cannot be taken apart. */
function keepRest({ type, data }: AnnotationItem, node: MoveNode, issues: Issue[]): void {
  addAnnotation(node, { type: 'unknown', format: '2cbh', code: codeOf(type) + REST_CODE, base64: toBase64(data) })
  issues.push(issue('2cbh/annotations-rest', 'warning', { type: codeOf(type), count: data.length }))
}

function codeOf(type: number): string {
  return type.toString(16).padStart(2, '0')
}

/** Two bytes of unknown use, the language, the length, then the text. */
function readComment(data: Uint8Array, { node, index, text, issues }: Context, placement: 'before' | 'after'): boolean {
  const mark = u16le(data, 0)
  if (mark !== 0) issues.push(issue('chessbase/text-byte', 'info', { mark }, { node: index }))
  const language = commentLanguage(u16le(data, 2))
  return addComment(node, text.comment(data.subarray(COMMENT_HEAD)), placement, language)
}

/** Hundredths, as in classic databases, seconds, minutes and hours. */
function readTimeSpent(data: Uint8Array, { node }: Context): boolean {
  const [hundredths, seconds, minutes, hours] = data
  return addTimeSpent(node, hours!, minutes!, seconds!, hundredths!)
}

/** A byte that is 1, then address and caption, each after its length. */
function readWebLink(data: Uint8Array, { node, text }: Context): boolean {
  if (data[0] !== 1) return false
  const reader = new ByteReader(data)
  reader.skip(1)
  const address = text.field(reader.take(reader.i32le()))
  const caption = text.field(reader.take(reader.i32le()))
  return addLink(node, address, caption)
}

/** The number 1, the language, then the caption after its length. */
function readVideo(data: Uint8Array, { node, text }: Context): boolean {
  if (u16le(data, 0) !== 1) return false
  const language = commentLanguage(u16le(data, 2))
  return addVideo(node, text.comment(data.subarray(COMMENT_HEAD)), language)
}

/** Red, green and blue, then flags. */
function readLineColour(data: Uint8Array, { node }: Context): boolean {
  const [red, green, blue, flags] = data
  return addLineColour(node, [red!, green!, blue!], flags!)
}

/** A byte that is 1, three series, four zeros. */
function readTimeControl(data: Uint8Array, { record, index }: Context): boolean {
  const end = 1 + SERIES * SERIES_SIZE
  if (data[0] !== 1 || i32le(data, end) !== 0 || index > 0 || record.header.timeControl) return false
  const control = readSeries(data.subarray(1, end), true)
  if (control) record.header.timeControl = control
  return control !== undefined
}

/** Bytes of the evaluations before their entries, and of an entry. */
const CURVE_HEAD = 7
const CURVE_ENTRY = 4

/** Evaluations of the main line: entry k is the position after ply k, from White's side. */
function readEvaluations(data: Uint8Array, { record, node }: Context): boolean {
  const count = u16le(data, 5)
  if (data[0] !== 1 || data.length !== CURVE_HEAD + count * CURVE_ENTRY) return false
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const first = record.setup?.split(' ')[1] === 'b' ? 2 : 1
  const values = Array.from({ length: count }, (_, ply) => {
    const at = CURVE_HEAD + ply * CURVE_ENTRY
    const turn = (ply % 2 === 0 ? first : 3 - first) as Colour
    return readCurveEntry(data[at + 3]!, data[at + 2]!, view.getInt16(at, true), turn)
  })
  return addAnnotation(node, { type: 'evaluation-curve', values })
}
