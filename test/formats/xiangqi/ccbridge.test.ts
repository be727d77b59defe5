import { describe, expect, test } from 'vitest'
import { u32le } from '../../../src/bytes/numbers.ts'
import { ByteWriter } from '../../../src/bytes/writer.ts'
import { detectFormat } from '../../../src/convert/detect.ts'
import { MemorySource } from '../../../src/bytes/source.ts'
import { ccbridge } from '../../../src/formats/ccbridge/format.ts'
import { formatGuid, parseGuid } from '../../../src/formats/ccbridge/guid.ts'
import { LAYOUT_1, LAYOUT_2 } from '../../../src/formats/ccbridge/layout.ts'
import { SQUARES_IN_HALVES, SQUARES_IN_ROWS, writeStream } from '../../../src/formats/ccbridge/stream.ts'
import { WriteReport } from '../../../src/formats/xiangqi/write-report.ts'
import { makeMove } from '../../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../../src/model/record.ts'
import { corpusBytes, corpusFiles } from '../../support/corpus.ts'
import {
  EXCHANGE,
  expectedGames,
  openBytes,
  openExchange,
  withoutOrigin,
  writeRecords,
} from '../../support/exchange.ts'
import { needsCorpus } from '../../support/needs.ts'
import { oldLibrary } from '../../support/old-ccbridge.ts'
import fc from '../../support/properties.ts'
import { ccbridgeRecords } from '../../support/xiangqi-records.ts'

const fileOf = (path: string) => path.slice(EXCHANGE.length + 1)

function withoutGuid({ header, ...rest }: GameRecord): GameRecord {
  const { id: _id, ...facts } = header
  return { ...rest, header: facts }
}

/** A stream in which the byte without a meaning is 0 everywhere. */
function withoutByteOne(stream: Uint8Array): Uint8Array {
  const copy = stream.slice()
  for (let at = 0; at + 4 <= copy.length;) {
    copy[at + 1] = 0
    at += (copy[at]! & 4) === 0 ? 4 : 8 + u32le(copy, at + 4)
  }
  return copy
}

function encode(record: GameRecord, version: 1 | 2): Uint8Array {
  const out = new ByteWriter()
  const report = new WriteReport('ccbridge')
  writeStream(record.nodes, version === 1 ? SQUARES_IN_HALVES : SQUARES_IN_ROWS, out, report)
  expect(report.issues).toEqual([])
  return out.bytes()
}

describe('real files', needsCorpus(EXCHANGE), () => {
  const files = () => corpusFiles(EXCHANGE, /\.cb[lr]$/i)

  test('every move stream is written back byte for byte', async () => {
    let count = 0
    for (const path of files()) {
      const collection = await openExchange(fileOf(path))
      if (collection.about.version === '1' && path.includes('cbl-old')) continue
      const bytes = corpusBytes(path)
      for (const { record, index } of collection.entries()) {
        const version = record!.origin!.version === '1' ? 1 : 2
        const stream = encode(record!, version)
        const at = record!.origin!.offset! + (version === 1 ? LAYOUT_1 : LAYOUT_2).moves
        const original = withoutByteOne(bytes.subarray(at, at + stream.length))
        expect(Buffer.compare(stream, original), `${path} ${index}`).toBe(0)
        count++
      }
    }
    expect(count).toBe(583)
  })

  test('kinds, results and deleted marks are those of the codes', async () => {
    const kinds = [undefined, undefined, 'opening', 'middlegame', 'endgame']
    const results = ['unfinished', 'win 1', 'win 2', 'draw']
    for (const { file, game, codes } of expectedGames('cbl', 'cbr', 'cbl-old')) {
      const { header } = (await openExchange(file)).entry(game).record!
      const code = (name: string) => new RegExp(`${name}=(\\w+)`).exec(codes)?.[1]
      expect(header.kind, `${file} ${game}`).toBe(kinds[Number(code('type'))])
      expect([header.result.outcome, header.result.winner].filter(Boolean).join(' ')).toBe(
        results[Number(code('result'))],
      )
      expect(header.deleted).toBe(code('state') === '5' ? true : undefined)
      if (code('ecco')) expect(header.openingCode).toBe(code('ecco'))
    }
  })

  test('rewritten libraries have the same records', async () => {
    for (const path of files()) {
      const collection = await openExchange(fileOf(path))
      const records = [...collection.entries()].map((entry) => withoutOrigin(entry))
      const { bytes, issues } = await writeRecords(ccbridge, 'again.cbl', records)
      const again = await openBytes(ccbridge, 'again.cbl', bytes)
      expect([...again.issues, ...again.validate!()]).toEqual([])
      const found = [...again.entries()].map((entry) => withoutOrigin(entry))
      // Records of old libraries get a GUID, which they did not have.
      const isOld = records.every(({ header }) => header.id === undefined)
      expect(isOld ? found.map(withoutGuid) : found, path).toEqual(records)
      expect(issues, path).toEqual([])
    }
  })

  test('are taken for what they are', () => {
    for (const path of files()) {
      expect(detectFormat(new MemorySource(path, corpusBytes(path)))?.id, path).toBe('ccbridge')
    }
  })
})

