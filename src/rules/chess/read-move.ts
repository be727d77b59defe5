/**
 * Reads a move in SAN, LAN or UCI coordinates straight from bytes. The square
 * of origin is found by looking back from the target, so that no list of moves and no string is made.
 * What is read beyond the standards is listed in docs/rules.md, Chess, Moves.
 */
import * as model from '../../model/move.ts'
import type { Move } from '../../model/move.ts'
import * as castling from './castling.ts'
import * as geometry from './geometry.ts'
import * as legality from './legality.ts'
import * as originFinder from './origins.ts'
import * as pieces from './pieces.ts'
import type { ChessPosition } from './position.ts'
import * as recordedMove from './recorded-move.ts'

// V8 folds the constants of a module itself but loads imported ones anew at every use.
const { makeMove, otherColour, PASS, PROMOTION } = model
const { KING_SIDE, QUEEN_SIDE } = castling
const { forwardOf, RAYS } = geometry
const { canCastle, isLegalMove, keepsKingSafe } = legality
const { castlingMove, moveBetween, NO_MOVE } = recordedMove
const { findOrigins, MAX_ORIGINS } = originFinder
const { EDGE, EMPTY, KING, KNIGHT, lastRow, makePiece, PAWN, secondRow } = pieces

/** Longest text that is looked at; no notation of a move is longer. */
const MAX_LENGTH = 24

const NULL_MOVES = ['--', 'Z0', '0000', '@@@@', 'null']

/** Other characters that stand for the ones of the standard. */
const ALIASES = new Map([...'♔♕♖♗♘♙♚♛♜♝♞♟×–—'].map((letter, index) => [letter, 'KQRBNPKQRBNPx--'[index]!]))

/** Kind of piece by letter, 0 for none. Small letters too, except the b, which is a file. */
const KINDS = new Uint8Array(256)
for (const [index, letter] of [...'PNBRQK'].entries()) KINDS[letter.charCodeAt(0)] = index + PAWN
for (const letter of 'nrqk') KINDS[letter.charCodeAt(0)] = KINDS[letter.toUpperCase().charCodeAt(0)]!

/** 1 for the characters that may follow a move: check, mate, annotation and draw offer signs. */
const SUFFIXES = new Uint8Array(256)
for (const letter of '+#!?=') SUFFIXES[letter.charCodeAt(0)] = 1

const X = 0x78
const DASH = 0x2d
const COLON = 0x3a
const DOT = 0x2e
const SPACE = 0x20
const SLASH = 0x2f
const EQUALS = 0x3d
const OPEN = 0x28
const CLOSE = 0x29
const SMALL_A = 0x61
const SMALL_E = 0x65
const SMALL_O = 0x6f
const SMALL_P = 0x70
const LARGE_O = 0x4f
const ZERO = 0x30
const ONE = 0x31

const origins = new Uint8Array(MAX_ORIGINS)
const letters = new Uint8Array(MAX_LENGTH)

/** Reads a move in any notation of chess; undefined when it is none or not legal. */
export function readMove(position: ChessPosition, text: string): Move | undefined {
  let length = 0
  for (const letter of text.trim()) {
    const code = (ALIASES.get(letter) ?? letter).charCodeAt(0)
    if (length === MAX_LENGTH || code > 0x7f) return undefined
    letters[length++] = code
  }
  const move = readSanBytes(position, letters, 0, length)
  return move === NO_MOVE ? undefined : move
}

/**
 * Reads the move written from `bytes[start]` up to `end`: SAN, LAN or UCI, with or
 * without check and annotation signs. Answers the packed move, PASS for a null move, or
 * NO_MOVE (-1) when the bytes are no move, no legal move, or fit several legal moves.
 */
export function readSanBytes(position: ChessPosition, bytes: Uint8Array, start: number, end: number): Move {
  let last = end - 1
  while (last > start && SUFFIXES[bytes[last]!] === 1) last--
  let rank = bytes[last]! - ONE
  let promotion: number = PROMOTION.none
  if (!(rank >= 0 && rank < 8)) {
    if (isEnPassantMark(bytes[last]!)) last = beforeEnPassant(bytes, start, last)
    if (bytes[last] === CLOSE) last--
    const kind = promotionKind(bytes[last]!)
    if (kind !== 0 && last - start >= 2) {
      promotion = kind - KNIGHT + 1
      last--
      if (bytes[last] === OPEN) last--
      if (bytes[last] === EQUALS || bytes[last] === SLASH) last--
    }
    rank = bytes[last]! - ONE
    if (!(rank >= 0 && rank < 8)) return readUnusual(position, bytes, start, end)
  }
  const target = last - 1
  if (target < start) return NO_MOVE
  const file = bytes[target]! - SMALL_A
  if (!(file >= 0 && file < 8)) return readUnusual(position, bytes, start, end)

  const named = KINDS[bytes[start]!]!
  let fromFile = -1
  let fromRank = -1
  for (let at = named === 0 ? start : start + 1; at < target; at++) {
    const byte = bytes[at]!
    if (byte >= SMALL_A && byte < SMALL_A + 8 && fromFile === -1 && fromRank === -1) fromFile = byte - SMALL_A
    else if (byte >= ONE && byte < ONE + 8 && fromRank === -1) fromRank = byte - ONE
    else if (at !== target - 1 || (byte !== X && byte !== DASH && byte !== COLON)) return NO_MOVE
  }
  const to = rank * 8 + file
  if (fromFile !== -1 && fromRank !== -1) return readLong(position, named, fromRank * 8 + fromFile, to, promotion)
  if (named === 0 || named === PAWN) return readPawnMove(position, fromFile, fromRank, to, promotion)
  return promotion === PROMOTION.none ? readPieceMove(position, named, fromFile, fromRank, to) : NO_MOVE
}

