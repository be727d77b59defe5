/** Random queries over random records: the test of a record and the database in SQL find the same games. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listGames, setLabels, type Database } from '../../src/database/index.ts'
import { makeDate, type Game, type GameRecord } from '../../src/model/index.ts'
import {
  CONDITION_NAMES,
  ConditionError,
  makeGameTest,
  parseConditions,
  SORT_KEYS,
  sortGames,
  type ConditionTexts,
  type GameLabels,
} from '../../src/query/index.ts'
import { ALIAS_NAMES } from '../../src/query/conditions.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { importRecords } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'

const QUERIES = scaled(400, 4000)
const GAMES_OF_EACH = 60

const PEOPLE = [
  'Carlsen, Magnus',
  'Carlsen,M',
  'Magnus Carlsen',
  'Carlsen, Henrik',
  'Müller, Karsten',
  'Vachier-Lagrave, Maxime',
  "O'Kelly de Galway, Albéric",
  'Fischer, R.J.',
  'Großmann ß',
  '胡荣华',
  '胡榮華',
  '呂欽',
  'HU RongHua',
  'Чигорин, Михаил',
  'İpek Iş',
  '?',
]
const WANTED = [
  'carlsen',
  'Magnus Carlsen',
  'm carlsen',
  'muller',
  'MÜLLER',
  'vachierlagrave',
  'lagrave vachier',
  'okelly',
  'robert james fischer',
  'gross',
  'hu ronghua',
  '胡榮華',
  'lv qin',
  'чигорин',
  'ipek is',
  'a',
  'nobody',
]
const EVENTS = ['Zürich Candidates', 'Zurich 1953', '全國象棋賽', "King's-Hall Cup", 'K. Cup']
const CODES = ['B20', 'B33', 'b33a', 'C60', 'E', 'A0', 'C78', '']
const NAMES = ['Sicilian Defence, Najdorf', 'Queen’s Gambit', '中炮']
const TAGS = ['Brilliant', 'to review', '名局']
const COLLECTIONS = ['Openings', 'Openings/Najdorf', 'Openings and more']
const COMMENTS = ['A sharp move.', 'Schärfer ist Dxf7!', '好棋', "don't - well-known"]

const random = seededRandom(20)
const pick = <Item>(items: readonly Item[]): Item => items[randomInt(random, items.length)]!
const maybe = (share: number) => random() < share

function alter(record: GameRecord): GameRecord {
  const { header } = record
  header.players = [
    {
      colour: 1,
      name: pick(PEOPLE),
      ...(maybe(0.8) && { rating: pick([0, 0.5, 1, 1999, 2000, 2000.5, 65_535, 65_536]) }),
    },
    { colour: 2, ...(maybe(0.9) && { name: pick(PEOPLE) }), rating: pick([2000, 2500, 2700]) },
  ]
  header.event = { ...(maybe(0.8) && { name: pick(EVENTS) }), ...(maybe(0.5) && { site: pick(EVENTS) }) }
  delete header.date
  const date = makeDate(pick([0, 1900, 1999, 2000]), pick([0, 1, 2, 6, 12]), pick([0, 1, 28, 29, 30, 31]))
  if (date) header.date = date
  if (maybe(0.1)) header.result = { outcome: 'both-lose' }
  if (maybe(0.4)) header.openingCode = pick(CODES)
  if (maybe(0.4)) header.openingName = pick(NAMES)
  if (maybe(0.3)) header.annotator = pick(PEOPLE)
  if (maybe(0.3)) header.title = pick(EVENTS)
  if (maybe(0.1)) header.titles = [{ language: 'de', text: pick(EVENTS) }]
  if (maybe(0.2)) header.kind = pick(['problem', 'endgame', 'game'])
  if (maybe(0.4))
    record.nodes[randomInt(random, record.nodes.length)]!.comments = [{ text: pick(COMMENTS), placement: 'after' }]
  if (maybe(0.2)) record.nodes.length = 1 + randomInt(random, record.nodes.length)
  return record
}

/** By their number in the database less one. */
const records = (['chess', 'xiangqi', 'go', 'othello'] as Game[]).flatMap((game, seed) =>
  randomGames(game, GAMES_OF_EACH, seed + 1, 16).map(alter),
)
/** Of some games. */
const labels = records.map((): GameLabels | undefined =>
  maybe(0.3)
    ? {
        tags: maybe(0.5) ? [pick(TAGS)] : [],
        collections: maybe(0.5) ? [pick(COLLECTIONS)] : [],
        ...(maybe(0.5) && { note: pick(COMMENTS) }),
      }
    : undefined,
)
const folder = mkdtempSync(join(tmpdir(), 'ludograph-agreement-'))
let database: Database

