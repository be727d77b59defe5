import { describe, expect, test } from 'vitest'
import { agreedResult } from '../../../src/formats/wei7/claims.ts'
import { wei7 } from '../../../src/formats/wei7/format.ts'
import { stopPoints } from '../../../src/formats/wei7/stops.ts'
import { FormatError } from '../../../src/issues/errors.ts'
import { makePass, makePlacement } from '../../../src/model/move.ts'
import { readWei7 } from '../../support/wei7.ts'

const move = (color: number, x: number, y: number, more: object = {}) => ({
  action: { type: 'move', value: { color, point: { x, y } } },
  ...more,
})
const claim = (actor: number, winner: number | null, margin?: number) => ({
  action: { type: 'result', value: margin === undefined ? { winner } : { winner, margin } },
  actor,
})
const document = (parts: object) => ({ format: 'wei7', version: '3.0', size: 9, tree: {}, ...parts })
const players = {
  participants: [{ name: 'Li' }, { name: 'Chen' }, { name: 'Wang' }],
  players: [
    { participant: 1, color: 1 },
    { participant: 0, color: 2 },
  ],
}

describe('a record', () => {
  test('has the facts of the game in its header', async () => {
    const { record, issues } = await readWei7(
      document({
        size: { width: 7, height: 9 },
        info: {
          domain: 'club',
          id: '17',
          name: 'Spring match',
          rules: { type: 'Chinese', scoring: 'area', komi: 7.5 },
          time: '2024-03-02T14:00:30.5Z',
          place: 'Lübeck',
          participants: [{ domain: 'x', id: '5', name: 'Li', title: 'Meijin', rank: '9p' }, { name: 'Chen' }, {}],
          players: [{ participant: 0, color: 2 }, { participant: 2 }],
          result: { winner: 2, margin: 3.5 },
        },
      }),
    )
    expect(issues).toEqual([])
    expect(record!.size).toEqual({ columns: 7, rows: 9 })
    expect(record!.header).toEqual({
      domain: 'club',
      id: '17',
      title: 'Spring match',
      rules: { name: 'Chinese', scoring: 'area', komi: 7.5 },
      instant: '2024-03-02T14:00:30.5Z',
      date: { year: 2024, month: 3, day: 2 },
      place: 'Lübeck',
      players: [
        { domain: 'x', id: '5', name: 'Li', title: 'Meijin', rank: '9p', colour: 2 },
        { name: 'Chen', role: 'participant' },
        {},
      ],
      result: { outcome: 'win', winner: 2, margin: 3.5 },
    })
  })

  test('is 19 by 19 by default, and then has no size', async () => {
    const { record } = await readWei7({ format: 'wei7', version: '3.0', tree: {} })
    expect(record!.size).toBeUndefined()
    expect(record!.nodes).toEqual([{ parent: -1 }])
  })

  test('has the tree with its set-ups, titles, texts, marks, evaluations and problems', async () => {
    const { record } = await readWei7(
      document({
        tree: {
          title: 'Lesson',
          pre: {
            stones: [
              { color: 1, point: { x: 0, y: 0 } },
              { color: 2, point: { x: 2, y: 0 } },
            ],
            problem: { color: 2 },
            marks: [{ point: { x: 4, y: 4 }, symbol: 'a' }],
            comment: 'White to play',
          },
          steps: [move(2, 1, 0, { comment: 'yes' })],
          branches: [
            {
              title: 'Pass',
              steps: [{ action: { type: 'move', value: { color: 1, point: null, evaluation: 'bad' } } }],
            },
            { pre: { comment: 'or' }, steps: [move(1, 8, 8)] },
          ],
        },
      }),
    )
    expect(record!.timeline).toBeUndefined()
    expect(record!.nodes).toEqual([
      {
        parent: -1,
        name: 'Lesson',
        edits: [
          { squares: [0], piece: '1' },
          { squares: [2], piece: '2' },
        ],
        annotations: [{ type: 'problem', colour: 2 }],
        marks: [{ shape: 'label', at: 40, text: 'a' }],
        comments: [{ text: 'White to play', placement: 'after' }],
      },
      { parent: 0, move: makePlacement(1, 2), comments: [{ text: 'yes', placement: 'after' }] },
      { parent: 1, name: 'Pass', move: makePass(1), glyphs: [{ nag: 2 }] },
      { parent: 1, comments: [{ text: 'or', placement: 'after' }] },
      { parent: 3, move: makePlacement(80, 1) },
    ])
  })

  test('keeps the timeline where there is one', async () => {
    const steps = [
      { action: { type: 'message', value: 'hello' }, actor: 2, time: 0.5 },
      move(1, 0, 0, { actor: 1, time: 3 }),
      { action: { type: 'takeback', value: 1 }, actor: 1 },
      { action: { type: 'mark', value: { point: { x: 8, y: 0 }, symbol: '?' } }, actor: 2 },
      claim(0, 1),
    ]
    const { record } = await readWei7(document({ info: players, tree: { steps } }))
    expect(record!.timeline).toEqual([
      { type: 'message', text: 'hello', actor: 2, time: 0.5, node: 0 },
      { type: 'move', move: makePlacement(0, 1), actor: 1, time: 3, node: 1 },
      { type: 'takeback', moves: 1, actor: 1, node: 0 },
      { type: 'mark', mark: { shape: 'label', at: 8, text: '?' }, actor: 2, node: 0 },
      { type: 'result', result: { outcome: 'win', winner: 1, by: 'resignation' }, actor: 0, node: 0 },
    ])
  })

  test('keeps the good parts around bad ones, and the bad ones as they were', async () => {
    const { record, issues } = await readWei7(
      document({
        info: { name: 'Game', extra: { deep: [1] } },
        tree: { steps: [move(1, 0, 0), move(3, 1, 1), { ...move(2, 2, 2), colour: 'red' }] },
      }),
    )
    expect(issues.map(({ id }) => id)).toEqual(['wei7/unknown-property', 'wei7/color', 'wei7/unknown-property'])
    expect(record!.nodes.map(({ move }) => move)).toEqual([undefined, makePlacement(0, 1), makePlacement(20, 2)])
    expect(record!.native).toEqual({
      wei7: {
        unread: {
          '/info/extra': '{"deep": [1]}',
          '/tree/steps/1': '{"action": {"type": "move", "value": {"color": 3, "point": {"x": 1, "y": 1}}}}',
          '/tree/steps/1/action/value/color': '3',
          '/tree/steps/2/colour': '"red"',
        },
      },
    })
  })

  test('keeps what comes before the cut in a text', async () => {
    const text = JSON.stringify(document({ tree: { steps: [move(1, 0, 0), move(2, 1, 1), move(1, 2, 2)] } }))
    const { record, issues } = await readWei7(text.slice(0, text.lastIndexOf('{"action"')))
    expect(record!.nodes).toHaveLength(3)
    expect(issues.map(({ id }) => id)).toEqual(['wei7/json'])
  })

  test('on a board too large has no moves but all facts', async () => {
    const { record, issues } = await readWei7(
      document({ size: 1000, info: { name: 'Huge' }, tree: { steps: [move(1, 999, 999)] } }),
    )
    expect(issues.map(({ id }) => id)).toEqual(['wei7/size-limit'])
    expect(record!.header.title).toBe('Huge')
    expect(record!.nodes).toHaveLength(1)
  })
})

