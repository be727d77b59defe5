import type { Collection } from '../../src/formats/format.ts'

/** Reads every record of a collection. Returns how many there are. */
export function countRecords(collection: Collection): number {
  let games = 0
  for (const { record } of collection.entries()) if (record) games++
  return games
}
