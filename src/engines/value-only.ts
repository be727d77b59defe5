import type { Evaluation, PositionValue } from '../model/annotation.ts'

/** What is kept of an evaluation in a record: its value and depth. */
export function valueOnly({ centipawns, mate, winrate, scoreLead, depth }: PositionValue): Evaluation {
  return {
    ...(centipawns !== undefined && { centipawns }),
    ...(mate !== undefined && { mate }),
    ...(winrate !== undefined && { winrate }),
    ...(scoreLead !== undefined && { scoreLead }),
    ...(depth !== undefined && { depth }),
  }
}
