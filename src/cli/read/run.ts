/** What all commands that read have in common: options, the loop over inputs, the exit code. */
import { InvalidArgumentError, type Command } from 'commander'
import { describeFailure } from '../show/failure.ts'
import { openInput, withLimitHint, type OpenInput, type ReadCommandOptions } from './inputs.ts'
import { expandInputs, type Input } from './names.ts'
import { hasKnownName, inputsWithin } from './packed-inputs.ts'
import { FormatError } from '../../issues/errors.ts'
import { EXIT, note, paint, UnknownFileError } from '../show/terminal.ts'

export type { ReadCommandOptions } from './inputs.ts'

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

/** The result for the inputs of a command. */
export interface InputCounts {
  opened: number
  /** Unreadable inputs. */
  failed: number
  /** Files in a folder without a known format. */
  unknownFiles: number
}

/** The counts of no inputs at all. */
export const NO_INPUTS: InputCounts = { opened: 0, failed: 0, unknownFiles: 0 }

/** Which of how many inputs one is; those within an archive count as the archive. */
export interface InputPlace {
  index: number
  count: number
}

/** Works on an input. */
export type Work = (input: Input, open: OpenInput, place: InputPlace) => void | Promise<void>

/**
 * Opens and processes every input in turn, those within archives one by one. One that cannot be read is reported on
 * standard error and in the exit code, and the rest go on.
 */
export async function forEachInput(
  names: readonly string[],
  options: ReadCommandOptions,
  work: Work,
): Promise<InputCounts> {
  return await forEach(await expandInputs(names, options), options, work)
}

/** Works on inputs as {@link forEachInput} does. */
export async function forEach(inputs: readonly Input[], options: ReadCommandOptions, work: Work): Promise<InputCounts> {
  const counts: InputCounts = { opened: 0, failed: 0, unknownFiles: 0 }
  for (const [index, input] of inputs.entries()) {
    const place = { index, count: inputs.length }
    await attempt(input, counts, async () => {
      const within = await inputsWithin(input, options.maxUnpacked)
      if (!within) return await workOn(input, options, counts, async (one, open) => await work(one, open, place))
      counts.unknownFiles += within.unknownFiles
      for (const error of within.refused) countFailure(input, error, counts)
      for (const inner of within.inputs) {
        await attempt(inner, counts, async () =>
          workOn(inner, options, counts, async (one, open) => await work(one, open, place)),
        )
      }
    })
  }
  return counts
}

async function workOn(
  input: Input,
  options: ReadCommandOptions,
  counts: InputCounts,
  work: (input: Input, open: OpenInput) => Promise<void>,
): Promise<void> {
  const open = await openInput(input, options)
  try {
    await work(input, open)
    counts.opened++
  } finally {
    open.close()
  }
}

/** Does what concerns one input, and counts it when it fails for a reason of its own. */
async function attempt(input: Input, counts: InputCounts, step: () => Promise<void>): Promise<void> {
  try {
    await step()
  } catch (error) {
    if (!isAboutTheInput(error)) throw error
    if (!input.isNamed && error instanceof UnknownFileError && !hasKnownName(input.path)) counts.unknownFiles++
    else countFailure(input, error, counts)
  }
}

function countFailure(input: Input, error: unknown, counts: InputCounts): void {
  counts.failed++
  note(paint('red', describeInputFailure(input, withLimitHint(error))))
  process.exitCode = EXIT.unreadable
}

/**
 * Whether a failure concerns only one input, so that the next can be tried: it cannot be read, a system error, or a bug
 * in a reader that this input triggers.
 */
function isAboutTheInput(error: unknown): boolean {
  if (error instanceof UnknownFileError || error instanceof FormatError || isFault(error)) return true
  return error instanceof Error && (error as NodeJS.ErrnoException).syscall !== undefined
}

/** Whether an error is one that a reader must not throw. */
function isFault(error: unknown): error is Error {
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
}

/** The message about an input that could not be read, with its name. */
function describeInputFailure({ path }: Input, error: unknown): string {
  if (!isFault(error)) return describeFailure(error)
  return `${path}: the reader failed with a fault of its own (${error.message}); the file cannot be read`
}
