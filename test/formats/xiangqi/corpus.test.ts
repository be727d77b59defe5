/** Every file of the exchange corpus beside what independent decoders found in it. */
import { expect, test } from 'vitest'
import type { Entry } from '../../../src/formats/format.ts'
import { mainLineMoves, countVariations } from '../../../src/model/tree.ts'
import { illegalMoves } from '../../../src/rules/replay.ts'
import { xiangqi } from '../../../src/rules/xiangqi/index.ts'
import { EXCHANGE, expectedGames, openExchange, type ExpectedGame } from '../../support/exchange.ts'
import { needsCorpus } from '../../support/needs.ts'

/** What of a record the expectations say, in their shape. */
function facts(file: string, { index, record }: Entry): Omit<ExpectedGame, 'codes'> {
  const { header, nodes } = record!
  const start = xiangqi.start(record)
  const moves = mainLineMoves(nodes)
  const illegal = illegalMoves(xiangqi, record!, Infinity)
  return {
    file,
    game: index,
    title: header.title ?? '',
    start: xiangqi.format(start).split(' ').slice(0, 2).join(' '),
    nodes: nodes.length - 1,
    plies: moves.length,
    variations: countVariations(nodes),
    comments: nodes.filter(({ comments }) => comments).length,
    illegal: illegal.length,
    mainLine: moves.map((move) => xiangqi.writeMove(start, move, 'ucci')).join(' '),
  }
}

const FOLDERS = ['cbl', 'cbr', 'cbl-old', 'cbf', 'pfc', 'dhtmlxq', 'server']

test.each(FOLDERS)('%s: every game is what an independent decoder found', needsCorpus(EXCHANGE), async (folder) => {
  const expected = expectedGames(folder)
  for (const file of new Set(expected.map(({ file }) => file))) {
    const collection = await openExchange(file)
    const found = [...collection.entries()].map((entry) => facts(file, entry))
    const known = expected.filter((game) => game.file === file).map(({ codes: _codes, ...game }) => game)
    expect(found, file).toEqual(known)
  }
})
