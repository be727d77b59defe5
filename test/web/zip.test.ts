/** Zip archives that the page opens, good and bad. */
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ByteWriter } from '../../src/bytes/writer.ts'
import { unpackZip } from '../../web/src/worker/zip-reader.ts'
import { randomInt, seededRandom } from '../support/random.ts'

interface Member {
  name: string
  content: string
  isStored?: boolean
  /** The size that the archive states, when it is not the true one. */
  stated?: number
}

/** An archive as other programs make it. */
function zip(members: readonly Member[]): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter()
  const directory = new ByteWriter()
  for (const { name, content, isStored = false, stated } of members) {
    const bytes = new TextEncoder().encode(content)
    const data = isStored ? bytes : new Uint8Array(deflateRawSync(bytes))
    const label = new TextEncoder().encode(name)
    const offset = out.length
    const facts = new ByteWriter()
      .u16le(20)
      .u16le(0x800)
      .u16le(isStored ? 0 : 8)
      .u32le(0)
      .u32le(crc32(bytes))
    facts
      .u32le(data.length)
      .u32le(stated ?? bytes.length)
      .u16le(label.length)
      .u16le(0)
    out.u32le(0x04034b50).put(facts.bytes()).put(label).put(data)
    directory.u32le(0x02014b50).u16le(20).put(facts.bytes()).fill(0, 10).u32le(offset).put(label)
  }
  const start = out.length
  out.put(directory.bytes())
  out.u32le(0x06054b50).u32le(0).u16le(members.length).u16le(members.length)
  out.u32le(directory.length).u32le(start).u16le(0)
  return out.bytes() as Uint8Array<ArrayBuffer>
}

const MEMBERS: readonly Member[] = [
  { name: 'games/one.pgn', content: '1. e4 e5 *\n'.repeat(50) },
  { name: 'games/', content: '', isStored: true },
  { name: '棋谱.pgn', content: '1. d4 *', isStored: true },
]

async function unpack(bytes: Uint8Array<ArrayBuffer>) {
  const file = new File([bytes], 'games.zip')
  const { files, refused } = await unpackZip([{ file, path: 'games.zip', isNamed: true }])
  const contents = await Promise.all(files.map(async ({ file, path }) => [path, await file.text()] as const))
  return { contents, refused }
}

describe('zip archives', () => {
  it('become the files in them', async () => {
    expect(await unpack(zip(MEMBERS))).toEqual({
      contents: [
        ['games.zip/games/one.pgn', MEMBERS[0]!.content],
        ['games.zip/棋谱.pgn', MEMBERS[2]!.content],
      ],
      refused: [],
    })
  })

  it('do not unpack to more than they state', async () => {
    const bomb = zip([{ name: 'bomb.pgn', content: ' '.repeat(1 << 20), stated: 100 }])
    expect(await unpack(bomb)).toEqual({
      contents: [],
      refused: [{ name: 'games.zip/bomb.pgn', reason: 'unreadable', format: 'zip' }],
    })
  })

  it('leave files alone that are none', async () => {
    const { contents } = await unpack(new TextEncoder().encode('1. e4 *'))
    expect(contents).toEqual([['games.zip', '1. e4 *']])
  })

  it('may be damaged anywhere', async () => {
    const random = seededRandom(5)
    const good = zip(MEMBERS)
    for (let round = 0; round < 300; round++) {
      const bad = good.slice(0, round % 3 === 0 ? randomInt(random, good.length) : good.length)
      for (let change = 0; change < 4 && bad.length > 0; change++)
        bad[randomInt(random, bad.length)] = randomInt(random, 256)
      const { contents, refused } = await unpack(bad)
      expect(contents.length + refused.length).toBeLessThanOrEqual(MEMBERS.length)
    }
  })
})