describe('what is not a document', () => {
  test.each([[''], ['[]'], ['5'], ['{'.slice(1)], ['not wei7'], ['<html></html>'], ['\ufeff']])(
    '%j is refused with a word',
    async (text) => {
      const error = await readWei7(text).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(FormatError)
      expect((error as FormatError).place.file).toBe('test.wei7')
      expect((error as FormatError).code).toBe('wei7/not-wei7')
    },
  )

  test('detection', () => {
    const detect = (text: string, name: string) => wei7.detect(new TextEncoder().encode(text), name, text.length)
    expect(detect('{"format":"wei7"', 'x')).toBe(1)
    expect(detect('\ufeff \n{ "format" : "wei7"', 'x')).toBe(1)
    expect(detect('<?xml version="1.0"?>\n<!-- a -->\n<wei7 version="2.2">', 'x')).toBe(1)
    expect(detect('{"version":"3.0","size":19,"tree":{', 'x')).toBe(0.8)
    expect(detect('{"game":"chess"}', 'x.json')).toBe(0)
    expect(detect('{"game":"chess"}', 'x.wei7')).toBe(0.9)
    expect(detect('{"game":"go","nodes":[],"origin":{"format":"wei7","version":"3.0"}}', 'x.jsonl')).toBe(0)
    expect(detect('(;FF[4])', 'x.sgf')).toBe(0)
    expect(detect('<html>', 'x')).toBe(0)
  })

  test('the collection holds one entry', async () => {
    const { MemoryFileSet, MemorySource } = await import('../../../src/bytes/source.ts')
    const bytes = new TextEncoder().encode(JSON.stringify(document({ info: { name: 'One' } })))
    const collection = await wei7.open(new MemoryFileSet(new MemorySource('one.wei7', bytes)))
    expect(collection.count).toBe(1)
    expect(collection.listing(0)).toMatchObject({ kind: 'game', header: { title: 'One' } })
    expect([...collection.entries()]).toHaveLength(1)
    expect([...collection.entries({ from: 1 })]).toHaveLength(0)
    expect(() => collection.entry(1)).toThrow(TypeError)
  })
})

