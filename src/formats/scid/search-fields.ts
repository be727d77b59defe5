/**
 * What the index repeats of a game so that Scid finds it without reading it: docs/formats/scid.md, Search fields. A
 * wrong list of home pawns hides a game from searches, so that all of it is computed from the moves.
 */
import * as model from '../../model/move.ts'
import type { Move } from '../../model/move.ts'
import type { ChessPosition } from '../../rules/chess/index.ts'
import { FLAG } from './flags.ts'
import { HOME_PAWN_BYTES, PLY_LIMIT } from './index-record.ts'

// V8 folds the constants of a module itself but loads imported ones at every use.
const { isPass, moveFrom, movePromotion, moveTo, PROMOTION } = model

/** The fields of the index that follow from the main line. */
export interface SearchFields {
  /** Half-moves modulo 1,024. */
  plies: number
  /** Bits of {@link FLAG} for the start and for promotions. */
  flags: number
  material: number
  homePawnCount: number
  homePawns: Uint8Array
}

/** Kinds of pieces in the order of the material, pawns last, and how many of each are told apart. */
const KINDS = [5, 4, 3, 2, 1] as const
const MOST_PIECES = 3
const MOST_PAWNS = 15
const PAWN = 1

/** Follows the main line of one game after the other. */
export class SearchFieldCounter {
  private plies = 0
  private flags = 0
  private homePawnCount = 0
  private homePawns = new Uint8Array(HOME_PAWN_BYTES)
  /** Whether the pawn of each square has stood there from the beginning. */
  private readonly isHome = new Uint8Array(64)

  /** @param isUsual whether the game begins at the usual start, the only one that has home pawns */
  start(isUsual: boolean): void {
    this.plies = 0
    this.flags = isUsual ? 0 : FLAG.ownStart
    this.homePawnCount = 0
    this.homePawns = new Uint8Array(HOME_PAWN_BYTES)
    this.isHome.fill(0)
    if (!isUsual) return
    this.isHome.fill(1, 8, 16)
    this.isHome.fill(1, 48, 56)
  }

  /** Takes a move of the main line. */
  add(move: Move): void {
    this.plies++
    if (isPass(move)) return
    const promotion = movePromotion(move)
    if (promotion !== PROMOTION.none) this.flags |= FLAG.promotion
    if (promotion !== PROMOTION.none && promotion !== PROMOTION.queen) this.flags |= FLAG.underpromotion
    this.leave(moveFrom(move))
    this.leave(moveTo(move))
  }

  /** The fields of a game that ends in a position. */
  finish(position: ChessPosition): SearchFields {
    const { plies, flags, homePawnCount, homePawns } = this
    return { plies: plies % PLY_LIMIT, flags, material: materialOf(position), homePawnCount, homePawns }
  }

  /** Notes the pawn that moves from its home square, or is captured there. */
  private leave(square: number): void {
    if (this.isHome[square] === 0) return
    this.isHome[square] = 0
    // White's pawns count from h2 to a2 and from 8 on, Black's from h7 to a7 and from 0 on.
    const pawn = square < 16 ? 23 - square : 55 - square
    const count = this.homePawnCount++
    this.homePawns[count >> 1]! |= (count & 1) === 0 ? pawn << 4 : pawn
  }
}

/** The pieces of a position in 24 bits: White's queens, rooks, bishops, knights and pawns, then Black's. */
export function materialOf({ board }: ChessPosition): number {
  const counts = new Uint8Array(32)
  for (let square = 0; square < 64; square++) counts[board[square]!]!++
  let material = 0
  for (const colour of [1, 2]) {
    for (const kind of KINDS) {
      const count = counts[(colour << 3) | kind]!
      material =
        kind === PAWN ? (material << 4) | Math.min(count, MOST_PAWNS) : (material << 2) | Math.min(count, MOST_PIECES)
    }
  }
  return material
}
