/** Lists, filters and orders from the columns, compared with SQL over the catalogue, in databases that went through changes. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  addAlias,
  addLabel,
  countGames,
  Database,
  explore,
  importSources,
  listEvents,
  listGames,
  pageOfGames,
  listPlayers,
  rebuildIndex,
  removeGames,
  removeSources,
  saveGame,
  searchGames,
} from '../../src/database/index.ts'
import { hasBit } from '../../src/bytes/bits.ts'
import { Checksum } from '../../src/bytes/checksum.ts'
import { MemorySink } from '../../src/bytes/sink.ts'
import { plainRow } from '../../src/database/catalogue/plain-row.ts'
import { ColumnsFile } from '../../src/database/columns/columns-file.ts'
import { FOUND_COLUMNS, foundGame } from '../../src/database/search/found-row.ts'
import { gameFilter } from '../../src/database/search/search.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { FormatError } from '../../src/issues/errors.ts'
import { issue } from '../../src/issues/issue.ts'
import { makeDate } from '../../src/model/date.ts'
import { GAMES, type Game, type GameRecord, type Header, type Player } from '../../src/model/index.ts'
import { parseConditions, SORT_KEYS, type GameQuery, type SortOrder } from '../../src/query/index.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { writeColumnsBySql } from '../support/columns-sql.ts'
import { listGamesBySql } from '../support/conditions-sql.ts'
import { problemsOf, writeRecords } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-columns-'))
afterAll(() => rmSync(folder, { recursive: true }))

const DATABASES = scaled(2, 12)
const QUERIES = scaled(50, 300)

const PLAYERS = [
  'Müller, Jörg',
  'MULLER, J',
  "O'Kelly, Al",
  '胡荣华',
  'Hu Ronghua',
  'Ødegård-Smith, Å',
  'Ｗｉｄｅ Name',
  'Two\nLines',
  '😀 Emoji',
  '\uE000 Private',
  'Ash, Ann',
  'Ash, Bob',
  'a',
]
const EVENTS = ['Spring Cup', 'Cup, spring', 'Ünïcode Öpen', '全国个人赛', 'spring']
const RATINGS = [undefined, 1, 1999, 2400, 2401, 3000, 65_535, 70_000]
const YEARS = [1, 850, 1899, 1999, 2000, 2024]
const CODES = ['B30', 'b33', 'C7', 'C78', 'A00', 'x', 'É1']
const OPENINGS = ['Sicilian Defence', 'Sicilian: Najdorf', 'Réti', '中炮']
const KINDS = ['game', 'problem', 'endgame', 'fragment'] as const

class Chance {
  readonly random: () => number

  constructor(seed: number) {
    this.random = seededRandom(seed)
  }

  below(count: number): number {
    return randomInt(this.random, count)
  }

  /** Sometimes true. */
  get one(): boolean {
    return this.random() < 0.5
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!
  }

  /** Often one of these. */
  maybe<Item>(items: readonly Item[]): Item | undefined {
    return this.random() < 0.8 ? this.of(items) : undefined
  }
}

/** Sets a field unless its value is unknown. */
function set<Name extends keyof Header>(header: Header, name: Name, value: Header[Name] | undefined): void {
  if (value === undefined) delete header[name]
  else header[name] = value
}

/** A short random game with a header of all kinds of values, or without. */
function makeGame(game: Game, seed: number): GameRecord {
  const chance = new Chance(seed)
  const [record] = randomGames(game, 1, chance.below(6), chance.below(9)) as [GameRecord]
  const { header } = record
  const player = (colour: 1 | 2): Player => {
    const [name, rating] = [chance.maybe(PLAYERS), chance.of(RATINGS)]
    return { colour, ...(name !== undefined && { name }), ...(rating !== undefined && { rating }) }
  }
  header.players = [player(1), player(2)]
  const [event, site] = [chance.maybe(EVENTS), chance.maybe(['Leeds', 'München', '北京'])]
  set(header, 'event', { ...(event !== undefined && { name: event }), ...(site !== undefined && { site }) })
  set(header, 'date', makeDate(chance.maybe(YEARS), chance.of([0, 1, 6, 12]), chance.of([0, 1, 28])))
  set(header, 'roundText', chance.maybe(['1', '2.3', 'final', '10']))
  set(header, 'kind', chance.maybe(KINDS))
  set(header, 'title', chance.one ? chance.of(['A study', 'Étude']) : undefined)
  set(header, 'annotator', chance.one ? chance.of(PLAYERS) : undefined)
  set(header, 'openingCode', chance.one ? chance.of(CODES) : undefined)
  set(header, 'openingName', chance.one ? chance.of(OPENINGS) : undefined)
  header.result = chance.of([
    { outcome: 'win', winner: 1 },
    { outcome: 'win', winner: 2 },
    { outcome: 'draw' },
    { outcome: 'both-lose' },
    { outcome: 'unfinished' },
  ])
  if (record.nodes.length > 1 && chance.one) {
    record.nodes[1]!.comments = [{ text: chance.of(['a fine move', 'Schöner Zug']), placement: 'after' }]
  }
  return record
}

