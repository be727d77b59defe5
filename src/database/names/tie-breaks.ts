/**
 * The order of players in the table of an event: points, then rules that break ties, as the tie-break regulations of the
 * world chess federation name them (FIDE Handbook C.07). Games that were not played are not in a database, so there are no
 * virtual opponents: a bye counts for nothing.
 */
import { ratingPerformance } from '../../model/rating-performance.ts'

/** Rules that break ties. */
export const TIE_BREAKS = [
  'direct',
  'wins',
  'sonnebornBerger',
  'buchholzCut1',
  'buchholz',
  'progressive',
  'performance',
] as const

/** A rule that breaks ties. */
export type TieBreak = (typeof TIE_BREAKS)[number]

/** How an event was played, as far as its games tell: everybody against everybody, or not. */
export type EventKind = 'round-robin' | 'swiss' | 'match'

/** What breaks ties by the kind of the event; of a match the points decide. */
export const USUAL_TIE_BREAKS: Readonly<Record<EventKind, readonly TieBreak[]>> = {
  'round-robin': ['direct', 'wins', 'sonnebornBerger'],
  swiss: ['direct', 'buchholzCut1', 'buchholz', 'wins'],
  match: [],
}

/** A player of an event, as far as ties are concerned. */
export interface Tied {
  name: string
  points: number
  games: number
  won: number
  rating?: number
  results: readonly { opponent: string; points?: number }[]
  /** Rating performance against the opponents whose ratings are known. */
  performance?: number
  /** The values of the rules that broke ties in this event. */
  tieBreaks?: Partial<Record<TieBreak, number>>
}

/** The share of the pairs that must have met for a tournament to be one of everybody against everybody. */
const MET = 0.8

/** How an event was played. */
export function kindOfEvent(players: readonly Tied[]): EventKind {
  if (players.length <= 2) return 'match'
  let pairs = 0
  for (const { results } of players) pairs += new Set(results.map(({ opponent }) => opponent)).size
  return pairs >= MET * players.length * (players.length - 1) ? 'round-robin' : 'swiss'
}

/** Sorts players by points and rules, and notes the values of the rules and the rating performance. */
export function rankPlayers<Player extends Tied>(players: readonly Player[], rules: readonly TieBreak[]): Player[] {
  const byName = new Map(players.map((player) => [player.name, player]))
  for (const player of players) {
    const performance = performanceOf(player, byName)
    if (performance !== undefined) player.performance = performance
    if (rules.length === 0) continue
    player.tieBreaks = {}
    for (const rule of rules) {
      if (rule !== 'direct') player.tieBreaks[rule] = VALUES[rule](player, byName)
    }
  }
  return sortBy(players, [...rules])
}

/** Splits players that are equal so far by the next rule, and these again by those after it. */
function sortBy<Player extends Tied>(players: readonly Player[], rules: readonly TieBreak[]): Player[] {
  const groups = groupBy(players, ({ points }) => points)
  return groups.flatMap((group) => breakTies(group, rules))
}

function breakTies<Player extends Tied>(players: readonly Player[], rules: readonly TieBreak[]): Player[] {
  const [rule, ...others] = rules
  if (players.length === 1) return [...players]
  if (rule === undefined) {
    return [...players].sort((left, right) => left.games - right.games || left.name.localeCompare(right.name))
  }
  const values = rule === 'direct' ? directPoints(players) : undefined
  if (rule === 'direct') for (const player of players) if (values) player.tieBreaks!.direct = values.get(player.name)!
  const valueOf = (player: Player) => (rule === 'direct' ? (values?.get(player.name) ?? 0) : player.tieBreaks![rule]!)
  return groupBy(players, valueOf).flatMap((group) => breakTies(group, others))
}

/** Players with equal values together, the greatest value first. */
function groupBy<Player>(players: readonly Player[], valueOf: (player: Player) => number): Player[][] {
  const groups = Map.groupBy(players, valueOf)
  return [...groups].sort(([left], [right]) => right - left).map(([, group]) => group)
}

/** The points of tied players against each other; undefined unless all of them have met. */
function directPoints(players: readonly Tied[]): ReadonlyMap<string, number> | undefined {
  const names = new Set(players.map(({ name }) => name))
  const points = new Map<string, number>()
  for (const { name, results } of players) {
    const own = results.filter(({ opponent }) => names.has(opponent))
    if (new Set(own.map(({ opponent }) => opponent)).size < names.size - 1) return undefined
    points.set(
      name,
      own.reduce((sum, result) => sum + (result.points ?? 0), 0),
    )
  }
  return points
}

type Players = ReadonlyMap<string, Tied>

/** The values of the rules but direct encounter, which depends on who is tied. */
const VALUES: Readonly<Record<Exclude<TieBreak, 'direct'>, (player: Tied, players: Players) => number>> = {
  wins: ({ won }) => won,
  sonnebornBerger: ({ results }, players) =>
    results.reduce((sum, { opponent, points = 0 }) => sum + points * (players.get(opponent)?.points ?? 0), 0),
  buchholzCut1: (player, players) => {
    const points = opponentPoints(player, players)
    return points.reduce((sum, one) => sum + one, 0) - (points.length > 0 ? Math.min(...points) : 0)
  },
  buchholz: (player, players) => opponentPoints(player, players).reduce((sum, one) => sum + one, 0),
  progressive: ({ results }) => {
    let [sum, points] = [0, 0]
    for (const result of results) sum += points += result.points ?? 0
    return sum
  },
  performance: ({ performance = 0 }) => performance,
}

function opponentPoints({ results }: Tied, players: Players): number[] {
  return results.flatMap(({ opponent }) => players.get(opponent)?.points ?? [])
}

/** The rating performance of a player in an event. */
function performanceOf({ results }: Tied, players: Players): number | undefined {
  let [ratings, points, games] = [0, 0, 0]
  for (const result of results) {
    const rating = players.get(result.opponent)?.rating
    if (rating === undefined || result.points === undefined) continue
    ratings += rating
    points += result.points
    games++
  }
  return games === 0 ? undefined : ratingPerformance(ratings / games, points / games)
}
