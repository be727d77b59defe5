/**
 * Finding games of a published database: a plain web host cannot search, so the page reads the list through, some 25
 * bytes a game, and shows what it finds on the way.
 */
import { batch, signal } from '@preact/signals'
import type { Listing } from '../../../../src/formats/format.ts'
import { parameterOf, type ConditionName } from '../../../../src/query/conditions.ts'
import { hasCode, parseOpening } from '../../../../src/query/openings.ts'
import type { GameQuery } from '../../../../src/query/query.ts'
import { GameTable } from '../../worker/game-table.ts'
import { attempt, listGames, PAGE, source } from '../files/library.ts'
import { PublishedSource, type FoundGames } from './published-games.ts'

/** Rows that are read at once. */
const ROWS = 4000
/** Bytes of a list after which the page asks before it reads on. */
const UNASKED = 4 << 20

/** A search as far as it has come. */
export interface PublishedSearch {
  /** Games that were read, of those in the list. */
  readonly read: number
  readonly of: number
  /** Whether more is being read. */
  readonly isReading: boolean
  /** Conditions about which the list says nothing, as they are typed. */
  readonly unknown: readonly string[]
  /** Reads the next part of the list. */
  readonly readOn?: () => void
}

/** The search whose games are listed. */
export const publishedSearch = signal<PublishedSearch | undefined>(undefined)

/** The conditions that a row of a list can meet. */
const KNOWN: ReadonlySet<ConditionName> = new Set([
  'player',
  'opponent',
  'colour',
  'white',
  'black',
  'first',
  'second',
  'game',
  'event',
  'since',
  'until',
  'result',
  'minRating',
  'maxRating',
  'title',
  'opening',
])

type Finder = (listings: readonly Listing[]) => Promise<readonly Listing[]>

/** Finds the games of a text, which is understood as in the list of open files. */
async function makeFinder(text: string): Promise<{ find: Finder; unknown: readonly string[] }> {
  const { parseFilterText, makeGameTest } = await import('../../worker/finding.ts')
  const { query, words } = parseFilterText(text)
  const { opening, ...others } = query
  const codes = opening === undefined ? undefined : parseOpening(opening)
  const unknown = (Object.keys(query) as ConditionName[])
    .filter((name) => !KNOWN.has(name) || (name === 'opening' && codes && !('codes' in codes)))
    .map(parameterOf)
  const meets = await makeGameTest(unknown.length > 0 ? {} : (others satisfies GameQuery))
  const find: Finder = async (listings) => {
    const table = new GameTable(listings.length)
    for (const listing of listings) table.add(listing)
    const places = await table.arrange({ filter: words, sort: 'number', isDescending: false })
    return [...places]
      .map((place) => listings[place]!)
      .filter(({ game, header }) => {
        const hasOpening = !codes || !('codes' in codes) || hasCode(codes.codes, header.openingCode ?? ' ')
        return hasOpening && meets({ record: { game, header } })
      })
  }
  return { find, unknown }
}

/** Shows the games that are found, as they are. */
export async function search(text: string, found: FoundGames): Promise<void> {
  const of = found.games.count
  publishedSearch.value = { read: 0, of, isReading: true, unknown: [] }
  const { find, unknown } = await makeFinder(text)
  if (source.value !== found) return
  if (unknown.length > 0) {
    publishedSearch.value = { read: 0, of, isReading: false, unknown }
    return
  }
  await readOn(found, find)
}

async function readOn(found: FoundGames, find: Finder): Promise<void> {
  const { game, games, order, database } = found
  const all = new PublishedSource(database, game, games, order)
  const most = Math.max(ROWS, Math.floor(UNASKED / games.rowSize(order)))
  const before = publishedSearch.value?.read ?? 0
  const end = Math.min(games.count, before + most)
  const note = (read: number, isReading: boolean) => {
    const isPart = !isReading && read < games.count
    const more = () => void attempt(() => readOn(found, find))
    publishedSearch.value = { read, of: games.count, isReading, unknown: [], ...(isPart && { readOn: more }) }
  }
  note(before, true)
  let read = before
  try {
    while (read < end) {
      const listings = await all.listings(read, Math.min(end, read + ROWS))
      const more = await find(listings)
      if (source.value !== found) return
      read += listings.length
      found.found.push(...more)
      batch(() => {
        const page = found.found.slice(0, PAGE)
        if (more.length > 0) listGames(found, found.found.length, { page, isLonger: true })
        note(read, read < end)
      })
    }
  } finally {
    // What went wrong is said elsewhere, and reading can go on from there.
    if (source.value === found) note(read, false)
  }
}
