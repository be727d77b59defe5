/** The server for assistants, spoken to by the client of the protocol's own SDK. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addLabel, Database, importSources, saveSearch } from '../../src/database/index.ts'
import { PROGRAM } from '../support/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-mcp-'))
const games = join(folder, 'games.db')

const PGN = `[Event "Paris Opera"]
[Site "Paris"]
[Date "1858.??.??"]
[White "Morphy, Paul"]
[Black "Karl, Duke"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 {Philidor} 3. d4 Bg4 1-0

[Event "Other"]
[White "Borisova, Anna"]
[Black "Boris"]
[Date "2001.01.01"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2
`

interface Part {
  type: string
  text?: string
  resource?: { mimeType: string; text: string }
}

let client: Client

async function connect(...options: string[]): Promise<Client> {
  const connected = new Client({ name: 'test', version: '1' })
  const args = [...PROGRAM, 'mcp', games, ...options]
  await connected.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  return connected
}

async function call(name: string, given: Record<string, unknown> = {}, from = client) {
  const answer = await from.callTool({ name, arguments: given })
  const parts = answer.content as Part[]
  return { isError: answer.isError === true, parts, texts: parts.flatMap(({ text }) => text ?? []) }
}

const lines = (text: string) => text.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)

/** Text in a fixed order. */
const sorted = (texts: unknown[]) => texts.map(String).sort((left, right) => (left < right ? -1 : 1))

beforeAll(async () => {
  writeFileSync(join(folder, 'games.pgn'), PGN)
  const database = await Database.open(games)
  await importSources(database, [{ path: join(folder, 'games.pgn') }])
  database.close()
  client = await connect()
})

afterAll(async () => {
  await client.close()
  rmSync(folder, { recursive: true })
})

