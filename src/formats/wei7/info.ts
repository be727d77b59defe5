/** The root of a document without its tree: format, version, size, and the facts about the game. */
import { isRealDate, type PartialDate } from '../../model/date.ts'
import type { Json } from '../../model/json.ts'
import { MAX_BOARD_SIDE, MAX_SQUARES } from '../../model/move.ts'
import type { Header, Player, RuleSet } from '../../model/record.ts'
import type { JsonObject } from '../json.ts'
import {
  checkProperties,
  describe,
  isHalf,
  readArray,
  readColour,
  readObject,
  readParticipant,
  readResult,
  readShortString,
  refuse,
  type Reading,
} from './values.ts'

export const USUAL_SIDE = 19

/** Names of rules, each with its way of counting. */
export const RULES_TYPES: Record<string, 'area' | 'territory'> = {
  Chinese: 'area',
  Japanese: 'territory',
  Korean: 'territory',
}

/** Komi is below this. */
const KOMI_LIMIT = 10

export function isKomi(value: number): boolean {
  return value >= 0 && value < KOMI_LIMIT && isHalf(value)
}

/** What the text has beyond the record's own fields, kept so that writing restores it. */
export type NativeRecord = { [key: string]: Json }

/** Checks the properties of the root, and format and version. */
export function checkRoot(reading: Reading, root: JsonObject): void {
  const { findings } = reading
  checkProperties(reading, root, ['format', 'version', 'size', 'info', 'tree'], ['format', 'version', 'tree'], '3.2')
  const { format, version } = root
  if (format !== undefined && format !== 'wei7') {
    findings.report('wei7/format', { value: describe(format) }, root, 'format')
  }
  if (version !== undefined && version !== '3.0') {
    findings.report('wei7/version', { value: describe(version) }, root, 'version')
  }
}

/** Reads the size. Returns false if no board can have it. */
export function readSize(reading: Reading, root: JsonObject, native: NativeRecord): boolean {
  const { size } = root
  if (size === undefined) {
    native['size'] = 'absent'
    return true
  }
  if (typeof size === 'number') {
    if (!isSide(reading, root, 'size')) return true
    reading.columns = size
    reading.rows = size
  } else {
    const object = readObject(reading, root, 'size', '3.9')
    if (!object) return true
    checkProperties(reading, object, ['width', 'height'], ['width', 'height'], '3.9')
    const isWhole = ['width', 'height'].every((key) => object[key] !== undefined && isSide(reading, object, key))
    if (!isWhole) return true
    reading.columns = object['width'] as number
    reading.rows = object['height'] as number
    if (reading.columns === reading.rows) native['size'] = 'rectangle'
  }
  return isWithinLimits(reading, root)
}

function isSide(reading: Reading, container: JsonObject, key: string): boolean {
  const value = container[key]
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return true
  refuse(reading, 'wei7/size', { key, value: describe(value) }, container, key)
  return false
}

/** The specification has no upper limit; ours is that of the record. */
function isWithinLimits(reading: Reading, root: JsonObject): boolean {
  const { columns, rows } = reading
  if (columns <= MAX_BOARD_SIDE && rows <= MAX_BOARD_SIDE && columns * rows <= MAX_SQUARES) return true
  const limits = { most: MAX_BOARD_SIDE, points: MAX_SQUARES }
  reading.findings.report('wei7/size-limit', { columns, rows, ...limits }, root, 'size')
  return false
}

const INFO = ['domain', 'id', 'name', 'rules', 'time', 'place', 'participants', 'players', 'result']

/** Reads the facts about the game, and the colours of the participants. */
export function readInfo(reading: Reading, root: JsonObject, header: Header, native: NativeRecord): void {
  if (root['info'] === undefined) return
  const info = readObject(reading, root, 'info', '3.10')
  if (!info) return
  if ('style' in info) refuse(reading, 'wei7/draft-style', {}, info, 'style')
  checkProperties(reading, info, [...INFO, 'style'], [], '3.10')
  const empty: Json[] = []
  if (Object.keys(info).length === 0) empty.push('info')
  assignShortStrings(reading, info, header, { domain: 'domain', id: 'id', name: 'title', place: 'place' })
  if (info['time'] !== undefined) readInstant(reading, info, header)
  if (info['rules'] !== undefined) readRules(reading, info, header, empty)
  if (info['participants'] !== undefined) readParticipants(reading, info, header, empty)
  if (info['players'] !== undefined) readPlayers(reading, info, header, native, empty)
  else for (const player of header.players) player.role = 'participant'
  if (info['result'] !== undefined) {
    const result = readResult(reading, info, 'result')
    if (result) header.result = result
  }
  if (empty.length > 0) native['empty'] = empty
}

/** Reads short strings into fields of the record: the property of the document, then the field. */
function assignShortStrings<Field extends string>(
  reading: Reading,
  object: JsonObject,
  target: Partial<Record<Field, unknown>>,
  fields: Record<string, Field>,
): void {
  for (const [key, field] of Object.entries(fields)) {
    if (object[key] === undefined) continue
    const text = readShortString(reading, object, key, '3.10.6')
    if (text !== undefined) target[field] = text
  }
}

const INSTANT = /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.[0-9]{1,9})?)?Z$/

/**
 * The day of an instant in the form required by wei7, and whether it is a leap second or 24:00; or what is wrong with
 * it.
 */
