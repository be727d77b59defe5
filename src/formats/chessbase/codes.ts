/** Converts codes of the game header to terms of the record and back: docs/formats/chessbase.md, Headers. */
import type { Result } from '../../model/result.ts'

/** Results by code. Result 3 is a line without a result, which may have a verdict. */
export const RESULTS: readonly Result[] = [
  { outcome: 'win', winner: 2 },
  { outcome: 'draw' },
  { outcome: 'win', winner: 1 },
  { outcome: 'unfinished' },
  { outcome: 'win', winner: 2, by: 'forfeit' },
  { outcome: 'draw', by: 'forfeit' },
  { outcome: 'win', winner: 1, by: 'forfeit' },
  { outcome: 'both-lose' },
]

export const LINE_RESULT = 3

/** The result of a code; the verdict on a line is a PGN glyph number, 0 for none. */
export function readResult(code: number, verdict: number): Result {
  const result = { ...(RESULTS[code] ?? RESULTS[LINE_RESULT]!) }
  if (code === LINE_RESULT && verdict !== 0) result.verdict = verdict
  return result
}

/** Opening codes from this one on are start positions of Chess960. */
export const FIRST_CHESS960_CODE = 0x10000 - 960

/** The start position of Chess960 that an opening code names; undefined for a real opening code. */
export function chess960OfOpening(code: number): number | undefined {
  return code >= FIRST_CHESS960_CODE ? code - FIRST_CHESS960_CODE : undefined
}

/** The opening codes A00 to E99. */
const OPENINGS: readonly string[] = [...'ABCDE'].flatMap((letter) =>
  Array.from({ length: 100 }, (_, number) => letter + String(number).padStart(2, '0')),
)

/** The opening as `B90` and the variation within it; undefined for none and for codes beyond E99. */
export function readOpening(code: number): { opening: string; subcode: number } | undefined {
  const opening = OPENINGS[(code >> 7) - 1]
  return opening === undefined ? undefined : { opening, subcode: code & 0x7f }
}

/** The code of an opening such as `B90`, 0 for any other text. */
export function openingNumber(opening: string | undefined, subcode = 0): number {
  const match = /^([A-E])([0-9]{2})/.exec(opening ?? '')
  if (!match) return 0
  const number = 'ABCDE'.indexOf(match[1]!) * 100 + Number(match[2])
  return ((number + 1) << 7) | Math.min(subcode, 0x7f)
}
