/** The bytes of a database, worked out by hand from the description: what reader and writer could only get wrong together. */
import { expect, test } from 'vitest'
import type { GameRecord } from '../../../src/model/record.ts'
import {
  changeHeaders,
  databaseOf,
  gameCodes,
  openDatabase,
  writeDatabase,
  type Files,
} from '../../support/chess-assistant.ts'
import { readPgn } from '../../support/pgn.ts'

/** Numbers in little-endian order, so many bytes each. */
function bytes(...fields: readonly (readonly [size: number, value: number])[]): number[] {
  return fields.flatMap(([size, value]) => Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** at) % 256))
}

/** Text with zeros behind, or as long as it is. */
function text(content: string, size = content.length): number[] {
  return [...Buffer.from(content.padEnd(size, '\0'), 'latin1')]
}

/** One game whose header says everything that a header can. */
async function oneGame(): Promise<{ record: GameRecord; files: Files }> {
  const { records } = await readPgn(
    '[Event "Match"]\n[Site "Oslo"]\n[Date "2024.12.31"]\n[Round "7"]\n[White "Abc"]\n[Black "Xy"]\n' +
      '[WhiteElo "2800"]\n[BlackElo "1500"]\n[ECO "C50"]\n[Annotator "Ann"]\n[Result "0-1"]\n\n1. e4 e5 0-1\n',
  )
  const record = records[0]!
  record.header.publication = { title: 'Book' }
  const details = { title: 'GM', id: '700070', domain: 'fide', birth: { year: 1976, month: 7, day: 23 } }
  Object.assign(record.header.players[0]!, details, { gender: 'female' })
  return { record, files: (await writeDatabase([record])).files }
}

test('the main file, the header and the records', async () => {
  const { files, record } = await oneGame()
  const main = [...text('Chess Assistant 3.0 database.', 50), ...text('\nChess Data Pro format. Version 1.3', 50)]
  expect([...files.get('base.cdp')!]).toEqual([...main, ...bytes([4, 0], [4, 1], [4, 0])])
  const header = bytes(
    ...([
      [3, 1],
      [3, 2],
      [2, 2800],
      [2, 1500],
      [1, 3],
      [3, 842_399],
      [3, 1],
      [3, 1],
    ] as const),
    ...([
      [4, 0],
      [4, 1],
      [1, 0],
      [1, 14],
      [2, 250],
      [3, 3],
      [3, 1],
    ] as const),
  )
  expect([...files.get('base.d00')!]).toEqual(header)
  // A byte that stands for nothing, the empty game 0, and game 1.
  expect([...files.get('base.d02')!]).toEqual([0, 0, 2, 19, 19])
  expect([...files.get('base.a02')!]).toEqual(bytes([4, 1], [4, 2]))
  const back = (await openDatabase(files)).entry(0).record!
  expect(back.header).toEqual({ ...record.header, players: back.header.players })
  expect(back.header.players).toMatchObject([{ rating: 2800 }, { rating: 1500 }])
})

