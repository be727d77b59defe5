/**
 * The words of moves: one for every move of every piece on an empty board, with the piece captured and what a pawn
 * becomes, so that a word means the same in all positions. docs/formats/2cbh.md, Move words.
 */
import type { Colour } from '../../../model/move.ts'
import { turnSquare } from '../../chessbase/moves/codes.ts'
import { DIAGONALS, KING_STEPS, KNIGHT_STEPS, STRAIGHTS, type Step } from '../../chessbase/moves/steps.ts'

/** Words that are no moves. */
export const WORD = { pass: 0xfffa, start: 0xfffb, moves: 0xfffc, fork: 0xfffd, end: 0xffff } as const

/** First words of castling: White's long and short, Black's long and short; then the same for every start of Chess960. */
export const FIRST_CASTLING = 0xb129
export const FIRST_CHESS960_CASTLING = 0xb12d
export const FIRST_UNUSED = 0xc02d

/** Kinds of pieces as positions number them. */
const [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] = [1, 2, 3, 4, 5, 6] as const

/** What pieces may capture, in the order of their words; a quiet move comes first. */
const CAPTURED = [0, QUEEN, KNIGHT, BISHOP, ROOK, PAWN] as const

/** What a pawn captures and becomes on the last rank, in the order of their words. */
const OFFICERS = [QUEEN, KNIGHT, BISHOP, ROOK] as const

/** The pieces in the order of their words, with their steps and whether they go on. */
const PIECES: readonly (readonly [kind: number, steps: readonly Step[], isSliding: boolean])[] = [
  [KING, KING_STEPS, false],
  [QUEEN, [...DIAGONALS, ...STRAIGHTS], true],
  [KNIGHT, KNIGHT_STEPS, false],
  [BISHOP, DIAGONALS, true],
  [ROOK, STRAIGHTS, true],
]

/**
 * What each word up to the first castling means: bits 0-5 to, 6-11 from (squares of positions), 12-14 the kind that
 * moves, 15-17 the kind captured, 18-20 the kind a pawn becomes, 21-22 the colour, 23 en passant. 0 is no move.
 */
export const MEANINGS = new Int32Array(FIRST_CASTLING)

/** The word of every meaning. */
const WORDS = new Map<number, number>()

/** The meaning of a move; a kind is 0 where nothing is captured and where no pawn is promoted. */
export function meaningOf(
  colour: Colour,
  kind: number,
  from: number,
  to: number,
  captured: number,
  promoted: number,
  isEnPassant: boolean,
): number {
  const squares = (from << 6) | to
  return squares | (kind << 12) | (captured << 15) | (promoted << 18) | (colour << 21) | (isEnPassant ? 1 << 23 : 0)
}

/** The word of a meaning; undefined for moves that no piece can make. */
export function wordOf(meaning: number): number | undefined {
  return WORDS.get(meaning)
}

let next = 1
function add(meaning: number): void {
  WORDS.set(meaning, next)
  MEANINGS[next++] = meaning
}

/** The square of a file and rank from 0 as positions count it; undefined off the board. */
function square(file: number, rank: number): number | undefined {
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? rank * 8 + file : undefined
}

for (const colour of [1, 2] as const) {
  for (const [kind, steps, isSliding] of PIECES) {
    for (let index = 0; index < 64; index++) {
      const from = turnSquare(index)
      for (const [files, ranks] of steps) {
        for (let distance = 1; distance <= (isSliding ? 7 : 1); distance++) {
          const to = square((from & 7) + files * distance, (from >> 3) + ranks * distance)
          if (to === undefined) break
          for (const captured of CAPTURED) add(meaningOf(colour, kind, from, to, captured, 0, false))
        }
      }
    }
  }
}

for (const colour of [1, 2] as const) {
  for (let file = 0; file < 8; file++) for (let rank = 1; rank < 7; rank++) addPawn(colour, file, rank)
}

function addPawn(colour: Colour, file: number, rank: number): void {
  const forward = colour === 1 ? 1 : -1
  const [homeRank, passingRank, lastRank] = colour === 1 ? [1, 4, 6] : [6, 3, 1]
  const from = rank * 8 + file
  const step = from + 8 * forward
  const put = (to: number, captured: number, promoted = 0, isEnPassant = false) =>
    add(meaningOf(colour, PAWN, from, to, captured, promoted, isEnPassant))
  if (rank === homeRank) put(step + 8 * forward, 0)
  if (rank === lastRank) for (const promoted of OFFICERS) put(step, 0, promoted)
  else put(step, 0)
  for (const side of [-1, 1]) {
    const to = square(file + side, rank + forward)
    if (to === undefined) continue
    if (rank === lastRank) {
      for (const captured of OFFICERS) for (const promoted of OFFICERS) put(to, captured, promoted)
      continue
    }
    for (const captured of [...OFFICERS, PAWN]) put(to, captured)
    if (rank === passingRank) put(to, PAWN, 0, true)
  }
}
