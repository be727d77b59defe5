/**
 * Comments that hold nothing but clock times and an evaluation, read from their bytes: servers write one after every
 * move, and as text they would take five times as long as the moves. commands.ts reads all others and says what the
 * commands mean; what is read here is equal.
 */
import type { Clock, Evaluation } from '../../model/annotation.ts'
import type { MoveNode } from '../../model/tree.ts'
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  DIGIT_0,
  DOT,
  isDigit,
  isSpace,
  OPEN_BRACKET,
  PERCENT,
  SPACE,
} from './characters.ts'

/** Returned for a comment that holds anything else. */
export const OTHER_COMMENT = -1

const COLON = 0x3a
const COMMA = 0x2c
const HASH = 0x23
const PLUS = 0x2b
const MINUS = 0x2d

/** The names of the commands, three letters as one number. */
const [CLK, EMT, EGT, EVA] = ['clk', 'emt', 'egt', 'eva'].map((name) =>
  [...name].reduce((packed, letter) => (packed << 8) | letter.charCodeAt(0), 0),
)
const LETTER_L = 0x6c

/** Returned for what is not a number or a time. */
const NONE = -1

/** Where what was read last ends. */
let stop = 0

/**
 * Reads a comment to its closing brace into a node, and returns the offset after it. OTHER_COMMENT, and nothing in the
 * node, if the comment holds anything that is not such a command, one that is invalid, or one that the node has.
 * @param at the offset after the opening brace
 */
export function readTimedComment(bytes: Uint8Array, at: number, end: number, node: MoveNode): number {
  let clock: Clock | undefined
  let evaluation: Evaluation | undefined
  let isClockFirst = false
  for (;;) {
    while (at < end && isSpace(bytes[at]!)) at++
    if (at >= end || bytes[at] !== OPEN_BRACKET) break
    if (bytes[at + 1] !== PERCENT) return OTHER_COMMENT
    const name = (bytes[at + 2]! << 16) | (bytes[at + 3]! << 8) | bytes[at + 4]!
    if (name === EVA) {
      if (bytes[at + 5] !== LETTER_L || bytes[at + 6] !== SPACE || evaluation || node.evaluation) return OTHER_COMMENT
      evaluation = readEvaluation(bytes, at + 7, end)
      if (!evaluation) return OTHER_COMMENT
    } else {
      const field = name === CLK ? 'left' : name === EMT ? 'spent' : name === EGT ? 'used' : undefined
      if (!field || bytes[at + 5] !== SPACE || clock?.[field] !== undefined || node.clock) return OTHER_COMMENT
      const time = readTime(bytes, at + 6, end)
      if (time === NONE) return OTHER_COMMENT
      isClockFirst ||= !evaluation
      if (clock) clock[field] = time
      else clock = field === 'left' ? { left: time } : { [field]: time }
    }
    // What was looked at lies before this byte, and so within the game.
    if (stop >= end || bytes[stop] !== CLOSE_BRACKET) return OTHER_COMMENT
    at = stop + 1
  }
  if (at >= end || bytes[at] !== CLOSE_BRACE || !(clock || evaluation)) return OTHER_COMMENT
  // In the order of the commands, which is that of the fields in JSON.
  if (clock && isClockFirst) node.clock = clock
  if (evaluation) node.evaluation = evaluation
  if (clock && !isClockFirst) node.clock = clock
  return at + 1
}

/** Seconds from `h:mm:ss` with up to thousandths, see parseClockTime. */
function readTime(bytes: Uint8Array, at: number, end: number): number {
  const hours = readDigits(bytes, at, end, 4)
  const minutes = readTwoDigits(bytes, stop + 1)
  const seconds = readTwoDigits(bytes, stop + 4)
  if (hours === NONE || minutes === NONE || seconds === NONE) return NONE
  if (bytes[stop] !== COLON || bytes[stop + 3] !== COLON) return NONE
  const time = hours * 3600 + minutes * 60 + seconds
  stop += 6
  if (bytes[stop] !== DOT) return time
  const fraction = readFraction(bytes, stop + 1, end, 3)
  return fraction === NONE ? NONE : (time * 1000 + fraction) / 1000
}

/** The operands of `[%eval ...]`, see parseEvaluation; undefined for anything else. */
function readEvaluation(bytes: Uint8Array, at: number, end: number): Evaluation | undefined {
  const isMate = bytes[at] === HASH
  if (isMate) at++
  const isNegative = bytes[at] === MINUS
  if (isNegative || bytes[at] === PLUS) at++
  let value = readDigits(bytes, at, end, 6)
  if (value === NONE) return undefined
  if (bytes[stop] === DOT) {
    const fraction = readFraction(bytes, stop + 1, end, 4)
    if (fraction === NONE || isMate) return undefined
    value = (value * 10_000 + fraction) / 100
  }
  if (isNegative && value !== 0) value = -value
  const evaluation: Evaluation = isMate ? { mate: value } : { centipawns: value }
  if (bytes[stop] !== COMMA) return evaluation
  const depth = readDigits(bytes, stop + 1, end, 4)
  if (depth === NONE) return undefined
  evaluation.depth = depth
  return evaluation
}

/** The number that one digit or more, up to the largest count, give; NONE without one. */
function readDigits(bytes: Uint8Array, at: number, end: number, most: number): number {
  const last = Math.min(end, at + most)
  let value = at < last && isDigit(bytes[at]!) ? 0 : NONE
  for (stop = at; stop < last && isDigit(bytes[stop]!); stop++) value = value * 10 + bytes[stop]! - DIGIT_0
  return value
}

function readTwoDigits(bytes: Uint8Array, at: number): number {
  return isDigit(bytes[at]!) && isDigit(bytes[at + 1]!) ? bytes[at]! * 10 + bytes[at + 1]! - 11 * DIGIT_0 : NONE
}

/** The digits after a point as if all places were given: 5 of three places is 500. */
function readFraction(bytes: Uint8Array, at: number, end: number, places: number): number {
  let value = readDigits(bytes, at, end, places)
  if (value !== NONE) for (let place = stop - at; place < places; place++) value *= 10
  return value
}
