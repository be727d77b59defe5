/** A server that writes and is read at the same time dies at any of its changes of the disk: what it answered is kept. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../src/database/index.ts'
import { importRecords, problemsOf } from '../support/databases.ts'
import { PROGRAM } from '../support/program.ts'
import { randomGames } from '../support/random-games.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { needsRecordedDisk, recordingInto } from '../support/recorded-disk.ts'
import { scaled } from '../support/scale.ts'

const KILLS = scaled(3, 50)
const READERS = 8
const GAMES = 40
/** Changes of the disk among which the server dies: a note makes three, and the first six. */
const MOST_CHANGES = 100

const root = mkdtempSync(join(tmpdir(), 'ludograph-server-'))

beforeAll(async () => {
  const database = await importRecords(root, 'template.db', randomGames('othello', GAMES, 1))
  database.close()
})

afterAll(() => rmSync(root, { recursive: true }))

/** Serves a database until the program dies; returns the notes that it said are saved. */
async function noteUntilDeath(folder: string, at: number, isHalfway: boolean): Promise<Map<number, string>> {
  const env = await recordingInto(join(root, 'record'), folder, { kill: { at, isHalfway } })
  const words = [...PROGRAM, 'serve', join(folder, 'games.db'), '--write', '--port', '0']
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = once(child, 'exit')
  const life = { isOver: false }
  void exit.then(() => (life.isOver = true))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()))
  await expect.poll(() => life.isOver || text.includes('http://127.0.0.1:'), { timeout: 180_000 }).toBe(true)
  const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? ['http://127.0.0.1:1']
  const saved = new Map<number, string>()
  const readers = Array.from({ length: READERS }, async () => {
    while (!life.isOver)
      await fetch(`${address}/api/games?max=5`).then(
        (answer) => answer.text(),
        () => '',
      )
  })
  for (let id = 1; !life.isOver; id = (id % GAMES) + 1) {
    const note = `note ${saved.size} of ${id}`
    const body = JSON.stringify({ tags: [], collections: [], note })
    const headers = { 'content-type': 'application/json' }
    const status = await fetch(`${address}/api/games/${id}/labels`, { method: 'PUT', headers, body }).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) saved.set(id, note)
  }
  await Promise.all(readers)
  return saved
}

describe('a server that dies while it writes', needsRecordedDisk(), () => {
  const random = seededRandom(3)
  it.each(Array.from({ length: KILLS }, () => [1 + randomInt(random, MOST_CHANGES), random() < 0.5] as const))(
    'at change %i of the disk (halfway: %s) keeps what it answered',
    async (at, isHalfway) => {
      const folder = mkdtempSync(join(root, 'served-'))
      cpSync(join(root, 'template.db'), join(folder, 'games.db'), { recursive: true })
      const saved = await noteUntilDeath(folder, at, isHalfway)
      const database = await Database.open(join(folder, 'games.db'))
      const sql = "SELECT id, text FROM labelled_games JOIN labels USING (key) WHERE kind = 'note'"
      const rows = saved.size === 0 ? [] : await database.catalogue.rows(sql)
      const found = new Map(rows.map(({ id, text }) => [Number(id), String(text)]))
      // The last may be there although nobody was told.
      const kept = [...saved].filter(([id, note]) => found.get(id) === note)
      expect(saved.size - kept.length).toBeLessThanOrEqual(saved.size === GAMES ? 1 : 0)
      expect(await problemsOf(database)).toEqual([])
      database.close()
    },
  )
})
