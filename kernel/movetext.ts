/**
 * Reads PGN movetext that is entirely plain: legal moves in SAN, their numbers, and a result; a comment of commands may
 * follow a move, since servers write the time left after every one. What is plain is read just as
 * src/formats/pgn/read/movetext.ts reads it; at anything else the kernel gives up, and that reads the game from its start.
 */
import {
  canCastle,
  canPawnMove,
  isFreeBetween,
  keepsKingSafe,
  kingOf,
  mayEnter,
  PAWN,
  pieceOn,
  reachOf,
  setOf,
  turn,
} from './board'
import { addMove, beginLine, length } from './line'
import { CHARACTER_KINDS, NOTES } from './memory'
import { readNote } from './notes'

/** The kinds of characters, see src/formats/pgn/text/characters.ts. */
const WORD: u32 = 0
const BLANK: u32 = 1
const DIGIT: u32 = 2

/** What stands for a game that is not plain. */
const NOT_PLAIN: i32 = -1

/** Results: none, 1-0, 0-1, 1/2-1/2, *. They are above the number of moves in what is returned. */
const RESULT_SHIFT: u32 = 16
/** Set above the result if any move has a comment. */
const HAS_NOTES: u32 = 1 << 20
const WHITE_WINS: u32 = 1
const BLACK_WINS: u32 = 2
const DRAW: u32 = 3
const UNFINISHED: u32 = 4

const SPACE: u32 = 0x20
const HASH: u32 = 0x23
const STAR: u32 = 0x2a
const PLUS: u32 = 0x2b
const DASH: u32 = 0x2d
const DOT: u32 = 0x2e
const DIGIT_0: u32 = 0x30
const RANK_1: u32 = 0x31
const EQUALS: u32 = 0x3d
const LARGE_O: u32 = 0x4f
const FILE_A: u32 = 0x61
const X: u32 = 0x78
const OPEN_BRACE: u32 = 0x7b

/** `1-0 `, `0-1 ` and `1/2-1/2` as numbers: their bytes, the first the lowest. */
const WHITE_WINS_TEXT: u32 = 0x302d31
const BLACK_WINS_TEXT: u32 = 0x312d30
const DRAW_TEXT: u64 = 0x322f312d322f31
const ZEROS_TEXT: u32 = 0x302d30

/** Kinds of pieces by their letters, from `B` to `R`: `BKNQR`. */
const PIECE_KINDS = memory.data<u8>([3, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 2, 0, 0, 5, 4])
const LETTER_B: u32 = 0x42

/** Where what is read ends. */
let stop: u32 = 0

/**
 * Reads movetext. Returns NOT_PLAIN, or the number of moves, and above it the result and whether there are comments.
 * @param start where the wrapper has put it
 */
export function readMovetext(start: u32, size: u32, withTexts: bool): i32 {
  beginLine(withTexts)
  stop = start + size
  // Words are read without looking for the end: this ends them. Another game may begin there.
  const kept = load<u8>(stop)
  store<u8>(stop, SPACE)
  const read = readTokens(start)
  store<u8>(stop, kept)
  return read
}

function readTokens(at: u32): i32 {
  let isAfterMove = false
  let result: u32 = 0
  let notes: u32 = 0
  while (at < stop) {
    const character = <u32>load<u8>(at)
    const kind = kindOf(character)
    if (kind == BLANK) {
      at++
      continue
    }
    if (result != 0) return NOT_PLAIN
    if (kind == WORD) {
      at = readMove(at)
      if (at == 0) return NOT_PLAIN
      isAfterMove = true
    } else if (character == OPEN_BRACE) {
      if (isAfterMove) at = readNote(at, stop, length)
      if (!isAfterMove || at == 0) return NOT_PLAIN
      notes = HAS_NOTES
      isAfterMove = false
    } else if (kind == DIGIT) {
      const numberEnd = afterNumber(at)
      isAfterMove = false
      if (numberEnd != 0) {
        at = numberEnd
      } else if (character == DIGIT_0 && (load<u32>(at) & 0xffffff) == ZEROS_TEXT) {
        at = readCastling(at, DIGIT_0)
        if (at == 0) return NOT_PLAIN
        isAfterMove = true
      } else {
        result = resultAt(at)
        if (result == 0) return NOT_PLAIN
        at += result == DRAW ? 7 : 3
      }
    } else if (character == DOT) {
      isAfterMove = false
      at++
    } else if (character == STAR) {
      result = UNFINISHED
      at++
    } else {
      return NOT_PLAIN
    }
  }
  return <i32>(length | (result << RESULT_SHIFT) | notes)
}

function kindOf(character: u32): u32 {
  return load<u8>(CHARACTER_KINDS + character)
}

function isBlank(at: u32): bool {
  return kindOf(load<u8>(at)) == BLANK
}

/** The offset after the number of a move and its dots; 0 if it is something else. */
function afterNumber(at: u32): u32 {
  let end = at + 1
  while (kindOf(load<u8>(end)) == DIGIT) end++
  if (load<u8>(end) == DOT) {
    while (load<u8>(end) == DOT) end++
    return end
  }
  // 0000 is a null move.
  return isBlank(end) && end - at < 4 ? end : 0
}

/** The result at an offset, 0 if there is none. */
function resultAt(at: u32): u32 {
  const first = load<u32>(at) & 0xffffff
  if (first == WHITE_WINS_TEXT && isBlank(at + 3)) return WHITE_WINS
  if (first == BLACK_WINS_TEXT && isBlank(at + 3)) return BLACK_WINS
  return (load<u64>(at) & 0xff_ffff_ffff_ffff) == DRAW_TEXT && isBlank(at + 7) ? DRAW : 0
}

