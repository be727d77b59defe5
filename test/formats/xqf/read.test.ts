import { describe, expect, test } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { encodeText } from '../../../src/bytes/text.ts'
import { xqf } from '../../../src/formats/xqf/format.ts'
import { FormatError } from '../../../src/issues/errors.ts'
import { makeMove, moveFrom, moveTo, type Move } from '../../../src/model/move.ts'
import { emptyRecord } from '../../../src/model/record.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { positionAfter } from '../../../src/rules/replay.ts'
import { xiangqi } from '../../../src/rules/xiangqi/index.ts'
import { publishedExample, PUBLISHED_MOVES } from '../../fixtures/xqf-published-example.ts'
import { openXqf, readXqf, writeXqf } from '../../support/xqf.ts'

const square = (at: number) => 'abcdefghi'[at % 9]! + String(Math.floor(at / 9))
const iccs = (move: Move) => square(moveFrom(move)) + square(moveTo(move))

/** The published example with some bytes changed. */
function changed(changes: Record<number, readonly number[] | Uint8Array>): Uint8Array {
  const bytes = publishedExample()
  for (const [offset, values] of Object.entries(changes)) bytes.set(values, Number(offset))
  return bytes
}

/** A header text as it is stored: its length, then its bytes. */
function field(text: string, length?: number): Uint8Array {
  const { bytes } = encodeText(text, 'gb18030')
  return Uint8Array.from([length ?? bytes.length, ...bytes])
}

async function issueIds(bytes: Uint8Array): Promise<string[]> {
  const collection = await openXqf(bytes)
  return [...collection.issues, ...collection.entry(0).issues, ...collection.validate!()].map(({ id }) => id)
}

describe('the published example', () => {
  test('reads to the header fields it lists', async () => {
    const { record, entry } = await readXqf(publishedExample())
    expect(entry.issues).toEqual([])
    expect(record.header).toEqual({
      title: '仙人指路对起马局',
      event: { name: '"中立杯"象棋电视快棋赛' },
      date: { year: 1997, month: 11, day: 16, text: '1997年11月16日' },
      place: '北京',
      players: [
        { colour: 1, name: '柳大华' },
        { colour: 2, name: '吕  钦' },
      ],
      result: { outcome: 'win', winner: 2 },
      annotator: '刘殿中',
      recorder: '过河象',
    })
    expect(record.setup).toBeUndefined()
    expect(record.native).toBeUndefined()
  })

  test('reads to the sixteen moves it lists, in ICCS and in Chinese', async () => {
    const { record } = await readXqf(publishedExample())
    const moves = mainLineMoves(record.nodes)
    expect(moves.map(iccs)).toEqual(PUBLISHED_MOVES.map(([text]) => text))
    const position = xiangqi.start()
    for (const [index, move] of moves.entries()) {
      expect(xiangqi.writeMove(position, move, 'chinese')).toBe(PUBLISHED_MOVES[index]![1])
      xiangqi.play(position, move)
    }
  })

  test('has nothing to object to', async () => {
    expect(await issueIds(publishedExample())).toEqual([])
  })
})

describe('detection', () => {
  test('is certain of the letters, a known version and the key sum', () => {
    const bytes = publishedExample()
    expect(xqf.detect(bytes, 'x', bytes.length)).toBe(1)
    expect(xqf.detect(changed({ 0x0d: [1] }), 'x', bytes.length)).toBeLessThan(1)
    expect(xqf.detect(changed({ 0x0d: [1] }), 'x', bytes.length)).toBeGreaterThan(0)
    expect(xqf.detect(changed({ 0: [0x58, 0x58] }), 'x', bytes.length)).toBe(0)
    expect(xqf.detect(new Uint8Array(0), 'x.pgn', 0)).toBe(0)
  })

  test('a file that is not XQF is refused with the reason', async () => {
    const refused: [bytes: Uint8Array, offset: number][] = [
      [changed({ 0: [0x2e] }), 0],
      [changed({ 2: [19] }), 2],
      [publishedExample().subarray(0, 0x2f), 0x2f],
      [new Uint8Array(0), 0],
    ]
    for (const [bytes, offset] of refused) {
      const error: unknown = await openXqf(bytes).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(FormatError)
      expect((error as FormatError).place).toEqual({ file: 'game.xqf', offset })
      expect((error as FormatError).code).toMatch(/^xqf./)
    }
  })
})

