/** The sort orders of games: one table for the command line, the HTTP interface and the page. */

/** A sort key; equal games keep their order, and games without a value come last. */
export interface SortKeyEntry {
  meaning: string
  /** The message of the page that names it. */
  label: string
  /** Other names for it. */
  aliases?: readonly string[]
}

/** Every sort key by its name. */
export const SORTS = {
  id: { meaning: 'order in the database or file', label: 'sortNumber', aliases: ['number'] },
  date: { meaning: 'date', label: 'sortDate' },
  first: { meaning: 'name of the player who moves first', label: 'sortFirst', aliases: ['player'] },
  second: { meaning: 'name of the player who moves second', label: 'sortSecond', aliases: ['opponent'] },
  event: { meaning: 'name of the event', label: 'sortEvent' },
  rating: { meaning: 'rating of the stronger player', label: 'sortRating', aliases: ['elo'] },
  result: { meaning: 'result', label: 'sortResult' },
  opening: {
    meaning: 'opening code, from the source or else from the moves',
    label: 'sortOpening',
    aliases: ['eco'],
  },
  plies: { meaning: 'number of plies (half-moves)', label: 'sortPlies', aliases: ['length'] },
} as const satisfies Record<string, SortKeyEntry>

/** The name of a sort key. */
export type SortKey = keyof typeof SORTS
/** The names of all sort keys, in the order of the help. */
export const SORT_KEYS = Object.keys(SORTS) as SortKey[]

/** A sort order. */
export interface SortOrder {
  order: SortKey
  descending: boolean
}

/** Reads an order: a key or an alias of one, with a leading `-` for descending order; undefined if it is not one. */
export function parseSort(text: string): SortOrder | undefined {
  const name = text.replace(/^-/, '')
  const order = SORT_KEYS.find((candidate) => {
    const { aliases = [] }: SortKeyEntry = SORTS[candidate]
    return candidate === name || aliases.includes(name)
  })
  return order && { order, descending: text.startsWith('-') }
}
