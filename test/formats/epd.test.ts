/** EPD and lists of FEN. */
import { readFileSync } from 'node:fs'
import { expect, it, test } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { detectFormats } from '../../src/convert/detect.ts'
import type { GameRecord } from '../../src/model/record.ts'
import { chess } from '../../src/rules/chess/index.ts'
import { EPD } from '../support/server-json.ts'

async function read(text: string, name = 'suite.epd') {
  const source = new MemorySource(name, new TextEncoder().encode(text))
  const { format } = detectFormats(source)[0]!
  const collection = await format.open!(new MemoryFileSet(source))
  const entries = [...collection.entries()]
  for (const entry of entries) expect(collection.entry(entry.index)).toEqual(entry)
  return { format: format.id, entries, records: entries.map(({ record }) => record!) }
}

/** The moves of each line from the root, in SAN. */
function movesOf(record: GameRecord): string[] {
  return record.nodes.slice(1).map(({ parent, move }) => {
    const line: number[] = []
    for (let at = parent; at > 0; at = record.nodes[at]!.parent) line.unshift(at)
    const position = chess.start(record)
    for (const index of line) chess.play(position, record.nodes[index]!.move!)
    return `${line.length} ${chess.writeMove(position, move!)}`
  })
}

const caseFile = (path: string) => readFileSync(new URL(`../cases/${path}`, import.meta.url), 'utf8')

it('gives problems with their best moves, lines, mistakes, titles and comments', async () => {
  const { format, entries, records } = await read(EPD)
  expect([format, entries.flatMap(({ issues }) => issues)]).toEqual(['epd', []])
  expect(records.map(({ header }) => [header.kind, header.title])).toEqual([
    ['problem', 'BK.01'],
    ['problem', undefined],
    [undefined, undefined],
  ])
  expect(records.map(movesOf)).toEqual([['0 Qd1+'], ['0 d5', '1 c5', '2 Nd2', '0 g5', '0 f5'], []])
  expect(records[0]!.nodes[0]!.comments).toEqual([{ text: 'a check', placement: 'after' }])
  expect(records[1]!.nodes.map(({ glyphs }) => glyphs?.[0]?.nag)).toEqual([...Array(5), 2])
  expect(records[1]!.setup).toBe('3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 3 40')
  expect(records[1]!.header.tags).toEqual({ bm: 'd5 g5', am: 'f5', pv: 'd5 c5 Nd2', ce: '80', hmvc: '3', fmvn: '40' })
})

test.each([
  ['servers/03-suite.epd', 2, 'problem'],
  ['chess/17-suite.epd', 1, 'problem'],
  ['chess/18-positions.fen', 1, undefined],
])('%s is read', async (path, count, kind) => {
  const { format, entries, records } = await read(caseFile(path), path.slice(-9))
  expect([format, records.length, records[0]!.header.kind]).toEqual(['epd', count, kind])
  expect(entries.flatMap(({ issues }) => issues)).toEqual([])
})

it('tells what it cannot read, and reads on', async () => {
  const board = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'
  const { entries } = await read(
    [`${board} bm e5 e4;`, 'nothing', `${board} bm "e4; id x`, `${board} 0 1 ; c9 "z";`].join('\n'),
  )
  expect(entries.map(({ issues }) => issues.map(({ id, place }) => [id, place!.line]))).toEqual([
    [['epd/unread-move', 1]],
    [['epd/bad-line', 2]],
    [['epd/unread', 3]],
    [],
  ])
  expect(movesOf(entries[0]!.record!)).toEqual(['0 e4'])
})

it('is not claimed where there is no position of chess', () => {
  for (const text of [
    'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w',
    'e4 e5',
    '',
    '[FEN "8/8 w - -"]',
  ]) {
    const ids = detectFormats(new MemorySource('x.fen', new TextEncoder().encode(text))).map(({ format }) => format.id)
    expect(ids).not.toContain('epd')
  }
})

it('reads no more moves of an operation than a position can have', async () => {
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'
  const { entries } = await read(`${start} bm ${'Zz9 '.repeat(1000)};\n`)
  expect(entries[0]!.issues.filter(({ id }) => id === 'epd/unread-move')).toHaveLength(218)
  expect(entries[0]!.issues.filter(({ id }) => id === 'epd/unread')).toHaveLength(1)
})
