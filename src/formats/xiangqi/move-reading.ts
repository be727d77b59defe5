/**
 * How the moves of a game are written, where one move alone does not tell: ranks count from 0 in ICCS and UCCI and from 1 at
 * pychess.org and in UCI, and a Vietnamese text can look like WXF. The whole game decides, never a single move.
 */
import type { Move } from '../../model/move.ts'
import { xiangqi, type XiangqiPosition } from '../../rules/xiangqi/index.ts'

/** Reads a legal move of a position. */
export type MoveReading = (position: XiangqiPosition, text: string) => Move | undefined

const usual: MoveReading = (position, text) => xiangqi.readMove(position, text)
const ranksFromOne: MoveReading = (position, text) => xiangqi.readMove(position, fromZero(text))
const vietnamese: MoveReading = (position, text) => xiangqi.readMove(position, text, 'vietnamese')

/** A square whose rank says from where ranks count, and squares at all. */
const RANK_TEN = /[a-i]10(?![0-9])/i
const RANK_ZERO = /[a-i]0(?![0-9])/i
const SQUARE = /[a-i](?:10|[0-9])(?![0-9])/i

/** A move in Vietnamese: general, advisor, elephant, rook, cannon, horse or pawn, then forward, sideways or back. */
export const VIETNAMESE_MOVE = /^(?:tg|[xpmtsbc])[1-9tgs][./-][1-9]$/i

/** Ranks counted from 1 as counted from 0, of targets, origins and origins that are a rank alone. */
function fromZero(text: string): string {
  const less = (rank: string) => String(Number(rank) - 1)
  return text
    .replaceAll(/([a-i])(10|[1-9])(?![0-9])/gi, (_, file: string, rank: string) => file + less(rank))
    .replace(/^([A-Z])(10|[1-9])(?=x?[a-i][0-9])/, (_, piece: string, rank: string) => piece + less(rank))
}

/**
 * The reading in which the moves of a game can be played: the usual one unless another comes further. A rank 10 or 0
 * anywhere says how ranks count.
 * @param words the moves of the main line in order @param start where they begin; it is not changed
 */
export function chooseReading(words: readonly string[], start: XiangqiPosition): MoveReading {
  const readings: MoveReading[] = []
  const hasZero = words.some((word) => RANK_ZERO.test(word))
  const hasTen = words.some((word) => RANK_TEN.test(word))
  if (hasZero || !hasTen) readings.push(usual)
  if (!hasZero && words.some((word) => SQUARE.test(word))) readings.push(ranksFromOne)
  if (words.some((word) => VIETNAMESE_MOVE.test(word))) readings.push(vietnamese)
  if (readings.length === 1) return readings[0]!
  let best = readings[0]!
  let most = -1
  for (const reading of readings) {
    const played = countPlayed(words, start, reading)
    if (played > most) [best, most] = [reading, played]
  }
  return best
}

/** The number of moves that can be played before the first that cannot. */
export function countPlayed(words: readonly string[], start: XiangqiPosition, reading: MoveReading): number {
  const position = xiangqi.clone(start)
  for (const [index, word] of words.entries()) {
    const move = reading(position, word)
    if (move === undefined) return index
    xiangqi.play(position, move)
  }
  return words.length
}
