/** Texts and bytes to records and back, in one call each. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  formatPgn,
  formatRecords,
  formatSgf,
  FormatError,
  moveTexts,
  parsePgn,
  parseRecords,
  parseSgf,
  type GameRecord,
} from '../src/index.ts'

const examples = join(import.meta.dirname, '../examples')

/** Records without the names of the files that they came from. */
const plain = (records: readonly GameRecord[]) => records.map((record) => ({ ...record, origin: undefined }))

describe('PGN', () => {
  it('becomes records and the same text again', () => {
    const text = readFileSync(join(examples, 'chess/opera-game.pgn'), 'utf8')
    const { records, issues, documents } = parsePgn(text)
    expect([issues, documents]).toEqual([[], []])
    const { text: again, losses, written } = formatPgn(records)
    expect([losses, written]).toEqual([[], 1])
    expect(plain(parsePgn(again).records)).toEqual(plain(records))
  })

  it('says of each game what was not understood', () => {
    const { records, issues } = parsePgn('[White "Ann"]\n\n1. e4 e5 2. Ke3 *\n\n[White "Bo"]\n\n1. d4 *')
    expect(records.map((record) => moveTexts(record))).toEqual([['e4', 'e5'], ['d4']])
    expect(issues).toMatchObject([{ id: 'pgn/unreadable-move', place: { record: 0, line: 3 } }])
  })

  it('is refused where it is something else, and may be bytes of another encoding', () => {
    expect(() => parsePgn('(;GM[1]SZ[9];B[ee])')).toThrow(FormatError)
    const bytes = Uint8Array.from([...'[White "M'].map((letter) => letter.charCodeAt(0)).concat(0xfc, 0x22, 0x5d, 0x0a))
    expect(parsePgn(bytes, { encoding: 'windows-1252' }).records[0]!.header.players[0]!.name).toBe('Mü')
  })

  it('lists what a format cannot store instead of leaving it out silently', () => {
    const go = parseSgf('(;GM[1]SZ[9];B[ee];W[cc])').records
    const { text, written, losses } = formatPgn(go)
    expect([text, written]).toEqual(['', 0])
    expect(losses).toMatchObject([{ id: 'loss/game', severity: 'error', count: 1 }])
  })
})

describe('SGF', () => {
  it('becomes records and the same text again', () => {
    const text = readFileSync(join(examples, 'go/ladder.sgf'), 'utf8')
    const { records, issues } = parseSgf(text)
    expect(issues).toEqual([])
    const { text: again, losses } = formatSgf(records)
    expect(losses).toEqual([])
    expect(plain(parseSgf(again).records)).toEqual(plain(records))
  })

  it('is refused without a game tree', () => {
    expect(() => parseSgf('1. e4 e5 *')).toThrow(FormatError)
  })
})

it.each(
  readdirSync(examples, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(pgn|sgf|xqf|wei7)$/.test(name)),
)('%s is found by its bytes and name', async (name) => {
  const { records } = await parseRecords(readFileSync(join(examples, name)), name)
  expect(records.length).toBeGreaterThan(0)
})

it('records become files of any format that is written', async () => {
  const { records } = parsePgn('[White "Ann"]\n\n1. e4 e5 2. Nf3 *')
  const { files, bytes, written } = await formatRecords(records, 'chessbase', { name: 'mine.cbh' })
  expect(written).toBe(1)
  expect([...files.keys()]).toContain('mine.cbg')
  expect(bytes).toBe(files.get('mine.cbh'))
  await expect(formatRecords(records, 'no-format')).rejects.toThrow(TypeError)
})

it('moves of each game have its notation, up to the first that could not be read', () => {
  expect(moveTexts(parseSgf('(;GM[1]SZ[9];B[ee](;W[cc])(;W[gg]))').records[0]!)).toEqual(['E5', 'C7'])
  expect(moveTexts(parsePgn('1. e4 e5 2. Ke3 Nc6 *').records[0]!)).toEqual(['e4', 'e5'])
  expect(moveTexts(parsePgn('1. e4 e5 *').records[0]!, 'uci')).toEqual(['e2e4', 'e7e5'])
})
