/** The most played moves from a position, several plies deep. */
import type { Game } from '../../model/record.ts'
import type { ExploredMove, Exploration } from '../../positions/exploration.ts'
import { rulesOf } from '../../rules/index.ts'
import type { Position } from '../../rules/rules.ts'
import type { Database } from '../database.ts'
import { explore, type ExploreOptions } from './explore.ts'

/** A move of the tree, with the moves that follow it. */
export interface TreeMove extends ExploredMove {
  /** The move in the usual notation of its game. */
  text: string
  moves: TreeMove[]
}

/** The most played moves from a position. */
export interface ExploredTree {
  moves: TreeMove[]
  /** How many moves deep it is: less than was asked for where no game goes on, and where it would have too many moves. */
  depth: number
  /** Whether it would have too many moves if it were deeper. */
  isCut: boolean
}

/** Moves of a position that a tree follows. */
const BREADTH = 5

/** How many moves deep a tree is at most. */
export const MAX_TREE_DEPTH = 100
/** How many moves a tree has at most. */
export const MAX_TREE_MOVES = 5000

/** How deep and how large a tree may become. */
export interface ExploreTreeOptions extends Pick<ExploreOptions, 'query'> {
  /** How many moves deep, at most {@link MAX_TREE_DEPTH}. */
  depth: number
  /** Moves the tree has at most, {@link MAX_TREE_MOVES} by default. */
  most?: number
}

/** Follows the most played moves of a position, all of them equally deep. */
export async function exploreTree(
  database: Database,
  game: Game,
  position: Position,
  { query = {}, ...options }: ExploreTreeOptions,
): Promise<ExploredTree> {
  return await followTree(async (at) => await explore(database, game, at, { query }), game, position, options)
}

/** The same with what explores a position. */
export async function followTree(
  exploreAt: (position: Position) => Promise<Exploration>,
  game: Game,
  position: Position,
  { depth, most = MAX_TREE_MOVES }: Omit<ExploreTreeOptions, 'query'>,
): Promise<ExploredTree> {
  const rules = rulesOf(game)
  const tree: ExploredTree = { moves: [], depth: 0, isCut: false }
  let level = [{ position, moves: tree.moves }]
  let count = 0
  while (tree.depth < Math.min(depth, MAX_TREE_DEPTH)) {
    const next: typeof level = []
    const found: TreeMove[][] = []
    for (const { position: before } of level) {
      const { moves } = await exploreAt(before)
      const followed = moves.slice(0, BREADTH).map((move): TreeMove => ({
        ...move,
        text: rules.writeMove(before, move.move),
        moves: [],
      }))
      count += followed.length
      if (count > most) return { ...tree, isCut: true }
      found.push(followed)
      for (const move of followed) {
        const after = rules.clone(before)
        rules.play(after, move.move)
        next.push({ position: after, moves: move.moves })
      }
    }
    if (next.length === 0) return tree
    for (const [index, { moves }] of level.entries()) moves.push(...found[index]!)
    level = next
    tree.depth++
  }
  return tree
}
