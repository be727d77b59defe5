/**
 * A tree of what was played, with what it brought: the most frequent lines first, as far as the room for moves allows.
 * It is plain data with moves as texts, for JSON, pages and records alike.
 */
import type { Colour, Move } from '../model/move.ts'
import { loadOpenings } from '../openings/index.ts'
import { makeExploration, type Exploration } from '../positions/exploration.ts'
import { positionKey } from '../positions/position-key.ts'
import { mergeStatistics } from '../positions/statistics.ts'
import type { Database } from '../database/database.ts'
import { openingOf, type FoundOpening } from '../query/found-game.ts'
import { MACHINE_STYLES, rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'
import type { Game } from '../model/record.ts'
import type { Counts, CountedMove, PositionCounts } from '../repertoire/position-counts.ts'
import { shareOf, type Score } from '../repertoire/scores.ts'

/** How the choice of a move changed: more or less often than before, only lately, or no more. */
export type Trend = 'more' | 'less' | 'new' | 'dropped'

/** How often the database plays a move in its position, and its share of the points for the side that plays it. */
export interface DatabaseShare {
  games: number
  /** The share of the games of the position that play it, from 0 to 1. */
  share: number
  score?: number
}

/** A move of a tree: what the player scored in the games with it, whoever played it. */
export interface TreeMove extends Score {
  /** The move for programs: UCI in chess, coordinates in other games. */
  uci: string
  /** The move in the usual notation of its game. */
  san: string
  colour: Colour
  /** The share of the points, from 0 to 1; absent without results. */
  score?: number
  /** The share of the player's games in the position before it that went on with it, from 0 to 1. */
  share: number
  lastYear?: number
  /** Games of the recent years. */
  recent: number
  trend?: Trend
  /** The same move among all games of the database. */
  database?: DatabaseShare
  /** The name of the position that it leads to. */
  opening?: FoundOpening
  /** The line under which the tree goes on with this position, when another order of moves comes to it more often. */
  transposesTo?: string
  moves: TreeMove[]
}

/** Moves of a tree that is looked through for scores, deviations and gaps, at least. */
export const STUDIED_MOVES = 600

/** How large a tree becomes. */
export interface TreeOptions {
  /** Most moves of the tree. */
  most: number
  /** Plies from the start at most. */
  depth: number
  /** Fewest games of a move. */
  least: number
  /** Whether to add what the database plays. */
  withDatabase: boolean
  /** The moves of a position that are followed; all by default. */
  follows?: (position: Position, move: Move) => boolean
}

/** A place where the tree may grow. */
interface OpenPlace {
  games: number
  position: Position
  moves: TreeMove[]
  line: string
  ply: number
}

/** The tree below a position, of which those with the most games grow first. */
export async function growTree(
  database: Database,
  counts: PositionCounts,
  start: Position,
  { most, depth, least, withDatabase, follows }: TreeOptions,
): Promise<TreeMove[]> {
  const { game } = counts
  const rules = rulesOf(game)
  const book = await loadOpenings(game)
  const roots: TreeMove[] = []
  const open: OpenPlace[] = [{ games: Infinity, position: rules.clone(start), moves: roots, line: '', ply: 0 }]
  const grown = new Map<number, string>([[counts.keyOf(start).key, 'the start']])
  let count = 0
  while (open.length > 0 && count < most) {
    let best = 0
    for (let index = 1; index < open.length; index++) if (open[index]!.games > open[best]!.games) best = index
    const { position, moves, line, ply } = open.splice(best, 1)[0]!
    const at = counts.at(position)
    if (!at || ply >= depth) continue
    const played = counts.movesAt(position).filter(({ games }) => games >= least)
    const chosen = follows ? played.filter(({ move }) => follows(position, move)) : played
    const known = withDatabase && chosen.length > 0 ? await explorePosition(database, game, position) : undefined
    for (const counted of chosen) {
      if (count++ >= most) break
      const move = treeMove(counts, position, at, counted, known)
      moves.push(move)
      const after = rules.clone(position)
      rules.play(after, counted.move)
      const opening = book?.at?.(after)
      if (opening) Object.assign(move, openingOf(opening.code, opening.name))
      const own = line === '' ? move.san : `${line} ${move.san}`
      const { key } = counts.keyOf(after)
      const elsewhere = grown.get(key)
      if (elsewhere !== undefined) {
        if (counts.movesAt(after).length > 0) move.transposesTo = elsewhere
        continue
      }
      grown.set(key, own)
      open.push({ games: counted.games, position: after, moves: move.moves, line: own, ply: ply + 1 })
    }
  }
  return roots
}

function treeMove(
  { game }: PositionCounts,
  position: Position,
  at: Counts,
  counted: CountedMove,
  known: Exploration | undefined,
): TreeMove {
  const rules = rulesOf(game)
  const { move, games, won, drawn, lost, lastYear, recent } = counted
  const score = shareOf(counted)
  const trend = trendOf(at, counted)
  const explored = known?.moves.find((one) => one.move === move)
  return {
    uci: rules.writeMove(position, move, MACHINE_STYLES[game]),
    san: rules.writeMove(position, move),
    colour: position.turn,
    games,
    won,
    drawn,
    lost,
    ...(score !== undefined && { score }),
    share: games / at.games,
    ...(lastYear > 0 && { lastYear }),
    recent,
    ...(trend && { trend }),
    ...(known && explored && { database: shareInDatabase(known, explored, position.turn) }),
    moves: [],
  }
}

function shareInDatabase(
  { games: all }: Exploration,
  { games, first, draws, second }: Exploration['moves'][number],
  turn: Colour,
): DatabaseShare {
  const won = turn === 1 ? first : second
  const score = shareOf({ games, won, drawn: draws, lost: first + second - won })
  return { games, share: games / all, ...(score !== undefined && { score }) }
}

/** What all games of the database played in a position. */
export async function explorePosition(database: Database, game: Game, position: Position): Promise<Exploration> {
  const { key, symmetry } = positionKey(game, position)
  const lists = await Promise.all(database.segmentsOf(game).map((segment) => segment.statistics(key[0]!, key[1]!)))
  return makeExploration(game, position, symmetry, mergeStatistics(lists))
}

/** Recent and earlier games of a position from which a trend is told. */
const TREND_GAMES = 3
/** By how much the share of a move must have changed. */
const TREND_CHANGE = 0.15

/** How the choice of a move changed between earlier and recent games; undefined if it did not, or nobody can tell. */
function trendOf(at: Counts, { games, recent }: Counts): Trend | undefined {
  const before = at.games - at.recent
  if (at.recent < TREND_GAMES || before < TREND_GAMES) return undefined
  const change = recent / at.recent - (games - recent) / before
  if (Math.abs(change) < TREND_CHANGE) return undefined
  if (games === recent) return 'new'
  if (recent === 0) return 'dropped'
  return change > 0 ? 'more' : 'less'
}

/** The moves of a tree with the most games, as many as are wanted, each with those before it. */
export function pruneTree(tree: readonly TreeMove[], most: number): TreeMove[] {
  const pruned: TreeMove[] = []
  const open = tree.map((move) => ({ move, into: pruned }))
  for (let count = 0; count < most && open.length > 0; count++) {
    let best = 0
    for (let index = 1; index < open.length; index++) if (open[index]!.move.games > open[best]!.move.games) best = index
    const { move, into } = open.splice(best, 1)[0]!
    const kept = { ...move, moves: [] }
    into.push(kept)
    open.push(...move.moves.map((next) => ({ move: next, into: kept.moves as TreeMove[] })))
  }
  return pruned
}
