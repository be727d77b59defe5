/** Reads the head of a table, whose numbers are not to be believed: every read is within the file. */
import { FormatError } from '../../issues/errors.ts'
import type { Source } from '../../bytes/source.ts'

/** Bytes of the longest head: the symbols of eight parts and the maps of distances take less. */
const LONGEST_HEAD = 1 << 20

/** A cursor over the head of a table. */
export class HeadReader {
  at = 0
  private readonly source: Source
  private readonly bytes: Uint8Array

  constructor(source: Source) {
    this.source = source
    this.bytes = source.read(0, Math.min(source.size, LONGEST_HEAD))
  }

  byte(at: number): number {
    const value = this.bytes[at]
    if (value === undefined) throw this.damaged(at)
    return value
  }

  /** Two bytes, little-endian. */
  word(at: number): number {
    return this.byte(at) | (this.byte(at + 1) << 8)
  }

  /** Four bytes, little-endian. */
  long(at: number): number {
    return this.word(at) + this.word(at + 2) * 0x1_0000
  }

  /** A part of the head. */
  part(start: number, end: number): Uint8Array {
    if (end > this.bytes.length) throw this.damaged(start)
    return this.bytes.slice(start, end)
  }

  /** Goes on at the next multiple of a power of two. */
  align(to: number): void {
    this.at = Math.ceil(this.at / to) * to
  }

  damaged(offset = this.at): FormatError {
    return damagedTable(this.source, offset)
  }
}

/** What is thrown where a table cannot be what it says. */
export function damagedTable({ name }: Source, offset: number): FormatError {
  return new FormatError('tablebase/damaged', {}, { file: name, offset })
}
