/** Zip archives as other programs make them, and as nobody should. */
import { crc32, deflateRawSync } from 'node:zlib'
import { ByteWriter } from '../../src/bytes/writer.ts'

export interface ZipMember {
  name: string
  content: string | Uint8Array
  isStored?: boolean
  /** The size that the archive states, when it is not the true one. */
  stated?: number
  /** Its checksum and sizes follow it, and its header has none, as programs write to a pipe. */
  hasDescriptor?: boolean
  /** The header has them all the same. */
  isKnownBefore?: boolean
  /** How the descriptor is written: without its mark, or with sizes of eight bytes, as in zip64. */
  isUnmarked?: boolean
  isWide?: boolean
  /** A remark and a field of another program, which only the list has. */
  remark?: string
  field?: Uint8Array
}

export function makeZip(members: readonly ZipMember[]): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter()
  const directory = new ByteWriter()
  for (const member of members) {
    const { name, content, isStored = false, stated, hasDescriptor = false } = member
    const { isKnownBefore = !hasDescriptor, isUnmarked = false, isWide = false } = member
    const { remark = '', field = new Uint8Array(0) } = member
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
    const data = isStored ? bytes : new Uint8Array(deflateRawSync(bytes))
    const label = new TextEncoder().encode(name)
    const offset = out.length
    const flags = 0x800 | (hasDescriptor ? 8 : 0)
    const method = isStored ? 0 : 8
    const sums = new ByteWriter()
      .u32le(crc32(bytes))
      .u32le(data.length)
      .u32le(stated ?? bytes.length)
    const factsWith = (known: Uint8Array) =>
      new ByteWriter().u16le(20).u16le(flags).u16le(method).u32le(0).put(known).u16le(label.length).u16le(0).bytes()
    const facts = factsWith(sums.bytes())
    out.u32le(0x04034b50).put(isKnownBefore ? facts : factsWith(new Uint8Array(12)))
    out.put(label).put(data)
    if (hasDescriptor && !isUnmarked) out.u32le(0x08074b50)
    if (hasDescriptor && !isWide) out.put(sums.bytes())
    if (hasDescriptor && isWide)
      out
        .u32le(crc32(bytes))
        .u32le(data.length)
        .u32le(0)
        .u32le(stated ?? bytes.length)
        .u32le(0)
    const note = new TextEncoder().encode(remark)
    // The facts end with the length of the fields, of which the header of the file has none.
    directory.u32le(0x02014b50).u16le(20).put(facts.subarray(0, -2)).u16le(field.length).u16le(note.length)
    directory.fill(0, 8).u32le(offset).put(label).put(field).put(note)
  }
  const start = out.length
  out.put(directory.bytes())
  out.u32le(0x06054b50).u32le(0).u16le(members.length).u16le(members.length)
  out.u32le(directory.length).u32le(start).u16le(0)
  return out.bytes() as Uint8Array<ArrayBuffer>
}
