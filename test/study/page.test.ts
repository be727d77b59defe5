/** Games in pages that stand alone. */
import { expect, it } from 'vitest'
import type { FoundGame } from '../../src/query/found-game.ts'
import { gamesTable, playedText } from '../../src/study/page.ts'

const FOUND: FoundGame = {
  id: 7,
  game: 'go',
  white: { name: 'Bo' },
  black: { name: 'Ann' },
  date: '2024',
  result: '1-0',
  plies: 21,
}

/** The cells of the rows of a table. */
const cells = (html: string) => [...html.matchAll(/<t[hd][^>]*>([^<]*)/g)].map(([, text]) => text)

it('the player who moves first comes first, as in the result, and every move of Go counts', () => {
  expect(playedText(FOUND)).toBe('Ann – Bo, 2024, 1-0, game 7')
  expect(cells(gamesTable([FOUND])).join(' ')).toMatch(/date black white .*2024 Ann Bo 1-0 .*21 7/)
  const chess = cells(gamesTable([{ ...FOUND, game: 'chess' }])).join(' ')
  expect(chess).toMatch(/date white black .*2024 Bo Ann 1-0 .*11 7/)
})

it('names bring no control characters into a page', () => {
  const named = { ...FOUND, white: { name: 'Bo\u001b[31m\u0007\u009b' } }
  expect(gamesTable([named])).toContain('Bo\ufffd[31m\ufffd\ufffd')
})
