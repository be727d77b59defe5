/** The files of the page over HTTP, beside the interface of the database. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../src/database/index.ts'
import { findPage, makePage } from '../../src/server/page.ts'
import { serve, type RunningServer } from '../../src/server/serve.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-page-'))
const page = join(folder, 'web')
let database: Database
let server: RunningServer

const FILES: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html><html><head><title>Page</title></head></html>',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'service-worker.js': 'self',
  'engine-host.js': 'self',
  'assets/index-abc.js': 'export {}',
  'assets/index-abc.css': 'a{}',
  '.vite/manifest.json': '{}',
}

/** What tells the page that a database is behind it. */
const MARK = '<meta name="ludograph-database" content="api" />'

beforeAll(async () => {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(page, name, '..'), { recursive: true })
    writeFileSync(join(page, name), text)
  }
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  database = await Database.open(join(folder, 'games.db'))
  server = await serve(database, { page })
})

afterAll(async () => {
  await server.close()
  database.close()
  rmSync(folder, { recursive: true })
})

/** Asks for a path exactly as it is written, which `fetch` would not. */
function get(path: string, method = 'GET') {
  const { hostname, port } = new URL(server.address)
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const asked = request({ hostname, port, path, method, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }))
    })
    asked.on('error', reject).end()
  })
}

describe('the page of the server', () => {
  it('is in the first folder that has one', () => {
    const others = [join(folder, 'nowhere'), join(page, 'assets')]
    expect(findPage([...others, page, folder])).toBe(page)
    expect(findPage(others)).toBeUndefined()
  })

  it.each([
    ['/', 'index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/icon.svg', 'icon.svg', 'image/svg+xml', 'no-cache'],
    ['/service-worker.js', 'service-worker.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/assets/index-abc.js', 'assets/index-abc.js', 'text/javascript; charset=utf-8', 'immutable'],
    ['/assets/index-abc.css', 'assets/index-abc.css', 'text/css; charset=utf-8', 'immutable'],
  ])('gives %s with its media type and how long to keep it', async (path, name, type, keep) => {
    const { status, headers, text } = await get(path)
    expect([status, text.replace(MARK, '')]).toEqual([200, FILES[name]])
    expect(text.includes(MARK)).toBe(path === '/')
    expect(headers['content-type']).toBe(type)
    expect(headers['cache-control']).toContain(keep)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp')
    expect((await get(path, 'HEAD')).status).toBe(200)
  })

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//etc/passwd',
    '/.vite/manifest.json',
    '/assets/',
    '/assets/index-old.js',
    '/%00',
  ])('gives nothing for %s', async (path) => {
    const { status, text } = await get(path)
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ code: 'request/nowhere' })
  })

  it('lets only the worker of engines run WebAssembly, which connects to nothing', async () => {
    const { status, headers } = await get('/engine-host.js')
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; connect-src blob:; worker-src blob:",
    )
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp')
    for (const path of ['/', '/service-worker.js', '/assets/index-abc.js']) {
      expect((await get(path)).headers['content-security-policy']).not.toContain('wasm')
    }
  })

  it('leaves the addresses of the database unchanged', async () => {
    const { status, headers } = await get('/api/info')
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('application/json')
    expect((await get('/', 'POST')).status).toBe(404)
  })

  it('says how to build the page if it is missing', async () => {
    const text = await (await makePage(undefined).request('/')).text()
    expect(text).toContain('npm run build')
  })
})
