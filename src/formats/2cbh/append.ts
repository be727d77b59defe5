/**
 * Adds games to a database and marks records of one as deleted, in place. The caller brings the means to undo: see
 * bytes/edit.ts. docs/formats/2cbh.md, Writing.
 */
import type { FileEdit } from '../../bytes/edit.ts'
import { EditSink } from '../../bytes/edit-sink.ts'
import { u16le, u64le } from '../../bytes/numbers.ts'
import type { FileSet, Source } from '../../bytes/source.ts'
import { ByteWriter } from '../../bytes/writer.ts'
import { FormatError } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { FieldEncoder } from '../chessbase/writer/field-encoder.ts'
import type { Writer, WriteOptions } from '../format.ts'
import { Cbh2Database } from './database.ts'
import { RECORD_SIZE } from './detect.ts'
import { readPlayer, readSource, readTeam, readTitles, readTournament } from './entities.ts'
import {
  CONTAINER_SIZES,
  ENTITY_TYPES,
  isDeletedData,
  TYPE_FACTS_SIZE,
  TYPES_AT,
  type EntityFile,
} from './entity-file.ts'
import { FILE_HEAD_SIZE } from './frames.ts'
import { RECORD_AT, TYPE } from './header-records.ts'
import { findDatabase } from './parts.ts'
import { rolesOf } from './references.ts'
import { playerData, sourceData, teamData, titlesData, tournamentData } from './writer/entity-data.ts'
import { GameLists } from './writer/game-lists.ts'
import type { Lose } from './writer/lose.ts'
import { emptyTables, WRITTEN_TYPES, type EntityTables, type Target, type WrittenType } from './writer/target.ts'
import { DatabaseWriter, writingEncoding } from './writer.ts'

/** Opens a database to add games to it. Throws FormatError for one that is damaged, which is better copied first. */
export function appendToTwoCbh(files: FileSet, edit: FileEdit, options: WriteOptions = {}): Writer {
  const encoding = writingEncoding(options)
  const database = new Cbh2Database(findDatabase(files))
  const parts = wholeParts(database)
  const { entities: stored } = parts
  const entities = loadEntities(stored)
  const lists = loadLists(database, entities)
  const nameOf = (extension: '.2lgd' | '.2lcd') =>
    database.files.part(extension)?.name ?? database.files.name + extension
  /** Entities of each type before any is added, and where the first that may be added goes. */
  const before = Object.fromEntries(WRITTEN_TYPES.map((type) => [type, entities[type].size])) as Record<
    WrittenType,
    number
  >
  // The last block may be cut short after its last record.
  const firstBlock = Math.max(0, Math.min(stored.blocks - 1, ...Object.values(before)))
  const entitiesFrom = stored.blockStart(firstBlock)
  const { headers, moves, annotations } = parts.names
  edit.begin([
    { name: headers, overwrites: [[0, RECORD_SIZE]] },
    { name: moves, overwrites: [[0, FILE_HEAD_SIZE]] },
    { name: annotations, overwrites: [[0, FILE_HEAD_SIZE]] },
    {
      name: parts.names.entities,
      overwrites: [
        [0, stored.blockStart(0)],
        [entitiesFrom, edit.size(parts.names.entities)],
      ],
    },
    ...(['.2lgd', '.2lcd'] as const).map((extension) => {
      const name = nameOf(extension)
      return { name, overwrites: [[0, edit.size(name)] as const] }
    }),
  ])
  const sinks = [headers, moves, annotations].map((name) => new EditSink(edit, name, edit.size(name)))
  const replaced: EditSink[] = []
  const target: Target = {
    headers: sinks[0]!,
    moves: sinks[1]!,
    annotations: sinks[2]!,
    count: database.count,
    entities,
    lists,
    writeEntities() {
      const sink = new EditSink(edit, parts.names.entities, entitiesFrom)
      writeBlocks(stored, entities, before, firstBlock, sink)
      for (const type of WRITTEN_TYPES) {
        const at = TYPES_AT + ENTITY_TYPES.indexOf(type) * TYPE_FACTS_SIZE + COUNT_AT
        sink.patch(at, new ByteWriter(8).u64be(Math.max(stored.stated(type), entities[type].size)).bytes())
      }
      replaced.push(sink)
    },
    replace(extension) {
      const sink = new EditSink(edit, nameOf(extension), 0)
      replaced.push(sink)
      return sink
    },
    commit() {
      for (const sink of [...sinks, ...replaced]) sink.close()
      edit.commit()
    },
  }
  return new DatabaseWriter(target, encoding)
}

/** Where the facts of a type in the head of `.2lid` have the number of its entities. */
const COUNT_AT = 4

/** The files of a whole database, by their names on disk. */
interface WholeParts {
  names: Record<'headers' | 'moves' | 'annotations' | 'entities', string>
  entities: EntityFile
}

