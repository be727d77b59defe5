/** Levels at which engines play against people, in the measure that each engine has for them. */
import type { Move } from '../model/move.ts'
import type { Engine, SearchLimit, Strength } from './engine.ts'
import type { Task } from './task.ts'

/** The strongest level; the weakest is 1. */
export const MOST_LEVEL = 10

/** Seconds for a move where a level is a setting of the engine and not a limit of the search. */
const SECONDS = 1

/** A whole number between two, in equal steps from level 1 to the last. */
export function atLevel(level: number, least: number, most: number): number {
  return Math.round(least + ((most - least) * (level - 1)) / (MOST_LEVEL - 1))
}

/** A whole number between two, in equal factors from level 1 to the last. */
export function growingTo(level: number, least: number, most: number): number {
  return Math.round(least * (most / least) ** ((level - 1) / (MOST_LEVEL - 1)))
}

/** A move, and how strong the engine was that played it. */
export interface LevelMove {
  /** Absent if the engine has none or resigns. */
  move?: Move
  strength: Strength
}

/** The move that an engine plays at a level from 1 to 10. */
export async function playAtLevel(engine: Engine, task: Task, level: number, signal?: AbortSignal): Promise<LevelMove> {
  const strength = engine.strengthAt(level)
  const move = await engine.choose(task, limitOf(strength), signal, strength)
  return { ...(move !== undefined && { move }), strength }
}

function limitOf({ measure, value }: Strength): SearchLimit {
  if (measure === 'nodes' || measure === 'visits' || measure === 'depth' || measure === 'seconds') {
    return { [measure]: value }
  }
  return { seconds: SECONDS }
}