describe('the server for assistants', () => {
  it('offers its tools, all of them for reading', async () => {
    const { tools } = await client.listTools()
    expect(sorted(tools.map(({ name }) => name))).toEqual([
      'convert_text',
      'describe_database',
      'event',
      'explore_position',
      'get_game',
      'player',
      'query_sql',
      'search_games',
      'show_position',
    ])
    for (const { annotations, description } of tools) {
      expect(annotations?.readOnlyHint).toBe(true)
      expect(description).toMatch(/\.$/)
    }
    const game = tools.find(({ name }) => name === 'get_game')!
    expect(game.title).toBe('Get a game')
    expect(game.inputSchema).toMatchObject({ type: 'object', required: ['id'], additionalProperties: false })
    expect(Object.keys(game.inputSchema.properties!)).toEqual(['id', 'format', 'ply'])
  })

  it('describes the contents of the database', async () => {
    const { texts } = await call('describe_database')
    expect(JSON.parse(texts[0]!)).toEqual({ games: [{ game: 'chess', games: 2 }] })
    expect(lines(texts[1]!).map(({ table }) => table)).toContain('games')
  })

  it('finds games by the conditions of every search', async () => {
    const [total, ...found] = lines((await call('search_games', { player: 'paul morphy', year: 1858 })).texts[0]!)
    expect(total).toEqual({ total: 1 })
    expect(found).toMatchObject([{ id: 1, white: { name: 'Morphy, Paul' }, result: '1-0' }])
    const [none] = lines((await call('search_games', { player: 'morphy', result: 'loss' })).texts[0]!)
    expect(none).toEqual({ total: 0 })
    const byDate = lines((await call('search_games', { sort: '-date', max: 1 })).texts[0]!)
    expect(byDate).toMatchObject([{ total: 2 }, { id: 2 }])
  })

  it('finds games by the tags, collections and saved searches of its user', async () => {
    await client.close()
    const database = await Database.open(games)
    await addLabel(database, 'tag', 'to review', [1])
    await addLabel(database, 'collection', 'Openings/Philidor', [1])
    await saveSearch(database, 'old games', { year: '1858' })
    database.close()
    client = await connect()
    expect(JSON.parse((await call('describe_database')).texts[0]!)).toMatchObject({
      tags: [{ name: 'to review', games: 1 }],
      collections: [{ name: 'Openings/Philidor', games: 1 }],
      savedSearches: [{ name: 'old games', conditions: { year: '1858' } }],
    })
    for (const given of [{ tag: 'to review' }, { collection: 'Openings' }, { saved: 'old games' }]) {
      expect(lines((await call('search_games', given)).texts[0]!)).toMatchObject([{ total: 1 }, { id: 1 }])
    }
    expect(await call('search_games', { saved: 'none' })).toMatchObject({ isError: true })
    expect(JSON.parse((await call('explore_position', { tag: 'to review' })).texts[0]!)).toMatchObject({ games: 1 })
  })

  it('explores positions', async () => {
    const { texts } = await call('explore_position', { moves: 'e4', topGames: 1 })
    expect(JSON.parse(texts[0]!)).toMatchObject({ games: 1, moves: [{ san: 'e5' }], topGames: [{ id: '1' }] })
    const limited = await call('explore_position', { white: 'anna' })
    expect(JSON.parse(limited.texts[0]!).moves).toMatchObject([{ san: 'd4' }])
  })

  it('gives a game as text and as a picture', async () => {
    const { texts, parts } = await call('get_game', { id: 1, ply: 2 })
    expect(texts[0]).toContain('2. Nf3 d6 {Philidor} 3. d4')
    expect(JSON.parse(texts[1]!).position).toContain('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w')
    const picture = parts.find(({ type }) => type === 'resource')!.resource!
    expect(picture.mimeType).toBe('image/svg+xml')
    expect(picture.text).toMatch(/^<svg [^>]*>.*<\/svg>\n$/)
    const sgf = await call('get_game', { id: 1, format: 'sgf' })
    expect(sgf).toMatchObject({ isError: true })
  })

  it('returns players and events', async () => {
    const morphy = await call('player', { name: 'morphy' })
    expect(JSON.parse(morphy.texts[0]!)).toMatchObject({ name: 'Morphy, Paul' })
    const several = await call('player', { name: 'bor' })
    expect(sorted(lines(several.texts[0]!).map(({ name }) => name))).toEqual(['Boris', 'Borisova, Anna'])
    expect(await call('player', { name: 'nobody' })).toMatchObject({
      isError: true,
      texts: ['no player has this name'],
    })
    expect(JSON.parse((await call('event', { name: 'opera' })).texts[0]!)).toMatchObject({ name: 'Paris Opera' })
  })

  it('runs queries, which cannot change anything or access files', async () => {
    const { texts } = await call('query_sql', { query: 'SELECT id, date FROM games ORDER BY id' })
    expect(lines(texts[0]!)).toMatchObject([{ id: 1 }, { id: 2 }])
    for (const query of [
      'DELETE FROM games',
      "SELECT * FROM read_text('/etc/hostname')",
      "COPY games TO '/tmp/x.csv'",
      'SET enable_external_access = true',
      'nonsense',
    ]) {
      expect((await call('query_sql', { query })).isError, query).toBe(true)
    }
  })

  it('shows positions of every game', async () => {
    for (const [game, moves] of [
      ['chess', 'e4'],
      ['xiangqi', '炮二平五'],
      ['go', 'D4'],
      ['othello', 'f5'],
    ]) {
      const { parts, texts } = await call('show_position', { game, moves })
      expect(parts.at(-1)!.resource!.text).toContain('<svg ')
      expect(JSON.parse(texts[0]!).moves.length).toBeGreaterThan(2)
    }
    expect((await call('show_position', { moves: 'e5' })).isError).toBe(true)
  })

  it('converts texts and reports what is lost', async () => {
    const { texts } = await call('convert_text', { text: '1. e4 {hello [%csl Ge4]} e5 *', to: 'jsonl' })
    expect(JSON.parse(texts[0]!)).toMatchObject({ game: 'chess' })
    expect(JSON.parse(texts[1]!)).toMatchObject({ written: 1, losses: [] })
    const { texts: lossy } = await call('convert_text', { text: `By nobody.\n\n${PGN}`, to: 'pgn' })
    expect(JSON.stringify(lossy)).toContain('the text about the whole file')
    expect((await call('convert_text', { text: 'not a game', to: 'pgn' })).isError).toBe(true)
    expect((await call('convert_text', { text: PGN, to: 'chessbase' })).isError).toBe(true)
  })

  it('refuses arguments that it does not know', async () => {
    const wrong = await call('search_games', { colour: 'green' })
    expect(wrong.isError).toBe(true)
    expect((await call('get_game', { id: 99 })).texts[0]).toContain('99')
    const answer = await client.callTool({ name: 'search_games', arguments: { plaeyr: 'x' } }).catch(() => 'refused')
    expect(answer === 'refused' || (answer as { isError?: boolean }).isError).toBe(true)
  })

  it('imports games if it may write, and offers no SQL then', async () => {
    await client.close()
    const writer = await connect('--write')
    const { tools } = await writer.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toContain('import_games')
    expect(names).not.toContain('query_sql')
    const given = { name: 'new.pgn', text: '[White "Clara"]\n\n1. c4 *' }
    expect((await call('import_games', given, writer)).isError).toBe(false)
    const [total] = lines((await call('search_games', { player: 'clara' }, writer)).texts[0]!)
    expect(total).toEqual({ total: 1 })
    await writer.close()
    client = await connect()
  })
})
