/**
 * The conditions of a search as people write them: one table from which the
 * command line makes its options and the HTTP interface its parameters.
 * Whatever makes no sense is refused with what was expected.
 */
import { parseFilterDate } from '../../convert/filter.ts'
import type { PartialDate } from '../../model/date.ts'
import { describeMessage } from '../../issues/describe.ts'
import { PositionError } from '../../issues/errors.ts'
import { GAMES, type Game, type Header } from '../../model/record.ts'
import { positionFault, rulesOf } from '../../rules/index.ts'
import type { Position } from '../../rules/rules.ts'
import { parseMaterial, parsePattern } from './pattern.ts'
import type { SearchQuery } from './search.ts'

/** A condition: a name for its value, and what it means. */
interface Condition {
  value: string
  meaning: string
}

/** Every condition, by the name of its HTTP parameter; the command line writes `--min-rating`. */
export const CONDITIONS = {
  ids: { value: 'numbers', meaning: 'these games by their numbers, parted by commas' },
  game: { value: 'game', meaning: 'chess, xiangqi, go or othello' },
  player: { value: 'text', meaning: 'a player whose name holds the text' },
  opponent: { value: 'text', meaning: 'with player: the two met' },
  first: { value: 'text', meaning: 'the player who moved first (White, Red, Black in Go and Othello)' },
  second: { value: 'text', meaning: 'the other player' },
  event: { value: 'text', meaning: 'an event whose name holds the text' },
  site: { value: 'text', meaning: 'a place whose name holds the text' },
  since: { value: 'date', meaning: 'played on or after 1999, 1999.12 or 1999.12.31' },
  until: { value: 'date', meaning: 'played on or before that date' },
  result: { value: 'result', meaning: '1-0, 0-1, 1/2-1/2, 0-0 or *, the player who moved first named first' },
  minRating: { value: 'rating', meaning: 'both players rated at least so' },
  maxRating: { value: 'rating', meaning: 'both players rated at most so' },
  opening: { value: 'text', meaning: 'opening code that begins so, or name that holds the text' },
  minPlies: { value: 'count', meaning: 'at least so many moves, those of both sides counted' },
  maxPlies: { value: 'count', meaning: 'at most so many moves' },
  source: { value: 'text', meaning: 'imported from a file whose path holds the text' },
  annotator: { value: 'text', meaning: 'an annotator whose name holds the text' },
  comment: { value: 'text', meaning: 'a comment that holds the text' },
  kind: {
    value: 'kind',
    meaning: 'game, problem, endgame, opening, middlegame, tutorial or fragment, as the source says',
  },
  damaged: { value: 'yes|no', meaning: 'read with errors, or without' },
  position: { value: 'text', meaning: 'a position that occurs, as FEN or the position text of its game' },
  moves: { value: 'text', meaning: 'a position that occurs, by the moves that lead there: "e4 c5 Nf3"' },
  pattern: {
    value: 'rows',
    meaning:
      'pieces on some squares: rows from the top, ? any square, * the rest of the row; in Go "side:" or "anywhere:" in front',
  },
  material: { value: 'pieces', meaning: 'exactly these pieces on the board: KRPkrp' },
} as const satisfies Record<string, Condition>

export type ConditionName = keyof typeof CONDITIONS

/** The names of all conditions, in the order in which they are explained. */
export const CONDITION_NAMES = Object.keys(CONDITIONS) as ConditionName[]

/** The value of a condition makes no sense. */
export class ConditionError extends Error {
  override name = 'ConditionError'
  readonly condition: ConditionName

  constructor(condition: ConditionName, message: string) {
    super(message)
    this.condition = condition
  }
}

/** Longest text of a condition, of a position, and most moves. */
const MAX_TEXT = 1000
const MAX_POSITION_TEXT = 10_000
const MAX_MOVES = 1000

const LARGEST_NUMBER = 2 ** 31 - 1

const TEXTS = [
  'player',
  'opponent',
  'first',
  'second',
  'event',
  'site',
  'opening',
  'source',
  'annotator',
  'comment',
] as const satisfies ConditionName[]
const NUMBERS = ['minRating', 'maxRating', 'minPlies', 'maxPlies'] as const satisfies ConditionName[]
const RESULTS = ['1-0', '0-1', '1/2-1/2', '0-0', '*']
const KINDS: NonNullable<Header['kind']>[] = [
  'game',
  'opening',
  'middlegame',
  'endgame',
  'problem',
  'tutorial',
  'fragment',
]

export type ConditionTexts = Partial<Record<ConditionName, string>>

