import { describe, expect, test } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { wthor } from '../../../src/formats/wthor/format.ts'
import { makePass, makePlacement, moveTo, PASS } from '../../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../../src/model/record.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { othello, transformMove } from '../../../src/rules/index.ts'
import { randomOthelloGame } from '../../support/othello-games.ts'
import fc from '../../support/properties.ts'
import { seededRandom } from '../../support/random.ts'
import { scaled } from '../../support/scale.ts'
import { madeGames, madeNames, madePuzzles, madeYear } from '../../support/wthor-files.ts'
import { DATABASE, idsOf, open, recordsOf, rewrite, write, type Files } from './support.ts'

/** A game by two players, from a transcript. */
function game(transcript: string, over: Partial<GameRecord['header']> = {}): GameRecord {
  const record = emptyRecord('othello')
  record.header = {
    players: [
      { colour: 1, name: 'Adler Ida' },
      { colour: 2, name: 'Cole Max' },
    ],
    event: { name: 'Open of the Lake' },
    date: { year: 2001 },
    result: { outcome: 'win', winner: 1, score: [40, 24] },
    ...over,
  }
  const position = othello.start()
  for (const text of transcript.match(/[a-h][1-8]/g) ?? []) {
    const move = othello.readMove(position, text)!
    othello.play(position, move)
    record.nodes.push({ parent: record.nodes.length - 1, move })
  }
  return record
}

async function readBack(files: Files, name: string): Promise<GameRecord[]> {
  const others = Object.entries(files).filter(([other]) => other !== name)
  return recordsOf(await open({ [name]: files[name]!, ...Object.fromEntries(others) }))
}

const withoutOrigin = ({ origin: _origin, ...record }: GameRecord) => record

describe('the same bytes come back', () => {
  const puzzle = {
    year: 1998,
    tournament: 2,
    black: 1,
    white: 4,
    board: 'XXXXXXXXXOOOOOOXXOXXXOXXXOXOXXOXXOOXOXOXXOOOXOOXXOOOOOOX-O-O-O--',
    turn: 1,
    solution: 10,
    firstMove: 81,
    score: 38,
    move25: 73,
  }
  const strange = { ...puzzle, board: puzzle.board.replace(/^X/, '?'), turn: 7, solution: 9, firstMove: 99, score: 70 }
  const odd = { tournament: 9, black: 77, white: 0, score: 99, theoretical: 98, moves: [56, 99, 64, 0, 1, 2] }
  const oldHeader = madeYear(madeGames(seededRandom(5), 2), 1980, 8, 0)
  oldHeader[12] = 0
  const dirtyNames = madeNames(['???', 'Name', 'Name', ''], 20)
  dirtyNames[16 + 20 + 10] = 0x41
  const names = { 'WTHOR.JOU': DATABASE['WTHOR.JOU']!, 'WTHOR.TRN': DATABASE['WTHOR.TRN']! }

  test.each([
    ['a year', DATABASE],
    ['a year without names', { 'WTH_2001.wtb': DATABASE['WTH_2001.wtb']! }],
    [
      'a year with damaged games',
      { 'WTH_2001.wtb': madeYear([odd, ...madeGames(seededRandom(2), 2)], 2001), ...names },
    ],
    ['a year of 10 x 10', { 'WTH_2003.wtd': madeYear(madeGames(seededRandom(3), 4, 10), 2003, 10, 22), ...names }],
    ['puzzles', { 'Solitaires_5.pzz': madePuzzles([puzzle, strange, puzzle], 5), ...names }],
    ['a header of before 2001', { 'test.WTB': oldHeader, ...names }],
    ['an empty year', { 'WTH_2030.wtb': madeYear([], 2030), ...names }],
    ['players', { 'WTHOR.JOU': names['WTHOR.JOU'] }],
    ['tournaments', { 'WTH.TRN': names['WTHOR.TRN'] }],
    ['names with twins and stray bytes', { 'a.wtb': DATABASE['WTH_2001.wtb']!, 'WTHOR.JOU': dirtyNames }],
  ] as [string, Files][])('%s', async (_, files) => {
    const [main] = Object.keys(files)
    const written = await rewrite(await open(files), main!)
    expect(written.files).toEqual(files)
    expect(idsOf(written.issues)).toEqual([])
  })
})

