/** Games added to databases and marked as deleted, and what is left when the program ends in the middle. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { journalName } from '../../../src/bytes/journal.ts'
import { chessbase } from '../../../src/formats/chessbase/format.ts'
import { appendToChessBase, markDeleted } from '../../../src/formats/chessbase/append.ts'
import type { Collection } from '../../../src/formats/format.ts'
import { partTest } from '../../../src/formats/parts.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { DiskFileEdit } from '../../../src/node/file-edit.ts'
import { DiskFileSet, DiskSource } from '../../../src/node/file-source.ts'
import { gameRecords, rewritten, withoutOrigin } from '../../support/chessbase-records.ts'
import { corpusPath } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import fc from '../../support/properties.ts'
import { scaled } from '../../support/scale.ts'

const JOURNAL = journalName('copy')
let folder = ''

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'ludograph-append-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Games that say of each whether it is among the best, as databases that ask it do. */
function generated(count: number, seed: number): GameRecord[] {
  return fc.sample(gameRecords, { numRuns: count, seed }).map((record) => ({
    ...record,
    header: { ...record.header, isTopGame: record.header.isTopGame ?? false },
  }))
}

async function writeDatabase(records: readonly GameRecord[]): Promise<void> {
  const { files } = await rewritten(records)
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
}

function contents(): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]))
}

async function withDatabase<Value>(task: (collection: Collection) => Value, name = 'copy'): Promise<Value> {
  const collection = await chessbase.open(new DiskFileSet(join(folder, `${name}.cbh`)))
  return task(collection)
}

function editOf(name: string): DiskFileEdit {
  return new DiskFileEdit(folder, name, partTest(chessbase, `${name}.cbh`))
}

function append(records: readonly GameRecord[], name = 'copy', edit = editOf(name)) {
  const files = new DiskFileSet(join(folder, `${name}.cbh`))
  try {
    const appender = appendToChessBase(files, edit)
    return [...records.flatMap((record) => appender.add(record).issues), ...appender.finish()]
  } finally {
    files.close()
    edit.close()
  }
}

const found = (collection: Collection) => [...collection.entries()].map(({ record }) => withoutOrigin(record!))
const faults = (collection: Collection) => [...collection.issues, ...collection.validate!()]

/** Ends like a killed program at the given change, which is done by half. */
class KilledEdit extends DiskFileEdit {
  private left: number

  constructor(changes: number) {
    super(folder, 'copy', partTest(chessbase, 'copy.cbh'))
    this.left = changes
  }

  override write(name: string, offset: number, bytes: Uint8Array): void {
    const isLast = this.count()
    super.write(name, offset, isLast ? bytes.subarray(0, bytes.length >> 1) : bytes)
    if (isLast) throw new Error('killed')
  }

  override truncate(name: string, size: number): void {
    if (this.count()) throw new Error('killed')
    super.truncate(name, size)
  }

  private count(): boolean {
    return --this.left < 0
  }
}

