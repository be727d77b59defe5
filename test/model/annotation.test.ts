/** Medals by their bits. */
import { expect, it } from 'vitest'
import { MEDALS, medalBits, medalNames } from '../../src/model/annotation.ts'

it('medals have the names that ChessBase shows for their bits, in its order', () => {
  const facts: [bit: number, name: string][] = [
    [0, 'best-game'],
    [1, 'decided-tournament'],
    [2, 'model-game'],
    [3, 'novelty'],
    [4, 'pawn-structure'],
    [5, 'strategy'],
    [6, 'tactics'],
    [7, 'attack'],
    [10, 'material'],
    [11, 'piece-play'],
    [12, 'endgame'],
    [13, 'tactical-blunder'],
    [14, 'strategic-blunder'],
    [15, 'user'],
    [16, 'bit-16'],
    [31, 'bit-31'],
  ]
  expect(MEDALS).toHaveLength(16)
  for (const [bit, name] of facts) {
    expect(medalNames((1 << bit) >>> 0)).toEqual([name])
    expect(medalBits([name])).toBe((1 << bit) >>> 0)
  }
  expect(medalNames(0)).toEqual([])
  expect(medalNames(0x8000_0021)).toEqual(['best-game', 'strategy', 'bit-31'])
})

it('bits of names are added up, in any order; a name of none has no bit', () => {
  expect(medalBits([])).toBe(0)
  expect(medalBits(['strategy', 'best-game', 'bit-31', 'best-game'])).toBe(0x8000_0021)
  expect(medalBits(['bit-32', 'nonsense', 'bit-'])).toBe(0)
})
