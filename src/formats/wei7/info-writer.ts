/** The facts about the game as the `info` of a document, and those it cannot store. */
import { shorten } from '../../issues/collector.ts'
import type { Json } from '../../model/json.ts'
import type { GameRecord, Header, Player, RuleSet } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import type { Feature } from '../feature.ts'
import { isKomi, parseInstant, RULES_TYPES, usualPlayers } from './info.ts'
import type { JsonObject } from '../json.ts'
import { otherFields, type Losses } from './losses.ts'
import { ownFields } from './native.ts'
import { isHalf, isMargin } from './values.ts'

/** Fields of the header that have a place in a document, or are handled here. */
const KNOWN_FIELDS = ['id', 'domain', 'title', 'place', 'instant', 'date', 'players', 'result', 'rules']

/** The feature to which a lost header field belongs, if not its name. */
const FIELD_FEATURES: Record<string, Feature> = {
  roundText: 'round',
  board: 'subround',
  timeControl: 'time-control',
  openingCode: 'opening',
  openingName: 'opening-name',
  variationName: 'opening-name',
  perfectScore: 'perfect-score',
}

/** Makes the `info` of a document; undefined if it would be empty. */
export function makeInfo(record: GameRecord, losses: Losses): JsonObject | undefined {
  const { header } = record
  const own = ownFields(record)
  const empty = Array.isArray(own['empty']) ? own['empty'] : []
  const info: JsonObject = {}
  const { domain, id, title, instant, date, place } = header
  if (domain !== undefined) info['domain'] = shortString(domain, 'info.domain', losses)
  if (id !== undefined) info['id'] = shortString(id, 'info.id', losses)
  if (title !== undefined) info['name'] = shortString(title, 'info.name', losses)
  const rules = header.rules && makeRules(header.rules, losses)
  if (rules && Object.keys(rules).length > 0) info['rules'] = rules
  else if (empty.includes('rules')) info['rules'] = {}
  const start = instant === undefined ? 'form' : parseInstant(instant)
  if (typeof start === 'object') info['time'] = instant!
  else if (instant ?? date) losses.note('wei7/date', {}, (instant ?? date) as Json)
  if (place !== undefined) info['place'] = shortString(place, 'info.place', losses)
  addPlayers(info, header, own, empty, losses)
  const result = makeResult(header.result, losses)
  if (result) info['result'] = result
  for (const [field, value] of otherFields(header, KNOWN_FIELDS)) {
    if (field === 'about') losses.note('wei7/about', {}, value)
    else losses.lose(FIELD_FEATURES[field] ?? (field as Feature), value)
  }
  return Object.keys(info).length > 0 || empty.includes('info') ? info : undefined
}

const MAX_SHORT_STRING = 128

/** A text as a short string: one line of at most 128 characters. */
function shortString(text: string, property: string, losses: Losses): string {
  let short = text
  if (/[\n\r\u0085\u2028\u2029]/.test(text)) {
    short = text.replaceAll(/[\n\r\u0085\u2028\u2029]+/g, ' ')
    losses.note('wei7/text-on-one-line', { property }, text)
  }
  const characters = [...short]
  if (characters.length <= MAX_SHORT_STRING) return short
  losses.note('wei7/text-cut', { property, most: MAX_SHORT_STRING }, text)
  return characters.slice(0, MAX_SHORT_STRING).join('')
}

/** Names of rules that only give the way of counting. */
const AREA_RULES = /^(aga|nz|new zealand|goe|ing|tromp.?taylor)\b/i

function makeRules(rules: RuleSet, losses: Losses): JsonObject {
  const { name, komi, scoring, handicap } = rules
  const object: JsonObject = {}
  const type = Object.keys(RULES_TYPES).find((known) => known.toLowerCase() === name?.trim().toLowerCase())
  const counting = scoring ?? (name !== undefined && AREA_RULES.test(name.trim()) ? 'area' : undefined)
  if (counting !== undefined) object['scoring'] = counting
  if (komi !== undefined) {
    const points = inPoints(komi, (value) => isKomi(value), 'rules.komi', losses)
    if (points === undefined) losses.note('wei7/komi-lost', { komi }, komi)
    else object['komi'] = points
  }
  if (type !== undefined) object['type'] = type
  else if (name !== undefined) losses.note('wei7/rules-name', { name: shorten(name) }, name)
  if (handicap !== undefined) losses.note('wei7/handicap', {}, handicap)
  return object
}

/** Points in halves. Chinese half-counts, which come in quarters, are doubled (paragraph 3.10.9). */
function inPoints(
  value: number,
  isValid: (value: number) => boolean,
  property: string,
  losses: Losses,
): number | undefined {
  if (isValid(value)) return value
  if (isHalf(value) || !isHalf(value * 2) || !isValid(value * 2)) return undefined
  losses.note('wei7/half-counts-doubled', { property, value, points: value * 2 }, value, undefined, 'info')
  return value * 2
}

/** A result; undefined for outcomes that wei7 does not have. */
export function makeResult(
  { outcome, winner, margin, by, score, verdict, text }: Result,
  losses: Losses,
  node?: number,
): JsonObject | undefined {
  if (score) losses.lose('score', score, node)
  if (verdict !== undefined) losses.note('wei7/verdict', {}, verdict, node)
  if (text !== undefined) losses.note('wei7/result-text', {}, text, node)
  if (outcome === 'unfinished') return undefined
  if ((outcome !== 'win' && outcome !== 'draw') || (outcome === 'win' && winner === undefined)) {
    losses.note('wei7/result', { outcome }, outcome, node)
    return undefined
  }
  const result: JsonObject = { winner: outcome === 'draw' ? null : winner! }
  if (margin !== undefined) {
    const points = inPoints(margin, isMargin, 'result.margin', losses)
    if (points === undefined) losses.note('wei7/margin-lost', { margin }, margin, node)
    else result['margin'] = points
  }
  if (outcome === 'win' && by !== (margin === undefined ? 'resignation' : 'score')) {
    // A margin means that points were counted.
    if (by !== undefined) losses.note('wei7/win-kind', { by }, by, node)
    else if (margin === undefined) losses.note('wei7/win-unknown', {}, null, node)
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
    if (text !== undefined) participant[key] = shortString(text, `participants.${key}`, losses)
  }
  for (const [field, value] of otherFields(player, PLAYER_FIELDS)) {
    const feature = PLAYER_FEATURES[field]
    if (feature) losses.lose(feature, value)
  }
  const { nation, otherName, birth, gender } = player
  if (nation !== undefined) losses.note('wei7/player-nation', { nation }, nation)
  if (otherName !== undefined) losses.note('wei7/player-other-name', { name: otherName }, otherName)
  if (birth !== undefined) losses.note('wei7/player-birth', {}, birth as Json)
  if (gender !== undefined) losses.note('wei7/player-gender', { gender }, gender)
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
