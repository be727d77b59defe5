/** Writes records in any format, with what is lost on the way. */
import { safeFileName } from '../../../src/bytes/file-name.ts'
import { Conversion } from '../../../src/convert/convert.ts'
import type { Collection, Entry, Format, Writer } from '../../../src/formats/format.ts'
import { WRITTEN_FORMATS } from '../../../src/formats/index.ts'
import { playerOf, type GameRecord } from '../../../src/model/record.ts'
import { BlobSinkSet } from './blob-sink.ts'
import { Slices } from './yield-to-event-loop.ts'
import type { SaveForm, SaveOutcome, SaveTarget } from './protocol.ts'
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

/** Writes games, given one after another, to a file of a format. */
export class GameSaver {
  private readonly form: SaveForm
  private readonly count: number
  private readonly format: Format
  private readonly conversion: Conversion
  private readonly whole: Collection | undefined
  private readonly files = new Map<string, Blob>()
  private place = 0
  private open: { writer: Writer; sinks: BlobSinkSet } | undefined

  /** @param count how many games there will be @param whole the collection of all of them, if there is only one */
  constructor(form: SaveForm, count: number, whole?: Collection) {
    this.form = form
    this.count = count
    this.format = targetFormat(form.format)
    this.conversion = new Conversion(this.format, { keepDeleted: true })
    this.whole = whole
  }

  async add(entry: Entry): Promise<void> {
    const { conversion, format, form, count } = this
    const place = this.place++
    if (!conversion.accepts(entry)) return
    const isOneEach = format.holds === 'one' && count > 1
    if (!this.open) {
      const own = isOneEach ? memberName(entry, place, count) : form.name
      const sinks = new BlobSinkSet(own + extensionOf(format))
      this.open = { sinks, writer: await format.write!(sinks) }
      if (this.whole) conversion.begin(this.open.writer, this.whole)
    }
    const { written } = conversion.counts
    conversion.copy(entry, this.open.writer)
    if (!isOneEach) return
    if (conversion.counts.written > written) this.close()
    else this.open.sinks.abort()
    this.open = undefined
  }

  async finish(): Promise<SaveOutcome> {
    const { written, refused } = this.conversion.counts
    if (written > 0) this.close()
    const outcome: SaveOutcome = { written, refused, losses: this.conversion.losses.list() }
    if (this.files.size === 0) return outcome
    const { name, isCompressed } = this.form
    const file = bundle(this.files, name)
    return { ...outcome, file: isCompressed && this.files.size === 1 ? await compress(file) : file }
  }

  private close(): void {
    if (!this.open) return
    this.conversion.finish(this.open.writer)
    for (const [name, blob] of this.open.sinks.files) this.files.set(name, blob)
  }
}

/**
 * Writes games to a file of a format.
 * @returns undefined if cancelled
 */
export async function saveBatch(batch: Batch, form: SaveForm, events: SaveEvents): Promise<SaveOutcome | undefined> {
  const saver = new GameSaver(form, batch.count, batch.whole)
  const slices = new Slices()
  for (let place = 0; place < batch.count; place++) {
    if (slices.isDue) {
      events.onProgress(place / batch.count)
      await slices.yieldToEventLoop()
      if (events.isCancelled()) return undefined
    }
    await saver.add(batch.entry(place))
  }
  return await saver.finish()
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
