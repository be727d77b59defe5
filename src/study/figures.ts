/** Figures as texts. */
import type { Score } from '../repertoire/scores.ts'
import { decided } from '../repertoire/scores.ts'

/** A share from 0 to 1 as `62%`. */
export function percent(share: number): string {
  return `${Math.round(100 * share)}%`
}

/** A number with commas between thousands. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

/** Results as `+5 =4 -3`; nothing if no game has one. */
export function resultsText(score: Score): string {
  return decided(score) === 0 ? '' : `+${score.won} =${score.drawn} -${score.lost}`
}
