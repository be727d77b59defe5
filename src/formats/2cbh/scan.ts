/** The fast path: main lines as packed integers and position keys, every move checked, no tree and no annotation. */
import type { ScannedGame } from '../format.ts'
import { setupOf } from '../chessbase/moves/usual-start.ts'
import type { Cbh2Database } from './database.ts'
import type { EntryReader } from './entry.ts'
import { readFrame } from './frames.ts'
import type { StoredRecord } from './header-records.ts'
import { MainLineSink } from './main-line-sink.ts'
import { MoveDecoder } from './moves/decoder.ts'
import { decodeMoves } from './moves/record.ts'
import { mainLine } from '../../model/tree.ts'
import { parseFen, START_FEN } from '../../rules/chess/index.ts'

/** Visits every game in order, deleted ones too, until the visitor returns false. Texts are skipped. */
export function scanGames(
  database: Cbh2Database,
  entries: EntryReader,
  visitor: (game: ScannedGame) => boolean | void,
): void {
  const { moves: source } = database
  if (!source) return
  const decoder = new MoveDecoder()
  const sink = new MainLineSink()
  let stored: StoredRecord | undefined
  const game: ScannedGame = {
    index: 0,
    game: 'chess',
    setup: undefined,
    variant: undefined,
    moves: sink.moves,
    length: 0,
    keys: sink.keys,
    damaged: false,
    header: () => entries.header(stored!),
  }
  for (let index = 0; index < database.count; index++) {
    stored = database.record(index)
    if (!stored || stored.kind === 'text') continue
    sink.length = 0
    const decoded = decodeMoves(readFrame(source, stored.moves), decoder, (start) => sink.start(start))
    if (decoded.freeNodes) {
      const position = parseFen(decoded.fen ?? START_FEN)
      sink.start(position)
      for (const node of mainLine(decoded.freeNodes)) {
        const move = decoded.freeNodes[node]!.move!
        sink.move(move)
        position.play(move)
        sink.played(position)
      }
    }
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
