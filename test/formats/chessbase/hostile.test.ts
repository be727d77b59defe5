/** Damaged databases: issues or a FormatError, bounded work, and the games beside a damaged one unharmed. */
import { describe, expect, it } from 'vitest'
import { chessbase } from '../../../src/formats/chessbase/format.ts'
import type { Entry } from '../../../src/formats/format.ts'
import { readAllEntries } from '../../hostile/reading.ts'
import { targetOf } from '../../hostile/targets.ts'
import { databaseFiles, openFiles, plainGame, textBytes, textItem } from '../../support/chessbase.ts'
import { EVERY_RECORD } from '../../support/chessbase-every-record.ts'
import { corpusBytes, corpusFiles } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import type { NamedBytes } from '../../support/named-bytes.ts'
import { randomInt, seededRandom } from '../../support/random.ts'
import { scaled } from '../../support/scale.ts'

/** The entries of a database. */
async function read(files: readonly NamedBytes[]): Promise<Entry[]> {
  return (await readAllEntries(chessbase, files))!.entries
}

describe('a damaged database', () => {
  it('with heads that claim more than any file holds', async () => {
    for (const [index, [name, bytes]] of EVERY_RECORD.entries()) {
      for (const at of [0, 2, 4, 6, 8, 12, 16, 20, 24]) {
        const claim = bytes.slice()
        claim.fill(0xff, at, at + 4)
        await targetOf('chessbase').check(EVERY_RECORD.with(index, [name, claim]), 'everything')
        claim.fill(0x7f, at, at + 1)
        await targetOf('chessbase').check(EVERY_RECORD.with(index, [name, claim]), 'everything')
      }
    }
  })

  it('whose moves or annotations claim to be longer than the file', async () => {
    const moves = [...plainGame(['e2e4'])]
    moves.splice(1, 3, 0xff, 0xff, 0xff)
    const [entry] = await read(databaseFiles({ games: [{ moves }] }))
    expect(entry!.record!.nodes).toHaveLength(2)
    const files = databaseFiles({ games: [{ moves: plainGame(['e2e4']), items: [textItem(0, textBytes('kept'))] }] })
    const annotations = files.find(([name]) => name.endsWith('.cba'))![1]
    annotations.set([0x00, 0x80, 0x00, 0x00], 26 + 10)
    const [game] = await read(files)
    expect(game!.issues).toMatchObject([{ id: 'chessbase/annotations-record' }])
    expect(game!.record!.nodes[1]!.comments).toMatchObject([{ text: 'kept' }])
  })

  it('keeps the games around a damaged one', async () => {
    const good = plainGame(['d2d4'])
    const bad = [...plainGame(['e2e4', 'e7e5'])].fill(0xf7, 4)
    const collection = await openFiles(databaseFiles({ games: [{ moves: good }, { moves: bad }, { moves: good }] }))
    const entries = [...collection.entries()]
    expect(entries.map(({ record }) => record!.nodes.length)).toEqual([2, 1, 2])
    expect(entries.map(({ issues }) => issues.length)).toEqual([0, 1, 0])
  })
})

describe('damaged databases of the corpus', needsCorpus('chessbase/libcbh'), () => {
  const load = (folder: string, name: string): NamedBytes[] =>
    corpusFiles(`chessbase/${folder}`, /\.cb[hgaptcsejl]$/)
      .map((path): NamedBytes => [path.split('/').at(-1)!, corpusBytes(path)])
      .sort(([left]) => (left === name ? -1 : 1))

  /** Changes in one reading, and changes of each database in all. */
  const AT_ONCE = 200
  const CHANGES = scaled(10_000, 200_000)

  it.each([
    ['libcbh/NormalGames', 'BielMTO.cbh'],
    ['morphy/old', 'linares.cbh'],
  ] as const)('leave every game of %s equal whose own bytes did not change', async (folder, name) => {
    const files = load(folder, name)
    const part = (extension: string) => files.findIndex(([file]) => file.endsWith(extension))
    const headers = files[part('.cbh')]![1]
    const places = { '.cbg': offsets(headers, 1), '.cba': offsets(headers, 5) }
    // What changes in comments may change how their encoding is found.
    const options = { encoding: 'windows-1252' }
    const whole = [...(await openFiles(files, options)).entries()].map((entry) => JSON.stringify(entry))
    const random = seededRandom(17)
    for (let round = 0; round < CHANGES / AT_ONCE; round++) {
      const extension = (['.cbg', '.cba', '.cbh'] as const)[round % 3]!
      const bytes = files[part(extension)]![1].slice()
      const hit = new Set<number>()
      for (let change = 0; change < AT_ONCE; change++) {
        const at = 46 + randomInt(random, bytes.length - 46)
        bytes[at] = change % 2 === 0 ? randomInt(random, 256) : bytes[at]! ^ (1 << randomInt(random, 8))
        if (extension === '.cbh') hit.add(Math.floor(at / 46) - 1)
        else for (const game of gamesAt(places[extension], at)) hit.add(game)
      }
      const entries = [
        ...(await openFiles(files.with(part(extension), [files[part(extension)]![0], bytes]), options)).entries(),
      ]
      expect(entries).toHaveLength(whole.length)
      const changed = entries.filter((entry, game) => !hit.has(game) && JSON.stringify(entry) !== whole[game])
      expect(changed.map(({ index }) => index)).toEqual([])
    }
  })
})

/** Where the record of every game begins, from the headers; 0 without one. */
function offsets(headers: Uint8Array, field: number): number[] {
  const view = new DataView(headers.buffer, headers.byteOffset, headers.byteLength)
  return Array.from({ length: headers.length / 46 - 1 }, (_, game) => view.getUint32((game + 1) * 46 + field))
}

/** The games whose record begins last before an offset. */
function gamesAt(starts: readonly number[], offset: number): number[] {
  const start = Math.max(...starts.filter((candidate) => candidate <= offset))
  return starts.flatMap((candidate, game) => (candidate === start ? [game] : []))
}
