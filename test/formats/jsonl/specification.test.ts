import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import { jsonl } from '../../../src/formats/jsonl/format.ts'
import { readPgn } from '../../support/pgn.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/record.md'), 'utf8')

/** The first block of the page in a language. */
function block(language: string): string {
  return new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``).exec(page)![1]!
}

test('the example of the specification is a record without fault', async () => {
  const record = JSON.parse(block('json')) as unknown
  const bytes = new TextEncoder().encode(JSON.stringify(record))
  const collection = await jsonl.open(new MemoryFileSet(new MemorySource('x.jsonl', bytes)))
  expect([...collection.entries()]).toEqual([{ index: 0, record, issues: [] }])
})

test('the example is what its PGN reads to', async () => {
  const { records, issues } = await readPgn(block(''))
  expect(issues).toEqual([])
  const { origin: _origin, ...record } = JSON.parse(block('json')) as { origin: unknown }
  expect(records).toEqual([record])
})
