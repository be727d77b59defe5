import { describe, expect, it } from 'vitest'
import { decodeNoted, decodeRecord, encodeRecord } from '../../src/database/schema/stored-record.ts'
import { ChessKernel } from '../../src/formats/chess-kernel.ts'
import { bareLineOf } from '../../src/model/bare-line.ts'
import { SanTexts } from '../../src/rules/chess/index.ts'
import { emptyRecord, makeMove, makePass, makePlacement, type GameRecord } from '../../src/model/index.ts'

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
    expect(decodeNoted(stored, kernel, undefined).record).toEqual(record)
  })

  it('come with their moves in SAN if they are a plain game of chess', () => {
    const record = line('chess', [makeMove(12, 28), makeMove(52, 36), makeMove(6, 21)])
    record.header.round = 3
    record.origin = { format: 'pgn', index: 7 }
    const notes = new SanTexts()
    const read = decodeNoted(encodeRecord(record), kernel, notes)
    expect(bareLineOf(read.record)).toEqual(record.nodes.slice(1).map(({ move }) => move))
    expect(read.record).toEqual(record)
    expect(String.fromCharCode(...(read.moves as SanTexts).lineText())).toBe('1. e4 e5 2. Nf3')
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
