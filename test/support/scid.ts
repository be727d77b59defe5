/** Databases of Scid in memory, and Scid itself where it is installed. */
import { spawnSync } from 'node:child_process'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { extension } from '../../src/bytes/source.ts'
import type { CollectionFacts, Collection } from '../../src/formats/format.ts'
import { scid } from '../../src/formats/scid/format.ts'
import { HEADER_SIZE, VERSION_3, VERSION_4 } from '../../src/formats/scid/index-header.ts'
import { SCID4_RECORD_SIZE } from '../../src/formats/scid/index-record.ts'
import type { Issue } from '../../src/issues/issue.ts'
import type { GameRecord } from '../../src/model/record.ts'
import { findScid } from './find-program.ts'
import type { NamedBytes } from './named-bytes.ts'
import { needs } from './needs.ts'

/** A database that was written, and what was lost of each record. */
export interface Written {
  files: Map<string, Uint8Array>
  /** For every record whether it was written, and the issues. */
  results: { written: boolean; issues: Issue[] }[]
  ofAll: Issue[]
}

/** Writes records to a database in memory. */
export async function writeScidDatabase(
  records: readonly GameRecord[],
  name = 'games.si5',
  { about, source, encoding }: { about?: CollectionFacts; source?: Collection; encoding?: string } = {},
): Promise<Written> {
  const out = new MemorySinkSet(name)
  const writer = await scid.write(out, encoding === undefined ? {} : { encoding })
  if (about) writer.begin?.(about, source)
  const results = records.map((record) => writer.add(record))
  const ofAll = writer.finish()
  return { files: out.files, results, ofAll }
}

/** Opens a database in memory. */
export async function openScidFiles(files: Iterable<NamedBytes>, encoding?: string): Promise<Collection> {
  const sources = Array.from(files, ([name, bytes]) => new MemorySource(name, bytes))
  const main = sources.find(({ name }) => scid.extensions.includes(extension(name)))!
  return scid.open(new MemoryFileSet(main, sources), encoding === undefined ? {} : { encoding })
}

/** The records of a database, without what says where they came from. */
export function recordsOf(collection: Collection): GameRecord[] {
  return Array.from(collection.entries(), ({ record }) => {
    const { origin: _origin, ...rest } = record!
    return rest
  })
}

/** A database of Scid 4 as Scid 3 stored it: a shorter head, records without the byte of custom flags. */
export function asScid3(files: readonly NamedBytes[]): NamedBytes[] {
  return files.map(([name, bytes]): NamedBytes => {
    if (!name.endsWith('.si4')) return [name.replace(/4$/, '3'), bytes]
    const parts = [bytes.slice(0, HEADER_SIZE[VERSION_3])]
    new DataView(parts[0]!.buffer).setUint16(8, VERSION_3)
    for (let at = HEADER_SIZE[VERSION_4]; at < bytes.length; at += SCID4_RECORD_SIZE) {
      parts.push(bytes.slice(at, at + 6), bytes.slice(at + 7, at + SCID4_RECORD_SIZE))
    }
    return [name.replace(/4$/, '3'), Uint8Array.from(Buffer.concat(parts))]
  })
}

const SCID = findScid()

/** Options of tests that run Scid itself. */
export function needsScid() {
  return needs('scid', SCID !== undefined, 'Scid (the Debian package scid) is not installed')
}

/** Runs a Tcl script in Scid and returns what it prints. */
export function runScid(scriptPath: string, ...words: string[]): string {
  const { stdout, status, error } = spawnSync(SCID!, [scriptPath, ...words], { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (error) throw error
  if (status !== 0) throw new Error(`Scid ended with ${status}: ${stdout}`)
  return stdout
}
