/**
 * One server of a cluster, over its HTTP interface. Statements hold whole numbers and escaped texts instead of
 * parameters, so that ClickHouse 18.16 takes them too.
 */
import { Readable } from 'node:stream'
import type * as Client from '@clickhouse/client'
import { CodedError } from '../../../issues/errors.ts'
import { installCommand } from '../../../node/install-command.ts'
import type { ClusterAddress } from './address.ts'

/** The version that package.json names; a test compares them. */
export const CLIENT = '@clickhouse/client@1.23.1'

/** Milliseconds that a statement may take. */
const TIMEOUT = 600_000

/** Milliseconds after which an idle connection is closed: less than the three seconds after which old servers do. */
const IDLE_TIME = 2000

/** Bytes of a statement: lists of names and numbers may be long. */
const LONGEST_STATEMENT = 1 << 28

/** A row as its columns by name; numbers of 64 bits are text. */
export type Row = Readonly<Record<string, string | number>>

let loaded: typeof Client | undefined

/** Loads the client once. Rejects with CodedError `cluster/no-client` when it is not installed. */
async function loadClient(): Promise<typeof Client> {
  try {
    return (loaded ??= await import('@clickhouse/client'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CodedError('cluster/no-client', { command: installCommand(CLIENT) })
  }
}

/** A connection to a server. All methods reject with CodedError `cluster/server` when it refuses or does not answer. */
export class Server {
  /** Host and port. */
  readonly name: string
  private readonly client: Client.ClickHouseClient

  private constructor(name: string, client: Client.ClickHouseClient) {
    this.name = name
    this.client = client
  }

  /** Prepares a connection; nothing is sent yet. */
  static async connect(name: string, { isSecure, user, password }: ClusterAddress): Promise<Server> {
    const { createClient, ClickHouseLogLevel } = await loadClient()
    const client = createClient({
      url: `${isSecure ? 'https' : 'http'}://${name}`,
      username: user,
      password,
      application: 'ludograph',
      request_timeout: TIMEOUT,
      keep_alive: { idle_socket_ttl: IDLE_TIME },
      log: { level: ClickHouseLogLevel.OFF },
      clickhouse_settings: {
        // Otherwise an error in the middle of a result arrives as rows.
        wait_end_of_query: 1,
        // JavaScript's numbers would round a position.
        output_format_json_quote_64bit_integers: 1,
        max_query_size: String(LONGEST_STATEMENT),
        max_ast_elements: '10000000',
        max_expanded_ast_elements: '10000000',
      },
    })
    return new Server(name, client)
  }

  /** The rows of a query. */
  async rows(sql: string): Promise<Row[]> {
    return await this.explain(async () => {
      const result = await this.client.query({ query: sql, format: 'JSONEachRow' })
      return await result.json<Row>()
    })
  }

  /** The rows of a query, some at a time. */
  async *stream(sql: string): AsyncGenerator<Row[]> {
    const result = await this.explain(async () => await this.client.query({ query: sql, format: 'JSONEachRow' }))
    const rows = result.stream<Row>()[Symbol.asyncIterator]() as AsyncIterator<{ json(): Row }[], undefined>
    for (;;) {
      const next = await this.explain(async () => await rows.next())
      if (next.done) return
      yield next.value.map((row) => row.json())
    }
  }

  /** Runs a statement without rows. */
  async run(sql: string): Promise<void> {
    await this.explain(async () => {
      await this.client.command({ query: sql })
    })
  }

  /** Adds rows in ClickHouse's RowBinary to a table. */
  async insert(table: string, rows: Uint8Array): Promise<void> {
    await this.explain(async () => {
      const { stream } = await this.client.exec({
        query: `INSERT INTO ${table} FORMAT RowBinary`,
        values: Readable.from([rows], { objectMode: false }),
      })
      stream.resume()
      await new Promise((resolve, reject) => stream.on('close', resolve).on('error', reject))
    })
  }

  /** Ends the connections. */
  async close(): Promise<void> {
    await this.client.close()
  }

  private async explain<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      return await act()
    } catch (error) {
      if (error instanceof CodedError || !(error instanceof Error)) throw error
      // A connection that fails in several ways has no message of its own.
      const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [error]
      throw new CodedError('cluster/server', { server: this.name, detail: (first ?? error).message })
    }
  }
}

/** A whole number in SQL. Throws RangeError for anything else, whatever the types say: statements are made of texts. */
export function quoteNumber(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError('expected a whole number')
  return String(value)
}

/** A text in SQL. */
export function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
