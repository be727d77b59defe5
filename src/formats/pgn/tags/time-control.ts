/**
 * The TimeControl tag as the PGN standard (section 9.6.1) defines it: periods
 * with a colon between them, each `40/9000` (moves in seconds), `300`
 * (seconds for the rest), `4500+60` (with an increment) or `*180` (hourglass).
 */
import type { TimeControl } from '../../../model/record.ts'

type Period = NonNullable<TimeControl['periods']>[number]

/** Reads the tag. Its text is kept if the periods do not say everything. */
export function parseTimeControl(text: string): TimeControl {
  const periods = text.split(':').map(parsePeriod)
  if (!periods.every((period) => period !== undefined)) return { text }
  return periods.map(formatPeriod).join(':') === text ? { periods } : { text, periods }
}

function parsePeriod(text: string): Period | undefined {
  const parts = /^(?:([0-9]{1,6})\/)?(\*)?([0-9]{1,9}(?:\.[0-9]{1,3})?)(?:\+([0-9]{1,9}(?:\.[0-9]{1,3})?))?$/.exec(text)
  if (!parts) return undefined
  const period: Period = { seconds: Number(parts[3]) }
  if (parts[4] !== undefined) period.increment = Number(parts[4])
  if (parts[1] !== undefined) period.moves = Number(parts[1])
  if (parts[2] !== undefined) period.kind = 'hourglass'
  return period
}

/** Writes the tag: the source's wording, if any; undefined if there is nothing to write. */
export function formatTimeControl({ text, periods }: TimeControl): string | undefined {
  if (text !== undefined) return text
  return periods?.length ? periods.map(formatPeriod).join(':') : undefined
}

function formatPeriod({ seconds, increment, moves, kind }: Period): string {
  const time = seconds === undefined ? '?' : `${kind === 'hourglass' ? '*' : ''}${seconds}`
  return (moves === undefined ? '' : `${moves}/`) + time + (increment === undefined ? '' : `+${increment}`)
}
