import { expect, it } from 'vitest'
import { giveBack, SharedRing } from '../../src/database/import/shared-ring.ts'

it('the memory of a worker is used again in turn, and goes on to the next worker', () => {
  const ring = new SharedRing()
  const first = ring.next()
  const firstMark = ring.send()
  const second = ring.next()
  second.growTexts(second.texts.length + 1, 0)
  giveBack(ring.send())
  giveBack(firstMark)

  // As another thread gets it.
  const next = new SharedRing(structuredClone(ring.leave()))
  const known = [next.next(), next.next()]
  expect(known.map(({ texts }) => texts.length)).toEqual([first.texts.length, second.texts.length])
  known[0]!.texts[0] = 42
  known[1]!.cells[0] = 43
  expect([first.texts[0], second.cells[0]]).toEqual([42, 43])
  // A third piece is made, and then it is the turn of the first.
  expect(next.next().cells.buffer).not.toBe(known[0]!.cells.buffer)
  expect(next.next().cells.buffer).toBe(known[0]!.cells.buffer)
})

it('leaves its pieces in the order of their use, those with the importer last', () => {
  const ring = new SharedRing()
  const pieces = [ring.next(), ring.next(), ring.next()]
  // The first again: it was sent last.
  ring.next()
  const mark = ring.send()
  const left = ring.leave()
  expect(left.map(({ cells }) => pieces.findIndex((piece) => piece.cells === cells))).toEqual([1, 2, 0])
  expect(left[2]!.mark).toBe(mark)
})
