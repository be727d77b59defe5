import { expect, test } from 'vitest'
import { deadStones, estimatedOwners, estimateOwners } from '../../../src/rules/go/estimate.ts'
import { areaScore, go, pointOwners } from '../../../src/rules/go/index.ts'

const FINISHED = '1XO1O4/1XO1OOOOO/1XOOOXXXX/XXXXXX3/4X4/XXX1XXXXX/OOXXXOOOO/1OOOOO1O1/O1O1O1O1O b'

test('a finished board is estimated as it is counted', () => {
  const position = go.parse('1X1O1/1X1O1/1X1O1/1X1O1/1X1O1 b')
  for (let seed = 1; seed <= 50; seed++) {
    const estimate = estimateOwners(position, 100, seed)
    expect(deadStones(position, estimate)).toEqual([])
    const owners = estimatedOwners(estimate)
    const counted = [...pointOwners(position)]
    for (const [square, owner] of counted.entries()) if (owner !== 0) expect(owners[square]).toBe(owner)
  }
  expect(areaScore(position)).toEqual([10, 10])
})

test('a stone that cannot live among the stones of the other side is dead', () => {
  const position = go.parse('9/1X1X1XXX1/9/XXXXXXXXX/OOOOOOOOO/9/1OX2O3/9/1O1O1O1O1 b')
  for (let seed = 1; seed <= 50; seed++) expect(deadStones(position, estimateOwners(position, 200, seed))).toEqual([56])
})

test('groups with two eyes live', () => {
  const position = go.parse(FINISHED)
  for (let seed = 1; seed <= 20; seed++) expect(deadStones(position, estimateOwners(position, 100, seed))).toEqual([])
})

test('the same seed gives the same estimate, and estimates add up', () => {
  const position = go.parse('9/9/2X3X2/9/4O4/9/9/9/9 b')
  const one = estimateOwners(position, 20, 3)
  expect(estimateOwners(position, 20, 3)).toEqual(one)
  const more = estimateOwners(position, 20, 4, one)
  expect(more.playouts).toBe(40)
  const other = estimateOwners(position, 20, 4)
  for (const [square, owner] of more.owners.entries()) {
    expect(owner).toBeCloseTo((one.owners[square]! + other.owners[square]!) / 2, 5)
  }
})

test('boards of one point, of one line and of the largest size are played out', () => {
  for (const [columns, rows] of [
    [1, 1],
    [9, 1],
    [2, 2],
    [52, 52],
  ] as const) {
    const position = go.start({ size: { columns, rows } })
    const { owners } = estimateOwners(position, 2, 1)
    expect(owners).toHaveLength(columns * rows)
    for (const owner of owners) expect(Math.abs(owner)).toBeLessThanOrEqual(1)
  }
})
