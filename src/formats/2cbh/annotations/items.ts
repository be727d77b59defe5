/**
 * The annotations of a game as stored: blocks of a position, a number of annotations and the annotations, each a type
 * and data whose length follows from the type. Little-endian. docs/formats/2cbh.md, Annotations.
 */
import { ByteReader } from '../../../bytes/reader.ts'
import type { Message } from '../../../issues/catalogue.ts'
import { FormatError, messageOf } from '../../../issues/errors.ts'
import { makeMessage } from '../../../issues/issue.ts'
import { ANNOTATION } from '../../chessbase/annotations/items.ts'

/** A type that classic databases do not have, of unknown use. */
export const TYPE_27 = 0x27

/** Stands in the place of a position after the last block. */
export const END_MARK = 0x7fff_ffff

/** One annotation as stored. */
export interface AnnotationItem {
  /** -1 for the game, else the index of the move in the order of PGN. */
  position: number
  type: number
  data: Uint8Array
}

/** What a record of annotations holds. */
export interface AnnotationItems {
  items: AnnotationItem[]
  /** What is wrong after them. */
  fault?: Message
  /** The bytes from the first annotation on whose length is not known, and its type and position. */
  rest?: AnnotationItem
  /** Whether blocks do not come in ascending order. */
  isUnordered: boolean
}

/** Moves on over the data of one type. */
type Skip = (reader: ByteReader) => void

const bytes =
  (count: number): Skip =>
  (reader) =>
    reader.skip(count)

/** A length, and as many bytes. */
const block: Skip = (reader) => reader.skip(reader.i32le())

const text: Skip = (reader) => {
  reader.skip(4)
  block(reader)
}

const SKIPS: Readonly<Record<number, Skip>> = {
  [ANNOTATION.text]: text,
  [ANNOTATION.textBefore]: text,
  [ANNOTATION.symbols]: bytes(3),
  [ANNOTATION.squares]: block,
  [ANNOTATION.arrows]: block,
  [ANNOTATION.timeSpent]: bytes(4),
  [ANNOTATION.type8]: bytes(4),
  [ANNOTATION.training]: skipTraining,
  [ANNOTATION.quotation]: skipQuotation,
  [ANNOTATION.pawnStructure]: bytes(1),
  [ANNOTATION.piecePath]: block,
  [ANNOTATION.whiteClock]: bytes(4),
  [ANNOTATION.blackClock]: bytes(4),
  [ANNOTATION.critical]: bytes(1),
  [ANNOTATION.webLink]: (reader) => {
    reader.skip(1)
    block(reader)
    block(reader)
  },
  [ANNOTATION.video]: text,
  [ANNOTATION.evaluation]: bytes(6),
  [ANNOTATION.medals]: bytes(4),
  [ANNOTATION.lineColour]: bytes(4),
  [ANNOTATION.timeControl]: bytes(38),
  [ANNOTATION.videoTime]: bytes(4),
  [ANNOTATION.evaluations]: (reader) => {
    reader.skip(1)
    block(reader)
  },
  [TYPE_27]: bytes(2),
}

/** Reads the annotations of a record: as many as are whole and of known length. */
export function readAnnotationItems(content: Uint8Array): AnnotationItems {
  const reader = new ByteReader(content)
  const read: AnnotationItems = { items: [], isUnordered: false }
  let last = -2
  try {
    for (;;) {
      const position = reader.i32le()
      if (position === END_MARK) {
        if (reader.remaining > 0) read.fault = makeMessage('cb-record/rest', { count: reader.remaining })
        return read
      }
      if (position <= last) read.isUnordered = true
      last = position
      for (let left = reader.i32le(); left > 0; left--) {
        const type = reader.u16le()
        const skip = SKIPS[type]
        const start = reader.position
        if (!skip) {
          read.rest = { position, type, data: content.subarray(start) }
          return read
        }
        skip(reader)
        read.items.push({ position, type, data: content.subarray(start, reader.position) })
      }
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    read.fault = messageOf(error)
    return read
  }
}

/** Lists of texts, arrows and squares in a training question. */
function skipList(reader: ByteReader): void {
  for (let left = reader.u16le(); left > 0; left--) {
    reader.skip(2)
    block(reader)
  }
}

/** Bytes of a question before its lists: six of its head, seconds, points. */
export const TRAINING_HEAD = 12

/** Kinds of questions: for moves, or for something in words. */
export const TRAINING_KIND = { moves: 1, words: 2 } as const

function skipTraining(reader: ByteReader): void {
  const start = reader.skip(TRAINING_HEAD)
  for (let list = 0; list < 4; list++) skipList(reader)
  const kind = reader.bytes[start + 2]!
  for (let left = reader.u8(); left > 0; left--) {
    if (kind === TRAINING_KIND.moves) {
      reader.skip(4)
      skipList(reader)
    } else if (kind === TRAINING_KIND.words) {
      reader.skip(1)
      skipList(reader)
      skipList(reader)
    } else {
      throw new FormatError('data/end', { left: reader.remaining, wanted: 1 }, {})
    }
  }
}

/** Bytes of a quotation before its strings, and of the parts behind them. */
export const QUOTATION_HEAD = 10
export const QUOTATION_STRINGS = 6
export const QUOTATION_PARTS = { game: 35, round: 44, rating: 5, rest: 29 } as const

/** Where the last part says that a board does not follow it, and bytes of that board. */
export const USUAL_START_AT = 26
export const QUOTED_BOARD = 64 + 11

/** Bytes of a quoted move. */
export const QUOTED_MOVE = 5

function skipQuotation(reader: ByteReader): void {
  reader.skip(QUOTATION_HEAD)
  for (let left = QUOTATION_STRINGS; left > 0; left--) reader.skip(reader.u8())
  reader.skip(QUOTATION_PARTS.game + QUOTATION_PARTS.round)
  for (let left = 2; left > 0; left--) {
    reader.skip(QUOTATION_PARTS.rating)
    block(reader)
  }
  const rest = reader.skip(QUOTATION_PARTS.rest)
  if (reader.bytes[rest + USUAL_START_AT] === 0) reader.skip(QUOTED_BOARD)
  reader.skip(reader.i32le() * QUOTED_MOVE)
  reader.skip(4)
}
