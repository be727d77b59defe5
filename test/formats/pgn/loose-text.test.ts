/** Symbols, null moves and text between the moves: nothing that is understood is lost behind what is not. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { drawTree, readPgn, writePgn } from '../../support/pgn.ts'

const folder = join(import.meta.dirname, '../../cases/chess')

/** The tree and result of every game, and the ids of the issues; what is written must read to the same. */
async function read(content: string | Uint8Array): Promise<{ trees: string[]; ids: string[] }> {
  const { records, issues } = await readPgn(content)
  const draw = (record: (typeof records)[number]) => {
    const { outcome, winner } = record.header.result
    return `${drawTree(record)} ${outcome === 'win' ? (winner === 1 ? '1-0' : '0-1') : outcome === 'draw' ? '1/2' : outcome === 'unfinished' ? '*' : outcome}`.trim()
  }
  const trees = records.map(draw)
  const again = await readPgn((await writePgn(records)).bytes)
  expect(again.records.map(draw)).toEqual(trees)
  return { trees, ids: [...new Set(issues.map(({ id }) => id))] }
}

const game = (moves: string, tags = '') => `[Event "x"]\n${tags}\n${moves}\n`

describe('files as programs and people write them', () => {
  test.each([
    ['05-scid-symbol-20-21', ['e4 $20 e5 $21 Nf3 $18 (d4 $20 exd4 c3 $21 dxc3) Nc6 $10 Bb5 $20 a6 *'], []],
    [
      '06-castling-zeros-en-dash',
      ['e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O d3 d6 1-0', 'e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O d3 d6 1-0'],
      [],
    ],
    ['07-null-three-hyphens', ['e4 e5 (-- {threat} d4 d5) Nf3 *'], []],
    [
      '08-glued-symbols',
      ['e4 e5 Nf3 $10 Nc6 $14 Bb5 $15 a6 *', 'e4 e5 Nf3 $16 Nc6 $18 Bb5 $13 a6 *', 'e4 e5 Nf3 $3 Nc6 $4 Bb5 $14 a6 *'],
      [],
    ],
    ['09-invisible-spaces', ['d4 Nf6 c4 g6 Nc3 d5 *', 'e4 e5 Nf3 Nc6 *', 'e4 e5 Nf3 Nc6 *'], []],
    ['10-ellipsis-character', ['e4 e5 Nf3 (Nc3 Nf6) Nc6 Bb5 a6 *'], []],
    [
      '14-stray-words',
      [
        'e4 e5 Nf3 {novelty} Nc6 Bb5 a6 *',
        'e4 e5 {<br />} Nf3 Nc6 {<br />} Bb5 a6 *',
        'e4 {a {b} c} e5 Nf3 *',
        'e4 {[1:30:00]} e5 {[1:29:50]} Nf3 *',
      ],
      ['pgn/loose-text'],
    ],
    ['08-mate-problems', ['Ra8# 1-0', 'Ra6 bxa6 (-- {B--} Rxa7+) b7# 1-0'], ['pgn/loose-text']],
  ])('%s', async (name, trees, ids) => {
    expect(await read(readFileSync(join(folder, `${name}.pgn`)))).toEqual({ trees, ids })
  })
})

test.each([
  ['=', 10],
  ['∞', 13],
  ['+=', 14],
  ['+/=', 14],
  ['⩲', 14],
  ['=+', 15],
  ['=/+', 15],
  ['±', 16],
  ['+/-', 16],
  ['+/−', 16],
  ['∓', 17],
  ['-/+', 17],
  ['+-', 18],
  ['+–', 18],
  ['-+', 19],
  ['+--', 20],
  ['--+', 21],
  ['□', 7],
  ['‼', 3],
  ['⁇', 4],
  ['⁉', 5],
  ['N', 146],
  ['D', undefined],
])('Nf3%s and the same after a space', async (symbol, number) => {
  const expected = { trees: [`e4 e5 Nf3${number === undefined ? '' : ` $${number}`} Nc6 Bb5 *`], ids: [] }
  expect(await read(game(`1. e4 e5 2. Nf3${symbol} Nc6 3. Bb5 *`))).toEqual(expected)
  expect(await read(game(`1. e4 e5 2. Nf3 ${symbol} Nc6 3. Bb5 *`))).toEqual(expected)
})

test.each([
  ['1. e4 f6 2. d4 g5 3. Qh5#= 1-0', 'e4 f6 d4 g5 Qh5# $10 1-0'],
  ['1. e4 d5 2. Bb5+= *', 'e4 d5 Bb5+ $10 *'],
  ['1. e4 d5 2. Bb5++- *', 'e4 d5 Bb5+ $18 *'],
  ['1. e4 d5 2. Bb5+±N *', 'e4 d5 Bb5+ $16 $146 *'],
  ['1. e4 d5 2. exd5□ Qxd5∓ *', 'e4 d5 exd5 $7 Qxd5 $17 *'],
])('%s', async (moves, tree) => {
  expect(await read(game(moves))).toEqual({ trees: [tree], ids: [] })
})

test.each(['--', '---', '–––', '——', 'Z0', '@@@@', '0000', 'null', 'Null', 'pass', 'Pass', '<null>'])(
  '%s is a null move',
  async (word) => {
    expect(await read(game(`1. e4 ${word} 2. d4 d5 *`))).toEqual({ trees: ['e4 -- d4 d5 *'], ids: [] })
  },
)

