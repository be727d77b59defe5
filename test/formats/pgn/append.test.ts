/** Games added to PGN files: in their line ends and encodings, and never into a game that is open. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import { decodeText } from '../../../src/bytes/text.ts'
import { openPgn } from '../../../src/formats/pgn/reader.ts'
import { appendGames } from '../../../src/node/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-pgn-append-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'games.pgn')

const NEW =
  '[Event "New"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 {a comment long enough to make this a game of more than one line of moves} Qh4# 0-1\n'

function entriesOf(bytes: Uint8Array) {
  return [...openPgn(new MemoryFileSet(new MemorySource('games.pgn', bytes))).entries()]
}

/** Adds a game to a file and returns what was added. */
async function added(before: string | Uint8Array): Promise<string> {
  const bytes = Buffer.from(before as string)
  writeFileSync(path, bytes)
  await appendGames(path, entriesOf(new TextEncoder().encode(NEW)))
  const after = readFileSync(path)
  expect(after.subarray(0, bytes.length).equals(bytes)).toBe(true)
  return after.subarray(bytes.length).toString('latin1')
}

const GAME = '[Event "Old"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n'

describe('the encoding', () => {
  const other = NEW.replace('New', 'Žižkov')
  const append = async (before: string) => {
    writeFileSync(path, before)
    await appendGames(path, entriesOf(new TextEncoder().encode(other)), { write: { encoding: 'windows-1250' } })
    return readFileSync(path)
  }

  it('is the one asked for in an empty file, and that of the file in any other', async () => {
    expect(decodeText(await append(''), 'windows-1250')).toContain('Žižkov')
    expect(decodeText(await append(GAME), 'utf-8')).toContain('Žižkov')
  })
})

describe('line ends', () => {
  beforeEach(() => rmSync(path, { force: true }))

  test.each([
    ['\n', GAME],
    ['\r\n', GAME.replaceAll('\n', '\r\n')],
    ['\r', GAME.replaceAll('\n', '\r')],
    // The last ones count.
    ['\r\n', `${GAME}\n${GAME.replaceAll('\n', '\r\n')}`],
  ])('are %j as in the file', async (lineEnd, before) => {
    const text = await added(before)
    expect(text.startsWith(`${lineEnd}[Event "New"]${lineEnd}`)).toBe(true)
    const others = text.replaceAll(lineEnd, '')
    expect(others).not.toMatch(/[\r\n]/)
    const [last] = entriesOf(readFileSync(path)).slice(-1)
    const [made] = entriesOf(new TextEncoder().encode(NEW))
    expect({ ...last!.record, origin: undefined }).toEqual({ ...made!.record, origin: undefined })
  })

  it('are those of UTF-16', async () => {
    const before = Buffer.from(`\uFEFF${GAME.replace('Old', 'Žižkov Ċ')}`.replaceAll('\n', '\r\n'), 'utf16le')
    await added(before)
    const text = readFileSync(path).subarray(before.length).toString('utf16le')
    expect(text.startsWith('\r\n[Event "New"]\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('are found before a last line that is very long', async () => {
    const long = `${GAME.replaceAll('\n', '\r\n')}\r\n[Event "Long"]\r\n\r\n1. e4 {${'word '.repeat(30_000)}} 1-0`
    expect(await added(long)).toMatch(/^\r\n\r\n\[Event "New"\]\r\n/)
  })
})

describe('a last game', () => {
  it.each([
    ['without a result gets the one of its tags', GAME.replace(' 1-0\n', '\n'), '1-0\n\n[Event "New"]'],
    ['without a line break gets it on a line of its own', '1. e4 e5', '\n*\n\n[Event "New"]'],
    ['with a comment to the end of the line too', '1. e4 e5 ; and so on', '\n*\n\n[Event "New"]'],
    ['without moves is closed', '[Event "Old"]\n[White "A"]\n\n', '*\n\n[Event "New"]'],
    ['that a blank line ends stays', '[Event "Old"]\n\n1. e4 e5\n\n', '[Event "New"]'],
    ['with a result stays', GAME, '\n[Event "New"]'],
    ['with a comment after its result stays', '1. e4 e5 1-0 {resigns}', '\n\n[Event "New"]'],
    ['with a result inside its last comment is not closed by it', '1. e4 e5 {or 1-0}', '\n*\n\n[Event "New"]'],
  ])('%s', async (_what, before, expected) => {
    const [old] = entriesOf(Buffer.from(before))
    expect((await added(before)).slice(0, expected.length)).toBe(expected)
    const entries = entriesOf(readFileSync(path))
    expect(entries.map(({ record }) => record!.header.event?.name)).toEqual([old!.record!.header.event?.name, 'New'])
    expect({ ...entries[0]!.record, origin: undefined }).toEqual({ ...old!.record, origin: undefined })
  })

  it.each([
    ['comment', '[Event "Old"]\n\n1. e4 {the best\n'],
    ['comment with a result in it', '[Event "Old"]\n\n1. e4 {the best 1-0\n'],
    ['variation', '[Event "Old"]\n\n1. e4 (1. d4 d5\n'],
    ['variation before a result', '[Event "Old"]\n\n1. e4 (1. d4 d5 1-0\n'],
  ])('with an open %s is refused, and nothing changes', async (_what, before) => {
    for (const text of [before, `${GAME}\n${before}`]) {
      writeFileSync(path, text)
      const games = entriesOf(new TextEncoder().encode(NEW))
      await expect(appendGames(path, games)).rejects.toMatchObject({
        code: 'pgn/open-end',
        place: { file: 'games.pgn', record: text === before ? 0 : 1 },
      })
      expect(readFileSync(path, 'utf8')).toBe(text)
    }
  })
})
