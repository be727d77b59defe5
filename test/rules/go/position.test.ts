import { describe, expect, test } from 'vitest'
import { PositionError } from '../../../src/issues/errors.ts'
import { makePass, makePlacement, moveTo } from '../../../src/model/move.ts'
import { go, stonesWithoutLiberty, type GoPosition } from '../../../src/rules/go/index.ts'
import { replay } from '../../../src/rules/replay.ts'
import { emptyRecord } from '../../../src/model/record.ts'

/** Plays moves written as `B E5`, `W pass` or, in turn, `E5`. */
function play(position: GoPosition, ...moves: string[]): GoPosition {
  for (const text of moves) {
    const move = go.readMove(position, text)
    if (move === undefined) throw new Error(`${text} cannot be played on ${go.format(position)}`)
    go.play(position, move)
  }
  return position
}

const after = (text: string, ...moves: string[]) => go.format(play(go.parse(text), ...moves))

describe('capture', () => {
  test('a stone with no liberty left is taken', () => {
    expect(after('5/2X2/1XO2/2X2/5 b', 'D3')).toBe('5/2X2/1X1X1/2X2/5 w')
  })

  test('a block is taken as a whole, several blocks at once', () => {
    expect(after('5/1XX2/XOO2/1XX2/5 b', 'D3')).toBe('5/1XX2/X2X1/1XX2/5 w')
    expect(after('2X2/1XOX1/5/1XOX1/2X2 b', 'C3')).toBe('2X2/1X1X1/2X2/1X1X1/2X2 w')
  })

  test("the opponent's stones go before one's own", () => {
    expect(after('1OX/OX1/X2 b', 'A3')).toBe('X1X/1X1/X2 w')
  })

  test('snapback: the stone thrown in is taken, then the takers are', () => {
    const setup = '1XO2/1XO2/XO3/O4/5 w'
    expect(after(setup, 'A5')).toBe('OXO2/1XO2/XO3/O4/5 b')
    expect(after(setup, 'A5', 'A4')).toBe('1XO2/XXO2/XO3/O4/5 w')
    expect(after(setup, 'A5', 'A4', 'A5')).toBe('O1O2/2O2/1O3/O4/5 b')
  })

  test('a ko may be retaken at once', () => {
    const ko = go.parse('1XO2/X1XO1/1XO2/5/5 w')
    play(ko, 'W B4')
    expect(go.format(ko)).toBe('1XO2/XO1O1/1XO2/5/5 b')
    play(ko, 'B C4')
    expect(go.format(ko)).toBe('1XO2/X1XO1/1XO2/5/5 w')
  })

  test('under the stones: a point taken off is played on again', () => {
    const position = go.parse('OOX2/1OX2/OOX2/XXX2/5 b')
    play(position, 'A4')
    expect(go.format(position)).toBe('2X2/X1X2/2X2/XXX2/5 w')
    play(position, 'B5')
    expect(position.pieceAt(1)).toBe('2')
  })
})

describe('suicide', () => {
  test('of one stone leaves the board as it was and is another move than a pass', () => {
    const position = go.parse('1O1/O2/3 b')
    play(position, 'A3')
    expect(go.format(position)).toBe('1O1/O2/3 w')
    expect(position.prisoners).toEqual([1, 0])
    expect(position.lastCaptured).toBe(1)
    expect(position.ply).toBe(1)
  })

  test('of many joins own blocks and takes them all off', () => {
    expect(after('X1XO/OOO1/4/4 b', 'B4')).toBe('3O/OOO1/4/4 w')
  })

  test('does not happen when the move captures', () => {
    expect(after('1OX/OX1/X2 b', 'A3')).toBe('X1X/1X1/X2 w')
  })
})

describe('sizes', () => {
  test('on 1 x 1 a stone is at once removed', () => {
    expect(after('1 b', 'A1')).toBe('1 w')
  })

  test('on 1 x 2 a second stone takes the first', () => {
    expect(after('2 b', 'A1', 'B1')).toBe('1O b')
    expect(after('1/1 b', 'A1', 'A2')).toBe('O/1 b')
  })

  test('52 x 37 plays in its corners', () => {
    const position = go.start({ size: { columns: 52, rows: 37 } })
    play(position, 'BB1', 'A37', 'B BB2', 'W A36')
    expect(position.pieceAt(52 * 37 - 1)).toBe('1')
    expect(position.pieceAt(52)).toBe('2')
    expect(go.parse(go.format(position)).columns).toBe(52)
  })

  test('every size within the limits, none beyond', () => {
    expect(go.start({ size: { columns: 64, rows: 64 } }).rows).toBe(64)
    expect(go.start({ size: { columns: 255, rows: 16 } }).columns).toBe(255)
    for (const [columns, rows] of [
      [0, 5],
      [65, 64],
      [256, 1],
      [1.5, 3],
      [-3, 3],
    ] as const) {
      expect(() => go.start({ size: { columns, rows } })).toThrow(PositionError)
    }
  })
})

