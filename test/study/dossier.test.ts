/** Dossiers: their figures are derived again, by SQL, by the explorer's own filters, and by hand. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database, explore, importSources } from '../../src/database/index.ts'
import { parseConditions } from '../../src/query/index.ts'
import { makeRepertoire } from '../../src/repertoire/index.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { makeApi } from '../../src/server/api.ts'
import { dossierPage, dossierRecords, makeDossier, type Dossier, type TreeMove } from '../../src/study/index.ts'
import { corpusFiles, corpusPath } from '../support/corpus.ts'
import { importRecords } from '../support/databases.ts'
import { needsCorpus } from '../support/needs.ts'
import { pgnRecords, studyGame } from '../support/study-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-dossier-'))
afterAll(() => rmSync(folder, { recursive: true }))

const OPEN = '1. e4 e5 2. Nf3 Nc6'
const CLOCKS = '[TimeControl "600"]\n'

/** Ann has White in six games and Black in two; the last of them is of another kind of opening. */
const GAMES = [
  studyGame('Ann', 'Bob', '2001.01.01', '1-0', `${OPEN} 3. Bb5 a6`, '[WhiteElo "2000"]\n[BlackElo "1900"]\n'),
  studyGame('Ann', 'Bob', '2001.02.01', '1/2-1/2', `${OPEN} 3. Bb5 Nf6`, '[BlackElo "1900"]\n'),
  studyGame('Cy', 'Dee', '2002.01.01', '1-0', `${OPEN} 3. Bc4 Bc5`),
  studyGame('Cy', 'Dee', '2002.01.02', '1-0', `${OPEN} 3. Bc4 Nf6`),
  studyGame('Ann', 'Bob', '2003.05.05', '0-1', `${OPEN} 3. Bc4 Bc5 4. b4`),
  studyGame('Ann', 'Eve', '2003.05.06', '0-1', `${OPEN} 3. Bc4 Bc5 4. c3`),
  studyGame('Cy', 'Eve', '2003.05.07', '0-1', `${OPEN} 3. Bc4 Bc5 4. b4 Bxb4`),
  studyGame('Ann', 'Cy', '2010.05.06', '0-1', '1. d4 d5 2. c4 e6 3. Nc3 Nf6'),
  // The same position by another order of moves.
  studyGame('Ann', 'Cy', '2010.05.07', '*', '1. c4 e6 2. d4 d5 3. Nc3 Nf6'),
  studyGame(
    'Cy',
    'Ann A.',
    '2010.05.08',
    '0-1',
    '1. e4 { [%clk 0:09:50] } c5 { [%clk 0:09:00] } 2. Nf3 { [%clk 0:09:40] } d6 { [%clk 0:00:50] }',
    CLOCKS,
  ),
  studyGame('Bob', 'Ann', '2010.05.09', '1-0', '1. e4 { [%clk 0:09:50] } c5 { [%clk 0:09:00] }', CLOCKS),
]

let database: Database
beforeAll(async () => {
  database = await importRecords(folder, 'made.db', await pgnRecords(GAMES.join('')))
  await database.catalogue.rows("INSERT INTO aliases VALUES ('Ann A.', 'Ann')")
})
afterAll(() => database.close())

const find = (tree: readonly TreeMove[], ...line: string[]): TreeMove | undefined => {
  let moves = tree
  let found: TreeMove | undefined
  for (const san of line) {
    found = moves.find((move) => move.san === san)
    moves = found?.moves ?? []
  }
  return found
}