beforeAll(async () => {
  database = await importRecords(folder, 'games.db', records)
  for (const [index, given] of labels.entries()) if (given) await setLabels(database, index + 1, given)
})

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

/** The start of a random game as moves, so that positions are found. */
function someMoves(game: Game): string {
  const { nodes } = pick(records.filter((record) => record.game === game))
  const rules = rulesOf(game)
  const position = rules.start(records.find((record) => record.game === game))
  const line = nodes.slice(1, 2 + randomInt(random, 4)).map(({ move }) => {
    const text = rules.writeMove(position, move!)
    rules.play(position, move!)
    return text
  })
  return line.join(' ')
}

const VALUES: Record<(typeof CONDITION_NAMES)[number] | (typeof ALIAS_NAMES)[number], (game: Game) => string> = {
  player: () => pick(WANTED),
  opponent: () => pick(WANTED),
  colour: () => pick(['white', 'black', 'first', 'second', 'red']),
  white: () => pick(WANTED),
  black: () => pick(WANTED),
  red: () => pick(WANTED),
  first: () => pick(WANTED),
  second: () => pick(WANTED),
  game: (game) => game,
  event: () => pick(['zurich', '1953 zurich', 'kings hall', 'kingshall', 'cup k', '全国', 'quanguo xiangqi', 'k']),
  site: () => pick(['candidates', '象棋', 'cup']),
  since: () => pick(['1900', '1999', '1999-01', '1999-01-01', '1999-06', '2000-02-29', '1999-12-31']),
  until: () => pick(['1900', '1999', '1999-12', '1999-12-31', '1999-06-30', '2000-02-29', '2000-02', '1999-06']),
  year: () => pick(['1999', '1900-1999', '1999-', '-1999']),
  result: () => pick(['1-0', '0-1', '1/2-1/2', '0-0', '*', 'win', 'loss', 'draw']),
  minRating: () => pick(['0', '1', '2000', '2001', '65535']),
  maxRating: () => pick(['0', '2000', '2500', '70000']),
  elo: () => pick(['2000', '1000-2000', '-2500']),
  opening: () =>
    pick(['B20', 'B', 'b3-b5', 'A-C', 'B33,C60', 'E00', 'najdorf', 'queens gambit', '中炮', 'sicilian', 'A']),
  eco: () => pick(['B20', 'A00-A99', 'C']),
  minPlies: () => pick(['0', '1', '8', '16', '17']),
  maxPlies: () => pick(['0', '1', '8', '16']),
  title: () => pick(['zurich', '全国', 'cup kings', 'nothing']),
  annotator: () => pick(WANTED),
  comment: () => pick(['sharp', 'schaerfer', 'scharfer dxf7', '好', 'dont well', 'wellknown', 'move a']),
  kind: () => pick(['game', 'problem', 'endgame', 'tutorial']),
  source: () => pick(['jsonl', 'games db', 'pgn']),
  damaged: () => pick(['yes', 'no']),
  tag: () => pick(['brilliant', 'to-review', 'TO REVIEW', '名局', 'review']),
  collection: () => pick(['openings', 'openings/NAJDORF', 'najdorf', '/Openings/']),
  note: () => pick(['sharp', 'schaerfer', '好', 'dont well']),
  // Only a database knows them; test/database/collections.test.ts has them.
  saved: () => 'none',
  repertoire: () => 'none',
  ids: () => Array.from({ length: 40 }, () => randomInt(random, records.length)).join(','),
  position: (game) => rulesOf(game).format(rulesOf(game).start(records.find((record) => record.game === game))),
  moves: someMoves,
  pattern: (game) =>
    pick(game === 'chess' ? ['rnbqkbnr', '*/*/*/*/????P'] : game === 'xiangqi' ? ['rnbakabnr'] : ['X', 'XO']),
  material: () => pick(['K', 'P>=1', 'RNBQKBNRPPPPPPPPrnbqkbnrpppppppp']),
  where: (game) => {
    const one = () => {
      const name = pick(['player', 'opponent', 'result', 'since', 'event', 'opening', 'minPlies', 'comment'] as const)
      return `${name}:"${VALUES[name](game)}"`
    }
    const men = game === 'xiangqi' ? ['N', 'p', 'Cc'] : ['N', 'p', 'Qq']
    const moments =
      game === 'go' || game === 'othello'
        ? `moves:"${someMoves(game)}" then moves:"${someMoves(game)}"`
        : pick([
            `moved:${pick(men)}`,
            `captured:${pick(men)}`,
            `moves:"${someMoves(game)}" then captured:Pp`,
            'material:"P>=1" with moved:n',
          ])
    return pick([
      `${one()} ${one()}`,
      `not ${one()}`,
      `${one()} or (${one()} not ${one()})`,
      `game:${game} ${moments}`,
      `game:${game} (${moments}) or ${one()}`,
    ])
  },
}

