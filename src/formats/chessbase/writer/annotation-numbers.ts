/**
 * Evaluations, clocks, glyphs and time controls as databases of both generations store them, the inverse of
 * annotations/evaluations.ts, annotations/glyphs.ts and annotations/time-control.ts.
 */
import { ByteWriter } from '../../../bytes/writer.ts'
import type { Clock, Evaluation, Glyph } from '../../../model/annotation.ts'
import { otherColour, type Colour } from '../../../model/move.ts'
import type { TimeControl } from '../../../model/record.ts'
import type { MoveNode } from '../../../model/tree.ts'
import { EVALUATION_KIND, pliesOfMoves } from '../annotations/evaluations.ts'
import { GLYPH_PLACES, usualPlace } from '../annotations/glyphs.ts'
import {
  HOURGLASS,
  HOURGLASS_MARK,
  REST_OF_GAME,
  SERIES,
  SERIES_KIND,
  SERIES_SIZE,
  usualKind,
} from '../annotations/time-control.ts'
import type { Lose } from './lose.ts'

const MAX_SHORT = 0x7fff

/** The most time spent on a move, in hundredths of a second: a byte counts the hours. */
const MAX_SPENT = 256 * 3600 * 100 - 1

/** The nearest 16-bit number. */
function toShort(value: number): number {
  return Math.max(-MAX_SHORT, Math.min(MAX_SHORT, Math.round(value))) + 0
}

/** For every node the side that made its move; for the root the one that is not to move. */
export function moversOf(nodes: readonly MoveNode[], firstTurn: Colour): Uint8Array {
  const movers = new Uint8Array(nodes.length)
  movers[0] = otherColour(firstTurn)
  for (let index = 1; index < nodes.length; index++) movers[index] = 3 - movers[nodes[index]!.parent]!
  return movers
}

/** The evaluation of a move, rounded to fit; undefined if it is neither in hundredths of a pawn nor a mate. */
export function evaluationData(evaluation: Evaluation, lose: Lose): Uint8Array | undefined {
  const { centipawns, mate, depth = 0, source, text } = evaluation
  const value = centipawns ?? mate
  const isStored = value !== undefined && !Number.isNaN(value)
  const isBoth = centipawns !== undefined && mate !== undefined
  const [storedValue, storedDepth] = [toShort(value ?? 0), toShort(depth || 0)]
  if (isStored && !(storedValue === value && storedDepth === depth)) lose('chessbase/exact-evaluation', {})
  if (!isStored || isBoth || (source ?? text) !== undefined) lose('chessbase/evaluation-part', {})
  if (!isStored) return undefined
  const kind = centipawns === undefined ? EVALUATION_KIND.mate : EVALUATION_KIND.centipawns
  return new ByteWriter(6).u16le(storedValue).u16le(kind).u16le(storedDepth).bytes()
}

/** The glyphs of a node as groups of up to three numbers, each in its place: a zero is a place without one. */
export function glyphGroups(glyphs: readonly Glyph[], lose: Lose): number[][] {
  const groups: number[][] = []
  let group: number[] | undefined
  for (const { nag, code } of glyphs) {
    if (!(nag > 0 && nag <= 0xff)) {
      lose('chessbase/glyph', { glyph: nag })
      continue
    }
    const named = GLYPH_PLACES.indexOf(code as (typeof GLYPH_PLACES)[number])
    const place = named < 0 ? usualPlace(nag) : named
    if (!group || place < group.length) groups.push((group = []))
    while (group.length < place) group.push(0)
    group.push(nag)
  }
  return groups
}

/** What a clock shows, in hundredths of a second. */
export interface ClockTimes {
  /** What the mover has spent. */
  spent: number | undefined
  /** What White and Black have left. */
  left: [number | undefined, number | undefined]
}

/** The times of a clock that can be stored. @param largest the most hundredths that either side may have left */
export function clockTimes(clock: Clock, mover: Colour, largest: number, lose: Lose): ClockTimes {
  const hundredths = (seconds: number | undefined, limit: number): number | undefined => {
    if (seconds === undefined) return undefined
    const rounded = Math.round(seconds * 100)
    if (rounded >= 0 && rounded <= limit) return rounded
    lose('chessbase/clock', { seconds })
    return undefined
  }
  const { left, lefts = [], spent, used, movesLeft, recordedAt } = clock
  const both = [lefts[0], lefts[1]]
  // The time left to the player who moved is stored as the clock of that side.
  if (left !== undefined) both[mover - 1] ??= left
  const times: ClockTimes = {
    spent: hundredths(spent, MAX_SPENT),
    left: [hundredths(both[0], largest), hundredths(both[1], largest)],
  }
  if ((used ?? movesLeft ?? recordedAt) !== undefined) lose('chessbase/clock-kind', {})
  return times
}

/** Hours, minutes, seconds and hundredths of time spent, a byte each. */
export function spentParts(spent: number): [number, number, number, number] {
  const seconds = Math.floor(spent / 100)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, spent % 100]
}

