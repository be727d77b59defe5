/** Lines in which a player does better or worse than usual. */
import { expect, it } from 'vitest'
import type { TreeMove } from '../../src/study/index.ts'
import { extremesOf } from '../../src/study/extremes.ts'

/** A move of a tree that was played in ten games. */
function played(san: string, won: number, moves: TreeMove[] = []): TreeMove {
  const score = { games: 10, won, drawn: 0, lost: 10 - won, score: won / 10 }
  return { uci: san, san, colour: 1, share: 0.2, recent: 0, ...score, moves }
}

it('are those above and below it, the furthest first, and none that is as usual', () => {
  const tree = [played('a', 5), played('b', 9), played('c', 7), played('d', 1), played('e', 4)]
  const { best, worst } = extremesOf([{ colour: 1, score: 0.5, tree }], 5)
  expect(best.map(({ line }) => line)).toEqual(['1. b', '1. c'])
  expect(worst.map(({ line }) => line)).toEqual(['1. d', '1. e'])
})

it('do not begin one another, are as many as wanted, and have results enough', () => {
  const few = { ...played('f', 0), games: 4, lost: 4 }
  const tree = [played('a', 8, [played('b', 9)]), played('c', 7), few]
  const { best, worst } = extremesOf([{ colour: 1, score: 0.5, tree }], 1)
  expect(best.map(({ line }) => line)).toEqual(['1. a b'])
  expect(worst).toEqual([])
  const all = extremesOf([{ colour: 1, score: 0.5, tree }], 5)
  expect(all.best.map(({ line }) => line)).toEqual(['1. a b', '1. c'])
})
