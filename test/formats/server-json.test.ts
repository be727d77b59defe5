/** What servers give: chess.com, lichess and its puzzles, OGS, Fox. docs/formats names the fields. */
import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { detectFormats } from '../../src/convert/detect.ts'
import type { Entry } from '../../src/formats/format.ts'
import { isPass, moveColour, moveTo } from '../../src/model/move.ts'
import type { GameRecord } from '../../src/model/record.ts'
import { chess } from '../../src/rules/chess/index.ts'
import { CHESS_COM, FOX, FOX_LIST, LICHESS, OGS, PUZZLES } from '../support/server-json.ts'

async function entries(
  text: string,
  name = 'games.json',
): Promise<{ format: string; entries: Entry[]; issues: string[] }> {
  const source = new MemorySource(name, new TextEncoder().encode(text))
  const { format } = detectFormats(source)[0]!
  const collection = await format.open!(new MemoryFileSet(source))
  const all = [...collection.entries()]
  for (const entry of all) expect(collection.entry(entry.index)).toEqual(entry)
  return { format: format.id, entries: all, issues: collection.issues.map(({ id }) => id) }
}

const inJson = (value: unknown) => entries(JSON.stringify(value))

async function recordOf(value: unknown): Promise<GameRecord> {
  const read = await inJson(value)
  expect(read.entries[0]!.issues).toEqual([])
  return read.entries[0]!.record!
}

/** The moves in SAN. */
function sanOf(record: GameRecord): string[] {
  const position = chess.start(record)
  return record.nodes.slice(1).map(({ move }) => {
    const text = chess.writeMove(position, move!)
    chess.play(position, move!)
    return text
  })
}

const caseFile = (name: string) => readFileSync(new URL(`../cases/servers/${name}`, import.meta.url), 'utf8')

test.each([
  ['01-chesscom-archive.json', 'chess-com', 1, 5],
  ['02-lichess-export.ndjson', 'lichess', 1, 14],
  ['04-lichess-puzzles.csv', 'lichess-puzzles', 2, 3],
  ['14-ogs-game.json', 'ogs', 1, 3],
])('%s is read', async (name, format, count, moves) => {
  const read = await entries(caseFile(name), name)
  expect([read.format, read.entries.length, read.issues]).toEqual([format, count, []])
  expect(read.entries[0]!.issues).toEqual([])
  expect(read.entries[0]!.record!.nodes).toHaveLength(moves + 1)
})

describe('chess.com', () => {
  it('gives PGN, and facts that it lacks', async () => {
    const record = await recordOf(CHESS_COM)
    expect(sanOf(record)).toEqual(['d4', 'd5'])
    expect(record.nodes[1]!.clock).toEqual({ left: 181.9 })
    expect(record.header).toMatchObject({
      id: '100000000002',
      domain: 'chess-com',
      players: [
        { colour: 1, name: 'ann', rating: 1976 },
        { colour: 2, name: 'bob', rating: 1803 },
      ],
      result: { outcome: 'draw' },
      openingName: 'Queens Pawn Opening',
      timeControl: { periods: [{ seconds: 180, increment: 2 }] },
    })
    const { pgn: _pgn, ...kept } = CHESS_COM.games[0]!
    expect(record.native!['chess-com']).toEqual(kept)
  })

  it('gives its own code of moves where there is no PGN', async () => {
    const { entries: games } = await inJson(CHESS_COM)
    const record = games[1]!.record!
    expect(sanOf(record)).toEqual(['d4', 'd5'])
    expect(record.header).toMatchObject({
      result: { outcome: 'win', winner: 2, by: 'time' },
      instant: '2026-04-24T03:06:40Z',
      timeControl: { periods: [{ moves: 1, seconds: 86_400 }] },
    })
  })

  it.each([
    ['mC0K', undefined, ['e4', 'e5'], []],
    ['W~', '7k/P7/8/8/8/8/8/7K w - - 0 1', ['a8=Q+'], []],
    ['W\u007d', '1r5k/P7/8/8/8/8/8/7K w - - 0 1', ['axb8=Q+'], []],
    ['mC0', undefined, ['e4'], ['servers/bad-moves']],
    ['mC\u00bfK', undefined, ['e4'], ['servers/bad-moves']],
  ])('reads the code %s as far as it is one', async (tcn, setup, moves, issues) => {
    const { entries: games } = await inJson({ games: [{ ...CHESS_COM.games[1]!, tcn, initial_setup: setup }] })
    expect([sanOf(games[0]!.record!), games[0]!.issues.map(({ id }) => id)]).toEqual([moves, issues])
  })
})

