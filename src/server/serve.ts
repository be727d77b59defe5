/**
 * Serves a database or a cluster, and the page, on this machine only: it listens on the loopback address and checks Host and Origin.
 */
import type { AddressInfo } from 'node:net'
import { serve as serveNode, type ServerType } from '@hono/node-server'
import { Hono, type Context, type Next } from 'hono'
import type { Database } from '../database/database.ts'
import type { GameStore } from '../database/stores/store.ts'
import { CodedError } from '../issues/errors.ts'
import { answerNotFound, makeApi, makeFilesApi, makeStoreApi, type Companions } from './api.ts'
import type { ServedBook } from './books.ts'
import { EngineDesk, type ServedEngine } from './engines.ts'
import { findPage, makePage } from './page.ts'
import type { Tablebase } from '../tablebases/index.ts'
import { problemOf } from './request.ts'
import { ServedFiles } from './served-files.ts'

export interface RunningServer {
  address: string
  close(): Promise<void>
}

/** Host names of the loopback address. */
const LOCAL_HOSTS = new Set(['127.0.0.1', 'localhost', '[::1]'])

export interface ServeOptions {
  /** 0 for any free port. */
  port?: number
  /** Folder of the built page, if not beside the server. */
  page?: string
  /** Origins of pages on other sites that may read, such as `https://lichess.org`. They can change nothing. */
  allowedOrigins?: readonly string[]
  /** Opening books shown beside the database. They stay open as long as the server runs. */
  books?: readonly ServedBook[]
  /** Engines that pages of this server and programs of this machine may use; they are started when first asked. */
  engines?: readonly ServedEngine[]
  /** How chess positions with few men end. */
  tablebase?: Tablebase
}

/** What a page of another site may ask for, in the words of cross-origin requests. */
const SHARED_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Lets a page of another site that the user named read. */
async function shareWith(origin: string, context: Context, next: Next): Promise<Response | void> {
  const { method } = context.req
  if (!SHARED_METHODS.includes(method)) {
    return context.json(problemOf(new CodedError('request/other-site', {}), 'origin'), 403)
  }
  const headers: Record<string, string> = { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' }
  if (method === 'OPTIONS') {
    headers['Access-Control-Allow-Methods'] = SHARED_METHODS.join(', ')
    const asked = context.req.header('access-control-request-headers')
    if (asked !== undefined) headers['Access-Control-Allow-Headers'] = asked
    // Browsers ask before a public page may reach a server on this machine.
    headers['Access-Control-Allow-Private-Network'] = 'true'
    return context.body(null, 204, headers)
  }
  await next()
  for (const [name, value] of Object.entries(headers)) context.header(name, value)
  context.header('X-Content-Type-Options', 'nosniff')
}

/** Starts serving a database, a store that only has games and positions, or files as they lie. Rejects if the port is in use. */
export async function serve(
  served: Database | GameStore | ServedFiles,
  { port = 0, page = findPage(), allowedOrigins = [], books = [], engines = [], tablebase }: ServeOptions = {},
): Promise<RunningServer> {
  const desk = new EngineDesk(engines)
  const companions = { books, engines: desk, tablebase }
  const app = new Hono()
  app.use(async (context, next) => {
    // A page on another site must not read this database through the visitor's browser.
    const host = context.req.header('host') ?? ''
    const origin = context.req.header('origin')
    const isLocal = LOCAL_HOSTS.has(host.replace(/:\d+$/, ''))
    // Browsers send this header where they send no origin: for images, scripts, forms and links of other sites.
    const isCrossSite = context.req.header('sec-fetch-site') === 'cross-site'
    if (isLocal && origin !== undefined && allowedOrigins.includes(origin))
      return await shareWith(origin, context, next)
    if (!isLocal || isCrossSite || (origin !== undefined && origin !== `http://${host}`)) {
      const place = isLocal ? 'origin' : 'host'
      return context.json(problemOf(new CodedError('request/other-site', {}), place), 403)
    }
    await next()
    context.header('X-Content-Type-Options', 'nosniff')
  })
  app.route('/', apiOf(served, companions))
  app.route('/', makePage(page, served instanceof ServedFiles ? 'files' : 'database'))
  app.notFound(answerNotFound)
  const server = await new Promise<ServerType>((resolve, reject) => {
    const started = serveNode({ fetch: app.fetch, hostname: '127.0.0.1', port }, () => resolve(started))
    started.on('error', reject)
  })
  const { port: actual } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${actual}`,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        // Browsers keep connections open.
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
      await desk.quit()
    },
  }
}

function apiOf(served: Database | GameStore | ServedFiles, companions: Companions): Hono {
  if (served instanceof ServedFiles) return makeFilesApi(served, companions)
  return 'catalogue' in served ? makeApi(served, companions) : makeStoreApi(served, companions)
}
