/** Searches with what follows: against a count by hand, over HTTP, over ranges of published files, as a record. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { importSources, searchPattern, type Database } from '../../src/database/index.ts'
import { removeGames, saveGame } from '../../src/database/import/save.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { emptyRecord, makePlacement, moveTo, type Colour, type GameRecord } from '../../src/model/index.ts'
import { continuationRecord, describePatternSearch, parsePattern, searchPublished } from '../../src/patterns/index.ts'
import { PublishedPositions } from '../../src/positions/index.ts'
import { makeApi } from '../../src/server/api.ts'
import { importRecords, problemsOf, writeRecords } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'
import { slowGame, slowHits } from './slow-search.ts'

/** A game of Go on nine lines: points as column and row from 1, from the top left; Black begins. */
function game(points: readonly [number, number][], winner: Colour | undefined, year: number): GameRecord {
  const record = emptyRecord('go')
  record.size = { columns: 9, rows: 9 }
  record.header.date = { year }
  record.header.result = winner ? { outcome: 'win', winner } : { outcome: 'draw' }
  for (const [index, [column, row]] of points.entries()) {
    const colour = index % 2 === 0 ? 1 : 2
    record.nodes.push({ parent: index, move: makePlacement((row - 1) * 9 + column - 1, colour) })
  }
  return record
}

/** The corner 3-3 point taken; answers on both sides, which are one by symmetry. */
const GAMES = [
  game(
    [
      [3, 3],
      [4, 3],
      [3, 4],
    ],
    1,
    1990,
  ),
  game(
    [
      [3, 3],
      [3, 4],
      [4, 3],
    ],
    2,
    2000,
  ),
  // Elsewhere first.
  game(
    [
      [3, 3],
      [8, 8],
      [3, 4],
    ],
    undefined,
    2010,
  ),
  // Another corner, with the colours exchanged.
  game(
    [
      [5, 5],
      [7, 7],
      [6, 7],
    ],
    2,
    2020,
  ),
  game(
    [
      [3, 3],
      [8, 2],
    ],
    1,
    2020,
  ),
]
const CORNER = '..../..../..X./....'

let folder: string
let database: Database

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ludograph-patterns-'))
  database = await importRecords(folder, 'go.db', GAMES)
})

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

describe('what follows a pattern', () => {
  it('is counted by games, with colours as drawn and equal moves as one', async () => {
    const found = describePatternSearch(await searchPattern(database, { pattern: parsePattern('go', CORNER) }))
    expect(found).toMatchObject({
      games: 5,
      hits: 5,
      black: 3,
      draws: 1,
      white: 1,
      ended: 1,
      firstYear: 1990,
      lastYear: 2020,
    })
    expect(
      found.next.map(({ label, colour, games, black, white, tenuki }) => [label, colour, games, black, white, tenuki]),
    ).toEqual([
      ['A', 'white', 3, 2, 1, 0],
      ['B', 'black', 1, 0, 0, 1],
    ])
    const [first, second] = found.next
    expect(first!.column! + first!.row!).toBe(5)
    expect(second!.column! + second!.row!).toBe(5)
    expect(found.years.filter(({ games }) => games > 0)).toEqual([
      { year: 1990, games: 1, all: 1 },
      { year: 2000, games: 1, all: 1 },
      { year: 2010, games: 1, all: 1 },
      { year: 2020, games: 2, all: 2 },
    ])
  })

  it('is nothing where no square is left, and results are those of the colours as drawn', async () => {
    const search = await searchPattern(database, { pattern: parsePattern('go', 'anywhere: XO') })
    expect(describePatternSearch(search)).toMatchObject({ games: 3, black: 1, white: 2, draws: 0, next: [] })
  })

  it('can be asked for: who plays, how soon, which moves', async () => {
    const gamesWith = async (conditions: string) => [
      ...(await searchPattern(database, { pattern: parsePattern('go', `${CORNER}${conditions}`) })).games,
    ]
    expect(await gamesWith('; next=W')).toEqual([1, 2, 4])
    expect(await gamesWith('; next=B')).toEqual([3])
    expect(await gamesWith('; tenuki=0')).toEqual([1, 2, 4])
    expect(await gamesWith('; by=1')).toEqual([1, 2, 3, 5])
    expect(await gamesWith('; from=2')).toEqual([4])
    expect(await gamesWith('; size=19')).toEqual([])
    const steps = '..../..../..Xa/..b.; then W a, B b'
    expect([...(await searchPattern(database, { pattern: parsePattern('go', steps) })).games]).toEqual([1, 2])
  })

  it('goes on as deep as is asked for', async () => {
    const search = await searchPattern(database, { pattern: parsePattern('go', CORNER) }, { depth: 3 })
    const [first] = describePatternSearch(search).next
    expect(first!.moves).toHaveLength(1)
    expect(first!.moves![0]).toMatchObject({ label: 'A', colour: 'black', games: 2 })
    const record = continuationRecord(parsePattern('go', CORNER), search.tree)
    expect(record.nodes[0]!.edits).toEqual([{ squares: [2 * 19 + 2], piece: '1' }])
    // Both colours play on the same point.
    expect(record.nodes[0]!.marks).toHaveLength(1)
    expect(record.nodes).toHaveLength(4)
    expect(moveTo(record.nodes[1]!.move!)).toBeLessThan(4 * 19)
    expect(record.nodes[0]!.comments![0]!.text).toContain('5 games, won by B 3, by W 1, 1990-2020')
  })
})

