import { describe, expect, test } from 'vitest'
import { makePlacement, type Colour } from '../../../src/model/move.ts'
import { go, type GoPosition } from '../../../src/rules/go/index.ts'
import { corpusBytes, corpusCases } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { add, emptyMatrix, type Matrix } from '../../support/go-reference.ts'
import { randomInt, seededRandom } from '../../support/random.ts'
import { sample, scaled } from '../../support/scale.ts'

function matrixOf(position: GoPosition): Matrix {
  return Array.from({ length: position.rows }, (_, row) =>
    Array.from({ length: position.columns }, (_, column) => position.stoneAt(row * position.columns + column)),
  )
}

describe('the definition of Go, by the letter', () => {
  test.each([
    [1, 1],
    [1, 2],
    [2, 2],
    [3, 4],
    [5, 5],
    [7, 3],
    [9, 9],
  ])('random games on %i x %i give the same positions, and undo leads back through them', (columns, rows) => {
    for (let game = 0; game < scaled(12, 200); game++) {
      const random = seededRandom(columns * 1000 + rows * 100 + game)
      const position = go.start({ size: { columns, rows } })
      let matrix = emptyMatrix(columns, rows)
      const line: Matrix[] = []
      for (let ply = 0; ply < columns * rows * 3; ply++) {
        const square = randomInt(random, columns * rows)
        if (position.stoneAt(square) !== 0) continue
        // Mostly in turn; now and then a colour moves again.
        const colour = randomInt(random, 8) === 0 ? ((1 + randomInt(random, 2)) as Colour) : position.turn
        line.push(matrix)
        matrix = add(colour, Math.floor(square / columns), square % columns, matrix)
        go.play(position, makePlacement(square, colour))
        expect(matrixOf(position)).toEqual(matrix)
      }
      while (line.length > 0) {
        go.undo(position)
        expect(matrixOf(position)).toEqual(line.pop())
      }
      expect(position.prisoners).toEqual([0, 0])
    }
  })
})

/** Main-line moves of an SGF text, found by their letters: enough for this comparison. */
function movesOf(text: string): { square: number; colour: Colour }[] {
  return [...text.matchAll(/;\s*([BW])\[([a-s])([a-s])\]/g)].map(([, colour, column, row]) => ({
    square: row!.charCodeAt(0) - 97 > 18 ? 0 : (row!.charCodeAt(0) - 97) * 19 + column!.charCodeAt(0) - 97,
    colour: colour === 'B' ? 1 : 2,
  }))
}

describe('games of the corpus', needsCorpus('go'), () => {
  const files = corpusCases('go', /\.sgf$/)

  test('end in the same position by both implementations', () => {
    let compared = 0
    for (const file of sample(files, 12)) {
      const moves = movesOf(new TextDecoder('latin1').decode(corpusBytes(file).subarray(0, 60_000)))
      const position = go.start()
      let matrix = emptyMatrix(19, 19)
      for (const { square, colour } of moves) {
        if (position.stoneAt(square) !== 0) break
        go.play(position, makePlacement(square, colour))
        matrix = add(colour, Math.floor(square / 19), square % 19, matrix)
        compared++
      }
      expect(matrixOf(position), file).toEqual(matrix)
    }
    expect(compared).toBeGreaterThan(1000)
  })
})
