import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPgn, summarize, writePgn } from '../../support/pgn.ts'

const folder = join(import.meta.dirname, 'fixtures')
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.pgn'))
  .map((name) => name.slice(0, -4))

/** Each file shows some habits of real files; the JSON beside it was checked by hand. */
describe.each(names)('%s', (name) => {
  const bytes = readFileSync(join(folder, `${name}.pgn`))

  test('reads to what it says', async () => {
    const expected = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as unknown
    expect(await summarize(bytes)).toEqual(expected)
  })

  test('reads the same with other line ends', async () => {
    const { records } = await readPgn(bytes)
    const text = new TextDecoder().decode(bytes)
    for (const lineEnd of ['\r\n', '\r']) {
      expect((await readPgn(text.replaceAll('\n', lineEnd))).records).toEqual(records)
    }
  })

  test.each(['plain', 'canonical'])('is written the same twice in %s style', async (style) => {
    const { records } = await readPgn(bytes)
    const once = await writePgn(records, { settings: { style } })
    const again = await writePgn((await readPgn(once.bytes)).records, { settings: { style } })
    expect(again.text).toBe(once.text)
    const widest = once.text
      .split('\n')
      .filter((line) => !/^[[;%]/.test(line))
      .map((line) => line.length)
    expect(Math.max(...widest)).toBeLessThan(80)
  })
})

test('NUL bytes, tabs and form feeds are white space', async () => {
  const { records, issues } = await readPgn('\0[Event "x"]\t\n\0\n\0\0 1.\0e4\0\f e5\v2.\tNf3\0*\0\n\0')
  expect(issues).toEqual([])
  expect(records).toHaveLength(1)
  expect(records[0]!.nodes).toHaveLength(4)
})
