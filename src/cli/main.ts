/** Runs a command and reports how it ended. In a separate thread, see supervisor.ts. */
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

/** File and usage errors; anything else is a bug and is shown with its stack. */
function isExpected(error: unknown): boolean {
  const expected = [CommandError, CodedError, MissingSdkError]
  if (expected.some((kind) => error instanceof kind)) return true
  return error instanceof Error && (error as NodeJS.ErrnoException).syscall !== undefined
}
