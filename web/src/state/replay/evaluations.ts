/** The evaluations of a game: as text, and as heights of a graph over its main line. */
import { computed } from '@preact/signals'
import type { Evaluation } from '../../../../src/model/annotation.ts'
import type { Game, GameRecord } from '../../../../src/model/record.ts'
import { mainLine } from '../../../../src/model/tree.ts'
import { formatNumber } from '../../words/index.ts'
import { record } from './replay.ts'

/** Hundredths at which a side is well ahead: three pawns, ten discs, fifteen points. */
const AHEAD: Readonly<Record<Game, number>> = { chess: 300, xiangqi: 300, othello: 1000, go: 1500 }

/**
 * An evaluation in short, from the point of view of colour 1: `+0.35`, `#5`, `#−3`; where a program gives them, its
 * lead in points and its chance to win, `+3.5 62%`.
 */
export function evaluationText(evaluation: Evaluation, game: Game): string | undefined {
  const { mate, centipawns, winrate, scoreLead, text } = evaluation
  if (mate !== undefined) return `#${formatNumber(mate)}`
  const parts: string[] = []
  const value = scoreLead ?? (centipawns === undefined ? undefined : centipawns / 100)
  if (value !== undefined) parts.push(signed(value, game === 'chess' || game === 'xiangqi' ? 2 : 1))
  if (winrate !== undefined) parts.push(formatNumber(winrate, { style: 'percent', maximumFractionDigits: 0 }))
  return parts.length > 0 ? parts.join(' ') : text
}

function signed(value: number, digits: number): string {
  return formatNumber(value, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** How far colour 1 is ahead, from -1 to 1; undefined if the evaluation is not a number. */
export function advantage({ mate, centipawns, winrate, scoreLead }: Evaluation, game: Game): number | undefined {
  if (mate !== undefined) return mate < 0 ? -1 : 1
  if (winrate !== undefined) return 2 * winrate - 1
  const hundredths = centipawns ?? (scoreLead === undefined ? undefined : scoreLead * 100)
  return hundredths === undefined ? undefined : Math.tanh(hundredths / AHEAD[game] / 1.5)
}

/** A point of the graph: the node after a ply and its evaluation. */
export interface GraphPoint {
  node: number
  ply: number
  evaluation: Evaluation
  /** From -1, colour 2 has won, to 1. */
  height: number
}

/** The evaluations of the main line; none unless there are enough for a graph. */
export const graphPoints = computed<readonly GraphPoint[]>(() => {
  const shown = record.value
  if (!shown) return []
  const points = pointsOf(shown)
  return points.length > 1 ? points : []
})

/** Positions of the main line, including the root, with their evaluations. */
function pointsOf({ game, nodes }: GameRecord): GraphPoint[] {
  const curve = nodes[0]?.annotations?.find((annotation) => annotation.type === 'evaluation-curve')?.values
  return [0, ...mainLine(nodes)].flatMap((node, ply): GraphPoint[] => {
    const evaluation = nodes[node]!.evaluation ?? curve?.[ply]
    if (!evaluation) return []
    const height = advantage(evaluation, game)
    return height !== undefined ? [{ node, ply, evaluation, height }] : []
  })
}
