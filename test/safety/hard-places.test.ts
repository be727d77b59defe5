/**
 * Places where reading and writing go wrong without any fault of the files: a folder that may only be read, a file that
 * shrinks while it is read, an archive that claims far more than it holds, a server whose disk is full.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MemorySink } from '../../src/bytes/sink.ts'
import { MemorySource } from '../../src/bytes/source.ts'
import { Database, verifyDatabase } from '../../src/database/index.ts'
import { ARCHIVE_HEAD_SIZE, MEMBER_SIZE } from '../../src/formats/chessbase/archive/table.ts'
import { packArchive } from '../../src/formats/chessbase/archive/pack.ts'
import { FormatError } from '../../src/issues/errors.ts'
import { openPath } from '../../src/node/open.ts'
import { makeApi } from '../../src/server/api.ts'
import { importRecords } from '../support/databases.ts'
import { snapshotTree, watchDisk } from '../support/failing-disk.ts'
import { runInProcess } from '../support/in-process.ts'
import { needs } from '../support/needs.ts'
import { PROGRAM } from '../support/program.ts'
import { randomGames } from '../support/random-games.ts'

const examples = join(import.meta.dirname, '../../examples')
const root = mkdtempSync(join(tmpdir(), 'ludograph-places-'))
afterAll(() => rmSync(root, { recursive: true }))

let folder = ''
let count = 0
const path = (name: string) => join(folder, name)

beforeEach(() => {
  folder = join(root, String(count++))
  mkdirSync(folder)
})

/** Who owns nothing: `nobody` where the tests run as the administrator, who may write everywhere. */
const NOBODY = 65_534

const AS_NOBODY = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

function runAsNobody(words: string): { code: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', ...PROGRAM, ...words.split(' ').map((word) => word.replace(/^@/, `${folder}/`))],
    { encoding: 'utf8', cwd: tmpdir(), ...AS_NOBODY },
  )
  return { code: status, text: stdout + stderr }
}

/** Whether whoever owns nothing may read the project, which may lie in a folder of the administrator alone. */
function isOpenToNobody(): boolean {
  const read = `require('node:fs').readFileSync(${JSON.stringify(import.meta.filename)})`
  return spawnSync(process.execPath, ['-e', read], { cwd: tmpdir(), ...AS_NOBODY }).status === 0
}

const nobodyReads = needs(
  'platform',
  process.platform !== 'win32' && isOpenToNobody(),
  'Windows has other rights, or only the administrator may read the folder of the project',
)

describe('a folder that may only be read', nobodyReads, () => {
  beforeEach(() => {
    for (const kind of ['chess', 'go']) cpSync(join(examples, kind), folder, { recursive: true })
    for (const above of [tmpdir(), root]) chmodSync(above, statSync(above).mode | 0o011)
    chmodSync(folder, 0o555)
    return () => chmodSync(folder, 0o755)
  })

  it.each([
    ['info @short-games.cbh', 0],
    ['info @', 0],
    ['validate @lessons.wei7', 0],
    ['convert @short-games.cbh -t jsonl', 0],
  ])('%s', (words, code) => {
    const before = snapshotTree(folder)
    const done = runAsNobody(words)
    expect(done.code, done.text).toBe(code)
    expect(snapshotTree(folder)).toEqual(before)
  })

  it.each([
    'convert @opera-game.pgn -o @new.pgn',
    'convert @opera-game.pgn -o @short-games.cbh --force',
    'convert @opera-game.pgn --append -o @short-games.cbh',
    'delete @short-games.cbh 1',
    'archive pack @short-games.cbh -o @games.cbv',
    'import @games.db @opera-game.pgn',
  ])('%s is refused with the reason, and leaves nothing', (words) => {
    const before = snapshotTree(folder)
    const done = runAsNobody(words)
    expect(done.code, done.text).not.toBe(0)
    expect(done.text).toMatch(/permission denied|not allowed|cannot be written/i)
    expect(done.text).not.toMatch(/\n\s+at /)
    expect(snapshotTree(folder)).toEqual(before)
  })
})

describe('a file that shrinks while it is read', () => {
  const FILES = [
    'chess/short-games.cbh',
    'chess/opera-game.pgn',
    'chess-assistant/short-games.cdp',
    'go/ladder.sgf',
    'go/lessons.wei7',
    'othello/WTH_2001.wtb',
    'xiangqi/annotated.pgn',
    'xiangqi/马炮兵巧胜.xqf',
  ]

  it.each(FILES)('%s ends in issues or an error that says where', async (file) => {
    const [kind, name] = file.split('/') as [string, string]
    for (const rest of [0.9, 0.5, 0.1, 0]) {
      rmSync(folder, { recursive: true, force: true })
      cpSync(join(examples, kind), folder, { recursive: true })
      const opened = await openPath(path(name))
      const stem = name.slice(0, name.lastIndexOf('.'))
      for (const part of Object.keys(snapshotTree(folder))) {
        if (part.startsWith(stem)) truncateSync(path(part), Math.floor(statSync(path(part)).size * rest))
      }
      try {
        let entries = 0
        for (const { record, document, issues } of opened.collection.entries()) {
          expect(record ?? document ?? issues[0]).toBeDefined()
          expect(++entries).toBeLessThan(1000)
        }
        expect(opened.collection.validate?.()).not.toBe(null)
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError)
      } finally {
        opened.close()
      }
    }
  })
})

