import { expect, test } from 'vitest'
import { countVariations } from '../../../src/model/tree.ts'
import { illegalMoves } from '../../../src/rules/replay.ts'
import { xiangqi } from '../../../src/rules/xiangqi/index.ts'
import { corpusFiles } from '../../support/corpus.ts'
import { EXCHANGE, openExchange } from '../../support/exchange.ts'
import { needsCorpus } from '../../support/needs.ts'

test('every game of XBoard and WinBoard is read to its last move', needsCorpus(EXCHANGE), async () => {
  let games = 0
  let moves = 0
  for (const path of corpusFiles(`${EXCHANGE}/pgn-xboard`, /\.pgn$/)) {
    const collection = await openExchange(path.slice(EXCHANGE.length + 1))
    expect(collection.format).toBe('pgn')
    for (const { record, issues } of collection.entries()) {
      expect(issues, path).toEqual([])
      expect(illegalMoves(xiangqi, record!)).toEqual([])
      expect([record!.game, countVariations(record!.nodes)]).toEqual(['xiangqi', 0])
      games++
      moves += record!.nodes.length - 1
    }
  }
  expect([games, moves]).toEqual([459, 45_088])
})

test('the PGN of Chinese programs is read without an error', needsCorpus(EXCHANGE), async () => {
  for (const path of corpusFiles(`${EXCHANGE}/pgn`, /\.pgn$/i)) {
    for (const { record, issues } of (await openExchange(path.slice(EXCHANGE.length + 1))).entries()) {
      expect(
        issues.filter(({ id }) => id !== 'pgn/stray-text'),
        path,
      ).toEqual([])
      expect(illegalMoves(xiangqi, record!)).toEqual([])
    }
  }
})
