/**
 * Reads plain games of chess with a small WebAssembly module, whose sources are in kernel/: games from the initial
 * position whose moves are a single line with nothing on them, as most games of large databases are, or in PGN nothing
 * but clock times and evaluations. A reader that was given a kernel asks it first; of a game that is not plain the kernel
 * says so, and the reader reads it from its start as it does without one. What the kernel makes of a game is equal to what
 * the reader would have made.
 *
 * A kernel is passed along, never found: threads that read many games make one, and pages, whose content security
 * policy forbids WebAssembly, do not even load it.
 */
import type { Move } from '../model/move.ts'
import { PlayedMoves, SanTexts } from '../rules/chess/index.ts'
import { KeyedLine } from '../rules/keyed-line.ts'
import { playedLineOf, type PlayedLine } from './played-line.ts'
import { instantiate, type KernelInstance } from './chess-kernel/instantiate.ts'

/** The results that movetext may end with, by their numbers in the kernel. */
const RESULTS = [undefined, '1-0', '0-1', '1/2-1/2', '*'] as const

/** Where the number of the result begins in what is returned for movetext, and what is set above it for comments. */
const RESULT_SHIFT = 16
const RESULT_BITS = 7
const HAS_NOTES = 1 << 20

/** Where the offset of the end begins in what is returned for moves of ChessBase. */
const END_SHIFT = 11

/** What is known before a line, as bits; those of the tags are above. */
const HAS_MOVES = 1
const AFTER_BLANK = 2
const TAGS_SHIFT = 2

const encoder = new TextEncoder()

/** How the moves of a ChessBase game are encoded. */
export interface CompactEncoding {
  /** Whether the number of moves is subtracted from a byte before it is looked up, or from what is found. */
  modifier: 'before' | 'after'
  table: Uint8Array
}

/** What comments say of the nodes, by node: kernel/notes.ts says what the kinds are. */
export interface KernelNotes {
  kinds: Uint8Array
  /** Thousandths of a second that are left. */
  times: Int32Array
  /** Hundredths of a hundredth of a pawn, or moves to mate. */
  values: Int32Array
  depths: Int32Array
}

/** What is known of a game before one of its lines. */
export interface KnownLines {
  hasMoves: boolean
  isAfterBlankLine: boolean
  /** Which tags it has: src/formats/pgn/read/game-starts.ts says which bits they are. */
  tags: number
}

/** One kernel serves one thread. What it has read is valid until it reads again. */
export class ChessKernel {
  /** The moves of the last plain game, with the keys of its positions and its 16-bit codes. */
  readonly line = new KeyedLine()
  /** The result after the moves of movetext. */
  result: (typeof RESULTS)[number]
  /** What movetext says of its moves in comments; undefined if there are none. */
  notes: KernelNotes | undefined
  /** Where lines that were passed over end, and what is known before that: see {@link passLines}. */
  lineStart = 0
  hasMoves = false
  isAfterBlankLine = false
  tags = 0
  /** Where the moves of a ChessBase game ended: the offset after the last byte used. */
  end = 0
  private readonly instance: KernelInstance
  private readonly input: Uint8Array
  private readonly inputPlace: number
  private readonly window: Uint8Array
  private readonly windowPlace: number
  /** The bytes of which the window has a copy. */
  private held: Uint8Array | undefined
  private readonly permutation: Uint8Array
  private readonly allNotes: KernelNotes
  /** The table that the kernel has now. */
  private table: Uint8Array | undefined
  private readonly played: PlayedMoves
  private readonly texts: SanTexts

  constructor() {
    this.instance = instantiate()
    const { places } = this.instance
    const { buffer } = this.instance.memory
    const nodes = places.MAX_PLIES + 1
    this.input = new Uint8Array(buffer, places.INPUT, places.MAX_INPUT)
    this.inputPlace = places.INPUT
    this.window = new Uint8Array(buffer, places.WINDOW, places.MAX_WINDOW)
    this.windowPlace = places.WINDOW
    this.allNotes = {
      kinds: new Uint8Array(buffer, places.NOTES, nodes),
      times: new Int32Array(buffer, places.TIMES, nodes),
      values: new Int32Array(buffer, places.VALUES, nodes),
      depths: new Int32Array(buffer, places.DEPTHS, nodes),
    }
    this.permutation = new Uint8Array(buffer, places.PERMUTATION, 256)
    this.line.moves = new Int32Array(buffer, places.MOVES, nodes).subarray(1)
    this.line.keys = new Uint32Array(buffer, places.KEYS, 2 * nodes)
    this.line.codes = new Uint16Array(buffer, places.CODES, places.MAX_PLIES)
    this.line.hasStart = true
    const moves = new Int32Array(buffer, places.MOVES, nodes)
    const parents = new Int32Array(buffer, places.PARENTS, nodes)
    this.played = new PlayedMoves(moves, parents)
    this.texts = new SanTexts({
      moves,
      parents,
      bytes: new Uint8Array(buffer, places.TEXT, places.TEXT_SIZE),
      starts: new Int32Array(buffer, places.TEXT_STARTS, nodes),
      ends: new Int32Array(buffer, places.TEXT_ENDS, nodes),
    })
  }

