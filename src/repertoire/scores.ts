/** Scores: games counted by their results, from the point of view of one player. */
import type { Colour } from '../model/move.ts'

/** Games and how they ended; games without a result only count as games. */
export interface Score {
  games: number
  won: number
  drawn: number
  lost: number
}

/** No games. */
export function emptyScore(): Score {
  return { games: 0, won: 0, drawn: 0, lost: 0 }
}

/** What a game brought a player: a point, half a point, nothing, or not known. */
export type Points = 0 | 0.5 | 1 | undefined

/** The points of a colour for a result as it is written, colour 1 first. */
export function pointsOf(result: string, colour: Colour): Points {
  if (result === '1/2-1/2') return 0.5
  if (result === '1-0') return colour === 1 ? 1 : 0
  if (result === '0-1') return colour === 1 ? 0 : 1
  return result === '0-0' ? 0 : undefined
}

/** Counts a game. */
export function addPoints(score: Score, points: Points): void {
  score.games++
  if (points === 1) score.won++
  else if (points === 0.5) score.drawn++
  else if (points === 0) score.lost++
}

/** Games with a result. */
export function decided({ won, drawn, lost }: Score): number {
  return won + drawn + lost
}

/** The share of the points that were won, from 0 to 1; undefined without a game that has a result. */
export function shareOf(score: Score): number | undefined {
  const games = decided(score)
  return games === 0 ? undefined : (score.won + score.drawn / 2) / games
}
