import { describe, expect, test } from 'vitest'
import { makeMove, PASS } from '../../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../../src/model/record.ts'
import type { MoveNode } from '../../../src/model/tree.ts'
import { publishedExample } from '../../fixtures/xqf-published-example.ts'
import fc from '../../support/properties.ts'
import { seededRandom } from '../../support/random.ts'
import { scaled } from '../../support/scale.ts'
import { hideXqf, readXqf, writeXqf, type RawKeys } from '../../support/xqf.ts'
import { xqfRecords } from '../../support/xqf-records.ts'

const byte = fc.integer({ min: 0, max: 255 })
const rawKeys: fc.Arbitrary<RawKeys> = fc.record({
  mask: byte,
  or: fc.tuple(byte, byte, byte, byte),
  position: byte,
  from: byte,
  to: byte,
})

test('the published example is written as it was, byte for byte', async () => {
  const { record } = await readXqf(publishedExample())
  const { bytes, issues } = await writeXqf(record, '10')
  expect(bytes).toEqual(publishedExample())
  expect(issues).toEqual([])
})

test('a position without moves has the record of the start alone', async () => {
  const { bytes } = await writeXqf(emptyRecord('xiangqi'))
  expect(bytes.length).toBe(0x408)
  expect([...bytes.subarray(0x400)]).toEqual([0x18, 0x20, 0, 0xff, 0, 0, 0, 0])
  const black = { ...emptyRecord('xiangqi'), setup: '4k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1' }
  const withBlack = (await writeXqf(black)).bytes
  expect(withBlack[0x32]).toBe(1)
  expect([...withBlack.subarray(0x400, 0x404)]).toEqual([0x18, 0x21, 0, 0xff])
})

describe('what is written is read back the same', () => {
  for (const version of ['10', '18'] as const) {
    test(`version ${version}`, async () => {
      await fc.assert(
        fc.asyncProperty(xqfRecords, async (record) => {
          const { bytes, issues } = await writeXqf(record, version)
          expect(issues.filter(({ id }) => id !== 'xqf/beyond-gbk')).toEqual([])
          expect((await readXqf(bytes)).record).toEqual(record)
        }),
        { numRuns: scaled(300, 5000) },
      )
    })
  }

  test('behind the keys of every version', async () => {
    await fc.assert(
      fc.asyncProperty(xqfRecords, rawKeys, fc.integer({ min: 11, max: 18 }), async (record, raw, version) => {
        const { bytes } = await writeXqf(record, '18')
        const hidden = hideXqf(bytes, version, raw, seededRandom(version))
        const { record: read, entry } = await readXqf(hidden)
        expect(read).toEqual(record)
        expect(entry.record!.origin!.version).toBe(String(version))
      }),
      { numRuns: scaled(300, 5000) },
    )
  })
})

