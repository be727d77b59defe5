/** CCBridge: the libraries of the corpus, and the largest record beside the same tree as XQF. */
import { MemorySinkSet } from '../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../src/bytes/source.ts'
import { ccbridge } from '../src/formats/ccbridge/format.ts'
import type { WritableFormat } from '../src/formats/format.ts'
import { xqf } from '../src/formats/xqf/format.ts'
import type { GameRecord } from '../src/model/record.ts'
import { corpusBytes, corpusFiles, hasCorpus } from '../test/support/corpus.ts'
import { measure, printTable } from './support/measure.ts'

const FOLDER = 'xiangqi-exchange'

/** Readings of the largest tree in one measurement. */
const ROUNDS = 40

const open = (format: WritableFormat, name: string, bytes: Uint8Array) =>
  format.open(new MemoryFileSet(new MemorySource(name, bytes)))

async function write(format: WritableFormat, name: string, record: GameRecord): Promise<Uint8Array> {
  const out = new MemorySinkSet(name)
  const writer = await format.write(out)
  writer.add(record)
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

  // The same tree in both formats: what a node costs.
  const [largest] = corpusFiles(`${FOLDER}/twins-xqf`, /xianrenzhilu\.xqf$/)
  const record = (await open(xqf, 'a.xqf', corpusBytes(largest!))).entry(0).record!
  const trees = [
    { format: xqf, name: 'a.xqf', bytes: await write(xqf, 'a.xqf', record) },
    { format: ccbridge, name: 'a.cbr', bytes: await write(ccbridge, 'a.cbr', record) },
  ]
  const readings = []
  for (const { format, name, bytes } of trees) {
    readings.push(
      await measure(`${format.id}: the tree read`, async () => {
        let nodes = 0
        for (let round = 0; round < ROUNDS; round++) {
          nodes += (await open(format, name, bytes)).entry(0).record!.nodes.length
        }
        return { MB: (bytes.length * ROUNDS) / 1e6, nodes }
      }),
    )
  }
  for (const { format, name } of trees) {
    readings.push(
      await measure(`${format.id}: the tree written`, async () => {
        let [nodes, size] = [0, 0]
        for (let round = 0; round < ROUNDS / 4; round++) {
          size += (await write(format, name, record)).length
          nodes += record.nodes.length
        }
        return { MB: size / 1e6, nodes }
      }),
    )
  }
  printTable(`One tree of ${record.nodes.length} nodes as XQF and as CBR`, readings)
}
