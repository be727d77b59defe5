/** The last value that fits and the first that doesn't, of containers, counts and addresses. */
import { describe, expect, test } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import { chessAssistant } from '../../../src/formats/chess-assistant/format.ts'
import { buildVolume, openVolume } from '../../../src/formats/chess-assistant/files/volume.ts'
import { databaseOf, type Files, openDatabase, rebuildVolume, writeDatabase } from '../../support/chess-assistant.ts'
import { drawTree, readPgn } from '../../support/pgn.ts'

function words(...elements: readonly number[]): Uint8Array {
  return new Uint8Array(Int32Array.from(elements).buffer)
}

test('how sure the first bytes and the name make it', async () => {
  const main = (await databaseOf([[19]])).get('base.cdp')!
  const [program, other] = [Uint8Array.from(main).fill(0, 50), new Uint8Array(112)]
  const sure = (bytes: Uint8Array, name: string) => chessAssistant.detect(bytes, name, bytes.length)
  expect([sure(main, 'base.cdp'), sure(main, 'BASE.CDP'), sure(main, 'base.bak')]).toEqual([1, 1, 0.7])
  expect([sure(program, 'base.cdp'), sure(program, 'base.bak'), sure(other, 'base.cdp')]).toEqual([0.9, 0, 0])
})

test('a main file under another name, and parts without one', async () => {
  const files = await databaseOf([[19]])
  const open = (name: string, content: Uint8Array, others: Files) =>
    chessAssistant.open(
      new MemoryFileSet(
        new MemorySource(name, content),
        [...others].map(([other, bytes]) => new MemorySource(other, bytes)),
      ),
    )
  const main = files.get('base.cdp')!
  files.delete('base.cdp')
  const collection = await open('base.bak', main, files)
  expect([collection.count, collection.issues]).toEqual([1, []])
  await expect(open('stdin', main, new Map())).rejects.toMatchObject({ code: 'chess-assistant/no-headers' })
  await expect(open('base.d00', files.get('base.d00')!, files)).rejects.toMatchObject({
    code: 'chess-assistant/no-main-file',
  })
})

describe('the volume', () => {
  const open = (bytes: Uint8Array) => openVolume(new MemorySource('base.emb', bytes))

  test('of two files of one name the first counts', () => {
    const volume = open(
      buildVolume([
        ['a.x', Uint8Array.of(1)],
        ['A.X', Uint8Array.of(2)],
      ]),
    )
    expect([volume.names, [...volume.file('A.x')]]).toEqual([['a.x'], [1]])
  })

  test('a fragment longer than what its file lacks is cut, a file without bytes has none', () => {
    const bytes = buildVolume([
      ['a', Uint8Array.of(1, 2, 3)],
      ['b', new Uint8Array(0)],
    ])
    // The list of fragments of the first file follows its three bytes behind the header.
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(144 + 3, 100, true)
    const volume = open(bytes)
    expect([...volume.file('a')]).toEqual([1, 2, 3])
    expect([...volume.file('b')]).toEqual([])
    expect(volume.issues).toEqual([])
  })

  test('a directory is read up to 4096 files', () => {
    const files = (count: number) =>
      Array.from({ length: count }, (_, index) => [`f${index}`, new Uint8Array(0)] as const)
    const full = open(buildVolume(files(4096)))
    expect([full.names.length, full.issues.length]).toEqual([4096, 0])
    const more = open(buildVolume(files(4097)))
    expect([more.names.length, more.issues.map(({ id }) => id)]).toEqual([4096, ['chess-assistant/large-directory']])
  })

  test('a file may take all bytes that no other has, its list of fragments among them', () => {
    for (const [size, sound] of [
      [100, true],
      [101, false],
      [108, false],
      [109, false],
    ] as const) {
      const bytes = buildVolume([['a', new Uint8Array(100)]])
      const view = new DataView(bytes.buffer, bytes.byteOffset)
      const directory = view.getUint32(view.getUint32(140, true) + 4, true)
      // One fragment that goes on over what follows it.
      view.setUint32(directory + 8, size, true)
      view.setUint32(144 + 100, size, true)
      const volume = open(bytes)
      // Of 109 bytes there are no more than 108, list included, and nothing is read.
      expect(volume.file('a')).toHaveLength(size === 109 ? 0 : size)
      expect(volume.issues.map(({ id }) => id)).toEqual(
        sound ? [] : [size === 109 ? 'chess-assistant/volume-file' : 'chess-assistant/volume-fragment'],
      )
    }
  })
})

