import { describe, expect, it } from 'vitest'
import { GAMES } from '../../src/model/index.ts'
import { positionFault, rulesOf, type PositionFault } from '../../src/rules/index.ts'
import { randomGames } from '../support/random-games.ts'

type Case = [text: string, reason: PositionFault['reason'], message: string]

describe('what is wrong with a position', () => {
  it.each<Case>([
    ['4k3/8/8/8/8/8/8/8 w - - 0 1', 'king', 'White has no king'],
    ['8/8/8/8/8/8/8/4K3 w - - 0 1', 'king', 'Black has no king'],
    ['4k1k1/8/8/8/8/8/8/4K3 w - - 0 1', 'king', 'Black has 2 kings'],
    ['4k3/8/8/8/8/8/8/P3K3 w - - 0 1', 'place', "White's pawn can never stand on a1"],
    ['4k2P/8/8/8/8/8/8/4K3 w - - 0 1', 'place', "White's pawn can never stand on h8"],
    ['4k3/8/8/8/8/8/8/3pK3 w - - 0 1', 'place', "Black's pawn can never stand on d1"],
    ['4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1', 'count', 'White has 9 pawns and promoted pawns, more than eight'],
    ['rnbqkbnr/pppppppp/8/8/8/7q/PPPPPPPP/RNBQKBNR w - - 0 1', 'count', 'Black has 9 pawns and promoted pawns'],
    ['4k3/8/8/8/8/8/4R3/4K3 w - - 0 1', 'check', "Black is in check, and it is White's move"],
    ['8/8/8/3kK3/8/8/8/8 b - - 0 1', 'check', "White is in check, and it is Black's move"],
  ])('chess: %s', (text, reason, message) => {
    const fault = positionFault(rulesOf('chess').parse(text))
    expect(fault).toMatchObject({ reason, message: expect.stringContaining(message) })
  })

  it.each<Case>([
    ['5ab2/3ka4/1NP5b/9/9/8p/9/7c1/9/9 w - - 0 1', 'king', 'Red has no king'],
    ['3kk4/9/9/9/9/9/9/9/9/5K3 w - - 0 1', 'king', 'Black has 2 kings'],
    ['9/9/9/4k4/9/9/9/9/9/5K3 w - - 0 1', 'place', "Black's king can never stand on e6"],
    ['4k4/9/9/9/9/9/9/9/3A5/5K3 w - - 0 1', 'place', "Red's advisor can never stand on d1"],
    ['4k4/9/9/9/b8/9/9/9/9/5K3 w - - 0 1', 'place', "Black's elephant can never stand on a5"],
    ['4k4/9/9/9/9/9/1P7/9/9/5K3 w - - 0 1', 'place', "Red's pawn can never stand on b3"],
    ['4k4/p8/9/9/9/9/9/9/9/5K3 w - - 0 1', 'place', "Black's pawn can never stand on a8"],
    ['4k4/9/9/9/9/9/9/9/RRR6/5K3 w - - 0 1', 'count', 'Red has 3 rooks, more than 2'],
    ['4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1', 'check', "Black is in check, and it is Red's move"],
  ])('xiangqi: %s', (text, reason, message) => {
    const fault = positionFault(rulesOf('xiangqi').parse(text))
    expect(fault).toMatchObject({ reason, message: expect.stringContaining(message) })
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
