/**
 * The server for assistants: it speaks the Model Context Protocol and offers a database as tools.
 * The protocol is that of the official SDK, which is an optional package.
 */
import type { Readable, Writable } from 'node:stream'
import type * as Sdk from '@modelcontextprotocol/server'
import type * as Stdio from '@modelcontextprotocol/server/stdio'
import type { Database } from '../database/database.ts'
import { describeError } from '../issues/describe.ts'
import { installCommand } from '../node/install-command.ts'
import { eventTool, playerTool, sqlTool, summaryTool } from './catalogue-tools.ts'
import { exploreTool, gameTool, positionTool, searchTool } from './game-tools.ts'
import { convertTool, importTool } from './text-tools.ts'
import { ArgumentError, isAboutArguments, type Arguments, type Tool } from './tool.ts'

/** The version that package.json names; a test compares them. */
export const SDK = '@modelcontextprotocol/server@2.4.0'

/** Thrown when the SDK of the protocol is not installed. */
export class MissingSdkError extends Error {
  override name = 'MissingSdkError'

  constructor() {
    super(`the server for assistants needs a package that is not installed; ${installCommand(SDK)} installs it`)
  }
}

/** The streams of a connection, and what the server calls itself. */
export interface McpOptions {
  input: Readable
  output: Writable
  version: string
}

/**
 * Serves a database to one client until it closes its end. Where the database was opened for writing, games can be
 * imported, and SQL is not offered: it could change the catalogue. Rejects with MissingSdkError.
 */
export async function serveMcp(database: Database, { input, output, version }: McpOptions): Promise<void> {
  const { sdk, stdio } = await loadSdk()
  const transport = new stdio.StdioServerTransport(input, output)
  const hasEnded = new Promise<void>((resolve) => input.once('end', resolve).once('close', resolve))
  const ended = new AbortController()
  const handle = stdio.serveStdio(() => makeServer(sdk, database, version, ended.signal), { transport })
  await hasEnded
  ended.abort(new ArgumentError('the client has gone'))
  await handle.close()
}

async function loadSdk(): Promise<{ sdk: typeof Sdk; stdio: typeof Stdio }> {
  try {
    const [sdk, stdio] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('@modelcontextprotocol/server/stdio'),
    ])
    return { sdk, stdio }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') throw new MissingSdkError()
    throw error
  }
}

/** The tools that a database is offered with. */
export function toolsFor({ readOnly }: Pick<Database, 'readOnly'>): Tool[] {
  const shared = [summaryTool, searchTool, exploreTool, gameTool, playerTool, eventTool, positionTool, convertTool]
  return readOnly ? [...shared, sqlTool] : [...shared, importTool]
}

function makeServer(
  { McpServer, fromJsonSchema }: typeof Sdk,
  database: Database,
  version: string,
  ended: AbortSignal,
) {
  const server = new McpServer({ name: 'ludograph', title: 'Ludograph', version }, { instructions: INSTRUCTIONS })
  for (const tool of toolsFor(database)) {
    const { name, title, description, properties, required = [], isChange = false } = tool
    const inputSchema = fromJsonSchema<Arguments>({
      type: 'object',
      properties: { ...properties },
      required: [...required],
      additionalProperties: false,
    })
    const annotations = { readOnlyHint: !isChange, destructiveHint: false, openWorldHint: false }
    server.registerTool(name, { title, description, inputSchema, annotations }, async (given, { mcpReq }) => {
      try {
        return { content: await tool.run(database, given, AbortSignal.any([mcpReq.signal, ended])) }
      } catch (error) {
        if (!isAboutArguments(error)) throw error
        return { content: [{ type: 'text' as const, text: describeError(error) }], isError: true }
      }
    })
  }
  return server
}

const INSTRUCTIONS =
  'A database of board games: chess, xiangqi, Go and Othello. Begin with describe_database. search_games finds games; ' +
  'explore_position tells what was played in a position; get_game gives one game. Names match by words in any order. ' +
  'In xiangqi, White is Red; in Go and Othello Black moves first.'
