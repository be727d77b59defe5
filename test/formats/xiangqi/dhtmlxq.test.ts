import { describe, expect, test } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { encodeText } from '../../../src/bytes/text.ts'
import { MemorySource } from '../../../src/bytes/source.ts'
import { detectFormat } from '../../../src/convert/detect.ts'
import { dhtmlxq } from '../../../src/formats/dhtmlxq/format.ts'
import { decodeValue, encodeValue } from '../../../src/formats/dhtmlxq/values.ts'
import { describeIssue } from '../../../src/issues/index.ts'
import { emptyRecord, type GameRecord } from '../../../src/model/record.ts'
import { corpusBytes, corpusFiles } from '../../support/corpus.ts'
import { EXCHANGE, openBytes, openExchange, withoutOrigin, writeRecords } from '../../support/exchange.ts'
import { needsCorpus } from '../../support/needs.ts'
import fc from '../../support/properties.ts'
import { ccbridgeRecords, withoutEmptyComments } from '../../support/xiangqi-records.ts'

async function read(text: string, encoding = 'utf-8') {
  return openBytes(dhtmlxq, 'a.html', encodeText(text, encoding).bytes)
}

test('what stands outside the tags is told, and nothing of their values', async () => {
  const text =
    '[DhtmlXQ]\n[DhtmlXQ_title]A [b] c[/DhtmlXQ_title]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n' +
    '[DhtmlXQ_comment1]see [1] here[/DhtmlXQ_comment1]\n[/DhtmlXQ]'
  expect((await read(text)).issues).toEqual([])
  expect((await read(`${text}\nfrom a friend`)).issues).toMatchObject([{ params: { text: 'from a friend' } }])
})

describe('real files', needsCorpus(EXCHANGE), () => {
  test('are the same when written and read again', async () => {
    for (const path of corpusFiles(EXCHANGE, /dhtmlxq.*\.(?:html|ubb|txt)$/)) {
      const before = (await openExchange(path.slice(EXCHANGE.length + 1))).entry(0)
      const { bytes, issues } = await writeRecords(dhtmlxq, 'a.ubb', [before.record!])
      expect(issues, path).toEqual([])
      expect(withoutOrigin((await openBytes(dhtmlxq, 'a.ubb', bytes)).entry(0)), path).toEqual(withoutOrigin(before))
    }
  })

  test('the largest is its twin in XQF, move by move, comment by comment', async () => {
    const text = (await openExchange('dhtmlxq/vschess_dhtmlxq.txt')).entry(0).record!
    const xqf = (await openExchange('twins-xqf/xianrenzhilu.xqf')).entry(0).record!
    // The texts differ in white space: spaces of the width of a character became many narrow ones.
    const plain = ({ nodes }: GameRecord) =>
      nodes.map(({ parent, move, comments }) => [parent, move, comments?.map(({ text }) => text.replaceAll(/\s/g, ''))])
    expect(text.nodes).toHaveLength(107_002)
    expect(JSON.stringify(plain(text)) === JSON.stringify(plain(xqf))).toBe(true)
  })

  const pages = 'xiangqi-pgn/maksimKorzh-wukong-xiangqi/dhtmlxq_html'
  test('pages are recognised', needsCorpus(pages), async () => {
    for (const path of corpusFiles(pages, /\.html$/)) {
      expect(detectFormat(new MemorySource(path, corpusBytes(path)))?.id).toBe('dhtmlxq')
    }
  })
})

test('text is recognised in any encoding, with and without a byte order mark', () => {
  const text = '[DhtmlXQ]\n[DhtmlXQ_title]炮二平五[/DhtmlXQ_title]\n[/DhtmlXQ]\n'
  const detects = (bytes: Uint8Array) => dhtmlxq.detect(bytes, 'a.txt', bytes.length)
  for (const encoding of ['utf-8', 'gb18030', 'big5', 'utf-16le', 'utf-16be']) {
    expect(detects(encodeText(text, encoding).bytes), encoding).toBe(1)
    expect(detects(encodeText('[Event "炮二平五"]\n', encoding).bytes), encoding).toBe(0)
  }
  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be']) {
    expect(detects(encodeText(`\uFEFF${text}`, encoding).bytes), encoding).toBe(1)
  }
})

