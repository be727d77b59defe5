/** What every open file does: its records by index, in order and in part. */
import { describe, expect, test } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { detectFormat } from '../../src/convert/detect.ts'
import type { Collection } from '../../src/formats/format.ts'
import { treeFault } from '../../src/model/tree.ts'
import { OWN_INPUTS, PASSWORD } from '../hostile/own-inputs.ts'
import type { NamedBytes } from '../support/named-bytes.ts'

/** Inputs of each kind that are looked at. */
const MOST = 3

function open([main, ...others]: readonly NamedBytes[]): Promise<Collection> {
  const sources = [main!, ...others].map(([name, bytes]) => new MemorySource(name, bytes))
  const format = detectFormat(sources[0]!)!
  return format.open!(new MemoryFileSet(sources[0]!, sources.slice(1)), { settings: { password: PASSWORD } })
}

describe.each(Object.entries(OWN_INPUTS))('%s', async (_, makeInputs) => {
  const inputs = (await makeInputs()).slice(0, MOST)

  test.each(inputs.map((files, index) => [index, files] as const))('input %i', async (_index, files) => {
    const collection = await open(files)
    const { count } = collection
    const entries = [...collection.entries()]
    expect(entries.map(({ index }) => index)).toEqual(Array.from({ length: count }, (_value, index) => index))
    for (const [from, to] of [
      [1, 2],
      [0, 1],
      [count - 1, count + 5],
      [-3, 1],
      [count, count + 1],
    ] as const) {
      const part = [...collection.entries({ from, to })]
      expect(part).toEqual(entries.slice(Math.max(0, from), Math.max(0, to)))
    }
    for (const index of [-1, count, 0.5]) {
      expect(() => collection.entry(index)).toThrow(TypeError)
      expect(() => collection.listing(index)).toThrow(TypeError)
    }
    for (const [index, entry] of entries.entries()) {
      expect(collection.entry(index)).toEqual(entry)
      expect(collection.listing(index).index).toBe(index)
      const { record } = entry
      if (!record) continue
      const { game, kind, header } = collection.listing(index)
      expect([game, kind, header.players]).toEqual([record.game, 'game', record.header.players])
      // JSON lines keep where a record came from.
      if (collection.format !== 'jsonl') {
        expect(record.origin).toMatchObject({ format: collection.format, index, file: expect.any(String) as string })
      }
      expect(treeFault(record.nodes)).toBeUndefined()
    }
  })
})
