import { describe, expect, test } from 'vitest'
import { makeMove, PASS } from '../../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../../src/model/record.ts'
import { readPgn, writePgn } from '../../support/pgn.ts'

const E4 = makeMove(12, 28)
const E5 = makeMove(52, 36)
const D5 = makeMove(51, 35)
const NF3 = makeMove(6, 21)

function game(...nodes: GameRecord['nodes']): GameRecord {
  return { ...emptyRecord('chess'), nodes: [{ parent: -1 }, ...nodes] }
}

async function movetext(record: GameRecord, settings: Record<string, string> = {}): Promise<string> {
  const { text } = await writePgn([record], { settings })
  return text.slice(text.indexOf('\n\n') + 2).trimEnd()
}

/** The ids of what the writer reports of a record. */
async function losses(record: GameRecord, settings: Record<string, string> = {}): Promise<string[]> {
  return (await writePgn([record], { settings })).issues.map(({ id }) => id)
}

test('a game as the export format of the standard has it', async () => {
  const record = game({ parent: 0, move: E4 }, { parent: 1, move: E5 }, { parent: 2, move: NF3 })
  record.header = {
    event: { name: 'Club "A"', site: 'Delft' },
    date: { year: 2021, month: 3 },
    round: 3,
    subround: 1,
    players: [
      { colour: 1, name: 'Vos, Anna', rating: 2011 },
      { colour: 2, name: 'Bakker, Jan' },
    ],
    result: { outcome: 'draw' },
    openingCode: 'C40',
  }
  const { text, issues } = await writePgn([record, emptyRecord('chess')])
  expect(issues).toEqual([])
  expect(text).toBe(`[Event "Club \\"A\\""]
[Site "Delft"]
[Date "2021.03.??"]
[Round "3.1"]
[White "Vos, Anna"]
[Black "Bakker, Jan"]
[Result "1/2-1/2"]
[WhiteElo "2011"]
[ECO "C40"]

1. e4 e5 2. Nf3 1/2-1/2

[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]

*

`)
})

test('variations, comments before and after, glyphs and commands in their order', async () => {
  const record = game(
    {
      parent: 0,
      move: E4,
      glyphs: [{ nag: 1 }],
      clock: { left: 3599.5 },
      comments: [
        { text: 'before', placement: 'before' },
        { text: 'after', placement: 'after' },
      ],
    },
    { parent: 1, move: E5, comments: [{ text: 'first', placement: 'before' }] },
    { parent: 2, move: NF3 },
    { parent: 1, move: D5, comments: [{ text: 'instead', placement: 'before' }] },
    { parent: 4, move: PASS, evaluation: { centipawns: 25, depth: 20 } },
  )
  record.nodes[0]!.comments = [{ text: 'the game', placement: 'after' }]
  expect(await movetext(record)).toBe(
    '{the game} {} {before} 1. e4 $1 {[%clk 0:59:59.5] after} {} {first} 1... e5\n' +
      '({instead} 1... d5 2. -- {[%eval 0.25,20]}) 2. Nf3 *',
  )
  expect(await movetext(record, { clean: 'yes', null: 'Z0', notation: 'uci' })).toBe(
    '{the game} {} {before} 1. e2e4 $1 {after} {} {first} 1... e7e5 ({instead} 1...\nd7d5 2. Z0) 2. g1f3 *',
  )
  const { issues } = await writePgn([record], { settings: { clean: 'yes' } })
  expect(issues).toMatchObject([{ id: 'pgn/clean', severity: 'info', place: { node: 1 } }])
})

test('what is not wanted is left out, and that is reported', async () => {
  const record = game(
    {
      parent: 0,
      move: E4,
      glyphs: [{ nag: 1 }],
      clock: { left: 60 },
      comments: [{ text: 'after', placement: 'after' }],
    },
    { parent: 1, move: E5, marks: [{ shape: 'colour', at: 28, paint: 'red' }] },
    { parent: 1, move: D5 },
  )
  const parts = ['comments', 'variations', 'glyphs', 'clocks', 'marks']
  const nothing = Object.fromEntries(parts.map((part) => [part, 'no']))
  expect(await movetext(record, nothing)).toBe('1. e4 e5 *')
  expect(await movetext(record, { variations: 'no' })).toBe('1. e4 $1 {[%clk 0:01:00] after} 1... e5 {[%csl Re4]} *')
  expect(await movetext(record, { comments: 'no', glyphs: 'no', clocks: 'no' })).toBe(
    '1. e4 e5 {[%csl Re4]} (1... d5) *',
  )
  const { issues } = await writePgn([record], { settings: nothing })
  expect(issues).toMatchObject([{ id: 'pgn/omitted', severity: 'info' }])
})

