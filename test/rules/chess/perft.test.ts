import { describe, expect, test } from 'vitest'
import { chess, chessPerft } from '../../../src/rules/index.ts'
import { isFullRun } from '../../support/scale.ts'

/** Most leaves counted for one position in the quick run and in the full one. */
const MOST_LEAVES = isFullRun ? 200_000_000 : 5_000_000

/** A position and the number of lines of 1, 2, 3 ... moves from it. */
type Row = [fen: string, counts: number[]]

/** Source: chessprogramming.org, Perft Results, initial position and positions 2 ("Kiwipete") to 6. */
const WELL_KNOWN: Row[] = [
  ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', [20, 400, 8_902, 197_281, 4_865_609, 119_060_324]],
  ['r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', [48, 2_039, 97_862, 4_085_603, 193_690_690]],
  ['8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', [14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661]],
  ['r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1', [6, 264, 9_467, 422_333, 15_833_292]],
  ['r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1', [6, 264, 9_467, 422_333, 15_833_292]],
  ['rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', [44, 1_486, 62_379, 2_103_487, 89_941_194]],
  [
    'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
    [46, 2_079, 89_890, 3_894_594, 164_075_551],
  ],
]

/**
 * Positions made to catch one mistake each, with the count at one depth. Source: Martin Sedlak's list on
 * talkchess.com (thread 47318), as repeated on chessprogramming.net, "Perfect Perft".
 */
const TRAPS: [what: string, fen: string, depth: number, count: number][] = [
  ['a pinned en passant capture along the row', '3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1', 6, 1_134_888],
  ['a pinned en passant capture along the diagonal', '8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1', 6, 1_015_133],
  ['an en passant capture that gives check', '8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1', 6, 1_440_467],
  ['short castling that gives check', '5k2/8/8/8/8/8/8/4K2R w K - 0 1', 6, 661_072],
  ['long castling that gives check', '3k4/8/8/8/8/8/8/R3K3 w Q - 0 1', 6, 803_711],
  ['castling rights ended by captures', 'r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1', 4, 1_274_206],
  ['castling prevented by attacks', 'r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1', 4, 1_720_476],
  ['promotion out of check', '2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1', 6, 3_821_001],
  ['discovered check', '8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1', 5, 1_004_658],
  ['promotion that gives check', '4k3/1P6/8/8/8/8/K7/8 w - - 0 1', 6, 217_342],
  ['underpromotion that gives check', '8/P1k5/K7/8/8/8/8/8 w - - 0 1', 6, 92_683],
  ['stalemate of oneself', 'K1k5/8/P7/8/8/8/8/8 w - - 0 1', 6, 2_217],
  ['stalemate and checkmate', '8/k1P5/8/1K6/8/8/8/8 w - - 0 1', 7, 567_584],
  ['double check', '8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1', 4, 23_527],
]

/** Source: Andrew Grant's Chess960 perft suite, github.com/AndyGrant/Ethereal, src/perft/fischer.epd. */
const CHESS960: Row[] = [
  ['bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9', [21, 528, 12_189, 326_672, 8_146_062]],
  ['2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9', [21, 807, 18_002, 667_366, 16_253_601]],
  ['b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9', [20, 479, 10_471, 273_318, 6_417_013]],
  ['qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9', [22, 593, 13_440, 382_958, 9_183_776]],
  ['qn1rkrbb/pp1p1ppp/2p1p3/3n4/4P2P/2NP4/PPP2PP1/Q1NRKRBB w FDfd - 1 9', [24, 585, 14_769, 356_950, 9_482_310]],
  ['bnqnrbkr/1pp2pp1/p7/3pP2p/4P1P1/8/PPPP3P/BNQNRBKR w HEhe d6 0 9', [31, 984, 28_677, 962_591, 29_032_175]],
  ['n1bb1rkr/qpnppppp/2p5/p7/P1P5/5P2/1P1PPRPP/NQBBN1KR w Hhf - 1 9', [27, 697, 18_724, 505_089, 14_226_907]],
  ['qnrnkrbb/Bpppp2p/6p1/5p2/5P2/3PP3/PPP3PP/QNRNKR1B w FCfc - 1 9', [28, 908, 25_730, 861_240, 25_251_641]],
  ['nnr1qrbb/p2kpppp/1p1p4/2p5/6P1/PP1P4/2P1PP1P/NNRKQRBB w FC - 0 9', [27, 604, 17_043, 409_665, 11_993_332]],
  ['2rnbkrb/pqppppp1/1pn5/7p/2P5/P1R5/QP1PPPPP/1N1NBKRB w Ggc - 4 9', [26, 625, 16_506, 434_635, 11_856_964]],
  ['1nrbkr1q/1pppp1pp/1n6/p4p2/N1b4P/8/PPPPPPPB/N1RBKR1Q w FCfc - 2 9', [27, 862, 24_141, 755_171, 22_027_695]],
  ['nnrkrbbq/pppp2pp/8/4pp2/4P3/P7/1PPPBPPP/NNKRR1BQ w c - 0 9', [25, 792, 19_883, 636_041, 16_473_376]],
]

function deepest(counts: readonly number[]): number {
  return counts.findLastIndex((count) => count <= MOST_LEAVES) + 1
}

describe('chess perft', () => {
  test.each([...WELL_KNOWN, ...CHESS960])('%s', (fen, counts) => {
    const position = chess.parse(fen)
    for (let depth = 1; depth <= Math.min(3, counts.length); depth++) {
      expect(chessPerft(position, depth)).toBe(counts[depth - 1])
    }
    const depth = deepest(counts)
    expect(chessPerft(position, depth)).toBe(counts[depth - 1])
  })

  test.each(TRAPS)('%s', (_, fen, depth, count) => {
    expect(chessPerft(chess.parse(fen), depth)).toBe(count)
  })

  test('of depth 0 is one line', () => {
    expect(chessPerft(chess.start(), 0)).toBe(1)
  })
})
