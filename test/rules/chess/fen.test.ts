import { describe, expect, test } from 'vitest'
import { PositionError } from '../../../src/issues/errors.ts'
import { chess, formatChessFen } from '../../../src/rules/index.ts'
import { oddFen, reachedPosition, snapshot } from '../../support/chess-positions.ts'
import fc from '../../support/properties.ts'
import { scaled } from '../../support/scale.ts'

/** What a FEN comes out as when it is read and written. */
function rewritten(fen: string): string {
  return chess.format(chess.parse(fen))
}

describe('FEN of chess', () => {
  test.each([
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 3 17',
    'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3',
    '8/8/8/8/8/8/8/8 w - - 0 1',
    'pPpPpPpP/8/8/8/8/8/8/KKkkQRBN b - - 99 250',
    // X-FEN: the rook of the right is not the outermost one.
    '4k3/8/8/8/8/8/8/4KRR1 w F - 0 1',
    '1r1rk2r/8/8/8/8/8/8/RR2K1R1 w KBkd - 0 1',
    '1rkr4/8/8/8/8/8/8/1RKR4 w KQkq - 0 1',
  ])('%s is written as it is read', (fen) => {
    expect(rewritten(fen)).toBe(fen)
  })

  test.each([
    ['missing fields', '4k3/8/8/8/8/8/8/4K3', '4k3/8/8/8/8/8/8/4K3 w - - 0 1'],
    ['missing counters', '4k3/8/8/8/8/8/8/4K3 b - -', '4k3/8/8/8/8/8/8/4K3 b - - 0 1'],
    ['a missing move number', '4k3/8/8/8/8/8/8/4K3 b - - 7', '4k3/8/8/8/8/8/8/4K3 b - - 7 1'],
    ['move number 0', '4k3/8/8/8/8/8/8/4K3 b - - 0 0', '4k3/8/8/8/8/8/8/4K3 b - - 0 1'],
    ['dashes for counters', '4k3/8/8/8/8/8/8/4K3 b - - - -', '4k3/8/8/8/8/8/8/4K3 b - - 0 1'],
    ['EPD operations', '4k3/8/8/8/8/8/8/4K3 w - - bm Ke2; id "x";', '4k3/8/8/8/8/8/8/4K3 w - - 0 1'],
    ['spaces and underscores', '  4k3/8/8/8/8/8/8/4K3__b  - -\t0 5\n', '4k3/8/8/8/8/8/8/4K3 b - - 0 5'],
    ['digits that add up', '4k111/11111111/8/8/8/8/8/4K3 W - - 0 1', '4k3/8/8/8/8/8/8/4K3 w - - 0 1'],
    ['rights without a rook', '4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1', '4k3/8/8/8/8/8/8/4K2R w K - 0 1'],
    ['rights without a king', '8/8/8/8/8/8/8/R6R w KQ - 0 1', '8/8/8/8/8/8/8/R6R w - - 0 1'],
    ['rights with two kings', '8/8/8/8/8/8/8/R2KK2R w KQ - 0 1', '8/8/8/8/8/8/8/R2KK2R w - - 0 1'],
    ['rights off the back row', '8/8/8/8/8/8/R3K2R/8 w KQ - 0 1', '8/8/8/8/8/8/R3K2R/8 w - - 0 1'],
    ['Shredder-FEN', '1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1', '1rkr4/8/8/8/8/8/8/1RKR4 w KQkq - 0 1'],
    ['an inner rook named', '4k3/8/8/8/8/8/8/R2RK3 w D - 0 1', '4k3/8/8/8/8/8/8/R2RK3 w D - 0 1'],
    ['no pawn to take en passant', '4k3/8/8/8/8/8/8/4K3 b - e3 0 1', '4k3/8/8/8/8/8/8/4K3 b - - 0 1'],
    ['nobody to take en passant', '4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1', '4k3/8/8/8/4P3/8/8/4K3 b - - 0 1'],
    ['the wrong row for en passant', '4k3/8/8/8/4Pp2/8/8/4K3 w - e3 0 1', '4k3/8/8/8/4Pp2/8/8/4K3 w - - 0 1'],
    ['a piece on the way of the pawn', '4k3/8/8/8/4Pp2/8/4N3/4K3 b - e3 0 1', '4k3/8/8/8/4Pp2/8/4N3/4K3 b - - 0 1'],
    ['endless counters', '4k3/8/8/8/8/8/8/4K3 b - - 9999999999 9999999999', '4k3/8/8/8/8/8/8/4K3 b - - 99999 99999'],
  ])('with %s is read', (_, fen, expected) => {
    expect(rewritten(fen)).toBe(expected)
  })

  test.each([
    '',
    '8/8/8/8/8/8/8 w - - 0 1',
    '8/8/8/8/8/8/8/8/8 w - - 0 1',
    '9/8/8/8/8/8/8/8 w - - 0 1',
    '7/8/8/8/8/8/8/8 w - - 0 1',
    'ppppppppp/8/8/8/8/8/8/8 w - - 0 1',
    'x7/8/8/8/8/8/8/8 w - - 0 1',
    '8/8/8/8/8/8/8/8 x - - 0 1',
    '8/8/8/8/8/8/8/8 w KQxq - 0 1',
    '8/8/8/8/8/8/8/8 w - e9 0 1',
    `${'8/'.repeat(100_000)} w - - 0 1`,
  ])('that is none is refused: %.40s', (fen) => {
    expect(() => chess.parse(fen)).toThrow(PositionError)
  })

  test('names rook files on demand', () => {
    const position = chess.parse('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1')
    expect(formatChessFen(position, 'shredder')).toBe('r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1')
  })

  test('holds all there is to a position', () => {
    fc.assert(
      fc.property(reachedPosition, (position) => {
        const variant = position.isChess960 ? { variant: 'chess960' } : {}
        const again = chess.parse(chess.format(position), variant)
        expect(snapshot(again)).toEqual({ ...(snapshot(position) as object), ply: 0 })
        expect(chess.format(chess.parse(formatChessFen(position, 'shredder'), variant))).toBe(chess.format(position))
      }),
      { numRuns: scaled(150, 5_000) },
    )
  })

  test('of any arrangement of pieces comes back the same', () => {
    fc.assert(
      fc.property(oddFen, (fen) => {
        const position = chess.parse(fen)
        expect(snapshot(chess.parse(chess.format(position)))).toEqual(snapshot(position))
      }),
      { numRuns: scaled(150, 5_000) },
    )
  })

  test('that is damaged is read or refused', () => {
    fc.assert(
      fc.property(oddFen, fc.nat(), fc.string({ unit: 'binary', maxLength: 3 }), (fen, place, rubbish) => {
        const at = place % (fen.length + 1)
        try {
          chess.parse(fen.slice(0, at) + rubbish + fen.slice(at + 1))
        } catch (error) {
          expect(error).toBeInstanceOf(PositionError)
        }
      }),
      { numRuns: scaled(500, 20_000) },
    )
  })
})
