/**
 * Lists as long as the input, of everything that may be met again and again. At these sizes work that grows with the
 * square of the length takes minutes, and the test its limit of time; work that grows with the length takes no second.
 */
import { expect, it } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { chessAssistant } from '../../src/formats/chess-assistant/format.ts'
import type { Format } from '../../src/formats/format.ts'
import { ggf } from '../../src/formats/ggf/format.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import { sgf } from '../../src/formats/sgf/format.ts'
import { makeMove } from '../../src/model/move.ts'
import { emptyRecord, type GameRecord } from '../../src/model/record.ts'

const MANY = 200_000

async function readFirst(format: Format, text: string): Promise<GameRecord> {
  const source = new MemorySource(`x${format.extensions[0]}`, new TextEncoder().encode(text))
  return (await format.open!(new MemoryFileSet(source))).entry(0).record!
}

async function writeOne(format: Format, record: GameRecord) {
  const sinks = new MemorySinkSet(`x${format.extensions[0]}`)
  const writer = await format.write!(sinks)
  const result = writer.add(record)
  writer.finish()
  return { result, text: new TextDecoder().decode(sinks.files.get(sinks.name)) }
}

it('reads and writes many commands of PGN on one move', async () => {
  const commands = Array.from({ length: MANY }, (_, index) => (index % 2 === 0 ? '[%csl Ga1]' : '[%cal Ga1b2]'))
  const record = await readFirst(pgn, `[Event "x"]\n\n1. e4 {${commands.join(' ')}} *\n`)
  expect(record.nodes[1]!.marks).toHaveLength(MANY)
  expect((await writeOne(pgn, record)).text.match(/\[%c[sa]l /g)).toHaveLength(MANY)
})

it('writes many nodes without a move as PGN, and leaves the record as it is', async () => {
  const record = emptyRecord('chess')
  record.nodes.push({ parent: 0, move: makeMove(12, 28), comments: [{ text: 'e4', placement: 'after' }] })
  for (let index = 2; index < MANY; index++) {
    record.nodes.push({ parent: index - 1, comments: [{ text: 'x', placement: 'after' }] })
  }
  const { text } = await writeOne(pgn, record)
  expect(text.match(/\{x\}/g)).toHaveLength(MANY - 2)
  expect(record.nodes[1]!.comments).toHaveLength(1)
})

it('reads many points of SGF that are set a second time', async () => {
  const points = '[aa]'.repeat(MANY)
  const record = await readFirst(sgf, `(;GM[1]SZ[19];AB[bb]AB${points})`)
  expect(record.nodes[1]!.edits![0]!.squares.length).toBeGreaterThan(0)
})

it('writes many unknown properties of GGF', async () => {
  const board = '8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *'
  const names = Array.from({ length: MANY }, (_, index) => `Z${index}`)
  const record = await readFirst(
    ggf,
    `(;GM[Othello]PC[x]${names.map((name) => `${name}[1]`).join('')}TY[8]BO[${board}]B[d3];)`,
  )
  const { text } = await writeOne(ggf, record)
  expect(text.match(/Z[0-9]+\[1\]/g)).toHaveLength(MANY)
})

it('refuses a game of Chess Assistant with many variations of one move', async () => {
  const record = emptyRecord('chess')
  for (let index = 0; index < MANY; index++) record.nodes.push({ parent: 0, move: makeMove(12, 28) })
  const { result } = await writeOne(chessAssistant, record)
  expect(result).toMatchObject({ written: false, issues: [{ id: 'chess-assistant/too-long' }] })
})
