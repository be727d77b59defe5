/**
 * Scans lines of stones for a pattern. In Go the times at which points get their stones mostly tell where it stands
 * (stone-places.ts). Otherwise the moves are followed: only the squares that change are looked at, once a move is
 * complete, and only for the triggers that a change sets off (stone-board.ts). No liberties, no board but the stones.
 */
import { USUAL_SIZE } from '../../model/record.ts'
import { LAST_EVENT, LINE_HEAD, PASS_VALUE, SET_UP_EVENT, SQUARE_MASK, STONE_SHIFT } from '../../positions/main-line.ts'
import type { BlockTimes } from '../../positions/segment/segment-times.ts'
import { Candidates } from './candidates.ts'
import { Followers } from './follow.ts'
import { Hits } from '../answer/hits.ts'
import type { Pattern } from '../question/pattern.ts'
import type { LineScan, ScanOptions } from './line-scan.ts'
import { StoneBoard } from './stone-board.ts'
import { ListedPlaces } from './listed-places.ts'
import { readStart, startOf, type LineStart } from './stone-line.ts'
import { nextWithin, StonePlaces } from './stone-places.ts'
import { ANY_COLOUR, StoneTimes } from '../../positions/segment/stone-times.ts'

/** Games of which the times are asked in any case. */
const FEW_ASKED = 256

/** Games that are followed before anything is made for their times. */
const FEW_FOLLOWED = 128

/** Places of a pattern on a board, and the times of the game that is looked at. */
interface PlacesAndTimes {
  places: StonePlaces
  times: StoneTimes
  /** Places for the games of a block, on usual boards: signatures are of these. */
  listed?: ListedPlaces
}

/** Finds every place of a pattern the first time that it stands there in a game. */
export class StoneScan implements LineScan {
  readonly hits: Hits
  readonly candidates: Candidates | undefined
  private readonly pattern: Pattern
  private readonly isFirstOnly: boolean
  private readonly isGo: boolean
  private readonly from: number
  private readonly by: number
  private readonly boards = new Map<number, StoneBoard>()
  private readonly followers: Followers
  private board: StoneBoard | undefined
  private readonly places = new Map<StoneBoard, PlacesAndTimes | undefined>()
  private cells = new Uint8Array(0)
  /** Number of the line in which a kind of shape was met at a cell. */
  private seen = new Float64Array(0)
  /** Number of the line that is scanned, from 1: the mark of what was seen in it. */
  private serial = 0
  private number = 0
  /** The first game of the block whose times are looked at. */
  private firstOfBlock = 0
  /** Games whose times were asked, and those of which they did not tell. */
  private asked = 0
  private untold = 0
  /** Cells that changed since the last move. */
  private changed = new Uint16Array(0)

  constructor(pattern: Pattern, { depth, isFirstOnly }: ScanOptions) {
    this.hits = new Hits(depth)
    this.followers = new Followers(this.hits)
    this.candidates = Candidates.of(pattern)
    this.pattern = pattern
    this.isFirstOnly = isFirstOnly
    this.isGo = pattern.game === 'go'
    this.from = pattern.from ?? 0
    this.by = pattern.by ?? Infinity
  }

  scan(words: Uint16Array, from: number, to: number, number: number): void {
    const start = readStart(words, from, to)
    const board = start && this.boardOf(start)
    if (!board) return
    // Of few games it takes longer to make the places than to follow the moves.
    const known = this.serial >= FEW_FOLLOWED && this.areTimesUseful ? this.placesOn(board) : undefined
    if (known) {
      this.number = number
      const setUp = from + LINE_HEAD
      const isRead = known.times.read(words, setUp, setUp + Math.max(0, start.men), to)
      if (this.note(isRead && this.findByTimes(board, known))) return
    }
    this.follow(words, from, to, number)
  }

  follow(words: Uint16Array, from: number, to: number, number: number): void {
    const start = readStart(words, from, to)
    const board = start && this.boardOf(start)
    if (!board) return
    this.number = number
    this.serial++
    this.followers.begin(start.columns, start.rows)
    const men = from + LINE_HEAD + Math.max(0, start.men)
    if (start.men < 0) {
      this.cells.set(board.usualCells)
      for (const { shape, cell } of board.startHits) this.found(board, shape, cell, 0)
    } else {
      this.cells.set(board.emptyCells)
      for (let at = from + LINE_HEAD; at < men; at++) {
        const square = words[at]! & SQUARE_MASK
        const value = (words[at]! >> STONE_SHIFT) & 3
        if (square < board.cellOf.length && value !== PASS_VALUE) this.cells[board.cellOf[square]!] = value
      }
      this.lookEverywhere(board, 0)
    }
    this.followMoves(board, words, men, to)
  }