describe('agreed results', () => {
  const agreed = async (...steps: object[]) => {
    const { record } = await readWei7(document({ info: players, tree: { steps } }))
    const result = agreedResult(record!)
    return result && `${result.outcome} ${result.winner ?? ''} ${result.margin ?? ''}`.trim()
  }

  test('who says that the other won resigns', async () => {
    expect(await agreed(claim(1, 2))).toBe('win 2')
    expect(await agreed(claim(0, 1))).toBe('win 1')
  })

  test('a claim of victory alone agrees on nothing, two by different people do', async () => {
    expect(await agreed(claim(1, 1))).toBeUndefined()
    expect(await agreed(claim(1, 1, 2.5))).toBeUndefined()
    expect(await agreed(claim(1, 1, 2.5), claim(0, 1, 2.5))).toBe('win 1 2.5')
    expect(await agreed(claim(1, null), claim(0, null))).toBe('draw')
  })

  test('not when something comes between, nor when they differ or come from one', async () => {
    expect(await agreed(claim(1, 1, 2.5), move(1, 0, 0), claim(0, 1, 2.5))).toBeUndefined()
    expect(await agreed(claim(1, 1, 2.5), claim(0, 1, 1.5))).toBeUndefined()
    expect(await agreed(claim(1, 1, 2.5), claim(1, 1, 2.5))).toBeUndefined()
  })

  test('a claim by somebody without a colour is not a resignation', async () => {
    expect(await agreed(claim(2, 1))).toBeUndefined()
  })

  test('the last agreement counts', async () => {
    expect(await agreed(claim(1, 2), claim(1, 1, 0.5), claim(0, 1, 0.5))).toBe('win 1 0.5')
  })
})

describe('stop points', () => {
  const stops = async (tree: object) => stopPoints((await readWei7(document({ tree }))).record!)

  test('every move', async () => {
    expect(await stops({ steps: [move(1, 0, 0), move(2, 1, 0)] })).toEqual([1, 2])
  })

  test('a pre as a whole, even an empty one', async () => {
    expect(await stops({ pre: { comment: 'x' }, steps: [move(1, 0, 0)] })).toEqual([0, 1])
    expect(await stops({ pre: {}, steps: [move(1, 0, 0)] })).toEqual([0, 1])
    const branches = [{ steps: [move(2, 1, 1)] }, { pre: { comment: 'x' }, steps: [move(2, 1, 1)] }]
    expect(await stops({ steps: [move(1, 0, 0)], branches })).toEqual([1, 2, 3, 4])
  })

  test('a branch without a move', async () => {
    expect(await stops({})).toEqual([0])
    expect(await stops({ title: 'x', branches: [{ title: 'a' }, { title: 'b', steps: [move(1, 0, 0)] }] })).toEqual([
      1, 2,
    ])
  })

  test('only the moves of a timeline', async () => {
    const steps = [{ action: { type: 'message', value: 'x' } }, move(1, 0, 0)]
    expect(await stops({ pre: { comment: 'x' }, steps })).toEqual([1])
  })
})
