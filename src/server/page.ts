/** The web app served along with the HTTP interface: the built page, read into memory at the start. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { Hono } from 'hono'

/** Where the build puts the page: beside the compiled server, or in dist of a source checkout. */
const FOLDERS = ['../web', '../../dist/web'].map((folder) => join(import.meta.dirname, folder))

/** The folder of the built page, the first of those in which it may be; undefined if it has not been built. */
export function findPage(folders: readonly string[] = FOLDERS): string | undefined {
  return folders.find((folder) => existsSync(join(folder, 'index.html')))
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** The page only runs its own scripts; it may read databases published elsewhere. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self' http: https:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The file that runs engines of the user, in a worker. */
const ENGINE_HOST = 'engine-host.js'

/**
 * An engine that the user brings is a script with a WebAssembly program, both of which the page hands to the worker. It
 * may run these, and connect to nothing.
 */
const ENGINE_POLICY = [
  "default-src 'none'",
  "script-src 'self' blob: 'wasm-unsafe-eval'",
  'connect-src blob:',
  'worker-src blob:',
].join('; ')

/** The text at `/` if the page has not been built. */
const NOT_BUILT = `<!doctype html>
<html lang="en">
<title>Ludograph</title>
<h1>The page has not been built</h1>
<p>Run <code>npm run build</code> in the folder of Ludograph, and start the server again.</p>
<p>The games are answered all the same: see <a href="/openapi.json">/openapi.json</a>.</p>
</html>
`

/** What stands behind the page: a database, or files as they lie. */
export type Behind = 'database' | 'files'

/** Tells the page what it has. */
const mark = (behind: Behind) => `<meta name="ludograph-${behind}" content="api" />`

/** Serves the files of the page. Other paths are passed on. */
export function makePage(folder: string | undefined, behind: Behind = 'database'): Hono {
  const page = new Hono()
  page.use(async (context, next) => {
    await next()
    const isHost = context.req.path === `/${ENGINE_HOST}`
    context.header('Content-Security-Policy', isHost ? ENGINE_POLICY : CONTENT_POLICY)
    context.header('Referrer-Policy', 'no-referrer')
    // A page that is isolated from others may use threads that share memory, as WebAssembly programs do.
    context.header('Cross-Origin-Opener-Policy', 'same-origin')
    context.header('Cross-Origin-Embedder-Policy', 'require-corp')
  })
  if (folder === undefined) {
    page.get('/', (context) => context.html(NOT_BUILT))
    return page
  }
  for (const { name, bytes } of readFiles(folder)) {
    const isStart = name === 'index.html'
    const body = isStart ? new TextDecoder().decode(bytes).replace('<head>', `<head>${mark(behind)}`) : bytes
    const headers = {
      'Content-Type': MEDIA_TYPES[extname(name)] ?? 'application/octet-stream',
      // Names under assets/ change with their contents; other files are revalidated.
      'Cache-Control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    }
    page.get(isStart ? '/' : `/${name}`, (context) => context.body(body, 200, headers))
  }
  page.get('/index.html', (context) => context.redirect('/', 301))
  return page
}

function readFiles(folder: string): { name: string; bytes: Uint8Array<ArrayBuffer> }[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    if (!entry.isFile() || /(?:^|\/)\./.test(name)) return []
    return [{ name, bytes: Uint8Array.from(readFileSync(path)) }]
  })
}
