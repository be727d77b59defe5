/** Converts ranges of the entries of one file, in a worker thread that shares nothing. */
import { parentPort, workerData } from 'node:worker_threads'
import { MemorySinkSet } from '../bytes/sink.ts'
import { Conversion } from '../convert/convert.ts'
import type { Collection } from '../formats/format.ts'
import { DiskFileSet } from '../node/file-source.ts'
import type { Range, RangeAnswer, SharedConversion } from './convert-task.ts'
import { describeFailure, formatById } from './inputs.ts'
import { makeFilter } from './record-filter.ts'

const port = parentPort
if (!port) throw new TypeError('the conversion worker runs in a worker thread')

const job = workerData as SharedConversion
const target = formatById(job.target)
const filter = await makeFilter(job.texts)
let collection: Collection | undefined

port.on('message', (range: Range) => {
  void convert(range).then(
    (answer) => port.postMessage(answer, 'converted' in answer ? [answer.converted.bytes.buffer as ArrayBuffer] : []),
    (error: unknown) => port.postMessage({ failure: describeFailure(error) } satisfies RangeAnswer),
  )
})

async function convert({ from, to }: Range): Promise<RangeAnswer> {
  collection ??= await formatById(job.format).open!(new DiskFileSet(job.path), job.readOptions)
  const conversion = new Conversion(target, { filter, keepDeleted: job.keepDeleted })
  const sinks = new MemorySinkSet('part')
  const writer = await target.write!(sinks, job.writeOptions)
  for (const entry of collection.entries({ from, to, san: writer.acceptsSan ?? false })) {
    if (conversion.accepts(entry, job.path)) conversion.copy(entry, writer, job.path)
  }
  conversion.finish(writer)
  return { converted: { bytes: sinks.files.get('part')!, part: conversion.snapshot() } }
}
