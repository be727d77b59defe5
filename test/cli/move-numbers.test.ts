/** The numbers that a record gives its moves. */
import { expect, test } from 'vitest'
import { ludograph } from './run.ts'

test('moves count on from the number that a record gives one', () => {
  const game = '(;GM[1]SZ[19];B[pd];W[dp]MN[100];B[pp](;W[dd])(;W[qf]MN[1];B[bb]))'
  const { out } = ludograph(['show', '-'], game)
  expect(out).toMatch(/1\. Q16 100\. D4 101\. Q4 102\. D16/)
  expect(out).toMatch(/1\. R14 2\. B18/)
})