test('a file that is only called XQF is perhaps a damaged one', () => {
  expect(xqf.detect(Uint8Array.of(1, 2), 'games/game.XQF', 2)).toBe(0.1)
  expect(xqf.detect(Uint8Array.of(1, 2), 'games/game.txt', 2)).toBe(0)
})

test('a file without a record is not written, and says so', async () => {
  const out = new MemorySinkSet('game.xqf')
  const writer = await xqf.write(out)
  expect(writer.add(emptyRecord('chess')).written).toBe(false)
  expect(writer.finish()).toEqual([{ id: 'xqf/no-record', severity: 'error' }])
  expect([...out.files.keys()]).toEqual([])
})

test('the corner a0 is a square like others', async () => {
  const record = emptyRecord('xiangqi')
  // 1. 车九进一 and back, with a move of the other side between.
  const moves = [makeMove(0, 9), makeMove(81, 72), makeMove(9, 0), makeMove(72, 81)]
  for (const [index, move] of moves.entries()) record.nodes.push({ parent: index, move })
  const { bytes } = await writeXqf(record)
  expect(mainLineMoves((await readXqf(bytes)).record.nodes)).toEqual(moves)
})

describe('header oddities', () => {
  test('a kind of record, every result code, an unknown type and an unknown result', async () => {
    expect((await readXqf(changed({ 0x40: [3] }))).record.header.kind).toBe('endgame')
    expect((await readXqf(changed({ 0x33: [3] }))).record.header.result).toEqual({ outcome: 'draw' })
    const four = await readXqf(changed({ 0x33: [4] }))
    expect(four.record.header.result).toEqual({ outcome: 'draw' })
    expect(four.record.native).toEqual({ xqf: { result: 4 } })
    const odd = await readXqf(changed({ 0x33: [9], 0x40: [7, 0, 5] }))
    expect(odd.record.header.result).toEqual({ outcome: 'unfinished' })
    expect(odd.record.header.kind).toBeUndefined()
    expect(odd.record.native).toEqual({ xqf: { result: 9, codes: [7, 5, 0, 0, 0, 0, 0, 0] } })
    expect(odd.entry.issues.map(({ id }) => id)).toEqual(['xqf/unknown-result', 'xqf/type-code'])
  })

  test('a length beyond the field is reduced to the field, and what follows is kept', async () => {
    const { record, entry } = await readXqf(changed({ 0x120: field('第五章 混杀练习xyz'), 0x130: [0] }))
    expect(record.header.place).toBe('第五章 混杀练习')
    expect(record.header.players).toEqual([{ colour: 2, name: '吕  钦' }])
    expect(entry.issues.map(({ id }) => id)).toEqual(['xqf/overlong-place'])
    expect(record.native).toMatchObject({ xqf: { stray: [{ at: 0x131 }] } })
  })

  test('an overlong title runs on into the field after it', async () => {
    const title = '全国象棋个人锦标赛第十一轮第四场第一台山东李翰林先和广东许银川二〇一七年'
    const { record, entry } = await readXqf(changed({ 0x50: field(title) }))
    expect(record.header.title).toBe(title)
    expect(record.native).toBeUndefined()
    expect(entry.issues.map(({ id }) => id)).toEqual(['xqf/overlong-title'])
  })

  test('half a character at the end of a full field is dropped and its bytes are kept', async () => {
    const bytes = changed({ 0x120: [15, ...field('江苏省淮安市淮').subarray(1), 0xd2] })
    const { record, entry } = await readXqf(bytes)
    expect(record.header.place).toBe('江苏省淮安市淮')
    expect(entry.issues.map(({ id }) => id)).toEqual(['xqf/half-character-place'])
    const written = await writeXqf(record)
    expect(written.bytes).toEqual(bytes)
  })

  test('bytes that are not text are shown as such and go back unchanged', async () => {
    const bytes = changed({ 0x130: [3, 0x41, 0xff, 0x42] })
    const { record, entry } = await readXqf(bytes)
    expect(record.header.players[0]!.name).toBe('A\ufffdB')
    expect(entry.issues.map(({ id }) => id)).toEqual(['xqf/bad-text-red'])
    expect((await writeXqf(record)).bytes).toEqual(bytes)
  })

  test('another encoding can be requested', async () => {
    const { bytes } = encodeText('賽', 'big5')
    const file = changed({ 0x50: [bytes.length, ...bytes] })
    expect((await readXqf(file, { encoding: 'big5' })).record.header.title).toBe('賽')
    await expect(openXqf(file, { encoding: 'klingon' })).rejects.toThrow(TypeError)
  })

  test('what the format reserves is kept and goes back where it was', async () => {
    const bytes = changed({
      4: [1, 2, 3, 4],
      0x30: [7, 0],
      0x3c: [9],
      0x5f: [],
      0x90: field('副题'),
      0x1b0: [1, 0, 2],
      0x3ff: [5],
    })
    const { record } = await readXqf(bytes)
    expect(record.native).toMatchObject({ xqf: { productId: 0x04030201, startPly: 7, secondTitle: '副题' } })
    expect((await writeXqf(record)).bytes).toEqual(bytes)
    expect(await issueIds(bytes)).toEqual(['xqf/reserved-bytes', 'xqf/product-id', 'xqf/start-ply'])
  })

  test('validation continues after the end of a line', async () => {
    const record = emptyRecord('xiangqi')
    const [one, other] = ['h2e2', 'b2e2'].map((text) => xiangqi.readMove(xiangqi.start(), text)!)
    const answer = xiangqi.readMove(positionAfter(xiangqi, record, [one!]), 'h9g7')!
    record.nodes = [{ parent: -1 }, { parent: 0, move: one! }, { parent: 1, move: answer }, { parent: 0, move: other! }]
    const { bytes } = await writeXqf(record)
    expect(await issueIds(bytes)).toEqual([])
    // The last record, four bytes and the length of no comment, is the second variation.
    bytes[bytes.length - 5] = 1
    expect(await issueIds(bytes)).toEqual(['xqf/record-reserved'])
  })

  test('validation names each departure from the format', async () => {
    const departures: [name: string, changes: Record<number, readonly number[]>][] = [
      ['xqf/key-sum', { 2: [18], 0x0c: [1] }],
      ['xqf/unused-keys', { 8: [1] }],
      ['xqf/node-count', { 0x34: [16] }],
      ['xqf/tree-offset', { 0x38: [0, 4] }],
      ['xqf/codes', { 0x42: [1] }],
      ['xqf/field-padding', { 0x125: [1] }],
      ['xqf/root-record', { 0x400: [0x33, 0x44] }],
      ['xqf/record-reserved', { 0x40b: [1] }],
      ['xqf/tag', { 0x40a: [0x80] }],
      ['xqf/unknown-version', { 2: [9] }],
      ['xqf/first-mover', { 0x32: [1] }],
      ['xqf/root-sibling', { 0x402: [0xff] }],
      ['xqf/crowded-point', { 0x10: [0x46] }],
    ]
    for (const [name, changes] of departures) expect(await issueIds(changed(changes))).toContain(name)
  })
})

