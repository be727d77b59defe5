/** Turns what hangs on the nodes of a record into annotations as they are stored, the inverse of annotations/attach.ts. */
import { fromBase64 } from '../../../bytes/text.ts'
import { ByteWriter } from '../../../bytes/writer.ts'
import { makeMessage } from '../../../issues/issue.ts'
import type { ParamsOf } from '../../../issues/catalogue.ts'
import { medalBits } from '../../../model/annotation.ts'
import type { Annotation, Clock, Glyph, Mark, Media, MoveComment } from '../../../model/annotation.ts'
import type { Colour } from '../../../model/move.ts'
import type { GameRecord } from '../../../model/record.ts'
import type { MoveNode } from '../../../model/tree.ts'
import { PHASES } from '../../chessbase/annotations/attach.ts'
import { LINE_COLOUR } from '../../chessbase/annotations/onto-node.ts'
import { squareNumber, writeMarks } from '../../chessbase/annotations/marks.ts'
import { GLYPH_PLACES } from '../../chessbase/annotations/glyphs.ts'
import { ANNOTATION, WHOLE_GAME } from '../../chessbase/annotations/items.ts'
import { DIAGRAM } from '../../chessbase/text.ts'
import {
  clockTimes,
  curveEntries,
  evaluationData,
  glyphGroups,
  moversOf,
  spentParts,
  timeControlData,
} from '../../chessbase/writer/annotation-numbers.ts'
import type { FieldEncoder } from '../../chessbase/writer/field-encoder.ts'
import { REST_CODE } from '../annotations/attach.ts'
import type { AnnotationItem } from '../annotations/items.ts'
import { pgnOrder } from '../annotations/order.ts'
import { commentLanguageNumber } from '../annotations/text.ts'
import type { Lose, LossId } from './lose.ts'
import { quotationData } from './quotation.ts'
import { trainingData } from './training.ts'

/** Number of any language, among those of comments. */
const ANY_LANGUAGE = 7

/** Called with each loss and its node. */
type LoseAt = <Id extends LossId>(id: Id, params: ParamsOf<Id>, node: number) => void

/** Makes the annotations of games, one game after the other. */
export class AnnotationEncoder {
  private readonly text: FieldEncoder
  private readonly loseAt: LoseAt
  private items: AnnotationItem[] = []
  private record!: GameRecord
  private index = 0
  private position = WHOLE_GAME
  /** The side whose move the node holds. */
  private mover: Colour = 1

  constructor(text: FieldEncoder, loseAt: LoseAt) {
    this.text = text
    this.loseAt = loseAt
  }

  /** The annotations of a game in the order of its moves, which is that of PGN. @param record with the nodes that are written */
  make(record: GameRecord, firstTurn: Colour): AnnotationItem[] {
    this.items = []
    this.record = record
    const { nodes, header } = record
    const movers = moversOf(nodes, firstTurn)
    for (const [place, index] of pgnOrder(nodes).entries()) {
      this.index = index
      this.position = place - 1
      this.mover = movers[index] as Colour
      if (index === 0) this.addHeader(header)
      this.addNode(nodes[index]!, firstTurn)
    }
    return this.items
  }

  private add(type: number, data: Uint8Array | undefined): void {
    if (data) this.items.push({ position: this.position, type, data })
  }

  private readonly lose: Lose = (id, params) => this.loseAt(id, params, this.index)

  private addHeader({ timeControl, about }: GameRecord['header']): void {
    const series = timeControl && timeControlData(timeControl, this.lose, true)
    if (series) {
      const out = new ByteWriter(1 + series.length + 4).u8(1).put(series).u32le(0)
      this.add(ANNOTATION.timeControl, out.bytes())
    }
    if (about !== undefined) this.addComment({ text: about, placement: 'after' })
  }

  private addNode(node: MoveNode, firstTurn: Colour): void {
    // ChessBase, too, has symbols before texts.
    if (node.glyphs) this.addGlyphs(node.glyphs)
    if (node.comments) for (const comment of node.comments) this.addComment(comment)
    if (node.marks) this.addMarks(node.marks)
    if (node.clock) this.addClock(node.clock)
    if (node.evaluation) this.add(ANNOTATION.evaluation, evaluationData(node.evaluation, this.lose))
    if (node.annotations) for (const annotation of node.annotations) this.addAnnotation(annotation, firstTurn)
  }

  private addComment({ text, placement, language }: MoveComment): void {
    const words = this.text.comment(text, Infinity)
    const out = new ByteWriter(8 + words.length).u16le(0).u16le(this.language(language))
    const data = out.u32le(words.length).put(words).bytes()
    this.add(placement === 'before' ? ANNOTATION.textBefore : ANNOTATION.text, data)
  }

  private language(language: string | undefined): number {
    const number = commentLanguageNumber(language)
    if (number === undefined) this.lose('chessbase/language', { language: language! })
    return number ?? ANY_LANGUAGE
  }

