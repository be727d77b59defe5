/** Converts games from path to path: what the command `convert` does for one output, for programs. */
import { Conversion, type ConversionOptions, type ConversionPart } from '../convert/convert.ts'
import { formatForName } from '../convert/detect.ts'
import type { OpenGamesOptions } from '../convert/open.ts'
import type { Format, WriteOptions } from '../formats/format.ts'
import { DiskSinkSet } from './file-sink.ts'
import { openPath } from './open.ts'

/** How a file is converted. */
export interface ConvertFileOptions extends ConversionOptions {
  /** How to read the input. */
  read?: OpenGamesOptions
  /** The format to write; by default the one that the name of the output asks for. */
  format?: Format
  /** Whether a file or database that has the name of the output is replaced; otherwise it is refused. */
  replaces?: boolean
  /** How to write the output. */
  write?: WriteOptions
}

/**
 * Converts a file or database into one output of any format, all of it or nothing, and returns what was written
 * and what the target cannot hold. Rejects with FormatError when the input cannot be read or the output cannot be
 * written, and with TypeError when no format that can be written fits the output's name.
 */
export async function convertFile(
  input: string,
  output: string,
  { read, format = formatForName(output), replaces, write, ...options }: ConvertFileOptions = {},
): Promise<ConversionPart> {
  if (!format?.write) throw new TypeError(`no format that can be written has a name like ${output}`)
  const opened = await openPath(input, read)
  const sinks = new DiskSinkSet(output, { format, replaces })
  try {
    const conversion = new Conversion(format, options)
    const writer = await format.write(sinks, write)
    conversion.begin(writer, opened.collection)
    conversion.copyAll(opened.collection, writer, input)
    conversion.finish(writer, output)
    return conversion.snapshot()
  } catch (error) {
    sinks.abort()
    throw error
  } finally {
    opened.close()
  }
}
