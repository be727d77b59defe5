/**
 * Scans lines of chess and xiangqi for patterns and material. Moves are played on a board of numbers; every change of a
 * square changes the counts of wrong squares of the images, and a capture or promotion those of the men.
 */
import { USUAL_SIZE, type Game } from '../../model/record.ts'
import { LINE_HEAD, MAN_SHIFT } from '../../positions/main-line.ts'
import { NO_MOVE_CODE, PASS_CODE } from '../../positions/move-code.ts'
import { rulesOf } from '../../rules/index.ts'
import { Candidates } from './candidates.ts'
import { Hits } from '../answer/hits.ts'
import { isMaterialMet, type Material } from '../question/material.ts'
import { manOf, type Pattern } from '../question/pattern.ts'
import { readPawns } from '../question/pawns.ts'
import { placePattern } from '../question/placed.ts'
import type { LineScan, ScanOptions } from './line-scan.ts'
import { readStart } from './stone-line.ts'

/** Kinds of men, the empty square included, at most. */
const KINDS = 16

const [PAWN, BLACK_PAWN, KING, BLACK_KING, ROOK, BLACK_ROOK, WHITE_BISHOP, BLACK_BISHOP] = [...'PpKkRrBb'].map(
  (letter) => manOf('chess', letter),
)
/** What a pawn becomes, by the number in the code of a move: the man of White; Black's is so many more. */
const PROMOTED = ['', 'N', 'B', 'R', 'Q', 'K'].map((letter) => manOf('chess', letter))
const BLACK_MEN = 6

/** The man of a pass, in what is kept with a hit. */
export const PASS_MAN = 15

/** Squares of men and where what is wanted stands; every scan has one. */
export class MenScan implements LineScan {
  readonly hits: Hits
  readonly candidates: Candidates | undefined
  private readonly isChess: boolean
  private readonly isFirstOnly: boolean
  private readonly material: Material | undefined
  private readonly pattern: Pattern | undefined
  private readonly columns: number
  private readonly size: number
  private readonly usual: Uint8Array
  private readonly board: Uint8Array
  private readonly counts = new Uint8Array(KINDS)
  /** Whether pawns are asked for, so that moves of them change what the material comes to. */
  private readonly hasPawns: boolean
  private isMaterialKnown = false
  private hasMaterial = true
  /** What each image allows on each square, image by image; wrong squares of each. */
  private readonly images: number
  private readonly orientations: number[]
  private readonly allowed: Uint16Array
  private readonly wrong: Int32Array
  private readonly isDone: Uint8Array
  /** Moves played when each image came to stand with what is wanted, -1 while it does not. */
  private readonly since: Int32Array
  private readonly lasting: number
  /** Whether anything changed for the better since it was last looked at. */
  private isChanged = false

  constructor(game: Game, pattern: Pattern | undefined, material: Material | undefined, options: ScanOptions) {
    const { columns, rows } = USUAL_SIZE[game]
    this.hits = new Hits(options.depth)
    this.candidates = pattern && Candidates.of(pattern)
    this.isFirstOnly = options.isFirstOnly
    this.isChess = game === 'chess'
    this.material = material
    this.hasPawns = material?.pawns !== undefined
    this.pattern = pattern
    this.columns = columns
    this.size = columns * rows
    const start = rulesOf(game).start()
    this.usual = Uint8Array.from({ length: this.size }, (_, square) => manOf(game, start.pieceAt(square)))
    this.board = new Uint8Array(this.size)
    const placed = pattern ? placePattern(pattern, columns, rows) : undefined
    this.images = placed?.length ?? 1
    this.orientations = placed?.map(({ oriented }) => oriented.orientation) ?? [0]
    this.allowed = new Uint16Array(this.size * this.images).fill(0xffff)
    for (const [image, { squares, allowed }] of (placed ?? []).entries()) {
      for (const [index, square] of squares.entries()) this.allowed[image * this.size + square] = allowed[index]!
    }
    this.wrong = new Int32Array(this.images)
    this.isDone = new Uint8Array(this.images)
    this.since = new Int32Array(this.images)
    this.lasting = material?.lasting ?? 1
  }

  scan(words: Uint16Array, from: number, to: number, number: number): void {
    const start = readStart(words, from, to)
    if (!start || this.images === 0) return
    this.begin(words, from + LINE_HEAD, start.men)
    const { pattern, hits } = this
    const { depth } = hits
    const [least, most] = [pattern?.from ?? 0, pattern?.by ?? Infinity]
    const first = hits.count
    let waiting = 0
    let ply = 0
    for (let at = from + LINE_HEAD + Math.max(0, start.men); ; at++, ply++) {
      if (this.isChanged && (ply >= least || this.lasting > 1) && ply <= most) waiting += this.look(ply, number)
      if (at >= to || words[at] === NO_MOVE_CODE) return
      if (waiting > 0) waiting = this.keepMove(words[at]!, ply + 1, first, depth)
      else if (this.isFirstOnly && hits.count > first) return
      if (ply >= most && waiting === 0) return
      this.play(words[at]!)
    }
  }

  private begin(words: Uint16Array, at: number, men: number): void {
    const { board, counts, allowed, size } = this
    if (men < 0) {
      board.set(this.usual)
    } else {
      board.fill(0)
      for (let index = 0; index < men; index++) {
        const square = words[at + index]! & ((1 << MAN_SHIFT) - 1)
        if (square < size) board[square] = (words[at + index]! >> MAN_SHIFT) & (KINDS - 1)
      }
    }
    counts.fill(0)
    for (let square = 0; square < size; square++) counts[board[square]!]!++
    for (let image = 0; image < this.images; image++) {
      let wrong = 0
      for (let square = 0; square < size; square++) {
        if (((allowed[image * size + square]! >> board[square]!) & 1) === 0) wrong++
      }
      this.wrong[image] = wrong
    }
    this.isDone.fill(0)
    this.since.fill(-1)
    this.isMaterialKnown = false
    this.isChanged = true
  }

