/** Who answers a search for a shape: the served database, or one published as static files. */
import type { Game, GameRecord } from '../../../../src/model/record.ts'
import type { DescribedHit, DescribedNext, PatternCounts } from '../../../../src/patterns/answer/describe.ts'
import type { FoundGame } from '../../../../src/query/found-game.ts'

export interface ShapeQuestion {
  game: Game
  /** docs/patterns.md */
  pattern: string
  /** Games that are listed. */
  max: number
}

/** A game with the shape, and where it stands. */
export interface ShapeGame extends Pick<FoundGame, 'id' | 'game' | 'white' | 'black' | 'date' | 'result'> {
  hits: DescribedHit[]
}

/** What is found (docs/patterns.md). */
export interface ShapeAnswer extends PatternCounts {
  ended: number
  next: DescribedNext[]
  /** The first games; fewer than were asked for if there are no more, or the source has no list of games. */
  found: ShapeGame[]
}

export interface ShapeSource {
  /** Bytes that a search has to read from another host; absent if that is not the page's business. */
  bytesFor?(question: ShapeQuestion): number
  /** @param onPart called with what was found so far, and the share of the games that was searched */
  search(
    question: ShapeQuestion,
    signal: AbortSignal,
    onPart: (part: ShapeAnswer, share: number) => void,
  ): Promise<ShapeAnswer>
  /** A game that was found. */
  record(game: ShapeGame, signal: AbortSignal): Promise<GameRecord>
  /** Lists all games with a shape in place of those listed; absent if that cannot be done. */
  list?(question: Pick<ShapeQuestion, 'game' | 'pattern'>): void
  /** Opens it at a node. */
  show(game: ShapeGame, node: number): void
}
