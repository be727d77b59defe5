import { describe, expect, test } from 'vitest'
import { xqf } from '../../../src/formats/xqf/format.ts'
import { makeMove } from '../../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../../src/model/record.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { publishedExample } from '../../fixtures/xqf-published-example.ts'
import { corpusBytes, corpusFiles } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { mutate, readHostile, survivesMutations, survivesTruncations, type NamedBytes } from '../../support/hostile.ts'
import { seededRandom } from '../../support/random.ts'
import { scaled } from '../../support/scale.ts'
import { hideXqf, openXqf, readXqf, writeXqf } from '../../support/xqf.ts'

/** A small file of version 18 with real keys, variations and comments. */
async function hiddenExample(): Promise<Uint8Array> {
  const after = (text: string) => [{ text, placement: 'after' as const }]
  const nodes = [
    { parent: -1, comments: after('start') },
    { parent: 0, move: makeMove(25, 22), comments: after('炮二平五') },
    { parent: 1, move: makeMove(88, 69) },
    { parent: 1, move: makeMove(82, 65), comments: after('又') },
    { parent: 0, move: makeMove(29, 38) },
  ]
  const { bytes } = await writeXqf({ ...emptyRecord('xiangqi'), nodes }, '18')
  const raw = { mask: 0xea, or: [1, 2, 3, 250] as const, position: 77, from: 140, to: 201 }
  return hideXqf(bytes, 18, raw, seededRandom(1))
}

/** The other ways into a file: headers alone, the main line, the checks. */
async function lookAround(bytes: Uint8Array, record: GameRecord): Promise<void> {
  const collection = await openXqf(bytes)
  expect(collection.listing(0).header).toEqual(record.header)
  collection.scan!((game) => {
    const moves = mainLineMoves(record.nodes)
    expect([...game.moves.subarray(0, game.length)]).toEqual(moves.slice(0, game.length))
  })
  expect([...collection.validate!()].every(({ id }) => id.startsWith('xqf/'))).toBe(true)
}

describe('damaged bytes end in issues or a FormatError', () => {
  test('of our own files, cut at every length and changed at random', async () => {
    const hidden = await hiddenExample()
    const plain = publishedExample()
    await survivesTruncations(xqf, 'plain.xqf', plain)
    await survivesTruncations(xqf, 'hidden.xqf', hidden)
    await survivesMutations(xqf, [[['plain.xqf', plain]], [['hidden.xqf', hidden]]], 4000)
  })

  test('of real files, changed at random', needsCorpus('xqf'), async () => {
    const files = corpusFiles('xqf', /\.xqf$/i)
      .map((name): readonly NamedBytes[] => [[name, corpusBytes(name)]])
      .filter(([file]) => file![1].length < 20_000)
    await survivesMutations(xqf, files, scaled(20_000, 100_000))
  })

  test('of a real file, cut at every length', needsCorpus('xqf'), async () => {
    const name = corpusFiles('xqf/hbsxcjp-cchess_c', /\.xqf$/i)[0]!
    await survivesTruncations(xqf, name, corpusBytes(name))
  })

  test('what is read of damaged bytes is written and read again as it was', async () => {
    const sources = [await hiddenExample(), publishedExample()]
    const random = seededRandom(2)
    let same = 0
    for (let round = 0; round < scaled(3000, 30_000); round++) {
      const damaged = mutate(sources[round % 2]!, random)
      const record = (await readHostile(xqf, [['damaged.xqf', damaged]]))?.[0]?.record
      if (!record) continue
      await lookAround(damaged, record)
      const { origin: _origin, ...expected } = record
      for (const version of ['10', '18'] as const) {
        const { bytes, issues } = await writeXqf(record, version)
        if (issues.some(({ id }) => id !== 'xqf/beyond-gbk')) continue
        expect((await readXqf(bytes)).record).toEqual(expected)
        same++
      }
    }
    // Only texts over their fields, and the like, may change.
    expect(same).toBeGreaterThan(scaled(5000, 50_000))
  })
})
