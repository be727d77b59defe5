/**
 * Tells whether the main line of a game shows a pattern or material in one of
 * its positions: packed moves, no records, no trees.
 */
import { PositionError } from '../issues/errors.ts'
import { boardSize, type Game, type GameRecord } from '../model/record.ts'
import { decodeMove } from '../positions/move-code.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position, StartOptions } from '../rules/rules.ts'
import { placePattern, type Material, type Pattern, type PlacedPattern } from './pattern.ts'
import { PieceBoard } from './piece-board.ts'

/** What the main line of a game must show in one of its positions. */
export interface LineConditions {
  pattern?: Pattern
  material?: Material
}

/** How a game begins when it is not as usual: columns of the catalogue. The head (JSON) is there where boards have sizes. */
export interface StoredStart {
  setup?: string
  variant?: string
  head?: string
}

/** Main lines as they are stored. */
export interface LinePack {
  /** Numbers of the games. */
  ids: Uint32Array<ArrayBuffer>
  /** Where the line of each ends in `moves`. */
  ends: Uint32Array<ArrayBuffer>
  moves: Uint8Array<ArrayBuffer>
  /** By index. */
  starts: Map<number, StoredStart>
}

/** The moves of a game as they are stored, and how it begins. */
interface StoredLine extends StartOptions {
  moves: Uint8Array
}

/** Returns the numbers of the games of a pack whose main line shows what is asked for. */
export type PackTest = (pack: LinePack) => number[]

export function packTest(game: Game, conditions: LineConditions): PackTest {
  const shows =
    game === 'chess' || game === 'xiangqi' ? pieceTest(game, conditions) : stoneTest(game, conditions.pattern)
  return ({ ids, ends, moves, starts }) => {
    const found: number[] = []
    let start = 0
    for (const [index, end] of ends.entries()) {
      const line: StoredLine = { moves: moves.subarray(start, end) }
      const { head, setup, variant } = starts.get(index) ?? {}
      if (setup !== undefined) line.setup = setup
      if (variant !== undefined) line.variant = variant
      if (head !== undefined) line.size = boardSize(JSON.parse(head) as GameRecord)
      if (shows(line)) found.push(ids[index]!)
      start = end
    }
    return found
  }
}

/** Chess and xiangqi: pieces are only moved, and every change is weighed at once. */
function pieceTest(game: Game, { pattern, material }: LineConditions): (line: StoredLine) => boolean {
  const usual = rulesOf(game).start()
  const { columns, rows } = usual
  const images = pattern ? placePattern(pattern, columns, rows) : []
  if (pattern && images.length === 0) return () => false
  const makeBoard = () => new PieceBoard(game, columns, rows, images, material)
  const start = makeBoard()
  start.setUp(usual)
  const board = makeBoard()
  return ({ setup, variant, moves }) => {
    if (setup === undefined) board.copy(start)
    else {
      const position = startOf(game, variant === undefined ? { setup } : { setup, variant })
      if (!position) return false
      board.setUp(position)
    }
    if (board.isMet) return true
    for (let at = 0; at < moves.length; at += 2) {
      board.play(moves[at]! | (moves[at + 1]! << 8))
      if (board.isMet) return true
    }
    return false
  }
}

/** The images of a pattern on a board of one size, and which of them hold each square. */
interface PlacedImages {
  images: PlacedPattern[]
  bySquare: PlacedPattern[][]
}

/** Go and Othello: the rules capture and turn stones; what holds a square that changed is compared again. */
function stoneTest(game: Game, pattern: Pattern | undefined): (line: StoredLine) => boolean {
  const rules = rulesOf(game)
  const placedBySize = new Map<string, PlacedImages>()
  return ({ moves, ...options }) => {
    const position = startOf(game, options)
    if (!position || !pattern) return false
    const size = `${position.columns}x${position.rows}`
    const placed = placedBySize.get(size) ?? placeImages(pattern, position)
    placedBySize.set(size, placed)
    if (placed.images.length === 0) return false
    const squares = Array.from({ length: position.columns * position.rows }, (_, square) => position.pieceAt(square))
    if (placed.images.some((image) => stands(squares, image))) return true
    for (let at = 0; at < moves.length; at += 2) {
      rules.play(position, decodeMove(game, moves[at]! | (moves[at + 1]! << 8))!)
      const changed: number[] = []
      for (let square = 0; square < squares.length; square++) {
        const piece = position.pieceAt(square)
        if (squares[square] === piece) continue
        squares[square] = piece
        changed.push(square)
      }
      if (changed.some((square) => placed.bySquare[square]!.some((image) => stands(squares, image)))) return true
    }
    return false
  }
}

function placeImages(pattern: Pattern, { columns, rows }: Position): PlacedImages {
  const images = placePattern(pattern, columns, rows)
  const bySquare: PlacedPattern[][] = Array.from({ length: columns * rows }, () => [])
  for (const image of images) for (const square of image.squares) bySquare[square]!.push(image)
  return { images, bySquare }
}

function stands(board: readonly string[], { squares, pieces }: PlacedPattern): boolean {
  for (let index = 0; index < squares.length; index++) {
    if (board[squares[index]!] !== pieces[index]) return false
  }
  return true
}

function startOf(game: Game, options: StartOptions): Position | undefined {
  try {
    return rulesOf(game).start(options)
  } catch (error) {
    // An invalid start shows nothing.
    if (!(error instanceof PositionError)) throw error
    return undefined
  }
}
