/**
 * The moves of the line in SAN, with numbers and spaces between them: `1. e4 e5 2. Nf3`, as src/rules/chess/san-texts.ts
 * keeps them.
 */
import {
  canAnswerCheck,
  checkers,
  isFreeBetween,
  keepsKingSafe,
  KING,
  PAWN,
  pieceOn,
  reachOf,
  setOf,
  bit,
  turn,
} from './board'
import { TEXT, TEXT_ENDS, TEXT_STARTS } from './memory'

const SPACE: u32 = 0x20
const CHECK: u32 = 0x2b
const MATE: u32 = 0x23
const DASH: u32 = 0x2d
const DOT: u32 = 0x2e
const DIGIT_0: u32 = 0x30
const RANK_1: u32 = 0x31
const BECOMES: u32 = 0x3d
const CASTLES: u32 = 0x4f
const FILE_A: u32 = 0x61
const TAKES: u32 = 0x78

/** Letters of the pieces by kind: `NBRQK` from 2 on. */
const LETTERS = memory.data<u8>([0, 0, 0x4e, 0x42, 0x52, 0x51, 0x4b, 0])

/** Where the next text goes. */
let end: u32 = TEXT

export function beginTexts(): void {
  end = TEXT
}

/** Writes a move that is about to be played. @param index its node */
export function putMove(index: u32, from: u32, to: u32, promotion: u32): void {
  if (end > TEXT) put(SPACE)
  if ((index & 1) == 1) {
    putNumber((index + 1) >> 1)
    put(DOT)
    put(SPACE)
  }
  store<u32>(TEXT_STARTS + (index << 2), end - TEXT)
  putText(from, to, promotion)
  store<u32>(TEXT_ENDS + (index << 2), end - TEXT)
}

/** Adds what SAN says of the position after the move. */
export function putCheckSign(index: u32): void {
  if (checkers == 0) return
  put(canAnswerCheck() ? CHECK : MATE)
  store<u32>(TEXT_ENDS + (index << 2), end - TEXT)
}

function putText(from: u32, to: u32, promotion: u32): void {
  const kind = pieceOn(from) & 7
  const target = pieceOn(to)
  if (target != 0 && target >> 3 == turn) return putCastling(to > from)
  if (kind == PAWN) {
    if (((from ^ to) & 7) != 0) {
      put(FILE_A + (from & 7))
      put(TAKES)
    }
  } else {
    put(load<u8>(LETTERS + kind))
    if (kind != KING) putOrigin(kind, from, to)
    if (target != 0) put(TAKES)
  }
  put(FILE_A + (to & 7))
  put(RANK_1 + (to >> 3))
  if (promotion != 0) {
    put(BECOMES)
    put(load<u8>(LETTERS + promotion + 1))
  }
}

/** The file, rank or both if another piece of the same kind could make the move. */
function putOrigin(kind: u32, from: u32, to: u32): void {
  let others = reachOf(kind, to) & setOf((turn << 3) | kind) & ~bit(from)
  if (others == 0) return
  let hasRival = false
  let isFileShared = false
  let isRankShared = false
  for (; others != 0; others &= others - 1) {
    const rival = <u32>ctz(others)
    if (!isFreeBetween(rival, to) || !keepsKingSafe(kind, rival, to)) continue
    hasRival = true
    if ((rival & 7) == (from & 7)) isFileShared = true
    if (rival >> 3 == from >> 3) isRankShared = true
  }
  if (!hasRival) return
  if (!isFileShared || isRankShared) put(FILE_A + (from & 7))
  if (isFileShared) put(RANK_1 + (from >> 3))
}

function putCastling(isShort: bool): void {
  put(CASTLES)
  for (let rest = isShort ? 1 : 2; rest > 0; rest--) {
    put(DASH)
    put(CASTLES)
  }
}

function putNumber(number: u32): void {
  if (number >= 100) put(DIGIT_0 + number / 100)
  if (number >= 10) put(DIGIT_0 + ((number / 10) % 10))
  put(DIGIT_0 + (number % 10))
}

function put(character: u32): void {
  store<u8>(end++, character)
}
