/** Where a game begins, however its tags and moves lie on the lines. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ChessKernel } from '../../../src/formats/chess-kernel.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { openPgn, readPgn } from '../../support/pgn.ts'

/** Players, plies and result of every game: `A-B 2 1-0`. */
async function games(content: string | Uint8Array): Promise<string[]> {
  const described = (record: GameRecord) => {
    const { players, result, event } = record.header
    const names = [1, 2].map((colour) => players.find((player) => player.colour === colour)?.name ?? '?')
    const text = result.outcome === 'win' ? (result.winner === 1 ? '1-0' : '0-1') : result.outcome
    return `${event?.name ?? '?'}: ${names.join('-')} ${record.nodes.length - 1} ${text}`
  }
  const { records } = await readPgn(content)
  const kernel = new ChessKernel()
  const collection = await openPgn(content)
  const again = Array.from(collection.entries({ kernel }), ({ record }) => described(record!))
  const found = records.map(described)
  expect(again).toEqual(found)
  return found
}

const caseFile = (name: string) => readFileSync(join(import.meta.dirname, '../../cases/chess', name))

const TAGS = (event: string, white: string, black: string, result = '*') => [
  `[Event "${event}"]`,
  `[White "${white}"]`,
  `[Black "${black}"]`,
  `[Result "${result}"]`,
]

test('games joined without a line between them', async () => {
  expect(await games(caseFile('01-missing-newline-between-games.pgn'))).toEqual([
    'One: A-B 4 draw',
    'Two: C-D 4 1-0',
    'Three: E-F 2 0-1',
  ])
})

test('games of tags alone', async () => {
  expect(await games(caseFile('02-headers-only-game.pgn'))).toEqual([
    'M1: A-B 0 1-0',
    'M2: C-D 0 0-1',
    'M3: E-F 2 draw',
  ])
})

describe('what stands between moves and the next tags', () => {
  test.each(['1-0', ' 1-0 ', ' *', '', ' ', '\n', ' {so far}', '\r\n', ' 1/2-1/2\t', ' $5', ' {[%clk 0:01:00]}'])(
    '%j',
    async (between) => {
      for (const first of ['Event "Two"', 'White "C"', 'Site "Rome"']) {
        const second = `[${first}]\n[White "C"]\n[Black "D"]\n\n1. c4 *\n`.replace('[White "C"]\n[White', '[White')
        const found = await games(`${TAGS('One', 'A', 'B').join('\n')}\n\n1. e4 e5${between}${second}`)
        expect(found.map((game) => game.replace(/^.*: /, '').replace(/[^ ]*$/, ''))).toEqual(['A-B 2 ', 'C-D 1 '])
      }
    },
  )
})

describe('line ends of every kind', () => {
  const text = [
    ...TAGS('One', 'A', 'B', '1-0'),
    '',
    '1. d4 Nf6 2. c4 e6 1-0',
    '',
    ...TAGS('Two', 'C', 'D', '0-1'),
    '',
    ...TAGS('Three', 'E', 'F'),
    '',
    '1. e4 e5 *',
    '',
  ]
  test.each([
    ['\n', 'line feeds'],
    ['\r', 'carriage returns'],
    [' ', 'spaces'],
    ['\t', 'tabs'],
    ['', 'nothing'],
    ['\n\n', 'an empty line after each'],
    ['\r\r\n', 'a carriage return too many'],
  ])('%j: %s', async (end) => {
    expect(await games(text.join(end))).toEqual(['One: A-B 4 1-0', 'Two: C-D 0 0-1', 'Three: E-F 2 unfinished'])
  })
})