describe('counts', () => {
  async function three(change: (files: Files) => void): Promise<[count: number, issues: string[]]> {
    const files = await databaseOf([[19], [15], [11]])
    change(files)
    const collection = await openDatabase(files)
    expect([...collection.entries()]).toHaveLength(collection.count)
    return [collection.count, collection.issues.map(({ id }) => id)]
  }
  const state = (files: Files, count: number) =>
    new DataView(files.get('base.cdp')!.buffer, files.get('base.cdp')!.byteOffset).setUint32(104, count, true)
  const headers = (files: Files, bytes: readonly number[]) => files.set('base.d00', Uint8Array.from(bytes))

  test.each<[what: string, change: (files: Files) => void, count: number, odd: string[]]>([
    ['all agree', () => {}, 3, []],
    ['fewer are stated', (files) => state(files, 2), 2, ['count']],
    ['more are stated', (files) => state(files, 4), 3, ['count']],
    [
      'a row is cut',
      (files) => headers(files, [...files.get('base.d00')!].slice(0, -1)),
      2,
      ['count', 'partial-header'],
    ],
    ['a row has begun', (files) => headers(files, [...files.get('base.d00')!, 0]), 3, ['partial-header']],
    ['a row of zeros before', (files) => headers(files, [...Array(38).fill(0), ...files.get('base.d00')!]), 3, []],
    ['a row more before', (files) => headers(files, [...Array(38).fill(1), ...files.get('base.d00')!]), 3, ['count']],
  ])('%s', async (_what, change, count, odd) => {
    expect(await three(change)).toEqual([count, odd.map((name) => `chess-assistant/${name}`)])
  })
})

describe('addresses', () => {
  test('64 redirects are followed, one more is a circle', async () => {
    for (const [redirects, found] of [
      [64, true],
      [65, false],
    ] as const) {
      const files = await databaseOf([[19]])
      // Game 1 is sent on from id to id; the last has the address.
      const ids = Array.from({ length: redirects }, (_, index) => -(index + 2))
      files.set('base.a02', words(1, ...ids, 2))
      const { record, issues } = (await openDatabase(files)).entry(0)
      expect([record!.nodes.length, issues.length]).toEqual(found ? [2, 0] : [1, 1])
    }
  })

  test('the address 0 is one like any other', async () => {
    const files = await databaseOf([[19]])
    files.set('base.d02', Uint8Array.of(2, 19, 19))
    files.set('base.a02', words(0, 0))
    expect(drawTree((await openDatabase(files)).entry(0).record!)).toContain('e5')
  })

  test('of an entry at the end of its file and beyond', async () => {
    const { records } = await readPgn('[Event "Last"]\n[White "A"]\n\n1. e4 *\n')
    for (const [shift, readable] of [
      [0, true],
      [5, false],
      [6, false],
    ] as const) {
      const { files } = await writeDatabase(records)
      rebuildVolume(files, 1000, (name, bytes) => (name === 'Events.a01' ? words(1, 2 + shift) : bytes))
      const collection = await openDatabase(files)
      expect(collection.entry(0).record!.header.event?.name).toBe(readable ? 'Last' : undefined)
      const issues = collection.entry(0).issues.map(({ id }) => id)
      expect(issues).toEqual(readable ? [] : ['chess-assistant/missing-entry'])
    }
  })

  test('of ids that count from 1, 0 is nobody', async () => {
    const { records } = await readPgn('[White "A"]\n[Black "B"]\n\n1. e4 *\n')
    const { files } = await writeDatabase(records)
    rebuildVolume(files, 1000, (name, bytes) => {
      if (name.endsWith('.a01')) return bytes.subarray(4)
      return name === 'Players.d00' ? bytes.subarray(10) : bytes
    })
    const entry = (await openDatabase(files, { settings: { 'index-base': '1' } })).entry(0)
    expect([entry.issues, entry.record!.header.players.map(({ name }) => name)]).toEqual([[], ['A', 'B']])
  })
})
