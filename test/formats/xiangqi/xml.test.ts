import { describe, expect, test } from 'vitest'
import { MemorySource } from '../../../src/bytes/source.ts'
import { encodeText } from '../../../src/bytes/text.ts'
import { detectFormat } from '../../../src/convert/detect.ts'
import { ccbridgeXml } from '../../../src/formats/ccbridge-xml/format.ts'
import { pfc } from '../../../src/formats/pfc/format.ts'
import { emptyRecord, type GameRecord } from '../../../src/model/record.ts'
import { corpusFiles } from '../../support/corpus.ts'
import { EXCHANGE, openBytes, openExchange, withoutOrigin, writeRecords } from '../../support/exchange.ts'
import { needsCorpus } from '../../support/needs.ts'
import fc from '../../support/properties.ts'
import { ccbridgeRecords, pfcRecords } from '../../support/xiangqi-records.ts'

const encoder = new TextEncoder()

async function again(format: typeof pfc, record: GameRecord) {
  const { bytes, issues } = await writeRecords(format, 'a.xml', [record])
  return { issues, record: withoutOrigin((await openBytes(format, 'a.xml', bytes)).entry(0)), bytes }
}

async function read(format: typeof pfc, text: string) {
  return (await openBytes(format, 'a.xml', encoder.encode(text))).entry(0)
}

test('both are recognised and read in UTF-8 and UTF-16, with and without a byte order mark', async () => {
  const roots = [
    ['ccbridge-xml', '<ChineseChessRecord><Head><Name>炮</Name></Head><MoveList/></ChineseChessRecord>'],
    ['pfc', '<n version="2" title="炮" m=""/>'],
  ] as const
  for (const [id, root] of roots) {
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be']) {
      for (const mark of ['', '\uFEFF']) {
        const { bytes } = encodeText(`${mark}<?xml version="1.0" encoding="${encoding}"?>\n${root}`, encoding)
        const source = new MemorySource('a.xml', bytes)
        const what = `${id} ${encoding} ${mark.length}`
        expect(detectFormat(source)?.id, what).toBe(id)
        const format = id === 'pfc' ? pfc : ccbridgeXml
        expect((await openBytes(format, 'a.xml', bytes)).entry(0).record!.header.title, what).toBe('炮')
      }
    }
  }
})

test('a record of PengFei in a page is recognised by the mark that it begins with', async () => {
  const bytes = encoder.encode('<html><body>一局棋 [pfchessrecord]<n version="2" title="炮" m=""/></body></html>')
  expect(detectFormat(new MemorySource('page.html', bytes))?.id).toBe('pfc')
  expect((await openBytes(pfc, 'page.html', bytes)).entry(0).record!.header.title).toBe('炮')
})

describe('the XML of CCBridge', () => {
  test('is equal after writing and reading', async () => {
    await fc.assert(
      fc.asyncProperty(ccbridgeRecords, async (record) => {
        const found = await again(ccbridgeXml, record)
        expect(found.issues).toEqual([])
        expect(found.record).toEqual(record)
      }),
      { seed: 2, numRuns: 150 },
    )
  })

  test('comments may hold the end of a section, in which they are written', async () => {
    const record = emptyRecord('xiangqi')
    record.nodes[0]!.comments = [{ text: 'a]]>b]]>', placement: 'after' }]
    expect((await again(ccbridgeXml, record)).record.nodes).toEqual(record.nodes)
  })

  test('keeps elements that CCBridge does not write as tags, unless they are empty', async () => {
    const head = '<Head><Name>a</Name><Editor>b</Editor><Other> </Other></Head>'
    const { record } = await read(ccbridgeXml, `<ChineseChessRecord>${head}<MoveList/></ChineseChessRecord>`)
    expect(record!.header.title).toBe('a')
    expect(record!.header.tags).toEqual({ Editor: 'b' })
  })

  test('keeps the counters of a start', async () => {
    const record = { ...emptyRecord('xiangqi'), setup: '4k4/9/9/9/9/9/9/9/9/R3K4 b - - 5 20' }
    expect(await again(ccbridgeXml, record)).toMatchObject({ issues: [], record })
  })

  test('real files are written with the same list of moves', needsCorpus(EXCHANGE), async () => {
    for (const path of corpusFiles(EXCHANGE, /\.cbf$/)) {
      const entry = (await openExchange(path.slice(EXCHANGE.length + 1))).entry(0)
      const found = await again(ccbridgeXml, withoutOrigin(entry))
      expect(found.issues).toEqual([])
      expect(found.record).toEqual(withoutOrigin(entry))
    }
  })

  test('the same tree as the record of CCBridge', needsCorpus(EXCHANGE), async () => {
    const xml = (await openExchange('cbf/sample_22_ccbridge.cbf')).entry(0).record!
    const binary = (await openExchange('cbr/sample_23_ccbridge.cbr')).entry(0).record!
    // CCBridge writes two spaces for the line break at the end of a comment.
    const nodes = binary.nodes.map(({ comments, ...node }) =>
      comments
        ? { ...node, comments: comments.map((one) => ({ ...one, text: one.text.replaceAll('\n', '  ') })) }
        : node,
    )
    expect(xml.nodes).toEqual(nodes)
    expect([xml.header.title, xml.header.kind, xml.header.openingCode]).toEqual([
      binary.header.title,
      binary.header.kind,
      binary.header.openingCode,
    ])
  })

  test('a list that is damaged keeps what can be read', async () => {
    const move = (value: string, flags = '') => `<Move value="${value}"${flags}/>`
    const list = (moves: string) => `<ChineseChessRecord><Head/><MoveList>${moves}</MoveList></ChineseChessRecord>`
    const root = move('00-00')
    const cut = await read(ccbridgeXml, list(root + move('77-47', ' branch="1"') + move('70-62')))
    expect(cut.record!.nodes).toHaveLength(3)
    expect(cut.issues.map(({ id }) => id)).toEqual(['xiangqi/cut-moves'])
    const stray = await read(ccbridgeXml, list(root + move('77-47', ' end="1"') + move('70-62')))
    expect(stray.record!.nodes).toHaveLength(2)
    expect(stray.issues.map(({ id, params }) => [id, params])).toEqual([['xiangqi/stray-moves', { count: 1 }]])
    const odd = await read(ccbridgeXml, list(root + move('97-47', ' end="1"')))
    expect(odd.record!.nodes[1]).toEqual({ parent: 0, unread: { text: '97-47' } })
    expect(odd.issues.map(({ id }) => id)).toEqual(['xiangqi/bad-square'])
    const open = await read(ccbridgeXml, '<ChineseChessRecord><Head><Name>a</Name><FEN>9/9 w</FEN>')
    expect(open.record!.header.title).toBe('a')
    expect(open.issues.map(({ id }) => id)).toEqual(['xiangqi/xml', 'xiangqi/bad-start'])
  })
})

