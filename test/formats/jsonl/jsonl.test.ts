import { describe, expect, test } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import type { Entry } from '../../../src/formats/format.ts'
import { MARK_FEATURES } from '../../../src/formats/feature.ts'
import { jsonl } from '../../../src/formats/jsonl/format.ts'
import { FormatError } from '../../../src/issues/errors.ts'
import { makeMove, makePass, makePlacement } from '../../../src/model/move.ts'
import { emptyRecord, type GameRecord, type TextDocument } from '../../../src/model/record.ts'
import { pgnRecords } from '../../support/pgn-records.ts'
import fc from '../../support/properties.ts'
import { scaled } from '../../support/scale.ts'

const encoder = new TextEncoder()

async function open(text: string | Uint8Array) {
  const bytes = typeof text === 'string' ? encoder.encode(text) : text
  return await jsonl.open(new MemoryFileSet(new MemorySource('records.jsonl', bytes)))
}

async function read(text: string | Uint8Array): Promise<Entry[]> {
  return [...(await open(text)).entries()]
}

async function write(records: readonly GameRecord[], documents: readonly TextDocument[] = []): Promise<Uint8Array> {
  const out = new MemorySinkSet('records.jsonl')
  const writer = await jsonl.write(out)
  for (const record of records) expect(writer.add(record)).toEqual({ written: true, issues: [] })
  for (const document of documents) expect(writer.addDocument!(document)).toEqual({ written: true, issues: [] })
  expect(writer.finish()).toEqual([])
  return out.files.get('records.jsonl')!
}

/** Fields of a record that hold one of a few words. */
const WORDS: [string, readonly string[], (record: GameRecord, word: never) => void][] = [
  [
    'the kind',
    ['game', 'opening', 'middlegame', 'endgame', 'problem', 'tutorial', 'fragment'],
    ({ header }, kind) => void (header.kind = kind),
  ],
  [
    'the type of an event',
    ['game', 'match', 'tournament', 'swiss', 'team', 'knockout', 'simul', 'scheveningen'],
    ({ header }, type) => void (header.event = { type }),
  ],
  ['the pace', ['normal', 'blitz', 'rapid', 'correspondence'], ({ header }, pace) => void (header.event = { pace })],
  [
    'the end of a game',
    ['resignation', 'time', 'forfeit', 'score', 'checkmate', 'adjudication'],
    ({ header }, by) => void (header.result = { outcome: 'win', winner: 1, by }),
  ],
  ['the quality', ['high', 'normal', 'low'], ({ header }, quality) => void (header.publication = { quality })],
  ['the scoring', ['area', 'territory'], ({ header }, scoring) => void (header.rules = { scoring })],
  ['a role', ['participant'], ({ header }, role) => void (header.players = [{ name: 'A', role }])],
  ['a gender', ['female', 'male'], ({ header }, gender) => void (header.players = [{ name: 'A', gender }])],
  [
    'a medium',
    ['picture', 'sound', 'video', 'link', 'other'],
    ({ nodes }, kind) => void (nodes[1]!.annotations = [{ type: 'media', kind, address: 'a' }]),
  ],
  [
    'a phase',
    ['opening', 'middlegame', 'endgame'],
    ({ nodes }, phase) => void (nodes[1]!.annotations = [{ type: 'critical', phase }]),
  ],
  [
    'a place of a diagram',
    ['before'],
    ({ nodes }, placement) => void (nodes[1]!.annotations = [{ type: 'diagram', placement }]),
  ],
  [
    'a text of training',
    ['question', 'wrong', 'hint1', 'hint2'],
    ({ nodes }, role) =>
      void (nodes[1]!.annotations = [{ type: 'training', texts: [{ role, text: 't' }], solutions: [] }]),
  ],
]

