import { describe, expect, test } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { wei7 } from '../../../src/formats/wei7/format.ts'
import type { Json } from '../../../src/model/json.ts'
import { makePass, makePlacement } from '../../../src/model/move.ts'
import { emptyRecord, type GameRecord, type Header } from '../../../src/model/record.ts'
import type { MoveNode } from '../../../src/model/tree.ts'
import { readWei7, writeWei7 } from '../../support/wei7.ts'

/** A 5 x 5 record with the given nodes after the root. */
function record(nodes: MoveNode[], header: Partial<Header> = {}, root: Partial<MoveNode> = {}): GameRecord {
  const game = emptyRecord('go')
  game.size = { columns: 5, rows: 5 }
  Object.assign(game.header, header)
  game.nodes = [{ parent: -1, ...root }, ...nodes]
  return game
}

const black = (square: number) => makePlacement(square, 1)
const white = (square: number) => makePlacement(square, 2)

/** Writes a record, checks that the document has no error, and returns its tree and what was lost. */
async function write(game: GameRecord) {
  const { document, issues } = await writeWei7(game)
  const back = await readWei7(document as object)
  expect(back.issues.filter(({ severity }) => severity === 'error')).toEqual([])
  const { tree, info } = document as { tree: Json; info?: Json }
  return { tree, info, lost: issues.map(({ id, place }) => `${id}${place ? ` ${place.node}` : ''}`), issues }
}

const step = (color: number, x: number, y: number, more: object = {}) => ({
  action: { type: 'move', value: { color, point: { x, y } } },
  ...more,
})

