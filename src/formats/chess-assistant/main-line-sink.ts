/** Collects the main line of a game: its moves, the keys of its positions, and its end. */
import type { Move } from '../../model/move.ts'
import { chess, type ChessPosition } from '../../rules/chess/index.ts'
import { HashedLine } from '../hashed-line.ts'
import type { GameSink } from './moves-decoder.ts'

export class MainLineSink extends HashedLine implements GameSink {
  readonly wantsAll: boolean
  /** The start position, if it is not the initial one. */
  fen: string | undefined
  /** The position at the end; valid until the decoder reads on. */
  position!: ChessPosition
  private depth = 0

  /** @param wantsAll whether variations are decoded, only to check their legality */
  constructor(wantsAll = false) {
    super()
    this.wantsAll = wantsAll
  }

  start(position: ChessPosition, fen: string | undefined): void {
    this.fen = fen
    this.depth = 0
    this.position = position
    this.begin(chess, position)
  }

  about(): void {}

  move(move: Move, position: ChessPosition): void {
    if (this.depth > 0) return
    this.position = position
    this.push(move, chess, position)
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
