import { describe, expect, test } from 'vitest'
import { wthor } from '../../../src/formats/wthor/format.ts'
import { FormatError } from '../../../src/issues/errors.ts'
import { playerOf } from '../../../src/model/record.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { othello } from '../../../src/rules/othello/index.ts'
import { replay } from '../../../src/rules/replay.ts'
import { seededRandom } from '../../support/random.ts'
import { madeBytes, madeGames, madeHeader, madeNames, madePuzzles, madeYear } from '../../support/wthor-files.ts'
import { DATABASE, idsOf, open, PLAYERS, recordsOf, TOURNAMENTS } from './support.ts'

const names = { 'WTHOR.JOU': DATABASE['WTHOR.JOU']!, 'WTHOR.TRN': DATABASE['WTHOR.TRN']! }
const TRANSCRIPT = 'f5d6c3d3c4f4f6f3e6e7'

function oneGame(moves: readonly number[], over: Partial<{ score: number; theoretical: number; black: number }> = {}) {
  return { tournament: 1, black: 2, white: 3, score: 40, theoretical: 33, moves, ...over }
}

describe('a game', () => {
  test('is read with its names, date, scores and moves', async () => {
    const collection = await open({ 'WTH_1999.WTB': madeYear([oneGame(madeBytes(TRANSCRIPT))], 1999), ...names })
    expect(collection.issues).toEqual([])
    const { record, issues } = collection.entry(0)
    expect(issues).toEqual([])
    expect(record!.header).toEqual({
      players: [
        { colour: 1, name: 'Bergé Théo' },
        { colour: 2, name: 'Cole Max' },
      ],
      event: { name: 'Coupe de la Forêt' },
      date: { year: 1999 },
      result: { outcome: 'win', winner: 1, score: [40, 24] },
      perfectScore: { score: 33, emptySquares: 24 },
    })
    expect(record!.native).toBeUndefined()
    expect(record!.origin).toMatchObject({ format: 'wthor', file: 'WTH_1999.WTB', index: 0, offset: 16 })
    const position = othello.start()
    expect(
      mainLineMoves(record!.nodes)
        .map((move) => othello.writeMove(position, move))
        .join(''),
    ).toBe(TRANSCRIPT)
    expect(collection.listing(0)).toEqual({ index: 0, game: 'othello', kind: 'game', header: record!.header })
  })

  test('begins with f5, not with its mirror image e6, which replays as well', async () => {
    const collection = await open({ 'WTH_1999.WTB': madeYear([oneGame([56, 64])], 1999) })
    const position = othello.start()
    const written = mainLineMoves(collection.entry(0).record!.nodes).map((move) => othello.writeMove(position, move))
    expect(written).toEqual(['f5', 'd6'])
  })

  test('is a draw or lost by its score', async () => {
    const collection = await open({ 'a.wtb': madeYear([oneGame([], { score: 32 }), oneGame([], { score: 0 })], 1999) })
    expect(recordsOf(collection).map(({ header }) => header.result)).toEqual([
      { outcome: 'draw', score: [32, 32] },
      { outcome: 'win', winner: 2, score: [0, 64] },
    ])
  })

  test('of an unknown player has one without a name', async () => {
    const collection = await open({ 'a.wtb': madeYear([oneGame([], { black: 0 })], 1999), ...names })
    expect(playerOf(collection.entry(0).record!.header, 1)).toEqual({ colour: 1 })
  })

  test('on 10 x 10 is read from g6 on', async () => {
    const [game] = madeGames(seededRandom(3), 1, 10)
    const collection = await open({ 'WTH_2003.WTD': madeYear([game!], 2003, 10, 22) })
    const { record } = collection.entry(0)
    expect(record!.size).toEqual({ columns: 10, rows: 10 })
    expect(record!.header.result.score).toEqual([game!.score, 100 - game!.score])
    expect(record!.header.perfectScore).toEqual({ score: game!.score, emptySquares: 22 })
    expect(othello.writeMove(othello.start(record), mainLineMoves(record!.nodes)[0]!)).toBe('g6')
    expect(mainLineMoves(record!.nodes)).toHaveLength(game!.moves.length)
    let legal = true
    replay(
      othello,
      record!,
      (position, node) => (legal &&= node.move === undefined || othello.isLegal(position, node.move)),
    )
    expect(legal).toBe(true)
  })

  test('with a depth of 0 has its theoretical score at 22 empty squares', async () => {
    const bytes = madeYear([oneGame([56])], 1980, 8, 0)
    bytes[12] = 0
    const collection = await open({ 'test.WTB': bytes })
    expect(collection.entry(0).record!.header.perfectScore).toEqual({ score: 33, emptySquares: 22 })
    expect(collection.about.facts).toMatchObject({ 'depth of theoretical scores': 22, year: 1980 })
    expect(collection.about.facts).toMatchObject({ header: { 'board side': 0, 'depth of scores': 0, reserved: 0 } })
  })
})

