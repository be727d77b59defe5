/**
 * Reads moves. The square of origin is found by looking back from the target,
 * so no list of moves is made.
 */
import * as model from '../../model/move.ts'
import type { Move } from '../../model/move.ts'
import { KING_SIDE, QUEEN_SIDE } from './castling.ts'
import * as geometry from './geometry.ts'
import * as legality from './legality.ts'
import * as moveText from './move-text.ts'
import * as originFinder from './origins.ts'
import * as pieces from './pieces.ts'
import type { ChessPosition } from './position.ts'
import * as recordedMove from './recorded-move.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { makeMove, otherColour, PASS, PROMOTION } = model
const { forwardOf, PAWN_REACH, RAYS } = geometry
const { canCastle, isLegalMove, keepsKingSafe } = legality
const { parseMoveText, SAYS_KING_SIDE, SAYS_NOTHING, SAYS_PASS } = moveText
const { saidFile, saidKind, saidPromotion, saidRank, saidTarget } = moveText
const { findOrigins, MAX_ORIGINS } = originFinder
const { EDGE, EMPTY, lastRow, makePiece, PAWN, secondRow } = pieces
const { castlingMove, moveBetween, NO_MOVE } = recordedMove

/** The longest text examined; no notation of a move is longer. */
const MAX_LENGTH = 24

/** Other characters that stand for the ones of the standard. */
const ALIASES = new Map([...'♔♕♖♗♘♙♚♛♜♝♞♟×–—'].map((letter, index) => [letter, 'KQRBNPKQRBNPx--'[index]!]))

const letters = new Uint8Array(MAX_LENGTH)
const origins = new Uint8Array(MAX_ORIGINS)

/** Reads a move in any notation of chess; undefined when it is not one or not legal. */
export function readMove(position: ChessPosition, text: string): Move | undefined {
  const move = resolve(position, parseText(text), true)
  return move === NO_MOVE ? undefined : move
}

/**
 * Reads a move that need not be legal: one that gives both squares, castling, or one that fits exactly one piece if the
 * safety of its king and what is on the target are ignored. Undefined if it is none of these.
 */
export function readIllegalMove(position: ChessPosition, text: string): Move | undefined {
  const move = resolve(position, parseText(text), false)
  return move === NO_MOVE ? undefined : move
}

/**
 * Reads the move written from `bytes[start]` up to `end`: SAN, LAN or UCI, with or without check and annotation signs.
 * Returns the packed move, PASS for a null move, or NO_MOVE (-1) when the bytes are no move, no legal move, or fit
 * several legal moves.
 */
export function readSanBytes(position: ChessPosition, bytes: Uint8Array, start: number, end: number): Move {
  return resolve(position, parseMoveText(bytes, start, end), true)
}

function parseText(text: string): number {
  let length = 0
  for (const letter of text.trim()) {
    const code = (ALIASES.get(letter) ?? letter).charCodeAt(0)
    if (length === MAX_LENGTH || code > 0x7f) return SAYS_NOTHING
    letters[length++] = code
  }
  return parseMoveText(letters, 0, length)
}

/** The move that a text says, see move-text.ts. */
function resolve(position: ChessPosition, said: number, mustBeLegal: boolean): Move {
  if (said < 0) return resolveUnusual(position, said, mustBeLegal)
  const kind = saidKind(said)
  const file = saidFile(said)
  const rank = saidRank(said)
  if (file !== -1 && rank !== -1) return resolveLong(position, said, rank * 8 + file, mustBeLegal)
  if (kind === 0 || kind === PAWN) return resolvePawnMove(position, said, mustBeLegal)
  return saidPromotion(said) === PROMOTION.none ? resolvePieceMove(position, said, mustBeLegal) : NO_MOVE
}

/** Castling and null moves. */
function resolveUnusual(position: ChessPosition, said: number, mustBeLegal: boolean): Move {
  if (said === SAYS_NOTHING) return NO_MOVE
  if (said === SAYS_PASS) return PASS
  const side = said === SAYS_KING_SIDE ? KING_SIDE : QUEEN_SIDE
  return mustBeLegal && !canCastle(position, side) ? NO_MOVE : castlingMove(position, side)
}

/** A move that gives its full square of origin. */
function resolveLong(position: ChessPosition, said: number, from: number, mustBeLegal: boolean): Move {
  const kind = position.board[from]! & 7
  if (saidKind(said) !== 0 && saidKind(said) !== kind) return NO_MOVE
  const to = saidTarget(said)
  const promotion = kind === PAWN ? promotionAt(position, said) : saidPromotion(said)
  const move = moveBetween(position, from, to, promotion)
  return mustBeLegal && !isLegalMove(position, move) ? NO_MOVE : move
}

/** The promotion of a pawn move: a queen if a pawn reaches the last rank and none is given. */
function promotionAt(position: ChessPosition, said: number): number {
  const isBare = saidPromotion(said) === PROMOTION.none && saidTarget(said) >> 3 === lastRow(position.turn)
  return isBare ? PROMOTION.queen : saidPromotion(said)
}

function resolvePawnMove(position: ChessPosition, said: number, mustBeLegal: boolean): Move {
  const { board, turn } = position
  const to = saidTarget(said)
  const file = saidFile(said)
  const rank = saidRank(said)
  const back = (to << 6) | ((forwardOf(turn) ^ 1) << 3)
  let from = RAYS[back]!
  if (from === EDGE) return NO_MOVE
  if (file !== -1 && file !== (to & 7)) {
    from = (from & 56) | file
    if ((PAWN_REACH[(turn << 7) | (from << 1) | (to >> 5)]! & (1 << to)) === 0) return NO_MOVE
  } else if (board[from] === EMPTY && RAYS[back + 1]! >> 3 === secondRow(turn)) {
    from = RAYS[back + 1]!
  }
  if (board[from] !== makePiece(turn, PAWN) || (rank !== -1 && rank !== from >> 3)) return NO_MOVE
  const move = makeMove(from, to, promotionAt(position, said))
  return mustBeLegal && !isLegalMove(position, move) ? NO_MOVE : move
}

function resolvePieceMove(position: ChessPosition, said: number, mustBeLegal: boolean): Move {
  const { board, turn } = position
  const to = saidTarget(said)
  const file = saidFile(said)
  const rank = saidRank(said)
  if (mustBeLegal && (board[to]! >> 3 === turn || to === position.kings[otherColour(turn)])) return NO_MOVE
  const count = findOrigins(position, saidKind(said), to, origins)
  let found = EDGE
  for (let index = 0; index < count; index++) {
    const from = origins[index]!
    if (file !== -1 && (from & 7) !== file) continue
    if (rank !== -1 && from >> 3 !== rank) continue
    if (mustBeLegal && !keepsKingSafe(position, from, to)) continue
    if (found !== EDGE) return NO_MOVE
    found = from
  }
  return found === EDGE ? NO_MOVE : makeMove(found, to)
}
