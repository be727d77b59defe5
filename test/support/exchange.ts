/** The corpus of xiangqi exchange formats: its files, read, and what independent decoders found in them. */
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { detectFormat } from '../../src/convert/detect.ts'
import type { Collection, Entry, WritableFormat, WriteOptions } from '../../src/formats/format.ts'
import type { Issue } from '../../src/issues/issue.ts'
import type { GameRecord } from '../../src/model/record.ts'
import { corpusBytes } from './corpus.ts'

export const EXCHANGE = 'xiangqi-exchange'

/** A game of a file, as an independent decoder found it. */
export interface ExpectedGame {
  file: string
  game: number
  title: string
  /** Placement and side. */
  start: string
  nodes: number
  plies: number
  variations: number
  comments: number
  illegal: number
  codes: string
  mainLine: string
}

/** The games of the files in some folders of the corpus. */
export function expectedGames(...folders: string[]): ExpectedGame[] {
  const [, ...lines] = new TextDecoder()
    .decode(corpusBytes(`${EXCHANGE}/expected.tsv`))
    .trimEnd()
    .split('\n')
  const games = lines.map((line) => {
    const [file, game, title, start, nodes, plies, variations, comments, illegal, codes, mainLine] = line.split('\t')
    const counts = { nodes, plies, variations, comments, illegal }
    const numbers = Object.fromEntries(Object.entries(counts).map(([name, text]) => [name, Number(text)]))
    return { file, game: Number(game), title, start, codes, mainLine: mainLine ?? '', ...numbers } as ExpectedGame
  })
  return games.filter(({ file }) => folders.includes(file.split('/')[0]!))
}

/** Opens a file of the corpus by what it is taken for. */
export async function openExchange(file: string): Promise<Collection> {
  const source = new MemorySource(file.slice(file.lastIndexOf('/') + 1), corpusBytes(`${EXCHANGE}/${file}`))
  const format = detectFormat(source)
  if (!format?.open) throw new Error(`${file} is taken for ${format?.id ?? 'nothing'}`)
  return format.open(new MemoryFileSet(source))
}

/** Opens bytes in a format. */
export async function openBytes(format: WritableFormat, name: string, bytes: Uint8Array): Promise<Collection> {
  return format.open(new MemoryFileSet(new MemorySource(name, bytes)))
}

/** Writes records into one file. Returns its bytes, and the issues of all records. */
export async function writeRecords(
  format: WritableFormat,
  name: string,
  records: readonly GameRecord[],
  options?: WriteOptions,
): Promise<{ bytes: Uint8Array; issues: Issue[] }> {
  const out = new MemorySinkSet(name)
  const writer = await format.write(out, options)
  const issues = records.flatMap((record) => writer.add(record).issues)
  issues.push(...writer.finish())
  return { bytes: out.files.get(name) ?? new Uint8Array(0), issues }
}

/** A record without where it came from. */
export function withoutOrigin({ record }: Entry): GameRecord {
  const { origin: _origin, ...rest } = record!
  return rest
}
