/** How much it takes to decide an open point: databases just below and just at the limit. */
import { describe, expect, test } from 'vitest'
import type { Collection, Reading } from '../../../src/formats/format.ts'
import {
  changeHeaders,
  databaseOf,
  openDatabase,
  rebuildVolume,
  setGames,
  writeDatabase,
} from '../../support/chess-assistant.ts'
import { readPgn } from '../../support/pgn.ts'

function vote(collection: Collection, point: string): Reading {
  return collection.about.readings![point]!
}

/** 1. e4 e5 2. Bc4, the step of the bishop counted to the right, and to the left. */
const RIGHT = [19, 19, 70]
const LEFT = [19, 19, 63]

test.each<[right: number, left: number, outcome: string, reading: string]>([
  [1, 0, 'decided', 'right'],
  [3, 1, 'undecided', 'right'],
  [4, 1, 'decided', 'right'],
  [1, 3, 'undecided', 'right'],
  [1, 4, 'decided', 'left'],
])('direction: %i games to the right, %i to the left', async (right, left, outcome, reading) => {
  const games = Array.from({ length: right + left }, (_, index) => (index < right ? RIGHT : LEFT))
  const collection = await openDatabase(await databaseOf(games))
  expect(vote(collection, 'direction')).toEqual({ outcome, reading, votes: { right, left } })
})

test.each<[rounds: number[], outcome: string, reading: string]>([
  [[2, 4, 6], 'undecided', 'doubled'],
  [[2, 4, 6, 8], 'decided', 'doubled'],
  [[1, 3, 5], 'undecided', 'doubled'],
  [[1, 3, 5, 7], 'decided', 'plain'],
  // Of no round nothing can be said.
  [[2, 4, 6, 0, 0], 'undecided', 'doubled'],
  // A quarter as many odd ones is too many, half as many is enough.
  [[2, 4, 6, 8, 10, 1], 'decided', 'doubled'],
  [[2, 4, 6, 8, 1], 'undecided', 'doubled'],
  [[2, 4, 6, 8, 10, 12, 14, 16, 1, 3, 5, 7], 'decided', 'plain'],
  [[2, 4, 6, 8, 10, 12, 14, 16, 18, 1, 3, 5, 7], 'undecided', 'doubled'],
])('bytes of rounds %j: %s', async (rounds, outcome, reading) => {
  const files = await databaseOf(rounds.map(() => [19]))
  changeHeaders(files, (row, index) => row.setUint8(29, rounds[index]!))
  const collection = await openDatabase(files)
  expect(vote(collection, 'round')).toMatchObject({ outcome, reading })
  const expected = rounds.map((byte) => (reading === 'plain' ? byte : byte >> 1) || undefined)
  expect([...collection.entries()].map(({ record }) => record!.header.round)).toEqual(expected)
})

test.each<[types: number[], outcome: string, reading: string]>([
  [[31, 0, 0], 'undecided', 'raw'],
  [[31, 0, 64], 'decided', 'mask'],
  [[30, 30, 30], 'undecided', 'raw'],
  [[7, 11, 7], 'undecided', 'raw'],
  [[7, 11, 13], 'decided', 'number'],
])('game types %j: %s', async (types, outcome, reading) => {
  const files = await databaseOf(types.map(() => [19]))
  changeHeaders(files, (row, index) => row.setUint32(20, types[index]!, true))
  expect(vote(await openDatabase(files), 'game-type')).toMatchObject({ outcome, reading })
})

describe('the first entry of a list', () => {
  /** Three games, whose lists have the names A to F and others. */
  async function lists() {
    const header = (white: string, black: string) =>
      `[Event "E"]\n[Site "S"]\n[White "${white}"]\n[Black "${black}"]\n\n1. e4 *\n\n`
    const { records } = await readPgn(header('A', 'B') + header('C', 'D') + header('E', 'F'))
    for (const { header } of records) header.publication = { title: 'Book' }
    return (await writeDatabase(records)).files
  }

  test('stands for none where that of every list has no name', async () => {
    const files = await lists()
    // The first entries together, and the id 1 of each list, which is somebody under 0 alone.
    expect(vote(await openDatabase(files), 'index-base').votes).toEqual({ '0': 5, '1': 0 })
    rebuildVolume(files, 1000, (name, bytes) => {
      // The first player gets a name behind all others.
      if (name === 'Players.d01') return Uint8Array.from([...bytes, 1, 0, 0x58])
      if (name !== 'Players.a01') return bytes
      const copy = Uint8Array.from(bytes)
      new DataView(copy.buffer).setUint32(0, 1 + 2 + 6 * 3, true)
      return copy
    })
    expect(vote(await openDatabase(files), 'index-base').votes).toEqual({ '0': 3, '1': 0 })
  })

  test('is not decided by names with control characters', async () => {
    const files = await lists()
    rebuildVolume(files, 1000, (name, bytes) => {
      if (name !== 'Events.d01') return bytes
      const copy = Uint8Array.from(bytes)
      copy[copy.length - 1] = 7
      return copy
    })
    expect(vote(await openDatabase(files), 'index-base').votes).toEqual({ '0': 4, '1': 0 })
  })
})

