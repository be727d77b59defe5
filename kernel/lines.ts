/**
 * Passes over the lines of a window of a PGN file that are plainly tags, movetext and blank lines, sixteen bytes at a
 * time: src/formats/pgn/read/split.ts, which finds where games begin, decides on all others.
 */
import { WINDOW } from './memory'

/**
 * What is known of a game before a line, as bits: it has moves, the line before was blank, it has tags, and from
 * FIRST_TAG on which of those that every section has, in the order of src/formats/pgn/read/game-starts.ts.
 */
const HAS_MOVES: u32 = 1
const AFTER_BLANK: u32 = 2
const HAS_TAGS: u32 = 4
const FIRST_TAG: u32 = 8

/** Names of tags as numbers: their bytes, the first the lowest. */
const EVENT: u64 = 0x746e657645
const SITE: u64 = 0x65746953
const DATE: u64 = 0x65746144
const ROUND: u64 = 0x646e756f52
const WHITE: u64 = 0x6574696857
const BLACK: u64 = 0x6b63616c42
const RESULT: u64 = 0x746c75736552
const RED: u64 = 0x646552
const FEN: u64 = 0x4e4546

/** Bytes of a line that the splitter wants to see when it looks for a tag. */
const LOOK_AHEAD: u32 = 1 << 10

const TAB: u32 = 0x09
const NEWLINE: u32 = 0x0a
const RETURN: u32 = 0x0d
const SPACE: u32 = 0x20
const PERCENT: u32 = 0x25
const DOT: u32 = 0x2e
const ONE: u32 = 0x31
const SEMICOLON: u32 = 0x3b
const OPEN_BRACKET: u32 = 0x5b
const CLOSE_BRACKET: u32 = 0x5d
const OPEN_BRACE: u32 = 0x7b
const CLOSE_BRACE: u32 = 0x7d
const FIRST_MARK: u32 = 0xef

/** What is known before the line that is come to. */
let known: u32 = 0

/** What is known before the line at which passLines has stopped. */
export function knownLines(): u32 {
  return known
}

/**
 * Passes over lines. Returns the offset of the first that is not plain, or that the window may not have to its end.
 * @param start the offset of a line in the window
 * @param end where what is read of the file ends
 * @param before what is known before the line
 */
export function passLines(start: u32, end: u32, before: u32): u32 {
  known = before
  const stop = WINDOW + end
  // What is looked for is found there at the latest.
  const kept = load<u16>(stop)
  store<u16>(stop, ((<u16>CLOSE_BRACE) << 8) | <u16>NEWLINE)
  let line = WINDOW + start
  for (;;) {
    const next = afterLine(line, stop)
    if (next == 0) break
    line = next
  }
  store<u16>(stop, kept)
  return line - WINDOW
}

/** The offset of the line after one; 0, and nothing changed, if it is not plain. */
function afterLine(line: u32, stop: u32): u32 {
  const at = skipBlanks(line)
  if (at >= stop) return 0
  const first = <u32>load<u8>(at)
  const hasMoves = known & HAS_MOVES
  if (first == NEWLINE || first == RETURN) return endLine(at, stop, known | AFTER_BLANK)
  if (first == OPEN_BRACKET) return hasMoves != 0 || stop - at < LOOK_AHEAD ? 0 : afterTag(at, stop)
  if (first == PERCENT || first == FIRST_MARK) return 0
  if (first == ONE && hasMoves != 0 && load<u8>(skipBlanks(at + 1)) == DOT) return 0
  const end = movesEnd(at, stop)
  return end == 0 ? 0 : endLine(end, stop, (known & ~AFTER_BLANK) | HAS_MOVES)
}

/** The offset after the line of a tag; 0 if it may begin a game, or more than one tag may be on it. */
function afterTag(at: u32, stop: u32): u32 {
  // Blanks before the name.
  if (isBlank(load<u8>(at + 1))) return 0
  const tag = rosterBit(at + 1)
  if ((known & HAS_TAGS) != 0 && (known & (tag | AFTER_BLANK)) != 0) return 0
  const end = findStop(at, CLOSE_BRACKET, CLOSE_BRACKET)
  if (load<u8>(end) != CLOSE_BRACKET) return 0
  const next = <u32>load<u8>(end + 1)
  if (next != NEWLINE && next != RETURN) return 0
  return endLine(end + 1, stop, (known & ~AFTER_BLANK) | HAS_TAGS | tag)
}

