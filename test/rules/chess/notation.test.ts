import { describe, expect, test } from 'vitest'
import { makeMove, makePlacement, PASS, PROMOTION, type Move } from '../../../src/model/move.ts'
import { chess, NO_MOVE, readSanBytes, type ChessPosition } from '../../../src/rules/index.ts'
import { anyPosition } from '../../support/chess-positions.ts'
import fc from '../../support/properties.ts'
import { scaled } from '../../support/scale.ts'

/** Reads a text and writes it as SAN; undefined when it is no legal move. */
function reread(fen: string, text: string): string | undefined {
  const position = chess.parse(fen)
  const move = chess.readMove(position, text)
  return move === undefined ? undefined : chess.writeMove(position, move)
}

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
const CASTLES = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
const PROMOTES = '3r4/4P2k/8/8/8/8/8/K7 w - - 0 1'
const PASSED = '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1'
/** Knights on b1, f1 and f3 all reach d2. */
const KNIGHTS = '4k3/8/8/8/8/5N2/8/1N2KN2 w - - 0 1'

describe('reading moves of chess', () => {
  test.each([
    // SAN, and what writers leave out, add or spell otherwise.
    [START, 'e4', 'e4'],
    [START, 'Nf3', 'Nf3'],
    [START, 'Nf3+', 'Nf3'],
    [START, 'Nf3#', 'Nf3'],
    [START, 'Nf3!?', 'Nf3'],
    [START, 'e4=', 'e4'],
    [START, ' e4 ', 'e4'],
    [START, 'nf3', 'Nf3'],
    [START, '♘f3', 'Nf3'],
    [START, '♞f3', 'Nf3'],
    [START, 'Pe4', 'e4'],
    ['4k3/8/8/8/8/8/8/R3K3 w - - 0 1', 'Ra8', 'Ra8+'],
    ['6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'Ra8', 'Ra8#'],
    ['6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'Ra8++', 'Ra8#'],
    // Captures with and without their sign.
    [PASSED, 'exd6', 'exd6'],
    [PASSED, 'ed6', 'exd6'],
    [PASSED, 'e5xd6', 'exd6'],
    [PASSED, 'e5:d6', 'exd6'],
    [PASSED, 'e5d6', 'exd6'],
    [PASSED, 'exd6e.p.', 'exd6'],
    [PASSED, 'exd6 e.p.', 'exd6'],
    [PASSED, 'exd6ep', 'exd6'],
    [PASSED, 'exd6+ e.p.', 'exd6'],
    [PASSED, 'e5×d6', 'exd6'],
    // Long forms.
    [START, 'e2-e4', 'e4'],
    [START, 'e2e4', 'e4'],
    [START, 'Ng1f3', 'Nf3'],
    [START, 'Ng1-f3', 'Nf3'],
    [START, 'g1f3', 'Nf3'],
    [START, 'g1–f3', 'Nf3'],
    // Castling.
    [CASTLES, 'O-O', 'O-O'],
    [CASTLES, '0-0', 'O-O'],
    [CASTLES, 'o-o', 'O-O'],
    [CASTLES, 'O-O+', 'O-O'],
    [CASTLES, 'O-O-O', 'O-O-O'],
    [CASTLES, '0-0-0!', 'O-O-O'],
    [CASTLES, 'e1g1', 'O-O'],
    [CASTLES, 'e1h1', 'O-O'],
    [CASTLES, 'Ke1-c1', 'O-O-O'],
    // Promotion.
    [PROMOTES, 'e8=Q', 'e8=Q'],
    [PROMOTES, 'e8=Q+', 'e8=Q'],
    [PROMOTES, 'e8Q', 'e8=Q'],
    [PROMOTES, 'e8(Q)', 'e8=Q'],
    [PROMOTES, 'e8/Q', 'e8=Q'],
    [PROMOTES, 'e8=b', 'e8=B'],
    [PROMOTES, 'e7e8n', 'e8=N'],
    [PROMOTES, 'e7-e8=R', 'e8=R'],
    [PROMOTES, 'exd8=Q+', 'exd8=Q'],
    [PROMOTES, 'e7xd8Q', 'exd8=Q'],
    [PROMOTES, 'e8', 'e8=Q'],
    [PROMOTES, 'e7e8', 'e8=Q'],
    // Null moves.
    ...['--', 'Z0', '0000', '@@@@', 'null'].map((text): [string, string, string] => [START, text, '--']),
    // Pieces told apart, more than needed and less.
    [KNIGHTS, 'Nbd2', 'Nbd2'],
    [KNIGHTS, 'N3d2', 'N3d2'],
    [KNIGHTS, 'Nf1d2', 'Nf1d2'],
    [KNIGHTS, 'Nb1d2', 'Nbd2'],
    // The other knight is pinned, so that nothing tells them apart but the rules.
    ['4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1', 'Ne2', 'Ne2'],
  ])('%s: %s is %s', (fen, text, san) => {
    expect(reread(fen, text)).toBe(san)
  })

  test.each([
    [START, ''],
    [START, ' '],
    [START, 'e5'],
    [START, 'Nd2'],
    [START, 'Bf1'],
    [START, 'Ke1'],
    [START, 'exd3'],
    [START, 'e9'],
    [START, 'i4'],
    [START, 'O-O'],
    [START, 'O-O-O-O'],
    [START, 'O-X'],
    [START, 'e4Q'],
    [START, 'Nf3=Q'],
    [START, 'N'],
    [START, 'Nf'],
    [START, ')'],
    [START, 'ep'],
    [START, 'e.p.'],
    [START, 'xe4e'],
    [START, 'Rg1f3'],
    [START, 'e4 e5'],
    [START, 'e4'.padEnd(40, '!')],
    [START, 'ё4'],
    [START, '1-0'],
    [START, 'N@f3'],
    [PROMOTES, 'e8=K'],
    [PROMOTES, 'e8=P'],
    [PROMOTES, 'exf8=Q'],
    [KNIGHTS, 'Nd2'],
    [KNIGHTS, 'Nfd2'],
    [KNIGHTS, 'N1d2'],
    ['4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1', 'Ne2'],
    ['4k3/8/8/8/8/8/8/4K3 w - - 0 1', 'O-O'],
  ])('%s: %s is none', (fen, text) => {
    expect(reread(fen, text)).toBeUndefined()
  })

  test('in Chess960 takes castling by both squares', () => {
    const position = chess.parse('1k6/8/8/8/8/8/8/1K1R4 w D - 0 1')
    const castling = chess.readMove(position, 'O-O')!
    expect(castling).toBe(makeMove(1, 3))
    expect(chess.readMove(position, 'b1d1')).toBe(castling)
    expect(chess.readMove(position, 'b1g1')).toBe(castling)
    expect(chess.writeMove(position, castling, 'uci')).toBe('b1d1')
    expect(chess.writeMove(position, castling, 'san')).toBe('O-O')
  })

  test('stays inside the bytes it is given', () => {
    const bytes = new TextEncoder().encode('xNf3+e4=Qd5')
    const position = chess.start()
    expect(readSanBytes(position, bytes, 1, 5)).toBe(makeMove(6, 21))
    expect(readSanBytes(position, bytes, 5, 7)).toBe(makeMove(12, 28))
    expect(readSanBytes(position, bytes, 5, 5)).toBe(NO_MOVE)
    expect(readSanBytes(position, bytes, 3, 5)).toBe(NO_MOVE)
    expect(readSanBytes(position, bytes, 8, 9)).toBe(NO_MOVE)
  })

  test('returns for any bytes a legal move, a null move or none', () => {
    const likely = fc.constantFrom(...'NBRQKPabcdefgh12345678xO-0=+#().:')
    const text = fc.oneof(
      fc.string({ unit: likely, maxLength: 8 }),
      fc.string({ unit: 'binary-ascii', maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    fc.assert(
      fc.property(anyPosition, fc.array(text, { minLength: 20 }), (position, texts) => {
        for (const one of texts) {
          const move = chess.readMove(position, one)
          if (move !== undefined && move !== PASS) expect(chess.isLegal(position, move)).toBe(true)
        }
      }),
      { numRuns: scaled(100, 5_000) },
    )
  })
})

describe('reading illegal moves of chess', () => {
  test.each([
    // Both squares are said.
    [START, 'e2-e5', 'e2e5'],
    [START, 'Ng1xe5', 'g1e5'],
    [START, 'e7e5', 'e7e5'],
    [START, 'd4d5', 'd4d5'],
    // One piece can make it, but for its king.
    ['4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1', 'Ne2', 'c3e2'],
    ['4k3/8/8/8/1b6/8/8/4K2R w - - 0 1', 'Rh8', 'h1h8'],
    ['4k3/8/8/8/1b6/8/7P/4K3 w - - 0 1', 'h4', 'h2h4'],
    ['4k3/8/8/8/8/8/8/4K2r w - - 0 1', 'Kf1', 'e1f1'],
    ['4k3/8/8/8/8/8/8/R3K3 w - - 0 1', 'Rxe1', 'a1e1'],
    // A pawn captures nothing.
    [START, 'exf3', 'e2f3'],
    // Castling without the right.
    [START, 'O-O', 'e1g1'],
    ['4k3/8/8/8/8/8/8/R3K2R w - - 0 1', 'O-O-O', 'e1c1'],
    // What is legal, too.
    [START, 'e4', 'e2e4'],
    [START, '--', '0000'],
  ])('%s: %s is %s', (fen, text, uci) => {
    const position = chess.parse(fen)
    const move = chess.readIllegalMove!(position, text)!
    expect(chess.writeMove(position, move, 'uci')).toBe(uci)
  })

  test.each([
    [START, 'e5'],
    [START, 'Nd5'],
    [START, 'axc3'],
    [START, 'Bg1f3'],
    [START, 'Nf3=Q'],
    [KNIGHTS, 'Nd2'],
    ['8/8/8/8/8/8/8/R6R w - - 0 1', 'O-O'],
    [START, '1-0'],
  ])('%s: %s is none', (fen, text) => {
    expect(chess.readIllegalMove!(chess.parse(fen), text)).toBeUndefined()
  })

  test('gives back what was written of any move', () => {
    const squares = fc.tuple(fc.nat(63), fc.nat(63), fc.nat(4))
    fc.assert(
      fc.property(anyPosition, fc.array(squares, { minLength: 30 }), (position, moves) => {
        for (const [from, to, code] of moves) {
          const letter = position.pieceAt(from).toLowerCase()
          // A king along its row may be written as castling, and a pawn on the last row becomes a queen.
          if (from === to || letter === 'k' || (letter === 'p' && code === 0)) continue
          const move = makeMove(from, to, letter === 'p' ? code : 0)
          const text = chess.writeMove(position, move)
          if (chess.readIllegalMove!(position, text) !== move) expect.fail(`${text} in ${chess.format(position)}`)
        }
      }),
      { numRuns: scaled(150, 5_000) },
    )
  })
})

describe('writing moves of chess', () => {
  function written(position: ChessPosition, move: Move): string[] {
    return chess.styles.map((style) => chess.writeMove(position, move, style))
  }

  test.each([
    [START, 'e2e4', ['e4', 'e2e4', 'e2-e4']],
    [CASTLES, 'e1g1', ['O-O', 'e1g1', 'O-O']],
    [CASTLES, 'a1a8', ['Rxa8+', 'a1a8', 'Ra1xa8+']],
    [PROMOTES, 'e7d8q', ['exd8=Q', 'e7d8q', 'e7xd8=Q']],
    [START, '0000', ['--', '0000', '--']],
    // File before rank, both only where neither is enough; pinned pieces do not count.
    [KNIGHTS, 'b1d2', ['Nbd2', 'b1d2', 'Nb1-d2']],
    [KNIGHTS, 'f3d2', ['N3d2', 'f3d2', 'Nf3-d2']],
    [KNIGHTS, 'f1d2', ['Nf1d2', 'f1d2', 'Nf1-d2']],
    ['8/8/8/8/4Q2Q/8/8/K6Q w - - 0 1', 'h4e1', ['Qh4e1', 'h4e1', 'Qh4-e1']],
    ['4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1', 'g1e2', ['Ne2', 'g1e2', 'Ng1-e2']],
  ])('%s: %s', (fen, text, expected) => {
    const position = chess.parse(fen)
    expect(written(position, chess.readMove(position, text)!)).toEqual(expected)
  })

  test('describes an illegal move as well as it can', () => {
    const position = chess.start()
    expect(written(position, makeMove(6, 52))).toEqual(['Ng1xe7', 'g1e7', 'Ng1xe7'])
    expect(written(position, makeMove(12, 36))).toEqual(['e2e5', 'e2e5', 'e2-e5'])
    expect(written(position, makeMove(28, 36))).toEqual(['e4e5', 'e4e5', 'e4-e5'])
    expect(written(position, makeMove(4, 7))).toEqual(['O-O', 'e1g1', 'O-O'])
    expect(written(position, makeMove(12, 60, PROMOTION.knight))[1]).toBe('e2e8n')
    // The longest of all: a queen that takes, gives check and is said to promote.
    const sharp = chess.parse('1k6/1p6/8/8/8/8/1Q6/K7 w - - 0 1')
    const longest = makeMove(9, 49, PROMOTION.queen)
    expect(written(sharp, longest)).toEqual(['Qb2xb7=Q+', 'b2b7q', 'Qb2xb7=Q+'])
  })

  test('refuses other notations and what is not a move', () => {
    const position = chess.start()
    expect(() => chess.writeMove(position, makeMove(12, 28), 'iccs')).toThrow(TypeError)
    expect(() => chess.writeMove(position, makePlacement(28))).toThrow(TypeError)
    expect(() => chess.writeMove(position, makeMove(12, 70))).toThrow(TypeError)
  })

  test('gives texts that read back to the move, in every notation and position', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        for (const move of chess.legal(position)) {
          for (const text of written(position, move)) {
            if (chess.readMove(position, text) !== move) expect.fail(`${text} in ${chess.format(position)}`)
          }
        }
      }),
      { numRuns: scaled(150, 5_000) },
    )
  })

  test('gives different texts to different moves', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        const moves = chess.legal(position)
        for (const style of chess.styles) {
          expect(new Set(moves.map((move) => chess.writeMove(position, move, style))).size).toBe(moves.length)
        }
      }),
      { numRuns: scaled(100, 2_000) },
    )
  })
})
