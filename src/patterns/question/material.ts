/**
 * Material on the board: how many men of each kind, as sums that must lie between two numbers. Plain data, which
 * travels as JSON; docs/patterns.md says how it is written.
 */
import type { Game } from '../../model/record.ts'
import { arePawnsMet, type PawnCount, type PawnFiles } from './pawns.ts'

/** A sum of men, each kind with its weight, that must lie between two numbers. */
export interface MaterialSum {
  /** By the number of the man (positions/main-line.ts); 0 is unused. */
  weights: number[]
  least: number
  most: number
}

/** Sums that must all hold at once, in one of several ways. */
export interface Material {
  game: Game
  ways: MaterialSum[][]
  /** For each way the pawns that it wants besides, in chess. */
  pawns?: PawnCount[][]
  /** Bishops of both sides, one each, on squares of the same colour or not. */
  bishops?: 'same' | 'opposite'
  /** Half-moves for which it must last; 1 by default. */
  lasting?: number
}

/** Whether the men on a board are what one of the ways wants. @param pawnsOn gives its pawns, where they are asked for */
export function isMaterialMet({ ways, pawns }: Material, counts: Uint8Array, pawnsOn: () => PawnFiles): boolean {
  for (let way = 0; way < ways.length; way++) {
    if (!areMet(ways[way]!, counts)) continue
    const wanted = pawns?.[way]
    if (!wanted || wanted.length === 0 || arePawnsMet(wanted, pawnsOn())) return true
  }
  return false
}

function areMet(sums: readonly MaterialSum[], counts: Uint8Array): boolean {
  for (const { weights, least, most } of sums) {
    let sum = 0
    for (let man = 1; man < weights.length; man++) sum += weights[man]! * counts[man]!
    if (sum < least || sum > most) return false
  }
  return true
}
