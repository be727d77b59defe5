import { describe, expect, test } from 'vitest'
import { symbolNumber } from '../../../src/formats/pgn/text/glyphs.ts'
import { wordKind } from '../../../src/formats/pgn/read/words.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import { PASS } from '../../../src/model/move.ts'
import { drawTree, readPgn, writePgn } from '../../support/pgn.ts'

test.each(['--', 'Z0', 'z0', '@@@@', '0000', 'null', 'NULL', 'pass', 'PASS'])('%s is a null move', async (word) => {
  expect(wordKind(word)).toBe('null')
  const { records } = await readPgn(`[Event "x"]\n\n1. e4 ${word} 2. d4 *\n`)
  expect(drawTree(records[0]!)).toContain('e4 -- d4')
})

test.each([
  ['‼', '!!'],
  ['⁇', '??'],
  ['⁉', '!?'],
  ['⁈', '?!'],
  ['⩲', '+='],
  ['⩱', '=+'],
])('%s is %s', (character, letters) => {
  expect(symbolNumber(character)).toBeDefined()
  expect(symbolNumber(character)).toBe(symbolNumber(letters))
})

describe('odd tags', () => {
  test.each([
    ['[White Adams"]', 'Adams'],
    ['[White "Adams]', 'Adams'],
    ['[White Adams]', 'Adams'],
    ['[White Adams" ]', 'Adams'],
    ['[White Adams, "Al" B.]', 'Adams, "Al" B.'],
  ])('%s names %s', async (tag, name) => {
    const { records } = await readPgn(`[Event "x"]\n${tag}\n\n1. e4 *\n`)
    expect(records[0]!.header.players?.[0]?.name).toBe(name)
  })

  test('the place of a game is kept apart from that of its event', async () => {
    const text = '[Event "x"]\n[Site "London"]\n[EventSite "Paris"]\n\n*\n'
    const { records } = await readPgn(text)
    const record = records[0]!
    record.header.event = { ...record.header.event, name: 'x', site: 'Paris' }
    record.header.place = 'London'
    const written = await writePgn([record])
    const again = (await readPgn(written.bytes)).records[0]!
    expect(again.header).toMatchObject({ event: { site: 'Paris' }, place: 'London' })
  })
})

test.each(['1-0', '0-1', '1/2-1/2', '*'])('games that are nothing but the result %s are games', async (result) => {
  const { records } = await readPgn(`${result}\n1. e4 ${result}\n[Event "y"]\n\n${result}\n`)
  expect(records.map(({ nodes }) => nodes.length)).toEqual([1, 2, 1])
})

test('0000 is a null move and 0000. the number of one', async () => {
  const { records } = await readPgn('[White "x"]\n\n1. e4 0000 2. d4 0000 0000. e4 3. 0-1 *\n')
  const moves = mainLineMoves(records[0]!.nodes)
  expect(moves).toHaveLength(4)
  expect(moves.filter((move) => move === PASS)).toHaveLength(2)
})

describe('a curve of evaluations', () => {
  test.each([
    ['0,2,30,28,-35', [{ centipawns: 30 }, { centipawns: 28 }, { centipawns: -35 }]],
    ['1,2,30,28', [null, { centipawns: 30 }, { centipawns: 28 }]],
    ['0,2,30,28', undefined],
    ['0,1,30,28,35', undefined],
    ['-1,0,30,28', undefined],
    ['1001,1001,30', undefined],
    ['1000,1000,30', [...new Array<null>(1000).fill(null), { centipawns: 30 }]],
    ['0,0,x', undefined],
    ['0', undefined],
  ])('%s', async (operands, values) => {
    const { records } = await readPgn(`[White "x"]\n\n{[%evp ${operands}]} 1. e4 *\n`)
    const curve = records[0]!.nodes[0]!.annotations?.find(({ type }) => type === 'evaluation-curve')
    expect(curve).toEqual(values && { type: 'evaluation-curve', values })
  })
})
