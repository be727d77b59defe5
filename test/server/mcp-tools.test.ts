/** The tools for assistants one by one: what they return by default and at most, and what they refuse. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setLabels, type Database } from '../../src/database/index.ts'
import { toolsFor } from '../../src/mcp/server.ts'
import { limitedRows } from '../../src/mcp/limited-query.ts'
import { ArgumentError, isAboutArguments, type Arguments, type Content } from '../../src/mcp/tool.ts'
import { emptyRecord, makeMove, makePlacement, type Game, type GameRecord, type Move } from '../../src/model/index.ts'
import { importRecords } from '../support/databases.ts'

function record(game: Game, moves: readonly Move[], header: Partial<GameRecord['header']> = {}): GameRecord {
  const made = emptyRecord(game)
  for (const [index, move] of moves.entries()) made.nodes.push({ parent: index, move })
  Object.assign(made.header, header)
  return made
}

const player = (name: string) => [{ colour: 1 as const, name }]
const numbered = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name} ${String(index).padStart(3, '0')}`)

const CHESS = record('chess', [makeMove(12, 28), makeMove(52, 36)], { event: { name: 'Single Cup' } })
const RECORDS = [
  CHESS,
  { ...record('go', [makePlacement(12, 1)]), size: { columns: 9, rows: 9 } },
  record('othello', [makePlacement(37, 1)]),
  record('xiangqi', []),
  ...numbered(210, 'Many').map((name) => record('chess', [], { players: player(name), event: { name } })),
]

let folder: string
let database: Database

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ludograph-mcp-tools-'))
  database = await importRecords(folder, 'games.db', RECORDS)
})
afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const tools = () => [...toolsFor({ readOnly: true }), ...toolsFor({ readOnly: false })]

async function call(name: string, given: Arguments = {}): Promise<Content[]> {
  return await tools()
    .find((tool) => tool.name === name)!
    .run(database, given)
}

async function texts(name: string, given?: Arguments): Promise<string[]> {
  return (await call(name, given)).flatMap((part) => (part.type === 'text' ? [part.text] : []))
}

async function lines(name: string, given?: Arguments): Promise<Record<string, unknown>[]> {
  const [text] = await texts(name, given)
  return text!.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
}

async function refusal(name: string, given?: Arguments): Promise<string> {
  try {
    await call(name, given)
  } catch (error) {
    if (isAboutArguments(error)) return error.message
    throw error
  }
  return 'nothing'
}

describe('every tool', () => {
  it('says in words what it is and what each argument means, and requires arguments that it has', () => {
    for (const { name, title, description, properties, required = [] } of tools()) {
      expect(title, name).toMatch(/^[A-Z]/)
      expect(description, name).toMatch(/\.$/)
      for (const [argument, schema] of Object.entries(properties)) {
        const { type, description: meaning } = schema as { type?: unknown; description?: string }
        expect(meaning, `${name} ${argument}`).toMatch(/\w/)
        const types = Array.isArray(type) ? type : [type]
        for (const one of types) expect(['string', 'number', 'integer'], `${name} ${argument}`).toContain(one)
      }
      for (const argument of required) expect(Object.keys(properties), name).toContain(argument)
    }
  })

  it.each([
    ['search_games', []],
    ['get_game', ['id']],
    ['player', ['name']],
    ['event', ['name']],
    ['query_sql', ['query']],
    ['convert_text', ['text', 'to']],
  ])('%s requires %j', async (name, required) => {
    const tool = tools().find((one) => one.name === name)!
    expect(tool.required ?? []).toEqual(required)
    for (const argument of required) {
      const others = Object.fromEntries(required.filter((one) => one !== argument).map((one) => [one, 'pgn']))
      expect(await refusal(name, others)).toBe(`${argument} is missing`)
      expect(await refusal(name, { ...others, [argument]: ' ' })).toBe(`${argument} is missing`)
    }
  })

  it('that changes the database says so, and is offered only where that may be', () => {
    const changing = (readOnly: boolean) => toolsFor({ readOnly }).filter(({ isChange }) => isChange)
    expect(changing(true)).toEqual([])
    expect(changing(false).map(({ name }) => name)).toEqual(['import_games'])
  })
})

describe('lists', () => {
  it.each([
    ['search_games', { player: 'many' }, 1 + 20, 1 + 200],
    ['player', { name: 'many' }, 50, 210],
    ['event', { name: 'many' }, 50, 210],
    ['query_sql', { query: 'SELECT * FROM range(600)' }, 50, 500],
  ])('of %s are short by default and have an end', async (name, given, usual, most) => {
    expect(await lines(name, given)).toHaveLength(usual)
    expect(await lines(name, { ...given, max: 3 })).toHaveLength(name === 'search_games' ? 4 : 3)
    expect(await lines(name, { ...given, max: '1000000' })).toHaveLength(most)
    for (const max of ['many', -1, 1.5, '12345678901']) {
      expect(await refusal(name, { ...given, max })).toBe(`max takes a whole number, not ${max}`)
    }
  })

  it('are refused with as much of a wrong number as a sentence can hold', async () => {
    const refused = await refusal('search_games', { max: '1234567890'.repeat(9) })
    expect(refused).toBe(`max takes a whole number, not ${'1234567890'.repeat(4)}`)
  })

  it('of games are sorted and paged as is asked for', async () => {
    const ids = async (given: Arguments) =>
      (await lines('search_games', { event: 'many', max: 2, ...given })).slice(1).map(({ id }) => id)
    const all = (await lines('search_games', { event: 'many', max: 200 })).slice(1).map(({ id }) => id)
    expect(await ids({ offset: 3 })).toEqual(all.slice(3, 5))
    const [first] = await ids({ sort: 'event' })
    const [last] = await ids({ sort: '-event' })
    expect(Number(last) - Number(first)).toBe(209)
    expect(await refusal('search_games', { sort: 'colour' })).toMatch(/^sort must be one of .*date/)
  })

  it('of one name are that player or event', async () => {
    const [only] = await texts('player', { name: 'many 007' })
    expect(JSON.parse(only!)).toMatchObject({ name: 'Many 007' })
    const [cup] = await texts('event', { name: 'single' })
    expect(JSON.parse(cup!)).toMatchObject({ name: 'Single Cup' })
    expect(await refusal('player', { name: 'nobody' })).toBe('no player has this name')
    expect(await refusal('event', { name: 'nowhere' })).toBe('no event has this name')
  })
})

describe('SQL', () => {
  it('returns its rows as plain JSON, and says when there are none', async () => {
    expect(await lines('query_sql', { query: "SELECT 2 AS two, 'x' AS text, 5000000000 AS large" })).toEqual([
      { two: 2, text: 'x', large: 5_000_000_000 },
    ])
    expect(await texts('query_sql', { query: 'SELECT 1 WHERE false' })).toEqual(['no rows'])
    expect(await refusal('query_sql', { query: 'SELECT nothing_there' })).toContain('nothing_there')
  })

  it('stops SQL that takes too long, or that nobody waits for', async () => {
    const query = 'SELECT count(*) FROM range(1000000000000) WHERE range % 7 = 3'
    await expect(limitedRows(database, query, 50, undefined, 0.1)).rejects.toThrow('more than 0.1 seconds')
    const cancelled = new AbortController()
    const asked = limitedRows(database, query, 50, cancelled.signal)
    cancelled.abort(new ArgumentError('the client has gone'))
    await expect(asked).rejects.toThrow('the client has gone')
    // The next one is not disturbed.
    expect(await lines('query_sql', { query: 'SELECT 1 AS one' })).toEqual([{ one: 1 }])
  })

  it('returns no more than can be read, and makes no text of what is larger', async () => {
    expect(await refusal('query_sql', { query: "SELECT repeat('x', 400000000)" })).toMatch(/400000000 bytes|512 MB/)
    expect(await refusal('query_sql', { query: "SELECT repeat('x', 2000000)" })).toContain('larger than 1 MB')
    expect(await refusal('query_sql', { query: 'SELECT range(40000000)' })).toMatch(/bytes|memory/i)
    const query = "SELECT CASE WHEN range % 2 = 0 THEN repeat('x', 30) END AS text FROM range(2000)"
    expect(await lines('query_sql', { query, max: 3 })).toEqual([
      { text: 'x'.repeat(30) },
      { text: null },
      { text: 'x'.repeat(30) },
    ])
  })
})

describe('a game', () => {
  it.each([
    [1, /^\[Event "Single Cup"\]/],
    [2, /^\(;/],
    [3, /^\(;GM\[Othello\]/],
    [4, /^\[Game "Chinese Chess"\]|^\[/],
  ])('%i is given in the usual format of its kind', async (id, text) => {
    const [given] = await texts('get_game', { id })
    expect(given).toMatch(text)
  })

  it('is given in another format if that is text', async () => {
    const [line] = await texts('get_game', { id: 1, format: 'jsonl' })
    expect(JSON.parse(line!)).toMatchObject({ game: 'chess' })
    expect(await refusal('get_game', { id: 1, format: 'sgf' })).toBe('sgf cannot store chess games')
    expect(await refusal('get_game', { id: 1, format: 'nonsense' })).toBe('nonsense cannot store chess games')
    expect(await refusal('get_game', { id: 1, format: 'chessbase' })).toBe('chessbase is not a format of text')
    expect(await refusal('get_game', { id: 4, format: 'xqf' })).toBe('xqf is not a format of text')
    expect(await refusal('get_game', { id: 9999 })).toBe('there is no game 9999')
  })

  it('is shown at its end or after some plies, with the last move', async () => {
    const shown = async (given: Arguments) => {
      const parts = await call('get_game', { id: 1, ...given })
      const [, position] = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
      const [picture] = parts.flatMap((part) => (part.type === 'resource' ? [part.resource] : []))
      const { game, position: text } = JSON.parse(position!) as { game: string; position: string }
      expect(game).toBe('chess')
      expect(picture).toMatchObject({
        uri: `ludograph:position/chess/${encodeURIComponent(text)}.svg`,
        mimeType: 'image/svg+xml',
      })
      return [text.split(' ')[0], picture!.text.split('fill-opacity').length - 1]
    }
    const end = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR'
    expect(await shown({})).toEqual([end, 2])
    expect(await shown({ ply: 99 })).toEqual([end, 2])
    expect(await shown({ ply: 1 })).toEqual(['rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR', 2])
    expect(await shown({ ply: 0 })).toEqual(['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR', 0])
  })

  it('comes with its own tags, collections and note, if it has any', async () => {
    expect(await texts('get_game', { id: 2 })).toHaveLength(2)
    const labels = { tags: ['endgame'], collections: ['Lessons'], note: 'ask Ann' }
    await setLabels(database, 2, labels)
    const given = await texts('get_game', { id: 2 })
    expect(given).toHaveLength(3)
    expect(JSON.parse(given[2]!)).toEqual({ labels })
    await setLabels(database, 2, { tags: [], collections: [] })
    expect(await texts('get_game', { id: 2 })).toHaveLength(2)
  })
})

describe('positions', () => {
  it('are chess by default, with the moves that are legal there', async () => {
    const [moves, position] = await texts('show_position')
    expect((JSON.parse(moves!) as { moves: string[] }).moves).toHaveLength(20)
    expect(JSON.parse(moves!)).toMatchObject({ moves: expect.arrayContaining(['e4', 'Nf3']) as string[] })
    expect(JSON.parse(position!)).toMatchObject({ game: 'chess' })
    expect(await refusal('show_position', { game: 'checkers' })).toBe('game must be one of chess, xiangqi, go, othello')
  })

  it('are explored from the start by default, without games', async () => {
    const [start] = await texts('explore_position', {})
    expect(JSON.parse(start!)).toMatchObject({ games: 211, moves: [{ san: 'e4' }] })
    expect((JSON.parse(start!) as { topGames?: unknown[] }).topGames ?? []).toEqual([])
    const [othello] = await texts('explore_position', { game: 'othello' })
    expect(JSON.parse(othello!)).toMatchObject({ games: 1 })
    const many = JSON.parse((await texts('explore_position', { topGames: 100 }))[0]!) as { topGames: unknown[] }
    expect(many.topGames).toHaveLength(20)
  })
})

describe('texts', () => {
  it('are converted, with what is counted and lost', async () => {
    const text = '[White "Ann"]\n\n1. e4 {[%clk 1:00:00]} *\n\n1. d4 *'
    const [records, report] = await texts('convert_text', { text, to: 'jsonl' })
    expect(records!.trim().split('\n')).toHaveLength(2)
    expect(JSON.parse(report!)).toMatchObject({ read: 2, written: 2, losses: [] })
    const mixed = '(;GM[1]SZ[9]KM[6.5];B[aa])'
    const [, lost] = await texts('convert_text', { text: mixed, to: 'pgn' })
    expect(JSON.parse(lost!)).toMatchObject({ read: 1, written: 0 })
    expect((JSON.parse(lost!) as { losses: string[] }).losses[0]).toMatch(/^1 × \w/)
  })

  it('are not converted to formats that are not text, or too long, or of no format', async () => {
    expect(await refusal('convert_text', { text: '1. e4 *', to: 'chessbase' })).toBe(
      'chessbase is not a format of text',
    )
    expect(await refusal('convert_text', { text: '1. e4 *', to: 'nonsense' })).toBe(
      'nonsense is not a format that can be written',
    )
    expect(await refusal('convert_text', { text: 'x'.repeat((1 << 23) + 1), to: 'pgn' })).toBe(
      'the text is longer than 8388608 bytes',
    )
  })

  it('are imported under their name, and known again', async () => {
    const given = { text: '[White "New"]\n\n1. c4 *', name: 'new.pgn' }
    expect(tools().find(({ name }) => name === 'import_games')!.required).toEqual(['text', 'name'])
    const [report] = await texts('import_games', given)
    expect(JSON.parse(report!)).toMatchObject({ imported: 1, games: 1, failures: [] })
    const [again] = await texts('import_games', given)
    expect(JSON.parse(again!)).toMatchObject({ imported: 0, skipped: 1 })
    const [{ total }] = (await lines('search_games', { source: 'new.pgn' })) as [{ total: number }]
    expect(total).toBe(1)
  })
})
