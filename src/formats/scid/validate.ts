/**
 * Checks of a database beyond what opening it does: what Scid would refuse, and what the index repeats of the games so
 * that searches find them. docs/formats/scid.md, Checks.
 */
import { issue, type Issue } from '../../issues/issue.ts'
import type { Move } from '../../model/move.ts'
import { counterCode } from './codes.ts'
import type { ScidDatabase } from './database.ts'
import { readStart } from './entry.ts'
import { FLAG } from './flags.ts'
import { readGameData } from './game-data.ts'
import type { IndexRecord } from './index-record.ts'
import { BLOCK_SIZE, MOST_GLYPHS } from './limits.ts'
import { MoveDecoder, type MoveSink } from './move-decoder.ts'
import { compareNames } from './name-order.ts'
import { LIST_TERMS, NAME_KINDS, type NameKind } from './names.ts'
import { SearchFieldCounter } from './search-fields.ts'

/** Flags that follow from the game. */
const DERIVED_FLAGS = FLAG.ownStart | FLAG.promotion | FLAG.underpromotion

/** Checks a whole database, game by game. */
export function* validateDatabase(database: ScidDatabase): IterableIterator<Issue> {
  const uses = Object.fromEntries(
    NAME_KINDS.map((kind) => [kind, new Uint32Array(database.names.lists[kind].names.length)]),
  ) as Record<NameKind, Uint32Array>
  const checker = new GameChecker(database)
  const starts = new Float64Array(database.count)
  for (let index = 0; index < database.count; index++) {
    const record = database.record(index)
    starts[index] = record.offset
    countNames(record, uses)
    yield* checker.check(index, record)
  }
  yield* checkOverlaps(database, starts)
  for (const kind of NAME_KINDS) yield* checkNames(database, kind, uses[kind])
}

function countNames(record: IndexRecord, uses: Readonly<Record<NameKind, Uint32Array>>): void {
  const count = (kind: NameKind, id: number) => {
    if (id < uses[kind].length) uses[kind][id]!++
  }
  count('players', record.white)
  count('players', record.black)
  count('events', record.event)
  count('sites', record.site)
  count('rounds', record.round)
}

/** Games that have bytes in common. */
function* checkOverlaps(database: ScidDatabase, starts: Float64Array): IterableIterator<Issue> {
  const order = Uint32Array.from(starts.keys()).sort((left, right) => starts[left]! - starts[right]! || left - right)
  let end = 0
  for (const index of order) {
    const { offset, length } = database.record(index)
    if (offset < end && length > 0) yield issue('scid/overlap', 'warning', {}, placeOf(database, index, offset))
    end = Math.max(end, offset + length)
  }
}

/** What Scid asks of names: each number once, no name twice, in order, counted. */
function* checkNames(database: ScidDatabase, kind: NameKind, uses: Uint32Array): IterableIterator<Issue> {
  const { names, frequencies, order } = database.names.lists[kind]
  const place = { file: database.files.names?.name ?? database.files.index.name }
  const list = LIST_TERMS[kind]
  // The lists of Scid 5 have no order and no counts, and may repeat a name.
  if (!order || !frequencies) return
  let disordered = 0
  let repeated = 0
  for (let at = 1; at < order.length; at++) {
    const compared = compareNames(names[order[at - 1]!]!, names[order[at]!]!)
    if (compared > 0) disordered++
    if (compared === 0) repeated++
  }
  if (disordered > 0) yield issue('scid/name-order', 'warning', { list, count: disordered }, place)
  if (repeated > 0) yield issue('scid/name-repeated', 'error', { list, count: repeated }, place)
  let wrong = 0
  for (let id = 0; id < names.length; id++) if ((frequencies[id] ?? 0) !== uses[id]!) wrong++
  if (wrong > 0) yield issue('scid/name-uses', 'info', { list, count: wrong }, place)
}

/** Counts what the index counts, and follows the main line. */
class CountingSink implements MoveSink {
  readonly fields = new SearchFieldCounter()
  glyphs = 0
  places = 0
  variations = 0
  mostGlyphs = 0
  private depth = 0
  private glyphsOfMove = 0

