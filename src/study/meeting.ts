/** Where one's own repertoire and the games of somebody meet. */
import type { Database } from '../database/database.ts'
import { otherColour, type Colour } from '../model/move.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'
import { forEachMove } from './extremes.ts'
import { numberedLine, playTexts } from '../repertoire/line-text.ts'
import { growTree, pruneTree, STUDIED_MOVES, type TreeMove } from './move-tree.ts'
import type { PositionCounts } from '../repertoire/position-counts.ts'
import { sidesOf, type Repertoire } from '../repertoire/repertoire.ts'
import type { Score } from '../repertoire/scores.ts'

/** A place where the repertoire has no move for what they play. */
export interface RepertoireGap extends Score {
  /** The moves up to theirs, for programs. */
  moves: string[]
  /** The same with numbers, in the usual notation. */
  line: string
  /** `reply`: the repertoire has other replies here, but not this one; `end`: its line ends before it. */
  kind: 'reply' | 'end'
  lastYear?: number
}

/** What meets with one colour of the reader. */
export interface RepertoireMeeting {
  /** The colour of the reader. */
  colour: Colour
  /** Their games in the start position. */
  games: number
  /** What they play against the moves of the repertoire. The scores are theirs. */
  tree: TreeMove[]
  /** Moves of theirs without a move of the repertoire, the most frequent first. */
  gaps: RepertoireGap[]
}

/** How large the trees become. */
interface MeetingOptions {
  most: number
  depth: number
}

/** Compares a repertoire with positions counted for each colour of a player. */
export async function meetRepertoire(
  database: Database,
  repertoire: Repertoire,
  counts: Readonly<Record<Colour, PositionCounts>>,
  options: MeetingOptions,
): Promise<RepertoireMeeting[]> {
  const start = rulesOf(repertoire.game).start()
  const meetings: RepertoireMeeting[] = []
  for (const colour of sidesOf(repertoire)) {
    const theirs = counts[otherColour(colour)]
    const games = theirs.at(start)?.games ?? 0
    if (games === 0 || !repertoire.has(start)) continue
    const tree = await growTree(database, theirs, start, {
      depth: options.depth,
      most: Math.max(options.most, STUDIED_MOVES),
      least: 1,
      withDatabase: true,
      follows: (position, move) => isFollowed(repertoire, colour, position, move),
    })
    meetings.push({ colour, games, tree: pruneTree(tree, options.most), gaps: gapsOf(repertoire, colour, tree) })
  }
  return meetings
}

/** Whether a tree goes on with a move: of the reader what the repertoire plays, of them everything in its positions. */
function isFollowed(repertoire: Repertoire, colour: Colour, position: Position, move: number): boolean {
  if (position.turn === colour) return repertoire.movesAt(position).includes(move)
  return repertoire.has(position)
}

function gapsOf(repertoire: Repertoire, colour: Colour, tree: readonly TreeMove[]): RepertoireGap[] {
  const gaps: RepertoireGap[] = []
  forEachMove(tree, (move, path) => {
    if (move.colour === colour) return
    const moves = path.map(({ uci }) => uci)
    const { position } = playTexts(repertoire.game, moves)
    if (repertoire.has(position)) return
    const before = playTexts(repertoire.game, moves.slice(0, -1)).position
    const { games, won, drawn, lost, lastYear } = move
    gaps.push({
      moves,
      line: numberedLine(path.map(({ san }) => san)),
      kind: repertoire.movesAt(before).length > 0 ? 'reply' : 'end',
      games,
      won,
      drawn,
      lost,
      ...(lastYear !== undefined && { lastYear }),
    })
  })
  return gaps.sort((left, right) => right.games - left.games || left.moves.length - right.moves.length)
}
