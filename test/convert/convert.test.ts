import { describe, expect, it } from 'vitest'
import {
  Conversion,
  detectFormat,
  emptyRecord,
  MemorySinkSet,
  MemorySource,
  validate,
  validateRecord,
  type Entry,
  type Format,
  type GameRecord,
  type Result,
} from '../../src/index.ts'
import { allFeaturesBut } from '../../src/formats/feature.ts'
import { detectFormats, formatForName, formatOfPart, unopenedError } from '../../src/convert/detect.ts'
import { featuresUsed } from '../../src/convert/features-used.ts'
import { LossReport } from '../../src/convert/losses.ts'
import { makeMove, makePlacement, PASS } from '../../src/model/move.ts'
import type { Evaluation } from '../../src/model/annotation.ts'
import { MemoryFileSet } from '../../src/bytes/source.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import { xqf } from '../../src/formats/xqf/format.ts'
import { issue } from '../../src/issues/issue.ts'

/** A short chess game with one of everything this test counts. */
function annotatedGame(): GameRecord {
  const record = emptyRecord('chess')
  record.header = {
    players: [
      { colour: 1, name: 'Ash', rating: 2100 },
      { colour: 2, name: 'Birch', team: { name: 'Leeds' } },
    ],
    result: { outcome: 'win', winner: 1, by: 'resignation' },
    event: { name: 'Cup', rounds: 9 },
    date: { year: 1999 },
    roundText: '3a',
  }
  record.nodes = [
    { parent: -1, comments: [{ text: 'a game', placement: 'after' }] },
    { parent: 0, move: makeMove(12, 28), glyphs: [{ nag: 1 }, { nag: 14 }] },
    { parent: 1, move: makeMove(52, 36), marks: [{ shape: 'arrow', at: 52, to: 36 }], clock: { left: 60 } },
    { parent: 1, move: makeMove(50, 34), comments: [{ text: 'sharp', placement: 'before', language: 'en' }] },
    { parent: 3, move: PASS },
  ]
  return record
}

describe('features used', () => {
  it('are counted with their first place', () => {
    const uses = featuresUsed(annotatedGame())
    expect(uses.get('variations')).toMatchObject({ count: 1 })
    expect(uses.get('glyphs')).toEqual({ count: 2, node: 1 })
    expect(uses.get('arrows')).toEqual({ count: 1, node: 2 })
    expect(uses.get('game-comment')).toEqual({ count: 1, node: 0 })
    expect(uses.get('comments')).toEqual({ count: 1, node: 3 })
    expect(uses.get('comments-before')).toEqual({ count: 1, node: 3 })
    expect(uses.get('passes')).toEqual({ count: 1, node: 4 })
    for (const feature of [
      'game-comment',
      'clocks',
      'ratings',
      'teams',
      'event-details',
      'partial-date',
      'round',
    ] as const) {
      expect(uses.has(feature), feature).toBe(true)
    }
    for (const feature of ['setup', 'labels', 'training', 'tags'] as const) {
      expect(uses.has(feature), feature).toBe(false)
    }
  })

  it('of an evaluation are what formats keep of it apart', () => {
    const of = (evaluation: Evaluation) => {
      const record = emptyRecord('go')
      record.nodes.push({ parent: 0, move: makePlacement(72), evaluation })
      return [...featuresUsed(record).keys()]
    }
    expect(of({ centipawns: 10, depth: 3 })).toEqual(['evaluations'])
    expect(of({ winrate: 0.5 })).toEqual(['evaluations', 'winning-chances'])
    expect(of({ scoreLead: 0 })).toEqual(['evaluations', 'winning-chances'])
    expect(of({ nodes: 1 })).toEqual(['evaluations', 'search-effort'])
    expect(of({ visits: 1 })).toEqual(['evaluations', 'search-effort'])
    expect(of({ seconds: 1 })).toEqual(['evaluations', 'search-effort'])
    expect(of({ lines: [], ownership: [] })).toEqual(['evaluations', 'evaluation-lines', 'ownership'])
  })

  it.each<Result>([
    { outcome: 'win', winner: 1, by: 'resignation' },
    { outcome: 'win', winner: 1, margin: 2 },
    { outcome: 'unfinished', verdict: 14 },
    { outcome: 'draw', text: 'agreed' },
  ])('of a result tell each detail alone: %j', (result) => {
    const record = emptyRecord('chess')
    record.header.result = result
    expect([...featuresUsed(record).keys()]).toContain('result-details')
    record.header.result = { outcome: 'win', winner: 1 }
    expect([...featuresUsed(record).keys()]).toEqual(['result'])
  })

  it('of a bare game are empty', () => {
    expect(featuresUsed(emptyRecord('go')).size).toBe(0)
  })
})

