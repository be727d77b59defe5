import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Entry } from '../../src/formats/index.ts'
import type { GameRecord } from '../../src/model/index.ts'
import { appendGames, convertFile, readGames } from '../../src/node/index.ts'
import { lockFile } from '../../src/node/file-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-append-'))
afterAll(() => rmSync(folder, { recursive: true }))

const OPERA = 'examples/chess/opera-game.pgn'
const path = join(folder, 'base.cbh')

beforeEach(async () => {
  await convertFile('examples/chess/short-games.cbh', path, { replaces: true })
})

async function records(): Promise<GameRecord[]> {
  const found: GameRecord[] = []
  for await (const { record } of readGames(path)) if (record) found.push(record)
  return found
}

function filesOfDatabase(): Map<string, Buffer> {
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))
}

describe('games are added to a database', () => {
  it('behind those that are there, which stay as they are', async () => {
    const before = await records()
    const { counts, losses } = await appendGames(path, readGames(OPERA))
    expect(counts).toMatchObject({ read: 1, written: 1, refused: 0 })
    expect(losses.map(({ severity }) => severity)).not.toContain('error')
    const after = await records()
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.slice(before.length).map(({ header }) => header.players?.[0]?.name)).toEqual(['Morphy, Paul'])
  })

  it('from anything that gives entries, but for those that a filter leaves out', async () => {
    const entries: Entry[] = (await records()).map((record, index) => ({ index, record, issues: [] }))
    const { counts } = await appendGames(path, entries, { filter: ({ index }) => index !== 1 })
    expect(counts).toMatchObject({ read: entries.length, written: entries.length - 1, unmatched: 1 })
    expect(await records()).toHaveLength(2 * entries.length - 1)
  })

  it('all of them or none', async () => {
    const before = filesOfDatabase()
    const broken = async function* (): AsyncGenerator<Entry> {
      yield* readGames(OPERA)
      throw new Error('no more games')
    }
    await expect(appendGames(path, broken())).rejects.toThrow('no more games')
    expect(filesOfDatabase()).toEqual(before)
    expect((await appendGames(path, readGames(OPERA))).counts.written).toBe(1)
  })

  it('not to other files, to one that is missing, or while another program writes', async () => {
    await expect(appendGames(join(folder, 'games.xqf'), readGames(OPERA))).rejects.toThrow(TypeError)
    await expect(appendGames(join(folder, 'none.cbh'), readGames(OPERA))).rejects.toMatchObject({ code: 'ENOENT' })
    const lock = lockFile(folder, 'base')
    await expect(appendGames(path, readGames(OPERA), { lock: { patience: 0 } })).rejects.toMatchObject({
      code: expect.stringContaining('file/locked'),
    })
    lock.release()
    expect(readdirSync(folder)).not.toContain('none.cbh')
  })
})
