/**
 * WTHOR: a whole edition decoded with legality and score on one core, compared with scanning the same bytes and, where
 * there is a C compiler, with bitboards in C that check the moves and make a key for every position.
 * Edax, a C program, processes 280,000 to 370,000 games per second.
 */
import { MemorySinkSet } from '../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../src/bytes/source.ts'
import { wthor } from '../src/formats/wthor/format.ts'
import { corpusBytes, corpusFiles, corpusPath, hasCorpus } from '../test/support/corpus.ts'
import { seededRandom } from '../test/support/random.ts'
import { madeGames, madeYear } from '../test/support/wthor-files.ts'
import { measure, printTable } from './support/measure.ts'
import { measurePeer, nativePeer } from './support/native-peer.ts'

const EDITION = 'wthor/2022-edition'

/** The files of an edition; years of random games without the corpus. */
function loadFiles(): MemorySource[] {
  if (hasCorpus(EDITION)) {
    return corpusFiles(EDITION, /\.(wtb|jou|trn)$/i).map(
      (path) => new MemorySource(path.slice(EDITION.length + 1), corpusBytes(path)),
    )
  }
  console.log('wthor: the shared corpus is not here; years of random play stand in for it')
  const random = seededRandom(1)
  return [2001, 2002, 2003].map((year) => new MemorySource(`WTH_${year}.wtb`, madeYear(madeGames(random, 2000), year)))
}

const files = loadFiles()
const years = files.filter(({ name }) => /\.wtb$/i.test(name))
const MB = years.reduce((sum, { size }) => sum + size, 0) / 1e6
const open = (main: MemorySource) =>
  wthor.open(
    new MemoryFileSet(
      main,
      files.filter((file) => file !== main),
    ),
  )
const collections = await Promise.all(years.map(open))
const games = collections.reduce((sum, { count }) => sum + count, 0)

/** Reads every byte, the minimum for any reader. */
function addUp(bytes: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at++) sum += bytes[at]!
  return sum
}

const byteScan = await measure('byte scan', () => {
  for (const year of years) addUp(year.read(0, year.size))
  return { games, MB }
})

const checked = await measure(
  'opened, every move legal, every score counted',
  async () => {
    let issues = 0
    for (const year of years)
      for (const { severity } of (await open(year)).validate!()) if (severity !== 'info') issues++
    if (issues > 0) console.log(`${issues} games are not in order`)
    return { games, MB }
  },
  5,
)

const read = await measure('full records', () => {
  let nodes = 0
  for (const collection of collections) for (const { record } of collection.entries()) nodes += record!.nodes.length
  return { games, MB, nodes }
})

const headers = await measure('headers', () => {
  for (const collection of collections) {
    for (let index = 0; index < collection.count; index++) collection.listing(index)
  }
  return { games, MB }
})

const written = await measure(
  'full records, written',
  async () => {
    for (const [index, collection] of collections.entries()) {
      const writer = await wthor.write(new MemorySinkSet(years[index]!.name))
      for (const { record } of collection.entries()) writer.add(record!)
      writer.finish()
    }
    return { games, MB }
  },
  1,
)

const peer = hasCorpus(EDITION) ? nativePeer('othello') : undefined
const native =
  peer === undefined
    ? []
    : [
        measurePeer(
          'bitboards in C: main lines, legal, with keys',
          peer,
          ['wthor', ...years.map(({ name }) => corpusPath(`${EDITION}/${name}`))],
          ['games', 'moves'],
        ),
      ]

printTable(`WTHOR, ${games.toLocaleString('en')} games`, [byteScan, ...native, checked, read, headers, written])
