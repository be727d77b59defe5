/** What all scans of main lines have in common. */
import type { Candidates } from './candidates.ts'
import type { Hits } from './hits.ts'

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
   * Begins a block of games. @param first number of its first game
   * @param signature where men were in its games, if that was read (positions/segment-signatures.ts)
   */
  beginBlock?(first: number, signature: Uint32Array | undefined): void
  /** Scans the line of a game that stands in `words` from `from` up to `to`; a damaged one shows nothing. */
  scan(words: Uint16Array, from: number, to: number, game: number): void
}
