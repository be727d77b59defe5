/** chessops as an oracle for the rules of chess: the same questions put to an independent implementation. */
import { makeFen, parseFen } from 'chessops/fen'
import { makeSan } from 'chessops/san'
import type { NormalMove, Role } from 'chessops/types'
import { setupPosition } from 'chessops/variant'
import type { Position } from 'chessops/chess'
import { makeMove, moveFrom, movePromotion, moveTo, type Move } from '../../src/model/move.ts'

const ROLES: (Role | undefined)[] = [undefined, 'knight', 'bishop', 'rook', 'queen']

export type OraclePosition = Position

/** The position of a FEN; undefined where chessops refuses it. */
export function oraclePosition(fen: string): OraclePosition | undefined {
  return parseFen(fen).unwrap(
    (setup) =>
      setupPosition('chess', setup).unwrap(
        (position) => position,
        () => undefined,
      ),
    () => undefined,
  )
}

/** All legal moves, sorted. */
export function oracleMoves(position: OraclePosition): Move[] {
  const moves: Move[] = []
  for (const [from, targets] of position.allDests()) {
    for (const to of targets) {
      const isPromotion = position.board.pawn.has(from) && (to < 8 || to >= 56)
      if (isPromotion) for (let piece = 1; piece <= 4; piece++) moves.push(makeMove(from, to, piece))
      else moves.push(makeMove(from, to))
    }
  }
  return moves.sort((left, right) => left - right)
}

export function oraclePlay(position: OraclePosition, move: Move): void {
  position.play(oracleMove(move))
}

export function oracleSan(position: OraclePosition, move: Move): string {
  return makeSan(position, oracleMove(move))
}

export function oracleFen(position: OraclePosition): string {
  return makeFen(position.toSetup())
}

/** A packed move as chessops has it: castling is the king taking its rook there too. */
export function oracleMove(move: Move): NormalMove {
  const promotion = ROLES[movePromotion(move)]
  const squares = { from: moveFrom(move), to: moveTo(move) }
  return promotion ? { ...squares, promotion } : squares
}
