/** Compressed files and archives as the files in them: true ones, damaged ones and bombs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { packedKind, unpack, type UnpackOptions } from '../../src/bytes/packed/index.ts'
import { MemorySource } from '../../src/bytes/source.ts'
import { FormatError } from '../../src/issues/errors.ts'
import { NODE_DECOMPRESSORS } from '../../src/node/decompressors.ts'
import { packedSample } from '../support/packed-sample.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { makeZip, type ZipMember } from '../support/zip.ts'

const sample = packedSample()

function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(import.meta.dirname, '../fixtures/packed', name)))
}

/** What is in a file: contents by path, what is damaged or refused by its code. */
async function contentOf(name: string, bytes: Uint8Array, options: UnpackOptions = {}) {
  const unpacked = await unpack(new MemorySource(name, bytes), options)
  const files = Object.fromEntries(
    (unpacked?.files ?? []).map(({ path, source }) => [path, source.read(0, source.size).slice()]),
  )
  const codes = [
    ...(unpacked?.files ?? []).flatMap(({ path, damage }) => (damage ? [[path, damage.code]] : [])),
    ...(unpacked?.refused ?? []).map(({ path, error }) => [path, error.code]),
  ]
  unpacked?.close()
  return { files, codes }
}

async function codeOf(unpacking: Promise<unknown>): Promise<string> {
  const error = await unpacking.then(
    () => new Error('it was unpacked'),
    (thrown: unknown) => thrown,
  )
  return error instanceof FormatError ? error.code : String(error)
}

/** Where the directory of a zip begins: where the next file would. */
function directoryOf(zip: Uint8Array): number {
  return new DataView(zip.buffer, zip.byteOffset + zip.length - 22).getUint32(16, true)
}

const WAYS: [string, UnpackOptions][] = [
  ['everywhere', {}],
  ['in Node', { decompressors: NODE_DECOMPRESSORS }],
]

describe.each(WAYS)('compressed files, unpacked %s', (_, options) => {
  it.each(['gz', 'bz2', 'xz', 'zst'])('of one stream: .%s', async (extension) => {
    const name = `sample.pgn.${extension}`
    expect(await contentOf(name, fixture(name), options)).toEqual({ files: { [name]: sample }, codes: [] })
  })

  it.each(['gz', 'bz2', 'xz', 'zst'])('of several streams: .%s', async (extension) => {
    const name = `two-streams.pgn.${extension}`
    expect(await contentOf(name, fixture(name), options)).toEqual({ files: { [name]: sample }, codes: [] })
  })

  it.each(['gz', 'bz2', 'xz', 'zst'])('cut short keep what comes before: .%s', async (extension) => {
    const name = `two-streams.pgn.${extension}`
    const whole = fixture(name)
    const { files, codes } = await contentOf(name, whole.subarray(0, whole.length - 400), options)
    const read = files[name]!
    expect(read.length).toBeGreaterThan(sample.length / 4)
    expect(read.length).toBeLessThan(sample.length)
    expect(read).toEqual(sample.subarray(0, read.length))
    expect(codes.map(([path]) => path)).toEqual([name])
  })

  it.each(['gz', 'bz2', 'xz', 'zst'])('may be damaged anywhere: .%s', async (extension) => {
    const random = seededRandom(7)
    const good = fixture(`two-streams.pgn.${extension}`)
    for (let round = 0; round < 25; round++) {
      const bad = good.slice(0, round % 3 === 0 ? randomInt(random, good.length) : good.length)
      for (let change = 0; change < 3 && bad.length > 0; change++)
        bad[randomInt(random, bad.length)] = randomInt(random, 256)
      const unpacked = await unpack(new MemorySource('x', bad), { ...options, limit: 1 << 20 }).catch(
        (error: unknown) => {
          expect(error).toBeInstanceOf(FormatError)
          return undefined
        },
      )
      unpacked?.close()
    }
  })

  it('stop at the limit', async () => {
    const bomb = gzipSync(new Uint8Array(1 << 22))
    expect(await codeOf(contentOf('bomb.gz', bomb, { ...options, limit: 1 << 20 }))).toBe('packed/limit')
    const { files } = await contentOf('bomb.gz', bomb, { ...options, limit: 1 << 22 })
    expect(files['bomb.gz']!.length).toBe(1 << 22)
  })
})

