/** Nothing is replaced unasked, nothing is written through a link, and what fails leaves what was there. */
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { commonAccess, openNew } from '../../src/node/disk.ts'
import { openPath } from '../../src/node/open.ts'
import { snapshotTree, watchDisk } from '../support/failing-disk.ts'
import { runInProcess } from '../support/in-process.ts'
import { needs } from '../support/needs.ts'

const examples = join(import.meta.dirname, '../../examples')
const root = mkdtempSync(join(tmpdir(), 'ludograph-replacing-'))
afterAll(() => rmSync(root, { recursive: true }))

let folder = ''
let count = 0
const path = (name: string) => join(folder, name)
const run = (words: string) => runInProcess(words.split(' ').map((word) => word.replace(/^@/, `${folder}/`)))

beforeEach(async () => {
  folder = join(root, String(count++))
  mkdirSync(folder)
  cpSync(join(examples, 'chess/opera-game.pgn'), path('new.pgn'))
  cpSync(join(examples, 'chess/short-games.cbh'), path('unused'))
  await run(`convert ${join(examples, 'chess/short-games.cbh')} -o @merged.cbh`)
  await run('convert @merged.cbh -o @merged.pgn')
  await run('convert @merged.cbh -o @merged.cdp')
  await run('archive pack @merged.cbh -o @merged.cbv')
})

async function gamesIn(name: string): Promise<number> {
  const opened = await openPath(path(name))
  opened.close()
  return opened.collection.count
}

describe('what exists', () => {
  it.each([
    [
      'convert @new.pgn -o @merged.cbh',
      /merged\.cbh already exists; use --force to overwrite, or --append to add to it/,
    ],
    [
      'convert @new.pgn -o @merged.pgn',
      /merged\.pgn already exists; use --force to overwrite, or --append to add to it$/,
    ],
    ['convert @new.pgn -o @merged.cdp', /merged\.cdp already exists; use --force to overwrite$/],
    ['convert @merged.cbh @new.pgn -o @merged.cbv', /--force/],
    ['archive pack @merged.cbh -o @merged.cbv', /--force/],
    ['archive pack @merged.cbh', /--force/],
    ['archive extract @merged.cbv -o @.', /and \d+ more already exist; use --force to overwrite/],
  ])('%s is refused and changes nothing', async (words, message) => {
    const before = snapshotTree(folder)
    await expect(run(words)).rejects.toThrow(message)
    expect(snapshotTree(folder)).toEqual(before)
  })

  it('is replaced with --force, archives of the same name are kept', async () => {
    const archive = readFileSync(path('merged.cbv'))
    await run('convert @new.pgn -o @merged.cbh --force')
    expect(await gamesIn('merged.cbh')).toBe(1)
    expect(readFileSync(path('merged.cbv'))).toEqual(archive)
    await run('convert @new.pgn -o @merged.cbv --force')
    expect(await gamesIn('merged.cbh')).toBe(1)
    expect(await gamesIn('merged.cbv')).toBe(1)
  })

  it('of a series of numbered files or of a folder is refused before anything is written', async () => {
    writeFileSync(path('part-2.pgn'), 'mine')
    mkdirSync(path('out'))
    writeFileSync(path('out/merged.jsonl'), 'mine')
    const before = snapshotTree(folder)
    await expect(run('convert @merged.pgn -o @part.pgn --split 2')).rejects.toThrow(/part-2\.pgn already exists/)
    await expect(run('convert @new.pgn @merged.pgn -t jsonl -o @out')).rejects.toThrow(/merged\.jsonl already exists/)
    expect(snapshotTree(folder)).toEqual(before)
  })

  it('of an earlier, longer series of numbered files stays, and is reported', async () => {
    await run('convert @merged.pgn -o @part.pgn --split 1')
    writeFileSync(path('part-1998.pgn'), 'mine')
    const before = snapshotTree(folder)
    const { text } = await run('convert @merged.pgn -o @part.pgn --split 2 --force')
    expect(text).toContain(`${path('part-4.pgn')} and 2 more files of such a name stayed: not part of this output`)
    const after = snapshotTree(folder)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    const kept = ['part-4.pgn', 'part-5.pgn', 'part-1998.pgn', 'merged.pgn']
    expect(kept.map((name) => after[name])).toEqual(kept.map((name) => before[name]))
  })

  it('as a part of another database is refused, too', async () => {
    writeFileSync(path('other.cbg'), 'mine')
    await expect(run('convert @new.pgn -o @other.cbh')).rejects.toThrow(/other\.cbg/)
    expect(readFileSync(path('other.cbg'), 'utf8')).toBe('mine')
  })
})

