/** Reading and writing wei7 in tests, from text to text. */
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import type { Entry } from '../../src/formats/format.ts'
import { wei7 } from '../../src/formats/wei7/format.ts'
import type { Issue } from '../../src/issues/issue.ts'
import type { Json } from '../../src/model/json.ts'
import type { GameRecord } from '../../src/model/record.ts'

/** Reads a document given as an object, text or bytes. */
export async function readWei7(
  document: object | string | Uint8Array,
  settings: Record<string, string> = {},
  name = 'test.wei7',
): Promise<Entry> {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  const bytes = document instanceof Uint8Array ? document : new TextEncoder().encode(text)
  const collection = await wei7.open(new MemoryFileSet(new MemorySource(name, bytes)), { settings })
  return collection.entry(0)
}

/** Writes a record: the document, its text, all files by name, and what was lost. */
export async function writeWei7(
  record: GameRecord,
  settings: Record<string, string> = {},
): Promise<{ document: Json; text: string; files: Map<string, Uint8Array>; issues: Issue[] }> {
  const out = new MemorySinkSet('test.wei7')
  const writer = await wei7.write(out, { settings })
  const { issues } = writer.add(record)
  writer.finish()
  const text = new TextDecoder().decode(out.files.get('test.wei7'))
  return { document: JSON.parse(text) as Json, text, files: out.files, issues }
}
