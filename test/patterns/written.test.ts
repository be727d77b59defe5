/** Patterns and material as people write them: what each sign, word and condition means, and what is refused where. */
import { describe, expect, it } from 'vitest'
import { PositionError } from '../../src/issues/errors.ts'
import type { Game } from '../../src/model/index.ts'
import { parseMaterial, parsePattern, type Pattern } from '../../src/patterns/index.ts'
import { MEN } from '../../src/positions/main-line.ts'

/** What is thrown: its code and its parameters. */
function refusal(parse: () => unknown): [string, Record<string, unknown>] {
  try {
    parse()
  } catch (error) {
    if (error instanceof PositionError) return [error.code, error.params]
    throw error
  }
  return ['nothing', {}]
}

/** The squares of a pattern as column, row and what may stand there. */
const cells = (game: Game, text: string) =>
  parsePattern(game, text).cells.map(({ column, row, allowed }) => [column, row, allowed])

/** The bit of a man. */
const man = (game: Game, letter: string) => 1 << (MEN[game].indexOf(letter) + 1)

describe('signs', () => {
  it('of Go: nothing, one colour or the other, perhaps, either', () => {
    expect(cells('go', '.XO/xo#')).toEqual([
      [0, 0, 0b001],
      [1, 0, 0b010],
      [2, 0, 0b100],
      [0, 1, 0b011],
      [1, 1, 0b101],
      [2, 1, 0b110],
    ])
  })

  it('that say nothing of a square still take its place', () => {
    expect(cells('go', '?*+X a/ X')).toEqual([
      [3, 0, 2],
      [4, 0, 1],
      [0, 1, 2],
    ])
    expect(parsePattern('go', 'X??/?/???')).toMatchObject({ columns: 3, rows: 3 })
  })

  it('that are digits are so many empty squares', () => {
    expect(cells('chess', '2K1')).toEqual([
      [0, 0, 1],
      [1, 0, 1],
      [2, 0, man('chess', 'K')],
      [3, 0, 1],
    ])
  })

  it('of chess: any piece, one of a set, none of a set', () => {
    const either = man('chess', 'Q') | man('chess', 'R')
    const all = 2 ** (MEN.chess.length + 1) - 1
    expect(cells('chess', '~{QR}[.Q]{^QR}[^.]p')).toEqual([
      [0, 0, all - 1],
      [1, 0, either],
      [2, 0, 1 | man('chess', 'Q')],
      [3, 0, all & ~either],
      [4, 0, all - 1],
      [5, 0, man('chess', 'p')],
    ])
  })

  it.each([
    ['go', 'X.K', 'pattern/piece', { sign: 'K', at: 3 }],
    ['go', 'X~', 'pattern/piece', { sign: '~', at: 2 }],
    ['chess', '.. / .X', 'pattern/piece', { sign: 'X', at: 7 }],
    ['xiangqi', '.Q', 'pattern/piece', { sign: 'Q', at: 2 }],
    ['chess', 'K{QX}', 'pattern/piece', { sign: 'X', at: 4 }],
    ['chess', 'K{^QX}', 'pattern/piece', { sign: 'X', at: 5 }],
    ['chess', 'K{Q', 'pattern/open-set', { at: 2 }],
    ['chess', 'K{Q]', 'pattern/open-set', { at: 2 }],
    ['chess', 'K{}', 'pattern/open-set', { at: 3 }],
    ['go', '???/?', 'pattern/empty', {}],
    ['go', '', 'pattern/empty', {}],
    ['go', 'X.|.', 'pattern/edge', { at: 3 }],
    ['go', 'X/---/X', 'pattern/edge', { at: 3 }],
    ['go', `X${'9'.repeat(6)}`, 'pattern/too-large', {}],
    ['go', 'X/'.repeat(53), 'pattern/too-large', {}],
  ] as const)('in %s: %s is refused where it is wrong', (game, text, code, params) => {
    expect(refusal(() => parsePattern(game, text))).toMatchObject([code, params])
  })

  it('fill up to 52 squares in both directions', () => {
    expect(
      parsePattern('go', `anywhere: ${Array.from({ length: 52 }, () => `X${'?'.repeat(51)}`).join('/')}`),
    ).toMatchObject({
      columns: 52,
      rows: 52,
    })
  })
})

