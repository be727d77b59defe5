/** A database that threads wrote in parts is the database that one thread writes, byte for byte. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { chessbase } from '../../../src/formats/chessbase/format.ts'
import type { RecordWriter, WriteOptions } from '../../../src/formats/format.ts'
import { FORMATS } from '../../../src/formats/index.ts'
import { pgn } from '../../../src/formats/pgn/format.ts'
import type { Issue } from '../../../src/issues/issue.ts'
import { emptyRecord, type GameRecord, type TextDocument } from '../../../src/model/record.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'
import { documents, gameRecords } from '../../support/chessbase-records.ts'
import { corpusCases, corpusPath } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { pgnRecords } from '../../support/pgn-records.ts'
import { scaled } from '../../support/scale.ts'

/** Games of many players and events. */
const BOOK = 'chess-pgn/book-50000.pgn'

type Item = GameRecord | TextDocument

/** Files of a database, and what the writer said. */
interface Made {
  files: Record<string, string>
  issues: Issue[]
}

async function byOne(items: readonly Item[], options?: WriteOptions): Promise<Made> {
  const out = new MemorySinkSet('made.cbh')
  const writer = await chessbase.write(out, options)
  const issues = items.flatMap((item) => add(writer, item))
  issues.push(...writer.finish())
  return { files: filesOf(out), issues }
}

/** @param size how many records a part has */
async function inParts(items: readonly Item[], size: number, options?: WriteOptions): Promise<Made> {
  const out = new MemorySinkSet('made.cbh')
  const writer = await chessbase.write(out, options)
  const issues: Issue[] = []
  for (let from = 0; from < items.length; from += size) {
    const part = await chessbase.writePart!(options)
    for (const item of items.slice(from, from + size)) issues.push(...add(part, item))
    writer.addPart!(structuredClone(part.part()))
  }
  issues.push(...writer.finish())
  return { files: filesOf(out), issues }
}

function add(writer: RecordWriter, item: Item): Issue[] {
  return ('game' in item ? writer.add(item) : writer.addDocument!(item)).issues
}

function filesOf({ files }: MemorySinkSet): Record<string, string> {
  return Object.fromEntries([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]))
}

/** Games that are refused, some of them only by the writer. */
const refused: GameRecord[] = [
  { ...emptyRecord('chess'), setup: 'k7/8/8/8/8/8/8/KK6 w - - 0 1' },
  { ...emptyRecord('chess'), setup: 'no position' },
  { ...emptyRecord('xiangqi') },
]

const items: fc.Arbitrary<Item[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: gameRecords },
    { weight: 2, arbitrary: documents },
    { weight: 2, arbitrary: pgnRecords },
    { weight: 1, arbitrary: fc.constantFrom(...refused) },
  ),
  { minLength: 1, maxLength: 9 },
)

describe('a database written in parts', () => {
  it('has the same bytes and the same losses, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(items, fc.integer({ min: 1, max: 5 }), async (made, size) => {
        expect(await inParts(made, size)).toEqual(await byOne(made))
      }),
      { numRuns: scaled(100, 3000) },
    )
  })

  it('has the same bytes in a code page', async () => {
    await fc.assert(
      fc.asyncProperty(items, async (made) => {
        const options = { encoding: 'windows-1251' }
        expect(await inParts(made, 2, options)).toEqual(await byOne(made, options))
      }),
      { numRuns: scaled(20, 500) },
    )
  })

  it('names the players of all parts once, and counts their games over all', async () => {
    const game = (white: string): GameRecord => ({
      ...emptyRecord('chess'),
      header: { players: [{ colour: 1, name: white }], result: { outcome: 'draw' } },
    })
    const games = ['Ann', 'Bea', 'Ann', 'Cleo', 'Bea', 'Ann'].map(game)
    const made = await inParts(games, 2)
    expect(made).toEqual(await byOne(games))
    const players = Buffer.from(made.files['made.cbp']!, 'base64')
    const counts = [...players.toString('latin1').matchAll(/Ann|Bea|Cleo/g)].map(({ 0: name, index }) => [
      name,
      players.readInt32LE(index + 50),
      players.readInt32LE(index + 54),
    ])
    expect(counts).toEqual([
      ['Ann', 3, 1],
      ['Bea', 2, 2],
      ['Cleo', 1, 4],
    ])
  })

  it('has texts of many events, whose numbers stand where games have the place of annotations', async () => {
    const header = (name: string) => ({ players: [], result: { outcome: 'draw' as const }, event: { name } })
    const games = Array.from({ length: 300 }, (_, index) => ({
      ...emptyRecord('chess'),
      header: header(`Event ${index}`),
    }))
    const text: TextDocument = {
      header: header('Event 299'),
      titles: [{ language: 'en', text: 'Words' }],
      bodies: [{ language: 'en', mediaType: 'text/html', text: 'About it' }],
    }
    const all = [...games, text, ...games, text]
    expect(await inParts(all, 301)).toEqual(await byOne(all))
  })

  it('takes no part of another format, and an unknown code page in no part', async () => {
    const writer = await chessbase.write(new MemorySinkSet('made.cbh'))
    expect(() => writer.addPart!({})).toThrow(TypeError)
    await expect(chessbase.writePart!({ encoding: 'x' })).rejects.toThrow('the encoding x is not known')
  })

  it('is what one format offers, up to its limit of games', () => {
    expect(FORMATS.filter(({ writePart }) => writePart).map(({ id, most }) => [id, most])).toEqual([
      ['chessbase', 0xff_ffff],
    ])
  })
})

describe('databases and files of the corpus', needsCorpus('chessbase', BOOK), () => {
  const cases = [...corpusCases('chessbase', /\.cbh$/i), ...corpusCases('chessbase', /\.pgn$/i)]

  it.each(cases)('%s is the same in parts', async (path) => {
    const format = path.endsWith('.pgn') ? pgn : chessbase
    const collection = await format.open(new DiskFileSet(corpusPath(path)))
    const all = [...collection.entries()].flatMap(({ record, document }) => record ?? document ?? [])
    const alone = await byOne(all)
    for (const size of [1, 7, 1000]) expect(await inParts(all, size)).toEqual(alone)
  })

  it('a large file is the same in parts', async () => {
    const book = await pgn.open(new DiskFileSet(corpusPath(BOOK)))
    const games = [...book.entries({ to: 8000 })].map(({ record }) => record!)
    expect(await inParts(games, 1000)).toEqual(await byOne(games))
  })
})
