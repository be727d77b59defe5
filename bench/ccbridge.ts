/** CCBridge: the libraries of the corpus, and all their trees and those of XQF in both formats. */
import { MemorySinkSet } from '../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../src/bytes/source.ts'
import { ccbridge } from '../src/formats/ccbridge/format.ts'
import type { WritableFormat } from '../src/formats/format.ts'
import { xqf } from '../src/formats/xqf/format.ts'
import type { GameRecord } from '../src/model/record.ts'
import { corpusBytes, corpusFiles, hasCorpus } from '../test/support/corpus.ts'
import { measure, measureInTurns, printTable } from './support/measure.ts'

const FOLDER = 'xiangqi-exchange'

interface File {
  name: string
  bytes: Uint8Array
}

const open = (format: WritableFormat, name: string, bytes: Uint8Array) =>
  format.open(new MemoryFileSet(new MemorySource(name, bytes)))

async function write(format: WritableFormat, name: string, records: readonly GameRecord[]): Promise<Uint8Array> {
  const out = new MemorySinkSet(name)
  const writer = await format.write(out)
  for (const record of records) writer.add(record)
  writer.finish()
  return out.files.get(name)!
}

if (!hasCorpus(FOLDER)) {
  console.log('ccbridge: skipped, the shared corpus is not here')
} else {
  const files = corpusFiles(`${FOLDER}/cbl`, /\.cbl$/i).map((name) => ({ name, bytes: corpusBytes(name) }))
  const MB = files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6
  const read = await measure('full records', async () => {
    let [nodes, games] = [0, 0]
    for (const { name, bytes } of files) {
      for (const { record } of (await open(ccbridge, name, bytes)).entries()) {
        nodes += record!.nodes.length
        games++
      }
    }
    return { MB, games, nodes }
  })
  const lists = await measure('headers', async () => {
    let games = 0
    for (const { name, bytes } of files) {
      const collection = await open(ccbridge, name, bytes)
      for (let index = 0; index < collection.count; index++) collection.listing(index)
      games += collection.count
    }
    return { MB, games }
  })
  printTable(`CCBridge, ${files.length} libraries of ${MB.toFixed(2)} MB`, [lists, read])

  await compareWithXqf([...files, ...corpusFiles('xqf', /\.xqf$/i).map((name) => ({ name, bytes: corpusBytes(name) }))])
}

/** The same trees as files of XQF, as one file each of CCBridge, and as one library: what a node costs. */
async function compareWithXqf(files: readonly File[]): Promise<void> {
  const records: GameRecord[] = []
  for (const { name, bytes } of files) {
    const format = [xqf, ccbridge].find((each) => each.detect(bytes, name, bytes.length) > 0.5)
    if (!format) continue
    for (const { record } of (await open(format, name, bytes)).entries()) {
      if (record && record.nodes.length > 1) records.push(record)
    }
  }
  const each = (format: WritableFormat, name: string) =>
    Promise.all(records.map(async (record) => ({ name, bytes: await write(format, name, [record]) })))
  const stored = [
    { label: 'XQF', format: xqf, files: await each(xqf, 'a.xqf') },
    { label: 'CBR', format: ccbridge, files: await each(ccbridge, 'a.cbr') },
    { label: 'CBL', format: ccbridge, files: [{ name: 'a.cbl', bytes: await write(ccbridge, 'a.cbl', records) }] },
  ]
  const reading = async (format: WritableFormat, stored: readonly File[]) => {
    let [nodes, MB] = [0, 0]
    for (const { name, bytes } of stored) {
      MB += bytes.length / 1e6
      for (const { record } of (await open(format, name, bytes)).entries()) nodes += record!.nodes.length
    }
    return { nodes, MB }
  }
  const title = `${records.length} trees as XQF and as CCBridge`
  const readings = stored.map(({ label, format, files }) => [label, () => reading(format, files)] as const)
  printTable(`${title}, read whole`, await measureInTurns(readings))
  const writing = async (format: WritableFormat, name: string, lists: readonly (readonly GameRecord[])[]) => {
    let [nodes, MB] = [0, 0]
    for (const list of lists) {
      MB += (await write(format, name, list)).length / 1e6
      for (const record of list) nodes += record.nodes.length
    }
    return { nodes, MB }
  }
  const single = records.map((record) => [record])
  const writings = [
    ['XQF', () => writing(xqf, 'a.xqf', single)],
    ['CBR', () => writing(ccbridge, 'a.cbr', single)],
    ['CBL', () => writing(ccbridge, 'a.cbl', [records])],
  ] as const
  printTable(`${title}, written`, await measureInTurns(writings))
}
