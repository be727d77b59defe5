/** The facts about the game as the `info` of a document, and what of them it cannot say. */
import type { Json } from '../../model/json.ts'
import type { GameRecord, Header, Player, Result, RuleSet } from '../../model/record.ts'
import type { Feature } from '../feature.ts'
import { isKomi, parseInstant, RULES_TYPES, usualPlayers } from './info.ts'
import type { JsonObject } from './json.ts'
import { otherFields, type Losses } from './losses.ts'
import { ownFields } from './native.ts'
import { isHalf, isMargin } from './values.ts'

/** Fields of the header that have a place in a document, or are dealt with here. */
const KNOWN_FIELDS = ['id', 'domain', 'title', 'place', 'instant', 'date', 'players', 'result', 'rules']

/** The feature to which a lost header field belongs, where it is not its name. */
const FIELD_FEATURES: Record<string, Feature> = {
  roundText: 'round',
  board: 'subround',
  timeControl: 'time-control',
  openingCode: 'opening',
  openingName: 'opening-name',
  variationName: 'opening-name',
  perfectScore: 'perfect-score',
  about: 'game-comment',
}

/** Makes the `info` of a document; undefined when there is nothing to say. */
export function makeInfo(record: GameRecord, losses: Losses): JsonObject | undefined {
  const { header } = record
  const own = ownFields(record)
  const empty = Array.isArray(own['empty']) ? own['empty'] : []
  const info: JsonObject = {}
  const { domain, id, title, instant, date, place } = header
  if (domain !== undefined) info['domain'] = shortString(domain, 'the domain', losses)
  if (id !== undefined) info['id'] = shortString(id, 'the identifier', losses)
  if (title !== undefined) info['name'] = shortString(title, 'the title', losses)
  const rules = header.rules && makeRules(header.rules, losses)
  if (rules && Object.keys(rules).length > 0) info['rules'] = rules
  else if (empty.includes('rules')) info['rules'] = {}
  const start = instant === undefined ? 'form' : parseInstant(instant)
  if (typeof start === 'object') info['time'] = instant!
  else if (instant ?? date)
    losses.lose('date', 'a date without a time of day cannot be said', (instant ?? date) as Json)
  if (place !== undefined) info['place'] = shortString(place, 'the place', losses)
  addPlayers(info, header, own, empty, losses)
  const result = makeResult(header.result, losses)
  if (result) info['result'] = result
  for (const [field, value] of otherFields(header, KNOWN_FIELDS)) {
    losses.lose(FIELD_FEATURES[field] ?? (field as Feature), `the field ${field} has no place`, value)
  }
  return Object.keys(info).length > 0 || empty.includes('info') ? info : undefined
}

const MAX_SHORT_STRING = 128

/** A text as a short string: one line of at most 128 characters. */
function shortString(text: string, what: string, losses: Losses): string {
  let short = text
  if (/[\n\r\u0085\u2028\u2029]/.test(text)) {
    short = text.replaceAll(/[\n\r\u0085\u2028\u2029]+/g, ' ')
    losses.note('text-on-one-line', `${what} is written on one line`, text)
  }
  const characters = [...short]
  if (characters.length <= MAX_SHORT_STRING) return short
  losses.note('text-cut', `${what} is cut after ${MAX_SHORT_STRING} characters`, text)
  return characters.slice(0, MAX_SHORT_STRING).join('')
}

/** Names of rules that only say how points are counted. */
const AREA_RULES = /^(aga|nz|new zealand|goe|ing|tromp.?taylor)\b/i

function makeRules(rules: RuleSet, losses: Losses): JsonObject {
  const { name, komi, scoring, handicap } = rules
  const object: JsonObject = {}
  const type = Object.keys(RULES_TYPES).find((known) => known.toLowerCase() === name?.trim().toLowerCase())
  const counting = scoring ?? (name !== undefined && AREA_RULES.test(name.trim()) ? 'area' : undefined)
  if (counting !== undefined) object['scoring'] = counting
  if (komi !== undefined) {
    const points = inPoints(komi, (value) => isKomi(value), 'the komi', losses)
    if (points === undefined) losses.note('komi-lost', `a komi of ${komi} cannot be said`, komi)
    else object['komi'] = points
  }
  if (type !== undefined) object['type'] = type
  else if (name !== undefined) losses.lose('rules', `rules named ${name} cannot be said`, name)
  if (handicap !== undefined) losses.lose('handicap', 'the handicap is said by its stones alone', handicap)
  return object
}

