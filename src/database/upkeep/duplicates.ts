/**
 * Duplicate games of a database, with the same moves from the same start. They are listed with their differences and
 * the most complete one; merge-duplicates.ts removes the others.
 */
import type { DuckDBValue } from '@duckdb/node-api'
import type { MoveNode } from '../../model/tree.ts'
import type { Database } from '../database.ts'
import { RECORD_COLUMNS, recordOfRow } from '../schema/game-row.ts'
import { containsNotes } from './notes-contained.ts'
import { listValue } from '../catalogue/duckdb.ts'
import { plainRow } from '../catalogue/plain-row.ts'
import type { Game } from '../../model/record.ts'
import { byColour, type FoundPlayer } from '../../query/found-game.ts'
import { findEqualGames, inParts } from './equal-games.ts'
import { comparableNodes } from './same-othello.ts'

/** One of several equal games. */
export interface DuplicateGame {
  id: number
  game: Game
  white?: FoundPlayer
  black?: FoundPlayer
  date?: string
  event?: string
  source: string
  /** Whether it has more than the main line: comments, variations, clocks. */
  hasNotes: boolean
}

/** Games that have the same moves from the same start. */
export interface DuplicateGroup {
  /**
   * Why they are considered the same game. Aliases of a player count as equal, and so do dates that differ only in
   * precision.
   */
  reason: 'same moves, players and date' | 'same moves and players' | 'same moves'
  games: DuplicateGame[]
  /** The game to keep, and why. */
  keep: number
  why: 'the only one with notes' | 'has all notes of the others' | 'says most of players, event and date' | 'came first'
  /** Games with notes that the one to keep does not have: they are not removed. */
  withOtherNotes: number[]
}

/** Which duplicates to find. */
export interface DuplicateOptions {
  /** The largest number of groups to return. */
  limit?: number
  /** Only groups with this reason or a stronger one. */
  reason?: DuplicateGroup['reason']
  /** Only groups with a game of this source, by its path. */
  source?: string
  /** Learns of progress: how many groups have been compared, and how many there are. */
  onProgress?: (done: number, total: number) => void
}

/** Reasons by their rank, the strongest first. */
const REASONS: readonly DuplicateGroup['reason'][] = [
  'same moves, players and date',
  'same moves and players',
  'same moves',
]

/** Groups whose notes are in memory at a time, and games whose rows are. */
const COMPARED_AT_ONCE = 500
const READ_AT_ONCE = 20_000

/** Groups of games with equal moves, most likely first. */
export async function findDuplicates(
  database: Database,
  { limit = 1000, reason = 'same moves', source, onProgress }: DuplicateOptions = {},
): Promise<DuplicateGroup[]> {
  const equal = await findEqualGames(database, REASONS.indexOf(reason), source)
  const groups = equal.groups.subarray(0, limit)
  const described: DuplicateGroup[] = []
  for (const read of inParts(groups, READ_AT_ONCE, (group) => equal.games(group).length)) {
    const rows = await readRows(
      database,
      read.flatMap((group) => [...equal.games(group)]),
    )
    for (const part of inParts(read, COMPARED_AT_ONCE, () => 1)) {
      const shown = part.map((group) => ({
        reason: REASONS[equal.rank(group)]!,
        rows: rowsOf(equal.games(group), rows),
      }))
      const differing = shown.flatMap((group) => (notesDiffer(group.rows) ? group.rows : []))
      const trees = await readTrees(database, differing)
      for (const group of shown) {
        if (group.rows.length > 1) described.push(describeGroup(group.reason, group.rows, trees))
      }
      onProgress?.(described.length, groups.length)
    }
  }
  return described
}

type Row = Readonly<Record<string, DuckDBValue>>

/** What is shown of games, by their number. */
async function readRows({ catalogue }: Database, ids: readonly number[]): Promise<Map<number, Row>> {
  const rows = await catalogue.rows(
    `SELECT games.id, game, player1, player2, date, event, sources.path AS source, hash(numbers || tree) AS notes, numbers || tree <> '' AS "hasNotes",
       (player1 IS NOT NULL)::INT + (player2 IS NOT NULL)::INT + (rating1 IS NOT NULL)::INT + (rating2 IS NOT NULL)::INT
         + (event IS NOT NULL)::INT + (site IS NOT NULL)::INT + (round IS NOT NULL)::INT + coalesce(length(date), 0) / 4
         + (result <> '*')::INT - (errors > 0)::INT * 100 AS facts
     FROM games JOIN sources ON sources.id = games.source WHERE games.id IN (SELECT unnest($1::UINTEGER[]))`,
    [listValue(ids)],
  )
  return new Map(rows.map((row) => [Number(row['id']), row]))
}

/** The rows of games, without one that was removed meanwhile. */
function rowsOf(ids: Uint32Array, rows: ReadonlyMap<number, Row>): Row[] {
  return Array.from(ids, (id) => rows.get(id)).filter((row) => row !== undefined)
}

function notesDiffer(rows: readonly Row[]): boolean {
  return rows.some(({ notes }) => notes !== rows[0]!['notes'])
}

/** The trees of games, by their number. */
async function readTrees({ catalogue }: Database, rows: readonly Row[]): Promise<Map<number, MoveNode[]>> {
  if (rows.length === 0) return new Map()
  const found = await catalogue.rows(
    `SELECT id, ${RECORD_COLUMNS} FROM games WHERE id IN (SELECT unnest($1::UINTEGER[]))`,
    [listValue(rows.map(({ id }) => id!))],
  )
  return new Map(found.map((row) => [Number(row['id']), comparableNodes(recordOfRow(row))]))
}

/**
 * The most complete of some equal games: the one whose notes include those of most others, then the one with the most
 * facts.
 */
function describeGroup(
  reason: DuplicateGroup['reason'],
  rows: readonly Row[],
  trees: ReadonlyMap<number, MoveNode[]>,
): DuplicateGroup {
  const holds = (one: Row, other: Row): boolean => {
    if (one['notes'] === other['notes']) return true
    return containsNotes(trees.get(Number(one['id']))!, trees.get(Number(other['id']))!)
  }
  const candidates = rows.map((row) => ({
    row,
    facts: Number(row['facts']),
    held: rows.filter((other) => holds(row, other)).length,
  }))
  const best = candidates.reduce((best, one) =>
    one.held > best.held || (one.held === best.held && one.facts > best.facts) ? one : best,
  )
  const hasMoreNotes = candidates.some(({ held }) => held < best.held)
  const isFullest = candidates.some(({ facts }) => facts < best.facts)
  const withNotes = rows.filter(({ hasNotes }) => hasNotes === true)
  return {
    reason,
    games: rows.map(duplicateGame),
    keep: Number(best.row['id']),
    why:
      withNotes.length === 1 && withNotes[0] === best.row
        ? 'the only one with notes'
        : hasMoreNotes && best.held === rows.length
          ? 'has all notes of the others'
          : isFullest
            ? 'says most of players, event and date'
            : 'came first',
    withOtherNotes: rows.filter((row) => !holds(best.row, row)).map(({ id }) => Number(id)),
  }
}

interface DuplicateRow extends Omit<DuplicateGame, 'white' | 'black'> {
  player1?: string
  player2?: string
}

function duplicateGame({ notes: _notes, facts: _facts, ...row }: Row): DuplicateGame {
  const { id, game, player1, player2, ...facts } = plainRow(row) as DuplicateRow
  const named = (name: string | undefined) => (name === undefined ? undefined : { name })
  return { id, game, ...byColour(game, named(player1), named(player2)), ...facts }
}