/** Throws FormatError where games could not be added without guessing. */
function wholeParts({ issues, files, moves, annotations, entities }: Cbh2Database): WholeParts {
  const file = files.headers.name
  const fault =
    issues.find(({ id, severity }) => severity === 'error' || DOUBTS.has(id)) ??
    [moves, annotations].map((source) => source && faultOfHead(source)).find(Boolean) ??
    (entities && !entities.hasUsualContainers
      ? issue('2cbh/entity-head', 'error', {}, { file: entities.file })
      : undefined)
  if (fault) {
    const reason = { id: fault.id, params: fault.params ?? {} }
    throw new FormatError('chessbase/damaged', { reason }, fault.place ?? { file })
  }
  if (files.headers.size % RECORD_SIZE !== 0 || !moves || !annotations || !entities) {
    throw new FormatError('chessbase/parts-missing', {}, { file })
  }
  const names = { headers: file, moves: moves.name, annotations: annotations.name, entities: entities.file }
  return { names, entities }
}

/** What else keeps games from being added: nobody knows which records count. */
const DOUBTS: ReadonlySet<string> = new Set(['chessbase/missing-part', 'chessbase/counter', 'chessbase/version'])

/** What is wrong with the head of `.2cbg` or `.2cba`. */
function faultOfHead(source: Source): Issue | undefined {
  const head = source.read(0, FILE_HEAD_SIZE)
  const place = { file: source.name, offset: 0 }
  const size = head.length < FILE_HEAD_SIZE ? 0 : u16le(head, 8)
  if (size !== FILE_HEAD_SIZE) return issue('chessbase/part-head', 'warning', { size }, place)
  const stated = u64le(head, 0)
  return stated === source.size
    ? undefined
    : issue('chessbase/file-size', 'warning', { stated, size: source.size }, place)
}

/** All entities. Those that say the same as one that is written are found again. */
function loadEntities(file: EntityFile): EntityTables {
  const tables = emptyTables()
  for (const type of WRITTEN_TYPES) {
    const capacity = file.capacity(type)
    for (let id = 0; id < capacity; id++) {
      const data = file.data(type, id) ?? new Uint8Array(0)
      const isUsed = data.length > 0 && !isDeletedData(data)
      tables[type].load(data, isUsed ? written(type, data) : undefined)
    }
  }
  return tables
}

/** Nothing is lost of what is only compared. */
const ignore: Lose = () => {}
const plainText = new FieldEncoder(undefined, () => {})

/** The bytes that are written for what an entity says, which are those of the entity only if we wrote it. */
function written(type: WrittenType, data: Uint8Array): Uint8Array | undefined {
  switch (type) {
    case 'players':
      return playerData(readPlayer(data) ?? {}, plainText)
    case 'tournaments':
      return tournamentData(readTournament(data) ?? {}, plainText, ignore)
    case 'sources':
      return sourceData(readSource(data) ?? {}, plainText, ignore)
    case 'titles':
      return titlesData(readTitles(data) ?? [], plainText, ignore)
    case 'teams': {
      const team = readTeam(data)
      return team && teamData(team, plainText, ignore)
    }
  }
}

/** Which records name each entity, as far as it is there. */
function loadLists(database: Cbh2Database, entities: EntityTables): GameLists {
  const lists = new GameLists()
  for (let index = 0; index < database.count; index++) {
    const stored = database.record(index)
    if (!stored) continue
    for (const [role, id] of rolesOf(stored)) {
      const data = entities[role.type as WrittenType].records[id]
      if (data && data.length > 0 && !isDeletedData(data)) lists.add(role, id, index + 1)
    }
  }
  return lists
}

/** Writes blocks from the first that gets an entity; containers of entities that were there stay as they are. */
function writeBlocks(
  stored: EntityFile,
  entities: EntityTables,
  before: Readonly<Record<WrittenType, number>>,
  firstBlock: number,
  sink: EditSink,
): void {
  const last = Math.max(stored.blocks, ...WRITTEN_TYPES.map((type) => entities[type].size))
  for (let id = firstBlock; id < last; id++) {
    const block = new ByteWriter(stored.blockStart(1) - stored.blockStart(0))
    let used = 0
    for (const type of ENTITY_TYPES) {
      const size = CONTAINER_SIZES[type]
      const data = type === 'unused' || id < before[type] ? undefined : entities[type].records[id]
      if (data) block.u32le(data.length).field(data, size - 4)
      else {
        const raw = stored.container(type, id)
        if (raw.length > 0) used = block.length + raw.length
        block.field(raw, size)
      }
      if (data) used = block.length
    }
    // The file ends after the last record, without the rest of its block.
    sink.append(id < last - 1 ? block.bytes() : block.bytes().subarray(0, used))
  }
}

/** Marks records as deleted, or no longer so, by their indexes from 0. Throws TypeError for an index out of range. */
export function markDeleted(files: FileSet, edit: FileEdit, indexes: readonly number[], isDeleted = true): void {
  const database = new Cbh2Database(findDatabase(files))
  const { count } = database
  const { headers } = database.files
  const changes = indexes.map((index) => {
    if (!(Number.isInteger(index) && index >= 0 && index < count)) throw new TypeError(`there is no record ${index}`)
    const at = (index + 1) * RECORD_SIZE + RECORD_AT.type
    const type = headers.read(at, at + 1)[0]!
    return { at, type: isDeleted ? type | TYPE.deleted : type & ~TYPE.deleted }
  })
  edit.begin([{ name: headers.name, overwrites: changes.map(({ at }) => [at, at + 1]) }])
  for (const { at, type } of changes) edit.write(headers.name, at, Uint8Array.of(type))
  edit.commit()
}
