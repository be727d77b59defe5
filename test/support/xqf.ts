/** XQF files in memory: reading, writing, and hiding them behind keys as XQStudio does. */
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import type { Collection, Entry, ReadOptions, WriteOptions } from '../../src/formats/format.ts'
import { xqf } from '../../src/formats/xqf/format.ts'
import type { Issue } from '../../src/issues/issue.ts'
import type { GameRecord } from '../../src/model/record.ts'

/** Opens a file in memory. */
export function openXqf(bytes: Uint8Array, options?: ReadOptions): Promise<Collection> {
  return xqf.open(new MemoryFileSet(new MemorySource('game.xqf', bytes)), options)
}

/** Reads a file in memory. The record comes without its origin, for comparing. */
export async function readXqf(bytes: Uint8Array, options?: ReadOptions): Promise<{ record: GameRecord; entry: Entry }> {
  const entry = (await openXqf(bytes, options)).entry(0)
  const { origin: _origin, ...record } = entry.record!
  return { record, entry }
}

/** Writes a record; without bytes when the writer refused it. */
export async function writeXqf(
  record: GameRecord,
  version: '10' | '18' = '10',
  options: WriteOptions = {},
): Promise<{ bytes: Uint8Array; issues: Issue[] }> {
  const out = new MemorySinkSet('game.xqf')
  const writer = await xqf.write(out, { ...options, settings: { version } })
  const { issues } = writer.add(record)
  writer.finish()
  return { bytes: out.files.get('game.xqf') ?? new Uint8Array(0), issues }
}

/** The raw key bytes of a header. */
export interface RawKeys {
  mask: number
  or: readonly [number, number, number, number]
  position: number
  from: number
  to: number
}

/**
 * Hides a file behind keys, following step by step what XQStudio does when it
 * saves (Src/XQFileRW.pas of its published source), so that the reader is tested
 * against another hand than its own. Bytes that XQStudio fills at random come from `random`.
 * @param plain a file of version 18 whose keys are zero
 * @param version 11 to 18
 */
export function hideXqf(plain: Uint8Array, version: number, raw: RawKeys, random: () => number): Uint8Array {
  const bytes = Uint8Array.from(plain)
  const sum = (256 - ((raw.position + raw.from + raw.to) & 0xff)) & 0xff
  bytes.set([version, raw.mask], 2)
  bytes.set([...raw.or, sum, raw.position, raw.from, raw.to], 8)
  const spread = (key: number) => ((key * key * 3 + 9) * 3 + 8) * 2 + 1
  const position = ((spread(raw.position) * 3 + 8) * raw.position) & 0xff
  const from = ((spread(raw.from) * 3 + 8) * position) & 0xff
  const to = ((spread(raw.to) * 3 + 8) * from) & 0xff
  const commentLength = ((sum * 256 + raw.position) % 32000) + 767

  // The list of pieces, counted from 1 as there. A file with zero keys is rotated by one.
  const pieces: number[] = []
  for (let slot = 1; slot <= 32; slot++) pieces[(slot % 32) + 1] = plain[0x10 + slot - 1]!
  for (let slot = 1; slot <= 32; slot++) {
    const point = version >= 12 ? pieces[((slot + position) % 32) + 1]! : pieces[slot]!
    bytes[0x10 + slot - 1] = (point > 89 ? 90 + Math.floor(random() * 155) : point) + position
  }

  const view = new DataView(bytes.buffer)
  for (let at = 0x400; at < bytes.length;) {
    const isRoot = at === 0x400
    if (!isRoot) {
      bytes[at] = bytes[at]! + from
      bytes[at + 1] = bytes[at + 1]! + to
    }
    const hasComment = (bytes[at + 2]! & 0x20) !== 0
    bytes[at + 2] = bytes[at + 2]! | Math.floor(random() * 32)
    bytes[at + 3] = Math.floor(random() * 256)
    at += 4
    if (!hasComment) continue
    const length = view.getUint32(at, true) - 767
    view.setUint32(at, length + commentLength, true)
    at += 4 + length
  }

  const text = '[(C) Copyright Mr. Dong Shiwei.]'
  const keys = [sum, raw.position, raw.from, raw.to].map((key, index) => (key & raw.mask) | raw.or[index]!)
  for (let at = 0x400; at < bytes.length; at++) {
    bytes[at] = bytes[at]! + (text.charCodeAt(at % 32) & keys[at % 4]!)
  }
  return bytes
}
