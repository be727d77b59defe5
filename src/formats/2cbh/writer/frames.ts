/** Puts records of `.2cbg` and `.2cba` into their frames: docs/formats/2cbh.md, Records. */
import type { Sink } from '../../../bytes/sink.ts'
import { ByteWriter } from '../../../bytes/writer.ts'
import { checksum, FILE_HEAD_SIZE, FRAME_MARK, FRAME_SIZE } from '../frames.ts'
import { FORMAT_VERSION } from '../header-records.ts'

/** Appends a record without spare bytes; returns where it begins. */
export function appendFrame(sink: Sink, tag: number, content: Uint8Array): number {
  const offset = sink.size
  const out = new ByteWriter(FRAME_SIZE + content.length)
  for (const byte of FRAME_MARK) out.u8(byte)
  out.u32le(content.length).u32le(0).put(checksum(content)).u16le(tag).put(content)
  sink.append(out.u64le(FRAME_SIZE + content.length).bytes())
  return offset
}

/** The head of a `.2cbg` or `.2cba` file of a size. */
export function fileHead(size: number): Uint8Array {
  const isEmpty = size === FILE_HEAD_SIZE
  const out = new ByteWriter(FILE_HEAD_SIZE).u64le(size).u16le(FILE_HEAD_SIZE)
  return out
    .u8(isEmpty ? 1 : 0)
    .u8(isEmpty ? 0 : FORMAT_VERSION)
    .bytes()
}
