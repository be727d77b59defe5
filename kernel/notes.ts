/**
 * Comments after moves that are the time that is left and an evaluation, in the form that servers write after every
 * move. What they say is what src/formats/pgn/text/commands.ts finds in them.
 */
import { DEPTHS, NOTES, TIMES, VALUES } from './memory'

/** What a comment says, as bits: more than one may be set. */
const TIME: u32 = 1
const EVALUATION: u32 = 2
/** Of the evaluation: moves to mate, a depth, and that it comes before the time. */
const MATE: u32 = 4
const DEPTH: u32 = 8
const VALUE_FIRST: u32 = 16

const SPACE: u32 = 0x20
const HASH: u32 = 0x23
const PLUS: u32 = 0x2b
const COMMA: u32 = 0x2c
const MINUS: u32 = 0x2d
const DOT: u32 = 0x2e
const DIGIT_0: u32 = 0x30
const COLON: u32 = 0x3a
const CLOSE_BRACKET: u32 = 0x5d
const CLOSE_BRACE: u32 = 0x7d

/** `[%clk `, `[%eval ` and `[%` as numbers: their bytes, the first the lowest. */
const TIME_COMMAND: u64 = 0x206b6c63255b
const EVALUATION_COMMAND: u64 = 0x206c617665255b
const COMMAND: u32 = 0x255b

/** Hours that fit in thousandths of a second, with up to 99 minutes and seconds. */
const MOST_HOURS: i32 = 594

/** What stands for no number. */
const NONE: i32 = -1

/** Where what is read ends, and the number that was read last. */
let end: u32 = 0
let stop: u32 = 0

/**
 * Reads a comment after a move. Returns the offset after it; 0 if it is anything else.
 * @param at its opening brace
 * @param inputEnd where what is read ends; a space is there
 */
export function readNote(at: u32, inputEnd: u32, node: u32): u32 {
  end = inputEnd
  let note: u32 = 0
  at = skipSpace(at + 1)
  while (load<u16>(at) == COMMAND) {
    const command = load<u64>(at)
    if ((command & 0xffff_ffff_ffff) == TIME_COMMAND && (note & TIME) == 0) {
      const time = readTime(at + 6)
      if (time == NONE) return 0
      store<i32>(TIMES + (node << 2), time)
      note |= TIME
    } else if ((command & 0xff_ffff_ffff_ffff) == EVALUATION_COMMAND && (note & EVALUATION) == 0) {
      const kind = readEvaluation(at + 7, node)
      if (kind == 0) return 0
      if ((note & TIME) == 0) note |= VALUE_FIRST
      note |= kind
    } else {
      return 0
    }
    if (load<u8>(stop) != CLOSE_BRACKET) return 0
    at = skipSpace(stop + 1)
  }
  if (note == 0 || at >= end || load<u8>(at) != CLOSE_BRACE) return 0
  store<u8>(NOTES + node, note)
  return at + 1
}

function skipSpace(at: u32): u32 {
  while (at < end && isSpace(load<u8>(at))) at++
  return at
}

/** Thousandths of a second from `h:mm:ss` with up to thousandths. */
function readTime(at: u32): i32 {
  const hours = readDigits(at, 4)
  const minutes = readTwoDigits(stop + 1)
  const seconds = readTwoDigits(stop + 4)
  if (hours == NONE || minutes == NONE || seconds == NONE || hours > MOST_HOURS) return NONE
  if (load<u8>(stop) != COLON || load<u8>(stop + 3) != COLON) return NONE
  const time = (hours * 3600 + minutes * 60 + seconds) * 1000
  stop += 6
  if (load<u8>(stop) != DOT) return time
  const fraction = readFraction(stop + 1, 3)
  return fraction == NONE ? NONE : time + fraction
}

/** Reads the operands of `[%eval ...]` into the arrays and returns what they are; 0 for anything else. */
function readEvaluation(at: u32, node: u32): u32 {
  let note = EVALUATION
  if (load<u8>(at) == HASH) {
    note |= MATE
    at++
  }
  const isNegative = load<u8>(at) == MINUS
  if (isNegative || load<u8>(at) == PLUS) at++
  let value = readDigits(at, 5)
  if (value == NONE) return 0
  if (load<u8>(stop) == DOT) {
    const fraction = readFraction(stop + 1, 4)
    if (fraction == NONE || (note & MATE) != 0) return 0
    value = value * 10_000 + fraction
  } else if ((note & MATE) == 0) {
    // Without a point it is in hundredths of a pawn.
    value *= 100
  }
  store<i32>(VALUES + (node << 2), isNegative ? -value : value)
  if (load<u8>(stop) != COMMA) return note
  const depth = readDigits(stop + 1, 4)
  if (depth == NONE) return 0
  store<i32>(DEPTHS + (node << 2), depth)
  return note | DEPTH
}

/** The number that one digit or more, up to the largest count, give; NONE without one. */
function readDigits(at: u32, most: u32): i32 {
  const last = at + most
  let value = isDigit(at) ? 0 : NONE
  for (stop = at; stop < last && isDigit(stop); stop++) value = value * 10 + digit(stop)
  return value
}

function readTwoDigits(at: u32): i32 {
  return isDigit(at) && isDigit(at + 1) ? digit(at) * 10 + digit(at + 1) : NONE
}

/** The digits after a point as if all places were given: 5 of three places is 500. */
function readFraction(at: u32, places: u32): i32 {
  let value = readDigits(at, places)
  if (value != NONE) for (let place = stop - at; place < places; place++) value *= 10
  return value
}

function isSpace(character: u32): bool {
  return character == SPACE || character - 9 < 5 || character == 0
}

function isDigit(at: u32): bool {
  return load<u8>(at) - DIGIT_0 < 10
}

function digit(at: u32): i32 {
  return load<u8>(at) - DIGIT_0
}