test('the volume', async () => {
  const { files } = await oneGame()
  const volume = Buffer.from(files.get('base.emb')!)
  const start = [...text('Chess Assistant 3.0 database.', 64), ...text('\nData Pro Volume format. Version 1.1', 64)]
  expect([...volume.subarray(0, 140)]).toEqual([...start, ...bytes([4, 0], [4, 0], [4, 7168])])
  /** A file in fragments, by the pairs of length and offset that stand at its own offset. */
  const assemble = (size: number, at: number): Buffer => {
    const fragments: Buffer[] = []
    for (let left = size; left > 0; at += 8) {
      const from = volume.readUInt32LE(at + 4)
      fragments.push(volume.subarray(from, from + volume.readUInt32LE(at)))
      left -= volume.readUInt32LE(at)
    }
    return Buffer.concat(fragments)
  }
  const directory = assemble(7168, volume.readUInt32LE(140))
  const contents = new Map<string, number[]>()
  for (let at = 0; at < directory.length; at += 256) {
    expect([...directory.subarray(at, at + 8)]).toEqual(bytes([4, 0], [4, 2]))
    expect([...directory.subarray(at + 16, at + 28)]).toEqual(text('', 12))
    const [name] = directory.toString('latin1', at + 28, at + 256).split('\0')
    contents.set(name!, [...assemble(directory.readUInt32LE(at + 8), directory.readUInt32LE(at + 12))])
  }
  const kinds = ['cdp', 'iii', 'axx', 'dxx', 'd00', 'a01', 'd01']
  expect([...contents.keys()]).toEqual(
    ['Players', 'Events', 'Places', 'Sources'].flatMap((list) => kinds.map((kind) => `${list}.${kind}`)),
  )
  expect(contents.get('Events.d01')).toEqual([0, 0, 5, ...text('Match')])
  expect(contents.get('Events.a01')).toEqual(bytes([4, 1], [4, 2]))
  expect(contents.get('Players.d01')).toEqual(
    [0, [0, 0], [3, 2], text('AbcGM'), [2, 0], text('Xy'), [3, 0], text('Ann')].flat(),
  )
  expect(contents.get('Players.a01')).toEqual(bytes([4, 1], [4, 3], [4, 10], [4, 14]))
  expect(contents.get('Players.iii')).toEqual(bytes([4, 0], [4, 1], [4, 3], [4, 2]))
  const abc = bytes([2, 0], [4, 700_070], [3, 23 + 32 * (7 + 13 * 1976)], [1, 2])
  expect(contents.get('Players.d00')).toEqual([...text('', 10), ...abc, ...text('', 20)])
  expect(contents.get('Players.cdp')!.slice(104, 108)).toEqual(bytes([4, 4]))
})

test('lengths of records take a byte below 128, else two', async () => {
  // A move, a text with its code, length and kind: four bytes beside the letters.
  const { records } = await readPgn([123, 124].map((size) => `1. e4 {${'x'.repeat(size)}} *\n\n`).join(''))
  const data = (await writeDatabase(records)).files.get('base.d02')!
  expect([...data.subarray(2, 7)]).toEqual([127, 19, 235, 124, 4])
  expect([...data.subarray(130, 136)]).toEqual([128, 1, 19, 235, 125, 4])
})

test('a start position', async () => {
  const { records } = await readPgn('[SetUp "1"]\n[FEN "r3k3/1P6/8/2pP4/8/8/8/4K2R w Kq c6 0 30"]\n\n30. dxc6 *\n')
  const codes = [...gameCodes((await writeDatabase(records)).files)[0]!]
  const piece = (number: number, square: number, kind: number) => [1 + 2 * number, square, kind] as const
  const expected = [230, ...Array.from({ length: 36 }, () => [8, 0]).flat(), ...bytes([2, 58], [1, 1 + 8], [1, 0x52])]
  const white = [piece(1, 0x61, 1), piece(3, 0x43, 1), piece(13, 0x07, 4), piece(15, 0x04, 6)]
  const black = [piece(18 + 2, 0x42, 1), piece(18 + 12, 0x70, 4), piece(18 + 15, 0x74, 6)]
  for (const [at, square, kind] of [...white, ...black]) expected.splice(at, 2, square, kind)
  // Pawn d captures towards the a-file, in passing.
  expect(codes).toEqual([...expected, 210, 13])
})

test('outcomes, each by its code', async () => {
  const files = await databaseOf(Array.from({ length: 17 }, () => [19]))
  changeHeaders(files, (row, index) => row.setUint8(10, index))
  const results = [...(await openDatabase(files)).entries()].map(({ record }) => record!.header.result)
  // Glyphs of PGN for +/-, -/+, +/=, =/+, +-, -+, =, unclear, with compensation, attack, initiative, counterplay.
  const verdicts = [16, 17, 14, 15, 18, 19, 10, 13, 44, 40, 36, 132]
  expect(results).toEqual([
    { outcome: 'unfinished' },
    { outcome: 'draw' },
    { outcome: 'win', winner: 1 },
    { outcome: 'win', winner: 2 },
    { outcome: 'unfinished' },
    ...verdicts.map((verdict) => ({ outcome: 'unfinished', verdict })),
  ])
  const { records } = await readPgn('1. e4 *\n\n1. d4 *\n')
  records.forEach(({ header }, index) => (header.result = { outcome: 'unfinished', verdict: 10 + index }))
  const written = await writeDatabase(records)
  expect(written.issues.map(({ id }) => id)).toEqual(['chess-assistant/quiet-equality'])
  changeHeaders(written.files, (row) => expect(row.getUint8(10)).toBe(11))
})
