/** What the writer stores the reader finds again: generated games and texts, and every record of real databases. */
import { describe, expect, it } from 'vitest'
import { MemorySource } from '../../../src/bytes/source.ts'
import { readAnnotationItems } from '../../../src/formats/2cbh/annotations/items.ts'
import { twoCbh } from '../../../src/formats/2cbh/format.ts'
import { readFrame } from '../../../src/formats/2cbh/frames.ts'
import { readStoredRecord } from '../../../src/formats/2cbh/header-records.ts'
import { emptyRecord, type GameRecord } from '../../../src/model/record.ts'
import { makeMove } from '../../../src/model/move.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'
import { documents, gameRecords, withoutOrigin } from '../../support/chessbase-records.ts'
import { corpusBytes, corpusPath } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import fc from '../../support/properties.ts'
import { scaled } from '../../support/scale.ts'
import { itemsOf, openFiles, rewritten } from '../../support/two-cbh.ts'

const ARCHIVES = ['PositionalChessHandbook-Gelfer', 'SimpleChess'] as const

describe('real databases', needsCorpus('2cbh'), () => {
  it.each(ARCHIVES)('%s comes back whole, with moves and texts word for word', async (archive) => {
    const real = await twoCbh.open(new DiskFileSet(corpusPath(`2cbh/${archive}.2cbv`)))
    const items = itemsOf(real)
    const { collection, issues, files } = await rewritten(items)
    expect(issues).toEqual([])
    expect(collection.issues).toEqual([])
    expect([...collection.validate!()]).toEqual([])
    expect(itemsOf(collection).map(withoutOrigin)).toEqual(items.map(withoutOrigin))
    const members = await membersOf(corpusBytes(`2cbh/${archive}.2cbv`))
    for (let index = 0; index < items.length; index++) {
      const [before, after] = [members, files].map((all) => contentsOf(all, index))
      expect(after).toEqual(before)
    }
  })
})

/** The members of an archive by their names. */
async function membersOf(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const { members } = await twoCbh.archive!.open(new MemorySource('a', bytes))
  return new Map(
    members.map((member) => {
      const parts: Uint8Array[] = []
      member.extract((part) => parts.push(part))
      return [member.path, Buffer.concat(parts)]
    }),
  )
}

/**
 * The content of a record in `.2cbg`, and the places and types of its annotations in `.2cba`: those of one place come in
 * another order, and their text in UTF-8.
 */
function contentsOf(files: ReadonlyMap<string, Uint8Array>, index: number): unknown[] {
  const source = (end: string) => new MemorySource(end, [...files].find(([name]) => name.endsWith(end))![1])
  const stored = readStoredRecord(source('.2cbh').read(192 * (index + 1), 192 * (index + 2)))!
  const content = Buffer.from(readFrame(source('.2cbg'), stored.moves).content).toString('hex')
  if (stored.kind !== 'game') return [content]
  const { items } = readAnnotationItems(readFrame(source('.2cba'), stored.annotations).content)
  return [content, items.map(({ position, type }) => `${position} ${type}`).sort()]
}

/** What ChessBase 17 has no place for, and what it says in other words. */
function storable(record: GameRecord): GameRecord {
  const { isTopGame: _top, ...header } = record.header
  const { native: _native, ...rest } = record
  return { ...rest, header }
}

