import { expect, it } from 'vitest'
import {
  isPass,
  isPlacement,
  makeMove,
  makePass,
  makePlacement,
  moveColour,
  moveFrom,
  movePromotion,
  moveTo,
  PASS,
} from '../../src/model/index.ts'
import fc from '../support/properties.ts'

const square = fc.nat({ max: 4095 })
const colour = fc.constantFrom(0 as const, 1 as const, 2 as const)

it('packs and unpacks moves', () => {
  fc.assert(
    fc.property(square, square, fc.nat({ max: 5 }), (from, to, promotion) => {
      const move = makeMove(from, to, promotion)
      expect([moveFrom(move), moveTo(move), movePromotion(move)]).toEqual([from, to, promotion])
      expect([isPass(move), isPlacement(move), moveColour(move)]).toEqual([false, false, 0])
      expect(move).toBe(move | 0)
      expect(move).toBeGreaterThanOrEqual(0)
    }),
  )
})

it('packs and unpacks placements and passes with a colour', () => {
  fc.assert(
    fc.property(square, colour, (to, side) => {
      const stone = makePlacement(to, side)
      expect([moveTo(stone), moveColour(stone), isPlacement(stone), isPass(stone)]).toEqual([to, side, true, false])
      const pass = makePass(side)
      expect([moveColour(pass), isPlacement(pass), isPass(pass)]).toEqual([side, false, true])
      expect(pass).toBeGreaterThan(0)
    }),
  )
  expect(makePass()).toBe(PASS)
})