async function writeSource(name: string, games: readonly GameRecord[]): Promise<string> {
  const path = join(folder, name)
  writeFileSync(path, await writeRecords(jsonl, games))
  return path
}

/** A database of several sources that was changed since: games edited and removed, aliases and tags added. */
async function makeDatabase(seed: number): Promise<Database> {
  const chance = new Chance(seed)
  const database = await Database.open(join(folder, `${seed}.db`))
  const gamesOf = (source: number, count: number) =>
    Array.from({ length: count }, (_, index) => makeGame(chance.of(GAMES), 1000 * (10 * seed + source) + index))
  for (const source of [1, 2, 3, 4]) {
    await importSources(database, [{ path: await writeSource(`${seed}-${source}.jsonl`, gamesOf(source, 30)) }])
  }
  await removeSources(database, [2])
  const ids = [...(await listGamesBySql(database, {}))]
  await removeGames(database, [chance.of(ids), chance.of(ids)])
  for (const id of [ids[0]!, ids.at(-1)!, chance.of(ids)]) {
    const record = await database.record(id)
    const issues = chance.one ? [issue('database/game-number', 'error', {})] : []
    if (record) await saveGame(database, id, makeGame(record.game, seed * 77 + id), issues)
  }
  await addAlias(database, 'Hu Ronghua', '胡荣华')
  await addAlias(database, 'Ash, Bob', 'Somebody Else')
  const left = [...(await listGamesBySql(database, {}))]
  await addLabel(database, 'tag', 'to review', [chance.of(left), chance.of(left)])
  await addLabel(database, 'tag', 'best', [left[3]!, left[0]!])
  await addLabel(database, 'collection', 'Openings/Réti', [left[5]!])
  if (chance.one) await database.compact({ all: true })
  return database
}

/** Conditions as they are typed, without patterns. */
const CONDITIONS: Readonly<Record<string, readonly string[]>> = {
  game: GAMES,
  player: [
    'muller',
    'Müller, Jörg',
    'o’kelly',
    'hu rong hua',
    '胡荣',
    'j muller',
    'odegard',
    'ash',
    'a',
    'nobody',
    'else',
  ],
  opponent: ['muller', 'ash', '胡荣华'],
  colour: ['white', 'black', 'first', 'second'],
  first: ['ash', 'wide'],
  second: ['muller', 'emoji'],
  white: ['ash', 'hu'],
  black: ['ash', 'smith'],
  event: ['spring', 'unicode', '全国', 'cup spring'],
  site: ['munchen', 'leeds'],
  title: ['etude', 'study'],
  annotator: ['ash', 'muller'],
  since: ['1899', '1999-06', '2000-01-01', '0850-12'],
  until: ['1999', '1999-06', '2000-12-31', '1999-06-27', '850'],
  year: ['1999', '1000-1999'],
  result: ['1-0', '0-1', 'draw', '0-0', '*', 'win', 'loss'],
  minRating: ['0', '1', '2400', '2401'],
  maxRating: ['0', '2400', '65535', '99999'],
  opening: ['B30-B39', 'C7', 'sicilian', 'reti', 'A00,C78', 'B'],
  minPlies: ['0', '1', '5'],
  maxPlies: ['0', '3', '70000'],
  comment: ['fine', 'schoner'],
  kind: KINDS,
  source: ['jsonl', '1.jsonl'],
  damaged: ['yes', 'no'],
  tag: ['to review', 'best', 'none'],
  collection: ['Openings', 'openings/reti'],
  ids: ['1,2,3,95', '70,5,70', '100000'],
  where: ['player:ash or result:draw', 'not (event:spring or kind:problem)', 'player:muller not year:1999'],
}

function makeQuery(chance: Chance): GameQuery {
  const names = Object.keys(CONDITIONS)
  const texts: Record<string, string> = {}
  for (let count = chance.below(4); count > 0; count--) {
    const name = chance.of(names)
    texts[name] = chance.of(CONDITIONS[name]!)
  }
  if (texts['colour'] !== undefined) texts['player'] ??= chance.of(CONDITIONS['player']!)
  const query = parseConditions(texts)
  if (chance.below(8) === 0) query.position = { game: 'chess', position: rulesOf('chess').start() }
  return query
}

const idsOf = (columns: ColumnsFile): number[] => [
  ...(columns.ids() ?? Uint32Array.from({ length: columns.count }, (_, row) => columns.first + row)),
]

