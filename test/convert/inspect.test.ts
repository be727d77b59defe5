/** Summaries of files: what is counted, of whom and of when. */
import { expect, it } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { inspect } from '../../src/convert/inspect.ts'
import { pgn } from '../../src/formats/index.ts'
import { CODE, compactMoves, movesRecord, openFixture, plainGame, textBytes, textItem } from '../support/chessbase.ts'

const GAMES = `[White "Ann"]
[Black "Bob"]
[Date "2001.05.??"]
[Result "1-0"]

1. e4 {best} e5 {by test} (1... c5 2. Nf3 (2. c3) 2... d6) 2. Nf3 1-0

[White "Ann"]
[Black "?"]
[Date "1999.??.??"]
[Result "1-0"]

1. d4 Ke4 1-0

[Variant "Xiangqi"]
[White "Bob"]
[Black "陈"]
[Result "*"]

1. 炮二平五 *

[White "Cy"]
[Date "2000.??.??"]
[Result "*"]

1. d4 Ke4 *
`

const open = async () => await pgn.open(new MemoryFileSet(new MemorySource('games.pgn', Buffer.from(GAMES))))

it('counts games, results, years, players, moves and issues', async () => {
  const { about, issues, ...counts } = inspect(await open())
  expect(about.encoding).toBe('utf-8')
  expect(counts).toEqual({
    format: 'pgn',
    entries: 4,
    games: { chess: 3, xiangqi: 1 },
    texts: 0,
    broken: 0,
    deleted: 0,
    results: { '1-0': 2, '*': 2 },
    years: [1999, 2001],
    players: 4,
    tables: [],
    moves: { records: 4, plies: 8, nodes: 12, variations: 2, comments: 2, longest: 3 },
  })
  // Issues of one kind are counted together, without the place of any.
  expect(issues.map(({ id, count, place }) => [id, count, place])).toEqual([['pgn/unreadable-move', 2, undefined]])
})

it('counts moves of the first records only, and everything else of all', async () => {
  const { entries, players, moves, issues } = inspect(await open(), 1)
  expect({ entries, players, moves }).toMatchObject({
    entries: 4,
    players: 4,
    moves: { records: 1, plies: 3, nodes: 7, longest: 3 },
  })
  expect(issues).toEqual([])
})

it('counts no moves where there are none', async () => {
  const text = '[White "Ann"]\n\n*\n'
  const { moves } = inspect(await pgn.open(new MemoryFileSet(new MemorySource('games.pgn', Buffer.from(text)))))
  expect(moves).toEqual({ records: 1, plies: 0, nodes: 0, variations: 0, comments: 0, longest: 0 })
})

it('distinguishes games and texts, and counts deleted and damaged entries and lists', async () => {
  const collection = await openFixture({
    games: [
      { moves: plainGame(['e2e4', 'e7e5']), items: [textItem(0, textBytes('a'))] },
      { moves: plainGame(['e2e4']), isDeleted: true },
      { moves: movesRecord(0, [1, 0, 1, 0, 0, 0, 1, 0, 65, 1, 1, 0, 7, 0, 2, 0, 66, 67, 0, 0], 0x80), isText: true },
      { moves: movesRecord(0, compactMoves([CODE.end])) },
    ],
    players: [[textBytes('A'), []]],
  })
  expect(inspect(collection)).toMatchObject({
    entries: 4,
    games: { chess: 3 },
    texts: 1,
    deleted: 1,
    results: { '*': 3 },
    players: 1,
    tables: [{ name: 'players', count: 1 }, {}, {}, {}],
    moves: { records: 3, plies: 3, nodes: 3, comments: 1, longest: 2 },
  })
  expect(inspect(collection)).not.toHaveProperty('years')
})
