/** Games added to databases and marked as deleted. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FileEdit } from '../../../src/bytes/edit.ts'
import { MemoryFileSet, MemorySource, type FileSet } from '../../../src/bytes/source.ts'
import { partTest } from '../../../src/formats/parts.ts'
import { scid } from '../../../src/formats/scid/format.ts'
import { FormatError } from '../../../src/issues/errors.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { DiskFileEdit } from '../../../src/node/file-edit.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'
import type { NamedBytes } from '../../support/named-bytes.ts'
import { pgnRecords } from '../../support/pgn-records.ts'
import fc from '../../support/properties.ts'
import { asScid3, openScidFiles, recordsOf, writeScidDatabase } from '../../support/scid.ts'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'ludograph-scid-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const games = fc.sample(
  pgnRecords.filter(({ game }) => game === 'chess'),
  { numRuns: 24, seed: 8 },
)

function put(files: Iterable<NamedBytes>): void {
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
}

function bytesOf(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(folder, name)))
}

async function change(name: string, work: (files: DiskFileSet, edit: DiskFileEdit) => Promise<void>): Promise<void> {
  const files = new DiskFileSet(join(folder, name))
  const edit = new DiskFileEdit(folder, name.slice(0, -4), partTest(scid, name))
  try {
    await work(files, edit)
  } finally {
    files.close()
    edit.close()
  }
}

async function append(name: string, records: readonly GameRecord[]): Promise<void> {
  await change(name, async (files, edit) => {
    const writer = await scid.append(files, edit)
    for (const record of records) writer.add(record)
    writer.finish()
  })
}

function fileSetOf(files: ReadonlyMap<string, Uint8Array>, name: string): FileSet {
  const sources = Array.from(files, ([name, bytes]) => new MemorySource(name, bytes))
  return new MemoryFileSet(
    sources.find((source) => source.name === name)!,
    sources,
  )
}

/** A change that writes nothing, of files of which one is said to be large. */
function editOfSize(files: ReadonlyMap<string, Uint8Array>, large: RegExp, size: number): FileEdit {
  return {
    begin() {},
    size: (name) => (large.test(name) ? size : files.get(name)!.length),
    write() {},
    truncate() {},
    commit() {},
    undo() {},
  }
}

describe.each(['a.si4', 'a.si5'])('%s', (name) => {
  it('with games added is the database that writing all at once makes', async () => {
    put((await writeScidDatabase(games.slice(0, 10), name)).files)
    await append(name, games.slice(10, 11))
    await append(name, games.slice(11))
    for (const [file, bytes] of (await writeScidDatabase(games, name)).files) {
      expect(Buffer.compare(bytesOf(file), bytes), file).toBe(0)
    }
  })

  it('keeps its games where adding is given up', async () => {
    const { files } = await writeScidDatabase(games.slice(0, 5), name)
    put(files)
    await change(name, async (sources, edit) => {
      const writer = await scid.append(sources, edit)
      for (const record of games) writer.add(record)
      edit.undo()
    })
    for (const [file, bytes] of files) expect(Buffer.compare(bytesOf(file), bytes), file).toBe(0)
  })

  it('marks games as deleted and no longer so', async () => {
    const { files } = await writeScidDatabase(games.slice(0, 5), name)
    put(files)
    await change(name, (sources, edit) => scid.markDeleted!(sources, edit, [1, 3], true))
    const marked = await scid.open(new DiskFileSet(join(folder, name)))
    expect(recordsOf(marked).map(({ header }) => header.deleted === true)).toEqual([false, true, false, true, false])
    await change(name, (sources, edit) => scid.markDeleted!(sources, edit, [1, 3], false))
    for (const [file, bytes] of files) expect(Buffer.compare(bytesOf(file), bytes), file).toBe(0)
    await expect(change(name, (sources, edit) => scid.markDeleted!(sources, edit, [5], true))).rejects.toThrow(
      TypeError,
    )
  })

  it('takes games up to the last offset that its index can say, and no more', async () => {
    const { files } = await writeScidDatabase(games.slice(0, 5), name)
    const sources = fileSetOf(files, name)
    const last = name === 'a.si4' ? 2 ** 32 : 2 ** 47
    // Games never cross the end of a block, so this is where the last ones can stand.
    const add = async (size: number) => {
      const writer = await scid.append(sources, editOfSize(files, /\.sg\d$/, size))
      return writer.add(games[0]!)
    }
    expect(await add(last - (1 << 17))).toMatchObject({ written: true })
    const refused = await add(last - 1)
    expect(refused.written).toBe(false)
    expect(refused.issues).toMatchObject([{ id: 'scid/not-written', params: { reason: { id: 'cb-refusal/full' } } }])
  })

  it('is not added to where it is damaged', async () => {
    const { files } = await writeScidDatabase(games.slice(0, 5), name)
    const index = files.get(name)!
    put([...files, [name, index.subarray(0, -3)]])
    await expect(append(name, games)).rejects.toThrow(FormatError)
  })
})

it('databases of Scid 3 are not added to, but their games can be marked', async () => {
  const { files } = await writeScidDatabase(games.slice(0, 3), 'a.si4')
  const old = asScid3([...files])
  put(old)
  await expect(append('a.si3', games)).rejects.toThrow(FormatError)
  await change('a.si3', (sources, edit) => scid.markDeleted!(sources, edit, [2], true))
  const expected = recordsOf(await openScidFiles(old)).map(
    ({ header }, index) => header.deleted === true || index === 2,
  )
  const marked = await scid.open(new DiskFileSet(join(folder, 'a.si3')))
  expect(recordsOf(marked).map(({ header }) => header.deleted === true)).toEqual(expected)
})
