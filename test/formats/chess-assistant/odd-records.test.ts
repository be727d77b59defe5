/** Records that are not as they should be, each with what is made of it. */
import { describe, expect, test } from 'vitest'
import { describeIssue } from '../../../src/issues/index.ts'
import { makeMove } from '../../../src/model/move.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { databaseOf, openDatabase, setGames, writeDatabase } from '../../support/chess-assistant.ts'
import { drawTree } from '../../support/pgn.ts'

interface Read {
  record: GameRecord
  /** Ids of issues with their messages. */
  issues: string[]
}

async function read(codes: readonly number[]): Promise<Read> {
  const { record, issues } = (await openDatabase(await databaseOf([codes]))).entry(0)
  return { record: record!, issues: issues.map((issue) => `${issue.id}: ${describeIssue(issue)}`) }
}

/** Pieces of a set-up: number, square (row and file), kind. */
type Pieces = readonly (readonly [number: number, square: number, kind: number])[]

/** The code of a start position. */
function setup(white: Pieces, black: Pieces, ply = 0, passed = 0): number[] {
  const side = (pieces: Pieces) => {
    const bytes = Array.from({ length: 18 }, () => [8, 0]).flat()
    for (const [number, square, kind] of pieces) bytes.splice(2 * number, 2, square, kind)
    return bytes
  }
  return [230, ...side(white), ...side(black), ply, 0, 0, passed]
}

/** White castles short at once. */
function castling(...white: Pieces): number[] {
  return [...setup(white, [ENEMY_KING]), 208]
}

const KING = [15, 0x04, 6] as const
const ENEMY_KING = [15, 0x74, 6] as const
const [PAWN, KNIGHT, BISHOP, ROOK] = [1, 2, 3, 4]

test.each<[what: string, codes: number[], issue: RegExp]>([
  ['castling over a piece', [208], /unread-moves: .*castling is impossible/],
  ['castling of a king that is away', castling([15, 0x14, 6], [13, 0x07, 4]), /castling is impossible/],
  ['castling without a rook', castling(KING), /castling is impossible/],
  ['castling with a knight', castling(KING, [9, 0x07, 2]), /castling is impossible/],
  ['castling without the right to', castling(KING, [13, 0x07, 4]), /1 illegal move /],
  ['a start position after a move', [19, ...setup([KING], [ENEMY_KING])], /a start position after moves/],
  ['a start position in a variation', [231, ...setup([KING], [ENEMY_KING])], /a start position after moves/],
  ['a start position without a king', setup([], [ENEMY_KING]), /^$/],
  ['two pieces on one square', setup([KING, [12, 0x04, 4]], [ENEMY_KING]), /the start position is invalid/],
  ['a piece of no kind', setup([KING, [12, 0x00, 0]], [ENEMY_KING]), /the start position is invalid/],
  ['a piece of kind 7', setup([KING, [12, 0x00, 7]], [ENEMY_KING]), /the start position is invalid/],
  [
    'a piece of another kind',
    setup([KING, [12, 0x00, 5]], [ENEMY_KING]),
    /odd-record: piece 12 is not of the usual kind/,
  ],
  ['a piece that goes to its own', [88], /piece 13 would capture a piece of its own colour/],
  ['a pawn that becomes nothing', [209, 0, 0x10], /a pawn cannot become a piece of kind 0/],
  ['a pawn that becomes a pawn', [209, 0, 0x30], /a pawn cannot become a piece of kind 1/],
  ['a pawn that becomes a king', [209, 0, 0xd0], /a pawn cannot become a piece of kind 6/],
  ['a pawn that becomes more', [209, 0, 0xf0], /a pawn cannot become a piece of kind 7/],
  ['a promotion of no pawn', [209, 8 << 2, 0xb0], /pawn 8 is not on the board/],
  ['a comment without kind', [19, 235, 0], /odd-record: a comment has no kind/],
  ['a code cut short', [19, 209, 0], /code 209 goes beyond the end of the record/],
  ['a variation that is not closed', [231, 15], /odd-record: a variation is not closed/],
  ['a variation that is not opened', [19, 232, 19], /odd-record: a variation is closed without being opened/],
])('%s', async (_what, codes, issue) => {
  expect((await read(codes)).issues.join('\n')).toMatch(issue)
})

test('pieces beside the board are on none of its squares', async () => {
  const { record, issues } = await read(setup([KING, [12, 0x18, ROOK], [13, 0x80, ROOK]], [ENEMY_KING]))
  expect([record.setup, issues]).toEqual(['4k3/8/8/8/8/8/8/4K3 w - - 0 1', []])
})

