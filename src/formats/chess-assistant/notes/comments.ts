/** What accompanies the moves: texts, symbols, evaluations, diagrams: docs/formats/chess-assistant.md, Comments. */
import type { LoseHere } from './lose.ts'
import { u16le } from '../../../bytes/numbers.ts'
import { fromBase64, toBase64 } from '../../../bytes/text.ts'
import { ByteWriter } from '../../../bytes/writer.ts'
import type { Annotation, MoveComment, Diagram, Evaluation, Glyph, Unknown } from '../../../model/annotation.ts'
import type { MoveNode } from '../../../model/tree.ts'
import { CODE } from '../moves/codes.ts'

/** Kinds of comments. Those with `Before` belong to the move that follows. */
export const KIND = {
  symbol: 2,
  symbolBefore: 3,
  text: 4,
  textBefore: 5,
  diagram: 8,
  diagramBefore: 9,
  evaluation: 29,
} as const

/** Whether a comment belongs to the move that follows. */
export function isBefore(kind: number): boolean {
  return kind === KIND.symbolBefore || kind === KIND.textBefore || kind === KIND.diagramBefore
}

/** The equivalent kind before a move; kinds without one stay the same. */
export function beforeKind(kind: number): number {
  return isBefore(kind + 1) ? kind + 1 : kind
}

/** The equivalent kind after a move. */
export function afterKind(kind: number): number {
  return isBefore(kind) ? kind - 1 : kind
}

/** Code of a glyph placed before its move; those from ChessBase have it too. */
const PREFIX = 'prefix'

/** PGN numbers of the symbols that are written as text. */
const SYMBOLS = new Map(
  Object.entries({
    '!': 1,
    '?': 2,
    '!!': 3,
    '??': 4,
    '!?': 5,
    '?!': 6,
    '=': 10,
    Inf: 13,
    '+/=': 14,
    '=/+': 15,
    '+/-': 16,
    '-/+': 17,
    '+-': 18,
    '-+': 19,
    '^': 36,
    '->': 40,
    '=/Inf': 44,
    '->/<-': 132,
  }),
)
const SYMBOL_TEXTS = new Map([...SYMBOLS].map(([text, nag]) => [nag, ascii(text)]))

/** Length of the longest symbol in characters. */
const MAX_SYMBOL = 5

/** Bytes 3 and 4 of every evaluation seen, and the mark of those from the Computer Analysis Project. */
const EVALUATION_REST = [255, 0]
const CAP = 'CAP'

/** Attaches one comment to a node. */
export function addComment(
  node: MoveNode,
  kind: number,
  content: Uint8Array,
  decode: (bytes: Uint8Array) => string,
): void {
  if (kind === KIND.text || kind === KIND.textBefore) {
    node.comments ??= []
    node.comments.push({ text: decode(content), placement: kind === KIND.text ? 'after' : 'before' })
    return
  }
  if (kind === KIND.symbol || kind === KIND.symbolBefore) {
    const nag = nagOf(content)
    if (nag > 0) {
      node.glyphs ??= []
      node.glyphs.push(isBefore(kind) ? { nag, code: PREFIX } : { nag })
      return
    }
  }
  if ((kind === KIND.diagram || kind === KIND.diagramBefore) && content.length === 0) {
    annotate(node, isBefore(kind) ? { type: 'diagram', placement: 'before' } : { type: 'diagram' })
    return
  }
  if (kind === KIND.evaluation && content.length >= 2 && !node.evaluation) {
    node.evaluation = evaluationOf(content)
    if (isUsualEvaluation(content)) return
  }
  annotate(node, unknown(kind, content))
}

/** PGN number of a symbol, `!` or `$146`; 0 if unknown. */
function nagOf(content: Uint8Array): number {
  if (content.length > MAX_SYMBOL) return 0
  let text = ''
  for (let at = 0; at < content.length; at++) text += String.fromCharCode(content[at]!)
  const nag = SYMBOLS.get(text) ?? Number(/^\$([1-9][0-9]{0,2})$/.exec(text)?.[1] ?? 0)
  return nag < 256 ? nag : 0
}

/** The byte after code 233, whose meaning is unknown. */
export function addUnknownByte(node: MoveNode, byte: number): void {
  annotate(node, unknown(CODE.unknownByte, Uint8Array.of(byte)))
}

function unknown(code: number, content: Uint8Array): Annotation {
  return { type: 'unknown', format: 'chess-assistant', code: String(code), base64: toBase64(content) }
}

function annotate(node: MoveNode, annotation: Annotation): void {
  node.annotations ??= []
  node.annotations.push(annotation)
}

/** Called with a description of what a record cannot store. */
/**
 * Writes what comes before a node's move.
 * @param kindOf the kind as which each is written: at the start of a game with moves, all would belong to the first
 * move
 */
export function writeBefore(
  writer: ByteWriter,
  node: MoveNode,
  encode: (text: string) => Uint8Array,
  lose: LoseHere,
  kindOf: (kind: number) => number = (kind) => kind,
): void {
  for (const comment of node.comments ?? [])
    if (isText(comment, 'before')) writeComment(writer, kindOf(KIND.textBefore), encode(comment.text))
  for (const annotation of node.annotations ?? []) {
    if (isDiagram(annotation, 'before')) writeDiagram(writer, kindOf(KIND.diagramBefore), annotation, lose)
    else if (isUnknownBefore(annotation)) writeUnknown(writer, annotation, kindOf)
  }
  for (const glyph of node.glyphs ?? [])
    if (glyph.code === PREFIX) writeGlyph(writer, kindOf(KIND.symbolBefore), glyph, lose)
}

