/** `ludograph cluster`, and the commands that take a cluster or published positions in place of a folder. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHDB, SHARDS, type RunningServers } from '../support/clickhouse.ts'
import { ludograph, startLudograph } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-cluster-commands-'))
const path = (name: string) => join(folder, name)

beforeAll(() => {
  writeFileSync(path('one.pgn'), '[White "Ash, Ann"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White "Birch, Bob"]\n\n1. d4 d5 0-1\n')
  writeFileSync(path('two.pgn'), '[White "Ash, Ann"]\n[Black "Elm, Eve"]\n\n1. e4 c5 2. Nf3 d6 1/2-1/2\n')
  expect(ludograph(['import', path('games.db'), path('one.pgn'), path('two.pgn')]).code).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('without a server', () => {
  it('prints the SQL of every server', () => {
    const { code, out } = ludograph([
      'cluster',
      'init',
      'clickhouse://ann:secret@one/chess',
      '--shards',
      'two,three:9000',
      '--dry-run',
    ])
    expect(code).toBe(0)
    expect(out.match(/^-- .*$/gm)).toEqual(['-- one:8123', '-- two:8123', '-- three:9000'])
    expect(out.match(/^CREATE TABLE IF NOT EXISTS chess\.postings /gm)).toHaveLength(3)
    expect(out.match(/^CREATE TABLE IF NOT EXISTS chess\.units /gm)).toHaveLength(1)
    expect(out).not.toContain('secret')
  })

  it('never prints a password', () => {
    for (const words of [
      ['search', 'clickhouse://ann:secret@127.0.0.1:1/chess'],
      ['explore', 'clickhouse://ann:secret@127.0.0.1:1/chess'],
      ['cluster', 'status', 'clickhouse://ann:secret@127.0.0.1:1/chess'],
      ['cluster', 'status', 'clickhouse://ann:secret@127.0.0.1:1/no-name'],
      ['cluster', 'status', 'clickhouse://ann:secret%@127.0.0.1:1/chess'],
    ]) {
      const { code, out, err } = ludograph(words)
      expect(code).not.toBe(0)
      expect(err).not.toBe('')
      expect(out + err).not.toContain('secret')
    }
  })

  it('says that the host of published positions does not answer', () => {
    const { code, err } = ludograph(['explore', 'http://127.0.0.1:9/games.db'])
    expect(code).toBe(3)
    expect(err).toMatch(/^http:\/\/127\.0\.0\.1:9\/games\.db.*: the host did not answer/)
  })

  it('publishes a database into a new folder, once', () => {
    const { code, err } = ludograph(['publish', path('games.db'), path('public')])
    expect(code).toBe(0)
    expect(err).toMatch(/^3 games published in 5 files of .*public, 0\.\d MB\n$/)
    expect(readdirSync(path('public')).toSorted()).toEqual(['games', 'positions', 'positions.json'])
    const again = ludograph(['publish', path('games.db'), path('public')])
    expect(again.code).not.toBe(0)
    expect(again.err).toContain('not empty')
    rmSync(path('public'), { recursive: true })
  })

  it('refuses a cluster where a file or folder is expected, and makes nothing of this name', () => {
    const address = 'clickhouse://ann:secret@127.0.0.1:1/chess'
    for (const words of [
      ['info', address],
      ['stats', address],
      ['convert', address, '-o', path('new.pgn')],
      ['convert', path('one.pgn'), '-o', address],
      ['patterns', address],
      ['import', address, path('one.pgn')],
      ['import', path('games.db'), address],
      ['export', address, '--parquet', path('tables')],
      ['cluster', 'load', address, address],
      ['cluster', 'verify', address, '--against', address],
    ]) {
      const { code, out, err } = ludograph(words)
      expect([words[0], code]).not.toEqual([words[0], 0])
      expect(err).toMatch(/^a cluster cannot be used here, where a file or folder is expected/m)
      expect(out + err).not.toContain('secret')
    }
    expect(readdirSync(folder).sort()).toEqual(['games.db', 'one.pgn', 'two.pgn'])
    expect(existsSync('clickhouse:')).toBe(false)
  })

  it('refuses addresses and servers that cannot be', () => {
    for (const [address, shards] of [
      ['clickhouse://one:99999/chess', 'two'],
      ['clickhouse://one/chess', '256.1.1.1'],
      ['clickhouse://one/chess', 'two:99999'],
      ['clickhouse://one/chess?secure=perhaps', 'two'],
      ['clickhouse://one/chess?sceure', 'two'],
    ]) {
      const { code, out, err } = ludograph(['cluster', 'init', address!, '--shards', shards!, '--dry-run'])
      expect([code, out]).toEqual([3, ''])
      expect(err).toBe('the address of a cluster looks like clickhouse://HOST:8123/NAME\n')
    }
    for (const shards of ['two,two:8123', 'one']) {
      const { err } = ludograph(['cluster', 'init', 'clickhouse://one/chess', '--shards', shards, '--dry-run'])
      expect(err).toMatch(/^the server (one|two):8123 is named twice$/m)
    }
    const secure = ludograph(['cluster', 'init', 'clickhouse://one/chess?secure=yes', '--dry-run'])
    expect(secure.out).toContain('-- one:8443\n')
  })
})

for (const kind of [SHARDS, CHDB]) {
  describe(`a cluster: ${kind.name}`, kind.options, () => {
    let servers: RunningServers
    let address: string
    beforeAll(async () => {
      servers = await kind.start()
      address = servers.address('commands')
      const shards = servers.others.length > 0 ? ['--shards', servers.others.join()] : []
      expect(ludograph(['cluster', 'init', address, ...shards]).code).toBe(0)
    })
    afterAll(async () => await servers?.stop())

    it('is loaded from databases and files, each source once', () => {
      const load = (...words: string[]) => JSON.parse(ludograph(['cluster', 'load', address, ...words, '--json']).out)
      expect(load(path('games.db'))).toMatchObject({ loaded: 2, skipped: 0, games: 3 })
      expect(load(path('one.pgn'), path('two.pgn'))).toMatchObject({ loaded: 0, skipped: 2, games: 0 })
    })

    it('is explored, searched and exported like a database', () => {
      for (const words of [
        ['explore', '@', '--json', '--tree', '2'],
        ['explore', '@', '--moves', 'e4', '--player', 'Ash', '--json'],
        ['search', '@', '--count', '--player', 'Ash'],
        ['export', '@', '--player', 'Ash', '-t', 'pgn'],
        ['export', '@', '-t', 'pgn', '--sort', 'date', '--limit', '2'],
      ]) {
        const [own, expected] = [address, path('games.db')].map((base) =>
          ludograph(words.map((word) => (word === '@' ? base : word))),
        )
        expect(own!.code).toBe(0)
        expect(own!.out).toBe(expected!.out)
      }
      const { code, err } = ludograph(['search', address, '--comment', 'brilliant'])
      expect([code, err]).toEqual([2, expect.stringContaining('--comment: a cluster cannot search for this')])
    })

    it('is served like a database, for reading', async () => {
      const [own, local] = [address, path('games.db')].map((base) => startLudograph(['serve', base, '--port', '0']))
      const addresses = await Promise.all([own!.printed('\n'), local!.printed('\n')])
      try {
        for (const query of ['explore?play=e4', 'games?player=ash&sort=-date', 'games?offset=1&max=1&sort=-plies']) {
          const [answer, expected] = await Promise.all(
            addresses.map(async (base) => await (await fetch(`${base.trim()}/api/${query}`)).text()),
          )
          expect(answer!.replaceAll(/"id":\d+/g, '')).toBe(expected!.replaceAll(/"id":\d+/g, ''))
        }
        const info = await fetch(`${addresses[0].trim()}/api/info`)
        expect(await info.json()).toMatchObject({ writable: false, parts: ['games'], games: [{ games: 3 }] })
      } finally {
        for (const running of [own!, local!]) running.kill('SIGTERM')
        await Promise.all([own!.ended, local!.ended])
      }
      expect(ludograph(['serve', address, '--write']).code).toBe(2)
    })

    it('is verified, described, and loses sources', () => {
      const verified = ludograph(['cluster', 'verify', address, '--sample', '5', '--against', path('games.db')])
      expect([verified.code, verified.out]).toEqual([0, 'No problems found.\n'])
      const dropped = ludograph(['cluster', 'drop', address, 'two.pgn'])
      expect([dropped.code, dropped.err]).toEqual([0, expect.stringContaining('1 game from 1 source removed')])
      const { sources } = JSON.parse(ludograph(['cluster', 'status', address, '--json']).out) as { sources: unknown[] }
      expect(sources).toMatchObject([{ games: 2 }])
      const differs = ludograph(['cluster', 'verify', address, '--against', path('games.db')])
      expect(differs.code).toBe(1)
      expect(ludograph(['cluster', 'drop', address]).code).toBe(2)
    })
  })
}
