/** All legal moves of a position. */
import { makeMove, otherColour, PROMOTION, type Colour, type Move } from '../../model/move.ts'
import { BISHOP, EDGE, EMPTY, FIRST_DIAGONAL, JUMPS, KING, KNIGHT, PAWN, PAWN_CAPTURES, RAYS, ROOK } from './board.ts'
import { KING_SIDE, QUEEN_SIDE } from './castling.ts'
import { canCastle, castlingRook, forwardOf, isPinned, keepsKingSafe, lastRow, secondRow } from './legality.ts'
import type { ChessPosition } from './position.ts'

/** More moves than any arrangement of pieces allows: 64 queens with 27 moves each. */
export const MAX_MOVES = 64 * 27

const scratch = new Int32Array(MAX_MOVES)

/** All legal moves, by square of origin. */
export function legalMoves(position: ChessPosition): Move[] {
  return Array.from(scratch.subarray(0, generateMoves(position, scratch, 0)))
}

/** Whether the side to move has any legal move. */
export function hasLegalMove(position: ChessPosition): boolean {
  return generateMoves(position, scratch, 0) > 0
}

/** Writes all legal moves from `into[start]` on and answers where they end. Room for {@link MAX_MOVES} is needed. */
export function generateMoves(position: ChessPosition, into: Int32Array, start: number): number {
  const { board, turn } = position
  const king = position.kings[turn]!
  const isSuspect = position.inCheck()
  let end = start
  for (let from = 0; from < 64; from++) {
    const piece = board[from]!
    if (piece >> 3 !== turn) continue
    const first = end
    const kind = piece & 7
    if (kind === PAWN) end = pawnMoves(position, from, into, end)
    else if (kind === KNIGHT) end = knightMoves(position, from, into, end)
    else if (kind === KING) end = kingMoves(position, from, into, end)
    else end = sliderMoves(position, kind, from, into, end)
    if (isSuspect || from === king || isPinned(position, from)) end = keepSafe(position, into, first, end)
  }
  if (king !== EDGE && !isSuspect && position.rights !== 0) {
    for (const side of [KING_SIDE, QUEEN_SIDE] as const) {
      const rook = castlingRook(position, side)
      if (rook !== EDGE && canCastle(position, side)) into[end++] = makeMove(king, rook)
    }
  }
  return end
}

/** Keeps those of the moves from `start` to `end` that leave the own king safe; answers their new end. */
function keepSafe(position: ChessPosition, into: Int32Array, start: number, end: number): number {
  let kept = start
  for (let index = start; index < end; index++) {
    const move = into[index]!
    if (keepsKingSafe(position, (move >> 12) & 63, move & 63)) into[kept++] = move
  }
  return kept
}

function sliderMoves(position: ChessPosition, kind: number, from: number, into: Int32Array, start: number): number {
  const board = position.board
  const enemy = otherColour(position.turn)
  const enemyKing = position.kings[enemy]!
  const move = from << 12
  const lastDirection = kind === ROOK ? FIRST_DIAGONAL : 8
  let end = start
  for (let direction = kind === BISHOP ? FIRST_DIAGONAL : 0; direction < lastDirection; direction++) {
    let at = (from << 6) | (direction << 3)
    let to = RAYS[at]!
    while (board[to] === EMPTY) {
      into[end++] = move | to
      to = RAYS[++at]!
    }
    if (board[to]! >> 3 === enemy && to !== enemyKing) into[end++] = move | to
  }
  return end
}

function knightMoves(position: ChessPosition, from: number, into: Int32Array, start: number): number {
  const { board, turn } = position
  const enemyKing = position.kings[otherColour(turn)]!
  let end = start
  for (let at = from << 4; ; at++) {
    const to = JUMPS[at]!
    if (to === EDGE) return end
    if (board[to]! >> 3 !== turn && to !== enemyKing) into[end++] = (from << 12) | to
  }
}

function kingMoves(position: ChessPosition, from: number, into: Int32Array, start: number): number {
  const { board, turn } = position
  const enemyKing = position.kings[otherColour(turn)]!
  let end = start
  for (let ray = from << 6; ray < (from << 6) + 64; ray += 8) {
    const to = RAYS[ray]!
    if (to !== EDGE && board[to]! >> 3 !== turn && to !== enemyKing) into[end++] = (from << 12) | to
  }
  return end
}

function pawnMoves(position: ChessPosition, from: number, into: Int32Array, start: number): number {
  const { board, turn } = position
  const enemy = otherColour(turn)
  const enemyKing = position.kings[enemy]!
  let end = start
  const forward = (from << 6) | (forwardOf(turn) << 3)
  const ahead = RAYS[forward]!
  if (board[ahead] === EMPTY) {
    end = addPawnMove(turn, from, ahead, into, end)
    const further = RAYS[forward + 1]!
    if (from >> 3 === secondRow(turn) && board[further] === EMPTY) into[end++] = (from << 12) | further
  }
  for (const direction of PAWN_CAPTURES[turn]!) {
    const to = RAYS[(from << 6) | (direction << 3)]!
    if (board[to]! >> 3 === enemy && to !== enemyKing) end = addPawnMove(turn, from, to, into, end)
    else if (to === position.enPassant && to !== EDGE && position.isSafeEnPassant(from, to)) {
      into[end++] = (from << 12) | to
    }
  }
  return end
}

function addPawnMove(turn: Colour, from: number, to: number, into: Int32Array, start: number): number {
  let end = start
  if (to >> 3 !== lastRow(turn)) into[end++] = makeMove(from, to)
  else for (let piece = PROMOTION.queen; piece >= PROMOTION.knight; piece--) into[end++] = makeMove(from, to, piece)
  return end
}