describe('the start', () => {
  test('is the stored position, whatever the type', async () => {
    const { record } = await readXqf(changed({ 0x10: [0xff] }))
    expect(record.header.kind).toBeUndefined()
    expect(record.setup).toBe('rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABN1 w - - 0 1')
  })

  test('has the side to move that the first move shows', async () => {
    const { record } = await readXqf(changed({ 0x408: [0x67, 0x63] }))
    expect(record.setup).toMatch(/ b - - 0 1$/)
    const bare = changed({ 0x32: [1], 0x402: [0] }).subarray(0, 0x408)
    expect((await readXqf(bare)).record.setup).toMatch(/ b - - 0 1$/)
  })

  test('two pieces on one point: the first in the list stays', async () => {
    const { record } = await readXqf(changed({ 0x11: [0x50] }))
    expect(record.setup).toBe('rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w - - 0 1')
  })
})

describe('damaged trees', () => {
  test('a file that ends inside the moves keeps those before', async () => {
    const { record, entry } = await readXqf(publishedExample().subarray(0, 0x44c))
    expect(record.nodes.length).toBe(9)
    expect(entry.issues).toMatchObject([{ id: 'xqf/truncated-tree', severity: 'error', place: { offset: 0x448 } }])
  })

  test('a file that promises a first move and ends is a position without moves', async () => {
    const { record, entry } = await readXqf(publishedExample().subarray(0, 0x408))
    expect(record.nodes.length).toBe(1)
    expect(entry.issues).toMatchObject([{ id: 'xqf/missing-first-move', severity: 'warning' }])
  })

  test('a file that ends inside the header keeps the position', async () => {
    const collection = await openXqf(publishedExample().subarray(0, 0x120))
    expect(collection.issues.map(({ id }) => id)).toEqual(['xqf/truncated-header'])
    const { record, issues } = collection.entry(0)
    expect(record!.header.title).toBe('仙人指路对起马局')
    expect(issues.map(({ id }) => id)).toEqual(['xqf/truncated-tree'])
  })

  test('a comment longer than the file keeps what there is', async () => {
    const bytes = changed({ 0x484: [9] })
    const longer = Uint8Array.from([...bytes, 0xba, 0xc3])
    const { record, entry } = await readXqf(longer)
    expect(record.nodes.at(-1)!.comments).toEqual([{ text: '好', placement: 'after' }])
    expect(entry.issues.map(({ id }) => id)).toEqual(['xqf/bad-comment-length'])
  })

  test('bytes after the tree are kept', async () => {
    const bytes = Uint8Array.from([...publishedExample(), 1, 2, 3])
    const { record, entry } = await readXqf(bytes)
    expect(entry.issues).toMatchObject([{ id: 'xqf/trailing-bytes', place: { offset: 0x488 } }])
    expect((await writeXqf(record)).bytes).toEqual(bytes)
  })

  test('impossible moves are kept and reported', async () => {
    const { record, entry } = await readXqf(changed({ 0x410: [0x18 + 45], 0x419: [0x20 + 93] }))
    expect(record.nodes.length).toBe(17)
    expect(record.nodes[3]).toMatchObject({ unread: { text: '63-93' }, native: { xqf: { points: [63, 93] } } })
    expect(entry.issues.map(({ id, place }) => [id, place?.node])).toEqual([
      ['xqf/no-piece', 2],
      ['xqf/bad-point', 3],
      ['xqf/captures-own', 16],
    ])
    const again = await readXqf((await writeXqf(record)).bytes)
    expect(again.record).toEqual(record)
  })
})

