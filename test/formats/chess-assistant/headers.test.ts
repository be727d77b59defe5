/** What the headers of games hold, to the last value that fits, and what is said of the rest. */
import { describe, expect, test } from 'vitest'
import type { Collection } from '../../../src/formats/format.ts'
import type { Header } from '../../../src/model/record.ts'
import { changeHeaders, databaseOf, gameCodes, openDatabase, writeDatabase } from '../../support/chess-assistant.ts'
import { readPgn } from '../../support/pgn.ts'

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
    expect(issues.map(({ id }) => id).toSorted()).toEqual(['chess-assistant/player-id', 'chess-assistant/rating'])
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
    ['another rating', { players: [{ colour: 1, rating: 2000, ratingType: 'USCF' }] }, ['chess-assistant/rating-kind']],
    ['a nation', { players: [{ colour: 2, name: 'B', nation: 'NOR' }] }, ['chess-assistant/player-nation']],
    ['a number of another list', { players: [{ colour: 2, id: '7', domain: 'uscf' }] }, ['chess-assistant/player-id']],
    ['an opening code', { openingCode: 'C50' }, []],
    ['an opening code with more', { openingCode: 'C50a' }, ['chess-assistant/opening-code']],
    ['a source', { publication: { title: 'Book' } }, []],
    ['more of a source', { publication: { title: 'Book', publisher: 'P' } }, ['chess-assistant/source-publisher']],
    ['the year 40329', { date: { year: 40_329 } }, []],
    ['the year 40330', { date: { year: 40_330 } }, ['chess-assistant/year']],
    ['words of a date', { date: { year: 1900, text: 'spring' } }, ['chess-assistant/date-text']],
    ['a result by time', { result: { outcome: 'draw', by: 'time' } }, ['chess-assistant/result-reason']],
    ['a margin', { result: { outcome: 'win', winner: 1, margin: 3.5 } }, ['chess-assistant/result-margin']],
    ['words of a result', { result: { outcome: 'draw', text: 'agreed' } }, ['chess-assistant/result-text']],
    ['a verdict of a draw', { result: { outcome: 'draw', verdict: 16 } }, ['chess-assistant/verdict']],
    ['a result that both lose', { result: { outcome: 'both-lose' } }, ['chess-assistant/result']],
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

test('rounds that are not plain numbers are written before the moves, and come back', async () => {
  const rounds = ['3', '3.2', 'Final', '200', '5.0']
  const { records } = await readPgn(rounds.map((round) => `[Round "${round}"]\n\n{First} 1. e4 {best} *\n\n`).join(''))
  records[0]!.header.board = 12
  // A second part alone, and notes behind a start position.
  records.push(
    ...(await readPgn('1. e4 *\n\n[Round "7.1"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd1 *\n'))
      .records,
  )
  records[rounds.length]!.header.subround = 2
  const { files, issues } = await writeDatabase(records)
  expect(issues).toEqual([])
  const collection = await openDatabase(files)
  const read = [...collection.entries()].map(({ record }) => record!)
  expect(read.map(({ header }) => header)).toEqual(records.map(({ header }) => header))
  expect(read.map(({ nodes }) => nodes)).toEqual(records.map(({ nodes }) => nodes))
  expect(collection.listing(1).header).toEqual(read[1]!.header)
})

test('rounds and boards that no text can express are reported; what only looks like one stays text', async () => {
  const { records } = await readPgn('1. e4 *\n\n1. e4 *\n\n1. e4 *\n')
  records[0]!.header.roundText = 'the "Final"'
  records[1]!.header.board = 1.5
  Object.assign(records[2]!.header, { round: 3, roundText: 'third' })
  records[2]!.nodes[0]!.comments = [{ text: '[Board "first"]', placement: 'after' }]
  const { files, issues } = await writeDatabase(records)
  expect(issues.map(({ id }) => id)).toEqual(['chess-assistant/round', 'chess-assistant/board'])
  const [first, second, third] = [...(await openDatabase(files)).entries()].map(({ record }) => record!)
  expect([first!.header.roundText, second!.header.board]).toEqual([undefined, undefined])
  expect(third!.header).toMatchObject({ round: 3, roundText: 'third' })
  expect(third!.nodes).toEqual(records[2]!.nodes)
})

test('openings that would come back as others are reported', async () => {
  const { records } = await readPgn(
    '[ECO "A00"]\n\n{text} 1. g4 *\n\n[ECO "A00"]\n\n1. e4 *\n\n1. g4 *\n\n1. e4 *\n\n[ECO "Q99"]\n\n1. e4 *\n',
  )
  const { files, issues } = await writeDatabase(records)
  expect(issues.map(({ id }) => id)).toEqual([
    'chess-assistant/opening-lost',
    'chess-assistant/opening-a00',
    'chess-assistant/opening-code',
  ])
  const codes = (collection: Collection) => [...collection.entries()].map(({ record }) => record!.header.openingCode)
  expect(codes(await openDatabase(files))).toEqual(['A00', undefined, 'A00', undefined, undefined])
  const other = await writeDatabase(records, { settings: { 'no-opening': '65535' } })
  expect(other.issues.map(({ id }) => id)).toEqual(['chess-assistant/opening-lost', 'chess-assistant/opening-code'])
  expect(codes(await openDatabase(other.files))).toEqual(['A00', undefined, undefined, undefined, undefined])
  await expect(writeDatabase([], { settings: { 'no-opening': '7' } })).rejects.toThrow(TypeError)
})
