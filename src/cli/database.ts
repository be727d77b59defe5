/** What the commands on databases share: opening one, conditions of a search, a position from words. */
import { InvalidArgumentError, type Command } from 'commander'
import { parseFilterDate } from '../convert/filter.ts'
import { Database } from '../database/database.ts'
import { parseMaterial, parsePattern } from '../database/pattern.ts'
import type { SearchQuery } from '../database/search.ts'
import { PositionError } from '../model/issue.ts'
import { GAMES, type Game } from '../model/record.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'
import { nearest } from './nearest.ts'
import { CommandError, EXIT } from './terminal.ts'

/** Opens a database for the time of some work. */
export async function withDatabase<Result>(
  folder: string,
  readOnly: boolean,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await Database.open(folder, { readOnly })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

/** Conditions as options of a command. */
export interface QueryOptions {
  kind?: Game
  player?: string
  opponent?: string
  first?: string
  second?: string
  event?: string
  site?: string
  since?: string
  until?: string
  result?: string
  minRating?: number
  maxRating?: number
  opening?: string
  minPlies?: number
  maxPlies?: number
  source?: string
  annotator?: string
  comment?: string
  position?: string
  moves?: string
  pattern?: string
  material?: string
}

/** Adds the conditions of a search to a command. */
export function withQueryOptions(command: Command): Command {
  return command
    .optionsGroup('Only games that meet all of:')
    .option('--kind <game>', `one of ${GAMES.join(', ')}`, parseGame)
    .option('--player <text>', 'a player whose name holds the text')
    .option('--opponent <text>', 'with --player: the two met')
    .option('--first <text>', 'the player who moved first (White, Red, Black in Go and Othello)')
    .option('--second <text>', 'the other player')
    .option('--event <text>', 'an event whose name holds the text')
    .option('--site <text>', 'a place whose name holds the text')
    .option('--since <date>', 'played on or after 1999, 1999.12 or 1999.12.31')
    .option('--until <date>', 'played on or before that date')
    .option('--result <result>', '1-0, 0-1, 1/2-1/2 or *')
    .option('--min-rating <rating>', 'both players rated at least so', parseNumber)
    .option('--max-rating <rating>', 'both players rated at most so', parseNumber)
    .option('--opening <code>', 'opening code that begins so, or name that holds the text')
    .option('--min-plies <count>', 'at least so many moves', parseNumber)
    .option('--max-plies <count>', 'at most so many moves', parseNumber)
    .option('--source <text>', 'imported from a file whose path holds the text')
    .option('--annotator <text>', 'an annotator whose name holds the text')
    .option('--comment <text>', 'a comment that holds the text')
    .option('--position <text>', 'a position that occurs, as FEN or the position text of its game')
    .option('--moves <text>', 'a position that occurs, by the moves that lead there: "e4 c5 Nf3"')
    .option(
      '--pattern <rows>',
      'pieces on some squares: rows from the top, ? any, * any to the end, 8/5ppp/*/*/*/*/*/6K1',
    )
    .option('--material <pieces>', 'exactly these pieces on the board: KRPkrp')
}

/** A whole number of a command's option. */
export function parseNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0 || text.trim() === '') {
    throw new InvalidArgumentError('a whole number is expected.')
  }
  return value
}

/** The name of a game. */
export function parseGame(text: string): Game {
  const game = GAMES.find((candidate) => candidate === text.toLowerCase())
  if (game) return game
  const meant = nearest(text, GAMES)
  throw new InvalidArgumentError(meant ? `did you mean ${meant}?` : `one of ${GAMES.join(', ')} is expected.`)
}

/** The query of a command's options. */
export function makeQuery(options: QueryOptions): SearchQuery {
  const { kind, since, until, position, moves, pattern, material, ...rest } = options
  const query: SearchQuery = { ...pickDefined(rest) }
  if (kind) query.game = kind
  if (since !== undefined) query.since = parseDateOption(since, 'since')
  if (until !== undefined) query.until = parseDateOption(until, 'until')
  if (position !== undefined || moves !== undefined) query.position = readPosition(kind, position, moves)
  if (pattern !== undefined) query.pattern = orExplain('pattern', () => parsePattern(kind ?? 'chess', pattern))
  if (material !== undefined) query.material = orExplain('material', () => parseMaterial(kind ?? 'chess', material))
  return query
}

/** What a text says; text that makes no sense is wrong use of an option. */
function orExplain<Meaning>(option: string, parse: () => Meaning): Meaning {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    throw new CommandError(`--${option}: ${error.message}`, EXIT.usage)
  }
}

const QUERY_FIELDS = [
  'player',
  'opponent',
  'first',
  'second',
  'event',
  'site',
  'result',
  'minRating',
  'maxRating',
  'opening',
  'minPlies',
  'maxPlies',
  'source',
  'annotator',
  'comment',
] as const

/** The fields of a query that were given; a command has other options too. */
function pickDefined(
  options: Omit<QueryOptions, 'kind' | 'since' | 'until' | 'position' | 'moves' | 'pattern' | 'material'>,
): SearchQuery {
  return Object.fromEntries(
    QUERY_FIELDS.filter((field) => options[field] !== undefined).map((field) => [field, options[field]]),
  )
}

function parseDateOption(text: string, option: string) {
  const date = parseFilterDate(text)
  if (!date)
    throw new CommandError(`--${option} takes a date like 1999, 1999.12 or 1999.12.31, not "${text}"`, EXIT.usage)
  return date
}

/** A position from position text, from moves, or from moves after a position; chess unless another game is said. */
export function readPosition(game: Game = 'chess', text?: string, moves?: string): { game: Game; position: Position } {
  const rules = rulesOf(game)
  try {
    const position = text === undefined || text === '' ? rules.start() : rules.parse(text)
    for (const word of splitMoves(moves ?? '')) {
      const move = rules.readMove(position, word)
      if (move === undefined) {
        throw new CommandError(`"${word}" is no legal move of ${game} after ${position.ply} moves`, EXIT.usage)
      }
      rules.play(position, move)
    }
    return { game, position }
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    throw new CommandError(`"${text}" is no position of ${game}: ${error.message}`, EXIT.usage)
  }
}

/** Moves of a line: words without move numbers, or the squares of an Othello transcript written together. */
function splitMoves(text: string): string[] {
  const transcript = /^(?:[a-jA-J](?:10|[1-9])){2,}$/.exec(text.trim())
  if (transcript) return text.trim().match(/[a-jA-J](?:10|[1-9])/g) ?? []
  return text
    .split(/\s+/)
    .map((word) => word.replace(/^\d+\.+/, ''))
    .filter((word) => word !== '')
}
