/** `ludograph serve` as a program: it prints its address and serves there until it is stopped. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, it } from 'vitest'
import { Database, importSources } from '../../src/database/index.ts'
import { writeNamedEngines, type NamedEngine } from '../../src/node/engine-settings.ts'
import { STOCKFISH } from '../support/engines.ts'
import { PROGRAM } from '../support/program.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'ludograph-serve-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts it on a free port, with settings of its own. */
async function start(...words: string[]): Promise<{ address: string; end: () => Promise<void> }> {
  const child = spawn(process.execPath, [...PROGRAM, 'serve', ...words, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, XDG_CONFIG_HOME: join(folder, 'settings') },
  })
  const ended = once(child, 'exit')
  const [address] = (await once(createInterface(child.stdout), 'line')) as [string]
  const end = async () => {
    child.kill()
    await ended
  }
  return { address, end }
}

async function makeDatabase(name: string): Promise<string> {
  const path = join(folder, name)
  const database = await Database.open(path)
  await importSources(database, [{ path: join(root, 'examples', 'chess', 'opera-game.pgn') }])
  database.close()
  return path
}

it('prints its address, serves there and ends when asked to', async () => {
  const { address, end } = await start(await makeDatabase('games.db'))
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const page = await fetch(address)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await (await fetch(`${address}/api/info`)).json()).toMatchObject({
    writable: false,
    games: [{ game: 'chess', games: 1 }],
  })
  // Other machines cannot reach it: it listens at this one address, not even at the others of this machine.
  const { port } = new URL(address)
  for (const other of ['127.0.0.2', '[::1]']) {
    await expect(fetch(`http://${other}:${port}`), other).rejects.toThrow()
  }
  await end()
  await expect(fetch(address)).rejects.toThrow()
})

it('offers the engines that the user has named, unless told not to', async () => {
  const path = await makeDatabase('engines.db')
  const engine: NamedEngine = { ...STOCKFISH, name: 'sf', protocol: 'uci', games: ['chess'] }
  writeNamedEngines([engine], join(folder, 'settings', 'ludograph', 'engines.json'))
  const none = await start(path, '--no-engines')
  expect(await (await fetch(`${none.address}/api/engines`)).json()).toEqual({ engines: [] })
  await none.end()
  const { address, end } = await start(path)
  expect(await (await fetch(`${address}/api/engines`)).json()).toEqual({
    engines: [{ name: 'sf', games: ['chess'], busy: false }],
  })
  const answer = await fetch(`${address}/api/analyse`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ engine: 'sf', play: 'e4,e5,Bc4,Nc6,Qh5,Nf6', lines: 2, limit: { nodes: 20_000 } }),
  })
  expect(answer.status).toBe(200)
  const result = JSON.parse((await answer.text()).trimEnd().split('\n').at(-1)!)
  expect(result).toMatchObject({ mate: 1, pvs: [{ mate: 1, moves: ['h5f7'] }, { moves: expect.any(Array) }] })
  await end()
})
