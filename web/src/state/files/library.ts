/** The games that are open as one list, asked for in pages; and the game on the board. */
import { explain } from '../../words/index.ts'
import { batch, computed, signal } from '@preact/signals'
import type { Entry, Listing } from '../../../../src/formats/format.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import type { OpenedFile } from '../../worker/protocol.ts'
import { filesInWorker, type GameSource } from './game-source.ts'

/** Lines asked for at once: few, so that those in sight are soon here. */
export const PAGE = 50
/** Pages asked for beyond those in sight, on either side. */
const AHEAD = 4
/** Pages on their way at a time. The next one is chosen when there is room, so that what was scrolled past is not asked for. */
const AT_ONCE = 2

/** Where the listed games come from. */
export const source = signal<GameSource>(filesInWorker)
export const files = signal<readonly OpenedFile[]>([])
export const count = signal(0)
/** A game of the list, on the board. */
export interface ListedEntry extends Entry {
  readonly kind: 'listed'
}

/** A board of its own that no list has, to try moves on. */
export interface OwnBoard {
  readonly kind: 'own'
  /** Tells it from every other. */
  readonly id: symbol
  readonly record: GameRecord
  readonly document?: undefined
  readonly issues: Entry['issues']
}

/** What is on the board. */
export const entry = signal<ListedEntry | OwnBoard | undefined>(undefined)
/** The index of the game on the board, where it is one of the list. */
export const listedIndex = computed(() => (entry.value?.kind === 'listed' ? entry.value.index : undefined))

/** An entry of the list as what is on the board. */
export function asListed(found: Entry): ListedEntry {
  return { kind: 'listed', ...found }
}

/** What went wrong beyond a file that cannot be read, in words for a bug report. */
export const failure = signal<string | undefined>(undefined)
/** Pages of the list that are here, by number. */
export const pages = signal<ReadonlyMap<number, readonly Listing[]>>(new Map())
/** Grows with every list. */
export const generation = signal(0)

/** What is asked for: pages that are here or on their way, how many are on their way, and those wanted, the most urgent first. */
interface Loading {
  asked: Set<number>
  running: number
  wanted: readonly number[]
}

const nothingAsked = (): Loading => ({ asked: new Set(), running: 0, wanted: [] })
let loading = nothingAsked()

/** Counts the games asked for: the last one is shown, unless the list has been replaced by one from elsewhere. */
let shown = 0

/** Grows with every list that is another one, seen from its top; not when a list becomes longer. */
export const listNumber = signal(0)

/**
 * Puts a list of games in the place of what is listed; the game on the board stays.
 * @param start the first page of its lines, where it is here; `isLonger` when it goes on from what is listed
 */
export function listGames(
  listed: GameSource,
  games: number,
  start: { page?: readonly Listing[]; isLonger?: boolean } = {},
): void {
  loading = nothingAsked()
  if (start.page) loading.asked.add(0)
  if (source.value !== listed && !start.isLonger) shown++
  batch(() => {
    generation.value++
    if (!start.isLonger) listNumber.value++
    source.value = listed
    pages.value = new Map(start.page ? [[0, start.page]] : [])
    count.value = games
  })
}

/** Puts a game of the list on the board. */
export async function showGame(index: number): Promise<void> {
  await attempt(async () => {
    const own = ++shown
    const answer = await source.value.entry(index)
    if (own === shown) entry.value = asListed(answer)
  })
}

/** Closes all files: back to the first page. */
export function closeFiles(): void {
  shown++
  generation.value++
  loading = nothingAsked()
  files.value = []
  count.value = 0
  entry.value = undefined
}

/** A line of the list, undefined until its page is here. */
export function listingAt(index: number): Listing | undefined {
  return pages.value.get(Math.floor(index / PAGE))?.[index % PAGE]
}

/** Whether all lines from a place up to and without another are here. */
export function areListed(from: number, to: number): boolean {
  for (let page = Math.floor(from / PAGE); page * PAGE < to; page++) if (!pages.value.has(page)) return false
  return true
}

/** Asks for the pages that hold the lines in sight, then for those around them; what was wanted before is not any more. */
export function needListings(from: number, to: number): void {
  const first = Math.floor(from / PAGE)
  const last = Math.max(first, Math.ceil(to / PAGE) - 1)
  const inSight = Array.from({ length: last - first + 1 }, (_, step) => first + step)
  const around = Array.from({ length: AHEAD }, (_, step) => [last + step + 1, first - step - 1]).flat()
  loading.wanted = [...inSight, ...around].filter((page) => page >= 0 && page * PAGE < count.value)
  askForNext(loading)
}

function askForNext(list: Loading): void {
  for (const page of list.wanted) {
    if (list.running >= AT_ONCE) return
    if (!list.asked.has(page)) void attempt(() => loadPage(list, page))
  }
}

async function loadPage(list: Loading, page: number): Promise<void> {
  list.asked.add(page)
  list.running++
  try {
    const lines = await source.value.listings(page * PAGE, Math.min((page + 1) * PAGE, count.value))
    if (list !== loading) return
    pages.value = new Map(pages.value).set(page, lines)
  } catch (error) {
    if (list !== loading) return
    // It is asked for again when the list is scrolled.
    list.asked.delete(page)
    list.wanted = []
    throw error
  } finally {
    list.running--
  }
  askForNext(list)
}

/** Does something that may fail; what went wrong is shown on the page. */
export async function attempt(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    failure.value = explain(error)
  }
}
