/**
 * Reads a file or database in every way a collection can be read, and checks
 * that all of them agree. A reader responds to hostile bytes with issues or a
 * FormatError, within a budget of work, and with nothing else.
 */
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { validate } from '../../src/convert/validate.ts'
import { ChessKernel } from '../../src/formats/chess-kernel.ts'
import type { Collection, Entry, Format, ReadOptions } from '../../src/formats/format.ts'
import { describeError, describeIssue } from '../../src/issues/index.ts'
import { FormatError, PositionError } from '../../src/issues/errors.ts'
import type { Issue } from '../../src/issues/issue.ts'
import { playerOf, type GameRecord, type Header } from '../../src/model/record.ts'
import { mainLine, treeFault } from '../../src/model/tree.ts'
import { rulesOf } from '../../src/rules/index.ts'
import type { Position, Rules, StartOptions } from '../../src/rules/rules.ts'
import { holdBudget, MemoryMeter, ReadMeter } from './budget.ts'
import { difference } from './difference.ts'
import type { NamedBytes } from '../support/named-bytes.ts'

/** Thrown when two ways of reading or a record read again do not agree. */
export class Disagreement extends Error {
  override name = 'Disagreement'
}

/** A collection and what its entries are. */
export interface Reading {
  collection: Collection
  entries: Entry[]
}

const kernel = new ChessKernel()

/** Entries that are read one by one and listed, of collections that hold more. */
const MOST_COMPARED = 64

/** Opens files. Returns undefined when the reader refuses them with a FormatError that says where and what it expected. */
export async function openHostile(
  format: Format,
  files: readonly NamedBytes[],
  options: ReadOptions = {},
  meter = new ReadMeter(),
): Promise<Collection | undefined> {
  const [main, ...others] = files.map(([name, bytes]) => meter.watch(new MemorySource(name, bytes)))
  return orRefused(() => format.open!(new MemoryFileSet(main!, others), options))
}

/** The result of a reading, or undefined for one that ends in a FormatError. */
async function orRefused<Result>(read: () => Promise<Result> | Result): Promise<Result | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    if (describeError(error) === '' || error.place.file === undefined) {
      throw new Disagreement(`a refusal without its file or a sentence: ${error.message}`)
    }
    return undefined
  }
}

/** Opens files and reads every entry, within the budgets. */
export async function readAllEntries(
  format: Format,
  files: readonly NamedBytes[],
  options: ReadOptions = {},
): Promise<Reading | undefined> {
  const size = files.reduce((sum, [, bytes]) => sum + bytes.length, 0)
  const [reads, memory] = [new ReadMeter(), new MemoryMeter()]
  memory.start()
  try {
    return await orRefused(async () => {
      const collection = await openHostile(format, files, options, reads)
      if (!collection) return undefined
      const entries: Entry[] = []
      for (const entry of collection.entries()) {
        checkEntry(entry, entries.length, size)
        entries.push(entry)
      }
      holdBudget('entries', entries.length, 2 * size + 16)
      holdBudget('bytes read', reads.bytes, (64 * size + 65_536) * (1 + entries.length))
      holdBudget('bytes of memory', memory.bytes, (1024 * size + 1_048_576) * (1 + entries.length) + 16_777_216)
      return { collection, entries }
    })
  } finally {
    memory.stop()
  }
}

/** What every entry is, whatever it was read from. */
function checkEntry({ index, record, issues }: Entry, expected: number, size: number): void {
  if (index !== expected) throw new Disagreement(`entry ${expected} says that it is entry ${index}`)
  for (const issue of issues) checkIssue(issue)
  if (!record) return
  const fault = treeFault(record.nodes)
  if (fault !== undefined) throw new Disagreement(`a tree with a fault: ${fault}`)
  holdBudget('nodes of a record', record.nodes.length, 4 * size + 16)
}

function checkIssue(issue: Issue): void {
  const { id } = issue
  if (!/^[a-z0-9-]+\/[a-z0-9-]+$/.test(id)) throw new Disagreement(`an issue with the id ${id}`)
  if (describeIssue(issue).trim() === '') throw new Disagreement(`an issue ${id} without a sentence`)
}

/**
 * Reads in every way there is. Returns undefined for files that the reader refuses.
 */
export async function readEverything(
  format: Format,
  files: readonly NamedBytes[],
  options: ReadOptions = {},
): Promise<Reading | undefined> {
  const reading = await readAllEntries(format, files, options)
  if (!reading) return undefined
  // A collection of its own for each way, so that none profits from what another has found.
  const openAgain = () => openHostile(format, files, options)
  await compareRandomAccess((await openAgain())!, reading.entries)
  compareVariants(reading)
  for (const issue of validate((await openAgain())!)) checkIssue(issue)
  for (const table of reading.collection.tables?.() ?? []) {
    const rows = [...table.rows()].length
    if (rows !== table.count)
      throw new Disagreement(`the table ${table.name} has ${rows} rows and counts ${table.count}`)
  }
  return reading
}

