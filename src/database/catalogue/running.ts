/** The queries that are running, so that nothing is closed under one of them: DuckDB would go on in memory that is free. */
import type { DuckDBConnection } from '@duckdb/node-api'

/** Milliseconds between two attempts to stop what is running. */
const PAUSE = 20

export class RunningQueries {
  private readonly counts = new Map<DuckDBConnection, number>()
  private isClosed = false
  private onIdle = (): void => {}

  /** Waits for what a connection does. Rejects once the database is closed. */
  async on<Result>(connection: DuckDBConnection, query: () => Promise<Result>): Promise<Result> {
    if (this.isClosed) throw new Error('the database is closed')
    this.counts.set(connection, (this.counts.get(connection) ?? 0) + 1)
    try {
      return await query()
    } finally {
      const count = this.counts.get(connection)! - 1
      if (count > 0) this.counts.set(connection, count)
      else this.counts.delete(connection)
      if (this.counts.size === 0) this.onIdle()
    }
  }

  /** Stops what is running, and closes when it has stopped: at once if nothing runs. */
  stopThen(close: () => void): void {
    this.isClosed = true
    if (this.counts.size === 0) return close()
    // Queries of one connection wait for each other, and only the one that runs is stopped.
    const stop = (): void => {
      for (const connection of this.counts.keys()) connection.interrupt()
    }
    const timer = setInterval(stop, PAUSE)
    this.onIdle = () => {
      clearInterval(timer)
      this.onIdle = () => {}
      close()
    }
    stop()
  }
}
