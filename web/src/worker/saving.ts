/** Writes records in any format, with what is lost on the way. */
import { safeFileName } from '../../../src/bytes/file-name.ts'
import { Conversion } from '../../../src/convert/convert.ts'
import type { Collection, Entry, Format, Writer } from '../../../src/formats/format.ts'
import { WRITTEN_FORMATS } from '../../../src/formats/index.ts'
import { playerOf, type GameRecord } from '../../../src/model/record.ts'
import { BlobSinkSet } from './blob-sink.ts'
import { Slices } from './yield-to-event-loop.ts'
import type { SaveOrder, SaveOutcome, SaveTarget } from './protocol.ts'
import { packZip } from './zip-writer.ts'

export function saveTargets(): SaveTarget[] {
  return WRITTEN_FORMATS.map((format) => ({
    id: format.id,
    name: format.name,
    extension: extensionOf(format),
    games: format.games,
    holds: format.holds,
    isReadable: format.open !== undefined,
    isCompressible: !format.archive && !format.patches && !format.parts,
  }))
}

function targetFormat(id: string): Format {
  const format = WRITTEN_FORMATS.find((format) => format.id === id)
  if (!format?.write) throw new TypeError(`no game can be saved as ${id}`)
  return format
}

/** Games to be saved together. */
export interface Batch {
  count: number
  entry(place: number): Entry
  /** The collection of all the games, if there is only one. */
  whole: Collection | undefined
}

/** How the page follows and cancels the writing of many games. */
export interface SaveEvents {
  /** @param share of the games, 0 to 1 */
  onProgress(share: number): void
  isCancelled(): boolean
}

/**
 * Writes games to a file of a format.
 * @returns undefined if cancelled
 */
export async function saveBatch(
  batch: Batch,
  { format: id, name, isCompressed }: Pick<SaveOrder, 'format' | 'name' | 'isCompressed'>,
  events: SaveEvents,
): Promise<SaveOutcome | undefined> {
  const format = targetFormat(id)
  const conversion = new Conversion(format, { keepDeleted: true })
  const isOneEach = format.holds === 'one' && batch.count > 1
  const files = new Map<string, Blob>()
  const finish = (writer: Writer, sinks: BlobSinkSet) => {
    conversion.finish(writer)
    for (const [name, blob] of sinks.files) files.set(name, blob)
  }
  let sinks: BlobSinkSet | undefined
  let writer: Writer | undefined
  const slices = new Slices()
  for (let place = 0; place < batch.count; place++) {
    if (slices.isDue) {
      events.onProgress(place / batch.count)
      await slices.yieldToEventLoop()
      if (events.isCancelled()) return undefined
    }
    const entry = batch.entry(place)
    if (!conversion.accepts(entry)) continue
    if (!writer || !sinks) {
      const own = isOneEach ? memberName(entry, place, batch.count) : name
      sinks = new BlobSinkSet(own + extensionOf(format))
      writer = await format.write!(sinks)
      if (batch.whole) conversion.begin(writer, batch.whole)
    }
    const { written } = conversion.counts
    conversion.copy(entry, writer)
    if (!isOneEach) continue
    if (conversion.counts.written > written) finish(writer, sinks)
    else sinks.abort()
    writer = undefined
  }
  const { written, refused } = conversion.counts
  if (writer && sinks && written > 0) finish(writer, sinks)
  const outcome: SaveOutcome = { written, refused, losses: conversion.losses.list() }
  if (files.size > 0) {
    const file = bundle(files, name)
    outcome.file = isCompressed && files.size === 1 ? await compress(file) : file
  }
  return outcome
}

/** A single file: several are put in a zip. */
function bundle(files: ReadonlyMap<string, Blob>, name: string): SavedFile {
  const [only] = files
  if (files.size === 1) return { name: only![0], blob: only![1], files: 1 }
  return { name: `${name}.zip`, blob: packZip(files), files: files.size }
}

type SavedFile = NonNullable<SaveOutcome['file']>

/** The file as gzip, the compression that every browser has. */
async function compress({ name, blob, files }: SavedFile): Promise<SavedFile> {
  const packed = blob.stream().pipeThrough(new CompressionStream('gzip'))
  return { name: `${name}.gz`, blob: await new Response(packed).blob(), files }
}

/** The extension of the saved file: a database of several files becomes an archive if its format has one. */
function extensionOf({ archive, extensions }: Format): string {
  return archive?.extension ?? extensions[0]!
}

/** The name of a file with one of many games: its number and title. */
function memberName({ record }: Entry, place: number, count: number): string {
  const number = String(place + 1).padStart(String(count).length, '0')
  return [number, record ? gameName(record) : ''].filter(Boolean).join(' ')
}

/** The largest number of characters of a file name that come from a game. */
const LONGEST_NAME = 80

/** The file name of a game, without an extension; '' if nothing is known about it. */
function gameName({ header }: GameRecord): string {
  const players = [playerOf(header, 1)?.name, playerOf(header, 2)?.name].filter(Boolean)
  const name = players.length > 0 ? players.join(' - ') : (header.title ?? '')
  return safeFileName(name.trim().slice(0, LONGEST_NAME)) ?? ''
}
