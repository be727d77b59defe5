import { expect, it } from 'vitest'
import { Checksum } from '../../src/bytes/checksum.ts'
import { randomInt, seededRandom } from '../support/random.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

it('is MurmurHash3', () => {
  // Values that implementations of MurmurHash3_x86_32 agree on, seed 0.
  expect(new Checksum().value).toBe(0)
  expect(new Checksum().add(bytes('test')).value).toBe(0xba6bd213)
  expect(new Checksum().add(bytes('Hello, world!')).value).toBe(0xc0363e43)
  expect(new Checksum().add(bytes('The quick brown fox jumps over the lazy dog')).value).toBe(0x2e4ff723)
})

it('is the same however the bytes are cut', () => {
  const random = seededRandom(1)
  const whole = Uint8Array.from({ length: 5000 }, () => randomInt(random, 256))
  const expected = new Checksum().add(whole).value
  for (let round = 0; round < 50; round++) {
    const checksum = new Checksum()
    for (let at = 0; at < whole.length;) {
      const end = Math.min(whole.length, at + randomInt(random, 40))
      checksum.add(whole.subarray(at, end))
      at = end
    }
    expect(checksum.value).toBe(expected)
  }
})
