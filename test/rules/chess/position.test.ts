import { describe, expect, test } from 'vitest'
import { PositionError } from '../../../src/issues/errors.ts'
import { makeMove, makePlacement, PASS, PROMOTION, type Move } from '../../../src/model/move.ts'
import { emptyRecord } from '../../../src/model/record.ts'
import {
  castlingMove,
  chess,
  chess960Number,
  chess960Start,
  ChessPosition,
  illegalMoves,
  KING_SIDE,
  moveBetween,
  NO_MOVE,
  QUEEN_SIDE,
} from '../../../src/rules/index.ts'
import { anyPosition, reachedPosition, snapshot } from '../../support/chess-positions.ts'
import fc from '../../support/properties.ts'
import { scaled } from '../../support/scale.ts'

const runs = { numRuns: scaled(150, 5_000) }

/** The square of a name. */
function at(name: string): number {
  return 'abcdefgh'.indexOf(name[0]!) + (Number(name[1]) - 1) * 8
}

function move(from: string, to: string, promotion = 0): Move {
  return makeMove(at(from), at(to), promotion)
}

function keyOf(position: ChessPosition): [number, number] {
  return [position.zobristHigh, position.zobristLow]
}

function keyFromScratch(position: ChessPosition): [number, number] {
  const halves = new Uint32Array(2)
  position.computeKey(halves)
  return [halves[0]!, halves[1]!]
}

describe('a chess position', () => {
  test('knows its pieces, turn and squares', () => {
    const position = chess.start()
    expect(position.pieceAt(at('e1'))).toBe('K')
    expect(position.pieceAt(at('d8'))).toBe('q')
    expect(position.pieceAt(at('e4'))).toBe('')
    expect(position.pieceAt(64)).toBe('')
    expect([position.columns, position.rows, position.turn, position.ply]).toEqual([8, 8, 1, 0])
    expect(chess.formatSquare(position, at('h8'))).toBe('h8')
    expect(chess.formatSquare(position, 64)).toBe('')
    expect(position.isAttacked(at('f3'), 1)).toBe(true)
    expect(position.isAttacked(at('f3'), 2)).toBe(false)
  })

  test('is restored exactly by undo after any moves, legal or not', () => {
    const anyMove = fc.oneof(
      { weight: 1, arbitrary: fc.constant(PASS) },
      {
        weight: 9,
        arbitrary: fc.tuple(fc.nat(63), fc.nat(63), fc.nat(7)).map(([from, to, code]) => makeMove(from, to, code)),
      },
    )
    fc.assert(
      fc.property(anyPosition, fc.array(fc.tuple(fc.boolean(), fc.nat(0xffff), anyMove)), (position, steps) => {
        const snapshots: unknown[] = []
        for (const [isLegal, pick, other] of steps) {
          snapshots.push(snapshot(position))
          const moves = chess.legal(position)
          chess.play(position, isLegal && moves.length > 0 ? moves[pick % moves.length]! : other)
          expect(keyOf(position)).toEqual(keyFromScratch(position))
        }
        while (snapshots.length > 0) {
          chess.undo(position)
          expect(snapshot(position)).toEqual(snapshots.pop())
        }
      }),
      runs,
    )
  })

  test('agrees with its list of legal moves, move by move', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        const legal = new Set(chess.legal(position))
        for (let from = 0; from < 64; from++) {
          for (let to = 0; to < 64; to++) {
            for (let promotion = 0; promotion < 8; promotion++) {
              const one = makeMove(from, to, promotion)
              if (chess.isLegal(position, one) !== legal.has(one)) {
                expect.fail(`${chess.writeMove(position, one, 'uci')} in ${chess.format(position)}`)
              }
            }
          }
        }
      }),
      { numRuns: scaled(40, 2_000) },
    )
  })

  test('has the key that equal positions have', () => {
    fc.assert(
      fc.property(reachedPosition, (position) => {
        const again = chess.parse(chess.format(position), position.isChess960 ? { variant: 'chess960' } : {})
        expect(keyOf(again)).toEqual(keyOf(position))
        const other = chess.parse(chess.format(position).replace(/ [wb] /, (turn) => (turn === ' w ' ? ' b ' : ' w ')))
        expect(keyOf(other)).not.toEqual(keyOf(position))
      }),
      runs,
    )
  })

  test('is cloned with its history, and assigned without', () => {
    const position = chess.start()
    for (const san of ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6']) chess.play(position, chess.readMove(position, san)!)
    const before = snapshot(position)
    const copy = chess.clone(position)
    expect(snapshot(copy)).toEqual(before)
    chess.play(copy, chess.readMove(copy, 'O-O')!)
    expect(snapshot(position)).toEqual(before)
    for (let ply = copy.ply; ply > 0; ply--) chess.undo(copy)
    expect(snapshot(copy)).toEqual(snapshot(chess.start()))

    const other = chess.parse('1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1')
    other.assign(position)
    expect(other.ply).toBe(0)
    expect(chess.format(other)).toBe(chess.format(position))
    expect(keyOf(other)).toEqual(keyOf(position))
    expect(chess.legal(other)).toEqual(chess.legal(position))
    expect(chess.writeMove(other, chess.readMove(other, 'O-O')!, 'uci')).toBe('e1g1')
  })

  test('goes back over any number of moves', () => {
    const position = chess.start()
    const tour = ['Nf3', 'Nf6', 'Ng1', 'Ng8']
    for (let ply = 0; ply < 1_000; ply++) chess.play(position, chess.readMove(position, tour[ply % 4]!)!)
    expect(chess.format(position)).toMatch(/ w KQkq - 1000 501$/)
    for (let ply = 0; ply < 1_000; ply++) chess.undo(position)
    expect(snapshot(position)).toEqual(snapshot(chess.start()))
  })

  test('refuses what is not a move on its board', () => {
    const position = chess.start()
    expect(() => chess.undo(position)).toThrow(TypeError)
    expect(() => chess.play(position, makeMove(0, 64))).toThrow(TypeError)
    expect(() => chess.play(position, makePlacement(20))).toThrow(TypeError)
    expect(chess.isLegal(position, makeMove(64, 12))).toBe(false)
    expect(chess.isLegal(position, makePlacement(20))).toBe(false)
    expect(chess.isLegal(position, NO_MOVE)).toBe(false)
    expect(snapshot(position)).toEqual(snapshot(chess.start()))
  })
})

