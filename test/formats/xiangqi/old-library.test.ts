/** Libraries of CCBridge 1 whose games name an event: docs/formats/ccbridge.md, Old library. */
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import { encodeText } from '../../../src/bytes/text.ts'
import { openCcbridge } from '../../../src/formats/ccbridge/reader.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'

const CASE = new URL('../../cases/xiangqi/old-ccbridge-event.cbl', import.meta.url).pathname

describe('a library of CCBridge 1', () => {
  it('has every game whole, whether it names an event or not', async () => {
    const { collection, entries } = await read(new DiskFileSet(CASE))
    expect(collection.issues ?? []).toEqual([])
    expect(entries.flatMap(({ issues }) => issues)).toEqual([])
    expect(entries.map(({ record }) => record!.header)).toMatchObject([
      { title: 'no event, place and date', place: 'CityA', date: { year: 1997, month: 5, day: 15 } },
      { title: 'with an event', event: { name: 'EventName' }, place: 'CityB', date: { year: 1994, month: 8, day: 14 } },
    ])
    for (const { record } of entries) {
      expect(record!.header.players.map(({ name }) => name)).toEqual(['RedPlayer', 'BlackPlayer'])
      expect(record!.nodes).toHaveLength(5)
    }
  })

  it.each([
    ['', 1, ['', ''], undefined],
    ['1990 年全国赛', 1, ['', ''], undefined],
    ['Event', 7, ['', ''], { ccbridge: { mark: 7 } }],
    ['', 1, ['one', 'two'], { ccbridge: { texts: ['one', 'two'] } }],
  ] as const)(
    'keeps what stands around the title: event %j, number %d, texts %j',
    async (event, mark, texts, native) => {
      const files = new MemoryFileSet(new MemorySource('made.cbl', library({ event, mark, texts })))
      const { entries } = await read(files)
      const { record, issues } = entries[0]!
      expect(issues).toEqual([])
      expect(record!.header.event?.name ?? '').toBe(event)
      expect(record!.header).toMatchObject({
        title: 'Title',
        place: 'Place',
        players: [{ name: 'Red' }, { name: 'Black' }],
      })
      expect(record!.nodes).toHaveLength(2)
      expect(record!.native).toEqual(native)
    },
  )
})

async function read(files: MemoryFileSet | DiskFileSet) {
  const collection = await openCcbridge(files)
  return { collection, entries: [...collection.entries()] }
}

/** Every piece on its usual point, `x + 1` and `y + 1` as half bytes, in the order of XQF. */
const PIECES = Buffer.from('1a2a3a4a5a6a7a8a9a2888173757779711213141516171819123831434547494', 'hex')

/** Names in Chinese have their bytes in GBK. */
function gbk(text: string): readonly number[] {
  return [...encodeText(text, 'gb18030').bytes]
}

function u32(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24]
}

/** A library with one game of one move, as CCBridge 1 lays it out. */
function library({ event, mark, texts }: { event: string; mark: number; texts: readonly string[] }): Uint8Array {
  const text = (value: string) => {
    const bytes = gbk(value)
    return [...u32(bytes.length), ...bytes]
  }
  const instant = [...'2001-1-1 10:00:00'.padEnd(19)].map((letter) => letter.charCodeAt(0))
  const game = [
    ...PIECES,
    ...u32(1),
    ...text(event),
    ...u32(mark),
    ...text('Title'),
    ...texts.flatMap(text),
    ...text('Place'),
    ...text('1994.8.14'),
    ...text('Red'),
    ...text('Black'),
    ...u32(1),
    ...['', '', '', '', ''].flatMap(text),
    1,
    ...instant,
    ...instant,
    ...u32(1),
    // Cannon from its point to the middle: x and y from 0.
    1,
    0,
    (7 << 4) | 7,
    (4 << 4) | 7,
    0,
    0,
  ]
  const content = [
    ...['', '', '', '', ''].flatMap(text),
    ...instant,
    ...instant,
    ...u32(1),
    ...text(''),
    ...u32(game.length + 4),
    ...game,
  ]
  const head = [...'CCBridge'].map((letter) => letter.charCodeAt(0))
  return Uint8Array.from([
    ...head,
    ...u32(0x15),
    ...u32(3),
    ...u32(content.length),
    ...deflateSync(Uint8Array.from(content)),
  ])
}
