/** The options that all commands have that read. */
import { InvalidArgumentError, type Command } from 'commander'
import type { NameOptions } from './names.ts'

/** Options of every command that reads. */
export interface ReadCommandOptions extends NameOptions {
  /** Most bytes that a compressed file or an archive may come to. */
  maxUnpacked?: number
  from?: string
  encoding?: string
  option?: string[]
  /** Options passed only to the formats that have them. */
  formatDefaults?: Record<string, string>
}

/** Adds the options of reading. */
export function withReadOptions(command: Command): Command {
  return command
    .option('-f, --from <format>', 'input format (default: detected)')
    .option(
      '--encoding <label>',
      'text encoding of the input: utf-8, windows-1252, gb18030, big5 ... (default: detected)',
    )
    .option('--option <name=value>', 'format option; see ludograph formats FORMAT', collect)
    .option(
      '--max-unpacked <size>',
      'largest size that a compressed file may unpack to, as in 200G (default: 256M and 100 times its own size)',
      parseSize,
    )
}

/** Adds the option that names a list of inputs. */
export function withFileList(command: Command): Command {
  return command.option('--files-from <list>', 'also read the files named in LIST, one per line; - is standard input')
}

const UNITS = ['', 'k', 'm', 'g', 't']

/** Bytes, as in `200G`. */
function parseSize(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([kmgt]?)i?b?$/i.exec(text) ?? []
  if (digits === undefined) throw new InvalidArgumentError('expected a number of bytes, as in 500M or 200G.')
  return Number(digits) * 1024 ** UNITS.indexOf(unit.toLowerCase())
}

/** Collects an option that may be repeated. */
export function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value]
}