test('records are equal after writing and reading, in any encoding', async () => {
  const records = fc.array(ccbridgeRecords, { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(records, fc.constantFrom('utf-8', 'gb18030', 'big5'), async (many, encoding) => {
      const whole = many.map((record) => ({ ...record, nodes: withoutEmptyComments(record.nodes) }))
      const { bytes, issues } = await writeRecords(dhtmlxq, 'a.ubb', whole, { encoding })
      expect(issues).toEqual([])
      const source = new MemorySource('a.ubb', bytes)
      const again = await dhtmlxq.open({ main: source, find: () => undefined, names: () => [] }, { encoding })
      expect([...again.entries()].map((entry) => withoutOrigin(entry))).toEqual(whole)
    }),
    { seed: 5, numRuns: 60 },
  )
})

test('values are equal after writing and reading', () => {
  const text = fc
    .array(fc.constantFrom(...'|\\u0a[/D<&>; \n\r\0马', 'DhtmlXQ_', '\ud800', '😀'))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (value) => {
      const written = encodeValue(value)
      expect(decodeValue(written.trim())).toBe(value)
      expect(written).not.toMatch(/\[\/?DhtmlXQ/i)
    }),
    { seed: 6, numRuns: 500 },
  )
})

describe('a text', () => {
  const block = (tags: string) => `[DhtmlXQ]${tags}[/DhtmlXQ]`

  test('with branches in any order, one of them in another', async () => {
    const { record, issues } = (
      await read(
        block(
          '[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][DhtmlXQ_move_1_2_2]1022[/DhtmlXQ_move_1_2_2]' +
            '[DhtmlXQ_move_0_1_1]17477062[/DhtmlXQ_move_0_1_1][DhtmlXQ_comment1_2]b[/DhtmlXQ_comment1_2]' +
            '[DhtmlXQ_comment2_1]a||c[/DhtmlXQ_comment2_1][DhtmlXQ_comment0]&lt;&nbsp;\\u9a6c[/DhtmlXQ_comment0]',
        ),
      )
    ).entry(0)
    expect(issues).toEqual([])
    expect(record!.nodes.map(({ parent, comments }) => [parent, comments?.[0]?.text])).toEqual([
      [-1, '< 马'],
      [0, undefined],
      [1, undefined],
      [0, 'a\nc'],
      [3, 'b'],
      [3, undefined],
    ])
  })

  test('of which parts lead nowhere keeps the others', async () => {
    const { record, issues } = (
      await read(
        block(
          '[DhtmlXQ_movelist]7747706[/DhtmlXQ_movelist][DhtmlXQ_move_5_1_6]1022[/DhtmlXQ_move_5_1_6]' +
            '[DhtmlXQ_move_0_9_7]1022[/DhtmlXQ_move_0_9_7][DhtmlXQ_comment8]x[/DhtmlXQ_comment8]',
        ),
      )
    ).entry(0)
    expect(record!.nodes.map(({ unread }) => unread?.text)).toEqual([undefined, undefined, '706'])
    expect(issues.map(({ id, params }) => [id, params])).toEqual([
      ['xiangqi/bad-square', undefined],
      ['xiangqi/stray-moves', { count: 2 }],
      ['xiangqi/stray-comment', { text: 'x' }],
    ])
  })

  test('of CCBridge closes tags by the wrong name', async () => {
    const { header } = (
      await read(
        block(
          '[DhtmlXQ_red]甲[/DhtmlXQ_red][DhtmlXQ_blacktime]5[/DhtmlXQ_time][DhtmlXQ_black]乙[/DhtmlXQ_black]' +
            '[DhtmlXQ_blacktime]7[/DhtmlXQ_time][DhtmlXQ_result]黑方胜[/DhtmlXQ_result][DhtmlXQ_type]實戰中殘局[/DhtmlXQ_type]',
        ),
      )
    ).entry(0).record!
    expect(header).toEqual({
      players: [
        { colour: 1, name: '甲', timeUsed: '5' },
        { colour: 2, name: '乙', timeUsed: '7' },
      ],
      result: { outcome: 'win', winner: 2 },
      kind: 'middlegame',
    })
  })

  test('with several blocks holds several games', async () => {
    const { count } = await read(
      `<p>${block('[DhtmlXQ_title]a[/DhtmlXQ_title]')}</p>${block('[DhtmlXQ_title]b[/DhtmlXQ_title]')}`,
    )
    expect(count).toBe(2)
  })

  test('is in the encoding that the page names', async () => {
    const page = `<meta http-equiv="Content-Type" content="text/html; charset=gb2312">${block('[DhtmlXQ_title]炮[/DhtmlXQ_title]')}`
    expect((await read(page, 'gb18030')).listing(0).header.title).toBe('炮')
  })

  test('of a page has its moves in a script, in segments', async () => {
    const page =
      "<script>var DhtmlXQ_movelist = '[DhtmlXQ_movelist][0_1_0]77477062[/0_1_0][0_2_1]1022[/0_2_1][/DhtmlXQ_movelist]'</script>" +
      block('[DhtmlXQ_title]a[/DhtmlXQ_title][DhtmlXQ_movelist][/DhtmlXQ_movelist]')
    const { record } = (await read(page)).entry(0)
    expect(record!.nodes.map(({ parent }) => parent)).toEqual([-1, 0, 1, 1])
  })

  test('takes the side to move from the first move', async () => {
    const binit = `${'99'.repeat(4)}48${'99'.repeat(11)}00${'99'.repeat(3)}40${'99'.repeat(11)}`
    const { record } = (
      await read(block(`[DhtmlXQ_binit]${binit}[/DhtmlXQ_binit][DhtmlXQ_movelist]0001[/DhtmlXQ_movelist]`))
    ).entry(0)
    expect(record!.setup).toBe('r3k4/9/9/9/9/9/9/9/4K4/9 b - - 0 1')
  })
})

