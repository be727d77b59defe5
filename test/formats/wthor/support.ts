/** What the tests of WTHOR share: a small database of our own, opening from memory, writing to memory. */
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import type { Collection, ReadOptions, WriteOptions } from '../../../src/formats/format.ts'
import { wthor } from '../../../src/formats/wthor/format.ts'
import type { Issue } from '../../../src/issues/issue.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { seededRandom } from '../../support/random.ts'
import { madeGames, madeNames, madeYear } from '../../support/wthor-files.ts'

export type Files = Readonly<Record<string, Uint8Array>>

export const PLAYERS = [
  '???',
  'Adler Ida',
  'Bergé Théo',
  'Cole Max',
  'Dunn Eva',
  'Egger Uwe',
  'Fox Ann',
  'Gray Leo',
  'Hale Kim',
]
export const TOURNAMENTS = [
  'Diverses parties',
  'Coupe de la Forêt',
  'Open of the Lake',
  'Première Ligue',
  'Never played',
]

/** A year of ten games with its names. */
export const DATABASE: Files = {
  'WTH_2001.wtb': madeYear(madeGames(seededRandom(1), 10), 2001),
  'WTHOR.JOU': madeNames(PLAYERS, 20),
  'WTHOR.TRN': madeNames(TOURNAMENTS, 26),
}

/** Opens the first of some files, the others beside it. */
export function open(files: Files, options?: ReadOptions): Promise<Collection> {
  const [main, ...others] = Object.entries(files).map(([name, bytes]) => new MemorySource(name, bytes))
  return wthor.open(new MemoryFileSet(main!, others), options)
}

/** Writes records; returns the files and all issues. */
export async function write(
  name: string,
  records: readonly GameRecord[],
  options: WriteOptions = {},
  out = new MemorySinkSet(name),
): Promise<{ files: Files; issues: Issue[] }> {
  const writer = await wthor.write(out, { ...options, settings: { created: '2024-02-29', ...options.settings } })
  const issues = records.flatMap((record) => writer.add(record).issues)
  issues.push(...writer.finish())
  return { files: Object.fromEntries(out.files), issues }
}

/** Writes a collection again with everything it holds, tables too. */
export async function rewrite(collection: Collection, name: string): Promise<{ files: Files; issues: Issue[] }> {
  const out = new MemorySinkSet(name)
  const writer = await wthor.write(out)
  writer.begin!(collection.about)
  const issues: Issue[] = []
  for (const table of collection.tables!()) {
    for (const row of table.rows()) issues.push(...writer.put!(table.name, row).issues)
  }
  for (const entry of collection.entries()) issues.push(...writer.add(entry.record!).issues)
  issues.push(...writer.finish())
  return { files: Object.fromEntries(out.files), issues }
}

export function recordsOf(collection: Collection): GameRecord[] {
  return [...collection.entries()].map((entry) => entry.record!)
}

export function idsOf(issues: Iterable<Issue>): string[] {
  return [...issues].map(({ id }) => id)
}
