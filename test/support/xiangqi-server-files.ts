/** Files of xiangqi servers, made from scratch: docs/formats/xiangqi-servers.md and xqr.md. All play the same three moves. */
import { crc32 } from 'node:zlib'
import { encodeText } from '../../src/bytes/text.ts'
import { ByteWriter } from '../../src/bytes/writer.ts'

const gbk = (text: string) => encodeText(text, 'gb18030').bytes

/** The moves h2e2, h9g7, h0g2 as x and y from the top. */
const MOVES = [
  [7, 7, 4, 7],
  [7, 0, 6, 2],
  [7, 9, 6, 7],
] as const

export const CHE = `1 3 ${MOVES.map(([x1, y1, x2, y2], ply) => `26 32 ${(ply + 1) % 2} ${9 - y1} ${x1} ${9 - y2} ${x2} 0 ${ply + 1} 0`).join(' ')}`

export function mxqFile(change: (strings: string[]) => string[] = (strings) => strings): Uint8Array {
  const strings = [
    '弈天',
    '2016年12月27日 21点14分',
    '甲(5r)-负-乙',
    '1500',
    '1348',
    '25',
    '3',
    '60',
    '1286',
    '1291',
    '红方投子认负',
    'Moves',
  ]
  const move = ([x1, y1, x2, y2]: readonly number[]) => `${x1}${'JIHGFEDCBA'[y1!]!}-${x2}${'JIHGFEDCBA'[y2!]!}`
  const out = new ByteWriter()
  for (const text of change([...strings, ...MOVES.map(move), 'Ends', 'CommentsEnd'])) {
    const bytes = gbk(text)
    out.u8(bytes.length).put(bytes)
  }
  return out.bytes()
}

export function ccmFile(): Uint8Array {
  const out = new ByteWriter()
  out.u16le(1).u16le(18).u32le(1_482_724_971).u32le(MOVES.length)
  for (const [x1, y1, x2, y2] of MOVES) out.u8(15).u8(1).u8(6).u8(x1).u8(y1).u8(x2).u8(y2).u16le(0)
  return out.bytes()
}

export function oldCcmFile(isSeenFromBlack = false): Uint8Array {
  const out = new ByteWriter()
  for (const [x1, y1, x2, y2] of MOVES) {
    const [fromX, fromY, toX, toY] = isSeenFromBlack ? [8 - x1, 9 - y1, 8 - x2, 9 - y2] : [x1, y1, x2, y2]
    out.fill(0, 3).u8(fromX).u8(toX).u8(fromY).u8(toY)
  }
  return out.bytes()
}

export function oldChnFile(): Uint8Array {
  const out = new ByteWriter()
  out.fill(0, 0xbc)
  for (const [index, [x1, y1, x2, y2]] of MOVES.entries()) {
    out
      .u32le(index + 1)
      .u16le(x1)
      .u16le(y1)
      .u16le(x2)
      .u16le(y2)
      .fill(0, 20)
  }
  return out.bytes()
}

const BACK = [1, 2, 6, 5, 4, 5, 6, 2, 1]

export function chnFile(): Uint8Array {
  const out = new ByteWriter()
  out.put(gbk('GL')).u16le(2000).u16le(2004).u16le(1).field(gbk('Tue Dec 27 20:57:56 2016\n'), 0x1c)
  out.field(gbk('甲[1] - 乙[2]'), 0x40)
  for (const text of ['1', '甲', '2', '乙']) out.field(gbk(text), 20)
  const board = new Uint8Array(90)
  const put = (x: number, y: number, code: number) => (board[x * 10 + y] = code)
  for (const [x, code] of BACK.entries()) {
    put(x, 0, code | 8)
    put(x, 9, code | 16)
    if (x % 2 === 0) {
      put(x, 3, 15)
      put(x, 6, 7)
    }
  }
  for (const x of [1, 7]) {
    put(x, 2, 11)
    put(x, 7, 3)
  }
  out
    .put(board)
    .put(board)
    .fill(0, 0x16c - out.length)
  out
    .u32le(MOVES.length)
    .fill(0, 0x1d8 - out.length)
    .fill(0, 14)
    .u16le(0xffff)
    .fill(0, 20)
  for (const [x1, y1, x2, y2] of MOVES)
    out
      .fill(0, 14)
      .u8((y1 << 4) | x1)
      .u8((y2 << 4) | x2)
      .fill(0, 20)
  return out.bytes()
}

export function xqrFile(): Uint8Array {
  const out = new ByteWriter()
  out.put(Uint8Array.of(0, 2, 0x20, 0x17, 1, 1, 0))
  for (const [tag, text] of [
    [2, '赛事'],
    [4, '2009年12月19日'],
    [5, '甲'],
    [6, '乙'],
  ] as const) {
    const bytes = encodeText(text, 'utf-8').bytes
    out.u8(tag).u8(bytes.length).put(bytes)
  }
  out.u8(7).u8(1).u8(1).u8(9).u8(0).u16le(0).u8(1).u8(0)
  // h2e2, then h9g7 or b9c7.
  for (const [from, to, flags] of [
    [0x77, 0x74, 1],
    [0x07, 0x26, 2],
    [0x01, 0x22, 0],
  ] as const) {
    out.u8(from).u8(to).u8(flags).u8(0)
  }
  const checksum = crc32(out.bytes())
  return out.u8(10).u8(4).u32le(checksum).bytes()
}
