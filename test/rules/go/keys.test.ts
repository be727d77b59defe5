import { describe, expect, test } from 'vitest'
import { makePass, makePlacement, type Colour } from '../../../src/model/move.ts'
import { go, type GoPosition } from '../../../src/rules/go/index.ts'
import { inverseSymmetry, symmetryCount, transformSquare } from '../../../src/rules/symmetry.ts'
import { randomInt, seededRandom } from '../../support/random.ts'

const SIZES = [
  { columns: 19, rows: 19 },
  { columns: 9, rows: 9 },
  { columns: 5, rows: 7 },
  { columns: 1, rows: 4 },
]

function key(position: GoPosition): string {
  const halves = new Uint32Array(2)
  go.key(position, halves)
  return [...halves].map((half) => half.toString(16).padStart(8, '0')).join('')
}

function canonicalKey(position: GoPosition, swapColours = false): string {
  const halves = new Uint32Array(2)
  go.canonicalKey!(position, halves, 0, swapColours)
  return [...halves].join()
}

/** The same random moves on two boards, the second seen through a symmetry and with colours exchanged. */
function mirrored(size: { columns: number; rows: number }, symmetry: number, swapped: boolean, seed: number) {
  const random = seededRandom(seed)
  const [one, other] = [go.start({ size }), go.start({ size })]
  if (swapped) go.edit!(other, [], 2)
  for (let ply = 0; ply < 60; ply++) {
    const square = randomInt(random, size.columns * size.rows)
    const colour = (1 + randomInt(random, 2)) as Colour
    if (one.pieceAt(square) !== '') continue
    const image = transformSquare(square, symmetry, size.columns, size.rows)
    go.play(one, makePlacement(square, colour))
    go.play(other, makePlacement(image, swapped ? ((3 - colour) as Colour) : colour))
  }
  return [one, other] as const
}

describe('position keys', () => {
  test('stay the same between versions', () => {
    expect(key(go.start())).toBe('948176528086aa78')
    expect(key(go.parse('3/1X1/2O w'))).toBe('79548c5e6417c401')
  })

  test('kept move by move are those of the position read again, and undo brings them back', () => {
    for (const size of SIZES) {
      const random = seededRandom(7)
      const position = go.start({ size })
      const line: string[] = []
      for (let ply = 0; ply < 120; ply++) {
        line.push(key(position))
        const square = randomInt(random, size.columns * size.rows)
        const isFree = position.pieceAt(square) === ''
        go.play(position, isFree ? makePlacement(square) : makePass())
        expect(key(position)).toBe(key(go.parse(go.format(position))))
      }
      while (line.length > 0) {
        go.undo(position)
        expect(key(position)).toBe(line.pop())
      }
    }
  })

  test('differ by stones, side to move and size', () => {
    const texts = [
      '3/3/3 b',
      '3/3/3 w',
      'X2/3/3 b',
      'O2/3/3 b',
      '1X1/3/3 b',
      '4/4/4 b',
      '3/3/3/3 b',
      'XO1/3/3 b',
      'OX1/3/3 b',
    ]
    expect(new Set(texts.map((text) => key(go.parse(text)))).size).toBe(texts.length)
  })

  test('a clone has the key of its original and goes its own way', () => {
    const position = go.start()
    go.play(position, makePlacement(60))
    const copy = go.clone(position)
    expect(key(copy)).toBe(key(position))
    go.play(copy, makePlacement(61))
    expect(key(copy)).not.toBe(key(position))
    expect(copy.ply).toBe(2)
  })
})

describe('canonical keys', () => {
  test.each(SIZES)('$columns x $rows: all images of a position have the same', (size) => {
    for (let symmetry = 0; symmetry < symmetryCount(size.columns, size.rows); symmetry++) {
      const [one, other] = mirrored(size, symmetry, false, 3 + symmetry)
      expect(canonicalKey(other)).toBe(canonicalKey(one))
    }
  })

  test.each(SIZES)('$columns x $rows: with colours exchanged too, when asked', (size) => {
    for (let symmetry = 0; symmetry < symmetryCount(size.columns, size.rows); symmetry++) {
      const [one, other] = mirrored(size, symmetry, true, 3 + symmetry)
      expect(canonicalKey(other, true)).toBe(canonicalKey(one, true))
    }
  })

  test('return the image that they are the key of', () => {
    const [one] = mirrored({ columns: 9, rows: 9 }, 0, false, 11)
    const halves = new Uint32Array(2)
    const image = go.canonicalKey!(one, halves, 0, true)
    const moved = go.start({ size: { columns: 9, rows: 9 } })
    const swapped = image >= 8
    for (let square = 0; square < 81; square++) {
      const stone = one.stoneAt(square)
      if (stone !== 0) moved.set(transformSquare(square, image & 7, 9, 9), swapped ? ((3 - stone) as Colour) : stone)
    }
    moved.turn = swapped ? ((3 - one.turn) as Colour) : one.turn
    expect(key(moved)).toBe([...halves].map((half) => half.toString(16).padStart(8, '0')).join(''))
  })
})

test('every symmetry has its inverse', () => {
  for (let symmetry = 0; symmetry < 8; symmetry++) {
    const images = Array.from({ length: 25 }, (_, square) => transformSquare(square, symmetry, 5, 5))
    expect(new Set(images).size).toBe(25)
    images.forEach((image, square) => expect(transformSquare(image, inverseSymmetry(symmetry), 5, 5)).toBe(square))
  }
})
