/** From database to database: lists, numbers and what nobody can read; and what cannot go over is said. */
import { expect, test } from 'vitest'
import { describeIssue } from '../../../src/issues/index.ts'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { Conversion } from '../../../src/convert/convert.ts'
import { chessAssistant } from '../../../src/formats/chess-assistant/format.ts'
import { withNodes, type AnyRecord } from '../../../src/model/line-record.ts'
import type { Entry, Collection, ReadOptions, WritableFormat, WriteOptions } from '../../../src/formats/format.ts'
import { pgn } from '../../../src/formats/pgn/format.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import {
  changeHeaders,
  databaseOf,
  type Files,
  openDatabase,
  rebuildVolume,
  writeDatabase,
} from '../../support/chess-assistant.ts'
import { readPgn } from '../../support/pgn.ts'
import { randomGames } from '../../support/random-games.ts'

interface Copied {
  files: Files
  losses: string[]
}

/** Converts a database to another of the same format, or to PGN. */
async function copy(
  files: Files,
  { keeps, target = chessAssistant }: { keeps?: (record: GameRecord) => boolean; target?: WritableFormat } = {},
  options: WriteOptions & ReadOptions = {},
): Promise<Copied> {
  const source = await openDatabase(files, options)
  const out = new MemorySinkSet('base.cdp')
  const writer = await target.write(out, options)
  const filter = ({ record }: Entry<AnyRecord>) => record !== undefined && keeps?.(withNodes(record)) !== false
  const conversion = new Conversion(target, { filter })
  conversion.begin(writer, source)
  conversion.copyAll(source, writer)
  conversion.finish(writer)
  return {
    files: out.files,
    losses: conversion.losses
      .list()
      .filter(({ stage }) => stage === undefined)
      .map(({ id, ...loss }) => `${id}: ${describeIssue({ id, ...loss })}`),
  }
}

function recordsOf(collection: Collection): unknown[] {
  return [...collection.entries()].map(({ record }) => ({ ...record, origin: undefined }))
}

/** A database of three games with a player whom none names. */
async function withUnusedPlayer(): Promise<Files> {
  const { records } = await readPgn(
    '[White "Карпов"]\n[Black "Polgar, J"]\n[Annotator "Polgar, J"]\n\n1. e4 *\n\n[White "C"]\n\n1. d4 *\n\n1. c4 *\n',
  )
  Object.assign(records[0]!.header.players[1]!, { title: 'GM', id: '700070', domain: 'fide', gender: 'female' })
  const { files } = await writeDatabase(records, { encoding: 'windows-1251' })
  // Player 1 plays in place of player 3, whom nobody names any more.
  changeHeaders(files, (row, index) => index === 1 && row.setUint8(0, 1))
  rebuildVolume(files, 1000, (name, bytes) => {
    if (name !== 'Players.d00') return bytes
    const changed = Uint8Array.from(bytes)
    // Rating, FIDE number, the impossible 31 February 1990, and a gender that means nothing.
    changed.set([0xa0, 0x0a, 1, 2, 3, 4, ...packed(31 + 32 * (2 + 13 * 1990)), 7], 3 * 10)
    changed.set([0x28, 0x0a], 2 * 10)
    // A birth in the year 20,000.
    changed.set(packed(1 + 32 * (1 + 13 * 20_000)), 10 + 6)
    return changed
  })
  return files
}

function packed(date: number): number[] {
  return [date & 0xff, (date >> 8) & 0xff, date >> 16]
}