describe('PFC', () => {
  test('is equal after writing and reading', async () => {
    await fc.assert(
      fc.asyncProperty(pfcRecords, async (record) => {
        const found = await again(pfc, record)
        expect(found.issues).toEqual([])
        expect(found.record).toEqual(record)
      }),
      { seed: 3, numRuns: 150 },
    )
  })

  test('a real file is written byte for byte', needsCorpus(EXCHANGE), async () => {
    for (const path of corpusFiles(EXCHANGE, /\.pfc$/)) {
      const entry = (await openExchange(path.slice(EXCHANGE.length + 1))).entry(0)
      const found = await again(pfc, withoutOrigin(entry))
      expect(found.issues).toEqual([])
      expect(found.record).toEqual(withoutOrigin(entry))
    }
  })

  test('in a page it is in a comment', async () => {
    const { record, issues } = await read(
      pfc,
      '[pfchessrecord]<!--<n version="2" win="1-0" red="甲" m="4k4/9/9/9/9/9/9/9/9/R3K4 w"><n m="a0a9"/></n>-->[/pfchessrecord]',
    )
    expect(issues).toEqual([])
    expect(record!.nodes).toHaveLength(2)
    expect(record!.header).toMatchObject({
      players: [{ colour: 1, name: '甲' }],
      result: { outcome: 'win', winner: 1 },
    })
  })

  test('without a result the game is unfinished; a result that is not known is kept as text', async () => {
    const resultOf = async (root: string) => (await read(pfc, root)).record!.header.result
    expect(await resultOf('<n version="2" m=""/>')).toEqual({ outcome: 'unfinished' })
    expect(await resultOf('<n version="2" win="" m=""/>')).toEqual({ outcome: 'unfinished' })
    expect(await resultOf('<n version="2" win="1:0" m=""/>')).toEqual({ outcome: 'unfinished', text: '1:0' })
  })

  test('a move outside of the tree is one from the start', async () => {
    const { record } = await read(pfc, '<n version="2" m=""><n m="h2e2"><n m="h9g7"/></n></n><n m="b2e2"/>')
    expect(record!.nodes.map(({ parent }) => parent)).toEqual([-1, 0, 1, 0])
  })

  test('a move that is not one is kept, and those around it are read', async () => {
    const { record, issues } = await read(
      pfc,
      '<n version="2" m=""><n m="??"><n m="h2e2"/></n><x><n m="b2e2"/></x></n>',
    )
    expect(record!.nodes.map(({ parent, unread }) => [parent, unread?.text])).toEqual([
      [-1, undefined],
      [0, '??'],
      [1, undefined],
      [0, undefined],
    ])
    expect(issues.map(({ id }) => id)).toContain('xiangqi/bad-square')
  })

  test('an impossible move is reported at its node', async () => {
    const { issues } = await read(pfc, '<n version="2" m=""><n m="h2e2"><n m="e5e6"/></n></n>')
    expect(issues).toMatchObject([{ id: 'xiangqi/no-piece', severity: 'warning', place: { node: 2 } }])
  })

  test('a move in an unknown element follows the move around that element', async () => {
    const { record } = await read(pfc, '<n version="2" m=""><n m="h2e2"><x><y><n m="h9g7"/></y></x></n></n>')
    expect(record!.nodes.map(({ parent }) => parent)).toEqual([-1, 0, 1])
  })
})

test('marks around a record that never end take no longer than others', async () => {
  // Looking for the end of each from each took minutes.
  const { issues } = await openBytes(
    pfc,
    'a.pfc',
    encodeText(`${'<a'.repeat(400_000)}<n version="2" m=""/>`, 'utf-8').bytes,
  )
  expect(issues).toMatchObject([{ id: 'text/left-out' }])
})
