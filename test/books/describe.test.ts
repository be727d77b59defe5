/** What a book has in a position, as it is printed and sent. */
import { expect, it } from 'vitest'
import type { Book } from '../../src/books/index.ts'
import { describeBook } from '../../src/books/describe.ts'
import type { Game } from '../../src/model/record.ts'
import { rulesOf } from '../../src/rules/index.ts'

const described = (game: Game, moves: readonly [string, object][], unread = 0) => {
  const rules = rulesOf(game)
  const position = rules.start()
  const found = { moves: moves.map(([text, facts]) => ({ move: rules.readMove(position, text)!, ...facts })), unread }
  const book = { name: 'small.bin', format: 'polyglot' } as Book
  return describeBook(book, game, position, found)
}

it('moves have both notations, what the book says of them, and their part of all weights', () => {
  expect(
    described('chess', [
      ['Nf3', { weight: 3 }],
      ['e4', { weight: 1, glyph: 1 }],
    ]),
  ).toEqual({
    book: 'small.bin',
    format: 'polyglot',
    moves: [
      { uci: 'g1f3', san: 'Nf3', weight: 3, share: 0.75 },
      { uci: 'e2e4', san: 'e4', weight: 1, glyph: 1, share: 0.25 },
    ],
  })
  expect(described('xiangqi', [['炮二平五', { weight: 1 }]]).moves).toMatchObject([{ uci: 'H2-E2', share: 1 }])
})

it('moves without weight, or of no weight together, have no part', () => {
  const shares = (...facts: object[]) =>
    described(
      'chess',
      facts.map((fact, index) => [['e4', 'd4'][index]!, fact]),
    ).moves.map(({ share }) => share)
  expect(shares({ weight: 1 }, {})).toEqual([1, undefined])
  expect(shares({ weight: 0 }, { weight: 0 })).toEqual([undefined, undefined])
})

it('moves that could not be read are counted, if there are any', () => {
  expect(described('chess', [], 2)).toMatchObject({ moves: [], unread: 2 })
  expect(described('chess', [])).not.toHaveProperty('unread')
})
