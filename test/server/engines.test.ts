/** Engines over HTTP, with scripts as engines. */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { EngineError, openEngine } from '../../src/engines/index.ts'
import { emptyRecord } from '../../src/model/record.ts'
import { chess, playMove } from '../../src/rules/index.ts'
import type { ServedEngine } from '../../src/server/engines.ts'
import { serve, type RunningServer } from '../../src/server/serve.ts'
import { importRecords } from '../support/databases.ts'
import { askHttp, jsonLines, type HttpAnswer } from '../support/http.ts'
import { randomGames } from '../support/random-games.ts'
import { scripted, type Script } from '../support/scripted-engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-served-engines-'))
const SITE = 'https://example.org'
let database: Database
let server: RunningServer | undefined

beforeAll(async () => {
  database = await importRecords(folder, 'games.db', randomGames('chess', 2, 1))
})
afterEach(async () => {
  await server?.close()
  server = undefined
})
afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

/** An engine of chess that speaks UCI. @param onGo what it does when it shall search or stop */
function uci(onGo: Script): { engine: ServedEngine; heard: string[] } {
  const { connect, heard } = scripted((line, say, end) => {
    if (line === 'uci') say('id name Script', 'option name MultiPV type spin default 1 min 1 max 500', 'uciok')
    else if (line === 'isready') say('readyok')
    else if (line === 'quit') end('exit code 0')
    else if (line === 'stop' || line.startsWith('go')) onGo(line, say, end)
  })
  return { heard, engine: { name: 'sf', games: ['chess'], open: () => openEngine('uci', connect) } }
}

/** An engine of Othello that speaks NBoard and finds f5 and d3. */
const nboard = scripted((line, say, end) => {
  const [word, id] = line.split(' ')
  if (word === 'quit') end('exit code 0')
  else if (word === 'ping') say(`pong ${id}`)
  else if (word === 'hint') say('search f5D6 1.5 0 8', 'search d3 -2 0 8', 'status')
  else if (word === 'go') say('=== F5/1.5/0.1')
})

/** With Black to move: finds two lines at once, a deeper one after 150 ms, and goes on until it is stopped. */
const ENDLESS: Script = (line, say) => {
  if (line === 'stop') return say('bestmove e7e5')
  say(
    'info depth 1 multipv 1 score cp 31 nodes 20 time 1 pv e7e5 g1f3',
    'info depth 1 multipv 2 score cp -12 nodes 30 time 2 pv c7c5 e9e9',
    'info depth 1 multipv 3 score cp -99 nodes 30 time 2 pv e9e9',
  )
  setTimeout(() => say('info depth 9 multipv 1 score mate 3 nodes 900 time 150 pv d7d5'), 150)
}

async function offer(engine: ServedEngine): Promise<string> {
  server = await serve(database, { engines: [engine], allowedOrigins: [SITE] })
  return server.address
}

const JSON_BODY = { 'content-type': 'application/json' }

async function ask(
  address: string,
  body: object,
  headers: Record<string, string> = JSON_BODY,
): Promise<HttpAnswer & { lines: ReturnType<typeof jsonLines> }> {
  const answer = await askHttp(`${address}/api/analyse`, 'POST', JSON.stringify(body), headers)
  return { ...answer, lines: jsonLines(answer.text) }
}

/** Begins to ask; `leave` ends the connection. */
async function listen(address: string, body: object): Promise<{ lines: string[]; leave: () => void }> {
  return await new Promise((resolve, reject) => {
    const lines: string[] = []
    const asked = request(`${address}/api/analyse`, { method: 'POST', headers: JSON_BODY, agent: false }, (answer) => {
      answer.setEncoding('utf8').on('error', () => undefined)
      answer.on('data', (text: string) => {
        lines.push(...text.trimEnd().split('\n'))
        resolve({ lines, leave: () => asked.destroy() })
      })
    })
    asked.on('error', reject)
    asked.end(JSON.stringify(body))
  })
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await after(10)
}

