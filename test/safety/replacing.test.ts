/** Nothing is replaced unasked, nothing is written through a link, and what fails leaves what was there. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openPath } from '../../src/node/open.ts'
import { snapshotTree, watchDisk } from '../support/failing-disk.ts'
import { runInProcess } from '../support/in-process.ts'

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
