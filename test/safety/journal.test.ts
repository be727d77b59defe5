/** Journals: what they may name, what reading makes of them, and the order of writes that survives a power cut. */
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  beforeUnfinishedChange,
  FOLDER_KEY,
  journalName,
  readJournal,
  writeJournal,
  type FileBefore,
} from '../../src/bytes/journal.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { FormatError } from '../../src/issues/errors.ts'
import { openPath, readGames } from '../../src/node/open.ts'
import { snapshotTree, watchDisk, type DiskOperation } from '../support/failing-disk.ts'
import { runInProcess } from '../support/in-process.ts'
import { seededRandom, randomInt } from '../support/random.ts'
import { scaled } from '../support/scale.ts'

const examples = join(import.meta.dirname, '../../examples/chess')
const root = mkdtempSync(join(tmpdir(), 'ludograph-journal-'))
afterAll(() => rmSync(root, { recursive: true }))

let folder = ''
let count = 0
beforeEach(() => {
  folder = join(root, String(count++))
  mkdirSync(folder)
  for (const part of ['cbh', 'cbg', 'cba', 'cbp', 'cbt', 'cbc', 'cbs', 'cbe', 'cbl', 'cbj', 'cbm', 'cbtt']) {
    cpSync(join(examples, `short-games.${part}`), join(folder, `base.${part}`))
  }
  writeFileSync(join(folder, 'thesis.doc'), 'years of work')
})

it('a journal says of every file what it was written with', () => {
  const files: FileBefore[] = [
    { name: 'base.cbh', was: 'patched', size: 2 ** 40, ranges: [{ offset: 2 ** 33, bytes: Uint8Array.of(1, 2) }] },
    { name: 'base.cbg', was: 'kept', backup: '.base.0123456789abcdef.old' },
    { name: 'base.cba', was: 'kept', backup: '.base.0123456789abcdee.old', made: { size: 7, modified: 2 ** 42 } },
    { name: 'base.cbj', was: 'absent' },
    { name: 'base.cbm', was: 'absent', made: { size: 9, modified: 1 } },
  ]
  expect(readJournal(writeJournal(files), 'base.undo', 'base')).toEqual(files)
})

const putJournalFile = (files: FileBefore[], name = 'base.undo') =>
  writeFileSync(join(folder, name), writeJournal(files))
const base = () => join(folder, 'base.cbh')

async function issuesOf(path: string): Promise<string[]> {
  const opened = await openPath(path)
  try {
    return opened.collection.issues.map(({ id }) => id)
  } finally {
    opened.close()
  }
}

const BACKUP = '.base.0123456789abcdef.old'

describe('a journal from elsewhere', () => {
  const foreign: [string, FileBefore][] = [
    ['deletes a file', { was: 'absent', name: 'thesis.doc' }],
    ['cuts a file', { was: 'patched', name: 'thesis.doc', size: 0, ranges: [] }],
    ['deletes a part of another database', { was: 'absent', name: 'other.cbh' }],
    ['names a file elsewhere', { was: 'absent', name: '../thesis.doc' }],
    ['takes any file for a backup', { was: 'kept', name: 'base.cbh', backup: 'thesis.doc' }],
    ['replaces a file', { was: 'kept', name: 'thesis.doc', backup: BACKUP, made: { size: 13, modified: 0 } }],
    ['deletes a file it claims to have made', { was: 'absent', name: 'thesis.doc', made: { size: 13, modified: 0 } }],
  ]

  it.each(foreign)('%s: nothing happens, whoever reads or writes', async (_what, file) => {
    writeFileSync(join(folder, BACKUP), 'not a backup of the thesis')
    putJournalFile([file])
    const before = snapshotTree(folder)
    await runInProcess(['info', base()])
    for (const command of ['validate', 'show']) await runInProcess([command, base()])
    expect((await openPath(base())).collection.count).toBe(6)
    await expect(runInProcess(['delete', base(), '1'])).rejects.toThrow(FormatError)
    expect(snapshotTree(folder)).toEqual(before)
  })

  it('is refused when a byte of it is changed, and the database stays readable', async () => {
    putJournalFile([{ was: 'patched', name: 'base.cbh', size: 46, ranges: [{ offset: 0, bytes: new Uint8Array(46) }] }])
    const bytes = readFileSync(join(folder, 'base.undo'))
    for (let at = 0; at < bytes.length; at += 7) {
      const damaged = Buffer.from(bytes)
      damaged[at]! ^= 1 << (at % 8)
      writeFileSync(join(folder, 'base.undo'), damaged)
      expect(await issuesOf(base())).toEqual(['files/foreign-journal'])
      await expect(runInProcess(['delete', base(), '1'])).rejects.toThrow(FormatError)
    }
  })

  it('names a part that is a link: refused', async () => {
    rmSync(join(folder, 'base.cbm'))
    symlinkSync('thesis.doc', join(folder, 'base.cbm'))
    putJournalFile([{ was: 'patched', name: 'base.cbm', size: 0, ranges: [] }])
    await expect(runInProcess(['delete', base(), '1'])).rejects.toThrow(/may not change/)
    expect(readFileSync(join(folder, 'thesis.doc'), 'utf8')).toBe('years of work')
  })

  it('throws nothing but FormatError, whatever its bytes', () => {
    const random = seededRandom(8)
    const files: FileBefore[] = [
      { was: 'patched', name: 'base.cbh', size: 20, ranges: [{ offset: 3, bytes: new Uint8Array(9) }] },
      { was: 'kept', name: 'base.cbg', backup: BACKUP, made: { size: 1, modified: 2 } },
      { was: 'absent', name: 'base.cbj' },
      { was: 'no-folder', name: 'sub' },
    ]
    expect(readJournal(writeJournal(files), 'base.undo', 'base')).toEqual(files)
    for (let round = 0; round < scaled(2000, 50_000); round++) {
      const bytes = writeJournal(files).slice(0, randomInt(random, 2) === 0 ? undefined : randomInt(random, 120))
      for (let change = 0; change < 3; change++) bytes[randomInt(random, bytes.length)] = randomInt(random, 256)
      const sources = ['base.cbh', 'base.cbg', BACKUP].map((name) => new MemorySource(name, new Uint8Array(12)))
      const set = new MemoryFileSet(sources[0]!, [...sources.slice(1), new MemorySource('base.undo', bytes)])
      try {
        readJournal(bytes, 'base.undo', 'base')
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError)
      }
      expect(beforeUnfinishedChange(set, () => true).issues).toHaveLength(1)
    }
  })
})

