/**
 * The value constraints that the whole document shares: colours, points,
 * short strings, marks, results. Each function reads the value under a key,
 * reports what is wrong with it, and answers what can be used.
 */
import type { Annotation, Mark } from '../../model/annotation.ts'
import type { Json } from '../../model/json.ts'
import type { Colour } from '../../model/move.ts'
import type { Result } from '../../model/record.ts'
import type { Findings } from './findings.ts'
import type { JsonContainer, JsonObject } from './json.ts'

/** What reading a document needs to know and gathers on the way. */
export interface Reading {
  readonly findings: Findings
  columns: number
  rows: number
  /** How many participants there are, and the colour each plays. */
  colours: (Colour | undefined)[]
}

/** Reports a value that cannot be used and keeps it. */
export function refuse(
  reading: Reading,
  rule: Parameters<Findings['report']>[0],
  message: string,
  container: JsonContainer,
  key: string | number,
  paragraph?: string,
): undefined {
  reading.findings.report(rule, message, container, key, paragraph)
  reading.findings.keep(container, key)
  return undefined
}

export function valueAt(container: JsonContainer, key: string | number): Json | undefined {
  return Array.isArray(container) ? container[key as number] : container[key]
}

/** A value as people call it, for messages. */
export function describe(value: Json | undefined): string {
  if (value === null) return 'null (leaving it out is something else)'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60)}...` : text
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
  return refuse(reading, 'type', `${key} must be an object, not ${describe(value)}`, container, key, paragraph)
}

export function readArray(
  reading: Reading,
  container: JsonContainer,
  key: string | number,
  paragraph: string,
): Json[] | undefined {
  const value = valueAt(container, key)
  if (Array.isArray(value)) return value
  return refuse(reading, 'type', `${key} must be an array, not ${describe(value)}`, container, key, paragraph)
}

export function readString(
  reading: Reading,
  container: JsonContainer,
  key: string | number,
  paragraph: string,
): string | undefined {
  const value = valueAt(container, key)
  if (typeof value === 'string') return value
  return refuse(reading, 'type', `${key} must be a string, not ${describe(value)}`, container, key, paragraph)
}

/** Reports every property that an object may not have, and every one that it lacks. */
export function checkProperties(
  reading: Reading,
  object: JsonObject,
  allowed: readonly string[],
  required: readonly string[],
  paragraph: string,
): void {
  for (const key in object) {
    if (!allowed.includes(key)) {
      refuse(reading, 'unknown-property', `there is no property ${describe(key)} here`, object, key, paragraph)
    }
  }
  for (const key of required) {
    if (!Object.hasOwn(object, key)) {
      reading.findings.report('missing-property', `the property ${key} is missing`, object, undefined, paragraph)
    }
  }
}

/** Characters a short string may have. */
const MAX_SHORT_STRING = 128

const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/

/** A short string. One that breaks the constraint is reported and used all the same. */
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
    const points = [...text].length
    if (points > MAX_SHORT_STRING) {
      const message = `${key} has ${points} characters, a short string at most ${MAX_SHORT_STRING}`
      findings.report('short-string-length', message, container, key)
    } else {
      const message = `${key} has ${points} characters, but ${text.length} for programs that count UTF-16 units`
      findings.report('short-string-units', message, container, key)
    }
  }
  if (LINE_BREAK.test(text)) findings.report('short-string-line', `${key} must be a single line`, container, key)
  else if (CONTROL_CHARACTER.test(text)) {
    findings.report('draft-control-character', `${key} has control characters`, container, key)
  }
  return text
}

export function readColour(reading: Reading, container: JsonContainer, key: string): Colour | undefined {
  const value = valueAt(container, key)
  if (value === 1 || value === 2) return value
  return refuse(reading, 'color', `${key} must be 1 (black) or 2 (white), not ${describe(value)}`, container, key)
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
  return refuse(
    reading,
    'point',
    `${key} must be a whole number from 0 to ${limit - 1}, not ${describe(value)}`,
    point,
    key,
  )
}

/** A whole number from 0 up to the number of participants. */
export function readParticipant(reading: Reading, container: JsonContainer, key: string): number | undefined {
  const value = valueAt(container, key)
  const count = reading.colours.length
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < count) return value
  const range = count === 0 ? 'there are no participants' : `a participant is a whole number from 0 to ${count - 1}`
  return refuse(reading, 'participant-index', `${range}, so ${key} cannot be ${describe(value)}`, container, key)
}

/** Points won by lie between these, both left out. */
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
    const message = `winner must be 1, 2 or null (a draw), not ${describe(winner)}`
    return refuse(reading, 'winner', message, object, 'winner')
  }
  const result: Result = winner === null ? { outcome: 'draw' } : { outcome: 'win', winner }
  if (margin === undefined) {
    if (winner !== null) result.by = 'resignation'
    return result
  }
  if (typeof margin !== 'number') {
    refuse(reading, 'type', `margin must be a number, not ${describe(margin)}`, object, 'margin', '3.8')
    return result
  }
  if (!isMargin(margin)) {
    const message = `margin must be a multiple of 0.5 above 0 and below ${MARGIN_LIMIT}, not ${margin}`
    reading.findings.report('margin', message, object, 'margin')
  }
  if (winner === null) reading.findings.report('margin-of-draw', 'a draw has no margin', object, 'margin')
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

/** A mark. A symbol that breaks the constraint is reported and used all the same. */
export function readMark(reading: Reading, container: JsonContainer, key: string | number): Mark | undefined {
  const object = readObject(reading, container, key, '3.12')
  if (!object) return undefined
  checkProperties(reading, object, ['point', 'symbol'], ['point', 'symbol'], '3.12')
  if (object['point'] === undefined || object['symbol'] === undefined) return undefined
  const at = readPoint(reading, object, 'point')
  const symbol = readString(reading, object, 'symbol', '3.12')
  if (at === undefined || symbol === undefined) return undefined
  if (!SYMBOL.test(symbol)) {
    const message = `symbol must be one of a-z A-Z 0-9 @ # $ % & * ?, not ${describe(symbol)}`
    reading.findings.report('symbol', message, object, 'symbol')
  } else if (symbol === '*') {
    reading.findings.report('draft-symbol', 'the symbol *', object, 'symbol')
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
    if (taken.has(mark.at)) reading.findings.report('marks-on-one-point', 'the point has a mark already', array, index)
    taken.add(mark.at)
    marks.push(mark)
  }
  return marks
}

/** Reads marks and comment into what carries them. Answers which of the two are there but empty. */
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
