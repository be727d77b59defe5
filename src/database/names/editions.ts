/** The editions of an event: one name stands for the tournament of many years, which are told apart by their dates. */

/** The games of an event in one month, as 1999-12; 1999 if only the year is known, absent if nothing is. */
export interface MonthOfEvent {
  month?: string
  games: number
}

/** Games of an event that were played about the same time. */
export interface Edition {
  /** First and last month with games, as 1999-12 or 1999; absent for games without a date. */
  from?: string
  to?: string
  games: number
  /** The months and years of its games, as in their dates. */
  months: readonly string[]
}

/** The most months without a game inside one edition. */
const LONGEST_PAUSE = 3
/** The most months that an edition takes: one that goes on for longer is split by years. */
const LONGEST = 12

const yearOf = (month: string): string => month.slice(0, 4)
const number = (month: string): number => Number(yearOf(month)) * 12 + Number(month.slice(5, 7)) - 1

/** Tells the editions of an event apart, the earliest first; games without a date are one of their own at the end. */
export function editionsOf(months: readonly MonthOfEvent[]): Edition[] {
  const dated = months.filter((one): one is Required<MonthOfEvent> => one.month !== undefined)
  const exact = dated.filter(({ month }) => month.length >= 7).sort((one, other) => (one.month < other.month ? -1 : 1))
  const chains: Required<MonthOfEvent>[][] = []
  for (const one of exact) {
    const last = chains.at(-1)?.at(-1)
    if (last && number(one.month) - number(last.month) <= LONGEST_PAUSE) chains.at(-1)!.push(one)
    else chains.push([one])
  }
  const groups = chains.flatMap((chain) =>
    number(chain.at(-1)!.month) - number(chain[0]!.month) < LONGEST ? [chain] : byYear(chain),
  )
  for (const one of dated.filter(({ month }) => month.length < 7)) {
    // Games of which only the year is known belong to what else was played in it.
    const group = groups.find((known) => known.some(({ month }) => yearOf(month) === one.month))
    if (group) group.push(one)
    else groups.push([one])
  }
  const editions = groups.map((group): Edition => {
    const names = group.map(({ month }) => month)
    const sorted = [...names].filter((name) => name.length >= 7).sort()
    return { from: sorted[0] ?? names[0]!, to: sorted.at(-1) ?? names[0]!, games: total(group), months: names }
  })
  editions.sort((one, other) => (one.from! < other.from! ? -1 : 1))
  const undated = months.filter(({ month }) => month === undefined)
  return undated.length === 0 ? editions : [...editions, { games: total(undated), months: [] }]
}

function byYear(chain: readonly Required<MonthOfEvent>[]): Required<MonthOfEvent>[][] {
  const years = new Map<string, Required<MonthOfEvent>[]>()
  for (const one of chain) years.set(yearOf(one.month), [...(years.get(yearOf(one.month)) ?? []), one])
  return [...years.values()]
}

function total(group: readonly MonthOfEvent[]): number {
  return group.reduce((sum, { games }) => sum + games, 0)
}
