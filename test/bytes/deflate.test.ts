/** DEFLATE both ways, against Node's zlib, and checksums of zip. */
import { crc32 as nodeCrc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { crc32 } from '../../src/bytes/packed/crc.ts'
import { Deflater } from '../../src/bytes/deflate.ts'
import { inflate } from '../../src/bytes/packed/inflate.ts'
import { MemorySource } from '../../src/bytes/source.ts'
import { FormatError } from '../../src/issues/errors.ts'
import { mutateBytes } from '../hostile/mutators.ts'
import fc from '../support/properties.ts'
import { seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'

/** Bytes that repeat themselves, near and far, and bytes that do not. */
const contents = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .tuple(fc.uint8Array({ minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 9000 }))
        .map(([bytes, times]) => Uint8Array.from({ length: times }, (_, index) => bytes[index % bytes.length]!)),
    ),
    { maxLength: 6 },
  )
  .map((parts) => new Uint8Array(Buffer.concat(parts)))

/** What data inflate to, up to where they are damaged. */
function unpack(packed: Uint8Array) {
  const parts: Uint8Array[] = []
  let code: string | undefined
  try {
    inflate(new MemorySource('a', packed), (bytes) => parts.push(bytes))
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    code = error.code
  }
  return { bytes: new Uint8Array(Buffer.concat(parts)), code }
}

function pack(bytes: Uint8Array, pieces: number): Uint8Array {
  const parts: Uint8Array[] = []
  const deflater = new Deflater((part) => parts.push(part))
  const size = Math.ceil(bytes.length / pieces) || 1
  for (let at = 0; at < bytes.length; at += size) deflater.add(bytes.subarray(at, at + size))
  deflater.finish()
  return new Uint8Array(Buffer.concat(parts))
}

it('unpacks what zlib packs, at every level', () => {
  fc.assert(
    fc.property(contents, fc.constantFrom(0, 1, 6, 9), (bytes, level) => {
      const packed = deflateRawSync(bytes, { level })
      expect(unpack(packed)).toEqual({ bytes, code: undefined })
    }),
    { numRuns: scaled(40, 1000) },
  )
})

it('packs what zlib unpacks', () => {
  fc.assert(
    fc.property(contents, fc.integer({ min: 1, max: 4 }), (bytes, pieces) => {
      const packed = pack(bytes, pieces)
      expect(new Uint8Array(inflateRawSync(packed))).toEqual(bytes)
      expect(unpack(packed).bytes).toEqual(bytes)
      expect(packed.length).toBeLessThan(bytes.length * 1.13 + 16 * pieces)
    }),
    { numRuns: scaled(40, 1000) },
  )
})

it('is damaged where it is for zlib, and never an error of its own', () => {
  const random = seededRandom(12)
  const whole = deflateRawSync(Buffer.from('the same and the same and the same again '.repeat(40)), { level: 9 })
  let damaged = 0
  for (let run = 0; run < scaled(300, 20_000); run++) {
    const mutant = mutateBytes(whole, random)
    const { code, bytes } = unpack(mutant)
    let expected: Uint8Array | undefined
    try {
      expected = inflateRawSync(mutant)
    } catch {
      expected = undefined
    }
    if (code !== undefined) damaged++
    // Node refuses incomplete codes even where they are not used.
    if (expected) expect([code, Buffer.from(bytes).equals(expected)]).toEqual([undefined, true])
  }
  expect(damaged).toBeGreaterThan(50)
  expect(unpack(whole.subarray(0, -3)).code).toBe('packed/damaged')
  expect(unpack(Uint8Array.of(7)).code).toBe('packed/damaged')
})

it('throws what its caller throws', () => {
  const packed = deflateRawSync(Buffer.from('full'))
  const full = new Error('the disk is full')
  const fail = () => {
    throw full
  }
  expect(() => inflate(new MemorySource('a', packed), fail)).toThrow(full)
})

it('checksums are those of zip', () => {
  fc.assert(
    fc.property(contents, contents, (first, second) => {
      expect(crc32(first)).toBe(nodeCrc32(first))
      expect(crc32(second, crc32(first))).toBe(nodeCrc32(Buffer.concat([first, second])))
    }),
    { numRuns: scaled(20, 500) },
  )
})