describe('generated records', () => {
  it('come back but for what is reported', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(gameRecords.map(storable), { minLength: 1, maxLength: 4 }), async (records) => {
        const { collection, issues } = await rewritten(records)
        expect([...collection.issues, ...collection.validate!()]).toEqual([])
        const entries = [...collection.entries()]
        expect(entries.flatMap((entry) => entry.issues)).toEqual([])
        expect(entries).toHaveLength(records.length)
        for (const [index, { record }] of entries.entries()) {
          const moves = (nodes: GameRecord['nodes']) => nodes.map(({ parent, move }) => [parent, move])
          expect(moves(record!.nodes)).toEqual(moves(records[index]!.nodes))
          if (issues.length === 0 && record!.variant === undefined) {
            expect(withoutOrigin(record!)).toEqual(records[index])
          }
        }
      }),
      { numRuns: scaled(60, 2000) },
    )
  })

  it('that are analyses keep their unknown bytes, of those from elsewhere as many as there is room for', async () => {
    const bytes = Uint8Array.from({ length: 150 }, (_, index) => index + 1)
    const analysis = (kept: Uint8Array): GameRecord => ({
      ...emptyRecord('chess'),
      native: { '2cbh': { analysis: Buffer.from(kept).toString('base64') } },
    })
    const { collection, files } = await rewritten([analysis(bytes)])
    expect([...collection.issues, ...collection.validate!()]).toEqual([])
    const { record } = collection.entry(0)
    expect(record!.native).toMatchObject(analysis(bytes.subarray(0, 40)).native!)
    const stored = [...files].find(([name]) => name.endsWith('.2cbh'))![1].subarray(192, 384)
    expect([...stored.subarray(0x58)].every((byte) => byte === 0)).toBe(true)
  })

  it('come back in archives too', async () => {
    const records = fc.sample(gameRecords.map(storable), { seed: 5, numRuns: 6 })
    const { collection, files } = await rewritten(records, undefined, 'copy.2cbv')
    expect([...files.keys()]).toEqual(['copy.2cbv'])
    expect(collection.count).toBe(records.length)
    const { collection: plain } = await rewritten(records)
    expect(itemsOf(collection).map(withoutOrigin)).toEqual(itemsOf(plain).map(withoutOrigin))
  })

  it('and texts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(documents, { minLength: 1, maxLength: 4 }), async (texts) => {
        const { collection } = await rewritten([...texts, emptyRecord('chess')])
        expect([...collection.issues, ...collection.validate!()]).toEqual([])
        const again = await rewritten(itemsOf(collection))
        expect(again.issues).toEqual([])
        expect(itemsOf(again.collection).map(withoutOrigin)).toEqual(itemsOf(collection).map(withoutOrigin))
      }),
      { numRuns: scaled(20, 500) },
    )
  })
})

describe('positions that the rules do not know', () => {
  /** A pawn skeleton without kings, on which both sides move as they like. */
  const skeleton: GameRecord = {
    ...emptyRecord('chess'),
    setup: '8/pp3ppp/8/8/3PP3/8/PPP5/8 w - - 0 1',
    nodes: [
      { parent: -1 },
      { parent: 0, move: makeMove(27, 35) },
      // Another move of White: it names its colour.
      { parent: 1, move: makeMove(28, 36) | (1 << 27), comments: [{ text: 'again', placement: 'after' }] },
      { parent: 1, move: makeMove(48, 40) },
      { parent: 0, move: makeMove(20, 21) },
    ],
  }

  it('keep their moves', async () => {
    const { collection, issues } = await rewritten([skeleton])
    expect(issues).toEqual([])
    expect([...collection.validate!()]).toEqual([])
    const entry = collection.entry(0)
    expect(withoutOrigin(entry.record!)).toEqual(skeleton)
    expect(entry.issues.map(({ id }) => id)).toEqual(['2cbh/move-from-nowhere'])
  })

  it('are refused with pawns where no word can put them', async () => {
    const record = { ...emptyRecord('chess'), setup: '3P4/8/8/8/8/8/8/8 w - - 0 1' }
    const { collection, issues } = await rewritten([record])
    expect(collection.count).toBe(0)
    expect(issues.map(({ id }) => id)).toEqual(['chessbase/not-written'])
  })
})

it('an empty database opens', async () => {
  const { collection, issues, files } = await rewritten([])
  expect(issues).toEqual([])
  expect([collection.count, collection.issues, [...collection.validate!()]]).toEqual([0, [], []])
  expect([...files.keys()].sort()).toEqual(
    ['.2cba', '.2cbg', '.2cbh', '.2lcd', '.2lgd', '.2lid'].map((end) => `copy${end}`),
  )
  expect((await openFiles(files)).count).toBe(0)
})
