/**
 * Every TypeScript snippet of the README and of docs/ is checked and run in a project that has the package installed,
 * with the examples beside it and a database of them called games.db.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkTypes, installPackage, runScript, type Consumer } from '../support/package.ts'
import { commandsShownIn, runnable, snippetsOf, withoutPadding } from '../support/snippets.ts'

const root = join(import.meta.dirname, '../..')

/** The command as it is only compiled: its file in src. */
const command = 'node_modules/ludograph/dist/cli/start/ludograph.js'

const snippets = documents().flatMap((path) => snippetsOf(path, root))

let consumer: Consumer
let host: Server | undefined

beforeAll(async () => {
  consumer = installPackage()
  const { status, output } = await runScript(consumer, command, ['import', 'games.db', 'examples/chess'])
  if (status !== 0) throw new Error(`the database of the snippets was not made: ${output}`)
  host = await serveRanges(consumer.folder)
  const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  for (const [index, { text }] of snippets.entries()) consumer.write(nameOf(index), runnable(text, address))
})

afterAll(() => {
  host?.close()
  consumer?.remove()
})

describe('snippets', () => {
  it('are found', () => {
    expect(snippets.length).toBeGreaterThan(8)
  })

  it('have types that hold', () => {
    const { output } = checkTypes(
      consumer,
      'typescript',
      snippets.map((_, index) => nameOf(index)),
    )
    expect(output).toBe('')
  })

  it.each(snippets.map(({ from }, index) => [from, index] as const))('%s runs', async (_, index) => {
    const { status, output } = await runScript(consumer, nameOf(index))
    expect(status, output).toBe(0)
    for (const printed of printedBy(snippets[index]!.text)) expect(output).toContain(printed)
  })
})

it.each(commandsShownIn(join(root, 'README.md')))(
  'ludograph $words prints what the README shows',
  async ({ words, output }) => {
    // A snippet has written the same file, which is not replaced unasked.
    rmSync(join(consumer.folder, words.at(-1)!), { force: true })
    const run = await runScript(consumer, command, words)
    expect(withoutPadding(run.output)).toBe(withoutPadding(output))
  },
)

/** What comments of a snippet say that it prints, up to the colon or comma before a remark. */
function printedBy(text: string): string[] {
  return [...text.matchAll(/\/\/ prints (.+?)(?:(?:: |, and ).*)?$/gm)].map(([, printed]) => printed!)
}

function nameOf(index: number): string {
  return `snippet-${index}.mts`
}

function documents(): string[] {
  const names = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  const pages = names.filter((name) => name.endsWith('.md') && !name.startsWith('api')).sort()
  return [join(root, 'README.md'), ...pages.map((name) => join(root, 'docs', name))]
}

/** A host of static files that knows range requests. */
async function serveRanges(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const bytes = readFileSync(join(folder, decodeURIComponent(request.url!)))
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (!range) return response.end(bytes)
    const [start, end] = [Number(range[1]), Number(range[2])]
    response.writeHead(206, { 'content-range': `bytes ${start}-${end}/${bytes.length}` })
    return response.end(bytes.subarray(start, end + 1))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
