/** Games added to databases of ChessBase 17 and marked as deleted. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MemorySource } from '../../../src/bytes/source.ts'
import { twoCbh } from '../../../src/formats/2cbh/format.ts'
import type { Collection } from '../../../src/formats/format.ts'
import { partTest } from '../../../src/formats/parts.ts'
import { FormatError } from '../../../src/issues/errors.ts'
import type { GameRecord, TextDocument } from '../../../src/model/record.ts'
import { DiskFileEdit } from '../../../src/node/file-edit.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'
import { documents, gameRecords, withoutOrigin } from '../../support/chessbase-records.ts'
import { corpusBytes } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import fc from '../../support/properties.ts'
import { itemsOf, rewritten } from '../../support/two-cbh.ts'

type Item = GameRecord | TextDocument

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'ludograph-2cbh-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const items: Item[] = fc.sample(fc.oneof({ weight: 4, arbitrary: gameRecords }, { weight: 1, arbitrary: documents }), {
  numRuns: 24,
  seed: 8,
})
const games = items.filter((item): item is GameRecord => 'game' in item)

function put(files: Iterable<readonly [string, Uint8Array]>): void {
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
}

function snapshot(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  )
}

async function change(name: string, work: (files: DiskFileSet, edit: DiskFileEdit) => Promise<void>): Promise<void> {
  const files = new DiskFileSet(join(folder, name))
  const edit = new DiskFileEdit(folder, name.slice(0, -'.2cbh'.length), partTest(twoCbh, name))
  try {
    await work(files, edit)
  } finally {
    files.close()
    edit.close()
  }
}

async function append(name: string, added: readonly Item[]): Promise<void> {
  await change(name, async (files, edit) => {
    const writer = await twoCbh.append(files, edit)
    for (const item of added) {
      if ('game' in item) writer.add(item)
      else writer.addDocument!(item)
    }
    writer.finish()
  })
}

function open(name: string): Promise<Collection> {
  return twoCbh.open(new DiskFileSet(join(folder, name)))
}

describe('a database that we wrote', () => {
  it('with games and texts added is the database that writing all at once makes', async () => {
    put((await rewritten(items.slice(0, 10), {}, 'a.2cbh')).files)
    await append('a.2cbh', items.slice(10, 11))
    await append('a.2cbh', items.slice(11))
    for (const [file, bytes] of (await rewritten(items, {}, 'a.2cbh')).files) {
      expect(Buffer.compare(readFileSync(join(folder, file)), bytes), file).toBe(0)
    }
  })

  it('gets the lists and orders that it lacks', async () => {
    const { files } = await rewritten(items.slice(0, 10), {}, 'a.2cbh')
    put([...files].filter(([name]) => !/[.]2l[gc]d$/.test(name)))
    await append('a.2cbh', items.slice(10))
    const whole = await rewritten(items, {}, 'a.2cbh')
    expect(snapshot()).toEqual(
      Object.fromEntries([...whole.files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')])),
    )
  })

  it('keeps its games where adding is given up', async () => {
    put((await rewritten(items.slice(0, 5), {}, 'a.2cbh')).files)
    const before = snapshot()
    await change('a.2cbh', async (files, edit) => {
      const writer = await twoCbh.append(files, edit)
      for (const game of games) writer.add(game)
      edit.undo()
    })
    expect(snapshot()).toEqual(before)
  })

  it('has its games marked as deleted and no longer so', async () => {
    put((await rewritten(games.slice(0, 5), {}, 'a.2cbh')).files)
    const before = snapshot()
    await change('a.2cbh', (files, edit) => twoCbh.markDeleted!(files, edit, [1, 3], true))
    const marked = await open('a.2cbh')
    const expected = games.slice(0, 5).map(({ header }, index) => header.deleted === true || [1, 3].includes(index))
    expect(itemsOf(marked).map(({ header }) => header.deleted === true)).toEqual(expected)
    expect([...marked.validate!()]).toEqual([])
    const unmarked = [1, 3].filter((index) => games[index]!.header.deleted !== true)
    await change('a.2cbh', (files, edit) => twoCbh.markDeleted!(files, edit, unmarked, false))
    expect(snapshot()).toEqual(before)
    for (const index of [5, -1, 0.5]) {
      await expect(change('a.2cbh', (files, edit) => twoCbh.markDeleted!(files, edit, [index], true))).rejects.toThrow(
        TypeError,
      )
    }
  })

  it.each([
    ['with half a record', '.2cbh', (bytes: Uint8Array) => bytes.subarray(0, -100)],
    ['with moves that are cut short', '.2cbg', (bytes: Uint8Array) => bytes.subarray(0, -1)],
    ['with entities of another shape', '.2lid', (bytes: Uint8Array) => bytes.with(11, 1)],
    ['without annotations', '.2cba', () => undefined],
  ])('is not added to %s', async (_, extension, damage) => {
    const { files } = await rewritten(games.slice(0, 5), {}, 'a.2cbh')
    for (const [name, bytes] of files) {
      const damaged = name.endsWith(extension) ? damage(bytes) : bytes
      if (damaged) put([[name, damaged]])
    }
    const before = snapshot()
    await expect(append('a.2cbh', games)).rejects.toThrow(FormatError)
    expect(snapshot()).toEqual(before)
  })
})

describe('a real database', needsCorpus('2cbh'), () => {
  it.each(['PositionalChessHandbook-Gelfer', 'SimpleChess'])('%s keeps what it has', async (archive) => {
    const { members } = await twoCbh.archive!.open(new MemorySource('a', corpusBytes(`2cbh/${archive}.2cbv`)))
    for (const member of members) {
      const parts: Uint8Array[] = []
      member.extract((part) => parts.push(part))
      put([[member.path, Buffer.concat(parts)]])
    }
    const main = readdirSync(folder).find((name) => name.endsWith('.2cbh'))!
    const before = await open(main)
    const old = itemsOf(before)
    const issues = [...before.validate!()]
    const tables = before.tables!().map(({ name, count }) => [name, count])
    // What the database says of its own games it finds again: nothing is entered twice.
    await append(main, old)
    const after = await open(main)
    expect(itemsOf(after).slice(0, old.length)).toEqual(old)
    const added = itemsOf(after).slice(old.length)
    expect(added.map(withoutOrigin)).toEqual(old.map(withoutOrigin))
    expect([...after.validate!()]).toEqual(issues)
    expect(after.tables!().map(({ name, count }) => [name, count])).toEqual(tables)
  })
})
