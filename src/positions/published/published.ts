/**
 * Explores a database published as plain files on any web host that serves
 * range requests: the list of segments is read once, and a position then
 * takes two ranges a segment, three when only one game reached it. Lists of the games are in published-games.ts.
 */
import { fromBase64 } from '../../bytes/text.ts'
import { FormatError } from '../../issues/errors.ts'
import { GAMES, type Game } from '../../model/record.ts'
import type { Position } from '../../rules/rules.ts'
import { makeExploration, type Exploration } from '../exploration.ts'
import { positionKey } from '../position-key.ts'
import { PublishedGames, type PublishedFile, type PublishedLists } from './published-games.ts'
import type { RangeSource } from '../read/segment-file.ts'
import { Segment } from '../read/segment.ts'
import { mergeStatistics } from '../statistics.ts'

/** What the list of segments says it is. */
export const MANIFEST_FORMAT = 'ludograph-positions'
/** The version of the list of segments that is written and read. */
export const MANIFEST_VERSION = 3

/** The list of segments, `positions.json`. */
export interface Manifest {
  format: typeof MANIFEST_FORMAT
  version: typeof MANIFEST_VERSION
  games: number
  segments: {
    /** Path from the folder of the list. */
    file: string
    game: Game
    postings: number
    positions: number
    /** Bytes of the file. */
    size: number
    /** The header of the file, in base64. */
    header: string
    /** Numbers of games that do not count in this file any more. */
    tombstones?: number[]
  }[]
  /** The lists of games, where `ludograph publish` made them. */
  lists?: PublishedLists[]
}

/** Longest list of segments that is taken in. */
const MAX_MANIFEST = 1 << 22

/** The part of `fetch` that is needed, so that callers may bring their own. */
export type Fetch = (url: string, options?: { headers: Record<string, string> }) => Promise<Response>

/** What a host sends. Rejects with FormatError when there is no host, or it breaks off. */
async function reached<Sent>(url: string, sent: Promise<Sent>): Promise<Sent> {
  try {
    return await sent
  } catch (error) {
    // The failures of fetch say no more than that it failed; in Node their cause does.
    const { name, cause } = error as Error & { cause?: { code?: string; message?: string } }
    throw new FormatError('published/unreachable', { code: cause?.code ?? cause?.message ?? name }, { file: url })
  }
}

/** A file on a web host, read by range requests. */
export class HttpSource implements RangeSource {
  readonly name: string
  readonly size: number
  private readonly fetch: Fetch

  constructor(url: string, size: number, fetch: Fetch) {
    this.name = url
    this.size = size
    this.fetch = fetch
  }

  /** The bytes from `start` up to `end`. Rejects with FormatError when the host returns anything else. */
  async read(start: number, end: number): Promise<Uint8Array> {
    const stop = Math.min(end, this.size)
    if (stop <= start) return new Uint8Array(0)
    const options = { headers: { Range: `bytes=${start}-${stop - 1}` } }
    const response = await reached(this.name, this.fetch(this.name, options))
    const place = { file: this.name, offset: start }
    if (response.status !== 206) {
      await response.body?.cancel()
      throw new FormatError('published/no-ranges', { status: response.status }, place)
    }
    const whole = response.headers.get('content-range')?.split('/')[1]
    if (whole !== undefined && whole !== '*' && Number(whole) !== this.size) {
      await response.body?.cancel()
      throw new FormatError('published/size', { size: whole, expected: this.size }, place)
    }
    return new Uint8Array(await reached(this.name, response.arrayBuffer()))
  }
}

/** A published database. */
export class PublishedPositions {
  /** Games of the database, of all kinds. */
  readonly games: number
  private readonly segments: readonly Segment[]
  private readonly lists: ReadonlyMap<Game, PublishedGames>

  private constructor(games: number, segments: readonly Segment[], lists: ReadonlyMap<Game, PublishedGames>) {
    this.games = games
    this.segments = segments
    this.lists = lists
  }