export function parseInstant(text: string): { date: PartialDate; isLeap: boolean } | 'form' | 'date' {
  const match = INSTANT.exec(text)
  if (!match) return 'form'
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0))
  const date: PartialDate = { year: year!, month: month!, day: day! }
  const isMidnight = hour === 24 && minute === 0 && second === 0
  if (!isRealDate(date) || (hour! > 23 && !isMidnight) || minute! > 59 || second! > 60) return 'date'
  return { date, isLeap: isMidnight || second === 60 }
}

/** Reads the instant the game began, as written, and its day. */
function readInstant(reading: Reading, info: JsonObject, header: Header): void {
  const text = info['time']
  const instant = typeof text === 'string' ? parseInstant(text) : 'form'
  if (instant === 'form') {
    refuse(reading, 'wei7/instant-form', { value: describe(text) }, info, 'time')
  } else if (instant === 'date') {
    refuse(reading, 'wei7/instant-date', { value: describe(text) }, info, 'time')
  } else {
    if (instant.isLeap) {
      reading.findings.report('wei7/instant-leap', { value: describe(text) }, info, 'time')
    }
    header.instant = text as string
    header.date = instant.date
  }
}

function readRules(reading: Reading, info: JsonObject, header: Header, empty: Json[]): void {
  const object = readObject(reading, info, 'rules', '3.10.1')
  if (!object) return
  checkProperties(reading, object, ['scoring', 'komi', 'type'], [], '3.10.1')
  if (Object.keys(object).length === 0) empty.push('rules')
  const rules: RuleSet = {}
  const { scoring, komi, type } = object
  if (scoring === 'area' || scoring === 'territory') rules.scoring = scoring
  else if (scoring !== undefined) {
    refuse(reading, 'wei7/scoring', { value: describe(scoring) }, object, 'scoring')
  }
  if (typeof komi === 'number') {
    rules.komi = komi
    if (!isKomi(komi)) reading.findings.report('wei7/komi', { limit: KOMI_LIMIT, value: komi }, object, 'komi')
  } else if (komi !== undefined) {
    refuse(reading, 'wei7/komi', { limit: KOMI_LIMIT, value: describe(komi) }, object, 'komi')
  }
  if (typeof type === 'string' && Object.hasOwn(RULES_TYPES, type)) {
    rules.name = type
    if (rules.scoring !== undefined && rules.scoring !== RULES_TYPES[type]) {
      const params = { type, expected: RULES_TYPES[type]!, scoring: rules.scoring }
      reading.findings.report('wei7/rules-disagree', params, object, 'scoring')
    }
  } else if (type !== undefined) {
    refuse(reading, 'wei7/rules-type', { value: describe(type) }, object, 'type')
  }
  if (Object.keys(rules).length > 0) header.rules = rules
}

const PARTICIPANT = { domain: 'domain', id: 'id', name: 'name', title: 'title', rank: 'rank' } as const

/** Reads the participants: one player each, in the same order, so that indexes stay valid. */
function readParticipants(reading: Reading, info: JsonObject, header: Header, empty: Json[]): void {
  const array = readArray(reading, info, 'participants', '3.10.4')
  if (!array) return
  if (array.length === 0) empty.push('participants')
  for (let index = 0; index < array.length; index++) {
    const object = readObject(reading, array, index, '3.10.4')
    const player: Player = {}
    if (object) {
      checkProperties(reading, object, Object.keys(PARTICIPANT), [], '3.10.4')
      assignShortStrings(reading, object, player, PARTICIPANT)
    }
    header.players.push(player)
    reading.colours.push(undefined)
  }
}

/** Reads which participants play, and which colour. The others only take part. */
function readPlayers(reading: Reading, info: JsonObject, header: Header, native: NativeRecord, empty: Json[]): void {
  const array = readArray(reading, info, 'players', '3.10.7')
  if (!array) return
  if (array.length === 0) empty.push('players')
  const listed: JsonObject[] = []
  const playing = new Set<number>()
  for (let index = 0; index < array.length; index++) {
    const object = readObject(reading, array, index, '3.10.7')
    if (!object) continue
    checkProperties(reading, object, ['participant', 'color'], ['participant'], '3.10.7')
    if (object['participant'] === undefined) continue
    const participant = readParticipant(reading, object, 'participant')
    const color = object['color'] === undefined ? undefined : readColour(reading, object, 'color')
    if (participant === undefined) continue
    listed.push(color === undefined ? { participant } : { participant, color })
    if (playing.has(participant)) {
      reading.findings.report('wei7/player-twice', { participant }, array, index)
      continue
    }
    playing.add(participant)
    if (color === undefined) continue
    header.players[participant]!.colour = color
    reading.colours[participant] = color
  }
  header.players.forEach((player, index) => {
    if (!playing.has(index)) player.role = 'participant'
  })
  const usual = usualPlayers(header.players)
  const isUsual =
    usual.length === listed.length &&
    usual.every(({ participant, color }, index) => {
      const other = listed[index]!
      return other['participant'] === participant && other['color'] === color
    })
  if (!isUsual) native['players'] = listed
}

/** The players of a document as a writer lists them: in the order of the participants. */
export function usualPlayers(players: readonly Player[]): JsonObject[] {
  return players.flatMap((player, participant) => {
    if (player.role === 'participant') return []
    return [player.colour === undefined ? { participant } : { participant, color: player.colour }]
  })
}
