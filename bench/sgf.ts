/**
 * SGF: whole trees compared with @sabaki/sgf on the same files, and only main lines compared with scanning
 * the bytes.
 */
import { createRequire } from 'node:module'
import { MemorySinkSet } from '../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../src/bytes/source.ts'
import type { Collection } from '../src/formats/format.ts'
import { sgf } from '../src/formats/sgf/format.ts'
import { openSgf } from '../src/formats/sgf/reader.ts'
import type { GameRecord } from '../src/model/record.ts'
import { corpusBytes, corpusFiles, hasCorpus } from '../test/support/corpus.ts'
import { measure, printTable, type Measurement } from './support/measure.ts'

const sabaki = createRequire(import.meta.url)('@sabaki/sgf') as { parseBuffer(bytes: Uint8Array): unknown[] }

interface File {
  name: string
  bytes: Uint8Array
}

/** Bytes of games for the scan: enough that a run takes a while. */
const COLLECTION_SIZE = 16_000_000

const ROUNDS = 9

/** Opens a file with the reader itself: loading it, as the format does when it is first used, takes as long as ten games. */
function open({ name, bytes }: File): Collection {
  return openSgf(new MemoryFileSet(new MemorySource(name, bytes)))
}

function megabytes(files: readonly File[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6
}

function readAll(files: readonly File[]): { games: number; nodes: number } {
  let games = 0
  let nodes = 0
  for (const file of files) {
    for (const { record } of open(file).entries()) {
      games++
      nodes += record?.nodes.length ?? 0
    }
  }
  return { games, nodes }
}

async function compareTrees(title: string, files: readonly File[]): Promise<void> {
  const MB = megabytes(files)
  const { games } = readAll(files)
  const peer = await measure(
    '@sabaki/sgf',
    () => {
      for (const { bytes } of files) sabaki.parseBuffer(bytes)
      return { MB, games }
    },
    ROUNDS,
  )
  const own = await measure('full records', () => ({ MB, ...readAll(files) }), ROUNDS * 3)
  printTable(title, [peer, own])
}

/** Files that the peer reads without an error. */
function readableByPeer({ bytes }: File): boolean {
  try {
    sabaki.parseBuffer(bytes)
    return true
  } catch {
    return false
  }
}

/** One file with the games of many, repeated up to a size. */
function collectionOf(files: readonly File[], size: number): File {
  const parts: Uint8Array[] = []
  let length = 0
  while (length < size) {
    for (const { bytes } of files) {
      parts.push(bytes)
      length += bytes.length
    }
  }
  return { name: 'collection.sgf', bytes: new Uint8Array(Buffer.concat(parts)) }
}

/** Reads every byte, the minimum for any reader. */
function addUp(bytes: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at++) sum += bytes[at]!
  return sum
}

async function measureCollection(file: File): Promise<void> {
  const MB = megabytes([file])
  const bare = await measure('byte scan', () => {
    addUp(file.bytes)
    return { MB }
  })
  const full: Measurement = await measure('full records', () => ({ MB, ...readAll([file]) }))
  const records: GameRecord[] = []
  for (const { record } of open(file).entries({ to: 2000 })) if (record) records.push(record)
  const write = await measure('written', async () => {
    const out = new MemorySinkSet('out.sgf')
    const writer = await sgf.write(out)
    for (const record of records) writer.add(record)
    writer.finish()
    return { MB: out.files.get('out.sgf')!.length / 1e6, games: records.length }
  })
  printTable('SGF: one collection of plain games', [bare, full, write])
}

if (!hasCorpus('go')) {
  console.log('sgf: skipped, the shared corpus is not here')
} else {
  const files = corpusFiles('go', /\.sgf$/i).map((name) => ({ name, bytes: corpusBytes(name) }))
  const shared = files.filter(readableByPeer)
  console.log(`${shared.length} of ${files.length} files are read by both`)
  await compareTrees('SGF: every file of the corpus', shared)
  await compareTrees(
    'SGF: one tree of 62,749 nodes',
    files.filter(({ name }) => name.includes('Kogo')),
  )
  await measureCollection(
    collectionOf(
      files.filter(({ name }) => name.includes('computer-go-dataset')),
      COLLECTION_SIZE,
    ),
  )
}