test('a number given twice stays with the piece that had it', async () => {
  const white: Pieces = [KING, [1, 0x61, PAWN], [14, 0x03, 5]]
  const { record, issues } = await read([...setup(white, [ENEMY_KING]), 209, 1 << 2, (5 << 5) | 14, 135, 124])
  expect(issues).toEqual(['chess-assistant/odd-record: the number of a promoted piece is already in use'])
  expect(drawTree(record)).toContain('Qdd6')
})

test('castling of one king of two, whose squares are followed', async () => {
  const white: Pieces = [KING, [13, 0x07, ROOK], [16, 0x40, 6]]
  const { record, issues } = await read([...setup(white, [ENEMY_KING]), 208, 135, 136, 135, 94])
  expect(issues).toEqual(['chess-assistant/illegal-move: 1 illegal move in the main line, 0 in variations'])
  // The king goes on from g1 to g2, the rook from f1 to g1.
  expect([record.nodes[3]!.move, record.nodes[5]!.move]).toEqual([makeMove(6, 14), makeMove(5, 6)])
})

describe('en passant squares', () => {
  const [white, black] = [[4, 0x44, PAWN] as const, [3, 0x43, PAWN] as const]

  test.each<[passed: number, ply: number, fen: string, odd: boolean]>([
    [0x53, 2, 'd6', false],
    [0x24, 1, 'e3', false],
    [0x24, 2, '-', true],
    [0x53, 1, '-', true],
    // No row on which a pawn passes, and off the board: none.
    [0x33, 2, '-', false],
    [0x88, 2, '-', false],
  ])('%i with %i plies', async (passed, ply, fen, odd) => {
    const pieces: [Pieces, Pieces] =
      passed >> 4 === 2
        ? [
            [KING, [4, 0x34, PAWN]],
            [ENEMY_KING, [3, 0x33, PAWN]],
          ]
        : [
            [KING, white],
            [ENEMY_KING, black],
          ]
    const { record, issues } = await read(setup(...pieces, ply, passed))
    expect(record.setup!.split(' ')[3]).toBe(fen)
    expect(issues).toEqual(
      odd ? ['chess-assistant/odd-record: the en passant square does not fit the side to move'] : [],
    )
  })
})

describe('the step of a promotion', () => {
  const pawn = [1, 0x61, PAWN] as const

  test.each<[what: string, black: Pieces, own: Pieces, expected: RegExp]>([
    ['as it says', [], [], /b8=Q\+$/],
    [
      'another, to the left, when it alone is legal',
      [
        [12, 0x70, ROOK],
        [8, 0x71, KNIGHT],
      ],
      [],
      /bxa8=Q.*does not match its code/,
    ],
    [
      'another, to the right',
      [
        [8, 0x71, KNIGHT],
        [10, 0x72, BISHOP],
      ],
      [],
      /bxc8=Q.*does not match its code/,
    ],
    [
      'none of two that are legal',
      [
        [12, 0x70, ROOK],
        [8, 0x71, KNIGHT],
        [10, 0x72, BISHOP],
      ],
      [],
      /1 illegal move /,
    ],
    ['onto a piece of its own', [], [[12, 0x71, ROOK]], /piece 1 would capture a piece of its own colour/],
  ])('%s', async (_what, black, own, expected) => {
    const { record, issues } = await read([...setup([KING, pawn, ...own], [ENEMY_KING, ...black]), 209, 1 << 2, 0xb0])
    expect([drawTree(record).trim(), ...issues].join(' ')).toMatch(expected)
  })
})

test('moves that are illegal are kept', async () => {
  // Two steps of a pawn that has moved, and then moves that are legal again.
  const collection = await openDatabase(await databaseOf([[19, 0, 19, 0, 43]]))
  const { record, issues } = collection.entry(0)
  expect(record!.nodes).toHaveLength(6)
  expect(issues.map(({ params }) => params)).toEqual([{ main: 1, variations: 0 }])
})

test('moves before one that cannot be read are kept, and so are the games around it', async () => {
  const collection = await openDatabase(await databaseOf([[19, 19], [19, 250], [19]]))
  const entries = [...collection.entries({ from: -5, to: 99 })]
  expect(entries.map(({ record, issues }) => [mainLineMoves(record!.nodes).length, issues.length])).toEqual([
    [2, 0],
    [1, 1],
    [1, 0],
  ])
})

