/** Texts on the disk that are needed in another order than they come in: the rows of a million games take 150 MB. */
import { closeSync, openSync, rmSync } from 'node:fs'
import { readFully, writeFully } from '../../node/disk.ts'

/** Bytes that are written at once. */
const WINDOW = 1 << 16

const decoder = new TextDecoder()

export class ScratchTexts {
  private readonly path: string
  private readonly descriptor: number
  private readonly starts: Float64Array
  private readonly lengths: Uint32Array
  /** What is not written yet; what was written ends at `written`. */
  private waiting: Buffer[] = []
  private size = 0
  private written = 0
  private readonly memory = Buffer.alloc(1 << 12)

  /** @param path of a new file @param count of texts */
  constructor(path: string, count: number) {
    this.path = path
    this.descriptor = openSync(path, 'wx+')
    this.starts = new Float64Array(count)
    this.lengths = new Uint32Array(count)
  }

  set(place: number, text: string): void {
    const bytes = Buffer.from(text)
    this.starts[place] = this.size
    this.lengths[place] = bytes.length
    this.waiting.push(bytes)
    this.size += bytes.length
    if (this.size - this.written >= WINDOW) this.flush()
  }

  /** The text of a place; empty if there is none. */
  get(place: number): string {
    this.flush()
    const length = this.lengths[place]!
    const start = this.starts[place]!
    const bytes = readFully(this.descriptor, start, start + length, this.memory)
    return decoder.decode(bytes)
  }

  /** Closes and removes the file. */
  remove(): void {
    closeSync(this.descriptor)
    rmSync(this.path)
  }

  private flush(): void {
    if (this.waiting.length === 0) return
    const bytes = Buffer.concat(this.waiting)
    writeFully(this.descriptor, bytes, this.written, this.path)
    this.written += bytes.length
    this.waiting = []
  }
}