describe('the loss report', () => {
  it('adds up what the target does not keep, by kind, with games and places', () => {
    const target = { ...pgn, keeps: allFeaturesBut('arrows', 'glyphs') } as Format
    const report = new LossReport()
    report.addRecord(annotatedGame(), target, { record: 0 })
    report.addRecord(annotatedGame(), target, { record: 5 })
    expect(report.list()).toMatchObject([
      {
        id: 'loss/glyphs',
        count: 4,
        games: 2,
        places: [
          { record: 0, node: 1 },
          { record: 5, node: 1 },
        ],
      },
      { id: 'loss/arrows', count: 2, games: 2 },
    ])
  })

  it('does not count what a format takes back as its own', () => {
    const record = emptyRecord('xiangqi')
    record.native = { xqf: { version: 10 } }
    const report = new LossReport()
    expect(report.addRecord(record, xqf, {})).toBe(0)
    record.native = { pgn: {} }
    expect(report.addRecord(record, xqf, {})).toBe(1)
  })

  it('names what only the source format knows', () => {
    const examples = (native: GameRecord['native'], change = (_record: GameRecord) => {}) => {
      const record = { ...emptyRecord('chess'), ...(native && { native }) }
      change(record)
      const report = new LossReport()
      report.addRecord(record, pgn, {})
      return report.list().map(({ id, params }) => [id, params])
    }
    const loss = (source: string, names: string) => [['loss/native', { format: 'pgn', source, names }]]
    const many = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }
    expect(examples(undefined)).toEqual([])
    expect(examples({ pgn: many })).toEqual([])
    expect(examples({ pgn: {}, chessbase: many })).toEqual(loss('chessbase', 'a, b, c, d, e'))
    expect(examples({ sgf: 'AB' })).toEqual(loss('sgf', 'AB'))
    expect(examples({ sgf: [1] })).toEqual(loss('sgf', 'native'))
    const inNode = (record: GameRecord) => void record.nodes.push({ parent: 0, native: { sgf: { XX: 1 } } })
    expect(examples(undefined, inNode)).toEqual(loss('sgf', 'XX'))
    const inPlayer = (record: GameRecord) => void record.header.players.push({ colour: 1, native: { wei7: { id: 1 } } })
    expect(examples(undefined, inPlayer)).toEqual(loss('wei7', 'id'))
    const inEvent = (record: GameRecord) => void (record.header.event = { native: { 'chess-assistant': { x: 1 } } })
    expect(examples(undefined, inEvent)).toEqual(loss('chess-assistant', 'x'))
  })

  it('lists what was lost most first, and joins the reports of parts', () => {
    const report = new LossReport()
    report.addIssues([issue('loss/unreadable', 'error', {})], { record: 7 })
    const glyphs = { ...issue('chessbase/mark-colour', 'warning', { colour: 'blue' }), count: 3, place: { node: 4 } }
    report.addIssues([glyphs, glyphs], { file: 'a.pgn', record: 8 })
    const all = new LossReport()
    for (let round = 0; round < 3; round++) all.merge(report.list())
    const place = { file: 'a.pgn', record: 8, node: 4 }
    expect(all.list()).toEqual([
      {
        id: 'chessbase/mark-colour',
        severity: 'warning',
        params: { colour: 'blue' },
        count: 18,
        games: 3,
        places: [place, place, place],
      },
      {
        id: 'loss/unreadable',
        severity: 'error',
        count: 3,
        games: 3,
        places: [{ record: 7 }, { record: 7 }, { record: 7 }],
      },
    ])
  })
})

