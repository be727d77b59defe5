import { describe, expect, test } from 'vitest'
import { encodeText } from '../../../src/bytes/text.ts'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import { detectFormat } from '../../../src/convert/detect.ts'
import { xiangqiText } from '../../../src/formats/xiangqi-text/format.ts'
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

test('a long text is known by its first bytes, one with a zero among them is not text', () => {
  const certainty = (text: string) => {
    const { bytes } = encodeText(text, 'utf-8')
    return xiangqiText.detect(bytes, 'pasted.txt', bytes.length)
  }
  expect(certainty(texts.DPXQ)).toBeGreaterThan(0)
  expect(certainty(texts.DPXQ + '注\n'.repeat(5000))).toBe(certainty(texts.DPXQ))
  expect(certainty(texts.DPXQ + '\0')).toBe(0)
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
      tags: { Generator: 'http://www.dpxq.com/' },
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
    expect(entries.map(({ record }) => record!.header.tags?.['FenIndex'])).toEqual(['001', '002'])
    expect(entries.map(({ record }) => record!.origin!.index)).toEqual([0, 1])
    expect(entries.map(({ record }) => [record!.header.title, record!.setup])).toEqual([
      ['开局', undefined],
      ['例2', '3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1'],
    ])
  })
})

const MOVES = `${texts.RUN_TOGETHER}\n`
const headerOf = async (head: string) => (await readOne(`${head}\n${MOVES}`)).header
const NOTHING = { players: [], result: { outcome: 'unfinished' } }

describe('labels', () => {
  const player = (colour: 1 | 2, facts: object) => ({ players: [{ colour, ...facts }] })

  test.each<[string, object]>([
    ['标题：a', { title: 'a' }],
    ['標題: a', { title: 'a' }],
    ['对局名称：a', { title: 'a' }],
    ['對局名稱：a', {}],
    ['分类：a', { tags: { URL: 'a' } }],
    ['分類：a', { tags: { URL: 'a' } }],
    ['来源：a', { tags: { From: 'a' } }],
    ['來源：a', { tags: { From: 'a' } }],
    ['赛事类型：a', { tags: { ContestType: 'a' } }],
    ['賽事類型：a', { tags: { ContestType: 'a' } }],
    ['赛事：a', { event: { name: 'a' } }],
    ['賽事：a', { event: { name: 'a' } }],
    ['轮次：2', { round: 2 }],
    ['輪次：2', { round: 2 }],
    ['组别：a', { tags: { Group: 'a' } }],
    ['組別：a', { tags: { Group: 'a' } }],
    ['台次：3', { board: 3 }],
    ['日期：2001.05.07', { date: { year: 2001, month: 5, day: 7 } }],
    ['比赛日期：2001.05.07', { date: { year: 2001, month: 5, day: 7 } }],
    ['地点：a', { place: 'a' }],
    ['地點：a', { place: 'a' }],
    ['比赛地点：a', { place: 'a' }],
    ['时间规则：a', { timeControl: { text: 'a' } }],
    ['時間規則：a', { timeControl: { text: 'a' } }],
    ['红方：a', player(1, { name: 'a' })],
    ['紅 方：a', player(1, { name: 'a' })],
    ['红队：a', player(1, { team: { name: 'a' } })],
    ['紅隊：a', player(1, { team: { name: 'a' } })],
    ['红方团体：a', player(1, { team: { name: 'a' } })],
    ['红等级分：1500', player(1, { rating: 1500 })],
    ['紅等級分：1500', player(1, { rating: 1500 })],
    ['红方用时：9', player(1, { timeUsed: '9' })],
    ['黑方：a', player(2, { name: 'a' })],
    ['黑隊：a', player(2, { team: { name: 'a' } })],
    ['黑方团体：a', player(2, { team: { name: 'a' } })],
    ['黑等级分：1500', player(2, { rating: 1500 })],
    ['黑方用时：9', player(2, { timeUsed: '9' })],
    ['解说：a', { annotator: 'a' }],
    ['解說：a', { annotator: 'a' }],
    ['评论：a', { annotator: 'a' }],
    ['評論：a', { annotator: 'a' }],
    ['录入：a', { recorder: 'a' }],
    ['錄入：a', { recorder: 'a' }],
    ['作者：a', { recorder: 'a' }],
    ['创建日期：a', { tags: { DateCreated: 'a' } }],
    ['修改日期：a', { tags: { DateModified: 'a' } }],
    ['对局种类：a', { tags: { RecordKind: 'a' } }],
    ['對局種類：a', { tags: { RecordKind: 'a' } }],
    ['结束方式：a', { result: { outcome: 'unfinished', text: 'a' } }],
    ['結束方式：a', { result: { outcome: 'unfinished', text: 'a' } }],
    ['裁判员：a', { tags: { Referee: 'a' } }],
    ['裁判員：a', { tags: { Referee: 'a' } }],
    ['记录：a', { tags: { Scorer: 'a' } }],
    ['記錄：a', { tags: { Scorer: 'a' } }],
    ['结果：红胜', { result: { outcome: 'win', winner: 1 } }],
    ['結果：和', { result: { outcome: 'draw' } }],
    ['比赛结果：黑胜', { result: { outcome: 'win', winner: 2 } }],
    ['结果：没有', { result: { outcome: 'unfinished', text: '没有' } }],
    ['棋谱类型：摆谱开局', { kind: 'opening' }],
    ['棋譜類型：实战残局', { kind: 'middlegame' }],
    ['棋谱类型：什么', {}],
    ['ECCO：B30 中炮', { openingCode: 'B30', openingName: '中炮' }],
    ['ECCO：B30', { openingCode: 'B30' }],
    ['ECCO：中炮', { openingCode: '中炮' }],
    ['别的：a', {}],
  ])('%s', async (line, facts) => {
    expect(await headerOf(line)).toEqual({ ...NOTHING, ...facts })
  })

  test('several are in one line, and the first time is that of Red', async () => {
    const line = '红方：甲　　黑方：乙  日期：2001'
    expect(await headerOf(line)).toMatchObject({ players: [{ name: '甲' }, { name: '乙' }], date: { year: 2001 } })
    expect(await headerOf('红方：甲\n耗时：1\n黑方：乙\n耗时：2')).toMatchObject({
      players: [
        { name: '甲', timeUsed: '1' },
        { name: '乙', timeUsed: '2' },
      ],
    })
  })

  test('lines of other kinds are a comment, but for headings and signs', async () => {
    const head = '中国象棋对局记录\n最新弈法\n--------\n别的：a  b\n棋谱      红方    黑方\n  end  '
    expect((await readOne(`${head}\n${MOVES}`)).nodes[0]!.comments).toEqual([
      { text: '最新弈法\n别的：a  b\nend', placement: 'after' },
    ])
    expect((await readOne(`红方：甲${'x'.repeat(1000)}\n${MOVES}`)).header.players).toEqual([])
  })
})

