/** What the commands for databases share: opening one, and numeric options. */
import { InvalidArgumentError } from 'commander'
import { Database, type MigrationProgress, type OpenOptions } from '../../database/database.ts'
import { requireDatabase } from '../../database/catalogue/folder.ts'
import type { DiskTrouble } from '../../database/catalogue/write-error.ts'
import { makeQuery } from './make-query.ts'
import { asUsage } from './query.ts'
import type { Game } from '../../model/record.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import type { GameQuery } from '../../query/query.ts'
import type { GameStore } from '../../database/stores/store.ts'
import { Progress } from '../show/progress.ts'
import { countOf, note } from '../show/terminal.ts'

/** Opens an existing database for the duration of some work. */
export async function withDatabase<Result>(
  folder: string,
  readOnly: boolean,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  requireDatabase(folder)
  return await closeAfter(await openDatabase(folder, { readOnly }), work)
}

/** Opens a database for writing, creating it if necessary, for the duration of some work. */
export async function withNewDatabase<Result>(
  folder: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return await closeAfter(await openDatabase(folder), work)
}

/** Whether databases of older versions are migrated. */
let isMigrating = true

/** Refuses databases of older versions from now on. */
export function refuseMigration(): void {
  isMigrating = false
}

/** Opens a database. One of an older version is migrated first, and the user told. */
export async function openDatabase(folder: string, options: OpenOptions = {}): Promise<Database> {
  const migration = migrationOf(folder)
  const database = await Database.open(folder, { ...options, ...migration.options })
  migration.end()
  return database
}

/** Options for opening a database that tell how far its migration is, and what ends the report. */
export function migrationOf(folder: string): {
  options: Pick<OpenOptions, 'migrate' | 'onMigrate'>
  end: () => void
} {
  let progress: Progress | undefined
  let last: MigrationProgress | undefined
  const onMigrate = (state: MigrationProgress): void => {
    if (!progress) {
      note(`${folder} has version ${state.from}; migrating it to version ${state.to}, nothing in it is lost`)
      progress = new Progress('game')
    }
    last = state
    progress.set(state.games, state.total)
  }
  const end = (): void => {
    progress?.end()
    if (last) note(`${countOf(last.total, 'game')} migrated`)
  }
  return { options: { migrate: isMigrating, onMigrate }, end }
}

async function closeAfter<Result>(database: Database, work: (database: Database) => Promise<Result>): Promise<Result> {
  tellUnsettled(database)
  try {
    const result = await work(database)
    tellUnsettled(database)
    return result
  } catch (error) {
    throw asUsage(error)
  } finally {
    database.close()
  }
}

/** Why the disk did not allow it, of a change that is made. */
const UNSETTLED: Readonly<Record<DiskTrouble, string>> = {
  'database/disk-full': 'the disk is full',
  'database/file-limit': 'the file size limit of this system or disk was reached',
  'database/read-only-disk': 'the disk is read-only',
  'database/disk-broken': 'the disk reports an input/output error',
  'database/denied': 'permission denied',
}

/** Says that a change is made, but that files could not be put in order after it. */
function tellUnsettled({ folder, unsettled }: Database): void {
  if (!unsettled) return
  const reason = UNSETTLED[unsettled.code]
  note(`${folder}: the change is made, but the files of the index could not be put in order: ${reason}`)
  note('the next command that writes to the database tries again')
}

/** The query of a command's options for a database, whose kinds of game tell how positions and moves are read. */
export async function queryFor(store: Pick<GameStore, 'kinds'>, options: ConditionTexts): Promise<GameQuery> {
  const kinds = await store.kinds()
  const query = makeQuery(options, kinds)
  tellOfGame(query.position?.game, options.game, kinds)
  return query
}

/** Says which game positions and moves were taken for, where it is not the one that most would expect. */
export function tellOfGame(game: Game | undefined, asked: string | undefined, kinds: readonly Game[]): void {
  if (game === undefined || asked !== undefined || kinds.length < 2 || game === kinds[0]) return
  note(`taken for ${game}; --game chooses another`)
}

/** A whole number from 1. */
export function parseCount(text: string): number {
  const value = parseNumber(text)
  if (value === 0) throw new InvalidArgumentError('must be a positive integer.')
  return value
}

/** A whole number of a command's option. */
export function parseNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0 || text.trim() === '') {
    throw new InvalidArgumentError('expected a whole number.')
  }
  return value
}
