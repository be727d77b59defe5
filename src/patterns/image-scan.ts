/**
 * Scans lines of stones for patterns that have few images on a board, such as corners and sides. Every image has a
 * count of squares that are not as it wants them, and every event changes the counts of the images that say something
 * of its square: an image with none stands. No liberties, no board but the stones.
 */
import type { Game } from '../model/record.ts'
import { LINE_HEAD, PASS_VALUE, SET_UP_EVENT, STONE_SHIFT } from '../positions/main-line.ts'
import { Candidates } from './candidates.ts'
import { Followers, type Region } from './follow.ts'
import { Hits } from './hits.ts'
import { EXCHANGED } from './orientation.ts'
import type { Pattern } from './pattern.ts'
import { placePattern, type PlacedPattern } from './placed.ts'
import type { LineScan, ScanOptions } from './scan.ts'
import { isLast, readStart, SQUARE_MASK, usualStones } from './stone-line.ts'

/** The images of a pattern on a board of one size, by square. */
class BoardImages {
  readonly columns: number
  readonly count: number
  readonly regions: Region[]
  readonly orientations: Uint8Array
  readonly places: Uint16Array
  readonly stones: Uint8Array
  /** The images that say something of square `s` stand from `starts[s]` on in `images`, with what they allow there. */
  readonly starts: Uint32Array
  readonly images: Uint16Array
  readonly allowed: Uint8Array
  /** Wrong squares of each image at the usual start, and on an empty board. */
  readonly wrongUsual: Uint16Array
  readonly wrongEmpty: Uint16Array

  constructor(game: Game, placed: readonly PlacedPattern[], columns: number, rows: number) {
    this.columns = columns
    this.count = placed.length
    this.stones = usualStones(game, columns, rows)
    this.regions = placed.map(({ oriented, left, top }) => ({
      left,
      top,
      columns: oriented.columns,
      rows: oriented.rows,
      drawn: oriented.drawn,
      isExchanged: (oriented.orientation & EXCHANGED) !== 0,
    }))
    this.orientations = Uint8Array.from(placed, ({ oriented }) => oriented.orientation)
    this.places = Uint16Array.from(placed, ({ left, top }) => top * columns + left)
    const bySquare: { image: number; allowed: number }[][] = Array.from({ length: columns * rows }, () => [])
    for (const [image, { squares, allowed }] of placed.entries()) {
      for (const [index, square] of squares.entries()) bySquare[square]!.push({ image, allowed: allowed[index]! })
    }
    const all = bySquare.flat()
    this.starts = new Uint32Array(bySquare.length + 1)
    for (const [square, own] of bySquare.entries()) this.starts[square + 1] = this.starts[square]! + own.length
    this.images = Uint16Array.from(all, ({ image }) => image)
    this.allowed = Uint8Array.from(all, ({ allowed }) => allowed)
    this.wrongEmpty = this.countWrong(new Uint8Array(columns * rows))
    this.wrongUsual = this.countWrong(this.stones)
  }

  private countWrong(stones: Uint8Array): Uint16Array {
    const wrong = new Uint16Array(this.count)
    for (const [square, stone] of stones.entries()) {
      for (let at = this.starts[square]!; at < this.starts[square + 1]!; at++) {
        if (((this.allowed[at]! >> stone) & 1) === 0) wrong[this.images[at]!]!++
      }
    }
    return wrong
  }
}

/** Finds every image of a pattern the first time that it stands in a game. */
export class ImageScan implements LineScan {
  readonly hits: Hits
  readonly candidates: Candidates | undefined
  private readonly game: Game
  private readonly pattern: Pattern
  private readonly isFirstOnly: boolean
  private readonly from: number
  private readonly by: number
  private readonly boards = new Map<number, BoardImages>()
  private readonly followers: Followers
  private stones = new Uint8Array(361)
  private wrong = new Uint16Array(64)
  private isDone = new Uint8Array(64)
  /** Images that came to have no wrong square since the last move, which later events of a move may change again. */
  private met: number[] = []

