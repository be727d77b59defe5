import { describe, expect, test } from 'vitest'
import { treeFault } from '../../../src/model/tree.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { randomDocument, type DocumentKind } from '../../support/wei7-documents.ts'
import { seededRandom } from '../../support/random.ts'
import { scaled } from '../../support/scale.ts'
import { readWei7, writeWei7 } from '../../support/wei7.ts'

const KINDS: DocumentKind[] = ['tree', 'timeline', 'mixed']

/** A record without what only says where it came from. */
function content(record: GameRecord): Omit<GameRecord, 'origin'> {
  const { origin, ...rest } = record
  expect(origin?.format).toBe('wei7')
  return rest
}

describe('generated documents with every construct', () => {
  test.each(KINDS)('%s: read and written give the same document', async (kind) => {
    const random = seededRandom(kind.length)
    for (let round = 0; round < scaled(150, 5000); round++) {
      const document = randomDocument(random, kind)
      const { record, issues } = await readWei7(document)
      const name = `${kind} ${round}`
      expect(
        issues.filter(({ severity }) => severity === 'error'),
        name,
      ).toEqual([])
      expect(treeFault(record!.nodes), name).toBeUndefined()
      const written = await writeWei7(record!)
      expect(written.issues, name).toEqual([])
      expect(written.document, name).toEqual(document)
      const again = await readWei7(written.text)
      expect(content(again.record!), name).toEqual(content(record!))
    }
  })

  test('are plain JSON: records survive being written and parsed', async () => {
    const random = seededRandom(5)
    for (const kind of KINDS) {
      const { record } = await readWei7(randomDocument(random, kind))
      expect(JSON.parse(JSON.stringify(record))).toEqual(record)
    }
  })
})

describe('what shows in the text alone comes back', () => {
  const around = (parts: object) => ({ format: 'wei7', version: '3.0', tree: {}, ...parts })
  test.each([
    ['no size', around({})],
    ['the usual size', around({ size: 19 })],
    ['a square size as an object', around({ size: { width: 9, height: 9 } })],
    ['empty info', around({ info: {} })],
    ['empty rules, participants, players', around({ info: { rules: {}, participants: [], players: [] } })],
    ['an empty pre', around({ tree: { pre: {} } })],
    [
      'empty lists of a tree',
      around({ tree: { title: '', pre: { stones: [], marks: [], comment: '' }, steps: [], branches: [] } }),
    ],
    [
      'empty lists of branches',
      around({ tree: { branches: [{ steps: [], branches: [] }, { pre: {} }, { title: '' }] } }),
    ],
    [
      'empty lists of a step',
      around({
        tree: { steps: [{ action: { type: 'move', value: { color: 1, point: null } }, marks: [], comment: '' }] },
      }),
    ],
    [
      'a branch without a fork',
      around({
        tree: {
          branches: [{ branches: [{ steps: [{ action: { type: 'move', value: { color: 1, point: null } } }] }] }],
        },
      }),
    ],
    [
      'an odd order of players',
      around({
        info: { participants: [{}, {}, {}], players: [{ participant: 2 }, { participant: 0, color: 2 }] },
      }),
    ],
    [
      'somebody who plays both colours',
      around({
        info: {
          participants: [{}],
          players: [
            { participant: 0, color: 1 },
            { participant: 0, color: 2 },
          ],
        },
      }),
    ],
  ])('%s', async (_, document) => {
    const { record } = await readWei7(document)
    const { document: written, issues } = await writeWei7(record!)
    expect(written).toEqual(document)
    expect(issues).toEqual([])
  })
})

describe('depth', () => {
  test('100,000 levels of branches are read and written', async () => {
    const depth = 100_000
    const text = `{"format":"wei7","version":"3.0","tree":${'{"title":"x","branches":['.repeat(depth)}{"title":"end"}${']}'.repeat(depth)}}`
    const { record, issues } = await readWei7(text)
    expect(issues).toEqual([])
    expect(record!.nodes).toHaveLength(depth + 1)
    const written = await writeWei7(record!)
    const again = await readWei7(written.text)
    expect(JSON.stringify(again.record!.nodes)).toBe(JSON.stringify(record!.nodes))
  })

  test.each(['[', '{"a":', '{"tree":{"pre":', '{"format":"wei7","tree":[', '<a>'])(
    '100,000 times %s ends in a record with issues or a refusal',
    async (opening) => {
      const result = await readWei7(opening.repeat(100_000)).catch((error: Error) => error.name)
      if (typeof result === 'string') expect(result).toBe('FormatError')
      else expect(result.issues.length).toBeGreaterThan(0)
    },
  )
})
