/** The explorer at the addresses of lichess's, asked as its clients ask. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database, importSources } from '../../src/database/index.ts'
import { serve, type RunningServer } from '../../src/server/serve.ts'
import { askHttp, jsonLines } from '../support/http.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-lichess-'))
const SITE = 'https://lichess.example'
let database: Database
let server: RunningServer

interface Game {
  white: string
  black: string
  elo?: [number, number]
  date: string
  result: string
  moves: string
}

const CASTLED = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O'
const GAMES: Game[] = [
  { white: 'Anna', black: 'Boris', elo: [2300, 2500], date: '2001.05.02', result: '1-0', moves: CASTLED },
  { white: 'Boris', black: 'Anna', elo: [2510, 2510], date: '2003.11.??', result: '1/2-1/2', moves: `${CASTLED} Be7` },
  { white: 'Clara', black: 'Anna', elo: [1500, 1700], date: '2003.02.01', result: '0-1', moves: '1. d4 d5' },
  { white: 'Clara', black: 'Dora', date: '????.??.??', result: '0-1', moves: '1. e4 c5' },
]

beforeAll(async () => {
  const text = GAMES.map(({ white, black, elo, date, result, moves }) => {
    const ratings = elo ? `[WhiteElo "${elo[0]}"]\n[BlackElo "${elo[1]}"]\n` : ''
    const tags = `[Date "${date}"]\n[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n`
    return `[Event "Test"]\n${tags}${ratings}\n${moves} ${result}\n`
  }).join('\n')
  writeFileSync(join(folder, 'games.pgn'), text)
  const writable = await Database.open(join(folder, 'games.db'))
  await importSources(writable, [{ path: join(folder, 'games.pgn') }])
  writable.close()
  database = await Database.open(join(folder, 'games.db'), { readOnly: true })
  server = await serve(database, { allowedOrigins: [SITE] })
})

afterAll(async () => {
  await server.close()
  database.close()
  rmSync(folder, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  askHttp(server.address + path, method, undefined, headers)
const json = async (path: string) => JSON.parse((await get(path)).text)
const ids = (games: { id: string }[]) => games.map(({ id }) => id)

describe("lichess's explorer", () => {
  it('returns every field that clients read for the initial position', async () => {
    const answer = await json('/masters')
    expect(answer).toMatchObject({ white: 1, draws: 1, black: 2, opening: null })
    expect(answer.moves.map(({ san }: { san: string }) => san)).toEqual(['e4', 'd4'])
    const [e4, d4] = answer.moves
    expect(e4).toEqual({
      uci: 'e2e4',
      san: 'e4',
      averageRating: 2405,
      white: 1,
      draws: 1,
      black: 1,
      game: null,
      opening: { eco: 'B00', name: expect.stringContaining("King's Pawn") },
    })
    expect(d4.game).toEqual({
      uci: 'd2d4',
      id: '3',
      winner: 'black',
      white: { name: 'Clara', rating: 1500 },
      black: { name: 'Anna', rating: 1700 },
      year: 2003,
      month: '2003-02',
    })
    expect(ids(answer.topGames)).toEqual(['2', '1', '3', '4'])
    expect(answer.topGames[3]).toMatchObject({ year: 0, month: null, white: { name: 'Clara', rating: 0 } })
    expect(answer.recentGames).toEqual([])
  })

  it('names the opening of the position', async () => {
    const { opening, moves } = await json('/masters?play=e2e4,e7e5,g1f3,b8c6')
    expect(opening).toEqual({ eco: expect.stringMatching(/^C4/), name: expect.any(String) })
    expect(moves[0].opening).toEqual({ eco: expect.stringMatching(/^C6/), name: 'Ruy Lopez' })
  })

  it('lists the latest games by their months where the years are equal', async () => {
    const { recentGames, topGames } = await json('/lichess?recentGames=3&topGames=0')
    expect(ids(recentGames)).toEqual(['2', '3', '1'])
    expect(topGames).toEqual([])
    expect(recentGames[0]).toMatchObject({ winner: null, uci: 'e2e4', month: '2003-11' })
  })

  it('writes castling as the king’s move to the rook and reads both spellings', async () => {
    const before = 'e2e4,e7e5,g1f3,b8c6,f1b5,a7a6,b5a4,g8f6'
    const { moves } = await json(`/masters?play=${before}`)
    expect(moves).toMatchObject([{ uci: 'e1h1', san: 'O-O', white: 1, draws: 1, black: 0 }])
    for (const castling of ['e1g1', 'e1h1']) {
      expect((await json(`/masters?play=${before},${castling}`)).moves).toMatchObject([{ uci: 'f8e7' }])
    }
    const fen = encodeURIComponent('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2')
    expect((await json(`/lichess?fen=${fen}`)).moves).toMatchObject([{ uci: 'g1f3', white: 1, draws: 1 }])
  })

  it('limits moves, years and rating groups', async () => {
    expect((await json('/masters?moves=1')).moves).toHaveLength(1)
    expect(await json('/masters?since=2003')).toMatchObject({ white: 0, draws: 1, black: 1 })
    expect(await json('/masters?until=2002')).toMatchObject({ white: 1, draws: 0, black: 0 })
    expect(await json('/lichess?since=2003-03&until=2003-12')).toMatchObject({ white: 0, draws: 1, black: 0 })
    expect(await json('/lichess?ratings=2200')).toMatchObject({ white: 1, draws: 0, black: 1 })
    expect(await json('/lichess?ratings=1600,2500')).toMatchObject({ white: 0, draws: 1, black: 2 })
    // A game without ratings is in every group.
    expect(await json('/lichess?ratings=1000')).toMatchObject({ white: 0, draws: 0, black: 1 })
    expect(await json('/masters?ratings=1000')).toMatchObject({ white: 1 })
  })

  it('returns one line of ndjson for a player', async () => {
    const { headers, text } = await get('/player?player=anna&color=black&modes=rated&speeds=blitz,rapid')
    expect(headers['content-type']).toBe('application/x-ndjson')
    const lines = jsonLines(text)
    expect(lines).toHaveLength(1)
    const answer = JSON.parse(text)
    expect(answer).toMatchObject({ white: 0, draws: 1, black: 1 })
    const e4 = answer.moves.find(({ uci }: { uci: string }) => uci === 'e2e4')
    expect(e4).toMatchObject({ averageOpponentRating: 2510, performance: 2510 })
    expect(e4).not.toHaveProperty('averageRating')
    expect(ids(answer.recentGames)).toEqual(['2', '3'])
  })

  it('gives a game as PGN', async () => {
    const { status, text, headers } = await get('/masters/pgn/3')
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('chess-pgn')
    expect(text).toContain('[White "Clara"]')
    expect((await get('/masters/pgn/99')).status).toBe(404)
    // Older clients leave out a letter.
    expect((await get('/master/pgn/3')).text).toBe(text)
    expect(await json('/master')).toEqual(await json('/masters'))
  })

  it('accepts parameters it has no data for, and finds nothing in variants it does not have', async () => {
    const asked = 'variant=standard&speeds%5B%5D=blitz&source=analysis&history=false&queuePosition=1'
    expect(await json(`/lichess?${asked}`)).toMatchObject({ white: 1, draws: 1, black: 2 })
    expect(await json('/lichess?variant=antichess&play=e2e3')).toEqual({
      white: 0,
      draws: 0,
      black: 0,
      moves: [],
      topGames: [],
      recentGames: [],
      opening: null,
    })
    const noKings = encodeURIComponent('8/8/8/8/8/8/8/8 w - - 0 1')
    expect(await json(`/masters?fen=${noKings}`)).toMatchObject({ white: 0, draws: 0, black: 0, moves: [] })
  })

  it('refuses moves that are illegal and text that is not a position', async () => {
    expect((await get('/masters?play=e2e5')).status).toBe(400)
    expect((await get('/masters?fen=nonsense')).status).toBe(400)
    expect((await get('/api/explore?speeds=blitz')).status).toBe(400)
  })

  // The requests of programs that are used with it, as their sources make them, and of client libraries, as recorded.
  it.each([
    [
      'en-croissant',
      '/lichess?variant=standard&fen=rnbqkbnr%2Fpppppppp%2F8%2F8%2F8%2F8%2FPPPPPPPP%2FRNBQKBNR%20w%20KQkq%20-%200%201' +
        '&speeds=bullet,blitz,rapid&ratings=1000,1200,1400,1600,1800,2000,2200,2500&recentGames=4&moves=12',
    ],
    [
      'Nibbler',
      '/masters?variant=standard&fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201&topGames=0',
    ],
    [
      "lila's interface",
      '/lichess?variant=standard&fen=rnbqkbnr%2Fpppppppp%2F8%2F8%2F8%2F8%2FPPPPPPPP%2FRNBQKBNR+w+KQkq+-+0+1' +
        '&play=&since=1952-01&until=2099-12&speeds=blitz%2Crapid%2Cclassical&ratings=1600%2C2200%2C2500&source=analysis',
    ],
    [
      'berserk 0.14.0 (PyPI)',
      '/lichess?variant=standard&play=e2e4&speeds=blitz%2Crapid&ratings=2200%2C2500&since=1800-01&until=2030-12' +
        '&moves=3&topGames=2&recentGames=2&history=True',
    ],
    [
      'openapi-fetch 0.17.0 (npm), which repeats parameters with several values',
      '/lichess?variant=standard&fen=rnbqkbnr%2Fpppppppp%2F8%2F8%2F8%2F8%2FPPPPPPPP%2FRNBQKBNR%20w%20KQkq%20-%200%201' +
        '&play=e2e4&speeds=blitz&speeds=rapid&ratings=1600&ratings=1800&moves=5&topGames=2&recentGames=2&history=false',
    ],
  ])('answers the requests of %s', async (_, path) => {
    const answer = await json(path)
    expect(answer.moves.length).toBeGreaterThan(0)
    expect(answer.moves[0]).toMatchObject({ uci: expect.any(String), averageRating: expect.any(Number) })
  })

  it('answers what berserk 0.14.0 asks for players and games', async () => {
    const [one] = jsonLines((await get('/player?player=Anna&color=white&moves=3&recentGames=2&history=True')).text)
    expect(one).toMatchObject({ white: 1, moves: [{ uci: 'e2e4', averageOpponentRating: 2500 }] })
    const [none] = jsonLines((await get('/player?player=nobody&color=black')).text)
    expect(none).toMatchObject({ white: 0, draws: 0, black: 0, moves: [] })
    // It still asks for games under the older name, with a media type of its own.
    const game = await get('/master/pgn/1', { accept: 'application/x-chess-pgn' })
    expect([game.status, game.text]).toEqual([200, expect.stringContaining('[White "Anna"]')])
  })
})

describe('pages of other sites', () => {
  it('may read if the user named them', async () => {
    const { status, headers } = await get('/masters', { origin: SITE, 'sec-fetch-site': 'cross-site' })
    expect(status).toBe(200)
    expect(headers['access-control-allow-origin']).toBe(SITE)
    expect(headers['vary']).toBe('Origin')
  })

  it('may not by default', async () => {
    for (const origin of ['https://other.example', `${SITE}.evil.example`, 'http://lichess.example', 'null']) {
      const { status, headers } = await get('/masters', { origin })
      expect(status).toBe(403)
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  it('are told what they may request, and can change nothing', async () => {
    const asking = {
      origin: SITE,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-client',
    }
    const { status, headers } = await get('/masters', asking, 'OPTIONS')
    expect(status).toBe(204)
    expect(headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS')
    expect(headers['access-control-allow-headers']).toBe('x-client')
    expect((await get('/api/games/1', { origin: SITE }, 'DELETE')).status).toBe(403)
  })
})
