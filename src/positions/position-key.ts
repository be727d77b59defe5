/** Under which key the position index knows a position. */
import type { Game } from '../model/record.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'

/** The key under which a position is indexed, and the symmetry that leads there. */
export function positionKey(game: Game, position: Position): { key: Uint32Array; symmetry: number } {
  const rules = rulesOf(game)
  const key = new Uint32Array(2)
  if (rules.canonicalKey) return { key, symmetry: rules.canonicalKey(position, key) }
  rules.key(position, key)
  return { key, symmetry: 0 }
}
