/**
 * Adds games to a database and marks games of one as deleted, in place. The caller brings the means to undo: see
 * bytes/edit.ts. docs/formats/scid.md, Writing.
 */
import type { FileEdit } from '../../bytes/edit.ts'
import { EditSink } from '../../bytes/edit-sink.ts'
import type { FileSet } from '../../bytes/source.ts'
import { ByteWriter } from '../../bytes/writer.ts'
import { FormatError } from '../../issues/errors.ts'
import type { GameRecord } from '../../model/record.ts'
import type { Writer, WriteOptions } from '../format.ts'
import { ScidDatabase, refuseDamaged } from './database.ts'
import { FLAG } from './flags.ts'
import { HEADER_AT, HEADER_SIZE, VERSION_4 } from './index-header.ts'
import { DELETED_AT } from './index-record.ts'
import { NAME_KINDS, type NameKind } from './names.ts'
import { findDatabase } from './parts.ts'
import { knownEncoding } from './reader.ts'
import { newNameTables, writeScid4Names, type NameTable } from './writer/name-table.ts'
import { scid5Names, ScidWriter, type Target } from './writer.ts'

/**
 * Opens a database to add games to it. Throws FormatError for a database that is damaged, which is better copied first,
 * and for one of Scid 3.
 */
export function appendToScid(files: FileSet, edit: FileEdit, options: WriteOptions = {}): Writer {
  const encoding = knownEncoding(options.encoding)
  const database = new ScidDatabase(findDatabase(files), encoding)
  const { generation, count } = database
  refuseDamaged(database)
  if (generation === 3) throw new FormatError('scid/old', {}, { file: database.files.index.name })
  const tables = loadTables(database, generation)
  const [index, games, names] = ['i', 'g', 'n'].map((kind) => `${database.files.name}.s${kind}${generation}`) as [
    string,
    string,
    string,
  ]
  edit.begin([
    { name: index, overwrites: generation === 4 ? [[0, HEADER_SIZE[VERSION_4]]] : [] },
    { name: games, overwrites: [] },
    // Scid 4 keeps names in their order: the file is written again.
    { name: names, overwrites: generation === 4 ? [[0, edit.size(names)]] : [] },
  ])
  const indexSink = new EditSink(edit, index, edit.size(index))
  const gameSink = new EditSink(edit, games, edit.size(games))
  const target: Target = {
    generation,
    games: gameSink,
    index: indexSink,
    count,
    tables,
    finish(newCount, added) {
      gameSink.close()
      const nameSink = new EditSink(edit, names, generation === 4 ? 0 : edit.size(names))
      nameSink.append(generation === 4 ? writeScid4Names(tables) : scid5Names(added, undefined))
      nameSink.close()
      if (generation === 4) indexSink.patch(HEADER_AT.count, new ByteWriter(3).u24be(newCount).bytes())
      indexSink.close()
      edit.commit()
    },
  }
  const writer = new ScidWriter(target, encoding)
  return { add: (record: GameRecord) => writer.add(record), finish: () => writer.finish() }
}

/** The names of a database, with how often its games use each. */
function loadTables(database: ScidDatabase, generation: 4 | 5): Record<NameKind, NameTable> {
  const tables = newNameTables(generation)
  for (const kind of NAME_KINDS) {
    const { names } = database.names.lists[kind]
    for (const [id, name] of names.entries()) tables[kind].load(name!, database.name(kind, id)!)
  }
  for (let index = 0; index < database.count; index++) {
    const { white, black, event, site, round } = database.record(index)
    tables.players.count(white)
    tables.players.count(black)
    tables.events.count(event)
    tables.sites.count(site)
    tables.rounds.count(round)
  }
  return tables
}

/** Marks games as deleted, or no longer so, by their indexes from 0. Throws TypeError for an index out of range. */
export function markDeleted(files: FileSet, edit: FileEdit, indexes: readonly number[], isDeleted = true): void {
  const database = new ScidDatabase(findDatabase(files))
  const { index } = database.files
  const changes = indexes.map((game) => {
    if (!(Number.isInteger(game) && game >= 0 && game < database.count))
      throw new TypeError(`there is no record ${game}`)
    const at = DELETED_AT[database.generation]
    const flags = database.recordBytes(game)[at]!
    return { at: database.recordOffset(game) + at, flags: isDeleted ? flags | FLAG.deleted : flags & ~FLAG.deleted }
  })
  edit.begin([{ name: index.name, overwrites: changes.map(({ at }) => [at, at + 1]) }])
  for (const { at, flags } of changes) edit.write(index.name, at, Uint8Array.of(flags))
  edit.commit()
}