describe('reading an unfinished change', () => {
  it('sees the state before on every path, and writes nothing', async () => {
    const before: unknown[] = []
    for await (const entry of readGames(base())) if (entry.record) before.push(entry.record)
    const old = readFileSync(base())
    const saved = new Uint8Array(old.subarray(40))
    putJournalFile([
      { was: 'patched', name: 'base.cbh', size: old.length, ranges: [{ offset: 40, bytes: saved }] },
      { was: 'absent', name: 'base.flags' },
    ])
    writeFileSync(base(), Buffer.concat([old.fill(7, 40), Buffer.alloc(92)]))
    writeFileSync(join(folder, 'base.flags'), 'new')
    const tree = snapshotTree(folder)
    const after: unknown[] = []
    for await (const entry of readGames(folder)) if (entry.record) after.push(entry.record)
    expect(after).toEqual(before)
    expect(await issuesOf(base())).toEqual(['files/unfinished-change'])
    await runInProcess(['archive', 'pack', base(), '-o', join(root, `packed-${count}.cbv`)])
    expect((await openPath(join(root, `packed-${count}.cbv`))).collection.count).toBe(6)
    await runInProcess(['convert', base(), '-o', join(root, `copied-${count}.jsonl`)])
    expect(snapshotTree(folder)).toEqual(tree)
    await runInProcess(['delete', base(), '1'])
    expect(await issuesOf(base())).toEqual([])
    expect(existsSync(join(folder, 'base.flags'))).toBe(false)
  })

  it('passes by what a writer that died has left', async () => {
    cpSync(join(examples, 'opera-game.pgn'), join(folder, '.games.pgn.0123456789abcdef.part'))
    cpSync(join(examples, 'opera-game.pgn'), join(folder, '.games.pgn.0123456789abcdef.old'))
    const files = new Set<string>()
    for await (const { file } of readGames(folder)) files.add(file)
    expect([...files]).toEqual([base()])
  })

  it('reports an unfinished new database as incomplete', async () => {
    putJournalFile([{ was: 'absent', name: 'base.cbh', made: { size: 1, modified: 1 } }])
    await expect(openPath(base())).rejects.toMatchObject({ code: 'file/unfinished' })
  })

  describe('of a folder', () => {
    const OLD = `.${FOLDER_KEY}.0123456789abcdef.old`

    /** What a change of the folder `top` leaves that was ended between its files: one replaced, one added. */
    function leaveUnfinished(top: string): void {
      cpSync(base(), join(top, OLD))
      cpSync(join(examples, 'opera-game.pgn'), join(folder, 'new.pgn'))
      writeFileSync(base(), readFileSync(base()).subarray(0, 46))
      const [database, added] = [base(), join(folder, 'new.pgn')].map((path) => ({
        name: relative(top, path).split(sep).join('/'),
        made: { size: statSync(path).size, modified: Math.floor(statSync(path).mtimeMs) },
      }))
      const files: FileBefore[] = [
        { was: 'kept', backup: OLD, ...database! },
        { was: 'absent', ...added! },
      ]
      writeFileSync(join(top, journalName(FOLDER_KEY)), writeJournal(files))
    }

    const filesBelow = async (path: string) => {
      const files = new Set<string>()
      for await (const { file } of readGames(path)) files.add(file)
      return [...files]
    }

    it.each(['this one', 'the one above'])('is looked through: %s', async (which) => {
      if (which !== 'this one') {
        const inner = join(folder, 'inner')
        mkdirSync(inner)
        for (const name of readdirSync(folder)) if (name !== 'inner') renameSync(join(folder, name), join(inner, name))
      }
      const top = folder
      if (which !== 'this one') folder = join(folder, 'inner')
      leaveUnfinished(top)
      const tree = snapshotTree(top)
      expect(await issuesOf(base())).toEqual(['files/unfinished-change'])
      await expect(openPath(join(folder, 'new.pgn'))).rejects.toMatchObject({ code: 'file/unfinished' })
      expect(await filesBelow(top)).toEqual([base()])
      const copied = join(root, `copied-${count}.jsonl`)
      await runInProcess(['convert', top, '-o', copied])
      expect(readFileSync(copied, 'utf8').trim().split('\n')).toHaveLength(6)
      expect(snapshotTree(top)).toEqual(tree)
      // Whoever changes one of the files undoes the change of all first.
      await runInProcess(['delete', base(), '1'])
      expect(Object.keys(snapshotTree(top)).filter((name) => /new|undo|old/.test(name))).toEqual([])
      expect(await issuesOf(base())).toEqual([])
    })

    it('ignores files that somebody has changed since, and those that others own', async () => {
      leaveUnfinished(folder)
      writeFileSync(join(folder, 'new.pgn'), readFileSync(join(folder, 'new.pgn'), 'utf8').repeat(2))
      expect((await openPath(join(folder, 'new.pgn'))).collection.count).toBe(2)
      cpSync(join(examples, 'opera-game.pgn'), join(folder, 'new.pgn'))
      await expect(openPath(join(folder, 'new.pgn'))).rejects.toMatchObject({ code: 'file/unfinished' })
      if (process.getuid?.() !== 0) return
      chownSync(join(folder, journalName(FOLDER_KEY)), 12345, 12345)
      expect((await openPath(join(folder, 'new.pgn'))).collection.count).toBe(1)
      await expect(runInProcess(['delete', base(), '1'])).rejects.toThrow(/which the undo journal names/)
      expect(existsSync(join(folder, 'new.pgn'))).toBe(true)
    })
  })
})

