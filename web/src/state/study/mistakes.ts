/** The moves of a game that lost most by its evaluations, and what other moves are worth there. */
import { computed } from '@preact/signals'
import { lossOf, winningChance } from '../../../../src/engines/winning-chance.ts'
import type { PositionValue } from '../../../../src/model/annotation.ts'
import type { Colour, Move } from '../../../../src/model/move.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import { graphPoints } from '../replay/evaluations.ts'
import { links, record, writtenMoves } from '../replay/replay.ts'

/** A move that lost winning chances. */
export interface Mistake {
  /** The node before it, and its own. */
  at: number
  answer: number
  colour: Colour
  /** Chance of colour 1 before it. */
  before: number
  /** Winning chance that it lost, from 0 to 1. */
  loss: number
}

/** A mistake by the same measure as in the analysis of a game, and how much less than the best a right answer may lose. */
const LEAST_LOSS = 0.1
export const TOLERANCE = 0.05

/** So many mistakes at most, the worst. */
const MOST = 12

/** The mistakes of the main line, the worst first. */
export const mistakes = computed<readonly Mistake[]>(() => {
  const shown = record.value
  if (!shown) return []
  const points = graphPoints.value
  const found = points.flatMap(({ node, ply, evaluation }, index): Mistake[] => {
    const last = points[index - 1]
    const colour = writtenMoves.value[node]?.colour
    if (last?.ply !== ply - 1 || colour === undefined) return []
    const [before, after] = [winningChance(shown.game, last.evaluation), winningChance(shown.game, evaluation)]
    if (before === undefined || after === undefined) return []
    const loss = lossOf({ chance: before }, { chance: after }, colour)
    return loss < LEAST_LOSS ? [] : [{ at: last.node, answer: node, colour, before, loss }]
  })
  return found.toSorted((left, right) => right.loss - left.loss).slice(0, MOST)
})

/** Winning chance that a value loses for who made the mistake; undefined if the value does not say. */
export function lossAgainst({ before, colour }: Mistake, value: PositionValue): number | undefined {
  const chance = winningChance(record.value!.game, value)
  return chance === undefined ? undefined : lossOf({ chance: before }, { chance }, colour)
}

/** A move other than the mistake, as far as the record has it. */
export interface Alternative {
  move: Move
  /** Its node; absent for a line that is only part of an evaluation. */
  node?: number
  loss: number
}

/** The other moves that the record gives a value, the best first. */
export function alternatives({ nodes }: GameRecord, mistake: Mistake): Alternative[] {
  const known: Alternative[] = []
  const add = (move: Move | undefined, value: PositionValue | undefined, node?: number) => {
    const loss = value && lossAgainst(mistake, value)
    if (move !== undefined && loss !== undefined) known.push({ move, loss, ...(node !== undefined && { node }) })
  }
  const { first, next } = links.value
  for (let child = first[mistake.at]!; child >= 0; child = next[child]!) {
    if (child !== mistake.answer) add(nodes[child]!.move, nodes[child]!.evaluation, child)
  }
  for (const { moves, ...value } of nodes[mistake.at]!.evaluation?.lines ?? []) add(moves[0], value)
  return known.toSorted((left, right) => left.loss - right.loss)
}
