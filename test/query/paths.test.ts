/** Every condition finds the same games of real files on every path: files, databases, HTTP and the page. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFilter } from '../../src/cli/read/record-filter.ts'
import { Database, explore, importSources, searchRecords, listGames } from '../../src/database/index.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import type { Entry } from '../../src/formats/format.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'
import { CONDITION_NAMES, parseConditions, parseFilterText, makeGameTest } from '../../src/query/index.ts'
import { parameterOf } from '../../src/query/conditions.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { makeApi } from '../../src/server/api.ts'
import { GameTable } from '../../web/src/worker/game-table.ts'
import { ludograph } from '../cli/run.ts'
import { corpusBytes } from '../support/corpus.ts'
import { jsonLines } from '../support/http.ts'
import { needsCorpus } from '../support/needs.ts'

const BOOK = 'chess-pgn/book-50000.pgn'
const BYTES = 600_000

/** Conditions, some with the alias or spelling that people use. */
const TABLE: Record<string, string>[] = [
  { player: 'muller' },
  { player: 'Sergei Tiviakov' },
  { player: 'michael adams', colour: 'white', result: 'win' },
  { player: 'adams', opponent: 'van wely' },
  { opponent: 'alexander beliavsky' },
  { white: 'adams' },
  { black: 'adianto' },
  { first: 'evgeny bareev' },
  { second: 'larsen' },
  { game: 'chess' },
  { game: 'go' },
  { event: 'open it' },
  { site: 'lloyds london' },
  { since: '1992-06' },
  { until: '1990-12-31' },
  { year: '1989-1991' },
  { result: '1/2-1/2' },
  { result: 'loss', player: 'adams' },
  { opening: 'b20' },
  { opening: 'B30-B39' },
  { eco: 'C88,E11' },
  { opening: 'C' },
  { opening: 'gambit kings' },
  { minPlies: '120' },
  { maxPlies: '30' },
  { minRating: '2500' },
  { maxRating: '3000' },
  { elo: '2000-2800' },
  { kind: 'game' },
  { kind: 'problem' },
  { annotator: 'fritz' },
  { title: 'mate' },
  { comment: 'mate' },
  { source: 'book' },
  { damaged: 'no' },
  { moves: 'e4 e5 f4 exf4 Bc4' },
  { position: 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' },
  { material: 'KRPkr' },
  { pattern: '?????rk?/?????ppp' },
]

const folder = mkdtempSync(join(tmpdir(), 'ludograph-paths-'))
const path = join(folder, 'book.pgn')
let database: Database
let entries: Entry[] = []
/** How many games each row found. */
const foundByRow: number[] = []

describe('with games of the corpus', needsCorpus(BOOK), () => {
  beforeAll(async () => {
    const text = new TextDecoder().decode(corpusBytes(BOOK).subarray(0, BYTES))
    const ratings =
      '[Event "Zürich 1953"]\n[White "Müller,K"]\n[Black "Carlsen, M."]\n[WhiteElo "2600"]\n[BlackElo "2550"]\n\n1. e4 c5 {mate} *\n\n'
    writeFileSync(path, ratings + ratings.replace('2550', '2450') + text.slice(0, text.lastIndexOf('[Event ')))
    const written = await Database.open(join(folder, 'games.db'))
    await importSources(written, [{ path }])
    written.close()
    database = await Database.open(join(folder, 'games.db'), { readOnly: true })
    const collection = await pgn.open(new DiskFileSet(path), {})
    entries = [...collection.entries()]
  })

  afterAll(() => {
    database.close()
    rmSync(folder, { recursive: true })
  })

  it.each(TABLE.map((texts) => [JSON.stringify(texts), texts] as const))('%s', async (_, texts) => {
    const query = parseConditions(texts)
    const searched = [...(await listGames(database, query))]
    foundByRow.push(searched.length)

    const keeps = (await makeFilter(texts))!
    expect(entries.flatMap((entry) => (keeps(entry, path) ? [entry.index + 1] : []))).toEqual(searched)

    const exported: number[] = []
    for await (const { id } of searchRecords(database, query)) exported.push(id)
    expect(exported).toEqual(searched)

    const parameters = new URLSearchParams({ max: '100000' })
    for (const [name, text] of Object.entries(texts)) {
      const condition = CONDITION_NAMES.find((one) => one === name)
      parameters.set(condition ? parameterOf(condition) : name, text)
    }
    const answer = await makeApi(database).request(`/api/games?${parameters.toString()}`)
    expect(jsonLines<{ id: number }>(await answer.text()).map(({ id }) => id)).toEqual(searched)

    const typed = Object.entries(texts).map(([name, text]) => `${name}:"${text}"`)
    const { query: fromText, words } = parseFilterText(typed.join(' '))
    expect(words).toBe('')
    const meets = await makeGameTest(fromText)
    const listed = entries.filter(({ record, index }) => record && meets({ record, id: index + 1, source: path }))
    expect(listed.map(({ index }) => index + 1)).toEqual(searched)

    const { game = 'chess', position, ...conditions } = query
    const rules = rulesOf(game)
    const explored = await explore(database, game, position?.position ?? rules.start(), { query: conditions })
    expect(explored.games).toBe(searched.length)
  })

  it('finds some games and not others by most rows', () => {
    const telling = foundByRow.filter((count) => count > 0 && count < entries.length)
    console.log(`${telling.length} of ${TABLE.length} rows choose some of ${entries.length} games`)
    expect(telling.length).toBeGreaterThan(24)
  })

  it('finds games on the command line as often', () => {
    const counts = [
      ['--player', 'muller'],
      ['--event', 'zurich'],
      ['--opening', 'b20'],
      ['--min-rating', '2500'],
    ].map((words) => {
      const found = ludograph(['search', join(folder, 'games.db'), '--count', ...words]).out.trim()
      const converted = jsonLines(ludograph(['convert', path, '-t', 'jsonl', ...words]).out).length
      return [...words, Number(found), converted]
    })
    for (const [option, value, found, converted] of counts) {
      expect([option, value, converted]).toEqual([option, value, found])
      expect(found).toBeGreaterThan(0)
    }
    console.log(counts.map((row) => row.join(' ')).join('\n'))
  })

  it('finds names by typed words in the list of opened files', async () => {
    const table = new GameTable(entries.length)
    for (const { record, index } of entries) table.add({ index, game: 'chess', kind: 'game', header: record!.header })
    const find = async (filter: string) => [...(await table.arrange({ filter, sort: 'number', isDescending: false }))]
    expect(await find('Magnus Carlsen zurich')).toEqual([0, 1])
    expect(await find('karsten muller carlsen')).toEqual([0, 1])
    expect(await find('Magnus Müller Hans')).toEqual([])
  })
})