test('lists go over whole, with unused entries and all that they say', async () => {
  const files = await withUnusedPlayer()
  const copied = await copy(files)
  expect(copied.losses).toEqual([])
  const [before, after] = [await openDatabase(files), await openDatabase(copied.files)]
  expect(after.about.encoding).toBe('windows-1251')
  const rows = (collection: Collection) => collection.tables!().map((table) => [...table.rows()])
  expect(rows(after)).toEqual(rows(before))
  expect(rows(after)[0]).toEqual([
    { id: 0, name: '' },
    { id: 1, name: 'Карпов', birth: 8_320_033 },
    { id: 2, name: 'Polgar, J', title: 'GM', rating: 2600, fideId: '700070', gender: 'female' },
    { id: 3, name: 'C', rating: 2720, fideId: '67305985', birth: '1990.02.31', gender: 7 },
  ])
  expect(recordsOf(after)).toEqual(recordsOf(before))
  expect([...copied.files].map(([name, bytes]) => [name, [...bytes]])).toEqual(
    [...(await copy(copied.files)).files].map(([name, bytes]) => [name, [...bytes]]),
  )
})

/** Gives a database parts and bytes that nobody can read. */
function addUnread(files: Files): void {
  for (const part of ['A01', 'd01', 'axx', 'dxx', 'bo0', 'st0']) {
    files.set(`BASE.${part}`, new TextEncoder().encode(`what ${part} holds`))
  }
  files.get('base.cdp')!.set([1, 2, 3, 4], 100)
  rebuildVolume(files, 1000, (name, bytes) => (name === 'Players.axx' ? Uint8Array.of(5, 6) : bytes))
}

test('unreadable parts are copied if no number changes', async () => {
  const files = await withUnusedPlayer()
  addUnread(files)
  changeHeaders(files, (row, index) => row.setUint32(24, [3, 1, 2][index]!, true))
  const { files: copied, losses } = await copy(files)
  expect(losses).toEqual([])
  const [before, after] = [await openDatabase(files), await openDatabase(copied)]
  const contents = (collection: Collection) =>
    collection.unread!.map((source) => [source.name.toLowerCase(), [...source.read(0, source.size)]])
  expect(contents(after)).toEqual(contents(before))
  expect(contents(after).map(([name]) => name)).toEqual([
    'base.a01',
    'base.d01',
    'base.axx',
    'base.dxx',
    'base.bo0',
    'base.st0',
    'base.cdp',
    'base.emb/players.axx',
  ])
  expect([...after.entries()].map(({ record }) => record!.origin!.id)).toEqual([3, 1, 2])
  expect(recordsOf(after)).toEqual(recordsOf(before))
})

test('unreadable parts are left behind, with a report, if games are skipped or the format differs', async () => {
  const files = await withUnusedPlayer()
  addUnread(files)
  const some = await copy(files, { keeps: ({ origin }) => origin!.index !== 1 })
  expect(some.losses).toEqual([expect.stringMatching(/^loss\/unread-parts: .*BASE\.A01/)])
  expect([...some.files.keys()].filter((name) => /\.(a01|st0)$/i.test(name))).toEqual([])
  expect((await openDatabase(some.files)).count).toBe(2)
  const other = await copy(files, { target: pgn })
  expect(other.losses.join()).toMatch(/loss\/unread-parts: .*BASE\.A01/)
})

test('parts stay behind when only the last game does, lists of the volume when their ids change', async () => {
  const files = await withUnusedPlayer()
  addUnread(files)
  const { losses } = await copy(files, { keeps: ({ origin }) => origin!.index !== 2 })
  expect(losses).toEqual([expect.stringMatching(/^loss\/unread-parts: .*BASE\.A01[^/]*$/)])
  expect(losses.join()).not.toContain('Players')
  // The first entry gets a name, and with it an id further on.
  rebuildVolume(files, 1000, (name, bytes) => {
    if (name !== 'Players.d01') return bytes
    return Uint8Array.from(bytes).map((byte, at) => (at === 1 ? 1 : byte))
  })
  expect((await copy(files)).losses.join()).toMatch(/Players\.axx/)
})

