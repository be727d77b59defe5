import { describe, expect, test } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { ggf } from '../../src/formats/ggf/format.ts'
import { FormatError } from '../../src/issues/errors.ts'
import type { Issue } from '../../src/issues/issue.ts'
import { makePass, makePlacement, PASS } from '../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../src/model/record.ts'
import { mainLineMoves } from '../../src/model/tree.ts'
import { illegalMoves } from '../../src/rules/replay.ts'
import { othello } from '../../src/rules/othello/index.ts'
import { corpusBytes } from '../support/corpus.ts'
import { needsCorpus } from '../support/needs.ts'
import { randomOthelloGame } from '../support/othello-games.ts'
import { seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'

const START = '8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *'

/** A game as the servers write them. */
const GAME =
  '(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.GMT]PB[ann]PW[bob]RB[2196.37]RW[1720]TI[05:00/00:10/02:00]TY[8]' +
  `RE[-12.00]BO[${START}]B[f5/1.50/0.01]W[d6//12.30]B[c3]W[d3/-2.00];)`

async function open(text: string, name = 'games.ggf', encoding?: string) {
  const files = new MemoryFileSet(new MemorySource(name, new TextEncoder().encode(text)))
  return ggf.open(files, encoding === undefined ? {} : { encoding })
}

async function write(records: readonly GameRecord[], encoding?: string): Promise<{ text: string; issues: Issue[] }> {
  const out = new MemorySinkSet('games.ggf')
  const writer = await ggf.write(out, encoding === undefined ? {} : { encoding })
  const issues = records.flatMap((record) => writer.add(record).issues)
  issues.push(...writer.finish())
  return { text: Buffer.from(out.files.get('games.ggf')!).toString('latin1'), issues }
}

async function rewrite(text: string): Promise<string> {
  return (await write([...(await open(text)).entries()].map((entry) => entry.record!))).text
}

const withoutOrigin = ({ origin: _origin, ...record }: GameRecord) => record

describe('reading', () => {
  test('a game with all its facts', async () => {
    const { record, issues } = (await open(GAME)).entry(0)
    expect(issues).toEqual([])
    expect(record!.header).toEqual({
      players: [
        { colour: 1, name: 'ann', rating: 2196.37 },
        { colour: 2, name: 'bob', rating: 1720 },
      ],
      place: 'GGS/os',
      date: { year: 2003, month: 12, day: 15 },
      instant: '2003-12-15T12:33:18Z',
      timeControl: {
        text: '05:00/00:10/02:00',
        periods: [
          { seconds: 300, increment: 10 },
          { seconds: 120, kind: 'extension' },
        ],
      },
      result: { outcome: 'win', winner: 2, score: [26, 38] },
    })
    // Evaluations are what the mover thinks; the record has them as Black sees it.
    expect(record!.nodes.map(({ evaluation }) => evaluation?.centipawns)).toEqual([
      undefined,
      150,
      undefined,
      undefined,
      200,
    ])
    expect(record!.nodes.map(({ clock }) => clock?.spent)).toEqual([undefined, 0.01, 12.3, undefined, undefined])
    expect(record!.native).toBeUndefined()
    const start = othello.start()
    expect(mainLineMoves(record!.nodes).map((move) => othello.writeMove(start, move))).toEqual(['f5', 'd6', 'c3', 'd3'])
  })

  test.each([
    ['947375357', '2000-01-08T23:49:17Z', { year: 2000, month: 1, day: 8 }],
    ['2003.12.15_12:33:18.MST', '2003-12-15T12:33:18-07:00', { year: 2003, month: 12, day: 15 }],
    ['2003.12.15_12:33:18.UTC', '2003-12-15T12:33:18Z', { year: 2003, month: 12, day: 15 }],
    ['2003.12.15_12:33:18.EST', '2003-12-15T12:33:18-05:00', { year: 2003, month: 12, day: 15 }],
    ['2003.12.15_12:33:18.EDT', '2003-12-15T12:33:18-04:00', { year: 2003, month: 12, day: 15 }],
    ['2003.12.15_12:33:18.CST', '2003-12-15T12:33:18-06:00', { year: 2003, month: 12, day: 15 }],
    ['2003.12.15_12:33:18.CDT', '2003-12-15T12:33:18-05:00', { year: 2003, month: 12, day: 15 }],
    ['2003.12.15_12:33:18.MDT', '2003-12-15T12:33:18-06:00', { year: 2003, month: 12, day: 15 }],
    ['2003.12.15_12:33:18.PST', '2003-12-15T12:33:18-08:00', { year: 2003, month: 12, day: 15 }],
    ['2003.12.15_12:33:18.PDT', '2003-12-15T12:33:18-07:00', { year: 2003, month: 12, day: 15 }],
    ['2003.12.15_12:33:18.XYZ', undefined, { year: 2003, month: 12, day: 15 }],
    ['2003.12.15_24:33:18.GMT', undefined, { year: 2003, month: 12, day: 15 }],
    ['2003.12.15_12:60:18.GMT', undefined, { year: 2003, month: 12, day: 15 }],
    ['2003.12.15_12:33:60.GMT', undefined, { year: 2003, month: 12, day: 15 }],
    ['2003.12.15_23:59:59.GMT', '2003-12-15T23:59:59Z', { year: 2003, month: 12, day: 15 }],
    ['253402300799', '9999-12-31T23:59:59Z', { year: 9999, month: 12, day: 31 }],
    ['253402300800', undefined, undefined],
    ['2003.12', undefined, { year: 2003, month: 12 }],
    ['2003.12.15', undefined, { year: 2003, month: 12, day: 15 }],
    ['2003', undefined, { year: 2003 }],
    ['2003.02.31', undefined, undefined],
    ['yesterday', undefined, undefined],
  ])('the date %s', async (text, instant, date) => {
    const { header } = (await open(GAME.replace(/DT\[.*?\]/, `DT[${text}]`))).entry(0).record!
    expect([header.instant, header.date]).toEqual([instant, date])
  })

  test.each([
    ['+0.000', { outcome: 'draw', score: [32, 32] }],
    ['+64.00', { outcome: 'win', winner: 1, score: [64, 0] }],
    ['+64.00:r', { outcome: 'win', winner: 1, by: 'resignation' }],
    ['-10.00:t', { outcome: 'win', winner: 2, by: 'time', margin: 10 }],
    ['-22.87', { outcome: 'win', winner: 2, margin: 22.87 }],
    ['+4.00:s', { outcome: 'win', winner: 1, score: [34, 30] }],
    ['?', { outcome: 'unfinished' }],
  ])('the result %s', async (text, result) => {
    const game = GAME.replace(/RE\[.*?\]/, `RE[${text}]`)
    expect((await open(game)).entry(0).record!.header.result).toEqual(result)
    expect(await rewrite(game)).toBe(`${game}\n`)
  })

  test.each([
    ['05:00', [{ seconds: 300 }]],
    ['90', [{ seconds: 90 }]],
    ['1:00:05', [{ seconds: 3605 }]],
    ['05:00/00:10', [{ seconds: 300, increment: 10 }]],
    ['05:00//02:00', [{ seconds: 300 }, { seconds: 120, kind: 'extension' }]],
    ['/00:10', undefined],
    ['soon', undefined],
  ])('the time %s', async (text, periods) => {
    const { header } = (await open(GAME.replace(/TI\[.*?\]/, `TI[${text}]`))).entry(0).record!
    expect(header.timeControl).toEqual(periods ? { text, periods } : { text })
  })

  test.each([
    ['RB[2196.37]', 'RB[strong]', undefined],
    ['RB[2196.37]', 'RB[-5]', -5],
    ['RB[2196.37]', 'RB[1.0000000001]', undefined],
  ])('%s as %s', async (before, after, rating) => {
    const { record } = (await open(GAME.replace(before, after))).entry(0)
    expect(record!.header.players[0]!.rating).toBe(rating)
    expect(await rewrite(GAME.replace(before, after))).toContain(after)
  })

  test('the places of what is wrong, and only the games asked for', async () => {
    const collection = await open(`${GAME}\n${GAME.replace('B[c3]', 'B[z9]')}\n${GAME}`)
    const [entry, ...others] = [...collection.entries({ from: 1, to: 2 })]
    expect(others).toEqual([])
    const offset = GAME.length + 1 + GAME.indexOf('B[c3]')
    expect(entry!.issues.map(({ id, place }) => [id, place])).toEqual([['ggf/move', { file: 'games.ggf', offset }]])
    expect(entry!.record!.origin).toEqual({ format: 'ggf', file: 'games.ggf', index: 1, offset: GAME.length + 1 })
    for (const index of [-1, 3, 0.5]) expect(() => collection.entry(index)).toThrow(TypeError)
    expect((await open('(;GM[Amazons];)')).listing(0)).toMatchObject({ index: 0, game: 'othello', kind: 'broken' })
  })

  test('a game within a value begins one only at the start of a line', async () => {
    expect((await open(`(;GM[Othello]PC[(;]PB[a(;GM[Othello];)`)).count).toBe(1)
    expect((await open(`(;GM[Othello]PB[a\n(;GM[Othello];)`)).count).toBe(2)
    expect((await open(`[\n(;GM[Othello];)(;GM[Reversi];)`)).count).toBe(2)
  })

  test('a result with komi is not a count of discs', async () => {
    const { header } = (await open(GAME.replace('RE[-12.00]', 'KM[-3]RE[-12.00]'))).entry(0).record!
    expect([header.rules, header.result]).toEqual([{ komi: -3 }, { outcome: 'win', winner: 2, margin: 12 }])
  })

  test('boards of other sizes and starts', async () => {
    const small = '(;GM[Othello]TY[4]BO[4 ---- -O*- -*O- ---- *]B[A2]W[A1];)'
    const { record } = (await open(small)).entry(0)
    expect([record!.size, record!.setup]).toEqual([{ columns: 4, rows: 4 }, undefined])
    const large = (await open('(;GM[Othello]TY[10]B[g6];)')).entry(0).record!
    expect([large.size, illegalMoves(othello, large)]).toEqual([{ columns: 10, rows: 10 }, []])
    const random = GAME.replace(START, START.replace('*\u0020--', '* --').replace('---*O---', '---**---'))
    expect((await open(random)).entry(0).record!.setup).toBe(`${'-'.repeat(27)}OX------XX${'-'.repeat(27)} X`)
  })

  test('passes, and moves out of turn', async () => {
    const board = `8 *O------ ${'-------- '.repeat(6)}*O------ *`
    const { record } = (await open(`(;GM[Othello]TY[8]BO[${board}]B[c1]W[PA]B[c8];)`)).entry(0)
    expect(mainLineMoves(record!.nodes)).toEqual([makePlacement(2), makePass(2), makePlacement(58)])
    expect(illegalMoves(othello, record!)).toEqual([])
    const wrong = (await open('(;GM[Othello]TY[8]W[f5]B[pass];)')).entry(0).record!
    expect(mainLineMoves(wrong.nodes)).toEqual([makePlacement(37, 2), PASS])
    expect(illegalMoves(othello, wrong)).toHaveLength(2)
  })

  test('many games, counts of synchro pairs before them', async () => {
    const collection = await open(`1 ${GAME}\n2 ${GAME}${GAME}\n`)
    expect(collection.count).toBe(3)
    expect([...collection.entries()].flatMap(({ issues }) => issues)).toEqual([])
    expect(collection.entry(2).record!.origin).toMatchObject({ index: 2, file: 'games.ggf' })
    expect(collection.listing(1).header).toEqual(collection.entry(1).record!.header)
  })

  test.each([
    ['a game without its end', GAME.slice(0, -2), ['ggf/unclosed']],
    ['text that is no property', GAME.replace('PB', '?!PB'), ['ggf/stray']],
    ['an invalid board', GAME.replace(START, '8 ----'), ['ggf/board']],
    ['a move that is no square', GAME.replace('B[c3]', 'B[z9]'), ['ggf/move']],
    ['a game of another kind', GAME.replace('Othello', 'Amazons'), ['ggf/game']],
  ])('%s', async (_, text, ids) => {
    const { issues } = (await open(text)).entry(0)
    expect(issues.map(({ id }) => id)).toEqual(ids)
  })

  test('the game after a damaged one is whole', async () => {
    const collection = await open(`${GAME.slice(0, 60)}\n${GAME}`)
    expect(collection.count).toBe(2)
    expect(collection.entry(1).issues).toEqual([])
    expect(collection.listing(0).kind).toBe('game')
  })

  test('a text without a game is refused', async () => {
    await expect(open('nothing')).rejects.toThrow(FormatError)
    const collection = await open(GAME)
    expect(() => collection.entry(1)).toThrow(TypeError)
  })

  test('names in another encoding', async () => {
    const bytes = Uint8Array.from(GAME.replace('ann', 'ann\u00e9'), (character) => character.charCodeAt(0))
    const collection = await ggf.open(new MemoryFileSet(new MemorySource('a.ggf', bytes)))
    expect(collection.entry(0).record!.header.players[0]!.name).toBe('ann\u00e9')
    const forced = await ggf.open(new MemoryFileSet(new MemorySource('a.ggf', bytes)), { encoding: 'windows-1251' })
    expect(forced.entry(0).record!.header.players[0]!.name).toBe('annй')
  })
})

describe('writing', () => {
  test.each([
    ['a plain game', GAME],
    ['unknown and repeated properties', GAME.replace('TY[8]', 'TY[8kr20]KB[B3/2.00/27.23]KW[B3/-8.27]XX[1]XX[2]')],
    ['spellings of its own', GAME.replace('2003.12.15_12:33:18.GMT', '947375357').replace('-12.00', '-12.000')],
    ['capitals', GAME.replaceAll(/([BW]\[)([a-h])/g, (_, start, column) => start + column.toUpperCase())],
    ['odd values of moves', GAME.replace('c3]', 'c3/1.5/00:03/x]').replace('d3/-2.00', 'd3///')],
    ['an unread move', GAME.replace('B[c3]', 'B[z9/1.00]')],
    ['White to begin', `(;GM[Othello]TY[8]BO[${START.slice(0, -1)}O]W[f4];)`],
  ])('%s comes back as it was', async (_, text) => {
    expect(await rewrite(text)).toBe(`${text}\n`)
  })

  test('what changed in the record wins over spellings kept', async () => {
    const { record } = (
      await open(GAME.replace('2003.12.15_12:33:18.GMT', '947375357').replace('c3]', 'c3/1.5]'))
    ).entry(0)
    record!.header.date = { year: 1999 }
    delete record!.header.instant
    record!.nodes[3]!.evaluation = { centipawns: 300 }
    const { text } = await write([record!])
    expect(text).toContain('DT[1999]')
    expect(text).toContain('B[c3/3.00]')
  })

  test('random games are read back as they were, implied passes written down', async () => {
    const random = seededRandom(31)
    for (let round = 0; round < scaled(30, 300); round++) {
      const side = [8, 10, 6, 4][round % 4]!
      const { moves, position } = randomOthelloGame(random, side, side)
      const record = emptyRecord('othello')
      if (side !== 8) record.size = { columns: side, rows: side }
      moves.forEach((move, ply) => record.nodes.push({ parent: ply, move }))
      const [black, white] = othello.outcome(position)!.score!
      record.header.result = { outcome: 'draw', score: [black, white] }
      if (black !== white)
        record.header.result = { outcome: 'win', winner: black > white ? 1 : 2, score: [black, white] }
      const { text, issues } = await write([record])
      expect(issues).toEqual([])
      const back = (await open(text)).entry(0).record!
      expect(illegalMoves(othello, back)).toEqual([])
      expect(
        mainLineMoves(back.nodes).filter((move) => move !== PASS && move !== makePass(1) && move !== makePass(2)),
      ).toEqual(moves)
      expect(back.header.result).toEqual(record.header.result)
      // Once passes are written, nothing changes any more.
      expect(withoutOrigin((await open((await write([back])).text)).entry(0).record!)).toEqual(withoutOrigin(back))
    }
  })

  test.each([
    ['a rectangle', { ...emptyRecord('othello'), size: { columns: 8, rows: 6 } }, ['ggf/board-size']],
    ['an invalid start', { ...emptyRecord('othello'), setup: 'x' }, ['ggf/setup']],
    [
      'times left',
      {
        ...emptyRecord('othello'),
        nodes: [{ parent: -1 }, { parent: 0, move: makePlacement(37), clock: { left: 9 } }],
      },
      ['ggf/clock'],
    ],
    [
      'an evaluation in words',
      {
        ...emptyRecord('othello'),
        nodes: [{ parent: -1 }, { parent: 0, move: makePlacement(37), evaluation: { text: '?' } }],
      },
      ['ggf/evaluation'],
    ],
    [
      'a change of the position',
      { ...emptyRecord('othello'), nodes: [{ parent: -1 }, { parent: 0, turn: 2 }] },
      ['ggf/edits'],
    ],
  ] as [string, GameRecord, string[]][])('%s is said to be lost', async (_, record, ids) => {
    expect((await write([record])).issues.map(({ id }) => id)).toEqual(ids)
  })

  test.each([
    [{ outcome: 'win', winner: 1, by: 'resignation' }, 'RE[+64.00:r]'],
    [{ outcome: 'win', winner: 2, by: 'time' }, 'RE[-64.00:t]'],
    [{ outcome: 'win', winner: 2, margin: 3.5 }, 'RE[-3.50]'],
    [{ outcome: 'win', winner: 1, score: [40, 24] }, 'RE[+16.00]'],
    [{ outcome: 'draw' }, 'RE[+0.00]'],
    [{ outcome: 'unfinished' }, undefined],
    [{ outcome: 'void' }, undefined],
  ] as [GameRecord['header']['result'], string | undefined][])('the result %j', async (result, written) => {
    const record = emptyRecord('othello')
    record.header.result = result
    expect(/RE\[.*?\]/.exec((await write([record])).text)?.[0]).toBe(written)
  })

  test('passes that the rules imply are written, but for games that came without them', async () => {
    const board = `8 *O------ ${'-------- '.repeat(6)}*O------ *`
    const text = `(;GM[Othello]TY[8]BO[${board}]B[c1]B[c8];)`
    const { record } = (await open(text)).entry(0)
    expect((await write([record!])).text).toBe(`${text}\n`)
    expect((await write([withoutOrigin(record!)])).text).toContain('B[c1]W[PA]B[c8]')
  })

  test('a game in the order of the servers, with the place of its event', async () => {
    const record = emptyRecord('othello')
    Object.assign(record.header, {
      event: { site: 'GGS' },
      date: { year: 2001, month: 5 },
      players: [
        { colour: 1, name: 'a', rating: 1500 },
        { colour: 2, name: 'b', rating: 1600.5 },
      ],
      timeControl: { text: '05:00' },
      rules: { komi: 1 },
      result: { outcome: 'win', winner: 1, score: [33, 31] },
    })
    const { text } = await write([record])
    expect(text).toBe(
      `(;GM[Othello]PC[GGS]DT[2001.05]PB[a]PW[b]RB[1500]RW[1600.5]TI[05:00]TY[8]KM[1]RE[+2.00]BO[${START}];)\n`,
    )
  })

  test('characters that the encoding lacks, and brackets', async () => {
    const record = emptyRecord('othello')
    record.header.players = [{ colour: 1, name: '名人 [x]' }]
    const { text, issues } = await write([record], 'windows-1252')
    expect(issues.map(({ id }) => id)).toEqual(['ggf/characters'])
    expect(text).toContain('PB[?? [x)]')
  })
})

describe('real files', () => {
  test('are read without issue and written as they were', needsCorpus('wthor/older-header'), async () => {
    for (const [name, games] of [
      ['test.ggf', 1],
      ['test2.ggf', 3],
    ] as const) {
      const text = Buffer.from(corpusBytes(`wthor/older-header/${name}`)).toString('latin1')
      const collection = await open(text)
      const entries = [...collection.entries()]
      expect(entries).toHaveLength(games)
      for (const { record, issues } of entries) expect([issues, illegalMoves(othello, record!)]).toEqual([[], []])
      expect(await rewrite(text)).toBe(text.replace(/^1 /, '').trimEnd() + '\n')
    }
  })
})

describe('hostile GGF', () => {
  test('long meaningless runs end soon', async () => {
    for (const run of ['A', '[', '(;', ' ', 'B[', 'AB[;']) {
      const collection = await open(`(;GM[Othello]${run.repeat(100_000)}`)
      expect(collection.count).toBeGreaterThan(0)
      collection.entry(0)
    }
  })
})

describe('detection', () => {
  test.each([
    [GAME, 'a.txt', 1],
    [`1 ${GAME}`, 'stdin', 1],
    [GAME.replace('Othello', 'Amazons'), 'a.ggf', 0.95],
    ['(;GM[2]FF[4])', 'a.sgf', 0],
    ['anything', 'a.ggf', 0.3],
    ['anything', 'a.txt', 0],
  ])('%j as %s', (text, name, certainty) => {
    const bytes = new TextEncoder().encode(text)
    expect(ggf.detect(bytes, name, bytes.length)).toBe(certainty)
  })
})