describe('engines over HTTP', () => {
  it('of Othello analyse and play, with squares as moves', async () => {
    const engine: ServedEngine = { name: 'ntest', games: ['othello'], open: () => openEngine('nboard', nboard.connect) }
    const address = await offer(engine)
    const body = { engine: 'ntest', game: 'othello', lines: 2, limit: { depth: 8 } }
    const { status, lines } = await ask(address, body)
    expect(status).toBe(200)
    expect(lines.at(-1)).toMatchObject({ cp: 150, pvs: [{ moves: ['f5', 'd6'] }, { cp: -200, moves: ['d3'] }] })
    const played = await askHttp(
      `${address}/api/play`,
      'POST',
      JSON.stringify({ engine: 'ntest', game: 'othello', level: 1 }),
      JSON_BODY,
    )
    expect(JSON.parse(played.text)).toMatchObject({ move: 'f5' })
  })

  it('are listed with their games', async () => {
    const address = await offer(uci(ENDLESS).engine)
    const list = async () => JSON.parse((await askHttp(`${address}/api/engines`, 'GET')).text)
    expect(await list()).toEqual({ engines: [{ name: 'sf', games: ['chess'], busy: false }] })
    const { leave } = await listen(address, { engine: 'sf', play: 'e4' })
    expect((await list()).engines[0].busy).toBe(true)
    leave()
  })

  it('stream what they find, from the view of the player who moves first, and stop when the client leaves', async () => {
    const { engine, heard } = uci(ENDLESS)
    const address = await offer(engine)
    const { lines, leave } = await listen(address, { engine: 'sf', play: 'e4', lines: 3 })
    await until(() => lines.length >= 2)
    // Black is to move; moves that are not legal are left out.
    expect(JSON.parse(lines[0]!)).toEqual({
      time: 2,
      depth: 1,
      nodes: 30,
      cp: -31,
      pvs: [
        { depth: 1, cp: -31, moves: ['e7e5', 'g1f3'] },
        { depth: 1, cp: 12, moves: ['c7c5'] },
      ],
    })
    expect(JSON.parse(lines[1]!)).toMatchObject({ time: 150, nodes: 900, mate: -3, pvs: [{ moves: ['d7d5'] }, {}] })
    expect(heard).toContain('setoption name MultiPV value 3')
    expect(heard).toContain('go infinite')
    expect(heard).not.toContain('stop')
    leave()
    await until(() => heard.includes('stop'))
    // The engine is free again, and the same one.
    const next = await listen(address, { engine: 'sf', play: 'e4' })
    next.leave()
    expect(heard.filter((line) => line === 'uci')).toHaveLength(1)
  })

  it('search until the limit, at a node of a record or after moves from a position', async () => {
    const { engine, heard } = uci((line, say) => {
      if (line !== 'stop') say('info depth 5 score cp 20 nodes 100 time 7 pv g1f3', 'bestmove g1f3')
    })
    const address = await offer(engine)
    let edited = { record: emptyRecord('chess'), node: 0 }
    for (const text of ['e4', 'e5']) {
      const position = chess.start()
      if (text === 'e5') chess.play(position, chess.readMove(position, 'e4')!)
      edited = playMove(chess, edited.record, edited.node, chess.readMove(position, text)!)
    }
    const { record } = edited
    const { status, headers, lines } = await ask(address, { engine: 'sf', record, limit: { depth: 5, nodes: 100 } })
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/x-ndjson',
      'no-store',
    ])
    expect(lines.at(-1)).toEqual({
      time: 7,
      depth: 5,
      nodes: 100,
      cp: 20,
      pvs: [{ depth: 5, cp: 20, moves: ['g1f3'] }],
    })
    expect(heard.at(-1)).toBe('go depth 5 nodes 100')
    expect(heard.at(-2)).toMatch(/^position fen rnbqkbnr.* moves e2e4 e7e5$/)
    await ask(address, { engine: 'sf', record, node: 0, limit: { seconds: 2 } })
    expect(heard.at(-1)).toBe('go movetime 2000')
    expect(heard.at(-2)).toMatch(/^position fen rnbqkbnr\/pppppppp\/[^ ]* w KQkq - 0 1$/)
    const fen = '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
    await ask(address, { engine: 'sf', fen, play: 'O-O,Kd7', limit: { depth: 1 } })
    expect(heard.at(-2)).toBe(`position fen ${fen} moves e1g1 e8d7`)
  })

  it('search one position at a time: the next one waits for a client that has just left, no other', async () => {
    const { engine, heard } = uci(ENDLESS)
    const address = await offer(engine)
    const first = await listen(address, { engine: 'sf', play: 'e4' })
    const { status, lines } = await ask(address, { engine: 'sf' })
    expect([status, lines[0]]).toMatchObject([409, { code: 'request/engine-busy', place: 'engine' }])
    expect(heard).not.toContain('stop')
    const next = listen(address, { engine: 'sf', play: 'd4' })
    first.leave()
    const second = await next
    expect(heard.filter((line) => line.startsWith('go') || line === 'stop')).toEqual([
      'go infinite',
      'stop',
      'go infinite',
    ])
    second.leave()
  })

  it('that are still starting say how far they are, and are ended with the server', async () => {
    let isEnded = false
    const open: ServedEngine['open'] = (onStarting, signal) =>
      new Promise((_, reject) => {
        onStarting(75, 'Tuning 12/56')
        signal.addEventListener('abort', () => {
          isEnded = true
          reject(new EngineError('engine/closed', {}))
        })
      })
    const address = await offer({ name: 'kata', games: ['chess'], open })
    const asked = ask(address, { engine: 'kata', limit: { depth: 1 } }).catch(() => undefined)
    const list = async () => JSON.parse((await askHttp(`${address}/api/engines`, 'GET')).text)
    let listed: { starting?: object } = {}
    await until(async () => (listed = (await list()).engines[0]).starting !== undefined)
    expect(listed).toMatchObject({ name: 'kata', busy: true, starting: { seconds: 75, line: 'Tuning 12/56' } })
    await server!.close()
    server = undefined
    expect(isEnded).toBe(true)
    await asked
  })

  it('that die are started again for the same position, and once more for the next', async () => {
    let starts = 0
    const { engine } = uci((line, say, end) => {
      if (starts < 3) return end('signal SIGSEGV')
      if (line !== 'stop') say('info depth 1 score cp 5 pv e2e4', 'bestmove e2e4')
    })
    const counted = {
      ...engine,
      open: async () => (starts++, await engine.open(() => {}, new AbortController().signal)),
    }
    const address = await offer(counted)
    const failed = await ask(address, { engine: 'sf', limit: { depth: 1 } })
    expect([failed.status, failed.lines]).toMatchObject([502, [{ code: 'engine/ended', place: 'engine' }]])
    expect(starts).toBe(2)
    expect((await ask(address, { engine: 'sf', limit: { depth: 1 } })).lines.at(-1)).toMatchObject({ cp: 5 })
  })

  it('that die after they have found something say so in the last line', async () => {
    const { engine } = uci((_line, say, end) => {
      say('info depth 1 score cp 5 pv e2e4')
      setTimeout(() => end('exit code 9'), 20)
    })
    const { status, lines } = await ask(await offer(engine), { engine: 'sf', limit: { depth: 1 } })
    expect([status, lines[0], lines.at(-1)]).toMatchObject([
      200,
      { cp: 5 },
      { code: 'engine/ended', params: { detail: 'exit code 9' } },
    ])
  })

  it('play a move at a level, and say what it means to them', async () => {
    const { engine, heard } = uci((line, say) => {
      if (line !== 'stop') say('info depth 1 score cp 20 pv e7e5', 'bestmove e7e5')
    })
    const address = await offer(engine)
    const play = async (body: object) =>
      JSON.parse((await askHttp(`${address}/api/play`, 'POST', JSON.stringify(body), JSON_BODY)).text)
    expect(await play({ engine: 'sf', play: 'e4', level: 4 })).toEqual({
      move: 'e7e5',
      strength: { measure: 'nodes', value: 2154 },
    })
    expect(heard.at(-1)).toBe('go nodes 2154')
    expect(await play({ engine: 'sf', level: 11 })).toMatchObject({ code: 'request/wrong-field', place: 'level' })
    expect(await play({ engine: 'sf', lines: 2 })).toMatchObject({ code: 'request/unknown-parameter' })
    expect(await play({ engine: 'sf', play: 'f3,e5,g4,Qh4#' })).toMatchObject({ code: 'request/game-over' })
  })

  it('tell whose each point of Go will be, if asked', async () => {
    const { connect, heard } = scripted((line, say) => {
      const [id, word] = line.split(' ')
      if (word === 'name') say(`=${id} Script`, '')
      else if (word === 'list_commands') say(`=${id} kata-analyze`, '')
      else if (word === 'kata-analyze') {
        const owners = line.includes('ownership') ? ` ownership${' 0.987'.repeat(81)}` : ''
        say(`=${id}`, `info move E5 visits 9 winrate 0.6 scoreLead 2.5 order 0 pv E5${owners}`, '')
      } else say(`=${id}`, '')
    })
    const address = await offer({ name: 'sf', games: ['go'], open: () => openEngine('gtp', connect) })
    const record = { ...emptyRecord('go'), size: { columns: 9, rows: 9 } }
    const body = { engine: 'sf', record, limit: { visits: 5 } }
    const { lines } = await ask(address, { ...body, ownership: true })
    expect(lines.at(-1)).toMatchObject({ visits: 9, ownership: new Array(81).fill(0.99) })
    expect((await ask(address, body)).lines.at(-1)).not.toHaveProperty('ownership')
    expect(heard.filter((line) => line.includes('ownership true'))).toHaveLength(1)
  })

  it('end with the server', async () => {
    const { engine, heard } = uci(ENDLESS)
    const { leave } = await listen(await offer(engine), { engine: 'sf', play: 'e4' })
    await server!.close()
    expect(heard).toContain('quit')
    leave()
  })

  it.each([
    ['another engine', { engine: 'other' }, 404, 'request/no-engine', 'engine'],
    ['no engine', {}, 400, 'request/missing-field', 'engine'],
    ['an engine that is no text', { engine: 3 }, 400, 'request/wrong-field', 'engine'],
    ['a list', [], 400, 'request/wrong-field', 'body'],
    ['an unknown field', { engine: 'sf', dept: 3 }, 400, 'request/unknown-parameter', 'dept'],
    ['an unknown limit', { engine: 'sf', limit: { dept: 3 } }, 400, 'request/unknown-parameter', 'dept'],
    ['a limit of nothing', { engine: 'sf', limit: { depth: 0 } }, 400, 'request/wrong-field', 'depth'],
    ['a limit of years', { engine: 'sf', limit: { seconds: 1e9 } }, 400, 'request/wrong-field', 'seconds'],
    ['too many lines', { engine: 'sf', lines: 51 }, 400, 'request/wrong-field', 'lines'],
    ['another game', { engine: 'sf', game: 'draughts' }, 400, 'request/wrong-field', 'game'],
    ['a game the engine does not play', { engine: 'sf', game: 'xiangqi' }, 400, 'engine/game', 'body'],
    ['an illegal move', { engine: 'sf', play: 'e4,e4' }, 400, 'query/illegal-move', 'play'],
    ['a line break', { engine: 'sf', play: 'e4\nquit' }, 400, 'query/illegal-move', 'play'],
    ['no position', { engine: 'sf', fen: 'x\nquit' }, 400, 'position/ranks', 'fen'],
    ['no king', { engine: 'sf', fen: '8/8/8/8/8/8/8/K7 w - - 0 1' }, 400, 'engine/position', 'body'],
    ['mate', { engine: 'sf', play: 'f3,e5,g4,Qh4#' }, 400, 'request/game-over', 'body'],
    ['no record', { engine: 'sf', record: 3 }, 415, 'request/bad-file', 'body'],
    ['a node too far', { engine: 'sf', record: emptyRecord('chess'), node: 1 }, 400, 'request/no-node', 'node'],
  ])('are not asked about %s', async (_, body, status, code, place) => {
    const { engine, heard } = uci(ENDLESS)
    const answer = await ask(await offer(engine), body)
    expect([answer.status, answer.lines[0]]).toMatchObject([status, { code, place }])
    expect(heard.filter((line) => line.startsWith('go'))).toEqual([])
  })

  it('are not for other sites, nor for forms', async () => {
    const { engine, heard } = uci(ENDLESS)
    const address = await offer(engine)
    for (const headers of [
      { ...JSON_BODY, origin: 'https://evil.example' },
      { ...JSON_BODY, origin: SITE },
      { ...JSON_BODY, 'sec-fetch-site': 'cross-site' },
      { ...JSON_BODY, host: 'evil.example' },
    ]) {
      const { status, lines } = await ask(address, { engine: 'sf' }, headers)
      expect([status, lines[0]]).toMatchObject([403, { code: 'request/other-site' }])
    }
    const { status, lines } = await ask(address, { engine: 'sf' }, { 'content-type': 'text/plain' })
    expect([status, lines[0]]).toMatchObject([415, { code: 'request/json-only' }])
    expect(heard).toEqual([])
  })
})
