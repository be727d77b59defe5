/** The files within an archive on disk, for the thread that unpacked it and for others. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { readGames, SharedFileSet, unpackPath, type FileEntry } from '../../src/node/index.ts'
import { makeZip } from '../support/zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-unpacked-'))
afterAll(() => rmSync(folder, { recursive: true }))

const example = (name: string) => readFileSync(join(import.meta.dirname, '../../examples/othello', name))

it('files beside a file of games are found by their names and by their extension, in other threads too', async () => {
  const path = join(folder, 'wthor.zip')
  const members = [
    { name: 'sub/WTH_2001.wtb', content: example('WTH_2001.wtb') },
    { name: 'sub/Players of 2001.jou', content: example('WTHOR.JOU') },
    { name: 'WTHOR.TRN', content: example('WTHOR.TRN') },
  ]
  writeFileSync(path, makeZip(members))
  const unpacked = (await unpackPath(path))!
  const file = unpacked.files.find(({ path }) => path.endsWith('WTH_2001.wtb'))!
  const shared = new SharedFileSet(structuredClone(file.share()))
  for (const files of [file.files, shared]) {
    expect(files.main.name).toBe('WTH_2001.wtb')
    expect(files.names().toSorted()).toEqual(['Players of 2001.jou', 'WTH_2001.wtb'])
    expect(files.find('PLAYERS OF 2001.JOU')?.size).toBe(members[1]!.content.length)
    expect(files.find('WTHOR.TRN')).toBeUndefined()
  }
  unpacked.close()
})

it('a compressed file that is cut off has the games before the cut and one entry that says so', async () => {
  const moves = Array.from(
    { length: 400 },
    (_, number) => `[Event "${number}"]\n\n1. e4 {${Math.sin(number)}} e5 *\n\n`,
  )
  const packed = gzipSync(moves.join(''))
  const path = join(folder, 'cut.pgn.gz')
  writeFileSync(path, packed.subarray(0, packed.length / 2))
  const entries: FileEntry[] = []
  for await (const entry of readGames(path)) entries.push(entry)
  expect(entries.length).toBeGreaterThan(100)
  const last = entries.pop()!
  expect(entries.every(({ record }, index) => record!.header.event!.name === String(index))).toBe(true)
  expect(last).toEqual({ file: expect.stringContaining('cut.pgn'), index: 0, issues: [expect.anything()] })
  expect(last.issues[0]!.params).toMatchObject({ reason: { id: 'packed/damaged' } })
})
