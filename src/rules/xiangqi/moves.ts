/** All legal moves of a position. */
import { otherColour, type Move } from '../../model/move.ts'
import { EDGE, FILES, isStep, LEAPS, RAYS, SQUARES, STEPS } from './geometry.ts'
import { CANNON, EDGE_PIECE, ELEPHANT, EMPTY, HORSE, KING, makePiece, ROOK } from './pieces.ts'
import { keepsKingSafe } from './legality.ts'
import type { XiangqiPosition } from './position.ts'

/** More moves than any arrangement of pieces allows: 17 for each of 90 pieces. */
export const MAX_MOVES = SQUARES * 17

const scratch = new Int32Array(MAX_MOVES)

/** All legal moves, by square of origin. */
export function legalMoves(position: XiangqiPosition): Move[] {
  return Array.from(scratch.subarray(0, generateMoves(position, scratch, 0)))
}

/** Whether the side to move has any legal move. */
export function hasLegalMove(position: XiangqiPosition): boolean {
  return generateMoves(position, scratch, 0) > 0
}

/** Writes all legal moves from `into[start]` on and returns where they end. Room for {@link MAX_MOVES} is needed. */
export function generateMoves(position: XiangqiPosition, into: Int32Array, start: number): number {
  const { board, turn } = position
  const king = position.kings[turn]!
  const isInCheck = position.inCheck()
  let end = start
  for (let from = 0; from < SQUARES; from++) {
    const piece = board[from]!
    if (piece >> 3 !== turn) continue
    const kind = piece & 7
    if (kind === ROOK || kind === CANNON) end = lineMoves(position, from, into, end)
    else if (kind === HORSE || kind === ELEPHANT) end = leapMoves(position, from, into, end)
    else end = stepMoves(position, from, into, end)
  }
  if (king === EDGE) return end
  if (!isInCheck) markSensitive(position, king)
  let kept = start
  for (let index = start; index < end; index++) {
    const move = into[index]!
    const from = move >> 12
    const to = move & 0xfff
    const isHarmless = !isInCheck && from !== king && sensitive[from] === 0 && sensitive[to] === 0
    if (isHarmless || keepsKingSafe(position, from, to)) into[kept++] = move
  }
  return kept
}

/** 1 for every square where a piece that leaves or arrives may expose the king to an attack it is not under yet. */
const sensitive = new Uint8Array(SQUARES)

/**
 * Marks the sensitive squares of a king that is not attacked. On each line from the king they reach to the last piece among the
 * first three that attacks along it: a rook or the other king behind one piece, a cannon before the king or
 * behind two. Squares where an enemy horse is blocked are sensitive too.
 */
function markSensitive({ board, turn }: XiangqiPosition, king: number): void {
  sensitive.fill(0)
  const enemy = otherColour(turn)
  for (let direction = 0; direction < 4; direction++) {
    const ray = (king << 6) | (direction << 4)
    let pieces = 0
    let last = ray - 1
    for (let at = ray; pieces < 3; at++) {
      const piece = board[RAYS[at]!]!
      if (piece === EMPTY) continue
      if (piece === EDGE_PIECE) break
      pieces++
      if (piece >> 3 !== enemy) continue
      const kind = piece & 7
      if (kind === CANNON || (pieces === 2 && (kind === ROOK || (kind === KING && direction < 2)))) last = at
    }
    for (let at = ray; at <= last; at++) sensitive[RAYS[at]!] = 1
  }
  for (const leg of [king + FILES + 1, king + FILES - 1, king - FILES + 1, king - FILES - 1]) {
    if (leg >= 0 && leg < SQUARES && board[leg] !== EMPTY) sensitive[leg] = 1
  }
}

/** The moves of a rook or cannon; a cannon captures the next piece behind the first. */
function lineMoves({ board, turn }: XiangqiPosition, from: number, into: Int32Array, start: number): number {
  const move = from << 12
  const enemy = otherColour(turn)
  const isCannon = (board[from]! & 7) === CANNON
  let end = start
  for (let direction = 0; direction < 4; direction++) {
    let at = (from << 6) | (direction << 4)
    let to = RAYS[at]!
    while (board[to] === EMPTY) {
      into[end++] = move | to
      to = RAYS[++at]!
    }
    if (isCannon && to !== EDGE) {
      do to = RAYS[++at]!
      while (board[to] === EMPTY)
    }
    if (board[to]! >> 3 === enemy) into[end++] = move | to
  }
  return end
}

function leapMoves({ board, turn }: XiangqiPosition, from: number, into: Int32Array, start: number): number {
  let end = start
  for (let at = (board[from]! << 12) | (from << 5); LEAPS[at] !== EDGE; at += 2) {
    const to = LEAPS[at + 1]!
    if (board[LEAPS[at]!] === EMPTY && board[to]! >> 3 !== turn) into[end++] = (from << 12) | to
  }
  return end
}

/** The moves of a king, advisor or pawn; those of a king include capturing the other king along an open file. */
function stepMoves({ board, turn }: XiangqiPosition, from: number, into: Int32Array, start: number): number {
  const piece = board[from]!
  let end = start
  for (let at = (piece << 10) | (from << 3); STEPS[at] !== EDGE; at++) {
    if (board[STEPS[at]!]! >> 3 !== turn) into[end++] = (from << 12) | STEPS[at]!
  }
  if ((piece & 7) !== KING) return end
  const enemyKing = makePiece(otherColour(turn), KING)
  for (let direction = 0; direction < 2; direction++) {
    const ray = (from << 6) | (direction << 4)
    let at = ray
    while (board[RAYS[at]!] === EMPTY) at++
    const to = RAYS[at]!
    if (board[to] === enemyKing && !(at === ray && isStep(piece, from, to))) into[end++] = (from << 12) | to
  }
  return end
}
