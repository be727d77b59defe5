/** The last value that fits and the first that doesn't, of containers, lists, headers and records. */
import { describe, expect, test } from 'vitest'
import { MemorySource } from '../../../src/bytes/source.ts'
import { chessAssistant } from '../../../src/formats/chess-assistant/format.ts'
import { buildVolume, openVolume } from '../../../src/formats/chess-assistant/volume.ts'
import { makeMove } from '../../../src/model/move.ts'
import type { Header } from '../../../src/model/record.ts'
import {
  changeHeaders,
  databaseOf,
  gameCodes,
  openDatabase,
  rebuildVolume,
  writeDatabase,
  type Files,
} from '../../support/chess-assistant.ts'
import { drawTree, readPgn } from '../../support/pgn.ts'

function words(...elements: readonly number[]): Uint8Array {
  return new Uint8Array(Int32Array.from(elements).buffer)
}

test('how sure the first bytes and the name make us', async () => {
  const main = (await databaseOf([[19]])).get('base.cdp')!
  const [program, other] = [Uint8Array.from(main).fill(0, 50), new Uint8Array(112)]
  const sure = (bytes: Uint8Array, name: string) => chessAssistant.detect(bytes, name, bytes.length)
  expect([sure(main, 'base.cdp'), sure(main, 'BASE.CDP'), sure(main, 'base.bak')]).toEqual([1, 1, 0.7])
  expect([sure(program, 'base.cdp'), sure(program, 'base.bak'), sure(other, 'base.cdp')]).toEqual([0.9, 0, 0])
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
    expect([more.names.length, more.issues.map(({ id }) => id)]).toEqual([4096, ['chess-assistant/volume-file']])
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

  test.each<[what: string, change: (files: Files) => void, count: number, odd: boolean]>([
    ['all agree', () => {}, 3, false],
    ['fewer are stated', (files) => state(files, 2), 2, true],
    ['more are stated', (files) => state(files, 4), 3, true],
    ['a row is cut', (files) => headers(files, [...files.get('base.d00')!].slice(0, -1)), 2, true],
    ['a row has begun', (files) => headers(files, [...files.get('base.d00')!, 0]), 3, true],
    ['a row of zeros before', (files) => headers(files, [...Array(38).fill(0), ...files.get('base.d00')!]), 3, false],
    ['a row more before', (files) => headers(files, [...Array(38).fill(1), ...files.get('base.d00')!]), 3, true],
  ])('%s', async (_what, change, count, odd) => {
    expect(await three(change)).toEqual([count, odd ? ['chess-assistant/count'] : []])
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

describe('headers', () => {
  /** The header of a game whose row was changed. */
  async function changed(change: (row: DataView) => void, codes = [19]): Promise<Header> {
    const files = await databaseOf([codes])
    changeHeaders(files, change)
    return (await openDatabase(files)).entry(0).record!.header
  }

  test('years up to 9999', async () => {
    const year = async (value: number) =>
      (
        await changed((row) => {
          const date = 1 + 32 * (1 + 13 * value)
          row.setUint16(11, date & 0xffff, true)
          row.setUint8(13, date >> 16)
        })
      ).date?.year
    expect([await year(9999), await year(10_000)]).toEqual([9999, undefined])
  })

  test('opening codes up to E99', async () => {
    const opening = async (code: number) => (await changed((row) => row.setUint16(30, code, true))).openingCode
    expect([await opening(499), await opening(500), await opening(0xffff)]).toEqual(['E99', undefined, undefined])
  })

  test('the opening code 0 is A00 after the first moves that lead there', async () => {
    // Pawns a to h one step and two, Na3, Nc3, Nf3, Nh3; then e4 behind a text, a variation and a null move, and nothing.
    const pawns = Array.from({ length: 8 }, (_, file) => [4 * file, 4 * file + 3]).flat()
    const games = [...pawns, 34, 35, 43, 44, 48].map((code) => [code])
    const others = [[235, 2, 4, 65, 24], [231, 24, 232, 19], [231, 19, 232, 24], [211], []]
    const found: (number | string)[] = []
    for (const codes of [...games, ...others]) {
      if ((await changed(() => {}, codes)).openingCode === 'A00') found.push(codes.join(' '))
    }
    // a3 a4 b4 c3 d3 e3 f3 g3 g4 h3 h4, the four knights but Nf3.
    const expected = [0, 3, 7, 8, 12, 16, 20, 24, 27, 28, 31, 34, 35, 44]
    expect(found).toEqual([...expected.map(String), '235 2 4 65 24', '231 19 232 24'])
    const { records } = await readPgn('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/6P1/4K3 w - - 0 1"]\n\n1. g4 *\n')
    const { files } = await writeDatabase(records)
    expect((await openDatabase(files)).entry(0).record!.header.openingCode).toBeUndefined()
  })

  test('ratings up to 65535, numbers of players up to 32 bits', async () => {
    const { records } = await readPgn('[White "A"]\n[Black "B"]\n\n1. e4 *\n')
    const [white, black] = records[0]!.header.players
    Object.assign(white!, { rating: 65_535, id: String(2 ** 32 - 1), domain: 'fide' })
    Object.assign(black!, { rating: 65_536, id: String(2 ** 32), domain: 'fide' })
    const { files, issues } = await writeDatabase(records)
    expect(issues.map(({ id }) => id).toSorted()).toEqual(['loss/player-details', 'loss/ratings'])
    const { players } = (await openDatabase(files)).entry(0).record!.header
    expect(players[0]).toMatchObject({ rating: 65_535, id: String(2 ** 32 - 1) })
    expect(players[1]).toEqual({ colour: 2, name: 'B' })
  })

  test('the place of a game is its site where its event has none', async () => {
    const { records } = await readPgn('[Event "E"]\n\n1. e4 *\n\n[Event "E"]\n[Site "S"]\n\n1. e4 *\n')
    for (const { header } of records) header.place = 'P'
    const collection = await openDatabase((await writeDatabase(records)).files)
    expect([0, 1].map((index) => collection.listing(index).header.event!.site)).toEqual(['P', 'S'])
  })

  test('ratings from 1', async () => {
    const { players } = await changed((row) => row.setUint16(8, 1, true))
    expect(players).toEqual([{ colour: 2, rating: 1 }])
  })

  test('the usual start is not written', async () => {
    const { records } = await readPgn('1. e4 *\n')
    records[0]!.setup = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    expect([...gameCodes((await writeDatabase(records)).files)[0]!]).toEqual([19])
  })

  test('nothing is unread where there is nothing, and names are not missed where there are no lists', async () => {
    const files = await databaseOf([[19]])
    files.set('base.a01', new Uint8Array(0))
    expect((await openDatabase(files)).unread).toEqual([])
    changeHeaders(files, (row) => row.setUint8(0, 7))
    expect((await openDatabase(files)).entry(0).issues.map(({ id }) => id)).toEqual(['chess-assistant/missing-entry'])
    files.delete('base.emb')
    expect((await openDatabase(files)).entry(0).issues).toEqual([])
  })

  test.each<[what: string, change: Partial<Header>, losses: string[]]>([
    ['a rating of FIDE', { players: [{ colour: 1, rating: 2000, ratingType: 'FIDE' }] }, []],
    ['another rating', { players: [{ colour: 1, rating: 2000, ratingType: 'USCF' }] }, ['loss/ratings']],
    ['a nation', { players: [{ colour: 2, name: 'B', nation: 'NOR' }] }, ['loss/player-details']],
    ['a number of another list', { players: [{ colour: 2, id: '7', domain: 'uscf' }] }, ['loss/player-details']],
    ['an opening code', { openingCode: 'C50' }, []],
    ['an opening code with more', { openingCode: 'C50a' }, ['loss/opening']],
    ['a source', { publication: { title: 'Book' } }, []],
    ['more of a source', { publication: { title: 'Book', publisher: 'P' } }, ['loss/publication']],
    ['the year 40329', { date: { year: 40_329 } }, []],
    ['the year 40330', { date: { year: 40_330 } }, ['loss/date']],
    ['words of a date', { date: { year: 1900, text: 'spring' } }, ['loss/date']],
    ['a result by time', { result: { outcome: 'draw', by: 'time' } }, ['loss/result-details']],
    ['a result that both lose', { result: { outcome: 'both-lose' } }, ['loss/result']],
  ])('%s', async (_what, change, losses) => {
    const { records } = await readPgn('[ECO "C20"]\n\n1. e4 e5 *\n')
    Object.assign(records[0]!.header, change)
    expect((await writeDatabase(records)).issues.map(({ id }) => id)).toEqual(losses)
  })

  test('rounds up to 127 in their byte', async () => {
    const rounds = [127, 128, 1000]
    const { records } = await readPgn(rounds.map((round) => `[Round "${round}"]\n\n1. e4 *\n\n`).join(''))
    const { files } = await writeDatabase(records)
    const bytes: number[] = []
    changeHeaders(files, (row) => void bytes.push(row.getUint8(29)))
    expect(bytes).toEqual([254, 0, 0])
    expect([...(await openDatabase(files)).entries()].map(({ record }) => record!.header.round)).toEqual(rounds)
  })

  test('a verdict goes with an unfinished game alone', async () => {
    const { records } = await readPgn('1. e4 *\n\n1. e4 *\n')
    records[0]!.header.result = { outcome: 'void', verdict: 16 }
    records[1]!.header.result = { outcome: 'unfinished', verdict: 16 }
    const { files } = await writeDatabase(records)
    const outcomes: number[] = []
    changeHeaders(files, (row) => void outcomes.push(row.getUint8(10)))
    expect(outcomes).toEqual([4, 5])
  })
})

describe('what does not fit', () => {
  test('records up to 32,767 bytes', async () => {
    // A move, and a text with its code, its length and its kind.
    const sizes = [32_767, 32_768].map((size) => size - 1 - 6)
    const { records } = await readPgn(sizes.map((size) => `1. e4 {${'x'.repeat(size)}} *\n\n`).join(''))
    const { files, issues } = await writeDatabase(records)
    expect(issues.map(({ id }) => id)).toEqual(['chess-assistant/not-written'])
    const collection = await openDatabase(files)
    expect(collection.count).toBe(1)
    expect(collection.entry(0).record!.nodes[1]!.comments![0]!.text).toHaveLength(sizes[0]!)
  })

  test('names up to 255 bytes', async () => {
    const { records } = await readPgn([255, 256].map((size) => `[White "${'A'.repeat(size)}"]\n\n1. e4 *\n\n`).join(''))
    const { files, issues } = await writeDatabase(records)
    expect(issues.map(({ id }) => id)).toEqual(['chess-assistant/long-name'])
    const names = [...(await openDatabase(files)).tables!()[0]!.rows()].map(({ name }) => String(name).length)
    expect(names).toEqual([0, 255, 255])
  })

  test('the count of moves without capture', async () => {
    const game = (clock: number) => `[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - ${clock} 9"]\n\n1. Kd1 *\n\n`
    const { records } = await readPgn(game(0) + game(1))
    const { files, issues } = await writeDatabase(records)
    expect(issues.map(({ id }) => id)).toEqual(['chess-assistant/clock-lost'])
    const setups = [...(await openDatabase(files)).entries()].map(({ record }) => record!.setup)
    expect(setups).toEqual(Array(2).fill('4k3/8/8/8/8/8/8/4K3 w - - 0 9'))
  })
})

describe('notes', () => {
  test('a length of one byte up to 255, the kind included', async () => {
    const { records } = await readPgn([1, 2, 254, 255].map((size) => `1. e4 {${'x'.repeat(size)}} *\n\n`).join(''))
    const heads = gameCodes((await writeDatabase(records)).files).map((codes) => [...codes.subarray(1, 7)])
    expect(heads).toEqual([
      [234, 4, 120],
      [235, 3, 4, 120, 120],
      [235, 255, 4, 120, 120, 120],
      [236, 0, 1, 0, 0, 4],
    ])
  })

  test('the text of a diagram is lost, before its move and after it', async () => {
    const { records } = await readPgn('1. e4 *\n')
    const text = 'After the opening'
    records[0]!.nodes[1]!.annotations = [
      { type: 'diagram', placement: 'before', text },
      { type: 'diagram', text },
      { type: 'diagram' },
    ]
    const { issues } = await writeDatabase(records)
    expect(issues.map(({ message }) => message)).toEqual(Array(2).fill('the text of a diagram is lost'))
  })

  test('of an evaluation all but its hundredths and CAP is lost', async () => {
    const lost = [{ mate: 3 }, { depth: 20 }, { text: 'good' }, { source: 'Someone' }]
    const { records } = await readPgn([...lost, {}].map(() => '1. e4 *\n\n').join(''))
    const more = [...lost, { source: 'CAP' }]
    records.forEach(({ nodes }, index) => (nodes[1]!.evaluation = { centipawns: 1, ...more[index] }))
    const { issues } = await writeDatabase(records)
    const message = 'what an evaluation says beyond its hundredths of a pawn is lost'
    expect(issues.map((issue) => issue.message)).toEqual(lost.map(() => message))
  })

  test('evaluations of 16 bits, in whole hundredths', async () => {
    const values = [0x7fff, 0x8000, -0x8000, -0x8001, 1.5]
    const { records } = await readPgn(values.map(() => '1. e4 *\n\n').join(''))
    records.forEach(({ nodes }, index) => (nodes[1]!.evaluation = { centipawns: values[index]! }))
    const { files, issues } = await writeDatabase(records)
    expect(issues.map(({ message }) => message)).toEqual(Array(3).fill('the exact value of an evaluation is lost'))
    const found = [...(await openDatabase(files)).entries()].map(({ record }) => record!.nodes[1]!)
    const rounded = [0x7fff, 0x7fff, -0x8000, -0x8000, 2]
    expect(found.map(({ evaluation }) => evaluation)).toEqual(rounded.map((centipawns) => ({ centipawns })))
    expect(found.flatMap(({ annotations = [] }) => annotations)).toEqual([])
  })
})

describe('promoted pieces with the number of their pawn', () => {
  const crowded = (first: string, moves: string) =>
    `[SetUp "1"]\n[FEN "${first}/Q7/Q7/Q6K/8 w - - 0 1"]\n\n${moves} *\n`

  test.each<[first: string, moves: string, codes: number[]]>([
    // From b8 to b1 is a row up, around the board: what the code of the pawn would say.
    ['8/1P6/N6k/N7', '1. b8=Q Kg7 2. Qbb1', [209, 4, 161, 131, 213, 0x10]],
    // Numbers 16 and 17 are taken, and one of the knights is free.
    ['8/1P6/7k/N7', '1. b8=N Kg7 2. Na6', [209, 4, 73, 131, 40]],
    ['8/7P/N7/N5k1', '1. h8=N Kf5 2. Nf7', [209, 28, 71, 133, 219, 0x76]],
  ])('%s %s', async (first, moves, codes) => {
    const { records } = await readPgn(crowded(first, moves))
    const { files } = await writeDatabase(records)
    expect([...gameCodes(files)[0]!.subarray(77)]).toEqual(codes)
    const entry = (await openDatabase(files)).entry(0)
    expect(entry.issues).toEqual([])
    expect(drawTree(entry.record!)).toBe(drawTree(records[0]!))
  })

  test('a promotion that no pawn makes ends its line', async () => {
    const { records } = await readPgn(crowded('8/1P6/N6k/N7', '1. b8=Q'))
    // b7 to d8, a square that no code of a pawn leads to.
    records[0]!.nodes[1]!.move = makeMove(49, 59, 4)
    const { files, issues } = await writeDatabase(records)
    expect(issues.map(({ id }) => id)).toEqual(['loss/notes'])
    expect((await openDatabase(files)).entry(0).record!.nodes).toHaveLength(1)
  })
})
