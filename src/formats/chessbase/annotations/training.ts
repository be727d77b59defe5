/** Training questions, type 09, little-endian: docs/formats/chessbase.md, Training. */
import { ByteReader } from '../../../bytes/reader.ts'
import type { Training } from '../../../model/annotation.ts'
import { FormatError } from '../../../issues/errors.ts'
import type { Move } from '../../../model/move.ts'
import { turnSquare } from '../moves/codes.ts'
import { textLanguage } from '../nations.ts'
import type { TextReader } from '../text.ts'

/** First bytes of every question, and the kind that asks for moves. */
const MARK = 1
const ASKS_FOR_MOVES = 1

/** Bytes before those that the length covers, including the length itself. */
export const TRAINING_HEAD = 3

/** The roles of the four texts before the solutions, in order. */
export const TRAINING_ROLES = ['question', 'wrong', 'hint1', 'hint2'] as const

/** A text in several languages. */
type Texts = { language?: string; text: string }[]

/**
 * Reads a question.
 * @param makeMove the move between two squares in the position of the question @returns undefined for another kind of
 * question and for invalid bytes
 */
export function readTraining(
  data: Uint8Array,
  text: TextReader,
  makeMove: (from: number, to: number) => Move,
): Training | undefined {
  const reader = new ByteReader(data)
  try {
    if (reader.u16le() !== MARK || reader.u8() !== ASKS_FOR_MOVES) return undefined
    if (reader.u16le() !== data.length - TRAINING_HEAD) return undefined
    const training: Training = { type: 'training', texts: [], solutions: [] }
    const seconds = reader.u32le()
    if (seconds !== 0) training.seconds = seconds
    const points = reader.u16le()
    if (points !== 0) training.points = points
    for (const role of TRAINING_ROLES) {
      for (const entry of readTexts(reader, text)) training.texts.push({ role, ...entry })
    }
    for (let left = reader.u8(); left > 0; left--) {
      const from = reader.u8()
      const to = reader.u8()
      if (reader.u8() !== 0 || from > 63 || to > 63) return undefined
      const solutionPoints = reader.u8()
      training.solutions.push({
        move: makeMove(turnSquare(from), turnSquare(to)),
        ...(solutionPoints !== 0 && { points: solutionPoints }),
        texts: readTexts(reader, text),
      })
    }
    return reader.remaining === 0 ? training : undefined
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

function readTexts(reader: ByteReader, text: TextReader): Texts {
  const texts: Texts = []
  for (let left = reader.u16le(); left > 0; left--) {
    const language = textLanguage(reader.u16le())
    const words = text.comment(reader.take(reader.u16le()))
    texts.push(language === undefined ? { text: words } : { language, text: words })
  }
  return texts
}
