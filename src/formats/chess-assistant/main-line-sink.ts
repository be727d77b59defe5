/** Keeps the main line of a game: its moves, the keys of its positions, and where it ends. */
import type { Move } from '../../model/move.ts'
import type { ChessPosition } from '../../rules/chess/index.ts'
import type { GameSink } from './moves-decoder.ts'

/** Moves there is room for at first. */
const FIRST_ROOM = 512

export class MainLineSink implements GameSink {
  readonly wantsAll: boolean
  /** The start, when it is not the usual one. */
  fen: string | undefined
  moves = new Int32Array(FIRST_ROOM)
  keys = new Uint32Array(2 * (FIRST_ROOM + 1))
  length = 0
  /** The position at the end; good until the decoder reads on. */
  position!: ChessPosition
  private depth = 0

  /** @param wantsAll whether variations are decoded, for their legality alone */
  constructor(wantsAll = false) {
    this.wantsAll = wantsAll
  }

  start(position: ChessPosition, fen: string | undefined): void {
    this.fen = fen
    this.length = 0
    this.depth = 0
    this.keep(position)
  }

  move(move: Move, position: ChessPosition): void {
    if (this.depth > 0) return
    if (this.length === this.moves.length) this.grow()
    this.moves[this.length++] = move
    this.keep(position)
  }

  open(): void {
    this.depth++
  }

  close(): void {
    this.depth--
  }

  comment(): void {}
  unknownByte(): void {}

  private keep(position: ChessPosition): void {
    this.position = position
    this.keys[2 * this.length] = position.keyHigh
    this.keys[2 * this.length + 1] = position.keyLow
  }

  private grow(): void {
    const moves = new Int32Array(this.moves.length * 2)
    moves.set(this.moves)
    const keys = new Uint32Array(2 * (moves.length + 1))
    keys.set(this.keys)
    this.moves = moves
    this.keys = keys
  }
}