describe('the key of a chess position', () => {
  // Part of the position index format: these never change.
  test.each([
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 0xb77ae9b8, 0xaf6001f0],
    ['rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1', 0xdd896099, 0xbff1606f],
    ['rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3', 0x01f92709, 0x56806062],
    ['8/8/8/4k3/8/8/8/4K3 w - - 0 1', 0x9877087b, 0x990a0742],
    ['r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1', 0x48110a53, 0xc2a29cb4],
    ['1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1', 0x2a7ab4a4, 0x98f77b24],
  ])('of %s is golden', (fen, high, low) => {
    const halves = new Uint32Array(4)
    chess.key(chess.parse(fen), halves, 1)
    expect([...halves]).toEqual([0, high, low, 0])
  })

  test('counts an en passant capture only where it is legal', () => {
    const key = (fen: string) => keyOf(chess.parse(fen))
    // No pawn can capture; the capture would open the row to the king; the capture is legal.
    expect(key('4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1')).toEqual(key('4k3/8/8/8/4P3/8/8/4K3 b - - 0 1'))
    expect(key('8/8/8/8/1R1Pp2k/8/8/4K3 b - d3 0 1')).toEqual(key('8/8/8/8/1R1Pp2k/8/8/4K3 b - - 0 1'))
    expect(key('4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1')).not.toEqual(key('4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1'))
    const position = chess.parse('4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1')
    chess.play(position, move('d7', 'd5'))
    expect(keyOf(position)).toEqual(key('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1'))
    chess.play(position, PASS)
    chess.play(position, PASS)
    expect(keyOf(position)).toEqual(key('4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1'))
  })

  test('counts castling rights by the file of the rook', () => {
    const key = (fen: string) => keyOf(chess.parse(fen))
    expect(key('4k3/8/8/8/8/8/8/4KRR1 w F - 0 1')).not.toEqual(key('4k3/8/8/8/8/8/8/4KRR1 w G - 0 1'))
    expect(key('4k3/8/8/8/8/8/8/R3K2R w HA - 0 1')).toEqual(key('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1'))
  })
})

