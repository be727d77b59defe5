/** The commands of `ludograph`, and how each of them ends. Runs in a thread of its own, see supervisor.ts. */
import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { addAliases } from './commands/aliases.ts'
import { addArchive } from './commands/archive.ts'
import { addConvert } from './commands/convert.ts'
import { addDelete } from './commands/delete.ts'
import { addEdit } from './commands/edit.ts'
import { addTables } from './commands/tables.ts'
import { addExplore } from './commands/explore.ts'
import { addExport } from './commands/export.ts'
import { addFormats } from './commands/formats.ts'
import { addImport } from './commands/import.ts'
import { addInfo } from './commands/info.ts'
import { addMaintenanceCommands } from './commands/maintain.ts'
import { addPlayerCommands } from './commands/players.ts'
import { addSearch } from './commands/search.ts'
import { addServe } from './commands/serve.ts'
import { addShow } from './commands/show.ts'
import { addCatalogueCommands } from './commands/catalogue.ts'
import { addUpdate } from './commands/update.ts'
import { addValidate } from './commands/validate.ts'
import { MissingDuckDBError } from '../database/catalogue/duckdb.ts'
import { FormatError } from '../model/issue.ts'
import { listenToUnfinished } from '../node/unfinished.ts'
import { describeFailure } from './inputs.ts'
import { tellSupervisor } from './supervised.ts'
import { CommandError, EXIT, note, paint, print } from './terminal.ts'

const program = new Command('ludograph')
  .description('Reads, checks, converts and replays records of chess, xiangqi, Go and Othello games.')
  .version(packageVersion())
  .showHelpAfterError('(--help shows how the command is used)')
  .configureHelp({ sortSubcommands: false })
  .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: (text) => note(text.trimEnd()) })
  .addHelpText(
    'before',
    `Examples:
  $ ludograph info game.xqf                  say what a file is
  $ ludograph convert game.xqf -o game.pgn   convert it, and see what is lost
  $ ludograph show game.pgn                  look at it
  $ ludograph validate games/                check everything in a folder
`,
  )
  .exitOverride()

program.commandsGroup('Files:')
for (const add of [addInfo, addConvert, addValidate, addShow, addFormats, addTables, addArchive, addDelete, addUpdate])
  add(program)
program.commandsGroup('Databases:')
for (const add of [
  addImport,
  addSearch,
  addExplore,
  addExport,
  addEdit,
  addPlayerCommands,
  addAliases,
  addCatalogueCommands,
  addMaintenanceCommands,
  addServe,
]) {
  add(program)
}
for (const command of program.commands) command.exitOverride()

listenToUnfinished(tellSupervisor)

try {
  await program.parseAsync()
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
  if (error instanceof CommandError || error instanceof FormatError || error instanceof MissingDuckDBError) return true
  return error instanceof Error && (error as NodeJS.ErrnoException).syscall !== undefined
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