/** Conditions as a query; those that are absent or empty say nothing. Throws ConditionError. */
export function parseConditions(texts: ConditionTexts): SearchQuery {
  const query: SearchQuery = {}
  for (const name of TEXTS) {
    if (texts[name]) query[name] = limited(name, texts[name])
  }
  for (const name of NUMBERS) {
    if (texts[name]) query[name] = parseWhole(name, texts[name])
  }
  if (texts.ids) query.ids = parseIds(texts.ids)
  if (texts.game) query.game = parseGame(texts.game)
  if (texts.since) query.since = parseDate('since', texts.since)
  if (texts.until) query.until = parseDate('until', texts.until)
  if (texts.result) query.result = parseResult(texts.result)
  if (texts.kind) query.kind = parseOneOf('kind', texts.kind.toLowerCase(), KINDS)
  if (texts.damaged) query.damaged = parseYesNo('damaged', texts.damaged)
  const { game = 'chess' } = query
  if (texts.position || texts.moves) {
    query.position = { game, position: parsePosition(game, texts.position, texts.moves) }
  }
  const { pattern, material } = texts
  if (pattern) query.pattern = orExplain('pattern', () => parsePattern(game, limited('pattern', pattern)))
  if (material) query.material = orExplain('material', () => parseMaterial(game, limited('material', material)))
  return query
}

/** A position from position text, from moves, or from moves after a position. Throws ConditionError. */
export function parsePosition(game: Game, text = '', moves = ''): Position {
  if (text.length > MAX_POSITION_TEXT) {
    throw new ConditionError('position', `the position is longer than ${MAX_POSITION_TEXT} characters`)
  }
  const rules = rulesOf(game)
  const position = orExplain('position', () => (text === '' ? rules.start() : rules.parse(text)))
  const words = splitMoves(game, moves)
  if (words.length > MAX_MOVES) throw new ConditionError('moves', `there are more than ${MAX_MOVES} moves`)
  for (const word of words) {
    const move = rules.readMove(position, word)
    if (move === undefined) {
      const message = `"${word.slice(0, 40)}" is no legal move of ${game} after ${position.ply} moves`
      throw new ConditionError('moves', message)
    }
    rules.play(position, move)
  }
  return position
}

/**
 * Says of a position that was not found why no game can come to it, if so. Throws ConditionError then. Positions that are
 * found are never refused: real games begin from set-ups of every sort.
 */
export function explainMissing(position: Position): void {
  const fault = positionFault(position)
  if (fault) {
    const message = `${describeMessage(fault.message)}: no game of the database comes to such a position`
    throw new ConditionError('position', message)
  }
}

/** Moves parted by blanks or commas, without move numbers, or the squares of an Othello transcript written together. */
function splitMoves(game: Game, text: string): string[] {
  const isTranscript = game === 'othello' && /^(?:[a-j](?:10|[1-9])){2,}$/i.test(text.trim())
  if (isTranscript) return text.trim().match(/[a-j](?:10|[1-9])/gi) ?? []
  return text
    .split(/[\s,]+/)
    .map((word) => word.replace(/^\d+\.+/, ''))
    .filter((word) => word !== '')
}

function parseGame(text: string): Game {
  return parseOneOf('game', text.toLowerCase(), GAMES)
}

function parseOneOf<Word extends string>(name: ConditionName, text: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === text)
  if (!word) throw new ConditionError(name, `one of ${words.join(', ')} is expected, not "${text.slice(0, 40)}"`)
  return word
}

function parseDate(name: 'since' | 'until', text: string): PartialDate {
  const date = parseFilterDate(text)
  if (!date) {
    throw new ConditionError(name, `a date like 1999, 1999.12 or 1999.12.31 is expected, not "${text.slice(0, 40)}"`)
  }
  return date
}

function parseResult(text: string): string {
  return parseOneOf('result', text.replace(/^(?:½-½|½|=)$/, '1/2-1/2'), RESULTS)
}

function parseYesNo(name: ConditionName, text: string): boolean {
  if (/^(?:yes|true)$/i.test(text)) return true
  if (/^(?:no|false)$/i.test(text)) return false
  throw new ConditionError(name, `yes or no is expected, not "${text.slice(0, 40)}"`)
}

function parseWhole(name: ConditionName, text: string): number {
  const value = /^\d{1,10}$/.test(text.trim()) ? Number(text) : Infinity
  if (value > LARGEST_NUMBER) {
    throw new ConditionError(name, `a whole number up to ${LARGEST_NUMBER} is expected, not "${text.slice(0, 40)}"`)
  }
  return value
}

/** Most games asked for by number. */
const MAX_IDS = 10_000

function parseIds(text: string): number[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length > MAX_IDS) throw new ConditionError('ids', `there are more than ${MAX_IDS} numbers`)
  return words.map((word) => parseWhole('ids', word))
}

function limited(name: ConditionName, text: string): string {
  if (text.length > MAX_TEXT) throw new ConditionError(name, `the text is longer than ${MAX_TEXT} characters`)
  return text
}

function orExplain<Meaning>(name: ConditionName, parse: () => Meaning): Meaning {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    throw new ConditionError(name, error.message)
  }
}
