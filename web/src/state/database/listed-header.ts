/** The header of a line of a list, from what a database says of a game. */
import { parseDate } from '../../../../src/model/date.ts'
import type { Header, Player } from '../../../../src/model/record.ts'
import type { Result } from '../../../../src/model/result.ts'

/** What a database says of a listed game besides its players. */
interface ListedFacts {
  /** Symbol. */
  result: string
  date?: string
  event?: string
  site?: string
  title?: string
  /** Code of the opening. */
  opening?: string
  openingName?: string
  round?: string
}

type ListedPlayer = Pick<Player, 'name' | 'rating' | 'rank'>

/** The header as far as a list shows it; the players in the order of their moves. */
export function listedHeader(first: ListedPlayer, second: ListedPlayer, facts: ListedFacts): Header {
  const { event, site, title, opening, openingName, round } = facts
  const date = facts.date === undefined ? undefined : parseDate(facts.date)
  return {
    players: [
      { colour: 1, ...first },
      { colour: 2, ...second },
    ],
    result: RESULTS[facts.result] ?? { outcome: 'unfinished' },
    ...(event !== undefined && { event: { name: event, ...(site !== undefined && { site }) } }),
    ...(date && { date }),
    ...(title !== undefined && { title }),
    ...(opening !== undefined && { openingCode: opening }),
    ...(openingName !== undefined && { openingName }),
    ...(round !== undefined && { roundText: round }),
  }
}

const RESULTS: Readonly<Record<string, Result>> = {
  '1-0': { outcome: 'win', winner: 1 },
  '0-1': { outcome: 'win', winner: 2 },
  '1/2-1/2': { outcome: 'draw' },
  '0-0': { outcome: 'both-lose' },
}
