/** The time control of a game, type 24: three series of 11 bytes. docs/formats/chessbase.md, Time control. */
import { u16be, u32be } from '../../../bytes/numbers.ts'
import type { TimeControl } from '../../../model/record.ts'

type Period = NonNullable<TimeControl['periods']>[number]

export const SERIES_SIZE = 11
export const SERIES = 3

/** Number of moves that means the rest of the game. */
export const REST_OF_GAME = 1000

/** Kinds of series. */
export const SERIES_KIND = { rest: 0, stage: 1, restWithIncrement: 3, none: 5 } as const

/** A period in which one clock gains what the other loses, like an hourglass: `*180` in PGN. */
export const HOURGLASS = 'hourglass'

/**
 * ChessBase has no kind for an hourglass. If the last series is unused, nobody reads its number of moves: this value
 * plus a bit for each period marks the hourglass periods there.
 */
export const HOURGLASS_MARK = 0x4800

/** Reads the series that are in use; undefined for bytes that do not fit. */
export function readTimeControl(data: Uint8Array): TimeControl | undefined {
  if (data.length !== SERIES * SERIES_SIZE) return undefined
  const periods: Period[] = []
  for (let at = 0; at < data.length; at += SERIES_SIZE) {
    const start = u32be(data, at)
    const increment = u32be(data, at + 4)
    const moves = u16be(data, at + 8)
    const kind = data[at + 10]!
    if (start === 0 && increment === 0 && (moves === 0 || kind === SERIES_KIND.none)) continue
    const period: Period = { seconds: start / 100 }
    if (increment !== 0) period.increment = increment / 100
    if (moves !== REST_OF_GAME) period.moves = moves
    if (kind !== usualKind(period)) period.kind = `chessbase-${kind}`
    periods.push(period)
  }
  markHourglasses(data, periods)
  return periods.length > 0 ? { periods } : undefined
}

/** Marks the hourglass periods if the last series says so. */
function markHourglasses(data: Uint8Array, periods: readonly Period[]): void {
  const last = (SERIES - 1) * SERIES_SIZE
  const moves = u16be(data, last + 8)
  const isUnused = u32be(data, last) === 0 && u32be(data, last + 4) === 0 && data[last + 10] === SERIES_KIND.none
  if (!isUnused || (moves & ~3) !== HOURGLASS_MARK) return
  for (const [index, period] of periods.entries()) {
    if ((moves >> index) & 1 && period.kind === undefined) period.kind = HOURGLASS
  }
}

/** The kind of a period according to its other parts. */
export function usualKind({ moves, increment }: Period): number {
  if (moves !== undefined) return SERIES_KIND.stage
  return increment === undefined ? SERIES_KIND.rest : SERIES_KIND.restWithIncrement
}
