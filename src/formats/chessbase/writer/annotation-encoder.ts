/** Converts what is attached to the nodes of a record to stored annotations, the inverse of annotations/attach.ts. */
import { ByteWriter } from '../../../bytes/writer.ts'
import { fromBase64 } from '../../../bytes/text.ts'
import { medalBits } from '../../../model/annotation.ts'
import type { Annotation, Clock, Glyph, Mark, Media, MoveComment } from '../../../model/annotation.ts'
import type { Colour } from '../../../model/move.ts'
import type { GameRecord } from '../../../model/record.ts'
import type { MoveNode } from '../../../model/tree.ts'
import type { ParamsOf } from '../../../issues/catalogue.ts'
import { makeMessage } from '../../../issues/issue.ts'
import { PHASES } from '../annotations/attach.ts'
import { LINE_COLOUR } from '../annotations/onto-node.ts'
import { squareNumber, writeMarks } from '../annotations/marks.ts'
import { ANNOTATION, ANNOTATION_ITEM_HEAD, WHOLE_GAME } from '../annotations/items.ts'
import { nationOfLanguage } from '../nations.ts'
import { DIAGRAM } from '../text.ts'
import {
  clockTimes,
  curveData,
  evaluationData,
  glyphGroups,
  moversOf,
  spentParts,
  timeControlData,
} from './annotation-numbers.ts'
import type { Lose, LossId } from './lose.ts'
import type { MoveEncoder } from './move-encoder.ts'
import { quotationData } from './quotation.ts'
import type { FieldEncoder } from './field-encoder.ts'
import { trainingData } from './training.ts'

/** The largest data of an annotation in bytes: its size has 16 bits. */
const MAX_DATA = 0xffff - ANNOTATION_ITEM_HEAD

/** Bytes of a comment or caption before its text: a marker, then the language as a nation. */
const COMMENT_HEAD = 2

/** One annotation to be stored. */
export interface NewItem {
  /** -1 for the game, otherwise the index of the move in stored order. */
  position: number
  type: number
  data: Uint8Array
}

/** Called with what cannot be stored and its node. */
type LoseAt = <Id extends LossId>(id: Id, params: ParamsOf<Id>, node: number) => void

/** Makes the annotations of games, one after another. */
export class AnnotationEncoder {
  private readonly text: FieldEncoder
  private readonly encoder: MoveEncoder
  private readonly loseAt: LoseAt
  private items: NewItem[] = []
  private record!: GameRecord
  private index = 0
  private position = WHOLE_GAME
  /** The side that made the node's move. */
  private mover: Colour = 1

  constructor(text: FieldEncoder, encoder: MoveEncoder, loseAt: LoseAt) {
    this.text = text
    this.encoder = encoder
    this.loseAt = loseAt
  }

  /** The annotations of a game in the order of its moves. @param positions the stored index of every node's move */
  make(record: GameRecord, positions: Int32Array, firstTurn: Colour): NewItem[] {
    this.items = []
    this.record = record
    this.index = 0
    this.position = WHOLE_GAME
    this.addHeader(record)
    const { nodes } = record
    const movers = moversOf(nodes, firstTurn)
    for (const [index, node] of nodes.entries()) {
      if (index > 0 && positions[index]! < 0) continue
      this.index = index
      this.position = index === 0 ? WHOLE_GAME : positions[index]!
      this.mover = movers[index] as Colour
      this.addNode(node, firstTurn)
    }
    return this.items
  }

  private add(type: number, data: Uint8Array | undefined): void {
    if (!data) return
    if (data.length > MAX_DATA) this.lose('chessbase/large-annotation', { size: data.length })
    else this.items.push({ position: this.position, type, data })
  }

  private readonly lose: Lose = (id, params) => this.loseAt(id, params, this.index)

  private addHeader({ header }: GameRecord): void {
    const { timeControl, about } = header
    if (timeControl) this.add(ANNOTATION.timeControl, timeControlData(timeControl, this.lose))
    if (about !== undefined) this.addComment({ text: about, placement: 'after' })
  }

  private addNode(node: MoveNode, firstTurn: Colour): void {
    if (node.comments) for (const comment of node.comments) this.addComment(comment)
    if (node.glyphs) this.addGlyphs(node.glyphs)
    if (node.marks) this.addMarks(node.marks)
    if (node.clock) this.addClock(node.clock)
    if (node.evaluation) this.add(ANNOTATION.evaluation, evaluationData(node.evaluation, this.lose))
    if (node.annotations) for (const annotation of node.annotations) this.addAnnotation(annotation, firstTurn)
  }

