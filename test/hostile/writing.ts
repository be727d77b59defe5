/**
 * Writes what was read of hostile bytes, in its own format and as JSON lines,
 * and reads it again. What comes back is what was written but for what the
 * conversion reported as lost; what was written has no fault that its own reader finds.
 */
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { extension } from '../../src/bytes/source.ts'
import { Conversion } from '../../src/convert/convert.ts'
import type { Collection, Entry, Format, ReadOptions } from '../../src/formats/format.ts'
import { describeIssue } from '../../src/issues/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import type { Issue } from '../../src/issues/issue.ts'
import type { GameRecord, TextDocument } from '../../src/model/record.ts'
import { agree, Disagreement, openHostile, type Reading } from './reading.ts'
import type { NamedBytes } from '../support/named-bytes.ts'

/** How what is read of a format is compared once it was written in that format. */
export interface WritingRules {
  /** Name of the file to write; the name of the one read where it is left out. */
  name?: string
  options?: ReadOptions
  /** How many records of an input are written, of inputs that hold more; {@link MOST_WRITTEN} where it is left out. */
  most?: number
  /** Settings of the writer; where there are several, all is written with each. */
  settings?: readonly Record<string, string>[]
  /** Tells entries that are not compared, because their reader said that it had to guess. */
  isDoubtful?: (issue: Issue) => boolean
  /** Takes out of a record what the format does not promise to keep, whatever was reported. */
  comparable?: (part: GameRecord | TextDocument) => unknown
}

/** Records of one input that are written, of inputs that hold more. */
const MOST_WRITTEN = 6

/** What was written of some entries. */
interface Written {
  files: NamedBytes[]
  /** The entries that were written, in order, each with the kinds of loss that were reported of it. */
  kept: { entry: Entry; losses: string[] }[]
  /** Kinds of loss reported of the whole. */
  ofAll: string[]
}

/** Writes and reads again, as JSON lines and in the format itself. */
export async function writeEverything(
  format: Format,
  { collection, entries }: Reading,
  file: string,
  rules: WritingRules = {},
): Promise<void> {
  await returnAsJsonLines(entries.slice(0, rules.most ?? MOST_WRITTEN), collection)
  if (!format.write) return
  const reading = { collection, entries: entries.slice(0, rules.most ?? MOST_WRITTEN) }
  const faults = new Set([...(collection.validate?.() ?? [])].map(({ id }) => id))
  for (const settings of rules.settings ?? [{}]) {
    await writeWith({ ...rules, format, name: rules.name ?? file, settings, faults }, reading)
  }
}

/** One way of writing: a format, the name of its file, and its settings. */
interface Way extends Omit<WritingRules, 'settings'> {
  format: Format
  name: string
  settings: Record<string, string>
  /** Kinds of faults that the source has: a score that the moves contradict is one in the copy, too. */
  faults: ReadonlySet<string>
}

async function writeWith(way: Way, { collection, entries }: Reading): Promise<void> {
  // One by one: what is lost of one record says nothing of the others.
  for (const entry of entries) await returnAlone(way, entry, collection)
  if (way.format.holds === 'many') await returnTogether(way, entries, collection)
}

/** JSON lines keep everything, and their reader knows the shape of every record. */
async function returnAsJsonLines(entries: readonly Entry[], collection: Collection): Promise<void> {
  const { files, kept, ofAll } = await write(
    { format: jsonl, name: 'again.jsonl', settings: {}, faults: new Set() },
    entries,
    collection,
  )
  const again = await readBack(jsonl, files)
  if (again.length !== kept.length)
    throw new Disagreement(`JSON lines return ${again.length} of ${kept.length} entries`)
  for (const [index, { entry, losses }] of kept.entries()) {
    const reported = [...losses, ...ofAll].filter((id) => id !== 'loss/unread-parts' && id !== 'loss/about')
    if (reported.length > 0) throw new Disagreement(`JSON lines report losses: ${reported.join(', ')}`)
    const [issue] = again[index]!.issues
    // What JSON lines of others held beyond a record stays in it.
    if (issue && entry.issues.length === 0)
      throw new Disagreement(`as JSON lines: ${issue.id} at ${places(issue.place?.pointer)}: ${describeIssue(issue)}`)
    agree('JSON lines and what was written to them', part(again[index]!), part(entry))
  }
}

/** A pointer without its numbers. */
function places(pointer = ''): string {
  return pointer.replaceAll(/[0-9]+/g, '-')
}

async function returnAlone(way: Way, entry: Entry, collection: Collection): Promise<void> {
  const { id } = way.format
  const first = await once(way, entry, collection)
  if (!first || isDoubtful(entry, way) || isDoubtful(first.entry, way)) return
  if (first.losses.length === 0) {
    agree(`${id} and what was written to it`, comparable(first.entry, way), comparable(entry, way))
    return
  }
  // Something was lost, and said to be. What is left must be kept the next time.
  const second = await once(way, first.entry, first.collection)
  if (!second) throw new Disagreement(`${id} refuses what it wrote itself`)
  if (second.losses.length > 0) return
  agree(`${id} and what it wrote itself`, comparable(second.entry, way), comparable(first.entry, way))
}

