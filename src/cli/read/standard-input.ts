/** Standard input as a source: in memory, or in a temporary file when it is long. */
import { MemorySink } from '../../bytes/sink.ts'
import { MemorySource, type Source } from '../../bytes/source.ts'
import { TemporaryFile } from '../../node/temporary-file.ts'
import { standardInput } from '../supervised.ts'

let source: Promise<Source> | undefined

/** Bytes of standard input that are held in memory; more of them go through a temporary file. */
const HELD_INPUT = 1 << 26

const NAME = 'stdin'

/** All of standard input, read once however often it is asked for. */
export function readStandardInput(): Promise<Source> {
  return (source ??= holdInput())
}

async function holdInput(): Promise<Source> {
  const held = new MemorySink()
  let file: TemporaryFile | undefined
  for await (const chunk of standardInput()) {
    if (!file && held.size + chunk.length > HELD_INPUT) {
      file = new TemporaryFile(NAME)
      file.append(held.bytes())
      held.clear()
    }
    ;(file ?? held).append(chunk)
  }
  return file ?? new MemorySource(NAME, held.bytes())
}

/** All of standard input in a temporary file, for other threads to read. */
export async function spillStandardInput(): Promise<TemporaryFile> {
  const file = new TemporaryFile(NAME)
  for await (const chunk of standardInput()) file.append(chunk)
  return file
}
