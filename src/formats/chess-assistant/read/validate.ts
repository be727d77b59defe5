/** What a sound database conforms to, checked without any other source: docs/formats/chess-assistant.md, Validation. */
import { u32le } from '../../../bytes/numbers.ts'
import { issue, makeMessage, type Issue } from '../../../issues/issue.ts'
import { chess } from '../../../rules/chess/index.ts'
import type { ChessAssistantDatabase } from '../files/database.ts'
import { LISTS, openingOf, resultOf } from '../files/layout.ts'
import { MainLineSink } from '../moves/main-line-sink.ts'
import { GameDecoder } from '../moves/moves-decoder.ts'
import { openingFits } from '../moves/openings.ts'
import type { Profile } from '../moves/profile.ts'

/**
 * Checks volume, lists, records and games. Problems within single games, such as illegal moves and unreadable bytes,
 * are reported by their entries.
 */
export function* validateDatabase(database: ChessAssistantDatabase, profile: Profile): IterableIterator<Issue> {
  yield* checkVolume(database)
  yield* checkLists(database)
  yield* checkAddresses(database)
  yield* checkRecords(database)
  yield* checkGames(database, profile)
}

/** No two files of the volume share bytes. */
function* checkVolume({ volume, name }: ChessAssistantDatabase): IterableIterator<Issue> {
  for (const file of volume.names) volume.file(file)
  const { extents } = volume
  for (const [before, here] of overlaps(extents)) {
    const params = { name: extents[here]!.what, other: extents[before]!.what }
    yield issue('chess-assistant/overlap', 'error', params, { file: `${name}.emb`, offset: extents[here]!.start })
  }
}

/**
 * The parts of every list state the same number of entries, its entries share no bytes, and its sorted index names
 * each once.
 */
function* checkLists(database: ChessAssistantDatabase): IterableIterator<Issue> {
  const place = { file: `${database.name}.emb` }
  for (const name of LISTS) {
    const list = database.lists[name]
    const listName = makeMessage(`ca-list/${name}`, {})
    for (const { part, stated } of list.statedCounts()) {
      if (stated === list.count) continue
      const params = { list: listName, count: list.count, part: makeMessage(`ca-part/${part}`, {}), stated }
      yield issue('chess-assistant/list-count', 'warning', params, place)
    }
    const extents: { start: number; end: number; id: number }[] = []
    let broken = 0
    for (let id = list.base; id < list.base + list.count; id++) {
      const extent = list.extentOf(id)
      if (extent) extents.push({ ...extent, id })
      else broken++
    }
    if (broken > 0) yield issue('chess-assistant/list-address', 'warning', { count: broken, list: listName }, place)
    for (const [before, here] of overlaps(extents)) {
      const entry = (id: number) => makeMessage('chess-assistant/entry-of', { id, list: listName })
      const params = { name: entry(extents[here]!.id), other: entry(extents[before]!.id) }
      yield issue('chess-assistant/overlap', 'error', params, place)
    }
    const seen = new Uint8Array(list.count)
    let isPermutation = list.order.length === list.count * 4
    for (let at = 0; at + 4 <= list.order.length && isPermutation; at += 4) {
      const index = u32le(list.order, at) - list.base
      // Nothing beyond the list matters.
      isPermutation = seen[index] === 0
      seen[index] = 1
    }
    if (list.order.length > 0 && !isPermutation) {
      yield issue('chess-assistant/sorted-index', 'warning', { list: listName }, place)
    }
  }
}

/** Every game has its own record. */
function* checkAddresses(database: ChessAssistantDatabase): IterableIterator<Issue> {
  const games = new Map<number, number>()
  for (let index = 0; index < database.count; index++) {
    const id = database.header(index).game
    const first = games.get(id)
    if (first === undefined) games.set(id, index)
    else {
      const place = { file: database.headers.name, record: index }
      yield issue('chess-assistant/shared-record', 'warning', { number: first + 1 }, place)
    }
  }
}

/** No two games share bytes of `.d02`, unless they are the same record. */
function* checkRecords(database: ChessAssistantDatabase): IterableIterator<Issue> {
  const extents: { start: number; end: number; index: number }[] = []
  for (let index = 0; index < database.count; index++) {
    const { bytes, offset, headSize, fault } = database.game(database.header(index).game)
    if (fault === undefined) extents.push({ start: offset, end: offset + headSize + bytes.length, index })
  }
  for (const [before, here] of overlaps(extents)) {
    const { start, index } = extents[here]!
    const place = { file: database.games!.name, offset: start, record: index }
    const record = (at: number) => makeMessage('chess-assistant/record-of', { number: extents[at]!.index + 1 })
    yield issue('chess-assistant/overlap', 'error', { name: record(here), other: record(before) }, place)
  }
}

/** Extents that share bytes with one before them, without being the same. */
function* overlaps(
  extents: readonly { start: number; end: number }[],
): IterableIterator<[before: number, here: number]> {
  const order = Uint32Array.from(extents.keys())
  order.sort((left, right) => extents[left]!.start - extents[right]!.start || extents[left]!.end - extents[right]!.end)
  let furthest = order[0]
  for (const here of order.subarray(1)) {
    const [before, { start, end }] = [extents[furthest!]!, extents[here]!]
    if (start < before.end && !(start === before.start && end === before.end)) yield [furthest!, here]
    if (end > before.end) furthest = here
  }
}

/** A game that ends in mate has a result, and the letter of its opening fits its moves. */
function* checkGames(database: ChessAssistantDatabase, profile: Profile): IterableIterator<Issue> {
  const decoder = new GameDecoder()
  const sink = new MainLineSink()
  for (let index = 0; index < database.count; index++) {
    const header = database.header(index)
    const { fault, illegal } = decoder.decode(database.game(header.game).bytes, profile, sink)
    if (fault !== undefined || illegal.main > 0 || sink.moves.length === 0) continue
    const place = { file: database.headers.name, record: index }
    const isUnfinished = resultOf(header.outcome)?.outcome === 'unfinished'
    if (isUnfinished && sink.position.inCheck() && chess.outcome(sink.position)?.reason === 'checkmate') {
      yield issue('chess-assistant/result-mate', 'warning', {}, place)
    }
    const code = header.opening === 0 || sink.fen !== undefined ? undefined : openingOf(header.opening)
    if (code !== undefined && !openingFits(code[0]!, sink.moves)) {
      yield issue('chess-assistant/opening', 'info', { code }, place)
    }
  }
}
