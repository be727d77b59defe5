/** What the commands for databases share: opening one, and numeric options. */
import { InvalidArgumentError } from 'commander'
import { Database } from '../database/database.ts'
import { requireDatabase } from '../database/catalogue/folder.ts'
import { asUsage } from './query.ts'

/** Opens an existing database for the duration of some work. */
export async function withDatabase<Result>(
  folder: string,
  readOnly: boolean,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  requireDatabase(folder)
  return await closeAfter(await Database.open(folder, { readOnly }), work)
}

/** Opens a database for writing, creating it if necessary, for the duration of some work. */
export async function withNewDatabase<Result>(
  folder: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return await closeAfter(await Database.open(folder), work)
}

async function closeAfter<Result>(database: Database, work: (database: Database) => Promise<Result>): Promise<Result> {
  try {
    return await work(database)
  } catch (error) {
    throw asUsage(error)
  } finally {
    database.close()
  }
}

/** A whole number from 1. */
export function parseCount(text: string): number {
  const value = parseNumber(text)
  if (value === 0) throw new InvalidArgumentError('expected a whole number from 1.')
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