describe('lichess', () => {
  it('gives moves with clocks, values, judgments and better lines', async () => {
    const record = await recordOf(LICHESS)
    expect(record.setup).toBe('4k3/8/8/8/8/8/4P3/4K3 b - - 0 30')
    expect(record.header).toMatchObject({
      id: 'AbCdEf02',
      domain: 'lichess',
      instant: '2026-05-01T18:01:02.123Z',
      players: [
        { colour: 1, name: 'Ann', rating: 2100, title: 'WFM' },
        { colour: 2, name: 'lichess AI level 3' },
      ],
      result: { outcome: 'win', winner: 1, by: 'resignation' },
      openingCode: 'A00',
      openingName: 'Made Up',
      timeControl: { periods: [{ seconds: 600, increment: 5 }] },
    })
    const main = record.nodes.filter(({ clock }) => clock)
    expect(main.map(({ clock }) => clock!.left)).toEqual([600, 599.5, 59.99])
    expect(main.map(({ evaluation }) => evaluation)).toMatchObject([
      { centipawns: 120 },
      { centipawns: -35 },
      { mate: 12 },
    ])
    expect(main[1]).toMatchObject({ glyphs: [{ nag: 2 }], comments: [{ text: 'Mistake. Kd2 was best.' }] })
    expect(record.nodes).toHaveLength(6)
    const { id: _id, moves: _moves, clocks: _clocks, analysis: _analysis, ...kept } = LICHESS
    expect(record.native!['lichess']).toEqual(kept)
  })

  it.each([
    [{ status: 'draw', winner: undefined }, { outcome: 'draw' }],
    [{ status: 'stalemate', winner: undefined }, { outcome: 'draw' }],
    [{ status: 'started', winner: undefined }, { outcome: 'unfinished' }],
    [{ status: 'aborted', winner: undefined }, { outcome: 'unfinished' }],
    [
      { status: 'outoftime', winner: 'black' },
      { outcome: 'win', winner: 2, by: 'time' },
    ],
    [
      { status: 'mate', winner: 'white' },
      { outcome: 'win', winner: 1, by: 'checkmate' },
    ],
    [
      { status: 'cheat', winner: 'white' },
      { outcome: 'win', winner: 1 },
    ],
  ])('says how a game ended: %o', async (facts, result) => {
    expect((await recordOf({ ...LICHESS, ...facts })).header.result).toEqual(result)
  })

  it('names variants, and a line that is broken costs its own game only', async () => {
    const atomic = {
      ...LICHESS,
      variant: 'atomic',
      initialFen: undefined,
      moves: 'e4 e5',
      analysis: undefined,
      clocks: undefined,
    }
    const lines = [
      JSON.stringify(atomic),
      '{"id":"x","players":{"white',
      JSON.stringify(LICHESS),
      '{"id":5}',
      JSON.stringify(LICHESS),
    ]
    const read = await entries(`${lines.join('\n')}\n`, 'games.ndjson')
    expect(read.entries.map(({ record, issues }) => record?.variant ?? issues[0]?.id ?? 'game')).toEqual([
      'atomic',
      'servers/bad-json',
      'game',
      'servers/no-game',
      'game',
    ])
  })
})

