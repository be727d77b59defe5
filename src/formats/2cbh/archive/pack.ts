/** Makes zip archives as ChessBase makes them: names without folders of their own, packed with DEFLATE. */
import { Deflater } from '../../../bytes/deflate.ts'
import { crc32 } from '../../../bytes/packed/crc.ts'
import { isAscii } from '../../../bytes/text.ts'
import type { Sink } from '../../../bytes/sink.ts'
import type { Source } from '../../../bytes/source.ts'
import { ByteWriter } from '../../../bytes/writer.ts'
import type { PackedFile, PackOptions } from '../../archive.ts'

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END_RECORD = 0x06054b50

/** How a file is packed (PKWARE's APPNOTE, section 4.4.5), and the flag of a name in UTF-8 (4.4.4). */
const METHOD = { stored: 0, deflated: 8 } as const
const UTF_8 = 1 << 11

/** Versions of the format: 2.0 brought DEFLATE. */
const VERSION = 20

/** Limits of this form. */
const MAX_MEMBERS = 0xffff
const MAX_NAME = 0xffff
const MAX_SIZE = 0xffff_ffff

/** Bytes of the header before the sizes. */
const CHECKSUM_AT = 14

/** Bytes that are packed together. */
const PIECE = 1 << 20

/**
 * Writes an archive of files. Throws TypeError for names that do not fit, for more than 4 GiB, and for a password: a
 * `.2cbv` has none.
 */
export function packArchive(
  out: Sink,
  files: readonly PackedFile[],
  { password, isStored = false }: PackOptions = {},
): void {
  if (password !== undefined) throw new TypeError('a .2cbv archive has no password')
  if (files.length > MAX_MEMBERS) throw new TypeError(`an archive holds at most ${MAX_MEMBERS} files`)
  const start = out.size
  const list = new ByteWriter()
  for (const file of files) addMember(out, start, list, file, isStored)
  const listStart = out.size - start
  out.append(list.bytes())
  const end = new ByteWriter(22).u32le(END_RECORD).u32le(0).u16le(files.length).u16le(files.length)
  out.append(end.u32le(list.length).u32le(listStart).u16le(0).bytes())
}

/** Appends a member and its row in the list. */
function addMember(out: Sink, start: number, list: ByteWriter, file: PackedFile, isStored: boolean): void {
  const name = new TextEncoder().encode(file.name)
  if (name.length > MAX_NAME) throw new TypeError(`the name ${file.name} is longer than ${MAX_NAME} bytes`)
  const offset = out.size - start
  const { size } = file.source
  if (offset > MAX_SIZE || size > MAX_SIZE) throw new TypeError('the files are longer than 4 GiB together')
  const facts = new ByteWriter().u16le(VERSION).u16le(isAscii(name) ? 0 : UTF_8)
  facts.u16le(isStored ? METHOD.stored : METHOD.deflated)
  putTime(facts, file.modified ?? new Date(1980, 0, 1))
  facts.u32le(0).u32le(0).u32le(size).u16le(name.length).u16le(0)
  out.append(new ByteWriter().u32le(LOCAL_HEADER).put(facts.bytes()).put(name).bytes())
  const dataStart = out.size
  const crc = isStored ? putStored(out, file.source) : putPacked(out, file.source)
  const numbers = new ByteWriter(8)
    .u32le(crc)
    .u32le(out.size - dataStart)
    .bytes()
  out.patch(start + offset + CHECKSUM_AT, numbers)
  const row = facts.bytes()
  row.set(numbers, CHECKSUM_AT - 4)
  // No comment, first disk, no attributes.
  list.u32le(CENTRAL_HEADER).u16le(VERSION).put(row).u16le(0).u16le(0).u16le(0).u32le(0).u32le(offset).put(name)
}

function putTime(out: ByteWriter, time: Date): void {
  out.u16le((time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1))
  out.u16le((Math.max(0, time.getFullYear() - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate())
}

/** Appends a file as it is; returns its checksum. */
function putStored(out: Sink, source: Source): number {
  let crc = 0
  for (let at = 0; at < source.size; at += PIECE) {
    const bytes = source.read(at, Math.min(at + PIECE, source.size))
    crc = crc32(bytes, crc)
    out.append(bytes)
  }
  return crc
}

/** Appends a file as one run of DEFLATE data; returns its checksum. */
function putPacked(out: Sink, source: Source): number {
  let crc = 0
  const packer = new Deflater((bytes) => out.append(bytes))
  for (let at = 0; at < source.size; at += PIECE) {
    const bytes = source.read(at, Math.min(at + PIECE, source.size))
    crc = crc32(bytes, crc)
    packer.add(bytes)
  }
  packer.finish()
  return crc
}
