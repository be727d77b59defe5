/** Checks of a database beyond what opening it does: frames, what headers say against games, lists and orders. */
import type { Source } from '../../bytes/source.ts'
import { u16le, u64le } from '../../bytes/numbers.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { MoveNode } from '../../model/tree.ts'
import { mainLine } from '../../model/tree.ts'
import { parseFen, START_FEN } from '../../rules/chess/index.ts'
import { MoveTreeSink } from '../chessbase/moves/tree.ts'
import { readAnnotationItems } from './annotations/items.ts'
import { gameFacts, CHECKED_FLAGS, CHECKED_MAGNITUDES } from './content-facts.ts'
import type { Cbh2Database } from './database.ts'
import { FILE_HEAD_SIZE, readFrame, TAG, type Frame } from './frames.ts'
import { HEAD_AT, RECORD_SIZE } from './detect.ts'
import { HEAD_MARK, RECORD_AT, type StoredGame, type StoredRecord } from './header-records.ts'
import { MoveDecoder } from './moves/decoder.ts'
import { decodeMoves } from './moves/record.ts'
import { validateEntities } from './validate-entities.ts'
import { validateLists } from './validate-lists.ts'
import { validateOrders } from './validate-orders.ts'

/** Checks a whole database, record by record. */
export function* validateDatabase(database: Cbh2Database): IterableIterator<Issue> {
  yield* checkHeads(database)
  const checker = new RecordChecker(database)
  for (let index = 0; index < database.count; index++) {
    const stored = database.record(index)
    if (stored) yield* checker.check(index, stored)
  }
  yield* checker.finish()
  if (!database.entities) return
  yield* validateEntities(database.entities)
  const lists = database.files.part('.2lgd')
  if (lists) yield* validateLists(database, lists)
  const orders = database.files.part('.2lcd')
  if (orders) yield* validateOrders(database, database.entities, orders)
}

function* checkHeads({ files, moves, annotations }: Cbh2Database): IterableIterator<Issue> {
  const head = files.headers.read(0, RECORD_SIZE)
  if (u16le(head, HEAD_AT.mark) !== HEAD_MARK) {
    yield issue('2cbh/head', 'info', { number: HEAD_MARK }, { file: files.headers.name, offset: HEAD_AT.mark })
  }
  for (const source of [moves, annotations]) {
    if (!source) continue
    const bytes = source.read(0, FILE_HEAD_SIZE)
    const place = { file: source.name, offset: 0 }
    if (u16le(bytes, 8) !== FILE_HEAD_SIZE) {
      yield issue('chessbase/part-head', 'warning', { size: u16le(bytes, 8) }, place)
    }
    const stated = u64le(bytes, 0)
    if (stated !== source.size) yield issue('chessbase/file-size', 'warning', { stated, size: source.size }, place)
  }
}

/** Checks records in their order. */
class RecordChecker {
  private readonly database: Cbh2Database
  private readonly decoder = new MoveDecoder()
  /** Where the next record of each file is to begin. */
  private movesEnd = FILE_HEAD_SIZE
  private annotationsEnd = FILE_HEAD_SIZE

  constructor(database: Cbh2Database) {
    this.database = database
  }

  *check(index: number, stored: StoredRecord): IterableIterator<Issue> {
    const { database } = this
    const bytes = database.files.headers.read((index + 1) * RECORD_SIZE, (index + 2) * RECORD_SIZE)
    if (bytes[RECORD_AT.typeAgain] !== (bytes[RECORD_AT.type]! & 0x7f)) {
      yield issue('2cbh/type-twice', 'warning', {}, { file: database.files.headers.name, record: index })
    }
    if (!database.moves) return
    const frame = readFrame(database.moves, stored.moves)
    yield* this.checkPlace(frame, database.moves, stored.moves, this.movesEnd, index)
    this.movesEnd = stored.moves + frame.size
    if (stored.kind === 'text') return
    const { annotations } = database
    const notes = annotations && readFrame(annotations, stored.annotations)
    if (notes) {
      yield* this.checkPlace(notes, annotations, stored.annotations, this.annotationsEnd, index)
      this.annotationsEnd = stored.annotations + notes.size
    }
    if (stored.kind === 'game' && !frame.fault) yield* this.checkGame(index, stored, frame, notes)
  }

  /** Whether the last records end where their files do. */
  *finish(): IterableIterator<Issue> {
    const { moves, annotations } = this.database
    const ends: [Source | undefined, number][] = [
      [moves, this.movesEnd],
      [annotations, this.annotationsEnd],
    ]
    for (const [source, offset] of ends) {
      if (!source || source.size === offset) continue
      yield issue('2cbh/file-end', 'info', { count: source.size - offset }, { file: source.name, offset })
    }
  }

  /** Records lie back to back in the order of their numbers. */
  private *checkPlace(
    frame: Frame,
    source: Source,
    offset: number,
    expected: number,
    record: number,
  ): IterableIterator<Issue> {
    if (frame.fault || offset === expected) return
    const id = offset < expected ? 'chessbase/overlap' : '2cbh/gap'
    yield issue(id, 'warning', {}, { file: source.name, offset, record })
  }

  private *checkGame(
    index: number,
    stored: StoredGame,
    frame: Frame,
    notes: Frame | undefined,
  ): IterableIterator<Issue> {
    let sink = new MoveTreeSink()
    const decoded = decodeMoves(frame, this.decoder, () => (sink = new MoveTreeSink()))
    // What a damaged game should hold is not known.
    if (!decoded.ending || decoded.ending.fault || notes?.fault) return
    const nodes = decoded.freeNodes ?? sink.nodes
    const read = notes && readAnnotationItems(notes.content)
    if (read?.rest || read?.fault) return
    const place = { file: this.database.files.headers.name, record: index }
    if (read?.isUnordered) yield issue('2cbh/annotation-order', 'info', {}, place)
    yield* compareFacts(stored, frame.tag, nodes, decoded.fen, read?.items ?? [], place)
  }
}

function* compareFacts(
  stored: StoredGame,
  tag: number,
  nodes: readonly MoveNode[],
  fen: string | undefined,
  items: Parameters<typeof gameFacts>[4],
  place: { file: string; record: number },
): IterableIterator<Issue> {
  const position = parseFen(fen ?? START_FEN, tag === TAG.chess960 ? { variant: 'chess960' } : {})
  for (const node of mainLine(nodes)) position.play(nodes[node]!.move!)
  const facts = gameFacts(tag, nodes, fen, position, items)
  const hex = (value: number) => value.toString(16)
  if (((stored.flags ^ facts.flags) & CHECKED_FLAGS) !== 0) {
    const flags = { stated: hex(stored.flags), expected: hex(facts.flags) }
    yield issue('chessbase/flags', 'warning', flags, place)
  }
  if (((stored.magnitudes ^ facts.magnitudes) & CHECKED_MAGNITUDES) !== 0) {
    const magnitudes = { stated: hex(stored.magnitudes), expected: hex(facts.magnitudes) }
    yield issue('chessbase/magnitudes', 'warning', magnitudes, place)
  }
  // Free positions have no move numbers and no material that is kept up to date.
  if (tag === TAG.free) return
  if (stored.moveCount !== facts.moveCount) {
    yield issue('chessbase/move-count', 'warning', { stated: stored.moveCount, count: facts.moveCount }, place)
  }
  if (stored.material.join() !== facts.material.join()) yield issue('2cbh/material', 'warning', {}, place)
}
