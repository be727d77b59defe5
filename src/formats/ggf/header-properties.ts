/** The properties of a game as a whole, each with its field of the header. */
import { ensurePlayer, playerOf, type Header } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import type { Colour } from '../../model/move.ts'
import { readDate, writeDate } from './date.ts'

export interface HeaderProperty {
  readonly name: string
  /** Adds a value to the header; returns false if it is invalid. */
  read(header: Header, value: string, squares: number): boolean
  /** The value from the header, undefined if there is none. */
  write(header: Header, squares: number): string | undefined
}

/** In the order in which the servers write them. `GM`, `TY`, `BO` and unknown ones come between and after them. */
export const HEADER_PROPERTIES: readonly HeaderProperty[] = [
  {
    name: 'PC',
    read(header, value) {
      header.place = value
      return true
    },
    write: (header) => header.place ?? header.event?.site,
  },
  { name: 'DT', read: readDate, write: writeDate },
  playerName('PB', 1),
  playerName('PW', 2),
  rating('RB', 1),
  rating('RW', 2),
  {
    name: 'TI',
    read(header, value) {
      header.timeControl = { text: value }
      const [main, increment, extension] = value.split('/').map(readSpan)
      const periods: NonNullable<typeof header.timeControl.periods> = []
      if (main !== undefined) periods.push(increment === undefined ? { seconds: main } : { seconds: main, increment })
      if (extension !== undefined) periods.push({ seconds: extension, kind: 'extension' })
      if (periods.length > 0) header.timeControl.periods = periods
      return true
    },
    write: (header) => header.timeControl?.text,
  },
  {
    name: 'KM',
    read(header, value) {
      const komi = readNumber(value)
      if (komi === undefined) return false
      header.rules = { komi }
      return true
    },
    write: (header) => (header.rules?.komi === undefined ? undefined : String(header.rules.komi)),
  },
  {
    name: 'RE',
    read(header, value, squares) {
      const result = readResult(value, squares, header.rules?.komi !== undefined)
      if (!result) return false
      header.result = result
      return true
    },
    write: (header, squares) => writeResult(header.result, squares),
  },
]

function playerName(name: string, colour: Colour): HeaderProperty {
  return {
    name,
    read(header, value) {
      ensurePlayer(header, colour).name = value
      return true
    },
    write: (header) => playerOf(header, colour)?.name,
  }
}

function rating(name: string, colour: Colour): HeaderProperty {
  return {
    name,
    read(header, value) {
      const rating = readNumber(value)
      if (rating === undefined) return false
      ensurePlayer(header, colour).rating = rating
      return true
    },
    write: (header) => playerOf(header, colour)?.rating?.toString(),
  }
}

/** Reads a plain decimal number. */
export function readNumber(text: string): number | undefined {
  return /^[+-]?[0-9]{1,9}(?:\.[0-9]{1,9})?$/.test(text) ? Number(text) : undefined
}

/** Reads a span of time, `05:00` or `1:00:00`, or plain seconds. */
export function readSpan(text: string): number | undefined {
  const match = /^(?:([0-9]{1,4}):)?(?:([0-9]{1,4}):)?([0-9]{1,6}(?:\.[0-9]{1,4})?)$/.exec(text)
  if (!match) return undefined
  const [first, second, last] = [Number(match[1] ?? 0), match[2], Number(match[3])]
  return second === undefined ? first * 60 + last : first * 3600 + Number(second) * 60 + last
}

/**
 * Reads a result: the difference of discs from Black's point of view, less komi, then how the game ended (`r` resigned,
 * `t` by time, `s` score agreed).
 */
function readResult(value: string, squares: number, hasKomi: boolean): Result | undefined {
  const match = /^([^:]*)(?::([a-z]))?$/.exec(value)
  const difference = match ? readNumber(match[1]!) : undefined
  if (difference === undefined) return undefined
  const flag = match![2]
  const result: Result = difference === 0 ? { outcome: 'draw' } : { outcome: 'win', winner: difference > 0 ? 1 : 2 }
  if (flag === 'r') result.by = 'resignation'
  if (flag === 't') result.by = 'time'
  const size = Math.abs(difference)
  const isCount = Number.isInteger(size) && size % 2 === 0 && size <= squares
  if (isCount && !hasKomi && result.by === undefined) {
    result.score = [(squares + difference) / 2, (squares - difference) / 2]
  } else if (size > 0 && !(result.by !== undefined && size === squares)) {
    result.margin = size
  }
  return result
}

/** Writes a result. One without a score is written as the whole board, as the servers do. */
function writeResult({ outcome, winner, by, margin, score }: Result, squares: number): string | undefined {
  if (outcome !== 'win' && outcome !== 'draw') return undefined
  const sign = winner === 2 ? -1 : 1
  const difference = score ? score[0] - score[1] : outcome === 'draw' ? 0 : sign * (margin ?? squares)
  const flag = by === 'resignation' ? ':r' : by === 'time' ? ':t' : ''
  return `${difference < 0 ? '' : '+'}${difference.toFixed(2)}${flag}`
}