describe('the tree', () => {
  test('moves without a colour get that of the side to move', async () => {
    const { tree } = await write(
      record([
        { parent: 0, move: makePlacement(0) },
        { parent: 1, move: makePlacement(6) },
        { parent: 2, move: makePass() },
      ]),
    )
    expect(tree).toEqual({
      steps: [step(1, 0, 0), step(2, 1, 1), { action: { type: 'move', value: { color: 1, point: null } } }],
    })
  })

  test('a fork makes branches; the first is the main line', async () => {
    const { tree } = await write(
      record([
        { parent: 0, move: black(0) },
        { parent: 1, move: white(1) },
        { parent: 1, move: white(2) },
      ]),
    )
    expect(tree).toEqual({ steps: [step(1, 0, 0)], branches: [{ steps: [step(2, 1, 0)] }, { steps: [step(2, 2, 0)] }] })
  })

  test('a name begins a branch with a title', async () => {
    const { tree, lost } = await write(
      record([
        { parent: 0, move: black(0) },
        { parent: 1, move: white(1), name: 'Reply' },
      ]),
    )
    expect(tree).toEqual({ steps: [step(1, 0, 0)], branches: [{ title: 'Reply', steps: [step(2, 1, 0)] }] })
    expect(lost).toEqual([])
  })

  test('a set-up, from position text, edits of the root or of a first node', async () => {
    const stones = [
      { color: 1, point: { x: 0, y: 0 } },
      { color: 2, point: { x: 4, y: 4 } },
    ]
    const game = record([{ parent: 0, move: black(7) }])
    game.setup = 'X4/5/5/5/4O w'
    expect((await write(game)).tree).toEqual({ pre: { stones }, steps: [step(1, 2, 1)] })
    const edits = [
      { squares: [0], piece: '1' },
      { squares: [24], piece: '2' },
    ]
    expect((await write(record([{ parent: 0, move: black(7) }], {}, { edits }))).tree).toEqual({
      pre: { stones },
      steps: [step(1, 2, 1)],
    })
    expect((await write(record([{ parent: 0, edits, move: black(7) }]))).tree).toEqual({
      branches: [{ pre: { stones }, steps: [step(1, 2, 1)] }],
    })
  })

  test('a position changed later goes on in a tree of its own', async () => {
    const { tree, lost } = await write(
      record([
        { parent: 0, move: black(0), comments: [{ text: 'one', placement: 'after' }] },
        {
          parent: 1,
          edits: [
            { squares: [0], piece: '' },
            { squares: [24], piece: '2' },
          ],
          comments: [{ text: 'two', placement: 'after' }],
        },
        { parent: 2, move: black(1) },
      ]),
    )
    expect(tree).toEqual({
      branches: [
        { steps: [step(1, 0, 0, { comment: 'one' })], branches: [{}] },
        { pre: { stones: [{ color: 2, point: { x: 4, y: 4 } }], comment: 'two' }, steps: [step(1, 1, 0)] },
      ],
    })
    expect(lost).toEqual(['wei7/position-beside 2'])
  })

  test('so does one in which a stone is played on another', async () => {
    const { tree, lost } = await write(
      record([
        { parent: 0, move: black(0) },
        { parent: 1, move: white(0) },
        { parent: 2, move: black(3) },
      ]),
    )
    expect(tree).toEqual({
      branches: [
        { steps: [step(1, 0, 0)] },
        { pre: { stones: [{ color: 2, point: { x: 0, y: 0 } }] }, steps: [step(1, 3, 0)] },
      ],
    })
    expect(lost).toEqual(['wei7/move-on-stone 2'])
  })

  test('stones without liberty end the line', async () => {
    const edits = [
      { squares: [0], piece: '1' },
      { squares: [1, 5], piece: '2' },
    ]
    const { lost, tree } = await write(
      record([
        { parent: 0, move: black(20) },
        { parent: 1, edits },
        { parent: 2, move: black(1) },
        { parent: 1, move: white(21) },
      ]),
    )
    expect(lost).toEqual(['wei7/line-left-out 2', 'wei7/line-left-out 3'])
    expect(tree).toMatchObject({ steps: [step(1, 0, 4)], branches: [{}, { steps: [step(2, 1, 4)] }] })
  })

  test('the timeline is written while the tree is still its own', async () => {
    const { record: live } = await readWei7({
      format: 'wei7',
      version: '3.0',
      info: { participants: [{ name: 'Li' }] },
      tree: { steps: [step(1, 0, 0, { actor: 0, time: 1 }), { action: { type: 'takeback', value: 1 }, actor: 0 }] },
    })
    expect((await write(live!)).lost).toEqual([])
    live!.nodes[1]!.comments = [{ text: 'added later', placement: 'after' }]
    const changed = await write(live!)
    expect(changed.lost).toEqual(['wei7/timeline-lost'])
    expect(changed.tree).toEqual({ steps: [step(1, 0, 0, { time: 1, comment: 'added later' })] })
  })

  test('a timeline whose branches leave a tree in its middle is not written', async () => {
    const game = record([])
    game.timeline = [
      { type: 'move', move: black(0), actor: 0, node: 1 },
      { type: 'move', move: white(1), actor: 0, node: 2 },
      { type: 'branch', from: 0, node: 1 },
      { type: 'move', move: white(2), actor: 0, node: 3 },
    ]
    game.nodes = [
      { parent: -1 },
      { parent: 0, move: black(0) },
      { parent: 1, move: white(2) },
      { parent: 1, move: white(1) },
    ]
    expect((await write(game)).lost).toEqual(['wei7/timeline-lost'])
  })
})

