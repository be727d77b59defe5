/**
 * Puts files into a zip archive without compression.
 * Format: PKWARE's APPNOTE, sections 4.3.7 to 4.3.16; more than 65,535
 * members take the zip64 records.
 */
import { crc32 } from '../../../src/bytes/packed/crc.ts'
import { BlobSource, type Source } from '../../../src/bytes/source.ts'
import { ByteWriter } from '../../../src/bytes/writer.ts'

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END_RECORD = 0x06054b50
const END_RECORD_64 = 0x06064b50
const END_LOCATOR_64 = 0x07064b50

/** Versions of the format: 2.0, and 4.5 which brought zip64. */
const VERSION = 20
const VERSION_64 = 45
const UTF_8 = 1 << 11
const MOST_MEMBERS = 0xffff
const MOST_BYTES = 0xffff_ffff

/** Bytes of a file read at a time. */
const WINDOW = 1 << 20

/** An archive of files by their names. Throws TypeError for more than 4 GiB, which this form cannot hold. */
export function packZip(files: ReadonlyMap<string, Blob>, now = new Date()): Blob {
  const parts: BlobPart[] = []
  const directory = new ByteWriter()
  let offset = 0
  for (const [name, blob] of files) {
    const facts = describe(new TextEncoder().encode(name), blob, now)
    const header = new ByteWriter().u32le(LOCAL_HEADER).put(facts).bytes() as Uint8Array<ArrayBuffer>
    parts.push(header, blob)
    // After the fields shared with the local header: no comment, first disk, no attributes.
    const shared = facts.subarray(0, FACTS_SIZE)
    directory.u32le(CENTRAL_HEADER).u16le(VERSION).put(shared).u16le(0).u16le(0).u16le(0).u32le(0).u32le(offset)
    directory.put(facts.subarray(FACTS_SIZE))
    offset += header.length + blob.size
    if (offset > MOST_BYTES) throw new TypeError('the files are longer than 4 GiB together')
  }
  const end = endOf(files.size, directory.length, offset)
  return new Blob([...parts, directory.bytes() as Uint8Array<ArrayBuffer>, end])
}

/** Bytes of the fields before the name. */
const FACTS_SIZE = 26

/** The fields common to both headers of a member, and its name. */
function describe(name: Uint8Array, blob: Blob, now: Date): Uint8Array {
  const time = (now.getHours() << 11) | (now.getMinutes() << 5) | (now.getSeconds() >> 1)
  const date = ((now.getFullYear() - 1980) << 9) | ((now.getMonth() + 1) << 5) | now.getDate()
  const facts = new ByteWriter().u16le(VERSION).u16le(UTF_8).u16le(0).u16le(time).u16le(date)
  facts
    .u32le(checksum(new BlobSource('', blob)))
    .u32le(blob.size)
    .u32le(blob.size)
  return facts.u16le(name.length).u16le(0).put(name).bytes()
}

function endOf(members: number, size: number, offset: number): Uint8Array<ArrayBuffer> {
  const end = new ByteWriter()
  if (members > MOST_MEMBERS) {
    end.u32le(END_RECORD_64).u64le(44).u16le(VERSION_64).u16le(VERSION_64).u32le(0).u32le(0)
    for (const number of [members, members, size, offset]) end.u64le(number)
    end
      .u32le(END_LOCATOR_64)
      .u32le(0)
      .u64le(offset + size)
      .u32le(1)
  }
  const count = Math.min(members, MOST_MEMBERS)
  end.u32le(END_RECORD).u16le(0).u16le(0).u16le(count).u16le(count).u32le(size).u32le(offset).u16le(0)
  return end.bytes() as Uint8Array<ArrayBuffer>
}

/** The CRC-32 of a file. */
function checksum(source: Source): number {
  let value = 0
  for (let at = 0; at < source.size; at += WINDOW) value = crc32(source.read(at, at + WINDOW), value)
  return value
}
