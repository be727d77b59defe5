/** XQF: the whole corpus decoded and written, compared with scanning its bytes. */
import { MemorySinkSet } from '../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../src/bytes/source.ts'
import { xqf } from '../src/formats/xqf/format.ts'
import type { GameRecord } from '../src/model/record.ts'
import { corpusBytes, corpusFiles, hasCorpus } from '../test/support/corpus.ts'
import { measure, printTable } from './support/measure.ts'

/** Reads every byte, the minimum for any reader. */
function addUp(bytes: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at++) sum += bytes[at]!
  return sum
}

if (!hasCorpus('xqf')) {
  console.log('xqf: skipped, the shared corpus is not here')
} else {
  const files = corpusFiles('xqf', /\.xqf$/i)
    .map((name) => ({ name, bytes: corpusBytes(name) }))
    .filter(({ name, bytes }) => xqf.detect(bytes, name, bytes.length) > 0.5)
  const MB = files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6
  const open = ({ name, bytes }: { name: string; bytes: Uint8Array }) =>
    xqf.open(new MemoryFileSet(new MemorySource(name, bytes)))

  const scanBytes = await measure('byte scan', () => {
    for (const { bytes } of files) addUp(bytes)
    return { MB, files: files.length }
  })

  const records: GameRecord[] = []
  const read = await measure('full records', async () => {
    records.length = 0
    let nodes = 0
    for (const file of files) {
      const { record } = (await open(file)).entry(0)
      records.push(record!)
      nodes += record!.nodes.length
    }
    return { MB, files: files.length, nodes }
  })

  const headers = await measure('headers', async () => {
    for (const file of files) (await open(file)).listing(0)
    return { MB, files: files.length }
  })

  const write = await measure('written as version 10', async () => {
    let nodes = 0
    let written = 0
    for (const record of records) {
      const out = new MemorySinkSet('game.xqf')
      const writer = await xqf.write(out)
      writer.add(record)
      writer.finish()
      nodes += record.nodes.length
      written += out.files.get('game.xqf')!.length
    }
    return { MB: written / 1e6, files: records.length, nodes }
  })
  printTable(`XQF, ${files.length} files of ${MB.toFixed(2)} MB`, [scanBytes, headers, read, write])

  // Reading the largest tree of the corpus repeatedly shows the reader without the cost of a file.
  const largest = files.reduce((left, right) => (right.bytes.length > left.bytes.length ? right : left))
  const large = await measure('full record', async () => {
    let nodes = 0
    for (let round = 0; round < 50; round++) nodes += (await open(largest)).entry(0).record!.nodes.length
    return { MB: (largest.bytes.length * 50) / 1e6, nodes }
  })
  const largeScan = await measure('byte scan', () => {
    for (let round = 0; round < 50; round++) addUp(largest.bytes)
    return { MB: (largest.bytes.length * 50) / 1e6 }
  })
  printTable('XQF, the largest tree', [largeScan, large])
}
