/** What a book has in a position as plain JSON, for HTTP and the command line. */
import type { Game } from '../model/record.ts'
import { MACHINE_STYLES, rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'
import type { Book, BookMove, BookPosition } from './book.ts'

/** A move of a book, with its text. */
export interface DescribedBookMove extends Omit<BookMove, 'move'> {
  /** The move for programs: UCI in chess, coordinates in other games. */
  uci: string
  /** The move in the usual notation of its game. */
  san: string
  /** Its part of the weights of all moves of the position, from 0 to 1. */
  share?: number
}

/** What a book has in a position. */
export interface DescribedBook {
  /** Name of its file. */
  book: string
  format: string
  moves: DescribedBookMove[]
  /** Moves that are stored and could not be read. */
  unread?: number
}

export function describeBook(
  { name, format }: Book,
  game: Game,
  position: Position,
  { moves, unread }: BookPosition,
): DescribedBook {
  const total = totalWeight(moves)
  const rules = rulesOf(game)
  return {
    book: name,
    format,
    moves: moves.map(({ move, ...facts }) => ({
      uci: rules.writeMove(position, move, MACHINE_STYLES[game]),
      san: rules.writeMove(position, move),
      ...facts,
      ...(facts.weight !== undefined && total > 0 && { share: facts.weight / total }),
    })),
    ...(unread > 0 && { unread }),
  }
}

/** The weights of all moves together. */
export function totalWeight(moves: readonly BookMove[]): number {
  return moves.reduce((sum, { weight = 0 }) => sum + weight, 0)
}