describe('a conversion', () => {
  const entry = (record: GameRecord, index = 0): Entry => ({ index, record, issues: [] })

  it('leaves out what the filter refuses and what is deleted, and refuses other games', async () => {
    const conversion = new Conversion(xqf, { filter: ({ record }) => record?.header.title !== 'no' })
    const wanted = emptyRecord('xiangqi')
    const unwanted = emptyRecord('xiangqi')
    unwanted.header.title = 'no'
    const deleted = emptyRecord('xiangqi')
    deleted.header.deleted = true
    expect(conversion.accepts(entry(wanted))).toBe(true)
    expect(conversion.accepts(entry(unwanted))).toBe(false)
    expect(conversion.accepts(entry(deleted))).toBe(false)
    expect(conversion.accepts(entry(emptyRecord('chess')))).toBe(false)
    const writer = await xqf.write(new MemorySinkSet('one.xqf'))
    conversion.copy(entry(wanted), writer)
    conversion.finish(writer)
    expect(conversion.counts).toMatchObject({ read: 4, written: 1, unmatched: 1, deleted: 1, refused: 1 })
    expect(conversion.losses.list().map(({ id }) => id)).toContain('loss/game')
    const whole = new Conversion(xqf)
    whole.addPart(conversion.snapshot())
    whole.addPart(conversion.snapshot())
    expect(whole.counts).toMatchObject({ read: 8, written: 2, unmatched: 2, deleted: 2, refused: 2 })
    expect(whole.losses.list()).toMatchObject([{ id: 'loss/game', games: 2, count: 2 }])
  })
})

it.each([
  [{}, []],
  [{ openingCode: 'B33' }, ['opening']],
  [{ openingSubcode: 'e4' }, ['opening-subcode']],
  [{ openingName: 'Sicilian' }, ['opening-name']],
  [{ variationName: 'Sveshnikov' }, ['opening-name']],
  [{ round: 1, subround: 2 }, ['round', 'subround']],
  [{ board: 2 }, ['subround']],
  [{ players: [{ colour: 1 }, { colour: 2 }] }, []],
  [{ players: [{ colour: 1 }, { colour: 1 }, { colour: 2 }] }, ['more-players']],
  [{ players: [{ colour: 1 }, { role: 'participant' }] }, ['more-players']],
  [{ titles: [] }, ['title-languages']],
  [{ isTopGame: true }, ['top-games']],
  [{ about: 'a game' }, ['game-comment']],
  [{ event: { name: 'Cup' } }, ['event']],
  [{ event: { site: 'London' } }, ['site']],
  [{ event: { rounds: 9 } }, ['event-details']],
  [{ date: { year: 1999, month: 2, day: 3 } }, ['date']],
  [{ date: { year: 1999, month: 2 } }, ['date', 'partial-date']],
  [{ result: { outcome: 'unfinished', text: 'adjourned' } }, ['result-details']],
  [{ result: { outcome: 'draw' } }, ['result']],
  [{ rules: { komi: 6.5 } }, ['rules']],
  [{ rules: { handicap: 2 } }, ['handicap']],
  [{ players: [{ colour: 1, name: 'Ann' }] }, ['players']],
  [{ players: [{ colour: 1, rating: 2000 }] }, ['ratings']],
  [{ players: [{ colour: 1, rank: '3d' }] }, ['ranks']],
  [{ players: [{ colour: 1, timeUsed: 60 }] }, ['time-used']],
  [{ players: [{ name: 'Ann' }] }, ['more-players', 'players']],
] as const)('a header %j uses %j', (facts, features) => {
  const record = emptyRecord('chess')
  Object.assign(record.header, facts)
  expect([...featuresUsed(record).keys()].sort()).toEqual(features)
})

it('what is not a game is refused for what it is', () => {
  const conversion = new Conversion(xqf)
  expect(conversion.accepts({ index: 0, issues: [] })).toBe(false)
  expect(conversion.accepts({ index: 1, issues: [], document: { title: 'Notes', text: 'x' } as never })).toBe(false)
  expect(conversion.losses.list().map(({ id, severity }) => [id, severity])).toEqual([
    ['loss/unreadable', 'error'],
    ['loss/documents', 'warning'],
  ])
  expect(conversion.counts).toMatchObject({ read: 2, refused: 2 })
})

