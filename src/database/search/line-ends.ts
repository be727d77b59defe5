/** The positions in which the lines of trees end. */
import { PositionError } from '../../issues/errors.ts'
import type { Game, GameRecord } from '../../model/record.ts'
import { positionKey } from '../../positions/position-key.ts'
import { rulesOf } from '../../rules/index.ts'
import { replay } from '../../rules/replay.ts'

/** Positions of one game by their keys in the index, each once. */
export interface LineEnds {
  keys: Map<string, readonly [high: number, low: number]>
}

/** Adds the ends of the lines of a tree, in moves that can be played; none of a tree with an invalid start. */
export function addLineEnds(record: GameRecord, ends: Map<Game, LineEnds>): void {
  const { game, nodes } = record
  const rules = rulesOf(game)
  const own = ends.get(game) ?? { keys: new Map() }
  ends.set(game, own)
  const goesOn = new Uint8Array(nodes.length)
  for (const { parent, move } of nodes) if (parent >= 0 && move !== undefined) goesOn[parent] = 1
  try {
    replay(rules, record, (position, { move }, index) => {
      if (move === undefined || goesOn[index]) return
      rules.play(position, move)
      const { key } = positionKey(game, position)
      own.keys.set(`${key[0]} ${key[1]}`, [key[0]!, key[1]!])
      rules.undo(position)
    })
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
  }
}
