/** What readers of chess note of the moves that they play. */
import { PlayedMoves, SanTexts } from '../rules/chess/index.ts'
import type { Entry, EntryOptions } from './format.ts'

/** Where to note the moves of one entry after another, if that is requested: with their SAN, or alone. */
export function notesFor({ san = false, played = false }: EntryOptions): PlayedMoves | undefined {
  if (san) return new SanTexts()
  return played ? new PlayedMoves() : undefined
}

/** Hands out with an entry what was noted of its moves. */
export function addNotes(entry: Entry, noted: PlayedMoves | undefined): void {
  if (!noted) return
  entry.played = noted
  if (noted instanceof SanTexts) entry.san = noted
}
