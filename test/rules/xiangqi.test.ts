import { describe, expect, test } from 'vitest'
import { PositionError } from '../../src/issues/errors.ts'
import { makeMove, makePass, makePlacement, PASS } from '../../src/model/move.ts'
import {
  exchangeColours,
  mirrorPosition,
  moveFault,
  rulesOf,
  transformMove,
  xiangqi,
  XIANGQI_START_FEN,
  XiangqiPosition,
  xiangqiPerft,
} from '../../src/rules/index.ts'
import fc from '../support/properties.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { isFullRun, scaled } from '../support/scale.ts'
import { anyMove, playRandomly, scatter } from '../support/xiangqi-positions.ts'

/** Everything a position shows, to compare before and after. */
function describePosition(position: XiangqiPosition): string {
  const { zobristHigh, zobristLow, mirrorKeyHigh, mirrorKeyLow, ply } = position
  return [xiangqi.format(position), zobristHigh, zobristLow, mirrorKeyHigh, mirrorKeyLow, ply, ...position.kings].join(
    ' ',
  )
}

function keysFromScratch(position: XiangqiPosition): string {
  const keys = new Uint32Array(4)
  position.computeKeys(keys)
  return keys.join()
}

function keysOf({ zobristHigh, zobristLow, mirrorKeyHigh, mirrorKeyLow }: XiangqiPosition): string {
  return [zobristHigh, zobristLow, mirrorKeyHigh, mirrorKeyLow].join()
}

function squareOf(name: string): number {
  return Number(name[1]) * 9 + name.charCodeAt(0) - 97
}

function move(text: string): number {
  return makeMove(squareOf(text.slice(0, 2)), squareOf(text.slice(2)))
}

function targetsOf(position: XiangqiPosition, from: string): string {
  const targets = xiangqi.legal(position).filter((legal) => (legal >> 12) % 4096 === squareOf(from))
  return targets
    .map((legal) => xiangqi.formatSquare(position, legal & 0xfff))
    .sort()
    .join(' ')
}

describe('perft', () => {
  // chessprogramming.org, Chinese Chess Perft Results; the last from the engine folium (Wangmao Lin).
  const table: [fen: string, ...counts: number[]][] = [
    [XIANGQI_START_FEN, 44, 1_920, 79_666, 3_290_240, 133_312_995],
    ['r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w', 38, 1_128, 43_929, 1_339_047, 53_112_976],
    ['1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w', 7, 281, 8_620, 326_201, 10_369_923],
    ['5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w', 25, 424, 9_850, 202_884, 4_739_553],
    ['CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w', 28, 516, 14_808, 395_483, 11_842_230],
    ['R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w', 21, 364, 7_626, 162_837, 3_500_505],
    ['C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w', 28, 222, 6_241, 64_971, 1_914_306],
    ['4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w', 23, 345, 8_124, 149_272, 3_513_104],
    ['2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w', 21, 195, 3_883, 48_060, 933_096],
    ['1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w', 30, 830, 22_787, 649_866, 17_920_736],
    ['CnN1k1b2/c3a4/4ba3/9/2nr5/9/9/4C4/4A4/4KA3 w', 19, 583, 11_714, 376_467, 8_148_177],
    ['r2akab1r/3n5/4b3n/p1p1pRp1p/9/2P3P2/P3P3c/N2C3C1/4A4/1RBAK1B2 r', 58, 1_651, 90_744, 2_605_437, 140_822_416],
  ]
  test.each(table)('%s', (fen, ...counts) => {
    const position = xiangqi.parse(fen)
    const before = describePosition(position)
    for (const [index, count] of counts.slice(0, isFullRun ? 5 : 4).entries()) {
      expect(xiangqiPerft(position, index + 1)).toBe(count)
    }
    expect(xiangqiPerft(position, 0)).toBe(1)
    expect(describePosition(position)).toBe(before)
  })
})

