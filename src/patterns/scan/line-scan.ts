/** What all scans of main lines have in common. */
import type { BlockTimes } from '../../positions/segment/segment-times.ts'
import type { Candidates } from './candidates.ts'
import type { Hits } from '../answer/hits.ts'

/** What is wanted of a scan. */
export interface ScanOptions {
  /** Moves within the pattern that are kept after each hit. */
  depth: number
  /** Stops at the first hit of a game: the game is wanted, nothing else. */
  isFirstOnly: boolean
}

/** A scan of lines, one after the other. */
export interface LineScan {
  /** What was found so far; whoever takes it may clear it between two lines. */
  readonly hits: Hits
  /** Which games need not be scanned; undefined when nothing is known of that. */
  readonly candidates?: Candidates | undefined
  /**
   * Begins a block of games that are looked at by the times of their stones. Returns for each of them whether it may have
   * hits, other than 0; undefined where the lines have to be scanned.
   * @param first number of its first game
   * @param signature where stones were in its games (positions/segment/segment-signatures.ts)
   */
  beginTimes?(first: number, signature: Uint32Array): ArrayLike<number> | undefined
  /** Looks at the times of a game of that block. False, and no hits, where its line has to be followed. @param index in the block */
  scanTimes?(block: BlockTimes, index: number): boolean
  /** Scans the line of a game, as {@link scan}, whose times did not tell. */
  follow?(words: Uint16Array, from: number, to: number, game: number): void
  /** Scans the line of a game that stands in `words` from `from` up to `to`; a damaged one shows nothing. */
  scan(words: Uint16Array, from: number, to: number, game: number): void
}