describe('colours', () => {
  test('any colour may move: 200 black moves in a row', () => {
    const position = go.start()
    for (let square = 0; square < 200; square++) go.play(position, makePlacement(square, 1))
    expect(position.ply).toBe(200)
    expect(position.turn).toBe(2)
    expect(go.format(position).match(/X/g)).toHaveLength(200)
    for (let ply = 0; ply < 200; ply++) go.undo(position)
    expect(go.format(position)).toBe(go.format(go.start()))
  })

  test('a move without colour is by the side to move', () => {
    const position = go.start()
    go.play(position, makePlacement(0))
    go.play(position, makePlacement(1))
    go.play(position, makePass(2))
    go.play(position, makePlacement(2))
    expect([0, 1, 2].map((square) => position.pieceAt(square))).toEqual(['1', '2', '1'])
  })
})

describe('set-ups', () => {
  test('with a block without liberty are refused', () => {
    expect(() => go.parse('OX/X1 b')).toThrow('no liberty')
    expect(() => go.start({ setup: 'XX/XX b' })).toThrow(PositionError)
  })

  test('that are invalid are refused', () => {
    for (const text of ['', 'b', '9', '9/9', '3/4 b', '3/3 x', 'XYX b', '/ b', '3//3 b', '999/999 b', '0 b']) {
      expect(() => go.parse(text), text).toThrow(PositionError)
    }
    expect(() => go.parse('3/3/3 b', { size: { columns: 4, rows: 3 } })).toThrow(PositionError)
  })

  test('edits put and clear stones with no capture, squares off the board skipped', () => {
    const position = go.start({ size: { columns: 3, rows: 3 } })
    const edits = [
      { squares: [0, 99], piece: '1' },
      { squares: [1, 3], piece: '2' },
      { squares: [1], piece: '' },
    ]
    go.edit!(position, edits, 2)
    expect(go.format(position)).toBe('X2/O2/3 w')
    go.edit!(position, [{ squares: [1], piece: '2' }])
    expect(go.format(position)).toBe('XO1/O2/3 w')
    expect(stonesWithoutLiberty(position)).toEqual([0])
    expect(() => go.undo(position)).toThrow(TypeError)
  })

  test('of a record are followed by a replay', () => {
    const record = emptyRecord('go')
    record.size = { columns: 3, rows: 3 }
    record.nodes = [
      { parent: -1, edits: [{ squares: [1, 3], piece: '2' }] },
      { parent: 0, move: makePlacement(0, 1) },
      { parent: 0, move: makePlacement(4, 1) },
    ]
    const seen: string[] = []
    replay(go, record, (position, _, index) => seen.push(`${index} ${go.format(position)}`))
    expect(seen).toEqual(['0 1O1/O2/3 b', '1 1O1/O2/3 b', '2 1O1/O2/3 b'])
  })
})

describe('legal moves', () => {
  test('are every empty point and the pass', () => {
    const position = go.parse('XO1/3 b')
    expect(go.legal(position)).toHaveLength(5)
    for (const move of go.legal(position)) expect(go.isLegal(position, move)).toBe(true)
    expect(go.isLegal(position, makePlacement(0))).toBe(false)
    expect(go.isLegal(position, makePlacement(6))).toBe(false)
  })

  test('a stone on a stone replaces it and is undone exactly', () => {
    const position = go.parse('XO1/3 b')
    const before = go.format(position)
    go.play(position, makePlacement(1, 1))
    expect(go.format(position)).toBe('XX1/3 w')
    go.undo(position)
    expect(go.format(position)).toBe(before)
  })

  test('a square off the board is misuse', () => {
    expect(() => go.play(go.parse('2/2 b'), makePlacement(4))).toThrow(TypeError)
  })
})

describe('notation', () => {
  test('names points without I, and beyond Z with two letters', () => {
    const position = go.start({ size: { columns: 60, rows: 20 } })
    const names = [0, 7, 8, 24, 25, 49, 50, 59].map((column) => go.formatSquare(position, column))
    expect(names).toEqual(['A20', 'H20', 'J20', 'Z20', 'AA20', 'AZ20', 'BA20', 'BK20'])
  })

  test('every point of every style reads back', () => {
    for (const size of [
      { columns: 19, rows: 19 },
      { columns: 52, rows: 37 },
      { columns: 255, rows: 3 },
    ]) {
      const position = go.start({ size })
      for (const move of go.legal(position)) {
        for (const style of go.styles) {
          expect(go.readMove(position, go.writeMove(position, move, style)), style).toBe(move)
        }
      }
    }
  })

  test('knows the usual points', () => {
    const position = go.start()
    expect(moveTo(go.readMove(position, 'Q16')!)).toBe(3 * 19 + 15)
    expect(go.readMove(position, 'pd')).toBe(go.readMove(position, 'q16'))
    expect(go.readMove(position, 'W[pd]')).toBe(makePlacement(3 * 19 + 15, 2))
    expect(go.readMove(position, 'tt')).toBe(makePass())
    expect(go.readMove(position, 'white pass')).toBe(makePass(2))
    expect(go.writeMove(position, makePlacement(3 * 19 + 15, 2))).toBe('W Q16')
  })

  test('returns nothing for what is not a move', () => {
    const position = go.parse('XO1/3 b')
    for (const text of ['I1', 'D1', 'A3', 'A0', 'A2', 'za', 'a', 'aaa', 'Q1616', '§']) {
      expect(go.readMove(position, text), text).toBeUndefined()
    }
  })
})
