/** The inputs of a command: the loop over them, and what of them could not be read. */
import { FormatError } from '../../issues/errors.ts'
import { describeFailure } from '../show/failure.ts'
import { EXIT, note, paint, UnknownFileError } from '../show/terminal.ts'
import { expandInputs, type Input } from './names.ts'
import { openInput, withLimitHint, type OpenInput } from './open-input.ts'
import type { ReadCommandOptions } from './read-options.ts'
import { hasKnownName, unpackInput, type UnpackedInput } from './unpack-input.ts'

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

/** Learns of an input that could not be read, and why. */
type OnFailure = (input: Input, error: unknown) => void

/** What the names of a command stand for: opened in turn, each file within an archive by itself. Close them when done. */
export class Inputs {
  readonly list: readonly Input[]
  private readonly options: ReadCommandOptions
  /** The input unpacked last, which is looked at before it is worked on. */
  private last: { input: Input; unpacked: UnpackedInput | undefined } | undefined

  constructor(list: readonly Input[], options: ReadCommandOptions) {
    this.list = list
    this.options = options
  }

  static async named(names: readonly string[], options: ReadCommandOptions): Promise<Inputs> {
    return new Inputs(await expandInputs(names, options), options)
  }

  /** Whether they are one file or database, by itself or packed. Of an archive, a file that cannot be unpacked counts. */
  async isOne(): Promise<boolean> {
    if (this.list.length !== 1) return false
    // A file that cannot be unpacked is reported where it is worked on.
    const unpacked = await this.unpack(this.list[0]!).catch(() => undefined)
    return unpacked === undefined || unpacked.inputs.length + unpacked.refused.length === 1
  }

  /**
   * Opens every input and has it worked on. One that cannot be read is reported on standard error and in the exit code,
   * and the rest go on.
   */
  async forEach(work: Work): Promise<InputCounts> {
    return await this.visit(work, tellOfFailure)
  }

  /** How many records they hold together. What cannot be read is left to {@link forEach} to report. */
  async countRecords(): Promise<number> {
    let total = 0
    await this.visit(
      (_input, { collection }) => {
        total += collection.count
      },
      () => {},
    )
    return total
  }

  private async visit(work: Work, onFailure: OnFailure): Promise<InputCounts> {
    const counts: InputCounts = { opened: 0, failed: 0, unknownFiles: 0 }
    const fail: OnFailure = (input, error) => {
      counts.failed++
      onFailure(input, error)
    }
    const attempt = async (input: Input, step: () => Promise<void>): Promise<void> => {
      try {
        await step()
      } catch (error) {
        if (!isAboutTheInput(error)) throw error
        if (!input.isNamed && error instanceof UnknownFileError && !hasKnownName(input.path)) counts.unknownFiles++
        else fail(input, error)
      }
    }
    for (const [index, input] of this.list.entries()) {
      const place = { index, count: this.list.length }
      const workOn = async (one: Input) => {
        const open = await openInput(one, this.options)
        try {
          await work(one, open, place)
          counts.opened++
        } finally {
          open.close()
        }
      }
      await attempt(input, async () => {
        const unpacked = await this.unpack(input)
        if (!unpacked) return await workOn(input)
        counts.unknownFiles += unpacked.unknownFiles
        for (const error of unpacked.refused) fail(input, error)
        for (const inner of unpacked.inputs) await attempt(inner, async () => workOn(inner))
      })
    }
    return counts
  }

  close(): void {
    this.last?.unpacked?.close()
    this.last = undefined
  }

  private async unpack(input: Input): Promise<UnpackedInput | undefined> {
    if (this.last?.input === input) return this.last.unpacked
    this.close()
    const unpacked = await unpackInput(input, this.options.maxUnpacked)
    this.last = { input, unpacked }
    return unpacked
  }
}

/** Works on the inputs that names stand for. */
export async function forEachInput(
  names: readonly string[],
  options: ReadCommandOptions,
  work: Work,
): Promise<InputCounts> {
  const inputs = await Inputs.named(names, options)
  try {
    return await inputs.forEach(work)
  } finally {
    inputs.close()
  }
}

/** Reports an input that could not be read. */
function tellOfFailure(input: Input, error: unknown): void {
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
