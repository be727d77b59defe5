/**
 * The value constraints that the whole document shares: colours, points, short
 * strings, marks, results. Each function reads the value under a key, reports
 * what is wrong with it, and returns what can be used.
 */
import type { Param } from '../../issues/catalogue.ts'
import { shorten } from '../../issues/collector.ts'
import { makeMessage } from '../../issues/issue.ts'
import type { Annotation, Mark } from '../../model/annotation.ts'
import type { Json } from '../../model/json.ts'
import type { Colour } from '../../model/move.ts'
import type { Result } from '../../model/result.ts'
import type { Findings, RuleParams } from './findings.ts'
import type { JsonContainer, JsonObject } from '../json.ts'
import type { Wei7RuleId } from './rules.ts'

/** The state of reading a document. */
export interface Reading {
  readonly findings: Findings
  columns: number
  rows: number
  /** How many participants there are, and the colour each plays. */
  colours: (Colour | undefined)[]
}

/** Reports a value that cannot be used and keeps it. */
export function refuse<Id extends Wei7RuleId>(
  reading: Reading,
  id: Id,
  params: RuleParams<Id>,
  container: JsonContainer,
  key: string | number,
  paragraph?: string,
): undefined {
  reading.findings.report(id, params, container, key, paragraph)
  reading.findings.keep(container, key)
  return undefined
}

export function valueAt(container: JsonContainer, key: string | number): Json | undefined {
  return Array.isArray(container) ? container[key as number] : container[key]
}

/** A value for messages: as JSON text if that is short. */
export function describe(value: Json | undefined): Param {
  if (value === null) return makeMessage('json/null', {})
  if (Array.isArray(value)) return makeMessage('json/array', {})
  if (typeof value === 'object') return makeMessage('json/object', {})
  return shorten(JSON.stringify(value) ?? '', 60)
}

/** Reports a value of the wrong type. */
export function refuseType(
  reading: Reading,
  container: JsonContainer,
  key: string | number,
  type: 'json/object' | 'json/array' | 'json/string' | 'json/number',
  paragraph: string,
): undefined {
  const params = { key, what: makeMessage(type, {}), value: describe(valueAt(container, key)) }
  return refuse(reading, 'wei7/type', params, container, key, paragraph)
}

/** The object under a key, arrays and null excluded. */
export function readObject(
  reading: Reading,
  container: JsonContainer,
  key: string | number,
  paragraph: string,
): JsonObject | undefined {
  const value = valueAt(container, key)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  return refuseType(reading, container, key, 'json/object', paragraph)
}

export function readArray(
  reading: Reading,
  container: JsonContainer,
  key: string | number,
  paragraph: string,
): Json[] | undefined {
  const value = valueAt(container, key)
  if (Array.isArray(value)) return value
  return refuseType(reading, container, key, 'json/array', paragraph)
}

export function readString(
  reading: Reading,
  container: JsonContainer,
  key: string | number,
  paragraph: string,
): string | undefined {
  const value = valueAt(container, key)
  if (typeof value === 'string') return value
  return refuseType(reading, container, key, 'json/string', paragraph)
}

/** Reports every property that an object may not have, and every required one that it lacks. */
export function checkProperties(
  reading: Reading,
  object: JsonObject,
  allowed: readonly string[],
  required: readonly string[],
  paragraph: string,
): void {
  for (const key in object) {
    if (!allowed.includes(key)) {
      refuse(reading, 'wei7/unknown-property', { property: shorten(key, 60) }, object, key, paragraph)
    }
  }
  for (const key of required) {
    if (!Object.hasOwn(object, key)) {
      reading.findings.report('wei7/missing-property', { property: key }, object, undefined, paragraph)
    }
  }
}

/** Characters a short string may have. */
const MAX_SHORT_STRING = 128

const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/

/** A short string. One that violates the constraint is reported but used anyway. */
export function readShortString(
  reading: Reading,
  container: JsonContainer,
  key: string,
  paragraph: string,
): string | undefined {
  const text = readString(reading, container, key, paragraph)
  if (text === undefined) return undefined
  const { findings } = reading
  if (text.length > MAX_SHORT_STRING) {
    const count = [...text].length
    if (count > MAX_SHORT_STRING) {
      findings.report('wei7/short-string-length', { key, count, most: MAX_SHORT_STRING }, container, key)
    } else {
      findings.report('wei7/short-string-units', { key, characters: count, units: text.length }, container, key)
    }
  }
  if (LINE_BREAK.test(text)) findings.report('wei7/short-string-line', { key }, container, key)
  else if (CONTROL_CHARACTER.test(text)) findings.report('wei7/draft-control-character', { key }, container, key)
  return text
}

export function readColour(reading: Reading, container: JsonContainer, key: string): Colour | undefined {
  const value = valueAt(container, key)
  if (value === 1 || value === 2) return value
  return refuse(reading, 'wei7/color', { key, value: describe(value) }, container, key)
}

const POINT = ['x', 'y']

