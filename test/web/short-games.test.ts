import { expect, test } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import { emptyRecord } from '../../src/model/record.ts'
import { readShortGame } from '../../web/src/state/files/short-games.ts'

const NAME = 'shared.jsonl'
const GAME = '1. e4 e5 2. Nf3 {The knight.} (2. f4 exf4) 2... Nc6 3. Ke8 *'
const HEADER = '[Event "A"]\n[White "B"]\n\n'
const RECORD = `${JSON.stringify(emptyRecord('go'))}\n`

const encode = (text: string) => new TextEncoder().encode(text)

test.each([
  ['moves alone', pgn, GAME],
  ['PGN with a header', pgn, HEADER + GAME],
  ['a record', jsonl, RECORD],
])('%s is what the worker reads', async (_, format, text) => {
  const collection = await format.open(new MemoryFileSet(new MemorySource(NAME, encode(text))))
  const early = readShortGame(NAME, encode(text))
  expect(collection.entry(0).record).toBeDefined()
  expect(early).toEqual({ name: NAME, lines: [collection.listing(0)], entry: collection.entry(0) })
})

test.each([
  ['several games', `${HEADER}${GAME}\n\n${HEADER}${GAME}\n`],
  ['a game of another format', '(;GM[1]SZ[9];B[aa])'],
  ['a record that is cut', RECORD.slice(0, 60)],
  ['a long game', GAME.replace('knight', 'knight '.repeat(4000))],
  ['nothing', ''],
])('%s is left to the worker', (_, text) => {
  expect(readShortGame(NAME, encode(text))).toBeUndefined()
})
