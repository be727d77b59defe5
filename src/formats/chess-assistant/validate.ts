/** What a sound database keeps to, checked without any other source: docs/formats/chess-assistant.md, Validation. */
import { u32le } from '../../bytes/numbers.ts'
import type { Issue } from '../../model/issue.ts'
import { positionAfter } from '../../rules/replay.ts'
import { chess } from '../../rules/chess/index.ts'
import { mainLineMoves } from '../../model/tree.ts'
import type { Database } from './database.ts'
import type { EntryReader } from './entry.ts'
import { LISTS } from './layout.ts'

/** First letters of ECO codes that a first move allows. */
const FIRST_MOVES: Readonly<Record<string, string>> = { e4: 'BC', d4: 'ADE', c4: 'ADE', Nf3: 'ADE' }

/** Checks lists, records and games. */
export function* validateDatabase(database: Database, entries: EntryReader): IterableIterator<Issue> {
  yield* checkOrders(database)
  yield* checkRecords(database)
  for (let index = 0; index < database.count; index++) {
    const { record } = entries.entry(index)
    if (!record || record.setup !== undefined) continue
    const moves = mainLineMoves(record.nodes)
    const position = positionAfter(chess, record, moves)
    const end = chess.outcome(position)
    const { result, openingCode } = record.header
    const place = { file: database.headers.name, record: index }
    if (end?.reason === 'checkmate' && (result.outcome !== 'win' || result.winner !== end.winner)) {
      yield {
        id: 'chess-assistant/result-mate',
        severity: 'warning',
        message: 'the game ends in mate, its outcome says otherwise',
        place,
      }
    }
    if (end?.reason === 'stalemate' && result.outcome === 'win') {
      yield {
        id: 'chess-assistant/result-stalemate',
        severity: 'warning',
        message: 'the game ends in stalemate, its outcome is a win',
        place,
      }
    }
    if (moves.length === 0 || openingCode === undefined) continue
    const first = chess.writeMove(chess.start(), moves[0]!)
    const letters = FIRST_MOVES[first] ?? 'A'
    if (!letters.includes(openingCode[0]!)) {
      yield {
        id: 'chess-assistant/opening',
        severity: 'info',
        message: `the opening code ${openingCode} does not fit 1. ${first}`,
        place,
      }
    }
  }
}

/** The sorted index of a list names every entry once. */
function* checkOrders(database: Database): IterableIterator<Issue> {
  for (const name of LISTS) {
    const list = database.lists[name]
    if (list.order.length === 0) continue
    const seen = new Uint8Array(list.count)
    let isPermutation = list.order.length === list.count * 4
    for (let at = 0; at + 4 <= list.order.length && isPermutation; at += 4) {
      const place = u32le(list.order, at) - list.base
      isPermutation = place >= 0 && place < list.count && seen[place] === 0
      seen[place] = 1
    }
    if (isPermutation) continue
    const message = `the sorted index of ${name} does not name every entry once`
    yield { id: 'chess-assistant/sorted-index', severity: 'warning', message, place: { file: database.name } }
  }
}

/** No two games share bytes of `.d02`, unless they are the same record. */
function* checkRecords(database: Database): IterableIterator<Issue> {
  const records: { start: number; end: number; index: number }[] = []
  for (let index = 0; index < database.count; index++) {
    const { bytes, offset, fault } = database.game(database.header(index).game)
    if (fault === undefined)
      records.push({ start: offset, end: offset + bytes.length + (bytes.length < 128 ? 1 : 2), index })
  }
  records.sort((left, right) => left.start - right.start)
  for (let at = 1; at < records.length; at++) {
    const [before, here] = [records[at - 1]!, records[at]!]
    if (here.start === before.start || here.start >= before.end) continue
    const message = `the record overlaps that of game ${before.index + 1}`
    const place = { file: database.games!.name, offset: here.start, record: here.index }
    yield { id: 'chess-assistant/overlap', severity: 'error', message, place }
  }
}
