/** The fast path: main lines as packed integers and position keys, with every move checked, and no tree. */
import type { Move } from '../../model/move.ts'
import type { ChessPosition } from '../../rules/chess/index.ts'
import type { ScannedGame } from '../format.ts'
import { HashedLine } from '../hashed-line.ts'
import type { ScidDatabase } from './database.ts'
import { readStart, type EntryReader } from './entry.ts'
import { readGameData } from './game-data.ts'
import { VARIANT_TAG } from './header.ts'
import { MoveDecoder, type MoveSink } from './move-decoder.ts'

/** Gathers the main line of one game after the other into the same arrays. */
export class MainLineSink extends HashedLine implements MoveSink {
  readonly wantsAll = false

  /** Begins a new game. */
  start(position: ChessPosition): this {
    this.length = 0
    this.keep(position)
    return this
  }

  move(move: Move): void {
    if (this.length === this.moves.length) this.grow()
    this.moves[this.length++] = move
  }

  played(position: ChessPosition): void {
    this.keep(position)
  }

  /** Keeps the key of the position reached. */
  private keep(position: ChessPosition): void {
    this.keys[2 * this.length] = position.zobristHigh
    this.keys[2 * this.length + 1] = position.zobristLow
  }

  glyph(): void {}

  comment(): void {}

  open(): void {}

  close(): void {}
}

/** Visits every game in order, deleted ones too, until the visitor returns false. */
export function scanGames(
  database: ScidDatabase,
  entries: EntryReader,
  visitor: (game: ScannedGame) => boolean | void,
): void {
  if (!database.games) return
  const decoder = new MoveDecoder()
  const sink = new MainLineSink()
  const game: ScannedGame = {
    index: 0,
    game: 'chess',
    setup: undefined,
    variant: undefined,
    moves: sink.moves,
    length: 0,
    keys: sink.keys,
    damaged: false,
    header: () => entries.header(game.index),
  }
  for (let index = 0; index < database.count; index++) {
    const stored = database.place(index)
    const bytes = database.gameBytes(stored)
    const data = readGameData(bytes, VARIANT_TAG.length)
    sink.length = 0
    game.index = index
    game.setup = undefined
    game.variant = undefined
    game.damaged = data.fault !== undefined
    if (!data.fault) {
      const start = readStart(database, data, stored, decoder)
      game.setup = start.setup
      game.variant = start.isChess960 ? 'chess960' : undefined
      const ending = start.position && decoder.decode(bytes, data.movesAt, start.position, sink.start(start.position))
      game.damaged = ending === undefined || ending.fault !== undefined
    }
    game.moves = sink.moves
    game.keys = sink.keys
    game.length = sink.length
    if (visitor(game) === false) return
  }
}
