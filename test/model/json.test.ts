/** Comparing JSON, and how deep it is. */
import { expect, it } from 'vitest'
import { isJsonObject, isNestedDeeper, sameJson, type Json } from '../../src/model/json.ts'

const DIFFERENT: unknown[] = [null, 0, 1, '', '1', false, [], [null], [1], [1, 2], {}, { a: null }, { a: 1 }, { b: 1 }]

it('tells values apart that are different JSON, either way round', () => {
  for (const [index, left] of DIFFERENT.entries()) {
    for (const [other, right] of DIFFERENT.entries()) {
      expect([left, right, sameJson(left, structuredClone(right))]).toEqual([left, right, index === other])
    }
  }
  expect(sameJson({ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 3 }] } })).toBe(false)
})

it('takes no notice of the order of fields, nor of fields that are undefined', () => {
  expect(sameJson({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true)
  expect(sameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true)
  expect(sameJson({ a: 1 }, { a: 1, b: undefined })).toBe(true)
  expect(sameJson({ a: undefined }, { a: undefined })).toBe(true)
  expect(sameJson({ a: undefined }, { a: 1 })).toBe(false)
})

it('knows objects from lists and from nothing', () => {
  expect([{}, [], null, undefined, 'x', 0].map((value) => isJsonObject(value))).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

it('measures how deep lists and objects nest', () => {
  const nested = (depth: number): Json => {
    let value: Json = 1
    for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [0, value] : { x: null, y: value }
    return value
  }
  for (const depth of [0, 1, 2, 5, 200]) {
    expect(isNestedDeeper(nested(depth), depth)).toBe(false)
    if (depth > 0) expect(isNestedDeeper(nested(depth), depth - 1)).toBe(true)
  }
  expect(isNestedDeeper(nested(100_000), 10)).toBe(true)
  expect(isNestedDeeper(null, 0)).toBe(false)
})
