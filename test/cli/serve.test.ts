/** `ludograph serve` as a program: it prints its address and serves there until it is stopped. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, it } from 'vitest'
import { Database, importSources } from '../../src/database/index.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'ludograph-serve-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('prints its address, serves there and ends when asked to', async () => {
  const path = join(folder, 'games.db')
  const database = await Database.open(path)
  await importSources(database, [{ path: join(root, 'examples', 'chess', 'opera-game.pgn') }])
  database.close()
  const main = join(root, 'src', 'cli', 'ludograph.ts')
  const child = spawn(process.execPath, [main, 'serve', path, '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(child, 'exit')
  const [address] = (await once(createInterface(child.stdout), 'line')) as [string]
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const page = await fetch(address)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await (await fetch(`${address}/api/info`)).json()).toMatchObject({
    writable: false,
    games: [{ game: 'chess', games: 1 }],
  })
  child.kill()
  await ended
  await expect(fetch(address)).rejects.toThrow()
})
