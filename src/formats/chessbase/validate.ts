/**
 * Checks of a database beyond opening it: the heads of its files, the order of its records, and whether headers agree
 * with the contents of games.
 */
import { issue, type Issue } from '../../issues/issue.ts'
import { readAnnotationRecord, type AnnotationItem } from './annotations/items.ts'
import { DATA_HEAD, OLD_DATA_HEAD, readDataHead, type ChessBaseDatabase } from './database.ts'
import { ENTITY_KIND_NAMES, type EntityKind } from './entities.ts'
import { contentFlags, KNOWN_FLAGS, meaningfulMagnitudes, UNCERTAIN_FLAGS } from './flags.ts'
import type { StoredGame, StoredRecord } from './header-records.ts'
import { MoveDecoder } from './moves/decoder.ts'
import { decodeMoves, readMovesRecord } from './moves/record.ts'
import { MoveTreeSink } from './moves/tree.ts'
import { References, validateEntities } from './validate-entities.ts'

/** Checks a whole database, game by game. */
export function* validateDatabase(database: ChessBaseDatabase): IterableIterator<Issue> {
  yield* checkHeads(database)
  const references: Partial<Record<EntityKind, References>> = {}
  for (const kind of ENTITY_KIND_NAMES) {
    const file = database.entities[kind]
    // Teams and tags are only named in the .cbj.
    const isNamed = (kind !== 'teams' && kind !== 'tags') || database.extended !== undefined
    if (file && isNamed) references[kind] = new References(file.capacity)
  }
  const checker = new GameChecker(database)
  for (let index = 0; index < database.count; index++) {
    const stored = database.record(index)
    if (!stored) continue
    countReferences(database, index, stored, references)
    yield* checker.check(index, stored)
  }
  for (const kind of ENTITY_KIND_NAMES) {
    const file = database.entities[kind]
    if (file) yield* validateEntities(kind, file, references[kind])
  }
}

function* checkHeads(database: ChessBaseDatabase): IterableIterator<Issue> {
  const { head, files, moves, annotations } = database
  if (head.nextGameAgain !== 0 && head.nextGameAgain !== head.nextGame) {
    const counts = { first: head.nextGame - 1, second: head.nextGameAgain - 1 }
    yield issue('chessbase/counter-twice', 'warning', counts, { file: files.headers.name, offset: 40 })
  }
  for (const source of [moves, annotations]) {
    if (!source) continue
    const { headSize, size } = readDataHead(source)
    const place = { file: source.name, offset: 0 }
    if (headSize !== DATA_HEAD && headSize !== OLD_DATA_HEAD) {
      yield issue('chessbase/part-head', 'warning', { size: headSize }, place)
    }
    if (size !== source.size) {
      yield issue('chessbase/file-size', 'warning', { stated: size, size: source.size }, { ...place, offset: 2 })
    }
  }
}

function countReferences(
  database: ChessBaseDatabase,
  index: number,
  stored: StoredRecord,
  references: Partial<Record<EntityKind, References>>,
): void {
  const game = index + 1
  if (stored.kind === 'game') {
    references.players?.add(stored.white, game)
    references.players?.add(stored.black, game)
  }
  references.tournaments?.add(stored.tournament, game)
  references.annotators?.add(stored.annotator, game)
  references.sources?.add(stored.source, game)
  const extended = database.extendedRecord(index)
  if (!extended) return
  references.teams?.add(extended.team(1), game)
  references.teams?.add(extended.team(2), game)
  references.tags?.add(extended.tag, game)
}

/** Checks games in their order. */
class GameChecker {
  private readonly database: ChessBaseDatabase
  private readonly decoder = new MoveDecoder()
  /** Where the last records of each file ended. */
  private movesEnd = 0
  private annotationsEnd = 0

  constructor(database: ChessBaseDatabase) {
    this.database = database
  }

  *check(index: number, stored: StoredRecord): IterableIterator<Issue> {
    const { database } = this
    if (!database.moves) return
    yield* this.checkExtendedOffsets(index, stored)
    const offset = database.movesOffset(index, stored)
    const record = readMovesRecord(database.moves, offset)
    if (record.fault === undefined && offset < this.movesEnd) {
      yield issue('chessbase/overlap', 'warning', {}, { file: database.moves.name, offset, record: index })
    }
    this.movesEnd = offset + record.bytes.length
    if (stored.kind !== 'game') return
    const items = yield* this.checkAnnotations(index, stored)
    if (record.fault !== undefined || !record.mode) return
    let sink = new MoveTreeSink()
    const decoded = decodeMoves(record, this.decoder, () => (sink = new MoveTreeSink()))
    // What a damaged game should contain is not known.
    if (!decoded.ending || decoded.ending.fault !== undefined) return
    const content = contentFlags(sink.nodes, decoded.fen, decoded.isChess960, items)
    yield* this.checkHeader(index, stored, content)
  }

  private *checkExtendedOffsets(index: number, stored: StoredRecord): IterableIterator<Issue> {
    const extended = this.database.extendedRecord(index)
    if (!extended || extended.moves === undefined || extended.annotations === undefined) return
    const annotations = stored.kind === 'game' ? stored.annotations : 0
    if (extended.moves % 2 ** 32 === stored.moves && extended.annotations % 2 ** 32 === annotations) return
    const file = this.database.files.name + '.cbj'
    yield issue('chessbase/offset', 'warning', {}, { file, record: index })
  }

  private *checkAnnotations(index: number, stored: StoredGame): Generator<Issue, AnnotationItem[]> {
    const { annotations } = this.database
    if (!annotations || stored.annotations === 0) return []
    const offset = this.database.annotationsOffset(index, stored.annotations)
    const record = readAnnotationRecord(annotations, offset)
    if (record.fault !== undefined) return record.items
    const place = { file: annotations.name, offset, record: index }
    if (offset < this.annotationsEnd) yield issue('chessbase/annotations-overlap', 'warning', {}, place)
    this.annotationsEnd = offset + record.size
    if (record.count !== record.items.length) {
      const counts = { stated: record.count, count: record.items.length }
      yield issue('chessbase/annotation-count', 'warning', counts, place)
    }
    return record.items
  }

  private *checkHeader(
    index: number,
    stored: StoredGame,
    content: ReturnType<typeof contentFlags>,
  ): IterableIterator<Issue> {
    const place = { file: this.database.files.headers.name, record: index }
    const doubtful = (stored.flags ^ content.flags) & KNOWN_FLAGS & ~UNCERTAIN_FLAGS
    if (doubtful !== 0) {
      const flags = { stated: hex(stored.flags), expected: hex(content.flags) }
      yield issue('chessbase/flags', 'warning', flags, place)
    }
    const mask = meaningfulMagnitudes(stored.flags & content.flags)
    if (((stored.magnitudes ^ content.magnitudes) & mask) !== 0) {
      const magnitudes = { stated: hex(stored.magnitudes), expected: hex(content.magnitudes) }
      yield issue('chessbase/magnitudes', 'warning', magnitudes, place)
    }
    if (stored.moveCount !== content.moveCount) {
      const counts = { stated: stored.moveCount, count: content.moveCount }
      yield issue('chessbase/move-count', 'warning', counts, place)
    }
  }
}

function hex(value: number): string {
  return value.toString(16)
}
