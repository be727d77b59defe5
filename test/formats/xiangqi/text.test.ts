import { describe, expect, test } from 'vitest'
import { encodeText } from '../../../src/bytes/text.ts'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import { detectFormat } from '../../../src/convert/detect.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { xiangqi } from '../../../src/rules/xiangqi/index.ts'
import { EXCHANGE, openExchange } from '../../support/exchange.ts'
import { needsCorpus } from '../../support/needs.ts'
import * as texts from '../../support/xiangqi-texts.ts'

async function read(text: string, encoding = 'utf-8', name = 'pasted.txt') {
  const source = new MemorySource(name, encodeText(text, encoding).bytes)
  const format = detectFormat(source)
  expect(format?.id).toBe('xiangqi-text')
  return format!.open!(new MemoryFileSet(source))
}

async function readOne(text: string, encoding?: string) {
  const { record, issues } = (await read(text, encoding)).entry(0)
  const start = xiangqi.start(record)
  const moves = mainLineMoves(record!.nodes).map((move) => xiangqi.writeMove(start, move, 'ucci'))
  return { header: record!.header, nodes: record!.nodes, issues: issues.map(({ id }) => id), moves: moves.join(' ') }
}

const GAMES = Object.entries(texts).filter(([name]) => !['POSITIONS', 'XIANGQI_TEXTS'].includes(name)) as [
  string,
  string,
][]

test.each(GAMES)('%s is read to its last move', async (_, text) => {
  const found = await readOne(text)
  expect([found.issues, found.moves]).toEqual([[], 'h2e2 h9g7 h0g2 i9h9'])
})

describe('what texts say beside the moves', () => {
  test('dpxq.com', async () => {
    expect((await readOne(texts.DPXQ, 'gb18030')).header).toEqual({
      title: '甲先胜乙',
      event: { name: '全国赛' },
      date: { year: 2011, month: 8, day: 29, text: '2011-08-29' },
      players: [
        { colour: 1, name: '甲' },
        { colour: 2, name: '乙' },
      ],
      result: { outcome: 'win', winner: 1 },
    })
  })

  test('CCBridge', async () => {
    const { header, nodes } = await readOne(texts.CCBRIDGE)
    expect(header).toMatchObject({
      title: '五七炮',
      kind: 'opening',
      openingCode: 'C66',
      openingName: '五七炮对屏风马',
      annotator: '丙a@b.c',
      players: [{ colour: 1, name: '甲', rating: 1500 }],
    })
    expect(nodes[0]!.comments).toEqual([{ text: '最新弈法', placement: 'after' }])
  })

  test('Ourgame', async () => {
    const { header, nodes } = await readOne(texts.OURGAME)
    expect(header.players).toEqual([
      { colour: 1, name: '甲(0535)', timeUsed: '2分 24秒' },
      { colour: 2, name: '乙(jyq0811)', timeUsed: '4分  1秒' },
    ])
    expect([header.title, header.date?.year, nodes[0]!.comments]).toEqual(['红方[689] - 黑方[811]', 2016, undefined])
  })

  test('PlayOK', async () => {
    expect((await readOne(texts.PLAYOK)).header).toMatchObject({
      event: { name: 'casual' },
      players: [
        { colour: 1, name: 'ann', rating: 1500 },
        { colour: 2, name: 'bob', rating: 1320 },
      ],
      result: { outcome: 'win', winner: 1 },
    })
  })

  test('a list of positions', async () => {
    const collection = await read(texts.POSITIONS, 'utf-8', 'a.fen')
    const entries = [...collection.entries()]
    expect(entries.map(({ record }) => [record!.header.title, record!.setup])).toEqual([
      ['开局', undefined],
      ['例2', '3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1'],
    ])
  })
})

test('a move that is not one leaves the others as text', async () => {
  const { issues, nodes } = await readOne(texts.RUN_TOGETHER.replace('马8进7', '马8进1'))
  expect(issues).toEqual(['xiangqi/unread-move'])
  expect(nodes.map(({ unread }) => unread?.text)).toEqual([undefined, undefined, '马8进1', '马二进三', '车9平8'])
})

test('PGN stays PGN', () => {
  for (const text of [
    '1. 炮二平五  马8进7\n2. 马二进三',
    '[Game "Chinese Chess"]\n[Red "甲"]\n\n1. 炮二平五 马8进7',
    '1. e4 e5',
  ]) {
    expect(detectFormat(new MemorySource('a.pgn', new TextEncoder().encode(text)))?.id).toBe('pgn')
  }
})

describe('real texts', needsCorpus(EXCHANGE), () => {
  test.each([
    ['text/sample_04x.txt', 45, 'cbr/sample_23_ccbridge.cbr'],
    ['server/sample_12x_ourgame-chess.txt', 44, 'server/sample_11_ourgame-chess.chn'],
  ])('%s has the moves of its twin', async (file, count, twin) => {
    const line = async (path: string) => mainLineMoves((await openExchange(path)).entry(0).record!.nodes)
    const moves = await line(file)
    expect(moves).toHaveLength(count)
    expect(moves).toEqual((await line(twin)).slice(0, count))
  })

  test.each([
    ['text/test1_move.txt', 1],
    ['text/uci_test_move.txt', 1],
    ['text/sample_41_fen.fen', 2],
  ])('%s is read without an issue', async (file, least) => {
    const collection = await openExchange(file)
    expect(collection.count).toBeGreaterThanOrEqual(least)
    for (const { record, issues } of collection.entries()) {
      expect(issues).toEqual([])
      if (file.includes('move')) expect(record!.nodes.length).toBeGreaterThan(5)
    }
  })
})
