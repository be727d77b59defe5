/** Real databases of Scid 4 and 5 beside the PGN that Scid made of them, and databases with one fault each. */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import { pgn } from '../../../src/formats/pgn/format.ts'
import { scid } from '../../../src/formats/scid/format.ts'
import type { Collection } from '../../../src/formats/format.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'
import { corpusBytes, corpusPath } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { isFullRun } from '../../support/scale.ts'
import { openScidFiles, recordsOf, writeScidDatabase } from '../../support/scid.ts'

/** Every database with its twin, and how many games it has. */
const TWINS: readonly (readonly [base: string, twin: string, count: number])[] = [
  ['res_database.si4', 'res_database.pgn', 1339],
  ['annot.si4', 'annot.si4.pgn', 110],
  ['annot.si5', 'annot.si5.pgn', 110],
  ['book4000.si4', 'book4000.pgn', 4000],
  ['book4000.si5', 'book4000.pgn', 4000],
  ['real.si4', 'real.pgn', 51],
  ['real.si5', 'real.pgn', 51],
  ['chess960.si5', 'chess960.pgn', 188],
]

function open(name: string): Promise<Collection> {
  return scid.open(new DiskFileSet(corpusPath(`scid/${name}`)))
}

/** The games of a twin. A long value stands on the line after the name of its tag, which PGN does not allow. */
async function twinOf(name: string): Promise<GameRecord[]> {
  const text = Buffer.from(corpusBytes(`scid/${name}`)).toString('latin1')
  const bytes = Buffer.from(text.replaceAll(/^(\[\w+)\n"/gm, '$1 "'), 'latin1')
  return recordsOf(await pgn.open(new MemoryFileSet(new MemorySource(name, bytes))))
}

/** Compares records one by one: of so many trees a whole comparison says little when it fails. */
function expectEqualRecords(found: readonly GameRecord[], expected: readonly GameRecord[]): void {
  const index = found.findIndex((record, at) => !isDeepStrictEqual(record, expected[at]))
  if (index >= 0) expect(found[index], `game ${index + 1}`).toEqual(expected[index])
}

/** A record without what PGN that Scid writes does not say: flags, and how the text of comments lies on lines. */
function comparable(record: GameRecord): GameRecord {
  const copy = structuredClone(record)
  delete copy.header.deleted
  const { ScidFlags: _flags, ...tags } = copy.header.tags ?? {}
  delete copy.header.tags
  if (Object.keys(tags).length > 0) copy.header.tags = tags
  for (const { comments = [] } of copy.nodes) {
    for (const comment of comments) comment.text = comment.text.replaceAll(/\s+/g, ' ').trim()
  }
  return copy
}

describe.each(TWINS)('%s', (base, twin, count) => {
  const options = needsCorpus(`scid/${base}`, `scid/${twin}`)

  test('has the games of its twin', options, async () => {
    const collection = await open(base)
    expect(collection.count).toBe(count)
    expect(collection.issues).toEqual([])
    const expected = await twinOf(twin)
    const found = recordsOf(collection)
    expect(expected).toHaveLength(found.length)
    expectEqualRecords(found.map(comparable), expected.map(comparable))
  })

  test('has the index that its games make', options, async () => {
    expect([...(await open(base)).validate!()]).toEqual([])
  })

  test('lists the headers of its games', options, async () => {
    const collection = await open(base)
    for (const { index, record } of collection.entries()) {
      if (index % (isFullRun ? 1 : 50) === 0) expect(collection.listing(index).header).toEqual(record!.header)
    }
  })

  test('is written with the same names and the same index, but for the codes of opening lines', options, async () => {
    const collection = await open(base)
    if (collection.count > 1000 && !isFullRun) return
    const source = recordsOf(collection)
    const { files, results } = await writeScidDatabase(source, base, { about: collection.about, source: collection })
    expect(results.filter(({ written }) => !written)).toEqual([])
    const again = await openScidFiles(files)
    expect([...again.issues, ...again.validate!()]).toEqual([])
    expectEqualRecords(recordsOf(again), source)
    expect(again.about.facts).toEqual(collection.about.facts)
    if (!WHOLE.has(base)) return
    const generation = base.at(-1)!
    const stem = base.slice(0, -4)
    const [index, names] = ['i', 'n'].map((kind) => `${stem}.s${kind}${generation}`) as [string, string]
    if (base.startsWith('real')) expect(Buffer.compare(files.get(names)!, corpusBytes(`scid/${names}`))).toBe(0)
    const [mine, real] = [files.get(index)!, corpusBytes(`scid/${index}`)]
    expect(mine.length).toBe(real.length)
    const [start, size, line] = generation === '4' ? [182, 47, 33] : [0, 56, 43]
    // Of an event date of which nothing is known Scid may write that its year is that of the game.
    const eventDate = base === 'book4000.si4' ? [25] : []
    const different: number[] = []
    for (let at = 0; at < mine.length; at++) if (mine[at] !== real[at]) different.push((at - start) % size)
    expect(new Set(different)).toEqual(new Set([line, ...eventDate]))
  })
})

/** Databases whose names say nothing in two ways, so that index and names come back byte by byte. */
const WHOLE = new Set(['book4000.si4', 'book4000.si5', 'real.si4', 'real.si5'])

test('games are written byte by byte as Scid writes them', needsCorpus('scid/book4000.si4'), async () => {
  const { files } = await writeScidDatabase(recordsOf(await open('book4000.si4')).slice(0, 1000), 'book4000.si4')
  const mine = files.get('book4000.sg4')!
  expect(mine.length).toBeGreaterThan(80_000)
  expect(Buffer.compare(mine, corpusBytes('scid/book4000.sg4').subarray(0, mine.length))).toBe(0)
})

/** What each database with a fault says: of the whole, of its games, and what a check finds beyond that. */
const ODD: readonly (readonly [name: string, count: number, ids: readonly string[]])[] = [
  ['B5info.si5', 51, []],
  ['B_sl0.si4', 51, []],
  ['C5less.si5', 50, []],
  ['C5long.si5', 51, ['scid/index-size']],
  ['C_hdrless.si4', 50, ['scid/count', 'scid/name-uses']],
  ['C_hdrmore.si4', 51, ['scid/count']],
  ['D5badid.si5', 51, ['scid/missing-name']],
  ['D_badid.si4', 51, ['scid/missing-name', 'scid/name-uses']],
  ['E5trunc.si5', 51, ['scid/missing-name', 'scid/name-cut']],
  ['E5type5.si5', 51, ['scid/name-type']],
  ['E_unsorted.si4', 51, ['scid/name-order']],
  ['F5dup.si5', 51, []],
  ['G_trunc.si4', 51, ['scid/moves']],
  ['H_offout.si4', 51, ['scid/outside']],
  ['I5empty.si5', 0, []],
  ['L_snshort.si4', 51, ['scid/missing-name', 'scid/name-uses', 'scid/names-cut']],
  ['M_dupname.si4', 51, ['scid/name-repeated']],
  ['N_reorder.si4', 51, []],
  ['O_cross.si4', 51, ['scid/block']],
  ['P_odd.si4', 51, ['scid/rating-type', 'scid/result']],
  ['R_hp0_sl0.si4', 51, ['scid/home-pawns']],
]

test.each(ODD)(
  'odd/%s opens with %i games and says what is wrong',
  needsCorpus('scid/odd'),
  async (name, count, ids) => {
    const collection = await open(`odd/${name}`)
    expect(collection.count).toBe(count)
    const issues = [...collection.issues, ...Array.from(collection.entries()).flatMap((entry) => entry.issues)]
    issues.push(...collection.validate!())
    expect([...new Set(issues.map(({ id }) => id))].sort()).toEqual(ids)
  },
)

test('a repeated fact counts by its last value, an unknown one not at all', needsCorpus('scid/odd'), async () => {
  const { about } = await open('odd/B5info.si5')
  expect(about).toMatchObject({ comment: '2nd', facts: { type: 3, autoload: 7, flags: { '1': 'abcdefghijk' } } })
})

test('hand-made games are read as Scid reads them, or better', needsCorpus('scid/odd'), async () => {
  const collection = await open('odd/Z.si4')
  const read = Array.from(collection.entries(), ({ record, issues }) => {
    const { nodes, header } = record!
    const comments = nodes.flatMap(({ comments }) => comments?.map(({ text }) => text) ?? [])
    const glyphs = nodes.flatMap(({ glyphs }) => glyphs?.length ?? [])
    return [nodes.length - 1, comments.join('|'), glyphs.join(' '), header.tags?.['State'] ?? '', issues[0]?.id ?? '']
  })
  expect(read).toEqual([
    [1, '', '', '', ''],
    // Scid calls this game corrupt.
    [1, '', '8', '', ''],
    [1, '', '7', '', ''],
    [1, '', '', '', ''],
    [1, '', '', '', 'scid/empty-variation'],
    [0, '', '', '', 'scid/moves'],
    [1, 'aa|bb', '', '', 'scid/unmarked-comments'],
    [1, '', '', '', 'scid/missing-comments'],
    [1, 'aa', '', '', 'scid/open-comment'],
    [1, '', '1', '', ''],
    [2, 'aa|bb', '', '', 'scid/unmarked-comments'],
    [1, '', '', '', 'scid/unknown-tag'],
    [1, '', '', '', ''],
    [1, '', '', '', 'scid/repeated-tag'],
    [1, '', '', 'A', ''],
    // Scid lets a pawn capture nothing.
    [2, '', '', '', 'scid/moves'],
    [1, '', '', '', ''],
    [1, '', '', '', ''],
    [1, 'Müller', '', '', ''],
    [1, 'aa|bb', '', '', ''],
  ])
  expect(collection.entry(17).record!.header.event).toEqual({
    ...collection.entry(16).record!.header.event,
    date: { year: 2010, month: 1, day: 2 },
  })
})
