import { describe, expect, test } from 'vitest'
import { encodeText } from '../../../src/bytes/text.ts'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import { detectFormat } from '../../../src/convert/detect.ts'
import { xiangqiServers } from '../../../src/formats/xiangqi-servers/format.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { xiangqi } from '../../../src/rules/xiangqi/index.ts'
import { EXCHANGE, openExchange } from '../../support/exchange.ts'
import { needsCorpus } from '../../support/needs.ts'
import { ccmFile, CHE, chnFile, mxqFile, oldCcmFile, oldChnFile, xqrFile } from '../../support/xiangqi-server-files.ts'

async function read(name: string, bytes: Uint8Array) {
  const source = new MemorySource(name, bytes)
  const collection = await detectFormat(source)!.open!(new MemoryFileSet(source))
  const { record, issues } = collection.entry(0)
  const start = xiangqi.start(record)
  const moves = mainLineMoves(record!.nodes).map((move) => xiangqi.writeMove(start, move, 'ucci'))
  return {
    record: record!,
    issues: issues.map(({ id }) => id),
    moves: moves.join(' '),
    version: collection.about.version,
  }
}

const MOVES = 'h2e2 h9g7 h0g2'

/** The endings of each form. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  MXQ: ['.mxq'],
  CHE: ['.che'],
  'CCM (9 bytes)': ['.ccm'],
  GL: ['.chn', '.xqi'],
}

test.each([
  ['a.mxq', mxqFile(), 'MXQ'],
  ['a.che', encodeText(CHE, 'utf-8').bytes, 'CHE'],
  ['a.CCM', ccmFile(), 'CCM (9 bytes)'],
  ['a.ccm', oldCcmFile(), 'CCM (7 bytes)'],
  ['b.ccm', oldCcmFile(true), 'CCM (7 bytes)'],
  ['a.chn', chnFile(), 'GL'],
  ['a.xqi', chnFile(), 'GL'],
  ['old.chn', oldChnFile(), 'CHN (32 bytes)'],
])('%s', async (name, bytes, version) => {
  const found = await read(name, bytes)
  expect([found.issues, found.moves, found.version]).toEqual([[], MOVES, version])
  expect(found.record.setup).toBeUndefined()
})

test('what they say beside the moves', async () => {
  expect((await read('a.mxq', mxqFile())).record.header).toEqual({
    title: '甲(5r)-负-乙',
    place: '弈天',
    date: { year: 2016, month: 12, day: 27, text: '2016年12月27日 21点14分' },
    players: [
      { colour: 1, name: '甲', rank: '5r', rating: 1500 },
      { colour: 2, name: '乙', rating: 1348 },
    ],
    result: { outcome: 'win', winner: 2, text: '红方投子认负' },
    timeControl: { text: '25 3 60' },
  })
  expect((await read('a.ccm', ccmFile())).record.header.instant).toBe('2016-12-26T04:02:51Z')
  expect((await read('a.chn', chnFile())).record.header).toMatchObject({
    title: '甲[1] - 乙[2]',
    date: { year: 2016, month: 12, day: 27 },
    players: [
      { colour: 1, name: '甲', id: '1' },
      { colour: 2, name: '乙', id: '2' },
    ],
  })
})

describe('MXQ', () => {
  const withTitle = (title: string) => mxqFile((strings) => strings.with(2, title))
  const headerOf = async (bytes: Uint8Array) => (await read('a.mxq', bytes)).record.header

  test.each([
    ['甲-胜-乙', { outcome: 'win', winner: 1 }],
    ['甲-勝-乙', { outcome: 'win', winner: 1 }],
    ['甲-负-乙', { outcome: 'win', winner: 2 }],
    ['甲-負-乙', { outcome: 'win', winner: 2 }],
    ['甲-和-乙', { outcome: 'draw' }],
    ['甲 乙', { outcome: 'unfinished' }],
  ])('the title %s tells the result', async (title, result) => {
    const header = await headerOf(withTitle(title))
    expect(header.title).toBe(title)
    expect(header.result).toEqual({ ...result, text: '红方投子认负' })
    expect(header.players.map(({ name }) => name)).toEqual(title.includes('-') ? ['甲', '乙'] : [undefined, undefined])
  })

  test('the ratings after the game and the notes are kept, and what is empty is not', async () => {
    const bytes = mxqFile((strings) => strings.toSpliced(-1, 0, '好棋', '再见'))
    const native = { ratingsAfter: ['1286', '1291'], notes: ['好棋', '再见'] }
    expect((await read('a.mxq', bytes)).record.native).toEqual({ 'xiangqi-servers': native })
    expect((await read('a.mxq', mxqFile())).record.native).toEqual({
      'xiangqi-servers': { ratingsAfter: ['1286', '1291'] },
    })
    const empty = await headerOf(mxqFile((strings) => strings.fill('', 0, 5).with(10, '')))
    expect(empty).toEqual({ players: [], result: { outcome: 'unfinished' }, timeControl: { text: '25 3 60' } })
  })

  test('a file that begins otherwise keeps its strings', async () => {
    const { record, moves, issues } = await read(
      'a.mxq',
      mxqFile((strings) => strings.slice(1)),
    )
    expect([moves, issues]).toEqual([MOVES, []])
    expect(record.header).toEqual({ players: [], result: { outcome: 'unfinished' } })
    expect(record.native).toMatchObject({
      'xiangqi-servers': { facts: expect.arrayContaining(['甲(5r)-负-乙', '红方投子认负']) as string[] },
    })
  })

  test('a word that is not a move is kept unread', async () => {
    const { record, issues } = await read(
      'a.mxq',
      mxqFile((strings) => strings.with(13, '9K-1A')),
    )
    expect(issues).toContain('xiangqi/bad-square')
    expect(record.nodes.map(({ unread }) => unread !== undefined)).toEqual([false, false, true, false])
  })
})

describe('CHN', () => {
  test('the board is where the game begins', async () => {
    const bytes = chnFile()
    // The pawn of Black on the left, at the fourth of the ten points of its column.
    bytes[0xb4 + 3] = 0
    const { record, issues, moves } = await read('a.chn', bytes)
    expect([issues, moves]).toEqual([[], MOVES])
    expect(record.setup).toBe('rnbakabnr/9/1c5c1/2p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1')
  })

  test('a piece of no kind is reported and left out', async () => {
    const bytes = chnFile()
    bytes[0xb4 + 3] = 8
    const { record, issues } = await read('a.chn', bytes)
    expect(issues).toEqual(['xiangqi/unknown-piece'])
    expect(record.setup).toContain('/2p1p1p1p/')
    // Behind the board stands no piece.
    const behind = chnFile()
    behind[0xb4 + 90] = 8
    expect((await read('a.chn', behind)).issues).toEqual([])
  })

  test('a game that Black begins', async () => {
    const bytes = chnFile()
    bytes.set(bytes.slice(0x1d8 + 2 * 36, 0x1d8 + 3 * 36), 0x1d8 + 36)
    bytes[0x16c] = 1
    const { record, moves } = await read('a.chn', bytes)
    expect(moves).toBe('h9g7')
    expect(record.setup).toMatch(/ b - - 0 1$/)
  })

  test.each([
    ['Sun Jan  1 08:00:00 2012', { year: 2012, month: 1, day: 1 }],
    ['Fri Dec 21 08:00:00 2012', { year: 2012, month: 12, day: 21 }],
    ['some day', undefined],
  ])('the date %s', async (text, date) => {
    const bytes = chnFile()
    bytes.fill(0, 8, 0x24).set(encodeText(text, 'utf-8').bytes, 8)
    expect((await read('a.chn', bytes)).record.header.date).toEqual(date)
  })

  test('names and identifiers that are not there', async () => {
    const bytes = chnFile()
    bytes.fill(0, 0x24, 0xb4)
    expect((await read('a.chn', bytes)).record.header).toMatchObject({ players: [] })
    expect((await read('a.chn', bytes)).record.header.title).toBeUndefined()
  })
})

test('a time of zeros is not a time', async () => {
  const bytes = ccmFile()
  bytes.fill(0, 4, 8)
  expect((await read('a.ccm', bytes)).record.header.instant).toBeUndefined()
})

test('the encoding asked for is used, and its name must be one', async () => {
  const files = new MemoryFileSet(new MemorySource('a.chn', chnFile()))
  const collection = await xiangqiServers.open(files, { encoding: 'windows-1252' })
  expect(collection.about.encoding).toBe('windows-1252')
  expect(collection.entry(0).record!.header.players[0]!.name).toBe('¼×')
  expect(collection.entry(0).record!.origin).toEqual({
    format: 'xiangqi-servers',
    version: 'GL',
    file: 'a.chn',
    index: 0,
    encoding: 'windows-1252',
  })
  await expect(xiangqiServers.open(files, { encoding: 'klingon' })).rejects.toThrow(TypeError)
})

test.each([
  ['MXQ', mxqFile()],
  ['CHE', encodeText(CHE, 'utf-8').bytes],
  ['CCM (9 bytes)', ccmFile()],
  ['GL', chnFile()],
])(
  '%s is found by its bytes where its name says nothing, and refused where it says another',
  async (version, bytes) => {
    const open = (name: string) => xiangqiServers.open(new MemoryFileSet(new MemorySource(name, bytes)))
    expect((await open('game')).about.version).toBe(version)
    const others = ['.mxq', '.che', '.ccm', '.chn', '.xqi'].filter((ending) => !FORMS[version]!.includes(ending))
    for (const ending of others)
      await expect(open(`game${ending}`)).rejects.toMatchObject({ code: 'xiangqi/not-format' })
  },
)

test('files that are cut give the moves before the cut', async () => {
  const cheText = CHE.slice(0, -15)
  expect(await read('a.che', encodeText(cheText, 'utf-8').bytes)).toMatchObject({
    moves: 'h2e2 h9g7',
    issues: ['xiangqi/cut-moves'],
  })
  expect(await read('a.mxq', mxqFile().subarray(0, -17))).toMatchObject({ moves: MOVES, issues: ['xiangqi/cut-moves'] })
  expect(await read('a.chn', chnFile().subarray(0, -36))).toMatchObject({
    moves: 'h2e2 h9g7',
    issues: ['xiangqi/cut-moves'],
  })
})

test('XQR has variations and a checksum', async () => {
  const { record, issues } = await read('a.xqr', xqrFile())
  expect(issues).toEqual([])
  expect(record.nodes.map(({ parent }) => parent)).toEqual([-1, 0, 1, 1])
  expect(record.header).toMatchObject({
    event: { name: '赛事' },
    result: { outcome: 'win', winner: 1 },
    players: [{ name: '甲' }, { name: '乙' }],
  })
  expect(record.header.place).toBeUndefined()
  expect(record.header.date).toMatchObject({ year: 2009, month: 12, day: 19 })
  expect(record.origin).toEqual({ format: 'xqr', file: 'a.xqr', index: 0, encoding: 'utf-8' })
  const wrong = xqrFile()
  wrong[wrong.length - 1]! ^= 1
  expect((await read('a.xqr', wrong)).issues).toEqual(['xiangqi/checksum'])
  expect((await read('a.xqr', xqrFile().subarray(0, -10))).issues).toEqual(['xiangqi/cut-moves'])
})

test('XQR with a comment ends there, and a square off the board is kept as it is', async () => {
  // The last node is ten bytes before the end: four of it, and the checksum.
  const commented = xqrFile()
  commented[commented.length - 8]! |= 4
  const cut = await read('a.xqr', commented)
  expect([cut.moves, cut.issues]).toEqual(['h2e2 h9g7', ['xiangqi/cut-moves']])
  const off = xqrFile()
  off[off.length - 10] = 0x09
  const { record, issues } = await read('a.xqr', off)
  expect(issues).toEqual(['xiangqi/bad-square', 'xiangqi/checksum'])
  expect(record.nodes[3]!.unread).toEqual({ text: '9-34' })
})

test.each([
  [0, { outcome: 'unfinished' }],
  [1, { outcome: 'win', winner: 1 }],
  [2, { outcome: 'win', winner: 2 }],
  [3, { outcome: 'draw' }],
])('XQR: the result %i', async (code, result) => {
  const bytes = xqrFile()
  const at = bytes.findIndex((byte, index) => byte === 7 && bytes[index + 1] === 1 && bytes[index + 3] === 9)
  bytes[at + 2] = code
  expect((await read('a.xqr', bytes)).record.header.result).toEqual(result)
})

test('XQR: a field of an unknown kind is skipped, and one cut short is the last', async () => {
  const bytes = xqrFile()
  const longer = Uint8Array.from([...bytes.subarray(0, 7), 99, 2, 9, 9, ...bytes.subarray(7)])
  const { moves, issues } = await read('a.xqr', longer)
  expect([moves, issues]).toEqual(['h2e2 h9g7', ['xiangqi/checksum']])
  const { record } = await read('a.xqr', bytes.subarray(0, 12))
  expect(record.header.event).toEqual({ name: '赛' })
  expect(record.nodes).toEqual([{ parent: -1 }])
})

test('a real XQR is its twin in PGN', needsCorpus(EXCHANGE), async () => {
  const xqr = (await openExchange('xqr/1.xqr')).entry(0)
  const pgn = (await openExchange('xqr/1.pgn')).entry(0)
  expect(xqr.issues).toEqual([])
  expect(mainLineMoves(xqr.record!.nodes)).toEqual(mainLineMoves(pgn.record!.nodes))
  expect(mainLineMoves(xqr.record!.nodes)).toHaveLength(543)
})