describe('ways of moving', () => {
  test.each([
    [
      'a rook goes along ranks and files up to a piece',
      '3k5/9/9/9/2R1p4/9/2P6/9/9/5K3 w',
      'c5',
      'a5 b5 c4 c6 c7 c8 c9 d5 e5',
    ],
    ['a cannon takes over one piece', '4k4/9/9/2p6/2p2p3/9/2C1P2p1/9/2n6/5K3 w', 'c3', 'a3 b3 c2 c4 c6 d3 h3'],
    ['a horse is blocked by what stands beside it', '3k5/9/9/9/3pN4/9/9/9/9/5K3 w', 'e5', 'd3 d7 f3 f7 g4 g6'],
    ['an elephant stays at home and is blocked', '3k5/9/9/9/9/2B6/3P5/9/9/5K3 w', 'c4', 'a2'],
    ['an advisor stays in the palace', '3k5/9/9/9/9/9/9/3A5/9/5K3 w', 'd2', 'e1'],
    ['a pawn before the river steps forward', '3k5/9/9/9/9/4P4/9/9/9/5K3 w', 'e4', 'e5'],
    ['a pawn behind the river steps sideways too', '3k5/9/9/9/9/9/4p4/9/9/5K3 b', 'e3', 'd3 e2 f3'],
    ['a pawn on the last rank steps sideways', '3k3P1/9/9/9/9/9/9/9/9/5K3 w', 'h9', 'g9 i9'],
    ['a king may not face the other', '3k5/9/9/9/9/9/9/9/9/4K4 w', 'e0', 'e1 f0'],
    ['a piece between two kings is pinned', '4k4/9/9/9/9/4R4/9/9/9/4K4 w', 'e4', 'e1 e2 e3 e5 e6 e7 e8 e9'],
    ['a pawn on its own back rank steps forward', '3k5/9/9/9/9/9/9/9/9/P4K3 w', 'a0', 'a1'],
    ['an elephant behind the river may come home', '3k5/9/9/9/4B4/9/9/9/9/5K3 w', 'e5', 'c3 g3'],
  ])('%s', (_, fen, from, targets) => {
    expect(targetsOf(xiangqi.parse(fen), from)).toBe(targets)
  })

  test('a cannon that loses its screen gives no check, one that gains it does', () => {
    expect(xiangqi.parse('4k4/9/9/9/4c4/9/9/4P4/9/4K4 w').inCheck()).toBe(true)
    expect(xiangqi.parse('3k5/9/9/9/4c4/9/9/9/9/4K4 w').inCheck()).toBe(false)
    expect(xiangqi.parse('3k5/9/9/9/4c4/4p4/9/4P4/9/4K4 w').inCheck()).toBe(false)
  })
})

describe('why a move is not legal', () => {
  test.each([
    ['h2e2', undefined],
    ['h2h9', undefined],
    ['h2h8', 'impossible'],
    ['e0e2', 'impossible'],
    ['e0e0', 'impossible'],
    ['h7e7', 'impossible'],
    ['e5e6', 'impossible'],
    ['a0a3', 'impossible'],
  ])('%s from the start: %s', (text, fault) => {
    const position = xiangqi.start()
    expect(moveFault(position, move(text))).toBe(fault)
    expect(xiangqi.isLegal(position, move(text))).toBe(fault === undefined)
  })

  test('a king left to be taken', () => {
    const facing = xiangqi.parse('4k4/9/9/9/9/4R4/9/9/9/4K4 w')
    expect(moveFault(facing, move('e4d4'))).toBe('exposes-king')
    expect(moveFault(facing, move('e4d5'))).toBe('impossible')
    expect(moveFault(facing, PASS)).toBe('impossible')
    expect(moveFault(facing, makePlacement(40))).toBe('impossible')
    expect(moveFault(facing, makeMove(4000, 4))).toBe('impossible')
  })

  test('a king that was left to be taken may be taken, also by the other king', () => {
    const position = xiangqi.parse('4k4/9/9/9/9/4R4/9/9/9/4K4 w')
    xiangqi.play(position, move('e4d4'))
    expect(moveFault(position, move('e9e0'))).toBeUndefined()
    expect(xiangqi.legal(position)).toContain(move('e9e0'))
  })
})

