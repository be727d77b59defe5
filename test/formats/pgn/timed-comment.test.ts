/** Comments with clock times and evaluations alone, which are read from their bytes, say what others say as text. */
import { expect, test } from 'vitest'
import { readCommands } from '../../../src/formats/pgn/commands.ts'
import { normalizeComment } from '../../../src/formats/pgn/comment-text.ts'
import { chessDialect } from '../../../src/formats/pgn/chess-dialect.ts'
import { OTHER_COMMENT, readTimedComment } from '../../../src/formats/pgn/timed-comment.ts'
import type { MoveNode } from '../../../src/model/tree.ts'
import { needsCorpus } from '../../support/needs.ts'
import { corpusBytes } from '../../support/corpus.ts'
import { readPgn, writePgn } from '../../support/pgn.ts'
import fc from '../../support/properties.ts'
import { lessened, scaled } from '../../support/scale.ts'
import { damagedComment, plainComment } from '../../support/timed-comments.ts'

/** Reads the text of a comment, as if it stood between braces with more of the game behind it. */
function readQuick(text: string, node: MoveNode): number {
  const bytes = new TextEncoder().encode(`{${text}} 12:34] 1-0`)
  return readTimedComment(bytes, 1, bytes.length, node)
}

test('times and evaluations are read from bytes as from text', () => {
  fc.assert(
    fc.property(plainComment, (text) => {
      const quick: MoveNode = { parent: 0 }
      const slow: MoveNode = { parent: 0 }
      expect(readQuick(text, quick)).toBe(text.length + 2)
      expect(readCommands(normalizeComment(text), slow, chessDialect.squares)).toBe('')
      expect(JSON.stringify(quick)).toBe(JSON.stringify(slow))
    }),
    { numRuns: scaled(1000, 100_000) },
  )
})

test('what is not read from bytes leaves the node as it was', () => {
  let others = 0
  fc.assert(
    fc.property(
      damagedComment,
      fc.constantFrom<MoveNode>({ parent: 0 }, { parent: 0, clock: { left: 1 } }),
      (text, node) => {
        const quick = structuredClone(node)
        const slow = structuredClone(node)
        if (readQuick(text, quick) === OTHER_COMMENT) {
          others++
          expect(quick).toEqual(node)
        } else {
          expect(readCommands(normalizeComment(text), slow, chessDialect.squares)).toBe('')
          expect(JSON.stringify(quick)).toBe(JSON.stringify(slow))
        }
      },
    ),
    { numRuns: scaled(2000, 200_000) },
  )
  expect(others).toBeGreaterThan(lessened(500))
})

test('a comment that ends with the bytes of its game is not read beyond them', () => {
  const bytes = new TextEncoder().encode('{[%clk 0:01:02.5] [%eval -0.25,20]}')
  for (let end = 0; end < bytes.length; end++) {
    const node: MoveNode = { parent: 0 }
    expect(readTimedComment(bytes, 1, end, node)).toBe(OTHER_COMMENT)
    expect(node).toEqual({ parent: 0 })
  }
  expect(readTimedComment(bytes, 1, bytes.length, { parent: 0 })).toBe(bytes.length)
})

test('a clock before a move is text, and a second one stays in the text', async () => {
  const { records } = await readPgn(
    '1. {[%clk 0:01:00]} e4 {[%clk 0:00:59]} {[%clk 0:00:58]} 1... e5 ({[%clk 0:00:01]} 1... c5 {[%clk 0:00:02]}) *',
  )
  expect(records[0]!.nodes).toMatchObject([
    {},
    {
      comments: [
        { text: '[%clk 0:01:00]', placement: 'before' },
        { text: '[%clk 0:00:58]', placement: 'after' },
      ],
      clock: { left: 59 },
    },
    {},
    { comments: [{ text: '[%clk 0:00:01]', placement: 'before' }], clock: { left: 2 } },
  ])
})

test('games with a clock and an evaluation after every move', needsCorpus('chess-pgn/book-50000.pgn'), async () => {
  const text = new TextDecoder('windows-1252').decode(
    corpusBytes('chess-pgn/book-50000.pgn').subarray(0, scaled(2e5, 5e6)),
  )
  const { records } = await readPgn(text)
  for (const [game, { nodes }] of records.entries()) {
    for (const [ply, node] of nodes.entries()) {
      if (ply === 0) continue
      node.clock = { left: ((game * 7 + ply * 13) % 7200) + (game % 3 === 0 ? 0.1 : 0) }
      if (game % 2 === 0)
        node.evaluation = ply % 9 === 0 ? { mate: 4 - (ply % 7) } : { centipawns: ((ply * 37) % 900) - 450 }
    }
  }
  const { text: written } = await writePgn(records)
  const read = await readPgn(written)
  // A word in every comment, so that it is read as text.
  const slow = await readPgn(written.replaceAll(/\]\s*\}/g, '] word}'))
  for (const record of slow.records) for (const node of record.nodes.slice(1)) delete node.comments
  expect(read.records.map(({ nodes }) => nodes)).toEqual(records.map(({ nodes }) => nodes))
  expect(slow.records.map(({ nodes }) => nodes)).toEqual(records.map(({ nodes }) => nodes))
})
