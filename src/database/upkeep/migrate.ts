/**
 * Migrates a database of an older version to this one, where it is. Every game is read as its version stored it, and stored
 * again: columns, openings and the index are made as an import makes them, and what people wrote (edits, aliases, tags,
 * collections, notes, saved searches) stays as it is, since games keep their numbers.
 *
 * The first transaction gives the games of the older version another table, which is dropped in the last one; between
 * them, games move in portions, each with its part of the index. A migration that is interrupted goes on where it was.
 */
import { makeChessKernel } from '../../formats/chess-kernel.ts'
import { FormatError, messageOf } from '../../issues/errors.ts'
import { findOpening, loadAllOpenings } from '../../openings/index.ts'
import { GamesAppender } from '../catalogue/games-appender.ts'
import { explainWriteError, tidyUp, WriteError } from '../catalogue/write-error.ts'
import { Database, type MigrationProgress } from '../database.ts'
import { GAMES_TOGETHER, IndexedGames, spansWithVariations } from '../index/indexed-games.ts'
import { gameOfRow, SOURCE_COLUMNS } from '../schema/game-row.ts'
import { migrationSql, recordColumns } from '../schema/older-versions.ts'
import type { RowChunk } from '../schema/row-chunk.ts'
import { gamesAgainSql, SCHEMA_VERSION } from '../schema/tables.ts'

/** What a migration is told. */
export interface MigrationOptions {
  /** Called at the beginning and after every game. */
  onProgress?: (progress: MigrationProgress) => void
  /** Stops after the portion that is under way: opening the database goes on with the next. */
  signal?: AbortSignal
  /** Games of a portion; for tests. */
  gamesTogether?: number
}

/**
 * Migrates a database to this version; does nothing if it has it. Rejects with FormatError if the version is unknown, and
 * with the reason if the folder cannot be changed.
 */
export async function migrateDatabase(folder: string, options: MigrationOptions = {}): Promise<void> {
  const database = await Database.open(folder, { withoutIndex: true, anyVersion: true })
  const { catalogue } = database
  try {
    const { tables, games: from } = (await catalogue.version())!
    if (tables === SCHEMA_VERSION && from === SCHEMA_VERSION) return
    try {
      if (tables !== SCHEMA_VERSION) await begin(database, tables, from)
      await moveGames(database, from, options)
      await database.change(async () => {
        await catalogue.connection.run("DROP TABLE games_before; DELETE FROM meta WHERE name = 'migrating'")
      })
      await tidyUp(() => database.compact())
    } catch (error) {
      const reason = explainWriteError(error, folder)
      if (!(reason instanceof WriteError)) throw reason
      const versions = { version: String(from), expected: SCHEMA_VERSION }
      throw new FormatError('database/not-migrated', { ...versions, reason: messageOf(reason) }, { file: folder })
    }
  } finally {
    database.close()
  }
}

/** Puts the games aside and makes all other tables those of this version. @param tables the version they have */
async function begin(database: Database, tables: number, from: number): Promise<void> {
  // Of a migration to a version that is older by now, the games that were moved are still where they came from.
  const aside = tables === from ? 'ALTER TABLE games RENAME TO games_before' : 'DROP TABLE games'
  await database.change(async () => {
    await database.catalogue.connection.run(
      `DROP VIEW players; DROP VIEW events; DROP VIEW appearances; ${aside}; ${migrationSql(tables)}
       ${gamesAgainSql()}
       DELETE FROM segments; DELETE FROM tombstones; DELETE FROM meta WHERE name IN ('schema', 'migrating');
       INSERT INTO meta VALUES ('schema', '${SCHEMA_VERSION}'), ('migrating', '${from}')`,
    )
  })
}

/** Moves the games that are still in the table of the older version. */
async function moveGames(
  database: Database,
  from: number,
  { onProgress = () => {}, signal, gamesTogether = GAMES_TOGETHER }: MigrationOptions,
): Promise<void> {
  const { catalogue } = database
  const games = await catalogue.gameNumbers('games_before')
  const [last] = await catalogue.rows('SELECT coalesce(max(id), -1) AS id FROM games')
  let moved = games.findIndex((id) => id > Number(last!['id']))
  if (moved < 0) moved = games.length
  const progress = (): void => onProgress({ from, to: SCHEMA_VERSION, games: moved, total: games.length })
  progress()
  await catalogue.withFewResources(async () => {
    while (moved < games.length) {
      signal?.throwIfAborted()
      const portion = games.subarray(moved, moved + gamesTogether)
      await movePortion(database, portion, () => {
        moved++
        progress()
      })
    }
  })
}

async function movePortion(database: Database, games: Uint32Array, onGame: () => void): Promise<void> {
  const { catalogue, folder } = database
  const columns = recordColumns(await catalogue.columnsOf('games_before'))
  const books = await loadAllOpenings()
  const kernel = makeChessKernel()
  await database.change(async () => {
    const appender = await GamesAppender.open(catalogue)
    const chunks: RowChunk[] = []
    const indexed = new IndexedGames(folder, await spansWithVariations(catalogue), (chunk) => chunks.push(chunk))
    const append = async (): Promise<void> => {
      for (const chunk of chunks.splice(0)) await appender.append(chunk)
    }
    const batches = catalogue.inBatches(`${SOURCE_COLUMNS}, ${columns}`, games, 'games_before')
    try {
      for (;;) {
        // Not in the transaction: rows with long texts are read again with more memory, which would end it.
        const { value: rows, done } = await catalogue.before(async () => batches.next())
        if (done) break
        for (const row of rows) {
          const game = gameOfRow(row, kernel)
          indexed.add({ ...game, opening: findOpening(game.record, books, game.line) })
          onGame()
        }
        await append()
      }
    } finally {
      await batches.return(undefined)
    }
    indexed.finishRows()
    await append()
    appender.close()
    await database.listSegments(await indexed.write())
  })
}
