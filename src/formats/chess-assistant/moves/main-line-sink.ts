/** Collects the main line of a game: its moves and its end. */
import type { Move } from '../../../model/move.ts'
import type { ChessPosition } from '../../../rules/chess/index.ts'
import type { GameSink } from './moves-decoder.ts'

export class MainLineSink implements GameSink {
  readonly wantsAll: boolean
  /** The moves of the game that is read, or was read last. */
  moves: Move[] = []
  /** The start position, if it is not the initial one. */
  fen: string | undefined
  /** The position at the end; valid until the decoder reads on. */
  position!: ChessPosition
  private depth = 0

  /** @param wantsAll whether variations are decoded, only to check their legality */
  constructor(wantsAll = false) {
    this.wantsAll = wantsAll
  }

  start(position: ChessPosition, fen: string | undefined): void {
    this.fen = fen
    this.depth = 0
    this.position = position
    this.moves = []
  }

  about(): void {}

  move(move: Move, position: ChessPosition): void {
    if (this.depth > 0) return
    this.position = position
    this.moves.push(move)
  }

  open(): void {
    this.depth++
  }

  close(): void {
    this.depth--
  }

  comment(): void {}
  unknownByte(): void {}
  unread(): void {}
}
