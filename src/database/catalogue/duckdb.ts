/**
 * DuckDB, loaded when the first database is opened: it is an optional package of 70 MB and takes a
 * noticeable part of a command's start, and reading, converting and replaying games needs none of it.
 */
import { createRequire } from 'node:module'
import type * as Api from '@duckdb/node-api'
import type Bindings from '@duckdb/node-bindings'
import { CodedError } from '../../issues/errors.ts'
import { installCommand } from '../../node/install-command.ts'
import { noteLibrary } from '../../node/unfinished.ts'

/** The package, and the C bindings beneath it. */
interface DuckDB {
  api: typeof Api
  bindings: typeof Bindings
}

/** The newest version that was tested; package.json has the range, and a test compares them. */
export const DUCKDB = '@duckdb/node-api@1.5.6-r.1'

/** Thrown when a database is opened and DuckDB is not installed. */
export class MissingDuckDBError extends CodedError<'database/no-duckdb'> {
  override name = 'MissingDuckDBError'

  constructor() {
    super('database/no-duckdb', { command: installCommand(DUCKDB) })
  }
}

let loaded: DuckDB | undefined

/** Loads DuckDB once. Rejects with {@link MissingDuckDBError} when it is not installed. */
export async function loadDuckDB(): Promise<typeof Api> {
  if (!loaded) {
    // It is told before it works, which takes some milliseconds to load.
    noteLibrary()
    try {
      const api = await import('@duckdb/node-api')
      // Some installers do not make dependencies of dependencies resolvable from here.
      const require = createRequire(import.meta.resolve('@duckdb/node-api'))
      loaded = { api, bindings: require('@duckdb/node-bindings') as typeof Bindings }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') throw new MissingDuckDBError()
      throw error
    }
  }
  return loaded.api
}

/** DuckDB, for code that runs while a database is open. */
export function duckdb(): DuckDB {
  if (!loaded) throw new TypeError('no database was opened')
  return loaded
}

/** Values as one parameter of a statement: a list. */
export function listValue(values: readonly Api.DuckDBValue[]): Api.DuckDBListValue {
  return duckdb().api.listValue(values)
}
