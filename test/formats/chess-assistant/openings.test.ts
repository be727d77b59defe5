/** Which first moves the letter of an opening code requires. */
import { expect, test } from 'vitest'
import { openingFits } from '../../../src/formats/chess-assistant/moves/openings.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { readPgn } from '../../support/pgn.ts'

test.each([
  ['', 'A'],
  ['1. e4', 'AB'],
  ['1. e4 e5', 'BC'],
  ['1. e3 c5 2. e4', 'AB'],
  ['1. e4 e6', 'ABC'],
  ['1. e4 c5', 'AB'],
  ['1. e4 c6 2. d4 d5', 'ABD'],
  ['1. e4 d6 2. d4 e5', 'ABC'],
  ['1. d4 d6 2. Nf3 d5', 'AD'],
  ['1. d3 d5 2. d4', 'AD'],
  ['1. d4 Nf6 2. c4', 'AE'],
  ['1. c3 Nf6 2. c4 g6 3. d4', 'AE'],
  ['1. d4 d5 2. c4', 'ADE'],
  ['1. Nf3 Nf6', 'A'],
  // The bishop stands where the pawn of another opening would.
  ['1. e4 e5 2. Bc4 Bc5 3. d4', 'BC'],
])('%s may be %s', async (moves, letters) => {
  const line = mainLineMoves((await readPgn(`${moves} *\n`)).records[0]!.nodes)
  expect([...'ABCDE'].filter((letter) => openingFits(letter, line)).join('')).toBe(letters)
})

test('pawns that arrive after the twelfth move tell nothing', async () => {
  const shuffles = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      index % 2 === 0 ? `${index + 1}. Nf3 Nf6` : `${index + 1}. Ng1 Ng8`,
    ).join(' ')
  for (const [before, fits] of [
    [11, true],
    [12, false],
  ] as const) {
    const { records } = await readPgn(`${shuffles(before)} ${before + 1}. e4 *\n`)
    expect(openingFits('B', mainLineMoves(records[0]!.nodes))).toBe(fits)
  }
})
