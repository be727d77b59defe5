import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  Database,
  explore,
  importSources,
  removeGames,
  saveGame,
  searchGames,
  searchRecords,
} from '../../src/database/index.ts'
import type { Game, GameRecord } from '../../src/model/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { chess, rulesOf } from '../../src/rules/index.ts'
import { importRecords, problemsOf, writeRecords } from '../support/databases.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-save-'))
const games = [...randomGames('chess', 80, 1), ...randomGames('othello', 40, 2), ...randomGames('xiangqi', 30, 3)]

/** What the explorer returns along the first moves of some games, filtered and not. */
async function exploreAlong(database: Database, records: readonly GameRecord[]) {
  const answers = []
  for (const { game, nodes } of records) {
    const rules = rulesOf(game)
    const position = rules.start()
    for (const { move } of nodes.slice(1, 6)) {
      answers.push(await explore(database, game, position))
      answers.push(await explore(database, game, position, { query: { minRating: 1800 } }))
      rules.play(position, move!)
    }
  }
  return answers
}

let database: Database
const edited = [...games]

beforeAll(async () => {
  database = await importRecords(folder, 'edited', games)
  const others: Record<Game, GameRecord[]> = {
    chess: randomGames('chess', 20, 11),
    othello: randomGames('othello', 20, 12),
    xiangqi: randomGames('xiangqi', 20, 13),
    go: [],
  }
  const random = seededRandom(5)
  for (let round = 0; round < 24; round++) {
    // A few games are edited again and again.
    const index = randomInt(random, round < 12 ? games.length : 6)
    const record = others[games[index]!.game][randomInt(random, 20)]!
    await saveGame(database, index + 1, record)
    edited[index] = record
  }
})

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

it.each([true, false])(
  'a game saved where variations are indexed (%s) is indexed as its neighbours are',
  async (variations) => {
    const path = join(folder, `variations-${variations}.jsonl`)
    writeFileSync(path, await writeRecords(jsonl, games.slice(0, 2)))
    const own = await Database.open(join(folder, `variations-${variations}`))
    await importSources(own, [{ path }], { variations })
    const nodes = [
      { parent: -1 },
      { parent: 0, move: chess.readMove(chess.start(), 'h4')! },
      { parent: 0, move: chess.readMove(chess.start(), 'Na3')! },
    ]
    await saveGame(own, 1, { ...games[0]!, nodes })
    const found = async (san: string) => {
      const position = chess.start()
      chess.play(position, chess.readMove(position, san)!)
      return (await searchGames(own, { position: { game: 'chess', position } })).map(({ id }) => id)
    }
    expect(await found('h4')).toContain(1)
    expect((await found('Na3')).includes(1)).toBe(variations)
    expect(await problemsOf(own)).toEqual([])
    own.close()
  },
)

describe('games saved one by one', () => {
  it('are found, explored and counted as if they had been imported that way', async () => {
    const imported = await importRecords(folder, 'imported', edited)
    expect(await searchGames(database, {})).toEqual(await searchGames(imported, {}))
    expect(await exploreAlong(database, edited)).toEqual(await exploreAlong(imported, edited))
    expect(await exploreAlong(database, games)).toEqual(await exploreAlong(imported, games))
    const records = []
    for await (const { record } of searchRecords(database, {})) records.push(record)
    expect(records.map(({ nodes }) => nodes)).toEqual(edited.map(({ nodes }) => nodes))
    expect(await problemsOf(database)).toEqual([])
    imported.close()
  })

  it('stay that way when the database is reopened and when segments are merged', async () => {
    const before = await exploreAlong(database, edited)
    database.close()
    database = await Database.open(join(folder, 'edited'))
    expect(await exploreAlong(database, edited)).toEqual(before)
    expect(database.segmentsOf('chess').length).toBeLessThanOrEqual(2)
    await database.compact({ all: true })
    expect(database.segmentsOf('chess').map(({ tombstones }) => tombstones.size)).toEqual([0])
    expect(await exploreAlong(database, edited)).toEqual(before)
    expect(await problemsOf(database)).toEqual([])
  })

  it('are refused where there is no game, or one of another kind', async () => {
    await expect(saveGame(database, 9999, games[0]!)).rejects.toThrow('there is no game 9999')
    await expect(saveGame(database, 1, games[100]!)).rejects.toThrow('game 1 is for chess, not Othello')
    expect(await problemsOf(database)).toEqual([])
  })

  it('can be removed', async () => {
    expect(await removeGames(database, [1, 2, 2, 100, 9999])).toBe(3)
    const left = edited.filter((_, index) => ![0, 1, 99].includes(index))
    const imported = await importRecords(folder, 'without', left)
    expect(await exploreAlong(database, edited)).toEqual(await exploreAlong(imported, edited))
    expect(await problemsOf(database)).toEqual([])
    imported.close()
  })

  it('do not disturb those who read meanwhile', async () => {
    const reading = searchRecords(database, { game: 'chess' })
    await reading.next()
    const [, counts] = await Promise.all([
      saveGame(database, 5, games[7]!),
      Promise.all(Array.from({ length: 20 }, async () => (await searchGames(database, { game: 'chess' })).length)),
    ])
    expect(new Set(counts)).toEqual(new Set([78]))
    let rest = 1
    for await (const _ of reading) rest++
    expect(rest).toBe(78)
  })
})
