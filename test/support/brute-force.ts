/**
 * Counts what was played in some positions by scanning games with the rules
 * alone: boards are compared square by square, under every symmetry of the
 * game. The results of the position index are checked against it.
 */
import { isPass, isPlacement, makeMove, movePromotion, moveFrom, moveTo, type Move } from '../../src/model/move.ts'
import type { Game, GameRecord } from '../../src/model/record.ts'
import { mainLine } from '../../src/model/tree.ts'
import { rulesOf } from '../../src/rules/index.ts'
import type { Position } from '../../src/rules/rules.ts'
import { seededRandom } from './random.ts'

/** Games by the move played, all moves that a symmetric position makes equal under one name; '' where games ended. */
export type MoveCounts = Map<string, number>

/** A way to turn a board: mirrored left and right, top and bottom, columns and rows exchanged. */
const MIRROR = 1
const FLIP = 2
const EXCHANGE = 4

const weights = new Map<string, number>()
const random = seededRandom(11)

/** A random number for a piece on a class of squares that symmetries map onto each other. */
function weightOf(piece: string, place: number): number {
  const name = `${piece}${place}`
  const known = weights.get(name)
  if (known !== undefined) return known
  const weight = Math.floor(random() * 2 ** 32)
  weights.set(name, weight)
  return weight
}

/** How the games of a kind may turn a board of this shape. */
function imagesOf(game: Game, { columns, rows }: Position): number[] {
  if (game === 'chess') return [0]
  if (game === 'xiangqi') return [0, MIRROR]
  return [0, 1, 2, 3, 4, 5, 6, 7].filter((image) => columns === rows || (image & EXCHANGE) === 0)
}

function turnSquare(square: number, image: number, { columns, rows }: Position): number {
  let column = square % columns
  let row = Math.floor(square / columns)
  if (image & MIRROR) column = columns - 1 - column
  if (image & FLIP) row = rows - 1 - row
  return image & EXCHANGE ? column * columns + row : row * columns + column
}

/** The board under an image, the side to move, and in chess what the position text says of castling and en passant. */
function describe(game: Game, position: Position, image: number): string {
  const { columns, rows } = position
  const pieces = Array.from({ length: columns * rows }, () => '.')
  for (let square = 0; square < pieces.length; square++) {
    pieces[turnSquare(square, image, position)] = position.pieceAt(square) || '.'
  }
  const rights = game === 'chess' ? rulesOf('chess').format(position).split(' ').slice(2, 4).join(' ') : ''
  return `${columns}x${rows} ${position.turn} ${pieces.join('')} ${rights}`
}

/** A number that all images of a position share, and that other positions hardly ever have. */
function fingerprint(game: Game, position: Position, images: readonly number[], classes: Int32Array): number {
  let sum = position.turn
  for (let square = 0; square < classes.length; square++) {
    const piece = position.pieceAt(square)
    if (piece !== '') sum += weightOf(piece, classes[square]!)
  }
  return images.length * 1e15 + sum
}

/** A move on the board turned by an image, as text; the colour of a stone is that of the side to move. */
function nameMove(move: Move, image: number, position: Position): string {
  if (isPass(move)) return 'pass'
  const to = turnSquare(moveTo(move), image, position)
  if (isPlacement(move)) return String(to)
  return String(makeMove(turnSquare(moveFrom(move), image, position), to, movePromotion(move)))
}

/** A position that is asked about. */
interface Asked {
  text: string
  /** The images under which it stays as it is. */
  own: number[]
  counts: MoveCounts
}

export class BruteForce {
  private readonly game: Game
  private readonly asked = new Map<number, Asked[]>()
  private readonly classes = new Map<string, Int32Array>()

  constructor(game: Game) {
    this.game = game
  }

  /** Asks about a position; the counts fill as games are scanned. */
  ask(position: Position): MoveCounts {
    const images = imagesOf(this.game, position)
    const text = describe(this.game, position, 0)
    const own = images.filter((image) => describe(this.game, position, image) === text)
    const print = fingerprint(this.game, position, images, this.classesOf(position))
    const list = this.asked.get(print) ?? []
    this.asked.set(print, list)
    const asked = list.find((other) => other.text === text) ?? { text, own, counts: new Map<string, number>() }
    if (!list.includes(asked)) list.push(asked)
    return asked.counts
  }

  /** The name under which a move of an asked position is counted. */
  name(position: Position, move: Move): string {
    const text = describe(this.game, position, 0)
    const own = imagesOf(this.game, position).filter((image) => describe(this.game, position, image) === text)
    return leastName(move, own, position)
  }

  /** Scans the main line of a game; a game counts once for a position and a move. */
  pass(record: GameRecord): void {
    const seen = new Set<string>()
    eachPosition(record, (position, move) => {
      const images = imagesOf(this.game, position)
      for (const asked of this.asked.get(fingerprint(this.game, position, images, this.classesOf(position))) ?? []) {
        const image = images.find((one) => describe(this.game, position, one) === asked.text)
        if (image === undefined) continue
        const turned = move === undefined ? '' : leastTurnedName(move, image, asked.own, position)
        if (seen.has(`${asked.text} ${turned}`)) continue
        seen.add(`${asked.text} ${turned}`)
        asked.counts.set(turned, (asked.counts.get(turned) ?? 0) + 1)
      }
    })
  }

  /** Numbers of the classes of squares that the images map onto each other. */
  private classesOf(position: Position): Int32Array {
    const { columns, rows } = position
    const name = `${columns}x${rows}`
    const known = this.classes.get(name)
    if (known) return known
    const images = imagesOf(this.game, position)
    const classes = Int32Array.from({ length: columns * rows }, (_, square) =>
      Math.min(...images.map((image) => turnSquare(square, image, position))),
    )
    this.classes.set(name, classes)
    return classes
  }
}

function leastName(move: Move, own: readonly number[], position: Position): string {
  return own.map((image) => nameMove(move, image, position)).toSorted()[0]!
}

/** The name of a move on a board that an image turns into the asked one. */
function leastTurnedName(move: Move, image: number, own: readonly number[], position: Position): string {
  if (isPass(move)) return 'pass'
  const turned = isPlacement(move)
    ? move - moveTo(move) + turnSquare(moveTo(move), image, position)
    : makeMove(
        turnSquare(moveFrom(move), image, position),
        turnSquare(moveTo(move), image, position),
        movePromotion(move),
      )
  return leastName(turned, own, position)
}

/** Visits the positions of a main line, each with the move played in it, the last with none. */
export function eachPosition(record: GameRecord, visit: (position: Position, move?: Move) => void): void {
  const rules = rulesOf(record.game)
  let position: Position
  try {
    position = rules.start(record)
  } catch (error) {
    // An invalid start has no positions.
    if (!(error instanceof Error) || error.name !== 'PositionError') throw error
    return
  }
  for (const index of [0, ...mainLine(record.nodes)]) {
    const { move, unread, edits, turn } = record.nodes[index]!
    if (move === undefined && unread) break
    if (edits || turn) rules.edit?.(position, edits ?? [], turn)
    if (move === undefined) continue
    visit(position, move)
    rules.play(position, move)
  }
  visit(position)
}