describe('games from elsewhere', () => {
  test('are read back as they were, the names numbered in order', async () => {
    const records = [
      game('f5d6c3d3c4'),
      game('f5f6', { perfectScore: { score: 37, emptySquares: 20 }, event: { name: 'Première Ligue' } }),
      game('f5f4', { players: [{ colour: 2, name: 'Adler Ida' }], result: { outcome: 'draw', score: [32, 32] } }),
    ]
    const { files, issues } = await write('WTH_2001.wtb', records)
    expect(Object.keys(files)).toEqual(['WTH_2001.wtb', 'WTHOR.JOU', 'WTHOR.TRN'])
    expect(idsOf(issues)).toEqual(['wthor/no-theoretical'])
    const collection = await open(files)
    expect(collection.issues).toEqual([])
    const [players, tournaments] = collection.tables!().map((table) => [...table.rows()].map(({ name }) => name))
    expect(players).toEqual(['???', 'Adler Ida', 'Cole Max'])
    expect(tournaments).toEqual(['Diverses parties', 'Open of the Lake', 'Première Ligue'])
    const back = recordsOf(collection).map(withoutOrigin)
    expect(back[1]).toEqual(records[1])
    expect(back.map(({ nodes }) => mainLineMoves(nodes))).toEqual(records.map(({ nodes }) => mainLineMoves(nodes)))
    expect(back[2]!.header.players).toEqual([{ colour: 1 }, { colour: 2, name: 'Adler Ida' }])
    // Without a theoretical score the real one stands in.
    expect(back[0]!.header.perfectScore).toEqual({ score: 40, emptySquares: 20 })
  })

  test('without any theoretical score make a file whose scores are found at the last square', async () => {
    const { files, issues } = await write('WTH_2001.wtb', [game('f5d6')])
    expect(issues).toEqual([])
    expect(files['WTH_2001.wtb']!.subarray(12, 16)).toEqual(Uint8Array.of(8, 0, 1, 0))
    expect((await readBack(files, 'WTH_2001.wtb'))[0]!.header.perfectScore).toEqual({ score: 40, emptySquares: 1 })
  })

  test('go into a file for each year', async () => {
    const records = [game('f5d6'), game('f5f6', { date: { year: 1999 } }), game('f5f4')]
    const { files } = await write('WTH_2001.WTB', records)
    expect(Object.keys(files)).toEqual(['WTH_2001.WTB', 'WTH_1999.wtb', 'WTHOR.JOU', 'WTHOR.TRN'])
    expect((await readBack(files, 'WTH_2001.WTB')).map(({ nodes }) => nodes.length)).toEqual([3, 3])
    expect((await readBack(files, 'WTH_1999.wtb'))[0]!.header.date).toEqual({ year: 1999 })
  })

  test('on 10 x 10 and puzzles go into files of their own', async () => {
    const large = recordsOf(await open({ 'WTH_2001.wtd': madeYear(madeGames(seededRandom(3), 1, 10), 2001, 10, 1) }))
    const problem = { ...emptyRecord('othello'), setup: `${'XO'.padEnd(64, '-')} X` }
    problem.header = { ...problem.header, kind: 'problem', perfectScore: { score: 64, emptySquares: 62 } }
    const { files, issues } = await write('games.wtb', [game('f5'), ...large, problem])
    expect(Object.keys(files)).toEqual(['games.wtb', 'WTH_2001.wtd', 'Solitaires_62.pzz', 'WTHOR.JOU', 'WTHOR.TRN'])
    expect(issues).toEqual([])
    const [puzzle] = await readBack(files, 'Solitaires_62.pzz')
    expect([puzzle!.setup, puzzle!.header.perfectScore]).toEqual([problem.setup, problem.header.perfectScore])
  })

  test('the sizes of a presence table are those offered', () => {
    expect(wthor.options!.find(({ name }) => name === 'presence-table')!.values).toEqual(['256', '512'])
  })

  test.each([undefined, '256', '512'])('puzzles after a presence table of %s bytes', async (size) => {
    const problem = emptyRecord('othello')
    problem.header.kind = 'problem'
    problem.setup = 'OXXXXXXX'.repeat(7) + 'OXXXXXX- O'
    const settings = size === undefined ? {} : { 'presence-table': size }
    const { files } = await write('Solitaires_1.pzz', [problem, problem], { settings })
    const file = files['Solitaires_1.pzz']!
    expect(file.length).toBe(16 + Number(size ?? 256) + 2 * 36)
    expect([...file.subarray(16, 16 + 8)]).toEqual([2, 0, 0, 0, 0, 0, 0, 0])
    expect((await readBack(files, 'Solitaires_1.pzz')).map(({ setup }) => setup)).toEqual([
      problem.setup,
      problem.setup,
    ])
    await expect(write('Solitaires_1.pzz', [], { settings: { 'presence-table': '300' } })).rejects.toThrow(TypeError)
  })

  test('without a date go into the year that the name of the file says, or the one asked for', async () => {
    const { date: _date, ...header } = game('f5').header
    const record = { ...game('f5'), header }
    const named = await write('WTH_1988.wtb', [record])
    expect(idsOf(named.issues)).toEqual(['wthor/no-date'])
    expect((await readBack(named.files, 'WTH_1988.wtb'))[0]!.header.date).toEqual({ year: 1988 })
    const asked = await write('games.wtb', [record], { settings: { year: '1977' } })
    expect((await readBack(asked.files, 'games.wtb'))[0]!.header.date).toEqual({ year: 1977 })
    const nowhere = await write('games.wtb', [record])
    expect(nowhere.issues).toEqual([])
    expect((await readBack(nowhere.files, 'games.wtb'))[0]!.header.date).toBeUndefined()
  })

  test('join the names that are in the folder already', async () => {
    const folder = new MemorySinkSet('WTH_2001.wtb')
    await write('', [game('f5')], {}, folder)
    const next = new MemorySinkSet('WTH_2002.wtb')
    for (const [name, bytes] of folder.files) next.files.set(name, bytes)
    const players = [
      { colour: 1 as const, name: 'Cole Max' },
      { colour: 2 as const, name: 'New Nan' },
    ]
    const { files } = await write('', [game('f5', { players, date: { year: 2002 } })], {}, next)
    const rows = [...(await open({ 'WTHOR.JOU': files['WTHOR.JOU']! })).tables!()[0]!.rows()]
    expect(rows.map(({ name }) => name)).toEqual(['???', 'Adler Ida', 'Cole Max', 'New Nan'])
    expect(files['WTHOR.TRN']).toBe(folder.files.get('WTHOR.TRN'))
    expect((await readBack(files, 'WTH_2002.wtb'))[0]!.header.players).toEqual(players)
  })

  test('take the stem of the files of names that is asked for', async () => {
    const { files } = await write('a.wtb', [game('f5')], { settings: { names: 'WTH' } })
    expect(Object.keys(files)).toEqual(['a.wtb', 'WTH.JOU', 'WTH.TRN'])
  })

  test('have the day the file is made: as asked, else today', async () => {
    const { files } = await write('a.wtb', [])
    expect(files['a.wtb']!.subarray(0, 4)).toEqual(Uint8Array.of(20, 24, 2, 29))
    const out = new MemorySinkSet('a.wtb')
    ;(await wthor.write(out)).finish()
    const now = new Date()
    expect([...out.files.get('a.wtb')!.subarray(0, 2)]).toEqual([20, now.getUTCFullYear() % 100])
    await expect(write('a.wtb', [game('f5')], { settings: { created: '2024-02-31' } })).rejects.toThrow(TypeError)
  })
})

