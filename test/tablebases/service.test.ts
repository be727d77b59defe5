/** A tablebase behind a service: what it says of positions, and what else a service may send. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chess } from '../../src/rules/chess/index.ts'
import { Database } from '../../src/database/index.ts'
import { makeApi } from '../../src/server/api.ts'
import { describeTablebaseAnswer, isServiceAddress, ServiceTablebase } from '../../src/tablebases/index.ts'
import { runInProcess } from '../support/in-process.ts'
import { QUEENING, startTablebaseService, type TablebaseService } from '../support/tablebase-service.ts'

let service: TablebaseService
let usual: TablebaseService['reply']
beforeAll(async () => {
  service = await startTablebaseService()
  usual = service.reply
})
afterAll(async () => await service.close())
beforeEach(() => {
  service.requests.length = 0
  service.accepts.length = 0
  service.reply = usual
})

const position = (fen = QUEENING.fen) => chess.parse(fen)
/** A tablebase that waits for its service however busy the machine is. */
const patient = (address: string) => new ServiceTablebase(address, { patience: 600_000 })
const lookUp = async (fen?: string) => await patient(service.address).lookUp(position(fen))

describe('a service', () => {
  it('says how a position ends, and of each move how the position after it does', async () => {
    const answer = (await lookUp())!
    expect(answer).toMatchObject({ category: 'win', dtz: 1, dtm: 17 })
    expect(describeTablebaseAnswer(position(), answer).moves).toEqual([
      { uci: 'h7h8q', san: 'h8=Q+', dtz: -2, dtm: -16, zeroing: true, category: 'loss' },
      { uci: 'h7h8r', san: 'h8=R+', dtz: -2, dtm: -20, zeroing: true, category: 'blessed-loss' },
      { uci: 'h7h8n', san: 'h8=N', dtz: 2, zeroing: true, category: 'win' },
      { uci: 'g7g8', san: 'Kg8', dtz: 0, zeroing: false, category: 'draw' },
    ])
    expect(service.requests.map(({ pathname, searchParams }) => [pathname, searchParams.get('fen')])).toEqual([
      ['/standard', QUEENING.fen],
    ])
    expect(service.accepts).toEqual(['application/json'])
  })

  it('is asked once about a position, and never about those that no tablebase has', async () => {
    const tablebase = patient(`${service.address}/own/path`)
    expect(await tablebase.lookUp(position())).toBe(await tablebase.lookUp(position()))
    expect(service.requests.map(({ pathname }) => pathname)).toEqual(['/own/path'])
    expect(await tablebase.lookUp(position('8/8/8/8/8/2k5/2p5/2K5 b - - 0 1'))).toBeUndefined()
    expect(service.requests.length).toBe(2)
    for (const fen of [
      // Too many men, castling, the king of the side that moved in check, no king.
      '4k3/ppppp3/8/8/8/8/8/4K2R w - - 0 1',
      '4k3/8/8/8/8/8/8/4K2R w K - 0 1',
      '4k3/8/8/8/8/8/8/4RK2 w - - 0 1',
      '8/8/8/8/8/8/8/4RK2 w - - 0 1',
    ]) {
      expect(await tablebase.lookUp(position(fen)), fen).toBeUndefined()
    }
    expect(service.requests.length).toBe(2)
  })

  it('may say less, or more than is known today', async () => {
    const reply = (category: string, fields = {}) =>
      (service.reply = () => ({ body: { category, moves: [], ...fields } }))
    reply('syzygy-win', { dtz: null, new: 1 })
    expect(await lookUp()).toEqual({ category: 'maybe-win', moves: [] })
    reply('constructor')
    expect(await lookUp()).toEqual({ category: 'unknown', moves: [] })
  })

  it.each([
    [''],
    ['<html>'],
    ['null'],
    [{ category: 'win' }],
    [{ category: 1, moves: [] }],
    [{ category: 'win', moves: {} }],
    [{ category: 'win', moves: [null] }],
    [{ category: 'win', moves: [{ category: 'win' }] }],
    [{ category: 'win', moves: [{ uci: 'e2e4', category: 'win' }] }],
    [{ category: 'win', moves: [{ uci: 'g7g8' }] }],
    [{ category: 'win', moves: Array.from({ length: 2 }, () => ({ uci: 'g7g8', category: 'win' })) }],
    [{ category: 'win', moves: [], dtz: '1' }],
    [{ category: 'win', moves: [], dtm: 1.5 }],
    [{ category: 'win', moves: [], dtm: 1e9 }],
    [' '.repeat(2 << 20)],
  ])('that sends %j is not believed', async (body) => {
    service.reply = () => ({ body })
    await expect(lookUp()).rejects.toMatchObject({ name: 'FormatError', code: 'tablebase/other' })
  })

  it('that refuses, leads elsewhere, breaks off or keeps silent fails with the reason', async () => {
    service.reply = () => ({ status: 429, body: 'slow down' })
    const refused = patient(service.address)
    await expect(refused.lookUp(position())).rejects.toMatchObject({
      code: 'tablebase/refused',
      params: { status: 429 },
    })
    service.reply = () => ({ status: 302, headers: { Location: '/other' }, body: '' })
    await expect(lookUp()).rejects.toMatchObject({ code: 'tablebase/unreachable' })
    expect(service.requests.length).toBe(2)
    service.reply = () => ({ headers: { 'Content-Length': '500', Connection: 'close' }, body: '{' })
    await expect(lookUp()).rejects.toMatchObject({ name: 'FormatError' })
    service.reply = () => undefined
    const hasty = new ServiceTablebase(service.address, { patience: 50 })
    await expect(hasty.lookUp(position())).rejects.toMatchObject({ code: 'tablebase/silent', params: { seconds: 1 } })
    const left = new AbortController()
    const asked = patient(service.address).lookUp(position(), left.signal)
    left.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    // A failure is not kept.
    service.reply = usual
    expect(await refused.lookUp(position())).toMatchObject({ category: 'win' })
    const nobody = patient('http://127.0.0.1:9')
    await expect(nobody.lookUp(position())).rejects.toMatchObject({ code: 'tablebase/unreachable' })
  })

  it('has an address', () => {
    expect(isServiceAddress('syzygy')).toBe(false)
    for (const address of ['', 'syzygy', 'ftp://host', 'https://', 'http://[']) {
      expect(() => new ServiceTablebase(address), address).toThrow(
        expect.objectContaining({ code: 'tablebase/address' }),
      )
    }
  })
})

