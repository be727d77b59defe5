/**
 * The order of players in the table of an event: points, then rules that break ties, as the tie-break regulations of the
 * world chess federation name them (FIDE Handbook C.07). Games that were not played are not in a database, so there are no
 * virtual opponents: a bye counts for nothing.
 */
import type { Game } from '../../model/record.ts'
import { ratingPerformance } from '../../model/rating-performance.ts'

/** Rules that break ties. */
export const TIE_BREAKS = [
  'direct',
  'wins',
  'sonnebornBerger',
  'buchholzCut1',
  'buchholz',
  'buchholzMedian',
  'sos',
  'sosos',
  'sodos',
  'koya',
  'secondWins',
  'progressive',
  'opponentRating',
  'performance',
] as const

/** A rule that breaks ties. */
export type TieBreak = (typeof TIE_BREAKS)[number]

/** How an event was played, as far as its games tell: everybody against everybody, or not. */
export type EventKind = 'round-robin' | 'swiss' | 'match'

/** What breaks ties by the kind of the event; of a match the points decide. */
const USUAL_TIE_BREAKS: Readonly<Record<EventKind, readonly TieBreak[]>> = {
  'round-robin': ['direct', 'wins', 'sonnebornBerger'],
  swiss: ['direct', 'buchholzCut1', 'buchholz', 'wins'],
  match: [],
}

/** The same of Go, whose tournaments count by the sum of the opponents' scores. */
const USUAL_IN_GO: Readonly<Record<EventKind, readonly TieBreak[]>> = {
  'round-robin': ['direct', 'sodos'],
  swiss: ['sos', 'sosos', 'direct'],
  match: [],
}

/** What usually breaks ties in an event of a kind. @param game what was played; the rules of chess if it is unknown */
export function usualTieBreaks(kind: EventKind, game: Game | undefined): readonly TieBreak[] {
  return (game === 'go' ? USUAL_IN_GO : USUAL_TIE_BREAKS)[kind]
}

/** Reads rules that break ties, comma-separated, as `direct,buchholz-cut-1`; the unknown word if there is one. */
export function parseTieBreaks(text: string): { rules: TieBreak[] } | { unknown: string } {
  const rules: TieBreak[] = []
  for (const word of text.split(',')) {
    const plain = word.replaceAll(/[-_\s]/g, '').toLowerCase()
    const rule = TIE_BREAKS.find((known) => known.toLowerCase() === plain)
    if (!rule) return { unknown: word.trim() }
    rules.push(rule)
  }
  return { rules }
}

/** A player of an event, as far as ties are concerned. */
export interface Tied {
  name: string
  points: number
  games: number
  won: number
  rating?: number
  results: readonly { opponent: string; colour: 1 | 2; points?: number }[]
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
  sonnebornBerger,
  buchholzCut1: (player, players) => total(opponentPoints(player, players).slice(1)),
  buchholz,
  buchholzMedian: (player, players) => total(opponentPoints(player, players).slice(1, -1)),
  sos: buchholz,
  sosos: ({ results }, players) =>
    total(results.map(({ opponent }) => (players.has(opponent) ? buchholz(players.get(opponent)!, players) : 0))),
  sodos: sonnebornBerger,
  koya: ({ results }, players) =>
    total(
      results.map(({ opponent, points = 0 }) => {
        const other = players.get(opponent)
        return other && other.points >= other.games / 2 ? points : 0
      }),
    ),
  secondWins: ({ results }) => results.filter(({ colour, points }) => colour === 2 && points === 1).length,
  progressive: ({ results }) => {
    let [sum, points] = [0, 0]
    for (const result of results) sum += points += result.points ?? 0
    return sum
  },
  opponentRating: ({ results }, players) => {
    const ratings = results.flatMap(({ opponent }) => players.get(opponent)?.rating ?? [])
    return ratings.length === 0 ? 0 : Math.round(total(ratings) / ratings.length)
  },
  performance: ({ performance = 0 }) => performance,
}

function sonnebornBerger({ results }: Tied, players: Players): number {
  return total(results.map(({ opponent, points = 0 }) => points * (players.get(opponent)?.points ?? 0)))
}

function buchholz(player: Tied, players: Players): number {
  return total(opponentPoints(player, players))
}

/** The points of all opponents, the fewest first. */
function opponentPoints({ results }: Tied, players: Players): number[] {
  return results.flatMap(({ opponent }) => players.get(opponent)?.points ?? []).sort((one, other) => one - other)
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
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