describe('sections without moves', () => {
  test.each([
    [
      'Event repeats',
      '[Event "x"]\n[White "A"]\n[Event "y"]\n[White "B"]\n',
      ['x: A-? 0 unfinished', 'y: B-? 0 unfinished'],
    ],
    [
      'no Event',
      '[White "A"]\n[Black "B"]\n\n[White "C"]\n[Black "D"]\n\n1. e4 *',
      ['?: A-B 0 unfinished', '?: C-D 1 unfinished'],
    ],
    [
      'no empty line',
      '[White "A"]\n[Black "B"]\n[White "C"]\n[Black "D"]\n1. e4 *',
      ['?: A-B 0 unfinished', '?: C-D 1 unfinished'],
    ],
    [
      'another order',
      '[Event "x"]\n[White "A"]\n\n[Annotator "z"]\n[White "C"]\n',
      ['x: A-? 0 unfinished', '?: C-? 0 unfinished'],
    ],
    [
      'Event after others',
      '[White "A"]\n[Black "B"]\n\n[Event "y"]\n[White "C"]\n',
      ['?: A-B 0 unfinished', 'y: C-? 0 unfinished'],
    ],
    ['one tag twice', '[Event "x"]\n[White "A"]\n[White "B"]\n[Black "C"]\n\n1. e4 *', ['x: A-C 1 unfinished']],
    ['an empty line within', '[Event "x"]\n[White "A"]\n\n[Black "B"]\n[Result "1-0"]\n\n1. e4 1-0', ['x: A-B 1 1-0']],
  ])('%s', async (_, text, expected) => {
    expect(await games(text)).toEqual(expected)
  })
})

describe('a tag that comes late or is damaged begins no game', () => {
  test.each([
    '[Event "x"]\n[White "A"]\n\n1. e4\n[ECO "B00"]\n1... c5 *',
    '[Event "x"]\n[White "A"]\n\n1. e4 [ECO "B00"] 1... c5 *',
    '[Event "x"]\n[White "A"]\n\n1. e4 {[White "C"]} 1... c5 *',
    '[Event "x"]\n[White "A"]\n\n1. e4 ; [White "C"]\n1... c5 *',
    '[Event "x"]\nSite "Rome"]\n[White "A"]\n\n1. e4 c5 *',
    '[Event "x"]\n[White "A"]\n\n1. e4 [%clk 0:10:00] c5 *',
  ])('%j', async (text) => {
    const found = await games(text)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/^x: A/)
  })
})

describe('values', () => {
  test.each([
    ['[Event "A long\nname"]', 'A long name'],
    ['[Event "A long  \r\n  name"]', 'A long name'],
    ['[Event "of\nthree\nlines"]', 'of three lines'],
    ['[Event\n"behind its name"]', 'behind its name'],
    ['[Event “curly”]', 'curly'],
    ['[Event „low”]', 'low'],
    ['[Event «angular»]', 'angular'],
    ['[Event “mixed"]', 'mixed'],
    ['[Event ‘single’]', 'single'],
  ])('%j', async (tag, name) => {
    const rest = '[White "A"]\n[Black "B"]\n\n1. e4 *\n'
    const expected = `${name}: A-B 1 unfinished`
    expect(await games(`${tag}\n${rest}`)).toEqual([expected])
    // After a game, and where its line ends have become spaces.
    expect(await games(`[Event "x"]\n\n1. c4 c5 *\n\n${tag}\n${rest}`)).toEqual(['x: ?-? 2 unfinished', expected])
    expect(await games(`[Event "x"] 1. c4 c5 * ${tag}\n${rest}`)).toEqual(['x: ?-? 2 unfinished', expected])
  })

  test('a value that does not end takes no other tag', async () => {
    const text = '[Event "no end\n[White "A"]\n[Black "nor here\n\n1. e4 {"] *'
    expect(await games(text)).toEqual(['no end: A-nor here 1 unfinished'])
  })
})

test('a position whose ranks are separated by backslashes', async () => {
  const { records, issues } = await readPgn(caseFile('16-fen-backslashes.pgn'))
  expect(issues).toEqual([])
  expect(records[0]).toMatchObject({ setup: '2b3k1/ppp2ppp/8/8/8/2N5/PPP2PPP/5BK1 w - - 0 1' })
  expect(records[0]!.nodes).toHaveLength(2)
})
