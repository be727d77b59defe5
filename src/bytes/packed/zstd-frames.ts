/** Finds the frames of a zstd file, which decompress each by itself. Format: RFC 8878, section 3.1. */
import { u16le, u32le } from '../numbers.ts'
import { SliceSource, type Source } from '../source.ts'

const FRAME = 0xfd2f_b528
const HEADER_SIZE = 18
const RLE_BLOCK = 1

/** The frames that hold data, in order; the last one goes to the end of a file that is cut or damaged. */
export function* zstdFrames(source: Source): Generator<Source> {
  const pages = new Page(source)
  for (let at = 0; at < source.size;) {
    const header = pages.read(at, at + HEADER_SIZE)
    if ((u32le(header, 0) & 0xffff_fff0) >>> 0 === 0x184d_2a50) {
      at += 8 + u32le(header, 4)
      continue
    }
    const end = u32le(header, 0) === FRAME ? endOfFrame(pages, at, header) : source.size
    yield new SliceSource(source, at, end)
    at = end
  }
}

/** Section 3.1.1. */
function endOfFrame(source: Page, start: number, header: Uint8Array): number {
  const flags = header[4]!
  const isSingle = (flags & 0x20) !== 0
  const window = isSingle ? 0 : 1
  const dictionary = [0, 1, 2, 4][flags & 3]!
  const content = [isSingle ? 1 : 0, 2, 4, 8][flags >>> 6]!
  let at = start + 5 + window + dictionary + content
  for (let isLast = false; !isLast;) {
    const block = source.read(at, at + 3)
    if (block.length < 3) return source.size
    const facts = u16le(block, 0) | (block[2]! << 16)
    isLast = (facts & 1) === 1
    at += 3 + (((facts >>> 1) & 3) === RLE_BLOCK ? 1 : facts >>> 3)
  }
  return Math.min(source.size, at + ((flags & 4) === 0 ? 0 : 4))
}

/** Bytes read at once. */
const PAGE = 1 << 16

/** Reads a file from its start to its end, a few bytes here and there, through one page whose memory serves all. */
class Page {
  readonly size: number
  private readonly source: Source
  private bytes: Uint8Array | undefined
  private start = 0

  constructor(source: Source) {
    this.source = source
    this.size = source.size
  }

  /** The bytes are only valid until the next call. */
  read(start: number, end: number): Uint8Array {
    if (!this.bytes || start < this.start || end > this.start + this.bytes.length) {
      this.bytes = this.source.read(start, start + PAGE, this.bytes)
      this.start = start
    }
    return this.bytes.subarray(start - this.start, end - this.start)
  }
}