/** Compares the files of columns of a database, which are so many, with what SQL makes of its rows. */
async function requireSameColumns(database: Database, files: number): Promise<void> {
  const names = readdirSync(join(database.folder, 'positions')).filter((file) => file.endsWith('.columns'))
  expect(names).toHaveLength(files)
  const sinks = await Promise.all(
    database.columnsFiles().map(async (columns) => {
      const sink = new MemorySink()
      await writeColumnsBySql(database.catalogue, sink, idsOf(columns))
      return Buffer.from(sink.bytes()).toString('latin1')
    }),
  )
  expect(sinks.sort()).toEqual(
    names.map((name) => readFileSync(join(database.folder, 'positions', name), 'latin1')).sort(),
  )
}

describe('columns', () => {
  it.each(Array.from({ length: DATABASES }, (_, index) => index + 1))(
    'say the same as SQL over the catalogue (%i)',
    async (seed) => {
      const database = await makeDatabase(seed)
      expect(await problemsOf(database)).toEqual([])
      const chance = new Chance(seed)
      const rows = await database.catalogue.rows(`SELECT ${FOUND_COLUMNS} FROM games`)
      const found = new Map(rows.map(foundGame).map((game) => [game.id, game]))
      let matched = 0
      for (let count = 0; count < QUERIES; count++) {
        const query = makeQuery(chance)
        const order: SortOrder = { order: chance.of(SORT_KEYS), descending: chance.one }
        const all = await listGamesBySql(database, query, order)
        const told = JSON.stringify([query, order], (name, value: unknown) => (name === 'position' ? '' : value))
        expect([...(await listGames(database, query, order))], told).toEqual([...all])
        expect(await countGames(database, query), told).toBe(all.length)
        const page = { limit: chance.of([0, 1, 5, 50]), offset: chance.of([0, 1, 7, 200]) }
        const lines = await searchGames(database, query, { ...order, ...page })
        const expected = all.subarray(page.offset, page.offset + page.limit)
        expect(
          lines.map((line) => JSON.stringify({ ...line, tags: undefined })),
          told,
        ).toEqual([...expected].map((id) => JSON.stringify(found.get(id))))
        const whole = await pageOfGames(database, query, { ...order, ...page })
        expect(whole, told).toEqual({ total: all.length, games: lines })
        matched += all.length
        const { position: _, game: __, ...filter } = query
        const wanted = new Set(await listGamesBySql(database, { ...filter, game: 'chess' }))
        const counts = await gameFilter(database, { ...filter, game: 'chess' })
        for (const segment of database.segmentsOf('chess')) {
          const facts = await segment.readFacts()
          const marks = facts.marksOf(counts, true)!
          const ids = Array.from({ length: facts.count }, (_, index) => facts.firstGame + index)
          const present = ids.filter((id) => facts.has(id))
          const chosen = present.filter((id) => wanted.has(id))
          expect(
            present.filter((id) => counts.has(id, facts)),
            told,
          ).toEqual(chosen)
          expect(
            present.filter((id) => hasBit(marks, id - facts.firstGame)),
            told,
          ).toEqual(chosen)
        }
        const { games } = await explore(database, 'chess', rulesOf('chess').start(), { query: filter })
        const usual = await listGamesBySql(database, {
          ...filter,
          game: 'chess',
          position: { game: 'chess', position: rulesOf('chess').start() },
        })
        expect(games, told).toBe(usual.length)
      }
      expect(matched).toBeGreaterThan(QUERIES)
      for (const [view, list] of [
        ['players', listPlayers],
        ['events', listEvents],
      ] as const) {
        const rows = await database.catalogue.rows(`SELECT * FROM ${view} ORDER BY games DESC, name`)
        const listed = await list(database, { limit: 1000 })
        expect(listed.map((row) => JSON.stringify(row))).toEqual(rows.map((row) => JSON.stringify(plainRow(row))))
        expect(await list(database, { limit: 2, offset: 1 })).toEqual(listed.slice(1, 3))
      }
      expect(await listGames(database, { damaged: true })).toEqual(await listGamesBySql(database, { damaged: true }))
      database.close()
    },
    60_000,
  )

  it('of many texts say the same the first time and later, whether few or many games have those that match', async () => {
    const games = Array.from({ length: 600 }, (_, index) => {
      const game = makeGame('chess', index)
      const player = (colour: 1 | 2): Player => ({ colour, name: `Player ${(index * colour * 7) % 400}, Ann` })
      game.header.players = index % 50 === 0 ? [player(2)] : [player(1), player(2)]
      game.header.event = { name: `Cup ${index % 300}` }
      return game
    })
    const database = await Database.open(join(folder, 'texts.db'))
    await importSources(database, [{ path: await writeSource('texts.jsonl', games) }])
    await removeGames(database, [3, 4, 250])
    let few = 0
    for (const texts of [
      { player: 'player 77' },
      { player: 'ann' },
      { player: 'player 3' },
      { white: 'player 12', event: 'cup' },
      { event: 'cup 29' },
      { player: 'player 28', opponent: 'player 56' },
    ]) {
      const query = parseConditions(texts)
      const expected = await listGamesBySql(database, query)
      for (let time = 0; time < 3; time++) expect(await listGames(database, query), String(time)).toEqual(expected)
      for (const descending of [false, true]) {
        const order = { order: 'first', descending } as const
        const sorted = await listGamesBySql(database, query, order)
        expect(await listGames(database, query, { ...order, limit: 2 })).toEqual(sorted.slice(0, 2))
      }
      few += Number(expected.length > 0 && expected.length < 600 / 16)
    }
    expect(few).toBeGreaterThan(2)
    database.close()
  })

  it('are those of the rows, byte for byte, whether games were imported, edited, merged or indexed again', async () => {
    const path = join(folder, 'bytes.db')
    let database = await Database.open(path)
    for (const seed of [11, 12]) {
      const games = Array.from({ length: 60 }, (_, index) => makeGame(GAMES[index % 4]!, 100 * seed + index))
      await importSources(database, [{ path: await writeSource(`bytes-${seed}.jsonl`, games) }], { workers: 2 })
    }
    await requireSameColumns(database, 2 * GAMES.length)
    for (const id of [5, 9, 13]) await saveGame(database, id, makeGame(GAMES[(id - 1) % 4]!, 9000 + id))
    await removeGames(database, [1, 2, 60, 119])
    await removeSources(database, [2])
    await database.compact({ all: true })
    await requireSameColumns(database, GAMES.length)
    database.close()
    await rebuildIndex(path)
    database = await Database.open(path)
    await requireSameColumns(database, GAMES.length)
    database.close()
  })

  it('of more games than the segment has are refused before room is made for them', async () => {
    const database = await Database.open(join(folder, '1.db'), { readOnly: true })
    const [segment] = GAMES.flatMap((game) => database.segmentsOf(game))
    const sink = new MemorySink()
    await writeColumnsBySql(database.catalogue, sink, idsOf(database.columnsFiles()[0]!))
    const open = (bytes: Uint8Array, range: { firstGame: number; gameRange: number }) => {
      const source = { name: 'some.columns', size: bytes.length, read: bytes.slice.bind(bytes) }
      return new ColumnsFile(source, range)
    }
    const { firstGame, gameRange } = segment!.header
    const { count, first } = open(sink.bytes(), { firstGame, gameRange })
    expect(count).toBeGreaterThan(1)
    expect(() => open(sink.bytes(), { firstGame, gameRange: count - 1 })).toThrow(FormatError)
    expect(() => open(sink.bytes(), { firstGame: first + 1, gameRange })).toThrow(FormatError)
    // The number of games, behind the signature, the version and the number of parts; the header ends with its checksum.
    const bytes = sink.bytes().slice()
    const view = new DataView(bytes.buffer)
    const header = 8 + 12 + 8 * view.getUint16(10, true)
    view.setUint32(12, 3_000_000_000, true)
    view.setUint32(header, new Checksum().add(bytes.subarray(0, header)).value, true)
    expect(() => open(bytes, { firstGame, gameRange })).toThrow(FormatError)
    database.close()
  })

  it('that are damaged end a question or a change with what mends them', async () => {
    const path = join(folder, 'damaged.db')
    cpSync(join(folder, '1.db'), path, { recursive: true })
    for (const name of readdirSync(join(path, 'positions')).filter((one) => one.endsWith('.columns'))) {
      const bytes = readFileSync(join(path, 'positions', name))
      bytes[bytes.length - 1]! ^= 1
      writeFileSync(join(path, 'positions', name), bytes)
    }
    const database = await Database.open(path, { readOnly: true })
    await expect(searchGames(database, { annotator: 'a' })).rejects.toMatchObject({ code: 'database/segment-damaged' })
    const games = await countGames(database, {})
    database.close()
    const writable = await Database.open(path)
    await expect(removeSources(writable, [1])).rejects.toMatchObject({ code: 'database/segment-damaged' })
    writable.close()
    await rebuildIndex(path)
    const mended = await Database.open(path, { readOnly: true })
    expect(await searchGames(mended, { annotator: 'a' })).not.toEqual([])
    expect(await countGames(mended, {})).toBe(games)
    mended.close()
  })

  it('list tags in alphabetical order', async () => {
    const database = await Database.open(join(folder, '1.db'), { readOnly: true })
    const lines = await searchGames(database, { tag: 'best' })
    expect(lines).toHaveLength(2)
    for (const { tags } of lines) expect(tags).toEqual(tags!.toSorted())
    expect(Object.keys(lines[0]!)).toContain('tags')
    database.close()
  })
})
