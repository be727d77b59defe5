import { describe, expect, it } from 'vitest'
import type { Message } from '../../src/issues/index.ts'
import { GAMES } from '../../src/model/index.ts'
import { positionFault, rulesOf, type PositionFault } from '../../src/rules/index.ts'
import { randomGames } from '../support/random-games.ts'

const WHITE: Message = { id: 'side/white' }
const BLACK: Message = { id: 'side/black' }
const RED: Message = { id: 'side/red' }

type Case = [text: string, reason: PositionFault['reason'], message: Message]

describe('what is wrong with a position', () => {
  it.each<Case>([
    ['4k3/8/8/8/8/8/8/8 w - - 0 1', 'king', { id: 'position/no-king', params: { side: WHITE } }],
    ['8/8/8/8/8/8/8/4K3 w - - 0 1', 'king', { id: 'position/no-king', params: { side: BLACK } }],
    ['4k1k1/8/8/8/8/8/8/4K3 w - - 0 1', 'king', { id: 'position/kings', params: { count: 2, side: BLACK } }],
    ['4k3/8/8/8/8/8/8/P3K3 w - - 0 1', 'place', { id: 'position/misplaced', params: { piece: 'P', square: 'a1' } }],
    ['4k2P/8/8/8/8/8/8/4K3 w - - 0 1', 'place', { id: 'position/misplaced', params: { piece: 'P', square: 'h8' } }],
    ['4k3/8/8/8/8/8/8/3pK3 w - - 0 1', 'place', { id: 'position/misplaced', params: { piece: 'p', square: 'd1' } }],
    ['4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1', 'count', { id: 'position/promoted', params: { side: WHITE, count: 9 } }],
    [
      'rnbqkbnr/pppppppp/8/8/8/7q/PPPPPPPP/RNBQKBNR w - - 0 1',
      'count',
      { id: 'position/promoted', params: { side: BLACK, count: 9 } },
    ],
    ['4k3/8/8/8/8/8/4R3/4K3 w - - 0 1', 'check', { id: 'position/in-check', params: { side: BLACK } }],
    ['8/8/8/3kK3/8/8/8/8 b - - 0 1', 'check', { id: 'position/in-check', params: { side: WHITE } }],
  ])('chess: %s', (text, reason, message) => {
    const fault = positionFault(rulesOf('chess').parse(text))
    expect(fault).toMatchObject({ reason, message })
  })

  it.each<Case>([
    ['5ab2/3ka4/1NP5b/9/9/8p/9/7c1/9/9 w - - 0 1', 'king', { id: 'position/no-king', params: { side: RED } }],
    ['3kk4/9/9/9/9/9/9/9/9/5K3 w - - 0 1', 'king', { id: 'position/kings', params: { count: 2, side: BLACK } }],
    ['9/9/9/4k4/9/9/9/9/9/5K3 w - - 0 1', 'place', { id: 'position/misplaced', params: { piece: 'k', square: 'e6' } }],
    [
      '4k4/9/9/9/9/9/9/9/3A5/5K3 w - - 0 1',
      'place',
      { id: 'position/misplaced', params: { piece: 'A', square: 'd1' } },
    ],
    ['4k4/9/9/9/b8/9/9/9/9/5K3 w - - 0 1', 'place', { id: 'position/misplaced', params: { piece: 'b', square: 'a5' } }],
    [
      '4k4/9/9/9/9/9/1P7/9/9/5K3 w - - 0 1',
      'place',
      { id: 'position/misplaced', params: { piece: 'P', square: 'b3' } },
    ],
    ['4k4/p8/9/9/9/9/9/9/9/5K3 w - - 0 1', 'place', { id: 'position/misplaced', params: { piece: 'p', square: 'a8' } }],
    [
      '4k4/9/9/9/9/9/9/9/RRR6/5K3 w - - 0 1',
      'count',
      { id: 'position/too-many', params: { count: 3, piece: 'R', most: 2 } },
    ],
    ['4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1', 'check', { id: 'position/in-check', params: { side: BLACK } }],
  ])('xiangqi: %s', (text, reason, message) => {
    const fault = positionFault(rulesOf('xiangqi').parse(text))
    expect(fault).toMatchObject({ reason, message })
  })

  it('is nothing where pawns were promoted, nor in an advisor, elephant or pawn on each of its points', () => {
    const chess = rulesOf('chess').parse('6k1/8/8/8/QQQQ4/QQQQ4/8/RNBQKBNR b KQ - 0 1')
    expect(positionFault(chess)).toBeUndefined()
    const starts: Record<string, string> = {
      A: 'd0 f0 e1 d2 f2',
      B: 'c0 g0 a2 e2 i2 c4 g4',
      P: 'a3 c3 e3 g3 i3 a4 c4 e4 g4 i4 a5 b5 c5 d5 e5 f5 g5 h5 i5',
    }
    for (const [piece, expected] of Object.entries(starts)) {
      const found: string[] = []
      for (let square = 0; square < 54; square++) {
        const rows = Array.from({ length: 10 }, () => [...'1'.repeat(9)])
        rows[9 - Math.floor(square / 9)]![square % 9] = piece
        // The kings stand where no such piece gives check, moved aside where they are in its place.
        rows[9]![square === 4 ? 3 : 4] = 'K'
        rows[0]![3] = 'k'
        const position = rulesOf('xiangqi').parse(`${rows.map((row) => row.join('')).join('/')} w`)
        if (positionFault(position)?.reason !== 'place') found.push(rulesOf('xiangqi').formatSquare(position, square))
      }
      expect(found.join(' ')).toBe(expected)
    }
  })

  it.each(GAMES)('is nothing in any position of a game of %s', (game) => {
    const rules = rulesOf(game)
    for (const record of randomGames(game, 10, 5, 100)) {
      const position = rules.start(record)
      expect(positionFault(position)).toBeUndefined()
      for (const { move } of record.nodes.slice(1)) {
        rules.play(position, move!)
        expect(positionFault(position), rules.format(position)).toBeUndefined()
      }
    }
  })
})
