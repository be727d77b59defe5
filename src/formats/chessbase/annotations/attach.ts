/**
 * Attaches the stored annotations of a game to the nodes of its record, in the record's own terms. What cannot be read
 * is kept as bytes. docs/formats/chessbase.md, Annotations.
 */
import { i32be, u16le, u32be } from '../../../bytes/numbers.ts'
import { decodeText, toBase64 } from '../../../bytes/text.ts'
import { medalNames } from '../../../model/annotation.ts'
import { issue, type Issue } from '../../../issues/issue.ts'
import type { Colour, Move } from '../../../model/move.ts'
import type { GameRecord } from '../../../model/record.ts'
import { mainLine, pathTo, type MoveNode } from '../../../model/tree.ts'
import { chess, moveBetween, type ChessPosition } from '../../../rules/chess/index.ts'
import type { MoveDecoder } from '../moves/decoder.ts'
import { languageOfNation } from '../nations.ts'
import type { TextReader } from '../text.ts'
import { readEvaluations, readMoveEvaluation } from './evaluations.ts'
import { readGlyphs } from './glyphs.ts'
import { ANNOTATION, type AnnotationItem } from './items.ts'
import { isSquareNumber, squareOfNumber } from './marks.ts'
import {
  addAnnotation,
  addClock,
  addComment,
  addLineColour,
  addLink,
  addMarks,
  addTimeSpent,
  addVideo,
} from './onto-node.ts'
import { readQuotation } from './quotation.ts'
import { readTimeControl } from './time-control.ts'
import { readTraining } from './training.ts'

export const PHASES = ['opening', 'middlegame', 'endgame'] as const

/** Everything a reader of one type needs. */
interface Context {
  record: GameRecord
  node: MoveNode
  /** Index of the node. */
  index: number
  text: TextReader
  decoder: MoveDecoder
  issues: Issue[]
}

/** Adds the data of an annotation to the record; false if the data is invalid or there is no place left for it. */
type Reader = (data: Uint8Array, context: Context) => boolean

const READERS: Readonly<Record<number, Reader>> = {
  [ANNOTATION.text]: (data, context) => readComment(data, context, 'after'),
  [ANNOTATION.textBefore]: (data, context) => readComment(data, context, 'before'),
  [ANNOTATION.symbols]: readSymbols,
  [ANNOTATION.squares]: (data, { node }) => addMarks(node, data, 2),
  [ANNOTATION.arrows]: (data, { node }) => addMarks(node, data, 3),
  [ANNOTATION.timeSpent]: readTimeSpent,
  [ANNOTATION.training]: (data, { record, node, index, text }) =>
    // A question asks for the move it is attached to, so the solutions start from the position before that move.
    addAnnotation(node, readTraining(data, text, solutionMaker(record, index === 0 ? 0 : node.parent))),
  [ANNOTATION.sound]: (data, { node }) => readNumberedMedia(data, node, 'sound'),
  [ANNOTATION.picture]: (data, { node }) => readNumberedMedia(data, node, 'picture'),
  [ANNOTATION.quotation]: (data, { node, text, decoder }) => addAnnotation(node, readQuotation(data, text, decoder)),
  [ANNOTATION.pawnStructure]: (data, { node }) =>
    data.length === 1 && addAnnotation(node, { type: 'pawn-structure', code: data[0]! }),
  [ANNOTATION.piecePath]: (data, { node }) =>
    data.length === 2 &&
    isSquareNumber(data[1]!) &&
    addAnnotation(node, { type: 'piece-path', square: squareOfNumber(data[1]!), code: data[0]! }),
  [ANNOTATION.whiteClock]: (data, context) => readClock(data, context, 1),
  [ANNOTATION.blackClock]: (data, context) => readClock(data, context, 2),
  [ANNOTATION.critical]: (data, { node }) => {
    const phase = data.length === 1 ? PHASES[data[0]! - 1] : undefined
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
    const names = data.length === 4 ? medalNames(u32be(data, 0)) : []
    return names.length > 0 && addAnnotation(node, { type: 'medals', names })
  },
  [ANNOTATION.lineColour]: readLineColour,
  [ANNOTATION.timeControl]: (data, { record, index }) => {
    const control = index === 0 && !record.header.timeControl ? readTimeControl(data) : undefined
    if (control) record.header.timeControl = control
    return control !== undefined
  },
  [ANNOTATION.videoTime]: (data, { node }) =>
    data.length === 4 && addAnnotation(node, { type: 'video-time', milliseconds: i32be(data, 0) }),
  [ANNOTATION.evaluations]: (data, { record, node }) => {
    const values = readEvaluations(data, record.setup?.split(' ')[1] === 'b' ? 2 : 1)
    return values !== undefined && addAnnotation(node, { type: 'evaluation-curve', values })
  },
}

