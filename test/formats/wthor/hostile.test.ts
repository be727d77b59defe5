import { describe, expect, test } from 'vitest'
import { wthor } from '../../../src/formats/wthor/format.ts'
import type { Entry } from '../../../src/formats/format.ts'
import { mutateBytes } from '../../hostile/mutators.ts'
import { readAllEntries } from '../../hostile/reading.ts'
import type { NamedBytes } from '../../support/named-bytes.ts'
import { corpusBytes } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { randomInt, seededRandom } from '../../support/random.ts'
import { scaled } from '../../support/scale.ts'
import { madeGames, madePuzzles, madeYear } from '../../support/wthor-files.ts'
import { DATABASE } from './support.ts'

const puzzle = {
  year: 1998,
  tournament: 2,
  black: 1,
  white: 4,
  turn: 1,
  solution: 10,
  firstMove: 81,
  score: 38,
  move25: 73,
}
const names = [
  ['WTHOR.JOU', DATABASE['WTHOR.JOU']!],
  ['WTHOR.TRN', DATABASE['WTHOR.TRN']!],
] as const satisfies NamedBytes[]
const inputs: NamedBytes[][] = [
  [['WTH_2001.wtb', DATABASE['WTH_2001.wtb']!], ...names],
  [['WTH_2003.wtd', madeYear(madeGames(seededRandom(3), 3, 10), 2003, 10)], ...names],
  [
    [
      'Solitaires_62.pzz',
      madePuzzles(
        [1, 2, 3].map(() => ({ ...puzzle, board: 'XO'.padEnd(64, '-') })),
        62,
      ),
    ],
    ...names,
  ],
  [names[0]],
  [names[1]],
]

/** The first 40 games of a real year. */
function realYear(): NamedBytes[] {
  const bytes = corpusBytes('wthor/2022-edition/WTH_1979.wtb').slice(0, 16 + 68 * 40)
  new DataView(bytes.buffer).setInt32(4, 40, true)
  return [['WTH_1979.wtb', bytes], ...names]
}

describe('hostile WTHOR files', () => {
  test('mutations: records whose own bytes did not change stay equal', async () => {
    await keepsUnchangedRecords(inputs, scaled(3_200, 16_000))
  })

  test('a real year mutated', needsCorpus('wthor/2022-edition'), async () => {
    await keepsUnchangedRecords([realYear()], scaled(800, 4_000))
  })
})

/** A record without where it stood, and without the date, depth and kind that the file's header says for all of it. */
function comparable(record: Entry['record']): unknown {
  const { origin: _origin, header, ...rest } = record!
  const { date: _date, perfectScore, ...facts } = header
  return { ...rest, header: { ...facts, perfectScore: perfectScore?.score } }
}

async function readHostile(files: readonly NamedBytes[]): Promise<Entry[] | undefined> {
  return (await readAllEntries(wthor, files))?.entries
}

/** Changes files at random; what is read of the records whose bytes did not change must be equal. */
async function keepsUnchangedRecords(inputs: readonly NamedBytes[][], rounds: number): Promise<void> {
  const random = seededRandom(7)
  const originals = await Promise.all(inputs.map((files) => readHostile(files)))
  let refused = 0
  let compared = 0
  for (let round = 0; round < rounds; round++) {
    const which = round % inputs.length
    const files = inputs[which]!
    const target = randomInt(random, files.length)
    const changed = files.map(
      ([name, bytes], index) => [name, index === target ? mutateBytes(bytes, random) : bytes] as const,
    )
    const entries = await readHostile(changed)
    if (!entries) refused++
    else if (target === 0) compared += compareUnchanged(files[0]![1], changed[0]![1], originals[which]!, entries)
  }
  expect(compared).toBeGreaterThan(rounds / 8)
  expect(refused).toBeLessThan(rounds / 10)
}

/** Compares the records whose own bytes are as they were; returns how many that are. */
function compareUnchanged(before: Uint8Array, after: Uint8Array, originals: Entry[], entries: Entry[]): number {
  // A change of the board parameter or of the counts changes where records are.
  const start = originals[0]?.record?.origin?.offset ?? 0
  const size = (before.length - start) / Math.max(1, originals.length)
  let compared = 0
  for (const [index, original] of originals.entries()) {
    const offset = start + index * size
    if (offset + size > after.length) break
    const isSame = before.subarray(offset, offset + size).every((byte, at) => byte === after[offset + at])
    if (!isSame || entries[index]?.record?.origin?.offset !== offset) continue
    compared++
    expect(comparable(entries[index].record)).toEqual(comparable(original.record))
  }
  return compared
}
