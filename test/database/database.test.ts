import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import {
  countGames,
  Database,
  explore,
  findDuplicates,
  importSources,
  removeGames,
  removeSources,
  searchGames,
  searchRecords,
  verifyDatabase,
} from '../../src/database/index.ts'
import { newRunsFile, newSegmentFile } from '../../src/database/catalogue/folder.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { FormatError } from '../../src/issues/index.ts'
import { GAMES, type Game, type GameRecord, type Move } from '../../src/model/index.ts'
import { rulesOf } from '../../src/rules/index.ts'
import type { Position } from '../../src/rules/rules.ts'
import { FILES_OF_SEGMENT, problemsOf } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-database-'))
const path = (name: string): string => join(folder, name)
const games = Object.fromEntries(GAMES.map((game, seed) => [game, randomGames(game, 150, seed)])) as Record<
  Game,
  GameRecord[]
>
const all = GAMES.flatMap((game) => games[game])

async function writeJsonLines(name: string, records: readonly GameRecord[]): Promise<string> {
  const sinks = new MemorySinkSet(name)
  const writer = await jsonl.write(sinks)
  for (const record of records) writer.add(record)
  writer.finish()
  writeFileSync(path(name), sinks.files.get(name)!)
  return path(name)
}

beforeAll(async () => {
  const database = await Database.open(path('all.db'))
  const sources = await Promise.all(GAMES.map((game) => writeJsonLines(`${game}.jsonl`, games[game])))
  const report = await importSources(
    database,
    sources.map((source) => ({ path: source })),
    // As large imports have.
    { workers: 2 },
  )
  expect(report).toMatchObject({ imported: 4, skipped: 0, games: all.length, damaged: 0, failures: [] })
  database.close()
})

afterAll(() => rmSync(folder, { recursive: true }))

