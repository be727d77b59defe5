/** Converts ranges of the entries of one file, in a worker thread that shares nothing. */
import { MemorySink, type SinkSet } from '../../bytes/sink.ts'
import { Conversion } from '../../convert/convert.ts'
import { makeChessKernel } from '../../formats/chess-kernel.ts'
import type { Collection, EntryOptions, RecordWriter, Writer } from '../../formats/format.ts'
import { dataOfPool, serveRequests } from '../../node/worker-port.ts'
import type { ConvertedRange, SharedConversion } from './convert-task.ts'
import { formatById } from '../read/format-options.ts'
import { makeFilter, openingNamer } from '../read/record-filter.ts'
import { openShared, type Range } from '../read/shared-input.ts'

const job = dataOfPool() as SharedConversion
const target = formatById(job.target)
const filter = await makeFilter(job.texts)
const complete = job.openings ? await openingNamer() : undefined
const kernel = makeChessKernel()
let collection: Collection | undefined
/** Of a format whose files are joined: it goes on from range to range. */
let joined: Writer | undefined
/** The output of a range. Its memory is reused for all ranges, to avoid garbage. */
const sink = new MemorySink()
const sinks: SinkSet = { name: 'part', create: () => sink, commit() {}, abort() {} }

serveRequests<Range, ConvertedRange>(async ({ from, to }, post) => {
  collection ??= await openShared(job)
  const conversion = new Conversion(target, { filter, keepDeleted: job.keepDeleted, complete, kernel })
  if (target.joins) {
    sink.restart()
    joined ??= await target.write!(sinks, job.writeOptions)
    const wanted = { ...conversion.wanted(joined.acceptsSan), from, to }
    const isWritten = copyRange(collection, wanted, conversion, joined)
    conversion.finish(joined)
    const bytes = sink.bytes().slice()
    const part = conversion.snapshot()
    post(isWritten ? { bytes, part } : { part }, [bytes.buffer])
  } else {
    const writer = await target.writePart!(job.writeOptions)
    const isWritten = copyRange(collection, { ...conversion.wanted(), from, to }, conversion, writer)
    const part = conversion.snapshot()
    post(isWritten ? { records: writer.part(), part } : { part })
  }
})

/** Copies the entries that the filters let through; false if there are none. */
function copyRange(from: Collection, range: EntryOptions, conversion: Conversion, writer: RecordWriter): boolean {
  let isWritten = false
  for (const entry of from.entries(range)) {
    if (!conversion.accepts(entry, job.path)) continue
    conversion.copy(entry, writer, job.path)
    isWritten = true
  }
  return isWritten
}
