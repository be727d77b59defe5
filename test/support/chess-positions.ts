/** Chess positions for properties: reached by legal moves, and put together at random. */
import * as fc from 'fast-check'
import { chess, chess960Start, type ChessPosition } from '../../src/rules/index.ts'

/** Random choices, each taken modulo what there is to choose from. */
const choices = fc.array(fc.nat(0xffff), { maxLength: 80 })

/** A position reached by random legal moves from the usual start or from one of Chess960, the moves to be undone. */
export const reachedPosition: fc.Arbitrary<ChessPosition> = fc
  .tuple(fc.option(fc.nat(959)), choices)
  .map(([number, picks]) => {
    const position =
      number === null ? chess.start() : chess.start({ variant: 'chess960', setup: chess960Start(number) })
    for (const pick of picks) {
      const moves = chess.legal(position)
      if (moves.length === 0) break
      chess.play(position, moves[pick % moves.length]!)
    }
    return position
  })

const piece = fc.constantFrom('', '', '', '', '', ...'PPNBRQKpppnbrqkk')

/** FEN of any arrangement of pieces: several kings or none, pawns on the back rows, rights where they may stand. */
export const oddFen: fc.Arbitrary<string> = fc
  .record({
    squares: fc.array(piece, { minLength: 64, maxLength: 64 }),
    turn: fc.constantFrom('w', 'b'),
    castling: fc.constantFrom('-', 'KQkq', 'Kq', 'AHah'),
    enPassant: fc.constantFrom('-', 'c3', 'd6', 'e6', 'h3'),
    counters: fc.tuple(fc.nat(120), fc.integer({ min: 1, max: 300 })),
  })
  .map(({ squares, turn, castling, enPassant, counters }) => {
    const ranks = Array.from({ length: 8 }, (_, row) =>
      squares
        .slice(row * 8, row * 8 + 8)
        .map((letter) => letter || '1')
        .join(''),
    )
    return `${ranks.join('/')} ${turn} ${castling} ${enPassant} ${counters.join(' ')}`
  })

/** Positions of both kinds. */
export const anyPosition: fc.Arbitrary<ChessPosition> = fc.oneof(
  reachedPosition,
  oddFen.map((fen) => chess.parse(fen)),
)

/** All there is to a position, in a form that compares. */
export function snapshot(position: ChessPosition): unknown {
  return {
    fen: chess.format(position),
    ply: position.ply,
    key: [position.zobristHigh, position.zobristLow],
    rights: position.rights,
    kings: [...position.kings],
    sets: [...position.sets],
    moves: chess.legal(position),
  }
}
