/**
 * The operands of `[%eval ...]`, the command of PGN (supplement of 2001) that programs put into comments, from the view
 * of colour 1. docs/formats/pgn.md, Commands.
 */
import type { Evaluation } from '../model/annotation.ts'

/**
 * Reads `0.25` in pawns, `25` in hundredths as ChessBase writes it, or `#-3` for mate; then perhaps the depth:
 * `0.25,20`. Undefined for anything else.
 */
export function parseEvaluation(operands: string): Evaluation | undefined {
  const parts = /^(#?)([+-]?[0-9]{1,6}(\.[0-9]{1,4})?)(?:,([0-9]{1,4}))?$/.exec(operands)
  if (!parts) return undefined
  // Adding 0 turns -0 into 0.
  const value = Number(parts[2]) + 0
  const evaluation: Evaluation = {}
  if (parts[1] === '#') {
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
