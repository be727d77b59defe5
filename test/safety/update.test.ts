/** A folder of WTHOR files on disk brought up to a newer edition. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openPath } from '../../src/node/open.ts'
import { corpusPath } from '../support/corpus.ts'
import { snapshotTree } from '../support/failing-disk.ts'
import { runInProcess } from '../support/in-process.ts'
import { needsCorpus } from '../support/needs.ts'

const root = mkdtempSync(join(tmpdir(), 'ludograph-update-'))
afterAll(() => rmSync(root, { recursive: true }))

/** The file as an edition of 2030 with one more record, a copy of its last. */
function newer(bytes: Uint8Array, recordSize: number, isNames: boolean): Uint8Array {
  const grown = new Uint8Array(bytes.length + recordSize)
  grown.set(bytes)
  grown.set(bytes.subarray(bytes.length - recordSize), bytes.length)
  grown.set([20, 30, 1, 2])
  const view = new DataView(grown.buffer)
  // The number of names is at 8 in two bytes, that of games at 4 in four.
  if (isNames) view.setUint16(8, view.getUint16(8, true) + 1, true)
  else view.setUint32(4, view.getUint32(4, true) + 1, true)
  return grown
}

it('makes every file that of the newer edition', needsCorpus('wthor/2022-edition'), async () => {
  const [folder, edition] = [join(root, 'othello'), join(root, 'newer')]
  cpSync(corpusPath('wthor/2022-edition'), folder, { recursive: true })
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  mkdirSync(edition)
  for (const name of readdirSync(folder).filter((each) => /\.(wtb|jou|trn)$/i.test(each))) {
    const bytes = new Uint8Array(readFileSync(join(folder, name)))
    const isNames = !name.endsWith('.wtb')
    writeFileSync(join(edition, name), newer(bytes, isNames ? (name.endsWith('.JOU') ? 20 : 26) : 68, isNames))
  }
  cpSync(join(edition, 'WTH_2021.wtb'), join(edition, 'WTH_2022.wtb'))
  const before = snapshotTree(folder)
  const planned = await runInProcess(['update', folder, edition, '--dry-run'])
  expect(planned.text).toContain('WTH_2022.wtb: ')
  expect(planned.text).toContain('nothing was changed')
  expect(snapshotTree(folder)).toEqual(before)

  const done = await runInProcess(['update', folder, edition])
  expect(done).toMatchObject({ code: 0 })
  expect(done.text).toContain('48 files')
  const { 'notes.txt': notes, ...after } = snapshotTree(folder)
  expect(notes).toBe(before['notes.txt'])
  expect(after).toEqual(snapshotTree(edition))
  const opened = await openPath(join(folder, 'WTH_2022.wtb'))
  expect(opened.collection.issues).toEqual([])
  opened.close()
  // There is nothing left to do.
  expect((await runInProcess(['update', folder, edition])).text).toContain('0 files')
})
