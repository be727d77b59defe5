/** Lines in which a player scores better or worse than usual. */
import type { Colour } from '../model/move.ts'
import type { FoundOpening } from '../query/found-game.ts'
import { numberedLine } from '../repertoire/line-text.ts'
import type { TreeMove } from './move-tree.ts'
import { decided, type Score } from '../repertoire/scores.ts'

/** A line with what the player scored in it. */
export interface ScoredLine extends Score {
  /** The colour of the player. */
  colour: Colour
  /** The moves for programs. */
  moves: string[]
  /** The same with numbers, in the usual notation. */
  line: string
  opening?: FoundOpening
  /** The share of the points, and that of all games with the colour. */
  score: number
  usual: number
  lastYear?: number
}

/** A tree of one colour. */
interface ColourTree {
  colour: Colour
  score?: number
  tree: readonly TreeMove[]
}

/** Fewest games with a result that a line must have. */
const LEAST_GAMES = 5

/** The lines with the best and the worst scores, none of which begins another one of its list. */
export function extremesOf(parts: readonly ColourTree[], count: number): { best: ScoredLine[]; worst: ScoredLine[] } {
  const lines = parts.flatMap((part) => (part.score === undefined ? [] : scoredLines(part, part.score)))
  // How far a score is from the usual one counts more among many games: in units of what chance does to it.
  const weight = (line: ScoredLine) => (line.score - line.usual) * Math.sqrt(decided(line))
  const sorted = lines.sort((left, right) => weight(right) - weight(left) || left.moves.length - right.moves.length)
  const pick = (ordered: readonly ScoredLine[], isWanted: (difference: number) => boolean) => {
    const picked: ScoredLine[] = []
    for (const line of ordered) {
      if (picked.length === count) break
      if (!isWanted(line.score - line.usual)) continue
      if (!picked.some((other) => other.colour === line.colour && isOneLine(other.moves, line.moves))) picked.push(line)
    }
    return picked
  }
  return {
    best: pick(sorted, (difference) => difference > 0),
    worst: pick(sorted.toReversed(), (difference) => difference < 0),
  }
}

/** Whether one of two lines begins the other. */
function isOneLine(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length)
  for (let index = 0; index < length; index++) if (one[index] !== other[index]) return false
  return true
}

/** Every line of a tree with enough games, named by the last opening that it passes through. */
function scoredLines({ colour, tree }: ColourTree, usual: number): ScoredLine[] {
  const lines: ScoredLine[] = []
  forEachMove(tree, (move, path, opening) => {
    if (move.score === undefined || decided(move) < LEAST_GAMES) return
    const { games, won, drawn, lost, score, lastYear } = move
    lines.push({
      colour,
      moves: path.map(({ uci }) => uci),
      line: numberedLine(path.map(({ san }) => san)),
      ...(opening && { opening }),
      games,
      won,
      drawn,
      lost,
      score,
      usual,
      ...(lastYear !== undefined && { lastYear }),
    })
  })
  return lines
}

/** Visits every move of a tree with the path to it, itself included, and the last opening named on it. */
export function forEachMove(
  tree: readonly TreeMove[],
  visit: (move: TreeMove, path: readonly TreeMove[], opening: FoundOpening | undefined) => void,
): void {
  const waiting: { move: TreeMove; depth: number; opening: FoundOpening | undefined }[] = tree
    .map((move) => ({ move, depth: 0, opening: undefined }))
    .reverse()
  const path: TreeMove[] = []
  while (waiting.length > 0) {
    const { move, depth, opening } = waiting.pop()!
    path.length = depth
    path.push(move)
    const name = move.opening ?? opening
    visit(move, path, name)
    for (const next of move.moves.toReversed()) waiting.push({ move: next, depth: depth + 1, opening: name })
  }
}
