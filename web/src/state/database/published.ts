/** A database published as static files, by its address: the explorer asks it, wherever the page is from. */
import { signal } from '@preact/signals'
import { emptyRecord } from '../../../../src/model/record.ts'
import { describeError, FormatError } from '../../../../src/issues/index.ts'
import { messages, words } from '../../words/index.ts'
import type { ExplorerSource } from '../explorer/explorer-source.ts'
import { explorerSource, isExploring } from '../explorer/explorer.ts'
import { attempt } from '../files/library.ts'
import { openRecord } from '../editing/new-game.ts'
import { record } from '../replay/replay.ts'

/** Whether the address of a database is asked for. */
export const isAddressAsked = signal(false)

/** Opens the database that the address of the page names: `?database=https://example.org/games.db`. */
export async function openNamedDatabase(): Promise<void> {
  const address = new URLSearchParams(location.search).get('database')
  if (address !== null) await attempt(() => openPublished(address))
}

/**
 * Opens a published database, with a new game of its first kind when nothing is on the board. Rejects with a message
 * for players when that is not possible.
 */
export async function openPublished(text: string): Promise<void> {
  const address = addressOf(text)
  const { PublishedPositions } = await import('../../../../src/positions/published.ts')
  const published = await inWords(() => PublishedPositions.open(address.href, ask))
  const source: ExplorerSource = {
    name: address.host,
    kinds: published.kinds,
    takesFilter: false,
    explore: (game, position) => inWords(() => published.explore(game, position)),
  }
  const [first] = source.kinds
  if (first === undefined) throw new Error(words.publishedEmpty)
  explorerSource.value = source
  isExploring.value = true
  if (!record.value) await openRecord(emptyRecord(first))
}

/** The address of a folder; throws when it is none of the web. */
function addressOf(text: string): URL {
  const address = URL.parse(text.trim(), location.href)
  if (!address || !/^https?:$/.test(address.protocol)) throw new Error(words.publishedAddress)
  return address
}

/** Asks another host for what everybody may read. */
const ask: typeof fetch = (address, options) => fetch(address, { ...options, credentials: 'omit' })

/** What went wrong, in words that help to fix it, and the technical details. */
export class PublishedError extends Error {
  override name = 'PublishedError'
  readonly details: string

  constructor(message: string, details: string, options?: ErrorOptions) {
    super(message, options)
    this.details = details
  }
}

/** Says what went wrong in words. */
async function inWords<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    throw new PublishedError(wordsFor(error), describeError(error, messages.value), { cause: error })
  }
}

function wordsFor(error: unknown): string {
  // A browser does not tell a page that may not read a host's answer from a host that gives none.
  if (error instanceof TypeError) return words.publishedUnreachable
  const code = error instanceof FormatError ? error.code : undefined
  if (code === 'published/no-ranges') return words.publishedNoRanges
  if (code === 'published/size') return words.publishedChanged
  return words.publishedNone
}
