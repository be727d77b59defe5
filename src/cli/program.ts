/** The commands of `ludograph`. */
import { Command } from 'commander'
import { addAliases } from './commands/aliases.ts'
import { addArchive } from './commands/archive.ts'
import { addBook } from './commands/book.ts'
import { addConvert } from './commands/convert.ts'
import { addDelete } from './commands/delete.ts'
import { addEdit } from './commands/edit.ts'
import { addTables } from './commands/tables.ts'
import { addExplore } from './commands/explore.ts'
import { addPatterns } from './commands/patterns.ts'
import { addExport } from './commands/export.ts'
import { addFormats } from './commands/formats.ts'
import { addImport } from './commands/import.ts'
import { addInfo } from './commands/info.ts'
import { addMaintenanceCommands } from './commands/maintain.ts'
import { addMcp } from './commands/mcp.ts'
import { addPlayerCommands } from './commands/players.ts'
import { addSearch } from './commands/search.ts'
import { addServe } from './commands/serve.ts'
import { addShow } from './commands/show.ts'
import { addCatalogueCommands } from './commands/catalogue.ts'
import { addUpdate } from './commands/update.ts'
import { addValidate } from './commands/validate.ts'
import { note, print } from './terminal.ts'
import { packageVersion } from './version.ts'

/** Makes the command line: its commands, their options and their help. */
export function makeProgram(): Command {
  const program = new Command('ludograph')
    .description('Read, check, convert, search and replay chess, xiangqi, Go and Othello games.')
    .version(packageVersion())
    .showHelpAfterError('(run with --help for usage)')
    .configureHelp({ sortSubcommands: false })
    .configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: (text) => note(text.trimEnd()) })
    .addHelpText(
      'before',
      `Examples:
  $ ludograph info game.xqf                  what is this file?
  $ ludograph convert game.xqf -o game.pgn   convert it and see what is lost
  $ ludograph show game.pgn                  show it on a board
  $ ludograph validate games/                check everything in a folder
`,
    )
    .exitOverride()

  program.commandsGroup('Files:')
  for (const add of [
    addInfo,
    addConvert,
    addValidate,
    addShow,
    addFormats,
    addTables,
    addArchive,
    addDelete,
    addUpdate,
  ])
    add(program)
  program.commandsGroup('Databases:')
  for (const add of [
    addImport,
    addSearch,
    addExplore,
    addPatterns,
    addExport,
    addBook,
    addEdit,
    addPlayerCommands,
    addAliases,
    addCatalogueCommands,
    addMaintenanceCommands,
    addServe,
    addMcp,
  ]) {
    add(program)
  }
  for (const command of program.commands) command.exitOverride()
  return program
}