it('a part of a database is refused with the name of its main file, if that is there', () => {
  const empty = (name: string) => new MemorySource(name, new Uint8Array(4))
  const part = new MemoryFileSet(empty('base.cbg'), [empty('base.cbh')])
  expect(unopenedError(part, undefined)).toMatchObject({ code: 'file/part', params: { main: 'base.cbh' } })
  const alone = unopenedError(new MemoryFileSet(empty('base.cbg')), undefined)
  expect(alone).toMatchObject({ code: 'file/part-alone', place: { file: 'base.cbg' } })
  expect(alone.params['extensions']).toContain('.cbh')
  expect(unopenedError(new MemoryFileSet(empty('x.abc')), undefined).code).toBe('file/unknown-format')
  const nothing = new MemorySource('x.abc', new Uint8Array(0))
  expect(unopenedError(new MemoryFileSet(nothing), undefined).code).toBe('file/empty')
})

describe('validateRecord', () => {
  it('finds illegal moves, denied results and days that never were', () => {
    const mate = emptyRecord('chess')
    // 1. f3 e5 2. g4 Qh4#
    const moves = [makeMove(13, 21), makeMove(52, 36), makeMove(14, 30), makeMove(59, 31)]
    for (const move of moves) mate.nodes.push({ parent: mate.nodes.length - 1, move })
    mate.header.result = { outcome: 'win', winner: 2 }
    expect(validateRecord(mate)).toEqual([])
    mate.header.result = { outcome: 'win', winner: 1 }
    mate.header.date = { year: 2023, month: 2, day: 29 }
    expect(validateRecord(mate).map(({ id }) => id)).toEqual(['rules/result', 'record/date'])
    mate.nodes[2]!.move = makeMove(52, 20)
    expect(validateRecord(mate)[0]).toMatchObject({ id: 'rules/illegal-move', place: { node: 2 } })
  })

  it('compares results with positions in which the game is over by its rules, and with no others', () => {
    const ended = (setup: string, move: number, result: GameRecord['header']['result']) => {
      const record = { ...emptyRecord('chess'), setup }
      record.nodes.push({ parent: 0, move })
      record.header.result = result
      return validateRecord(record).map(({ id, params }) => [id, params])
    }
    const stalemate = ['7k/8/6K1/8/8/8/5Q2/8 w - - 0 1', makeMove(13, 53)] as const
    const bare = ['7k/8/6K1/8/8/8/8/6n1 b - - 0 1', makeMove(6, 12)] as const
    const playing = ['7k/8/6K1/8/8/8/5Q2/8 w - - 0 1', makeMove(13, 12)] as const
    for (const result of [
      { outcome: 'win', winner: 1 },
      { outcome: 'win', winner: 2 },
      { outcome: 'both-lose' },
    ] as const) {
      expect(ended(...stalemate, result)).toEqual([['rules/result-draw', undefined]])
      expect(ended(...bare, result)).toEqual([])
      expect(ended(...playing, result)).toEqual([])
    }
    for (const outcome of ['draw', 'unfinished'] as const) expect(ended(...stalemate, { outcome })).toEqual([])
    const mate = ['7k/5Q2/6K1/8/8/8/8/8 w - - 0 1', makeMove(53, 54)] as const
    expect(ended(...mate, { outcome: 'win', winner: 1 })).toEqual([])
    for (const result of [{ outcome: 'win', winner: 2 }, { outcome: 'draw' }] as const) {
      expect(ended(...mate, result)).toEqual([['rules/result', { winner: { id: 'side/white' } }]])
    }
    expect(ended(...mate, { outcome: 'unfinished' })).toEqual([])
  })

  it('looks at every date', () => {
    const record = emptyRecord('chess')
    record.header.date = { year: 2023, month: 2, day: 29 }
    record.header.event = { date: { year: 2023, month: 4, day: 31 }, endDate: { year: 2023, month: 4, day: 30 } }
    expect(validateRecord(record)).toEqual([
      { id: 'record/date', severity: 'warning', params: { date: '2023-02-29' } },
      { id: 'record/date', severity: 'warning', params: { date: '2023-04-31' } },
    ])
  })

  it('says which entry of a file each issue is in', async () => {
    const text = '1. e4 *\n\n[White "B"]\n\n1. e4 Ke4 *\n\n[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n'
    const source = new MemorySource('games.pgn', new TextEncoder().encode(text))
    const seen: number[] = []
    const issues = [
      ...validate(await pgn.open(new MemoryFileSet(source)), { onEntry: ({ index }) => void seen.push(index) }),
    ]
    expect(seen).toEqual([0, 1, 2])
    expect(issues.map(({ id, place }) => [id, place])).toEqual([
      ['pgn/unreadable-move', { file: 'games.pgn', line: 5, offset: 28, record: 1 }],
      ['rules/result', { record: 2 }],
    ])
  })

  it('distinguishes an invalid start from a crash', () => {
    const record = emptyRecord('chess')
    record.setup = 'this is no position'
    expect(validateRecord(record)).toMatchObject([{ id: 'rules/bad-start', severity: 'error' }])
  })

  it('does not call a position invalid whose variant it does not know', () => {
    const record = emptyRecord('chess')
    record.variant = 'atomic'
    expect(validateRecord(record)).toMatchObject([
      { id: 'rules/variant', severity: 'warning', params: { variant: 'atomic' } },
    ])
  })

  it('applies stricter Go rules only on request', () => {
    const suicide = emptyRecord('go')
    suicide.size = { columns: 3, rows: 3 }
    const stones = [makePlacement(1, 1), makePlacement(3, 1), makePlacement(0, 2)]
    for (const move of stones) suicide.nodes.push({ parent: suicide.nodes.length - 1, move })
    expect(validateRecord(suicide)).toEqual([])
    expect(validateRecord(suicide, { strictGo: ['suicide'] })).toMatchObject([{ id: 'rules/go-suicide' }])
  })
})