describe('what does not fit is reported', () => {
  const named = (change: (record: GameRecord) => void) => {
    const record = emptyRecord('xiangqi')
    change(record)
    return record
  }
  const ids = async (record: GameRecord, options = {}) =>
    (await writeXqf(record, '10', options)).issues.map(({ id }) => id)

  test('a text over its field is cut after a whole character', async () => {
    const record = named(({ header }) => {
      header.place = '北京北京北京北京'
      header.title = `a${'马'.repeat(40)}`
    })
    const { bytes, issues } = await writeXqf(record)
    expect(issues.map(({ id }) => id)).toEqual(['xqf/cut-title', 'xqf/cut-place'])
    const { header } = (await readXqf(bytes)).record
    expect(header.place).toBe('北京北京北京北')
    expect(header.title).toBe(`a${'马'.repeat(31)}`)
  })

  test('a four-byte character is not cut in half', async () => {
    const { bytes } = await writeXqf(named(({ header }) => void (header.annotator = 'abcdefghijkl😀')))
    expect((await readXqf(bytes)).record.header.annotator).toBe('abcdefghijkl')
  })

  test('characters that the encoding lacks', async () => {
    const record = named(({ header, nodes }) => {
      header.players = [{ colour: 1, name: 'Ö' }]
      nodes[0]!.comments = [{ text: '😀', placement: 'after' }]
    })
    expect(await ids(record, { encoding: 'gbk' })).toEqual(['xqf/unencodable-red', 'xqf/unencodable-comment'])
    expect(await ids(record)).toEqual(['xqf/beyond-gbk', 'xqf/beyond-gbk'])
  })

  test('results, kinds, places and time rules of other formats', async () => {
    const record = named(({ header }) => {
      header.result = { outcome: 'both-lose' }
      header.kind = 'tutorial'
      header.place = '北京'
      header.event = { site: '上海' }
      header.timeControl = { periods: [{ seconds: 60 }] }
    })
    expect(await ids(record)).toEqual(['xqf/result', 'xqf/kind', 'xqf/two-places', 'xqf/time-control'])
  })

  test('counters of the start, and a first move by the side that is not to move', async () => {
    const record = named((made) => {
      made.setup = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 3 7'
      made.nodes.push({ parent: 0, move: makeMove(54, 45) })
    })
    expect(await ids(record)).toEqual(['xqf/move-number', 'xqf/first-mover-written'])
  })

  test('a problem is an endgame, the site a place, an instant a date', async () => {
    const record = named(({ header }) => {
      header.kind = 'problem'
      header.event = { site: '上海' }
      header.instant = '2024-05-01T10:00:00Z'
    })
    const { header } = (await readXqf((await writeXqf(record)).bytes)).record
    expect(header).toMatchObject({ kind: 'endgame', place: '上海', date: { year: 2024, month: 5, day: 1 } })
  })

  test('passes end their line, nodes without a move give their comments away', async () => {
    const after = (text: string) => [{ text, placement: 'after' as const }]
    const nodes: MoveNode[] = [
      { parent: -1, comments: after('start') },
      { parent: 0, move: makeMove(27, 36) },
      { parent: 1, comments: [...after('one'), ...after('two')] },
      { parent: 2, move: makeMove(63, 54) },
      { parent: 1, move: PASS },
      { parent: 4, move: makeMove(0, 1) },
      { parent: 0, unread: { text: '炮二平十' } },
      { parent: 0, move: makeMove(29, 38) },
    ]
    const { bytes, issues } = await writeXqf({ ...emptyRecord('xiangqi'), nodes })
    expect(issues.map(({ id, place }) => [id, place?.node])).toEqual([
      ['xqf/pass-left-out', 4],
      ['xqf/unread-line-left-out', 6],
      ['xqf/joined-comments', 1],
    ])
    expect((await readXqf(bytes)).record.nodes).toEqual([
      { parent: -1, comments: after('start') },
      { parent: 0, move: makeMove(27, 36), comments: after('one\ntwo') },
      { parent: 1, move: makeMove(63, 54) },
      { parent: 0, move: makeMove(29, 38) },
    ])
  })

  test('what cannot be written is refused', async () => {
    const sixPawns = { ...emptyRecord('xiangqi'), setup: '4k4/9/9/9/9/P1P1P1P1P/4P4/9/9/4K4 w - - 0 1' }
    for (const [record, id] of [
      [sixPawns, 'xqf/too-many-pieces'],
      [{ ...emptyRecord('xiangqi'), setup: 'nonsense' }, 'xqf/bad-start'],
      [emptyRecord('chess'), 'loss/game'],
    ] as const) {
      const { bytes, issues } = await writeXqf(record)
      expect(issues).toMatchObject([{ id, severity: 'error' }])
      expect(bytes.length).toBe(0)
    }
    await expect(writeXqf(emptyRecord('xiangqi'), '12' as '10')).rejects.toThrow(TypeError)
  })

  test('data kept under the name of the format may be nonsense', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom('productId', 'result', 'codes', 'texts', 'stray', 'trailing', 'secondTitle'),
          fc.jsonValue(),
        ),
        async (native) => {
          const { bytes } = await writeXqf({ ...emptyRecord('xiangqi'), native: { xqf: native as never } })
          await readXqf(bytes)
        },
      ),
      { numRuns: scaled(200, 2000) },
    )
  })
})

describe('trees of any shape', () => {
  const line = (length: number): MoveNode[] => {
    const nodes: MoveNode[] = [{ parent: -1 }]
    for (let index = 0; index < length; index++) {
      // The rooks in the corner files go to and fro.
      const out = index % 4 < 2
      const [near, far] = index % 2 === 0 ? [0, 9] : [81, 72]
      nodes.push({ parent: index, move: out ? makeMove(near, far) : makeMove(far, near) })
    }
    return nodes
  }

  test('a line of 200,000 moves', async () => {
    const record = { ...emptyRecord('xiangqi'), nodes: line(200_000) }
    for (const version of ['10', '18'] as const) {
      const { record: read, entry } = await readXqf((await writeXqf(record, version)).bytes)
      expect(entry.issues).toEqual([])
      expect(read.nodes).toEqual(record.nodes)
    }
  })

  test('10,000 alternatives at every second move of a line', async () => {
    const nodes = line(20)
    for (let index = 0; index < 10_000; index++) nodes.push({ parent: 20 - (index % 2), move: makeMove(0, 1) })
    const inOrder = nodes.slice(0, 21).concat(nodes.slice(21).sort((left, right) => right.parent - left.parent))
    const record = { ...emptyRecord('xiangqi'), nodes: inOrder }
    for (const version of ['10', '18'] as const) {
      expect((await readXqf((await writeXqf(record, version)).bytes)).record.nodes).toEqual(inOrder)
    }
  })
})