  /** The moves of a game. */
  private followMoves(board: StoneBoard, words: Uint16Array, from: number, to: number): void {
    const { followers, hits, changed, cells, isGo, isFirstOnly, by } = this
    const { cellOf, isNear } = board
    const first = hits.count
    let ply = 0
    let isFirst = true
    let isEdited = false
    let changes = 0
    for (let at = from; at < to; at++) {
      const event = words[at]!
      const square = event & SQUARE_MASK
      const value = (event >> STONE_SHIFT) & 3
      if (isNear[square] === 1 && value !== PASS_VALUE) {
        const isPlayed = (event & SET_UP_EVENT) === 0
        if (isFirst && isPlayed && followers.waiting > 0) followers.play(square, value, ply + 1)
        const cell = cellOf[square]!
        const before = cells[cell]!
        if (before !== value) {
          cells[cell] = value
          if (changes < changed.length) changed[changes++] = cell
          else isEdited = true
          // Triggers of Go know moves onto empty points alone.
          if (!isPlayed || (isGo && before !== 0 && value !== 0)) isEdited = true
        }
      }
      isFirst = (event & LAST_EVENT) !== 0
      if (!isFirst) continue
      if ((event & SET_UP_EVENT) === 0) ply++
      if (isEdited) this.lookEverywhere(board, ply)
      else for (let index = 0; index < changes; index++) this.lookAt(board, changed[index]!, ply)
      isEdited = false
      changes = 0
      if (ply < by && !(isFirstOnly && hits.count > first)) continue
      if (followers.waiting === 0) return
    }
  }

  /** The games of a block that {@link scanTimes} can look at and that may have hits; undefined where lines are scanned. */
  beginTimes(first: number, signature: Uint32Array): ArrayLike<number> | undefined {
    if (!this.areTimesUseful) return undefined
    const { columns, rows } = USUAL_SIZE.go
    const listed = this.placesOn(this.useBoard(columns, rows))?.listed
    listed?.list(signature)
    this.firstOfBlock = first
    return listed?.counts
  }

  scanTimes(block: BlockTimes, index: number): boolean {
    const start = startOf(...block.headOf(index))
    const board = this.boardOf(start)
    if (!board) return true
    this.number = this.firstOfBlock + index
    const known = this.placesOn(board)
    return this.note(known !== undefined && this.findInBlock(board, known, block, index))
  }

  private findInBlock(board: StoneBoard, known: PlacesAndTimes, block: BlockTimes, index: number): boolean {
    const { times, listed } = known
    if (listed && block.isTold(index) && listed.narrow(block, index, times) === 0) return true
    return block.load(index, times) && this.findByTimes(board, known, listed?.of(index))
  }

  /** Whether times have told of most games so far. */
  private get areTimesUseful(): boolean {
    return this.isGo && (this.asked < FEW_ASKED || this.untold * 2 < this.asked)
  }

  /** Notes whether the times of a game told, and returns it. */
  private note(isTold: boolean): boolean {
    this.asked++
    if (!isTold) this.untold++
    return isTold
  }

  /** The board of a game that begins so; undefined where the pattern is not asked for or has no room. */
  private boardOf({ columns, rows, men }: LineStart): StoneBoard | undefined {
    const { handicap } = this.pattern
    const placed = Math.max(0, men)
    if (handicap && (placed < handicap.least || placed > handicap.most)) return undefined
    const board = this.useBoard(columns, rows)
    return board.shapes.length === 0 ? undefined : board
  }