describe('an archive of 548 kB that claims 96 GB', () => {
  /** Three thousand members, each of them the same 32 MB of zeros. */
  function overlapping(): Uint8Array {
    const [members, size] = [3000, 1 << 25]
    const one = new MemorySink()
    packArchive(one, [{ name: 'base.cbh', source: new MemorySource('base.cbh', new Uint8Array(size)) }])
    const packed = one.bytes()
    const shift = (members - 1) * MEMBER_SIZE
    const bytes = new Uint8Array(packed.length + shift)
    bytes.set(packed.subarray(0, ARCHIVE_HEAD_SIZE))
    bytes.set(packed.subarray(ARCHIVE_HEAD_SIZE + MEMBER_SIZE), ARCHIVE_HEAD_SIZE + MEMBER_SIZE + shift)
    const view = new DataView(bytes.buffer)
    view.setUint16(2, members, true)
    for (let index = 0; index < members; index++) {
      const at = ARCHIVE_HEAD_SIZE + index * MEMBER_SIZE
      bytes.set(packed.subarray(ARCHIVE_HEAD_SIZE, ARCHIVE_HEAD_SIZE + MEMBER_SIZE), at)
      bytes.set(new TextEncoder().encode(`m${index}.cbh`.padEnd(12, '\0')), at)
      // The place of the blocks, in its two copies.
      for (const field of [128, 149]) view.setUint32(at + field, ARCHIVE_HEAD_SIZE + members * MEMBER_SIZE, true)
    }
    return bytes
  }

  it('gives its bytes to one member alone', async () => {
    const bytes = overlapping()
    expect(bytes.length).toBeLessThan(600_000)
    writeFileSync(path('bomb.cbv'), bytes)
    const listed = await runInProcess(['archive', 'list', path('bomb.cbv')])
    expect(listed.text).toMatch(/2,?999|overlap|share/i)
    mkdirSync(path('out'))
    await runInProcess(['archive', 'extract', path('bomb.cbv'), '-o', path('out')])
    const sizes = Object.keys(snapshotTree(path('out'))).map((name) => statSync(join(folder, 'out', name)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1 << 25)
  })
})

describe('a server whose disk fails', () => {
  it.each([
    ['ENOSPC', 507, 'database/disk-full'],
    ['EACCES', 500, 'database/denied'],
  ] as const)('says so: %s', async (mode, status, code) => {
    const silent = vi.spyOn(console, 'error').mockImplementation(() => {})
    const database = await importRecords(folder, 'games.db', randomGames('othello', 5, 1))
    const [edited] = randomGames('othello', 1, 2)
    const request = () =>
      makeApi(database).request('/api/games/2', {
        method: 'PUT',
        body: JSON.stringify(edited),
        headers: { 'content-type': 'application/json' },
      })
    let response: Response | undefined
    await watchDisk(folder, async () => void (response = await request()), { at: 1, mode })
    expect([response!.status, await response!.json()]).toMatchObject([status, { code, place: 'server' }])
    expect((await request()).status).toBe(200)
    database.close()
    silent.mockRestore()
  })
})

describe('files of an index that could not be deleted', () => {
  it('are reported, and removed by the next change', async () => {
    const database = await importRecords(folder, 'games.db', randomGames('othello', 5, 1))
    const [columns, segment] = Object.keys(snapshotTree(path('games.db/positions'))).toSorted()
    database.close()
    const left = segment!.replace(/-[0-9a-f]{8}/, '-00000000')
    cpSync(path(`games.db/positions/${segment}`), path(`games.db/positions/${left}`))
    const reading = await Database.open(path('games.db'), { readOnly: true })
    const issues = []
    for await (const { id, severity } of verifyDatabase(reading)) issues.push({ id, severity })
    reading.close()
    expect(issues).toEqual([{ id: 'database/unlisted-files', severity: 'warning' }])
    const told = await runInProcess(['verify', path('games.db')])
    expect([told.code, told.text]).toEqual([0, expect.stringContaining('No problems found')])
    const { text } = await runInProcess(['compact', path('games.db')])
    expect(text).not.toContain('could not be put in order')
    expect(Object.keys(snapshotTree(path('games.db/positions'))).toSorted()).toEqual([columns, segment])
  })

  it('and the command that writes says why', async () => {
    const database = await importRecords(folder, 'games.db', randomGames('othello', 5, 1))
    const [, segment] = Object.keys(snapshotTree(path('games.db/positions'))).toSorted()
    database.close()
    const left = path(`games.db/positions/${segment!.replace(/-[0-9a-f]{8}/, '-00000000')}`)
    let text = ''
    const compact = async () => void ({ text } = await runInProcess(['compact', path('games.db')]))
    cpSync(path(`games.db/positions/${segment}`), left)
    const { operations } = await watchDisk(folder, compact)
    expect(text).not.toContain('could not be put in order')
    cpSync(path(`games.db/positions/${segment}`), left)
    const at = 1 + operations.findIndex(({ name, path: of }) => name === 'rm' && of === left)
    await watchDisk(folder, compact, { at, mode: 'EACCES' })
    expect(text).toContain('could not be put in order')
  })
})

describe('a file of losses from an earlier output', () => {
  it('is reported when the output beside it is replaced without one', async () => {
    cpSync(join(examples, 'go/ladder.sgf'), path('ladder.sgf'))
    writeFileSync(path('out.wei7'), 'old')
    writeFileSync(path('out.wei7.loss.json'), 'old losses')
    const { text } = await runInProcess(['convert', path('ladder.sgf'), '-o', path('out.wei7'), '--force'])
    expect(text).toContain('out.wei7.loss.json is from an earlier output')
    expect(readFileSync(path('out.wei7.loss.json'), 'utf8')).toBe('old losses')
    const again = await runInProcess([
      'convert',
      path('ladder.sgf'),
      '-o',
      path('out.wei7'),
      '--force',
      '--keep-losses',
    ])
    expect(again.text).not.toContain('earlier output')
    expect(readFileSync(path('out.wei7.loss.json'), 'utf8')).not.toBe('old losses')
  })
})
