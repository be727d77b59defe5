/**
 * A server of the current ClickHouse in a process of its own, as far as `@clickhouse/client` needs one:
 * `node chdb-server.ts FOLDER`, where FOLDER has the npm package chdb. Prints its port. One statement at a time, since the
 * engine takes one.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

interface Session {
  query(sql: string, format?: string): string
}

const chdb = createRequire(join(resolve(process.argv[2]!), 'any.js'))('chdb') as { Session: new () => Session }
const session = new chdb.Session()
const scratch = mkdtempSync(join(tmpdir(), 'ludograph-chdb-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
process.on('SIGTERM', () => process.exit(0))

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Binary rows do not fit into a statement: they are given by file. */
function insertRows(table: string, rows: Buffer): void {
  const file = join(scratch, 'rows')
  writeFileSync(file, rows)
  const columns = session.query(`DESCRIBE TABLE ${table}`, 'TSV').trim().split('\n')
  const structure = columns.map((line) => line.split('\t').slice(0, 2).join(' ')).join(', ')
  session.query(`INSERT INTO ${table} SELECT * FROM file('${file}', 'RowBinary', '${structure}')`)
}

function answer(url: URL, body: Buffer): string {
  const inUrl = url.searchParams.get('query')
  if (inUrl !== null) {
    const [, table] = /^INSERT INTO (\S+) FORMAT RowBinary$/.exec(inUrl)!
    insertRows(table!, body)
    return ''
  }
  const [, sql, format] = /^([^]*?)(?:\s+FORMAT (\w+))?\s*$/.exec(body.toString())!
  const settings = ' SETTINGS output_format_json_quote_64bit_integers = 1'
  return format ? session.query(sql! + settings, format) : session.query(sql!)
}

const server = createServer((request, response) => {
  void (async () => {
    const url = new URL(request.url!, 'http://host')
    if (url.pathname === '/ping') return response.end('Ok.\n')
    const body = await bodyOf(request)
    try {
      response.end(answer(url, body))
    } catch (error) {
      const { message } = error as Error
      const code = /Code: (\d+)/.exec(message)?.[1] ?? '1002'
      response.writeHead(500, { 'X-ClickHouse-Exception-Code': code })
      response.end(`Code: ${code}. DB::Exception: ${message}`)
    }
  })()
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
