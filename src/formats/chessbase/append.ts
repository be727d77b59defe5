/**
 * Adds games to a database, and marks games as deleted, in place. The caller provides undo: see bytes/edit.ts.
 * docs/formats/chessbase.md, Writing.
 */
import type { FileEdit, PlannedChange } from '../../bytes/edit.ts'
import { EditSink } from '../../bytes/edit-sink.ts'
import { MemoryFileSet, type FileSet, type Source } from '../../bytes/source.ts'
import { encodingName } from '../../bytes/text.ts'
import { ByteWriter } from '../../bytes/writer.ts'
import { FormatError } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { GameRecord, TextDocument } from '../../model/record.ts'
import type { Writer, WriteOptions } from '../format.ts'
import { DATA_HEAD, ChessBaseDatabase, OLD_DATA_HEAD, readDataHead } from './database.ts'
import { ENTITY_KIND_NAMES, ENTITY_KINDS } from './entities.ts'
import { EXTENDED_AT, EXTENDED_HEAD_SIZE, EXTENDED_SIZE, EXTENDED_VERSION } from './extended-records.ts'
import { GAME_AT, HEAD_IN_USE, RECORD_SIZE, TYPE } from './header-records.ts'
import { SEARCH_INDEX_FILES, findDatabase } from './parts.ts'
import { DETAILS_HEAD_SIZE } from './tournament-details.ts'
import { EntityTable } from './writer/entity-table.ts'
import { detailsOf, mediaHead, NEW_DETAILS, TopGames, type DetailsLayout } from './writer/side-files.ts'
import { GROWING, makeRecord, type Target } from './writer/target.ts'
import { DatabaseWriter } from './writer.ts'

/**
 * Opens a database to add games to it. Its search files are removed at the end, since they are out of date. Throws
 * FormatError for a damaged database, which should be copied first.
 */
export function appendToChessBase(files: FileSet, edit: FileEdit, options: WriteOptions = {}): Writer {
  const encoding = options.encoding === undefined ? undefined : encodingName(options.encoding)
  const database = new ChessBaseDatabase(findDatabase(files), encoding)
  refuseDamaged(database)
  const { name } = database.files
  const searchIndexFiles = SEARCH_INDEX_FILES.filter((extension) => files.find(name + extension))
  const { layout, details } = readDetails(database)
  const topGames = new TopGames()
  const flags = files.find(`${name}.flags`)
  const keepsFlags = flags !== undefined && !topGames.load(flags.read(0, flags.size))
  const entities = makeRecord(ENTITY_KIND_NAMES, (kind) => {
    const table = new EntityTable(kind)
    const file = database.entities[kind]
    if (file) table.load(file, kind === 'tournaments' ? (id) => detailsKey(database, id) : undefined)
    return table
  })
  const extendedSize = database.extended?.recordSize ?? EXTENDED_SIZE
  const rewritten = [...ENTITY_KIND_NAMES.map((kind) => ENTITY_KINDS[kind].extension), '.cbtt', '.flags']

  edit.begin([
    ...GROWING.map((extension) => ({
      name: name + extension,
      // After the last record there may be unused ones, which are overwritten.
      overwrites: [
        [0, GROWING_HEAD],
        [endOf(database, extension, edit), edit.size(name + extension)],
      ] as const,
    })),
    ...rewritten.map((extension) => planned(name + extension, edit.size(name + extension))),
    ...searchIndexFiles.map((extension) => ({ name: name + extension, overwrites: [], removes: true })),
  ])
  const grown = makeRecord(
    GROWING,
    (extension) => new EditSink(edit, name + extension, endOf(database, extension, edit)),
  )
  startMissing(database, grown, extendedSize)
  const replaced: EditSink[] = []
  const target: Target = {
    name,
    files: grown,
    count: database.count,
    extendedSize,
    isNew: false,
    hasLongHeads: hasLongHeads(database),
    entities,
    details,
    detailsLayout: layout,
    topGames,
    replace(extension) {
      const sink = new EditSink(edit, name + extension, 0)
      replaced.push(sink)
      return sink
    },
    commit() {
      for (const sink of [...Object.values(grown), ...replaced]) sink.close()
      edit.commit()
    },
  }
  return makeAppender(new DatabaseWriter(target, encoding), name, searchIndexFiles, keepsFlags)
}

/** The largest number of bytes patched at the beginning of a file that grows. */
const GROWING_HEAD = RECORD_SIZE

function makeAppender(
  writer: DatabaseWriter,
  name: string,
  searchIndexFiles: readonly string[],
  keepsFlags: boolean,
): Writer {
  return {
    add: (record: GameRecord) => writer.add(record),
    addDocument: (document: TextDocument) => writer.addDocument(document),
    finish(): Issue[] {
      const issues = writer.finish()
      if (searchIndexFiles.length > 0) {
        const removed = { count: searchIndexFiles.length, names: searchIndexFiles.join(' ') }
        issues.push(issue('chessbase/search-files', 'info', removed, { file: name }))
      }
      if (keepsFlags) issues.push(issue('chessbase/top-games', 'info', {}, { file: `${name}.flags` }))
      return issues
    },
  }
}

