/** Damaged databases: issues or a FormatError, bounded, and the games beside the damage stay what they were. */
import { expect, test } from 'vitest'
import { FormatError } from '../../../src/issues/errors.ts'
import {
  gameCodes,
  openDatabase,
  rebuildVolume,
  setGames,
  writeDatabase,
  type Files,
} from '../../support/chess-assistant.ts'
import { readPgn } from '../../support/pgn.ts'
import { randomGames } from '../../support/random-games.ts'
import { randomInt, seededRandom } from '../../support/random.ts'

async function small(): Promise<Files> {
  const text =
    '[Event "E"]\n[White "A"]\n[Black "B"]\n\n1. e4 {x} (1. d4 d5 (1... f5 $1)) 1... e5 *\n\n' +
    '[SetUp "1"]\n[FEN "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. a8=Q+ Kd7 2. O-O *\n'
  const { records } = await readPgn(text)
  return (await writeDatabase([...records, ...randomGames('chess', 3, 3, 10)])).files
}

test('games whose own bytes are sound stay equal', async () => {
  const files = await small()
  const before = [...(await openDatabase(files)).entries()].map(({ record }) => record!)
  const codes = gameCodes(files)
  const random = seededRandom(4)
  for (let round = 0; round < 500; round++) {
    const hit = randomInt(random, codes.length)
    const damaged: Files = new Map([...files].map(([name, bytes]) => [name, Uint8Array.from(bytes)]))
    // A byte of the moves or of the header of one game.
    const changed = codes.map((bytes) => Uint8Array.from(bytes))
    const bytes = round % 2 === 0 ? changed[hit]! : damaged.get('base.d00')!.subarray(hit * 38, hit * 38 + 38)
    if (bytes.length === 0) continue
    bytes[randomInt(random, bytes.length)] = randomInt(random, 256)
    if (round % 2 === 0) setGames(damaged, changed)
    for (const { index, record } of (await openDatabase(damaged)).entries()) {
      if (index !== hit) expect({ ...record, origin: undefined }).toEqual({ ...before[index], origin: undefined })
    }
  }
})

test('a volume whose fragments go in circles or are empty ends at once', async () => {
  for (const length of [0, 1, 0xffff_ffff]) {
    const files = await small()
    const volume = files.get('base.emb')!
    const view = new DataView(volume.buffer, volume.byteOffset)
    const root = view.getUint32(140, true)
    view.setUint32(root, length, true)
    view.setUint32(root + 4, root, true)
    const collection = await openDatabase(files)
    expect([...collection.entries()]).toHaveLength(5)
  }
  const files = await small()
  const view = new DataView(files.get('base.emb')!.buffer, files.get('base.emb')!.byteOffset)
  view.setUint32(136, 0xffff_ff00, true)
  expect((await openDatabase(files)).issues.map(({ id }) => id)).toContain('chess-assistant/volume-file')
})

test('files of a volume that share all their bytes cost no more than the volume', async () => {
  const files = await small()
  const size = 1 << 20
  // Every file is a list of fragments of one byte each, the same for all.
  const pairs = new DataView(new ArrayBuffer(size))
  for (let at = 0; at < size; at += 8) pairs.setUint32(at, 1, true)
  rebuildVolume(files, size, (name, bytes) => (name === 'Players.d01' ? new Uint8Array(pairs.buffer) : bytes))
  const volume = new DataView(files.get('base.emb')!.buffer, files.get('base.emb')!.byteOffset)
  const directory = volume.getUint32(volume.getUint32(140, true) + 4, true)
  const list = volume.getUint32(directory + 256 * 6 + 12, true)
  const start = volume.getUint32(list + 4, true)
  for (let file = 0; file < 28; file++) {
    volume.setUint32(directory + 256 * file + 8, size / 8, true)
    volume.setUint32(directory + 256 * file + 12, start, true)
  }
  const collection = await openDatabase(files)
  expect([...collection.entries()]).toHaveLength(5)
  const { length } = collection.issues.filter(({ id }) => /volume-f/.test(id))
  expect(length).toBeGreaterThan(10)
  expect([...collection.validate!()].map(({ id }) => id)).toContain('chess-assistant/overlap')
})

test('huge counts and missing parts', async () => {
  const files = await small()
  new DataView(files.get('base.cdp')!.buffer, files.get('base.cdp')!.byteOffset).setUint32(104, 0xffff_ffff, true)
  expect((await openDatabase(files)).count).toBe(5)
  files.delete('base.emb')
  expect((await openDatabase(files)).issues.map(({ id }) => id)).toContain('chess-assistant/missing-part')
  files.delete('base.d00')
  await expect(openDatabase(files)).rejects.toThrow(FormatError)
})

test('a volume without the files of its lists says so', async () => {
  const files = await small()
  files.get('base.emb')!.fill(0)
  expect((await openDatabase(files)).issues).toMatchObject([
    {
      id: 'chess-assistant/missing-part',
      params: { names: expect.stringContaining('Players.a01, Players.d01, Events.a01') },
    },
  ])
})

test('endlessly nested variations', async () => {
  const files = await small()
  setGames(files, [Array<number>(30_000).fill(231)])
  expect((await openDatabase(files)).entry(0).issues[0]!.id).toBe('chess-assistant/unread-variation')
})
