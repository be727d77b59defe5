/** Transcripts as people paste them: docs/formats/othello-text.md, What is recognised. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { othelloText } from '../../src/formats/index.ts'
import { moveTexts, parseRecords, type GameRecord, type ParsedRecords } from '../../src/index.ts'

const cases = join(import.meta.dirname, '../cases/othello')

const parse = async (text: string | Uint8Array, name = 'pasted.txt') => await parseRecords(text, name)
const movesOf = ({ records }: ParsedRecords) => records.map((record) => moveTexts(record).join(''))
const idsOf = ({ issues }: ParsedRecords) => issues.map(({ id }) => id)

const GAME = 'f5d6c3d3c4f4f6g5e6f7d7c6c7c5e7e3'
const OTHER = 'f5f6e6f4e3c5c4e7c6e2'
const THIRD = 'f5d6c5f4e3c6d3f6'
const squares = GAME.match(/../g)!

describe('one game', () => {
  it.each([
    ['a glyph at a move', squares.with(8, 'e6!').join(' ')],
    ['glyphs of every kind, glued', squares.map((square, at) => square + ['', '!', '??', '!?'][at % 4]).join('')],
    ['a name in parentheses', squares.toSpliced(12, 0, '(Tiger)').join(' ')],
    ['a name in the middle', squares.toSpliced(12, 0, 'Tiger').join(' ')],
    ['words before', `Ann - Bo ${GAME}`],
    ['words behind', `${GAME} (Paris, 2003)`],
    ['pairs with numbers', squares.map((square, at) => (at % 2 ? square : `${at / 2 + 1}. ${square}`)).join(' ')],
    ['numbers without points', squares.map((square, at) => `${at + 1} ${square}`).join(' ')],
    ['a move a line', squares.join('\n')],
    ['a move a line, line ends of Windows', squares.join('\r\n')],
    ['a move a line with its number', squares.map((square, at) => `${at + 1}. ${square}`).join('\n')],
    ['two moves a line', squares.map((square, at) => square + (at % 2 ? '\n' : '\t')).join('')],
    ['capitals', GAME.toUpperCase()],
    ['full-width letters', [...GAME].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join('')],
  ])('with %s', async (_, text) => {
    const parsed = await parse(text)
    expect(movesOf(parsed)).toEqual([GAME])
    expect(idsOf(parsed).filter((id) => id !== 'othello-text/word')).toEqual([])
  })

  it.each(['pass', 'passe', 'PASS', 'pas', 'pa', 'ps', 'p0', '0', '--', '@@'])(
    'with a pass written %s',
    async (pass) => {
      const text = `f5 d6 c3 d3 c4 f4 f6 ${pass} g5`
      const { records, issues } = await parseRecords(text, 'pasted.txt', { formats: [othelloText] })
      expect(issues).toEqual([])
      expect(records.map((record) => moveTexts(record).length)).toEqual([9])
    },
  )

  it('keeps glyphs and words with their moves, and says which words it found', async () => {
    const { records, issues } = await parse(`${squares.slice(0, 8).join(' ')} Tiger e6!? (sharp) f7`)
    const { nodes } = records[0]!
    expect(nodes[8]!.comments).toEqual([{ text: 'Tiger', placement: 'after' }])
    expect(nodes[9]).toMatchObject({ glyphs: [{ nag: 5 }], comments: [{ text: 'sharp' }] })
    expect(issues).toMatchObject([{ id: 'othello-text/word', params: { text: 'Tiger' }, place: { line: 1, node: 8 } }])
  })

  it('in UTF-16, with a mark and without', async () => {
    const bytes = new Uint8Array(new Uint16Array([...GAME].map((letter) => letter.charCodeAt(0))).buffer)
    expect(movesOf(await parse(bytes))).toEqual([GAME])
    expect(movesOf(await parse(Uint8Array.from([0xff, 0xfe, ...bytes])))).toEqual([GAME])
  })
})

describe('several games', () => {
  it.each([
    ['in a JSON list', JSON.stringify([GAME, OTHER, THIRD])],
    ['apart by blanks', `${GAME} ${OTHER} ${THIRD}`],
    ['apart by semicolons', `${GAME};${OTHER};${THIRD}`],
    ['apart by tabs', `${GAME}\t${OTHER}\t${THIRD}`],
    ['a line each', `${GAME}\n${OTHER}\n${THIRD}\n`],
    ['a line each, line ends of old Macintoshes', `${GAME}\r${OTHER}\r${THIRD}\r`],
    ['numbered', `1. ${GAME}\n2. ${OTHER}\n3. ${THIRD}`],
    ['numbered with parentheses', `1) ${GAME}\n2) ${OTHER}\n3) ${THIRD}`],
  ])('%s', async (_, text) => {
    const parsed = await parse(text)
    expect(movesOf(parsed)).toEqual([GAME, OTHER, THIRD])
    expect(idsOf(parsed)).toEqual([])
  })

  it('a square that is taken is a mistake, not another game, unless a game goes on from it', async () => {
    const parsed = await parse('f5 d6 c3 d3 c4 f4 f6 g5 f5 a1 e6')
    expect(parsed.records).toHaveLength(1)
  })
})

describe('boards', () => {
  const BOARD = '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--'

  it.each([
    ['18', 1800],
    ['-18', -1800],
    ['+4', 400],
    ['0', 0],
  ])('with the value %s behind it, for the side to move', async (value, centipawns) => {
    const { records, issues } = await parse(`${BOARD} ${value}\n`)
    expect(issues).toEqual([])
    expect(records[0]).toMatchObject({ setup: `${BOARD} X`, nodes: [{ evaluation: { centipawns } }] })
  })

  it.each([
    ['zeros and ones', { X: '0', O: '1', '-': '.' }],
    ['ones and twos', { X: '1', O: '2', '-': '0' }],
    ['Japanese discs and squares', { X: '●', O: '○', '-': '□' }],
    ['Japanese discs and points', { X: '●', O: '○', '-': '・' }],
    ['black and white squares', { X: '■', O: '□', '-': '・' }],
  ])('in %s, on one line and on eight', async (_, signs) => {
    const text = [...BOARD].map((sign) => signs[sign as 'X']).join('')
    const rows = text.match(/.{8}/gu)!.join('\n')
    for (const drawn of [text, rows]) {
      const { records } = await parse(drawn, 'board.obf')
      expect(records.map(({ setup }) => setup)).toEqual([`${BOARD} X`])
    }
  })
})

describe('score sheets', () => {
  const sheet = readFileSync(join(cases, '12-score-sheet-grid.txt'), 'utf8')

  it('are the game whose moves they number', async () => {
    const { records, issues } = await parse(sheet)
    expect(issues).toEqual([])
    const moves = moveTexts(records[0]!)
    expect(moves.filter((move) => move !== 'pa')).toHaveLength(60)
    expect(moves.slice(0, 4)).toEqual(['f5', 'd6', 'c3', 'd3'])
    expect(records[0]!.header.result.outcome).not.toBe('unfinished')
  })

  it.each([
    ['with bars', (row: string) => `|${row.split(' ').join('|')}|`],
    ['with numbers of rows', (row: string, at: number) => `${at + 1} ${row}`],
    ['with discs in the middle', (row: string) => row.replace('00 00', 'O  X')],
    ['without zeros in front', (row: string) => row.replaceAll(/\b0(?=[1-9])/g, ' ')],
    ['with tabs', (row: string) => row.replaceAll(' ', '\t')],
  ])('%s', async (_, change) => {
    const text = sheet.trim().split('\n').map(change).join('\n')
    expect(movesOf(await parse(text))).toEqual(movesOf(await parse(sheet)))
  })

  it('with a number twice are none', async () => {
    await expect(parse(sheet.replace('47', '51'))).rejects.toThrow()
  })
})

describe('Othello Quest', () => {
  const moves = squares.map((m) => ({ m, t: 1500 }))
  const game = {
    id: 'x',
    players: [
      { id: 'u1', name: 'Ann', oldR: 1800, newR: 1810 },
      { id: 'u2', name: 'Bo' },
    ],
    position: { moves },
  }

  it.each([
    ['LOSE:RESIGN', { outcome: 'win', winner: 2, by: 'resignation' }],
    ['LOSE:TIMEUP', { outcome: 'win', winner: 2, by: 'time' }],
    ['LOSE', { outcome: 'win', winner: 2 }],
    ['WIN', { outcome: 'win', winner: 1 }],
    ['DRAW', { outcome: 'draw' }],
    ['ABORT', { outcome: 'unfinished', text: 'ABORT' }],
  ])('ends with %s', async (s, result) => {
    const { records } = await parse(JSON.stringify({ ...game, position: { moves: [...moves, { t: 5, s }] } }))
    expect(records[0]!.header.result).toEqual(result)
  })

  it('has ratings, times, the instant, and the opening of the position', async () => {
    const text = JSON.stringify({
      ...game,
      created: '2026-05-01T10:00:00.000Z',
      position: { startPos: GAME.slice(0, 16), moves: moves.slice(8) },
    })
    const [record] = (await parse(text)).records as [GameRecord]
    expect(moveTexts(record).join('')).toBe(GAME)
    expect(record.header).toMatchObject({
      instant: '2026-05-01T10:00:00.000Z',
      players: [{ name: 'Ann', rating: 1800 }, { name: 'Bo' }],
    })
    expect(record.nodes.at(-1)!.clock).toEqual({ spent: 1.5 })
    expect(record.native).toEqual({ 'othello-text': { id: 'x', players: [{ newR: 1810 }, {}] } })
  })

  it.each([
    ['a game a line', `${JSON.stringify(game)}\n${JSON.stringify(game)}\n`],
    ['a list', JSON.stringify([game, game])],
    ['within an object', JSON.stringify({ games: [game, { nested: game }] })],
  ])('%s', async (_, text) => {
    expect(movesOf(await parse(text))).toEqual([GAME, GAME])
  })

  it('a line that is cut does not take the others with it', async () => {
    const line = JSON.stringify(game)
    const { records, issues } = await parse(`${line}\n${line.slice(0, 50)}\n${line}`)
    expect(records).toHaveLength(2)
    expect(issues).toMatchObject([{ id: 'othello-text/line', severity: 'error', place: { line: 2 } }])
  })
})

it.each([
  ['01-annotated-move-cuts-game.txt', 1, 14],
  ['01b-word-cuts-game.txt', 1, 16],
  ['02-many-games-in-one-line.json.txt', 3, 8],
  ['03-othello-quest-xot-startpos.json', 1, 20],
  ['04-othello-quest-resigned.json', 1, 12],
  ['05-othello-quest-lines.ndjson', 2, 12],
  ['08-numbered-list-of-games.txt', 2, 10],
  ['13-full-width.txt', 1, 20],
])('%s has %d games, the first of %d moves', async (name, games, plies) => {
  const { records, issues } = await parse(readFileSync(join(cases, name)), name)
  expect(issues.filter(({ severity }) => severity !== 'info')).toEqual([])
  expect([records.length, moveTexts(records[0]!).length]).toEqual([games, plies])
})

it.each(['- see section 12. Be careful.', 'The squares c3, d3 and f6 are good; then a1.', '12. Be'])(
  'prose is not a game: %s',
  async (text) => {
    await expect(parseRecords(text, 'text.txt', { formats: [othelloText] })).rejects.toThrow()
  },
)
