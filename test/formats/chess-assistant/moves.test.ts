/** The codes of moves: the table against the one printed in the description, and games worked out by hand. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  addStep,
  CODE_NUMBER,
  CODE_STEP,
  codeOf,
  MOVE_CODES,
  stepOf,
} from '../../../src/formats/chess-assistant/moves/codes.ts'
import { makeMove } from '../../../src/model/move.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { chess } from '../../../src/rules/chess/index.ts'
import { drawTree, readPgn } from '../../support/pgn.ts'
import { databaseOf, gameCodes, openDatabase, writeDatabase } from '../../support/chess-assistant.ts'

/** Code, piece, and its step for White and for Black, as the description lists them; 172 to 206 repeat 137 to 171 for piece 17. */
const printed = readFileSync(join(import.meta.dirname, 'move-table.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
  .map(
    ([code, piece, white, black]) => [Number(code), Number(piece), parseInt(white!, 16), parseInt(black!, 16)] as const,
  )
const table = [
  ...printed,
  ...printed.slice(137).map(([code, , white, black]) => [code + 35, 17, white, black] as const),
]

test('the generated table is the printed one, from every square', () => {
  expect(table).toHaveLength(MOVE_CODES)
  for (const [code, piece, white, black] of table) {
    expect([CODE_NUMBER[code], CODE_STEP[code]]).toEqual([piece, white])
    for (const [colour, step] of [
      [1, white],
      [2, black],
    ] as const) {
      expect(stepOf(code, colour)).toBe(step)
      for (let from = 0; from < 64; from++) {
        const place = ((from >> 3) << 4) | (from & 7)
        const target = (place + step) & 0x77
        const to = (target >> 4) * 8 + (target & 7)
        expect(addStep(from, step, 1)).toBe(to)
        expect(codeOf(piece, colour, from, to)).toBe(code)
      }
    }
  }
})

const VECTORS: readonly [moves: string, codes: string][] = [
  ['1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O', '19 19 43 39 64 0 67 40 208'],
  ['1. e4 Nf6 2. e5 d5 3. exd6', '19 40 16 15 210 17'],
  ['1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Nbd7 5. bxa8=Q Qb6 6. Qxa7', '19 15 17 8 17 40 17 38 209 17 176 107 157'],
  ['1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O 6. Kb1 Kb8', '15 15 36 39 50 58 128 122 207 207 133 133'],
  ['1. e4 (1. d4 d5 (1... Nf6 2. c4)) 1... e5', '231 15 231 40 11 232 15 232 19 19'],
  ['1. e4 -- 2. d4', '19 211 15'],
]

describe('games worked out by hand', () => {
  test.each(VECTORS)('%s', async (moves, codes) => {
    const expected = codes.split(' ').map(Number)
    const { records } = await readPgn(`[Result "*"]\n\n${moves} *\n`)
    const { files, issues } = await writeDatabase(records)
    expect(issues).toEqual([])
    expect([...gameCodes(files)[0]!]).toEqual(expected)
    const entry = (await openDatabase(await databaseOf([expected]))).entry(0)
    expect(entry.issues).toEqual([])
    expect(drawTree(entry.record!)).toBe(drawTree(records[0]!))
  })
})

test('a third promoted piece takes the number of its pawn and moves in the extended form', async () => {
  const setup = '2r5/1P5k/N7/N7/Q7/Q7/Q6K/8 w - - 0 1'
  const { records } = await readPgn(`[SetUp "1"]\n[FEN "${setup}"]\n\n1. bxc8=N Kg7 2. Nb6 *\n`)
  const { files, issues } = await writeDatabase(records)
  expect(issues).toEqual([])
  expect([...gameCodes(files)[0]!.subarray(77)]).toEqual([209, 6, 65, 133, 213, 103])
  const entry = (await openDatabase(files)).entry(0)
  expect(entry.issues).toEqual([])
  expect(drawTree(entry.record!)).toBe(drawTree(records[0]!))
  expect(entry.record!.setup).toBe(records[0]!.setup)
})

test('an unknown code ends only its own game, whose remaining bytes are kept', async () => {
  const collection = await openDatabase(
    await databaseOf([
      [19, 19, 222, 1, 2],
      [15, 15],
    ]),
  )
  const [first, second] = [...collection.entries()]
  expect(drawTree(first!.record!)).toContain('e5')
  expect(first!.issues.map(({ id }) => id)).toEqual(['chess-assistant/unread-moves'])
  expect(first!.record!.native).toEqual({ 'chess-assistant': { unread: '3gEC' } })
  expect(second!.issues).toEqual([])
})

test('comments of every kind keep their place', async () => {
  const text = (kind: number, content: string) => [235, content.length + 1, kind, ...Buffer.from(content, 'latin1')]
  const codes = [...text(4, 'start'), 19, 234, 2, 33, ...text(4, 'after'), ...text(5, 'before'), 19]
  const evaluation = [235, 8, 29, 0x9c, 0xff, 255, 0, ...Buffer.from('CAP')]
  codes.push(235, 5, 29, 100, 0, 255, 0, ...evaluation, 43, ...evaluation)
  codes.push(235, 1, 8, ...text(6, 'by me'), ...text(7, 'f'), ...text(21, 'g'), 233, 7, 236, 4, 0, 0, 0, 4, 97, 98, 99)
  const { record, issues } = (await openDatabase(await databaseOf([codes]))).entry(0)
  expect(issues).toEqual([])
  const [root, first, second, third] = record!.nodes
  expect(root!.comments).toEqual([{ text: 'start', placement: 'after' }])
  expect(first).toMatchObject({ glyphs: [{ nag: 1 }], comments: [{ text: 'after', placement: 'after' }] })
  expect(second).toMatchObject({ comments: [{ text: 'before', placement: 'before' }], evaluation: { centipawns: 100 } })
  expect(third!.evaluation).toEqual({ centipawns: -100, source: 'CAP' })
  expect(third!.annotations!.map((item) => (item.type === 'unknown' ? item.code : item.type))).toEqual([
    'diagram',
    '6',
    '7',
    '21',
    '233',
  ])
  expect(third!.comments).toEqual([{ text: 'abc', placement: 'after' }])
  const { files } = await writeDatabase([record!])
  expect((await openDatabase(files)).entry(0).record!.nodes).toEqual(record!.nodes)
})

test('symbols are the glyphs of their text', async () => {
  const symbols = '! ? !! ?? !? ?! = Inf +/= =/+ +/- -/+ +- -+ ^ -> =/Inf ->/<-'.split(' ')
  const games = symbols.map((text) => [19, 235, text.length + 1, 2, ...Buffer.from(text)])
  const collection = await openDatabase(await databaseOf(games))
  const glyphs = [...collection.entries()].map(({ record }) => record!.nodes[1]!.glyphs!.map(({ nag }) => nag))
  expect(glyphs.flat()).toEqual([1, 2, 3, 4, 5, 6, 10, 13, 14, 15, 16, 17, 18, 19, 36, 40, 44, 132])
})

test('promotions are to one of four pieces', async () => {
  const { records } = await readPgn('[SetUp "1"]\n[FEN "4k3/7P/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. h8=Q+ *\n')
  const codes = [...gameCodes((await writeDatabase(records)).files)[0]!]
  const step = codes.pop()! & 31
  const games = Array.from({ length: 8 }, (_, kind) => [...codes, step | (kind << 5)])
  const entries = [...(await openDatabase(await databaseOf(games))).entries()]
  expect(entries.map(({ record }) => record!.nodes[1]?.move)).toEqual([
    undefined,
    undefined,
    ...[1, 2, 3, 4].map((promotion) => makeMove(55, 63, promotion)),
    undefined,
    undefined,
  ])
  expect(entries.flatMap(({ issues }) => issues.map(({ params }) => params))).toEqual(
    [0, 1, 6, 7].map((piece) => ({ reason: { id: 'fault/promotion', params: { piece } } })),
  )
})

test('what is unknown keeps its place before or after a move, each copy the same', async () => {
  // A symbol and a diagram before a move, the same after one, and evaluations that say one thing in two ways.
  const usual = [235, 5, 29, 100, 0, 255, 0]
  const long = [235, 8, 29, 100, 0, 255, 0, ...Buffer.from('CAP')]
  const before = [234, 3, 0xb1, 235, 3, 9, 1, 2]
  const games = [
    [19, ...before, 19, 43],
    [19, 234, 2, 0xb1, 235, 3, 8, 1, 2, 19],
    [19, ...long, ...usual, 19, ...usual, ...usual],
    [19, 235, 6, 29, 100, 0, 255, 1, 9, 19],
    [19, 231, ...before, 11, 232, 19, ...before],
    [19, 233, 7, 19],
  ]
  const first = [...(await openDatabase(await databaseOf(games))).entries()].map(({ record }) => record!)
  expect(first[0]!.nodes[2]!.annotations!.map(({ type }) => type)).toEqual(['unknown', 'unknown'])
  const { files, issues } = await writeDatabase(first)
  expect(issues.filter(({ id }) => id.startsWith('loss'))).toEqual([])
  const written = gameCodes(files).map((codes) => [...codes])
  for (const game of [0, 1, 3, 5]) expect(written[game]).toEqual(games[game])
  const second = [...(await openDatabase(files)).entries()].map(({ record }) => record!)
  expect(second.map(({ nodes }) => nodes)).toEqual(first.map(({ nodes }) => nodes))
})

test('symbols and diagrams before a move stay there', async () => {
  const before = [234, 3, 33, 235, 3, 3, 63, 63, 235, 5, 3, 36, 49, 52, 48, 235, 1, 9]
  const games = [
    [...before, 19, 234, 2, 63, 235, 1, 8, 19],
    // In a variation, before the move that one replaces, and within both.
    [19, 231, ...before, 11, ...before, 43, 232, ...before, 19],
    before,
  ]
  const first = [...(await openDatabase(await databaseOf(games))).entries()].map(({ record }) => record!)
  const glyphs = [1, 4, 140].map((nag) => ({ nag, code: 'prefix' }))
  const diagrams = [{ type: 'diagram', placement: 'before' }] as const
  expect(first[0]!.nodes[1]).toMatchObject({
    glyphs: [...glyphs, { nag: 2 }],
    annotations: [...diagrams, { type: 'diagram' }],
  })
  for (const node of first[1]!.nodes.slice(2)) expect(node).toMatchObject({ glyphs, annotations: diagrams })
  expect(first[2]!.nodes).toEqual([{ parent: -1, glyphs, annotations: diagrams }])
  const { files, issues } = await writeDatabase(first)
  expect(issues.filter(({ id }) => id.startsWith('loss'))).toEqual([])
  const second = [...(await openDatabase(files)).entries()].map(({ record }) => record!)
  expect(second.map(({ nodes }) => nodes)).toEqual(first.map(({ nodes }) => nodes))
  const codes = gameCodes(files).map((bytes) => [...bytes])
  // The diagram is written before the symbols.
  const written = [...before.slice(-3), ...before.slice(0, -3)]
  expect(codes).toEqual([
    [...written, 19, 234, 2, 63, 235, 1, 8, 19],
    [19, 231, ...written, 11, ...written, 43, 232, ...written, 19],
    written,
  ])
})

test('what comes before a missing move goes after the last one', async () => {
  const text = (kind: number) => [235, 2 + 1, kind, 111, 107]
  const before = [234, 3, 33, 234, 3, 0xb1, ...text(5), 235, 1, 9]
  const after = [234, 2, 33, ...text(4), 234, 2, 0xb1, 235, 1, 8]
  const games = [
    [19, ...before],
    [19, 231, 15, ...before, 232, 19],
    [19, 231, ...before, 232, 19],
  ]
  const collection = await openDatabase(await databaseOf(games))
  const { files } = await writeDatabase([...collection.entries()].map(({ record }) => record!))
  expect(gameCodes(files).map((bytes) => [...bytes])).toEqual([
    [19, ...after],
    [19, 231, 15, ...after, 232, 19],
    [19, ...after, 19],
  ])
})

test('what a start has before its move stays at the start', async () => {
  const { records } = await readPgn('1. e4 *\n')
  Object.assign(records[0]!.nodes[0]!, {
    glyphs: [{ nag: 3, code: 'prefix' }],
    comments: [{ text: 'ok', placement: 'before' }],
    annotations: [{ type: 'diagram', placement: 'before' }],
  })
  const { files } = await writeDatabase(records)
  expect([...gameCodes(files)[0]!]).toEqual([235, 3, 4, 111, 107, 235, 1, 8, 235, 3, 2, 33, 33, 19])
})

test('start positions that the format cannot say are refused, late ones changed and reported', async () => {
  const start = (fen: string, moves: string) => `[SetUp "1"]\n[FEN "${fen}"]\n\n${moves} *\n\n`
  const { records } = await readPgn(
    start('4k3/8/8/8/7P/8/PPPPPPPP/4K3 w - - 0 1', '1. h5') +
      start('4k3/8/8/8/8/8/8/R3K2R b KQ - 0 32768', '32768... Kd7') +
      start('4k3/8/8/8/8/8/8/R3K2R b KQ - 0 40000', '40000... Kd7'),
  )
  const { files, issues } = await writeDatabase(records)
  expect(issues.map(({ id }) => id).filter((id) => !/opening/.test(id))).toEqual([
    'chess-assistant/too-many-pieces',
    'chess-assistant/move-number',
  ])
  const setups = [...(await openDatabase(files)).entries()].map(({ record }) => record!.setup)
  expect(setups).toEqual(Array(2).fill('4k3/8/8/8/8/8/8/R3K2R b KQ - 0 32768'))
})

test('castling is that of king and rook at home', async () => {
  const { records } = await readPgn(
    '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K1RR w K - 0 1"]\n\n*\n\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]\n\n*\n',
  )
  // The king takes the rook beside it: no castling that a code could mean.
  records[0]!.nodes.push({ parent: 0, move: move('e1', 'g1') })
  const chess960 = { ...records[1]!, setup: '4k3/8/8/8/8/8/8/1R2K3 w B - 0 1' }
  const { files, issues } = await writeDatabase([...records, chess960])
  expect(issues.map(({ id }) => id).filter((id) => !/opening/.test(id))).toEqual([
    'chess-assistant/unwritable-move',
    'chess-assistant/castling',
  ])
  // The rights of White's long castling, and of three others that nothing stands behind.
  const codes = [...gameCodes(files)[1]!]
  expect(codes[75]).toBe(2)
  codes[75] = 15
  const entry = (await openDatabase(await databaseOf([[...codes, 207]]))).entry(0)
  expect(entry.issues.map(({ params }) => params)).toEqual([{ oddity: { id: 'oddity/castling', params: {} } }])
  expect(drawTree(entry.record!)).toContain('O-O-O')
})

/** A move between two squares by their names. */
function move(from: string, to: string): number {
  const square = (name: string) => (Number(name[1]) - 1) * 8 + name.charCodeAt(0) - 97
  return makeMove(square(from), square(to))
}

test('marks of en passant captures that are missing or wrong are odd, and no more', async () => {
  const marked = [19, 40, 16, 15, 210, 17]
  const unmarked = [19, 40, 16, 15, 17]
  const wrong = [19, 210, 15, 210, 43]
  const entries = [...(await openDatabase(await databaseOf([marked, unmarked, wrong]))).entries()]
  expect(entries.map(({ issues }) => issues.map(({ id }) => id))).toEqual([
    [],
    ['chess-assistant/odd-record'],
    ['chess-assistant/odd-record'],
  ])
  expect(entries[1]!.record!.nodes).toEqual(entries[0]!.record!.nodes)
  expect(entries[2]!.record!.nodes).toHaveLength(4)
})

test('what is said in a variation without moves stays', async () => {
  const text = (kind: number, content: string) => [235, content.length + 1, kind, ...Buffer.from(content, 'latin1')]
  const codes = [19, 231, ...text(4, 'nothing better'), ...text(5, 'at all'), 232, 19]
  const { record, issues } = (await openDatabase(await databaseOf([codes]))).entry(0)
  expect(issues).toEqual([])
  expect(record!.nodes[1]!.comments).toEqual([
    { text: 'nothing better', placement: 'after' },
    { text: 'at all', placement: 'after' },
  ])
  const start = (await openDatabase(await databaseOf([[231, ...text(4, 'nothing'), 232, 19]]))).entry(0).record!
  expect(start.nodes[0]!.comments).toEqual([{ text: 'nothing', placement: 'after' }])
})

test('a length of three bytes is read where that of two is invalid', async () => {
  const text = 'x'.repeat(40_000)
  const codes = [19, 236, 0x41, 0x9c, 0, 0, 4, ...Buffer.from(text), 19]
  const files = await databaseOf([[15, 15]])
  const head = [(codes.length & 127) | 128, ((codes.length >> 7) & 127) | 128, codes.length >> 14]
  files.set('base.d02', Uint8Array.from([0, 0, ...head, ...codes]))
  const { record, issues } = (await openDatabase(files)).entry(0)
  expect(issues.map(({ id }) => id)).toEqual(['chess-assistant/long-length'])
  expect(drawTree(record!)).toContain('e5')
  expect(record!.nodes[1]!.comments![0]!.text).toBe(text)
})

test('main lines with the keys of their positions, where the line of the tree is that of the record', async () => {
  const { records } = await readPgn(
    '1. e4 (1. d4 d5) 1... e5 2. -- *\n\n[Result "*"]\n\n*\n\n[SetUp "1"]\n[FEN "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. a8=Q+ Kd7 2. O-O *\n',
  )
  const codes = gameCodes((await writeDatabase(records)).files).map((bytes) => [...bytes])
  // An illegal move, one that nobody can read, and a variation in the place of no move.
  const games = [...codes, [19, 19, 19, 0], [19, 250], [19, 231, 19, 43, 232]]
  const collection = await openDatabase(await databaseOf(games))
  const lines: (number[] | undefined)[] = []
  for (const { record, playedLine } of collection.entries({ playedLine: { keys: true } })) {
    const line = playedLine?.keyed
    lines.push(line && [...line.moves.subarray(0, line.length)])
    if (!line) continue
    const position = chess.start(record)
    const keys = [position.zobristHigh, position.zobristLow]
    for (const move of mainLineMoves(record!.nodes)) {
      position.play(move)
      keys.push(position.zobristHigh, position.zobristLow)
    }
    expect([...line.keys.subarray(0, 2 * line.length + 2)]).toEqual(keys)
  }
  const moves = [...collection.entries()].map(({ record }) => mainLineMoves(record!.nodes))
  expect(lines).toEqual(moves)
  expect(moves.map(({ length }) => length)).toEqual([3, 0, 3, 4, 1, 1])
  expect(collection.entry(0).playedLine).toBeUndefined()
})

test('a fault in a variation leaves the line and the other variations whole', async () => {
  // After 1. e4 two variations, the first of which begins with castling that is not possible.
  const collection = await openDatabase(await databaseOf([[19, 231, 208, 231, 19, 232, 8, 232, 231, 8, 232, 19]]))
  const { record, issues } = collection.entry(0)
  expect(issues.map(({ id }) => id)).toEqual(['chess-assistant/unread-variation'])
  expect(mainLineMoves(record!.nodes)).toHaveLength(2)
  expect(record!.nodes.map(({ unread }) => unread?.base64)).toContain('0OcT6Ag=')
})

test('variations without a move to replace leave the line where it ends', async () => {
  const { record, issues } = (await openDatabase(await databaseOf([[19, 231, 19, 232, 231, 8, 232]]))).entry(0)
  expect(issues.map(({ id }) => id)).toEqual(['chess-assistant/variation-at-end'])
  expect(record!.nodes.map(({ parent }) => parent)).toEqual([-1, 0, 1, 1, 1])
  expect(mainLineMoves(record!.nodes)).toHaveLength(1)
  expect(record!.nodes[2]!.move).toBeUndefined()
})

test.each([
  ['no moves, and none after it', [231, 232], [-1]],
  ['no moves, and none after a move', [19, 231, 232], [-1, 0]],
  ['a move, and none after it', [231, 19, 232], [-1, 0, 0]],
  ['a move, and none after a move', [19, 231, 8, 232], [-1, 0, 1, 1]],
  ['a variation alone', [19, 231, 231, 8, 232, 232], [-1, 0, 1, 1]],
])('a variation of %s', async (_, codes, parents) => {
  const { record, issues } = (await openDatabase(await databaseOf([codes]))).entry(0)
  expect(record!.nodes.map(({ parent }) => parent)).toEqual(parents)
  expect(issues.map(({ id }) => id)).toEqual(['chess-assistant/variation-at-end'])
})