/** A move whose square of origin is given in full. */
function readLong(position: ChessPosition, named: number, from: number, to: number, promotion: number): Move {
  const kind = position.board[from]! & 7
  if (named !== 0 && named !== kind) return NO_MOVE
  const isBarePromotion = kind === PAWN && to >> 3 === lastRow(position.turn) && promotion === PROMOTION.none
  const move = moveBetween(position, from, to, isBarePromotion ? PROMOTION.queen : promotion)
  return isLegalMove(position, move) ? move : NO_MOVE
}

function readPawnMove(
  position: ChessPosition,
  fromFile: number,
  fromRank: number,
  to: number,
  promotion: number,
): Move {
  const { board, turn } = position
  const forward = forwardOf(turn)
  const pawn = makePiece(turn, PAWN)
  const back = (to << 6) | ((forward ^ 1) << 3)
  let from = RAYS[back]!
  if (from === EDGE) return NO_MOVE
  if (fromFile !== -1 && fromFile !== (to & 7)) {
    from = (from & 56) | fromFile
  } else if (board[from] === EMPTY && RAYS[back + 1]! >> 3 === secondRow(turn)) {
    from = RAYS[back + 1]!
  }
  if (board[from] !== pawn || (fromRank !== -1 && fromRank !== from >> 3)) return NO_MOVE
  const isBarePromotion = to >> 3 === lastRow(turn) && promotion === PROMOTION.none
  const move = makeMove(from, to, isBarePromotion ? PROMOTION.queen : promotion)
  return isLegalMove(position, move) ? move : NO_MOVE
}

function readPieceMove(position: ChessPosition, kind: number, fromFile: number, fromRank: number, to: number): Move {
  const { board, turn } = position
  if (board[to]! >> 3 === turn || to === position.kings[otherColour(turn)]) return NO_MOVE
  const count = findOrigins(position, kind, to, origins)
  let found = EDGE
  for (let index = 0; index < count; index++) {
    const from = origins[index]!
    if (fromFile !== -1 && (from & 7) !== fromFile) continue
    if (fromRank !== -1 && from >> 3 !== fromRank) continue
    if (!keepsKingSafe(position, from, to)) continue
    if (found !== EDGE) return NO_MOVE
    found = from
  }
  return found === EDGE ? NO_MOVE : makeMove(found, to)
}

/** Castling and null moves. */
function readUnusual(position: ChessPosition, bytes: Uint8Array, start: number, end: number): Move {
  let last = end
  while (last > start && SUFFIXES[bytes[last - 1]!] === 1) last--
  if (isCastling(bytes, start, last)) {
    const side = last - start === 3 ? KING_SIDE : QUEEN_SIDE
    return canCastle(position, side) ? castlingMove(position, side) : NO_MOVE
  }
  return NULL_MOVES.some((text) => isText(bytes, start, end, text)) ? PASS : NO_MOVE
}

/** Whether bytes are two or three letters O, small or capital, or digits 0, joined by dashes. */
function isCastling(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== 3 && end - start !== 5) return false
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    const isLetter = ((at - start) & 1) === 0
    if (isLetter ? byte !== LARGE_O && byte !== SMALL_O && byte !== ZERO : byte !== DASH) return false
  }
  return true
}

function isText(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false
  for (let index = 0; index < text.length; index++) if (bytes[start + index] !== text.charCodeAt(index)) return false
  return true
}

/** Kind of the piece a pawn becomes, 0 for a byte that names none. Small letters are read here, the b too. */
function promotionKind(byte: number): number {
  const kind = KINDS[byte & ~0x20]!
  return kind > PAWN && kind < KING ? kind : 0
}

function isEnPassantMark(byte: number): boolean {
  return byte === DOT || byte === SMALL_P
}

/** The last byte before `ep`, `e.p.` or ` e.p.`; `last` itself when that is not what is there. */
function beforeEnPassant(bytes: Uint8Array, start: number, last: number): number {
  let at = last
  if (bytes[at] === DOT) at--
  if (bytes[at--] !== SMALL_P) return last
  if (bytes[at] === DOT) at--
  if (bytes[at--] !== SMALL_E) return last
  while (at > start && (bytes[at] === SPACE || SUFFIXES[bytes[at]!] === 1)) at--
  return at
}