/** A record with something of everything that the model has. */
const everything: GameRecord = {
  game: 'go',
  variant: 'some',
  size: { columns: 13, rows: 9 },
  setup: 'x',
  header: {
    id: '1',
    domain: 'd',
    title: 't',
    titles: [{ language: 'en', text: 't' }],
    kind: 'problem',
    event: {
      name: 'e',
      type: 'swiss',
      pace: 'rapid',
      location: { latitude: 52, longitude: 4.3 },
      tieBreaks: ['a'],
      native: { x: [1, { y: null }] },
    },
    round: 1,
    date: { year: 2020, month: 2, day: 29, text: 'leap day' },
    players: [{ colour: 1, name: 'A', team: { name: 'T', season: true }, birth: { year: 1990 }, native: { a: 1 } }],
    result: { outcome: 'win', winner: 1, by: 'score', margin: 2.5, score: [40, 37.5], verdict: 10, text: 'B+2.5' },
    perfectScore: { score: 32, emptySquares: 20 },
    timeControl: { periods: [{ seconds: 60, byoYomi: 30 }] },
    rules: { name: 'Japanese', komi: 6.5, scoring: 'territory', handicap: 2 },
    publication: { title: 'p', quality: 'low', published: { year: 1999 } },
    medals: ['novelty'],
    isTopGame: true,
    tags: { A: 'b' },
    deleted: true,
  },
  nodes: [
    { parent: -1, edits: [{ squares: [0, 1], piece: '1' }], turn: 2, comments: [{ text: 'c', placement: 'after' }] },
    {
      parent: 0,
      move: makePlacement(116, 2),
      name: 'n',
      moveNumber: 5,
      glyphs: [{ nag: 1, code: '!' }],
      marks: [{ shape: 'label', at: 3, text: 'A' }],
      clock: { left: 1.5, lefts: [undefined, 3], movesLeft: [1, undefined], recordedAt: 4 },
      evaluation: { centipawns: -3, depth: 4, source: 's', text: 't' },
      annotations: [
        {
          type: 'training',
          texts: [{ role: 'question', text: 'q' }],
          solutions: [{ move: makePlacement(1), texts: [{ language: 'de', text: 'l' }] }],
        },
        { type: 'quotation', fields: { white: 'W', elo: 2000 }, nodes: [{ parent: -1 }, { parent: 0, move: 5 }] },
        { type: 'media', kind: 'link', address: 'a' },
        { type: 'evaluation-curve', values: [null, { mate: 3 }] },
        { type: 'unknown', format: 'f', code: '1', base64: 'AA==' },
      ],
      native: { sgf: { XX: ['1'] } },
    },
    { parent: 1, move: makePass() },
    { parent: 0, unread: { text: 'tt' } },
  ],
  timeline: [
    { type: 'start', comment: 's' },
    { type: 'move', move: makePlacement(116), time: 1.5, actor: 0, node: 1 },
    { type: 'takeback', moves: 1 },
    { type: 'message', text: 'm' },
    { type: 'mark', mark: { shape: 'circle', at: 1 } },
    { type: 'result', result: { outcome: 'draw' } },
    { type: 'branch', from: -1, name: 'b' },
  ],
  native: { f: 'x' },
  origin: { format: 'sgf', file: 'a.sgf', index: 0, offset: 0, encoding: 'utf-8' },
}

const document: TextDocument = {
  header: { players: [], result: { outcome: 'unfinished' } },
  titles: [{ language: 'en', text: 'Report' }],
  bodies: [{ mediaType: 'text/html', text: '<p>\n</p>' }],
  objects: [{ kind: 'picture', at: 3 }],
}

describe('records and texts', () => {
  test('come back whole, with everything in them', async () => {
    const entries = await read(await write([everything, emptyRecord('othello')], [document]))
    expect(entries).toEqual([
      { index: 0, record: everything, issues: [] },
      { index: 1, record: emptyRecord('othello'), issues: [] },
      { index: 2, document, issues: [] },
    ])
  })

  test('are written the same again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pgnRecords, { maxLength: 3 }), async (records) => {
        const bytes = await write(records)
        const entries = await read(bytes)
        expect(entries.map(({ record }) => record)).toEqual(records)
        expect(await write(entries.map(({ record }) => record!))).toEqual(bytes)
      }),
      { numRuns: scaled(100, 2000) },
    )
  })

  test('by index as in order, blank lines left out', async () => {
    const text = `\uFEFF${JSON.stringify(everything)}\r\n\n  \n${JSON.stringify(document)}\nnot json`
    const collection = await open(text)
    expect(collection.count).toBe(3)
    expect([0, 1, 2].map((index) => collection.entry(index))).toEqual([...collection.entries()])
    expect([...collection.entries({ from: 1, to: 2 })]).toEqual([collection.entry(1)])
    expect([0, 1, 2].map((index) => collection.listing(index).kind)).toEqual(['game', 'text', 'broken'])
    expect(() => collection.entry(3)).toThrow(TypeError)
  })

  test('longer than a window of the reader', async () => {
    const long = emptyRecord('chess')
    for (let index = 0; index < 100_000; index++) long.nodes.push({ parent: index, move: makeMove(6, 21) })
    const records = [everything, long, everything]
    expect((await read(await write(records))).map(({ record }) => record)).toEqual(records)
  })
})

