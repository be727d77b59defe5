/** A record as start position and moves. */
import { messageOf, PositionError } from '../../issues/errors.ts'
import type { Message } from '../../issues/catalogue.ts'
import { parseFen, START_FEN } from '../../rules/chess/index.ts'
import type { GameParts } from './database.ts'
import { decodeMoves, type DecodedMoves } from './moves.ts'
import { NOWHERE } from './numbering.ts'
import type { Profile } from './profile.ts'
import { readSetup, type Start } from './setup.ts'

export interface DecodedGame {
  /** Start position when it is stored. */
  fen?: string
  decoded?: DecodedMoves
  /** Why there are no moves. */
  badStart?: Message
}

/** Decodes a game under a reading of the open points. */
export function decodeGame({ header, board, moves }: GameParts, profile: Profile): DecodedGame {
  let start: Start | undefined
  try {
    if (header.setup) start = readSetup(board ?? new Uint8Array(0), header.setup)
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    return { badStart: messageOf(error) }
  }
  const position = start?.position ?? parseFen(START_FEN)
  const decoded = decodeMoves(moves, position, start?.passed ?? NOWHERE, profile)
  return { decoded, ...(start && { fen: start.fen }) }
}