/** The operations of a command, each as one line with names instead of paths. */
async function orderOf(words: string[]): Promise<string[]> {
  const { operations, error } = await watchDisk(folder, () => runInProcess(words))
  expect(error).toBeUndefined()
  const nameOf = (path: string) =>
    path === folder ? 'FOLDER' : path.slice(folder.length + 1).replace(/\.[0-9a-f]{16}\./, '.*.')
  return operations.map(({ name, path, to }: DiskOperation) =>
    [name, nameOf(path), ...(to === undefined ? [] : [nameOf(to)])].join(' '),
  )
}

/** The changes of names and bytes, and what has reached the disk, as a power cut after each operation would leave them. */
function replayed(order: readonly string[]) {
  const at = (pattern: RegExp, from = 0) => order.findIndex((line, index) => index >= from && pattern.test(line))
  const lastAt = (pattern: RegExp) => order.findLastIndex((line) => pattern.test(line))
  return { at, lastAt }
}

describe('the order of writes', () => {
  it('of a change in place lets a power cut leave the old state or the new one', async () => {
    const order = await orderOf(['convert', join(examples, 'opera-game.pgn'), '--append', '-o', base()])
    const { at, lastAt } = replayed(order)
    const synced = at(/^fsync \.base\.\*\.part$/)
    const renamed = at(/^rename \.base\.\*\.part base\.undo$/)
    const folderSynced = at(/^fsync FOLDER$/, renamed)
    const removed = at(/^rm base\.undo$/)
    expect(order.slice(0, renamed).filter((line) => /base\.cb/.test(line))).toEqual([])
    expect([at(/^write \.base\.\*\.part$/), synced, renamed, folderSynced]).toEqual(
      [at(/^write \.base\.\*\.part$/), synced, renamed, renamed + 1].sort((left, right) => left - right),
    )
    expect(at(/(write|open|ftruncate) base\.cb/)).toBeGreaterThan(folderSynced)
    // Everything that was written is synced, after its last change and before the journal goes.
    const written = new Set(
      order.filter((line) => /^(write|ftruncate) base\./.test(line)).map((line) => line.split(' ')[1]!),
    )
    expect(written.size).toBeGreaterThan(5)
    for (const name of written) {
      const end = lastAt(new RegExp(`^(write|ftruncate) ${name.replaceAll('.', '\\.')}$`))
      const sync = at(new RegExp(`^fsync ${name.replaceAll('.', '\\.')}$`), end)
      expect(sync, name).toBeGreaterThan(end)
      expect(sync, name).toBeLessThan(removed)
    }
    // New files are in their folder before the journal that would remove them is gone.
    expect(order.slice(0, removed).lastIndexOf('fsync FOLDER')).toBeGreaterThan(lastAt(/^(write|open) base\./))
    expect(order[removed + 1]).toBe('fsync FOLDER')
    expect(lastAt(/(write|open|ftruncate|rename) base\./)).toBeLessThan(removed)
  })

  it('of a change in place that removes search files keeps them until it is final', async () => {
    writeFileSync(join(folder, 'base.cbb'), 'search')
    const order = await orderOf(['convert', join(examples, 'opera-game.pgn'), '--append', '-o', base()])
    const { at, lastAt } = replayed(order)
    const aside = at(/^rename base\.cbb \.base\.\*\.old$/)
    expect(aside).toBeGreaterThan(at(/^rename \.base\.\*\.part base\.undo$/))
    expect(at(/^fsync FOLDER$/, aside)).toBe(aside + 1)
    expect(lastAt(/^rm \.base\.\*\.old$/)).toBeGreaterThan(at(/^rm base\.undo$/) + 1)
  })

  it('of files that replace others keeps the old ones until the new ones are there to stay', async () => {
    writeFileSync(join(folder, 'base.cit'), 'search')
    const order = await orderOf(['convert', join(examples, 'opera-game.pgn'), '-o', base(), '--force'])
    const { at, lastAt } = replayed(order)
    const journal = at(/^rename \.base\.\*\.part base\.undo$/)
    const removed = at(/^rm base\.undo$/)
    const news = order.slice(0, journal).filter((line) => /^open \.base\.\*\.part$/.test(line)).length
    const syncs = order.slice(0, journal).filter((line) => /^fsync \.base\.\*\.part$/.test(line)).length
    // Each new file, and the journal.
    expect(news).toBe(12 + 1)
    expect(syncs).toBe(news)
    expect(order[journal - 1]).toBe('fsync .base.*.part')
    expect(order[journal + 1]).toBe('fsync FOLDER')
    const changes = order
      .map((line, index) => (/^(link|rename) .*base\.c/.test(line) ? index : -1))
      .filter((index) => index >= 0)
    expect(changes).toHaveLength(12 + 12 + 1)
    expect(changes[0]!).toBeGreaterThan(journal + 1)
    expect(order.slice(changes.at(-1)! + 1, removed)).toEqual(['fsync FOLDER'])
    expect(order[removed + 1]).toBe('fsync FOLDER')
    expect(at(/^rm \.base\.\*\.old$/)).toBe(removed + 2)
    expect(lastAt(/^rm \.base\.ludograph-lock$/)).toBe(order.length - 1)
  })

  it('of one new file is written, synced, renamed, and its folder synced', async () => {
    const order = await orderOf(['convert', join(examples, 'opera-game.pgn'), '-o', join(folder, 'new.pgn')])
    expect(order).toEqual([
      'open .new.pgn.ludograph-lock',
      'open .new.pgn.*.part',
      'write .new.pgn.*.part',
      'fsync .new.pgn.*.part',
      'rename .new.pgn.*.part new.pgn',
      'fsync FOLDER',
      'rm .new.pgn.ludograph-lock',
    ])
  })

  it('of a new folder is synced below before it has its name, and above afterwards', async () => {
    const order = await orderOf(['convert', examples, '-t', 'pgn', '-o', join(folder, 'made/deep')])
    const { at } = replayed(order)
    const renamed = at(/^rename \.made\.folder\.\*\.part made$/)
    expect(order.slice(renamed - 2, renamed)).toEqual(['fsync .made.folder.*.part/deep', 'fsync .made.folder.*.part'])
    expect(order[renamed + 1]).toBe('fsync FOLDER')
  })

  it('of a change that was cut short is synced when it is undone, before its journal goes', async () => {
    const words = ['delete', base(), '1']
    const { operations } = await watchDisk(folder, () => runInProcess(words))
    const write = operations.findIndex(({ name, path }) => name === 'write' && path === base())
    await runInProcess([...words, '--undo'])
    await watchDisk(folder, () => runInProcess(words), { at: write + 1, mode: 'torn' })
    const order = await orderOf(words)
    const removed = order.indexOf('rm base.undo')
    expect(order.slice(order.indexOf('open base.cbh'), removed + 2)).toEqual([
      'open base.cbh',
      'write base.cbh',
      'ftruncate base.cbh',
      'fsync base.cbh',
      'fsync FOLDER',
      'rm base.undo',
      'fsync FOLDER',
    ])
  })
})
