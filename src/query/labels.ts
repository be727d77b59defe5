/** Labels: what users attach to a game of a database without changing it. Names are equal if their words are. */
import { foldWords } from './fold.ts'

/** The labels of a game. */
export interface GameLabels {
  /** In alphabetical order. */
  tags: readonly string[]
  /** Folders that hold the game, with their parents: `Openings/Najdorf`. In alphabetical order. */
  collections: readonly string[]
  /** A note of one's own, as plain text. */
  note?: string
}

/** A test of tags: the same words, in any letters. */
export function makeTagTest(wanted: string): (tag: string) => boolean {
  const folded = foldLabel(wanted)
  return (tag) => foldLabel(tag) === folded
}

/** A test of collections: the one of this name, and those within it. */
export function makeCollectionTest(wanted: string): (collection: string) => boolean {
  const folded = foldPath(wanted)
  return (collection) => {
    const path = foldPath(collection)
    return path === folded || path.startsWith(`${folded}/`)
  }
}

/** A name by its words: names with the same one are the same. */
export function foldLabel(name: string): string {
  return foldWords(name).join(' ')
}

/** The path of a collection by the words of its parts. */
export function foldPath(path: string): string {
  return path
    .split('/')
    .map(foldLabel)
    .filter((part) => part !== '')
    .join('/')
}
