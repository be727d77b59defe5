/** Makes archives: docs/formats/chessbase.md, Archives. */
import type { Sink } from '../../../bytes/sink.ts'
import type { Source } from '../../../bytes/source.ts'
import { encodeText } from '../../../bytes/text.ts'
import { ByteWriter } from '../../../bytes/writer.ts'
import type { PackedFile, PackOptions } from '../../archive.ts'
import { BLOCK_HEAD_SIZE, blockChecksum, PACKING } from './blocks.ts'
import { LzEncoder, MAX_DISTANCE } from './lz.ts'
import { EncryptingSink, newPasswordKey } from './password.ts'
import { ARCHIVE_HEAD_SIZE, ARCHIVE_MARK, ARCHIVE_SUFFIX, MEMBER_SIZE, NAME_SIZE } from './table.ts'

/** Bytes of a file per block. */
const BLOCK_SIZE = 0xc000

/** Comes before the time of the last change. */
const TIME_MARK = 1

/** The largest number of members and the longest name that an archive can hold. */
const MAX_MEMBERS = 0xffff
const MAX_NAME = NAME_SIZE - 1

/**
 * Writes an archive of files; blocks are compressed if that makes them shorter. Throws TypeError for names that do not
 * fit, and for an invalid password.
 */
export function packArchive(
  out: Sink,
  files: readonly PackedFile[],
  { password, isStored = false }: PackOptions = {},
): void {
  if (password === undefined) return writeArchive(out, files, !isStored)
  const encrypted = new EncryptingSink(out, newPasswordKey(password), tableSize(files))
  writeArchive(encrypted, files, !isStored)
  encrypted.finish()
}

function writeArchive(out: Sink, files: readonly PackedFile[], compress: boolean): void {
  if (files.length > MAX_MEMBERS) throw new TypeError(`an archive holds at most ${MAX_MEMBERS} files`)
  const start = out.size
  const table = new ByteWriter()
  table.u16le(ARCHIVE_MARK).u16le(files.length).u8(MEMBER_SIZE).put(Uint8Array.from(ARCHIVE_SUFFIX))
  out.append(new Uint8Array(tableSize(files)))
  for (const file of files) {
    const offset = out.size - start
    writeBlocks(out, file.source, compress)
    writeMember(table, file, offset, out.size - start - offset)
  }
  out.patch(start, table.bytes())
}

function tableSize(files: readonly PackedFile[]): number {
  return ARCHIVE_HEAD_SIZE + files.length * MEMBER_SIZE
}

function writeMember(table: ByteWriter, { name, source, modified }: PackedFile, offset: number, packed: number): void {
  const bytes = encodeName(name)
  const { date, time } = formatTime(modified ?? new Date(1980, 0, 1))
  const { size } = source
  // The first copies of the numbers have 32 bits and lose what does not fit.
  table.field(bytes, NAME_SIZE).u32le(offset).u32le(packed).u32le(size)
  table.u8(TIME_MARK).u32le(date).u32le(time)
  for (const number of [offset, packed, size]) table.u32le(number).u32le(Math.floor(number / 2 ** 32))
}

/** Names are in code page 1252 if it has their characters, otherwise in UTF-8. */
function encodeName(name: string): Uint8Array {
  const stored = name.replaceAll('/', '\\')
  const { bytes, lost } = encodeText(stored, 'windows-1252')
  const encoded = lost.length === 0 ? bytes : encodeText(stored, 'utf-8').bytes
  if (encoded.length > MAX_NAME) throw new TypeError(`the name ${name} is longer than ${MAX_NAME} bytes`)
  return encoded
}

/** A time as the numbers yyyymmdd and hhmmsscc. */
function formatTime(time: Date): { date: number; time: number } {
  return {
    date: time.getFullYear() * 10_000 + (time.getMonth() + 1) * 100 + time.getDate(),
    time:
      time.getHours() * 1_000_000 +
      time.getMinutes() * 10_000 +
      time.getSeconds() * 100 +
      Math.floor(time.getMilliseconds() / 10),
  }
}

function writeBlocks(out: Sink, source: Source, compress: boolean): void {
  const encoder = new LzEncoder()
  for (let at = 0; at < source.size; at += BLOCK_SIZE) {
    // What precedes the block is read again, for copies that refer to it.
    const from = Math.max(0, at - MAX_DISTANCE)
    const bytes = source.read(from, at + BLOCK_SIZE)
    const stored = bytes.subarray(at - from)
    const packed = compress ? encoder.encode(bytes, at - from, bytes.length) : stored
    const isPacked = packed.length < stored.length
    const payload = new Uint8Array(1 + Math.min(packed.length, stored.length))
    payload[0] = isPacked ? PACKING.lz : PACKING.stored
    payload.set(isPacked ? packed : stored, 1)
    const head = new ByteWriter(BLOCK_HEAD_SIZE).u16le(payload.length).u16le(blockChecksum(payload))
    out.append(head.bytes())
    out.append(payload)
  }
}
