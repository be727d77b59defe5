import { expect, test } from 'vitest'
import { areaScore, go, pointOwners, territoryScore } from '../../../src/rules/go/index.ts'

test('area is living stones and the points that only they surround', () => {
  const position = go.parse('1X1O1/1X1O1/1X1O1/1X1O1/1X1O1 b')
  expect(areaScore(position)).toEqual([10, 10])
  expect([...pointOwners(position)].filter((owner) => owner === 0)).toHaveLength(5)
})

test('a dead stone counts for the other side, its point too', () => {
  const position = go.parse('1X1O1/1X1O1/1XXO1/OX1O1/1X1O1 b')
  const dead = [15]
  expect(areaScore(position, dead)).toEqual([11, 10])
  expect(territoryScore(position, dead)).toEqual([6, 5])
})

test('territory counts prisoners', () => {
  const position = go.parse('1O3/X4/5/5/4X b')
  go.play(position, go.readMove(position, 'W A5')!)
  expect(position.prisoners).toEqual([0, 0])
  const taken = go.parse('1OX/OX1/X2 b')
  go.play(taken, go.readMove(taken, 'A3')!)
  expect(territoryScore(taken)).toEqual([7, 0])
  expect(areaScore(taken)).toEqual([9, 0])
})

test('an empty board is nobody’s', () => {
  expect(areaScore(go.start())).toEqual([0, 0])
})