describe('links', () => {
  it.each(['link.pgn', 'dangling.pgn'])('are not written through, even with --force: %s', async (name) => {
    symlinkSync('merged.pgn', path('link.pgn'))
    symlinkSync('nowhere.pgn', path('dangling.pgn'))
    const before = snapshotTree(folder)
    await expect(run(`convert @new.pgn -o @${name} --force`)).rejects.toThrow(/symbolic link/)
    expect(snapshotTree(folder)).toEqual(before)
  })

  it('to a part of a database are not written through', async () => {
    writeFileSync(path('thesis.doc'), 'years of work')
    rmSync(path('merged.cbg'))
    symlinkSync('thesis.doc', path('merged.cbg'))
    await expect(run('convert @new.pgn -o @merged.cbh --force')).rejects.toThrow(/symbolic link/)
    await expect(run('convert @new.pgn --append -o @merged.cbh')).rejects.toThrow()
    expect(readFileSync(path('thesis.doc'), 'utf8')).toBe('years of work')
  })

  it('in a folder to extract to are not followed', async () => {
    mkdirSync(path('elsewhere'))
    symlinkSync(path('elsewhere'), path('out'))
    await run('convert @new.pgn -t jsonl -o @out/')
    expect(Object.keys(snapshotTree(path('elsewhere')))).toEqual(['new.jsonl'])
    mkdirSync(path('in/sub'), { recursive: true })
    cpSync(path('new.pgn'), path('in/sub/one.pgn'))
    mkdirSync(path('made'))
    symlinkSync(path('elsewhere'), path('made/sub'))
    await expect(run('convert @in -t jsonl -o @made')).rejects.toThrow(/symbolic link/)
    expect(Object.keys(snapshotTree(path('elsewhere')))).toEqual(['new.jsonl'])
  })
})

describe('a conversion that fails half way', () => {
  it('leaves the database that was there whole', async () => {
    const text = readFileSync(path('new.pgn'), 'utf8')
    writeFileSync(path('lossy.pgn'), text + text.replace('[Site', '[Sponsor "Nobody"]\n[Site'))
    const before = snapshotTree(folder)
    await expect(run('convert @lossy.pgn -o @merged.cbh --force --strict')).rejects.toThrow(/--strict/)
    expect(snapshotTree(folder)).toEqual(before)
    expect(await gamesIn('merged.cbh')).toBe(6)
  })

  it('reports what went wrong first, whatever fails while cleaning up', async () => {
    const whole = await watchDisk(folder, () => run('convert @new.pgn -o @other.cbh'))
    const at = whole.operations.findLastIndex(({ name }) => name === 'write') + 1
    const { error } = await watchDisk(folder, () => run('convert @new.pgn -o @third.cbh'), { at, mode: 'ENOSPC' })
    expect(String(error)).toBe(`Error: ${folder}: cannot write here: the disk is full`)
  })
})

it('gives every old part of a database to the new one or takes it away', async () => {
  for (const extension of ['cib', 'cit', 'cib2', 'CIT2', 'cbb', 'flags'])
    writeFileSync(path(`merged.${extension}`), 'stale')
  writeFileSync(path('merged.ini'), 'settings')
  await run('convert @new.pgn -o @merged.cbh --force')
  const names = Object.keys(snapshotTree(folder))
  expect(names.filter((name) => /\.(ci|CI|cbb)/.test(name))).toEqual([])
  expect(names).toContain('merged.ini')
  const opened = await openPath(path('merged.cbh'))
  expect([...opened.collection.issues, ...opened.collection.validate!()]).toEqual([])
  opened.close()
})

