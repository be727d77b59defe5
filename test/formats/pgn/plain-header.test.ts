/** Tags of usual headers are written a quick way: it must write what the table of tags does, and lose the same. */
import { expect, test } from 'vitest'
import { MemorySink } from '../../../src/bytes/sink.ts'
import { TextWriter } from '../../../src/bytes/text-writer.ts'
import { chessDialect } from '../../../src/formats/pgn/chess-dialect.ts'
import { lostFacts } from '../../../src/formats/pgn/header-facts.ts'
import { writeHeader } from '../../../src/formats/pgn/header.ts'
import { Losses } from '../../../src/formats/pgn/losses.ts'
import { PlainHeaderWriter } from '../../../src/formats/pgn/plain-header.ts'
import type { PartialDate } from '../../../src/model/date.ts'
import type { Header, Player, Result } from '../../../src/model/record.ts'
import { sharePart } from '../../../src/model/shared-part.ts'
import fc from '../../support/properties.ts'
import { lessened } from '../../support/scale.ts'

/** Headers that are tried. */
const RUNS = 2000

const { fields } = chessDialect

/** A few values that need a closer look among many that do not. */
function mostly<Value>(usual: readonly Value[], odd: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...usual) }, fc.constantFrom(...odd))
}

const name = mostly(['Anand, Viswanathan', 'Müller', '棋手', 'x'.repeat(300)], ['?', '', '"', 'a\\b', 'a\nb', '😀'])
const number = mostly([1, 2, 12, 2700, 99_999], [100_000, 0, -1, 1.5])
const usualDate = mostly<PartialDate>(
  [{ year: 1 }, { year: 1886, month: 2 }, { year: 2024, month: 2, day: 29 }, { year: 9999, month: 12, day: 9 }],
  [
    {},
    { month: 5 },
    { year: 10_000 },
    { year: 2023, month: 2, day: 29 },
    { year: 1999.5 },
    { text: 'spring' },
    { year: 5, day: 1 },
  ],
)
const event = fc
  .record(
    {
      name,
      site: name,
      date: usualDate,
      type: fc.constantFrom('swiss', 'team'),
      pace: fc.constantFrom('rapid', 'normal'),
      rounds: number,
      complete: fc.constant(true),
      tieBreaks: fc.constant<string[]>(['Koya']),
    },
    { requiredKeys: [] },
  )
  .chain((part) => fc.constantFrom(part, sharePart(structuredClone(part))))
const publication = fc
  .record(
    { title: name, published: usualDate, version: number, quality: fc.constantFrom('high', 'low') },
    { requiredKeys: [] },
  )
  .chain((part) => fc.constantFrom(part, sharePart(structuredClone(part))))
const players = fc.tuple(name, name, number, number).chain(([white, black, one, other]) =>
  mostly<Player[]>(
    [
      [
        { colour: 1, name: white, rating: one },
        { colour: 2, name: black },
      ],
      [{ colour: 2, name: black, rating: other }],
      [
        { colour: 2, name: black },
        { colour: 1, rating: one },
      ],
      [],
    ],
    [
      [{ name: white }],
      [{ colour: 1 }, { colour: 1, name: black }],
      [{ colour: 1, name: white, rating: one, ratingType: 'ICCF' }],
      [{ colour: 1, role: 'participant' }],
    ],
  ),
)
const headers = fc.record(
  {
    players,
    result: mostly<Result>(
      [
        { outcome: 'draw' },
        { outcome: 'win', winner: 1 },
        { outcome: 'win', winner: 2 },
        { outcome: 'both-lose' },
        { outcome: 'unfinished', verdict: 14 },
      ],
      [{ outcome: 'void' }, { outcome: 'win', winner: 2, by: 'time' }, { outcome: 'unfinished', text: '1-1' }],
    ),
    event,
    date: usualDate,
    round: number,
    subround: number,
    openingCode: mostly(['B90'], ['?', '']),
    annotator: name,
    publication,
    deleted: fc.constant(true),
    openingSubcode: number,
    title: mostly<string | undefined>([undefined], ['Title']),
    tags: mostly<Header['tags']>([undefined], [{ Own: 'x' }]),
  },
  { requiredKeys: ['players', 'result'] },
) as fc.Arbitrary<Header>

/** One writer for all headers, as for the games of a file. */
const sink = new MemorySink()
const text = new TextWriter(sink)
const writer = new PlainHeaderWriter(text, fields)

function writtenQuickly(header: Header): { text: string; lost: unknown } | undefined {
  sink.restart()
  const losses = new Losses()
  const isWritten = writer.write(header, losses)
  text.flush()
  if (isWritten) return { text: new TextDecoder().decode(sink.bytes()), lost: losses.list() }
  expect(sink.size).toBe(0)
  return undefined
}

function writtenByTable(header: Header): { text: string; lost: unknown } {
  const losses = new Losses()
  const tags = writeHeader(header, fields, false, [], [])
  for (const fact of lostFacts(header, tags, fields)) losses.addFact(fact)
  return { text: tags.map(([tag, value]) => `[${tag} "${value}"]\n`).join(''), lost: losses.list() }
}

test('what is written quickly is what the table of tags says', () => {
  let quick = 0
  fc.assert(
    fc.property(headers, (header) => {
      const written = writtenQuickly(header)
      if (!written) return
      quick++
      expect(written).toEqual(writtenByTable(header))
    }),
    { numRuns: RUNS },
  )
  expect(quick).toBeGreaterThan(lessened(RUNS) / 5)
})

test('usual headers are written quickly', () => {
  const usual: Header = {
    players: [
      { colour: 1, name: 'Müller, Anna', rating: 2011 },
      { colour: 2, name: 'Bakker' },
    ],
    result: { outcome: 'draw' },
    event: { name: 'Open', site: 'Zürich', rounds: 9, complete: true },
    date: { year: 987, month: 3 },
    round: 3,
    subround: 1,
    openingCode: 'C40',
    publication: { title: 'Magazine' },
    annotator: 'Vos',
  }
  expect(writtenQuickly(usual)).toEqual(writtenByTable(usual))
  expect(writtenQuickly({ players: [], result: { outcome: 'unfinished' } })?.text).toContain('[Date "????.??.??"]')
  for (const odd of [
    { title: 'x' },
    { round: 0 },
    { openingCode: '"' },
    { date: { text: 'May' } },
    { tags: { A: 'b' } },
  ]) {
    expect(writtenQuickly({ ...usual, ...odd })).toBeUndefined()
  }
})

test('tags of a part that may change are not kept', () => {
  const event = { name: 'One' }
  const header: Header = { players: [], result: { outcome: 'draw' }, event }
  expect(writtenQuickly(header)?.text).toContain('[Event "One"]')
  event.name = 'Two'
  expect(writtenQuickly(header)?.text).toContain('[Event "Two"]')
})
