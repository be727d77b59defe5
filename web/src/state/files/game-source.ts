/** Where the games of the list come from: the files in the worker, or a database behind the page. */
import type { Entry, Listing } from '../../../../src/formats/format.ts'
import { ask } from '../../worker/client.ts'

export interface GameSource {
  /** Lines of the list, from a place in it up to and without another. */
  listings(from: number, to: number): Promise<readonly Listing[]>
  /** A game by the index in its line. */
  entry(index: number): Promise<Entry>
  /** The place in the list of a game, -1 when it is not known or not shown. */
  placeOf(index: number): Promise<number>
}

/** The files that are open in the worker. */
export const filesInWorker: GameSource = {
  listings: (from, to) => ask('listings', from, to),
  entry: (index) => ask('entry', index),
  placeOf: async (index) => index,
}
