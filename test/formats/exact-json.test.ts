/** Keys with escapes come as they stand, whatever was read before. */
import { describe, expect, it } from 'vitest'
import { parseExact } from '../../src/formats/json.ts'
import { decodeRecord, encodeRecord } from '../../src/database/schema/stored-record.ts'
import { emptyRecord } from '../../src/model/record.ts'
import fc from '../support/properties.ts'
import { scaled } from '../support/scale.ts'

describe('keys with escapes', () => {
  it('are not taken for keys with a backslash that were read before', () => {
    // What is read first makes JSON.parse of V8 13 and 14 give the second a key of \ instead of "
    expect(Object.keys(parseExact(String.raw`{"h":[],"\\":0}`) as object)).toEqual(['h', '\\'])
    expect(Object.keys(parseExact(String.raw`{"h":1,"\"":2}`) as object)).toEqual(['h', '"'])
    expect(Object.keys(parseExact('{"h":1,"\\n" \n\t:2}') as object)).toEqual(['h', '\n'])
  })

  it('come back from any JSON', () => {
    const text = fc.string({
      unit: fc.constantFrom('"', '\\', '\n', '\u0001', 'n', 'u', '0', '黑', ':', '/'),
      maxLength: 4,
    })
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, text, fc.integer(), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 3 }),
      object: fc.dictionary(text, tie('value'), { maxKeys: 5, noNullPrototype: true }),
    }))
    fc.assert(
      fc.property(value, (given) => {
        expect(JSON.stringify(parseExact(JSON.stringify(given)))).toBe(JSON.stringify(given))
      }),
      { numRuns: scaled(3000, 30_000) },
    )
  })

  it('come back from a database', () => {
    const withKey = (key: string) => ({ ...emptyRecord('go'), native: { wei7: { unread: { I: 7, [key]: 2 } } } })
    for (const key of ['\\', '"', '\\n', '\n', 'é\n', 'é\\']) {
      expect(decodeRecord(encodeRecord(withKey(key)))).toEqual(withKey(key))
    }
  })
})

it('what is not JSON is refused as JSON.parse refuses it', () => {
  for (const text of ['', '{', '{"\\', '{"a\\":1}', '"\\"', '{"\\"":}']) {
    expect(() => parseExact(text)).toThrow(SyntaxError)
  }
})
