/** Training questions as they are stored, the inverse of annotations/training.ts. */
import { ByteWriter } from '../../../bytes/writer.ts'
import type { Training } from '../../../model/annotation.ts'
import { moveFrom } from '../../../model/move.ts'
import type { GameRecord } from '../../../model/record.ts'
import { TRAINING_ROLES } from '../../chessbase/annotations/training.ts'
import { turnSquare } from '../../chessbase/moves/codes.ts'
import type { FieldEncoder } from '../../chessbase/writer/field-encoder.ts'
import { solutionTarget } from '../../chessbase/writer/training.ts'
import { TRAINING_KIND } from '../annotations/items.ts'
import { LIST_KIND, TRAINING_MARK } from '../annotations/training.ts'
import type { Lose } from './lose.ts'

const MAX_SOLUTIONS = 0xff

/** The data of a question that stands on a node. */
export function trainingData(
  training: Training,
  record: GameRecord,
  index: number,
  text: FieldEncoder,
  lose: Lose,
): Uint8Array {
  const out = new ByteWriter()
  for (const byte of [...TRAINING_MARK, TRAINING_KIND.moves, 0, 0, 0]) out.u8(byte)
  out.u32le(training.seconds ?? 0).u16le(training.points ?? 0)
  const put = (texts: readonly { language?: string; text: string }[]) => {
    out.u16le(texts.length)
    for (const entry of texts) {
      if (entry.language !== undefined) lose('2cbh/question-language', {})
      const words = text.comment(entry.text, Infinity)
      out.u16le(LIST_KIND.text).u32le(words.length).put(words)
    }
  }
  for (const role of TRAINING_ROLES) put(training.texts.filter((entry) => entry.role === role))
  const solutions = training.solutions.slice(0, MAX_SOLUTIONS)
  out.u8(solutions.length)
  for (const { move, points = 0, texts } of solutions) {
    out
      .u8(turnSquare(moveFrom(move)))
      .u8(turnSquare(solutionTarget(record, index, move)))
      .u8(0)
      .u8(points)
    put(texts)
  }
  return out.bytes()
}
