/** What the commands on databases share: opening one, and numbers as options. */
import { InvalidArgumentError } from 'commander'
import { Database } from '../database/database.ts'
import { requireDatabase } from '../database/catalogue/folder.ts'
import { asUsage } from './query.ts'

/** Opens a database that is there for the time of some work. */
export async function withDatabase<Result>(
  folder: string,
  readOnly: boolean,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  requireDatabase(folder)
  return await closeAfter(await Database.open(folder, { readOnly }), work)
}

/** Opens a database for writing, made when it is not there, for the time of some work. */
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