test('a pawn that goes aside without capturing takes nothing beside it', async () => {
  const codes = [
    ...setup(
      [KING, [4, 0x34, PAWN]],
      [
        [9, 0x35, KNIGHT],
        [15, 0x74, 6],
      ],
    ),
  ]
  // The knight on f4, beside the square where a pawn would have stood, still moves.
  const { issues } = await read([...codes, 18, 43])
  expect(issues).toEqual(
    [
      'chess-assistant/odd-record: an en passant capture is not marked as one',
      'chess-assistant/illegal-move: 1 illegal move in the main line, 0 in variations',
    ].toReversed(),
  )
})

test('texts in a variation belong before its first move and after the others', async () => {
  const text = (content: string) => [235, 2, 4, content.charCodeAt(0)]
  const { record } = await read([19, 231, ...text('a'), 15, ...text('b'), 8, 232, ...text('c'), 19])
  expect(
    record.nodes.map(({ comments }) => comments?.map(({ text: said, placement }) => `${said} ${placement}`)),
  ).toEqual([undefined, ['c after'], undefined, ['a before', 'b after'], undefined])
})

test.each<[symbol: string, nag: number | undefined]>([
  ['!', 1],
  ['??', 4],
  ['->/<-', 132],
  ['$7', 7],
  ['$255', 255],
  ['$256', undefined],
  ['$999', undefined],
  ['$07', undefined],
  ['!  ', undefined],
  ['toString', undefined],
])('the symbol %j is the glyph %s', async (symbol, nag) => {
  const { record } = await read([19, 235, symbol.length + 1, 2, ...Buffer.from(symbol)])
  const [, node] = record.nodes
  expect(node!.glyphs).toEqual(nag === undefined ? undefined : [{ nag }])
  expect(node!.annotations?.length).toBe(nag === undefined ? 1 : undefined)
})

test('an evaluation without a number is kept as it is', async () => {
  for (const content of [[], [7]]) {
    const { record } = await read([19, 235, content.length + 1, 29, ...content])
    expect(record.nodes[1]!.evaluation).toBeUndefined()
    expect(record.nodes[1]!.annotations).toMatchObject([{ type: 'unknown', code: '29' }])
  }
})

test('an evaluation that was changed does not bring its old bytes back', async () => {
  for (const evaluation of [{ centipawns: 100, source: 'CAP' }, { centipawns: 99 }]) {
    const { record } = await read([19, 235, 6, 29, 100, 0, 255, 1, 9])
    record.nodes[1]!.evaluation = evaluation
    const back = (await openDatabase((await writeDatabase([record])).files)).entry(0).record!
    expect(back.nodes[1]!.evaluation).toEqual(evaluation)
  }
})

describe('a length whose second byte is 128 or more', () => {
  /** A record whose length may be of two bytes or of three, which say the same: one begins a byte before the other. */
  async function ambiguous(inner: (padding: number[]) => number[]): Promise<{ moves: number; issues: string[] }> {
    const size = 16_384 + 5
    const bare = inner([]).length
    const length = size - bare - 5
    const codes = inner([236, length & 255, length >> 8, 0, 0, 4, ...Array<number>(length - 1).fill(120)])
    const files = await databaseOf([[15]])
    setGames(files, [[15]])
    files.set('base.d02', Uint8Array.from([0, 0, 0x85, 0x80, 1, ...codes]))
    const { record, issues } = (await openDatabase(files)).entry(0)
    return { moves: record!.nodes.length - 1, issues: issues.map((issue) => describeIssue(issue)) }
  }

  test('is of three where two end within a comment', async () => {
    const { moves, issues } = await ambiguous((padding) => [19, 19, ...padding])
    expect([moves, issues]).toEqual([2, ['the length of the record takes three bytes']])
  })

  test('is of three where two leave a variation open', async () => {
    const { moves, issues } = await ambiguous((padding) => [19, 231, ...padding, 15, 232])
    // The move, the one that the variation replaces and that is not there, and that of the variation.
    expect(moves).toBe(3)
    expect(issues).toContain('the length of the record takes three bytes')
  })

  test('is of two if both readings are valid, and if neither is', async () => {
    // The first move is then the last byte of the longer length.
    expect((await ambiguous((padding) => [19, ...padding, 19])).moves).toBe(2)
    expect((await ambiguous((padding) => [19, ...padding, 19])).issues).not.toContain(
      'the length of the record takes three bytes',
    )
    const neither = await ambiguous((padding) => [19, 250, ...padding, 19])
    expect(neither.issues).not.toContain('the length of the record takes three bytes')
  })
})
