/** Evaluations and time controls as they are stored, the inverse of annotations/evaluations.ts and annotations/time-control.ts. */
import { ByteWriter } from '../../../bytes/writer.ts'
import type { Evaluation } from '../../../model/annotation.ts'
import { otherColour, type Colour } from '../../../model/move.ts'
import type { TimeControl } from '../../../model/record.ts'
import { EVALUATION_KIND, pliesOfMoves } from '../annotations/evaluations.ts'
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

/** A stored number, and whether it is exactly the given one. */
interface Stored {
  data: Uint8Array
  isExact: boolean
}

const MAX_SHORT = 0x7fff

/** The nearest 16-bit number. */
function toShort(value: number): number {
  return Math.max(-MAX_SHORT, Math.min(MAX_SHORT, Math.round(value))) + 0
}

/** The evaluation of a move, rounded to fit; undefined if it is neither in hundredths of a pawn nor a mate. */
export function evaluationData({ centipawns, mate, depth = 0 }: Evaluation): Stored | undefined {
  const value = centipawns ?? mate
  if (value === undefined || Number.isNaN(value)) return undefined
  const kind = centipawns === undefined ? EVALUATION_KIND.mate : EVALUATION_KIND.centipawns
  const [storedValue, storedDepth] = [toShort(value), toShort(depth || 0)]
  const data = new ByteWriter(6).u16le(storedValue).u16le(kind).u16le(storedDepth).bytes()
  return { data, isExact: storedValue === value && storedDepth === depth }
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
 * The three series of a time control, and whether they represent all of its periods; undefined for one without periods
 * or with more. An hourglass is marked in an unused series.
 */
export function timeControlData({ periods = [] }: TimeControl, isLittleEndian = false): Stored | undefined {
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
