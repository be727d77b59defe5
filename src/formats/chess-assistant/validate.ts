/** What a sound database keeps to, checked without any other source: docs/formats/chess-assistant.md, Validation. */
import { u32le } from '../../bytes/numbers.ts'
import type { Issue, Place, Severity } from '../../model/issue.ts'
import { chess } from '../../rules/chess/index.ts'
import type { Database } from './database.ts'
import { LISTS, openingOf, resultOf } from './layout.ts'
import { MainLineSink } from './main-line-sink.ts'
import { GameDecoder } from './moves-decoder.ts'
import { openingFits } from './openings.ts'
import type { Profile } from './profile.ts'

/**
 * Checks volume, lists, records and games. What is wrong within single games, illegal moves and bytes that
 * cannot be read, is told by their entries.
 */
export function* validateDatabase(database: Database, profile: Profile): IterableIterator<Issue> {
  yield* checkVolume(database)
  yield* checkLists(database)
  yield* checkAddresses(database)
  yield* checkRecords(database)
  yield* checkGames(database, profile)
}

function issue(name: string, severity: Severity, message: string, place: Place): Issue {
  return { id: `chess-assistant/${name}`, severity, message, place }
}

/** No two files of the volume share bytes. */
function* checkVolume({ volume, name }: Database): IterableIterator<Issue> {
  for (const file of volume.names) volume.file(file)
  const { extents } = volume
  for (const [before, here] of overlaps(extents)) {
    const message = `${extents[here]!.what} overlaps ${extents[before]!.what}`
    yield issue('overlap', 'error', message, { file: `${name}.emb`, offset: extents[here]!.start })
  }
}

/** The parts of every list tell one number of entries, its entries share no bytes, its sorted index names each once. */
function* checkLists(database: Database): IterableIterator<Issue> {
  const place = { file: `${database.name}.emb` }
  for (const name of LISTS) {
    const list = database.lists[name]
    const counts = list.counts()
    if (counts.some(({ count }) => count !== list.count)) {
      const told = counts.map(({ count, by }) => `${count} ${by}`).join(', ')
      yield issue('list-count', 'warning', `the parts of ${name} tell different numbers: ${told}`, place)
    }
    const extents: { start: number; end: number; id: number }[] = []
    let broken = 0
    for (let id = list.base; id < list.base + list.count; id++) {
      const extent = list.extentOf(id)
      if (extent) extents.push({ ...extent, id })
      else broken++
    }
    if (broken > 0) yield issue('list-address', 'warning', `${broken} entries of ${name} cannot be read`, place)
    for (const [before, here] of overlaps(extents)) {
      const message = `entry ${extents[here]!.id} of ${name} overlaps entry ${extents[before]!.id}`
      yield issue('overlap', 'error', message, place)
    }
    const seen = new Uint8Array(list.count)
    let isPermutation = list.order.length === list.count * 4
    for (let at = 0; at + 4 <= list.order.length && isPermutation; at += 4) {
      const index = u32le(list.order, at) - list.base
      // Beyond the list there is nothing to see.
      isPermutation = seen[index] === 0
      seen[index] = 1
    }
    if (list.order.length > 0 && !isPermutation) {
      yield issue('sorted-index', 'warning', `the sorted index of ${name} does not name every entry once`, place)
    }
  }
}

/** Every game has a record of its own. */
function* checkAddresses(database: Database): IterableIterator<Issue> {
  const games = new Map<number, number>()
  for (let index = 0; index < database.count; index++) {
    const id = database.header(index).game
    const first = games.get(id)
    if (first === undefined) games.set(id, index)
    else {
      const place = { file: database.headers.name, record: index }
      yield issue('shared-record', 'warning', `the moves are those of game ${first + 1}, by their number`, place)
    }
  }
}

/** No two games share bytes of `.d02`, unless they are the same record. */
function* checkRecords(database: Database): IterableIterator<Issue> {
  const extents: { start: number; end: number; index: number }[] = []
  for (let index = 0; index < database.count; index++) {
    const { bytes, offset, headSize, fault } = database.game(database.header(index).game)
    if (fault === undefined) extents.push({ start: offset, end: offset + headSize + bytes.length, index })
  }
  for (const [before, here] of overlaps(extents)) {
    const { start, index } = extents[here]!
    const place = { file: database.games!.name, offset: start, record: index }
    yield issue('overlap', 'error', `the record overlaps that of game ${extents[before]!.index + 1}`, place)
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

/** A game that ends in mate has a result, and the letter of its opening goes with its moves. */
function* checkGames(database: Database, profile: Profile): IterableIterator<Issue> {
  const decoder = new GameDecoder()
  const sink = new MainLineSink()
  for (let index = 0; index < database.count; index++) {
    const header = database.header(index)
    const { fault, illegal } = decoder.decode(database.game(header.game).bytes, profile, sink)
    if (fault !== undefined || illegal.main > 0 || sink.length === 0) continue
    const place = { file: database.headers.name, record: index }
    const isUnfinished = resultOf(header.outcome)?.outcome === 'unfinished'
    if (isUnfinished && sink.position.inCheck() && chess.outcome(sink.position)?.reason === 'checkmate') {
      yield issue('result-mate', 'warning', 'the game ends in mate, its outcome says that it goes on', place)
    }
    const code = header.opening === 0 || sink.fen !== undefined ? undefined : openingOf(header.opening)
    if (code !== undefined && !openingFits(code[0]!, sink.moves, sink.length)) {
      yield issue(
        'opening',
        'info',
        `the moves do not look like those of an opening of ${code[0]}, as ${code} is`,
        place,
      )
    }
  }
}