async function withDatabase<Result>(work: (database: Database) => Promise<Result>, name = 'all.db'): Promise<Result> {
  const database = await Database.open(path(name), { readOnly: true })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

/** Text of a position without its counters: what the index takes for the same position. */
function identity(game: Game, position: Position): string {
  let text = `${position.turn} `
  for (let square = 0; square < position.columns * position.rows; square++) text += position.pieceAt(square) || '.'
  return game === 'chess' ? `${text} ${rulesOf('chess').format(position).split(' ').slice(2, 4).join(' ')}` : text
}

/** The mirror images of a position that count as the same, as texts. */
function images(game: Game, position: Position): Set<string> {
  const found = new Set([identity(game, position)])
  if (game === 'chess') return found
  const { columns, rows } = position
  const squares = columns * rows
  const variants = game === 'xiangqi' ? [1] : [1, 2, 3, 4, 5, 6, 7]
  for (const variant of variants) {
    let text = `${position.turn} `
    for (let square = 0; square < squares; square++) {
      let column = square % columns
      let row = Math.floor(square / columns)
      if (variant & 1) column = columns - 1 - column
      if (variant & 2) row = rows - 1 - row
      text += position.pieceAt(variant & 4 ? column * columns + row : row * columns + column) || '.'
    }
    found.add(text)
  }
  return found
}

/** Every position of every main line, counted the slow way: games by position text, once a game and move. */
function countPositions(game: Game): Map<string, number> {
  const counts = new Map<string, number>()
  const rules = rulesOf(game)
  for (const record of games[game]) {
    const seen = new Set<string>()
    const position = rules.start(record)
    const count = (move: Move | undefined) => {
      const text = identity(game, position)
      if (seen.has(`${text} ${move}`)) return
      seen.add(`${text} ${move}`)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    for (const { move } of record.nodes.slice(1)) {
      count(move)
      rules.play(position, move!)
    }
    count(undefined)
  }
  return counts
}

describe('the explorer', () => {
  it.each(GAMES)('counts every position of %s like a slow count, with mirror images combined', async (game) => {
    const counts = countPositions(game)
    const rules = rulesOf(game)
    await withDatabase(async (database) => {
      for (const record of games[game].slice(0, 20)) {
        const position = rules.start(record)
        for (const { move } of record.nodes.slice(1)) {
          const exploration = await explore(database, game, position)
          let expected = 0
          for (const image of images(game, position)) expected += counts.get(image) ?? 0
          expect(exploration.games).toBe(expected)
          const moveGames = exploration.moves.reduce((sum, { games: played }) => sum + played, 0)
          expect(moveGames + exploration.ended).toBe(exploration.games)
          for (const { move: played } of exploration.moves) expect(rules.isLegal(position, played)).toBe(true)
          rules.play(position, move!)
        }
      }
    })
  })

  it('adds up results, ratings and years', async () => {
    await withDatabase(async (database) => {
      const exploration = await explore(database, 'chess', rulesOf('chess').start())
      const results = games.chess.map(({ header }) => header.result)
      expect(exploration.games).toBe(150)
      expect(exploration.first).toBe(results.filter(({ winner }) => winner === 1).length)
      expect(exploration.second).toBe(results.filter(({ winner }) => winner === 2).length)
      expect(exploration.draws).toBe(results.filter(({ outcome }) => outcome === 'draw').length)
      const best = exploration.moves[0]!
      const played = games.chess.filter(({ nodes }) => nodes[1]!.move === best.move)
      expect(best.games).toBe(played.length)
      expect(best.lastYear).toBe(Math.max(...played.map(({ header }) => header.date!.year!)))
      const ratings = played.flatMap(({ header }) => header.players[0]!.rating ?? [])
      expect(best.rating).toBe(Math.round(ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length))
    })
  })
})

describe('the explorer over some of the games', () => {
  const start = rulesOf('chess').start()
  const strong = games.chess.filter(({ header }) => header.players.every(({ rating }) => (rating ?? 0) >= 2000))

  it('counts those alone, whether the facts or the catalogue choose them', async () => {
    await withDatabase(async (database) => {
      const byFacts = await explore(database, 'chess', start, { query: { minRating: 2000 } })
      expect(byFacts.games).toBe(strong.length)
      for (const { move, games: count } of byFacts.moves) {
        expect(count).toBe(strong.filter(({ nodes }) => nodes[1]!.move === move).length)
      }
      const won = strong.filter(({ header }) => header.result.winner === 1 && header.date!.year! >= 2000)
      const query = { minRating: 2000, result: '1-0', since: { year: 2000 } } as const
      expect(await explore(database, 'chess', start, { query })).toMatchObject({ games: won.length, first: won.length })
      // The same again by way of the catalogue, which a condition on plies needs.
      const byCatalogue = await explore(database, 'chess', start, { query: { ...query, minPlies: 0 } })
      expect(byCatalogue).toEqual(await explore(database, 'chess', start, { query }))
      const ash = games.chess.filter(({ header }) => header.players.some(({ name }) => name === 'Ash, Ann'))
      expect((await explore(database, 'chess', start, { query: { player: 'ash' } })).games).toBe(ash.length)
      expect((await explore(database, 'chess', start, { query: { player: 'nobody' } })).games).toBe(0)
    })
  })

  it('shows the games of the strongest players with the move each played', async () => {
    await withDatabase(async (database) => {
      const { samples } = await explore(database, 'chess', start, { games: 5 })
      const sum = ({ header }: GameRecord) => header.players.reduce((total, { rating }) => total + (rating ?? 0), 0)
      const best = games.chess.map(sum).toSorted((left, right) => right - left)
      expect(samples!.map(({ white, black }) => (white?.rating ?? 0) + (black?.rating ?? 0))).toEqual(best.slice(0, 5))
      for (const { id, move } of samples!) expect((await database.record(id))!.nodes[1]!.move).toBe(move)
    })
  })

  it('shows the usual one of mirrored moves', async () => {
    await withDatabase(async (database) => {
      const othello = rulesOf('othello')
      const { moves } = await explore(database, 'othello', othello.start())
      expect(moves.map(({ move }) => othello.writeMove(othello.start(), move))).toEqual(['f5'])
      const xiangqi = rulesOf('xiangqi')
      const shown = (await explore(database, 'xiangqi', xiangqi.start())).moves
      for (const { move } of shown) {
        expect(xiangqi.writeMove(xiangqi.start(), move, 'iccs')).toMatch(/^[e-i]/i)
      }
    })
  })
})

describe('search', () => {
  const inHeader = (record: GameRecord, name: string) => record.header.players.some((player) => player.name === name)

  it('finds games by every kind of condition', async () => {
    await withDatabase(async (database) => {
      expect(await countGames(database, {})).toBe(all.length)
      const withAsh = all.filter((record) => inHeader(record, 'Ash, Ann')).length
      expect(await countGames(database, { player: 'ash' })).toBe(withAsh)
      // Accents do not matter.
      const withDi = all.filter((record) => inHeader(record, 'Dogwood, Dí')).length
      expect(await countGames(database, { player: 'dogwood, di' })).toBe(withDi)
      expect(await countGames(database, { game: 'go' })).toBe(150)
      const since = all.filter(({ header }) => header.date!.year! >= 2000).length
      expect(await countGames(database, { since: { year: 2000 } })).toBe(since)
      expect(await countGames(database, { until: { year: 1999 } })).toBe(all.length - since)
      const kings = all.filter(({ header }) => header.event!.name === "King's Hall").length
      expect(await countGames(database, { event: "KING'S" })).toBe(kings)
      const strong = all.filter(({ header }) => header.players.every(({ rating }) => (rating ?? 0) >= 2000)).length
      expect(await countGames(database, { minRating: 2000 })).toBe(strong)
    })
  })

  it('finds the games that reached a position', async () => {
    const rules = rulesOf('chess')
    const line = games.chess[0]!.nodes.slice(1, 5).map(({ move }) => move!)
    const position = rules.start()
    for (const move of line) rules.play(position, move)
    await withDatabase(async (database) => {
      const found = await searchGames(database, { position: { game: 'chess', position } }, { order: 'date' })
      expect(found.length).toBeGreaterThan(0)
      for (const { id } of found) {
        const record = (await database.record(id))!
        const walked = rules.start(record)
        const reached = record.nodes.slice(1).some(({ move }) => {
          rules.play(walked, move!)
          return identity('chess', walked) === identity('chess', position)
        })
        expect(reached).toBe(true)
      }
      const dates = found.map(({ date }) => date)
      expect(dates).toEqual(dates.toSorted((left, right) => (left! < right! ? -1 : 1)))
    })
  })

  it('finds nothing for a position that no game reached', async () => {
    const position = rulesOf('chess').parse('4k3/8/8/8/8/8/8/R3K3 w Q - 0 1')
    await withDatabase(async (database) => {
      expect(await countGames(database, { position: { game: 'chess', position } })).toBe(0)
      expect(await searchGames(database, { position: { game: 'chess', position } })).toEqual([])
      expect(await explore(database, 'chess', position, { games: 3 })).toMatchObject({
        games: 0,
        moves: [],
        samples: [],
      })
    })
  })

  it('treats whatever is typed as text, never as SQL', async () => {
    await withDatabase(async (database) => {
      for (const text of ["'; DROP TABLE games; --", '" OR 1=1', '%', '_', '\\', "x' OR 'a'='a"]) {
        expect(await countGames(database, { player: text })).toBe(0)
      }
      expect(await countGames(database, {})).toBe(all.length)
    })
  })

  it('gives back exactly the records that came in', async () => {
    await withDatabase(async (database) => {
      const records: GameRecord[] = []
      for await (const { record } of searchRecords(database, {})) records.push(record)
      const plain = (record: GameRecord) => ({ ...record, origin: undefined })
      expect(records.map(plain)).toEqual(all.map(plain))
    })
  })

  it('refuses to write through a query of the catalogue', async () => {
    await withDatabase(async (database) => {
      await expect(database.catalogue.rows('DELETE FROM games')).rejects.toThrow()
      await expect(database.catalogue.rows("SELECT * FROM read_csv('/etc/passwd')")).rejects.toThrow()
    })
  })
})

describe('imports', () => {
  it('skip what is there, replace what changed, and remove sources', async () => {
    const database = await Database.open(path('changing.db'))
    const first = await writeJsonLines('changing.jsonl', games.chess.slice(0, 40))
    const other = await writeJsonLines('other.jsonl', games.chess.slice(40, 60))
    await importSources(database, [{ path: first }, { path: other }])
    expect(await importSources(database, [{ path: first }])).toMatchObject({ imported: 0, skipped: 1 })
    await writeJsonLines('changing.jsonl', games.chess.slice(60, 90))
    expect(await importSources(database, [{ path: first }])).toMatchObject({ replaced: 1, games: 30 })
    expect(await countGames(database, {})).toBe(50)
    const start = rulesOf('chess').start()
    expect((await explore(database, 'chess', start)).games).toBe(50)
    const [row] = await database.catalogue.rows("SELECT id FROM sources WHERE path LIKE '%other%'")
    expect(await removeSources(database, [Number(row!['id'])])).toBe(20)
    expect((await explore(database, 'chess', start)).games).toBe(30)
    const problems = []
    for await (const issue of verifyDatabase(database)) problems.push(issue)
    expect(problems).toEqual([])
    database.close()
  })

  it('keep a content whose file goes under another name, when another file comes in its place', async () => {
    const week = await writeJsonLines('week.jsonl', games.chess.slice(0, 10))
    const database = await Database.open(path('weeks.db'))
    await importSources(database, [{ path: week }])
    const last = path('last-week.jsonl')
    renameSync(week, last)
    // As long as the file stays where it was, its copy is nothing new.
    copyFileSync(last, week)
    expect(await importSources(database, [{ path: last }, { path: week }])).toMatchObject({ skipped: 2, imported: 0 })
    await writeJsonLines('week.jsonl', games.chess.slice(10, 30))
    const report = await importSources(database, [{ path: last }, { path: week }])
    expect(report).toMatchObject({ imported: 1, replaced: 1, skipped: 0 })
    expect(await countGames(database, {})).toBe(30)
    expect(await problemsOf(database)).toEqual([])
    expect(await importSources(database, [{ path: week }, { path: last }])).toMatchObject({ skipped: 2 })
    database.close()
  })

  it('identify a file by its full path, from whatever folder it is given', async () => {
    const file = await writeJsonLines('named.jsonl', games.chess.slice(0, 10))
    const database = await Database.open(path('named.db'))
    await importSources(database, [{ path: relative(process.cwd(), file) }])
    const sources = await database.catalogue.rows('SELECT path FROM sources')
    expect(sources).toEqual([{ path: file }])
    await writeJsonLines('named.jsonl', games.chess.slice(10, 15))
    expect(await importSources(database, [{ path: file }])).toMatchObject({ replaced: 1 })
    expect(await countGames(database, {})).toBe(5)
    database.close()
  })

  it('take nothing of a file that changes meanwhile', async () => {
    const stays = await writeJsonLines('stays.jsonl', games.chess.slice(0, 10))
    const changes = await writeJsonLines('changes.jsonl', games.chess.slice(10, 20))
    const more = await writeJsonLines('more.jsonl', games.chess.slice(20, 30))
    const database = await Database.open(path('steady.db'))
    await importSources(database, [{ path: stays }])
    const onProgress = () => appendFileSync(changes, readFileSync(more))
    const report = await importSources(database, [{ path: changes }], { onProgress })
    expect(report).toMatchObject({
      imported: 0,
      failures: [{ path: changes, error: expect.objectContaining({ message: expect.stringContaining('changed') }) }],
    })
    expect(await countGames(database, {})).toBe(10)
    expect(readdirSync(path('steady.db/positions'))).toHaveLength(FILES_OF_SEGMENT)
    expect(await importSources(database, [{ path: changes }])).toMatchObject({ imported: 1, games: 20 })
    expect(await problemsOf(database)).toEqual([])
    database.close()
  })

  it('leave the index of other games unchanged when a source is removed', async () => {
    const [chess, othello] = [games.chess, games.othello].map((records) => records.slice(0, 10))
    const first = await writeJsonLines('first.jsonl', chess!)
    const second = await writeJsonLines('second.jsonl', [...othello!, games.chess[11]!])
    const database = await Database.open(path('two.db'))
    await importSources(database, [{ path: first }, { path: second }])
    const files = () => readdirSync(path('two.db/positions')).toSorted()
    const before = files()
    expect(await removeSources(database, [1])).toBe(10)
    expect(files().map((file) => before.includes(file))).toEqual([false, false, true, true])
    expect(await problemsOf(database)).toEqual([])
    // Games of it that went before are no games any more.
    await removeGames(database, [11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
    expect(await removeSources(database, [2])).toBe(1)
    await importSources(database, [{ path: second }])
    await database.compact({ all: true })
    expect((await explore(database, 'othello', rulesOf('othello').start())).games).toBe(10)
    expect(await problemsOf(database)).toEqual([])
    database.close()
  })

  it('rewrite only the segments that have games of a source, and keep none without games', async () => {
    const sources = await Promise.all(
      [0, 10, 20].map(async (from) => writeJsonLines(`own${from}.jsonl`, games.othello.slice(from, from + 10))),
    )
    const database = await Database.open(path('own.db'))
    for (const source of sources) await importSources(database, [{ path: source }])
    const rangesOf = () => database.segmentsOf('othello').map(({ header }) => [header.firstGame, header.games])
    const byGame = (one: number[], other: number[]) => one[0]! - other[0]!
    const files = () => readdirSync(path('own.db/positions'))
    const before = files()
    expect(await removeSources(database, [2])).toBe(10)
    expect(rangesOf().toSorted(byGame)).toEqual([
      [1, 10],
      [21, 10],
    ])
    expect(files().every((file) => before.includes(file))).toBe(true)
    await database.compact({ all: true })
    expect(rangesOf()).toEqual([[1, 20]])
    expect(await removeSources(database, [3])).toBe(10)
    expect(rangesOf()).toEqual([[1, 10]])
    expect(await problemsOf(database)).toEqual([])
    expect(await removeSources(database, [1])).toBe(10)
    expect(files()).toEqual([])
    expect(await problemsOf(database)).toEqual([])
    database.close()
  })

  it('go on past a source that cannot be read', async () => {
    writeFileSync(path('noise.bin'), Uint8Array.of(1, 2, 3))
    const good = await writeJsonLines('good.jsonl', games.go.slice(0, 5))
    const database = await Database.open(path('partly.db'))
    const report = await importSources(database, [
      { path: path('noise.bin') },
      { path: good },
      { path: path('nothing.pgn') },
    ])
    expect(report).toMatchObject({ imported: 1, games: 5 })
    expect(report.failures.map((failure) => failure.path)).toEqual([path('noise.bin'), path('nothing.pgn')])
    database.close()
  })

  it('merge many segments into one with the same results', async () => {
    const database = await Database.open(path('merged.db'))
    for (let part = 0; part < 7; part++) {
      const source = await writeJsonLines(`part${part}.jsonl`, games.othello.slice(part * 20, part * 20 + 20))
      await importSources(database, [{ path: source }])
    }
    expect(database.segmentsOf('othello').length).toBeLessThanOrEqual(4)
    await database.compact({ all: true })
    expect(database.segmentsOf('othello')).toHaveLength(1)
    expect((await explore(database, 'othello', rulesOf('othello').start())).games).toBe(140)
    expect(readdirSync(path('merged.db/positions'))).toHaveLength(FILES_OF_SEGMENT)
    database.close()
  })

  it('leave nothing behind that no transaction listed', async () => {
    const source = await writeJsonLines('listed.jsonl', games.chess.slice(0, 10))
    let database = await Database.open(path('leftover.db'))
    await importSources(database, [{ path: source }])
    database.close()
    const left = newSegmentFile('chess')
    for (const name of [left, newRunsFile('go')]) {
      writeFileSync(path(`leftover.db/positions/${name}`), 'half a segment')
    }
    database = await Database.open(path('leftover.db'))
    expect(readdirSync(path('leftover.db/positions'))).toHaveLength(FILES_OF_SEGMENT)
    expect(await countGames(database, {})).toBe(10)
    database.close()
  })
})

describe('damage', () => {
  it('is reported clearly', async () => {
    await expect(Database.open(path('nowhere.db'), { readOnly: true })).rejects.toThrow(FormatError)
    const source = await writeJsonLines('damaged.jsonl', games.chess.slice(0, 30))
    const database = await Database.open(path('damaged.db'))
    await importSources(database, [{ path: source }])
    database.close()
    for (const name of readdirSync(path('damaged.db/positions')).toSorted().reverse()) {
      const file = path(`damaged.db/positions/${name}`)
      const whole = readFileSync(file)
      truncateSync(file, whole.length - 7)
      await expect(Database.open(path('damaged.db'), { readOnly: true })).rejects.toThrow(
        /position index is [\d,]+ bytes long/,
      )
      rmSync(file)
      await expect(Database.open(path('damaged.db'), { readOnly: true })).rejects.toThrow(/missing/)
      writeFileSync(file, whole)
    }
  })
})

it('rewrites a single segment after games were removed from it', async () => {
  const source = await writeJsonLines('thirty.jsonl', games.chess.slice(0, 30))
  const database = await Database.open(path('thirty.db'))
  await importSources(database, [{ path: source }])
  await database.compact({ all: true })
  await removeGames(database, [3, 4])
  expect(database.segmentsOf('chess').map(({ tombstones }) => [...tombstones])).toEqual([[3, 4]])
  let seen = 0
  expect(await database.compact({ all: true, onProgress: (postings) => (seen = postings) })).toBe(1)
  expect(seen).toBeGreaterThan(0)
  expect(database.segmentsOf('chess').map(({ tombstones, header }) => [tombstones.size, header.games])).toEqual([
    [0, 28],
  ])
  expect((await explore(database, 'chess', rulesOf('chess').start())).games).toBe(28)
  expect(await database.compact({ all: true })).toBe(0)
  database.close()
})

it('finds duplicate games', async () => {
  const twice = await writeJsonLines('twice.jsonl', [...games.chess.slice(0, 5), games.chess[2]!])
  const database = await Database.open(path('twice.db'))
  await importSources(database, [{ path: twice }])
  const groups = await findDuplicates(database)
  expect(groups).toHaveLength(1)
  expect(groups[0]).toMatchObject({ reason: 'same moves, players and date' })
  expect(groups[0]!.games.map(({ id }) => id)).toEqual([3, 6])
  database.close()
})