describe('archives', () => {
  const opera = readFileSync(join(import.meta.dirname, '../../examples/chess/opera-game.pgn'))

  it.each(['base.tgz', 'base.zip', 'stored.zip'])('hold the files of a folder: %s', async (name) => {
    const { files, codes } = await contentOf(name, fixture(name))
    expect(codes).toEqual([])
    expect(Object.keys(files)).toHaveLength(14)
    expect(files[`${name}/base/opera-game.pgn`]).toEqual(new Uint8Array(opera))
  })

  it.each<[string, Partial<ZipMember>]>([
    ['deflated', {}],
    ['stored', { isStored: true }],
    ['of unknown sizes', { hasDescriptor: true }],
    ['of unknown sizes, stored', { hasDescriptor: true, isStored: true }],
    ['of unknown sizes, without a mark', { hasDescriptor: true, isUnmarked: true }],
    ['of unknown sizes of eight bytes', { hasDescriptor: true, isWide: true }],
    ['of unknown sizes of eight bytes, without a mark', { hasDescriptor: true, isWide: true, isUnmarked: true }],
    ['with sizes before and behind', { hasDescriptor: true, isKnownBefore: true }],
    ['with sizes before and behind, without a mark', { hasDescriptor: true, isKnownBefore: true, isUnmarked: true }],
    ['with sizes before and behind of eight bytes', { hasDescriptor: true, isKnownBefore: true, isWide: true }],
  ])('that are cut are read by the headers of their files: %s', async (_, way) => {
    const members = ['a.pgn', 'b.pgn', 'c.pgn'].map((name, index) => ({
      name,
      content: sample.subarray(index * 500),
      ...way,
    }))
    const whole = makeZip(members)
    const [third, directory] = [2, 3].map((count) => directoryOf(makeZip(members.slice(0, count))))
    for (let end = third! + 60; end < whole.length; end += 97) {
      const { files, codes } = await contentOf('cut.zip', whole.slice(0, end))
      expect(files['cut.zip/a.pgn']).toEqual(sample)
      expect(files['cut.zip/b.pgn']).toEqual(sample.subarray(500))
      expect(codes).toContainEqual(['cut.zip', 'packed/cut'])
      const last = files['cut.zip/c.pgn'] ?? new Uint8Array(0)
      expect(last).toEqual(sample.subarray(1000, 1000 + last.length))
      const isWhole = end >= directory!
      expect(codes.some(([path]) => path === 'cut.zip/c.pgn')).toBe(!isWhole)
      if (isWhole) expect(last.length).toBe(sample.length - 1000)
    }
    // A directory whose place is wrong is as good as none.
    const lost = whole.slice()
    lost[lost.length - 6 + 1]! ^= 0x80
    expect((await contentOf('lost.zip', lost)).codes).toEqual([['lost.zip', 'packed/list']])
    expect(Object.keys((await contentOf('lost.zip', lost)).files)).toHaveLength(3)
  })

  it('are unpacked within archives', async () => {
    const { files } = await contentOf('nested.zip', fixture('nested.zip'))
    expect(files['nested.zip/base.zip/base/opera-game.pgn']).toEqual(new Uint8Array(opera))
    expect(files['nested.zip/opera-game.pgn.xz']).toEqual(new Uint8Array(opera))
  })

  it('may be compressed by bzip2, and may be encrypted', async () => {
    const { files } = await contentOf('bzip2.zip', fixture('bzip2.zip'))
    expect(files['bzip2.zip/opera-game.pgn']).toEqual(new Uint8Array(opera))
    expect((await contentOf('locked.zip', fixture('locked.zip'))).codes).toEqual([
      ['locked.zip/opera-game.pgn', 'packed/encrypted'],
    ])
  })

  it('name their files so that none leads out of them and no two are the same', async () => {
    const names = ['../../a.pgn', 'C:\\b.pgn', 'c.pgn', 'c.pgn', '棋谱.pgn', '__MACOSX/._c.pgn']
    const bytes = makeZip(names.map((name) => ({ name, content: name })))
    expect(Object.keys((await contentOf('x.zip', bytes)).files)).toEqual([
      'x.zip/a.pgn',
      'x.zip/C_/b.pgn',
      'x.zip/c.pgn',
      'x.zip/c (2).pgn',
      'x.zip/棋谱.pgn',
    ])
  })

  it('may have remarks and unknown fields in their list', async () => {
    const field = Uint8Array.of(0x99, 0x99, 3, 0, 1, 2, 3)
    const members = ['a', 'b', 'c'].map((name) => ({ name: `${name}.pgn`, content: name, remark: 'of 1999', field }))
    const { files, codes } = await contentOf('x.zip', makeZip(members))
    expect([Object.keys(files), codes]).toEqual([['x.zip/a.pgn', 'x.zip/b.pgn', 'x.zip/c.pgn'], []])
  })

  it('do not unpack to more than they state', async () => {
    const bomb = makeZip([{ name: 'bomb.pgn', content: ' '.repeat(1 << 20), stated: 100 }])
    expect(await contentOf('x.zip', bomb)).toEqual({ files: {}, codes: [['x.zip/bomb.pgn', 'packed/damaged']] })
  })

  it('are refused when their files together come to too much', async () => {
    const bomb = makeZip(Array.from({ length: 8 }, (_, index) => ({ name: `${index}`, content: ' '.repeat(1 << 20) })))
    expect(await codeOf(contentOf('x.zip', bomb, { limit: 1 << 22 }))).toBe('packed/limit')
  })

  it('are not unpacked endlessly', async () => {
    let bytes = makeZip([{ name: 'a.pgn', content: '*' }])
    for (let depth = 0; depth < 9; depth++) bytes = makeZip([{ name: 'a.zip', content: bytes }])
    const { files, codes } = await contentOf('x.zip', bytes)
    expect(files).toEqual({})
    expect(codes.map(([, code]) => code)).toEqual(['packed/nested'])
  })

  it('may be damaged anywhere', async () => {
    const random = seededRandom(5)
    const good = [
      makeZip([1, 2].map((name) => ({ name: `${name}`, content: 'text '.repeat(60) }))),
      fixture('base.tgz'),
    ]
    for (let round = 0; round < 200; round++) {
      const whole = good[round % 2]!
      const bad = whole.slice(0, round % 3 === 0 ? randomInt(random, whole.length) : whole.length)
      for (let change = 0; change < 4 && bad.length > 0; change++)
        bad[randomInt(random, bad.length)] = randomInt(random, 256)
      const code = await codeOf(contentOf('x', bad, { limit: 1 << 22 }))
      expect(code === 'Error: it was unpacked' || code.startsWith('packed/')).toBe(true)
    }
  })

  it('find a wrong checksum', async () => {
    const bytes = makeZip([{ name: 'a.pgn', content: '1. e4 *' }])
    bytes[14]! ^= 1
    const directory = bytes.length - 22 - 46 - 5
    bytes[directory + 16]! ^= 1
    expect((await contentOf('x.zip', bytes)).codes).toEqual([['x.zip/a.pgn', 'packed/damaged']])
  })

  it('are damaged where the checksum of a stored file differs', async () => {
    const bytes = makeZip([{ name: 'a.pgn', content: '1. e4 *', isStored: true }])
    expect((await contentOf('x.zip', bytes)).codes).toEqual([])
    bytes[Buffer.from(bytes).indexOf('e4')]! ^= 1
    expect((await contentOf('x.zip', bytes)).codes).toEqual([['x.zip/a.pgn', 'packed/damaged']])
  })
})

it('recognises kinds by their bytes, not by names', () => {
  expect(packedKind(new TextEncoder().encode('[Event "x"]'))).toBeUndefined()
  expect(packedKind(new TextEncoder().encode('BZh91. e4'))).toBeUndefined()
  expect(packedKind(new Uint8Array(512))).toBeUndefined()
  expect(packedKind(deflateRawSync(sample))).toBeUndefined()
})