describe('permissions', () => {
  const isRoot = process.getuid?.() === 0
  const hasModes = needs('platform', process.platform !== 'win32', 'Windows has other permissions')
  const modeOf = (name: string) => statSync(path(name)).mode & 0o777
  const partsOf = (stem: string) => readdirSync(folder).filter((name) => name.startsWith(`${stem}.cb`))

  it('of a file that is replaced are those of the new one', hasModes, async () => {
    chmodSync(path('merged.pgn'), 0o600)
    await run('convert @new.pgn -o @merged.pgn --force')
    expect([modeOf('merged.pgn'), readFileSync(path('merged.pgn'), 'utf8').match(/\[Event /g)!.length]).toEqual([
      0o600, 1,
    ])
    chmodSync(path('merged.cbv'), 0o640)
    await run('archive pack @merged.cbh -o @merged.cbv --force')
    expect(modeOf('merged.cbv')).toBe(0o640)
    // Narrower than the usual ones and wider.
    chmodSync(path('merged.pgn'), 0o666)
    await run('convert @new.pgn -o @merged.pgn --force')
    expect(modeOf('merged.pgn')).toBe(0o666)
  })

  it('of a database that is replaced are those of all new parts, and never wider', hasModes, async () => {
    for (const name of partsOf('merged')) chmodSync(path(name), 0o600)
    rmSync(path('merged.cbtt'), { force: true })
    const seen = new Set<number>()
    const { operations } = await watchDisk(folder, () => run('convert @new.pgn -o @merged.cbh --force'))
    for (const name of partsOf('merged')) if (name !== 'merged.cbv') seen.add(modeOf(name))
    expect([...seen]).toEqual([0o600])
    // They are made so, and nothing has to be taken back.
    expect(operations.filter(({ name }) => name === 'fchmod' || name === 'chmod')).toEqual([])
  })

  it('of a database that grows are those of its new parts and of its journal', hasModes, async () => {
    for (const name of partsOf('merged')) chmodSync(path(name), 0o600)
    const lacking = partsOf('merged').filter((name) => /\.(?:cbj|cbtt|cbm)$/.test(name))
    for (const name of lacking) rmSync(path(name))
    const { operations } = await watchDisk(folder, () => run('convert @new.pgn --append -o @merged.cbh'))
    const at = operations.findIndex(({ name, to }) => name === 'rename' && to?.endsWith('merged.undo'))
    expect(at).toBeGreaterThan(0)
    for (const name of partsOf('merged')) if (name !== 'merged.cbv') expect([name, modeOf(name)]).toEqual([name, 0o600])
    await watchDisk(folder, () => run('convert @new.pgn --append -o @merged.cbh'), { at: at + 2, mode: 'kill' })
    expect(modeOf('merged.undo')).toBe(0o600)
  })

  it('of extracted files, of a folder and of a position index are those of what was there', hasModes, async () => {
    for (const name of partsOf('merged')) if (name !== 'merged.cbv') chmodSync(path(name), 0o600)
    await run('archive extract @merged.cbv -o @. --force')
    expect(modeOf('merged.cbh')).toBe(0o600)
    mkdirSync(path('out'), { mode: 0o700 })
    await run('import @base @new.pgn')
    await run('export @base --parquet @out')
    expect(modeOf('out')).toBe(0o700)
    for (const name of readdirSync(path('base')))
      if (!name.startsWith('positions')) chmodSync(path(`base/${name}`), 0o600)
    chmodSync(path('base/positions.json'), 0o600)
    await run('import @base @merged.pgn')
    expect(modeOf('base/positions.json')).toBe(0o600)
    const segments = readdirSync(path('base/positions')).map((name) => modeOf(`base/positions/${name}`))
    expect(segments).toContain(0o600)
  })

  it(
    'and owners stay, where the system lets us keep them',
    needs('platform', isRoot, 'only the administrator may give files away'),
    async () => {
      const ownersOf = (name: string) => [statSync(path(name)).uid, statSync(path(name)).gid]
      for (const name of [...partsOf('merged'), 'merged.pgn']) {
        chmodSync(path(name), 0o640)
        chownSync(path(name), 1234, 2345)
      }
      await run('convert @new.pgn -o @merged.pgn --force')
      await run('convert @new.pgn -o @merged.cbh --force')
      for (const name of ['merged.pgn', 'merged.cbh', 'merged.cbg']) {
        expect([name, ...ownersOf(name), modeOf(name)]).toEqual([name, 1234, 2345, 0o640])
      }
      await run('convert @new.pgn --append -o @merged.pgn')
      expect([...ownersOf('merged.pgn'), readFileSync(path('merged.pgn'), 'utf8').match(/\[Event /g)!.length]).toEqual([
        1234, 2345, 2,
      ])
    },
  )

  it('are those of everybody for a group that a file cannot be given to', hasModes, () => {
    const file = path('kept')
    const descriptor = openNew(file, { mode: 0o664, gid: 2 ** 32 - 2 })
    closeSync(descriptor)
    expect(modeOf('kept')).toBe(isRoot ? 0o664 : 0o644)
  })

  it('that several files have in common are those of their journal', hasModes, () => {
    expect(commonAccess([])).toBeUndefined()
    expect(commonAccess([{ mode: 0o100644, gid: 5 }])).toEqual({ mode: 0o644, gid: 5 })
    expect(
      commonAccess([
        { mode: 0o664, gid: 5 },
        { mode: 0o640, gid: 5 },
      ]),
    ).toEqual({ mode: 0o640, gid: 5 })
    expect(
      commonAccess([
        { mode: 0o664, gid: 5 },
        { mode: 0o664, gid: 6 },
      ]),
    ).toEqual({ mode: 0o604, gid: 5 })
    expect(commonAccess([{ mode: 0o040, gid: 5 }])).toEqual({ mode: 0o640, gid: 5 })
  })
})
