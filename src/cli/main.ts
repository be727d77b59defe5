/** Runs a command, and says how it ends. In a thread of its own, see supervisor.ts. */
import { CommanderError } from 'commander'
import { MissingSdkError } from '../mcp/server.ts'
import { CodedError } from '../issues/errors.ts'
import { listenToUnfinished } from '../node/unfinished.ts'
import { describeFailure } from './inputs.ts'
import { makeProgram } from './program.ts'
import { tellSupervisor } from './supervised.ts'
import { CommandError, EXIT, note, paint } from './terminal.ts'

listenToUnfinished(tellSupervisor)

try {
  await makeProgram().parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.fine : EXIT.usage
  } else {
    note(paint('red', isExpected(error) ? describeFailure(error) : String((error as Error).stack)))
    process.exitCode = error instanceof CommandError ? error.exitCode : EXIT.unreadable
  }
}

/** Trouble with files or wrong use; anything else is a fault of the program and shows where it happened. */
function isExpected(error: unknown): boolean {
  const expected = [CommandError, CodedError, MissingSdkError]
  if (expected.some((kind) => error instanceof kind)) return true
  return error instanceof Error && (error as NodeJS.ErrnoException).syscall !== undefined
}
