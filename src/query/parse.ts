/** Parses queries. Invalid input is refused with a message that says what was expected. */
import { CodedError, PositionError } from '../issues/errors.ts'
import type { PartialDate } from '../model/date.ts'
import { GAMES, type Game } from '../model/record.ts'
import { parseMaterial } from '../patterns/question/parse-material.ts'
import { parsePattern } from '../patterns/question/parse-pattern.ts'
import {
  ALIASES,
  ALIAS_NAMES,
  CONDITION_NAMES,
  CONDITIONS,
  type AliasName,
  type Condition,
  type ConditionAlias,
  type ConditionName,
  type ConditionTexts,
} from './conditions.ts'
import { parseLimit } from './dates.ts'
import { foldWords } from './fold.ts'
import { parseOpening } from './openings.ts'
import { parseExpression } from './parse-expression.ts'
import { parsePosition } from './position.ts'
import { conditionError, ConditionError } from './condition-error.ts'
import type { GameQuery } from './query.ts'

/** The longest text of a condition, and the largest number of games requested by number. */
const MAX_TEXT = 1000
const MAX_IDS = 10_000
const LARGEST_NUMBER = 2 ** 31 - 1

/** The games whose moves differ enough: a misspelt move of chess is a legal one of Go. */
const TOLD_APART: readonly Game[] = ['chess', 'xiangqi', 'othello']

/**
 * Conditions as a query; absent or empty ones are ignored. Throws ConditionError. @param kinds the kinds of game that
 * there are: without a condition on the game, a position and moves are read as those of the first in which they are
 * possible
 */
export function parseConditions(given: ConditionTexts, kinds: readonly Game[] = TOLD_APART): GameQuery {
  const texts = expandAliases(given)
  const query: Record<string, unknown> = {}
  for (const name of CONDITION_NAMES) {
    const text = texts[name]?.trim()
    const { type } = CONDITIONS[name]
    if (!text || type === 'board') continue
    query[name] =
      type === 'expression'
        ? parseExpression(limited(name, text), parseConditions, kindsOf(texts, kinds))
        : PARSERS[type](name, text)
  }
  const parsed = query as GameQuery
  if (parsed.colour && !parsed.player && !parsed.opponent && !parsed.result) {
    throw new ConditionError('colour', 'query/colour-alone', {})
  }
  return Object.assign(parsed, parseBoard(texts, parsed.game ?? inferGame(texts, kinds)))
}

/** The kinds of game of an expression: the one that is named beside it, or all. */
function kindsOf({ game }: ConditionTexts, kinds: readonly Game[]): readonly Game[] {
  const named = GAMES.find((known) => known === game?.trim().toLowerCase())
  return named === undefined ? kinds : [named]
}

/** The first kind of game in which a position and moves are possible; the first of all if there is none. */
export function inferGame(
  { position, moves }: Pick<ConditionTexts, 'position' | 'moves'>,
  kinds: readonly Game[],
): Game {
  const [first = 'chess', ...others] = kinds
  if (others.length === 0 || (!position && !moves)) return first
  return kinds.find((game) => isPossible(game, position, moves)) ?? first
}

function isPossible(game: Game, position: string | undefined, moves: string | undefined): boolean {
  try {
    parsePosition(game, position, moves)
    return true
  } catch (error) {
    if (error instanceof ConditionError) return false
    throw error
  }
}

/** The rules of the game read positions. */
function parseBoard(texts: ConditionTexts, game: Game): GameQuery {
  const query: GameQuery = {}
  const { pattern, material, position, moves } = texts
  if (position || moves) query.position = { game, position: parsePosition(game, position, moves) }
  if (pattern) query.pattern = orExplain('pattern', () => parsePattern(game, limited('pattern', pattern)))
  if (material) query.material = orExplain('material', () => parseMaterial(game, limited('material', material)))
  return query
}