describe('where a pattern lies', () => {
  const CORNER = { left: true, top: true }
  const BOARD = { left: true, top: true, right: true, bottom: true }
  it.each([
    ['X', CORNER],
    ['corner: X', CORNER],
    ['side: X', { top: true }],
    ['anywhere: X', {}],
    ['inner: X', {}],
    ['board: X', BOARD],
    ['|X', { left: true }],
    ['X|', { right: true }],
    ['---/X', { top: true }],
    ['X/---', { bottom: true }],
    ['+--/|X', CORNER],
    ['--|/X|', { top: true, right: true }],
    ['X/+--', { left: true, bottom: true }],
    ['corner: ---/X|', CORNER],
    [Array.from({ length: 19 }, () => 'X'.padEnd(19, '?')).join('/'), BOARD],
    ['FIXED  Still :X', CORNER],
  ])('%s', (text, edges) => {
    expect(parsePattern('go', text).edges).toEqual(edges)
  })

  it('is said by words, each for itself', () => {
    const flags = ({ isInner, isStill, hasFixedColours }: Pattern) => [isInner, isStill, hasFixedColours]
    expect(flags(parsePattern('go', 'X'))).toEqual([undefined, undefined, undefined])
    expect(flags(parsePattern('go', 'inner: X'))).toEqual([true, undefined, undefined])
    expect(flags(parsePattern('go', 'anywhere still: X'))).toEqual([undefined, true, undefined])
    expect(flags(parsePattern('go', 'fixed: X'))).toEqual([undefined, undefined, true])
    // Where colours are never exchanged, it says nothing new.
    expect(flags(parsePattern('othello', 'fixed: X'))).toEqual([undefined, undefined, undefined])
    expect(flags(parsePattern('chess', 'fixed still: K'))).toEqual([undefined, true, undefined])
  })

  it('a row of drawn edges is not a row of the pattern', () => {
    expect(parsePattern('go', '+---/|.X./|...')).toMatchObject({ columns: 3, rows: 2 })
    expect(cells('go', '+---/|.X')).toEqual([
      [0, 0, 1],
      [1, 0, 2],
    ])
  })

  it('is refused as a word that there is not, or not for a game', () => {
    expect(refusal(() => parsePattern('go', ' still middle: X'))).toEqual([
      'pattern/place',
      { places: 'corner, side, anywhere, inner, board, fixed, still', word: 'middle', at: 8 },
    ])
    expect(refusal(() => parsePattern('chess', 'still corner: K'))).toMatchObject(['pattern/place-game', { at: 7 }])
  })
})