describe('what WTHOR cannot store is reported', () => {
  const cases: [string, GameRecord, string[]][] = [
    ['a long name', game('f5', { event: { name: 'The Championship of the Lake' } }), ['wthor/name-cut']],
    ['characters of other scripts', game('f5', { event: { name: '名人戦' } }), ['wthor/characters']],
    ['a day', game('f5', { date: { year: 2001, month: 5, day: 6 } }), ['wthor/date-cut']],
    ['no score', game('f5', { result: { outcome: 'win', winner: 2 } }), ['wthor/no-score']],
    [
      'a score of another board',
      game('f5', { result: { outcome: 'draw', score: [50, 50] } }),
      ['wthor/score', 'wthor/no-score'],
    ],
    ['another board', { ...game(''), size: { columns: 6, rows: 6 } }, ['wthor/board-size']],
    ['another start', { ...game(''), setup: `${'XO'.padEnd(64, '-')} X` }, ['wthor/other-start']],
    ['an invalid start', { ...game(''), setup: 'nonsense' }, ['wthor/setup']],
    [
      'an unread move',
      { ...game('f5'), nodes: [...game('f5').nodes, { parent: 1, unread: { text: 'zz' } }] },
      ['wthor/moves-cut'],
    ],
    ['a pass out of turn', { ...game(''), nodes: [{ parent: -1 }, { parent: 0, move: PASS }] }, ['wthor/pass']],
    [
      'a move out of turn',
      { ...game(''), nodes: [{ parent: -1 }, { parent: 0, move: makePlacement(37, 2) }] },
      ['wthor/colour'],
    ],
    [
      'a change of the position',
      { ...game('f5'), nodes: [...game('f5').nodes, { parent: 1, turn: 1 }] },
      ['wthor/edits'],
    ],
    ['another first move', game('c4'), ['wthor/turned']],
  ]

  test.each(cases)('%s', async (_, record, ids) => {
    const { issues } = await write('WTH_2001.wtb', [record])
    expect(idsOf(issues)).toEqual(ids)
  })

  test('more than sixty moves', async () => {
    const record = game('f5')
    for (let ply = 1; ply <= 70; ply++) record.nodes.push({ parent: ply, move: makePlacement(0) })
    const { files, issues } = await write('WTH_2001.wtb', [record])
    expect(idsOf(issues)).toContain('wthor/too-many-moves')
    expect((await readBack(files, 'WTH_2001.wtb'))[0]!.nodes).toHaveLength(61)
  })

  test('names that are the same once cut', async () => {
    const names = ['A Very Long Name Indeed', 'A Very Long Name In Full']
    const records = names.map((name) => game('f5', { players: [{ colour: 1, name }] }))
    expect(idsOf((await write('WTH_2001.wtb', records)).issues)).toEqual([
      'wthor/name-cut',
      'wthor/name-cut',
      'wthor/name-clash',
    ])
  })

  test('theoretical scores of two depths', async () => {
    const records = [20, 24].map((emptySquares) => game('f5', { perfectScore: { score: 33, emptySquares } }))
    expect(idsOf((await write('WTH_2001.wtb', records)).issues)).toEqual(['wthor/depth'])
  })

  test('more names than a number can count', async () => {
    const out = new MemorySinkSet('WTH_2001.wtb')
    out.files.set(
      'WTHOR.JOU',
      madeNames(
        Array.from({ length: 65_535 }, (_, number) => `Player ${number}`),
        20,
      ),
    )
    const { issues, files } = await write('', [game('f5')], {}, out)
    expect(idsOf(issues)).toEqual(['wthor/too-many-names', 'wthor/too-many-names'])
    expect(files['WTH_2001.wtb']!.length).toBe(16)
  })

  test('more of a puzzle than its first move', async () => {
    const record = { ...game('f5d6'), header: { ...game('').header, kind: 'problem' as const } }
    const { issues } = await write('WTH_2001.wtb', [record, { ...record, size: { columns: 10, rows: 10 } }])
    expect(idsOf(issues)).toEqual(['wthor/puzzle-moves', 'wthor/no-solution', 'wthor/puzzle-size'])
  })
})

