/** The time control of a game, type 24: three series of 11 bytes. docs/formats/chessbase.md, Time control. */
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
  return data.length === SERIES * SERIES_SIZE ? readSeries(data, false) : undefined
}

/** Reads three series; undefined when none is in use. */
export function readSeries(data: Uint8Array, isLittleEndian: boolean): TimeControl | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const periods: Period[] = []
  for (let at = 0; at < data.length; at += SERIES_SIZE) {
    const start = view.getUint32(at, isLittleEndian)
    const increment = view.getUint32(at + 4, isLittleEndian)
    const moves = view.getUint16(at + 8, isLittleEndian)
    const kind = data[at + 10]!
    if (start === 0 && increment === 0 && (moves === 0 || kind === SERIES_KIND.none)) continue
    const period: Period = { seconds: start / 100 }
    if (increment !== 0) period.increment = increment / 100
    if (moves !== REST_OF_GAME) period.moves = moves
    if (kind !== usualKind(period)) period.kind = `chessbase-${kind}`
    periods.push(period)
  }
  markHourglasses(view, isLittleEndian, periods)
  return periods.length > 0 ? { periods } : undefined
}

/** Marks the hourglass periods if the last series says so. */
function markHourglasses(view: DataView, isLittleEndian: boolean, periods: readonly Period[]): void {
  const last = (SERIES - 1) * SERIES_SIZE
  const moves = view.getUint16(last + 8, isLittleEndian)
  const isUnused = view.getUint32(last) === 0 && view.getUint32(last + 4) === 0
  if (!isUnused || view.getUint8(last + 10) !== SERIES_KIND.none || (moves & ~3) !== HOURGLASS_MARK) return
  for (const [index, period] of periods.entries()) {
    if ((moves >> index) & 1 && period.kind === undefined) period.kind = HOURGLASS
  }
}

/** The kind of a period according to its other parts. */
export function usualKind({ moves, increment }: Period): number {
  if (moves !== undefined) return SERIES_KIND.stage
  return increment === undefined ? SERIES_KIND.rest : SERIES_KIND.restWithIncrement
}
