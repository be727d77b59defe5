/** The fast path: main lines as packed integers and position keys, variations skipped. */
import type { ScannedGame } from '../format.ts'
import type { ChessAssistantDatabase } from './database.ts'
import type { EntryReader } from './entry.ts'
import { MainLineSink } from './main-line-sink.ts'
import { GameDecoder } from './moves-decoder.ts'
import type { Profile } from './profile.ts'

/** Visits every game in order until the visitor returns false. A line ends before its first illegal move. */
export function scanGames(
  database: ChessAssistantDatabase,
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