describe('how a game stands', () => {
  test.each([
    ['the start', XIANGQI_START_FEN, undefined],
    ['checkmate', '3k5/3R5/3P5/9/9/9/9/9/9/4K4 b', { reason: 'checkmate', winner: 1 }],
    ['stalemate loses', '3k5/4P4/3P5/9/9/9/9/9/9/4K4 b', { reason: 'stalemate', winner: 1 }],
    ['bare kings go on', '4k4/9/9/9/9/9/9/9/9/3K5 w', undefined],
    ['a diagram without kings', '9/9/9/9/9/9/9/9/9/9 w', undefined],
    ['a side without a king and without moves', '3k5/9/9/9/9/9/9/9/9/9 w', undefined],
  ])('%s', (_, fen, outcome) => {
    expect(xiangqi.outcome(xiangqi.parse(fen))).toEqual(outcome)
  })
})

describe('position text', () => {
  test.each([
    ['rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r', XIANGQI_START_FEN],
    ['rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR', XIANGQI_START_FEN],
    ['  rnbakabnr/9/1c5c1/p1p1p1p1p/54/333/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 0 ', XIANGQI_START_FEN],
    ['4k4/9/9/9/9/9/9/9/9/4K4 B - - 12 34', '4k4/9/9/9/9/9/9/9/9/4K4 b - - 12 34'],
    ['4k4/9/9/9/9/9/9/9/9/4K4 b 12 34', '4k4/9/9/9/9/9/9/9/9/4K4 b - - 12 34'],
    ['9/9/9/9/9/9/9/9/9/9 w', '9/9/9/9/9/9/9/9/9/9 w - - 0 1'],
    ['KKKkkkppp/A8/9/9/9/9/9/9/9/ppppppppp b', 'KKKkkkppp/A8/9/9/9/9/9/9/9/ppppppppp b - - 0 1'],
  ])('%s', (text, normal) => {
    expect(xiangqi.format(xiangqi.parse(text))).toBe(normal)
  })

  test.each([
    '',
    'rnbakabnr/9/1c5c1',
    'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN w',
    'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNRR w',
    'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBQKABNR w',
    'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR x',
    'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/8/RNBAKABNR w',
  ])('is refused: %s', (text) => {
    expect(() => xiangqi.parse(text)).toThrow(PositionError)
  })

  test('another board or variant is refused', () => {
    expect(() => xiangqi.start({ size: { columns: 9, rows: 9 } })).toThrow(PositionError)
    expect(() => xiangqi.start({ variant: 'manchu' })).toThrow(PositionError)
    expect(xiangqi.format(xiangqi.start({ variant: 'standard', size: { columns: 9, rows: 10 } }))).toBe(
      XIANGQI_START_FEN,
    )
  })

  test('any text is read or refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'rnbakcpRK19/ w-') }), (text) => {
        try {
          xiangqi.parse(text)
        } catch (error) {
          expect(error).toBeInstanceOf(PositionError)
        }
      }),
    )
  })

  test('what is written is read back', () => {
    const random = seededRandom(11)
    for (let round = 0; round < scaled(300, 3_000); round++) {
      const position = scatter(random, 'RNBAKCPrnbakcp', 5 + randomInt(random, 60))
      expect(describePosition(xiangqi.parse(xiangqi.format(position)))).toBe(describePosition(position))
    }
  })
})

