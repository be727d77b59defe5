/** Converts games from one path to another, like the command `convert` with one output. */
import { Conversion, type ConversionOptions, type ConversionPart } from '../convert/convert.ts'
import { formatForName } from '../convert/detect.ts'
import type { Format, WriteOptions } from '../formats/format.ts'
import { WRITTEN_FORMATS } from '../formats/index.ts'
import { DiskSinkSet } from './file-sink.ts'
import { openPath, type OpenPathOptions } from './open.ts'
import { Pace, type PaceOptions } from './pace.ts'

/** How a file is converted. */
export interface ConvertFileOptions extends ConversionOptions, PaceOptions {
  /** How to read the input. */
  read?: OpenPathOptions
  /** The format to write; by default that of the output's name. */
  format?: Format
  /** Whether an existing output is replaced; by default it is refused. */
  replaces?: boolean
  /** How to write the output. */
  write?: WriteOptions
}

/**
 * Converts a file or database into one output of any format, completely or not at all, and returns what was written and
 * what the target cannot store. Rejects with FormatError if the input cannot be read or the output cannot be written,
 * with TypeError if no writable format matches the output's name, and with the reason of a signal that stops it. Others have
 * their turn between games.
 */
export async function convertFile(
  input: string,
  output: string,
  {
    read,
    format = formatForName(output, WRITTEN_FORMATS),
    replaces,
    write,
    signal,
    onProgress,
    ...options
  }: ConvertFileOptions = {},
): Promise<ConversionPart> {
  if (!format?.write) throw new TypeError(`no format that can be written has a name like ${output}`)
  const opened = await openPath(input, read)
  let sinks: DiskSinkSet | undefined
  try {
    sinks = new DiskSinkSet(output, { format, replaces })
    const conversion = new Conversion(format, options)
    const writer = await format.write(sinks, write)
    conversion.begin(writer, opened.collection, input)
    const pace = new Pace({ signal, onProgress }, opened.collection.count)
    for (const _ of conversion.copying(opened.collection, writer, input)) {
      const pause = pace.step()
      if (pause) await pause
    }
    pace.end()
    conversion.finish(writer, output)
    return conversion.snapshot()
  } catch (error) {
    sinks?.abort()
    throw error
  } finally {
    opened.close()
  }
}