  /** Takes a copy of bytes of a PGN file, whose games are read next, unless they are too many. */
  hold(bytes: Uint8Array): void {
    this.held = bytes.length > this.window.length ? undefined : bytes
    if (this.held) this.window.set(bytes)
  }

  /**
   * Passes over lines of a PGN file in which no game can begin; false if these bytes are not held. `lineStart` is then the
   * offset of the first that is none of them, or that may go on beyond the limit, and `hasMoves`, `isAfterBlankLine` and
   * `tags` say what is known before it.
   */
  passLines(bytes: Uint8Array, start: number, limit: number, before: KnownLines): boolean {
    if (bytes !== this.held) return false
    const { hasMoves, isAfterBlankLine, tags } = before
    const known = (hasMoves ? HAS_MOVES : 0) | (isAfterBlankLine ? AFTER_BLANK : 0) | (tags << TAGS_SHIFT)
    this.lineStart = this.instance.passLines(start, limit, known)
    const now = this.instance.knownLines()
    this.hasMoves = (now & HAS_MOVES) !== 0
    this.isAfterBlankLine = (now & AFTER_BLANK) !== 0
    this.tags = now >> TAGS_SHIFT
    return true
  }

  /**
   * Reads the movetext of a game from the initial position; false if it is not plain.
   * @param notes what the reader would note the moves in: texts are made if it would make them
   */
  readMovetext(bytes: Uint8Array, start: number, end: number, notes?: PlayedMoves): boolean {
    const size = end - start
    if (size > this.input.length) return false
    let place = this.windowPlace + start
    if (bytes !== this.held) {
      this.input.set(bytes.subarray(start, end))
      place = this.inputPlace
    }
    const read = this.instance.readMovetext(place, size, notes instanceof SanTexts)
    if (read < 0) return false
    this.result = RESULTS[(read >> RESULT_SHIFT) & RESULT_BITS]
    this.notes = (read & HAS_NOTES) === 0 ? undefined : this.allNotes
    this.line.length = read & ((1 << RESULT_SHIFT) - 1)
    return true
  }

  /** Reads the moves of a ChessBase game in the compact encoding, from the initial position; false if they are not plain. */
  readCompact(bytes: Uint8Array, start: number, { modifier, table }: CompactEncoding, notes?: PlayedMoves): boolean {
    if (bytes.length > this.input.length) return false
    if (table !== this.table) {
      this.permutation.set(table)
      this.table = table
    }
    this.input.set(bytes)
    const read = this.instance.readCompact(start, bytes.length, modifier === 'before', notes instanceof SanTexts)
    if (read < 0) return false
    this.end = read >> END_SHIFT
    this.line.length = read & ((1 << END_SHIFT) - 1)
    return true
  }

  /** Plays stored moves, u16 little-endian codes, from the initial position; false if one of them is not legal. */
  readCodes(bytes: Uint8Array, notes?: PlayedMoves): boolean {
    const count = bytes.length >> 1
    if (bytes.length > this.input.length) return false
    this.input.set(bytes)
    if (this.instance.readCodes(count, notes instanceof SanTexts) === 0) return false
    this.line.length = count
    return true
  }

  /** The key of the position after moves in SAN, from the initial one. Throws TypeError when one of them is not legal. */
  keyAfter(moves: readonly string[]): Uint32Array {
    const bytes = encoder.encode(moves.join(' '))
    const isRead = this.readMovetext(bytes, 0, bytes.length) && this.line.length === moves.length
    if (!isRead) throw new TypeError(`these are no legal moves: ${moves.join(' ')}`)
    return this.line.keys.subarray(2 * moves.length, 2 * moves.length + 2)
  }

  /** A copy of the moves. */
  moves(): Move[] {
    const { length, moves } = this.line
    const copy = new Array<Move>(length)
    for (let ply = 0; ply < length; ply++) copy[ply] = moves[ply]!
    return copy
  }

  /** The last game's line, as readers record it. */
  noted(line: KeyedLine | undefined, notes: PlayedMoves | undefined): PlayedLine | undefined {
    const moves = notes && (notes instanceof SanTexts ? this.texts : this.played)
    moves?.setLine(this.line.length)
    return playedLineOf(line && this.line, moves)
  }
}

/** A kernel; undefined where there is no WebAssembly, as under `node --jitless`, or a processor lacks what it needs. */
export function makeChessKernel(): ChessKernel | undefined {
  try {
    return 'WebAssembly' in globalThis ? new ChessKernel() : undefined
  } catch (error) {
    // The kernel works on 16 bytes at a time, which V8 refuses to compile for processors without SSSE3.
    if (error instanceof WebAssembly.CompileError) return undefined
    throw error
  }
}
