/** Opening reports: their figures are derived again by SQL, by the explorer, and by hand. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database, explore, importSources } from '../../src/database/index.ts'
import type { Game } from '../../src/model/record.ts'
import { parseConditions, parsePosition } from '../../src/query/index.ts'
import { makeReport, reportPage, reportRecords } from '../../src/study/index.ts'
import { corpusFiles, corpusPath } from '../support/corpus.ts'
import { importRecords } from '../support/databases.ts'
import { needsCorpus } from '../support/needs.ts'
import { pgnRecords, studyGame } from '../support/study-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-report-'))
afterAll(() => rmSync(folder, { recursive: true }))

const QGD = '1. d4 d5 2. c4 e6'
const ENDING =
  '3. cxd5 exd5 4. Qa4+ Qd7 5. Qxd7+ Nxd7 6. Nc3 c6 7. e4 dxe4 8. Nxe4 Nb6 9. Nf3 Nf6 10. Nxf6+ gxf6 11. Bd3 Be6 12. O-O O-O-O 13. Rd1'
const RATED = '[WhiteElo "2450"]\n[BlackElo "2510"]\n'

let database: Database
beforeAll(async () => {
  const games = [
    studyGame('Ann', 'Bob', '2001.01.01', '1-0', `${QGD} 3. Nc3 Nf6`, RATED),
    studyGame('Ann', 'Bob', '2002.01.01', '0-1', `1. c4 e6 2. d4 d5 3. Nc3 Be7`),
    studyGame('Ann', 'Cy', '2003.01.01', '1/2-1/2', `${QGD} ${ENDING}`),
    studyGame('Cy', 'Bob', '2003.02.01', '*', `${QGD} 3. Nf3 Nf6`, '[WhiteElo "2000"]\n'),
    studyGame('Cy', 'Bob', '2003.03.01', '1-0', '1. e4 e5'),
  ]
  database = await importRecords(folder, 'made.db', await pgnRecords(games.join('')))
})
afterAll(() => database.close())

const reportOf = (moves: string, texts: Parameters<typeof parseConditions>[0] = {}) =>
  makeReport(database, 'chess', parsePosition('chess', '', moves), { query: parseConditions(texts) })

describe('a report', () => {
  it('counts games, years and ratings', async () => {
    const report = await reportOf('d4 d5 c4 e6')
    expect(report).toMatchObject({ games: 4, won: 1, drawn: 1, lost: 1, score: 0.5, firstYear: 2001, lastYear: 2003 })
    expect(report.opening?.eco).toBe('D30')
    expect(report.byYear.map(({ year, games, all }) => [year, games, all])).toEqual([
      [2001, 1, 1],
      [2002, 1, 1],
      [2003, 2, 3],
    ])
    expect(report.byRating).toMatchObject([{ from: 2400, to: 2600, games: 1, won: 1, score: 1 }])
  })

  it('tells how many moves lead to a position that is given without them', async () => {
    const numbered = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 30'
    const { orders, ply } = await makeReport(database, 'chess', parsePosition('chess', numbered))
    expect(orders.map(({ line }) => line)).toEqual(['1. e4 e5'])
    expect(ply).toBe(2)
  })

  it('shows orders of moves, players and lines', async () => {
    const report = await reportOf('d4 d5 c4 e6')
    expect(report.ply).toBe(4)
    expect(report.orders.map(({ line, games }) => [line, games])).toEqual([
      ['1. d4 d5 2. c4 e6', 3],
      ['1. c4 e6 2. d4 d5', 1],
    ])
    expect(report.tree.map(({ san, games, score }) => [san, games, score])).toEqual([
      ['Nc3', 2, 0.5],
      ['Nf3', 1, undefined],
      ['cxd5', 1, 0.5],
    ])
    expect(report.players[0]!.players.map(({ name, games, won }) => [name, games, won])).toEqual([
      ['Ann', 3, 1],
      ['Cy', 1, 0],
    ])
    // The scores of players are theirs.
    expect(report.players[1]).toMatchObject({ colour: 2, players: [{ name: 'Bob', games: 3, won: 1, lost: 1 }, {}] })
    expect(report.shortGames.map(({ id }) => id)).toEqual([1, 2])
  })

  it('says where men were ten moves later, and what was exchanged', async () => {
    const { plans } = await reportOf('d4 d5 c4 e6')
    // One game lasted for 21 plies more; the plans are those after its 20th.
    expect(plans).toMatchObject({ plies: 20, games: 1 })
    const [white, black] = plans!.placements
    const squares = (side: typeof white) => side!.list.map(({ man, square }) => `${man}${square}`).sort()
    expect(squares(white)).toEqual(['Bd3', 'Kg1', 'Nf3', 'Rf1'])
    expect(squares(black)).toEqual(['be6', 'kc8', 'nb6', 'pc6', 'pf6', 'rd8'])
    expect(plans!.exchanged).toEqual([
      { man: 'n', share: 1 },
      { man: 'q', share: 1 },
    ])
  })

  it('takes conditions, and names the novelties of an event', async () => {
    expect(await reportOf('d4 d5 c4 e6', { since: '2003' })).toMatchObject({ games: 2, walked: 2 })
    const event = await reportOf('', { event: 'Club' })
    expect(event.games).toBe(5)
    // Nothing leads to the start.
    expect(event.orders).toEqual([])
    // The first game has nobody before it; every other one left what was known.
    expect(event.novelties.map(({ game, line, before }) => [game.id, line, before])).toEqual([
      [2, '1. c4', 1],
      [3, `${QGD} 3. cxd5`, 2],
      [4, `${QGD} 3. Nf3`, 3],
      [5, '1. e4', 4],
    ])
    await expect(reportOf('a3 h6')).resolves.toMatchObject({ games: 0, tree: [], orders: [] })
  })

  it('names endings by what was left', async () => {
    const moves = '1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 Bg4 5. Bxb7 Bxd1 6. Bxa8 Bxc2'
    const other = await importRecords(
      folder,
      'ending.db',
      await pgnRecords(studyGame('A', 'B', '2001.01.01', '1-0', moves)),
    )
    const report = await makeReport(other, 'chess', parsePosition('chess'))
    other.close()
    // Both have more than two men but pawns and kings: no ending.
    expect(report.endings).toEqual([])
    const traded =
      '1. a3 e5 2. d4 exd4 3. Qxd4 Bxa3 4. Nxa3 Qg5 5. Qxa7 Qxg2 6. Qxb8 Rxb8 7. Bxg2 Ra8 8. Bxb7 Bxb7 9. Bg5 Bxh1 10. b3 Rxa3 11. Rxa3 Nf6 12. Bxf6 gxf6'
    const left = await importRecords(
      folder,
      'left.db',
      await pgnRecords(studyGame('A', 'B', '2001.01.01', '1-0', traded)),
    )
    const { endings } = await makeReport(left, 'chess', parsePosition('chess'))
    left.close()
    // The strongest men first, then whether there are pawns; kings are always there.
    expect(endings).toMatchObject([{ material: 'RNP v RBP', games: 1, won: 1 }])
  })

  it('becomes a page and a record that leads to the position', async () => {
    const report = await reportOf('d4 d5 c4 e6')
    const page = reportPage(report)
    expect(page).toContain('<h1>D30')
    expect(page).not.toMatch(/<script|<link|src=/)
    expect(page).toContain('Where men stood after 10 more moves (games that lasted that long: 1)')
    // Sections follow one another with nothing between them.
    expect(page).not.toMatch(/<\/section>\s*[^<\s]/)
    const [record] = reportRecords(report)
    expect(record!.nodes.slice(0, 5).map(({ parent }) => parent)).toEqual([-1, 0, 1, 2, 3])
    expect(record!.nodes[4]!.comments![0]!.text).toBe('4 games. Scores are those of White.')
  })
})

const CORPUS = [
  { kind: 'chess', files: ['scid/book4000.pgn'], moves: 'e4 c5' },
  { kind: 'othello', files: ['wthor/2022-edition/WTH_1985.wtb'], moves: 'f5 d6 c3' },
  { kind: 'xiangqi', files: ['xiangqi-pgn/maksimKorzh-wukong-xiangqi/Liu_Dahua_1125_UCI_games.pgn'], moves: 'h2e2' },
  { kind: 'go', folder: 'go/ugoertz+kombilo', moves: '' },
] as const

describe.each(CORPUS)('the report of a position of $kind', (corpus) => {
  const paths = 'files' in corpus ? [...corpus.files] : [corpus.folder]
  it('agrees with SQL and with the explorer', needsCorpus(...paths), async () => {
    const own = await Database.open(join(folder, `${corpus.kind}.db`))
    const files = 'files' in corpus ? corpus.files : corpusFiles(corpus.folder, /\.sgf$/i)
    await importSources(
      own,
      files.map((path) => ({ path: corpusPath(path) })),
    )
    await compare(own, corpus.kind, corpus.moves)
    own.close()
  })
})

async function compare(database: Database, game: Game, moves: string): Promise<void> {
  const position = parsePosition(game, '', moves)
  const report = await makeReport(database, game, position)
  const explored = await explore(database, game, position, { games: 100_000 })
  const { first, draws, second, games } = explored
  expect({ ...report }).toMatchObject({ games, won: first, drawn: draws, lost: second })
  expect(report.moves.map(({ games: count }) => count)).toEqual(explored.moves.map(({ games: count }) => count))
  expect(games).toBeGreaterThan(10)
  const ids = explored.samples!.map(({ id }) => id)
  expect(ids).toHaveLength(games)
  const listed = `id IN (${ids.join(', ')})`
  const years = await database.catalogue.rows(
    `SELECT year, count(*) FILTER (${listed})::INTEGER AS games, count(*)::INTEGER AS everything
     FROM games WHERE game = $1 AND year IS NOT NULL GROUP BY year HAVING games > 0 ORDER BY year`,
    [game],
  )
  expect(report.byYear.map(({ year, games: count, all }) => ({ year, games: count, everything: all }))).toEqual(years)
  for (const { colour, players } of report.players) {
    const rows = await database.catalogue.rows(
      `SELECT player${colour} AS name, count(*)::INTEGER AS games FROM games WHERE ${listed} AND player${colour} IS NOT NULL
       GROUP BY 1 ORDER BY games DESC, name LIMIT 12`,
    )
    expect(players.map(({ name, games: count }) => ({ name, games: count }))).toEqual(rows)
  }
  // Every game that was walked through is in one line of the tree, or ended in the position.
  const inTree = report.tree.reduce((sum, move) => sum + move.games, 0)
  expect(inTree).toBeLessThanOrEqual(report.walked)
  expect(inTree).toBeGreaterThan(report.walked * 0.7)
  expect(report.orders.reduce((sum, order) => sum + order.games, 0)).toBeLessThanOrEqual(report.walked)
}