  start(isUsual: boolean): void {
    this.fields.start(isUsual)
    this.glyphs = this.places = this.variations = this.mostGlyphs = this.depth = this.glyphsOfMove = 0
  }

  move(move: Move): void {
    if (this.depth === 0) this.fields.add(move)
    this.glyphsOfMove = 0
  }

  played(): void {}

  glyph(): void {
    this.glyphs++
    this.mostGlyphs = Math.max(this.mostGlyphs, ++this.glyphsOfMove)
  }

  comment(): void {
    this.places++
  }

  open(): void {
    this.variations++
    this.depth++
  }

  close(): void {
    this.depth--
  }
}

/** Compares the index with the games. */
class GameChecker {
  private readonly database: ScidDatabase
  private readonly decoder = new MoveDecoder()
  private readonly sink = new CountingSink()

  constructor(database: ScidDatabase) {
    this.database = database
  }

  *check(index: number, record: IndexRecord): IterableIterator<Issue> {
    const { database, sink } = this
    const { offset, length } = record
    const place = placeOf(database, index, offset)
    if (length > 0 && Math.floor(offset / BLOCK_SIZE) !== Math.floor((offset + length - 1) / BLOCK_SIZE)) {
      yield issue('scid/block', 'warning', {}, place)
    }
    const bytes = database.gameBytes(record)
    const data = readGameData(bytes)
    if (data.fault) return
    const { position } = readStart(database, data, record, this.decoder)
    if (!position) return
    sink.start(data.fen === undefined)
    const isChess960 = !position.castling.isUsual
    const ending = this.decoder.decode(bytes, data.movesAt, position, sink)
    // What a damaged game should have in the index is not known.
    if (ending.fault) return
    const { texts } = database.text.readList(bytes.subarray(ending.at))
    const comments = texts.slice(0, sink.places).filter((text) => text !== '').length
    if (sink.mostGlyphs > MOST_GLYPHS) {
      yield issue('scid/too-many-glyphs', 'error', { count: sink.mostGlyphs, most: MOST_GLYPHS }, place)
    }
    const fields = sink.fields.finish(position)
    const inIndex = { file: database.files.index.name, offset: database.recordOffset(index), record: index }
    const flags = record.flags & DERIVED_FLAGS
    if (flags !== fields.flags || (data.flags & DERIVED_FLAGS) !== fields.flags) {
      const stated = flags === fields.flags ? data.flags & DERIVED_FLAGS : flags
      yield issue('scid/derived-flags', 'warning', { stated, expected: fields.flags }, inIndex)
    }
    if (database.generation === 5 && record.isChess960 !== isChess960) {
      yield issue('scid/chess960', 'warning', {}, inIndex)
    }
    if (record.plies !== fields.plies) {
      yield issue('scid/plies', 'warning', { stated: record.plies, count: fields.plies }, inIndex)
    }
    if (record.material !== fields.material) {
      yield issue('scid/material', 'warning', { stated: hex(record.material), expected: hex(fields.material) }, inIndex)
    }
    const isSame = fields.homePawns.every((byte, at) => byte === record.homePawns[at])
    if (record.homePawnCount !== fields.homePawnCount || !isSame) yield issue('scid/home-pawns', 'error', {}, inIndex)
    if (record.storedLine !== 0 && data.fen !== undefined) yield issue('scid/stored-line', 'error', {}, inIndex)
    const counters = [counterCode(sink.glyphs), counterCode(comments), counterCode(sink.variations)]
    const stated = [record.glyphs, record.comments, record.variations]
    if (counters.some((counter, at) => counter !== stated[at])) {
      const params = { stated: stated.join(' '), expected: counters.join(' ') }
      yield issue('scid/counters', 'info', params, inIndex)
    }
  }
}

function placeOf({ files }: ScidDatabase, record: number, offset: number) {
  return { file: files.games?.name ?? files.index.name, offset, record }
}

function hex(value: number): string {
  return value.toString(16).padStart(6, '0')
}