/** The evaluations of a game, with entry k after ply k; undefined if they cannot be stored. */
export function curveData(
  values: readonly (Evaluation | null)[],
  firstTurn: Colour,
  lose: Lose,
): Uint8Array | undefined {
  const entries = curveEntries(values, firstTurn, lose)
  if (!entries) return undefined
  const out = new ByteWriter(2 + 4 * entries.length).u16be(entries.length)
  for (const { kind, depth, value } of entries) out.u8(kind).u8(depth).u16be(value)
  return out.bytes()
}

/** An entry of a curve as it is stored. */
interface CurveEntry {
  kind: number
  depth: number
  value: number
}

/** The entries of a curve, rounded to what fits; undefined for more than can be counted. */
export function curveEntries(
  values: readonly (Evaluation | null)[],
  firstTurn: Colour,
  lose: Lose,
): CurveEntry[] | undefined {
  if (values.length > 0x3fff) {
    lose('chessbase/long-curve', { count: values.length })
    return undefined
  }
  return values.map((evaluation, ply) => {
    const entry = evaluation && curveEntry(evaluation, ply % 2 === 0 ? firstTurn : otherColour(firstTurn))
    if (evaluation && !entry) lose('chessbase/curve-entry', {})
    const { kind, value } = entry ?? { kind: EVALUATION_KIND.none, value: 0 }
    const depth = entry ? (evaluation?.depth ?? 0) : 0
    const [storedValue, storedDepth] = [toShort(value), Math.max(0, Math.min(0xff, Math.round(depth) || 0))]
    if (storedValue !== value || storedDepth !== depth) lose('chessbase/curve-value', {})
    return { kind, depth: storedDepth, value: storedValue }
  })
}

/** An entry of a curve: mates are in plies, which the record also keeps if they do not follow from the moves. */
function curveEntry({ centipawns, mate, text }: Evaluation, turn: Colour): { kind: number; value: number } | undefined {
  const kept = /^kind ([0-9]{1,3}): (-?[0-9]{1,5})$/.exec(text ?? '')
  if (kept) return { kind: Number(kept[1]), value: Number(kept[2]) }
  if (centipawns !== undefined) {
    return Number.isNaN(centipawns) ? undefined : { kind: EVALUATION_KIND.centipawns, value: centipawns }
  }
  if (mate === undefined || Number.isNaN(mate)) return undefined
  const plies = /^(-?[0-9]{1,5}) plies$/.exec(text ?? '')
  return { kind: EVALUATION_KIND.mate, value: plies ? Number(plies[1]) : pliesOfMoves(mate, turn) }
}

/**
 * The three series of a time control; undefined for one without periods or with more, or whose numbers are too large.
 * An hourglass is marked in an unused series.
 */
export function timeControlData(
  { periods = [], text }: TimeControl,
  lose: Lose,
  isLittleEndian = false,
): Uint8Array | undefined {
  const stored = storedPeriods(periods, isLittleEndian)
  if (!stored?.isExact || text !== undefined) lose('chessbase/time-control', {})
  return stored?.data
}

/** The three series, and whether they represent all of the periods. */
function storedPeriods(
  periods: NonNullable<TimeControl['periods']>,
  isLittleEndian: boolean,
): { data: Uint8Array; isExact: boolean } | undefined {
  if (periods.length === 0 || periods.length > SERIES) return undefined
  const data = new Uint8Array(SERIES * SERIES_SIZE)
  const view = new DataView(data.buffer)
  const put = (index: number, start: number, increment: number, moves: number, kind: number) => {
    const at = index * SERIES_SIZE
    view.setUint32(at, start, isLittleEndian)
    view.setUint32(at + 4, increment, isLittleEndian)
    view.setUint16(at + 8, moves, isLittleEndian)
    data[at + 10] = kind
  }
  const hourglasses = periods.reduce((bits, { kind }, index) => bits | (kind === HOURGLASS ? 1 << index : 0), 0)
  let isExact = hourglasses === 0 || periods.length < SERIES
  for (let index = 0; index < SERIES; index++) {
    const period = periods[index]
    if (!period) {
      const mark = hourglasses > 0 && index === SERIES - 1 ? HOURGLASS_MARK | hourglasses : 0
      put(index, 0, 0, mark, SERIES_KIND.none)
      continue
    }
    const start = Math.round((period.seconds ?? 0) * 100)
    const increment = Math.round((period.increment ?? 0) * 100)
    const moves = period.moves ?? REST_OF_GAME
    if (start > 0xffff_ffff || increment > 0xffff_ffff || moves > 0xffff) return undefined
    const own = /^chessbase-([0-9]{1,3})$/.exec(period.kind ?? '')
    if (period.byoYomi !== undefined || (period.kind !== undefined && !own && period.kind !== HOURGLASS))
      isExact = false
    put(index, start, increment, moves, own ? Number(own[1]) : usualKind(period))
  }
  return { data, isExact }
}
