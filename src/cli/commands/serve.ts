/** `ludograph serve`: a database over HTTP, on this machine. */
import type { Command } from 'commander'
import { Database } from '../../database/database.ts'
import { serve } from '../../server/serve.ts'
import { parseNumber } from '../database.ts'
import { examples, note, print } from '../terminal.ts'

const DEFAULT_PORT = 8520

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('Answer questions about a database over HTTP, on this machine only')
    .argument('<database>', 'folder of the database')
    .option('--port <port>', 'port to listen on; 0 takes any free one', parseNumber, DEFAULT_PORT)
    .addHelpText('before', examples('serve games.db', 'serve games.db --port 0'))
    .action(async (folder: string, { port }: { port: number }) => {
      const database = await Database.open(folder, { readOnly: true })
      const server = await serve(database, port)
      print(server.address)
      note('The addresses are described at /openapi.json. Ctrl-C ends the server.')
    })
}
