/** Rows of the table of games as the records and games that went into them. */
import type { DuckDBValue } from '@duckdb/node-api'
import type { ChessKernel } from '../../formats/chess-kernel.ts'
import type { GameRecord } from '../../model/record.ts'
import type { Opening } from '../../openings/index.ts'
import type { GameOfRow } from './game-columns.ts'
import { decodeNoted, decodeRecord, type StoredRecord } from './stored-record.ts'

/** The columns from which a record is restored. @internal */
export const RECORD_COLUMNS = 'head, moves, numbers, tree'

/** A record from its columns. */
export function recordOfRow(row: Record<string, DuckDBValue>): GameRecord {
  return decodeRecord(storedOfRow(row))
}

/** The columns of a record. @internal */
export function storedOfRow(row: Record<string, DuckDBValue>): StoredRecord {
  const { bytes } = row['moves'] as { bytes: Uint8Array }
  return { head: String(row['head']), moves: bytes, numbers: String(row['numbers']), tree: String(row['tree']) }
}

/** What tells where a game came from, and what was found when it was read. @internal */
export const SOURCE_COLUMNS = 'source, entry, errors, found_opening, found_opening_name'

/** The columns beside `id` from which {@link gameOfRow} restores a game. @internal */
export const GAME_OF_ROW = `${SOURCE_COLUMNS}, ${RECORD_COLUMNS}`

/**
 * A game as it went into its row. @param kernel reads the moves: a plain game of chess has its line then, valid until
 * the next game @internal
 */
export function gameOfRow(row: Record<string, DuckDBValue>): GameOfRow<GameRecord>
export function gameOfRow(row: Record<string, DuckDBValue>, kernel: ChessKernel | undefined): GameOfRow
export function gameOfRow(row: Record<string, DuckDBValue>, kernel?: ChessKernel): GameOfRow {
  const stored = storedOfRow(row)
  const read = kernel ? decodeNoted(stored, kernel, undefined) : { record: decodeRecord(stored) }
  return {
    id: Number(row['id']),
    source: Number(row['source']),
    entry: Number(row['entry']),
    errors: Number(row['errors']),
    opening: foundOpening(row),
    record: read.record,
    line: read.playedLine?.keyed,
  }
}

/** The opening that was found by the moves. */
function foundOpening({
  found_opening: code,
  found_opening_name: name,
}: Record<string, DuckDBValue>): Opening | undefined {
  if (typeof name !== 'string') return undefined
  return typeof code === 'string' ? { code, name } : { name }
}