describe('comments', () => {
  /** The example with a comment at its last move. */
  const withComment = (comment: Uint8Array) => Uint8Array.from([...changed({ 0x484: [comment.length] }), ...comment])

  test('lines end with LF in the record and with CR LF in the file', async () => {
    const bytes = withComment(encodeText('第一行\r\n第二行\r\n', 'gb18030').bytes)
    const { record } = await readXqf(bytes)
    expect(record.nodes.at(-1)!.comments).toEqual([{ text: '第一行\n第二行', placement: 'after' }])
    expect((await writeXqf(record)).bytes).toEqual(bytes)
  })

  test('bytes that are not text do not lose the comment, and go back unchanged', async () => {
    const bytes = withComment(Uint8Array.from([0xba, 0xc3, 0x80, 0xff, 0xc6]))
    const { record, entry } = await readXqf(bytes)
    expect(record.nodes.at(-1)!.comments![0]!.text).toMatch(/^好/)
    expect(entry.issues.map(({ id }) => id)).toEqual(['xqf/bad-comment'])
    expect((await writeXqf(record)).bytes).toEqual(bytes)
  })
})

test('an index other than 0 is misuse', async () => {
  const collection = await openXqf(publishedExample())
  expect(() => collection.entry(1)).toThrow(TypeError)
  expect([...collection.entries({ from: 1 })]).toEqual([])
})