describe('OGS', () => {
  it('gives the start, the rules, the time for each move and passes', async () => {
    const record = await recordOf(OGS)
    expect(record.size).toEqual({ columns: 13, rows: 9 })
    expect(record.header).toMatchObject({
      id: '5',
      title: 'Handicap',
      instant: '2026-04-24T03:06:40Z',
      rules: { name: 'aga', komi: 0.5, handicap: 2 },
      players: [
        { colour: 1, name: 'Ann', rank: '2d', id: '11' },
        { colour: 2, name: 'Bob', rank: '10k', id: '12' },
      ],
      result: { outcome: 'win', winner: 1, by: 'score', margin: 12.5 },
      timeControl: { periods: [{ seconds: 600, byoYomi: 30 }] },
    })
    expect(record.nodes[0]).toMatchObject({ turn: 2, edits: [{ piece: '1', squares: [2 * 13 + 2, 6 * 13 + 10] }] })
    const moves = record.nodes.slice(1)
    expect(moves.map(({ move }) => moveColour(move!))).toEqual([2, 1, 2, 1])
    expect(moves.map(({ move }) => (isPass(move!) ? -1 : moveTo(move!)))).toEqual([4 * 13 + 4, 8 * 13, -1, 12])
    expect(moves.map(({ clock }) => clock!.spent)).toEqual([1.5, 0.02, 3, 0.001])
  })

  it('gives the first moves of a free handicap to Black, and says which moves it cannot read', async () => {
    const data = { ...OGS.gamedata, initial_state: undefined, initial_player: 'black', free_handicap_placement: true }
    const free = await recordOf({ ...OGS, gamedata: data })
    expect(free.nodes.slice(1).map(({ move }) => moveColour(move!))).toEqual([1, 1, 2, 1])
    const { entries: games } = await inJson({ ...OGS, gamedata: { ...data, moves: [[4, 4], [99, 1], 'x'] } })
    expect(games[0]!.issues.map(({ id }) => id)).toContain('servers/bad-moves')
    expect(games[0]!.record!.nodes.filter(({ unread }) => unread)).toHaveLength(2)
  })

  it('tells of stones at the start that are on no point of the board', async () => {
    const data = { ...OGS.gamedata, initial_state: { black: 'cczz', white: 'k' } }
    const { entries: games } = await inJson({ ...OGS, gamedata: data })
    const told = games[0]!.issues.filter(({ id }) => id === 'text/left-out').map(({ params }) => params)
    expect(told).toEqual([{ text: 'initial_state.black zz' }, { text: 'initial_state.white k' }])
  })

  it.each([
    ['Resignation', { outcome: 'win', winner: 1, by: 'resignation' }],
    ['Timeout', { outcome: 'win', winner: 1, by: 'time' }],
    ['Cancellation', { outcome: 'void', text: 'Cancellation' }],
    ['Moderator Decision', { outcome: 'win', winner: 1, text: 'Moderator Decision' }],
  ])('says how a game ended: %s', async (outcome, result) => {
    expect((await recordOf({ ...OGS, gamedata: { ...OGS.gamedata, outcome } })).header.result).toEqual(result)
  })
})

describe('Fox', () => {
  it('gives SGF, alone or in a list', async () => {
    const record = await recordOf(FOX)
    expect(record).toMatchObject({
      game: 'go',
      header: { id: '1700000000000000001', domain: 'fox', players: [{ name: '黑棋' }, { name: '白棋' }] },
      native: { fox: { blackdan: 24, movenum: 2 } },
    })
    expect(record.nodes).toHaveLength(3)
    const { format, entries: games } = await inJson(FOX_LIST)
    expect([format, games.map(({ record: each }) => each!.header.id)]).toEqual(['fox', [FOX.chessid, '2']])
  })

  it('is not made up from a list without moves', async () => {
    const source = new MemorySource(
      'list.json',
      new TextEncoder().encode(JSON.stringify({ chesslist: [{ chessid: 1 }] })),
    )
    expect(detectFormats(source).filter(({ certainty }) => certainty >= 0.5)).toEqual([])
  })
})

