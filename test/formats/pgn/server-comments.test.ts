/** Comments with clock times and evaluations, as servers give them to every move. */
import { expect, test } from 'vitest'
import { ChessKernel } from '../../../src/formats/chess-kernel.ts'
import { needsCorpus } from '../../support/needs.ts'
import { corpusBytes } from '../../support/corpus.ts'
import { openPgn, readPgn, writePgn } from '../../support/pgn.ts'
import { scaled } from '../../support/scale.ts'

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
  const collection = await openPgn(written)
  for (const options of [{}, { kernel: new ChessKernel() }]) {
    const read = [...collection.entries(options)].map(({ record }) => record!.nodes)
    expect(read).toEqual(records.map(({ nodes }) => nodes))
  }
})
