/** The games that are open as one list, asked for in pages; and the game on the board. */
import { explain } from '../../words/index.ts'
import { batch, computed, signal } from '@preact/signals'
import type { Entry } from '../../../../src/formats/format.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import type { Line, OpenedFile } from '../../worker/protocol.ts'
import { filesInWorker, type GameSource } from './game-source.ts'

/** Lines per request: few, so that those in sight arrive soon. */
export const PAGE = 50
/** Pages requested beyond those in sight, on either side. */
const AHEAD = 4
/** Concurrent page requests. The next one is chosen when there is room, so what was scrolled past is not requested. */
const AT_ONCE = 2

/** Where the listed games come from. */
export const source = signal<GameSource>(filesInWorker)
export const files = signal<readonly OpenedFile[]>([])
export const count = signal(0)
/** A game of the list, on the board. */
export interface ListedEntry extends Entry {
  readonly kind: 'listed'
}

/** A board outside the list, for trying moves. */
export interface OwnBoard {
  readonly kind: 'own'
  /** Identifies it. */
  readonly id: symbol
  readonly record: GameRecord
  readonly document?: undefined
  readonly issues: Entry['issues']
}

/** What is on the board. */
export const entry = signal<ListedEntry | OwnBoard | undefined>(undefined)
/** The index of the game on the board, if it is in the list. */
export const listedIndex = computed(() => (entry.value?.kind === 'listed' ? entry.value.index : undefined))

/** An entry of the list as what is on the board. */
export function asListed(found: Entry): ListedEntry {
  return { kind: 'listed', ...found }
}

/** Unexpected errors, as text for a bug report. */
export const failure = signal<string | undefined>(undefined)
/** Loaded pages of the list, by number. */
export const pages = signal<ReadonlyMap<number, readonly Line[]>>(new Map())
/** Grows with every list. */
export const generation = signal(0)

/** The requests: pages loaded or being loaded, how many are being loaded, and those wanted, most urgent first. */
interface Loading {
  asked: Set<number>
  running: number
  wanted: readonly number[]
}

const nothingAsked = (): Loading => ({ asked: new Set(), running: 0, wanted: [] })
let loading = nothingAsked()

/** Counts the games requested: the last one is shown, unless the list has been replaced by one from another source. */
let shown = 0

/** Incremented with every new list, which is shown from the top; not if a list becomes longer. */
export const listNumber = signal(0)

/**
 * Replaces the list of games; the game on the board stays. @param start the first page of its lines, if loaded;
 * `isLonger` if it continues the current list
 */
export function listGames(
  listed: GameSource,
  games: number,
  start: { page?: readonly Line[]; isLonger?: boolean } = {},
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

/** Shows a game of the list on the board. */
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
  loading = nothingAsked()
  batch(() => {
    generation.value++
    files.value = []
    count.value = 0
    entry.value = undefined
  })
}

/** A line of the list, undefined until its page is loaded. */
export function listingAt(index: number): Line | undefined {
  return pages.value.get(Math.floor(index / PAGE))?.[index % PAGE]
}

/** Whether all lines from an index up to but not including another are loaded. */
export function areListed(from: number, to: number): boolean {
  for (let page = Math.floor(from / PAGE); page * PAGE < to; page++) if (!pages.value.has(page)) return false
  return true
}

/** Requests the pages with the lines in sight, then those around them, and drops earlier requests. */
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
    // It is requested again when the list is scrolled.
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
