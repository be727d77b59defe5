/**
 * The fast path: main lines as packed integers and position keys, with every move checked, and without tree, header and
 * annotations unless requested.
 */
import type { Move } from '../../model/move.ts'
import type { ChessPosition } from '../../rules/chess/index.ts'
import type { ScannedGame } from '../format.ts'
import { HashedLine } from '../hashed-line.ts'
import type { ChessBaseDatabase } from './database.ts'
import type { EntryReader } from './entry.ts'
import { MoveDecoder, type MoveSink } from './moves/decoder.ts'
import { decodeMoves, readMovesRecord } from './moves/record.ts'
import { setupOf } from './moves/usual-start.ts'

/** Collects the main lines of games, one after another, in the same arrays. */
export class MainLineSink extends HashedLine implements MoveSink {
  readonly wantsVariations = false

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

  /** Stores the key of the position reached. */
  private keep(position: ChessPosition): void {
    this.keys[2 * this.length] = position.zobristHigh
    this.keys[2 * this.length + 1] = position.zobristLow
  }

  fork(): void {}

  endLine(): void {}
}

/** Visits every game in order, deleted ones too, until the visitor returns false. Texts are skipped. */
export function scanGames(
  database: ChessBaseDatabase,
  entries: EntryReader,
  visitor: (game: ScannedGame) => boolean | void,
): void {
  const { moves: source } = database
  if (!source) return
  const decoder = new MoveDecoder()
  const sink = new MainLineSink()
  let stored: ReturnType<ChessBaseDatabase['record']>
  const game: ScannedGame = {
    index: 0,
    game: 'chess',
    setup: undefined,
    variant: undefined,
    moves: sink.moves,
    length: 0,
    keys: sink.keys,
    damaged: false,
    header: () => entries.header(game.index, stored!),
  }
  for (let index = 0; index < database.count; index++) {
    stored = database.record(index)
    if (stored?.kind !== 'game') continue
    const record = readMovesRecord(source, database.movesOffset(index, stored))
    sink.length = 0
    const decoded = decodeMoves(record, decoder, (start) => sink.start(start))
    // The wrong table yields moves that are legal by chance.
    if (decoded.issues.some(({ id }) => id === 'chessbase/unknown-mode')) sink.length = 0
    game.index = index
    game.setup = setupOf(decoded)
    game.variant = decoded.isChess960 ? 'chess960' : undefined
    game.damaged = decoded.ending === undefined || decoded.ending.fault !== undefined
    game.moves = sink.moves
    game.keys = sink.keys
    game.length = sink.length
    if (visitor(game) === false) return
  }
}
