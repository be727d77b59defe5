import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { rulesOf } from '../../../src/rules/index.ts'
import { corpusBytes } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { openPgn } from '../../support/pgn.ts'
import { scaled } from '../../support/scale.ts'

/** Compares the fast path with whole records, game by game, keys and all. */
async function compare(bytes: Uint8Array, limit = Infinity): Promise<number> {
  const collection = await openPgn(bytes)
  const entries = collection.entries()
  let count = 0
  collection.scan!((game) => {
    const entry = entries.next().value!
    const record = entry.record!
    expect(game.index).toBe(entry.index)
    expect([game.game, game.variant, game.setup]).toEqual([record.game, record.variant, record.setup])
    const moves = mainLineMoves(record.nodes)
    const scanned = [...game.moves.subarray(0, game.length)]
    expect(scanned).toEqual(game.damaged ? moves.slice(0, game.length) : moves)
    const { result: _result, ...header } = record.header
    if (count % 50 === 0 && !record.header.medals) expect(game.header()).toMatchObject(header)
    const rules = rulesOf(record.game)
    const { variant: _variant, ...usual } = record
    if (record.setup === 'eight/pawns') return
    const position = rules.start(record.variant === 'chess960' ? record : usual)
    const key = new Uint32Array(2)
    for (const [ply, move] of [...scanned, undefined].entries()) {
      rules.key(position, key)
      expect([...game.keys.subarray(2 * ply, 2 * ply + 2)]).toEqual([...key])
      if (move !== undefined) rules.play(position, move)
    }
    return ++count < limit
  })
  return count
}

const folder = join(import.meta.dirname, 'fixtures')

describe('the fast path sees the main lines that whole records have', () => {
  test.each(readdirSync(folder).filter((name) => name.endsWith('.pgn')))('%s', async (name) => {
    expect(await compare(readFileSync(join(folder, name)))).toBeGreaterThan(0)
  })

  test('games of the book', needsCorpus('chess-pgn'), async () => {
    const limit = scaled(300, 20_000)
    expect(await compare(corpusBytes('chess-pgn/book-50000.pgn'), limit)).toBe(limit)
  })

  test('games of Chess960 and with variations', needsCorpus('chessbase'), async () => {
    const folder = 'chessbase/libcbh'
    expect(await compare(corpusBytes(`${folder}/Chess960Biel/Chess960.pgn`), scaled(50, 200))).toBeGreaterThan(49)
    expect(await compare(corpusBytes(`${folder}/WithVariations/GamesWithVariations.pgn`))).toBe(28)
  })
})

test('an unreadable move ends the line of a damaged game', async () => {
  const collection = await openPgn('[White "A"]\n\n1. e4 e5 2. Ke3 Nf6 *\n\n[White "B"]\n\n1. d4 *\n')
  const seen: [number, boolean][] = []
  collection.scan!((game) => void seen.push([game.length, game.damaged]))
  expect(seen).toEqual([
    [2, true],
    [1, false],
  ])
})

test('the visitor may stop the scan', async () => {
  const collection = await openPgn('1. e4 *\n\n1. d4 *\n\n1. c4 *\n')
  let count = 0
  collection.scan!(() => ++count < 2)
  expect(count).toBe(2)
})