test.each(['0-0', '0–0', '0—0', '0−0', '0‑0', 'O–O', 'O—O', 'o-o', 'O-O'])('%s is castling', async (word) => {
  const opening = '1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. '
  for (const [tag, result] of [
    ['', '*'],
    ['', '1-0'],
    ['[Result "1-0"]\n', '1-0'],
  ]) {
    const expected = { trees: [`e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O d3 ${result}`], ids: [] }
    expect(await read(game(`${opening}${word} ${word} 5. d3 ${result}`, tag))).toEqual(expected)
  }
  expect((await read(game(`${opening}${word}`))).trees).toEqual(['e4 e5 Nf3 Nf6 Bc4 Bc5 O-O *'])
})

test('a result that both lose stands at the end alone', async () => {
  expect((await read(game('1. e4 e5 0-0', '[Result "0-0"]\n'))).trees).toEqual(['e4 e5 both-lose'])
  const { trees, ids } = await read(game('1. e4 e5 0-0 2. Nf3 *'))
  expect(trees[0]).toMatch(/^e4 e5 O-O/)
  expect(ids).toContain('pgn/illegal-move')
})

describe('text between moves is kept as a comment, and reading goes on', () => {
  test.each([
    ['novelty', '{novelty}'],
    ['a very good idea', '{a very good idea}'],
    ['see game 12 here', '{see game 12 here}'],
    ['C42', '{C42}'],
    ['&copy;', '{&copy;}'],
    ['<p class="x">', '{<p class="x">}'],
    ['</b>', '{</b>}'],
    ['[1:30:00]', '{[1:30:00]}'],
    ['[+0.35/12]', '{[+0.35/12]}'],
    ['“quoted”', '{“quoted”}'],
    ['новинка', '{новинка}'],
  ])('%s', async (text, comment) => {
    const expected = { trees: [`e4 e5 Nf3 ${comment} Nc6 Bb5 *`], ids: ['pgn/loose-text'] }
    expect(await read(game(`1. e4 e5 2. Nf3 ${text} Nc6 3. Bb5 *`))).toEqual(expected)
    expect(await read(game(`1. e4 e5 2. Nf3 ${text} 2... Nc6 3. Bb5 *`))).toEqual(expected)
    if (/^[<&]/.test(text)) expect(await read(game(`1. e4 e5 2. Nf3${text}Nc6 3. Bb5 *`))).toEqual(expected)
  })

  test.each(['\u200b', '\u00a0', '\u2009', '\u200e', '\u202f', '\u2060', '\u3000', '\ufeff', '\u00ad', '&nbsp;'])(
    'but not %j, which is as good as a space',
    async (space) => {
      for (const text of [`1. e4${space} e5 2.${space}Nf3 Nc6 *`, `1. e4${space}e5${space}2. Nf3 Nc6${space}*`]) {
        expect(await read(game(text))).toEqual({ trees: ['e4 e5 Nf3 Nc6 *'], ids: [] })
      }
    },
  )

  test.each(['1-0`', '1-0.', '1-0"', '1-0´'])('a result and %s', async (result) => {
    expect((await read(game(`1. e4 e5 ${result}`))).trees).toEqual(['e4 e5 1-0'])
  })

  test.each(['{a {b} c}', '{{b} c}', '{a {b}}', '{a {b} {c} d}'])('%s is one comment', async (comment) => {
    const text = comment.slice(1, -1)
    expect((await read(game(`1. e4 ${comment} e5 2. Nf3 *`))).trees).toEqual([`e4 {${text}} e5 Nf3 *`])
  })

  test('what may be a move loses its line, and is written without numbers', async () => {
    const { records } = await readPgn(game('1. e4 e5 2. Nf9 d4 3. e5 (3. d4) *'))
    expect((await writePgn(records)).text).toContain('1. e4 e5 Nf9 d4 e5 (d4) *')
  })
})

describe('commands of other programs', () => {
  test.each([
    ['0.16/16', { centipawns: 16, depth: 16 }],
    ['+0.42', { centipawns: 42 }],
    ['-1.5/22', { centipawns: -150, depth: 22 }],
    ['0.16, 16', { centipawns: 16, depth: 16 }],
    ['-#3', { mate: -3 }],
    ['#-3/20', { mate: -3, depth: 20 }],
    ['M3', { mate: 3 }],
    ['-M5/31', { mate: -5, depth: 31 }],
  ])('[%%eval %s]', async (operands, evaluation) => {
    const { records } = await readPgn(game(`1. e4 {[%eval ${operands}] so} e5 *`))
    expect(records[0]!.nodes[1]).toMatchObject({ evaluation, comments: [{ text: 'so' }] })
  })

  test.each(['1.5.2', '-#-3', '0.16/', '1/2/3', 'x'])('[%%eval %s] stays as it is', async (operands) => {
    const { records } = await readPgn(game(`1. e4 {[%eval ${operands}] so} e5 *`))
    expect(records[0]!.nodes[1]!.comments).toMatchObject([{ text: `[%eval ${operands}] so` }])
  })

  test('what is not removed keeps its space', async () => {
    const { records } = await readPgn(readFileSync(join(folder, '25-command-space.pgn')))
    expect(records[0]!.nodes[1]).toMatchObject({
      evaluation: { centipawns: 42 },
      comments: [{ text: '[%thmb] The text follows.' }],
    })
  })

  test.each([
    ['a [%eval 1.0] b', 'a b'],
    ['[%eval 1.0] [%clk 0:00:01] b', 'b'],
    ['[%x] [%eval 1.0] b', '[%x] b'],
    ['[%x][%eval 1.0] b', '[%x] b'],
    ['a[%eval 1.0] b', 'a b'],
    ['a\n[%eval 1.0]\nb', 'a\n\nb'],
  ])('%j', async (comment, text) => {
    const { records } = await readPgn(game(`1. e4 {${comment}} e5 *`))
    expect(records[0]!.nodes[1]!.comments).toMatchObject([{ text }])
  })
})
