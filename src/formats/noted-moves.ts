/** What readers note of the moves that they play: the main line with its keys, and in chess the moves they proved. */
import type { GameRecord } from '../model/record.ts'
import { PlayedMoves, SanTexts } from '../rules/chess/index.ts'
import type { Entry, EntryOptions } from './format.ts'
import type { HashedLine } from './hashed-line.ts'

/** What was noted of the moves of a game. */
export interface NotedMoves {
  line?: HashedLine | undefined
  moves?: PlayedMoves | undefined
}

/** A game that was read, with what was noted of its moves. */
export interface ReadGame extends NotedMoves {
  record: GameRecord
}

/** Where to note the moves of one entry after another, if that is requested: with their SAN, or alone. */
export function notesFor({ san = false, played = false }: EntryOptions): PlayedMoves | undefined {
  if (san) return new SanTexts()
  return played ? new PlayedMoves() : undefined
}

/** Hands out with an entry what was noted of its moves. */
export function addNotes(entry: Entry, { line, moves }: NotedMoves): void {
  if (line?.hasStart) entry.line = line
  if (!moves) return
  entry.played = moves
  if (moves instanceof SanTexts) entry.san = moves
}
