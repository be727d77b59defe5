/** Converts ranges of the entries of one file, in a worker thread that shares nothing. */
import { workerData } from 'node:worker_threads'
import { MemorySink, type SinkSet } from '../bytes/sink.ts'
import type { FileSet } from '../bytes/source.ts'
import { Conversion } from '../convert/convert.ts'
import type { Collection } from '../formats/format.ts'
import { DiskFileSet } from '../node/file-source.ts'
import { SharedFileSet } from '../node/unpacked-files.ts'
import { serveRequests } from '../node/worker-port.ts'
import type { ConvertedRange, Range, SharedConversion } from './convert-task.ts'
import { formatById } from './inputs.ts'
import { makeFilter, openingNamer } from './record-filter.ts'

const job = workerData as SharedConversion
const target = formatById(job.target)
const filter = await makeFilter(job.texts)
const complete = job.openings ? await openingNamer() : undefined
let collection: Collection | undefined
/** The output of a range. Its memory serves all ranges: that of each would wait for the collector. */
const sink = new MemorySink()
const sinks: SinkSet = { name: 'part', create: () => sink, commit() {}, abort() {} }

serveRequests<Range, ConvertedRange>(async ({ from, to }, post) => {
  collection ??= await formatById(job.format).open!(openFiles(), job.readOptions)
  const conversion = new Conversion(target, { filter, keepDeleted: job.keepDeleted, complete })
  sink.restart()
  const writer = await target.write!(sinks, job.writeOptions)
  for (const entry of collection.entries({ from, to, san: writer.acceptsSan ?? false })) {
    if (conversion.accepts(entry, job.path)) conversion.copy(entry, writer, job.path)
  }
  conversion.finish(writer)
  const bytes = sink.bytes().slice()
  post({ bytes, part: conversion.snapshot() }, [bytes.buffer])
})

function openFiles(): FileSet {
  return job.files ? new SharedFileSet(job.files) : new DiskFileSet(job.path)
}
