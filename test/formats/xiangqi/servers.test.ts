import { expect, test } from 'vitest'
import { encodeText } from '../../../src/bytes/text.ts'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import { detectFormat } from '../../../src/convert/detect.ts'
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
  const wrong = xqrFile()
  wrong[wrong.length - 1]! ^= 1
  expect((await read('a.xqr', wrong)).issues).toEqual(['xiangqi/checksum'])
  expect((await read('a.xqr', xqrFile().subarray(0, -10))).issues).toEqual(['xiangqi/cut-moves'])
})

test('a real XQR is its twin in PGN', needsCorpus(EXCHANGE), async () => {
  const xqr = (await openExchange('xqr/1.xqr')).entry(0)
  const pgn = (await openExchange('xqr/1.pgn')).entry(0)
  expect(xqr.issues).toEqual([])
  expect(mainLineMoves(xqr.record!.nodes)).toEqual(mainLineMoves(pgn.record!.nodes))
  expect(mainLineMoves(xqr.record!.nodes)).toHaveLength(543)
})