describe('keys', () => {
  // Stored in position indexes: these values may never change.
  test('golden values', () => {
    const keys = [XIANGQI_START_FEN, XIANGQI_START_FEN.replace(' w ', ' b '), '4k4/9/9/9/9/9/9/9/9/3K5 w'].map(
      (fen) => {
        const key = new Uint32Array(2)
        xiangqi.key(xiangqi.parse(fen), key)
        return [...key].map((half) => half.toString(16).padStart(8, '0')).join('')
      },
    )
    expect(keys).toMatchInlineSnapshot(`
      [
        "0eb0fa67bbefba22",
        "e70a256edc6d5bf1",
        "96c0100cf424e2ac",
      ]
    `)
  })

  test('tell apart what differs, and nothing else', () => {
    const seen = new Map<string, string>()
    const random = seededRandom(3)
    for (let game = 0; game < scaled(40, 1_000); game++) {
      const position = xiangqi.start()
      for (let ply = 0; ply < 100; ply++) {
        if (playRandomly(position, random, 1).length === 0) break
        const key = `${position.zobristHigh} ${position.zobristLow}`
        const board = xiangqi.format(position).split(' ').slice(0, 2).join(' ')
        expect(seen.get(key) ?? board).toBe(board)
        seen.set(key, board)
      }
    }
    expect(new Set(seen.values()).size).toBe(seen.size)
  })

  test('images have the keys of their positions', () => {
    const random = seededRandom(4)
    for (let round = 0; round < scaled(200, 2_000); round++) {
      const position = scatter(random, 'RNBAKCPrnbakcp', 20)
      const mirrored = mirrorPosition(position)
      expect(keysOf(mirrored)).toBe(
        [...keysOf(position).split(',').slice(2), ...keysOf(position).split(',').slice(0, 2)].join(),
      )
      const images = [position, mirrored, exchangeColours(position), exchangeColours(mirrored)]
      const canonical = images.map((image) => {
        const key = new Uint32Array(4)
        const plain = xiangqi.canonicalKey!(image, key, 0)
        const swapped = xiangqi.canonicalKey!(image, key, 2, true)
        expect([0, 1]).toContain(plain)
        expect([0, 1, 10, 11]).toContain(swapped)
        return key
      })
      const [first, second, third, fourth] = canonical.map((key) => key.subarray(0, 2).join())
      expect([second, fourth]).toEqual([first, third])
      expect(new Set(canonical.map((key) => key.subarray(2).join())).size).toBe(1)
    }
  })

  test('canonicalKey says which image it took', () => {
    const position = xiangqi.parse(XIANGQI_START_FEN)
    xiangqi.play(position, move('h2e2'))
    const key = new Uint32Array(2)
    const imageKey = new Uint32Array(2)
    const image = xiangqi.canonicalKey!(position, key)
    xiangqi.key(image === 0 ? position : mirrorPosition(position), imageKey)
    expect(key).toEqual(imageKey)
    const other = xiangqi.start()
    xiangqi.play(other, transformMove(move('h2e2'), 1, 9, 10))
    expect(xiangqi.canonicalKey!(other, imageKey)).toBe(1 - image)
    expect(imageKey).toEqual(key)
  })
})

