/** `ludograph edit`: replaces a game with its edited version. */
import type { Command } from 'commander'
import { saveGame, SaveError } from '../../database/import/save.ts'
import { withDatabase } from '../read/database.ts'
import { openInput } from '../read/open-input.ts'
import { type ReadCommandOptions, withReadOptions } from '../read/read-options.ts'
import { describeIssue } from '../../issues/describe.ts'
import { CommandError, EXIT, examples, note, paint } from '../show/terminal.ts'

export function addEdit(program: Command): void {
  const command = program
    .command('edit')
    .description('Replace a game in a database with its edited version')
    .argument('<database>', 'folder of the database')
    .argument('<number>', 'number of the game, as shown by search')
    .argument('<input>', 'a file of any format with one game; - is standard input')
  withReadOptions(command)
    .addHelpText(
      'before',
      examples('export games.db --ids 12 -o game.pgn', 'edit games.db 12 game.pgn      # after editing it'),
    )
    .action(runEdit)
}

async function runEdit(folder: string, number: string, path: string, options: ReadCommandOptions): Promise<void> {
  const id = Number(number)
  if (!Number.isSafeInteger(id) || id < 0) {
    throw new CommandError(`"${number}" is not a game number`, EXIT.usage)
  }
  const input = await openInput({ path, relativePath: path, isNamed: true }, options)
  try {
    const { collection } = input
    if (collection.count !== 1) {
      throw new CommandError(`${path} has ${collection.count} games; exactly one is expected`, EXIT.usage)
    }
    const { record, issues } = collection.entry(0)
    if (!record) {
      throw new CommandError(issues[0] ? describeIssue(issues[0]) : `there is no game in ${path}`, EXIT.unreadable)
    }
    for (const issue of issues) note(`${paint('yellow', issue.severity)}: ${describeIssue(issue)}`)
    await withDatabase(folder, false, (database) => saveGame(database, id, record, issues))
    note(`game ${id} saved`)
  } catch (error) {
    if (!(error instanceof SaveError)) throw error
    throw new CommandError(error.message, EXIT.usage)
  } finally {
    input.close()
  }
}
