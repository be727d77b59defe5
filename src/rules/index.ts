/**
 * The rules of the four games behind one interface.
 * @module ludograph/rules
 */
import type { Game } from '../model/record.ts'
import { chess } from './chess/index.ts'
import { go } from './go/index.ts'
import { othello } from './othello/index.ts'
import type { NotationStyle, Rules } from './rules.ts'
import { xiangqi } from './xiangqi/index.ts'

export {
  castlingMove,
  chess,
  chess960Number,
  chess960Start,
  ChessPosition,
  formatFen as formatChessFen,
  KING_SIDE,
  moveBetween,
  NO_MOVE,
  perft as chessPerft,
  QUEEN_SIDE,
  readSanBytes,
  PlayedMoves,
  SanTexts,
  type Castling,
  type CastlingSide,
  type ChessSetup,
} from './chess/index.ts'
export * from './go/index.ts'
export * from './othello/index.ts'
export { KeyedLine } from './keyed-line.ts'
export * from './play-move.ts'
export * from './position-fault.ts'
export * from './put-stone.ts'
export * from './replay.ts'
export * from './rules.ts'
export * from './symmetry.ts'
export * from './xiangqi/index.ts'

const RULES: Record<Game, Rules> = { chess, xiangqi, go, othello }

/** The notation of each game in which programs exchange moves: squares only, the same in every position. */
export const MACHINE_STYLES: Readonly<Record<Game, NotationStyle>> = {
  chess: 'uci',
  xiangqi: 'iccs',
  go: 'coordinate',
  othello: 'coordinate',
}

/**
 * The notation of each game in which moves of engines go over HTTP: as in lichess's external engines where there is UCI, else
 * the squares.
 */
export const ENGINE_STYLES: Readonly<Record<Game, NotationStyle>> = { ...MACHINE_STYLES, xiangqi: 'uci' }

/** The rules of a game. */
export function rulesOf(game: Game): Rules {
  return RULES[game]
}
