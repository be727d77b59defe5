/** Evaluations and time controls as they are stored, the inverse of annotations/evaluations.ts and annotations/time-control.ts. */
import { ByteWriter } from '../../../bytes/writer.ts'
import type { Evaluation } from '../../../model/annotation.ts'
import { otherColour, type Colour } from '../../../model/move.ts'
import type { TimeControl } from '../../../model/record.ts'
import { EVALUATION_KIND, pliesOfMoves } from '../annotations/evaluations.ts'
import { REST_OF_GAME, SERIES, SERIES_KIND, SERIES_SIZE, usualKind } from '../annotations/time-control.ts'

const isShort = (value: number) => Number.isInteger(value) && Math.abs(value) <= 0x7fff

/** The evaluation of a move; undefined for one that is neither in hundredths of a pawn nor a mate. */
export function evaluationData({ centipawns, mate, depth = 0 }: Evaluation): Uint8Array | undefined {
  const value = centipawns ?? mate
  if (value === undefined || !isShort(value) || !isShort(depth)) return undefined
  const kind = centipawns === undefined ? EVALUATION_KIND.mate : EVALUATION_KIND.centipawns
  return new ByteWriter(6).u16le(value).u16le(kind).u16le(depth).bytes()
}

/** The evaluations of a game, entry k after ply k. */
export function curveData(
  values: readonly (Evaluation | null)[],
  firstTurn: Colour,
  loss: (what: string) => void,
): Uint8Array | undefined {
  if (values.length > 0x3fff) {
    loss(`a curve of ${values.length} evaluations`)
    return undefined
  }
  const out = new ByteWriter(2 + 4 * values.length).u16be(values.length)
  for (const [ply, evaluation] of values.entries()) {
    const entry = evaluation && curveEntry(evaluation, ply % 2 === 0 ? firstTurn : otherColour(firstTurn))
    if (evaluation && !entry) loss('an evaluation of the curve')
    const { kind, value } = entry ?? { kind: EVALUATION_KIND.none, value: 0 }
    out
      .u8(kind)
      .u8(entry ? Math.min(evaluation?.depth ?? 0, 0xff) : 0)
      .u16be(value)
  }
  return out.bytes()
}

/** An entry of a curve: mates count in plies, which the record keeps beside the moves when they are not the usual ones. */
function curveEntry({ centipawns, mate, text }: Evaluation, turn: Colour): { kind: number; value: number } | undefined {
  const kept = /^kind ([0-9]{1,3}): (-?[0-9]{1,5})$/.exec(text ?? '')
  if (kept) return { kind: Number(kept[1]), value: Number(kept[2]) }
  if (centipawns !== undefined) {
    return isShort(centipawns) ? { kind: EVALUATION_KIND.centipawns, value: centipawns } : undefined
  }
  if (mate === undefined) return undefined
  const plies = /^(-?[0-9]{1,5}) plies$/.exec(text ?? '')
  const value = plies ? Number(plies[1]) : pliesOfMoves(mate, turn)
  return isShort(value) ? { kind: EVALUATION_KIND.mate, value } : undefined
}

/** The three series of a time control; undefined for one without periods or with more. */
export function timeControlData({ periods = [] }: TimeControl): Uint8Array | undefined {
  if (periods.length === 0 || periods.length > SERIES) return undefined
  const out = new ByteWriter(SERIES * SERIES_SIZE)
  for (let index = 0; index < SERIES; index++) {
    const period = periods[index]
    if (!period) {
      out.u32be(0).u32be(0).u16be(0).u8(SERIES_KIND.none)
      continue
    }
    const start = Math.round((period.seconds ?? 0) * 100)
    const increment = Math.round((period.increment ?? 0) * 100)
    const moves = period.moves ?? REST_OF_GAME
    if (start > 0xffff_ffff || increment > 0xffff_ffff || moves > 0xffff) return undefined
    const own = /^chessbase-([0-9]{1,3})$/.exec(period.kind ?? '')
    out
      .u32be(start)
      .u32be(increment)
      .u16be(moves)
      .u8(own ? Number(own[1]) : usualKind(period))
  }
  return out.bytes()
}
