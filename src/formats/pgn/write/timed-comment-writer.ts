/**
 * Writes the comments of moves that have nothing but a time left and an evaluation, as servers give them to every move:
 * straight into the bytes of the file. What is written is the same as by writeCommands.
 */
import type { MoveNode } from '../../../model/tree.ts'
import { CLOSE_BRACE, CLOSE_BRACKET, DIGIT_0, DOT, OPEN_BRACE, SPACE } from '../text/characters.ts'
import type { LineWriter } from './line-writer.ts'

const COLON = 0x3a
const COMMA = 0x2c
const HASH = 0x23
const MINUS = 0x2d

const [TIME, EVALUATION] = ['[%clk ', '[%eval '].map((text) => new TextEncoder().encode(text)) as [
  Uint8Array,
  Uint8Array,
]

/** Values below this are written here: the comment then has at most half of a line. */
const MOST_HOURS = 1000
const MOST_CENTIPAWNS = 1_000_000
const MOST_MOVES = 10_000
const MOST_DEPTH = 10_000

/** Whether a node has a time left or an evaluation, besides them only its move, and no rare values. */
export function hasTimesAlone({ clock, evaluation, comments, glyphs, marks, annotations }: MoveNode): boolean {
  if ((comments ?? glyphs ?? marks ?? annotations) !== undefined) return false
  if (clock) {
    const { left, lefts, spent, used, movesLeft, recordedAt } = clock
    if ((lefts ?? spent ?? used ?? movesLeft ?? recordedAt) !== undefined) return false
    if (left === undefined || !(left >= 0 && left < MOST_HOURS * 3600 - 1)) return false
  }
  if (evaluation) {
    const { centipawns, mate, depth, source, text } = evaluation
    if ((source ?? text) !== undefined) return false
    if (mate === undefined ? !isWhole(centipawns, MOST_CENTIPAWNS) : !isWhole(mate, MOST_MOVES)) return false
    if (depth !== undefined && !(isWhole(depth, MOST_DEPTH) && depth >= 0)) return false
  }
  return (clock ?? evaluation) !== undefined
}

function isWhole(value: number | undefined, most: number): boolean {
  return Number.isInteger(value) && value! > -most && value! < most
}

/** Writes the comment of a node of which {@link hasTimesAlone} is true. */
export function writeTimes({ clock, evaluation }: MoveNode, lines: LineWriter): void {
  const into = lines.bytes
  const start = lines.begin()
  let at = start
  into[at++] = OPEN_BRACE
  if (evaluation) at = putEvaluation(evaluation, into, at)
  const first = at
  if (clock) {
    if (evaluation) into[at++] = SPACE
    at = putTime(clock.left!, into, at)
  }
  const leading = (evaluation ? first : at) - start - 1
  into[at++] = CLOSE_BRACE
  lines.endCommands(at, leading)
}

/** Writes the command of an evaluation as formatEvaluation does its operands. */
function putEvaluation({ centipawns, mate, depth }: NonNullable<MoveNode['evaluation']>, into: Uint8Array, at: number) {
  at = putText(EVALUATION, into, at)
  const value = mate ?? centipawns!
  const size = Math.abs(value)
  if (mate !== undefined) into[at++] = HASH
  if (value < 0) into[at++] = MINUS
  if (mate === undefined) {
    at = putDecimal(Math.trunc(size / 100), into, at)
    into[at++] = DOT
    at = putTwoDigits(size % 100, into, at)
  } else {
    at = putDecimal(size, into, at)
  }
  if (depth !== undefined) {
    into[at++] = COMMA
    at = putDecimal(depth, into, at)
  }
  into[at++] = CLOSE_BRACKET
  return at
}

/** Writes the command of a time left as formatClockTime does its operand. */
function putTime(time: number, into: Uint8Array, at: number): number {
  at = putText(TIME, into, at)
  const thousandths = Math.round(time * 1000)
  const seconds = Math.trunc(thousandths / 1000)
  at = putDecimal(Math.trunc(seconds / 3600), into, at)
  into[at++] = COLON
  at = putTwoDigits(Math.trunc(seconds / 60) % 60, into, at)
  into[at++] = COLON
  at = putTwoDigits(seconds % 60, into, at)
  let fraction = thousandths % 1000
  if (fraction > 0) into[at++] = DOT
  for (let place = 100; fraction > 0; place /= 10) {
    into[at++] = DIGIT_0 + Math.trunc(fraction / place)
    fraction %= place
  }
  into[at++] = CLOSE_BRACKET
  return at
}

function putText(text: Uint8Array, into: Uint8Array, at: number): number {
  for (let index = 0; index < text.length; index++) into[at++] = text[index]!
  return at
}

function putTwoDigits(number: number, into: Uint8Array, at: number): number {
  into[at] = DIGIT_0 + Math.trunc(number / 10)
  into[at + 1] = DIGIT_0 + (number % 10)
  return at + 2
}

/** Writes a whole number that is not negative and returns where it ends. */
export function putDecimal(number: number, into: Uint8Array, at: number): number {
  const end = number < 10 ? at : putDecimal(Math.trunc(number / 10), into, at)
  into[end] = DIGIT_0 + (number % 10)
  return end + 1
}