describe('moves', () => {
  test('passes that the rules ask for are implied', async () => {
    const random = seededRandom(9)
    let passes = 0
    for (let round = 0; round < scaled(40, 400); round++) {
      const { moves } = randomOthelloGame(random)
      const record = emptyRecord('othello')
      const position = othello.start()
      for (const move of moves) {
        if (position.passing !== undefined) {
          passes++
          const pass = makePass(position.passing)
          record.nodes.push({ parent: record.nodes.length - 1, move: pass })
          othello.play(position, pass)
        }
        record.nodes.push({ parent: record.nodes.length - 1, move })
        othello.play(position, move)
      }
      const { files, issues } = await write('a.wtb', [record], { settings: { 'first-move': 'keep' } })
      expect(issues).toEqual([])
      const [back] = await readBack(files, 'a.wtb')
      expect(mainLineMoves(back!.nodes)).toEqual(moves)
      expect(back!.header.result.score).toEqual(othello.outcome(position)!.score)
    }
    expect(passes).toBeGreaterThan(10)
  })

  test('begin with f5, the board turned, unless asked to keep them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.constantFrom(8, 10), async (seed, side) => {
        const record = emptyRecord('othello')
        if (side === 10) record.size = { columns: 10, rows: 10 }
        const { moves } = randomOthelloGame(seededRandom(seed), side, side, 30)
        moves.forEach((move, ply) => record.nodes.push({ parent: ply, move }))
        const name = side === 8 ? 'a.wtb' : 'a.wtd'
        const kept = await write(name, [record], { settings: { 'first-move': 'keep' } })
        expect(mainLineMoves((await readBack(kept.files, name))[0]!.nodes)).toEqual(moves)
        const turned = mainLineMoves((await readBack((await write(name, [record])).files, name))[0]!.nodes)
        expect(moveTo(turned[0]!)).toBe(side === 8 ? 37 : 56)
        const images = [0, 3, 4, 7].map((symmetry) => moves.map((move) => transformMove(move, symmetry, side, side)))
        expect(images).toContainEqual(turned)
      }),
      { numRuns: scaled(30, 300) },
    )
  })
})
