/** A repertoire: the positions of one's own trees, with the moves that they play there. */
import { PositionError } from '../issues/errors.ts'
import type { Colour, Move } from '../model/move.ts'
import type { Game, GameRecord } from '../model/record.ts'
import { rulesOf } from '../rules/index.ts'
import { replay } from '../rules/replay.ts'
import type { Position } from '../rules/rules.ts'
import { PositionCounts } from './position-counts.ts'

/** A repertoire of one game. */
export interface Repertoire {
  game: Game
  /** The side that it is made for: the one with fewer choices; undefined if neither has. */
  colour: Colour | undefined
  /** Whether it has a position. */
  has(position: Position): boolean
  /** The moves that it plays in a position. */
  movesAt(position: Position): Move[]
}

/** The repertoire of some trees of one game. Trees with an invalid start are left out. */
export function makeRepertoire(game: Game, records: readonly GameRecord[], colour?: Colour): Repertoire {
  const rules = rulesOf(game)
  // Every tree counts a move of a position once; how often does not matter.
  const counts = new PositionCounts(game)
  const played = new Map<number, { turn: Colour; codes: Set<number> }>()
  for (const [id, record] of records.entries()) {
    if (record.game !== game) continue
    try {
      replay(rules, record, (position, { move }) => {
        const { key, symmetry } = counts.keyOf(position)
        counts.add(position, move, { id, points: undefined, year: 0 })
        if (move === undefined) return
        const at = played.get(key) ?? { turn: position.turn, codes: new Set() }
        played.set(key, at)
        at.codes.add(counts.codeOf(position, move, symmetry))
        // The last position of a line is one of the repertoire, too.
        rules.play(position, move)
        counts.add(position, undefined, { id, points: undefined, year: 0 })
        rules.undo(position)
      })
    } catch (error) {
      if (!(error instanceof PositionError)) throw error
    }
  }
  return {
    game,
    colour: colour ?? sideOf(played.values()),
    has: (position) => counts.at(position) !== undefined,
    movesAt: (position) => counts.movesAt(position).map(({ move }) => move),
  }
}

/** The side that chooses less often between moves. */
function sideOf(played: Iterable<{ turn: Colour; codes: Set<number> }>): Colour | undefined {
  const choices = [0, 0]
  for (const { turn, codes } of played) choices[turn - 1]! += codes.size - 1
  const [first, second] = choices as [number, number]
  return first === second ? undefined : first < second ? 1 : 2
}

/** The sides for which a repertoire may be meant. */
export function sidesOf({ colour }: Repertoire): Colour[] {
  return colour === undefined ? [1, 2] : [colour]
}
