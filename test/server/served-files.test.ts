/** Files served as they lie: what is listed and read, and when one is replaced. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeFilesApi } from '../../src/server/api.ts'
import { ServedFiles } from '../../src/server/served-files.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ludograph-files-'))
  mkdirSync(join(folder, 'games', 'b'), { recursive: true })
  for (const name of ['10.pgn', '2.pgn', 'b/1.sgf', 'base.cbh', 'base.cbg', 'notes.txt', 'photo.png', '.secret.pgn']) {
    writeFileSync(join(folder, 'games', name), name)
  }
  writeFileSync(join(folder, 'outside.pgn'), 'outside')
  symlinkSync(join(folder, 'outside.pgn'), join(folder, 'games', 'link.pgn'))
})

afterEach(() => rmSync(folder, { recursive: true }))

const apiOf = (paths: readonly string[], writable = false) =>
  makeFilesApi(
    new ServedFiles(
      paths.map((path) => join(folder, path)),
      { writable },
    ),
  )

const listOf = async (...paths: string[]) => {
  const answer = (await (await apiOf(paths).request('/api/files')).json()) as {
    only?: string
    files: { path: string; isPart?: true }[]
  }
  return { only: answer.only, paths: answer.files.map(({ path, isPart }) => (isPart ? `(${path})` : path)) }
}

it('lists the records of a folder as people sort them, without hidden files and links', async () => {
  expect(await listOf('games')).toEqual({
    only: undefined,
    paths: ['2.pgn', '10.pgn', '(base.cbg)', 'base.cbh', 'notes.txt', 'b/1.sgf'],
  })
  expect((await listOf('games/b', 'games/2.pgn')).paths).toEqual(['2.pgn', 'b/1.sgf'])
})

it('lists a file with the parts that belong to it alone', async () => {
  expect(await listOf('games/base.cbh')).toEqual({ only: 'base.cbh', paths: ['(base.cbg)', 'base.cbh'] })
  expect(await listOf('games/photo.png')).toEqual({ only: 'photo.png', paths: ['photo.png'] })
})

it('lists the journal of a change that is not finished as a part of its database', async () => {
  writeFileSync(join(folder, 'games', 'base.undo'), 'journal')
  expect((await listOf('games/base.cbh')).paths).toEqual(['(base.cbg)', 'base.cbh', '(base.undo)'])
})

it('tells files and folders of the same name apart by the folders above', async () => {
  for (const path of ['x/a', 'y/a', 'y/z/a']) {
    mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, path, 'one.pgn'), path)
  }
  expect((await listOf('x/a', 'y/a')).paths).toEqual(['x/a/one.pgn', 'y/a/one.pgn'])
  const files = ['x/a/one.pgn', 'y/a/one.pgn', 'y/z', 'x/a/one.pgn']
  expect((await listOf(...files)).paths).toEqual(['x/a/one.pgn', 'y/a/one.pgn', 'z/a/one.pgn'])
  const api = apiOf(files, true)
  expect(await (await api.request('/api/file?path=x/a/one.pgn')).text()).toBe('x/a')
  expect((await api.request('/api/file?path=x/a/one.pgn', { method: 'PUT', body: 'new' })).status).toBe(200)
  const contents = ['x/a', 'y/a', 'y/z/a'].map((path) => readFileSync(join(folder, path, 'one.pgn'), 'utf8'))
  expect(contents).toEqual(['new', 'y/a', 'y/z/a'])
  // A part of two databases that were named is one file.
  expect((await listOf('games/base.cbh', 'games/base.cbg')).paths).toEqual(['(base.cbg)', 'base.cbh'])
})

it('reads what is listed and nothing else', async () => {
  const api = apiOf(['games'])
  const read = async (path: string) => {
    const response = await api.request(`/api/file?path=${encodeURIComponent(path)}`)
    return response.ok ? await response.text() : response.status
  }
  expect(await read('b/1.sgf')).toBe('b/1.sgf')
  for (const path of ['../outside.pgn', 'link.pgn', '.secret.pgn', 'photo.png', '/etc/passwd', '']) {
    expect(await read(path), path).toBe(404)
  }
})

it('replaces a file that is as it was read, with --write alone', async () => {
  const put = (api: ReturnType<typeof apiOf>, etag: string, body: string) =>
    api.request('/api/file?path=2.pgn', { method: 'PUT', body, headers: { 'If-Match': etag } })
  const etagOf = async (api: ReturnType<typeof apiOf>) =>
    (await api.request('/api/file?path=2.pgn')).headers.get('etag')!
  const reading = apiOf(['games'])
  expect((await put(reading, await etagOf(reading), 'new')).status).toBe(403)
  const api = apiOf(['games'], true)
  const first = await etagOf(api)
  const saved = await put(api, first, 'new')
  expect(saved.status).toBe(200)
  expect(readFileSync(join(folder, 'games', '2.pgn'), 'utf8')).toBe('new')
  expect((await put(api, first, 'other')).status).toBe(409)
  expect((await put(api, saved.headers.get('etag')!, 'third')).status).toBe(200)
  expect(readFileSync(join(folder, 'games', '2.pgn'), 'utf8')).toBe('third')
  expect(readdirSync(join(folder, 'games')).filter((name) => name.includes('2.pgn'))).toEqual(['2.pgn'])
  expect((await api.request('/api/file?path=none.pgn', { method: 'PUT', body: 'x' })).status).toBe(404)
  expect(existsSync(join(folder, 'games', 'none.pgn'))).toBe(false)
})