/** Reads a move and plays it. Returns the offset after its word, 0 if it is not plain or not legal. */
function readMove(at: u32): u32 {
  const letter = <u32>load<u8>(at)
  if (isFile(letter)) return readPawnMove(at, letter - FILE_A)
  if (letter == LARGE_O) return readCastling(at, LARGE_O)
  const index = letter - LETTER_B
  const kind = index <= 16 ? <u32>load<u8>(PIECE_KINDS + index) : 0
  return kind == 0 ? 0 : readPieceMove(at + 1, kind)
}

/** A move of a pawn, `e4`, `exd5` or `e8=Q`. @param file the file that it begins with */
function readPawnMove(at: u32, file: u32): u32 {
  let next = <u32>load<u8>(++at)
  let from: u32
  let to: u32
  const back: u32 = turn == 1 ? -8 : 8
  const pawn = (turn << 3) | PAWN
  if (isRank(next)) {
    to = ((next - RANK_1) << 3) | file
    from = to + back
    if (from > 63) return 0
    if (pieceOn(from) == 0 && (from + back) >> 3 == (turn == 1 ? 1 : 6)) from += back
  } else {
    if (next == X) next = load<u8>(++at)
    const rank = <u32>load<u8>(++at)
    if (!isFile(next) || !isRank(rank)) return 0
    to = ((rank - RANK_1) << 3) | (next - FILE_A)
    from = to + back
    if (from > 63) return 0
    from = (from & 56) | file
    if (abs(<i32>(file - (to & 7))) != 1) return 0
  }
  if (pieceOn(from) != pawn) return 0
  at++
  let promotion: u32 = 0
  const sign = <u32>load<u8>(at)
  const index = (sign == EQUALS ? <u32>load<u8>(at + 1) : sign) - LETTER_B
  if (index <= 16) {
    const kind = <u32>load<u8>(PIECE_KINDS + index)
    if (kind == 0) return 0
    promotion = kind - 1
    at += sign == EQUALS ? 2 : 1
  } else if (to >> 3 == (turn == 1 ? 7 : 0)) {
    // A queen if nothing is said.
    promotion = 4
  }
  if (!canPawnMove(from, to, promotion) || !keepsKingSafe(PAWN, from, to)) return 0
  return endMove(at, from, to, promotion)
}

/** A move of another piece: `Nf3`, `Nxf3`, `Nbd2`, `N1d2`, `Nb1d2`. @param at after its letter */
function readPieceMove(at: u32, kind: u32): u32 {
  let origins: u64 = ~(<u64>0)
  let first = <u32>load<u8>(at)
  if (isFile(first)) {
    const second = <u32>load<u8>(at + 1)
    if (!isRank(second)) {
      origins = fileSet(first)
      at++
    } else {
      const third = <u32>load<u8>(at + 2)
      if (isFile(third) || third == X) {
        // The safety of a king that castles is another question.
        if (kind == 6) return 0
        origins = fileSet(first) & rankSet(second)
        at += 2
      }
    }
  } else if (isRank(first)) {
    origins = rankSet(first)
    at++
  }
  if (load<u8>(at) == X) at++
  const file = <u32>load<u8>(at)
  const rank = <u32>load<u8>(at + 1)
  if (!isFile(file) || !isRank(rank)) return 0
  const to = ((rank - RANK_1) << 3) | (file - FILE_A)
  if (!mayEnter(to)) return 0
  let found: u32 = 64
  for (let left = reachOf(kind, to) & setOf((turn << 3) | kind) & origins; left != 0; left &= left - 1) {
    const from = <u32>ctz(left)
    if (!isFreeBetween(from, to) || !keepsKingSafe(kind, from, to)) continue
    if (found != 64) return 0
    found = from
  }
  return found == 64 ? 0 : endMove(at + 2, found, to, 0)
}

/** Castling in letters O or digits 0. */
function readCastling(at: u32, letter: u32): u32 {
  const start = at
  if (load<u8>(at + 1) != DASH || load<u8>(at + 2) != letter) return 0
  const isLong = load<u8>(at + 3) == DASH && load<u8>(at + 4) == letter
  at += isLong ? 5 : 3
  // As the last word, 0-0 may be a result.
  if (letter == DIGIT_0 && !isLong && isRestBlank(start + 3)) return 0
  if (!canCastle(!isLong)) return 0
  const king = kingOf(turn)
  return endMove(at, king, isLong ? king - 4 : king + 3, 0)
}

function isRestBlank(at: u32): bool {
  while (at < stop && isBlank(at)) at++
  return at >= stop
}

/** Plays a move if its word ends here, after check signs. */
function endMove(at: u32, from: u32, to: u32, promotion: u32): u32 {
  while (load<u8>(at) == PLUS || load<u8>(at) == HASH) at++
  if (!isBlank(at) || !addMove(from, to, promotion)) return 0
  store<u8>(NOTES + length, 0)
  return at
}

function isFile(character: u32): bool {
  return character - FILE_A < 8
}

function isRank(character: u32): bool {
  return character - RANK_1 < 8
}

function fileSet(character: u32): u64 {
  return (<u64>0x0101_0101_0101_0101) << (character - FILE_A)
}

function rankSet(character: u32): u64 {
  return (<u64>0xff) << ((character - RANK_1) << 3)
}
