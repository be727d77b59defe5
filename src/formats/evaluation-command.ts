/**
 * The operands of `[%eval ...]`, the command of PGN (supplement of 2001) that programs put into comments, from the view
 * of colour 1. docs/formats/pgn.md, Commands.
 */
import type { Evaluation } from '../model/annotation.ts'

/**
 * Reads `0.25` in pawns, `25` in hundredths as ChessBase writes it, or a mate as `#-3`, `-#3`, `M3` or `-M3`; then perhaps
 * the depth: `0.25,20`, or `0.16/16` as some programs write it. Undefined for anything else.
 */
export function parseEvaluation(operands: string): Evaluation | undefined {
  const parts = /^([+-]?[#M]|)([+-]?[0-9]{1,6}(\.[0-9]{1,4})?)(?: ?[,/] ?([0-9]{1,4}))?$/.exec(operands)
  if (!parts) return undefined
  const [, mark, number] = parts
  // One sign is enough.
  if (mark!.length > 1 && /^[+-]/.test(number!)) return undefined
  // Adding 0 turns -0 into 0.
  const value = (mark!.startsWith('-') ? -1 : 1) * Number(number) + 0
  const evaluation: Evaluation = {}
  if (mark !== '') {
    if (parts[3] !== undefined) return undefined
    evaluation.mate = value
  } else {
    evaluation.centipawns = parts[3] === undefined ? value : Math.round(value * 10_000) / 100
  }
  if (parts[4] !== undefined) evaluation.depth = Number(parts[4])
  return evaluation
}

/** Writes the operands, always with a decimal point; undefined for an evaluation that is neither a value nor a mate. */
export function formatEvaluation({ centipawns, mate, depth }: Evaluation): string | undefined {
  if (mate === undefined && centipawns === undefined) return undefined
  const pawns = (centipawns ?? 0) / 100
  const value = mate === undefined ? (Number.isInteger(centipawns) ? pawns.toFixed(2) : pawns.toFixed(4)) : `#${mate}`
  return depth === undefined ? value : `${value},${depth}`
}
