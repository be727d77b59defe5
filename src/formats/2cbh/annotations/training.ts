/** Training questions, type 09: docs/formats/2cbh.md, Training. No real question with words in it was seen. */
import { ByteReader } from '../../../bytes/reader.ts'
import { FormatError } from '../../../issues/errors.ts'
import type { Training } from '../../../model/annotation.ts'
import type { Move } from '../../../model/move.ts'
import { TRAINING_ROLES } from '../../chessbase/annotations/training.ts'
import { turnSquare } from '../../chessbase/moves/codes.ts'
import type { TextReader } from '../../chessbase/text.ts'
import { TRAINING_KIND } from './items.ts'

/** First bytes of every question; the kind follows, and three zeros. */
export const TRAINING_MARK = [1, 1] as const

/** What stands in a list: texts, and the arrows and squares that are shown with them. */
export const LIST_KIND = { text: 0 } as const

/**
 * Reads a question that asks for moves.
 * @param makeMove the move between two squares in the position asked about
 * @returns undefined for another kind of question, for arrows and squares in its lists, and for bytes that do not fit
 */
export function readTraining(
  data: Uint8Array,
  text: TextReader,
  makeMove: (from: number, to: number) => Move,
): Training | undefined {
  const reader = new ByteReader(data)
  try {
    const head = reader.take(6)
    const expected = [...TRAINING_MARK, TRAINING_KIND.moves, 0, 0, 0]
    if (!expected.every((byte, index) => head[index] === byte)) return undefined
    const training: Training = { type: 'training', texts: [], solutions: [] }
    const seconds = reader.i32le()
    if (seconds !== 0) training.seconds = seconds
    const points = reader.i16le()
    if (points !== 0) training.points = points
    for (const role of TRAINING_ROLES) {
      const texts = readTexts(reader, text)
      if (!texts) return undefined
      training.texts.push(...texts.map((entry) => ({ role, ...entry })))
    }
    for (let left = reader.u8(); left > 0; left--) {
      const from = reader.u8()
      const to = reader.u8()
      if (reader.u8() !== 0 || from > 63 || to > 63) return undefined
      const solutionPoints = reader.u8()
      const texts = readTexts(reader, text)
      if (!texts) return undefined
      training.solutions.push({
        move: makeMove(turnSquare(from), turnSquare(to)),
        ...(solutionPoints !== 0 && { points: solutionPoints }),
        texts,
      })
    }
    return reader.remaining === 0 ? training : undefined
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

function readTexts(reader: ByteReader, text: TextReader): { text: string }[] | undefined {
  const texts: { text: string }[] = []
  for (let left = reader.u16le(); left > 0; left--) {
    if (reader.u16le() !== LIST_KIND.text) return undefined
    texts.push({ text: text.comment(reader.take(reader.i32le())) })
  }
  return texts
}