describe('illegal moves of real records', () => {
  test('put the piece where the move says', () => {
    const position = chess.start()
    chess.play(position, move('e2', 'e5'))
    chess.play(position, move('e8', 'e6'))
    chess.play(position, move('h1', 'h8'))
    chess.play(position, move('d4', 'd5'))
    expect(chess.format(position)).toBe('rnbq1bnR/pppppppp/4k3/4P3/8/8/PPPP1PPP/RNBQKBN1 w Q - 1 3')
    for (let ply = 0; ply < 4; ply++) chess.undo(position)
    expect(chess.format(position)).toBe(chess.format(chess.start()))
  })

  test('may castle without the right, through attacks, and not onto other pieces', () => {
    const castled = chess.parse('4k1r1/8/8/8/8/8/8/4K2R w - - 0 1')
    chess.play(castled, move('e1', 'h1'))
    expect(chess.format(castled)).toBe('4k1r1/8/8/8/8/8/8/5RK1 b - - 1 1')
    const blocked = chess.parse('4k3/8/8/8/8/8/8/4KB1R w K - 0 1')
    chess.play(blocked, move('e1', 'h1'))
    expect(chess.format(blocked)).toBe('4k3/8/8/8/8/8/8/5B1K b - - 0 1')
    chess.undo(blocked)
    expect(chess.format(blocked)).toBe('4k3/8/8/8/8/8/8/4KB1R w K - 0 1')
  })

  test('may take en passant without the right, and take the king', () => {
    const position = chess.parse('4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1')
    chess.play(position, move('e5', 'd6'))
    expect(chess.format(position)).toBe('4k3/8/3P4/8/8/8/8/4K3 b - - 0 1')
    chess.play(position, PASS)
    chess.play(position, move('d6', 'e8', PROMOTION.queen))
    expect(chess.format(position)).toBe('4Q3/8/8/8/8/8/8/4K3 b - - 0 2')
    expect(chess.legal(position)).toEqual([])
    expect(chess.outcome(position)).toEqual({ reason: 'stalemate' })
  })

  test('are reported, null moves for what they are', () => {
    const record = emptyRecord('chess')
    record.nodes.push(
      { parent: 0, move: move('e2', 'e4') },
      { parent: 1, move: PASS },
      { parent: 2, move: move('e4', 'e6') },
    )
    expect(illegalMoves(chess, record)).toEqual([
      { id: 'rules/null-move', severity: 'info', params: { ply: 2, move: '--' }, place: { node: 2 } },
      { id: 'rules/illegal-move', severity: 'error', params: { ply: 3, move: 'e4e6' }, place: { node: 3 } },
    ])
  })
})

describe('odd set-ups', () => {
  test('without kings, with several, with pawns on the back rows have moves', () => {
    const sans = (fen: string) => {
      const position = chess.parse(fen)
      return chess
        .legal(position)
        .map((one) => chess.writeMove(position, one))
        .sort()
    }
    expect(sans('8/8/8/8/8/8/8/N6p w - - 0 1')).toEqual(['Nb3', 'Nc2'])
    expect(sans('8/8/8/8/8/8/7r/K1K5 w - - 0 1')).toEqual(
      ['Ka2', 'Kab1', 'Kab2', 'Kcb1', 'Kcb2', 'Kc2', 'Kd1', 'Kd2'].sort(),
    )
    expect(sans('4k3/8/8/8/8/8/8/P3K3 w - - 0 1')).toEqual(['Kd1', 'Kd2', 'Ke2', 'Kf1', 'Kf2', 'a2'])
    expect(sans('P3k3/8/8/8/8/8/8/4K3 w - - 0 1')).toEqual(['Kd1', 'Kd2', 'Ke2', 'Kf1', 'Kf2'])
  })

  test('in which the king could be taken give no move that takes it', () => {
    const position = chess.parse('4k3/8/8/8/4R3/8/8/4K3 w - - 0 1')
    expect(chess.isLegal(position, move('e4', 'e8'))).toBe(false)
    expect(chess.readMove(position, 'Rxe8')).toBeUndefined()
  })
})