describe('conditions', () => {
  const facts = (text: string, game: Game = 'go') => {
    const {
      game: _game,
      columns: _columns,
      rows: _rows,
      cells: _cells,
      edges: _edges,
      ...rest
    } = parsePattern(game, text)
    return rest
  }

  it.each([
    ['X;', {}],
    ['X; from=20; by=60', { from: 20, by: 60 }],
    ['X; BY <= 60', { by: 60 }],
    ['X; tenuki=0', { tenuki: 0 }],
    ['X; tenuki 3', { tenuki: 3 }],
    ['X; handicap=2', { handicap: { least: 2, most: 2 } }],
    ['X; handicap=2-9', { handicap: { least: 2, most: 9 } }],
    ['X; handicap=2-', { handicap: { least: 2, most: 65_535 } }],
    ['X; size=19', { board: { columns: 19, rows: 19 } }],
    ['X; size=13x9', { board: { columns: 13, rows: 9 } }],
    ['X; at=3,4', { anchors: { left: 2, top: 3, right: 2, bottom: 3 } }],
    ['X; at=3,4..5,6', { anchors: { left: 2, top: 3, right: 4, bottom: 5 } }],
    ['X; at=1,1..1,1', { anchors: { left: 0, top: 0, right: 0, bottom: 0 } }],
    ['X; next=w', { next: 2 }],
    [
      'Xa/b; then B a, W b',
      {
        steps: [
          { column: 1, row: 0, colour: 1 },
          { column: 0, row: 1, colour: 2 },
        ],
      },
    ],
  ])('%s', (text, expected) => {
    expect(facts(text)).toEqual(expected)
  })

  it('name colours as the game does', () => {
    for (const [game, sign, first, second] of [
      ['go', 'X', ['b', 'X', 'Black'], ['w', 'o', 'WHITE']],
      ['othello', 'X', ['b', 'x', 'black'], ['w', 'o', 'white']],
      ['chess', 'K', ['w', 'white'], ['b', 'black']],
      ['xiangqi', 'K', ['w', 'r', 'Red', 'white'], ['b', 'black']],
    ] as const) {
      for (const colour of first) expect(facts(`${sign}; next=${colour}`, game)).toEqual({ next: 1 })
      for (const colour of second) expect(facts(`${sign}; next=${colour}`, game)).toEqual({ next: 2 })
    }
  })

  it.each([
    ['X; next=green', 'pattern/value', { name: 'green', at: 9 }],
    ['X; from=soon', 'pattern/value', { name: 'from', at: 9 }],
    ['X; by=12345', 'pattern/value', { name: 'by', at: 7 }],
    ['X; tenuki=', 'pattern/value', { name: 'tenuki', at: 11 }],
    ['X; handicap=few', 'pattern/value', { name: 'handicap', at: 13 }],
    ['X; size=big', 'pattern/value', { name: 'size', at: 9 }],
    ['X; at=0,1', 'pattern/value', { name: 'at', at: 7 }],
    ['X; at=1,0', 'pattern/value', { name: 'at', at: 7 }],
    ['X; at=3,4..2,6', 'pattern/value', { name: 'at', at: 7 }],
    ['X; at=3,4..5,3', 'pattern/value', { name: 'at', at: 7 }],
    ['X; at=3', 'pattern/value', { name: 'at', at: 7 }],
    ['Xa; then B c', 'pattern/step', { at: 10 }],
    ['Xa; then B a, a', 'pattern/step', { at: 15 }],
  ])('%s is refused', (text, code, params) => {
    expect(refusal(() => parsePattern('go', text))).toMatchObject([code, params])
  })

  it('name points in games with stones only', () => {
    expect(refusal(() => parsePattern('chess', 'Kp; then w p'))).toMatchObject(['pattern/step', { at: 10 }])
  })

  it('that there are not are refused with those that there are, each of which is one', () => {
    const [code, params] = refusal(() => parsePattern('go', 'X; nxet=B'))
    expect([code, params['name'], params['at']]).toEqual(['pattern/condition', 'nxet=B', 4])
    const names = String(params['names']).split(', ')
    expect(names).toHaveLength(8)
    for (const name of names) {
      expect(refusal(() => parsePattern('go', `X; ${name}=`))[0]).toMatch(/^pattern\/(?:value|step)$/)
    }
  })
})