  constructor(pattern: Pattern, { depth, isFirstOnly }: ScanOptions) {
    this.hits = new Hits(depth)
    this.candidates = Candidates.of(pattern)
    this.followers = new Followers(this.hits)
    this.game = pattern.game
    this.pattern = pattern
    this.isFirstOnly = isFirstOnly
    this.from = pattern.from ?? 0
    this.by = pattern.by ?? Infinity
  }

  scan(words: Uint16Array, from: number, to: number, number: number): void {
    const start = readStart(words, from, to)
    if (!start) return
    const board = this.imagesOn(start.columns, start.rows)
    if (board.count === 0) return
    const { handicap } = this.pattern
    const placed = Math.max(0, start.men)
    if (handicap && (placed < handicap.least || placed > handicap.most)) return
    this.begin(board, start.men < 0)
    const men = from + LINE_HEAD + placed
    let at = from + LINE_HEAD
    for (; at < men; at++) this.change(board, words[at]! & SQUARE_MASK, (words[at]! >> STONE_SHIFT) & 3)
    this.checkAll(board, number)
    this.met.length = 0
    this.follow(board, words, at, to, number)
    this.followers.clear()
  }

  /** The moves of a game. */
  private follow(board: BoardImages, words: Uint16Array, from: number, to: number, number: number): void {
    const { followers, met, hits } = this
    const { columns } = board
    const first = hits.count
    let ply = 0
    let isFirst = true
    for (let at = from; at < to; at++) {
      const event = words[at]!
      const square = event & SQUARE_MASK
      const value = (event >> STONE_SHIFT) & 3
      if (value !== PASS_VALUE) {
        if (isFirst && followers.waiting > 0 && (event & SET_UP_EVENT) === 0) {
          const column = square % columns
          followers.play(column, (square - column) / columns, value, ply + 1)
        }
        this.change(board, square, value)
      }
      isFirst = isLast(event)
      if (!isFirst) continue
      if ((event & SET_UP_EVENT) === 0) ply++
      if (met.length > 0) this.checkMet(board, ply, number)
      if (followers.waiting > 0) continue
      if ((this.isFirstOnly && hits.count > first) || ply >= this.by) return
    }
  }

  private imagesOn(columns: number, rows: number): BoardImages {
    const key = columns | (rows << 8)
    let board = this.boards.get(key)
    if (board) return board
    board = new BoardImages(this.game, placePattern(this.pattern, columns, rows), columns, rows)
    this.boards.set(key, board)
    if (this.stones.length < columns * rows) this.stones = new Uint8Array(columns * rows)
    if (this.wrong.length < board.count) {
      this.wrong = new Uint16Array(board.count)
      this.isDone = new Uint8Array(board.count)
    }
    return board
  }

  private begin(board: BoardImages, isUsual: boolean): void {
    if (isUsual) this.stones.set(board.stones)
    else this.stones.fill(0)
    this.wrong.set(isUsual ? board.wrongUsual : board.wrongEmpty)
    this.isDone.fill(0, 0, board.count)
  }

  private change(board: BoardImages, square: number, value: number): void {
    const { stones, wrong, met } = this
    if (square >= board.stones.length) return
    const before = stones[square]!
    if (before === value) return
    stones[square] = value
    const { images, allowed, starts } = board
    const end = starts[square + 1]!
    for (let at = starts[square]!; at < end; at++) {
      const bits = allowed[at]!
      const change = ((bits >> before) & 1) - ((bits >> value) & 1)
      if (change === 0) continue
      const image = images[at]!
      if ((wrong[image]! += change) === 0) met.push(image)
    }
  }

  /** Looks at all images: before the first move. */
  private checkAll(board: BoardImages, number: number): void {
    for (let image = 0; image < board.count; image++) this.check(board, image, 0, number)
  }

  private checkMet(board: BoardImages, ply: number, number: number): void {
    for (const image of this.met) this.check(board, image, ply, number)
    this.met.length = 0
  }

  private check(board: BoardImages, image: number, ply: number, number: number): void {
    if (this.wrong[image] !== 0 || this.isDone[image] === 1) return
    this.isDone[image] = 1
    if (ply < this.from || ply > this.by) return
    const row = this.hits.add(number, ply, board.orientations[image]!, board.places[image]!)
    if (this.hits.depth > 0) this.followers.add(row, board.regions[image]!)
  }
}
