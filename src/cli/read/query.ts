/** The conditions and orders of a query as options of commands, made from the tables of query/. */
import { InvalidArgumentError, type Command } from 'commander'
import { ConditionError } from '../../query/condition-error.ts'
import {
  ALIAS_NAMES,
  ALIASES,
  type Condition,
  CONDITION_NAMES,
  type ConditionAlias,
  CONDITIONS,
  type ConditionTexts,
  optionOf,
} from '../../query/conditions.ts'
import { parseSort, SORT_KEYS, type SortKey, type SortOrder } from '../../query/sort-keys.ts'
import { suggest } from '../show/suggest.ts'
import { CommandError, EXIT } from '../show/terminal.ts'

/** Adds the conditions of a query to a command. @param ofDatabase also those that only apply to games in a database */
export function withQueryOptions(command: Command, { ofDatabase = true } = {}): Command {
  command.optionsGroup('Filters (all must match):')
  for (const name of CONDITION_NAMES) {
    const { value, meaning, isOfDatabase = false }: Condition = CONDITIONS[name]
    if (ofDatabase || !isOfDatabase) command.option(`${optionOf(name)} <${value}>`, meaning)
  }
  for (const name of ALIAS_NAMES) {
    const { value, meaning }: ConditionAlias = ALIASES[name]
    command.option(`${optionOf(name)} <${value}>`, meaning)
  }
  return command
}

/** The conditions among the options of a command, as text. */
export function conditionTexts(options: ConditionTexts): ConditionTexts {
  const names = [...CONDITION_NAMES, ...ALIAS_NAMES]
  return Object.fromEntries(names.flatMap((name) => (options[name] ? [[name, options[name]]] : [])))
}

/** Parses conditions; invalid ones are a usage error. */
export function orExplain<Meaning>(parse: () => Meaning): Meaning {
  try {
    return parse()
  } catch (error) {
    throw asUsage(error)
  }
}

/** Converts an invalid condition to a usage error of its option; other errors are returned unchanged. */
export function asUsage(error: unknown): unknown {
  if (!(error instanceof ConditionError)) return error
  return new CommandError(`${optionOf(error.condition)}: ${error.message}`, EXIT.usage)
}

/** Throws CommandError for a position that is given twice: as an argument, and by --position. */
export function refuseTwoPositions(argument: string | undefined, option: string | undefined): void {
  if (argument === undefined || option === undefined) return
  throw new CommandError('--position cannot be combined with a position after the database', EXIT.usage)
}

/** The order of games as options of a command. */
export interface OrderOptions {
  sort?: SortOrder
  descending?: boolean
}

export function withOrderOptions(command: Command): Command {
  return command
    .option('--sort <key>', `sort by ${SORT_KEYS.join(', ')}`, parseOrder)
    .option('--descending', 'sort in descending order')
}

function parseOrder(text: string): SortOrder {
  const order = parseSort(text)
  if (order) return order
  const meant = suggest(text, SORT_KEYS)
  throw new InvalidArgumentError(meant ? `Did you mean ${meant}?` : `expected one of ${SORT_KEYS.join(', ')}.`)
}

/** The sort order in a command's options; undefined for the original order. */
export function orderOf({
  sort,
  descending = false,
}: OrderOptions): { order: SortKey; descending: boolean } | undefined {
  if (!sort && !descending) return undefined
  return { order: sort?.order ?? 'id', descending: descending || (sort?.descending ?? false) }
}
