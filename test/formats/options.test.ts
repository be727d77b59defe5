/** Every option that a format offers for writing does something: its values make different files. */
import { Buffer } from 'node:buffer'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { detectFormat } from '../../src/convert/detect.ts'
import { csv, FORMATS, tsv, type Format } from '../../src/formats/index.ts'
import { PASS } from '../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../src/model/record.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'
import { chess, othello } from '../../src/rules/index.ts'

const folder = join(import.meta.dirname, '../../examples')

/** All games of the examples, whatever their format. */
async function exampleGames(): Promise<GameRecord[]> {
  const records: GameRecord[] = []
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const files = new DiskFileSet(join(folder, path))
    const format = /\.(?:pgn|xqf|sgf|wei7|cbh|wtb)$/.test(path) ? detectFormat(files.main) : undefined
    if (format?.open) for (const { record } of (await format.open(files)).entries()) if (record) records.push(record)
    files.close()
  }
  return [...records, withNullMove(), beginningAt('d3'), withFormula()]
}

function withNullMove(): GameRecord {
  const record = emptyRecord('chess')
  const first = chess.readMove(chess.start(), 'e4')!
  return { ...record, nodes: [...record.nodes, { parent: 0, move: first }, { parent: 1, move: PASS }] }
}

/** A game whose event a spreadsheet would calculate. */
function withFormula(): GameRecord {
  const record = emptyRecord('chess')
  record.header.event = { name: '=1+1' }
  return record
}

/** A game of Othello that begins elsewhere than at f5. */
function beginningAt(square: string): GameRecord {
  const record = emptyRecord('othello')
  return { ...record, nodes: [...record.nodes, { parent: 0, move: othello.readMove(othello.start(), square)! }] }
}
const games = exampleGames()

/** Options for files of puzzles, which have tests of their own beside them: test/formats/wthor/. */
const FOR_PUZZLES = new Set(['presence-table'])

async function write(format: Format, settings: Record<string, string>): Promise<string> {
  const sinks = new MemorySinkSet(`games${format.extensions[0]}`)
  const writer = await format.write!(sinks, { settings })
  for (const record of await games) if (format.games.includes(record.game)) writer.add(record)
  writer.finish()
  return [...sinks.files].map(([name, bytes]) => `${name} ${Buffer.from(bytes).toString('base64')}`).join('\n')
}

const offered = [...FORMATS, csv, tsv].flatMap((format) =>
  (format.options ?? [])
    .filter((option) => option.for === 'writing' && option.values && !FOR_PUZZLES.has(option.name))
    .map(({ name, values }) => [format.id, name, values!, format] as const),
)

test.each(offered)('%s: %s is one of %j', async (_, name, values, format) => {
  const outputs = await Promise.all(values.map((value) => write(format, { [name]: value })))
  const different = new Set(outputs)
  expect(different.size).toBeGreaterThan(1)
  expect(different).toContain(await write(format, {}))
})
