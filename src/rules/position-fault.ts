/**
 * Why no game can reach a position. Readers of records accept any position, because real records contain all kinds of
 * set-ups; users who set one up, to play from or to search, are told at once what is wrong with it.
 */
import type { Message } from '../issues/catalogue.ts'
import { makeMessage } from '../issues/issue.ts'
import { otherColour, type Colour } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import { SQUARE_NAMES as CHESS_SQUARES } from './chess/pieces.ts'
import { ChessPosition } from './chess/position.ts'
import type { Position } from './rules.ts'
import { sideOf } from './side.ts'
import { FILES, RANKS } from './xiangqi/geometry.ts'
import { SQUARE_NAMES as XIANGQI_SQUARES } from './xiangqi/coordinates.ts'
import { XiangqiPosition } from './xiangqi/position.ts'

/** What is wrong with a position. */
export interface PositionFault {
  /**
   * `king`: a side has none or several; `place`: a piece can never stand on its square; `count`: a side has more
   * pieces than it can have; `check`: the side that is not to move is in check.
   */
  reason: 'king' | 'place' | 'count' | 'check'
  /** The side whose pieces these are. */
  colour: Colour
  /** The letter of the piece, as FEN has it; that of the pawn where promoted pawns are too many. */
  piece: string
  /** For `place`: the square. */
  square?: number
  /** For `king` and `count`: how many there are. */
  count?: number
  /** The message for people. */
  message: Message
}

/**
 * Why no game can reach a position of chess or xiangqi, as far as the pieces on the board show it; undefined for all
 * others. What would take the whole game to decide, such as a third pawn on a file when nothing was captured, is not
 * checked.
 */
export function positionFault(position: Position): PositionFault | undefined {
  if (position instanceof ChessPosition) {
    return kingFault('chess', position) ?? chessFault(position) ?? checkFault('chess', position)
  }
  if (position instanceof XiangqiPosition) {
    return kingFault('xiangqi', position) ?? xiangqiFault(position) ?? checkFault('xiangqi', position)
  }
  return undefined
}

const COLOURS: readonly Colour[] = [1, 2]

function kingFault(game: Game, position: Position): PositionFault | undefined {
  for (const colour of COLOURS) {
    const piece = letterOf(colour, 'K')
    const count = countPieces(position, piece)
    if (count === 1) continue
    const side = sideOf(game, colour)
    const message: Message =
      count === 0 ? makeMessage('position/no-king', { side }) : makeMessage('position/kings', { count, side })
    return { reason: 'king', colour, piece, count, message }
  }
  return undefined
}

function checkFault(game: Game, position: ChessPosition | XiangqiPosition): PositionFault | undefined {
  const { kings, turn } = position
  const colour = otherColour(turn)
  if (!position.isAttacked(kings[colour]!, turn)) return undefined
  const message = makeMessage('position/in-check', { side: sideOf(game, colour) })
  return { reason: 'check', colour, piece: letterOf(colour, 'K'), message }
}

/** The pieces of a chess side at the start, except king and pawns. */
const CHESS_PIECES = { Q: 1, R: 2, B: 2, N: 2 }

function chessFault(position: Position): PositionFault | undefined {
  for (const colour of COLOURS) {
    const piece = letterOf(colour, 'P')
    for (let square = 0; square < 64; square++) {
      const isOnEdge = square < 8 || square >= 56
      if (isOnEdge && position.pieceAt(square) === piece) return placeFault('chess', colour, piece, square)
    }
    let count = countPieces(position, piece)
    for (const [letter, atStart] of Object.entries(CHESS_PIECES)) {
      count += Math.max(0, countPieces(position, letterOf(colour, letter)) - atStart)
    }
    if (count <= 8) continue
    const message = makeMessage('position/promoted', { side: sideOf('chess', colour), count })
    return { reason: 'count', colour, piece, count, message }
  }
  return undefined
}

/** The pieces of xiangqi: how many a side has at the start, and the points each can reach, seen from that side. */
const XIANGQI_PIECES: Record<string, { most: number; canStand: (file: number, rank: number) => boolean }> = {
  K: { most: 1, canStand: (file, rank) => file >= 3 && file <= 5 && rank <= 2 },
  A: { most: 2, canStand: standsOn('d0 f0 e1 d2 f2') },
  B: { most: 2, canStand: standsOn('c0 g0 a2 e2 i2 c4 g4') },
  N: { most: 2, canStand: () => true },
  R: { most: 2, canStand: () => true },
  C: { most: 2, canStand: () => true },
  P: { most: 5, canStand: (file, rank) => rank >= 5 || (rank >= 3 && file % 2 === 0) },
}

function standsOn(points: string): (file: number, rank: number) => boolean {
  return (file, rank) => points.includes('abcdefghi'[file]! + String(rank))
}

function xiangqiFault(position: Position): PositionFault | undefined {
  for (const colour of COLOURS) {
    for (const [letter, { most, canStand }] of Object.entries(XIANGQI_PIECES)) {
      const piece = letterOf(colour, letter)
      const count = countPieces(position, piece)
      if (count > most) {
        return {
          reason: 'count',
          colour,
          piece,
          count,
          message: makeMessage('position/too-many', { count, piece, most }),
        }
      }
      for (let square = 0; square < FILES * RANKS; square++) {
        if (position.pieceAt(square) !== piece) continue
        const rank = Math.floor(square / FILES)
        const isFine = canStand(square % FILES, colour === 1 ? rank : RANKS - 1 - rank)
        if (!isFine) return placeFault('xiangqi', colour, piece, square)
      }
    }
  }
  return undefined
}

function placeFault(game: 'chess' | 'xiangqi', colour: Colour, piece: string, square: number): PositionFault {
  const name = (game === 'chess' ? CHESS_SQUARES : XIANGQI_SQUARES)[square]!
  const message = makeMessage('position/misplaced', { piece, square: name })
  return { reason: 'place', colour, piece, square, message }
}

/** The letter of a piece as FEN writes it for a colour. */
function letterOf(colour: Colour, letter: string): string {
  return colour === 1 ? letter : letter.toLowerCase()
}

function countPieces(position: Position, piece: string): number {
  let count = 0
  for (let square = 0; square < position.columns * position.rows; square++) {
    if (position.pieceAt(square) === piece) count++
  }
  return count
}