describe('puzzles of lichess', () => {
  it('begin after the move that leads to them', async () => {
    const { format, entries: puzzles } = await entries(PUZZLES, 'puzzles.csv')
    expect(format).toBe('lichess-puzzles')
    const record = puzzles[0]!.record!
    expect(sanOf(record)).toEqual(['Be6+', 'Kd8', 'Qf8#'])
    expect(record.header).toMatchObject({
      kind: 'problem',
      id: 'x0001',
      openingName: 'Italian Game Classical',
      tags: { Rating: '1760', Themes: 'mate mateIn2' },
    })
    expect(record.native).toEqual({
      'lichess-puzzles': { FEN: 'q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17', move: 'e8d7' },
    })
  })

  it('need no line of names, and a line that is none is told', async () => {
    const lines = PUZZLES.split('\n').slice(1)
    const text = [lines[0], 'x,not a position,e2e4', lines[1]!.replace('e8e1', 'e8h1')].join('\n')
    const { entries: puzzles } = await entries(text, 'puzzles.csv')
    expect(puzzles.map(({ issues }) => issues.map(({ id }) => id))).toEqual([
      [],
      ['servers/bad-line'],
      ['servers/bad-moves'],
    ])
  })
})

test('a file that is cut off keeps the games before, and says so', async () => {
  const text = JSON.stringify(CHESS_COM)
  const whole = await entries(text)
  const cut = await entries(text.slice(0, -40))
  expect(cut.issues).toEqual(['servers/cut'])
  expect(cut.entries).toEqual(whole.entries.slice(0, 1))
})

test('a list of games, spaces and a mark of UTF-8 before it', async () => {
  const { format, entries: games } = await entries(`\uFEFF \n${JSON.stringify([LICHESS, LICHESS], undefined, 2)}`)
  expect([format, games.length, games.map(({ issues }) => issues)]).toEqual(['lichess', 2, [[], []]])
})

test.each([
  ['an empty list', '[]'],
  ['other JSON', '{"games":[{"name":"x"}]}'],
  ['a game without moves', JSON.stringify({ games: [{ ...CHESS_COM.games[0], pgn: undefined, tcn: undefined }] })],
  ['text', 'e4 e5'],
])('no format of servers claims %s', (_, text) => {
  const source = new MemorySource('x.json', new TextEncoder().encode(text))
  const ids = detectFormats(source).map(({ format }) => format.id)
  expect(ids.filter((id) => ['chess-com', 'fox', 'lichess', 'lichess-puzzles', 'ogs'].includes(id))).toEqual([])
})

describe('a game that is damaged', () => {
  const whole = CHESS_COM.games[0]!

  it.each([
    ['PGN', [whole, { ...whole, pgn: 'no game at all' }, whole]],
    ['SGF', [FOX, { ...FOX, chess: 'no game at all' }, FOX]],
  ])('leaves the others as they are: %s that is none', async (_kind, games) => {
    const read = await inJson(games)
    expect(read.entries.map(({ record }) => record !== undefined)).toEqual([true, false, true])
    expect(read.entries[1]!.issues.map(({ id }) => id)).toEqual(['servers/no-game'])
  })

  it('leaves the others as they are: a bracket too many', async () => {
    const line = JSON.stringify(LICHESS)
    const read = await entries([line, `${line}}`, line].join('\n'))
    expect([read.entries.length, read.issues]).toEqual([3, ['text/left-out']])
    expect(read.entries.every(({ record }) => record !== undefined)).toBe(true)
  })

  it('does not hide a second one in its text', async () => {
    const read = await inJson({ ...whole, pgn: `${whole.pgn}\n\n[Event "second"]\n\n1. c4 *\n` })
    expect(read.entries[0]!.issues).toMatchObject([
      { id: 'text/left-out', params: { text: '[Event "second"]\n\n1. c4 *' } },
    ])
  })
})

it('OGS: half a point at the end of the moves is told, and no margin is made up', async () => {
  const game = {
    width: 9,
    height: 9,
    players: {},
    moves: 'aab',
    outcome: '1.2.3 points',
    winner: 1,
    black_player_id: 1,
  }
  const [entry] = (await inJson(game)).entries
  expect(entry!.record!.header.result).toEqual({ outcome: 'win', winner: 1, text: '1.2.3 points' })
  expect(entry!.record!.nodes.at(-1)!.unread).toEqual({ text: '"b"' })
  expect(entry!.issues.map(({ id }) => id)).toEqual(['servers/bad-moves'])
})