test('parts stay behind when games get other numbers or another order', async () => {
  const files = await withUnusedPlayer()
  addUnread(files)
  // No game may have the number 0.
  const renumbered: Files = new Map([...files].map(([name, bytes]) => [name, Uint8Array.from(bytes)]))
  changeHeaders(renumbered, (row, index) => index === 0 && row.setUint32(24, 0, true))
  expect((await copy(renumbered)).losses.join()).toContain('BASE.A01')
  const source = await openDatabase(files)
  const records = [...source.entries()].map(({ record }) => record!)
  for (const [order, left] of [
    [records, false],
    [records.toReversed(), true],
  ] as const) {
    const out = new MemorySinkSet('base.cdp')
    const writer = await chessAssistant.write(out)
    writer.begin!(source.about, source)
    for (const table of source.tables!()) for (const row of table.rows()) writer.put!(table.name, row)
    for (const record of order) writer.add(record)
    expect(writer.finish().some(({ id }) => id === 'loss/unread-parts')).toBe(left)
  }
})

test('entries without a name keep their ids, and games their entries, whatever else is stored', async () => {
  const { records } = await readPgn(['A', 'B', 'C'].map((name) => `[White "${name}"]\n\n1. e4 *\n\n`).join(''))
  const { files } = await writeDatabase(records)
  rebuildVolume(files, 1000, (name, bytes) => {
    const changed = Uint8Array.from(bytes)
    // Player 1 has no name, player 2 a gender that means nothing, player 3 was born on a day that is none.
    if (name === 'Players.d01') changed.set([0], 3)
    if (name === 'Players.d00') {
      changed[2 * 10 + 9] = 7
      changed.set(packed(31 + 32 * (2 + 13 * 1990)), 3 * 10 + 6)
    }
    return changed
  })
  const { files: copied } = await copy(files)
  const header = (await openDatabase(files)).entry(2).record!.header
  expect(header.players).toEqual([{ colour: 1, name: 'C' }])
  // The first game has no name for White: to it, that is the entry 0.
  expect(copied.get('base.d00')!.subarray(38)).toEqual(files.get('base.d00')!.subarray(38))
  const rows = async (database: Files) => [...(await openDatabase(database)).tables!()[0]!.rows()]
  expect(await rows(copied)).toEqual(await rows(files))
  expect((await rows(copied)).map(({ name }) => name)).toEqual(['', '', 'B', 'C'])
})

test('impossible ids are not looked for', async () => {
  const files = (await writeDatabase(randomGames('chess', 3, 1, 5))).files
  changeHeaders(files, (row) => row.setUint32(24, 0xffff_fff0, true))
  const { files: copied } = await copy(files, {}, { settings: { 'game-base': '0' } })
  expect(copied.get('base.a02')).toHaveLength(16)
})

test('numbers that games have in databases of other formats are not theirs here', async () => {
  const records = randomGames('chess', 2, 1, 5)
  for (const [index, record] of records.entries()) record.origin = { format: 'chessbase', id: 9 - index }
  const { files } = await writeDatabase(records)
  expect([...(await openDatabase(files)).entries()].map(({ record }) => record!.origin!.id)).toEqual([1, 2])
})

test('ids far apart cost no more than there is room for', async () => {
  const files = await databaseOf(Array.from({ length: 100 }, () => [19]))
  changeHeaders(files, (row, index) => row.setUint32(24, (index + 1) * 0x1_0000, true))
  const { files: copied } = await copy(files)
  const { length } = copied.get('base.a02')!
  expect(length).toBeGreaterThan(4 * 0x1_0000)
  expect(length).toBeLessThan(5_000_000)
  expect((await openDatabase(copied)).count).toBe(100)
})

