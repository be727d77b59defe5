/** Xiangqi as sites, programs and people write it: texts, ranks counted from 1, lists of moves without a word about the game. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatPgn, moveTexts, parseRecords, rulesOf } from '../../../src/index.ts'

const cases = join(import.meta.dirname, '../../cases/xiangqi')

const readCase = async (name: string) => await parseRecords(readFileSync(join(cases, name)), name)
const parse = async (text: string, name = 'pasted.txt') => await parseRecords(text, name)

/** The first moves of most games here, as UCCI. */
const OPENING = ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'i0h0', 'b9c7']

it.each([
  ['bare-ucci.txt', 10],
  ['bare-wxf.txt', 6],
  ['vietnamese.txt', 6],
  ['wxf-brace-comment.txt', 4],
  ['xqstudio-applet.html', 4],
  ['xqstudio-clipboard.txt', 4],
  ['xqstudio-text-comments.txt', 5],
  ['xqstudio-text.txt', 6],
  ['dpxq-text.txt', 4],
  ['pychess-ranks-from-1.pgn', 12],
  ['pychess-ranks-silent.pgn', 5],
  ['xqr-comment.xqr', 3],
  ['xiexie-position.wxf', 0],
])('%s is a game of xiangqi with %d moves, and nothing is wrong with it', async (name, plies) => {
  const { records, issues } = await readCase(name)
  expect(issues.filter(({ id }) => id !== 'text/encoding-guessed')).toEqual([])
  expect(records.map(({ game }) => game)).toEqual(['xiangqi'])
  expect(moveTexts(records[0]!)).toHaveLength(plies)
})

it('what is said of moves stays with them', async () => {
  const comments = async (name: string) =>
    (await readCase(name)).records[0]!.nodes.flatMap(({ comments = [] }, index) =>
      comments.map(({ text }) => [index, text]),
    )
  expect(await comments('xqstudio-text-comments.txt')).toEqual([
    [1, '中炮开局。'],
    [4, '黑方出车。'],
  ])
  expect(await comments('wxf-brace-comment.txt')).toEqual([[1, 'central']])
  expect(await comments('xqr-comment.xqr')).toEqual([
    [1, '中炮'],
    [3, '正着'],
  ])
})

it('labels of dpxq.com: team and name apart, opening, time rule, kind', async () => {
  const { header } = (await readCase('dpxq-text.txt')).records[0]!
  expect(header).toMatchObject({
    players: [
      { name: '张三', team: { name: '队甲' } },
      { name: '李四', team: { name: '队乙' } },
    ],
    openingCode: 'B00',
    openingName: '中炮局',
    timeControl: { text: '15分＋5秒' },
    result: { outcome: 'win', winner: 2 },
  })
})

it('positions, a FEN each', async () => {
  const { records, issues } = await readCase('fen-list.fen')
  expect(issues).toEqual([])
  expect(records.map(({ setup }) => setup?.split(' ')[0])).toEqual([
    'rnbakabnr/9/2c1c4/p1p1p3p/6pC1/9/P1P1P1P1P/C3B4/9/RN1AKABNR',
    'rnb1kabCr/4a4/7c1/p1p1p1p1p/9/9/P1P1P1P1P/1c7/4C4/R1BAKABNR',
  ])
})

it('lines in the script of a page are the moves of its block', async () => {
  const [record] = (await readCase('dpxq-script-segments.html')).records
  expect(moveTexts(record!, 'ucci')).toEqual(['h2e2', 'h9g7', 'h0g2'])
  expect(record!.nodes).toHaveLength(5)
})

it('a FEN of ten ranks is xiangqi, whatever the tags leave out', async () => {
  const [record] = (await readCase('xiangqi-fen-without-game-tag.pgn')).records
  expect(record!.game).toBe('xiangqi')
  expect(record!.setup).toMatch(/^5k3\//)
})

describe('lists of moves without a word about the game', () => {
  const inStyle = (style: string) => {
    const rules = rulesOf('xiangqi')
    const position = rules.start()
    return OPENING.map((text) => {
      const move = rules.readMove(position, text, 'ucci')!
      const written = rules.writeMove(position, move, style)
      rules.play(position, move)
      return written
    })
  }
  const numbered = (words: readonly string[]) =>
    words.map((word, at) => (at % 2 ? word : `${at / 2 + 1}. ${word}`)).join(' ')

  it.each(['wxf', 'iccs', 'ucci', 'uci', 'vietnamese'])('in %s, numbered or not', async (style) => {
    for (const text of [numbered(inStyle(style)), inStyle(style).join(' '), inStyle(style).join('\n')]) {
      const { records, issues } = await parse(text)
      expect(issues).toEqual([])
      expect(records.map((record) => [record.game, moveTexts(record, 'ucci')])).toEqual([['xiangqi', OPENING]])
    }
  })

  it.each(['WXF', 'ICCS'])('behind FORMAT %s', async (format) => {
    const { records } = await parse(`FORMAT ${format}\n${numbered(inStyle(format.toLowerCase()))}\n`)
    expect(records.map((record) => moveTexts(record, 'ucci'))).toEqual([OPENING])
    expect(records[0]!.nodes[0]!.comments).toBeUndefined()
  })

  it('as engines are told them', async () => {
    const { records } = await parse(`position startpos moves ${OPENING.join(' ')}`)
    expect(records.map((record) => moveTexts(record, 'ucci'))).toEqual([OPENING])
  })

  it('chess stays chess', async () => {
    for (const text of ['1. e4 e5 2. Nf3 Nc6', '1. e2e4 e7e5 2. g1f3']) {
      const parsed = await parse(text, 'game.pgn')
      expect(parsed.records.map(({ game }) => game)).toEqual(['chess'])
    }
  })
})

describe('ranks are counted as the whole game says', () => {
  const tags = '[Variant "Xiangqi"]\n[White "a"]\n[Black "b"]\n\n'

  it.each([
    ['from 1, by a rank 10', 'h3e3 h10g8 h1g3 i10h10', ['h2e2', 'h9g7', 'h0g2', 'i9h9']],
    ['from 0, by a rank 0', 'h2e2 h9g7 h0g2 i9h9', ['h2e2', 'h9g7', 'h0g2', 'i9h9']],
    ['from 1, since only so all can be played', 'h3e3 g7g6 h1g3', ['h2e2', 'g6g5', 'h0g2']],
  ])('%s', async (_, moves, expected) => {
    const { records, issues } = await parse(`${tags}${moves} *\n`, 'game.pgn')
    expect(issues).toEqual([])
    expect(moveTexts(records[0]!, 'ucci')).toEqual(expected)
  })

  it('variations are read like the main line', async () => {
    const { records, issues } = await parse(`${tags}1. Cbe3 Hc8 (1... Ra9) 2. Pc5 Rb10 *`, 'game.pgn')
    expect(issues).toEqual([])
    expect(records[0]!.nodes).toHaveLength(6)
  })
})

it('Vietnamese notation is written in PGN and read again', async () => {
  const { records } = await parse(OPENING.join(' '))
  const { text } = formatPgn(records, { settings: { notation: 'vietnamese' } })
  expect(text).toContain('1. P2-5 M8.7 2. M2.3 X9-8')
  expect(moveTexts((await parse(text, 'game.pgn')).records[0]!, 'ucci')).toEqual(OPENING)
})