/** The square of a point: row * columns + column, from the top left. */
export function readPoint(reading: Reading, container: JsonContainer, key: string): number | undefined {
  const point = readObject(reading, container, key, '3.6')
  if (!point) return undefined
  checkProperties(reading, point, POINT, POINT, '3.6')
  const x = readCoordinate(reading, point, 'x', reading.columns)
  const y = readCoordinate(reading, point, 'y', reading.rows)
  return x === undefined || y === undefined ? undefined : y * reading.columns + x
}

function readCoordinate(reading: Reading, point: JsonObject, key: 'x' | 'y', limit: number): number | undefined {
  const value = point[key]
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < limit) return value
  if (value === undefined) return undefined
  return refuse(reading, 'wei7/point', { key, most: limit - 1, value: describe(value) }, point, key)
}

/** A whole number from 0 up to the number of participants. */
export function readParticipant(reading: Reading, container: JsonContainer, key: string): number | undefined {
  const value = valueAt(container, key)
  const count = reading.colours.length
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count) return value
  return refuse(reading, 'wei7/participant-index', { key, value: describe(value), count }, container, key)
}

/** The margin of a win is strictly between these. */
const MARGIN_LIMIT = 512

/** Whether a number is whole or a half. */
export function isHalf(value: number): boolean {
  return Number.isInteger(value * 2)
}

export function isMargin(value: number): boolean {
  return value > 0 && value < MARGIN_LIMIT && isHalf(value)
}

export function readResult(reading: Reading, container: JsonContainer, key: string): Result | undefined {
  const object = readObject(reading, container, key, '3.8')
  if (!object) return undefined
  checkProperties(reading, object, ['winner', 'margin'], ['winner'], '3.8')
  const { winner, margin } = object
  if (winner === undefined) return undefined
  if (winner !== 1 && winner !== 2 && winner !== null) {
    return refuse(reading, 'wei7/winner', { value: describe(winner) }, object, 'winner')
  }
  const result: Result = winner === null ? { outcome: 'draw' } : { outcome: 'win', winner }
  if (margin === undefined) {
    if (winner !== null) result.by = 'resignation'
    return result
  }
  if (typeof margin !== 'number') {
    refuseType(reading, object, 'margin', 'json/number', '3.8')
    return result
  }
  if (!isMargin(margin)) {
    reading.findings.report('wei7/margin', { limit: MARGIN_LIMIT, value: margin }, object, 'margin')
  }
  if (winner === null) reading.findings.report('wei7/margin-of-draw', {}, object, 'margin')
  result.margin = margin
  return result
}

/** The problem of a position, as an annotation. */
export function readProblem(reading: Reading, container: JsonContainer): Annotation | undefined {
  const problem = readObject(reading, container, 'problem', '3.15')
  if (!problem) return undefined
  checkProperties(reading, problem, ['color'], ['color'], '3.15')
  const colour = problem['color'] === undefined ? undefined : readColour(reading, problem, 'color')
  return colour === undefined ? undefined : { type: 'problem', colour }
}

export const SYMBOL = /^[a-zA-Z0-9@#$%&*?]$/

/** A mark. A symbol that violates the constraint is reported but used anyway. */
export function readMark(reading: Reading, container: JsonContainer, key: string | number): Mark | undefined {
  const object = readObject(reading, container, key, '3.12')
  if (!object) return undefined
  checkProperties(reading, object, ['point', 'symbol'], ['point', 'symbol'], '3.12')
  if (object['point'] === undefined || object['symbol'] === undefined) return undefined
  const at = readPoint(reading, object, 'point')
  const symbol = readString(reading, object, 'symbol', '3.12')
  if (at === undefined || symbol === undefined) return undefined
  if (!SYMBOL.test(symbol)) {
    reading.findings.report('wei7/symbol', { value: describe(symbol) }, object, 'symbol')
  } else if (symbol === '*') {
    reading.findings.report('wei7/draft-symbol', {}, object, 'symbol')
  }
  return { shape: 'label', at, text: symbol }
}

function readMarks(reading: Reading, container: JsonContainer): Mark[] | undefined {
  const array = readArray(reading, container, 'marks', '3.13')
  if (!array) return undefined
  const marks: Mark[] = []
  const taken = new Set<number>()
  for (let index = 0; index < array.length; index++) {
    const mark = readMark(reading, array, index)
    if (!mark) continue
    if (taken.has(mark.at)) reading.findings.report('wei7/marks-on-one-point', {}, array, index)
    taken.add(mark.at)
    marks.push(mark)
  }
  return marks
}

/** Reads marks and comment into their target. Returns which of the two are present but empty. */
export function readRemarks(
  reading: Reading,
  container: JsonObject,
  carrier: { marks?: Mark[]; comment?: string },
): string[] {
  const empty: string[] = []
  if (container['marks'] !== undefined) {
    const marks = readMarks(reading, container)
    if (marks && marks.length > 0) carrier.marks = marks
    else if (marks) empty.push('marks')
  }
  if (container['comment'] !== undefined) {
    const comment = readString(reading, container, 'comment', '3.11')
    if (comment === '') empty.push('comment')
    else if (comment !== undefined) carrier.comment = comment
  }
  return empty
}
