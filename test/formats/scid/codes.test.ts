/** Codes of the index, and the order of names. */
import { describe, expect, it } from 'vitest'
import { ByteWriter } from '../../../src/bytes/writer.ts'
import { MemorySource } from '../../../src/bytes/source.ts'
import {
  counterCode,
  dateText,
  openingCode,
  openingText,
  packDate,
  packEventDate,
  unpackEventDate,
} from '../../../src/formats/scid/codes.ts'
import { flagBits, flagLetters } from '../../../src/formats/scid/flags.ts'
import {
  readScid4Record,
  readScid5Record,
  writeScid4Record,
  writeScid5Record,
  type IndexRecord,
} from '../../../src/formats/scid/index-record.ts'
import { compareNames } from '../../../src/formats/scid/name-order.ts'
import { readScid4Names, readScid5Names } from '../../../src/formats/scid/names.ts'
import { newNameTables, writeScid4Names, writeScid5String } from '../../../src/formats/scid/writer/name-table.ts'
import fc from '../../support/properties.ts'

describe('codes', () => {
  it('of openings', () => {
    const pairs: [string, number][] = [
      ['A00', 1],
      ['A00a', 2],
      ['A00a1', 3],
      ['A01', 132],
      ['E99', 499 * 131 + 1],
      ['E99z4', 500 * 131],
    ]
    for (const [text, code] of pairs) expect([openingText(code), openingCode(text)]).toEqual([text, code])
    for (const text of ['F00', 'A0', 'A00aa', 'A00a5', '']) expect(openingCode(text)).toBeUndefined()
    expect([openingText(0), openingText(65_535)]).toEqual(['', ''])
  })

  it('of counters', () => {
    const counts = [0, 10, 11, 12, 13, 17, 18, 24, 25, 34, 35, 44, 45, 5000]
    expect(counts.map(counterCode)).toEqual([0, 10, 10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15])
  })

  it('of dates', () => {
    expect(dateText(packDate('2012.06.16')!)).toBe('2012.06.16')
    expect(dateText(packDate('????.??.09')!)).toBe('????.??.09')
    for (const text of ['2048.01.01', '2012.16.01', '2012.1.1', '2012', '']) expect(packDate(text)).toBeUndefined()
  })

  it('of event dates, which count from the year of the game', () => {
    const date = packDate('2012.06.16')!
    // The worked example of the format page: four bits for the same year.
    expect(packEventDate(packDate('2012.06.08')!, date)! >> 9).toBe(4)
    for (const text of ['2009.01.01', '2015.12.31']) {
      expect(unpackEventDate(packEventDate(packDate(text)!, date)!, date)).toBe(packDate(text))
    }
    for (const text of ['2008.12.31', '2016.01.01']) expect(packEventDate(packDate(text)!, date)).toBeUndefined()
    expect(packEventDate(packDate('2012.06.08')!, packDate('????.06.16')!)).toBeUndefined()
    expect(packEventDate(0, date)).toBe(0)
    expect(unpackEventDate(0, date)).toBe(0)
  })

  it('of flags', () => {
    expect(flagLetters(flagBits('W!16')! | 15)).toBe('W!16')
    expect(flagBits('D')).toBe(8)
    expect(flagBits('S')).toBeUndefined()
  })
})

const nibble = fc.nat(15)
const record: fc.Arbitrary<IndexRecord> = fc.record({
  offset: fc.nat(0xffff_ffff),
  length: fc.nat(0x1_ffff),
  flags: fc.nat(0x3f_ffff),
  isChess960: fc.boolean(),
  white: fc.nat(0xf_ffff),
  black: fc.nat(0xf_ffff),
  event: fc.nat(0x7_ffff),
  site: fc.nat(0x7_ffff),
  round: fc.nat(0x3_ffff),
  result: fc.nat(3),
  glyphs: nibble,
  comments: nibble,
  variations: nibble,
  opening: fc.nat(0xffff),
  date: fc.nat(0xf_ffff).map((date) => date | (4 << 9)),
  eventDate: fc.constant(0),
  whiteRating: fc.nat(4000),
  whiteRatingType: fc.nat(6),
  blackRating: fc.nat(4000),
  blackRatingType: fc.nat(6),
  storedLine: fc.nat(255),
  material: fc.nat(0xff_ffff),
  plies: fc.nat(1023),
  homePawnCount: fc.nat(16),
  homePawns: fc.uint8Array({ minLength: 8, maxLength: 8 }),
})

it('records of the index are written as they are read', () => {
  fc.assert(
    fc.property(record, (stored) => {
      expect(readScid4Record(writeScid4Record(stored), 4)).toEqual({ ...stored, isChess960: false })
      const far = { ...stored, offset: stored.offset + 2 ** 40, white: stored.white + 2 ** 27, eventDate: stored.date }
      expect(readScid5Record(writeScid5Record(far))).toEqual(far)
    }),
    { seed: 4 },
  )
})

describe('names', () => {
  it('order their first byte as it is and all others as signed numbers', () => {
    const sorted = ['', 'A', 'Aé', 'A\u0080', 'Ab', 'B', 'é'].map((name) =>
      Uint8Array.from(Buffer.from(name, 'latin1')),
    )
    const expected = ['', 'A\u0080', 'Aé', 'A', 'Ab', 'B', 'é']
    expect(sorted.sort(compareNames).map((name) => Buffer.from(name).toString('latin1'))).toEqual(expected)
  })

  it('come back with wide numbers and wide frequencies', () => {
    const tables = newNameTables(4)
    const encoder = new TextEncoder()
    for (let id = 0; id < 66_000; id++) tables.players.load(encoder.encode(`player ${id}`), `player ${id}`)
    for (let use = 0; use < 70_000; use++) tables.players.count(7)
    tables.rounds.load(encoder.encode('1'), '1')
    const { lists, issues } = readScid4Names(new MemorySource('a.sn4', writeScid4Names(tables)))
    expect(issues).toEqual([])
    expect(lists.players.names).toHaveLength(66_000)
    expect(Buffer.from(lists.players.names[65_999]!).toString()).toBe('player 65999')
    expect(lists.players.frequencies!.slice(6, 9)).toEqual([0, 70_000, 0])
    expect(lists.rounds.names).toHaveLength(1)
  })

  it('of Scid 5 may be long and may end too soon', () => {
    const out = new ByteWriter()
    writeScid5String(2, new Uint8Array(5000).fill(65), out)
    writeScid5String(0, Uint8Array.of(66), out)
    const { lists, issues } = readScid5Names(new MemorySource('a.sn5', out.bytes()))
    expect([lists.sites.names[0]!.length, lists.players.names.length, issues]).toEqual([5000, 1, []])
    const cut = readScid5Names(new MemorySource('a.sn5', out.bytes().subarray(0, -1)))
    expect([cut.lists.players.names.length, cut.issues.map(({ id }) => id)]).toEqual([0, ['scid/name-cut']])
    const endless = readScid5Names(new MemorySource('a.sn5', new Uint8Array(40).fill(0xff)))
    expect(endless.issues.map(({ id }) => id)).toEqual(['scid/name-type'])
  })
})
