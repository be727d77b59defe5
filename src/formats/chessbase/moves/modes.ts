/** The encoding modes of moves: docs/formats/chessbase.md, Encoding modes. */
import type { MessageId } from '../../../issues/catalogue.ts'
import { PERMUTATIONS } from './permutations.ts'

export interface Mode {
  /** `compact`: most moves take one byte; `simple`: all take two. */
  encoder: 'compact' | 'simple'
  /** Whether the number of moves is subtracted before or after the table lookup. */
  modifier: 'before' | 'after'
  /** Whether pieces are numbered from h8 down instead of from a1 up. */
  isReversed: boolean
  isChess960: boolean
  table: Uint8Array
  /**
   * False for modes that no known database uses. Their tables are not known: that of their mirror image is tried, and
   * the legality of every move shows whether it is right.
   */
  isVerified: boolean
  /** Whether the last move of a line is followed by a null move with the end flag, which is not a move itself. */
  hasEndWord?: boolean
}

/** Modes that can be read, by number. */
export const MODES: Readonly<Record<number, Mode>> = {
  0: mode('compact', 'before', 0),
  1: mode('simple', 'before', 1),
  2: mirrored(mode('compact', 'before', 0)),
  3: mirrored(mode('simple', 'before', 1)),
  4: mode('compact', 'after', 4),
  5: mode('simple', 'after', 5),
  6: mirrored(mode('compact', 'after', 4)),
  7: mirrored(mode('simple', 'after', 5)),
  10: { ...mode('compact', 'after', 10), isChess960: true },
  11: { ...mirrored(mode('compact', 'after', 10)), isChess960: true },
}

/** How the moves of quoted games are encoded. */
export const QUOTATION_MODE: Mode = { ...mode('simple', 'before', 'quotation'), hasEndWord: true }

/** The purpose of the modes that cannot be read. */
export const OTHER_MODES: Readonly<Record<number, MessageId & `cb-mode/${string}`>> = {
  8: 'cb-mode/losing',
  9: 'cb-mode/losing',
  12: 'cb-mode/out-chatrang',
  13: 'cb-mode/out-chatrang',
  14: 'cb-mode/twin',
  15: 'cb-mode/twin',
  16: 'cb-mode/makruk',
  17: 'cb-mode/makruk',
  18: 'cb-mode/pawns',
  19: 'cb-mode/pawns',
  63: 'cb-mode/unreachable',
}

function mode(encoder: Mode['encoder'], modifier: Mode['modifier'], table: keyof typeof PERMUTATIONS): Mode {
  return { encoder, modifier, isReversed: false, isChess960: false, table: PERMUTATIONS[table], isVerified: true }
}

function mirrored(mode: Mode): Mode {
  return { ...mode, isReversed: true, isVerified: false }
}
