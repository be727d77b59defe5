/** What a conversion reports as written is what reading the output back counts, for every format. */
import { describe, expect, it } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource, extension } from '../../src/bytes/source.ts'
import { Conversion } from '../../src/convert/convert.ts'
import type { Entry, Format } from '../../src/formats/format.ts'
import { FORMATS } from '../../src/formats/index.ts'
import { makeMove, makePass, makePlacement, PASS } from '../../src/model/move.ts'
import { GAMES, type GameRecord, type Header, type TextDocument } from '../../src/model/record.ts'
import type { MoveNode } from '../../src/model/tree.ts'
import { documents, gameRecords } from '../support/chessbase-records.ts'
import { pgnRecords } from '../support/pgn-records.ts'
import fc from '../support/properties.ts'
import { scaled } from '../support/scale.ts'
import { goRecords, othelloRecords } from '../support/sgf-records.ts'
import { xqfRecords } from '../support/xqf-records.ts'

/** Texts that mean something to one format or another, or that no encoding holds. */
const nastyText = fc.constantFrom(
  '',
  '?',
  '\uD800',
  'a\0b',
  '"]\n\n[Event "x"]\n\n*\n',
  '*\n\n[Event "x"]',
  '\n%',
  '{ } ; (',
  ';)(;GM[1]',
  '];)(;GM[Othello]',
  'f5d6c3',
  'Иванов',
  '炮',
  'x'.repeat(300),
)

const nastySetup = fc.constantFrom(
  '',
  'x',
  '8/8/8/8/8/8/8/8 w - - 0 1',
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 90 99999',
  'k7/8/8/8/8/8/8/KK6 w - - 0 1',
  '9/9/9/9/9/9/9/9/9/9 r - - 0 1',
  '4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1',
  '---------------------------OX------XO--------------------------- X',
  '-'.repeat(64),
)

const nastyNode: fc.Arbitrary<Partial<MoveNode>> = fc.record(
  {
    move: fc.oneof(
      fc.constantFrom(PASS, makePass(1), makePass(2), makeMove(0, 0), makeMove(12, 28), makeMove(63, 0)),
      fc.nat(63).map((at) => makePlacement(at, (at % 3) as 0 | 1 | 2)),
    ),
    unread: nastyText.map((text) => ({ text })),
    edits: fc.array(fc.record({ squares: fc.array(fc.nat(62)), piece: fc.constantFrom('', '1', '2', 'k') }), {
      minLength: 1,
      maxLength: 2,
    }),
    turn: fc.constantFrom<1 | 2>(1, 2),
    comments: nastyText.map((text) => [{ text, placement: 'after' }]),
  },
  { requiredKeys: [] },
)

const nastyHeader: fc.Arbitrary<Header> = fc
  .record(
    {
      title: nastyText,
      kind: fc.constantFrom('game', 'problem', 'tutorial'),
      event: fc.record({ name: nastyText, site: nastyText }),
      date: fc.constantFrom({ year: 0 }, { year: 46_007, month: 1 }, { month: 13, day: 99 }),
      players: fc.array(fc.record({ name: nastyText, colour: fc.constantFrom<1 | 2>(1, 2) }), { maxLength: 3 }),
      result: fc.constantFrom<Header['result']>(
        { outcome: 'void' },
        { outcome: 'win' },
        { outcome: 'draw', text: '*' },
      ),
      about: nastyText,
      tags: fc.record({ 'bad name': nastyText, Tag: nastyText }),
    },
    { requiredKeys: [] },
  )
  .map((header) => ({ players: [], result: { outcome: 'unfinished' }, ...header }))

/** Records that break one rule or another of every format, and of their game. */
const nastyRecords: fc.Arbitrary<GameRecord> = fc
  .record(
    {
      game: fc.constantFrom(...GAMES),
      header: nastyHeader,
      variant: fc.constantFrom('chess960', 'unheard-of', ''),
      setup: nastySetup,
      // Squares that moves name are on every board.
      size: fc.constantFrom(
        { columns: 8, rows: 8 },
        { columns: 10, rows: 10 },
        { columns: 7, rows: 10 },
        { columns: 52, rows: 52 },
      ),
      steps: fc.array(nastyNode, { maxLength: 8 }),
    },
    { requiredKeys: ['game', 'header', 'steps'] },
  )
  .map(({ steps, ...record }) => ({
    ...record,
    nodes: [{ parent: -1 }, ...steps.map((step, index) => ({ ...step, parent: index === 3 ? 1 : index }))],
  }))

const records = fc.oneof(
  { arbitrary: nastyRecords, weight: 4 },
  pgnRecords,
  goRecords,
  othelloRecords,
  xqfRecords,
  gameRecords,
)
const items: fc.Arbitrary<GameRecord | TextDocument> = fc.oneof({ arbitrary: records, weight: 9 }, documents)

/** Converts entries as the command does: to one file, or to one file each. Returns the sets of files. */
async function convertTo(format: Format, conversion: Conversion, entries: readonly Entry[]): Promise<MemorySinkSet[]> {
  const sets: MemorySinkSet[] = []
  for (const group of format.holds === 'one' ? entries.map((entry) => [entry]) : [entries]) {
    const sinks = new MemorySinkSet(`out${format.extensions[0]}`)
    const writer = await format.write!(sinks)
    for (const entry of group) if (conversion.accepts(entry)) conversion.copy(entry, writer)
    conversion.finish(writer)
    sets.push(sinks)
  }
  return sets
}

/** Entries that can be read in every main file of a set. */
async function countBack(format: Format, { files }: MemorySinkSet): Promise<number> {
  const sources = [...files].map(([name, bytes]) => new MemorySource(name, bytes))
  let count = 0
  // A text format without a record is an empty file, which is not one to open.
  for (const main of sources.filter(({ name, size }) => size > 0 && format.extensions.includes(extension(name)))) {
    const collection = await format.open!(
      new MemoryFileSet(
        main,
        sources.filter((other) => other !== main),
      ),
    )
    for (const { record, document } of collection.entries()) if (record || document) count++
  }
  return count
}

describe.each(FORMATS.filter(({ write }) => write).map((format) => [format.id, format] as const))(
  'what is written as %s',
  (_id, format) => {
    it('is what reading the output back counts', async () => {
      const RUNS = scaled(100, 2000)
      await fc.assert(
        fc.asyncProperty(fc.array(items, { maxLength: 6 }), async (chosen) => {
          const entries = chosen.map((item, index): Entry => ({
            index,
            issues: [],
            ...('game' in item ? { record: item } : { document: item }),
          }))
          const conversion = new Conversion(format, { keepDeleted: true })
          const sets = await convertTo(format, conversion, entries)
          let found = 0
          for (const files of sets) found += await countBack(format, files)
          const { read, written, refused } = conversion.counts
          expect(written).toBe(found)
          expect(written + refused).toBe(read)
        }),
        { numRuns: RUNS },
      )
    })
  },
)