describe('where a game begins', () => {
  const FEN = '3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1'

  test.each([
    ['behind a label', `FEN：${FEN}\n1.车五进一将4进12.车五退一\n`],
    ['in a line of its own', `${FEN}\n车五进一\n将4进1\n车五退一\n将4退1\n`],
    ['before coordinates', `${FEN} e1e2 d9d8 e2e1`],
    ['before coordinates with a dash', `${FEN}, E1-E2 D9-D8 E2-E1`],
    ['in the text of PlayOK', `RED ann\nFEN ${FEN}\nSTART{\n1. R5+1 K4+1 2. R5-1\n}END\n`],
  ])('%s', async (_, text) => {
    const { record, issues } = (await read(text)).entry(0)
    expect(issues).toEqual([])
    expect(record!.setup).toBe(FEN)
    const moves = mainLineMoves(record!.nodes).map((move) => xiangqi.writeMove(xiangqi.start(record), move, 'ucci'))
    expect(moves.slice(0, 3)).toEqual(['e1e2', 'd9d8', 'e2e1'])
  })
})

test.each([
  ['1-0', { outcome: 'win', winner: 1 }],
  ['0-1', { outcome: 'win', winner: 2 }],
  ['1/2-1/2', { outcome: 'draw' }],
  ['*', { outcome: 'unfinished' }],
])('the result %s may stand behind the moves, where the head says none', async (word, result) => {
  expect((await readOne(`标题：a\n${MOVES.trim()} ${word}\n`)).header.result).toEqual(result)
  expect((await readOne(`结果：和\n${MOVES.trim()} ${word}\n`)).header.result).toEqual({ outcome: 'draw' })
})

test('what PlayOK says, as far as it says it', async () => {
  const text =
    'EVENT casual;x\nDATE 2001-05-07\nRED ;99\nBLACK bob;new\nRESULT 0-1;y\nother\nSTART{\n1. C2.5 H8+7\n}END\n'
  expect((await readOne(text)).header).toEqual({
    event: { name: 'casual' },
    date: { year: 2001, month: 5, day: 7, text: '2001-05-07' },
    players: [
      { colour: 1, rating: 99 },
      { colour: 2, name: 'bob' },
    ],
    result: { outcome: 'win', winner: 2 },
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
