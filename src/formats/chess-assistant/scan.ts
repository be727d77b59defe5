/** The fast path: main lines as packed integers and position keys, variations passed over. */
import type { Move } from '../../model/move.ts'
import type { ChessPosition } from '../../rules/chess/index.ts'
import type { ScannedGame } from '../format.ts'
import type { Database } from './database.ts'
import type { EntryReader } from './entry.ts'
import { GameDecoder, type GameSink } from './moves-decoder.ts'
import type { Profile } from './profile.ts'

class MainLineSink implements GameSink {
  readonly wantsAll = false
  fen: string | undefined
  moves = new Int32Array(512)
  keys = new Uint32Array(2 * 513)
  length = 0

  start(position: ChessPosition, fen: string | undefined): void {
    this.fen = fen
    this.length = 0
    this.keep(position)
  }

  move(move: Move, position: ChessPosition): void {
    if (this.length === this.moves.length) this.grow()
    this.moves[this.length++] = move
    this.keep(position)
  }

  open(): void {}
  close(): void {}
  comment(): void {}
  unknownByte(): void {}

  private keep(position: ChessPosition): void {
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

/** Visits every game in order until the visitor answers false. A line ends before its first illegal move. */
export function scanGames(
  database: Database,
  entries: EntryReader,
  profile: Profile,
  visitor: (game: ScannedGame) => boolean | void,
): void {
  const decoder = new GameDecoder()
  const sink = new MainLineSink()
  for (let index = 0; index < database.count; index++) {
    const header = database.header(index)
    const stored = database.game(header.game)
    const { fault, illegal, legalMoves } = decoder.decode(stored.bytes, profile, sink)
    const game: ScannedGame = {
      index,
      game: 'chess',
      setup: sink.fen,
      variant: undefined,
      moves: sink.moves,
      keys: sink.keys,
      length: illegal.main > 0 ? legalMoves : sink.length,
      damaged: (stored.fault ?? fault) !== undefined || illegal.main > 0,
      header: () => entries.header(header, stored),
    }
    if (visitor(game) === false) return
  }
}
