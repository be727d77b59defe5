/** `ludograph mcp`: a database for assistants, over standard input and output. */
import { Readable, Writable } from 'node:stream'
import type { Command } from 'commander'
import { requireDatabase } from '../../database/catalogue/folder.ts'
import { MissingSdkError, serveMcp } from '../../mcp/server.ts'
import { openDatabase } from '../read/database.ts'
import { writeOutput } from '../show/standard-streams.ts'
import { standardInput } from '../supervised.ts'
import { CommandError, examples, EXIT, note } from '../show/terminal.ts'
import { packageVersion } from '../version.ts'

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('Offer a database to AI assistants: the Model Context Protocol on standard input and output')
    .argument('<database>', 'folder of the database')
    .option('--write', 'allow games to be imported; SQL queries are not offered then')
    .addHelpText('before', examples('mcp games.db', 'mcp games.db --write'))
    .addHelpText(
      'after',
      '\nAn assistant starts this command itself. Add it to the configuration of the assistant, for instance\n' +
        '  {"mcpServers": {"ludograph": {"command": "ludograph", "args": ["mcp", "/path/to/games.db"]}}}',
    )
    .action(async (folder: string, { write = false }: { write?: boolean }) => {
      requireDatabase(folder)
      const database = await openDatabase(folder, { readOnly: !write })
      try {
        note(`Serving ${folder} on standard input and output until the client closes it.`)
        await serveMcp(database, {
          input: Readable.from(standardInput()),
          output: standardOutput(),
          version: packageVersion(),
        })
      } catch (error) {
        throw error instanceof MissingSdkError ? new CommandError(error.message, EXIT.unreadable) : error
      } finally {
        database.close()
      }
    })
}

/** Standard output as a stream. */
function standardOutput(): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      writeOutput(chunk)
      done()
    },
  })
}
