/** What the commands print with `--json`: the fields that docs/query.md lists, no others, all in camelCase. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runInProcess } from '../support/in-process.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'ludograph-fields-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)
const run = (words: string) =>
  runInProcess(words.split(' ').map((word) => (word.startsWith('@') ? path(word.slice(1)) : word)))

/** The fields of each command in the table of the page. */
const listed = new Map(
  readFileSync(join(root, 'docs/query.md'), 'utf8')
    .split('\n| command | fields |\n')[1]!
    .split('\n\n')[0]!
    .split('\n')
    .slice(1)
    .map((row): [string, string[]] => {
      const [command, ...fields] = [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
      return [command!, fields]
    }),
)

beforeAll(async () => {
  cpSync(join(root, 'examples'), folder, { recursive: true })
  await run('convert @othello/WTH_2001.wtb -o @newer/WTH_2001.wtb --write-option created=2030-01-01')
  await run('convert @chess/opera-game.pgn -o @base.cbh')
  await run('archive pack @base.cbh -o @base.cbv')
}, 60_000)

/** All fields of a value as paths: `counts.read`, those of a list without its index. */
function fieldsOf(value: unknown, before = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, before))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = before === '' ? name : `${before}.${name}`
    return [field, ...fieldsOf(inner, field)]
  })
}

it.each([
  ['tables', 'tables @base.cbh --json'],
  ['tables', 'tables @base.cbh players --json'],
  ['tables', 'tables @othello/WTHOR.JOU players --json --limit 2'],
  ['archive list', 'archive list @base.cbv --json'],
  ['formats', 'formats pgn --json'],
  ['formats', 'formats --json'],
  ['update', 'update @othello @newer --dry-run --json'],
  ['import', 'import @games.db @chess @xiangqi --json'],
  ['convert', 'convert @xiangqi/annotated.pgn -o @annotated.xqf --json --force'],
])('%s: %s', async (command, words) => {
  const { text } = await run(words)
  const json = text.slice(text.search(/^[{[]/m))
  const lines = /^[{[]$/m.test(json) ? [json] : json.split('\n').filter((line) => /^[{[]/.test(line))
  const values = lines.map((line) => JSON.parse(line) as unknown)
  expect(values.length).toBeGreaterThan(0)
  const fields = [...new Set(values.flatMap((value) => fieldsOf(value)))]
  expect(fields.filter((field) => !/^[a-z][a-zA-Z]*$/.test(field.split('.').at(-1)!))).toEqual([])
  const known = listed.get(command)!
  // The columns of a table are the format's own; issues, dates and options are described elsewhere.
  const described = fields.filter((field) => /^\w+$|^(inputs|counts|games|names)\.\w+$/.test(field))
  const names = new Set(described.map((field) => field.split('.').at(-1)!))
  if (!words.startsWith('tables @') || words.endsWith('cbh --json')) {
    expect([...names].filter((name) => !known.includes(name))).toEqual([])
  }
})