/** Types of unknown meaning: keeping their bytes is not reported as a fault. */
const UNKNOWN_TYPES: ReadonlySet<number> = new Set([
  ANNOTATION.type8,
  ANNOTATION.correspondenceMove,
  ANNOTATION.media,
  ANNOTATION.correspondenceHeader,
])

/** Attaches all annotations of a game to its record. Returns what was doubtful. */
export function attachAnnotations(
  items: readonly AnnotationItem[],
  record: GameRecord,
  text: TextReader,
  decoder: MoveDecoder,
): Issue[] {
  const issues: Issue[] = []
  const { nodes } = record
  let strays = 0
  let lastIndex: number | undefined
  for (const { position, type, data } of items) {
    let index = position + 1
    if (index < 0 || index >= nodes.length) {
      strays++
      lastIndex ??= mainLine(nodes).at(-1) ?? 0
      index = lastIndex
    }
    const node = nodes[index]!
    if (READERS[type]?.(data, { record, node, index, text, decoder, issues })) continue
    const code = type.toString(16).padStart(2, '0')
    addAnnotation(node, { type: 'unknown', format: 'chessbase', code, base64: toBase64(data) })
    const isKnown = type in READERS
    if (!isKnown && UNKNOWN_TYPES.has(type)) continue
    const id = isKnown ? 'chessbase/annotation-data' : 'chessbase/annotation-type'
    issues.push(issue(id, 'warning', { type: code }, { node: index }))
  }
  if (strays > 0) issues.push(issue('chessbase/annotation-position', 'info', { count: strays }))
  return issues
}

/** A byte of unknown use, the language as a nation, then the text. */
function readComment(data: Uint8Array, { node, index, text, issues }: Context, placement: 'before' | 'after'): boolean {
  if (data.length < 2) return false
  const mark = data[0]!
  if (mark !== 0) issues.push(issue('chessbase/text-byte', 'info', { mark }, { node: index }))
  const language = languageOfNation(data[1]!)
  return addComment(node, text.comment(data.subarray(2)), placement, language)
}

function readSymbols(data: Uint8Array, { node }: Context): boolean {
  const glyphs = readGlyphs(data)
  if (!glyphs) return false
  if (glyphs.length > 0) (node.glyphs ??= []).push(...glyphs)
  return true
}

/** Hours, minutes, seconds and hundredths. */
function readTimeSpent(data: Uint8Array, { node }: Context): boolean {
  const [hours, minutes, seconds, hundredths] = data
  return data.length === 4 && addTimeSpent(node, hours!, minutes!, seconds!, hundredths!)
}

/** Hundredths of a second left to one side. */
function readClock(data: Uint8Array, { node }: Context, colour: Colour): boolean {
  return data.length === 4 && addClock(node, colour, u32be(data, 0) / 100)
}

/** The number of an embedded file, in digits. */
function readNumberedMedia(data: Uint8Array, node: MoveNode, kind: 'sound' | 'picture'): boolean {
  const address = decodeText(data, 'latin1')
  return /^[0-9]{1,9}$/.test(address) && addAnnotation(node, { type: 'media', kind, address })
}

/** The total size, little-endian, then address and caption, each preceded by its length. */
function readWebLink(data: Uint8Array, { node, text }: Context): boolean {
  const addressEnd = 3 + (data[2] ?? 0)
  const end = addressEnd + 1 + (data[addressEnd] ?? 0)
  if (u16le(data, 0) !== data.length || end !== data.length) return false
  const address = text.field(data.subarray(3, addressEnd))
  const caption = text.field(data.subarray(addressEnd + 1))
  return addLink(node, address, caption)
}

/** A byte that is 1, the language as a nation, then the caption. */
function readVideo(data: Uint8Array, { node, text }: Context): boolean {
  if (data.length < 2 || data[0] !== 1) return false
  const language = languageOfNation(data[1]!)
  return addVideo(node, text.comment(data.subarray(2)), language)
}

/** Flags, then blue, green and red. */
function readLineColour(data: Uint8Array, { node }: Context): boolean {
  const [flags, blue, green, red] = data
  return data.length === 4 && addLineColour(node, [red!, green!, blue!], flags!)
}

/** Makes moves from the position of a node. */
export function solutionMaker(record: GameRecord, index: number): (from: number, to: number) => Move {
  let position: ChessPosition | undefined
  return (from, to) => moveBetween((position ??= positionAt(record, index)), from, to)
}

/** The position of a node, found by playing the moves that lead there. */
function positionAt(record: GameRecord, index: number): ChessPosition {
  const position = chess.start(record)
  for (const step of pathTo(record.nodes, index)) {
    const { move } = record.nodes[step]!
    if (move !== undefined) position.play(move)
  }
  return position
}
