/** Counts the games of every player and of every event over the columns. */
import { GAMES, type Game } from '../../model/record.ts'
import type { LoadedColumns } from '../columns/loaded-columns.ts'
import type { Alias } from '../collections/aliases.ts'

/** A player as a line of a list; spellings that are aliases of one player count together. */
export interface ListedPlayer {
  name: string
  games: number
  won: number
  drawn: number
  lost: number
  firstYear?: number
  lastYear?: number
  bestRating?: number
  kinds: Game[]
}

/** An event as a line of a list. */
export interface ListedEvent {
  name: string
  site?: string
  firstDate?: string
  lastDate?: string
  games: number
  kinds: Game[]
}

/** Sums of names by their numbers in a list of texts. */
interface PlayerSums {
  games: Uint32Array
  won: Uint32Array
  drawn: Uint32Array
  lost: Uint32Array
  /** Of the games with a known one; 0 without any. */
  firstYear: Uint16Array
  lastYear: Uint16Array
  bestRating: Uint16Array
  /** A bit for each kind of game. */
  kinds: Uint8Array
}

/** All players, those of aliases under the name they count as, in no order. */
export function countPlayers(columns: LoadedColumns, aliases: readonly Alias[]): ListedPlayer[] {
  const texts = columns.textsOf('player')
  const sums = sumPlayers(columns, texts.count)
  const mains = new Map(aliases.map(({ name, player }) => [name, player]))
  const players = new Map<string, ListedPlayer>()
  for (const [index, text] of texts.list().entries()) {
    const listed = playerOf(mains.get(text) ?? text, sums, index + 1)
    if (listed.games === 0) continue
    const known = players.get(listed.name)
    players.set(listed.name, known ? joinPlayers(known, listed) : listed)
  }
  return [...players.values()]
}

function sumPlayers(columns: LoadedColumns, names: number): PlayerSums {
  const numbers = () => new Uint32Array(names + 1)
  const small = () => new Uint16Array(names + 1)
  const sums: PlayerSums = {
    games: numbers(),
    won: numbers(),
    drawn: numbers(),
    lost: numbers(),
    firstYear: small(),
    lastYear: small(),
    bestRating: small(),
    kinds: new Uint8Array(names + 1),
  }
  const results = columns.textsOf('result')
  const [first, second, draw] = ['1-0', '0-1', '1/2-1/2'].map((text) => results.numberOf(text)) as [
    number,
    number,
    number,
  ]
  addPlayers(columns, sums, 1, first, second, draw)
  addPlayers(columns, sums, 2, second, first, draw)
  return sums
}

/** Adds the games of the players of a colour. A result that no game has is the number 0, which no game has either. */
function addPlayers(
  columns: LoadedColumns,
  sums: PlayerSums,
  colour: 1 | 2,
  won: number,
  lost: number,
  drawn: number,
): void {
  const { kinds } = columns
  const names = columns.column('player', `player${colour}`)
  const ratings = columns.numbersOf(`rating${colour}`)
  const results = columns.column('result', 'result')
  const dates = columns.column('date', 'date')
  const years = yearsOf(columns)
  for (let row = 0; row < names.length; row++) {
    const name = names[row]!
    if (name === 0 || kinds[row] === 0) continue
    sums.games[name]!++
    const result = results[row]!
    if (result === won) sums.won[name]!++
    else if (result === drawn) sums.drawn[name]!++
    else if (result === lost) sums.lost[name]!++
    sums.kinds[name]! |= 1 << (kinds[row]! - 1)
    if (ratings[row]! > sums.bestRating[name]!) sums.bestRating[name] = ratings[row]!
    const year = years[dates[row]!]!
    if (year === 0) continue
    if (year > sums.lastYear[name]!) sums.lastYear[name] = year
    if (sums.firstYear[name] === 0 || year < sums.firstYear[name]!) sums.firstYear[name] = year
  }
}

/** The year of every date by its number, 0 for none. */
function yearsOf(columns: LoadedColumns): Uint16Array {
  return Uint16Array.from(['', ...columns.textsOf('date').list()], (date) => Number(date.slice(0, 4)))
}

function playerOf(name: string, sums: PlayerSums, number: number): ListedPlayer {
  const [firstYear, lastYear] = [sums.firstYear[number]!, sums.lastYear[number]!]
  const bestRating = sums.bestRating[number]!
  return {
    name,
    games: sums.games[number]!,
    won: sums.won[number]!,
    drawn: sums.drawn[number]!,
    lost: sums.lost[number]!,
    ...(firstYear > 0 && { firstYear, lastYear }),
    ...(bestRating > 0 && { bestRating }),
    kinds: kindsOf(sums.kinds[number]!),
  }
}

/** Kinds of game in alphabetical order. */
function kindsOf(bits: number): Game[] {
  return GAMES.filter((_, index) => (bits & (1 << index)) !== 0).toSorted()
}

/** Two spellings as one player. */
function joinPlayers(one: ListedPlayer, other: ListedPlayer): ListedPlayer {
  const years = [one.firstYear, one.lastYear, other.firstYear, other.lastYear].filter((year) => year !== undefined)
  const bestRating = Math.max(one.bestRating ?? 0, other.bestRating ?? 0)
  return {
    name: one.name,
    games: one.games + other.games,
    won: one.won + other.won,
    drawn: one.drawn + other.drawn,
    lost: one.lost + other.lost,
    ...(years.length > 0 && { firstYear: Math.min(...years), lastYear: Math.max(...years) }),
    ...(bestRating > 0 && { bestRating }),
    kinds: [...new Set([...one.kinds, ...other.kinds])].toSorted(),
  }
}

/** All events, in no order. */
export function countEvents(columns: LoadedColumns): ListedEvent[] {
  const texts = columns.textsOf('event')
  const { kinds } = columns
  const [events, dates, sites] = [
    columns.column('event', 'event'),
    columns.column('date', 'date'),
    columns.column('site', 'site'),
  ]
  const numbers = () => new Uint32Array(texts.count + 1)
  const [games, firstDates, lastDates, firstSites, kindBits] = [numbers(), numbers(), numbers(), numbers(), numbers()]
  for (let row = 0; row < events.length; row++) {
    const event = events[row]!
    if (event === 0 || kinds[row] === 0) continue
    games[event]!++
    kindBits[event]! |= 1 << (kinds[row]! - 1)
    if (firstSites[event] === 0) firstSites[event] = sites[row]!
    const date = dates[row]!
    if (date === 0) continue
    if (date > lastDates[event]!) lastDates[event] = date
    if (firstDates[event] === 0 || date < firstDates[event]!) firstDates[event] = date
  }
  return texts.list().flatMap((name, index) => {
    const event = index + 1
    if (games[event] === 0) return []
    const site = columns.textsOf('site').text(firstSites[event]!)
    const firstDate = columns.textsOf('date').text(firstDates[event]!)
    const lastDate = columns.textsOf('date').text(lastDates[event]!)
    return [
      {
        name,
        ...(site !== undefined && { site }),
        ...(firstDate !== undefined && { firstDate }),
        ...(lastDate !== undefined && { lastDate }),
        games: games[event]!,
        kinds: kindsOf(kindBits[event]!),
      },
    ]
  })
}
