/** Compressed bytes in memory: whole, damaged, cut, and more than they may be. */
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { unpackBytes } from '../../src/bytes/packed/unpack-bytes.ts'

const TEXT = new TextEncoder().encode('many words, '.repeat(20_000))
const WAYS = [
  ['deflate', deflateSync],
  ['deflate-raw', deflateRawSync],
  ['gzip', gzipSync],
] as const

test.each(WAYS)('%s', async (format, pack) => {
  const packed = new Uint8Array(pack(TEXT))
  const most = TEXT.length
  expect(await unpackBytes(packed, format, most)).toEqual({ bytes: TEXT, isWhole: true })
  const short = await unpackBytes(packed, format, most - 1)
  expect(short.isWhole).toBe(false)
  expect(short.bytes.length).toBeLessThan(most)
  const cut = await unpackBytes(packed.subarray(0, packed.length >> 1), format, most)
  expect(cut.isWhole).toBe(false)
  expect(cut.bytes).toEqual(TEXT.subarray(0, cut.bytes.length))
  expect(await unpackBytes(new Uint8Array(0), format, most)).toEqual({ bytes: new Uint8Array(0), isWhole: false })
})

test.each(['deflate', 'gzip'] as const)('a checksum of %s that does not fit', async (format) => {
  const packed = new Uint8Array(format === 'gzip' ? gzipSync(TEXT) : deflateSync(TEXT))
  const at = packed.length - (format === 'gzip' ? 8 : 4)
  packed[at] = packed[at]! ^ 1
  expect((await unpackBytes(packed, format, TEXT.length)).isWhole).toBe(false)
})
