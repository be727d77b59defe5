/**
 * The numbers of moves: all pseudo-legal moves of the side to move are counted, square by square, in the order of the
 * original program, its oddities included. docs/formats/cbf.md, Move numbers.
 */
import { makeMove, type Colour, type Move } from '../../model/move.ts'
import { castlingMove, KING_SIDE, QUEEN_SIDE, type ChessPosition } from '../../rules/chess/index.ts'
import { DIAGONALS, KING_STEPS, KNIGHT_STEPS, STRAIGHTS, type Step } from '../chessbase/moves/steps.ts'
import type { Profile } from './profile.ts'

/** No square passed by a pawn. */
export const NOWHERE = -1

/** A number that is counted and stands for no move that can be played. */
export const PHANTOM = -2

/** A number beyond the last move. */
export const TOO_HIGH = -1

/** Steps by the kind of piece as positions number them, and whether it goes on. */
const STEPS: Readonly<Record<number, readonly [steps: readonly Step[], isSliding: boolean]>> = {
  2: [KNIGHT_STEPS, false],
  3: [DIAGONALS, true],
  4: [STRAIGHTS, true],
  5: [[...DIAGONALS, ...STRAIGHTS], true],
  6: [KING_STEPS, false],
}

const PAWN = 1
const ROOK = 4
const KING_KIND = 6

/** What a pawn becomes, in the order of the numbers: queen, rook, bishop, knight. */
const PROMOTIONS = [4, 3, 2, 1] as const

/** Counts down to a number; the move that is met at 1 is the one. */
class Counter {
  left: number
  move: Move = TOO_HIGH

  constructor(number: number) {
    this.left = number
  }

  /** Counts a move; returns whether it is the one. */
  count(move: Move): boolean {
    if (--this.left !== 0) return false
    this.move = move
    return true
  }
}

/**
 * The move of a number from 1 on a position; negative where there is none.
 * @param passed the square that a pawn has just passed, as the original program thinks, or NOWHERE
 */
export function moveOfNumber(position: ChessPosition, number: number, passed: number, profile: Profile): Move {
  const counter = new Counter(number)
  for (let file = 0; file < 8; file++) {
    for (let rank = 0; rank < 8; rank++) {
      const from = rank * 8 + file
      const piece = position.board[from]!
      if (piece === 0 || piece >> 3 !== position.turn) continue
      const isFound =
        (piece & 7) === PAWN
          ? countPawn(position, from, passed, profile, counter)
          : countPiece(position, from, piece & 7, profile, counter)
      if (isFound) return counter.move
    }
  }
  return TOO_HIGH
}

function countPiece(position: ChessPosition, from: number, kind: number, profile: Profile, counter: Counter): boolean {
  const [steps, isSliding] = STEPS[kind]!
  for (const [files, ranks] of steps) {
    for (let distance = 1; distance <= (isSliding ? 7 : 1); distance++) {
      const to = squareAt((from & 7) + files * distance, (from >> 3) + ranks * distance)
      if (to === undefined) break
      const target = position.board[to]!
      if (target !== 0 && target >> 3 === position.turn) break
      if (counter.count(makeMove(from, to))) return true
      if (target !== 0) break
    }
  }
  if (kind !== KING_KIND) return false
  for (const side of [KING_SIDE, QUEEN_SIDE] as const) {
    if (canSeemToCastle(position, from, side === KING_SIDE, profile)) {
      if (counter.count(castlingMove(position, side))) return true
    }
  }
  return false
}

/** Whether castling is counted: lost rights, checks and attacked squares do not matter to the original program. */
function canSeemToCastle(position: ChessPosition, king: number, isShort: boolean, profile: Profile): boolean {
  const home = position.turn === 1 ? 4 : 60
  if (king !== home) return false
  const corner = isShort ? home + 3 : home - 4
  if (position.board[corner] !== ((position.turn << 3) | ROOK)) return false
  for (let square = Math.min(king, corner) + 1; square < Math.max(king, corner); square++) {
    if (position.board[square] !== 0) return false
  }
  if (profile.castling === 'pieces') return true
  const right = (position.turn - 1) * 2 + (isShort ? 0 : 1)
  return ((position.rights >> right) & 1) === 1
}

function countPawn(position: ChessPosition, from: number, passed: number, profile: Profile, counter: Counter): boolean {
  const { turn, board } = position
  const up = turn === 1 ? 8 : -8
  const rank = from >> 3
  const [home, last, passing] = turn === 1 ? [1, 6, 4] : [6, 1, 3]
  const step = from + up
  if (rank === home && board[step] === 0 && board[step + up] === 0 && counter.count(makeMove(from, step + up))) {
    return true
  }
  // A pawn that stands where no pawn can goes nowhere.
  if (step < 0 || step > 63) return false
  if (board[step] === 0 && countTarget(from, step, rank === last, counter)) return true
  for (const side of [-1, 1]) {
    const to = squareAt((from & 7) + side, step >> 3)
    const target = to === undefined ? 0 : board[to]!
    if (target !== 0 && target >> 3 !== turn && countTarget(from, to!, rank === last, counter)) return true
  }
  if (rank !== passing) return false
  for (const side of [-1, 1]) {
    const to = squareAt((from & 7) + side, step >> 3)
    if (to !== undefined && to === passed) {
      const isReal = board[to] === 0 && board[to - up] === (((3 - turn) << 3) | PAWN)
      if (counter.count(isReal ? makeMove(from, to) : PHANTOM)) return true
    }
  }
  // Where no pawn has passed, the original looks for one of the file beyond the edge.
  return passed === NOWHERE && (from & 7) === 0 && profile.phantom === 'counted' && counter.count(PHANTOM)
}

function countTarget(from: number, to: number, isLast: boolean, counter: Counter): boolean {
  if (!isLast) return counter.count(makeMove(from, to))
  return PROMOTIONS.some((promotion) => counter.count(makeMove(from, to, promotion)))
}

function squareAt(file: number, rank: number): number | undefined {
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? rank * 8 + file : undefined
}

/** The square passed by a move that is about to be played, as the original program keeps it. */
export function passedAfter(position: ChessPosition, move: Move, passed: number, profile: Profile): number {
  const [from, to] = [(move >> 12) & 63, move & 63]
  const piece = position.board[from]!
  const isCastling = (piece & 7) === KING_KIND && position.board[to]! >> 3 === position.turn
  if (isCastling) {
    if (passed === NOWHERE || profile.stale === 'cleared') return NOWHERE
    // It stays on its file, for the other side.
    return (passed & 7) + (((3 - position.turn) as Colour) === 1 ? 40 : 16)
  }
  if ((piece & 7) !== PAWN || Math.abs(to - from) !== 16) return NOWHERE
  return (from + to) >> 1
}
