import { describe, expect, test } from 'vitest'
import { wthor } from '../../../src/formats/wthor/format.ts'
import type { Entry } from '../../../src/formats/format.ts'
import { mutate, readHostile, survivesTruncations, type NamedBytes } from '../../support/hostile.ts'
import { corpusBytes } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { randomInt, seededRandom } from '../../support/random.ts'
import { scaled } from '../../support/scale.ts'
import { madeGames, madePuzzles, madeYear } from '../../support/wthor-files.ts'
import { DATABASE, rewrite, open } from './support.ts'

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
  test.each(inputs.map((files) => [files[0]![0], files] as const))('%s cut at every length', async (name, files) => {
    await survivesTruncations(wthor, name, files[0]![1])
  })

  test('mutations: records whose own bytes did not change stay equal', async () => {
    await keepsUnchangedRecords(inputs, scaled(3_200, 16_000))
  })

  test('a real year cut at every length, and mutated', needsCorpus('wthor/2022-edition'), async () => {
    await survivesTruncations(wthor, 'WTH_1979.wtb', realYear()[0]![1])
    await keepsUnchangedRecords([realYear()], scaled(800, 4_000))
  })

  test('what is read of a mutation is written and read again the same', async () => {
    const random = seededRandom(17)
    for (let round = 0; round < scaled(300, 3_000); round++) {
      const [main, ...others] = inputs[round % 3]!
      const [name, bytes] = main!
      const files: Record<string, Uint8Array> = { [name]: mutate(bytes, random), ...Object.fromEntries(others) }
      if (files[name]!.length < 16) continue
      const collection = await open(files)
      const records = [...collection.entries()].map((entry) => entry.record!)
      const written = await rewrite(collection, name)
      // Games of a year the header does not count among are the year's own; numbers beyond the names stay numbers.
      const again = Object.keys(written.files).filter((file) => /wtb|wtd|pzz/.test(file))
      const back: unknown[] = []
      for (const file of again) {
        const beside = Object.entries(written.files).filter(([other]) => other !== file)
        for (const { record } of (
          await open({ [file]: written.files[file]!, ...Object.fromEntries(beside) })
        ).entries()) {
          back.push(comparable(record))
        }
      }
      expect(back).toHaveLength(records.length)
      for (const record of records) expect(back).toContainEqual(comparable(record))
    }
  })
})

/** A record without where it stood, and without the date, depth and kind that the file's header says for all of it. */
function comparable(record: Entry['record']): unknown {
  const { origin: _origin, header, ...rest } = record!
  const { date: _date, perfectScore, ...facts } = header
  return { ...rest, header: { ...facts, perfectScore: perfectScore?.score } }
}

/** Changes files at random; what is read of the records whose bytes did not change must be equal. */
async function keepsUnchangedRecords(inputs: readonly NamedBytes[][], rounds: number): Promise<void> {
  const random = seededRandom(7)
  const originals = await Promise.all(inputs.map((files) => readHostile(wthor, files)))
  let refused = 0
  let compared = 0
  for (let round = 0; round < rounds; round++) {
    const which = round % inputs.length
    const files = inputs[which]!
    const target = randomInt(random, files.length)
    const changed = files.map(
      ([name, bytes], index) => [name, index === target ? mutate(bytes, random) : bytes] as const,
    )
    const entries = await readHostile(wthor, changed)
    if (!entries) refused++
    else if (target === 0) compared += compareUnchanged(files[0]![1], changed[0]![1], originals[which]!, entries)
  }
  expect(compared).toBeGreaterThan(rounds / 8)
  expect(refused).toBeLessThan(rounds / 10)
}

/** Compares the records whose own bytes are as they were; answers how many that are. */
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
