/** What all commands that read have in common: options, the loop over inputs, the exit code. */
import type { Command } from 'commander'
import {
  describeFailure,
  expandInputs,
  openInput,
  type Input,
  type OpenInput,
  type ReadCommandOptions,
} from './inputs.ts'
import { extension } from '../bytes/source.ts'
import { FORMATS } from '../formats/index.ts'
import { FormatError } from '../issues/errors.ts'
import { EXIT, note, paint, UnknownFileError } from './terminal.ts'

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
  passedOver: number
}

/**
 * Opens and processes every input in turn. One that cannot be read is reported on standard error and in the exit code,
 * and the rest go on.
 */
export async function forEachInput(
  names: readonly string[],
  options: ReadCommandOptions,
  work: (input: Input, open: OpenInput) => void | Promise<void>,
): Promise<InputCounts> {
  const counts: InputCounts = { opened: 0, failed: 0, passedOver: 0 }
  for (const input of expandInputs(names)) {
    let open: OpenInput | undefined
    try {
      open = await openInput(input, options)
      await work(input, open)
      counts.opened++
    } catch (error) {
      if (!isAboutTheInput(error)) throw error
      if (!input.isNamed && error instanceof UnknownFileError && !hasKnownName(input)) {
        counts.passedOver++
        continue
      }
      counts.failed++
      note(paint('red', describeInputFailure(input, error)))
      process.exitCode = EXIT.unreadable
    } finally {
      open?.close()
    }
  }
  return counts
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

/** Whether a file has the name of a readable one: then it should be reported if it is something else. */
function hasKnownName({ path }: Input): boolean {
  return FORMATS.some(
    (format) => format.open && format.extensions.includes(extension(path)) && extension(path) !== '.txt',
  )
}