/** Points in halves. Chinese half-counts, which come in quarters, are doubled (paragraph 3.10.9). */
function inPoints(
  value: number,
  isValid: (value: number) => boolean,
  what: string,
  losses: Losses,
): number | undefined {
  if (isValid(value)) return value
  if (isHalf(value) || !isHalf(value * 2) || !isValid(value * 2)) return undefined
  losses.note(
    'half-counts-doubled',
    `${what} of ${value} is written in points, as ${value * 2}`,
    value,
    undefined,
    'info',
  )
  return value * 2
}

/** A result; undefined for the outcomes that wei7 has no words for. */
export function makeResult(
  { outcome, winner, margin, by, score, verdict, text }: Result,
  losses: Losses,
  node?: number,
): JsonObject | undefined {
  const lose = (message: string, value: Json) => losses.lose('result-details', message, value, node)
  if (score) losses.lose('score', 'the score cannot be said', score, node)
  if (verdict !== undefined) lose('a verdict cannot be said', verdict)
  if (text !== undefined) lose('the wording of the result cannot be said', text)
  if (outcome === 'unfinished') return undefined
  if ((outcome !== 'win' && outcome !== 'draw') || (outcome === 'win' && winner === undefined)) {
    losses.lose('result', `the result "${outcome}" cannot be said`, outcome, node)
    return undefined
  }
  const result: JsonObject = { winner: outcome === 'draw' ? null : winner! }
  if (margin !== undefined) {
    const points = inPoints(margin, isMargin, 'a margin', losses)
    if (points === undefined) lose(`a margin of ${margin} cannot be said`, margin)
    else result['margin'] = points
  }
  if (outcome === 'win' && by !== (margin === undefined ? 'resignation' : 'score')) {
    // A margin says that points were counted.
    if (by !== undefined) lose(`a win by ${by} cannot be said`, by)
    else if (margin === undefined) lose('how the game was won is not known, but will read as resignation', null)
  }
  return result
}

const PLAYER_FIELDS = ['colour', 'role', 'domain', 'id', 'name', 'title', 'rank']

function addPlayers(info: JsonObject, header: Header, own: JsonObject, empty: Json[], losses: Losses): void {
  const { players } = header
  if (players.length > 0 || empty.includes('participants')) {
    info['participants'] = players.map((player) => makeParticipant(player, losses))
  }
  const usual = usualPlayers(players)
  const listed = own['players']
  const list = Array.isArray(listed) && sayTheSame(listed, usual) ? listed : usual
  if (list.length > 0 || empty.includes('players')) info['players'] = list
}

function makeParticipant(player: Player, losses: Losses): JsonObject {
  const participant: JsonObject = {}
  for (const key of ['domain', 'id', 'name', 'title', 'rank'] as const) {
    const text = player[key]
    if (text !== undefined) participant[key] = shortString(text, `the ${key} of a player`, losses)
  }
  for (const [field, value] of otherFields(player, PLAYER_FIELDS)) {
    const feature = PLAYER_FEATURES[field] ?? 'player-details'
    losses.lose(feature, `the field ${field} of a player has no place`, value)
  }
  return participant
}

const PLAYER_FEATURES: Record<string, Feature> = {
  team: 'teams',
  rating: 'ratings',
  ratingType: 'ratings',
  timeUsed: 'time-used',
  native: 'native',
}

/** Whether the players listed by a document are still those of the record, in whatever order. */
function sayTheSame(listed: Json[], usual: JsonObject[]): boolean {
  const first = new Map<Json | undefined, Json | undefined>()
  for (const player of listed) {
    if (typeof player !== 'object' || player === null || Array.isArray(player)) return false
    if (!first.has(player['participant'])) first.set(player['participant'], player['color'])
  }
  return (
    first.size === usual.length &&
    usual.every(({ participant, color }) => first.has(participant) && first.get(participant) === color)
  )
}