describe('the outcome of chess', () => {
  test.each([
    ['rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3', { reason: 'checkmate', winner: 2 }],
    ['7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', { reason: 'stalemate' }],
    ['8/8/4k3/8/8/3K4/8/8 w - - 0 1', { reason: 'insufficient' }],
    ['8/8/4k3/8/8/3KN3/8/8 w - - 0 1', { reason: 'insufficient' }],
    ['8/8/4k3/1b6/8/3KB3/2B5/8 w - - 0 1', undefined],
    ['8/8/4k3/2b5/8/3KB3/5B2/8 w - - 0 1', { reason: 'insufficient' }],
    ['8/8/3bk3/8/8/3K4/1B6/8 w - - 0 1', { reason: 'insufficient' }],
    ['8/8/4k3/8/8/3KNN2/8/8 w - - 0 1', undefined],
    ['8/8/4kn2/8/8/3KN3/8/8 w - - 0 1', undefined],
    ['8/8/4k3/8/8/3K4/P7/8 w - - 0 1', undefined],
    ['8/8/8/8/8/8/B7/8 w - - 0 1', undefined],
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', undefined],
  ])('%s', (fen, outcome) => {
    expect(chess.outcome(chess.parse(fen))).toEqual(outcome)
  })
})

describe('moves as programs record them', () => {
  test('castle by a step of two squares, by the castling square, or by the rook', () => {
    const usual = chess.parse('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1')
    expect(moveBetween(usual, at('e1'), at('g1'))).toBe(move('e1', 'h1'))
    expect(moveBetween(usual, at('e1'), at('c1'))).toBe(move('e1', 'a1'))
    expect(moveBetween(usual, at('e1'), at('h1'))).toBe(move('e1', 'h1'))
    expect(moveBetween(usual, at('e1'), at('f1'))).toBe(move('e1', 'f1'))
    expect(moveBetween(usual, at('a1'), at('c1'))).toBe(move('a1', 'c1'))
    expect(moveBetween(usual, at('e2'), at('e8'), PROMOTION.queen)).toBe(move('e2', 'e8', PROMOTION.queen))
    const shuffled = chess.parse('4k3/8/8/8/8/8/8/1K2R3 w E - 0 1')
    expect(moveBetween(shuffled, at('b1'), at('g1'))).toBe(move('b1', 'e1'))
    expect(moveBetween(shuffled, at('b1'), at('c1'))).toBe(move('b1', 'c1'))
  })

  test('castle by the side, without the right towards the corner', () => {
    const position = chess.parse('4k3/8/8/8/8/8/8/RK3R1R w F - 0 1')
    expect(castlingMove(position, KING_SIDE)).toBe(move('b1', 'f1'))
    expect(castlingMove(position, QUEEN_SIDE)).toBe(move('b1', 'a1'))
    expect(castlingMove(chess.parse('8/8/8/8/8/8/8/R6R w - - 0 1'), KING_SIDE)).toBe(NO_MOVE)
  })
})

describe('Chess960 start positions', () => {
  // Reinhard Scharnagl's numbering; 518 is the usual start.
  test.each([
    [0, 'BBQNNRKR'],
    [518, 'RNBQKBNR'],
    [534, 'RNBKQBNR'],
    [959, 'RKRNNQBB'],
  ])('number %i is %s', (number, row) => {
    expect(chess960Start(number)).toBe(`${row.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${row} w KQkq - 0 1`)
    expect(chess960Number(row)).toBe(number)
  })

  test('are 960 different ones, bishops on both colours and the king between the rooks', () => {
    const rows = Array.from({ length: 960 }, (_, number) => chess960Start(number).split(/[ /]/)[7]!)
    expect(new Set(rows).size).toBe(960)
    for (const row of rows) {
      expect([...row].sort().join('')).toBe('BBKNNQRR')
      expect((row.indexOf('B') + row.lastIndexOf('B')) % 2).toBe(1)
      expect(row).toMatch(/R.*K.*R/)
    }
  })

  test('have no other numbers', () => {
    expect(chess960Number('BBBBKRRR')).toBeUndefined()
    expect(() => chess960Start(960)).toThrow(TypeError)
    expect(() => chess960Start(-1)).toThrow(TypeError)
    expect(() => chess960Start(1.5)).toThrow(TypeError)
  })

  test('begin a game of the variant', () => {
    const usual = chess.start({ variant: 'chess960' })
    expect(usual.isChess960).toBe(true)
    expect(chess.format(usual)).toBe(chess.format(chess.start()))
    expect(chess.start().isChess960).toBe(false)
    expect(chess.start({ setup: chess960Start(0) }).isChess960).toBe(true)
    expect(() => chess.start({ variant: 'atomic' })).toThrow(PositionError)
    expect(() => chess.start({ size: { columns: 9, rows: 8 } })).toThrow(PositionError)
  })
})