  /** Adds the hits of the images that stand now; returns how many wait for a move. */
  private look(ply: number, number: number): number {
    this.isChanged = false
    let found = 0
    for (let image = 0; image < this.images; image++) {
      if (this.isDone[image] === 1) continue
      if (this.wrong[image] !== 0 || !this.isMaterialMet()) {
        this.since[image] = -1
        continue
      }
      if (this.since[image]! < 0) this.since[image] = ply
      if (ply - this.since[image]! + 1 < this.lasting) {
        // Looked at again after the next move, whatever that changes.
        this.isChanged = true
        continue
      }
      this.isDone[image] = 1
      this.hits.add(number, ply, this.orientations[image]!, 0)
      found++
    }
    return this.hits.depth > 0 ? found : 0
  }

  private isMaterialMet(): boolean {
    if (!this.material) return true
    if (!this.isMaterialKnown) {
      this.hasMaterial = isMaterialMet(this.material, this.counts, this.pawnsOn) && this.haveBishops()
      this.isMaterialKnown = true
    }
    return this.hasMaterial
  }

  private readonly pawnsOn = () =>
    readPawns((square) => {
      const man = this.board[square]!
      return man === PAWN ? 1 : man === BLACK_PAWN ? 2 : 0
    })

  /** Whether the bishops stand on squares of the colours that are wanted. */
  private haveBishops(): boolean {
    const wanted = this.material!.bishops
    if (!wanted) return true
    if (this.counts[WHITE_BISHOP!] !== 1 || this.counts[BLACK_BISHOP!] !== 1) return false
    const [white, black] = [this.board.indexOf(WHITE_BISHOP!), this.board.indexOf(BLACK_BISHOP!)]
    const isSame = this.shadeOf(white) === this.shadeOf(black)
    return isSame === (wanted === 'same')
  }

  private shadeOf(square: number): number {
    return ((square % this.columns) + Math.floor(square / this.columns)) & 1
  }

  /** Keeps a move with the hits of the game that wait for it; returns how many still wait. */
  private keepMove(code: number, ply: number, first: number, depth: number): number {
    const { hits } = this
    let waiting = 0
    for (let row = first; row < hits.count; row++) {
      const place = ply - 1 - hits.plies[row]!
      if (place >= depth) continue
      if (place === 0) hits.distances[row] = 1
      const isMirrored = hits.orientations[row] === 1
      hits.next[row * depth + place] = this.manOf(code) | (isMirrored ? this.mirror(code) : code)
      if (place + 1 < depth) waiting++
    }
    return waiting
  }

  private manOf(code: number): number {
    if (code === PASS_CODE) return PASS_MAN << 16
    return this.board[this.isChess ? code & 63 : code & 127]! << 16
  }

  /** A move of xiangqi, left and right exchanged. */
  private mirror(code: number): number {
    if (code === PASS_CODE) return code
    const turned = (square: number) => square - (square % this.columns) * 2 + this.columns - 1
    return turned(code & 127) | (turned(code >> 7) << 7)
  }

  private play(code: number): void {
    if (code === PASS_CODE) return
    if (this.isChess) this.playChess(code)
    else this.move(code & 127, code >> 7)
  }

  private playChess(code: number): void {
    const { board } = this
    const from = code & 63
    const to = (code >> 6) & 63
    const man = board[from]!
    const isWhite = man <= BLACK_MEN
    if (man === KING || man === BLACK_KING) {
      if (board[to] === (isWhite ? ROOK : BLACK_ROOK)) return this.castle(from, to)
    } else if ((man === PAWN || man === BLACK_PAWN) && (from & 7) !== (to & 7) && board[to] === 0) {
      this.replace((from & 56) | (to & 7), 0)
    }
    this.move(from, to)
    const promotion = code >> 12
    if (promotion > 0) this.replace(to, (PROMOTED[promotion] ?? 0) + (isWhite ? 0 : BLACK_MEN))
  }

  /** Castling is the king taking its own rook. */
  private castle(from: number, to: number): void {
    const king = this.board[from]!
    const rook = this.board[to]!
    const rank = from & 56
    this.put(from, 0)
    this.put(to, 0)
    this.put(rank + (to > from ? 6 : 2), king)
    this.put(rank + (to > from ? 5 : 3), rook)
  }

  private move(from: number, to: number): void {
    if (from === to || from >= this.size || to >= this.size) return
    const man = this.board[from]!
    const captured = this.board[to]!
    if (captured !== 0) this.count(captured, -1)
    if (this.hasPawns && (man === PAWN || man === BLACK_PAWN)) {
      this.isMaterialKnown = false
      this.isChanged = true
    }
    this.put(from, 0)
    this.put(to, man)
  }

  /** Puts a man, or none, in the place of what stands on a square and goes. */
  private replace(square: number, man: number): void {
    const before = this.board[square]!
    if (before !== 0) this.count(before, -1)
    if (man !== 0) this.count(man, 1)
    this.put(square, man)
  }

  private count(man: number, by: number): void {
    this.counts[man]! += by
    this.isMaterialKnown = false
    this.isChanged = true
  }

  private put(square: number, man: number): void {
    const { board, allowed, wrong, size } = this
    const before = board[square]!
    if (before === man) return
    board[square] = man
    for (let image = 0; image < this.images; image++) {
      const bits = allowed[image * size + square]!
      const change = ((bits >> before) & 1) - ((bits >> man) & 1)
      if (change === 0) continue
      wrong[image]! += change
      this.isChanged = true
    }
  }
}
