/** A database published as static files, which the explorer can use from any host. */
import { signal } from '@preact/signals'
import type { Game } from '../../../../src/model/record.ts'
import type { ListOrder } from '../../../../src/positions/published/published-games.ts'
import { describeError, FormatError } from '../../../../src/issues/index.ts'
import { messages, words } from '../../words/index.ts'
import type { ExplorerSource } from '../explorer/explorer-source.ts'
import { explorerSource } from '../explorer/explorer.ts'
import { attempt } from '../files/library.ts'
import { route } from '../page/route.ts'
import { chooseTab } from '../page/tabs.ts'
import { record } from '../replay/replay.ts'

/** Whether the dialog for the address of a database is open. */
export const isAddressAsked = signal(false)

/** A published database that is shown. */
export interface PublishedView {
  /** The kinds of its games. */
  readonly kinds: readonly Game[]
  /** Shows an empty board by its name, and the games of its kind. */
  readonly chooseBoard: (name: string) => void
  /** The orders in which the games can be listed; none if they are not. */
  readonly orders: readonly ListOrder[]
  readonly order: ListOrder
  readonly sort: (order: ListOrder) => void
  /** What was looked for in the list; empty if all games are listed. */
  readonly find: string
  readonly search: (text: string) => void
}

/** The published database that is shown, with one of its games or an empty board. */
export const publishedView = signal<PublishedView | undefined>(undefined)

/** Shows the games of the database that the explorer asks, in place of what is open. */
export const publishedOffer = signal<{ readonly source: ExplorerSource; readonly show: () => void } | undefined>(
  undefined,
)

/**
 * Opens the database that the address of the page names: `?database=https://example.org/games.db`, or the one whose
 * board it shows.
 */
export async function openNamedDatabase(): Promise<void> {
  const shown = route.value.path[0] === 'explore' ? route.value.query['database'] : undefined
  const address = shown ?? new URLSearchParams(location.search).get('database')
  if (address !== null) await attempt(() => openPublished(address))
}

/**
 * Opens a published database: with the list of its games and an empty board or, if there is a game on the board, beside
 * it in the explorer, which offers the list. Rejects with a message for users if that is not possible.
 */
export async function openPublished(text: string): Promise<void> {
  const address = addressOf(text)
  const { PublishedPositions } = await import('../../../../src/positions/published/published.ts')
  const published = await inWords(() => PublishedPositions.open(address.href, ask))
  const source: ExplorerSource = {
    name: address.host,
    kinds: published.kinds,
    takesFilter: false,
    isPublished: true,
    explore: (game, position) => inWords(() => published.explore(game, position)),
    async shapes() {
      const { publishedShapes } = await import('../patterns/published-shapes.ts')
      return publishedShapes(address.href, published, (game, place, at) => {
        void attempt(() => showPublished(shown, { board: game, game: String(place), at: String(at) }))
      })
    },
  }
  const [first] = source.kinds
  if (first === undefined) throw new Error(words.publishedEmpty)
  explorerSource.value = source
  chooseTab('explorer')
  const { showPublished, queryOfBoard } = await import('./published-board.ts')
  const shown = { database: address.href, positions: published, kinds: source.kinds }
  if (record.value) {
    const show = () => attempt(() => showPublished(shown, queryOfBoard(shown.kinds)))
    publishedOffer.value = { source, show: () => void show() }
    return
  }
  const { path, query } = route.value
  await showPublished(shown, path[0] === 'explore' ? query : {})
}

/** The address of a folder; throws if it is not a web address. */
function addressOf(text: string): URL {
  const address = URL.parse(text.trim(), location.href)
  if (!address || !/^https?:$/.test(address.protocol)) throw new Error(words.publishedAddress)
  return address
}

/** Fetches public data from another host. */
const ask: typeof fetch = (address, options) => fetch(address, { ...options, credentials: 'omit' })

/** What went wrong, in a helpful message, and the technical details. */
export class PublishedError extends Error {
  override name = 'PublishedError'
  readonly details: string

  constructor(message: string, details: string, options?: ErrorOptions) {
    super(message, options)
    this.details = details
  }
}

/** Says what went wrong in words. */
export async function inWords<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    throw new PublishedError(wordsFor(error), describeError(error, messages.value), { cause: error })
  }
}

function wordsFor(error: unknown): string {
  // A browser does not distinguish a response that the page may not read from no response.
  const code = error instanceof FormatError ? error.code : undefined
  if (code === 'published/unreachable') return words.publishedUnreachable
  if (code === 'published/no-ranges') return words.publishedNoRanges
  if (code === 'published/size' || code === 'published/damaged') return words.publishedChanged
  return words.publishedNone
}
