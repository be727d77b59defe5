/** Archives of ChessBase 17 databases: zip files as others make them, damaged ones, and ours. */
import { deflateRawSync, crc32 as nodeCrc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { unpack } from '../../../src/bytes/packed/index.ts'
import { MemorySink } from '../../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import { ByteWriter } from '../../../src/bytes/writer.ts'
import type { Archive } from '../../../src/formats/archive.ts'
import { twoCbh } from '../../../src/formats/2cbh/format.ts'
import { detectFormat } from '../../../src/convert/detect.ts'
import { NODE_DECOMPRESSORS } from '../../../src/node/decompressors.ts'
import { corpusBytes } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { randomInt, seededRandom } from '../../support/random.ts'
import { rewritten } from '../../support/two-cbh.ts'

interface Member {
  name: string
  bytes: Uint8Array
  method?: number
  flags?: number
  crc?: number
  size?: number
  /** Numbers in a field of 64 bits instead of the list. */
  is64?: boolean
}

/** A zip archive as the specification has it. */
function zipOf(...members: Member[]): Uint8Array {
  const out = new ByteWriter()
  const list = new ByteWriter()
  for (const { name, bytes, method = 8, flags = 0, crc = nodeCrc32(bytes), size = bytes.length, is64 } of members) {
    const offset = out.length
    const packed = method === 8 ? deflateRawSync(bytes) : bytes
    const encoded = new TextEncoder().encode(name)
    out.u32le(0x04034b50).u16le(20).u16le(flags).u16le(method).u16le(0x6c2d).u16le(0x5ac8)
    out.u32le(crc).u32le(packed.length).u32le(size).u16le(encoded.length).u16le(3).put(encoded).fill(0, 3).put(packed)
    list.u32le(0x02014b50).u16le(45).u16le(20).u16le(flags).u16le(method).u16le(0x6c2d).u16le(0x5ac8).u32le(crc)
    if (is64) list.u32le(0xffffffff).u32le(0xffffffff)
    else list.u32le(packed.length).u32le(size)
    list
      .u16le(encoded.length)
      .u16le(is64 ? 28 : 0)
      .u16le(0)
      .u16le(0)
      .u16le(0)
      .u32le(0)
    list.u32le(is64 ? 0xffffffff : offset).put(encoded)
    if (is64) list.u16le(1).u16le(24).u64le(size).u64le(packed.length).u64le(offset)
  }
  const start = out.length
  out.put(list.bytes()).u32le(0x06054b50).u32le(0).u16le(members.length).u16le(members.length)
  return out.u32le(list.length).u32le(start).u16le(4).put(new TextEncoder().encode('note')).bytes()
}

const open = (bytes: Uint8Array): Promise<Archive> => twoCbh.archive!.open(new MemorySource('made.2cbv', bytes))

/** What is extracted of a member, and the issues by their ids. */
function extract({ members }: Archive, index = 0) {
  const parts: Uint8Array[] = []
  const issues = members[index]!.extract((bytes) => parts.push(bytes))
  return { text: Buffer.concat(parts).toString(), ids: issues.map(({ id }) => id) }
}

const TEXT = new TextEncoder().encode('Nf3 d5 g3 g6 '.repeat(20))

describe('members', () => {
  it('are found and extracted, packed, stored or with numbers of 64 bits', async () => {
    const archive = await open(
      zipOf(
        { name: 'a.2cbh', bytes: TEXT },
        { name: 'folder/', bytes: new Uint8Array(0), method: 0 },
        { name: 'b.2cbg', bytes: TEXT, method: 0 },
        { name: 'é.ini', bytes: TEXT, is64: true, flags: 1 << 11 },
      ),
    )
    expect(archive.issues).toEqual([])
    expect(archive.members.map(({ path, size, modified }) => [path, size, modified])).toEqual([
      ['a.2cbh', TEXT.length, '2025-06-08T13:33:26'],
      ['b.2cbg', TEXT.length, '2025-06-08T13:33:26'],
      ['é.ini', TEXT.length, '2025-06-08T13:33:26'],
    ])
    for (let index = 0; index < 3; index++) {
      expect(extract(archive, index)).toEqual({ text: new TextDecoder().decode(TEXT), ids: [] })
    }
  })

  it('never lead out of the folder, and no two are the same', async () => {
    const archive = await open(
      zipOf({ name: '../a', bytes: TEXT }, { name: 'A', bytes: TEXT }, { name: '/etc/x:y', bytes: TEXT }),
    )
    expect(archive.members.map(({ path }) => path)).toEqual(['a', 'A (2)', 'etc/x_y'])
    expect(archive.issues.map(({ id }) => id)).toEqual(Array.from({ length: 3 }, () => 'chessbase/archive-name'))
  })

  it('that are damaged or cannot be unpacked are reported', async () => {
    const wrong = await open(zipOf({ name: 'a', bytes: TEXT, crc: 1 }))
    expect(extract(wrong).ids).toEqual(['chessbase/archive-member'])
    const short = await open(zipOf({ name: 'a', bytes: TEXT, size: TEXT.length + 1 }))
    expect(extract(short).ids).toEqual(['chessbase/archive-member'])
    const long = await open(zipOf({ name: 'a', bytes: TEXT, size: 10 }))
    expect(extract(long)).toEqual({
      text: new TextDecoder().decode(TEXT.subarray(0, 10)),
      ids: ['chessbase/archive-member'],
    })
    const huge = await open(zipOf({ name: 'a', bytes: TEXT, size: 2 ** 31 }))
    expect(huge.issues.map(({ id }) => id)).toEqual(['chessbase/archive-size'])
    for (const odd of [{ method: 12 }, { flags: 1 }]) {
      const refused = await open(zipOf({ name: 'a', bytes: TEXT, ...odd }))
      expect(refused.issues.map(({ id }) => id)).toEqual(['chessbase/archive-member'])
      expect(extract(refused).text).toBe('')
    }
  })

  it('that overlap are refused', async () => {
    const bytes = zipOf({ name: 'a', bytes: TEXT }, { name: 'b', bytes: TEXT })
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    const row = Buffer.from(bytes).lastIndexOf('PK\u0001\u0002', undefined, 'latin1')
    view.setUint32(row + 42, 0, true)
    const archive = await open(bytes)
    expect(archive.issues.map(({ id }) => id)).toEqual(['chessbase/archive-overlap'])
    expect(extract(archive, 1).ids).toEqual(['chessbase/archive-member'])
  })
})

describe('archives', () => {
  it('that are not archives, or have lost their list, are refused', async () => {
    await expect(open(TEXT)).rejects.toMatchObject({ code: 'chessbase/not-archive' })
    const bytes = zipOf({ name: 'a', bytes: TEXT })
    await expect(open(bytes.subarray(0, -30))).rejects.toMatchObject({ code: 'packed/cut' })
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(bytes.length - 14, 1 << 30, true)
    await expect(open(bytes)).rejects.toMatchObject({ code: 'packed/list' })
  })

  it('that we make are unpacked by zlib', async () => {
    const random = seededRandom(5)
    const files = [0, 1, 5000, (1 << 16) + 1, 300_000].map((size, index) => ({
      name: index === 4 ? 'é.2cbg' : `${index}.2cbg`,
      bytes: Uint8Array.from({ length: size }, () => (index === 4 ? randomInt(random, 256) : randomInt(random, 3))),
    }))
    for (const isStored of [false, true]) {
      const sink = new MemorySink()
      const sources = files.map(({ name, bytes }) => ({ name, source: new MemorySource(name, bytes) }))
      await twoCbh.archive!.pack(sink, sources, { isStored })
      const made = new MemorySource('made.zip', sink.bytes())
      const unpacked = (await unpack(made, { decompressors: NODE_DECOMPRESSORS }))!
      expect(unpacked.refused).toEqual([])
      expect(unpacked.files.map(({ path, damage }) => [path, damage])).toEqual(
        files.map(({ name }) => [`made.zip/${name}`, undefined]),
      )
      const archive = await twoCbh.archive!.open(made)
      for (const [index, { bytes }] of files.entries()) {
        const { source } = unpacked.files[index]!
        expect(Buffer.compare(source.read(0, source.size), bytes)).toBe(0)
        const parts: Uint8Array[] = []
        expect(archive.members[index]!.extract((part) => parts.push(part))).toEqual([])
        expect(Buffer.compare(Buffer.concat(parts), bytes)).toBe(0)
      }
    }
  })

  it('have no password', async () => {
    const pack = twoCbh.archive!.pack(new MemorySink(), [], { password: 'sesame' })
    await expect(pack).rejects.toBeInstanceOf(TypeError)
  })

  it('are known by their name or their first member', async () => {
    const { files } = await rewritten([], undefined, 'copy.2cbv')
    const bytes = files.get('copy.2cbv')!
    expect(detectFormat(new MemorySource('copy.2cbv', bytes))?.id).toBe('2cbh')
    expect(detectFormat(new MemorySource('copy.zip', bytes))?.id).toBe('2cbh')
    expect(detectFormat(new MemorySource('other.zip', zipOf({ name: 'a.txt', bytes: TEXT })))?.id).toBeUndefined()
  })

  it('without a database are refused', async () => {
    const source = new MemorySource('made.2cbv', zipOf({ name: 'a.2cbg', bytes: TEXT }))
    const opening = twoCbh.open(new MemoryFileSet(source))
    await expect(opening).rejects.toMatchObject({ code: 'chessbase/no-database' })
  })

  it('of ChessBase are listed', needsCorpus('2cbh'), async () => {
    const archive = await open(corpusBytes('2cbh/SimpleChess.2cbv'))
    expect(archive.members.map(({ path, size }) => [path.slice(12), size])).toEqual([
      ['.2cbh', 11_712],
      ['.ini', 1459],
      ['.2lcd', 40_960],
      ['.2lid', 309_321],
      ['.2lgd', 37_900],
      ['.2cbg', 20_432],
      ['.2cba', 111_383],
    ])
    expect(archive.members[0]!.modified).toBe('2025-06-08T13:22:04')
  })
})
