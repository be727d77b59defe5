/**
 * ChessBase databases: headers, main lines with every move checked, full trees
 * with annotations, and archives, compared with only reading the same bytes.
 */
import { MemorySink } from '../src/bytes/sink.ts'
import { MemorySource } from '../src/bytes/source.ts'
import { listArchive } from '../src/formats/chessbase/archive/archive.ts'
import { packArchive } from '../src/formats/chessbase/archive/pack.ts'
import { chessbase } from '../src/formats/chessbase/format.ts'
import { DiskFileSet } from '../src/node/file-source.ts'
import { corpusBytes, corpusFiles, corpusPath, hasCorpus } from '../test/support/corpus.ts'
import { readMainLines } from './support/main-lines.ts'
import { measure, printTable, type Measurement } from './support/measure.ts'

/** A database, and how often it is read to have some 50,000 games. */
const DATABASES: readonly [name: string, path: string, passes: number][] = [
  ['BielMTO, a tournament with clocks', 'libcbh/NormalGames/BielMTO', 90],
  ['linares, annotated games', 'morphy/old/linares', 90],
  ['Chess960Biel', 'libcbh/Chess960Biel/Chess960Biel', 200],
  ['WithVariations, deep trees', 'libcbh/WithVariations/WithVariations', 400],
]

/** Reads every byte, the minimum for any reader. */
function addUp(bytes: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at++) sum += bytes[at]!
  return sum
}

if (!hasCorpus('chessbase')) {
  console.log('chessbase: skipped, the shared corpus is not here')
} else {
  for (const [name, path, passes] of DATABASES) await measureDatabase(name, path, passes)
  await measureArchive()
}

async function measureDatabase(name: string, path: string, passes: number): Promise<void> {
  const folder = `chessbase/${path.slice(0, path.lastIndexOf('/'))}`
  const files = corpusFiles(folder, /\.cb[hga]$/).map((file) => corpusBytes(file))
  const collection = await chessbase.open(new DiskFileSet(corpusPath(`chessbase/${path}.cbh`)))
  const MB = (files.reduce((sum, bytes) => sum + bytes.length, 0) * passes) / 1e6
  const games = collection.count * passes
  const rows: Measurement[] = []
  rows.push(
    await measure('byte scan', () => {
      for (let pass = 0; pass < passes; pass++) for (const bytes of files) addUp(bytes)
      return { games, MB }
    }),
    await measure('headers', () => {
      for (let pass = 0; pass < passes; pass++) {
        for (let index = 0; index < collection.count; index++) collection.listing(index)
      }
      return { games, MB }
    }),
    await measure('main lines, legal, with keys', () => {
      let plies = 0
      for (let pass = 0; pass < passes; pass++) plies += readMainLines(collection).plies
      return { games, MB, plies }
    }),
    await measure('full trees with annotations', () => {
      let plies = 0
      for (let pass = 0; pass < passes; pass++) {
        for (const { record } of collection.entries()) plies += (record?.nodes.length ?? 1) - 1
      }
      return { games, MB, plies }
    }),
  )
  printTable(`ChessBase, ${name}`, rows)
}

async function measureArchive(): Promise<void> {
  const files = corpusFiles('chessbase/libcbh/NormalGames', /\.cb./)
    .map((file) => corpusBytes(file))
    .map((bytes, index) => ({ name: `base.${index}`, source: new MemorySource('', bytes), bytes }))
  const MB = files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6
  const packed = new MemorySink()
  packArchive(packed, files)
  const archive = listArchive(new MemorySource('base.cbv', packed.bytes()))
  printTable(`ChessBase archives, packed to ${((100 * packed.size) / MB / 1e6).toFixed(0)} %`, [
    await measure('byte scan', () => {
      for (const { bytes } of files) addUp(bytes)
      return { MB }
    }),
    await measure('packed', () => {
      packArchive(new MemorySink(), files)
      return { MB }
    }),
    await measure('extracted', () => {
      for (const member of archive.members) member.extract(() => {})
      return { MB }
    }),
  ])
}
