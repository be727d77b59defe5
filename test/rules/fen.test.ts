import { describe, expect, test } from 'vitest'
import { formatPlacement, parsePlacement, type FenBoard } from '../../src/rules/fen.ts'

const small: FenBoard = {
  columns: 4,
  rows: 3,
  firstRank: 1,
  pieceOf: (letter) => Math.max(0, '.abcd'.indexOf(letter)),
}

function codeOf(text: string): unknown {
  try {
    return [...parsePlacement(text, small)]
  } catch (error) {
    const { code, params } = error as { code: string; params: object }
    return { code, params }
  }
}

describe('a placement', () => {
  test('is read from the far rank to the near one', () => {
    expect(codeOf('a3/2bc/4')).toEqual([0, 0, 0, 0, 0, 0, 2, 3, 1, 0, 0, 0])
  })

  test.each([
    ['4/4', { code: 'position/ranks', params: { ranks: 2, expected: 3, text: '4/4' } }],
    ['4/4/4/4', { code: 'position/ranks', params: { ranks: 4, expected: 3, text: '4/4/4/4' } }],
    ['4/4/', { code: 'position/rank-length', params: { rank: 1, squares: 0, expected: 4, text: '' } }],
    ['4/3/4', { code: 'position/rank-length', params: { rank: 2, squares: 3, expected: 4, text: '3' } }],
    ['3ab/4/4', { code: 'position/rank-length', params: { rank: 3, squares: 5, expected: 4, text: '3ab' } }],
    ['4/x3/4', { code: 'position/piece', params: { letter: 'x' } }],
    ['4/04/4', { code: 'position/piece', params: { letter: '0' } }],
    ['5/4/4', { code: 'position/piece', params: { letter: '5' } }],
  ])('%s is refused', (text, refusal) => {
    expect(codeOf(text)).toEqual(refusal)
  })

  test('is written as it was read', () => {
    const squares = parsePlacement('a3/2bc/4', small)
    expect(formatPlacement(4, 3, (square) => ' abcd'[squares[square]!]!.trim())).toBe('a3/2bc/4')
  })
})
