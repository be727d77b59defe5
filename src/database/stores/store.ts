/**
 * What the explorer, the searches and the server ask: a database, positions published as files, or a cluster. They give
 * the same answers.
 */
import type { AnyRecord } from '../../model/line-record.ts'
import type { Game, GameRecord } from '../../model/record.ts'
import type { FoundGame } from '../../query/found-game.ts'
import type { GameQuery } from '../../query/query.ts'
import type { Position } from '../../rules/rules.ts'
import type { Database } from '../database.ts'
import { countKinds, kindsOf } from '../catalogue/statistics.ts'
import { explore, type DatabaseExploration, type ExploreOptions } from '../search/explore.ts'
import {
  countGames,
  pageOfGames,
  searchRecords,
  type FoundRecord,
  type RecordOptions,
  streamGames,
  type GamesPage,
  type SearchOptions,
} from '../search/search.ts'

/** What can be explored. */
export interface PositionStore {
  /** The kinds of games that it holds, chess first. */
  kinds(): Promise<Game[]>
  /**
   * What was played in a position. Rejects with ConditionError for conditions that it cannot test, and for a position
   * that no game can reach.
   */
  explore(game: Game, position: Position, options?: ExploreOptions): Promise<DatabaseExploration>
  /** Ends its connections and closes its files. */
  close(): Promise<void>
}

/** What also has the games. Methods reject with ConditionError for conditions that it cannot test. */
export interface GameStore extends PositionStore {
  /** The numbers of games of each kind, by their names. */
  countKinds(): Promise<{ game: Game; games: number }[]>
  /** How many games match a query. */
  countGames(query: GameQuery): Promise<number>
  /** The games that match a query, as lines of a list. */
  streamGames(query: GameQuery, options?: SearchOptions): AsyncGenerator<FoundGame>
  /** A page of the games that match a query, and how many match it. */
  pageOfGames(query: GameQuery, options: SearchOptions): Promise<GamesPage>
  /** The full records of the games that match a query, with what is wanted of their moves if the store can note it. */
  searchRecords(query: GameQuery, options?: SearchOptions): AsyncGenerator<FoundRecord>
  /** The same; with a kernel, games that are a line of moves alone come without nodes. */
  searchRecords(
    query: GameQuery,
    options: SearchOptions | undefined,
    wanted: RecordOptions | undefined,
  ): AsyncGenerator<FoundRecord<AnyRecord>>
  /** The full record of a game; undefined if there is none with this number. */
  record(id: number): Promise<GameRecord | undefined>
}

/** A database as a store. */
export function storeOf(database: Database): GameStore {
  return {
    kinds: async () => await kindsOf(database),
    explore: async (game, position, options) => await explore(database, game, position, options),
    countKinds: async () => await countKinds(database),
    countGames: async (query) => await countGames(database, query),
    streamGames: (query, options) => streamGames(database, query, options),
    pageOfGames: async (query, options) => await pageOfGames(database, query, options),
    // Records are without nodes only where a kernel is given.
    searchRecords: (query: GameQuery, options?: SearchOptions, wanted?: RecordOptions) =>
      searchRecords(database, query, options, wanted) as AsyncGenerator<FoundRecord>,
    record: async (id) => await database.record(id),
    close: () => {
      database.close()
      return Promise.resolve()
    },
  }
}