describe('names', () => {
  const year = madeYear([oneGame([56])], 1999)

  test.each([
    ['WTHOR.JOU', 'WTHOR.TRN'],
    ['WTH.JOU', 'WTH.TRN'],
    ['wth.jou', 'wth.trn'],
    ['WTH_1999.jou', 'WTH_1999.trn'],
    ['joueurs.jou', 'tournois.trn'],
  ])('are found as %s and %s', async (players, tournaments) => {
    const files = { 'WTH_1999.wtb': year, [players]: names['WTHOR.JOU'], [tournaments]: names['WTHOR.TRN'] }
    const { header } = (await open(files)).entry(0).record!
    expect(header.players[0]!.name).toBe('Bergé Théo')
    expect(header.event!.name).toBe('Coupe de la Forêt')
  })

  test('that are missing are shown as numbers', async () => {
    const collection = await open({ 'WTH_1999.wtb': year })
    expect(idsOf(collection.issues)).toEqual(['wthor/no-players', 'wthor/no-tournaments'])
    const { header } = collection.entry(0).record!
    expect([header.event!.name, ...header.players.map(({ name }) => name)]).toEqual(['#1', '#2', '#3'])
    expect(collection.tables!()).toEqual([])
  })

  test('older than the games leave numbers, with an issue', async () => {
    const files = { 'WTH_1999.wtb': madeYear([oneGame([], { black: 4447 })], 1999), ...names }
    const { record, issues } = (await open(files)).entry(0)
    expect(record!.header.players[0]!.name).toBe('#4447')
    expect(idsOf(issues)).toEqual(['wthor/name-number'])
  })

  test('that occur twice keep their number', async () => {
    const players = madeNames(['???', 'Twin', 'Twin'], 20)
    const files = { 'a.wtb': year, 'WTHOR.JOU': players, 'WTHOR.TRN': names['WTHOR.TRN'] }
    expect((await open(files)).entry(0).record!.native).toEqual({ wthor: { black: 2 } })
  })

  test('are listed with those that no game uses', async () => {
    const [players, tournaments] = (await open(DATABASE)).tables!()
    expect([players!.name, players!.count]).toEqual(['players', PLAYERS.length])
    expect([...players!.rows()].map(({ name }) => name)).toEqual(PLAYERS)
    expect([...tournaments!.rows()].map(({ name }) => name)).toEqual(TOURNAMENTS)
  })

  test('open on their own, with no games', async () => {
    const collection = await open({ 'WTHOR.JOU': names['WTHOR.JOU'] })
    expect([collection.count, [...collection.entries()].length, collection.tables!().length]).toEqual([0, 0, 1])
    expect(collection.about.facts).toEqual({ 'players created': '2024-01-31' })
    expect(() => collection.entry(0)).toThrow(TypeError)
    expect(() => collection.listing(0)).toThrow(TypeError)
  })

  test('are decoded in another encoding when asked', async () => {
    const table = (await open({ 'WTHOR.TRN': names['WTHOR.TRN'] }, { encoding: 'windows-1251' })).tables!()[0]!
    expect([...table.rows()][1]!['name']).toBe('Coupe de la Forкt')
  })
})

