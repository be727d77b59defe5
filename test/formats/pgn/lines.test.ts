import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { rulesOf } from '../../../src/rules/index.ts'
import { corpusBytes } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { openPgn } from '../../support/pgn.ts'
import { scaled } from '../../support/scale.ts'

/** Compares the lines that come with entries with their records, game by game, keys and all. */
async function compare(bytes: Uint8Array, limit = Infinity): Promise<number> {
  const collection = await openPgn(bytes)
  let count = 0
  for (const { record, issues, playedLine } of collection.entries({ playedLine: { keys: true }, to: limit })) {
    count++
    // A variant without rules here has no positions, nor has an invalid start.
    const line = playedLine?.keyed
    if (!line) continue
    const { game, setup, variant, nodes } = record!
    const rules = rulesOf(game)
    const position = rules.start({ ...(setup !== undefined && { setup }), ...(variant !== undefined && { variant }) })
    const moves = mainLineMoves(nodes)
    const read = [...line.moves.subarray(0, line.length)]
    expect(read).toEqual(issues.some(({ id }) => id === 'pgn/unreadable-move') ? moves.slice(0, line.length) : moves)
    const key = new Uint32Array(2)
    for (const [ply, move] of [...read, undefined].entries()) {
      rules.key(position, key)
      expect([...line.keys.subarray(2 * ply, 2 * ply + 2)]).toEqual([...key])
      if (move !== undefined) rules.play(position, move)
    }
  }
  return count
}

const folder = join(import.meta.dirname, 'fixtures')

describe('the main lines that come with entries are those of their records', () => {
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

test('an unreadable move ends the line', async () => {
  const collection = await openPgn('[White "A"]\n\n1. e4 e5 2. Ke9 Nf6 *\n\n[White "B"]\n\n1. d4 *\n')
  const lengths = Array.from(
    collection.entries({ playedLine: { keys: true } }),
    ({ playedLine }) => playedLine!.keyed!.length,
  )
  expect(lengths).toEqual([2, 1])
})
