/** Records of each xiangqi format as files of all others: the tree survives, and what does not is reported. */
import { expect, test } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { Conversion } from '../../../src/convert/convert.ts'
import { featuresUsed } from '../../../src/convert/features-used.ts'
import { ccbridge } from '../../../src/formats/ccbridge/format.ts'
import { ccbridgeXml } from '../../../src/formats/ccbridge-xml/format.ts'
import { dhtmlxq } from '../../../src/formats/dhtmlxq/format.ts'
import type { Collection, WritableFormat } from '../../../src/formats/format.ts'
import { jsonl } from '../../../src/formats/jsonl/format.ts'
import { pfc } from '../../../src/formats/pfc/format.ts'
import { pgn } from '../../../src/formats/pgn/format.ts'
import { xqf } from '../../../src/formats/xqf/format.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { EXCHANGE, openBytes, openExchange } from '../../support/exchange.ts'
import { needsCorpus } from '../../support/needs.ts'

const TARGETS = [ccbridge, ccbridgeXml, dhtmlxq, pfc, xqf, pgn, jsonl]

const SOURCES = [
  'cbl/顺炮全集.CBL',
  'cbl/《中国象棋中级教程》.cbl',
  'cbl-old/canjujichu-1-170.cbl',
  'cbf/test2.cbf',
  'dhtmlxq/game.ubb',
  'pfc/p06 双子星之最强场控——连环马02.pfc',
  'server/sample_08_movesky.mxq',
  'cbr/sample_23_ccbridge.cbr',
  'twins-xqf/车炮残局　第132局：车炮巧胜单车（1）.xqf',
  'pgn/SAMPLE.PGN',
  'pgn/中炮对列炮黑先平士角炮.pgn',
]

/** Moves, how they hang together, and comments but for white space. */
function plain({ setup, nodes }: GameRecord): unknown {
  const texts = nodes.map(({ parent, move, comments }) => [
    parent,
    move,
    comments?.map(({ text }) => text.replaceAll(/\s/g, '')).join('') || undefined,
  ])
  return [setup, texts]
}

async function convert(source: Collection, index: number, format: WritableFormat) {
  const name = `a${format.extensions[0]}`
  const out = new MemorySinkSet(name)
  const conversion = new Conversion(format, { keepDeleted: true })
  const writer = await format.write(out)
  conversion.copy(source.entry(index), writer)
  conversion.finish(writer)
  const losses = conversion.losses.list().map(({ id }) => id)
  const bytes = out.files.get(name)
  return { record: bytes && (await openBytes(format, name, bytes)).entry(0).record!, losses }
}

test.each(SOURCES)('%s in every format', needsCorpus(EXCHANGE), async (file) => {
  const source = await openExchange(file)
  const step = Math.ceil(source.count / 8)
  for (let index = 0; index < source.count; index += step) {
    const before = source.entry(index).record!
    for (const format of TARGETS) {
      const { record, losses } = await convert(source, index, format)
      if (!record) {
        // A start with a third advisor, for which XQF has no room.
        expect(losses).toContain('xqf/too-many-pieces')
        continue
      }
      expect(plain(record), `${file} ${index} as ${format.id}`).toEqual(plain(before))
      for (const feature of featuresUsed(before).keys()) {
        // A format keeps what it alone knows.
        const isOwn = feature === 'native' && source.format === format.id
        if (!isOwn && !format.keeps.has(feature))
          expect(losses, `${file} ${index} as ${format.id}`).toContain(`loss/${feature}`)
      }
      const { origin: _origin, ...rest } = before
      const { origin: _other, ...found } = record
      if (format === jsonl) expect([found, losses]).toEqual([rest, []])
      if (losses.length === 0 && format !== pgn && format !== xqf) expect(found.header.title).toEqual(rest.header.title)
    }
  }
})
