/**
 * Finds the games in which a pattern or material occurred, by passing through
 * their main lines: packed moves, no records, no trees.
 */
import type { DuckDBValue } from '@duckdb/node-api'
import { boardSize, type Game, type GameRecord } from '../model/record.ts'
import { decodeMove } from '../positions/move-code.ts'
import { rulesOf } from '../rules/index.ts'
import type { Position, StartOptions } from '../rules/rules.ts'
import type { Database } from './database.ts'
import { placePattern, type Material, type Pattern, type PlacedPattern } from './pattern.ts'
import { PieceBoard } from './piece-board.ts'

/** What the main line of a game must show in one of its positions. */
export interface LineConditions {
  pattern?: Pattern
  material?: Material
}

/** The moves of a game as they are stored, and how it begins. */
interface StoredLine extends StartOptions {
  moves: Uint8Array
}

/** Numbers of the games, among those that SQL conditions choose, whose main line shows what is asked for. */
export async function gamesThatShow(
  database: Database,
  game: Game,
  conditions: LineConditions,
  where: string,
  values: DuckDBValue[],
): Promise<number[]> {
  const hasSizes = game === 'go' || game === 'othello'
  const sql = `SELECT id, setup, variant, moves${hasSizes ? ', head' : ''} FROM games ${where}`
  const shows =
    game === 'chess' || game === 'xiangqi' ? pieceTest(game, conditions) : stoneTest(game, conditions.pattern)
  const found: number[] = []
  for await (const chunk of database.catalogue.chunks(sql, values)) {
    const vectors = Array.from({ length: chunk.columnCount }, (_, column) => chunk.getColumnVector(column))
    for (let row = 0; row < chunk.rowCount; row++) {
      const [id, setup, variant, moves, head] = vectors.map((vector) => vector.getItem(row))
      const line: StoredLine = { moves: (moves as { bytes: Uint8Array }).bytes }
      if (typeof setup === 'string') line.setup = setup
      if (typeof variant === 'string') line.variant = variant
      if (typeof head === 'string') line.size = boardSize(JSON.parse(head) as GameRecord)
      if (shows(line)) found.push(Number(id))
    }
  }
  return found
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

/** Go and Othello: the rules capture and turn stones; what holds a square that changed is compared anew. */
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
    // A start that makes no sense shows nothing.
    if (!(error instanceof Error) || error.name !== 'PositionError') throw error
    return undefined
  }
}