/** The texts of the cells of every row of tables. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => cell!.replaceAll(/<[^>]*>/g, '')),
  )

describe('a dossier', () => {
  it('counts games by colour, year and opponent, aliases together', async () => {
    const dossier = (await makeDossier(database, 'Ann A.'))!
    expect(dossier).toMatchObject({ name: 'Ann', names: ['Ann', 'Ann A.'], game: 'chess', games: 8 })
    expect(dossier).toMatchObject({ won: 2, drawn: 1, lost: 4, score: 2.5 / 7, rating: 2000, bestRating: 2000 })
    expect(dossier.byColour).toMatchObject([
      { colour: 1, games: 6, won: 1, drawn: 1, lost: 3, inTree: 6 },
      { colour: 2, games: 2, won: 1, drawn: 0, lost: 1, inTree: 2 },
    ])
    expect(dossier.byYear.map(({ year, games }) => [year, games])).toEqual([
      [2001, 2],
      [2003, 2],
      [2010, 4],
    ])
    expect(dossier.opponents.map(({ name, games, lost }) => [name, games, lost])).toEqual([
      ['Bob', 4, 2],
      ['Cy', 3, 1],
      ['Eve', 1, 1],
    ])
    // Three quarters against 1900: 193 points by the table of the federation.
    expect(dossier.opponents[0]).toMatchObject({ rating: 1900, performance: 2093, lastDate: '2010-05-09' })
    expect(dossier.lastGames.map(({ date }) => date).slice(0, 2)).toEqual(['2010-05-09', '2010-05-08'])
  })

  it('shows what was played with scores, the last year, trends and what all play', async () => {
    const { byColour, recentSince } = (await makeDossier(database, 'Ann'))!
    expect(recentSince).toBe(2008)
    const [white] = byColour
    expect(find(white!.tree, 'e4')).toMatchObject({ games: 4, share: 4 / 6, won: 1, drawn: 1, lost: 2, lastYear: 2003 })
    // All nine games with e4 or d4 or c4 of the database.
    expect(find(white!.tree, 'e4')!.database).toMatchObject({ games: 9, share: 9 / 11 })
    const spanish = find(white!.tree, 'e4', 'e5', 'Nf3', 'Nc6', 'Bb5')!
    expect(spanish).toMatchObject({ games: 2, share: 0.5, score: 0.75, colour: 1, uci: 'f1b5' })
    expect(spanish.opening?.eco).toBe('C60')
    expect(spanish.database).toMatchObject({ games: 2, share: 2 / 7 })
    expect(white!.openings.slice(0, 2)).toMatchObject([
      { opening: { eco: 'D35' }, games: 2, lastYear: 2010 },
      { opening: { eco: 'C51' }, games: 1, lastYear: 2003 },
    ])
  })

  it('tells how many games it has walked through', async () => {
    const told: [number, number][] = []
    const { games } = (await makeDossier(database, 'Ann', { onGame: (...counts) => told.push(counts) }))!
    expect(told).toEqual(Array.from({ length: games }, (_, index) => [index + 1, games]))
  })

  it('counts transpositions together, and shows them once', async () => {
    const { byColour } = (await makeDossier(database, 'Ann'))!
    const { tree } = byColour[0]!
    const lines = [find(tree, 'd4', 'd5', 'c4', 'e6'), find(tree, 'c4', 'e6', 'd4', 'd5')]
    expect(lines.map((move) => move!.games)).toEqual([1, 1])
    const [grown, other] = lines[0]!.transposesTo === undefined ? lines : lines.toReversed()
    expect(grown!.moves).toMatchObject([{ san: 'Nc3', games: 2 }])
    expect(other).toMatchObject({ moves: [], transposesTo: expect.stringMatching(/d5 c4 e6|e6 d4 d5/) })
  })

  it('tells trends between earlier and recent games', async () => {
    const moves = ['1. e4', '1. e4', '1. e4', '1. d4', '1. d4', '1. d4', '1. d4']
    const text = moves
      .map((move, index) => studyGame('Tim', 'Uma', `${2000 + index * 2}.01.01`, '*', `${move} d6`))
      .join('')
    const other = await importRecords(folder, 'trends.db', await pgnRecords(text))
    const dossier = (await makeDossier(other, 'Tim', { recentYears: 7 }))!
    other.close()
    expect(dossier.recentSince).toBe(2006)
    expect(dossier.byColour[0]!.tree.map(({ san, recent, trend }) => [san, recent, trend])).toEqual([
      ['d4', 4, 'new'],
      ['e4', 0, 'dropped'],
    ])
  })

  it('tells trends from three games at both times on', async () => {
    const trendsOf = async (name: string, earlier: number, recent: number) => {
      const years = [...Array(earlier).fill(2000), ...Array(recent).fill(2010)] as number[]
      const games = years.map((year) =>
        studyGame('Tim', 'Uma', `${year}.01.01`, '*', `1. ${year === 2000 ? 'e4' : 'd4'} d6`),
      )
      const other = await importRecords(folder, name, await pgnRecords(games.join('')))
      const dossier = (await makeDossier(other, 'Tim', { recentYears: 5 }))!
      other.close()
      return Object.fromEntries(dossier.byColour[0]!.tree.map(({ san, trend }) => [san, trend]))
    }
    expect(await trendsOf('three.db', 3, 3)).toEqual({ d4: 'new', e4: 'dropped' })
    expect(await trendsOf('late.db', 3, 2)).toEqual({ d4: undefined, e4: undefined })
    expect(await trendsOf('early.db', 2, 3)).toEqual({ d4: undefined, e4: undefined })
  })

  it('finds the first game that left known positions, by dates', async () => {
    const { novelties, noveltyGames } = (await makeDossier(database, 'Ann'))!
    expect(noveltyGames).toBe(8)
    // Before 4. b4 of 5 May 2003 one game only had come to 3... Bc5: no known position.
    expect(novelties.map(({ line, before }) => [line, before])).toEqual([
      ['1. c4', 8],
      ['1. e4 c5', 7],
      ['1. d4', 7],
    ])
    const text = [2000, 2001, 2002].map((year) => studyGame('Cy', 'Dee', `${year}.01.01`, '1-0', `${OPEN} 3. Bc4 Bc5`))
    const more = [
      studyGame('Ann', 'Bob', '2003.05.05', '0-1', `${OPEN} 3. Bc4 Bc5 4. b4 Bxb4`),
      studyGame('Cy', 'Bob', '2003.05.04', '0-1', `${OPEN} 3. Bc4 Bc5 4. c3 Nf6`),
      studyGame('Ann', 'Bob', '2004.05.05', '0-1', `${OPEN} 3. Bc4 Bc5 4. c3 d6`),
      studyGame('Cy', 'Eve', '2003.06.07', '0-1', `${OPEN} 3. Bc4 Bc5 4. b4 Be7`),
    ]
    const other = await importRecords(folder, 'novelties.db', await pgnRecords([...text, ...more].join('')))
    const found = (await makeDossier(other, 'Ann'))!.novelties
    // Only the day tells that 4. c3 had been played before 4. b4, and that 4. b4 came first.
    expect(found).toMatchObject([
      { colour: 1, line: `${OPEN} 3. Bc4 Bc5 4. b4`, before: 4, after: 1, game: { date: '2003-05-05' } },
    ])
    expect((await makeDossier(other, 'Eve'))!.novelties).toEqual([])
    other.close()
  })

  it('reads clocks: time trouble and the score in it', async () => {
    const { clocks } = (await makeDossier(database, 'Ann'))!
    expect(clocks).toMatchObject({
      games: 2,
      trouble: { games: 1, won: 1, drawn: 0, lost: 0 },
      others: { games: 1, won: 0, drawn: 0, lost: 1 },
      troubleMove: 2,
    })
    expect((await makeDossier(database, 'Eve'))!.clocks).toBeUndefined()
    const page = dossierPage((await makeDossier(database, 'Ann'))!)
    expect(rowsOf(page)).toContainEqual(['in time trouble', '1', '100%', ''])
    expect(rowsOf(page)).toContainEqual(['otherwise', '1', '0%', ''])
    expect(page).toContain('performance <b>2093</b>')
    expect(dossierPage((await makeDossier(database, 'Dee'))!)).not.toMatch(/performance <b>|otherwise/)
  })

  it('takes conditions, those on colour and result from the point of view of the player', async () => {
    const of = async (texts: Parameters<typeof parseConditions>[0]) =>
      (await makeDossier(database, 'Ann', { query: parseConditions(texts) }))?.games
    expect(await of({ since: '2010' })).toBe(4)
    expect(await of({ colour: 'black', player: 'Ann' })).toBe(2)
    expect(await of({ result: 'win' })).toBe(2)
    expect(await of({ opponent: 'Cy' })).toBe(3)
    expect(await of({ moves: 'd4 d5' })).toBe(1)
    expect(await of({ game: 'chess', material: 'KQRRBBNPPPPPPPPkqrrbbnnpppppppp' })).toBeUndefined()
    expect(await of({ since: '2011' })).toBeUndefined()
    expect(await makeDossier(database, 'Nobody')).toBeUndefined()
  })

  it('meets a repertoire over HTTP as in programs', async () => {
    const tree = studyGame('?', '?', '????.??.??', '*', '1. e4 e5 2. Nf3 Nc6 3. Bc4')
    const against = makeRepertoire('chess', await pgnRecords(tree), 1)
    const expected = await makeDossier(database, 'Ann', { against, game: 'chess' })
    const ask = (parameters: string, body: string) =>
      makeApi(database).request(`/api/players/Ann/dossier${parameters}`, { method: 'POST', body })
    const answer = await ask('?side=first', tree)
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(expected)))
    expect(expected!.against).toMatchObject([{ colour: 1 }])
    expect((await ask('?side=white', tree)).status).toBe(400)
    expect((await ask('', 'nothing known')).status).toBe(415)
  })

  it('meets a repertoire: where it has replies, where not, and where its lines end', async () => {
    const mine = await pgnRecords(
      studyGame(
        '?',
        '?',
        '????.??.??',
        '*',
        '1. e4 (1. d4 d5 2. c4 e6 3. Nc3 Be7) 1... e5 (1... c6 2. d4) 2. Nf3 Nc6 3. Bb5 a6 *',
      ),
    )
    const repertoire = makeRepertoire('chess', mine)
    // One choice for each side: nothing tells whose it is.
    expect(repertoire.colour).toBeUndefined()
    const black = makeRepertoire('chess', mine, 2)
    const [meeting, ...others] = (await makeDossier(database, 'Ann', { against: black }))!.against!
    expect(others).toEqual([])
    expect(meeting).toMatchObject({ colour: 2, games: 6 })
    expect(find(meeting!.tree, 'e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6')).toMatchObject({ games: 1, won: 1 })
    expect(find(meeting!.tree, 'e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'Nf6')).toBeUndefined()
    expect(meeting!.gaps.map(({ line, kind, games }) => [line, kind, games])).toEqual([
      [`${OPEN} 3. Bc4`, 'reply', 2],
      ['1. c4', 'reply', 1],
    ])
  })

  it('becomes a self-contained page and escapes what comes from games', async () => {
    const text = studyGame('<b>"Eve" & co', 'Bob', '2001.01.01', '1-0', `${OPEN} 3. Bb5`)
    const other = await importRecords(folder, 'escaped.db', await pgnRecords(text))
    const page = dossierPage((await makeDossier(other, '<b>"Eve" & co'))!)
    other.close()
    expect(page).toContain('&lt;b&gt;&quot;Eve&quot; &amp; co')
    expect(page).not.toContain('<b>"Eve"')
    expect(page).not.toMatch(/<script|<link|src=|https?:\/\/(?!www\.w3\.org)/)
  })

  it('shows a tree with moves that follow without a choice in one row, and choices below it further in', async () => {
    const games = ['3. Bb5 a6', '3. Bb5 a6', '3. Bb5 Nf6', '3. Bc4 Bc5'].map((end, index) =>
      studyGame('Fay', 'Bob', `2001.01.0${index + 1}`, '1-0', `${OPEN} ${end}`),
    )
    const other = await importRecords(folder, 'rows.db', await pgnRecords(games.join('')))
    const page = dossierPage((await makeDossier(other, 'Fay'))!)
    other.close()
    const rows = [...page.matchAll(/padding-left:([\d.]+)em"><b>([^<]+)<\/b>/g)].map(([, indent, moves]) => [
      Number(indent),
      moves,
    ])
    expect(rows).toEqual([
      [0, '1. e4 e5 2. Nf3 Nc6'],
      [1.1, '3. Bb5'],
      [2.2, '3... a6'],
      [2.2, '3... Nf6'],
      [1.1, '3. Bc4 Bc5'],
    ])
  })

  it('becomes records whose moves are those of the tree', async () => {
    const dossier = (await makeDossier(database, 'Ann'))!
    const records = dossierRecords(dossier)
    expect(records.map(({ header }) => header.title)).toEqual(['Ann with White', 'Ann with Black'])
    expect(records[0]!.nodes).toHaveLength(1 + countMoves(dossier.byColour[0]!.tree))
    expect(records[0]!.nodes[1]!.comments![0]!.text).toContain('4 games (67%), +1 =1 -2, 38% of the points, last 2003')
  })
})

function countMoves(tree: readonly TreeMove[]): number {
  return tree.reduce((sum, { moves }) => sum + 1 + countMoves(moves), 0)
}

const CORPUS = [
  { kind: 'chess', files: ['scid/res_database.pgn', 'scid/book4000.pgn'] },
  { kind: 'othello', files: ['wthor/2022-edition/WTH_1985.wtb', 'wthor/2022-edition/WTH_1986.wtb'] },
  { kind: 'xiangqi', files: ['xiangqi-pgn/maksimKorzh-wukong-xiangqi/xqdb_traditional.pgn'] },
  { kind: 'go', folder: 'go/ugoertz+kombilo' },
] as const

describe.each(CORPUS)('the dossier of the most active player of $kind', (corpus) => {
  const paths = 'files' in corpus ? [...corpus.files] : [corpus.folder]
  it('agrees with SQL and with the explorer', needsCorpus(...paths), async () => {
    const own = await Database.open(join(folder, `${corpus.kind}.db`))
    const files = 'files' in corpus ? corpus.files : corpusFiles(corpus.folder, /\.sgf$/i)
    await importSources(
      own,
      files.map((path) => ({ path: corpusPath(path) })),
    )
    const [most] = await own.catalogue.rows(
      'SELECT name FROM appearances WHERE game = $1 GROUP BY name ORDER BY count(*) DESC, name LIMIT 1',
      [corpus.kind],
    )
    const name = String(most!['name'])
    const dossier = (await makeDossier(own, name, { game: corpus.kind }))!
    await compareWithSql(own, dossier)
    await compareWithExplorer(own, dossier)
    own.close()
  })
})

/** Counts by colour, opponents and years again. */
async function compareWithSql({ catalogue }: Database, dossier: Dossier): Promise<void> {
  const mine = 'FROM appearances WHERE name = $1 AND game = $2'
  const values = [dossier.name, dossier.game]
  const colours = await catalogue.rows(
    `SELECT colour, count(*)::INTEGER AS games, count(*) FILTER (result = CASE colour WHEN 1 THEN '1-0' ELSE '0-1' END)::INTEGER AS won ${mine} GROUP BY colour ORDER BY colour`,
    values,
  )
  expect(dossier.byColour.map(({ colour, games, won }) => ({ colour, games, won }))).toEqual(colours)
  const years = await catalogue.rows(
    `SELECT year, count(*)::INTEGER AS games ${mine} AND year IS NOT NULL GROUP BY year ORDER BY year`,
    values,
  )
  expect(dossier.byYear.map(({ year, games }) => ({ year, games }))).toEqual(years)
  const opponents = await catalogue.rows(
    `SELECT opponent AS name, count(*)::INTEGER AS games ${mine} AND opponent IS NOT NULL GROUP BY opponent ORDER BY games DESC, name LIMIT 15`,
    values,
  )
  expect(dossier.opponents.map(({ name, games }) => ({ name, games }))).toEqual(opponents)
}

