import { describe, expect, it } from 'vitest'
import { decodeNoted, decodeRecord, encodeRecord } from '../../src/database/schema/stored-record.ts'
import { ChessKernel } from '../../src/formats/chess-kernel.ts'
import { nodesOf, withNodes } from '../../src/model/line-record.ts'
import { SanTexts } from '../../src/rules/chess/index.ts'
import {
  emptyRecord,
  makeMove,
  makePass,
  makePlacement,
  type GameRecord,
  type MoveNode,
} from '../../src/model/index.ts'

const kernel = new ChessKernel()

function line(game: GameRecord['game'], moves: number[]): GameRecord {
  const record = emptyRecord(game)
  for (const move of moves) record.nodes.push({ parent: record.nodes.length - 1, move })
  return record
}

describe('stored records', () => {
  const plain = [
    line('chess', [makeMove(12, 28), makeMove(52, 36), makeMove(4, 7)]),
    line('xiangqi', [makeMove(25, 22), makeMove(64, 67)]),
    line('go', [makePlacement(72, 1), makePlacement(288, 2), makePass(1), makePass(2)]),
    line('othello', [makePlacement(37), makePlacement(43)]),
    line('chess', []),
  ]
  it.each(plain)('hold a plain game by its moves alone %#', (record) => {
    const stored = encodeRecord(record)
    expect(stored.tree).toBe('')
    expect(decodeRecord(stored)).toEqual(record)
    expect(withNodes(decodeNoted(stored, kernel, undefined).record)).toEqual(record)
  })

  it('come with their moves in SAN if they are a plain game of chess', () => {
    const record = line('chess', [makeMove(12, 28), makeMove(52, 36), makeMove(6, 21)])
    record.header.round = 3
    record.origin = { format: 'pgn', index: 7 }
    const notes = new SanTexts()
    const read = decodeNoted(encodeRecord(record), kernel, notes)
    expect(read.record).toHaveProperty(
      'moves',
      record.nodes.slice(1).map(({ move }) => move),
    )
    expect(withNodes(read.record)).toEqual(record)
    expect(String.fromCharCode(...read.playedLine!.san!.lineText())).toBe('1. e4 e5 2. Nf3')
    // Not from the initial position, not legal, with a variation, of another game: as without the kernel.
    const setup = { ...record, setup: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1' }
    const variant: GameRecord = { ...record, variant: 'chess960' }
    const illegal = line('chess', [makeMove(12, 44)])
    const branched = line('chess', [makeMove(12, 28), makeMove(52, 36)])
    branched.nodes.push({ parent: 1, move: makeMove(50, 34) })
    for (const other of [setup, variant, illegal, branched, line('othello', [makePlacement(37)])]) {
      expect(decodeNoted(encodeRecord(other), kernel, notes)).toEqual({ record: other })
    }
  })

  describe('with clock times and evaluations on a line', () => {
    const numbered = (nodes: Partial<MoveNode>[]): GameRecord => {
      const record = line('chess', [makeMove(12, 28), makeMove(52, 36), makeMove(6, 21), makeMove(57, 42)])
      for (const [index, numbers] of nodes.entries()) Object.assign(record.nodes[index]!, numbers)
      return record
    }

    it.each([
      [
        [{}, { clock: { left: 300 } }, { clock: { left: 300 } }, { clock: { left: 298.5 } }],
        '{"clock":{"left":[null,300,300,298.5]}}',
      ],
      [
        [
          { evaluation: { centipawns: 0 } },
          { clock: { left: 9, spent: 1 } },
          {},
          { clock: { spent: 2 }, evaluation: { mate: -3, depth: 20 } },
        ],
        '{"clock":{"left":[null,9],"spent":[null,1,null,2]},"evaluation":{"centipawns":[0],"mate":[null,null,null,-3],"depth":[null,null,null,20]}}',
      ],
      [
        [{}, { clock: { left: 9 } }, { evaluation: { winrate: 0.5 }, clock: { left: 8 } }],
        '{"evaluation":{"winrate":[null,null,0.5]},"clock":{"left":[null,9,8]}}',
      ],
    ])('hold these as lists, and give them back in their order %#', (nodes, numbers) => {
      const record = numbered(nodes)
      const stored = encodeRecord(record)
      expect(stored).toMatchObject({ numbers, tree: '' })
      expect(JSON.stringify(decodeRecord(stored).nodes)).toBe(JSON.stringify(record.nodes))
      const notes = new SanTexts()
      const read = decodeNoted(stored, kernel, notes)
      expect(JSON.stringify(nodesOf(read.record))).toBe(JSON.stringify(record.nodes))
      expect(String.fromCharCode(...read.playedLine!.san!.lineText())).toBe('1. e4 e5 2. Nf3 Nc6')
    })

    it.each<Partial<MoveNode>[][]>([
      [[{}, { clock: { lefts: [1, 2] } }]],
      [[{}, { clock: { left: 3 }, glyphs: [{ nag: 1 }] }]],
      [[{}, { clock: { left: NaN } }]],
      [[{}, { clock: {} }]],
      // In another order: JSON of the record would be another.
      [[{}, { clock: { spent: 1, left: 9 } }]],
      [[{}, { clock: { left: 9 }, evaluation: { mate: 1 } }, { evaluation: { mate: 1 }, clock: { left: 9 } }]],
    ])('hold everything else as a tree %#', (nodes) => {
      const record = numbered(nodes)
      const stored = encodeRecord(record)
      expect(stored.numbers).toBe('')
      expect(stored.tree).toBe(JSON.stringify(record.nodes))
    })

    it.each(['{"clock":{"left":[1', '{"__proto__":{"left":[1]}}', '{"clock":{"left":[1,2,3,4,5,6]}}'])(
      'refuse what no record came to: %s',
      (numbers) => {
        const stored = { ...encodeRecord(numbered([])), numbers }
        expect(() => decodeRecord(stored)).toThrow(SyntaxError)
        expect(() => decodeNoted(stored, kernel, undefined)).toThrow(SyntaxError)
      },
    )

    it('hold the numbers of a branched line, and of moves that no code says, as a tree', () => {
      const branched = numbered([{}, { clock: { left: 3 } }])
      branched.nodes.push({ parent: 1, move: makeMove(50, 34) })
      const anyColour = line('go', [makePlacement(72)])
      anyColour.nodes[1]!.clock = { left: 3 }
      for (const record of [branched, anyColour]) {
        const stored = encodeRecord(record)
        expect(stored).toMatchObject({ numbers: '', tree: JSON.stringify(record.nodes) })
        expect(decodeRecord(stored)).toEqual(record)
      }
    })
  })

  it('hold everything else as a tree', () => {
    const commented = line('chess', [makeMove(12, 28)])
    commented.nodes[1]!.comments = [{ text: 'best by test', placement: 'after' }]
    const branched = line('chess', [makeMove(12, 28), makeMove(52, 36)])
    branched.nodes.push({ parent: 1, move: makeMove(50, 34) })
    const unread = line('chess', [makeMove(12, 28)])
    unread.nodes.push({ parent: 1, unread: { text: 'Kh9' } })
    const rootComment = line('chess', [makeMove(12, 28)])
    rootComment.nodes[0]!.comments = [{ text: 'before the game', placement: 'after' }]
    const anyColour = line('go', [makePlacement(72)])
    const halfTimed = line('chess', [makeMove(12, 28)])
    halfTimed.nodes[0]!.clock = { lefts: [undefined, 30], movesLeft: [40, undefined] }
    for (const record of [commented, branched, unread, rootComment, anyColour, halfTimed]) {
      const stored = encodeRecord(record)
      expect(stored.tree).not.toBe('')
      expect(decodeRecord(stored)).toEqual(record)
    }
  })
})
