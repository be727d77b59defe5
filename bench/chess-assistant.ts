/** Databases of Chess Assistant, read and written, beside ChessBase databases of the same games. */
import { MemorySinkSet } from '../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../src/bytes/source.ts'
import { chessAssistant } from '../src/formats/chess-assistant/format.ts'
import { chessbase } from '../src/formats/chessbase/format.ts'
import type { Collection, Format } from '../src/formats/format.ts'
import type { GameRecord } from '../src/model/record.ts'
import { DiskFileSet } from '../src/node/file-source.ts'
import { corpusPath, hasCorpus } from '../test/support/corpus.ts'
import { readMainLines } from './support/main-lines.ts'
import { measure, printTable } from './support/measure.ts'

/** Databases, and how often each is read. */
const DATABASES: readonly [name: string, path: string, passes: number][] = [
  ['BielMTO', 'chessbase/libcbh/NormalGames/BielMTO.cbh', 30],
  ['linares, annotated games', 'chessbase/morphy/old/linares.cbh', 30],
]

if (hasCorpus('chessbase')) {
  for (const [name, path, passes] of DATABASES) await compare(name, path, passes)
} else console.log('chess-assistant: skipped, the shared corpus is not here')

async function compare(name: string, path: string, passes: number): Promise<void> {
  const original = await chessbase.open(new DiskFileSet(corpusPath(path)))
  const records = [...original.entries()].flatMap(({ record }) => (record ? [record] : []))
  const files = await write(chessAssistant, 'base.cdp', records)
  const [main, ...others] = ['base.cdp', 'base.d00', 'base.a02', 'base.d02', 'base.emb'].map(
    (file) => new MemorySource(file, files.get(file)!),
  )
  const copy = await chessAssistant.open(new MemoryFileSet(main!, others))
  printTable(`Chess Assistant beside ChessBase, ${name}`, [
    await measure('ChessBase, main lines', () => mainLines(original, passes)),
    await measure('Chess Assistant, main lines', () => mainLines(copy, passes)),
  ])
  printTable(`Chess Assistant beside ChessBase, ${name}`, [
    await measure('ChessBase, full trees', () => readTrees(original, passes)),
    await measure('Chess Assistant, full trees', () => readTrees(copy, passes)),
  ])
  const writePasses = Math.ceil(passes / 3)
  const written = async (format: Format, file: string) => {
    for (let pass = 0; pass < writePasses; pass++) await write(format, file, records)
    return { games: records.length * writePasses }
  }
  printTable(`Chess Assistant beside ChessBase, ${name}`, [
    await measure('ChessBase, written', () => written(chessbase, 'base.cbh')),
    await measure('Chess Assistant, written', () => written(chessAssistant, 'base.cdp')),
  ])
}

function mainLines(collection: Collection, passes: number): Record<string, number> {
  let games = 0
  let plies = 0
  for (let pass = 0; pass < passes; pass++) {
    const read = readMainLines(collection)
    games += read.games
    plies += read.plies
  }
  return { games, plies }
}

function readTrees(collection: Collection, passes: number): Record<string, number> {
  let games = 0
  for (let pass = 0; pass < passes; pass++) for (const { record } of collection.entries()) if (record) games++
  return { games }
}

async function write(format: Format, file: string, records: readonly GameRecord[]): Promise<Map<string, Uint8Array>> {
  const out = new MemorySinkSet(file)
  const writer = await format.write!(out)
  for (const record of records) writer.add(record)
  writer.finish()
  return out.files
}
