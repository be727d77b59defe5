/** The end of a file that is changed in place, as a sink for a writer that adds to it. */
import type { FileEdit } from './edit.ts'
import type { Sink } from './sink.ts'
import { ByteWriter } from './writer.ts'

/** Bytes buffered before they are written. */
const BUFFER_SIZE = 1 << 18

/** The end of a changed file, as a sink. */
export class EditSink implements Sink {
  size: number
  private readonly edit: FileEdit
  private readonly name: string
  private readonly buffer = new ByteWriter(BUFFER_SIZE)

  constructor(edit: FileEdit, name: string, size: number) {
    this.edit = edit
    this.name = name
    this.size = size
  }

  append(bytes: Uint8Array): void {
    this.buffer.put(bytes)
    this.size += bytes.length
    if (this.buffer.length >= BUFFER_SIZE) this.flush()
  }

  patch(offset: number, bytes: Uint8Array): void {
    this.flush()
    this.edit.write(this.name, offset, bytes)
  }

  /** Writes what is buffered. */
  flush(): void {
    if (this.buffer.length > 0) this.edit.write(this.name, this.size - this.buffer.length, this.buffer.bytes())
    this.buffer.clear()
  }

  /** Truncates the file at the end of the sink, for files that are rewritten. */
  close(): void {
    this.flush()
    this.edit.truncate(this.name, this.size)
  }
}
