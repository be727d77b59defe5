/** A library of CCBridge 1, made from scratch: docs/formats/ccbridge.md, Old library. */
import { encodeText } from '../../src/bytes/text.ts'
import { ByteWriter } from '../../src/bytes/writer.ts'

/** The usual start: `x + 1` and `y + 1` from the top in half a byte each. */
const PIECES = '1a2a3a4a5a6a7a8a9a2888173757779711213141516171819123831434547494'
  .match(/../g)!
  .map((code) => Number.parseInt(code, 16))

const latin = (text: string) => encodeText(text, 'gb18030').bytes

function putText(out: ByteWriter, text: string): void {
  const bytes = latin(text)
  out.u32le(bytes.length).put(bytes)
}

/** A game of five nodes: a main line of three and a variation of two in place of its second. */
function game(): Uint8Array {
  const out = new ByteWriter()
  out.u32le(0).put(Uint8Array.from(PIECES)).u32le(2).u32le(0).u32le(1)
  for (const text of ['局一', '', '', '', '', '红方', '黑方']) putText(out, text)
  out.u32le(1)
  for (const text of ['王', '', '李', '', '开始||第二行']) putText(out, text)
  out.u8(1).put(latin('2001-2-18 12:30:22 ')).put(latin('01-9-2 14:14:57    '))
  const moves = [
    [1, 0x77, 0x47],
    [2, 0x70, 0x62],
    [3, 0x79, 0x67],
    [2, 0x10, 0x22],
    [3, 0x79, 0x67],
  ] as const
  out.u32le(moves.length)
  for (const [ply, from, to] of moves) out.u16le(ply).u8(from).u8(to).u16le(0)
  out.put(latin('好\r\n\r\n\r\n变\r\n\r\n'))
  out.patchU32le(0, out.length)
  return out.bytes()
}

/** A library of two games. */
export async function oldLibrary(): Promise<Uint8Array> {
  const content = new ByteWriter()
  for (const text of ['名', '', '', '作者', '']) putText(content, text)
  content.put(latin('2001-2-18 12:30:22 ')).put(latin('2001-2-18 12:30:22 ')).u32le(2)
  putText(content, '备注')
  content.put(game()).put(game())
  const stream = new Blob([content.bytes().slice()]).stream().pipeThrough(new CompressionStream('deflate'))
  const packed = new Uint8Array(await new Response(stream).arrayBuffer())
  const out = new ByteWriter()
  out.put(latin('CCBridge')).u32le(0x15).u32le(1).u32le(content.length).put(packed)
  return out.bytes().slice()
}
