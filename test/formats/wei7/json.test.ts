import { describe, expect, test } from 'vitest'
import { formatJson } from '../../../src/formats/wei7/json-text.ts'
import { locateJson, parseExact, parseJson, type JsonContainer } from '../../../src/formats/json.ts'
import { describeMessage } from '../../../src/issues/describe.ts'
import type { Json } from '../../../src/model/json.ts'
import fc from '../../support/properties.ts'

const messages = (text: string) => parseJson(text).faults.map(({ at, fault }) => `${at} ${describeMessage(fault)}`)

describe('parseJson', () => {
  test('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (given) => {
        const { value, faults, duplicates } = parseJson(JSON.stringify(given))
        expect(JSON.stringify(value)).toBe(JSON.stringify(given))
        expect(faults).toEqual([])
        expect(duplicates).toEqual([])
      }),
    )
  })

  test('reads strings of any characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(parseJson(JSON.stringify(text)).value).toBe(text)
        expect(parseJson(JSON.stringify({ [text]: [text] })).value).toEqual({ [text]: [text] })
      }),
    )
  })

  test('refuses what JSON.parse refuses, and never throws', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (text, at, insert) => {
        const place = at % (text.length + 1)
        const changed = text.slice(0, place) + insert + text.slice(place)
        let parsed: Json | undefined
        try {
          parsed = JSON.parse(changed) as Json
        } catch {
          expect(parseJson(changed).faults).not.toEqual([])
          return
        }
        // JSON.parse gives keys with escapes, and these alone, other names at times: see parseExact.
        const hasEscapedKey = /\\(?:[^"\\]|\\.)*"\s*:/.test(changed)
        expect(parseJson(changed)).toMatchObject({ ...(!hasEscapedKey && { value: parsed }), faults: [] })
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['', '0 the text ends where a value should be'],
    ['  ', '2 the text ends where a value should be'],
    ['{"a":1,}', '7 a key in double quotes should be here'],
    ['[1 2]', '3 “,” or “]” should be here'],
    ['[1,]', '3 a value should be here'],
    ['{"a" 1}', '5 “:” should be here'],
    ['[01]', '2 “,” or “]” should be here'],
    ['-', '0 a number should be here'],
    ['"abc', '4 the text ends inside a string'],
    ['nul', '0 a value should be here'],
    ['{} {}', '3 there is more text after the end of the document'],
  ])('says what is wrong with %s', (text, message) => {
    expect(messages(text)).toEqual([message])
  })

  test('keeps what comes before a fault', () => {
    expect(parseJson('{"a":[1,{"b":"c"},').value).toEqual({ a: [1, { b: 'c' }] })
    expect(parseJson('["a\nb", "\\q", 1]')).toMatchObject({ value: ['a\nb', '\\q', 1] })
    expect(messages('["a\nb", "\\q", 1]')).toEqual([
      '3 a control character in a string is not escaped',
      '9 \\q is not an escape of JSON',
    ])
  })

  test('reports duplicate keys and uses the last', () => {
    const { value, duplicates } = parseJson('{"a":1,"b":{"a":2},"a":3}')
    expect(value).toEqual({ a: 3, b: { a: 2 } })
    expect(duplicates).toEqual([{ key: 'a', at: 19 }])
  })

  test('takes __proto__ for a key like any other', () => {
    const { value } = parseJson('{"__proto__": {"x": 1}}')
    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect((value as { x?: number }).x).toBeUndefined()
    const property = Object.getOwnPropertyDescriptor(value, '__proto__')
    expect(property).toEqual({ value: { x: 1 }, configurable: true, enumerable: true, writable: true })
  })

  test('finds containers in the text again', () => {
    const text = '{"a": [10, {"b/c": [true], "d": []}], "a~": {}}'
    const root = parseJson(text).value as { a: [number, { 'b/c': Json[]; d: Json[] }]; 'a~': JsonContainer }
    const [, inner] = root.a
    const found = locateJson(text, root, new Set([root, root.a, inner, inner['b/c'], inner.d, root['a~']]))
    const place = (container: JsonContainer) => {
      const { pointer, at, values } = found.get(container)!
      return [pointer, at, Object.fromEntries(values)]
    }
    expect(place(root)).toEqual(['', 0, { a: 6, 'a~': 44 }])
    expect(place(root.a)).toEqual(['/a', 6, { 0: 7, 1: 11 }])
    expect(place(inner)).toEqual(['/a/1', 11, { 'b/c': 19, d: 32 }])
    expect(place(inner['b/c'])).toEqual(['/a/1/b~1c', 19, { 0: 20 }])
    expect(place(inner.d)).toEqual(['/a/1/d', 32, {}])
    expect(place(root['a~'])).toEqual(['/a~0', 44, {}])
    expect(locateJson(text, root, new Set([root.a])).size).toBe(1)
  })

  test('goes deep without recursion, and stops where nobody goes', () => {
    expect(parseJson('['.repeat(300_000) + ']'.repeat(300_000)).faults).toEqual([])
    expect(parseJson('['.repeat(1_000_001)).faults[0]!.fault).toEqual({ id: 'json/depth', params: { most: 1_000_000 } })
  })
})

describe('formatJson', () => {
  test('writes what JSON.parse reads back, broken into lines or not', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, breaks) => {
        expect(parseExact(formatJson(value as Json, () => breaks))).toEqual(parseExact(JSON.stringify(value)))
      }),
    )
  })

  test('breaks only what it is asked to break', () => {
    const value = { a: [{ b: 1 }, { b: 2 }], c: { d: [] } }
    const text = formatJson(value, (key) => key === '' || key === 'a')
    expect(text).toBe('{\n  "a": [\n    {"b": 1},\n    {"b": 2}\n  ],\n  "c": {"d": []}\n}')
  })
})
