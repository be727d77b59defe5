/** What the commands on databases share: opening one, and the conditions of a search as options. */
import { InvalidArgumentError, type Command } from 'commander'
import {
  CONDITION_NAMES,
  ConditionError,
  CONDITIONS,
  parseConditions,
  type ConditionTexts,
} from '../database/search/conditions.ts'
import { Database } from '../database/database.ts'
import { requireDatabase } from '../database/catalogue/folder.ts'
import { SEARCH_ORDERS, type SearchOrder, type SearchQuery } from '../database/search/search.ts'
import { nearest } from './nearest.ts'
import { CommandError, EXIT } from './terminal.ts'

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

/** Adds the conditions of a search to a command. */
export function withQueryOptions(command: Command): Command {
  command.optionsGroup('Only games that meet all of:')
  for (const name of CONDITION_NAMES) {
    const { value, meaning } = CONDITIONS[name]
    command.option(`${flagOf(name)} <${value}>`, meaning)
  }
  return command
}

/** `--min-rating` for `minRating`. */
function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** The query of a command's options. */
export function makeQuery(options: ConditionTexts): SearchQuery {
  return orExplain(() => parseConditions(options))
}

/** What conditions say; those that make no sense are wrong use of an option. */
export function orExplain<Meaning>(parse: () => Meaning): Meaning {
  try {
    return parse()
  } catch (error) {
    throw asUsage(error)
  }
}

/** A condition that makes no sense as wrong use of its option; any other error as it is. */
function asUsage(error: unknown): unknown {
  if (!(error instanceof ConditionError)) return error
  return new CommandError(`${flagOf(error.condition)}: ${error.message}`, EXIT.usage)
}

/** The order of games as options of a command. */
export interface OrderOptions {
  sort?: SearchOrder
  descending?: boolean
}

export function withOrderOptions(command: Command): Command {
  return command
    .option('--sort <order>', `order by ${SEARCH_ORDERS.join(', ')}`, parseOrder)
    .option('--descending', 'the greatest first')
}

function parseOrder(text: string): SearchOrder {
  const order = SEARCH_ORDERS.find((candidate) => candidate === text)
  if (order) return order
  const meant = nearest(text, SEARCH_ORDERS)
  throw new InvalidArgumentError(meant ? `Did you mean ${meant}?` : `one of ${SEARCH_ORDERS.join(', ')} is expected.`)
}

/** A whole number from 1. */
export function parseCount(text: string): number {
  const value = parseNumber(text)
  if (value === 0) throw new InvalidArgumentError('a whole number from 1 is expected.')
  return value
}

/** A whole number of a command's option. */
export function parseNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0 || text.trim() === '') {
    throw new InvalidArgumentError('a whole number is expected.')
  }
  return value
}
