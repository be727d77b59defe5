import { describe, expect, test } from 'vitest'
import { encodeText } from '../../../src/bytes/text.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { openPgn, readPgn, writePgn } from '../../support/pgn.ts'

const chess = `[Event "Zürich"]
[White "Schottländer, Žofie"]
[Black "Łódź, Ćirić"]

1. e4 {Ein Zug für Götter} e5 *
`

const xiangqi = `[Game "Chinese Chess"]
[Event "全国象棋团体赛"]
[Site "北京"]
[Red "胡荣华"]
[Black "柳大华"]

1. 炮二平五 马８进７ {平炮当头，常见的走法} 2. 马二进三 车９平８ *
`

const traditional = `[Game "Chinese Chess"]
[Event "全國象棋團體賽"]
[Red "許銀川"]
[Black "趙國榮"]

1. 炮二平五 馬８進７ {這是常見的走法} 2. 馬二進三 車９平８ *
`

async function read(text: string, encoding: string, mark: number[] = []): Promise<[string, GameRecord]> {
  const bytes = Uint8Array.from([...mark, ...encodeText(text, encoding).bytes])
  const collection = await openPgn(bytes)
  const [entry] = collection.entries()
  expect(entry!.issues).toEqual([])
  expect(entry!.record!.origin!.encoding).toBe(collection.about.encoding)
  return [collection.about.encoding!, entry!.record!]
}

describe('the encoding of a file is found', () => {
  test.each([
    ['utf-8', [], 'utf-8'],
    ['utf-8', [0xef, 0xbb, 0xbf], 'utf-8'],
    ['utf-16le', [0xff, 0xfe], 'utf-16le'],
    ['utf-16be', [0xfe, 0xff], 'utf-16be'],
    ['utf-16le', [], 'utf-16le'],
  ])('%s with the mark %j', async (encoding, mark, found) => {
    const [name, record] = await read(chess, encoding, mark)
    expect(name).toBe(found)
    expect(record.header.players.map(({ name }) => name)).toEqual(['Schottländer, Žofie', 'Łódź, Ćirić'])
    expect(record.nodes[1]!.comments![0]!.text).toBe('Ein Zug für Götter')
  })

  test.each([
    ['gbk', xiangqi, 'gb18030', '胡荣华'],
    ['gb18030', xiangqi, 'gb18030', '胡荣华'],
    ['big5', traditional, 'big5', '許銀川'],
    ['utf-8', xiangqi, 'utf-8', '胡荣华'],
  ])('%s by the commonest characters of Chinese', async (encoding, text, found, red) => {
    const [name, record] = await read(text, encoding)
    expect(name).toBe(found)
    expect(record.header.players[0]!.name).toBe(red)
    expect(record.nodes).toHaveLength(5)
  })

  test('Windows-1252 is what is left', async () => {
    const [name, record] = await read(chess.replace('Łódź, Ćirić', 'Ñandú'), 'windows-1252')
    expect(name).toBe('windows-1252')
    expect(record.header.event!.name).toBe('Zürich')
    expect(record.header.players[1]!.name).toBe('Ñandú')
  })

  test('by text far behind the start', async () => {
    const plain = '[Event "a"]\n\n1. e4 e5 *\n\n'.repeat(20_000)
    const bytes = encodeText(`${plain}${xiangqi}`, 'gbk').bytes
    const collection = await openPgn(bytes)
    expect(collection.about.encoding).toBe('gb18030')
    expect(collection.entry(20_000).record!.header.players[0]!.name).toBe('胡荣华')
  })
})

test('files joined from several encodings are read string by string', async () => {
  const bytes = [chess, chess].flatMap((text, index) => [
    ...encodeText(text.replaceAll(/[ŽŁźĆć]/g, 'x'), index === 0 ? 'utf-8' : 'windows-1252').bytes,
    0x0a,
  ])
  const { records } = await readPgn(Uint8Array.from(bytes))
  expect(records).toHaveLength(2)
  expect(records[1]).toEqual(records[0])
})

test('byte order marks in the middle are skipped', async () => {
  const { records } = await readPgn('\uFEFF[Event "a"]\n\n1. e4 *\n\n\uFEFF[Event "b"]\n\n1. d4 *\n')
  expect(records.map(({ header }) => header.event!.name)).toEqual(['a', 'b'])
})

test('the encoding option counts more than what is found', async () => {
  const bytes = encodeText('[White "Карпов"]\n\n1. e4 *\n', 'windows-1251').bytes
  const { records } = await readPgn(bytes, { encoding: 'windows-1251' })
  expect(records[0]!.header.players[0]!.name).toBe('Карпов')
  await expect(openPgn(bytes, { encoding: 'no-such' })).rejects.toThrow(RangeError)
})

test('a second byte that looks like a bracket or brace is part of its character', async () => {
  // 縷 is BD 7B in Big5, 許 B3 5C, 餐 C0 5C: a brace and two backslashes as second bytes.
  const text = traditional.replace('這是常見的走法', '縷許餐縷，這是常見的走法').replace('許銀川', '許餐縷')
  const [, record] = await read(text, 'big5')
  expect(record.header.players[0]!.name).toBe('許餐縷')
  expect(record.nodes[2]!.comments![0]!.text).toBe('縷許餐縷，這是常見的走法')
})

describe('writing', () => {
  test.each(['utf-8', 'gbk', 'gb18030', 'utf-16le'])('xiangqi as %s comes back', async (encoding) => {
    const { records } = await readPgn(xiangqi)
    const written = await writePgn(records, { encoding })
    expect(written.issues).toEqual([])
    expect((await readPgn(written.bytes)).records).toEqual(records)
  })

  test('Big5 has traditional characters', async () => {
    const { records } = await readPgn(traditional)
    const written = await writePgn(records, { encoding: 'big5' })
    expect(written.issues).toEqual([])
    expect(new TextDecoder('big5').decode(written.bytes)).toContain('1. 炮二平五 馬８進７')
    expect((await readPgn(written.bytes)).records).toEqual(records)
  })

  test('characters that the encoding lacks are reported', async () => {
    const { records } = await readPgn(chess)
    const { issues, bytes } = await writePgn(records, { encoding: 'windows-1252' })
    expect(issues).toEqual([
      {
        id: 'pgn/encoding',
        severity: 'warning',
        params: { characters: 'Ł ź Ć ć' },
      },
    ])
    expect(new TextDecoder('windows-1252').decode(bytes)).toContain('[Black "?ód?, ?iri?"]')
  })
})
