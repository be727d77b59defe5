/** Files to begin with, all of our own making: the examples, and records of the property tests as our writers have them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { MemorySink, MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemorySource } from '../../src/bytes/source.ts'
import { packArchive } from '../../src/formats/chessbase/archive/pack.ts'
import type { PackOptions } from '../../src/formats/archive.ts'
import type { Format } from '../../src/formats/format.ts'
import type { GameRecord, TextDocument } from '../../src/model/record.ts'
import type { NamedBytes } from '../support/named-bytes.ts'

const root = join(import.meta.dirname, '../..')

/** Files of a folder whose names match, the named one first. */
export function filesIn(folder: string, pattern: RegExp, first?: RegExp): NamedBytes[] {
  const files = readdirSync(join(root, folder))
    .filter((name) => pattern.test(name))
    .map((name): NamedBytes => [name, new Uint8Array(readFileSync(join(root, folder, name)))])
  return first ? [...files.filter(([name]) => first.test(name)), ...files.filter(([name]) => !first.test(name))] : files
}

/** Every matching file of a folder as an input of its own. */
export function eachIn(folder: string, pattern: RegExp): NamedBytes[][] {
  return filesIn(folder, pattern).map((file) => [file])
}

/** Text as an input. */
export function textInput(name: string, text: string): NamedBytes[] {
  return [[name, new TextEncoder().encode(text)]]
}

/** What a writer makes of records, the file that is opened first. */
export async function writtenInput(
  format: Format,
  name: string,
  records: readonly (GameRecord | TextDocument)[],
  settings: Record<string, string> = {},
): Promise<NamedBytes[]> {
  const out = new MemorySinkSet(name)
  const writer = await format.write!(out, { settings })
  for (const record of records) {
    if ('game' in record) writer.add(record)
    else writer.addDocument!(record)
  }
  writer.finish()
  const files = [...out.files].map(([file, bytes]): NamedBytes => [file, Uint8Array.from(bytes)])
  return [...files.filter(([file]) => file === name), ...files.filter(([file]) => file !== name)]
}

/** Records of a property test, always the same. */
export function sampleRecords(records: fc.Arbitrary<GameRecord>, count: number): GameRecord[] {
  return fc.sample(records, { seed: 12, numRuns: count })
}

/** The smallest of some records, but for the very smallest: a short input is soon tried and soon understood. */
export function smallest(records: readonly GameRecord[], count: number): GameRecord[] {
  const sizes = new Map(records.map((record) => [record, JSON.stringify(record).length]))
  return records.toSorted((left, right) => sizes.get(left)! - sizes.get(right)!).slice(2, 2 + count)
}

/** Inputs of a few records each. */
export async function writtenInputs(
  format: Format,
  name: string,
  records: readonly GameRecord[],
  each = 1,
  settings: Record<string, string> = {},
): Promise<NamedBytes[][]> {
  const inputs: NamedBytes[][] = []
  for (let from = 0; from < records.length; from += each) {
    inputs.push(await writtenInput(format, name, records.slice(from, from + each), settings))
  }
  return inputs
}

/** An archive of files. */
export function archiveOf(
  name: string,
  files: readonly NamedBytes[],
  options: PackOptions = {},
  pack: typeof packArchive = packArchive,
): NamedBytes[] {
  const sink = new MemorySink()
  const packed = files.map(([file, bytes]) => ({ name: file, source: new MemorySource(file, bytes) }))
  pack(sink, packed, options)
  return [[name, Uint8Array.from(sink.bytes())]]
}
