/** All legal moves of a position. */
import * as model from '../../model/move.ts'
import type { Colour, Move } from '../../model/move.ts'
import * as castling from './castling.ts'
import type { CastlingSide } from './castling.ts'
import * as geometry from './geometry.ts'
import * as legality from './legality.ts'
import * as pieces from './pieces.ts'
import type { ChessPosition } from './position.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { makeMove, moveFrom, moveTo, otherColour, PROMOTION } = model
const { KING_SIDE, QUEEN_SIDE } = castling
const { FIRST_DIAGONAL, firstSquare, forwardOf, PAWN_REACH, RAYS, REACH } = geometry
const { canCastle, castlingRook, keepsKingSafe } = legality
const { BISHOP, EDGE, EMPTY, KING, KNIGHT, lastRow, PAWN, ROOK, secondRow } = pieces

/** More moves than any arrangement of pieces allows: 64 queens with 27 moves each. */
export const MAX_MOVES = 64 * 27

const scratch = new Int32Array(MAX_MOVES)

/** All legal moves, by square of origin. */
export function legalMoves(position: ChessPosition): Move[] {
  return Array.from(scratch.subarray(0, generateMoves(position, scratch, 0)))
}

/** Whether the side to move has any legal move. */
export function hasLegalMove(position: ChessPosition): boolean {
  // The king usually has one and is quick to check.
  const king = position.kings[position.turn]!
  const hasStep = king !== EDGE && keepSafe(position, scratch, 0, stepMoves(position, KING, king, scratch, 0)) > 0
  return hasStep || generateMoves(position, scratch, 0) > 0
}

/** Writes all legal moves from `into[start]` on and returns where they end. Room for {@link MAX_MOVES} is needed. */
export function generateMoves(position: ChessPosition, into: Int32Array, start: number): number {
  const { board, sets, turn } = position
  const king = position.kings[turn]!
  let end = start
  for (let half = 0; half < 2; half++) {
    for (let own = sets[(turn << 4) | half]!; own !== 0; own &= own - 1) {
      const from = firstSquare(own, half)
      const kind = board[from]! & 7
      if (kind === PAWN) end = pawnMoves(position, from, into, end)
      else if (kind === KNIGHT) end = stepMoves(position, KNIGHT, from, into, end)
      else if (kind !== KING) end = sliderMoves(position, kind, from, into, end)
      else if (from !== king) end = stepMoves(position, KING, from, into, end)
    }
  }
  if (king === EDGE) return end
  if (position.inCheck() || position.hasPin()) end = keepSafe(position, into, start, end)
  const kingStart = end
  end = stepMoves(position, KING, king, into, end)
  end = keepSafe(position, into, kingStart, end)
  if (position.rights !== 0) {
    for (let side = KING_SIDE; side <= QUEEN_SIDE; side++) {
      if (canCastle(position, side as CastlingSide))
        into[end++] = makeMove(king, castlingRook(position, side as CastlingSide))
    }
  }
  return end
}

/** Keeps the moves from `start` to `end` that leave the mover's king safe; returns their new end. */
function keepSafe(position: ChessPosition, into: Int32Array, start: number, end: number): number {
  let kept = start
  for (let index = start; index < end; index++) {
    const move = into[index]!
    if (keepsKingSafe(position, moveFrom(move), moveTo(move))) into[kept++] = move
  }
  return kept
}

function sliderMoves(position: ChessPosition, kind: number, from: number, into: Int32Array, start: number): number {
  const board = position.board
  const enemy = otherColour(position.turn)
  const enemyKing = position.kings[enemy]!
  const lastDirection = kind === ROOK ? FIRST_DIAGONAL : 8
  let end = start
  for (let direction = kind === BISHOP ? FIRST_DIAGONAL : 0; direction < lastDirection; direction++) {
    let at = (from << 6) | (direction << 3)
    let to = RAYS[at]!
    while (board[to] === EMPTY) {
      into[end++] = makeMove(from, to)
      to = RAYS[++at]!
    }
    if (board[to]! >> 3 === enemy && to !== enemyKing) into[end++] = makeMove(from, to)
  }
  return end
}

function stepMoves(position: ChessPosition, kind: number, from: number, into: Int32Array, start: number): number {
  const { sets, turn } = position
  const enemyKing = position.kings[otherColour(turn)]!
  let end = start
  for (let half = 0; half < 2; half++) {
    let targets = REACH[(kind << 7) | (from << 1) | half]! & ~sets[(turn << 4) | half]!
    for (; targets !== 0; targets &= targets - 1) {
      const to = firstSquare(targets, half)
      if (to !== enemyKing) into[end++] = makeMove(from, to)
    }
  }
  return end
}

function pawnMoves(position: ChessPosition, from: number, into: Int32Array, start: number): number {
  const { board, sets, turn } = position
  const enemy = otherColour(turn)
  const enemyKing = position.kings[enemy]!
  let end = start
  const forward = (from << 6) | (forwardOf(turn) << 3)
  const ahead = RAYS[forward]!
  if (board[ahead] === EMPTY) {
    end = addPawnMove(turn, from, ahead, into, end)
    const further = RAYS[forward + 1]!
    if (from >> 3 === secondRow(turn) && board[further] === EMPTY) into[end++] = makeMove(from, further)
  }
  for (let half = 0; half < 2; half++) {
    let targets = PAWN_REACH[(turn << 7) | (from << 1) | half]! & sets[(enemy << 4) | half]!
    for (; targets !== 0; targets &= targets - 1) {
      const to = firstSquare(targets, half)
      if (to !== enemyKing) end = addPawnMove(turn, from, to, into, end)
    }
  }
  const passed = position.enPassant
  if (
    passed !== EDGE &&
    (PAWN_REACH[(turn << 7) | (from << 1) | (passed >> 5)]! & (1 << passed)) !== 0 &&
    position.isSafeEnPassant(from, passed)
  ) {
    into[end++] = makeMove(from, passed)
  }
  return end
}

function addPawnMove(turn: Colour, from: number, to: number, into: Int32Array, start: number): number {
  let end = start
  if (to >> 3 !== lastRow(turn)) into[end++] = makeMove(from, to)
  else for (let piece = PROMOTION.queen; piece >= PROMOTION.knight; piece--) into[end++] = makeMove(from, to, piece)
  return end
}
