/**
 * The rules of chess and Chess960.
 *
 * {@link chess} is the interface that all games share. A reader of packed or
 * written moves works on {@link ChessPosition} directly: `board` and `kings`, `play` and `undo`, {@link isLegalMove} for one
 * move, {@link moveBetween} for a move given by two squares, {@link readSanBytes} for a move written in bytes.
 */
export { KING_SIDE, QUEEN_SIDE, type Castling, type CastlingSide } from './castling.ts'
export { chess960Number, chess960Start } from './chess960.ts'
export { formatFen, parseFen, START_FEN } from './position-text.ts'
export { isLegalMove } from './legality.ts'
export { perft } from './perft.ts'
export { ChessPosition, type ChessSetup } from './position.ts'
export { readSanBytes } from './read-move.ts'
export { castlingMove, moveBetween, NO_MOVE } from './recorded-move.ts'
export { playSanBytes } from './san.ts'
export { PlayedMoves } from './played-moves.ts'
export { SanTexts } from './san-texts.ts'
export { chess } from './rules.ts'
