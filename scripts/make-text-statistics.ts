/**
 * Makes src/bytes/guess/han-statistics.ts: the Chinese characters of names and comments in the corpora, most frequent first.
 *
 *     node scripts/make-text-statistics.ts FOLDER...
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryFileSet, MemorySource } from '../src/bytes/source.ts'
import { detectFormat, SURE_ENOUGH } from '../src/convert/detect.ts'
import { FORMATS } from '../src/formats/index.ts'

/** Rarer characters say no more than that they are Chinese. */
const KEPT = 1200
const LARGEST_FILE = 1 << 20
const TARGET = new URL('../src/bytes/guess/han-statistics.ts', import.meta.url)

const counts = new Map<string, number>()

for (const folder of process.argv.slice(2)) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const path = join(folder, name)
    const { size } = statSync(path)
    if (statSync(path).isFile() && size <= LARGEST_FILE) await countIn(path)
  }
}
const sorted = [...counts].toSorted(([one, many], [other, few]) => few - many || (one < other ? -1 : 1))
const lines = sorted
  .slice(0, KEPT)
  .map(([character]) => character)
  .join('')
  .match(/.{1,100}/gu)!
writeFileSync(
  TARGET,
  `/** Chinese characters, most frequent first. Made by scripts/make-text-statistics.ts. */\nexport const HAN =\n${lines
    .map((line) => `  '${line}'`)
    .join(' +\n')}\n`,
)

/** Counts the Chinese characters of a file's records once for each text, so that repeated names do not outweigh others. */
async function countIn(path: string): Promise<void> {
  const source = new MemorySource(path, new Uint8Array(readFileSync(path)))
  const format = detectFormat(source, FORMATS, SURE_ENOUGH)
  if (!format?.open) return
  try {
    const texts = new Set<string>()
    for (const { record } of (await format.open(new MemoryFileSet(source))).entries()) {
      if (!record) continue
      for (const text of JSON.stringify([record.header, record.nodes]).split('"')) texts.add(text)
    }
    for (const text of texts) {
      for (const [character] of text.matchAll(/[\u4E00-\u9FFF]/g)) {
        counts.set(character, (counts.get(character) ?? 0) + 1)
      }
    }
  } catch {
    // A damaged file says nothing.
  }
}