/** The issues of a line, as id and place, and what became of it. */
async function check(value: unknown): Promise<[string[], Entry]> {
  const [entry] = await read(JSON.stringify(value))
  const issues = entry!.issues.map(({ id, place }) => `${id} ${place!.pointer}`)
  expect(entry!.issues.every(({ place }) => place!.file === 'records.jsonl' && place!.line === 1)).toBe(true)
  return [issues, entry!]
}

describe('what has the wrong shape', () => {
  const base = emptyRecord('chess')

  test.each<[string, object, string[]]>([
    [
      'a property of the wrong type',
      { header: { ...base.header, round: 'three' } },
      ['jsonl/wrong-type /header/round'],
    ],
    [
      'a word that is none of the known',
      { header: { ...base.header, kind: 'feast' } },
      ['jsonl/wrong-type /header/kind'],
    ],
    ['a property nobody knows', { colour: 'red' }, ['jsonl/unknown-property /colour']],
    ['a name with a slash and a tilde', { native: { x: 1 }, 'a/b~c': 1 }, ['jsonl/unknown-property /a~1b~0c']],
    ['a list that is none', { header: { ...base.header, medals: 'all' } }, ['jsonl/wrong-type /header/medals']],
    [
      'an entry of a list',
      { header: { ...base.header, players: [{ name: 'A' }, 5] } },
      ['jsonl/wrong-type /header/players/1'],
    ],
    [
      'a comment without text',
      { nodes: [{ parent: -1, comments: [{ placement: 'after' }] }] },
      ['jsonl/missing-property /nodes/0/comments/0'],
    ],
    [
      'an annotation of an unknown type',
      { nodes: [{ parent: -1, annotations: [{ type: 'song' }] }] },
      ['jsonl/wrong-type /nodes/0/annotations/0/type'],
    ],
    ...[1 << 29, 3 << 29, 3 << 27, 6 << 24].map((move): [string, object, string[]] => [
      `a move of nothing on this board, ${move},`,
      { nodes: [{ parent: -1 }, { parent: 0, move: move >>> 0 }] },
      [
        move < 0
          ? 'jsonl/wrong-type /nodes/1/move'
          : `jsonl/${move === 1 << 29 ? 'other-move' : 'bad-move'} /nodes/1/move`,
      ],
    ]),
    [
      'a move beyond the usual board of chess',
      { size: { columns: 19, rows: 19 }, nodes: [{ parent: -1 }, { parent: 0, move: 100 }] },
      ['jsonl/off-board /nodes/1/move'],
    ],
    ['a move off the board', { nodes: [{ parent: -1 }, { parent: 0, move: 64 }] }, ['jsonl/off-board /nodes/1/move']],
    [
      'a tree that is none',
      { nodes: [{ parent: -1 }, { parent: 0 }, { parent: 5 }, { parent: 1 }] },
      ['jsonl/bad-tree /nodes/2'],
    ],
    ['a root with a parent', { nodes: [{ parent: 0 }] }, ['jsonl/bad-tree /nodes/0']],
    [
      'a board too large',
      { size: { columns: 1000, rows: 8 } },
      ['jsonl/wrong-type /size/columns', 'jsonl/missing-property /size'],
    ],
  ])('%s is removed, the rest stays', async (_, change, expected) => {
    const [issues, { record }] = await check({ ...base, ...change })
    expect(issues).toEqual(expected)
    expect(record!.game).toBe('chess')
  })

  test('a move off the board keeps its number', async () => {
    const [, { record }] = await check({ ...base, nodes: [{ parent: -1 }, { parent: 0, move: 64 }] })
    expect(record!.nodes[1]).toEqual({ parent: 0, unread: { text: '64' } })
  })

  test.each<[string, unknown, string[]]>([
    ['no game', { header: base.header, nodes: base.nodes }, ['jsonl/missing-property ']],
    ['an unknown game', { ...base, game: 'draughts' }, ['jsonl/wrong-type /game', 'jsonl/missing-property ']],
    ['no header', { game: 'chess', nodes: base.nodes }, ['jsonl/missing-property ']],
  ])('a record with %s is none', async (_, value, expected) => {
    const [issues, entry] = await check(value)
    expect(issues).toEqual(expected)
    expect(entry.record).toBeUndefined()
  })

  test('a bad line does not touch the lines around it', async () => {
    const line = JSON.stringify(base)
    const entries = await read(`${line}\n${line.slice(0, 50)}\n{"game":"chess"}\n[1, 2]\n${line}\n`)
    expect(entries.map(({ record }) => record !== undefined)).toEqual([true, false, false, false, true])
    expect(entries[1]!.issues[0]).toMatchObject({
      id: 'jsonl/bad-json',
      severity: 'error',
      params: { reason: { id: 'json/open-string' } },
      place: { file: 'records.jsonl', line: 2, column: 51, record: 1, offset: line.length + 1 },
    })
  })

  test('bytes that are not UTF-8 are reported', async () => {
    const bytes = encoder.encode(JSON.stringify({ ...base, variant: 'x#y' }))
    bytes[bytes.indexOf(0x23)] = 0xff
    const [entry] = await read(bytes)
    expect(entry!.issues.map(({ id }) => id)).toEqual(['jsonl/bad-utf8'])
    expect(entry!.record!.variant).toBe('x\uFFFDy')
  })

  test('what is nested too deeply to be written again is removed', async () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
    const [entry] = await read(
      JSON.stringify({ ...base, native: { a: 'HERE', b: 1 }, own: 'HERE' }).replaceAll('"HERE"', deep),
    )
    expect(entry!.issues.map(({ id, place }) => `${id} ${place!.pointer}`)).toEqual([
      'jsonl/wrong-type /native/a',
      'jsonl/unknown-property /own',
      'jsonl/wrong-type /own',
    ])
    expect(entry!.record).toEqual({ ...base, native: { b: 1 } })
  })

  test('every shape of a mark is known, and no other', async () => {
    const shapes = Object.keys(MARK_FEATURES)
    const nodes = [{ parent: -1, marks: shapes.map((shape) => ({ shape, at: 1, to: 2 })) }]
    expect((await check({ ...base, nodes }))[0]).toEqual([])
    const [issues, entry] = await check({ ...base, nodes: [{ parent: -1, marks: [{ shape: 'star', at: 1 }] }] })
    expect(issues[0]).toMatch(/ \/nodes\/0\/marks\/0\/shape$/)
    expect(entry.record!.nodes[0]!.marks ?? []).toEqual([])
  })

  test.each(WORDS)('of %s: its words are known, and no other', async (_, words, put) => {
    const recordWith = (word: string) => {
      const record = { ...emptyRecord('go'), nodes: [{ parent: -1 }, { parent: 0, move: makePlacement(3) }] }
      put(record, word as never)
      return JSON.stringify(record)
    }
    for (const word of words) {
      const [entry] = await read(recordWith(word))
      expect(entry!.issues).toEqual([])
      expect(JSON.stringify(entry!.record)).toContain(`"${word}"`)
    }
    const [other] = await read(recordWith('other-word'))
    expect(other!.issues[0]!.id).toBe('jsonl/wrong-type')
    expect(JSON.stringify(other!.record)).not.toContain('other-word')
  })

  test('many issues of one line are listed as far as they help', async () => {
    const [issues] = await check({ ...base, header: { ...base.header, players: new Array(1000).fill(5) } })
    expect(issues).toHaveLength(51)
    expect(issues.at(-1)).toContain('jsonl/more-issues')
  })
})