test('medals of a game that its first node has too are written once', async () => {
  const record = game({ parent: 0, move: E4 })
  record.header.medals = ['best-game']
  record.nodes[0]!.annotations = [{ type: 'medals', names: ['best-game'] }]
  expect(await movetext(record)).toMatch(/^\{\[%mdl [0-9]+\]\} 1\. e4 \*$/)
})

test('text with braces is written after semicolons, and two comments stay two', async () => {
  const record = game({
    parent: 0,
    move: E4,
    clock: { left: 5 },
    comments: [
      { text: 'a } b\n[Event "no game"]', placement: 'after' },
      { text: '} c', placement: 'after' },
      { text: 'plain', placement: 'after' },
    ],
  })
  expect(await movetext(record)).toBe('1. e4 {[%clk 0:00:05]}\n; a } b\n; [Event "no game"]\n{}\n; } c\n{plain} *')
  expect((await readPgn((await writePgn([record])).bytes)).records).toEqual([record])
})

test('long comments are wrapped, and line breaks of the author stay', async () => {
  const text = `${'word '.repeat(40).trim()}\n\nA new paragraph that ends near the edge of the page, it does indeed so\nand goes on.`
  const record = game({ parent: 0, move: E4, comments: [{ text, placement: 'after' }] })
  const written = await movetext(record)
  expect(Math.max(...written.split('\n').map(({ length }) => length))).toBeLessThan(80)
  expect((await readPgn((await writePgn([record])).bytes)).records).toEqual([record])
})

describe('canonical style', () => {
  test('one spelling, tags after the roster by name', async () => {
    const { records } = await readPgn(`[Event "x"]
[Date "2020-1-2"]
[WhiteElo "2000"]
[Zeta "z"]
[Alpha "a"]
[ECO "B00"]
[Variant "chess 960"]
[SetUp "1"]
[FEN "nrkbbnrq/pppppppp/8/8/8/8/PPPPPPPP/NRKBBNRQ w GBgb - 0 1"]

1. e4 *`)
    const { text } = await writePgn(records, { settings: { style: 'canonical' } })
    expect(text.split('\n').slice(7, 14)).toEqual([
      '[Alpha "a"]',
      '[ECO "B00"]',
      '[FEN "nrkbbnrq/pppppppp/8/8/8/8/PPPPPPPP/NRKBBNRQ w KQkq - 0 1"]',
      '[SetUp "1"]',
      '[Variant "Chess960"]',
      '[WhiteElo "2000"]',
      '[Zeta "z"]',
    ])
    expect(text).toContain('[Date "2020.01.02"]')
    const plain = await writePgn(records)
    expect(plain.text).toContain('[Date "2020-1-2"]')
    expect(plain.text).toContain('[Variant "chess 960"]')
  })
})

test('the tags of xiangqi come with the game first and say the notation', async () => {
  const record = emptyRecord('xiangqi')
  record.nodes.push({ parent: 0, move: makeMove(25, 22) })
  const { text } = await writePgn([record], { settings: { notation: 'wxf' } })
  expect(text).toBe(`[Game "Chinese Chess"]
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[Red "?"]
[Black "?"]
[Result "*"]
[Format "WXF"]

1. C2=5 *

`)
})

