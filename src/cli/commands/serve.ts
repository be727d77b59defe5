/** `ludograph serve`: a database in the browser and over HTTP, on this machine. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { InvalidArgumentError, type Command } from 'commander'
import { isDatabaseFolder, requireDatabase } from '../../database/catalogue/folder.ts'
import { isClusterAddress, parseClusterAddress } from '../../database/stores/cluster/address.ts'
import { openCluster } from '../../database/stores/cluster/cluster-store.ts'
import { EngineError } from '../../engines/index.ts'
import { describeError } from '../../issues/describe.ts'
import { readNamedEngines } from '../../node/engine-settings.ts'
import type { ServedEngine } from '../../server/engines.ts'
import { findPage } from '../../server/page.ts'
import type { ServedBook } from '../../server/books.ts'
import { ServedFiles } from '../../server/served-files.ts'
import { serve } from '../../server/serve.ts'
import { openBook } from '../read/books.ts'
import { startEngine } from '../write/engine-start.ts'
import { openTablebase } from '../read/tablebases.ts'
import { openDatabase, parseNumber } from '../read/database.ts'
import { CommandError, examples, EXIT, note, print } from '../show/terminal.ts'

const DEFAULT_PORT = 8520

/** Where clients of lichess's explorer look for a server of their own. */
const EXPLORER_PORT = 9002

interface ServeCommandOptions {
  port?: number
  allowOrigin?: string[]
  book?: string[]
  tablebase?: string
  engines: boolean
  open?: boolean
  write?: boolean
}

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('Serve a database, or files as they lie, on localhost: a page for the browser and an HTTP interface')
    .argument('<place...>', 'folder of a database, address of a cluster (clickhouse://host/name), or files and folders')
    .option(
      '--port <port>',
      `port to listen on; 0 picks a free one (default: ${DEFAULT_PORT}, with --allow-origin ${EXPLORER_PORT})`,
      parsePort,
    )
    .option(
      '--allow-origin <url>',
      'let a page of this site read the games, for instance to use them as its opening explorer; repeatable',
      addOrigin,
    )
    .option('--book <file>', 'show the moves of an opening book beside those of the database; repeatable', addBook)
    .option(
      '--tablebase <place>',
      'show how chess positions with few men end, by a folder of Syzygy tables or by a service that is asked',
    )
    .option('--no-engines', 'do not offer the engines that were named with ludograph engines add')
    .option('--open', 'open it in the browser')
    .option(
      '--write',
      'allow games to be imported, saved and removed, and files to be saved in place; other programs cannot use the database until the server stops',
    )
    .addHelpText(
      'before',
      examples(
        'serve games.db',
        'serve games.db --open',
        'serve games.db --write',
        'serve games.db --book book.bin',
        'serve games.db --tablebase syzygy',
        'serve games.db --tablebase https://tablebase.lichess.ovh',
        'serve games.db --allow-origin https://lichess.org',
        'serve clickhouse://host/chess',
        'serve games.pgn --open',
        'serve studies --write',
      ),
    )
    .action(runServe)
}

async function runServe(
  places: readonly string[],
  {
    port: asked,
    allowOrigin = [],
    book: paths = [],
    tablebase: place,
    engines: hasEngines,
    open,
    write = false,
  }: ServeCommandOptions,
): Promise<void> {
  const port = asked ?? (allowOrigin.length > 0 ? EXPLORER_PORT : DEFAULT_PORT)
  const tablebase = place === undefined ? undefined : openTablebase(place)
  const books: ServedBook[] = []
  for (const path of paths) {
    const { book, format } = await openBook(path)
    books.push({ book, game: format.game })
  }
  const engines = hasEngines ? namedEngines() : []
  const served = await openPlaces(places, write)
  const server = await serve(served, {
    port,
    allowedOrigins: allowOrigin,
    books,
    engines,
    ...(tablebase && { tablebase }),
  }).catch(async (error: unknown) => {
    if ('close' in served) await served.close()
    throw explainPort(error, port)
  })
  print(server.address)
  if (!findPage()) note('The page has not been built; run npm run build in the Ludograph folder.')
  note('Open this address in a browser. The HTTP interface is described at /openapi.json. Press Ctrl-C to stop.')
  if (open) openInBrowser(server.address)
}

/** Opens a database or a cluster, if that is what was named; anything else is served as files. */
async function openPlaces(places: readonly string[], write: boolean) {
  const [place, ...others] = places
  if (place === undefined || others.length > 0) return filesAt(places, write)
  if (isClusterAddress(place)) {
    if (write) throw new CommandError('--write: a cluster is changed by its loads', EXIT.usage)
    return openCluster(parseClusterAddress(place))
  }
  if (existsSync(place) && !isDatabaseFolder(place)) return filesAt(places, write)
  requireDatabase(place)
  return openDatabase(place, { readOnly: !write })
}

function filesAt(paths: readonly string[], writable: boolean): ServedFiles {
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) throw new CommandError(`${missing}: there is no such file or folder`, EXIT.unreadable)
  return new ServedFiles(paths, { writable })
}

/** The engines in the user's own list. One that cannot be read is reported: games are served all the same. */
function namedEngines(): ServedEngine[] {
  try {
    return readNamedEngines().map((named) => ({
      name: named.name,
      games: named.games ?? [],
      open: (onStarting, signal) => startEngine(named, { onStarting, signal }),
    }))
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    note(`${describeError(error)}; no engines are offered`)
    return []
  }
}

/** Explains why a port cannot be used. */
function explainPort(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException
  const why =
    code === 'EADDRINUSE' ? 'is in use by another program' : code === 'EACCES' ? 'is not permitted' : undefined
  return why ? new CommandError(`port ${port} ${why}; --port 0 picks a free one`, EXIT.unreadable) : error
}

/** The highest port number. */
const MAX_PORT = 0xffff

function parsePort(text: string): number {
  const port = parseNumber(text)
  if (port > MAX_PORT) throw new InvalidArgumentError(`expected a number up to ${MAX_PORT}.`)
  return port
}

/** Adds the path of a book to those given before. */
function addBook(path: string, before: string[] | undefined): string[] {
  return [...(before ?? []), path]
}

/** Adds the origin of an address, its scheme, host and port, to those given before. */
function addOrigin(text: string, before: string[] = []): string[] {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('expected the address of a site, such as https://lichess.org.')
  }
  return [...before, url.origin]
}

/** Asks the system to open an address; if that fails, the address has already been printed. */
function openInBrowser(address: string): void {
  const [command, ...words] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform as string] ?? [
    'xdg-open',
  ]
  const opener = spawn(command!, [...words, address], { stdio: 'ignore', detached: true })
  opener.on('error', () => note('No browser could be started.'))
  opener.unref()
}
