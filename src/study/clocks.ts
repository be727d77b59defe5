/** Time trouble, as far as the clocks of a player's games tell. */
import type { Database } from '../database/database.ts'
import { RECORD_COLUMNS, recordOfRow } from '../database/schema/game-row.ts'
import { listValue } from '../database/catalogue/duckdb.ts'
import { moveColour, otherColour, type Colour } from '../model/move.ts'
import type { GameRecord } from '../model/record.ts'
import { mainLine } from '../model/tree.ts'
import type { PlayerGame } from './player-games.ts'
import { addPoints, emptyScore, type Score } from '../repertoire/scores.ts'

/** What the clocks of some games say. */
export interface ClockReport {
  /** Games with the times of the player. */
  games: number
  /** Games in which the player had less than a tenth of the time of the beginning, and the other ones. */
  trouble: Score
  others: Score
  /** The move at which trouble began, on average. */
  troubleMove?: number
  /** The share of the time of the beginning that is left after some moves, on average, and of how many games. */
  left: { move: number; share: number; games: number }[]
}

/** The latest games whose clocks are read. */
const CLOCK_GAMES = 200
/** The share of the time of the beginning below which a player is in time trouble. */
const TROUBLE = 0.1
/** Moves after which the time left is compared. */
const MOVES = [10, 20, 30, 40]

/** Reads the clocks of the latest games of a player; undefined if they have none. */
export async function readClocks(database: Database, games: readonly PlayerGame[]): Promise<ClockReport | undefined> {
  const latest = new Map(games.slice(-CLOCK_GAMES).map((game) => [game.found.id, game]))
  const rows = await database.catalogue.rows(
    `SELECT id, ${RECORD_COLUMNS} FROM games
     WHERE id IN (SELECT unnest($1::UINTEGER[])) AND contains(numbers || tree, '"clock"')`,
    [listValue([...latest.keys()])],
  )
  const report: ClockReport = { games: 0, trouble: emptyScore(), others: emptyScore(), left: [] }
  const sums = MOVES.map((move) => ({ move, sum: 0, games: 0 }))
  let [troubleMoves, troubled] = [0, 0]
  for (const row of rows) {
    const game = latest.get(Number(row['id']))!
    const times = timesOf(recordOfRow(row), game.colour)
    if (!times) continue
    report.games++
    const began = times.findIndex((left) => left < TROUBLE)
    addPoints(began < 0 ? report.others : report.trouble, game.points)
    if (began >= 0) {
      troubleMoves += began + 1
      troubled++
    }
    for (const one of sums) {
      const left = times[one.move - 1]
      if (left === undefined) continue
      one.sum += left
      one.games++
    }
  }
  if (report.games === 0) return undefined
  if (troubled > 0) report.troubleMove = Math.round(troubleMoves / troubled)
  report.left = sums.flatMap(({ move, sum, games: count }) =>
    count === 0 ? [] : [{ move, share: sum / count, games: count }],
  )
  return report
}

/** The share of the time of the beginning that a player has after each of their moves; undefined if nothing tells. */
function timesOf({ header, nodes }: GameRecord, colour: Colour): number[] | undefined {
  const times: number[] = []
  let turn: Colour = 1
  let greatest = 0
  for (const index of mainLine(nodes)) {
    const { move, clock } = nodes[index]!
    if (move === undefined) continue
    const mover = moveColour(move) || turn
    if (mover === colour) {
      // A move without a time has that of the one before it.
      const known = clock?.left ?? clock?.lefts?.[colour - 1] ?? times.at(-1)
      if (known === undefined) return undefined
      times.push(known)
      greatest = Math.max(greatest, known)
    }
    turn = otherColour(mover)
  }
  const begin = header.timeControl?.periods?.[0]?.seconds || greatest
  if (times.length === 0 || begin === 0) return undefined
  return times.map((left) => left / begin)
}