test('of entries of one name the first is meant, and one that is new makes another list', async () => {
  const { records } = await readPgn('[White "A"]\n[Annotator "A"]\n\n1. e4 *\n\n[White "A"]\n[Black "A"]\n\n1. e4 *\n')
  Object.assign(records[1]!.header.players[0]!, { title: 'GM' })
  const { files } = await writeDatabase(records)
  addUnread(files)
  // Players 1 and 2 are the same now, but for the title of the second.
  const source = await openDatabase(files)
  for (const [name, left] of [
    ['A', false],
    ['Z', true],
  ] as const) {
    const out = new MemorySinkSet('base.cdp')
    const writer = await chessAssistant.write(out)
    writer.begin!(source.about, source)
    for (const table of source.tables!()) {
      for (const row of table.rows()) writer.put!(table.name, { ...row, ...(row['title'] === 'GM' && { title: '' }) })
    }
    for (const { record } of source.entries()) {
      const [player] = record!.header.players
      delete player!.title
      writer.add({ ...record!, header: { ...record!.header, annotator: name } })
    }
    expect(writer.finish().some((issue) => describeIssue(issue).includes('Players.axx'))).toBe(left)
    const rows: number[][] = []
    changeHeaders(out.files, (row) => void rows.push([0, 3, 32].map((at) => row.getUint8(at))))
    const annotator = left ? 3 : 1
    expect(rows).toEqual([
      [1, 0, annotator],
      [1, 1, annotator],
    ])
  }
})

test('dates that are not days, odd bytes of rounds and the unknown byte come back as they were', async () => {
  const files = await databaseOf([[19], [19], [19]])
  const dates = [31 + 32 * (2 + 13 * 2001), 5 + 32 * (13 * 2001 + 0), 3 + 32 * (4 + 13 * 20_000)]
  changeHeaders(files, (row, index) => {
    new Uint8Array(row.buffer, row.byteOffset).set(packed(dates[index]!), 11)
    row.setUint8(29, 7 + 2 * index)
    // The unknown byte.
    row.setUint8(28, 3 * index)
  })
  const options = { settings: { round: 'doubled' } }
  const read = [...(await openDatabase(files, options)).entries()].map(({ record }) => record!)
  expect(read.map(({ header }) => header.date)).toEqual([undefined, { year: 2001, day: 5 }, { month: 4, day: 3 }])
  const copied = await copy(files, {}, options)
  expect(copied.files.get('base.d00')).toEqual(files.get('base.d00'))
})

test('unreadable codes are written again, or reported', async () => {
  // An unknown code, one cut short, and a piece that is not on the board.
  const tails = [[222, 1, 2], [235, 200, 4], [137]]
  const files = await databaseOf(tails.map((tail) => [19, ...tail]))
  const { files: copied, losses } = await copy(files)
  const unread = (collection: Collection) => [...collection.entries()].map(({ record }) => record!.native)
  const before = unread(await openDatabase(files))
  expect(unread(await openDatabase(copied))).toEqual([before[0], before[1], undefined])
  expect(losses).toEqual([expect.stringMatching(/^chess-assistant\/unread-dropped/)])
})

test('the comment on the database, and comments in an encoding of their own, go over', async () => {
  const { records } = await readPgn('[White "Müller"]\n\n1. e4 {Лучший ход} e5 *\n')
  const names = (await writeDatabase(records, { encoding: 'windows-1252' })).files
  const files = (await writeDatabase(records, { encoding: 'windows-1251' })).files
  files.set('base.emb', names.get('base.emb')!)
  const text = 'Meine Partien'
  const main = Uint8Array.from([...files.get('base.cdp')!, ...Buffer.from(text)])
  new DataView(main.buffer).setUint32(108, text.length, true)
  files.set('base.cdp', main)
  const { files: copied, losses } = await copy(files)
  expect(losses).toEqual([])
  const after = await openDatabase(copied)
  expect(after.about.comment).toBe(text)
  expect(recordsOf(after)).toEqual(recordsOf(await openDatabase(files)))
  new DataView(main.buffer).setUint32(108, 0xffff_ffff, true)
  expect((await openDatabase(files)).issues.map(({ id }) => id)).toEqual(['chess-assistant/comment'])
})
