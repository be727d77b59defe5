/** Games of chess as PGN, and as records. */
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import type { GameRecord } from '../../src/model/record.ts'

/** The records of a PGN file. */
export async function pgnRecords(text: string): Promise<GameRecord[]> {
  const bytes = new TextEncoder().encode(text)
  const collection = await pgn.open(new MemoryFileSet(new MemorySource('games.pgn', bytes)))
  return [...collection.entries()].flatMap(({ record }) => record ?? [])
}

/** A game of a club. @param more lines of further tags */
export function studyGame(
  white: string,
  black: string,
  date: string,
  result: string,
  moves: string,
  more = '',
): string {
  return `[Event "Club"]\n[Date "${date}"]\n[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n${more}\n${moves} ${result}\n\n`
}
