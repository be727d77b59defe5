/**
 * A small checker of JSON values. A shape corrects a value in place: values of the wrong type are removed, with an
 * issue that says where it was and what was expected. Recursion goes as deep as the shapes, never as deep as the data.
 */
import type { Message } from '../../issues/catalogue.ts'
import type { IssueCollector } from '../../issues/collector.ts'
import { makeMessage } from '../../issues/issue.ts'
import { isNestedDeeper, type Json } from '../../model/json.ts'

/** Returns the value, corrected if possible; undefined if it has to be removed. */
export type Shape = (value: Json, pointer: string, issues: IssueCollector) => Json | undefined

/** A step of a JSON pointer that is written as it is. */
const PLAIN_STEP = /^[A-Za-z0-9]{0,100}$/

/** The deepest nesting of a format's own data; deeper values could not be written again. */
const MAX_DEPTH = 100

function expect(what: Message, accepts: (value: Json) => boolean): Shape {
  return (value, pointer, issues) => {
    if (accepts(value)) return value
    issues.add('jsonl/wrong-type', 'error', { what }, { pointer })
    return undefined
  }
}

export const text: Shape = expect(makeMessage('json/string', {}), (value) => typeof value === 'string')
export const boolean: Shape = expect(makeMessage('json/boolean', {}), (value) => typeof value === 'boolean')
export const number: Shape = expect(makeMessage('json/number', {}), (value) => typeof value === 'number')

/** A whole number from `least` to `most`. */
export function whole(least = -(2 ** 53), most: number = 2 ** 53): Shape {
  return expect(
    makeMessage('json/integer', { least, most }),
    (value) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most,
  )
}

/** One of some values. */
export function oneOf(...values: readonly (string | number)[]): Shape {
  const allowed = new Set<Json>(values)
  return expect(oneOfThese(values), (value) => allowed.has(value))
}

function oneOfThese(values: readonly (string | number)[]): Message {
  return makeMessage('json/choice', { choices: values.join(', ') })
}

/** Any JSON value that is not nested too deeply. */
export const anything: Shape = expect(
  makeMessage('json/nested', { most: MAX_DEPTH }),
  (value) => !isNestedDeeper(value, MAX_DEPTH),
)

/** A list; entries of the wrong shape are removed. */
export function list(entry: Shape): Shape {
  return (value, pointer, issues) => {
    if (!Array.isArray(value)) {
      issues.add('jsonl/wrong-type', 'error', { what: makeMessage('json/array', {}) }, { pointer })
      return undefined
    }
    const kept: Json[] = []
    for (const [index, part] of value.entries()) {
      const right = entry(part, `${pointer}/${index}`, issues)
      if (right !== undefined) kept.push(right)
    }
    return kept
  }
}

/** Two numbers, either of which may be unknown (`null` in JSON). */
export function pair(entry: Shape): Shape {
  return (value, pointer, issues) => {
    if (!Array.isArray(value) || value.length !== 2) {
      issues.add('jsonl/wrong-type', 'error', { what: makeMessage('json/pair', {}) }, { pointer })
      return undefined
    }
    return value.map((part, index) => {
      // The model uses undefined where JSON can only have null.
      return (part === null ? undefined : entry(part, `${pointer}/${index}`, issues)) as Json
    })
  }
}

/** An entry of a list that may be `null`. */
export function orNull(shape: Shape): Shape {
  return (value, pointer, issues) => (value === null ? null : (shape(value, pointer, issues) ?? null))
}

/** An object whose values all have one shape. */
export function table(entry: Shape): Shape {
  return (value, pointer, issues) => {
    const object = objectOf(value, pointer, issues)
    if (!object) return undefined
    for (const key of Object.keys(object)) keep(object, key, entry, pointer, issues)
    return object
  }
}

/** The shapes of all properties of an object: when the type gets a new one, it must be added here. */
export type Properties<T> = { readonly [Key in keyof T]-?: Shape }

/** An object. Unknown properties stay, with a warning; an object without a required property is removed. */
export function object<T>(properties: Properties<T>, ...required: readonly (keyof T & string)[]): Shape {
  const shapes = new Map<string, Shape>(Object.entries<Shape>(properties))
  return (value, pointer, issues) => {
    const object = objectOf(value, pointer, issues)
    if (!object) return undefined
    for (const key of Object.keys(object)) {
      const shape = shapes.get(key)
      if (!shape) issues.add('jsonl/unknown-property', 'warning', {}, { pointer: join(pointer, key) })
      keep(object, key, shape ?? anything, pointer, issues)
    }
    const missing = required.find((key) => !Object.hasOwn(object, key))
    if (missing === undefined) return object
    issues.add('jsonl/missing-property', 'error', { property: missing }, { pointer })
    return undefined
  }
}

/** One of several kinds of object, distinguished by a property. */
export function variant(key: string, shapes: Readonly<Record<string, Shape>>): Shape {
  return (value, pointer, issues) => {
    const object = objectOf(value, pointer, issues)
    if (!object) return undefined
    const name = object[key]
    if (typeof name === 'string' && Object.hasOwn(shapes, name)) return shapes[name]!(object, pointer, issues)
    issues.add('jsonl/wrong-type', 'error', { what: oneOfThese(Object.keys(shapes)) }, { pointer: join(pointer, key) })
    return undefined
  }
}

function objectOf(value: Json, pointer: string, issues: IssueCollector): { [key: string]: Json } | undefined {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  issues.add('jsonl/wrong-type', 'error', { what: makeMessage('json/object', {}) }, { pointer })
  return undefined
}

function keep(
  object: { [key: string]: Json },
  key: string,
  shape: Shape,
  pointer: string,
  issues: IssueCollector,
): void {
  const value = object[key]!
  const right = shape(value, join(pointer, key), issues)
  if (right === undefined) delete object[key]
  else if (right !== value) object[key] = right
}

/** A JSON pointer with one more step (RFC 6901). */
export function join(pointer: string, key: string): string {
  // Made for every value, though only that of a faulty one is read.
  const step = PLAIN_STEP.test(key) ? key : key.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')
  return `${pointer}/${step}`
}