/** Marks games as deleted, or no longer so, by their indexes from 0. Throws TypeError for an index out of range. */
export function markDeleted(headers: Source, edit: FileEdit, indexes: readonly number[], isDeleted = true): void {
  const { count } = new ChessBaseDatabase(findDatabase(new MemoryFileSet(headers)))
  const changes = indexes.map((index) => {
    if (!(Number.isInteger(index) && index >= 0 && index < count)) throw new TypeError(`there is no record ${index}`)
    const at = (index + 1) * RECORD_SIZE + GAME_AT.type
    const type = headers.read(at, at + 1)[0]!
    return { at, type: isDeleted ? type | TYPE.deleted : type & ~TYPE.deleted }
  })
  edit.begin([{ name: headers.name, overwrites: changes.map(({ at }) => [at, at + 1]) }])
  for (const { at, type } of changes) edit.write(headers.name, at, Uint8Array.of(type))
  edit.commit()
}

function planned(name: string, end: number): PlannedChange {
  return { name, overwrites: [[0, end]] }
}

/** Throws if adding to the existing files would require guessing. */
function refuseDamaged(database: ChessBaseDatabase): void {
  const { issues, moves, annotations } = database
  const fault =
    issues.find(({ severity }) => severity === 'error') ?? issues.find(({ id }) => id === 'chessbase/missing-part')
  const file = database.files.headers.name
  if (fault) {
    const reason = { id: fault.id, params: fault.params ?? {} }
    throw new FormatError('chessbase/damaged', { reason }, fault.place ?? { file })
  }
  if (!moves || !annotations) throw new FormatError('chessbase/parts-missing', {}, { file })
  const heads = [moves, annotations].map((source) => readDataHead(source).headSize)
  const known = database.head.inUse === HEAD_IN_USE ? DATA_HEAD : OLD_DATA_HEAD
  if (heads.some((size) => size !== known)) {
    throw new FormatError('chessbase/heads', { sizes: heads.join(', '), expected: known }, { file })
  }
}

function hasLongHeads(database: ChessBaseDatabase): boolean {
  return database.head.inUse === HEAD_IN_USE
}

/** Where the next record of a file goes. */
function endOf(database: ChessBaseDatabase, extension: (typeof GROWING)[number], edit: FileEdit): number {
  if (extension === '.cbh') return (database.count + 1) * RECORD_SIZE
  if (extension === '.cbj' && database.extended) {
    return EXTENDED_HEAD_SIZE + database.extended.count * database.extended.recordSize
  }
  return edit.size(database.files.name + extension)
}

/** Creates missing files, and gives every game a `.cbj` record. */
function startMissing(
  database: ChessBaseDatabase,
  files: Record<(typeof GROWING)[number], EditSink>,
  size: number,
): void {
  if (files['.cbm'].size === 0) files['.cbm'].append(mediaHead(0))
  if (!database.extended) {
    const head = new ByteWriter(EXTENDED_HEAD_SIZE).u32le(EXTENDED_VERSION).u32le(EXTENDED_SIZE)
    files['.cbj'].append(head.fill(0, EXTENDED_HEAD_SIZE - head.length).bytes())
  }
  for (let index = database.extended?.count ?? 0; index < database.count; index++) {
    const bytes = new Uint8Array(EXTENDED_SIZE)
    const view = new DataView(bytes.buffer)
    for (const at of [EXTENDED_AT.whiteTeam, EXTENDED_AT.blackTeam, EXTENDED_AT.media, EXTENDED_AT.tag]) {
      view.setInt32(at, -1)
    }
    const stored = database.record(index)
    if (stored) view.setBigUint64(EXTENDED_AT.moves, BigInt(stored.moves))
    if (stored?.kind === 'game') view.setBigUint64(EXTENDED_AT.annotations, BigInt(stored.annotations))
    files['.cbj'].append(bytes.subarray(0, size))
  }
}

/** The details of tournaments as they are stored, with room for what may be added. */
function readDetails(database: ChessBaseDatabase): { layout: DetailsLayout; details: Map<number, Uint8Array> } {
  const file = database.tournamentDetails
  const source = database.files.part('.cbtt')
  const details = new Map<number, Uint8Array>()
  if (!file || !source || file.recordSize <= 0) return { layout: NEW_DETAILS, details }
  const count = database.entities.tournaments?.capacity ?? 0
  for (let id = 0; id < count; id++) {
    const start = DETAILS_HEAD_SIZE + id * file.recordSize
    const bytes = source.read(start, start + file.recordSize)
    if (bytes.length === file.recordSize) details.set(id, bytes.slice())
  }
  const layout = file.recordSize < NEW_DETAILS.size ? NEW_DETAILS : { version: file.version, size: file.recordSize }
  return { layout, details }
}

/** Distinguishes tournaments with the same record. */
function detailsKey(database: ChessBaseDatabase, id: number): string {
  const details = detailsOf(database.tournamentDetails?.details(id) ?? {})
  return details ? JSON.stringify(details) : ''
}