describe('material', () => {
  /** The sums of each way, with the weights by letter. */
  const ways = (game: Game, text: string) =>
    parseMaterial(game, text).ways.map((sums) =>
      sums.map(({ weights, least, most }) => [
        weights.flatMap((weight, index) => (weight === 0 ? [] : [`${MEN[game][index - 1]}${weight}`])).join(' '),
        least,
        most,
      ]),
    )

  it('of letters alone is exactly these men', () => {
    const [way] = ways('chess', ' KRRk ')
    expect(way).toHaveLength(MEN.chess.length)
    expect(Object.fromEntries(way!.map(([men, ...counts]) => [men, counts]))).toMatchObject({
      K1: [1, 1],
      R1: [2, 2],
      k1: [1, 1],
      r1: [0, 0],
      Q1: [0, 0],
    })
  })

  it.each([
    [
      'chess',
      'R=2 q',
      [
        ['R1', 2, 2],
        ['q1', 1, 255],
      ],
    ],
    [
      'chess',
      'R>=1 p<=3',
      [
        ['R1', 1, 255],
        ['p1', -255, 3],
      ],
    ],
    [
      'chess',
      'R2 P=2..4',
      [
        ['R1', 2, 2],
        ['P1', 2, 4],
      ],
    ],
    ['chess', 'R2-3', [['R1', 2, 3]]],
    ['chess', 'minor=2', [['n1 b1', 2, 2]]],
    ['chess', 'Minor=2', [['N1 B1', 2, 2]]],
    ['chess', 'Diff=-1..1', [['P1 N3 B3 R5 Q9 p-1 n-3 b-3 r-5 q-9', -1, 1]]],
    ['chess', 'diff>=2', [['P-1 N-3 B-3 R-5 Q-9 p1 n3 b3 r5 q9', 2, 255]]],
    ['chess', 'points<=9', [['p1 n3 b3 r5 q9', -255, 9]]],
    ['xiangqi', 'Men=3', [['K1 A1 B1 N1 R1 C1 P1', 3, 3]]],
    ['xiangqi', 'men=3', [['k1 a1 b1 n1 r1 c1 p1', 3, 3]]],
  ] as const)('of %s: %s', (game, text, expected) => {
    const sorted = (list: readonly (readonly [string, number, number] | (string | number)[])[]) =>
      list.map(([men, ...counts]) => [String(men).split(' ').sort(), ...counts])
    expect(ways(game, text).map(sorted)).toEqual([sorted(expected)])
  })

  it('of one side against the other is met either way, whatever the case of its letters', () => {
    expect(ways('chess', 'R>=1 minor=2 vs q')).toEqual(
      [
        [
          ['R1', 1, 255],
          ['N1 B1', 2, 2],
          ['q1', 1, 255],
        ],
        [
          ['r1', 1, 255],
          ['n1 b1', 2, 2],
          ['Q1', 1, 255],
        ],
      ].map((way) => way.map(([men, ...counts]) => [inOrder('chess', String(men)), ...counts])),
    )
  })

  it('says what bishops stand on, and how long it lasts', () => {
    expect(parseMaterial('chess', 'bishops=opposite')).toEqual({ game: 'chess', ways: [[]], bishops: 'opposite' })
    expect(parseMaterial('chess', 'bishops=same for=4')).toMatchObject({ bishops: 'same', lasting: 4 })
    expect(parseMaterial('chess', 'for=0').lasting).toBe(1)
  })

  it.each([
    ['go', 'K', 'material/game', { game: 'go' }],
    ['chess', '  ', 'material/empty', {}],
    ['chess', ' KXk', 'pattern/piece', { sign: 'X', at: 3 }],
    ['chess', 'R=2 X=1', 'pattern/piece', { sign: 'X', at: 5 }],
    ['chess', 'R=2 knights=1', 'pattern/piece', { sign: 'knights', at: 5 }],
    ['xiangqi', 'R=1 minor=1', 'pattern/piece', { sign: 'minor', at: 5 }],
    ['xiangqi', 'R=1 points=1', 'pattern/piece', { sign: 'points', at: 5 }],
    ['xiangqi', 'R=1 diff=1', 'pattern/piece', { sign: 'diff', at: 5 }],
    ['xiangqi', 'R=1 bishops=same', 'material/condition', { at: 5 }],
    ['chess', 'R=2 =', 'material/condition', { at: 5 }],
    ['chess', 'R<= q', 'material/condition', { at: 1 }],
    ['chess', 'q ..3', 'material/condition', { at: 3 }],
    ['chess', 'q R..3', 'material/condition', { at: 3 }],
    ['chess', 'R vs q x=1', 'pattern/piece', { sign: 'x', at: 8 }],
    ['chess', 'R vs q vs n', 'material/condition', { at: 8 }],
  ] as const)('of %s: %j is refused', (game, text, code, params) => {
    expect(refusal(() => parseMaterial(game, text))).toMatchObject([code, params])
  })
})

/** Men with their weights in the order of their numbers. */
function inOrder(game: Game, men: string): string {
  return men
    .split(' ')
    .sort((left, right) => MEN[game].indexOf(left[0]!) - MEN[game].indexOf(right[0]!))
    .join(' ')
}
