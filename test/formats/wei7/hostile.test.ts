import { describe, test } from 'vitest'
import { wei7 } from '../../../src/formats/wei7/format.ts'
import { corpusBytes, corpusFiles } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { survivesMutations, survivesTruncations, type NamedBytes } from '../../support/hostile.ts'
import { seededRandom } from '../../support/random.ts'
import { scaled } from '../../support/scale.ts'
import { randomDocument } from '../../support/wei7-documents.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

const random = seededRandom(42)
const OWN: NamedBytes[] = (['tree', 'timeline', 'mixed'] as const).flatMap((kind) =>
  Array.from({ length: 8 }, () => ['own.wei7', bytes(JSON.stringify(randomDocument(random, kind)))] as const),
)
const XML =
  '<wei7 version="2.2"><size>9</size><moves><pre title="a"><black x="1" y="2"/></pre><moves><white x="3" y="4" eval="bad"/></moves><black x="5" y="6" comment="&lt;"/></moves></wei7>'

describe('bad input ends in issues or a refusal', () => {
  test('cut short at every length', async () => {
    for (const [name, whole] of OWN.slice(0, scaled(4, OWN.length))) await survivesTruncations(wei7, name, whole, 3)
    await survivesTruncations(wei7, 'own.wei7', bytes(XML))
  })

  test('changed at random', async () => {
    const inputs = [...OWN, ['own.wei7', bytes(XML)] as const].map((file) => [file])
    await survivesMutations(wei7, inputs, scaled(2000, 20_000))
  })

  test('real files changed and cut', needsCorpus('go/wei7'), async () => {
    const files = corpusFiles('go/wei7', /sample[5-8]\.(wei7|json)$/).map(
      (name) => ['x.wei7', corpusBytes(name)] as const,
    )
    await survivesMutations(
      wei7,
      files.map((file) => [file]),
      scaled(300, 10_000),
    )
    for (const [name, whole] of files.slice(0, scaled(1, files.length))) {
      await survivesTruncations(wei7, name, whole, scaled(37, 7))
    }
  })
})