describe('playing and undoing', () => {
  test('legal games come back exactly, with keys as from scratch', () => {
    const random = seededRandom(1)
    for (let game = 0; game < scaled(30, 500); game++) {
      const position = game % 2 === 0 ? xiangqi.start() : scatter(random, 'RRNNBBAACCPPPrrnnbbaaccppp', 24)
      const states = [describePosition(position)]
      for (let ply = 0; ply < 120 && playRandomly(position, random, 1).length > 0; ply++) {
        states.push(describePosition(position))
        expect(keysOf(position)).toBe(keysFromScratch(position))
      }
      while (states.length > 0) {
        expect(describePosition(position)).toBe(states.pop())
        if (states.length > 0) xiangqi.undo(position)
      }
      expect(() => xiangqi.undo(position)).toThrow(TypeError)
    }
  })

  test('moves that are invalid come back exactly', () => {
    const random = seededRandom(2)
    for (let game = 0; game < scaled(60, 1_000); game++) {
      const position = scatter(random, 'RNBAKCPrnbakcp', 40)
      const states: string[] = []
      for (let ply = 0; ply < 150; ply++) {
        states.push(describePosition(position))
        xiangqi.play(position, ply % 9 === 0 ? makePass(ply % 2 ? 1 : 0) : anyMove(random))
        expect(keysOf(position)).toBe(keysFromScratch(position))
      }
      const copy = xiangqi.clone(position)
      while (states.length > 0) {
        xiangqi.undo(position)
        xiangqi.undo(copy)
        expect(describePosition(position)).toBe(states.pop())
        expect(describePosition(copy)).toBe(describePosition(position))
      }
    }
  })

  test('what lies off the board is refused', () => {
    const position = xiangqi.start()
    expect(() => xiangqi.play(position, makeMove(0, 90))).toThrow(TypeError)
    expect(() => xiangqi.play(position, makePlacement(3))).toThrow(TypeError)
    expect(describePosition(position)).toBe(describePosition(xiangqi.start()))
  })

  test('counters', () => {
    const position = xiangqi.start()
    for (const text of ['h2e2', 'h9g7', 'e2e6', 'g7e6']) xiangqi.play(position, move(text))
    expect(xiangqi.format(position).split(' ').slice(1).join(' ')).toBe('w - - 0 3')
    xiangqi.undo(position)
    xiangqi.undo(position)
    expect(xiangqi.format(position).split(' ').slice(1).join(' ')).toBe('w - - 2 2')
  })
})

describe('legal moves', () => {
  test('isLegal, moveFault and the list agree on all pairs of squares, wherever the pieces are', () => {
    const random = seededRandom(5)
    for (let round = 0; round < scaled(60, 600); round++) {
      const letters = round % 3 === 0 ? 'RNBAKCPrnbakcp' : 'RNBACPrnbacp'
      const position = scatter(random, letters, 4 + randomInt(random, 40))
      const pairs = Array.from({ length: 8_100 }, (_, pair) => makeMove(Math.floor(pair / 90), pair % 90))
      const listed = new Set(xiangqi.legal(position))
      expect(new Set(pairs.filter((pair) => xiangqi.isLegal(position, pair)))).toEqual(listed)
      expect(new Set(pairs.filter((pair) => moveFault(position, pair) === undefined))).toEqual(listed)
    }
  })

  test('a side is attacked where the other side could take', () => {
    const random = seededRandom(6)
    for (let round = 0; round < scaled(300, 3_000); round++) {
      const position = scatter(random, 'RNBACPrnbacp', 4 + randomInt(random, 40))
      const king = position.kings[position.turn]!
      const attacked = position.inCheck()
      xiangqi.play(position, PASS)
      const takers = Array.from({ length: 90 }, (_, from) => makeMove(from, king))
      expect(takers.some((taker) => moveFault(position, taker) !== 'impossible')).toBe(attacked)
    }
  })

  test('images have the images of the moves', () => {
    const random = seededRandom(7)
    for (let round = 0; round < scaled(100, 1_000); round++) {
      const position = scatter(random, 'RNBACPrnbacp', 20)
      const sorted = (moves: number[]) => moves.sort((left, right) => left - right)
      for (const [image, symmetry] of [
        [mirrorPosition(position), 1],
        [exchangeColours(position), 2],
      ] as const) {
        const moves = xiangqi.legal(position).map((legal) => transformMove(legal, symmetry, 9, 10))
        expect(sorted(xiangqi.legal(image))).toEqual(sorted(moves))
      }
    }
  })
})

test('the rules of xiangqi are found by the name of the game', () => {
  expect(rulesOf('xiangqi')).toBe(xiangqi)
  expect(xiangqi.styles).toEqual(['chinese', 'chinese-traditional', 'wxf', 'vietnamese', 'iccs', 'ucci', 'uci'])
})