  /**
   * Finds the hits of a game by the times of its stones; false, and none, where these do not tell.
   * @param listed places that are looked at; all when left out
   */
  private findByTimes(board: StoneBoard, { places, times }: PlacesAndTimes, listed?: Uint16Array): boolean {
    const { hits } = this
    if (!places.find(times, listed)) return false
    const { found } = places
    if (found.length === 0) return true
    if (hits.depth > 1) return false
    const { columns, stride } = board
    const first = hits.count
    const until = Math.min(this.by, this.isFirstOnly ? this.earliest(places.plies) : Infinity)
    for (let index = 0; index < found.length; index++) {
      const ply = places.plies[index]!
      if (ply < this.from || ply > until) continue
      const place = found[index]!
      const shape = board.shapes[places.shapeOf[place]!]!
      const cell = places.cellOf[place]!
      const left = (cell % stride) - 1
      const top = Math.floor(cell / stride) - 1
      const row = hits.add(this.number, ply, shape.orientation, top * columns + left)
      if (hits.depth === 0) continue
      const next = nextWithin(shape, left, top, columns, ply, times)
      if (!next) {
        hits.count = first
        return false
      }
      if (next.time >= times.end) continue
      hits.distances[row] = times.plyOf(next.time) - ply
      const square =
        shape.drawn[(Math.floor(next.square / columns) - top) * shape.columns + (next.square % columns) - left]!
      const colour = next.time & ANY_COLOUR
      hits.next[row] = square | ((shape.isExchanged ? 3 - colour : colour) << STONE_SHIFT)
    }
    return true
  }

  /** The first of some numbers of moves that counts. */
  private earliest(plies: readonly number[]): number {
    return plies.reduce((least, ply) => (ply >= this.from && ply < least ? ply : least), Infinity)
  }

  private placesOn(board: StoneBoard): PlacesAndTimes | undefined {
    if (this.places.has(board)) return this.places.get(board)
    const places = StonePlaces.of(board)
    const { columns, rows } = USUAL_SIZE.go
    const isUsual = board.columns === columns && board.rows === rows
    const known = places && {
      places,
      times: new StoneTimes(),
      ...(isUsual && { listed: new ListedPlaces(places) }),
    }
    this.places.set(board, known)
    return known
  }

  private useBoard(columns: number, rows: number): StoneBoard {
    if (this.board?.columns === columns && this.board.rows === rows) return this.board
    const key = columns | (rows << 8)
    let board = this.boards.get(key)
    if (!board) {
      board = new StoneBoard(this.pattern, columns, rows)
      this.boards.set(key, board)
    }
    this.board = board
    if (this.cells.length !== board.size) this.cells = new Uint8Array(board.size)
    if (this.changed.length < board.size) this.changed = new Uint16Array(board.size)
    if (this.seen.length < board.size * board.kinds) this.seen = new Float64Array(board.size * board.kinds)
    return board
  }

  /** Compares at every place: after what a set-up changed. */
  private lookEverywhere(board: StoneBoard, ply: number): void {
    for (const { shape, cell } of board.standing(this.cells)) this.found(board, shape, cell, ply)
  }

  /** Compares what the change of a cell can have completed. */
  private lookAt(board: StoneBoard, cell: number, ply: number): void {
    const { cells } = this
    const value = cells[cell]!
    const { starts, fits } = board
    if (starts) {
      const list = value * board.size + cell
      const end = starts[list + 1]!
      for (let at = starts[list]!; at < end; at++) this.tryTrigger(board, board.listed[at]!, cell, ply)
      return
    }
    let bits = fits![board.codeOf(cells, cell)]! | board.always[value]!
    for (let shape = 0; bits !== 0; shape++, bits >>= 1) {
      if ((bits & 1) === 0) continue
      const triggers = board.byShape[shape * 3 + value]!
      for (let at = 0; at < triggers.length; at++) this.tryTrigger(board, triggers[at]!, cell, ply)
    }
  }

  private tryTrigger(board: StoneBoard, trigger: number, cell: number, ply: number): void {
    const { cells } = this
    const index = board.triggerShape[trigger]!
    const corner = cell + board.triggerCorner[trigger]!
    const { offsets, allowed, places } = board.shapes[index]!
    if (corner < 0 || corner >= places.length || places[corner] === 0) return
    for (let at = 0; at < offsets.length; at++) {
      if (((allowed[at]! >> cells[corner + offsets[at]!]!) & 1) === 0) return
    }
    this.found(board, index, corner, ply)
  }

  /** Adds a hit when it is the first in the game at its place. */
  private found(board: StoneBoard, index: number, cell: number, ply: number): void {
    const shape = board.shapes[index]!
    const mark = cell * board.kinds + shape.kind
    if (this.seen[mark] === this.serial) return
    this.seen[mark] = this.serial
    if (ply < this.from || ply > this.by) return
    const left = (cell % board.stride) - 1
    const top = Math.floor(cell / board.stride) - 1
    const row = this.hits.add(this.number, ply, shape.orientation, top * board.columns + left)
    if (this.hits.depth > 0) this.followers.add(row, left, top, shape)
  }
}