describe('hostile files', () => {
  test.each([
    ['brackets', '{"a":'.repeat(200_000)],
    ['lists', `{"game":"chess","nodes":${'['.repeat(500_000)}${']'.repeat(500_000)}}`],
    ['blank lines', '\n'.repeat(1_000_000)],
    [
      'nodes',
      `{"game":"chess","header":{"players":[],"result":{"outcome":"draw"}},"nodes":[${'{},'.repeat(200_000)}{}]}`,
    ],
  ])('%s without number', async (_, text) => {
    const entries = await read(text)
    expect(entries.length).toBeLessThanOrEqual(1)
  })

  test('other files are refused', async () => {
    const error = await open('<game/>').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FormatError)
    expect((error as FormatError).place).toEqual({ file: 'records.jsonl', offset: 0 })
  })
})

test('a record that is not JSON is a fault of the program, not a record too large', async () => {
  const writer = await jsonl.write(new MemorySinkSet('records.jsonl'))
  const circular: Record<string, unknown> = { ...emptyRecord('go') }
  circular['native'] = { sgf: circular }
  expect(() => writer.add(circular as unknown as GameRecord)).toThrow(TypeError)
})

test('a file is recognised by its first line', () => {
  const detect = (text: string, name = 'x') => jsonl.detect(encoder.encode(text), name, text.length)
  expect(detect(JSON.stringify(everything))).toBeGreaterThan(0.9)
  expect(detect(JSON.stringify(document))).toBeGreaterThan(0.7)
  expect(detect('{"a":1}', 'records.jsonl')).toBeGreaterThan(0)
  expect(detect('{"a":1}')).toBe(0)
  expect(detect('[Event "x"]')).toBe(0)
})
