/** The games of a load: what their postings repeat, by the place of a game in it. */
import { RESULT_CODES } from '../../../positions/facts.ts'
import type { CountedFacts } from '../../../positions/statistics.ts'

const CODES_OF_RESULTS: Readonly<Record<string, number>> = {
  '1-0': RESULT_CODES.first,
  '0-1': RESULT_CODES.second,
  '1/2-1/2': RESULT_CODES.draw,
}

/** Games numbered from 0 in the order in which they are added. */
export class LoadedGames implements CountedFacts {
  count = 0
  private readonly places = new Map<number, number>()
  private readonly facts: { result: number; ratings: readonly [number, number]; year: number; unit: number }[] = []

  /** Adds the row of a game of a unit. */
  add(id: number, row: Readonly<Record<string, unknown>>, unit: number): void {
    this.places.set(id, this.count++)
    this.facts.push({
      result: CODES_OF_RESULTS[String(row['result'])] ?? RESULT_CODES.unknown,
      ratings: [Number(row['rating1'] ?? 0), Number(row['rating2'] ?? 0)],
      year: Number(row['year'] ?? 0),
      unit,
    })
  }

  /** Whether a game of the database is in the load. */
  has(id: number): boolean {
    return this.places.has(id)
  }

  /** The place of a game of the database. */
  placeOf(id: number): number {
    return this.places.get(id)!
  }

  /** The unit of the game at a place. */
  unitOf(place: number): number {
    return this.facts[place]!.unit
  }

  result(place: number): number {
    return this.facts[place]!.result
  }

  rating(place: number, colour: 1 | 2): number {
    return this.facts[place]!.ratings[colour - 1]!
  }

  year(place: number): number {
    return this.facts[place]!.year
  }
}