describe('a puzzle', () => {
  const board = 'XXXXXXXXXOOOOOOXXOXXXOXXXOXOXXOXXOOXOXOXXOOOXOOXXOOOOOOX-O-O-O--'
  const puzzle = {
    year: 1998,
    tournament: 2,
    black: 1,
    white: 4,
    board,
    turn: 1,
    solution: 10,
    firstMove: 81,
    score: 38,
    move25: 73,
  }

  test.each([256, 512] as const)('is read after a presence table of %i bytes', async (presence) => {
    const collection = await open({ 'Solitaires_5.pzz': madePuzzles([puzzle], 5, presence), ...names })
    expect(collection.issues).toEqual([])
    expect([...collection.validate!()]).toEqual([])
    const { record, issues } = collection.entry(0)
    expect(issues).toEqual([])
    expect(record).toEqual({
      game: 'othello',
      setup: `${board} X`,
      header: {
        kind: 'problem',
        players: [
          { colour: 1, name: 'Adler Ida' },
          { colour: 2, name: 'Dunn Eva' },
        ],
        event: { name: 'Open of the Lake' },
        date: { year: 1998 },
        result: { outcome: 'win', winner: 1, score: [38, 26] },
        perfectScore: { score: 37, emptySquares: 5 },
      },
      nodes: [{ parent: -1 }, { parent: 0, move: mainLineMoves(record!.nodes)[0] }],
      native: { wthor: { move25: 73 } },
      origin: {
        format: 'wthor',
        file: 'Solitaires_5.pzz',
        index: 0,
        offset: 16 + presence,
        encoding: 'windows-1252',
      },
    })
    expect(othello.writeMove(othello.start(record), mainLineMoves(record!.nodes)[0]!)).toBe('a8')
    expect(collection.listing(0).header).toEqual(record!.header)
  })

  test('with White to move has its score turned round', async () => {
    const swapped = board.replace(/[XO]/g, (disc) => (disc === 'X' ? 'O' : 'X'))
    const file = madePuzzles([{ ...puzzle, board: swapped, turn: 2, score: 0 }], 5)
    const { record } = (await open({ 'Solitaires_5.pzz': file })).entry(0)
    expect(record!.header.perfectScore).toEqual({ score: 27, emptySquares: 5 })
    expect(record!.header.result).toEqual({ outcome: 'unfinished' })
    expect(record!.setup).toBe(`${swapped} O`)
  })

  test('has names of its own where there are any', async () => {
    const own = { 'Solitaires.JOU': madeNames(['???', 'Own Name'], 20), ...names }
    const { record } = (await open({ 'Solitaires_5.pzz': madePuzzles([puzzle], 5), ...own })).entry(0)
    expect(record!.header.players[0]!.name).toBe('Own Name')
  })

  test('with invalid fields keeps the others, and says so', async () => {
    const strange = { ...puzzle, board: board.replace(/^X/, '?'), turn: 7, solution: 9, firstMove: 99, score: 70 }
    const { record, issues } = (await open({ 'Solitaires_5.pzz': madePuzzles([strange], 5), ...names })).entry(0)
    expect(idsOf(issues).sort()).toEqual([
      'wthor/empties',
      'wthor/move',
      'wthor/position',
      'wthor/score-range',
      'wthor/solution',
      'wthor/turn',
    ])
    const second = (await open({ 'Solitaires_5.pzz': madePuzzles([puzzle, strange], 5), ...names })).entry(1)
    expect(second.issues.map(({ id, place }) => [id, place!.offset! - (16 + 256 + 36)])).toEqual([
      ['wthor/score-range', 32],
      ['wthor/solution', 30],
      ['wthor/position', 12],
      ['wthor/empties', 28],
      ['wthor/turn', 29],
      ['wthor/move', 31],
    ])
    expect(record!.setup).toBe(`${board.replace(/^X/, '-')} X`)
    expect(record!.nodes).toHaveLength(1)
  })
})

test('puzzles give their set-up, and a first move where there is one', async () => {
  const board = 'XO------'.padEnd(64, '-')
  const puzzle = { year: 0, tournament: 0, black: 0, white: 0, board, turn: 1, solution: 0, score: 0, move25: 0 }
  const firstMoves = [13, 0, 88]
  const file = madePuzzles(
    firstMoves.map((firstMove) => ({ ...puzzle, firstMove })),
    62,
  )
  const records = recordsOf(await open({ 'Solitaires_62.pzz': file }))
  expect(records.map(({ setup, nodes }) => [setup, mainLineMoves(nodes).length])).toEqual([
    [`${board} X`, 1],
    [`${board} X`, 0],
    [`${board} X`, 1],
  ])
})