interface Returned {
  entry: Entry
  losses: string[]
  collection: Collection
}

/** Writes one entry and reads it again; undefined when it was refused. */
async function once(way: Way, entry: Entry, collection: Collection): Promise<Returned | undefined> {
  const { id } = way.format
  const { files, kept, ofAll } = await write(way, [entry], collection)
  const [written] = kept
  if (!written) return undefined
  const found: Returned[] = []
  for (const main of mainFiles(way, files)) {
    const again = await openWritten(way, [main, ...files.filter((other) => other !== main)])
    for (const entry of again.entries()) {
      found.push({ entry, losses: [...written.losses, ...ofAll], collection: again })
    }
  }
  if (found.length !== 1) throw new Disagreement(`${id} returns ${found.length} entries where one was written`)
  return found[0]
}

/** All entries in one file: as many come back as were written, each where it was, with what it had when it was alone. */
async function returnTogether(way: Way, entries: readonly Entry[], collection: Collection): Promise<void> {
  const { id } = way.format
  const { files, kept, ofAll } = await write(way, entries, collection)
  if (kept.length === 0) return
  const mains = mainFiles(way, files)
  let count = 0
  for (const main of mains) {
    const again = await openWritten(way, [main, ...files.filter((other) => other !== main)])
    for (const read of again.entries()) {
      const written = kept[count++]
      if (mains.length > 1 || !written || written.losses.length > 0 || ofAll.length > 0) continue
      if (isDoubtful(written.entry, way) || isDoubtful(read, way)) continue
      agree(`${id} and all that was written to it`, comparable(read, way), comparable(written.entry, way))
    }
  }
  if (count !== kept.length) throw new Disagreement(`${id} returns ${count} of ${kept.length} entries`)
}

async function write(
  { format, name, settings }: Way,
  entries: readonly Entry[],
  collection: Collection,
): Promise<Written> {
  const out = new MemorySinkSet(name)
  const writer = await format.write!(out, { settings })
  const whole = new Conversion(format)
  whole.begin(writer, collection)
  const kept: Written['kept'] = []
  for (const entry of entries) {
    const conversion = new Conversion(format, { keepDeleted: true })
    if (!conversion.accepts(entry)) continue
    conversion.copy(entry, writer)
    if (conversion.counts.written === 1) kept.push({ entry, losses: lossesOf(conversion) })
  }
  whole.finish(writer)
  const ofAll = lossesOf(whole)
  return { files: [...out.files].map(([file, bytes]) => [file, Uint8Array.from(bytes)]), kept, ofAll }
}

/** The files that are opened, the others are parts of theirs. */
function mainFiles({ format, name: wanted }: Way, files: readonly NamedBytes[]): NamedBytes[] {
  return files.filter(([name]) => name === wanted || format.extensions.includes(extension(name)))
}

async function openWritten({ format, options, faults }: Way, files: readonly NamedBytes[]): Promise<Collection> {
  const collection = await openHostile(format, files, options)
  if (!collection) throw new Disagreement(`${format.id} refuses to open what it wrote`)
  for (const issue of [...collection.issues, ...(collection.validate?.() ?? [])]) {
    if (issue.severity === 'error' && !faults.has(issue.id))
      throw new Disagreement(`${format.id} finds in what it wrote: ${issue.id}: ${describeIssue(issue)}`)
  }
  return collection
}

async function readBack(format: Format, files: readonly NamedBytes[]): Promise<Entry[]> {
  const collection = await openHostile(format, files)
  if (!collection) throw new Disagreement(`${format.id} refuses to open what it wrote`)
  return [...collection.entries()]
}

function isDoubtful({ issues }: Entry, { isDoubtful }: Way): boolean {
  return isDoubtful !== undefined && issues.some(isDoubtful)
}

function comparable(entry: Entry, rules: Way): unknown {
  const found = part(entry)
  if (!found || !rules.comparable) return withoutOrigin(found)
  return rules.comparable(withoutOrigin(found))
}

/** The record or the text of an entry. */
function part({ record, document }: Entry): GameRecord | TextDocument | undefined {
  return record ?? document
}

/** Where something came from is not part of it. */
function withoutOrigin<Part extends GameRecord | TextDocument | undefined>(value: Part): Part {
  if (!value) return value
  const { origin: _origin, ...rest } = value
  return rest as Part
}

/** What a writer could not store; what the reader before it met is the same for all of them. */
function lossesOf({ losses }: Conversion): string[] {
  return losses.list().flatMap(({ id, stage }) => (stage === undefined ? [id] : []))
}