  /** Three glyphs to an annotation, each in its place. */
  private addGlyphs(glyphs: readonly Glyph[]): void {
    for (const group of glyphGroups(glyphs, this.lose)) {
      const places = new Uint8Array(GLYPH_PLACES.length)
      places.set(group)
      this.add(ANNOTATION.symbols, places)
    }
  }

  private addMarks(marks: readonly Mark[]): void {
    for (const { type, data } of writeMarks(marks, this.lose)) this.add(type, block(data))
  }

  private addClock(clock: Clock): void {
    const { spent, left } = clockTimes(clock, this.mover, 0x7fff_ffff, this.lose)
    if (spent !== undefined) this.add(ANNOTATION.timeSpent, Uint8Array.from(spentParts(spent).toReversed()))
    if (left[0] !== undefined) this.add(ANNOTATION.whiteClock, u32(left[0]))
    if (left[1] !== undefined) this.add(ANNOTATION.blackClock, u32(left[1]))
  }

  private addAnnotation(annotation: Annotation, firstTurn: Colour): void {
    switch (annotation.type) {
      case 'training':
        return this.add(ANNOTATION.training, trainingData(annotation, this.record, this.index, this.text, this.lose))
      case 'quotation':
        return this.add(ANNOTATION.quotation, quotationData(annotation, this.text, this.lose))
      case 'media':
        return this.addMedia(annotation)
      case 'diagram':
        return this.addComment({ text: DIAGRAM + (annotation.text ?? ''), placement: annotation.placement ?? 'after' })
      case 'medals':
        return this.add(ANNOTATION.medals, u32(medalBits(annotation.names)))
      case 'critical':
        return this.add(ANNOTATION.critical, Uint8Array.of(PHASES.indexOf(annotation.phase) + 1))
      case 'line-colour':
        return this.add(ANNOTATION.lineColour, lineColour(annotation))
      case 'evaluation-curve':
        return this.addCurve(annotation, firstTurn)
      case 'pawn-structure':
        return this.add(ANNOTATION.pawnStructure, Uint8Array.of(annotation.code))
      case 'piece-path':
        return this.add(ANNOTATION.piecePath, block(Uint8Array.of(annotation.code, squareNumber(annotation.square))))
      case 'video-time':
        return this.add(ANNOTATION.videoTime, u32(annotation.milliseconds))
      case 'unknown':
        return this.addUnknown(annotation)
      case 'problem':
        // Not among what the format keeps.
        return undefined
    }
  }

  private addCurve({ values }: Extract<Annotation, { type: 'evaluation-curve' }>, firstTurn: Colour): void {
    const entries = curveEntries(values, firstTurn, this.lose)
    if (!entries) return
    const out = new ByteWriter(7 + 4 * entries.length)
      .u8(1)
      .u32le(2 + 4 * entries.length)
      .u16le(entries.length)
    for (const { kind, depth, value } of entries) out.u16le(value).u8(depth).u8(kind)
    this.add(ANNOTATION.evaluations, out.bytes())
  }

  private addUnknown({ format, code, base64 }: Extract<Annotation, { type: 'unknown' }>): void {
    if (format !== '2cbh') this.lose('chessbase/foreign-annotation', { format })
    else if (code.endsWith(REST_CODE)) this.lose('2cbh/rest-lost', {})
    else this.add(Number.parseInt(code, 16), fromBase64(base64))
  }

  private addMedia({ kind, address, caption, language }: Media): void {
    if (kind === 'link') {
      const url = this.text.field(address)
      const words = this.text.field(caption ?? '')
      const out = new ByteWriter().u8(1).u32le(url.length).put(url)
      return this.add(ANNOTATION.webLink, out.u32le(words.length).put(words).bytes())
    }
    if (kind === 'video' && address === '') {
      const words = this.text.comment(caption ?? '', Infinity)
      const out = new ByteWriter().u16le(1).u16le(this.language(language))
      return this.add(ANNOTATION.video, out.u32le(words.length).put(words).bytes())
    }
    this.lose('chessbase/media', { media: makeMessage(`media-kind/${kind}`, {}), address })
  }
}

/** Red, green, blue and flags. */
function lineColour({ colour, mainLineOnly, movesOnly }: Extract<Annotation, { type: 'line-colour' }>): Uint8Array {
  const flags = (mainLineOnly ? LINE_COLOUR.mainLineOnly : 0) | (movesOnly ? LINE_COLOUR.movesOnly : 0)
  const value = Number.parseInt(colour.slice(1), 16)
  return Uint8Array.of((value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff, flags)
}

/** Bytes after their length. */
function block(bytes: Uint8Array): Uint8Array {
  return new ByteWriter(4 + bytes.length).u32le(bytes.length).put(bytes).bytes()
}

function u32(value: number): Uint8Array {
  return new ByteWriter(4).u32le(value).bytes()
}