  private addComment({ text, placement, language }: MoveComment): void {
    const nation = nationOfLanguage(language)
    if (language !== undefined && nation === 0) this.lose('chessbase/language', { language })
    const data = this.text.comment(text, MAX_DATA, COMMENT_HEAD)
    data[1] = nation
    this.add(placement === 'before' ? ANNOTATION.textBefore : ANNOTATION.text, data)
  }

  /** Up to three glyphs per annotation, each in its place; zeros at the end are omitted. */
  private addGlyphs(glyphs: readonly Glyph[]): void {
    for (const group of glyphGroups(glyphs, this.lose)) this.add(ANNOTATION.symbols, bytesOf(group))
  }

  private addMarks(marks: readonly Mark[]): void {
    for (const { type, data } of writeMarks(marks, this.lose)) this.add(type, data)
  }

  private addClock(clock: Clock): void {
    const { spent, left } = clockTimes(clock, this.mover, 0xffff_ffff, this.lose)
    if (spent !== undefined) this.add(ANNOTATION.timeSpent, bytesOf(spentParts(spent)))
    if (left[0] !== undefined) this.add(ANNOTATION.whiteClock, u32(left[0]))
    if (left[1] !== undefined) this.add(ANNOTATION.blackClock, u32(left[1]))
  }

  private addAnnotation(annotation: Annotation, firstTurn: Colour): void {
    switch (annotation.type) {
      case 'training':
        return this.add(ANNOTATION.training, trainingData(annotation, this.record, this.index, this.text, this.lose))
      case 'quotation':
        return this.add(ANNOTATION.quotation, quotationData(annotation, this.encoder, this.text, this.lose))
      case 'media':
        return this.addMedia(annotation)
      case 'diagram':
        return this.addComment({ text: DIAGRAM + (annotation.text ?? ''), placement: annotation.placement ?? 'after' })
      case 'medals':
        return this.add(ANNOTATION.medals, u32(medalBits(annotation.names)))
      case 'critical':
        return this.add(ANNOTATION.critical, Uint8Array.of(PHASES.indexOf(annotation.phase) + 1))
      case 'line-colour': {
        const flags =
          (annotation.mainLineOnly ? LINE_COLOUR.mainLineOnly : 0) | (annotation.movesOnly ? LINE_COLOUR.movesOnly : 0)
        const colour = Number.parseInt(annotation.colour.slice(1), 16)
        return this.add(
          ANNOTATION.lineColour,
          Uint8Array.of(flags, colour & 0xff, (colour >> 8) & 0xff, (colour >> 16) & 0xff),
        )
      }
      case 'evaluation-curve':
        return this.add(ANNOTATION.evaluations, curveData(annotation.values, firstTurn, this.lose))
      case 'pawn-structure':
        return this.add(ANNOTATION.pawnStructure, Uint8Array.of(annotation.code))
      case 'piece-path':
        return this.add(ANNOTATION.piecePath, Uint8Array.of(annotation.code, squareNumber(annotation.square)))
      case 'video-time':
        return this.add(ANNOTATION.videoTime, u32(annotation.milliseconds))
      case 'unknown':
        if (annotation.format !== 'chessbase')
          return this.lose('chessbase/foreign-annotation', { format: annotation.format })
        return this.add(Number.parseInt(annotation.code, 16), fromBase64(annotation.base64))
      case 'problem':
        // Not among the features that the format keeps.
        return undefined
    }
  }

  private addMedia({ kind, address, caption, language }: Media): void {
    if (kind === 'link') {
      const url = this.text.field(address, 0xff)
      const words = this.text.field(caption ?? '', 0xff)
      const out = new ByteWriter().u16le(url.length + words.length + 4)
      return this.add(ANNOTATION.webLink, out.u8(url.length).put(url).u8(words.length).put(words).bytes())
    }
    if (kind === 'video' && address === '') {
      const data = this.text.comment(caption ?? '', MAX_DATA, COMMENT_HEAD)
      data[0] = 1
      data[1] = nationOfLanguage(language)
      return this.add(ANNOTATION.video, data)
    }
    if ((kind === 'sound' || kind === 'picture') && /^[0-9]{1,9}$/.test(address) && caption === undefined) {
      return this.add(kind === 'sound' ? ANNOTATION.sound : ANNOTATION.picture, this.text.field(address))
    }
    this.lose('chessbase/media', { media: makeMessage(`media-kind/${kind}`, {}), address })
  }
}

function u32(value: number): Uint8Array {
  return new ByteWriter(4).u32be(value).bytes()
}

/** A few numbers as bytes, without the iteration that makes Uint8Array.from slow. */
function bytesOf(numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(numbers.length)
  for (let index = 0; index < numbers.length; index++) bytes[index] = numbers[index]!
  return bytes
}