/** Entries in the other order, each listed before it is read. */
async function compareRandomAccess(collection: Collection, entries: readonly Entry[]): Promise<void> {
  if (collection.count !== entries.length) {
    throw new Disagreement(`${entries.length} entries where ${collection.count} were counted`)
  }
  for (const expected of entries.slice(0, MOST_COMPARED).reverse()) {
    const listing = collection.listing(expected.index)
    const header = expected.record?.header ?? expected.document?.header
    if (listing.index !== expected.index) throw new Disagreement('a listing has another index')
    if (header) agreeListed(listing.header, header)
    agree('entry(i) and entries()', bare(collection.entry(expected.index)), bare(expected))
  }
  const starts = collection.starts?.()
  if (starts && starts.length !== entries.length + 1) {
    throw new Disagreement(`${starts.length} starts of ${entries.length} entries`)
  }
  const from = Math.floor(entries.length / 2)
  const part = [...collection.entries({ from, to: from + 2 })].map(bare)
  agree('entries({ from, to }) and entries()', part, entries.slice(from, from + 2).map(bare))
}

/** A listing is read without the moves: what only they tell is missing there, and nothing is told otherwise. */
function agreeListed(listed: Header, header: Header): void {
  const { result, players, tags, ...facts } = listed
  const isOpen = result.outcome === 'unfinished'
  const otherTags = { ...tags }
  // A reason for a result stays a tag until the result is known.
  if (isOpen) delete otherTags.Termination
  // So does half of an instant whose other half stands behind the moves.
  const [day, time] = header.instant?.split('T') ?? []
  if (otherTags.UTCDate?.replaceAll('.', '-') === day) delete otherTags.UTCDate
  if (otherTags.UTCTime === time?.replace('Z', '')) delete otherTags.UTCTime
  const others = isOpen ? { tags: otherTags } : { result, tags: otherTags }
  // What stands behind the moves may name another player.
  const isWhole = players.length === header.players.length
  const known = isWhole ? header.players : players.map((player) => playerOf(header, player.colour!) ?? player)
  const found = difference(
    { ...facts, ...others, players },
    { ...header, tags: header.tags ?? {}, players: known },
    true,
  )
  if (found !== undefined) throw new Disagreement(`the listing and the entry disagree at ${found}`)
}

/** An entry without what is there only when it is asked for. */
function bare({ index, record, document, issues }: Entry): unknown {
  return { index, record, document, issues }
}

/** What is asked for beside the record changes nothing of it. */
function compareVariants({ collection, entries }: Reading): void {
  let index = 0
  for (const entry of collection.entries({ playedLine: { keys: true, san: true }, kernel })) {
    const keyed = entry.playedLine?.keyed
    if (keyed && entry.record) compareLine(keyed, entry.record)
    agree('entries({ playedLine }) and entries()', bare(entry), bare(entries[index++]!))
  }
}

interface Line {
  moves: Int32Array
  keys: Uint32Array
  length: number
}

/** Compares a line with the main line of the record, and its keys with those of the positions it goes through. */
function compareLine(line: Line, record: GameRecord): void {
  const moves: number[] = []
  for (const index of mainLine(record.nodes)) {
    const { move, unread } = record.nodes[index]!
    if (unread) break
    if (move !== undefined) moves.push(move)
  }
  const given = line.moves.subarray(0, line.length)
  agree('a line and the main line of its record', [...given], moves.slice(0, line.length))
  const rules = rulesOf(record.game)
  if (record.nodes.some(({ edits, turn }) => edits !== undefined || turn !== undefined)) return
  const options: StartOptions = {
    ...(record.setup !== undefined && { setup: record.setup }),
    ...(record.size !== undefined && { size: record.size }),
  }
  const { variant } = record
  // Moves of a variant whose rules are not known are read by the usual rules.
  const position = (variant !== undefined && startOf(rules, { ...options, variant })) || startOf(rules, options)
  if (!position) {
    if (line.length > 0) throw new Disagreement('a line from a start that the rules do not take')
    return
  }
  const key = new Uint32Array(2)
  for (let ply = 0; ply <= line.length; ply++) {
    rules.key(position, key, 0)
    const at = 2 * ply
    if (line.keys[at] !== key[0] || line.keys[at + 1] !== key[1]) {
      throw new Disagreement('a line with the key of another position')
    }
    if (ply < line.length) rules.play(position, given[ply]!)
  }
}

/** The start, or undefined for one that the rules do not take. */
function startOf(rules: Rules, options: StartOptions): Position | undefined {
  try {
    return rules.start(options)
  } catch (error) {
    if (error instanceof PositionError) return undefined
    throw error
  }
}

/** Throws when two things do not say the same. */
export function agree(what: string, left: unknown, right: unknown): void {
  const found = difference(left, right)
  if (found !== undefined) throw new Disagreement(`${what} disagree at ${found}`)
}
