/** wei7: documents read as records and written, compared with JSON.parse of the same text. */
import { MemorySinkSet } from '../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../src/bytes/source.ts'
import { wei7 } from '../src/formats/wei7/format.ts'
import { parseJson } from '../src/formats/json.ts'
import type { GameRecord } from '../src/model/record.ts'
import { corpusBytes, corpusFiles, hasCorpus } from '../test/support/corpus.ts'
import { seededRandom } from '../test/support/random.ts'
import { randomDocument } from '../test/support/wei7-documents.ts'
import { measure, printTable } from './support/measure.ts'

const ROUNDS = 20

const random = seededRandom(3)
const generated = Array.from({ length: 300 }, (_, index) =>
  JSON.stringify(randomDocument(random, index % 2 === 0 ? 'tree' : 'timeline')),
)
await compare('generated documents, compact', generated)
if (hasCorpus('go/wei7')) {
  const samples = corpusFiles('go/wei7', /sample8\./).map((file) => new TextDecoder().decode(corpusBytes(file)))
  await compare('a commented game of 163 moves, as published', samples)
} else {
  console.log('wei7: the samples are skipped, the shared corpus is not here')
}

async function compare(title: string, texts: string[]): Promise<void> {
  const files = texts.map((text) => new MemorySource('x.wei7', new TextEncoder().encode(text)))
  const MB = (files.reduce((sum, { size }) => sum + size, 0) * ROUNDS) / 1e6
  const games = files.length * ROUNDS

  const bare = await measure('JSON.parse', () => {
    for (let round = 0; round < ROUNDS; round++) for (const text of texts) JSON.parse(text)
    return { MB, games }
  })
  const own = await measure('JSON with faults and depth', () => {
    for (let round = 0; round < ROUNDS; round++) for (const text of texts) parseJson(text)
    return { MB, games }
  })
  let records: GameRecord[] = []
  const read = await measure('read, every constraint checked', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      records = []
      for (const file of files) records.push((await wei7.open(new MemoryFileSet(file))).entry(0).record!)
    }
    return { MB, games }
  })
  const write = await measure('write', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      for (const record of records) (await wei7.write(new MemorySinkSet('x.wei7'))).add(record)
    }
    return { MB, games }
  })
  printTable(`wei7, ${title}`, [bare, own, read, write])
}