/** The bit of the tag whose name begins at an offset; 0 for those that not every section has. */
function rosterBit(at: u32): u32 {
  const word = load<u64>(at)
  const name = word & 0xff_ffff_ffff
  if (name == EVENT) return bitIfEnded(word >> 40, 0)
  if (name == ROUND) return bitIfEnded(word >> 40, 3)
  if (name == WHITE) return bitIfEnded(word >> 40, 4)
  if (name == BLACK) return bitIfEnded(word >> 40, 5)
  const start = word & 0xffff_ffff
  if (start == SITE) return bitIfEnded(word >> 32, 1)
  if (start == DATE) return bitIfEnded(word >> 32, 2)
  if ((word & 0xffff_ffff_ffff) == RESULT) return bitIfEnded(word >> 48, 6)
  if ((word & 0xff_ffff) == RED) return bitIfEnded(word >> 24, 7)
  return (word & 0xff_ffff) == FEN ? bitIfEnded(word >> 24, 8) : 0
}

/** The bit of a tag if its name ends before the lowest byte of what follows. */
function bitIfEnded(rest: u64, index: u32): u32 {
  return isNameByte(<u32>(rest & 0xff)) ? 0 : FIRST_TAG << index
}

function isNameByte(character: u32): bool {
  return character > 0x22 && character != CLOSE_BRACKET && character < 0x80
}

/** The offset after the end of a line, 0 at the end of the window. */
function endLine(at: u32, stop: u32, now: u32): u32 {
  const next = load<u8>(at) == RETURN && load<u8>(at + 1) == NEWLINE ? at + 2 : at + 1
  if (next >= stop) return 0
  known = now
  return next
}

/** Where the line of movetext ends in which a byte is, after comments that may go over lines; 0 if it is not plain. */
function movesEnd(at: u32, stop: u32): u32 {
  at = findMovesStop(at)
  while (load<u8>(at) == OPEN_BRACE) {
    at = commentEnd(at + 1)
    if (at == 0 || at >= stop) return 0
    at = findMovesStop(at + 1)
  }
  const character = <u32>load<u8>(at)
  return at >= stop || character == SEMICOLON || character == OPEN_BRACKET ? 0 : at
}

/** The first end of a line, brace, semicolon or bracket from an offset on. */
function findMovesStop(at: u32): u32 {
  let found = movesStopsOf(at)
  while (found == 0) {
    at += 16
    found = movesStopsOf(at)
  }
  return at + ctz(found)
}

/** Which of sixteen bytes are such stops, as bits. Braces and brackets differ in one bit. */
function movesStopsOf(at: u32): i32 {
  const bytes = v128.load(at)
  const ends = v128.or(i8x16.eq(bytes, i8x16.splat(<i8>NEWLINE)), i8x16.eq(bytes, i8x16.splat(<i8>RETURN)))
  const open = i8x16.eq(v128.and(bytes, i8x16.splat(<i8>~0x20)), i8x16.splat(<i8>OPEN_BRACKET))
  return i8x16.bitmask(v128.or(v128.or(ends, open), i8x16.eq(bytes, i8x16.splat(<i8>SEMICOLON))))
}

/** The closing brace of a comment; 0 if a line in it begins with a bracket, which may be that of a tag. */
function commentEnd(at: u32): u32 {
  at = findStop(at, CLOSE_BRACE, CLOSE_BRACE)
  while (load<u8>(at) != CLOSE_BRACE) {
    if (load<u8>(at) == RETURN && load<u8>(at + 1) == NEWLINE) at++
    at++
    if (load<u8>(skipBlanks(at)) == OPEN_BRACKET) return 0
    at = findStop(at, CLOSE_BRACE, CLOSE_BRACE)
  }
  return at
}

/** The first end of a line, or one of two other bytes, from an offset on. */
function findStop(at: u32, one: u32, other: u32): u32 {
  let found = stopsOf(at, one, other)
  while (found == 0) {
    at += 16
    found = stopsOf(at, one, other)
  }
  return at + ctz(found)
}

/** Which of sixteen bytes end a line or are one of two others, as bits. */
function stopsOf(at: u32, one: u32, other: u32): i32 {
  const bytes = v128.load(at)
  const ends = v128.or(i8x16.eq(bytes, i8x16.splat(<i8>NEWLINE)), i8x16.eq(bytes, i8x16.splat(<i8>RETURN)))
  const others = v128.or(i8x16.eq(bytes, i8x16.splat(<i8>one)), i8x16.eq(bytes, i8x16.splat(<i8>other)))
  return i8x16.bitmask(v128.or(ends, others))
}

/** The first byte from an offset on that is no space, tab or NUL. */
function skipBlanks(at: u32): u32 {
  while (isBlank(load<u8>(at))) at++
  return at
}

function isBlank(character: u32): bool {
  return character == SPACE || character == TAB || character == 0
}
