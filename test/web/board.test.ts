/** The board without a browser: where squares lie, what they are called, and which piece went where. */
import { describe, expect, it } from 'vitest'
import { GAMES, USUAL_SIZE } from '../../src/model/record.ts'
import { rulesOf } from '../../src/rules/index.ts'
import type { Position } from '../../src/rules/rules.ts'
import { follow } from '../../web/src/board/follow.ts'
import { middleOf, stepCursor } from '../../web/src/board/cursor.ts'
import { centre, columnNames, extentOf, rowName, squareAt } from '../../web/src/board/geometry.ts'
import { randomGames } from '../support/random-games.ts'

const piecesOf = (position: Position): string[] =>
  Array.from({ length: position.columns * position.rows }, (_, square) => position.pieceAt(square))

describe('squares of the board', () => {
  it.each(GAMES)('of %s are found where they are drawn', (game) => {
    for (const isFlipped of [false, true]) {
      const geometry = { game, ...USUAL_SIZE[game], isFlipped }
      for (let square = 0; square < geometry.columns * geometry.rows; square++) {
        expect(squareAt(geometry, centre(geometry, square))).toBe(square)
      }
      expect(squareAt(geometry, { x: -1, y: 50 })).toBeUndefined()
      expect(squareAt(geometry, { x: 50, y: geometry.rows * 100 })).toBeUndefined()
    }
  })

  it('have the names that the rules give them, on the largest boards too', () => {
    const rules = rulesOf('go')
    const size = { columns: 38, rows: 38 }
    const position = rules.start({ size })
    const geometry = { game: 'go' as const, ...size, isFlipped: false }
    for (let square = 0; square < 38 * 38; square++) {
      const name = columnNames(geometry, square % 38).bottom + rowName(geometry, Math.floor(square / 38))
      expect(name).toBe(rules.formatSquare(position, square))
    }
    const othello = { game: 'othello' as const, columns: 8, rows: 8, isFlipped: false }
    expect(columnNames(othello, 0).bottom + rowName(othello, 0)).toBe('a1')
    expect(centre(othello, 0)).toEqual({ x: 50, y: 50 })
  })

  it('of a region are drawn without the others, which the cursor does not reach', () => {
    for (const isFlipped of [false, true]) {
      const whole = { game: 'go' as const, columns: 19, rows: 19, isFlipped }
      const geometry = { ...whole, region: { left: 0, top: 0, right: 6, bottom: 6 } }
      const { left, top, width, height } = extentOf(geometry)
      // With room for names at the two edges of the board, and none where it is cut.
      expect([width, height]).toEqual([746, 746])
      for (let square = 0; square < 19 * 19; square++) {
        const { x, y } = centre(geometry, square)
        const isDrawn = x > left && x < left + width && y > top && y < top + height
        expect(isDrawn).toBe(square % 19 <= 6 && Math.floor(square / 19) <= 6)
      }
      expect(middleOf(geometry)).toBe(3 * 19 + 3)
      let cursor = middleOf(geometry)
      for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
        for (let step = 0; step < 10; step++) cursor = stepCursor(geometry, cursor, key)!
        expect(cursor % 19 === 0 || cursor % 19 === 6).toBe(true)
      }
      expect(extentOf({ ...whole, region: { left: 0, top: 0, right: 18, bottom: 18 } })).toEqual(extentOf(whole))
    }
  })

  it('of xiangqi are counted by each side from its own right', () => {
    const geometry = { game: 'xiangqi' as const, columns: 9, rows: 10, isFlipped: false }
    expect(columnNames(geometry, 0)).toEqual({ bottom: '9', top: '1' })
    expect(columnNames(geometry, 8)).toEqual({ bottom: '1', top: '9' })
  })
})

describe('pieces that move', () => {
  it.each(['chess', 'xiangqi'] as const)('keep their number through games of %s', (game) => {
    const rules = rulesOf(game)
    for (const record of randomGames(game, 5, 3, 80)) {
      const position = rules.start(record)
      let known = follow(undefined, piecesOf(position))
      for (const { move } of record.nodes) {
        if (move === undefined) continue
        const before = known
        rules.play(position, move)
        const pieces = piecesOf(position)
        known = follow(before, pieces)
        const shown = [...pieces.keys()].filter((square) => pieces[square] !== '')
        const keys = shown.map((square) => known.keys[square])
        expect(new Set(keys).size).toBe(keys.length)
        for (const square of shown) {
          if (before.pieces[square] === pieces[square]) expect(known.keys[square]).toBe(before.keys[square])
        }
        // All but a promoted pawn was there before.
        expect(keys.filter((key) => !before.keys.includes(key!)).length).toBeLessThanOrEqual(1)
      }
    }
  })

  it('are other pieces in another position', () => {
    const first = follow(undefined, ['P', 'N', '', '', '', '', '', ''])
    const other = follow(first, ['', '', 'N', 'P', 'R', 'R', 'R', 'R'])
    expect(other.keys.filter((key) => first.keys.includes(key) && key > 0)).toEqual([])
  })
})