describe('a database', () => {
  it('says the same over HTTP, with the games and where they show it', async () => {
    const api = makeApi(database)
    const response = await api.request(`/api/patterns?game=go&pattern=${encodeURIComponent(CORNER)}&max=4`)
    expect(response.status).toBe(200)
    const answer = (await response.json()) as { games: number; found: { id: number; hits: object[] }[] }
    expect(answer.games).toBe(5)
    expect(answer.found.map(({ id }) => id)).toEqual([1, 2, 3, 4])
    expect(answer.found[3]!.hits).toEqual([
      { ply: 2, left: 5, top: 5, columns: 4, rows: 4, symmetry: 3, exchanged: true, next: 'A' },
    ])
    expect((await api.request('/api/patterns?game=go')).status).toBe(400)
    expect((await api.request('/api/patterns?game=go&pattern=K')).status).toBe(400)
  })

  it('says over HTTP what was found so far, to those who take lines', async () => {
    const parted = await importRecords(folder, 'parted.db', GAMES)
    // A second file makes a second segment.
    writeFileSync(join(folder, 'more.jsonl'), await writeRecords(jsonl, randomGames('go', 5, 1, 30)))
    await importSources(parted, [{ path: join(folder, 'more.jsonl') }])
    const address = `/api/patterns?game=go&pattern=${encodeURIComponent('anywhere: X')}`
    const whole = (await (await makeApi(parted).request(address)).json()) as object
    // Every look at the clock is long after the one before.
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
    const response = await makeApi(parted).request(address, { headers: { Accept: 'application/x-ndjson' } })
    const lines = (await response.text()).trimEnd().split('\n')
    clock.mockRestore()
    const parts = lines.map((line) => JSON.parse(line) as { share: number; games: number; found: { id: number }[] })
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.at(-1)).toEqual({ share: 1, ...whole })
    const [first] = parts
    expect(first!.share).toBeLessThan(1)
    expect(first!.games).toBeGreaterThan(0)
    expect(first!.games).toBeLessThan(parts.at(-1)!.games)
    expect(first!.found).toHaveLength(first!.games)
    const refused = await makeApi(parted).request(`${address}K`, { headers: { Accept: 'application/x-ndjson' } })
    expect(refused.status).toBe(400)
    parted.close()
  })

  it('published as files is searched over ranges', async () => {
    const fetch = async (url: string, options?: { headers: Record<string, string> }) => {
      const bytes = readFileSync(join(folder, 'go.db', url.slice('http://host/'.length)))
      const range = /bytes=(\d+)-(\d+)/.exec(options?.headers['Range'] ?? '')
      if (!range) return new Response(bytes)
      const part = bytes.subarray(Number(range[1]), Number(range[2]) + 1)
      return new Response(part, { status: 206 })
    }
    const published = await PublishedPositions.open('http://host', fetch)
    const found = await searchPublished(published, { pattern: parsePattern('go', CORNER) })
    const local = await searchPattern(database, { pattern: parsePattern('go', CORNER) })
    expect(describePatternSearch(found)).toEqual(describePatternSearch(local))
  })

  it('stops when asked to', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(searchPattern(database, { pattern: parsePattern('go', CORNER) }, { signal })).rejects.toThrow('enough')
  })

  it('follows games that are saved, removed and merged', async () => {
    const records = [...randomGames('go', 30, 3, 40), ...randomGames('chess', 5, 3, 20)]
    const changed = await importRecords(folder, 'changed.db', records)
    const pattern = parsePattern('go', 'anywhere: XO/OX')
    const slow = {
      cells: [
        ['X', 'O'],
        ['O', 'X'],
      ],
      place: 'anywhere',
      isFixed: false,
      isStill: false,
    } as const
    const showing = (all: Map<number, GameRecord>) =>
      [...all].flatMap(([id, one]) =>
        slowHits('go', slowGame(one), { ...slow, cells: slow.cells.map((row) => [...row]) }).length > 0 ? [id] : [],
      )
    const kept = new Map(records.slice(0, 30).map((record, index) => [index + 1, record]))
    const gamesNow = async () => [...(await searchPattern(changed, { pattern })).games]
    expect(await gamesNow()).toEqual(showing(kept))
    await removeGames(changed, [2, 3])
    kept.delete(2)
    kept.delete(3)
    const [edited] = randomGames('go', 1, 99, 60)
    await saveGame(changed, 5, edited!)
    kept.set(5, edited!)
    expect(await gamesNow()).toEqual(showing(kept))
    expect(await problemsOf(changed)).toEqual([])
    await changed.compact({ all: true })
    expect(await gamesNow()).toEqual(showing(kept))
    expect(await problemsOf(changed)).toEqual([])
    changed.close()
  })
})