const headerOf = async (tags: Record<string, string>) => {
  const text = Object.entries(tags).map(([key, value]) => `[DhtmlXQ_${key}]${value}[/DhtmlXQ_${key}]`)
  return (await read(text.join(''))).entry(0).record!.header
}

describe('the words for a result', () => {
  const win = (winner: 1 | 2) => ({ outcome: 'win', winner })
  test.each<[object, string[]]>([
    [{ outcome: 'unfinished' }, ['', '未知', '不详', '*', '结果不明']],
    [win(1), ['红胜', '紅勝', '红方胜', '红先胜', '紅先勝', '先胜', '红赢', 'W', 'w', '1-0', '１－０', '红 胜']],
    [win(2), ['黑胜', '黑勝', '黑方胜', '后胜', '後勝', '黑赢', '红负', '紅負', '负', '先负', 'L', '0-1']],
    [{ outcome: 'draw' }, ['和', '和局', '和棋', '平局', '先和', '红先和', '双方和', '言和', '议和', 'D', '1/2-1/2']],
    [{ outcome: 'unfinished', text: '多种结果' }, ['多种结果', '多種結果']],
  ])('%j', async (result, words) => {
    for (const word of words) expect((await headerOf({ title: 'x', result: word })).result, word).toEqual(result)
  })

  test.each(['红胜了', '未胜', 'WL', '一胜', '11-0', '红和黑'])('%s is none, and is kept', async (word) => {
    expect((await headerOf({ result: word })).result).toEqual({ outcome: 'unfinished', text: word })
  })
})

test.each([
  ['实战全局', undefined],
  ['實戰', 'middlegame'],
  ['摆谱开局', 'opening'],
  ['擺譜開局', 'opening'],
  ['实战中局/残局', 'middlegame'],
  ['摆谱中局/残局', 'endgame'],
  ['排局', 'endgame'],
])('the kind %s', async (type, kind) => {
  const header = await headerOf({ type })
  expect([header.kind, header.tags]).toEqual([kind, undefined])
})

