/** Tables: what stands in the cells of a row. The options and adding rows are in test/cli/tables.test.ts. */
import { expect, test } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import type { WritableFormat, WriteOptions } from '../../src/formats/format.ts'
import { sgf } from '../../src/formats/sgf/format.ts'
import { csv, tsv } from '../../src/formats/table/format.ts'
import type { Issue } from '../../src/issues/issue.ts'
import { emptyRecord, type GameRecord } from '../../src/model/record.ts'
import { writeRecords } from '../support/exchange.ts'
import { readPgn } from '../support/pgn.ts'

/** The rows of a table below the names, with their cells, and the issues. */
async function rowsOf(
  records: readonly GameRecord[],
  options: WriteOptions = {},
): Promise<{ rows: Record<string, string>[]; issues: Issue[] }> {
  const { bytes, issues } = await writeRecords(tsv as WritableFormat, 'games.tsv', records, options)
  const [names, ...rows] = new TextDecoder()
    .decode(bytes)
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split('\t'))
  const cellsOf = (row: readonly string[]) =>
    Object.fromEntries(names!.map((name, at) => [name, row[at]!] as const).filter(([, cell]) => cell !== ''))
  return { rows: rows.map(cellsOf), issues }
}

async function movesOf(text: string, options?: WriteOptions): Promise<string | undefined> {
  return (await rowsOf((await readPgn(text)).records, options)).rows[0]!['moves']
}

async function readSgf(text: string): Promise<GameRecord[]> {
  const source = new MemorySource('game.sgf', new TextEncoder().encode(text))
  return [...(await sgf.open(new MemoryFileSet(source))).entries()].map(({ record }) => record!)
}

test('a row has every fact that has a column', async () => {
  const record: GameRecord = {
    ...emptyRecord('chess'),
    variant: 'chess960',
    setup: 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9',
    header: {
      kind: 'fragment',
      event: { name: 'Cup', site: 'Berne' },
      roundText: '3.1',
      date: { year: 2001, month: 5 },
      players: [
        { colour: 2, name: 'Bea', rating: 2100 },
        { colour: 1, name: 'Ann', rating: 2200 },
      ],
      result: { outcome: 'win', winner: 2 },
      openingCode: 'A00',
      openingName: 'Irregular',
      annotator: 'Cid',
    },
  }
  const { rows, issues } = await rowsOf([record])
  expect(issues).toEqual([])
  expect(rows).toEqual([
    {
      game: 'chess',
      kind: 'fragment',
      variant: 'chess960',
      player1: 'Ann',
      player2: 'Bea',
      rating1: '2200',
      rating2: '2100',
      event: 'Cup',
      site: 'Berne',
      round: '3.1',
      date: '2001-05',
      result: '0-1',
      plies: '0',
      opening: 'A00',
      opening_name: 'Irregular',
      annotator: 'Cid',
      setup: record.setup,
    },
  ])
})

test('moves of chess are counted from the first, whoever begins', async () => {
  const from = (fen: string, moves: string) => movesOf(`[FEN "${fen}"]\n[SetUp "1"]\n\n${moves} *\n`)
  expect(await from('4k3/8/8/8/8/8/4P3/4K3 b - - 0 7', '7... Kd7 8. e4')).toBe('1... Kd7 2. e4')
  expect(await from('4k3/8/8/8/8/8/4P3/4K3 w - - 0 7', '7. e4 Kd7')).toBe('1. e4 Kd7')
})

test('moves of xiangqi have numbers, in the notation asked for', async () => {
  const text = '[Game "Chinese Chess"]\n\n1. 炮二平五 马8进7 *\n'
  expect(await movesOf(text)).toBe('1. 炮二平五 马８进７')
  expect(await movesOf(text, { settings: { notation: 'iccs' } })).toBe('1. H2-E2 H9-G7')
})

test('moves of Go have no numbers, and set-up stones are not among them', async () => {
  const [record] = await readSgf('(;GM[1]SZ[9]AB[gc]PL[W];W[cg];B[];AW[aa];W[bb])')
  const { rows } = await rowsOf([record!])
  expect(rows[0]).toMatchObject({ game: 'go', plies: '3', moves: 'C3 pass B8' })
})

test('moves end before the first one that cannot be read', async () => {
  expect(await movesOf('1. e4 Zz9 2. Nf3 *\n')).toBe('1. e4')
})

test('a game from an impossible position has a row without moves', async () => {
  const { rows, issues } = await rowsOf([{ ...emptyRecord('xiangqi'), setup: 'nowhere' }])
  expect(issues).toEqual([])
  expect(rows).toEqual([{ game: 'xiangqi', kind: 'game', result: '*', plies: '0', setup: 'nowhere' }])
})

test('up to twenty characters that the encoding lacks are named, all different ones are counted', async () => {
  const record = emptyRecord('chess')
  const lacked = Array.from({ length: 25 }, (_, index) => String.fromCodePoint(0x4e00 + index))
  record.header.event = { name: `${lacked.join('')}一` }
  const { issues } = await rowsOf([record], { encoding: 'windows-1252' })
  expect(issues.map(({ id, params }) => [id, params])).toEqual([
    ['table/characters', { encoding: 'windows-1252', count: 25, characters: lacked.slice(0, 20).join(' ') }],
  ])
})

test('only UTF is marked, and only where it is asked for', async () => {
  const begin = async (format: unknown, options: WriteOptions = {}) =>
    (await writeRecords(format as WritableFormat, 'games', [], options)).bytes.slice(0, 4)
  const marked = Uint8Array.of(0xef, 0xbb, 0xbf, 0x67)
  const plain = new TextEncoder().encode('game')
  expect(await begin(csv)).toEqual(marked)
  expect(await begin(csv, { settings: { bom: 'no' } })).toEqual(plain)
  expect(await begin(csv, { encoding: 'windows-1252' })).toEqual(plain)
  expect(await begin(tsv)).toEqual(plain)
  expect(await begin(tsv, { settings: { bom: 'yes' } })).toEqual(marked)
})