  /**
   * Reads `positions.json` of a published folder.
   * @param folder address of the folder, or of positions.json itself
   */
  static async open(folder: string, fetch: Fetch = globalThis.fetch): Promise<PublishedPositions> {
    const url = /\.json(?:\?|$)/.test(folder) ? folder : `${folder.replace(/\/$/, '')}/positions.json`
    const response = await reached(url, fetch(url))
    if (!response.ok) {
      throw new FormatError('published/no-list', { status: response.status }, { file: url })
    }
    const manifest = parseManifest(await reached(url, response.text()), url)
    const base = url.slice(0, url.lastIndexOf('/') + 1)
    const segments = manifest.segments.map(({ file, size, header, tombstones = [] }) => {
      const segment = Segment.withHeader(new HttpSource(base + file, size, fetch), fromBase64(header))
      segment.setTombstones(new Set(tombstones))
      return segment
    })
    const reading = (source: HttpSource) => async (start: number, end: number) => source.read(start, end)
    const lists = (manifest.lists ?? []).map((list): [Game, PublishedGames] => [
      list.game,
      new PublishedGames(list, ({ file, size }) => reading(new HttpSource(base + file, size, fetch))),
    ])
    return new PublishedPositions(manifest.games, segments, new Map(lists))
  }

  /** The kinds of game that can be explored. */
  get kinds(): Game[] {
    return [...new Set(this.segments.map(({ header }) => header.game))]
  }

  /** @internal The segments of a kind of game. */
  segmentsOf(game: Game): readonly Segment[] {
    return this.segments.filter(({ header }) => header.game === game)
  }

  /** The lists of games of a kind; undefined if the folder has none, since only `ludograph publish` makes them. */
  gamesOf(game: Game): PublishedGames | undefined {
    return this.lists.get(game)
  }

  /** What was played in a position, and how it went. */
  async explore(game: Game, position: Position): Promise<Exploration> {
    const { key, symmetry } = positionKey(game, position)
    const segments = this.segmentsOf(game)
    const lists = await Promise.all(segments.map((segment) => segment.statistics(key[0]!, key[1]!)))
    return makeExploration(game, position, symmetry, mergeStatistics(lists))
  }
}

function parseManifest(text: string, url: string): Manifest {
  const fail = () => new FormatError('published/not-list', { version: MANIFEST_VERSION }, { file: url })
  if (text.length > MAX_MANIFEST) throw fail()
  let manifest: Partial<Manifest> | null
  try {
    manifest = JSON.parse(text) as Partial<Manifest> | null
  } catch {
    throw fail()
  }
  if (manifest?.format !== MANIFEST_FORMAT || manifest.version !== MANIFEST_VERSION) throw fail()
  if (!Array.isArray(manifest.segments) || !manifest.segments.every(isListed)) throw fail()
  const { lists = [] } = manifest
  if (!Array.isArray(lists) || !lists.every(isList)) throw fail()
  return { ...(manifest as Manifest), games: Number(manifest.games) || 0 }
}

function isList(list: Partial<PublishedLists> | null): boolean {
  const { game, games = -1, records, places, orders } = list ?? {}
  const { newest, rating = newest } = orders ?? {}
  const isCounted = Number.isSafeInteger(games) && games > 0
  return isCounted && GAMES.some((one) => one === game) && [records, places, newest, rating].every(isFile)
}

/** Whether it is a file of the published folder: a list names files beside it and nothing else. */
function isFile(listed: Partial<PublishedFile> | null | undefined): boolean {
  const { file, size } = listed ?? {}
  return typeof file === 'string' && /^[\w-]+\/[\w.-]+$/.test(file) && Number.isSafeInteger(size) && size! >= 0
}

function isListed(segment: Partial<Manifest['segments'][number]> | null): boolean {
  const { header, tombstones = [] } = segment ?? {}
  return (
    isFile(segment) &&
    typeof header === 'string' &&
    Array.isArray(tombstones) &&
    tombstones.every((game) => Number.isSafeInteger(game))
  )
}
