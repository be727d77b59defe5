/** The explorer's source: the server's database, or one published as static files. */
import type { Move } from '../../../../src/model/move.ts'
import type { Game } from '../../../../src/model/record.ts'
import type { Position } from '../../../../src/rules/rules.ts'
import type { ShapeSource } from '../patterns/shape-source.ts'

/** A move that was played in a position. An `ExploredMove` of the library is one. */
export interface PlayedMove {
  move: Move
  games: number
  /** Wins of colour 1, draws, wins of colour 2. */
  first: number
  draws: number
  second: number
  /** Average rating of those who played it. */
  rating?: number | undefined
  performance?: number | undefined
  /** 0 or absent if unknown. */
  lastYear?: number | undefined
}

/** A game that reached a position. */
export interface SampleGame {
  id: number
  /** The move it played there. */
  move?: Move | undefined
  players: readonly [string, string]
  ratings: readonly [number | undefined, number | undefined]
  result: string
  year?: number | undefined
}

/** What is known about a position. An `Exploration` of the library is one. */
export interface PositionFacts {
  games: number
  first: number
  draws: number
  second: number
  /** Games that ended here. */
  ended: number
  moves: readonly PlayedMove[]
  /** Name of the opening, if the source knows it. */
  opening?: string | undefined
}

export interface ExplorerSource {
  /** Its name on the page. */
  readonly name: string
  /** The games it knows. */
  readonly kinds: readonly Game[]
  /** Whether it can count only the games that match the list's filter. */
  readonly takesFilter: boolean
  /** Whether it counts the open files, which is shown only if it is chosen. */
  readonly isOfFiles?: boolean
  /** Whether it is another database than the one that is served. */
  readonly isPublished?: boolean
  /**
   * What was played in a position with standard rules. Rejects with what went wrong; the signal aborts a request that
   * is no longer needed.
   */
  explore(game: Game, position: Position, signal: AbortSignal): Promise<PositionFacts>
  /** Games that reached a position, those of the strongest players first; absent if the source has none. */
  samples?(game: Game, position: Position, signal: AbortSignal): Promise<readonly SampleGame[]>
  /** What searches shapes; absent if the source does not know how games went on from move to move. */
  shapes?(): Promise<ShapeSource>
}
