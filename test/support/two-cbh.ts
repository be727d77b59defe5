/** Databases of ChessBase 17 in memory: written, opened, taken apart. */
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { twoCbh } from '../../src/formats/2cbh/format.ts'
import type { Collection, WriteOptions } from '../../src/formats/format.ts'
import type { Issue } from '../../src/issues/issue.ts'
import type { GameRecord, TextDocument } from '../../src/model/record.ts'

/** A database written to memory and opened again, with what the writer said. */
export async function rewritten(
  items: readonly (GameRecord | TextDocument)[],
  options?: WriteOptions,
  name = 'copy.2cbh',
): Promise<{ collection: Collection; issues: Issue[]; files: Map<string, Uint8Array> }> {
  const out = new MemorySinkSet(name)
  const writer = await twoCbh.write(out, options)
  const issues = items.flatMap((item) => ('game' in item ? writer.add(item) : writer.addDocument!(item)).issues)
  issues.push(...writer.finish())
  return { collection: await openFiles(out.files), issues, files: out.files }
}

/** Opens a database in memory by its `.2cbh`, or the archive that it is. */
export async function openFiles(files: ReadonlyMap<string, Uint8Array>): Promise<Collection> {
  const sources = [...files].map(([name, bytes]) => new MemorySource(name, bytes))
  const main = sources.find(({ name }) => name.endsWith('.2cbh')) ?? sources[0]!
  return twoCbh.open(new MemoryFileSet(main, sources))
}

/** The records or texts of a collection. */
export function itemsOf(collection: Collection): (GameRecord | TextDocument)[] {
  return [...collection.entries()].map(({ record, document }) => record ?? document!)
}
