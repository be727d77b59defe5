/** Training questions as stored, the inverse of annotations/training.ts. Little-endian. */
import { ByteWriter } from '../../../bytes/writer.ts'
import type { Training } from '../../../model/annotation.ts'
import { moveFrom, moveTo } from '../../../model/move.ts'
import type { GameRecord } from '../../../model/record.ts'
import { pathTo } from '../../../model/tree.ts'
import { chess } from '../../../rules/chess/index.ts'
import { TRAINING_HEAD, TRAINING_ROLES } from '../annotations/training.ts'
import { turnSquare } from '../moves/codes.ts'
import { textLanguageNumber } from '../nations.ts'
import type { Lose } from './lose.ts'
import type { FieldEncoder } from './field-encoder.ts'

const MAX_TEXT = 0xffff
const MAX_SOLUTIONS = 0xff

/** First bytes of a question that asks for moves. */
const HEAD = [1, 0, 1] as const

const ROOK = 4

/** The data of a node's question. */
export function trainingData(
  training: Training,
  record: GameRecord,
  index: number,
  text: FieldEncoder,
  lose: Lose,
): Uint8Array {
  const body = new ByteWriter()
  body.u32le(training.seconds ?? 0).u16le(training.points ?? 0)
  const put = (texts: readonly { language?: string; text: string }[]) => {
    body.u16le(texts.length)
    for (const entry of texts) {
      const language = textLanguageNumber(entry.language)
      if (language === undefined) lose('chessbase/language', { language: entry.language! })
      const words = text.comment(entry.text, MAX_TEXT)
      body
        .u16le(language ?? textLanguageNumber(undefined)!)
        .u16le(words.length)
        .put(words)
    }
  }
  for (const role of TRAINING_ROLES) put(training.texts.filter((entry) => entry.role === role))
  const solutions = training.solutions.slice(0, MAX_SOLUTIONS)
  body.u8(solutions.length)
  for (const { move, points = 0, texts } of solutions) {
    const to = solutionTarget(record, index, move)
    body
      .u8(turnSquare(moveFrom(move)))
      .u8(turnSquare(to))
      .u8(0)
      .u8(points)
    put(texts)
  }
  const out = new ByteWriter(body.length + HEAD.length + 2)
  for (const byte of HEAD) out.u8(byte)
  return out
    .u16le(body.length + HEAD.length + 2 - TRAINING_HEAD)
    .put(body.bytes())
    .bytes()
}

/** Whether a move captures a rook of its own side, as castling does. The question asks for the move it is attached to. */
function isCastling(record: GameRecord, index: number, move: number): boolean {
  const position = chess.start(record)
  for (const step of index === 0 ? [] : pathTo(record.nodes, record.nodes[index]!.parent)) {
    const played = record.nodes[step]!.move
    if (played !== undefined) position.play(played)
  }
  return (
    position.kings[position.turn] === moveFrom(move) && position.board[moveTo(move)] === ((position.turn << 3) | ROOK)
  )
}

/** The square to which a solution leads as it is stored: that of the king where it castles. */
export function solutionTarget(record: GameRecord, index: number, move: number): number {
  return isCastling(record, index, move) ? kingTarget(move) : moveTo(move)
}

function kingTarget(move: number): number {
  const from = moveFrom(move)
  return (from & 56) + (moveTo(move) > from ? 6 : 2)
}