describe('what a document cannot say', () => {
  const lostOf = async (header: Partial<Header>) => (await write(record([], header))).lost
  const infoOf = async (header: Partial<Header>) => (await write(record([], header))).info

  test.each<[string, Partial<Header>, string[]]>([
    ['a time without its day’s hour', { date: { year: 2024, month: 5, day: 3 } }, ['wei7/date']],
    ['a result that is no win or draw', { result: { outcome: 'void' } }, ['wei7/result']],
    ['a win on time', { result: { outcome: 'win', winner: 1, by: 'time' } }, ['wei7/win-kind']],
    ['how a win came about', { result: { outcome: 'win', winner: 1 } }, ['wei7/win-unknown']],
    [
      'the words of a result',
      { result: { outcome: 'win', winner: 1, by: 'resignation', text: 'W+R' } },
      ['wei7/result-text'],
    ],
    ['a margin of nothing', { result: { outcome: 'win', winner: 1, by: 'score', margin: 0 } }, ['wei7/margin-lost']],
    ['a komi below zero', { rules: { komi: -5.5 } }, ['wei7/komi-lost']],
    ['rules of another name', { rules: { name: 'AGA' } }, ['wei7/rules-name']],
    ['a handicap', { rules: { handicap: 2 } }, ['wei7/handicap']],
    ['a long name', { title: 'x'.repeat(200) }, ['wei7/text-cut']],
    ['a name in two lines', { title: 'a\nb' }, ['wei7/text-on-one-line']],
    ['a text on the game', { about: 'text' }, ['wei7/about']],
    ['a nation', { players: [{ colour: 1, name: 'Li', nation: 'CN' }] }, ['wei7/player-nation']],
  ])('%s', async (_, header, lost) => expect(await lostOf(header)).toEqual(lost))

  test('which text is cut or written on one line', async () => {
    const text = `${'x'.repeat(150)}\n${'y'.repeat(150)}`
    const header: Partial<Header> = {
      id: text,
      domain: text,
      title: text,
      place: text,
      players: [{ colour: 1, name: text, title: text, rank: text, id: text, domain: text }],
    }
    const { files } = await writeWei7(record([], header), { 'keep-losses': 'yes' })
    const { losses } = JSON.parse(new TextDecoder().decode(files.get('test.wei7.loss.json'))) as {
      losses: { id: string; params: { property: string }; value: string }[]
    }
    const propertiesOf = (id: string) => losses.filter((loss) => loss.id === id).map(({ params }) => params.property)
    const info = ['info.domain', 'info.id', 'info.name', 'info.place']
    const properties = [...info, ...['domain', 'id', 'name', 'title', 'rank'].map((key) => `participants.${key}`)]
    expect(propertiesOf('wei7/text-cut')).toEqual(properties)
    expect(propertiesOf('wei7/text-on-one-line')).toEqual(properties)
  })

  test('what the format never keeps is not reported again', async () => {
    expect(await lostOf({ event: { name: 'Cup' }, annotator: 'Li', round: 3 })).toEqual([])
  })

  test('half-counts are doubled, with a word', async () => {
    expect(await infoOf({ rules: { name: 'Chinese', komi: 3.75 } })).toEqual({ rules: { komi: 7.5, type: 'Chinese' } })
    const result: Header['result'] = { outcome: 'win', winner: 2, by: 'score', margin: 0.25 }
    expect(await infoOf({ result })).toEqual({ result: { winner: 2, margin: 0.5 } })
    expect(await lostOf({ result })).toEqual(['wei7/half-counts-doubled'])
  })

  test('names of rules are found in any case, and tell how to count', async () => {
    expect(await infoOf({ rules: { name: 'japanese' } })).toEqual({ rules: { type: 'Japanese' } })
    expect(await infoOf({ rules: { name: 'AGA', komi: 7.5 } })).toEqual({ rules: { scoring: 'area', komi: 7.5 } })
  })

  test('in a node', async () => {
    const { lost, tree } = await write(
      record([
        {
          parent: 0,
          move: black(0),
          comments: [
            { text: 'after', placement: 'after' },
            { text: 'before', placement: 'before', language: 'en' },
          ],
          glyphs: [{ nag: 3 }, { nag: 10 }],
          marks: [
            { shape: 'label', at: 1, text: '10' },
            { shape: 'label', at: 2, text: 'A' },
            { shape: 'triangle', at: 3 },
          ],
          clock: { left: 30, spent: 2, used: 5, movesLeft: [3, undefined], recordedAt: 7 },
        },
        { parent: 1, glyphs: [{ nag: 1 }], turn: 1, unread: { text: 'zz' } },
      ]),
    )
    expect(tree).toEqual({
      steps: [
        {
          time: 7,
          action: { type: 'move', value: { color: 1, point: { x: 0, y: 0 }, evaluation: 'good' } },
          marks: [{ point: { x: 2, y: 0 }, symbol: 'A' }],
          comment: 'before\nafter',
        },
      ],
      branches: [{}],
    })
    expect(lost.sort()).toEqual([
      'wei7/emphasis 1',
      'wei7/glyph 1',
      'wei7/label 1',
      'wei7/moves-left 1',
      'wei7/position-glyph 2',
      'wei7/time-left 1',
      'wei7/time-spent 1',
      'wei7/time-used 1',
      'wei7/turn 2',
    ])
  })

  test('of a node that only another format knows, and nothing of its own', async () => {
    const native = { wei7: { empty: [] }, sgf: { XX: 1, YY: ['a'] }, pgn: 'text' }
    const { files } = await writeWei7(record([{ parent: 0, move: black(0), native }]), { 'keep-losses': 'yes' })
    const { losses } = JSON.parse(new TextDecoder().decode(files.get('test.wei7.loss.json'))) as { losses: object[] }
    expect(losses).toMatchObject([
      { id: 'loss/native', node: 1, params: { source: 'sgf', names: 'XX, YY' }, value: { XX: 1, YY: ['a'] } },
      { id: 'loss/native', node: 1, params: { source: 'pgn', names: '' }, value: 'text' },
    ])
  })

  test('goes to a file beside, every loss with its value', async () => {
    const game = record([{ parent: 0, move: black(0), marks: [{ shape: 'triangle', at: 3 }] }], {
      event: { name: 'Cup' },
    })
    const { files } = await writeWei7(game, { 'keep-losses': 'yes' })
    expect([...files.keys()]).toEqual(['test.wei7', 'test.wei7.loss.json'])
    expect(JSON.parse(new TextDecoder().decode(files.get('test.wei7.loss.json')))).toEqual({
      format: 'wei7-losses',
      version: 1,
      file: 'test.wei7',
      losses: [
        {
          id: 'loss/event',
          severity: 'warning',
          params: { format: 'wei7' },
          message: 'wei7 cannot store the event',
          value: { name: 'Cup' },
        },
        {
          id: 'loss/mark-shapes',
          severity: 'warning',
          params: { format: 'wei7' },
          message: 'wei7 cannot store circles, triangles, crosses and squares on the board',
          node: 1,
          value: { shape: 'triangle', at: 3 },
        },
      ],
    })
  })

  test('is one line for each loss in the file beside', async () => {
    const header: Partial<Header> = { event: { name: 'Cup' }, about: 'a\nb', annotator: 'Li' }
    const { files } = await writeWei7(record([], header), { 'keep-losses': 'yes' })
    const lines = new TextDecoder().decode(files.get('test.wei7.loss.json')).trimEnd().split('\n')
    const losses = lines.filter((line) => line.includes('"id":'))
    expect(losses).toHaveLength(3)
    expect(losses.map((line) => (JSON.parse(line.replace(/,$/, '')) as { value: unknown }).value)).toEqual(
      expect.arrayContaining([{ name: 'Cup' }, 'Li', 'a\nb']),
    )
  })

  test.each([
    ['a file of losses that is there already is out of date', true, true, {}, ['wei7/stale-losses']],
    ['unless it is written again', true, true, { 'keep-losses': 'yes' }, []],
    ['or there is none', false, true, {}, []],
    ['or nothing was written', true, false, {}, []],
  ])('%s', async (_, isThere, isWritten, settings, ids) => {
    const out = new MemorySinkSet('test.wei7')
    if (isThere) out.files.set('test.wei7.loss.json', new Uint8Array(2))
    const writer = await wei7.write(out, { settings })
    if (isWritten) writer.add(emptyRecord('go'))
    expect(writer.finish().map(({ id, params }) => [id, params])).toEqual(
      ids.map((id) => [id, { name: 'test.wei7.loss.json' }]),
    )
  })

  test('another game, and a second record', async () => {
    const writer = await wei7.write(new MemorySinkSet('x.wei7'))
    expect(writer.add(emptyRecord('chess'))).toMatchObject({
      written: false,
      issues: [{ id: 'loss/game', severity: 'error' }],
    })
    expect(writer.add(emptyRecord('go'))).toEqual({ written: true, issues: [] })
    expect(writer.add(emptyRecord('go'))).toMatchObject({
      written: false,
      issues: [{ id: 'wei7/one-record', severity: 'error' }],
    })
  })
})

test('the text has a line for each step', async () => {
  const { text } = await writeWei7(
    record([{ parent: 0, move: black(0) }], { title: 'Game', players: [{ colour: 1, name: 'Li' }] }),
  )
  expect(text).toBe(`{
  "format": "wei7",
  "version": "3.0",
  "size": 5,
  "info": {
    "name": "Game",
    "participants": [
      {"name": "Li"}
    ],
    "players": [
      {"participant": 0, "color": 1}
    ]
  },
  "tree": {
    "steps": [
      {"action": {"type": "move", "value": {"color": 1, "point": {"x": 0, "y": 0}}}}
    ]
  }
}
`)
})
