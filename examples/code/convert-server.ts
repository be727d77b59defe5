/**
 * A server that converts games: `node convert-server.ts 8000`, then
 * `curl localhost:8000/game.pgn?to=xqf --data-binary @game.pgn -o game.xqf`.
 * The header `x-losses` names what the target could not store.
 */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { describeError, FormatError, WRITTEN_FORMATS } from 'ludograph'
import { convertFile } from 'ludograph/node'

const folder = await mkdtemp(join(tmpdir(), 'converted-'))

/** Converts the body of a request. A client that leaves stops the work, and others are answered meanwhile. */
async function convert(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const to = url.searchParams.get('to') ?? 'pgn'
  const format = WRITTEN_FORMATS.find(({ id }) => id === to)
  if (!format) return fail(response, 400, `there is no format to write named ${to}`)
  const stop = new AbortController()
  response.on('close', () => stop.abort())
  // The name helps to tell formats apart; only its last part is used.
  const input = join(folder, `${randomUUID()}-${basename(url.pathname)}`)
  const output = join(folder, `${randomUUID()}${format.extensions[0]}`)
  try {
    await pipeline(request, createWriteStream(input))
    const { losses } = await convertFile(input, output, { format, signal: stop.signal })
    response.setHeader('x-losses', losses.map(({ id, count }) => `${id}=${count}`).join(', '))
    response.end(await readFile(output))
  } catch (error) {
    if (stop.signal.aborted) return
    if (!(error instanceof FormatError)) throw error
    fail(response, 422, describeError(error))
  } finally {
    await Promise.all([input, output].map((path) => rm(path, { force: true })))
  }
}

function fail(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${reason}\n`)
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (request.method !== 'POST') return fail(response, 405, 'post a file of games')
  convert(request, response, url).catch((error: unknown) => {
    console.error(error)
    if (!response.headersSent) fail(response, 500, 'internal server error')
  })
})
server.listen(Number(process.argv[2] ?? 8000), '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})