test('a record is equal after writing and reading', async () => {
  await fc.assert(
    fc.asyncProperty(ccbridgeRecords, fc.constantFrom('a.cbl', 'a.cbr'), async (record, name) => {
      const { bytes, issues } = await writeRecords(ccbridge, name, [record])
      expect(issues).toEqual([])
      const again = withoutOrigin((await openBytes(ccbridge, name, bytes)).entry(0))
      expect(withoutGuid(again)).toEqual(record)
    }),
    { seed: 1, numRuns: 150 },
  )
})

describe('a library', () => {
  const records = Array.from({ length: 130 }, (_, index): GameRecord => {
    const record = emptyRecord('xiangqi')
    record.header.title = `game ${index}`
    return record
  })

  test('grows by doubling, and gives every record a unique GUID', async () => {
    const { bytes } = await writeRecords(ccbridge, 'many.cbl', records)
    expect(u32le(bytes, 60)).toBe(256)
    expect(bytes.length).toBe(66_624 + 276 * 256 + 130 * 4096)
    const collection = await openBytes(ccbridge, 'many.cbl', bytes)
    const guids = [...collection.entries()].map(({ record }) => record!.header.id)
    expect(new Set(guids).size).toBe(130)
    // Every part of them differs from record to record.
    const parts = guids.map((guid) => guid!.slice(1, -1).split('-'))
    for (const part of [0, 1, 3, 4]) expect(new Set(parts.map((all) => all[part])).size).toBeGreaterThan(120)
    expect(new Set(parts.map((all) => all[2]![0]))).toEqual(new Set(['4']))
    expect(collection.listing(129).header.title).toBe('game 129')
  })

  test('has used entries in state 7 and deleted ones in state 5', async () => {
    const deleted = { ...records[1]!, header: { ...records[1]!.header, deleted: true } }
    const { bytes } = await writeRecords(ccbridge, 'two.cbl', [records[0]!, deleted])
    expect([0, 1, 2].map((number) => u32le(bytes, 66_624 + 276 * number))).toEqual([7, 5, 0])
    const { bytes: whole } = await writeRecords(ccbridge, 'one.cbl', records.slice(0, 1))
    expect([whole[56], bytes[56]]).toEqual([0, 1])
    const collection = await openBytes(ccbridge, 'two.cbl', bytes)
    expect([0, 1].map((index) => collection.entry(index).record!.header.deleted)).toEqual([undefined, true])
  })

  test('with a wrong slot count in its index still gives every record', async () => {
    const { bytes } = await writeRecords(ccbridge, 'many.cbl', records.slice(0, 5))
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(66_624 + 276 + 8, 3, true)
    const collection = await openBytes(ccbridge, 'many.cbl', bytes)
    const entries = [...collection.entries()]
    expect(entries.map(({ record }) => record?.header.title)).toEqual([
      'game 0',
      'game 1',
      'game 2',
      'game 3',
      'game 4',
    ])
    expect(entries.flatMap(({ issues }) => issues.map(({ id }) => id))).toEqual([
      'ccbridge/moved-record',
      'ccbridge/moved-record',
      'ccbridge/moved-record',
    ])
  })

  test('keeps its name and remark', async () => {
    const { MemorySinkSet } = await import('../../../src/bytes/sink.ts')
    const out = new MemorySinkSet('named.cbl')
    const writer = await ccbridge.write(out)
    writer.begin!({ title: '梅花谱', comment: 'one\ntwo', facts: { creator: '王再越' } })
    writer.finish()
    const { about, count } = await openBytes(ccbridge, 'named.cbl', out.files.get('named.cbl')!)
    expect(count).toBe(0)
    expect(about).toMatchObject({ title: '梅花谱', comment: 'one\ntwo', facts: { creator: '王再越' } })
  })
})

test('a second record is not written into a file named .cbr', async () => {
  const { issues } = await writeRecords(ccbridge, 'one.cbr', [emptyRecord('xiangqi'), emptyRecord('xiangqi')])
  expect(issues.map(({ id }) => id)).toEqual(['xiangqi/one-record'])
})