describe('what is lost is reported', () => {
  const said = { text: 'x', placement: 'after' as const }
  test.each<[string, GameRecord]>([
    ['pgn/clock-kind', game({ parent: 0, move: E4, clock: { lefts: [1, 2] } })],
    ['pgn/evaluation-source', game({ parent: 0, move: E4, evaluation: { centipawns: 3, source: 'x' } })],
    ['pgn/unnumbered-glyph', game({ parent: 0, move: E4, glyphs: [{ nag: 0, code: '&' }] })],
    ['pgn/diagram-text', game({ parent: 0, move: E4, annotations: [{ type: 'diagram', text: 'x' }] })],
    ['pgn/after-move', game({ parent: 0, move: E4, annotations: [{ type: 'diagram', placement: 'before' }] })],
    ['pgn/after-move', game({ parent: 0, move: E4, glyphs: [{ nag: 1, code: 'prefix' }] })],
    ['pgn/glyph-code', game({ parent: 0, move: E4, glyphs: [{ nag: 16, code: 'move' }] })],
    ['pgn/unknown-medal', game({ parent: 0, move: E4, annotations: [{ type: 'medals', names: ['unheard-of'] }] })],
    [
      'pgn/evaluation-curve',
      game({ parent: 0, move: E4, annotations: [{ type: 'evaluation-curve', values: [{ mate: 1 }] }] }),
    ],
    ['pgn/unread-moves', game({ parent: 0, unread: { base64: 'AAEC' } })],
    ['pgn/unread-moves', game({ parent: 0, unread: { text: 'two words' } })],
    ['pgn/written-illegal-move', game({ parent: 0, move: makeMove(0, 63) })],
    ['pgn/node-without-move', game({ parent: 0, comments: [said] }, { parent: 1, move: E4 })],
    ['pgn/mark-colour', game({ parent: 0, move: E4, marks: [{ shape: 'arrow', at: 1, to: 2, paint: 'pink' }] })],
    ['pgn/comment-changed', game({ parent: 0, move: E4, comments: [{ text: ' x', placement: 'after' }] })],
    [
      'pgn/comment-command',
      game({ parent: 0, move: E4, comments: [{ text: 'see [%clk 0:00:01]', placement: 'after' }] }),
    ],
  ])('%s', async (id, record) => {
    expect(await losses(record)).toEqual([id])
    // Whatever is lost, the rest is PGN that reads without a problem but for moves that are none.
    const { records, issues } = await readPgn((await writePgn([record])).bytes)
    expect(records).toHaveLength(1)
    expect(issues.filter(({ id }) => !/move/.test(id))).toEqual([])
  })

  test('of the clocks of both sides the one of the side that waits', async () => {
    const own = { parent: 0, move: E4, clock: { lefts: [90, undefined] } } satisfies GameRecord['nodes'][0]
    const both = { parent: 1, move: E5, clock: { lefts: [90, 80] } } satisfies GameRecord['nodes'][0]
    const { issues, text } = await writePgn([game(own, both)])
    expect(text).toContain('1. e4 {[%clk 0:01:30]} 1... e5 {[%clk 0:01:20]}')
    expect(issues.map(({ id, place }) => [id, place?.node])).toEqual([['pgn/clock-kind', 2]])
  })

  test('facts of the header without a tag', async () => {
    const record = game()
    record.header.players = [{ colour: 1, name: 'A', birth: { year: 1990 }, otherName: 'Б' }]
    record.header.tags = { 'not a name': 'x', Fine: 'line\nbreak' }
    record.header.about = 'of the game'
    record.header.result = { outcome: 'unfinished', verdict: 14, margin: 3 }
    record.header.instant = 'some day'
    record.nodes.push({ parent: 0, move: E4 })
    const { issues, text } = await writePgn([record])
    expect(issues.map(({ id }) => id).sort()).toEqual([
      'loss/instant',
      'loss/player-details',
      'loss/result-details',
      'pgn/about-as-comment',
      'pgn/tag-changed',
      'pgn/tag-name',
      'pgn/verdict-as-glyph',
    ])
    // Of each kind how many facts there are: the birth date and the other name.
    expect(issues.find(({ id }) => id === 'loss/player-details')!.count).toBe(2)
    expect(text).toContain('[Fine "line break"]')
    expect(text).toContain('{of the game} 1. e4 $14 *')
  })

  test('an instant is the same in every zone; what is kept of other files must be valid', async () => {
    const record = game({ parent: 0, move: E4 })
    record.header.instant = '2024-05-01T14:00:00+02:00'
    record.native = { pgn: { lines: ['for others', 5], repeatedTags: [['Event', 'again']], more: 1 } }
    const { issues, text } = await writePgn([record])
    expect(issues.map(({ id }) => id)).toEqual(['pgn/native'])
    expect(text).toContain('[UTCDate "2024.05.01"]\n[UTCTime "12:00:00"]\n[Event "again"]\n')
    expect(text).toContain('\n%for others\n')
  })

  test('a game that PGN does not hold is refused', async () => {
    const { issues, text } = await writePgn([emptyRecord('go')])
    expect(issues).toEqual([{ id: 'loss/game', severity: 'error', params: { format: 'pgn', game: 'go' } }])
    expect(text).toBe('')
  })
})

test('an unreadable move is written so that it is one again', async () => {
  const record = game(
    { parent: 0, move: E4 },
    { parent: 1, unread: { text: 'Qz9' } },
    { parent: 2, unread: { text: 'and(more)' } },
    { parent: 1, move: E5 },
  )
  expect(await movetext(record)).toBe('1. e4 Qz9 (1... e5) unread-and_more_ *')
  const { records } = await readPgn((await writePgn([record])).bytes)
  expect(records[0]!.nodes.map(({ unread }) => unread?.text)).toEqual([
    undefined,
    undefined,
    'Qz9',
    'unread-and_more_',
    undefined,
  ])
})
