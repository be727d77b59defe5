/**
 * Checks a repertoire by a database: frequent replies that it does not answer, positions in which it plays several moves,
 * positions that it reaches by several lines.
 */
import type { Database } from '../database/database.ts'
import { PositionError } from '../issues/errors.ts'
import { otherColour, type Colour } from '../model/move.ts'
import type { Game, GameRecord } from '../model/record.ts'
import { MACHINE_STYLES, rulesOf } from '../rules/index.ts'
import { pathTo } from '../model/tree.ts'
import { replay } from '../rules/replay.ts'
import type { Position } from '../rules/rules.ts'
import { numberedLine } from '../repertoire/line-text.ts'
import { explorePosition } from './move-tree.ts'
import { PositionCounts } from '../repertoire/position-counts.ts'
import { makeRepertoire, sidesOf } from '../repertoire/repertoire.ts'

/** A reply that the repertoire does not answer. */
export interface FrequentReply {
  /** The side that the repertoire is for. */
  colour: Colour
  /** The line up to the reply, with numbers. */
  line: string
  /** Position text before the reply, and the reply for programs. */
  fen: string
  uci: string
  /** Games of the database with the reply, and their share of the games in the position. */
  games: number
  share: number
}

/** A position in which the repertoire plays several moves. */
export interface RepertoireConflict {
  colour: Colour
  /** The first line that comes to the position, with numbers. */
  line: string
  fen: string
  /** The moves, in the usual notation. */
  moves: string[]
}

/** A position that several lines come to. */
export interface RepertoireTransposition {
  fen: string
  lines: string[]
}

/** What a check found. */
export interface RepertoireCheck {
  game: Game
  /** The side of the repertoire; absent if neither side has fewer choices, and both are checked. */
  colour?: Colour
  /** Different positions. */
  positions: number
  /** The most frequent first. */
  gaps: FrequentReply[]
  conflicts: RepertoireConflict[]
  transpositions: RepertoireTransposition[]
}

/** When a reply is frequent. */
export interface CheckOptions {
  /** The side of the repertoire; the one with fewer choices by default. */
  colour?: Colour
  /** Fewest games of the database with the reply, 5 by default. */
  leastGames?: number
  /** The least share of the games in the position, 0.05 by default. */
  leastShare?: number
}

/** A position of a repertoire with the lines that come to it. */
interface Reached {
  position: Position
  lines: Set<string>
  /** Plies before it on the first line, one more if the second side began. */
  ply: number
}

/** Checks the trees of one game. Without a database, gaps are not looked for. */
export async function checkRepertoire(
  database: Database | undefined,
  game: Game,
  records: readonly GameRecord[],
  { colour, leastGames = 5, leastShare = 0.05 }: CheckOptions = {},
): Promise<RepertoireCheck> {
  const rules = rulesOf(game)
  const repertoire = makeRepertoire(game, records, colour)
  const reached = positionsOf(game, records)
  const sides = sidesOf(repertoire)
  const check: RepertoireCheck = {
    game,
    ...(repertoire.colour !== undefined && { colour: repertoire.colour }),
    positions: reached.size,
    gaps: [],
    conflicts: [],
    transpositions: [],
  }
  for (const { position, lines, ply } of reached.values()) {
    const [line] = lines as Set<string> & Iterable<string>
    const fen = rules.format(position)
    const played = repertoire.movesAt(position)
    if (lines.size > 1) check.transpositions.push({ fen, lines: [...lines] })
    if (sides.includes(position.turn) && played.length > 1) {
      const moves = played.map((move) => rules.writeMove(position, move))
      check.conflicts.push({ colour: position.turn, line: line!, fen, moves })
    }
    const own = otherColour(position.turn)
    // Where a line ends with a move of one's own, nothing was meant to follow.
    if (!database || !sides.includes(own) || played.length === 0) continue
    const { games: all, moves } = await explorePosition(database, game, position)
    for (const { move, games } of moves) {
      if (games < leastGames || games / all < leastShare) continue
      const san = rules.writeMove(position, move)
      const uci = rules.writeMove(position, move, MACHINE_STYLES[game])
      rules.play(position, move)
      const isAnswered = repertoire.movesAt(position).length > 0
      rules.undo(position)
      if (isAnswered) continue
      const text = continued(line!, san, ply)
      check.gaps.push({ colour: own, line: text, fen, uci, games, share: games / all })
    }
  }
  check.gaps.sort((left, right) => right.games - left.games)
  return check
}

function continued(line: string, san: string, ply: number): string {
  if (line === '') return numberedLine([san], ply)
  return `${line} ${ply % 2 === 0 ? `${ply / 2 + 1}. ` : ''}${san}`
}

/** The different positions of some trees, each with the lines that come to it. Trees with an invalid start are left out. */
function positionsOf(game: Game, records: readonly GameRecord[]): Map<number, Reached> {
  const rules = rulesOf(game)
  const counts = new PositionCounts(game)
  const reached = new Map<number, Reached>()
  const note = (position: Position, texts: readonly string[], first: number) => {
    const { key } = counts.keyOf(position)
    const ply = first + texts.length
    const known = reached.get(key) ?? { position: rules.clone(position), lines: new Set(), ply }
    reached.set(key, known)
    known.lines.add(numberedLine(texts, first))
  }
  for (const record of records) {
    if (record.game !== game) continue
    const texts: string[] = []
    let first = 0
    try {
      replay(rules, record, (position, { move, parent }, index) => {
        if (index === 0) {
          first = position.turn - 1
          note(position, [], first)
        }
        if (move === undefined) return
        texts[index] = rules.writeMove(position, move)
        const line = pathTo(record.nodes, parent).flatMap((at) => texts[at] ?? [])
        rules.play(position, move)
        note(position, [...line, texts[index]], first)
        rules.undo(position)
      })
    } catch (error) {
      if (!(error instanceof PositionError)) throw error
    }
  }
  return reached
}
