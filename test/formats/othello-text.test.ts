import { describe, expect, test } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { detectFormat } from '../../src/convert/detect.ts'
import type { Collection } from '../../src/formats/format.ts'
import { othelloText } from '../../src/formats/othello-text/format.ts'
import { FormatError } from '../../src/issues/errors.ts'
import type { Issue } from '../../src/issues/issue.ts'
import { isPass, makePass, makePlacement, PASS } from '../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../src/model/record.ts'
import { mainLineMoves } from '../../src/model/tree.ts'
import { illegalMoves } from '../../src/rules/replay.ts'
import { othello } from '../../src/rules/othello/index.ts'
import { randomOthelloGame } from '../support/othello-games.ts'
import { seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'

/** The first final of the world championship of 2007, as the Othello world quotes it. */
const FINAL =
  'F5D6C5F4E3C6D3F6E6D7G4G3G6H3G5H4E7F7H5H6E8F3C4C7D8C8B8B4B6B5A4A5A6E2A3D2D1C1B1C2C3B2F2F1A1B3E1A2G1G2H1H2H7G7H8B7A8A7F8G8'
const MOVES = FINAL.toLowerCase()
const BOARD = 'XXXXXXXXXOOOOOOXXOXXXOXXXOXOXXOXXOOXOXOXXOOOXOOXXOOOOOOX-O-O-O--'

function open(text: string, settings: Record<string, string> = {}): Promise<Collection> {
  const source = new MemorySource('games.txt', new TextEncoder().encode(text))
  return othelloText.open(new MemoryFileSet(source), { settings })
}

async function read(text: string, settings?: Record<string, string>): Promise<GameRecord[]> {
  return [...(await open(text, settings)).entries()].map((entry) => entry.record!)
}

function transcript(record: GameRecord): string {
  const position = othello.start(record)
  return mainLineMoves(record.nodes)
    .map((move) => othello.writeMove(position, move))
    .join('')
}

async function write(records: readonly GameRecord[], settings: Record<string, string> = {}) {
  const out = new MemorySinkSet('games.txt')
  const writer = await othelloText.write(out, { settings })
  const issues: Issue[] = records.flatMap((record) => writer.add(record).issues)
  issues.push(...writer.finish())
  return { text: new TextDecoder().decode(out.files.get('games.txt')), issues }
}

function numbered(moves: string, from = 1, perLine = Infinity): string {
  const squares = moves.match(/../g)!
  let text = ''
  for (let index = 0; index < squares.length; index += 2) {
    text += `${from + index / 2}. ${squares.slice(index, index + 2).join(' ')}${(index / 2 + 1) % perLine === 0 ? '\n' : ' '}`
  }
  return text
}

describe('a transcript is recognised', () => {
  test.each([
    ['glued', MOVES],
    ['in capitals', FINAL],
    [
      'with a letter case for each side',
      MOVES.replaceAll(/(..)(..)/g, (_, black, white) => black.toUpperCase() + white),
    ],
    ['with blanks', FINAL.match(/../g)!.join(' ')],
    ['with commas', FINAL.match(/../g)!.join(', ')],
    ['numbered', numbered(FINAL)],
    ['numbered on many lines', numbered(FINAL, 1, 4)],
    ['numbered, a pair a line, as xboard has it', numbered(FINAL, 1, 1)],
    ['broken over lines', MOVES.replaceAll(/.{40}/g, '$&\n')],
    ['with its score', `${MOVES} 35-29`],
    ['with the lead', `${FINAL} +6`],
    ['among other words', `Athens 2007, final: Nicolet - Tominaga ${FINAL} (35-29)`],
    ['with a byte order mark', `\uFEFF${MOVES}`],
    ['with ends of lines of another system', `${MOVES}\r\n`],
    ['after a comment and names', `% the final\nBlack: Nicolet\nWhite: Tominaga\n${FINAL}`],
  ])('%s', async (_, text) => {
    const records = await read(text)
    expect(records.map(transcript)).toEqual([MOVES])
    expect(illegalMoves(othello, records[0]!)).toEqual([])
    expect(records[0]!.header.result).toEqual({ outcome: 'win', winner: 1, score: [35, 29] })
    const bytes = new TextEncoder().encode(text)
    expect(detectFormat(new MemorySource('stdin', bytes))?.id).toBe('othello-text')
  })

  test('with a square beyond a board that is given', async () => {
    const start = '---------------------------OX------XO--------------------------- X'
    const { record, issues } = (await open(`${start} f5d6j3c3`)).entry(0)
    expect(record!.nodes.map(({ unread }) => unread?.text)).toEqual([undefined, undefined, undefined, 'j3', undefined])
    expect(issues).toMatchObject([
      { id: 'othello-text/move', params: { move: 'j3', columns: 8, rows: 8 }, place: { node: 3 } },
    ])
  })

  test.each([
    ['40-24', { outcome: 'win', winner: 1, score: [40, 24] }],
    ['20-30', { outcome: 'win', winner: 2, score: [20, 44] }],
    ['32-32', { outcome: 'draw', score: [32, 32] }],
    ['40-25', { outcome: 'unfinished' }],
    ['0-0', { outcome: 'unfinished' }],
    ['+64', { outcome: 'win', winner: 1, score: [64, 0] }],
    ['+66', { outcome: 'unfinished' }],
    ['+3', { outcome: 'unfinished' }],
  ])('that was given up, with the score %s', async (score, result) => {
    expect((await read(`f5d6c3d3c4f4f6f3e6e7 ${score}`))[0]!.header.result).toEqual(result)
  })

  test('turned to another first move, and turned back on request', async () => {
    for (const other of ['c4e3f6e6', 'e6f4c3c4', 'd3c5f6f5']) {
      expect((await read(other)).map(transcript)).toEqual([other])
      expect((await read(other, { 'first-move': 'turn' })).map(transcript)).toEqual(['f5d6c3d3'])
    }
  })

  test('of a game on a larger board', async () => {
    const { moves } = randomOthelloGame(seededRandom(1), 10, 10)
    const position = othello.start({ size: { columns: 10, rows: 10 } })
    const text = moves.map((move) => othello.writeMove(position, move)).join('')
    const [record] = await read(text)
    expect(record!.size).toEqual({ columns: 10, rows: 10 })
    expect(mainLineMoves(record!.nodes)).toEqual(moves)
  })

  test('with the words around it kept', async () => {
    const [record] = await read(`% found in a book\nBlack: Ann\nWhite: Bob\nA fine game ${FINAL}`)
    expect(record!.header).toMatchObject({
      title: 'A fine game',
      about: 'found in a book',
      players: [
        { colour: 1, name: 'Ann' },
        { colour: 2, name: 'Bob' },
      ],
    })
  })
})

describe('many games', () => {
  test('one line each, none of which continues another', async () => {
    expect((await read(`f5d6c3\nf5f6e6\n\nd3c3c4`)).map(transcript)).toEqual(['f5d6c3', 'f5f6e6', 'd3c3c4'])
  })

  test('numbered again', async () => {
    expect((await read('1. f5 d6\n2. c3 d3\n1. f5 f6\n2. e6 f4')).map(transcript)).toEqual(['f5d6c3d3', 'f5f6e6f4'])
  })

  test('with names of their own', async () => {
    const records = await read('Black: A\nWhite: B\nf5d6\nBlack: C\nWhite: D\nf5f6')
    expect(records.map(({ header }) => header.players.map(({ name }) => name).join())).toEqual(['A,B', 'C,D'])
  })

  test('a comment belongs to the game after it, of moves or of a board', async () => {
    for (const [first, second] of [
      ['f5d6c3', 'f5f6e6'],
      [`${BOARD} X`, `${BOARD} O`],
    ]) {
      const records = await read(`% one\n// two\n${first}\n# three\n${second}\n`)
      expect(records.map(({ header }) => header.about)).toEqual(['one\ntwo', 'three'])
    }
  })

  test('meaningless lines are reported', async () => {
    const collection = await open(`What a day\nf5d6\nSo it goes`)
    expect(collection.count).toBe(1)
    expect(collection.issues.map(({ id, place }) => [id, place!.line])).toEqual([
      ['othello-text/line', 1],
      ['othello-text/line', 3],
    ])
    expect((await open(`f5\n${'words\n'.repeat(30)}`)).issues).toHaveLength(21)
  })
})

describe('a board is recognised', () => {
  test.each([
    ['alone', `${BOARD} X`, 'X'],
    ['with White to move', `${BOARD} O`, 'O'],
    ['without a side to move', BOARD, 'X'],
    ['in another alphabet', `${BOARD.toLowerCase().replaceAll('-', '.').replaceAll('x', '*')} o`, 'O'],
    ['as the servers have it', `[8 ${BOARD.match(/.{8}/g)!.join(' ').replaceAll('X', '*')} *]`, 'X'],
    ['drawn', BOARD.match(/.{8}/g)!.join('\n'), 'X'],
    [
      'drawn with its coordinates and the side to move',
      `  a b c d e f g h\n${BOARD.match(/.{8}/g)!
        .map((row, index) => `${index + 1} ${row.split('').join(' ')} ${index + 1}`)
        .join('\n')}\n  a b c d e f g h\nX to move\n`,
      'X',
    ],
  ])('%s', async (_, text, side) => {
    // White has no move, so that Black moves in any case.
    const [record] = await read(text)
    expect(record!.setup).toBe(`${BOARD} X`)
    expect(side === 'X' || side === 'O').toBe(true)
    expect(detectFormat(new MemorySource('stdin', new TextEncoder().encode(text)))?.id).toBe('othello-text')
  })

  test('with moves after it, glued, with passes', async () => {
    for (const text of [
      `${BOARD} X A8PAC8PAE8`,
      `${BOARD} X a8 pa c8 pa e8`,
      `${BOARD.match(/.{8}/g)!.join('\n')}\nX\na8pac8pae8`,
    ]) {
      const [record] = await read(text)
      expect(record!.setup).toBe(`${BOARD} X`)
      expect(transcript(record!).replaceAll('pa', '')).toBe('a8c8e8')
      expect(mainLineMoves(record!.nodes).filter(isPass)).toHaveLength(2)
    }
  })

  test('whose first move begins with the letter of a disc', async () => {
    const start = othello.format(othello.start()).replace(/ X$/, '')
    for (const text of [`${start}Xb1`, `${start} X b1`, `${start} b1`, `${start}B1`]) {
      const [record] = await read(text)
      expect([record!.setup, transcript(record!)]).toEqual([undefined, 'b1'])
    }
  })

  test('with a solution of moves and scores', async () => {
    const records = await read(`% suite\n${BOARD} X; a8:+12; c8:-4; % FFO 1\n${BOARD} X; c8:+0;\n`)
    expect(records.map(({ header }) => header.kind)).toEqual(['problem', 'problem'])
    expect(records[0]!.nodes).toEqual([
      { parent: -1 },
      { parent: 0, move: makePlacement(56), evaluation: { centipawns: 1200 } },
      { parent: 0, move: makePlacement(58), evaluation: { centipawns: -400 } },
    ])
    expect(records[1]!.nodes).toHaveLength(2)
  })

  test('of the initial position is not a set-up', async () => {
    const [record] = await read(`${othello.format(othello.start())} f5d6`)
    expect([record!.setup, transcript(record!)]).toEqual([undefined, 'f5d6'])
  })

  test('but a line of dashes is not one', async () => {
    expect((await read(`${'-'.repeat(64)}\nf5d6\n--------\nf5f6`)).map(transcript)).toEqual(['f5d6', 'f5f6'])
  })
})

describe('Othello Quest', () => {
  const game = {
    id: 'x1',
    created: '2024-01-01',
    players: [
      { id: 'ann', name: 'Ann' },
      { id: 'bob', name: 'Bob' },
    ],
    position: { size: 8, moves: [{ m: 'f5', t: 1200 }, { m: 'd6', t: 800 }, { m: '-' }, { m: 'z9' }] },
  }

  test('a game with its players and moves, the rest kept', async () => {
    const collection = await open(JSON.stringify(game))
    const { record, issues } = collection.entry(0)
    expect(record!.header.players).toEqual([
      { colour: 1, name: 'Ann', id: 'ann', domain: 'othello-quest' },
      { colour: 2, name: 'Bob', id: 'bob', domain: 'othello-quest' },
    ])
    expect(record!.nodes.slice(1).map(({ move, unread }) => move ?? unread!.text)).toEqual([
      makePlacement(37),
      makePlacement(43),
      PASS,
      'z9',
    ])
    expect(issues.map(({ id }) => id)).toEqual(['othello-text/not-square'])
    expect(record!.native).toEqual({ 'othello-text': { id: 'x1', created: '2024-01-01', position: { size: 8 } } })
    expect(record!.nodes[1]!.clock).toEqual({ spent: 1.2 })
    expect(detectFormat(new MemorySource('stdin', new TextEncoder().encode(JSON.stringify(game))))?.id).toBe(
      'othello-text',
    )
  })

  test('a list of games, turned on request', async () => {
    const moves = [{ m: 'c4' }, { m: 'e3' }]
    const list = [{ players: [], moves }, { position: { moves } }]
    expect((await read(JSON.stringify(list), { 'first-move': 'turn' })).map(transcript)).toEqual(['f5d6', 'f5d6'])
  })

  test('text that only looks like it is refused', async () => {
    await expect(open('{"m":"f5"')).rejects.toThrow(FormatError)
    await expect(open('[1, {"m":"f5"}, ]')).rejects.toThrow(FormatError)
  })
})

describe('writing', () => {
  test('in every way is read back', async () => {
    const random = seededRandom(41)
    const styles: Record<string, string>[] = [
      {},
      { letters: 'capitals', spaces: 'yes' },
      { letters: 'sides', passes: 'yes' },
      { numbers: 'yes' },
      { numbers: 'yes', passes: 'yes', score: 'yes' },
    ]
    for (let round = 0; round < scaled(60, 600); round++) {
      const side = [8, 8, 10, 6][round % 4]!
      const { moves } = randomOthelloGame(random, side, side)
      const record = emptyRecord('othello')
      if (side !== 8) record.size = { columns: side, rows: side }
      moves.forEach((move, ply) => record.nodes.push({ parent: ply, move }))
      for (const settings of styles) {
        const { text, issues } = await write([record, record], settings)
        expect(issues).toEqual([])
        const back = await read(text)
        expect(back).toHaveLength(2)
        for (const each of back) {
          expect([each.size, each.setup]).toEqual([record.size, undefined])
          expect(mainLineMoves(each.nodes).filter((move) => !isPass(move))).toEqual(moves)
          expect(illegalMoves(othello, each)).toEqual([])
        }
      }
    }
  })

  test('the usual style is one line of small letters, passes left to the rules', async () => {
    const [record] = await read(`${FINAL} 35-29`)
    expect((await write([record!])).text).toBe(`${MOVES}\n`)
    expect((await write([record!], { score: 'yes', letters: 'capitals' })).text).toBe(`${FINAL} 35-29\n`)
  })

  test('a set-up has its board before the moves', async () => {
    const text = `${BOARD} X a8c8e8\n`
    expect((await write(await read(text))).text).toBe(text)
    expect((await write(await read(`${BOARD} X a8pac8pae8`), { passes: 'yes', spaces: 'yes' })).text).toBe(
      `${BOARD} X a8 pa c8 pa e8\n`,
    )
  })

  test('with the first move turned', async () => {
    const records = await read('c4e3f6e6')
    expect((await write(records, { 'first-move': 'turn' })).text).toBe('f5d6c3d3\n')
    expect(records.map(transcript)).toEqual(['c4e3f6e6'])
  })

  test.each([
    ['nothing at all', emptyRecord('othello'), ['othello-text/empty']],
    ['a rectangle', { ...emptyRecord('othello'), size: { columns: 8, rows: 6 } }, ['othello-text/board-size']],
    ['an invalid start', { ...emptyRecord('othello'), setup: 'x' }, ['othello-text/setup']],
    [
      'a move out of turn',
      { ...emptyRecord('othello'), nodes: [{ parent: -1 }, { parent: 0, move: makePlacement(37, 2) }] },
      ['othello-text/turn'],
    ],
    [
      'a pass out of turn',
      { ...emptyRecord('othello'), nodes: [{ parent: -1 }, { parent: 0, move: makePass(1) }, { parent: 1, move: 1 }] },
      ['othello-text/turn'],
    ],
    [
      'an unread move',
      {
        ...emptyRecord('othello'),
        nodes: [{ parent: -1 }, { parent: 0, move: makePlacement(37) }, { parent: 1, unread: { text: '?' } }],
      },
      ['othello-text/unread'],
    ],
    [
      'a change of the position',
      {
        ...emptyRecord('othello'),
        nodes: [{ parent: -1 }, { parent: 0, move: makePlacement(37) }, { parent: 1, turn: 1 }],
      },
      ['othello-text/edits'],
    ],
  ] as [string, GameRecord, string[]][])('%s is told', async (_, record, ids) => {
    expect((await write([record])).issues.map(({ id }) => id)).toEqual(ids)
  })
})

describe('detection leaves other texts alone', () => {
  test.each([
    ['e2e4e7e5g1f3b8c6f1b5a7a6'],
    ['1. c4 c5 2. Nf3 Nc6 3. e3 e5'],
    ['1. e4 e5 2. d4 d5'],
    ['Dear all, see you at f5 tomorrow'],
    ['--------\n--------'],
    ['[Event "x"]\n\n1. f5 d6'],
    ['(;GM[2]FF[4]B[f5])'],
    ['{"moves": ["f5"]}'],
    ['f5d6\0c3'],
    [''],
  ])('%j', (text) => {
    expect(othelloText.detect(new TextEncoder().encode(text), 'a.txt', text.length)).toBeLessThan(0.5)
  })

  test('no game is refused', async () => {
    await expect(open('nothing here')).rejects.toThrow(FormatError)
    expect(await open('')).toMatchObject({ count: 0 })
    const collection = await open('f5')
    expect(() => collection.entry(1)).toThrow(TypeError)
    expect(() => collection.listing(-1)).toThrow(TypeError)
  })
})

describe('hostile text', () => {
  test('long runs end soon', async () => {
    for (const run of ['f5', 'X', '- ', 'pa', '1.', '(', 'f', ' ', 'a8:+1;', 'X\n', '% \n', '{"m":"f5"}']) {
      await open(`f5d6\n${run.repeat(100_000)}`).then((collection) => collection.entry(0))
    }
  })
})
