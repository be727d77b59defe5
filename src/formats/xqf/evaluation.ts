/** Evaluations in XQF: it has no field for them, so they stand at the beginning of a comment, as in PGN. */
import type { Evaluation } from '../../model/annotation.ts'
import type { MoveNode } from '../../model/tree.ts'
import { formatEvaluation, parseEvaluation } from '../evaluation-command.ts'

/**
 * Moves an evaluation from the beginning of a comment to its node. Returns the rest of the text, undefined if that was
 * all. An evaluation that would not be written the same again stays in the text.
 */
export function takeEvaluation(text: string, node: MoveNode): string | undefined {
  const command = /^\[%eval ([^\]\s]+)\](\n|$)/.exec(text)
  const evaluation = command && parseEvaluation(command[1]!)
  if (!evaluation || formatEvaluation(evaluation) !== command[1]) return text
  node.evaluation = evaluation
  return command[2] === '' ? undefined : text.slice(command[0].length)
}

/** The line with which the comment of an evaluated move begins; undefined if the evaluation has no such form. */
export function evaluationLine(evaluation: Evaluation): string | undefined {
  const operands = formatEvaluation(evaluation)
  return operands && `[%eval ${operands}]`
}
