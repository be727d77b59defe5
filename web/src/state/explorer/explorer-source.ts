/** What the explorer beside the board asks: the database behind the page, or one published as static files. */
import type { Move } from '../../../../src/model/move.ts'
import type { Game } from '../../../../src/model/record.ts'
import type { Position } from '../../../../src/rules/rules.ts'

/** A move that was played in a position. An `ExploredMove` of the library is one. */
export interface PlayedMove {
  move: Move
  games: number
  /** Wins of colour 1, draws, wins of colour 2. */
  first: number
  draws: number
  second: number
  /** Mean rating of those who played it. */
  rating?: number | undefined
  performance?: number | undefined
  /** 0 or absent when it is not known. */
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

/** What is known of a position. An `Exploration` of the library is one. */
export interface PositionFacts {
  games: number
  first: number
  draws: number
  second: number
  /** Games that ended here. */
  ended: number
  moves: readonly PlayedMove[]
  /** Name of the opening, where the source knows it. */
  opening?: string | undefined
}

export interface ExplorerSource {
  /** What to call it on the page. */
  readonly name: string
  /** The games it knows. */
  readonly kinds: readonly Game[]
  /** Whether it can count the games of the list's filter alone. */
  readonly takesFilter: boolean
  /**
   * What was played in a position of the usual rules. Rejects with what went wrong; the signal ends
   * a question that nobody waits for any more.
   */
  explore(game: Game, position: Position, signal: AbortSignal): Promise<PositionFacts>
  /** Games that reached a position, those of the strongest players first; absent where the source knows none. */
  samples?(game: Game, position: Position, signal: AbortSignal): Promise<readonly SampleGame[]>
}
