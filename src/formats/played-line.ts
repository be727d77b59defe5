/** What a reader knew when it played the moves of a game, so that nobody has to play them again. */
import type { AnyRecord } from '../model/line-record.ts'
import { PlayedMoves, SanTexts } from '../rules/chess/index.ts'
import type { KeyedLine } from '../rules/keyed-line.ts'

/** What a reader hands out beside a record: the parts that were asked for and that it has; valid until the next entry. */
export interface PlayedLine {
  /** The main line with the keys of its positions, as far as its moves could be read; none for a variant without rules here. */
  keyed?: KeyedLine
  /** The moves of the whole tree that were found legal, to be compared with it. */
  moves?: PlayedMoves
  /** The same with their SAN. */
  san?: SanTexts
}

/** The parts of a {@link PlayedLine} that are asked for. */
export interface PlayedLineParts {
  keys?: boolean
  moves?: boolean
  san?: boolean
}

/** A game that was read. */
export interface ReadGame<Read extends AnyRecord = AnyRecord> {
  record: Read
  playedLine?: PlayedLine | undefined
}

/** Where to note the moves of one entry after another, if that is asked for: with their SAN, or alone. */
export function notesFor({ san = false, moves = false }: PlayedLineParts = {}): PlayedMoves | undefined {
  if (san) return new SanTexts()
  return moves ? new PlayedMoves() : undefined
}

/** What was noted of the moves of a game; undefined if nothing was. */
export function playedLineOf(keyed: KeyedLine | undefined, moves: PlayedMoves | undefined): PlayedLine | undefined {
  const isKeyed = keyed?.hasStart === true
  if (!isKeyed && !moves) return undefined
  const line: PlayedLine = {}
  if (isKeyed) line.keyed = keyed
  if (moves) line.moves = moves
  if (moves instanceof SanTexts) line.san = moves
  return line
}