describe('detection', () => {
  const source = (name: string, text: string) => new MemorySource(name, new TextEncoder().encode(text))

  it('says what a file is that cannot be opened', () => {
    const refused = (name: string, ...others: string[]) => {
      const files = [name, ...others].map((one) => new MemorySource(one, new Uint8Array(16)))
      const format = detectFormat(files[0]!)
      const { code, params, place } = unopenedError(new MemoryFileSet(files[0]!, files.slice(1)), format)
      expect(place).toEqual({ file: name })
      return [code, params]
    }
    expect(refused('book.ctg')).toEqual(['file/book', { format: 'chessbase-book' }])
    expect(refused('game.kif')).toEqual(['file/only-recognised', { format: 'shogi' }])
    expect(refused('base.cba', 'base.cbh')).toEqual(['file/part', { format: 'chessbase', main: 'base.cbh' }])
    expect(refused('base.cba')).toEqual(['file/part-alone', { format: 'chessbase', extensions: '.cbh, .cbv, .cbz' }])
    expect(refused('base.xyz')).toEqual(['file/unknown-format', {}])
  })

  it('goes by the bytes before the name', () => {
    expect(detectFormat(source('game.txt', '[Event "Cup"]\n\n1. e4 *\n'))?.id).toBe('pgn')
    expect(detectFormat(source('game.dat', '(;FF[4]GM[1]SZ[9];B[ee])'))?.id).toBe('sgf')
    expect(detectFormat(source('lesson', '{"format":"wei7","version":"3.0","tree":{}}'))?.id).toBe('wei7')
    expect(detectFormats(new MemorySource('noise', Uint8Array.of(0, 200, 3, 255)))).toEqual([])
  })

  it('finds the format to write by the name of the output', () => {
    expect(formatForName('out/all.PGN')?.id).toBe('pgn')
    expect(formatForName('a.jsonl')?.id).toBe('jsonl')
    expect(formatForName('a.unknown')).toBeUndefined()
  })

  it('knows the parts of a database', () => {
    expect(formatOfPart('base.CBG')?.id).toBe('chessbase')
    expect(formatOfPart('base.pgn')).toBeUndefined()
  })
})
