/** The command line, made from the table of commands. */
import { Command, CommanderError, Option } from 'commander'
import { COMMAND_GROUPS, commandIn } from './command-table.ts'
import { COLOUR_CHOICES, type ColourChoice, setColours, streams } from '../show/standard-streams.ts'
import { EXIT_TABLE } from '../exit.ts'
import { EXIT, note, print } from '../show/terminal.ts'
import { packageVersion } from '../version.ts'

/**
 * Makes the command line: its commands, their options and their help. Only the code of the command that the words name
 * is loaded; the others have a name and a summary.
 */
export async function makeProgram(words: readonly string[]): Promise<Command> {
  const wanted = commandIn(words)
  return await makeWith((name) => name === wanted)
}

/** Makes the command line with every command in full. */
export async function makeWholeProgram(): Promise<Command> {
  return await makeWith(() => true)
}

async function makeWith(isWanted: (command: string) => boolean): Promise<Command> {
  const program = bareProgram()
  for (const { heading, modules } of COMMAND_GROUPS) {
    program.commandsGroup(heading)
    for (const { commands, load } of modules) {
      const names = Object.keys(commands)
      if (names.some(isWanted)) (await load())(program, makeWholeProgram)
      else for (const name of names) program.command(name)
      for (const command of program.commands) {
        const summary = commands[command.name()]
        if (summary !== undefined) command.summary(summary)
      }
    }
  }
  program.helpCommand('help [command]', 'Show the help of a command')
  for (const command of program.commands) command.exitOverride()
  program.hook('preAction', async (_, command) => await refuseClusters(command))
  return program
}

/** Commands of games that take the address of a cluster in place of a folder. */
const TAKE_CLUSTER: ReadonlySet<string> = new Set(['search', 'explore', 'export', 'serve'])

/** Refuses the address of a cluster wherever a command expects something else, before a message can repeat its password. */
async function refuseClusters(command: Command): Promise<void> {
  const takesCluster = TAKE_CLUSTER.has(command.name()) || command.parent?.name() === 'cluster'
  const words: unknown[] = [...command.args.slice(takesCluster ? 1 : 0), ...Object.values(command.opts()).flat()]
  const addresses = words.filter((word) => typeof word === 'string' && word.startsWith('clickhouse:'))
  if (addresses.length === 0) return
  // Not loaded where it is not needed: help and facts of small files are to come at once.
  const { refuseClusterAddress } = await import('../../database/stores/cluster/address.ts')
  for (const address of addresses) refuseClusterAddress(String(address))
}

/** The folder of the documents, which shows their index. */
const DOCUMENTATION = 'https://github.com/ludograph/ludograph/tree/main/docs'

function bareProgram(): Command {
  const program = new Command('ludograph')
    .description('Read, check, convert, search and replay chess, xiangqi, Go and Othello games.')
    .version(packageVersion(), '-V, --version', 'print the version (also -v)')
    .helpOption('-h, --help', 'show the help')
    .addOption(new Option('-v').hideHelp())
    .addOption(
      new Option('--color <when>', 'colour the output; auto follows NO_COLOR and the terminal')
        .choices(COLOUR_CHOICES)
        .default('auto'),
    )
    .option('--no-migrate', 'refuse databases of older versions, which are migrated otherwise')
    .showHelpAfterError('(run with --help for usage)')
    .configureHelp({ sortSubcommands: false, minWidthToWrap: 20 })
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: (text) => note(text.trimEnd()),
      getOutHelpWidth: () => streams.output.columns,
      getErrHelpWidth: () => streams.error.columns,
    })
    .addHelpText(
      'before',
      `Examples:
  $ ludograph info game.xqf                  what is this file?
  $ ludograph convert game.xqf -o game.pgn   convert it and see what is lost
  $ ludograph show game.pgn                  show it on a board
  $ ludograph validate games/                check everything in a folder
`,
    )
    .addHelpText(
      'after',
      `
Exit codes:
${EXIT_TABLE.map(([code, meaning]) => `  ${code.padEnd(3)}  ${meaning}`).join('\n')}

Documentation:
  ${DOCUMENTATION}`,
    )
    .exitOverride()
  let migrates = true
  program.on('option:color', (when: ColourChoice) => setColours(when))
  program.on('option:no-migrate', () => (migrates = false))
  program.hook('preAction', async () => {
    // Not loaded where it is not needed, as for most commands.
    if (!migrates) (await import('../read/database.ts')).refuseMigration()
  })
  program.on('option:v', () => {
    print(packageVersion())
    throw new CommanderError(EXIT.fine, 'commander.version', packageVersion())
  })
  return program
}