describe('adding games', () => {
  it('keeps the old games and the new ones', async () => {
    const games = generated(40, 1)
    await writeDatabase(games.slice(0, 15))
    expect(append(games.slice(15, 16))).toEqual([])
    expect(append(games.slice(16))).toEqual([])
    await withDatabase((collection) => {
      expect(faults(collection)).toEqual([])
      expect(found(collection)).toEqual(games)
    })
    expect(readdirSync(folder)).not.toContain(JOURNAL)
  })

  it('makes the database that writing all games at once makes', async () => {
    const games = generated(20, 2)
    await writeDatabase(games.slice(0, 12))
    append(games.slice(12))
    const { files } = await rewritten(games)
    for (const [name, bytes] of files) expect(new Uint8Array(readFileSync(join(folder, name))), name).toEqual(bytes)
  })

  it('removes search files and says so', async () => {
    const extensions = '.cbb .cbgi .cib .cit .cib2 .cit2 .pgi .cko .cpo .ckn .cpn .ck1 .ck2 .ck3 .cp1 .cp2 .cp3'
    await writeDatabase(generated(2, 3))
    const before = readdirSync(folder)
    for (const extension of extensions.split(' ')) writeFileSync(join(folder, `copy${extension}`), 'search')
    await withDatabase(({ about }) => expect(about.facts).toMatchObject({ searchFiles: extensions.split(' ') }))
    expect(append(generated(1, 4))).toEqual([
      {
        id: 'chessbase/search-files',
        severity: 'info',
        params: { count: 17, names: extensions },
        place: { file: 'copy' },
      },
    ])
    expect(readdirSync(folder)).toEqual(before)
  })

  it('makes the optional files that are missing', async () => {
    const games = generated(3, 2)
    await writeDatabase(games.slice(0, 2))
    const whole = contents()
    for (const extension of ['.cbm', '.cbj']) rmSync(join(folder, `copy${extension}`))
    expect(append(games.slice(2))).toEqual([])
    expect(contents()['copy.cbm']).toBe(whole['copy.cbm'])
    await withDatabase((collection) => {
      // Which teams and titles the older games had stood in .cbj.
      expect(faults(collection).filter(({ id }) => id !== 'chessbase/entity-count')).toEqual([])
      expect(collection.entry(2).record!.nodes).toEqual(games[2]!.nodes)
    })
  })

  it('leaves the old or the new state, whatever the moment the program ends', async () => {
    const games = generated(scaled(6, 20), 5)
    await writeDatabase(games.slice(0, 4))
    const before = contents()
    let changes = 0
    for (; ; changes++) {
      try {
        append(games.slice(4), 'copy', new KilledEdit(changes))
        break
      } catch (error) {
        expect((error as Error).message).toBe('killed')
      }
      // Whoever reads sees the state before and is told so; nothing is written.
      const left = contents()
      await withDatabase((collection) => {
        expect(found(collection)).toEqual(games.slice(0, 4))
        expect(faults(collection).map(({ id }) => id)).toEqual(['files/unfinished-change'])
      })
      expect(contents()).toEqual(left)
      editOf('copy').close()
      expect(contents()).toEqual(before)
    }
    expect(changes).toBeGreaterThan(20)
    await withDatabase((collection) => expect(found(collection)).toEqual(games))
  })

  it('undoes an unfinished change before the next one', async () => {
    const games = generated(6, 6)
    await writeDatabase(games.slice(0, 4))
    expect(() => append(games.slice(4), 'copy', new KilledEdit(9))).toThrow('killed')
    append(games.slice(4))
    await withDatabase((collection) => expect(found(collection)).toEqual(games))
  })

  it('refuses a damaged database and leaves it as it is', async () => {
    await writeDatabase(generated(3, 7))
    const path = join(folder, 'copy.cbp')
    writeFileSync(path, readFileSync(path).subarray(0, -20))
    const before = contents()
    expect(() => append(generated(1, 8))).toThrow(/damaged/)
    expect(contents()).toEqual(before)
  })
})

describe('deleting games', () => {
  it('marks them and takes the mark back', async () => {
    await writeDatabase(generated(5, 9).map((record) => ({ ...record, header: { ...record.header, deleted: false } })))
    const deleted = () => withDatabase((collection) => found(collection).map(({ header }) => header.deleted === true))
    const mark = (indexes: number[], isDeleted: boolean) => {
      const source = new DiskSource(join(folder, 'copy.cbh'))
      const edit = editOf('copy')
      try {
        markDeleted(source, edit, indexes, isDeleted)
      } finally {
        source.close()
        edit.close()
      }
    }
    mark([1, 3], true)
    expect(await deleted()).toEqual([false, true, false, true, false])
    mark([1], false)
    expect(await deleted()).toEqual([false, false, false, true, false])
    expect(() => mark([5], true)).toThrow(TypeError)
    expect(await withDatabase(faults)).toEqual([])
  })
})

const DATABASES = [
  ['libcbh/NormalGames', 'BielMTO'],
  ['libcbh/WithVariations', 'WithVariations'],
  ['morphy/cbh_cbj_test', 'cbh_cbj_test'],
  ['morphy/cbh_test', 'cbh_test'],
  ['morphy/shorter_cbj_test', 'shorter_cbj_test'],
  ['morphy/old', 'linares'],
] as const

describe('real databases', needsCorpus('chessbase'), () => {
  it.each(DATABASES)('%s/%s takes new games', async (path, name) => {
    cpSync(corpusPath(`chessbase/${path}`), folder, { recursive: true, filter: (file) => !file.endsWith('.pgn') })
    // Databases of older versions have no place for titles, and none of these lists the best games.
    const games = generated(5, 10)
    for (const { header } of games) {
      delete header.isTopGame
      delete header.title
    }
    const old = await withDatabase((collection) => [...collection.entries()], name)
    const oldFaults = await withDatabase(faults, name)
    append(games, name)
    await withDatabase((collection) => {
      expect(found(collection)).toEqual([...old.map(({ record }) => withoutOrigin(record!)), ...games])
      // What was wrong before may stay, but nothing is added. Only with a .cbj can counts of teams be checked.
      const known = new Set([
        ...oldFaults.map(({ id }) => id),
        ...(name === 'cbh_test' ? ['chessbase/entity-count'] : []),
      ])
      expect(faults(collection).filter(({ id }) => !known.has(id))).toEqual([])
    }, name)
  })
})