/** Replaces aliases by what they stand for. */
function expandAliases(given: ConditionTexts): Partial<Record<ConditionName, string>> {
  const texts: ConditionTexts = { ...given }
  for (const alias of ALIAS_NAMES) {
    const text = texts[alias]?.trim()
    delete texts[alias]
    if (!text) continue
    for (const [name, value] of expandAlias(alias, text)) {
      if (texts[name]) throw new ConditionError(alias, 'query/exclusive', { alias, name })
      texts[name] = value
    }
  }
  return texts
}

function expandAlias(alias: AliasName, text: string): [ConditionName, string][] {
  const { for: names, single }: ConditionAlias = ALIASES[alias]
  const [from, to] = names
  if (to === undefined) return [[from, text]]
  const [, low = '', dash, high = ''] = /^([0-9]*)\s*([-–])?\s*([0-9]*)$/.exec(text) ?? []
  if (low === '' && high === '') {
    throw new ConditionError(alias, 'query/span', { text: shorten(text) })
  }
  const upper = dash || single === 'from' ? high : low
  return [
    ...(low === '' ? [] : [[from, low] as [ConditionName, string]]),
    ...(upper === '' ? [] : [[to, upper] as [ConditionName, string]]),
  ]
}

/** The parser of each type of value; those of the board need the game, expressions the kinds of game. */
const PARSERS: Record<
  Exclude<Condition['type'], 'board' | 'expression'>,
  (name: ConditionName, text: string) => unknown
> = {
  text: parseWords,
  date: parseDateLimit,
  whole: parseWhole,
  choice: parseChoice,
  truth: parseTruth,
  opening: parseOpeningText,
  numbers: parseNumbers,
}

function parseWords(name: ConditionName, text: string): string {
  if (foldWords(limited(name, text)).length === 0) {
    throw new ConditionError(name, 'query/words', { text: shorten(text) })
  }
  return text
}

function parseDateLimit(name: ConditionName, text: string): PartialDate {
  const date = parseLimit(text)
  if (date) return date
  throw new ConditionError(name, 'query/date', { text: shorten(text) })
}

function parseWhole(name: ConditionName, text: string): number {
  const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : Infinity
  if (value <= LARGEST_NUMBER) return value
  throw new ConditionError(name, 'query/whole', { most: LARGEST_NUMBER, text: shorten(text) })
}

/** Alternative spellings of choices. */
const SYNONYMS: Readonly<Record<string, string>> = { '½-½': '1/2-1/2', '½': '1/2-1/2', '=': '1/2-1/2', red: 'white' }

function parseChoice(name: ConditionName, text: string): string {
  const { choices = [] }: Condition = CONDITIONS[name]
  const small = text.toLowerCase()
  const meant = SYNONYMS[small] ?? small
  if (choices.includes(meant)) return meant
  throw new ConditionError(name, 'query/choice', { choices: choices.join(', '), text: shorten(text) })
}

function parseTruth(name: ConditionName, text: string): boolean {
  if (/^(?:yes|true)$/i.test(text)) return true
  if (/^(?:no|false)$/i.test(text)) return false
  throw new ConditionError(name, 'query/truth', { text: shorten(text) })
}

function parseOpeningText(name: ConditionName, text: string): string {
  try {
    if ('words' in parseOpening(limited(name, text))) parseWords(name, text)
    return text
  } catch (error) {
    if (!(error instanceof CodedError) || error instanceof ConditionError) throw error
    throw conditionError(name, error)
  }
}

function parseNumbers(name: ConditionName, text: string): number[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length > MAX_IDS) throw new ConditionError(name, 'query/too-many-numbers', { most: MAX_IDS })
  return words.map((word) => parseWhole(name, word))
}

function limited(name: ConditionName, text: string): string {
  if (text.length > MAX_TEXT) throw new ConditionError(name, 'query/long-text', { most: MAX_TEXT })
  return text
}

function orExplain<Meaning>(name: ConditionName, parse: () => Meaning): Meaning {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    throw conditionError(name, error)
  }
}

function shorten(text: string): string {
  return text.slice(0, 40)
}