function writeGlyph(writer: ByteWriter, kind: number, { nag, code }: Glyph, lose: LoseHere): void {
  if (nag > 0 && nag < 256) writeComment(writer, kind, SYMBOL_TEXTS.get(nag) ?? ascii(`$${nag}`))
  else lose('chess-assistant/glyph', { glyph: `$${nag}` })
  if (code !== undefined && code !== PREFIX) lose('chess-assistant/glyph-code', {})
}

function isDiagram(annotation: Annotation, wanted: MoveComment['placement']): annotation is Diagram {
  return annotation.type === 'diagram' && (annotation.placement ?? 'after') === wanted
}

function writeDiagram(writer: ByteWriter, kind: number, { text }: Diagram, lose: LoseHere): void {
  writeComment(writer, kind, new Uint8Array(0))
  if (text !== undefined) lose('chess-assistant/diagram-text', {})
}

/** An annotation that only this format knows. */
type OwnUnknown = Unknown & { format: 'chess-assistant' }

/** Whether an unknown annotation belongs before the move of its node. */
function isUnknownBefore(annotation: Annotation): annotation is OwnUnknown {
  return isOwn(annotation) && isBefore(Number(annotation.code))
}

function isOwn(annotation: Annotation): annotation is OwnUnknown {
  return annotation.type === 'unknown' && annotation.format === 'chess-assistant'
}

function writeUnknown(
  writer: ByteWriter,
  { code, base64 }: Unknown,
  kindOf: (kind: number) => number = (kind) => kind,
): void {
  const content = fromBase64(base64)
  if (code === String(CODE.unknownByte)) writer.u8(CODE.unknownByte).u8(content[0] ?? 0)
  else writeComment(writer, kindOf(Number(code) & 0xff), content)
}

/** Writes what comes after a node's move. */
export function writeAfter(
  writer: ByteWriter,
  node: MoveNode,
  encode: (text: string) => Uint8Array,
  lose: LoseHere,
): void {
  for (const glyph of node.glyphs ?? []) if (glyph.code !== PREFIX) writeGlyph(writer, KIND.symbol, glyph, lose)
  const { evaluation } = node
  if (evaluation && !hasRawEvaluation(node)) writeEvaluation(writer, evaluation, lose)
  for (const comment of node.comments ?? [])
    if (isText(comment, 'after')) writeComment(writer, KIND.text, encode(comment.text))
  for (const annotation of node.annotations ?? []) {
    if (isDiagram(annotation, 'after')) writeDiagram(writer, KIND.diagram, annotation, lose)
    else if (isOwn(annotation)) {
      if (!isUnknownBefore(annotation)) writeUnknown(writer, annotation)
    } else if (annotation.type === 'unknown') lose('chess-assistant/unknown-annotation', {})
  }
}

/** Whether a node keeps the bytes of its evaluation because they say more. */
function hasRawEvaluation({ annotations = [], evaluation }: MoveNode): boolean {
  const first = annotations.filter(isOwn).find(({ code }) => code === String(KIND.evaluation))
  if (!first) return false
  const content = fromBase64(first.base64)
  if (content.length < 2 || isUsualEvaluation(content)) return false
  const { centipawns, source } = evaluationOf(content)
  return centipawns === evaluation?.centipawns && source === evaluation?.source
}

/** The known part of the bytes of an evaluation. */
function evaluationOf(content: Uint8Array): Evaluation {
  const mark = String.fromCharCode(...content.subarray(4, 8))
  return { centipawns: i16le(content), ...(mark === CAP ? { source: CAP } : {}) }
}

/** Whether the bytes of an evaluation say nothing else. */
function isUsualEvaluation(content: Uint8Array): boolean {
  const isPlain = EVALUATION_REST.every((byte, index) => content[2 + index] === byte)
  return isPlain && (content.length === 4 || evaluationOf(content).source === CAP)
}

function i16le(bytes: Uint8Array): number {
  return (u16le(bytes, 0) << 16) >> 16
}

function isText({ placement }: MoveComment, wanted: MoveComment['placement']): boolean {
  return placement === wanted
}

function writeEvaluation(writer: ByteWriter, evaluation: Evaluation, lose: LoseHere): void {
  const { centipawns, mate, depth, source, text } = evaluation
  if (mate !== undefined) lose('chess-assistant/evaluation-mate', { mate })
  if (depth !== undefined) lose('chess-assistant/evaluation-depth', { depth })
  if (text !== undefined) lose('chess-assistant/evaluation-text', { text })
  if (source !== undefined && source !== CAP) lose('chess-assistant/evaluation-source', { source })
  if (centipawns === undefined) return
  const value = Math.max(-0x8000, Math.min(0x7fff, Math.round(centipawns)))
  if (value !== centipawns) lose('chess-assistant/evaluation-rounded', {})
  const content = [value & 0xff, (value >> 8) & 0xff, ...EVALUATION_REST, ...(source === CAP ? ascii(CAP) : [])]
  writeComment(writer, KIND.evaluation, Uint8Array.from(content))
}

/** The shortest form: 234 for one character, 235 up to 255 bytes, otherwise 236. The lengths include the kind. */
export function writeComment(writer: ByteWriter, kind: number, content: Uint8Array): void {
  const length = content.length + 1
  if (length === 2) writer.u8(CODE.symbol)
  else if (length < 256) writer.u8(CODE.shortComment).u8(length)
  else writer.u8(CODE.longComment).u32le(length)
  writer.u8(kind).put(content)
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