test('the base of games: an opening code of 0 and a start position say nothing against a record', async () => {
  const kings = (square: number) => [...Array.from({ length: 15 }, () => [8, 0]).flat(), square, 6, 8, 0, 8, 0]
  const setup = [230, ...kings(0x04), ...kings(0x74), 0, 0, 0, 0, 133]
  for (const [codes, opening] of [
    [[19, 19], 0],
    [setup, 250],
  ] as const) {
    const files = await databaseOf([codes])
    changeHeaders(files, (row) => row.setUint16(30, opening, true))
    // One vote for the address of the id that stands for none, one for the game.
    expect(vote(await openDatabase(files), 'game-base').votes).toEqual({ '0': 2, '1': 0 })
  }
})

describe('encodings', () => {
  const WESTERN = [0x4d, 0xfc, 0x6c]
  const RUSSIAN = [0xcb, 0xe0, 0xf1]

  /** A database whose games have these bytes in texts of a kind. */
  async function withTexts(texts: readonly (readonly number[])[], kind = 4): Promise<Collection> {
    return openDatabase(await databaseOf(texts.map((text) => [235, text.length + 1, kind, ...text, 19])))
  }

  test.each<[texts: number[][], outcome: string, reading: string]>([
    [[WESTERN], 'decided', 'windows-1252'],
    [[RUSSIAN], 'decided', 'windows-1251'],
    // Two letters in a row, and three quotation marks, are in western texts, too.
    [[RUSSIAN.slice(1)], 'decided', 'windows-1252'],
    [[[0x84, 0x93, 0x94]], 'decided', 'windows-1252'],
    [[[0xd0, 0x9b]], 'decided', 'utf-8'],
    [[RUSSIAN, WESTERN], 'undecided', 'windows-1252'],
    [[RUSSIAN, RUSSIAN, WESTERN], 'decided', 'windows-1251'],
    [[RUSSIAN, RUSSIAN, RUSSIAN, WESTERN, WESTERN], 'undecided', 'windows-1252'],
    [[[0x41]], 'undecided', 'windows-1252'],
  ])('%j: %s', async (texts, outcome, reading) => {
    for (const kind of [4, 5]) {
      expect(vote(await withTexts(texts, kind), 'comment-encoding')).toMatchObject({ outcome, reading })
    }
    // Symbols are no texts.
    expect(vote(await withTexts(texts, 2), 'comment-encoding').outcome).toBe('undecided')
  })

  test('a game that cannot be read keeps no other from being heard', async () => {
    const collection = await openDatabase(await databaseOf([[250], [235, 4, 4, ...RUSSIAN]]))
    expect(vote(collection, 'comment-encoding').reading).toBe('windows-1251')
  })

  test('one that is forced is that of all texts, what could be UTF-8 included', async () => {
    const files = await databaseOf([[19, 235, 3, 4, 0xd0, 0x9b]])
    const textIn = async (encoding?: string) =>
      (await openDatabase(files, encoding === undefined ? {} : { encoding })).entry(0).record!.nodes[1]!.comments![0]!
        .text
    expect([await textIn(), await textIn('windows-1251')]).toEqual(['Л', 'Р›'])
  })
})

test('variations after their move: several replace the same one', async () => {
  // 1. e4 e5 (1... c5) (1... d5 2. exd5) 2. Nf3 (2. Bc4 (2. d4)), each behind what it replaces.
  const codes = [19, 19, 231, 11, 232, 231, 15, 17, 232, 43, 231, 70, 231, 15, 232, 232]
  const files = await databaseOf([codes])
  setGames(files, [codes, codes])
  const collection = await openDatabase(files, { settings: { variations: 'after' } })
  const { record, issues } = collection.entry(0)
  expect(issues).toEqual([])
  expect(record!.nodes.map(({ parent }) => parent)).toEqual([-1, 0, 1, 2, 2, 2, 1, 1, 7])
})
