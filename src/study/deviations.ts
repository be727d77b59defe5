/** Where a player usually plays what others seldom play. */
import type { Database } from '../database/database.ts'
import type { Colour } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import { MACHINE_STYLES, rulesOf } from '../rules/index.ts'
import { forEachMove } from './extremes.ts'
import { numberedLine, playTexts } from '../repertoire/line-text.ts'
import { explorePosition, type TreeMove } from './move-tree.ts'
import type { Score } from '../repertoire/scores.ts'

/** A move that a player chooses more often than others do. */
export interface Deviation extends Score {
  colour: Colour
  /** The moves up to it, for programs. */
  moves: string[]
  /** The same with numbers, in the usual notation. */
  line: string
  /** The share of the player's games in the position that play it. */
  share: number
  /** Games of others in the position, and the share of them that play it. */
  others: number
  othersShare: number
  /** What the database plays most in the position, with its share. */
  usual: { uci: string; san: string; share: number }
  lastYear?: number
}

/** Fewest games with the move, and of others in the position. */
const LEAST_GAMES = 3
const LEAST_OTHERS = 20
/** The least share of the player's games, and by how much it is greater than that of others. */
const LEAST_SHARE = 0.3
const LEAST_DIFFERENCE = 0.25

/** The moves with the greatest difference among trees with what the database plays. */
export async function findDeviations(
  database: Database,
  game: Game,
  parts: readonly { colour: Colour; tree: readonly TreeMove[] }[],
  count: number,
): Promise<Deviation[]> {
  const candidates: (Omit<Deviation, 'usual'> & { weight: number })[] = []
  for (const { colour, tree } of parts) {
    forEachMove(tree, (move, path) => {
      const { games, won, drawn, lost, share, lastYear, database: known } = move
      if (move.colour !== colour || !known || games < LEAST_GAMES || share < LEAST_SHARE) return
      // The games of the player are among those of the database.
      const others = Math.round(known.games / known.share) - Math.round(games / share)
      if (others < LEAST_OTHERS) return
      const othersShare = Math.max(0, known.games - games) / others
      if (share - othersShare < LEAST_DIFFERENCE) return
      candidates.push({
        colour,
        moves: path.map(({ uci }) => uci),
        line: numberedLine(path.map(({ san }) => san)),
        games,
        won,
        drawn,
        lost,
        share,
        others,
        othersShare,
        ...(lastYear !== undefined && { lastYear }),
        weight: (share - othersShare) * Math.sqrt(games),
      })
    })
  }
  const deviations: Deviation[] = []
  for (const { weight: _weight, ...candidate } of candidates.sort((left, right) => right.weight - left.weight)) {
    if (deviations.length === count) break
    const usual = await usualMove(database, game, candidate.moves.slice(0, -1))
    // Who plays the usual move more often than others does not deviate.
    if (usual.uci !== candidate.moves.at(-1)) deviations.push({ ...candidate, usual })
  }
  return deviations
}

async function usualMove(database: Database, game: Game, moves: readonly string[]): Promise<Deviation['usual']> {
  const rules = rulesOf(game)
  const { position } = playTexts(game, moves)
  const { games, moves: explored } = await explorePosition(database, game, position)
  const [most] = explored
  return {
    uci: rules.writeMove(position, most!.move, MACHINE_STYLES[game]),
    san: rules.writeMove(position, most!.move),
    share: most!.games / games,
  }
}