describe('ludograph tablebase', () => {
  it('shows the moves with what they lead to', async () => {
    const { text } = await runInProcess(['tablebase', service.address, QUEENING.fen])
    expect(text.split('\n').map((line) => line.trimEnd())).toEqual([
      'White to move: win, DTZ 1, DTM 17',
      'h8=Q+  win                                      DTZ 2  DTM 16',
      'h8=R+  draw by the fifty-move rule, else a win  DTZ 2  DTM 20',
      'h8=N   loss                                     DTZ 2',
      'Kg8    draw',
      '',
    ])
  })

  it('prints JSON, takes moves and a limit', async () => {
    const words = ['--moves', 'Kg8 Ke7 Kg7 Ke8', '--limit', '1', '--json']
    service.reply = () => ({ body: QUEENING.answer })
    const { text } = await runInProcess(['tablebase', service.address, QUEENING.fen, ...words])
    expect(JSON.parse(text)).toMatchObject({
      fen: '4k3/6KP/8/8/8/8/7p/8 w - - 4 3',
      category: 'win',
      moves: [{ uci: 'h7h8q', category: 'loss' }],
    })
  })

  it.each([
    ['4k3/pppp4/8/8/8/8/8/4K2R w - - 0 1', 'does not have this position', 1],
    ['4k3/ppppp3/8/8/8/8/8/4K2R w - - 0 1', 'has positions with at most 7', 2],
    ['4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'no positions in which a side may castle', 2],
    ['8/8/8/8/8/8/8/4RK2 w - - 0 1', 'only positions that games can reach', 2],
    ['8/8/8/8/8/2k5/2p5/2K5 b - - 0 1', 'does not have this position', 1],
  ])('says why %s is not in it', async (fen, message, exitCode) => {
    await expect(runInProcess(['tablebase', service.address, fen])).rejects.toMatchObject({
      message: expect.stringContaining(message),
      exitCode,
    })
  })
})

describe('the HTTP interface', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-tablebase-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('asks the service for its pages', async () => {
    const database = await Database.open(join(folder, 'games.db'))
    const tablebase = patient(service.address)
    const api = makeApi(database, { tablebase })
    const ask = async (path: string) => {
      const reply = await api.request(path)
      return { status: reply.status, json: (await reply.json()) as Record<string, unknown> }
    }
    const fen = QUEENING.fen.replaceAll(' ', '_')
    expect((await ask('/api/info')).json['tablebase']).toEqual({ name: new URL(service.address).host, men: 7 })
    expect(await ask(`/api/tablebase?fen=${fen}`)).toMatchObject({
      status: 200,
      json: { fen: QUEENING.fen, category: 'win', dtm: 17, moves: [{ uci: 'h7h8q', category: 'loss' }, {}, {}, {}] },
    })
    const missing = { status: 200, json: { category: 'unknown', moves: [] } }
    expect(await ask(`/api/tablebase?fen=${fen}&play=Kg8`)).toMatchObject(missing)
    expect(await ask('/api/tablebase')).toMatchObject(missing)
    expect(await ask('/api/tablebase?fen=nonsense')).toMatchObject({ status: 400, json: { place: 'fen' } })
    service.reply = () => ({ body: 'nonsense' })
    expect(await ask(`/api/tablebase?fen=${fen}&play=Kf6`)).toMatchObject({
      status: 502,
      json: { code: 'tablebase/other', place: 'server' },
    })
    const none = await makeApi(database).request(`/api/tablebase?fen=${fen}`)
    expect([none.status, await none.json()]).toMatchObject([404, { code: 'request/no-tablebase' }])
    database.close()
  })
})
