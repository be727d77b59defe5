/** Runs a command and reports how it ended. */
import { CommanderError, type Command } from 'commander'
import { makeProgram } from './program.ts'
import { suggest } from '../show/suggest.ts'
import { CommandError, EXIT, note, paint } from '../show/terminal.ts'

/** Runs the command of the words in this thread; sets the exit code of the process. */
export async function runHere(words: readonly string[]): Promise<void> {
  try {
    const program = await makeProgram(words)
    refuseUnknownHelp(program, words)
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? EXIT.fine : EXIT.usage
    } else {
      note(paint('red', await describe(error)))
      process.exitCode = error instanceof CommandError ? error.exitCode : EXIT.unreadable
    }
  }
}

/** `help nosuch` is about no command; commander would print the whole help. */
function refuseUnknownHelp(program: Command, [first, name]: readonly string[]): void {
  if (first !== 'help' || name === undefined || name.startsWith('-')) return
  const names = program.commands.map((command) => command.name())
  if (names.includes(name) || name === 'help') return
  const meant = suggest(name, names)
  throw new CommandError(
    `unknown command "${name}"; ${meant ? `did you mean ${meant}?` : 'ludograph --help lists them'}`,
    EXIT.usage,
  )
}

/** File and usage errors as a sentence; anything else is a bug and is shown with its stack. */
async function describe(error: unknown): Promise<string> {
  if (error instanceof CommandError) return error.message
  const { isExpected, describeFailure } = await import('../show/failure.ts')
  return isExpected(error) ? describeFailure(error) : String((error as Error).stack)
}
