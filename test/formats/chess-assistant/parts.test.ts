/** A database that threads wrote in parts is the database that one thread writes, byte for byte. */
import { describe, expect, it } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { chessAssistant } from '../../../src/formats/chess-assistant/format.ts'
import type { WriteOptions } from '../../../src/formats/format.ts'
import { pgn } from '../../../src/formats/pgn/format.ts'
import type { Issue } from '../../../src/issues/issue.ts'
import { makeMove } from '../../../src/model/move.ts'
import { emptyRecord, type GameRecord, type Header } from '../../../src/model/record.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'
import { gameRecords } from '../../support/chessbase-records.ts'
import { corpusPath } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { pgnRecords } from '../../support/pgn-records.ts'
import fc from '../../support/properties.ts'
import { lessened, scaled } from '../../support/scale.ts'

/** Games of many players and events. */
const BOOK = 'chess-pgn/book-50000.pgn'

/** Files of a database, what the writer said, and how many parts had to be written again. */
interface Made {
  files: Record<string, string>
  issues: Issue[]
}

async function byOne(records: readonly GameRecord[], options?: WriteOptions): Promise<Made> {
  const out = new MemorySinkSet('made.cdp')
  const writer = await chessAssistant.write(out, options)
  const issues = records.flatMap((record) => writer.add(record).issues)
  issues.push(...writer.finish())
  return { files: filesOf(out), issues }
}

/** @param size how many records a part has */
async function inParts(
  records: readonly GameRecord[],
  size: number,
  options?: WriteOptions,
): Promise<Made & { refused: number }> {
  const out = new MemorySinkSet('made.cdp')
  const writer = await chessAssistant.write(out, options)
  const issues: Issue[] = []
  let refused = 0
  for (let from = 0; from < records.length; from += size) {
    const range = records.slice(from, from + size)
    const part = await chessAssistant.writePart!(options)
    const found = range.flatMap((record) => part.add(record).issues)
    if (writer.addPart!(structuredClone(part.part()))) issues.push(...found)
    else {
      refused++
      issues.push(...range.flatMap((record) => writer.add(record).issues))
    }
  }
  issues.push(...writer.finish())
  return { files: filesOf(out), issues, refused }
}

function filesOf({ files }: MemorySinkSet): Record<string, string> {
  return Object.fromEntries([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]))
}

function game(header: Partial<Header>, comment?: string): GameRecord {
  const record = emptyRecord('chess')
  record.header = { ...record.header, ...header }
  record.nodes.push({ parent: 0, move: makeMove(12, 28) })
  if (comment !== undefined) record.nodes[1]!.comments = [{ text: comment, placement: 'after' }]
  return record
}

/** Names that are those of players with and without details, and of annotators. */
const named = fc
  .record({
    white: fc.constantFrom('Ann', 'Bea', 'Cleo', ''),
    title: fc.constantFrom(undefined, 'GM', 'IM'),
    birth: fc.constantFrom(undefined, { year: 1990 }, { year: 1990, month: 2, day: 31 }),
    annotator: fc.constantFrom(undefined, 'Ann', 'Bea', 'Dora', ''),
    event: fc.constantFrom(undefined, 'Open', 'Ann'),
    comment: fc.constantFrom(undefined, 'plain', 'grün und schön', 'хороший ход', '棋'),
    id: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, undefined, 3, 40),
  })
  .map(({ white, title, birth, annotator, event, comment, id }) => {
    const player = { colour: 1 as const, name: white, ...(title && { title }), ...(birth && { birth }) }
    const header: Partial<Header> = { players: [player], ...(event && { event: { name: event, site: event } }) }
    if (annotator !== undefined) header.annotator = annotator
    const record = game(header, comment)
    if (id !== undefined) record.origin = { format: 'chess-assistant', index: 0, id }
    return record
  })

describe('a database written in parts', () => {
  it('has the same bytes and the same losses, wherever it is cut', async () => {
    let joined = 0
    const records = fc.array(
      fc.oneof(
        { weight: 6, arbitrary: named },
        { weight: 1, arbitrary: gameRecords },
        { weight: 1, arbitrary: pgnRecords },
      ),
      { minLength: 1, maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(records, fc.integer({ min: 1, max: 5 }), async (made, size) => {
        const { refused, ...parts } = await inParts(made, size)
        expect(parts).toEqual(await byOne(made))
        joined += Math.ceil(made.length / size) - refused
      }),
      { numRuns: scaled(300, 5000) },
    )
    expect(joined).toBeGreaterThan(lessened(300))
  })

  it('numbers a name where one thread would', async () => {
    const player = (name: string, title?: string) => ({ colour: 1 as const, name, ...(title && { title }) })
    const games = [
      game({ players: [player('Ann', 'GM')] }),
      game({ players: [player('Bea')], annotator: 'Ann' }),
      game({ players: [player('Ann')], annotator: 'Cleo' }),
      game({ players: [player('Cleo', 'IM')], annotator: 'Bea' }),
    ]
    for (const size of [1, 2, 3]) expect(await inParts(games, size)).toEqual({ ...(await byOne(games)), refused: 0 })
  })

  it('is refused where comments before it are in another code page, or where games want their ids', async () => {
    const german = game({}, 'grün und schön')
    const russian = game({}, 'хороший ход')
    expect(await inParts([german, german], 1)).toEqual({ ...(await byOne([german, german])), refused: 0 })
    expect(await inParts([german, russian], 1)).toEqual({ ...(await byOne([german, russian])), refused: 1 })
    const wanted = { ...game({}), origin: { format: 'chess-assistant', index: 0, id: 7 } }
    const games = [wanted, game({}), { ...wanted, origin: { ...wanted.origin, id: 5 } }]
    expect(await inParts(games, 1)).toEqual({ ...(await byOne(games)), refused: 2 })
  })

  it('takes no part of another format, and none where the encoding is known', async () => {
    const writer = await chessAssistant.write(new MemorySinkSet('made.cdp'))
    expect(() => writer.addPart!({})).toThrow(TypeError)
    const options = { encoding: 'windows-1251' }
    expect(await inParts([game({})], 1, options)).toEqual({ ...(await byOne([game({})], options)), refused: 1 })
  })

  it('a large file is the same in parts', needsCorpus(BOOK), async () => {
    const book = await pgn.open(new DiskFileSet(corpusPath(BOOK)))
    const games = [...book.entries({ to: 6000 })].map(({ record }) => record!)
    expect(await inParts(games, 1000)).toEqual({ ...(await byOne(games)), refused: 0 })
  })
})
