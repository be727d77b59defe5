/** Reads the conditions of a request. Whatever makes no sense is answered with a clear message. */
import { parseMaterial, parsePattern } from '../database/pattern.ts'
import type { SearchQuery } from '../database/search.ts'
import { parseFilterDate } from '../convert/filter.ts'
import { PositionError } from '../model/issue.ts'
import { GAMES, type Game } from '../model/record.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'

/** A request that cannot be answered, with the parameter that is wrong. */
export class RequestError extends Error {
  readonly place: string
  readonly status: 400 | 404
  readonly code: string

  constructor(message: string, place: string, status: 400 | 404 = 400) {
    super(message)
    this.place = place
    this.status = status
    this.code = status === 404 ? 'not-found' : 'bad-request'
  }
}

/** Longest text of a parameter, and most moves of one. */
const MAX_TEXT = 1000
const MAX_MOVES = 1000

const TEXTS = [
  'player',
  'opponent',
  'first',
  'second',
  'event',
  'site',
  'result',
  'opening',
  'annotator',
  'comment',
] as const
const NUMBERS = ['minRating', 'maxRating', 'minPlies', 'maxPlies'] as const
const LARGEST_NUMBER = 2 ** 31 - 1

/** The conditions of a request as a query. */
export function readQuery(parameters: Record<string, string>): SearchQuery {
  const query: SearchQuery = {}
  for (const name of TEXTS) {
    const text = parameters[name]
    if (text === undefined || text === '') continue
    query[name] = limited(name, text)
  }
  for (const name of NUMBERS) {
    const value = wholeNumber(parameters, name)
    if (value !== undefined) query[name] = value
  }
  if (parameters['game']) query.game = parseGameName(parameters['game'])
  const since = readDate(parameters, 'since')
  if (since) query.since = since
  const until = readDate(parameters, 'until')
  if (until) query.until = until
  if (parameters['fen'] || parameters['play']) {
    const game = query.game ?? 'chess'
    query.position = { game, position: readPosition(game, parameters) }
  }
  const { pattern, material } = parameters
  const game = query.game ?? 'chess'
  if (pattern) query.pattern = orExplain('pattern', () => parsePattern(game, limited('pattern', pattern)))
  if (material) query.material = orExplain('material', () => parseMaterial(game, limited('material', material)))
  return query
}

function limited(name: string, text: string): string {
  if (text.length > MAX_TEXT) throw new RequestError(`${name} is longer than ${MAX_TEXT} characters`, name)
  return text
}

function orExplain<Meaning>(name: string, parse: () => Meaning): Meaning {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    throw new RequestError(`${name}: ${error.message}`, name)
  }
}

/** A whole number from 0; undefined when the parameter is not given. */
export function wholeNumber(parameters: Record<string, string>, name: string): number | undefined {
  const text = parameters[name]
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > LARGEST_NUMBER) {
    throw new RequestError(`${name} takes a whole number, not "${text.slice(0, 40)}"`, name)
  }
  return value
}

function parseGameName(text: string): Game {
  const game = GAMES.find((candidate) => candidate === text)
  if (!game) throw new RequestError(`game is one of ${GAMES.join(', ')}`, 'game')
  return game
}

function readDate(parameters: Record<string, string>, name: string) {
  const text = parameters[name]
  if (text === undefined || text === '') return undefined
  const date = parseFilterDate(text)
  if (!date) throw new RequestError(`${name} takes a date like 1999, 1999.12 or 1999.12.31`, name)
  return date
}

/** The position of `fen` and `play`: position text, then moves parted by commas. */
function readPosition(game: Game, { fen, play }: Record<string, string>): Position {
  const rules = rulesOf(game)
  let position: Position
  try {
    position = fen ? rules.parse(fen.slice(0, MAX_TEXT * 10)) : rules.start()
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    throw new RequestError(`fen is no position of ${game}: ${error.message}`, 'fen')
  }
  const words = (play ?? '').split(/[,\s]+/).filter((word) => word !== '')
  if (words.length > MAX_MOVES) throw new RequestError(`play has more than ${MAX_MOVES} moves`, 'play')
  for (const word of words) {
    const move = rules.readMove(position, word)
    if (move === undefined) {
      throw new RequestError(`"${word.slice(0, 40)}" is no legal move after ${position.ply} moves`, 'play')
    }
    rules.play(position, move)
  }
  return position
}
