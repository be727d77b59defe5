/** The games that are open as one list, asked for in pages; and the game on the board. */
import { batch, signal } from '@preact/signals'
import type { Entry, Listing } from '../../../src/formats/format.ts'
import type { OpenedFile } from '../worker/protocol.ts'
import { filesInWorker, type GameSource } from './game-source.ts'

/** Lines asked for at once. */
export const PAGE = 200

/** Where the listed games come from. */
export const source = signal<GameSource>(filesInWorker)
export const files = signal<readonly OpenedFile[]>([])
export const count = signal(0)
/** The game on the board. */
export const entry = signal<Entry | undefined>(undefined)
/** What went wrong beyond a file that cannot be read, in words for a bug report. */
export const failure = signal<string | undefined>(undefined)
/** Pages of the list that are here, by number. */
export const pages = signal<ReadonlyMap<number, readonly Listing[]>>(new Map())
const asked = new Set<number>()
/** Grows with every list, so that late answers for another one are not taken. */
export const generation = signal(0)

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
  asked.clear()
  if (start.page) asked.add(0)
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
    if (own === shown) entry.value = answer
  })
}

/** Closes all files: back to the first page. */
export function closeFiles(): void {
  shown++
  generation.value++
  files.value = []
  count.value = 0
  entry.value = undefined
}

/** A line of the list, undefined until its page is here. */
export function listingAt(index: number): Listing | undefined {
  return pages.value.get(Math.floor(index / PAGE))?.[index % PAGE]
}

/** Asks for the pages that hold some lines, if they are not here or on their way. */
export function needListings(from: number, to: number): void {
  for (let page = Math.floor(from / PAGE); page * PAGE < Math.min(to, count.value); page++) void loadPage(page)
}

async function loadPage(page: number): Promise<void> {
  if (asked.has(page)) return
  asked.add(page)
  await attempt(async () => {
    const asking = generation.value
    const lines = await source.value.listings(page * PAGE, Math.min((page + 1) * PAGE, count.value))
    if (asking !== generation.value) return
    if (lines) pages.value = new Map(pages.value).set(page, lines)
    else asked.delete(page)
  })
}

/** Does something that may fail; what went wrong is shown on the page. */
export async function attempt(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error)
  }
}
