/**
 * Scid databases, and one of ChessBase 17, beside the same games as a ChessBase database: headers, main lines with every move checked, full
 * trees, and writing. The ratios are to ChessBase in the same run.
 */
import { MemorySinkSet } from '../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource, type FileSet } from '../src/bytes/source.ts'
import { twoCbh } from '../src/formats/2cbh/format.ts'
import { chessbase } from '../src/formats/chessbase/format.ts'
import type { Collection, WritableFormat } from '../src/formats/format.ts'
import { scid } from '../src/formats/scid/format.ts'
import type { GameRecord } from '../src/model/record.ts'
import { DiskFileSet } from '../src/node/file-source.ts'
import { corpusPath, hasCorpus } from '../test/support/corpus.ts'
import { readMainLines } from './support/main-lines.ts'
import { measure, measureInTurns, printTable, type Measurement } from './support/measure.ts'

/** Databases, and how often each is read to have some 20,000 games. */
const DATABASES: readonly [name: string, path: string, passes: number][] = [
  ['4,000 games without notes', 'scid/book4000.si4', 5],
  ['annotated games with deep trees', 'scid/annot.si4', 20],
]

if (!hasCorpus('scid')) console.log('scid: skipped, the shared corpus is not here')
else for (const [name, path, passes] of DATABASES) await measureDatabase(name, path, passes)

async function measureDatabase(name: string, path: string, passes: number): Promise<void> {
  const source = await scid.open(new DiskFileSet(corpusPath(path)))
  const records = Array.from(source.entries(), ({ record }) => record!)
  const opened: [string, Collection][] = []
  const writing: Measurement[] = []
  for (const [label, format, file] of [
    ['ChessBase', chessbase, 'games.cbh'],
    ['ChessBase 17', twoCbh, 'games.2cbh'],
    ['Scid 4', scid, 'games.si4'],
    ['Scid 5', scid, 'games.si5'],
  ] as const) {
    let files: FileSet | undefined
    writing.push(
      await measure(`written, ${label}`, async () => {
        for (let pass = 0; pass < passes; pass++) files = await write(format, file, records)
        return { games: records.length * passes }
      }),
    )
    opened.push([label, await format.open(files!)])
  }
  const games = source.count * passes
  const table = async (title: string, work: (collection: Collection) => void) => {
    const tasks = opened.map(([label, collection]) => {
      const task = () => {
        for (let pass = 0; pass < passes; pass++) work(collection)
        return { games }
      }
      return [label, task] as const
    })
    printTable(`${name}: ${title}`, await measureInTurns(tasks))
  }
  await table('headers', (collection) => {
    for (let index = 0; index < collection.count; index++) collection.listing(index)
  })
  await table('main lines, legal, with keys', (collection) => void readMainLines(collection))
  await table('full trees', (collection) => {
    for (const { record } of collection.entries()) if (!record) throw new Error('a game was not read')
  })
  printTable(`${name}: writing`, writing)
}

async function write(format: WritableFormat, name: string, records: readonly GameRecord[]): Promise<FileSet> {
  const out = new MemorySinkSet(name)
  const writer = await format.write(out)
  for (const record of records) writer.add(record)
  writer.finish()
  const sources = Array.from(out.files, ([file, bytes]) => new MemorySource(file, bytes))
  return new MemoryFileSet(
    sources.find((file) => file.name === name)!,
    sources,
  )
}