const NAMED = [...CONDITION_NAMES, ...ALIAS_NAMES].filter((name) => name !== 'saved' && name !== 'repertoire')

function randomQuery(): ConditionTexts {
  const game = pick(['chess', 'xiangqi', 'go', 'othello'] as const)
  const chosen = new Set(Array.from({ length: 1 + randomInt(random, 3) }, () => pick(NAMED)))
  const texts: ConditionTexts = Object.fromEntries([...chosen].map((name) => [name, VALUES[name](game)]))
  if (['position', 'moves', 'pattern', 'material'].some((name) => name in texts)) texts.game = game
  return texts
}

it('the test of a record and the query in SQL agree', async () => {
  const path = join(folder, 'games.db.jsonl')
  let tried = 0
  let found = 0
  let withGames = 0
  const used = new Map<string, number>()
  for (let refused = 0; tried < QUERIES;) {
    const texts = randomQuery()
    let query
    try {
      query = parseConditions(texts)
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error
      expect(++refused).toBeLessThan(QUERIES)
      continue
    }
    const meets = await makeGameTest(query)
    const expected = records.flatMap((record, index) =>
      meets({ record, id: index + 1, source: path, labels: labels[index] }) ? [index + 1] : [],
    )
    expect({ texts, ids: [...(await listGames(database, query))] }).toEqual({ texts, ids: expected })
    tried++
    found += expected.length
    if (expected.length > 0 && expected.length < records.length) withGames++
    if (expected.length > 0) for (const name of Object.keys(texts)) used.set(name, (used.get(name) ?? 0) + 1)
  }
  console.log(`${tried} queries over ${records.length} records agree; ${withGames} chose some games, ${found} in all`)
  expect(withGames).toBeGreaterThan(tried / 4)
  for (const name of NAMED) expect(used.get(name) ?? 0, name).toBeGreaterThan(0)
})

it.each(SORT_KEYS)('records sorted by %s are in the order of SQL', async (order) => {
  for (const descending of [false, true]) {
    const sorted = await sortGames([...records.keys()], { order, descending }, (index) => records[index])
    expect([...(await listGames(database, {}, { order, descending }))]).toEqual(sorted.map((index) => index + 1))
  }
})