describe('damage', () => {
  test('a byte that is not a move stays, and so do the moves after it', async () => {
    const { record, issues } = (await open({ 'a.wtb': madeYear([oneGame([56, 99, 64])], 1999) })).entry(0)
    expect(idsOf(issues)).toEqual(['wthor/move'])
    expect(issues[0]!.place).toEqual({ file: 'a.wtb', offset: 16 + 8 + 1 })
    expect(record!.nodes.map(({ unread }) => unread)).toEqual([undefined, undefined, { base64: 'Yw==' }, undefined])
  })

  test('bytes after the end of the moves are kept', async () => {
    const { record, issues } = (await open({ 'a.wtb': madeYear([oneGame([56, 0, 64])], 1999) })).entry(0)
    expect(idsOf(issues)).toEqual(['wthor/padding'])
    expect(record!.nodes).toHaveLength(2)
    expect(record!.native).toHaveProperty(['wthor', 'moves'])
  })

  test('scores out of range are kept apart', async () => {
    const { record, issues } = (
      await open({ 'a.wtb': madeYear([oneGame([56], { score: 65, theoretical: 200 })], 1999) })
    ).entry(0)
    expect(idsOf(issues)).toEqual(['wthor/score-range', 'wthor/perfect-score'])
    expect(record!.header.result).toEqual({ outcome: 'unfinished' })
    expect(record!.header.perfectScore).toBeUndefined()
    expect(record!.native).toEqual({ wthor: { score: 65, perfectScore: 200 } })
  })

  test('a file cut in a record gives the piece, one cut in its numbers does not', async () => {
    const whole = madeYear([oneGame([56]), oneGame(madeBytes(TRANSCRIPT))], 1999)
    const cut = await open({ 'a.wtb': whole.subarray(0, 16 + 68 + 12) })
    expect(idsOf(cut.issues)).toEqual(['wthor/no-players', 'wthor/no-tournaments'])
    expect(idsOf(cut.entry(1).issues)).toEqual(['wthor/cut-record'])
    expect(mainLineMoves(cut.entry(1).record!.nodes)).toHaveLength(4)
    const short = await open({ 'a.wtb': whole.subarray(0, 16 + 68 + 7) })
    expect(short.count).toBe(1)
    expect(idsOf(short.issues)).toEqual(expect.arrayContaining(['wthor/size', 'wthor/rest']))
  })

  test('a file of another kind is refused', async () => {
    await expect(open({ 'a.wtb': new Uint8Array(15) })).rejects.toThrow(FormatError)
    await expect(open({ 'a.dat': new Uint8Array(100) })).rejects.toThrow(FormatError)
  })
})

test('random bytes named as a year are refused; a year whose date alone is wrong is read', async () => {
  const random = seededRandom(11)
  const bytes = Uint8Array.from({ length: 16 + 50 * 68 }, () => Math.floor(random() * 256))
  await expect(open({ 'WTH_2003.wtb': bytes })).rejects.toThrow(expect.objectContaining({ code: 'wthor/not-wthor' }))
  const year = Uint8Array.from(DATABASE['WTH_2001.wtb']!)
  year.fill(0xff, 0, 4)
  const collection = await open({ 'WTH_2001.wtb': year })
  expect(collection.count).toBeGreaterThan(0)
  expect(collection.issues.map(({ id }) => id)).toContain('wthor/date')
})

describe('detection', () => {
  const year = DATABASE['WTH_2001.wtb']!
  test.each([
    ['WTH_2001.WTB', year, 1],
    ['anything.bin', year, 0.9],
    ['stdin', madePuzzles([], 5), 0],
    ['WTHOR.JOU', names['WTHOR.JOU'], 1],
    ['players', names['WTHOR.JOU'], 0.9],
    ['cut.wtb', year.subarray(0, 100), 0.6],
    ['wrong.wtb', new Uint8Array(200), 0.3],
    ['wrong.trn', new Uint8Array(200), 0],
    ['wrong.bin', new Uint8Array(200), 0],
    ['short.wtb', new Uint8Array(3), 0.3],
    ['date.bin', madeHeader({ created: [20, 1, 2, 30], records: 0 }), 0],
  ] as [string, Uint8Array, number][])('%s', (name, bytes, certainty) => {
    expect(wthor.detect(bytes, name, bytes.length)).toBe(certainty)
  })
})
