/** Where the games of the list come from: the files in the worker, or a database behind the page. */
import type { Entry } from '../../../../src/formats/format.ts'
import type { Game } from '../../../../src/model/record.ts'
import type { Line } from '../../worker/protocol.ts'
import { ask } from '../../worker/client.ts'

export interface GameSource {
  /** The kinds of games that the list may have; absent where only its lines tell. */
  readonly kinds?: readonly Game[]
  /** Lines of the list, from an index up to but not including another. */
  listings(from: number, to: number): Promise<readonly Line[]>
  /** A game by the index in its line. */
  entry(index: number): Promise<Entry>
  /** Whole games of lines, from an index up to but not including another; absent where the worker has them. */
  entries?(from: number, to: number): Promise<readonly Entry[]>
  /** The user's tags of a game that was listed; absent where there are none. */
  tagsOf?(index: number): readonly string[] | undefined
  /** The index of a game in the list, -1 if unknown or not shown. */
  placeOf(index: number): Promise<number>
}

/** The files that are open in the worker. */
export const filesInWorker: GameSource = {
  listings: (from, to) => ask('listings', from, to),
  entry: (index) => ask('entry', index),
  placeOf: async (index) => index,
}
