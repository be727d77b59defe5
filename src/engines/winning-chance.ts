/**
 * Winning chances, what a move lost of them, and the accuracy of a player: the formulas of lichess, by which players
 * compare themselves. Sources: lichess-org/scalachess, core/src/main/scala/eval.scala; lichess-org/lila,
 * modules/tree/src/main/Advice.scala, modules/analyse/src/main/AccuracyPercent.scala; https://lichess.org/page/accuracy.
 */
import type { PositionValue } from '../model/annotation.ts'
import type { Colour } from '../model/move.ts'
import type { Game } from '../model/record.ts'

/** Beyond this many hundredths of a pawn a position does not become more won. */
const MOST_CENTIPAWNS = 1000

/** Steepness of lichess's curve, by hundredths of a pawn. */
const PER_CENTIPAWN = 0.00368208

/**
 * Points or discs with which a side wins three games of four, where an engine gives no chance: a rule of thumb of ours.
 */
const AHEAD: Readonly<Record<'go' | 'othello', number>> = { go: 8, othello: 4 }

/** The chance of colour 1 to win, from 0 to 1; undefined if the value does not say. */
export function winningChance(game: Game, value: PositionValue): number | undefined {
  const { winrate, mate, centipawns, scoreLead } = value
  if (winrate !== undefined) return winrate
  if (mate !== undefined) return mate === 0 ? undefined : chessChance(Math.sign(mate) * MOST_CENTIPAWNS)
  if (game === 'go' || game === 'othello') {
    const points = scoreLead ?? (centipawns === undefined ? undefined : centipawns / 100)
    return points === undefined ? undefined : 1 / (1 + Math.exp((-points * Math.log(3)) / AHEAD[game]))
  }
  return centipawns === undefined ? undefined : chessChance(centipawns)
}

function chessChance(centipawns: number): number {
  const cut = Math.max(-MOST_CENTIPAWNS, Math.min(MOST_CENTIPAWNS, centipawns))
  return 1 / (1 + Math.exp(-PER_CENTIPAWN * cut))
}

/** How bad a move was. */
export type Mistake = 'inaccuracy' | 'mistake' | 'blunder'

/** The PGN numbers of `?!`, `?` and `??`. */
export const MISTAKE_GLYPHS: Readonly<Record<Mistake, number>> = { inaccuracy: 6, mistake: 2, blunder: 4 }

/** Winning chance that is lost at least, worst first. */
const LOSSES: readonly (readonly [Mistake, number])[] = [
  ['blunder', 0.15],
  ['mistake', 0.1],
  ['inaccuracy', 0.05],
]

/** What a position is worth to colour 1. */
export interface Worth {
  chance: number
  /** Of the engine; absent for a position in which the game is over. */
  value?: PositionValue
}

/** The winning chance that a move of a colour lost; not below 0. */
export function lossOf(before: Worth, after: Worth, mover: Colour): number {
  const fall = before.chance - after.chance
  return Math.max(0, mover === 1 ? fall : -fall)
}

/** How bad a move was, by the winning chance it lost and by mates that were missed or allowed; undefined if it was not. */
export function judgeMove(before: Worth, after: Worth, mover: Colour): Mistake | undefined {
  const sign = mover === 1 ? 1 : -1
  const own = ({ value }: Worth) => ({
    mate: value?.mate === undefined ? undefined : value.mate * sign,
    centipawns: value?.centipawns === undefined ? undefined : value.centipawns * sign,
  })
  const [was, is] = [own(before), own(after)]
  if (is.mate !== undefined && is.mate < 0 && was.mate === undefined) {
    const cp = was.centipawns ?? 0
    return cp < -999 ? 'inaccuracy' : cp < -700 ? 'mistake' : 'blunder'
  }
  if (was.mate !== undefined && was.mate > 0) {
    if ((is.mate ?? 0) > 0 || after.chance * sign >= (sign + 1) / 2) return undefined
    const cp = is.centipawns ?? -Infinity
    return cp > 999 ? 'inaccuracy' : cp > 700 ? 'mistake' : 'blunder'
  }
  if (was.mate !== undefined) return undefined
  const loss = lossOf(before, after, mover)
  return LOSSES.find(([, least]) => loss >= least)?.[0]
}

/** The accuracy of a move in per cent. @param loss winning chance lost, from 0 to 1 */
export function moveAccuracy(loss: number): number {
  if (loss <= 0) return 100
  const accuracy = 103.1668100711649 * Math.exp(-0.04354415386753951 * 100 * loss) - 3.166924740191411 + 1
  return Math.max(0, Math.min(100, accuracy))
}

/** A move for the accuracy of a game: who made it, and what it lost. */
export interface JudgedMove {
  colour: Colour
  loss: number
}

/**
 * The accuracy of a colour in a game, in per cent: the mean of a mean weighted by how sharp the game was at each move and
 * of the harmonic mean. Undefined without moves.
 * @param chances of colour 1 before the first move and after each
 */
export function gameAccuracy(
  chances: readonly number[],
  moves: readonly JudgedMove[],
  colour: Colour,
): number | undefined {
  const size = Math.max(2, Math.min(8, Math.floor(moves.length / 10)))
  let weighted = 0
  let weights = 0
  let inverse = 0
  let count = 0
  for (const [index, move] of moves.entries()) {
    if (move.colour !== colour) continue
    // The first moves share the first window.
    const end = Math.max(index + 2, Math.min(size, chances.length))
    const window = chances.slice(Math.max(0, end - size), end)
    const weight = Math.max(0.5, Math.min(12, 100 * deviation(window)))
    const accuracy = moveAccuracy(move.loss)
    weighted += weight * accuracy
    weights += weight
    inverse += 1 / Math.max(accuracy, 0.01)
    count++
  }
  return count === 0 ? undefined : (weighted / weights + count / inverse) / 2
}

function deviation(numbers: readonly number[]): number {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  return Math.sqrt(numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / numbers.length)
}
