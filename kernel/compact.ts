/**
 * Decodes the moves of a ChessBase game in its compact encoding, of a game from the initial position without variations
 * and null moves. The rules are those of src/formats/chessbase/moves (decoder.ts, pieces.ts); at anything else the kernel
 * gives up.
 */
import { canCastle, isLegal, KING, kingOf, NOWHERE, PAWN, pieceOn, turn } from './board'
import { addMove, beginLine, length } from './line'
import { CODE_SLOTS, CODE_TARGETS, INPUT, NUMBERS, NUMBERS_SIZE, PERMUTATION, START_NUMBERS } from './memory'

const NOT_PLAIN: i32 = -1

/** Codes, see src/formats/chessbase/moves/codes.ts. */
const CASTLE_SHORT_CODE: u32 = 9
const CASTLE_LONG_CODE: u32 = 10
const TWO_BYTES_CODE: u32 = 235
const IGNORE_CODE: u32 = 236
const END_CODE: u32 = 255

/** Numbered pieces of one colour. */
const SLOTS: u32 = 21
const NO_SLOT: u32 = 0xff
const KING_SLOT: u32 = 0
const PAWN_SLOT: u32 = 13
/** Pieces of a kind that have a number. */
const NUMBERED: u32 = 3
/** Where the numbers of the pieces on squares begin. */
const ON: u32 = 2 * SLOTS

/** Where the offset of the end begins in what is returned. */
const END_SHIFT: u32 = 11

/**
 * Reads what the wrapper has put into the input, from an offset. Returns NOT_PLAIN, or the number of moves and above it
 * the offset after the last byte used.
 * @param isBefore whether the number of moves is subtracted before the table lookup, or after it
 */
export function readCompact(start: u32, size: u32, isBefore: bool, withTexts: bool): i32 {
  beginLine(withTexts)
  memory.copy(NUMBERS, START_NUMBERS, NUMBERS_SIZE)
  const stop = INPUT + size
  let at = INPUT + start
  while (at < stop) {
    const code = decode(at, isBefore)
    const slot = <u32>load<u8>(CODE_SLOTS + code)
    let from: u32
    let to: u32
    let promotion: u32 = 0
    at++
    if (slot != NO_SLOT) {
      from = load<u8>(NUMBERS + (turn - 1) * SLOTS + slot)
      if (from == NOWHERE) return NOT_PLAIN
      to = load<u8>(CODE_TARGETS + (((turn - 1) << 14) | (code << 6) | from))
      if (!isLegal(from, to, 0)) return NOT_PLAIN
      follow(from, to, 0)
    } else if (code == CASTLE_SHORT_CODE || code == CASTLE_LONG_CODE) {
      const isShort = code == CASTLE_SHORT_CODE
      if (!canCastle(isShort)) return NOT_PLAIN
      from = kingOf(turn)
      to = isShort ? from + 3 : from - 4
      followCastling(from, to)
    } else if (code == TWO_BYTES_CODE) {
      if (at + 2 > stop) return NOT_PLAIN
      const word = (decode(at, isBefore) << 8) | decode(at + 1, isBefore)
      at += 2
      from = turnSquare(word & 63)
      to = turnSquare((word >> 6) & 63)
      const kind = pieceOn(from) & 7
      // A king may castle this way.
      if (from == to || kind == KING) return NOT_PLAIN
      const isPromotion = kind == PAWN && (to >> 3 == 0 || to >> 3 == 7)
      // Queen, rook, bishop, knight.
      if (isPromotion) promotion = 4 - ((word >> 12) & 3)
      if (!isLegal(from, to, promotion)) return NOT_PLAIN
      follow(from, to, promotion)
    } else if (code == END_CODE) {
      return <i32>(length | ((at - INPUT) << END_SHIFT))
    } else if (code == IGNORE_CODE) {
      continue
    } else {
      return NOT_PLAIN
    }
    if (!addMove(from, to, promotion)) return NOT_PLAIN
  }
  return NOT_PLAIN
}

/** The code of a byte, from which the number of moves so far was subtracted. */
function decode(at: u32, isBefore: bool): u32 {
  const byte = <u32>load<u8>(at)
  if (isBefore) return load<u8>(PERMUTATION + ((byte - length) & 0xff))
  return (<u32>load<u8>(PERMUTATION + byte) - length) & 0xff
}

/** A square of the format, counted a1, a2 ... h8, as a square of the board. */
function turnSquare(square: u32): u32 {
  return ((square & 7) << 3) | (square >> 3)
}

function squareOf(index: u32): u32 {
  return load<u8>(NUMBERS + index)
}

function setSquare(index: u32, square: u32): void {
  store<u8>(NUMBERS + index, square)
}

function numberOn(square: u32): u32 {
  return load<u8>(NUMBERS + ON + square)
}

function setNumber(square: u32, index: u32): void {
  store<u8>(NUMBERS + ON + square, index)
}

/** Updates the numbers for a legal move that is about to be played. */
function follow(from: u32, to: u32, promotion: u32): void {
  if (numberOn(to) != NO_SLOT) remove(to)
  // A pawn that moves diagonally to an empty square captures the pawn beside it.
  else if ((pieceOn(from) & 7) == PAWN && ((from ^ to) & 7) != 0 && pieceOn(to) == 0) remove((from & 56) | (to & 7))
  const number = numberOn(from)
  setNumber(from, NO_SLOT)
  if (promotion == 0) {
    setNumber(to, number)
    if (number != NO_SLOT) setSquare(number, to)
    return
  }
  if (number != NO_SLOT) setSquare(number, NOWHERE)
  numberPromoted(promotion, to)
}

function followCastling(king: u32, rook: u32): void {
  const row = king & 56
  const kingNumber = numberOn(king)
  const rookNumber = numberOn(rook)
  setNumber(king, NO_SLOT)
  setNumber(rook, NO_SLOT)
  const kingTo = row + (rook > king ? 6 : 2)
  const rookTo = row + (rook > king ? 5 : 3)
  setNumber(kingTo, kingNumber)
  setNumber(rookTo, rookNumber)
  if (kingNumber != NO_SLOT) setSquare(kingNumber, kingTo)
  if (rookNumber != NO_SLOT) setSquare(rookNumber, rookTo)
}

/** Gives a promoted piece the first free number of its kind, if there is one. */
function numberPromoted(promotion: u32, square: u32): void {
  // Slots of queens, rooks, bishops and knights follow one another.
  const first = (turn - 1) * SLOTS + 1 + (4 - promotion) * NUMBERED
  for (let index = first; index < first + NUMBERED; index++) {
    if (squareOf(index) != NOWHERE) continue
    setSquare(index, square)
    setNumber(square, index)
    return
  }
}

/** Removes a piece from the board. Those of its kind with higher numbers move down by one, except pawns. */
function remove(square: u32): void {
  let index = numberOn(square)
  if (index == NO_SLOT) return
  setNumber(square, NO_SLOT)
  const slot = index % SLOTS
  const last = slot > KING_SLOT && slot < PAWN_SLOT ? index + NUMBERED - 1 - ((slot - 1) % NUMBERED) : index
  for (; index < last; index++) {
    const next = squareOf(index + 1)
    setSquare(index, next)
    if (next != NOWHERE) setNumber(next, index)
  }
  setSquare(last, NOWHERE)
}
