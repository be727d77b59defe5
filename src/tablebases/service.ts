/**
 * A tablebase behind an HTTP service with the interface of lichess's: `GET /standard?fen=...` returns `category`, `dtz`, `dtm` and
 * `moves`. Source: the description of lila-tablebase, https://github.com/lichess-org/lila-tablebase.
 */
import type { ErrorCode, ParamsOf } from '../issues/catalogue.ts'
import { FormatError } from '../issues/errors.ts'
import { isJsonObject, type Json } from '../model/json.ts'
import { chess, type ChessPosition } from '../rules/chess/index.ts'
import {
  CATEGORIES,
  hasFewMen,
  type Category,
  type Tablebase,
  type TablebaseAnswer,
  type TablebaseFacts,
  type TablebaseMove,
} from './tablebase.ts'

/** Men of the largest complete tables. */
const MOST_MEN = 7

/** Longest response that is read, in bytes: some two hundred moves take 60,000. */
const LONGEST_RESPONSE = 1 << 20

/** Milliseconds after which a service is given up. */
const PATIENCE = 10_000

/** Responses that are kept, so that walking to and fro in a game does not ask twice. */
const MOST_KEPT = 500

/** Most plies of any distance; the longest known are some five hundred moves. */
const MOST_PLIES = 10_000

/** Options of {@link ServiceTablebase}. */
export interface ServiceOptions {
  /** Milliseconds after which a request fails, 10,000 by default. */
  patience?: number
  /** The largest number of men that the service is asked about, 7 by default. */
  men?: number
}

/** Whether a text is the address of a service: `http://` or `https://`. */
export function isServiceAddress(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** A service, asked for one position at a time. Nothing is sent before the first position is looked up. */
export class ServiceTablebase implements Tablebase {
  readonly name: string
  readonly men: number
  private readonly address: URL
  private readonly patience: number
  private readonly kept = new Map<string, TablebaseAnswer | undefined>()

  /**
   * @param address such as `https://tablebase.lichess.ovh`, or with the path of its interface, `/standard`, by name
   * @throws FormatError if it is not an address
   */
  constructor(address: string, { patience = PATIENCE, men = MOST_MEN }: ServiceOptions = {}) {
    const url = isServiceAddress(address) ? URL.parse(address) : null
    if (!url) throw new FormatError('tablebase/address', {}, { file: address })
    if (url.pathname === '/') url.pathname = '/standard'
    this.address = url
    this.name = url.host
    this.men = men
    this.patience = patience
  }

  async lookUp(position: ChessPosition, signal?: AbortSignal): Promise<TablebaseAnswer | undefined> {
    if (!hasFewMen(position, this.men)) return undefined
    const fen = chess.format(position)
    if (this.kept.has(fen)) return this.kept.get(fen)
    const text = await this.request(fen, signal)
    const answer = text === undefined ? undefined : this.readAnswer(text, position)
    const [oldest] = this.kept.keys()
    if (this.kept.size >= MOST_KEPT && oldest !== undefined) this.kept.delete(oldest)
    this.kept.set(fen, answer)
    return answer
  }

  /** The response to a position; undefined if the service does not have it. */
  private async request(fen: string, signal?: AbortSignal): Promise<string | undefined> {
    const url = new URL(this.address)
    url.searchParams.set('fen', fen)
    const ended = AbortSignal.timeout(this.patience)
    try {
      const response = await fetch(url, {
        headers: { Accept: 'application/json' },
        // Only the host that the user named is asked.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, ended]) : ended,
      })
      if (response.ok) return await this.readText(response)
      await response.body?.cancel()
      if (response.status === 404) return undefined
      throw this.failure('tablebase/refused', { status: response.status })
    } catch (error) {
      if (error instanceof FormatError || signal?.aborted) throw error
      if (ended.aborted) throw this.failure('tablebase/silent', { seconds: Math.ceil(this.patience / 1000) })
      // The failures of fetch say no more than that it failed; in Node their cause does.
      const { name, cause } = error as Error & { cause?: { code?: string; message?: string } }
      throw this.failure('tablebase/unreachable', { code: cause?.code ?? cause?.message ?? name })
    }
  }

  private async readText(response: Response): Promise<string> {
    const decoder = new TextDecoder()
    let text = ''
    let size = 0
    for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.length
      if (size > LONGEST_RESPONSE) throw this.failure('tablebase/other', {})
      text += decoder.decode(part, { stream: true })
    }
    return text + decoder.decode()
  }

  private readAnswer(text: string, position: ChessPosition): TablebaseAnswer {
    const answer = this.parse(text)
    if (!isJsonObject(answer) || !Array.isArray(answer['moves'])) throw this.failure('tablebase/other', {})
    const moves = answer['moves'].map((found): TablebaseMove => {
      const uci = isJsonObject(found) ? found['uci'] : undefined
      const move = typeof uci === 'string' ? chess.readMove(position, uci, 'uci') : undefined
      if (move === undefined) throw this.failure('tablebase/other', {})
      return { move, ...this.readFacts(found) }
    })
    if (new Set(moves.map(({ move }) => move)).size < moves.length) throw this.failure('tablebase/other', {})
    return { ...this.readFacts(answer), moves }
  }

  private parse(text: string): Json {
    try {
      return JSON.parse(text) as Json
    } catch {
      throw this.failure('tablebase/other', {})
    }
  }

  private readFacts(json: Json | undefined): TablebaseFacts {
    const fields = isJsonObject(json) ? json : {}
    const { category: name } = fields
    if (typeof name !== 'string') throw this.failure('tablebase/other', {})
    // A name that nobody has heard of yet says nothing.
    const category = SYNONYMS.get(name) ?? CATEGORIES.find((known) => known === name) ?? 'unknown'
    const [dtz, dtm] = [this.readPlies(fields['dtz']), this.readPlies(fields['dtm'])]
    return { category, ...(dtz !== undefined && { dtz }), ...(dtm !== undefined && { dtm }) }
  }

  private readPlies(value: Json | undefined): number | undefined {
    if (value === null || value === undefined) return undefined
    if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MOST_PLIES) return value
    throw this.failure('tablebase/other', {})
  }

  private failure<Code extends ErrorCode>(code: Code, params: ParamsOf<Code>): FormatError<Code> {
    return new FormatError(code, params, { file: this.address.href })
  }
}

/** Names in newer versions of lichess's service: the result holds if the fifty moves were not counted wrongly before. */
const SYNONYMS: ReadonlyMap<string, Category> = new Map([
  ['syzygy-win', 'maybe-win'],
  ['syzygy-loss', 'maybe-loss'],
])
