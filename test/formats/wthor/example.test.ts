import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import { validate } from '../../../src/convert/validate.ts'
import { featuresUsed } from '../../../src/convert/features-used.ts'
import type { Format } from '../../../src/formats/format.ts'
import { ggf } from '../../../src/formats/ggf/format.ts'
import { jsonl } from '../../../src/formats/jsonl/format.ts'
import { pgn } from '../../../src/formats/pgn/format.ts'
import { sgf } from '../../../src/formats/sgf/format.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { othello } from '../../../src/rules/othello/index.ts'
import { makeExampleFiles } from '../../support/othello-example.ts'
import { open, recordsOf, write, type Files } from './support.ts'

const folder = join(import.meta.dirname, '../../../examples/othello')
const names = ['WTH_2001.wtb', 'WTHOR.JOU', 'WTHOR.TRN']
const files: Files = Object.fromEntries(names.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]))

/** Records written to a format and read again. */
async function through(format: Format, records: readonly GameRecord[]): Promise<GameRecord[]> {
  const out = new MemorySinkSet('games')
  const writer = await format.write!(out)
  for (const record of records) expect(writer.add(record)).toEqual({ written: true, issues: [] })
  expect(writer.finish()).toEqual([])
  const collection = await format.open!(new MemoryFileSet(new MemorySource('games', out.files.get('games')!)))
  return recordsOf(collection)
}

describe('the example of Othello', () => {
  test('is what its program makes', async () => {
    expect(Object.fromEntries(await makeExampleFiles())).toEqual(files)
  })

  test('is sound', async () => {
    const collection = await open(files)
    expect(collection.count).toBe(12)
    expect([...validate(collection)]).toEqual([])
    for (const { header, nodes } of recordsOf(collection)) {
      expect(header.perfectScore!.emptySquares).toBe(10)
      expect(mainLineMoves(nodes).length).toBeGreaterThan(50)
      expect(othello.writeMove(othello.start(), mainLineMoves(nodes)[0]!)).toBe('f5')
    }
  })

  test.each([
    ['SGF', sgf],
    ['PGN', pgn],
    ['JSON lines', jsonl],
  ] as const)('goes to %s and back to the same bytes', async (_, format) => {
    const records = recordsOf(await open(files))
    const lost = records.flatMap((record) =>
      [...featuresUsed(record).keys()].filter((feature) => !format.keeps.has(feature)),
    )
    expect(lost).toEqual([])
    const back = await through(format, records)
    const written = await write('WTH_2001.wtb', back, { settings: { created: '2001-12-31' } })
    expect(written.issues).toEqual([])
    expect(written.files).toEqual(files)
  })

  test('goes to GGF and back with its moves, players and scores', async () => {
    const records = recordsOf(await open(files))
    const back = await through(ggf, records)
    const written = await write('WTH_2001.wtb', back, { settings: { created: '2001-12-31', year: '2001' } })
    expect([...new Set(written.issues.map(({ id }) => id))]).toEqual([])
    const again = recordsOf(await open(written.files))
    for (const [index, { header, nodes }] of again.entries()) {
      expect(mainLineMoves(nodes)).toEqual(mainLineMoves(records[index]!.nodes))
      expect(header.players).toEqual(records[index]!.header.players)
      expect(header.result).toEqual(records[index]!.header.result)
    }
  })
})
