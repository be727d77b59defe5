/** Records are plain JSON that is theirs alone, whatever they were read from: anyone may change, freeze, copy or send one. */
import { describe, expect, test } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { detectFormat } from '../../src/convert/detect.ts'
import type { Collection } from '../../src/formats/format.ts'
import { withNodes } from '../../src/model/line-record.ts'
import { OWN_INPUTS, PASSWORD } from '../hostile/own-inputs.ts'
import type { NamedBytes } from '../support/named-bytes.ts'

/** Inputs of each kind that are looked at. */
const MOST = 3

function open([main, ...others]: readonly NamedBytes[]): Promise<Collection> {
  const sources = [main!, ...others].map(([name, bytes]) => new MemorySource(name, bytes))
  const format = detectFormat(sources[0]!)!
  return format.open!(new MemoryFileSet(sources[0]!, sources.slice(1)), { settings: { password: PASSWORD } })
}

/** All objects and arrays in a value, itself first. */
function partsOf(value: object): object[] {
  const parts = [value]
  for (const part of parts) {
    for (const inner of Object.values(part) as unknown[]) {
      if (typeof inner === 'object' && inner !== null) parts.push(inner)
    }
  }
  return parts
}

describe.each(Object.entries(OWN_INPUTS))('%s', async (_, makeInputs) => {
  const inputs = (await makeInputs()).slice(0, MOST)

  test.each(inputs.map((files, index) => [index, files] as const))('input %i', async (_index, files) => {
    const seen = new Set<object>()
    const collection = await open(files)
    for (const { record, document } of collection.entries()) {
      const whole = record ?? document
      if (!whole) continue
      expect(JSON.parse(JSON.stringify(whole))).toStrictEqual(whole)
      expect(structuredClone(whole)).toStrictEqual(whole)
      const parts = partsOf(whole)
      expect(parts.filter((part) => seen.has(part) || Object.isFrozen(part))).toEqual([])
      for (const part of parts) seen.add(part)
      const before = JSON.stringify(whole)
      for (const part of parts) Object.freeze(part)
      expect(JSON.stringify(whole)).toBe(before)
    }
    const records = Array.from(collection.entries(), ({ record }) => record)
    for (const { record } of collection.entries({ bare: true })) {
      const expected = records.shift()
      if (!record || !expected) continue
      expect(structuredClone(Object.freeze(record))).toStrictEqual(record)
      expect(JSON.stringify(withNodes(record))).toBe(JSON.stringify(expected))
    }
  })
})
