/** What games without names are called: by the files that they are in. */
import { stem } from '../../../src/bytes/source.ts'
import type { Header } from '../../../src/model/record.ts'
import type { OpenedFile } from './protocol.ts'

/** Whether a header says what the game is called, or who played it. */
export function hasName({ title, players }: Header): boolean {
  return title !== undefined || players.some(({ name }) => name !== undefined)
}

/** A game by its file, and its number there if the file has several. @param index among all open games */
export function nameInFile({ name, start, count }: OpenedFile, index: number): string {
  const own = stem(name.slice(name.lastIndexOf('/') + 1))
  return count === 1 ? own : `${own} ${index - start + 1}`
}