test('a record is read if its header is whole, though its moves are missing', async () => {
  const record = emptyRecord('xiangqi')
  record.header.title = '马'
  const { bytes } = await writeRecords(ccbridge, 'one.cbr', [record])
  const { moves: size } = LAYOUT_2
  const { record: read, issues } = (await openBytes(ccbridge, 'one.cbr', bytes.subarray(0, size))).entry(0)
  expect(read!.header.title).toBe('马')
  expect(issues.map(({ id }) => id)).toEqual(['xiangqi/cut-moves'])
  await expect(openBytes(ccbridge, 'one.cbr', bytes.subarray(0, size - 1))).rejects.toMatchObject({
    code: 'data/end',
    params: { left: size - 1, wanted: size },
  })
})

test('a record of version 1 has neither script file nor referee nor recorder, and the rest further to the front', async () => {
  const record = emptyRecord('xiangqi')
  const facts = { title: '名', event: { name: '赛' }, place: '地', annotator: '王', openingCode: 'C78' }
  Object.assign(record.header, facts, {
    players: [
      { colour: 1, name: '红' },
      { colour: 2, name: '黑' },
    ],
  })
  record.nodes.push({ parent: 0, move: makeMove(19, 22) })
  const { bytes } = await writeRecords(ccbridge, 'one.cbr', [record])
  const parts = [bytes.subarray(0, 52), bytes.subarray(180, 1524), bytes.subarray(1652, LAYOUT_2.moves)]
  const old = Uint8Array.from(Buffer.concat([...parts, encode(record, 1)]))
  old[19] = 1
  const [found, expected] = [await openBytes(ccbridge, 'one.cbr', old), await openBytes(ccbridge, 'one.cbr', bytes)]
  expect([found.about.version, expected.about.version]).toEqual(['1', '2'])
  expect(found.entry(0).issues).toEqual([])
  expect(withoutOrigin(found.entry(0))).toEqual(withoutOrigin(expected.entry(0)))
  expect(found.entry(0).record!.header).toMatchObject(facts)
})

test('texts that are too long are cut, which is reported', async () => {
  const record = emptyRecord('xiangqi')
  record.header.title = '马'.repeat(70)
  record.header.openingCode = 'long'
  const { bytes, issues } = await writeRecords(ccbridge, 'one.cbr', [record])
  expect(issues.map(({ id, params }) => [id, params])).toEqual([
    ['xiangqi/cut-text', { name: 'Name', needed: 140, capacity: 126, format: 'ccbridge' }],
    ['xiangqi/left-out', { fact: 'ECCO', text: 'long', format: 'ccbridge' }],
  ])
  const again = (await openBytes(ccbridge, 'one.cbr', bytes)).entry(0)
  expect(again.record!.header.title).toBe('马'.repeat(63))
})

test('GUIDs are text and bytes', () => {
  const text = '{A7A1CE0F-2D3B-4C55-8123-0123456789AB}'
  expect(formatGuid(parseGuid(text)!)).toBe(text)
  expect([...parseGuid(text)!.subarray(0, 8)]).toEqual([0x0f, 0xce, 0xa1, 0xa7, 0x3b, 0x2d, 0x55, 0x4c])
  expect(parseGuid('A7A1CE0F')).toBeUndefined()
})

test('a library of CCBridge 1', async () => {
  const bytes = await oldLibrary()
  const collection = await openBytes(ccbridge, 'old.cbl', bytes)
  expect(collection.about).toMatchObject({ version: '1', title: '名', comment: '备注', facts: { creator: '作者' } })
  expect([collection.count, collection.issues]).toEqual([2, []])
  const { record, issues } = collection.entry(1)
  expect(issues).toEqual([])
  expect(record!.setup).toBeUndefined()
  expect(record!.header).toMatchObject({
    title: '局一',
    kind: 'opening',
    annotator: '王',
    recorder: '李',
    tags: { DateCreated: '2001-2-18 12:30:22', DateModified: '01-9-2 14:14:57' },
  })
  expect(record!.nodes.map(({ parent, comments }) => [parent, comments?.[0]?.text])).toEqual([
    [-1, '开始\n第二行'],
    [0, '好'],
    [1, undefined],
    [2, undefined],
    [1, '变'],
    [4, undefined],
  ])
  const cut = await openBytes(ccbridge, 'old.cbl', bytes.subarray(0, bytes.length - 30))
  expect(cut.issues.map(({ id }) => id)).toContain('ccbridge/damaged-games')
})