/** Looks every move of the first plies up among the games of the player, by the postings of its position. */
async function compareWithExplorer(database: Database, { name, game, byColour }: Dossier): Promise<void> {
  const rules = rulesOf(game)
  let compared = 0
  for (const { colour, tree } of byColour) {
    const ids = (
      await database.catalogue.rows(`SELECT id FROM games WHERE game = $1 AND player${colour} = $2`, [game, name])
    ).map(({ id }) => Number(id))
    const open = tree.map((move) => ({ move, position: rules.start() }))
    for (let index = 0; index < Math.min(open.length, 60); index++) {
      const { move, position } = open[index]!
      const { moves } = await explore(database, game, position, { query: { ids } })
      const text = move.uci
      const explored = moves.find(
        (one) =>
          rules.writeMove(position, one.move, game === 'chess' ? 'uci' : game === 'xiangqi' ? 'iccs' : 'coordinate') ===
          text,
      )!
      expect(explored, text).toBeDefined()
      const [won, lost] = colour === 1 ? [explored.first, explored.second] : [explored.second, explored.first]
      expect({
        games: move.games,
        won: move.won,
        drawn: move.drawn,
        lost: move.lost,
        last: move.lastYear ?? 0,
      }).toEqual({
        games: explored.games,
        won,
        drawn: explored.draws,
        lost,
        last: explored.lastYear,
      })
      compared++
      const after = rules.clone(position)
      rules.play(after, explored.move)
      open.push(...move.moves.map((next) => ({ move: next, position: after })))
    }
  }
  expect(compared).toBeGreaterThan(3)
}
