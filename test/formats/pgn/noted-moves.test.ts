/** What a reader noted of the moves it proved saves the writer of PGN work, and changes nothing of what it writes. */
import { expect, test } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import type { Entry } from '../../../src/formats/format.ts'
import { pgn } from '../../../src/formats/pgn/format.ts'
import { makeMove } from '../../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../../src/model/record.ts'
import { openDatabase, writeDatabase } from '../../support/chess-assistant.ts'
import { gameRecords, randomTree, rewritten } from '../../support/chessbase-records.ts'
import { openPgn, writePgn } from '../../support/pgn.ts'
import { pgnRecords } from '../../support/pgn-records.ts'
import fc from '../../support/properties.ts'
import { randomGames } from '../../support/random-games.ts'
import { lessened, scaled } from '../../support/scale.ts'

const E4 = makeMove(12, 28)

/** Writes entries with what is noted of them; returns the text and the ids of the issues of each. */
async function writeNoted(entries: Iterable<Entry>): Promise<{ text: string; issues: string[][] }> {
  const out = new MemorySinkSet('noted.pgn')
  const writer = await pgn.write(out)
  const issues: string[][] = []
  for (const { record, playedLine } of entries)
    issues.push(writer.add(record!, playedLine?.san).issues.map(({ id }) => id))
  writer.finish()
  return { text: new TextDecoder().decode(out.files.get('noted.pgn')), issues }
}

test('games of a ChessBase database are written as without it', async () => {
  let noted = 0
  await fc.assert(
    fc.asyncProperty(fc.array(gameRecords, { minLength: 1, maxLength: 4 }), async (games) => {
      const { collection } = await rewritten(games)
      for (const { record, playedLine } of collection.entries({ playedLine: { san: true } })) {
        if (playedLine!.san!.matches(record!.nodes)) noted++
      }
      const records = [...collection.entries()].map(({ record }) => record!)
      expect((await writeNoted(collection.entries({ playedLine: { san: true } }))).text).toBe(
        (await writePgn(records)).text,
      )
    }),
    { numRuns: scaled(60, 1000) },
  )
  expect(noted).toBeGreaterThan(lessened(20))
})

test('games of a Chess Assistant database are written as without it', async () => {
  const games = [
    ...randomGames('chess', 40, 7, 60),
    ...Array.from({ length: 40 }, (_, seed): GameRecord => ({ ...emptyRecord('chess'), ...randomTree(seed) })),
  ].filter(({ variant }) => variant === undefined)
  const { files } = await writeDatabase(games)
  const collection = await openDatabase(files)
  const records = [...collection.entries()].map(({ record }) => record!)
  let noted = 0
  for (const { record, playedLine } of collection.entries({ playedLine: { san: true } })) {
    if (playedLine!.san!.matches(record!.nodes)) noted++
  }
  expect(noted).toBeGreaterThanOrEqual(40)
  expect((await writeNoted(collection.entries({ playedLine: { san: true } }))).text).toBe(
    (await writePgn(records)).text,
  )
})

test('games of a PGN file are written as without it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(pgnRecords, { minLength: 1, maxLength: 4 }), async (games) => {
      const { text } = await writePgn(games)
      const collection = await openPgn(text)
      const records = [...collection.entries()].map(({ record }) => record!)
      expect((await writeNoted(collection.entries({ playedLine: { san: true } }))).text).toBe(
        (await writePgn(records)).text,
      )
    }),
    { numRuns: scaled(100, 2000) },
  )
})

test('moves changed since, moves of another game and moves of another start are written as they are', async () => {
  const collection = await openPgn('1. e4 e5 2. Nf3 *\n\n1. d4 *\n')
  const kept = [...collection.entries({ playedLine: { san: true } })]
  const [first] = kept
  const changed = (change: (record: GameRecord) => void): Entry => {
    const record = structuredClone(first!.record!)
    change(record)
    return { ...first!, record }
  }
  const entries = [
    // What is noted is now of the second game.
    first!,
    changed(({ nodes }) => (nodes[2]!.move = E4)),
    changed((record) => (record.setup = '4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1')),
    changed(({ nodes }) => nodes.push({ parent: 3, move: E4 })),
    changed((record) => (record.game = 'xiangqi')),
  ]
  for (const entry of entries) {
    const plain = await writePgn([entry.record!])
    const [again] = collection.entries({ playedLine: { san: true }, to: 1 })
    const noted = await writeNoted([{ ...entry, playedLine: again!.playedLine }])
    expect(noted.text).toBe(plain.text)
    expect(noted.issues).toEqual([plain.issues.map(({ id }) => id)])
  }
  expect((await writeNoted([entries[1]!])).issues).toEqual([['pgn/written-illegal-move']])
})

test('what is noted is asked for where SAN is written', async () => {
  for (const [settings, isWanted] of [
    [{}, true],
    [{ notation: 'san' }, true],
    [{ style: 'canonical' }, true],
    [{ notation: 'uci' }, false],
    [{ notation: 'lan' }, false],
  ] as const) {
    const writer = await pgn.write(new MemorySinkSet('games.pgn'), { settings })
    expect(pgn.acceptsSan!({ settings })).toBe(isWanted)
    expect(writer.acceptsSan).toBe(isWanted)
  }
  expect(pgn.acceptsSan!({})).toBe(true)
})

test('illegal and unreadable moves are reported whatever was noted', async () => {
  const collection = await openPgn('1. e4 e5 2. Ng1h5 *\n\n1. e4 e5 2. xyzzy *\n')
  const { issues } = await writeNoted(collection.entries({ playedLine: { san: true } }))
  expect(issues).toEqual([['pgn/written-illegal-move'], []])
})
