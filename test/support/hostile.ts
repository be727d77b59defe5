/**
 * Hostile input for every reader: truncations and random changes of good
 * bytes. A reader may answer with issues or a FormatError and nothing else.
 */
import { expect } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import type { Entry, Format } from '../../src/formats/format.ts'
import { describeError } from '../../src/issues/describe.ts'
import { FormatError } from '../../src/issues/errors.ts'
import { treeFault } from '../../src/model/tree.ts'
import { randomInt, seededRandom } from './random.ts'

/** Files of one record or database, the first the one to open. */
export type NamedBytes = readonly [name: string, bytes: Uint8Array]

/** Opens bytes and reads every entry. Answers undefined when the reader refused with a FormatError that says what it expected. */
export async function readHostile(format: Format, files: readonly NamedBytes[]): Promise<Entry[] | undefined> {
  const [main, ...others] = files.map(([name, bytes]) => new MemorySource(name, bytes))
  try {
    const collection = await format.open!(new MemoryFileSet(main!, others))
    const entries = [...collection.entries()]
    for (const entry of entries) {
      if (entry.record) expect(treeFault(entry.record.nodes)).toBeUndefined()
    }
    return entries
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    expect(describeError(error)).toBe(error.message)
    expect(error.place.file).toBeDefined()
    return undefined
  }
}

/** Changes a few bytes, cuts, doubles or removes a run: what damage and malice do to files. */
export function mutate(bytes: Uint8Array, random: () => number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  const kind = randomInt(random, 10)
  const at = randomInt(random, Math.max(1, copy.length))
  if (kind === 0) return copy.subarray(0, at)
  if (kind === 1) {
    const end = Math.min(copy.length, at + 1 + randomInt(random, 16))
    return concatenate(copy.subarray(0, at), copy.subarray(end))
  }
  if (kind === 2) {
    const end = Math.min(copy.length, at + 1 + randomInt(random, 64))
    return concatenate(copy.subarray(0, end), copy.subarray(at))
  }
  const changes = 1 + randomInt(random, 4)
  const special = [0, 1, 0x7f, 0x80, 0xff, 0x28, 0x29, 0x5b, 0x5d, 0x7b, 0x7d]
  for (let change = 0; change < changes && copy.length > 0; change++) {
    const place = randomInt(random, copy.length)
    if (kind < 5) copy[place] = copy[place]! ^ (1 << randomInt(random, 8))
    else if (kind < 8) copy[place] = randomInt(random, 256)
    else copy[place] = special[randomInt(random, special.length)]!
  }
  return copy
}

function concatenate(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length)
  joined.set(left)
  joined.set(right, left.length)
  return joined
}

/** Reads `count` mutations of each of the given inputs in turn. */
export async function survivesMutations(
  format: Format,
  inputs: readonly (readonly NamedBytes[])[],
  count: number,
  seed = 1,
): Promise<void> {
  const random = seededRandom(seed)
  for (let round = 0; round < count; round++) {
    const files = inputs[round % inputs.length]!
    const target = randomInt(random, files.length)
    await readHostile(
      format,
      files.map(([name, bytes], index) => [name, index === target ? mutate(bytes, random) : bytes] as const),
    )
  }
}

/** Reads every truncation of a file, from nothing to one byte short. */
export async function survivesTruncations(format: Format, name: string, bytes: Uint8Array, step = 1): Promise<void> {
  for (let length = 0; length < bytes.length; length += step) {
    await readHostile(format, [[name, bytes.subarray(0, length)]])
  }
}
