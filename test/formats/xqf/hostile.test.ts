import { describe, test } from 'vitest'
import { xqf } from '../../../src/formats/xqf/format.ts'
import { makeMove } from '../../../src/model/move.ts'
import { emptyRecord } from '../../../src/model/record.ts'
import { publishedExample } from '../../fixtures/xqf-published-example.ts'
import { corpusBytes, corpusFiles, hasCorpus } from '../../support/corpus.ts'
import { survivesMutations, survivesTruncations, type NamedBytes } from '../../support/hostile.ts'
import { seededRandom } from '../../support/random.ts'
import { scaled } from '../../support/scale.ts'
import { hideXqf, writeXqf } from '../../support/xqf.ts'

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

describe('damaged bytes end in issues or a FormatError', () => {
  test('of our own files, cut at every length and changed at random', async () => {
    const hidden = await hiddenExample()
    const plain = publishedExample()
    await survivesTruncations(xqf, 'plain.xqf', plain)
    await survivesTruncations(xqf, 'hidden.xqf', hidden)
    await survivesMutations(xqf, [[['plain.xqf', plain]], [['hidden.xqf', hidden]]], 4000)
  })

  test.skipIf(!hasCorpus('xqf'))('of real files, changed at random', async () => {
    const files = corpusFiles('xqf', /\.xqf$/i)
      .map((name): readonly NamedBytes[] => [[name, corpusBytes(name)]])
      .filter(([file]) => file![1].length < 20_000)
    await survivesMutations(xqf, files, scaled(20_000, 100_000))
  })

  test.skipIf(!hasCorpus('xqf'))('of a real file, cut at every length', async () => {
    const name = corpusFiles('xqf/hbsxcjp-cchess_c', /\.xqf$/i)[0]!
    await survivesTruncations(xqf, name, corpusBytes(name))
  })
})
