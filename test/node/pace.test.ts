/** Reading and converting leave others their turn, tell how far they are, and can be stopped. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { convertFile, readGames } from '../../src/node/index.ts'
import { writeRecords } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'

const GAMES = 3000
const folder = mkdtempSync(join(tmpdir(), 'ludograph-pace-'))
const input = join(folder, 'games.jsonl')
afterAll(() => rmSync(folder, { recursive: true }))
beforeAll(async () => writeFileSync(input, await writeRecords(jsonl, randomGames('chess', GAMES, 1, 20))))

/** A signal that somebody else gives as soon as they have their turn. */
function soon(): AbortSignal {
  const stop = new AbortController()
  setImmediate(() => stop.abort(new Error('enough')))
  return stop.signal
}

describe('converting', () => {
  it('is stopped by a signal, and leaves nothing', async () => {
    await expect(convertFile(input, join(folder, 'out.pgn'), { signal: soon() })).rejects.toThrow('enough')
    await expect(convertFile(input, join(folder, 'out.pgn'), { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(readdirSync(folder)).toEqual(['games.jsonl'])
  })

  it('tells how far it is', async () => {
    const seen: [number, number][] = []
    await convertFile(input, join(folder, 'whole.pgn'), { onProgress: (done, total) => seen.push([done, total]) })
    expect(seen.length).toBeGreaterThan(1)
    expect(seen.at(-1)).toEqual([GAMES, GAMES])
  })
})

describe('reading', () => {
  it('is stopped by a signal', async () => {
    let read = 0
    const reading = async () => {
      for await (const { record } of readGames(input, { signal: soon() })) if (record) read++
    }
    await expect(reading()).rejects.toThrow('enough')
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(GAMES)
  })

  it('is stopped by whoever takes the games', async () => {
    const stop = new AbortController()
    let read = 0
    const reading = async () => {
      for await (const { record } of readGames(input, { signal: stop.signal })) {
        if (record && ++read === 3) stop.abort(new Error('enough'))
      }
    }
    await expect(reading()).rejects.toThrow('enough')
    expect(read).toBe(3)
  })

  it('reads a part of the games, and tells of that', async () => {
    const seen: [number, number][] = []
    const onProgress = (done: number, total: number) => seen.push([done, total])
    for await (const entry of readGames(input, { from: 10, to: 40, onProgress })) expect(entry.index).toBeLessThan(40)
    expect(seen.at(-1)).toEqual([30, 30])
  })
})
