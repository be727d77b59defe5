/** A reader that has found every move legal saves a check the replay, and changes nothing of what is found. */
import { expect, test } from 'vitest'
import { validate, validateRecord } from '../../src/convert/validate.ts'
import type { Collection } from '../../src/formats/format.ts'
import type { Issue } from '../../src/issues/issue.ts'
import { PASS } from '../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../src/model/record.ts'
import type { Result } from '../../src/model/result.ts'
import { openDatabase, writeDatabase } from '../support/chess-assistant.ts'
import { gameRecords, randomTree, rewritten } from '../support/chessbase-records.ts'
import { openPgn, readPgn, writePgn } from '../support/pgn.ts'
import { pgnRecords } from '../support/pgn-records.ts'
import fc from '../support/properties.ts'
import { randomGames } from '../support/random-games.ts'
import { scaled } from '../support/scale.ts'
import { openScidFiles, writeScidDatabase } from '../support/scid.ts'

const RESULTS: Result[] = [
  { outcome: 'win', winner: 1 },
  { outcome: 'win', winner: 2 },
  { outcome: 'draw' },
  { outcome: 'unfinished' },
]

/** Games that end in mate and stalemate, one with variations, one with a null move, one with an illegal move. */
const ENDED = [
  '1. f3 e5 2. g4 Qh4#',
  '1. f3 (1. e4 e5 2. Qh5 (2. Nf3 Nc6) Nc6) 1... e5 2. g4 (2. e4) Qh4#',
  '1. f3 e5 2. g4 (2. -- Qh4+) Qh4#',
  '1. f3 e5 2. g4 Qh4# 3. Kf2',
  '1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6',
  '1. f3 e5 2. g4 (2. Qz9) Qh4#',
  '',
]

/** What is found without what the reader knows. */
function foundInRecords(collection: Collection): Issue[] {
  const issues = [...collection.issues, ...(collection.validate?.() ?? [])]
  for (const { index, record, issues: ofReader } of collection.entries()) {
    for (const issue of [...ofReader, ...(record ? validateRecord(record) : [])]) {
      issues.push({ ...issue, place: { ...issue.place, record: index } })
    }
  }
  return issues
}

/** How many entries of a collection a reader has proved. */
function countProved(collection: Collection): number {
  let proved = 0
  for (const { record, playedLine } of collection.entries({ playedLine: { moves: true } }))
    if (record && playedLine?.moves?.proveLegal(record)) proved++
  return proved
}

async function endedGames(): Promise<GameRecord[]> {
  const { records } = await readPgn(ENDED.map((moves) => `[White "?"]\n\n${moves} *\n`).join('\n'))
  return records.flatMap((record) => RESULTS.map((result) => ({ ...record, header: { ...record.header, result } })))
}

test('games of PGN that are over by the rules', async () => {
  const { text } = await writePgn(await endedGames())
  const collection = await openPgn(text)
  const found = [...validate(collection)]
  expect(found).toEqual(foundInRecords(collection))
  expect(found.filter(({ id }) => id === 'rules/result')).toHaveLength(6)
  expect(found.filter(({ id }) => id === 'rules/result-draw')).toHaveLength(2)
  expect(countProved(collection)).toBe(4 * RESULTS.length)
})

test('any games of PGN', async () => {
  let proved = 0
  await fc.assert(
    fc.asyncProperty(fc.array(pgnRecords, { minLength: 1, maxLength: 4 }), async (games) => {
      const collection = await openPgn((await writePgn(games)).text)
      expect([...validate(collection)]).toEqual(foundInRecords(collection))
      proved += countProved(collection)
    }),
    { numRuns: scaled(100, 3000) },
  )
  expect(proved).toBeGreaterThan(0)
})

test('games of databases', async () => {
  const games = [
    ...(await endedGames()),
    ...randomGames('chess', 20, 7, 60),
    ...Array.from({ length: scaled(60, 1000) }, (_, seed): GameRecord => ({
      ...emptyRecord('chess'),
      ...randomTree(seed),
    })),
  ].filter(({ variant }) => variant === undefined)
  const collections = [
    (await rewritten(games)).collection,
    await openDatabase((await writeDatabase(games)).files),
    await openScidFiles((await writeScidDatabase(games)).files),
  ]
  for (const collection of collections) {
    expect([...validate(collection)]).toEqual(foundInRecords(collection))
    expect(countProved(collection)).toBeGreaterThan(30)
  }
})

test('any games of ChessBase', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(gameRecords, { minLength: 1, maxLength: 4 }), async (games) => {
      const { collection } = await rewritten(games)
      expect([...validate(collection)]).toEqual(foundInRecords(collection))
    }),
    { numRuns: scaled(60, 1000) },
  )
})

test('moves that were played prove nothing of another record', async () => {
  const collection = await openPgn('1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n')
  const [entry] = collection.entries({ playedLine: { moves: true } })
  const { record, playedLine } = entry!
  const played = playedLine?.moves
  expect(played!.proveLegal(record!)).toBe(true)
  const others: GameRecord[] = [
    { ...record!, setup: '4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1' },
    { ...record!, variant: 'chess960' },
    { ...record!, game: 'xiangqi' },
    { ...record!, nodes: record!.nodes.slice(0, -1) },
    { ...record!, nodes: record!.nodes.with(2, { ...record!.nodes[2]!, move: PASS }) },
  ]
  for (const other of others) expect(played!.proveLegal(other)).toBe(false)
})
