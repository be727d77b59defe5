/** What is asked of records again and again: players, colours, boards, results. */
import { expect, it } from 'vitest'
import {
  boardSize,
  colourName,
  emptyRecord,
  ensurePlayer,
  playerOf,
  type Game,
  type Header,
} from '../../src/model/record.ts'
import { resultSymbol } from '../../src/model/result.ts'

it('names colours and boards of every game', () => {
  const games: Game[] = ['chess', 'xiangqi', 'go', 'othello']
  expect(games.map((game) => [colourName(game, 1), colourName(game, 2), boardSize({ game })])).toEqual([
    ['White', 'Black', { columns: 8, rows: 8 }],
    ['Red', 'Black', { columns: 9, rows: 10 }],
    ['Black', 'White', { columns: 19, rows: 19 }],
    ['Black', 'White', { columns: 8, rows: 8 }],
  ])
  expect(boardSize({ game: 'go', size: { columns: 9, rows: 7 } })).toEqual({ columns: 9, rows: 7 })
  expect(emptyRecord('go')).toEqual({
    game: 'go',
    header: { players: [], result: { outcome: 'unfinished' } },
    nodes: [{ parent: -1 }],
  })
})

it('finds the first player of a colour, and adds one where there is none', () => {
  const header: Header = {
    players: [{ name: 'A' }, { colour: 2, name: 'B' }, { colour: 2, name: 'C' }],
    result: { outcome: 'draw' },
  }
  expect([playerOf(header, 1), playerOf(header, 2)]).toEqual([undefined, { colour: 2, name: 'B' }])
  expect(ensurePlayer(header, 2)).toBe(header.players[1])
  expect(header.players).toHaveLength(3)
  expect(ensurePlayer(header, 1)).toBe(header.players[3])
  expect(header.players[3]).toEqual({ colour: 1 })
})

it('writes results with the first colour first', () => {
  expect(
    [
      { outcome: 'win', winner: 1 } as const,
      { outcome: 'win', winner: 2 } as const,
      { outcome: 'draw' } as const,
      { outcome: 'both-lose' } as const,
      { outcome: 'void' } as const,
      { outcome: 'unfinished' } as const,
    ].map(resultSymbol),
  ).toEqual(['1-0', '0-1', '1/2-1/2', '0-0', '*', '*'])
})