test.each(['残局', '实战排局'])('%s tells no kind, and is kept as a tag', async (type) => {
  const header = await headerOf({ type })
  expect([header.kind, header.tags]).toEqual([undefined, { Type: type }])
})

test('the names, levels and opening that viewers show', async () => {
  expect(
    await headerOf({
      red: '北京 甲',
      redname: '甲',
      redlevel: '特级大师',
      black: '乙',
      blacklevel: '大师',
      open: '中炮',
      refer: '%E6%A3%8B%20x',
      own: 'kept',
      ver: 'www_dpxq_com',
      length: '90',
    }),
  ).toEqual({
    players: [
      { colour: 1, name: '甲', title: '特级大师' },
      { colour: 2, name: '乙', title: '大师' },
    ],
    result: { outcome: 'unfinished' },
    openingName: '中炮',
    tags: { From: '棋 x', own: 'kept' },
  })
})

test('tags of its own, a title of a player and a name of the opening are written; a variation is not', async () => {
  const record = emptyRecord('xiangqi')
  Object.assign(record.header, {
    players: [{ colour: 1, title: '大师' }],
    openingName: '中炮',
    variationName: '直车',
    tags: { own: 'kept', Type: '残局', movelist: 'x', Other: 'y' },
  })
  const { bytes, issues } = await writeRecords(dhtmlxq, 'a.ubb', [record])
  const text = new TextDecoder().decode(bytes)
  const tag = (key: string, value: string) => `[DhtmlXQ_${key}]${value}[/DhtmlXQ_${key}]\n`
  for (const [key, value] of [
    ['redlevel', '大师'],
    ['open', '中炮'],
    ['type', '残局'],
    ['own', 'kept'],
  ] as const) {
    expect(text).toContain(tag(key, value))
  }
  expect(issues.map((issue) => describeIssue(issue))).toEqual([
    'DhtmlXQ has no fields for these tags: movelist, Other',
    'DhtmlXQ has no field for “variation of the opening”: 直车',
  ])
})

test('facts of a player that have no tag are reported', async () => {
  const record = emptyRecord('xiangqi')
  record.header.players = [
    { colour: 2, name: 'A', otherName: 'B', id: '7', nation: 'CHN', birth: { year: 1980 }, gender: 'female' },
  ]
  const { issues } = await writeRecords(dhtmlxq, 'a.ubb', [record])
  expect(issues.map((issue) => describeIssue(issue).replace('DhtmlXQ has no field for ', ''))).toMatchObject([
    expect.stringMatching(/: B$/),
    expect.stringMatching(/: 7$/),
    expect.stringMatching(/: CHN$/),
    expect.stringMatching(/: 1980$/),
    expect.stringMatching(/: female$/),
  ])
})

test('an unknown encoding is refused, and an empty text has no games', async () => {
  await expect(dhtmlxq.write(new MemorySinkSet('a.ubb'), { encoding: 'klingon' })).rejects.toThrow(TypeError)
  const { bytes } = await writeRecords(dhtmlxq, 'a.ubb', [])
  expect(bytes).toHaveLength(0)
  expect((await openBytes(dhtmlxq, 'a.ubb', bytes)).count).toBe(0)
})

test('two pieces on one point: the first one counts', async () => {
  const binit = `48${'99'.repeat(3)}48${'99'.repeat(15)}40${'99'.repeat(11)}`
  const { record, issues } = (await read(`[DhtmlXQ_binit]${binit}[/DhtmlXQ_binit]`)).entry(0)
  expect(record!.setup).toBe('4k4/9/9/9/9/9/9/9/4R4/9 w - - 0 1')
  expect(issues.map(({ id, params }) => [id, params])).toEqual([['xiangqi/crowded-point', { piece: 'K' }]])
})

test('a start without moves keeps its side to move', async () => {
  const record = emptyRecord('xiangqi')
  record.setup = '4k4/9/9/9/9/9/9/9/9/4K4 b - - 3 12'
  const { bytes } = await writeRecords(dhtmlxq, 'a.ubb', [record])
  expect((await openBytes(dhtmlxq, 'a.ubb', bytes)).entry(0).record!.setup).toBe(record.setup)
})
