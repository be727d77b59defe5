/** What SGF becomes in a record: properties, dialects of programs and servers, damage that can be mended. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { encodeText } from '../../../src/bytes/text.ts'
import { isPass, makePass, makePlacement, moveTo } from '../../../src/model/move.ts'
import type { Header } from '../../../src/model/record.ts'
import { formatOthelloSquare } from '../../../src/rules/othello/index.ts'
import { issueIds, openSgfBytes, readOne, readSgf, writeSgf } from '../../support/sgf.ts'

const at = (column: number, row: number, columns = 19) => row * columns + column

async function headerOf(properties: string): Promise<Header> {
  return (await readOne(`(;GM[1]${properties})`)).header
}

async function nodeOf(properties: string) {
  const { parent: _parent, ...node } = (await readOne(`(;GM[1]SZ[19];${properties})`)).nodes[1]!
  return node
}

describe('moves', () => {
  it('count from the top left', async () => {
    const { nodes } = await readOne('(;SZ[19];B[aa];W[sa];B[as];W[ss])')
    expect(nodes.map(({ move }) => move)).toEqual([
      undefined,
      makePlacement(0, 1),
      makePlacement(18, 2),
      makePlacement(18 * 19, 1),
      makePlacement(360, 2),
    ])
  })

  it('pass with nothing, and with tt on boards up to 19', async () => {
    const passes = async (size: string) => (await readOne(`(;SZ[${size}];B[];W[tt])`)).nodes.map(({ move }) => move)
    expect(await passes('19')).toEqual([undefined, makePass(1), makePass(2)])
    expect(await passes('21')).toEqual([undefined, makePass(1), makePlacement(at(19, 19, 21), 2)])
  })

  it('use capitals beyond 26, on boards up to 52', async () => {
    const { size, nodes } = await readOne('(;SZ[52];B[ZZ];W[aA])')
    expect(size).toEqual({ columns: 52, rows: 52 })
    expect(nodes[1]!.move).toBe(makePlacement(52 * 52 - 1, 1))
    expect(nodes[2]!.move).toBe(makePlacement(26 * 52, 2))
  })

  it('are written as rectangles, columns first', async () => {
    const { size, nodes } = await readOne('(;SZ[7:11];B[gk];W[ka])')
    expect(size).toEqual({ columns: 7, rows: 11 })
    expect(nodes[1]!.move).toBe(makePlacement(76, 1))
    expect(nodes[2]!.unread).toEqual({ text: 'W[ka]' })
  })

  it('that are invalid stay as text, with an issue', async () => {
    const [entry] = await readSgf('(;SZ[9];B[dundefined];W[ee])')
    expect(entry!.record!.nodes[1]).toEqual({ parent: 0, unread: { text: 'B[dundefined]' } })
    expect(entry!.record!.nodes[2]!.move).toBe(makePlacement(40, 2))
    expect(entry!.issues).toEqual([
      {
        id: 'sgf/unread-move',
        severity: 'error',
        params: { property: 'B', value: 'dundefined' },
        place: { file: 'test.sgf', offset: 8 },
      },
    ])
  })
})

describe('the tree', () => {
  it('is in preorder, first child first', async () => {
    const { nodes } = await readOne('(;(;B[aa];W[bb])(;B[cc](;W[dd])(;W[ee];B[ff])))')
    expect(nodes.map(({ parent }) => parent)).toEqual([-1, 0, 1, 0, 3, 3, 5])
  })

  it('takes brackets around single lines and around nothing', async () => {
    const { nodes } = await readOne('(;AB[aa](;B[cc](((;W[cb]))))(;B[dd]))')
    expect(nodes.map(({ parent }) => parent)).toEqual([-1, 0, 1, 0])
  })

  it('takes moves in the root, and several in one node', async () => {
    const { nodes } = await readOne('(;GM[1]B[aa]C[start];B[cc]W[cb]B[bb]C[three];W[dd])')
    expect(nodes.map(({ parent, move }) => [parent, move])).toEqual([
      [-1, undefined],
      [0, makePlacement(0, 1)],
      [1, makePlacement(at(2, 2), 1)],
      [2, makePlacement(at(2, 1), 2)],
      [3, makePlacement(at(1, 1), 1)],
      [4, makePlacement(at(3, 3), 2)],
    ])
    expect(nodes[0]!.comments![0]!.text).toBe('start')
    expect(nodes[2]!.comments![0]!.text).toBe('three')
    expect(nodes[3]!.native).toEqual({ sgf: { joined: true } })
  })

  it('has empty nodes where the text has them', async () => {
    expect((await readOne('(;;;B[aa];)')).nodes.length).toBe(4)
  })
})

describe('values', () => {
  it('keep hard line breaks, lose soft ones, take the next character behind a backslash', async () => {
    const { comments } = await nodeOf('C[a\\]b\\\\c\\:d\nhard\nsoft>o\\\nk<\\x]')
    expect(comments).toEqual([{ text: 'a]b\\c:d\nhard\nsoft>ok<x', placement: 'after' }])
  })

  it('know all four line breaks, and none in short text', async () => {
    expect((await nodeOf('C[a\r\nb\rc\n\rd]')).comments![0]!.text).toBe('a\nb\nc\nd')
    expect((await nodeOf('N[two\r\nlines]')).name).toBe('two lines')
  })

  it('of points may be rectangles', async () => {
    const { edits, marks } = await nodeOf('AB[aa:bb][dd]TR[cc:ca]')
    expect(edits).toEqual([{ squares: [0, 1, 19, 20, at(3, 3)], piece: '1' }])
    expect(marks!.map((mark) => mark.at)).toEqual([at(2, 0), at(2, 1), at(2, 2)])
  })
})

describe('properties of nodes', () => {
  it('set up stones and the side to move', async () => {
    expect(await nodeOf('AB[aa]AW[bb][cc]AE[dd]PL[W]MN[7]')).toEqual({
      edits: [
        { squares: [0], piece: '1' },
        { squares: [at(1, 1), at(2, 2)], piece: '2' },
        { squares: [at(3, 3)], piece: '' },
      ],
      turn: 2,
      moveNumber: 7,
    })
  })

  it('mark the board', async () => {
    const { marks } = await nodeOf(
      'TR[aa]CR[ba]SQ[ca]MA[da]SL[ea]LB[fa:12][ga:a\\:b]AR[aa:bb]LN[bb:aa]TB[ha]TW[ia]DD[ja]',
    )
    expect(marks).toEqual([
      { shape: 'triangle', at: 0 },
      { shape: 'circle', at: 1 },
      { shape: 'square', at: 2 },
      { shape: 'cross', at: 3 },
      { shape: 'selected', at: 4 },
      { shape: 'label', at: 5, text: '12' },
      { shape: 'label', at: 6, text: 'a:b' },
      { shape: 'arrow', at: 0, to: 20 },
      { shape: 'line', at: 20, to: 0 },
      { shape: 'territory', at: 7, paint: '1' },
      { shape: 'territory', at: 8, paint: '2' },
      { shape: 'dim', at: 9 },
    ])
  })

  it('letter points as FF[3] did', async () => {
    const { marks } = await nodeOf('L[cc][aa]M[bb]')
    expect(marks).toEqual([
      { shape: 'cross', at: at(1, 1) },
      { shape: 'label', at: at(2, 2), text: 'a' },
      { shape: 'label', at: 0, text: 'b' },
    ])
  })

  it.each([
    ['GB[1]', 16],
    ['GB[2]', 18],
    ['GW[1]', 17],
    ['GW[2]', 19],
    ['DM[1]', 10],
    ['DM[2]', 11],
    ['UC[1]', 13],
    ['BM[1]', 2],
    ['BM[2]', 4],
    ['DO[]', 6],
    ['IT[]', 5],
    ['TE[1]', 1],
    ['TE[2]', 3],
  ])('%s is the glyph %i', async (text, nag) => {
    expect((await nodeOf(text)).glyphs).toEqual([{ nag }])
  })

  it('tell the time left to the one who moved, or to either', async () => {
    expect((await nodeOf('B[aa]BL[100.5]OB[3]')).clock).toEqual({ left: 100.5, movesLeft: [3, undefined] })
    expect((await nodeOf('WL[60]B[aa]BL[100]')).clock).toEqual({ left: 100, lefts: [undefined, 60] })
    expect((await nodeOf('BL[1]WL[2]')).clock).toEqual({ lefts: [1, 2] })
  })

  it('evaluate in points for Black', async () => {
    expect((await nodeOf('V[-3.25]')).evaluation).toEqual({ centipawns: -325 })
  })

  it('begin diagrams', async () => {
    expect((await nodeOf('FG[]')).annotations).toEqual([{ type: 'diagram' }])
    expect((await nodeOf('FG[257:Figure 1]')).annotations).toEqual([{ type: 'diagram', text: 'Figure 1' }])
  })

  it('say which part of the board is seen', async () => {
    expect((await nodeOf('VW[aa:bb][cc]')).annotations).toEqual([{ type: 'view', squares: [0, 1, 19, 20, 40] }])
    expect((await nodeOf('VW[]')).annotations).toEqual([{ type: 'view', squares: [] }])
    expect((await nodeOf('VW[zz]')).annotations).toBeUndefined()
  })

  it('dim points until they say otherwise', async () => {
    expect(await nodeOf('DD[aa][bb]')).toEqual({
      marks: [
        { shape: 'dim', at: 0 },
        { shape: 'dim', at: 20 },
      ],
    })
    expect(await nodeOf('DD[]')).toEqual({ annotations: [{ type: 'undim' }] })
    expect((await nodeOf('DD[zz]')).annotations).toBeUndefined()
  })

  it('that the model does not know stay as they are', async () => {
    const node = await nodeOf('B[aa]KO[]KGSDE[bb][cc]XY[a\\]b]')
    expect(node.native).toEqual({
      sgf: {
        properties: [
          ['KO', ''],
          ['KGSDE', 'bb', 'cc'],
          ['XY', 'a\\]b'],
        ],
      },
    })
  })

  it('that would be written otherwise stay as they were found too', async () => {
    const node = await nodeOf('B[tt]BL[0120.50]C[a\\b]')
    expect(node).toEqual({
      move: makePass(1),
      clock: { left: 120.5 },
      comments: [{ text: 'ab', placement: 'after' }],
      native: {
        sgf: {
          properties: [
            ['B', 'tt'],
            ['C', 'a\\b'],
            ['BL', '0120.50'],
          ],
        },
      },
    })
  })
})

describe('the header', () => {
  it('takes the facts about the game', async () => {
    const header = await headerOf(
      'GN[name]EV[event]RO[3]DT[2016-03-09]PC[Seoul]PB[Lee]BR[9p]BT[Korea]PW[AlphaGo]WR[?]WT[Google]RU[Chinese]KM[7.5]' +
        'HA[0]TM[7200]OT[3x60 byo-yomi]RE[W+R]ON[mini-chinese]GC[about\nit]SO[book]US[user]AN[annotator]CP[rights]',
    )
    expect(header).toEqual({
      title: 'name',
      event: { name: 'event' },
      round: 3,
      date: { year: 2016, month: 3, day: 9 },
      place: 'Seoul',
      players: [
        { colour: 1, name: 'Lee', rank: '9p', team: { name: 'Korea' } },
        { colour: 2, name: 'AlphaGo', rank: '?', team: { name: 'Google' } },
      ],
      rules: { name: 'Chinese', komi: 7.5, handicap: 0 },
      timeControl: { periods: [{ seconds: 7200 }], text: '3x60 byo-yomi' },
      result: { outcome: 'win', winner: 2, by: 'resignation' },
      openingName: 'mini-chinese',
      about: 'about\nit',
      publication: { title: 'book' },
      recorder: 'user',
      annotator: 'annotator',
      copyright: 'rights',
    })
  })

  it.each([
    ['B+3.5', { outcome: 'win', winner: 1, margin: 3.5 }],
    ['W+R', { outcome: 'win', winner: 2, by: 'resignation' }],
    ['w+resign', { outcome: 'win', winner: 2, by: 'resignation' }],
    ['B+T', { outcome: 'win', winner: 1, by: 'time' }],
    ['B+Forfeit', { outcome: 'win', winner: 1, by: 'forfeit' }],
    ['W+', { outcome: 'win', winner: 2 }],
    ['W', { outcome: 'win', winner: 2 }],
    ['W+J', { outcome: 'win', winner: 2, text: 'W+J' }],
    ['0', { outcome: 'draw' }],
    ['Draw', { outcome: 'draw' }],
    ['Void', { outcome: 'void' }],
    ['?', { outcome: 'unfinished', text: '?' }],
    ['', { outcome: 'unfinished' }],
    ['黑中盘胜', { outcome: 'win', winner: 1, by: 'resignation', text: '黑中盘胜' }],
    ['257手完, 黒中押し勝ち', { outcome: 'win', winner: 1, by: 'resignation', text: '257手完, 黒中押し勝ち' }],
    ['白胜1又3/4子', { outcome: 'win', winner: 2, margin: 3.5, text: '白胜1又3/4子' }],
    ['白3目半胜', { outcome: 'win', winner: 2, margin: 3.5, text: '白3目半胜' }],
    ['흑 불계승', { outcome: 'win', winner: 1, by: 'resignation', text: '흑 불계승' }],
    ['Black wins by 0.5', { outcome: 'win', winner: 1, margin: 0.5, text: 'Black wins by 0.5' }],
    ['White loses on time', { outcome: 'win', winner: 1, by: 'time', text: 'White loses on time' }],
  ])('reads the result %s', async (text, result) => {
    expect((await headerOf(`RE[${text}]`)).result).toEqual(result)
  })

  it.each([
    ['2016-03', { year: 2016, month: 3 }],
    ['1846', { year: 1846 }],
    ['1996-12-27,28', { year: 1996, month: 12, day: 27, text: '1996-12-27,28' }],
    ['2017.08.16 11:19', { year: 2017, month: 8, day: 16, text: '2017.08.16 11:19' }],
    ['29.11.2012', { year: 2012, month: 11, day: 29, text: '29.11.2012' }],
    ['29th September 2012', { year: 2012, text: '29th September 2012' }],
    ['2015-02-30', { text: '2015-02-30' }],
    ['unknown', { text: 'unknown' }],
  ])('reads the date %s', async (text, date) => {
    expect((await headerOf(`DT[${text}]`)).date).toEqual(date)
  })

  it.each([
    ['6.5', 6.5],
    ['-5', -5],
    ['650', 6.5],
    ['375', 7.5],
    ['3.75', 7.5],
    ['325', 6.5],
    ['750', 7.5],
    ['56', 56],
    ['', undefined],
  ])('reads the komi %s as points', async (text, komi) => {
    expect((await headerOf(`KM[${text}]`)).rules?.komi).toBe(komi)
  })

  it.each([
    ['3h', 10_800],
    ['1時間', 3600],
    ['90 min', 5400],
    ['1h30m', 5400],
  ])('reads the time %s', async (text, seconds) => {
    expect((await headerOf(`TM[${text}]`)).timeControl?.periods).toEqual([{ seconds }])
  })

  it('stays where merged games have theirs', async () => {
    const [entry] = await readSgf('(;GM[1];B[pd](;PB[a]W[dp])(;PB[b]W[cp]))')
    expect(entry!.record!.header.players).toEqual([])
    expect(entry!.record!.nodes[2]!.native).toEqual({ sgf: { properties: [['PB', 'a']] } })
    expect(entry!.issues.map(({ id, severity }) => [id, severity])).toEqual([['sgf/game-info', 'info']])
  })
})

describe('handicap', () => {
  it('without stones and with White to begin gets the usual ones', async () => {
    const text = '(;SZ[19]HA[4];W[qf])'
    expect((await readOne(text)).nodes[0]!.edits).toEqual([
      { squares: [at(3, 3), at(15, 3), at(3, 15), at(15, 15)], piece: '1' },
    ])
    expect(await issueIds(text)).toEqual(['sgf/implied-handicap'])
  })

  it.each([
    '(;HA[2]AB[aa][bb];W[qf])',
    '(;HA[2];B[dd];B[pp];W[qf])',
    '(;HA[1];W[qf])',
    '(;HA[2];AB[aa][bb];W[qf])',
    '(;SZ[8]HA[2];W[aa])',
  ])('is left alone in %s', async (text) => {
    const [entry] = await readSgf(text)
    expect(entry!.issues).toEqual([])
    expect(entry!.record!.nodes[0]!.edits?.[0]!.squares).toEqual(text.includes('HA[2]AB') ? [0, 20] : undefined)
  })

  it.each(['(;HA[2]AB[];W[qf])', '(;HA[2]AB[??];W[qf])'])(
    'is what the file says in %s, and comes back',
    async (text) => {
      const record = await readOne(text)
      expect(record.nodes[0]!.edits).toBeUndefined()
      expect((await writeSgf([record])).text).toContain(text.slice(2, text.indexOf(';W')))
    },
  )
})

describe('versions and dialects', () => {
  it('FF[1] to FF[3] have long names', async () => {
    const record = await readOne(
      '(\n;\nFileFormat[1]GaMe[1]\nSiZe[9]\nPlayerBlack[hi]CoPyright[me]KoMi[-1.5]\nBlack[ff]\n;White[gd]Comment[x])',
    )
    expect(record.size).toEqual({ columns: 9, rows: 9 })
    expect(record.header.players).toEqual([{ colour: 1, name: 'hi' }])
    expect(record.header.copyright).toBe('me')
    expect(record.nodes.map(({ move }) => move)).toEqual([undefined, makePlacement(50, 1), makePlacement(33, 2)])
    expect(record.nodes[2]!.comments![0]!.text).toBe('x')
    expect(record.origin).toMatchObject({ version: 'FF[1]' })
  })

  it('Fox counts komi in hundredths and names two programs', async () => {
    const [entry] = await readSgf(
      '(;GM[1]FF[4]  SZ[19]  GN[]  PB[a]  KM[375]HA[0]RU[Chinese]AP[GNU Go:3.8]RE[W+R]TM[60]TC[3]TT[30]AP[foxwq]RL[0]  ;B[pd];W[dp])',
    )
    expect(entry!.issues).toEqual([])
    expect(entry!.record!.header.rules).toEqual({ name: 'Chinese', komi: 7.5, handicap: 0 })
    expect(entry!.record!.nodes.length).toBe(3)
  })

  it('a root without its semicolon, identifiers without capitals, blanks before brackets', async () => {
    expect((await readOne('(\r\nPB[a]PW[b]\r\n;B[pd];W[dp])')).header.players).toHaveLength(2)
    expect((await readOne('(;gm[1]sz[9];b[aa])')).size).toEqual({ columns: 9, rows: 9 })
    expect(await issueIds('(;gm[1]sz[9];b[aa])')).toEqual(['sgf/small-identifier'])
    expect((await readOne('(; RE [B+1] ; B [dd])')).nodes[1]!.move).toBe(makePlacement(at(3, 3), 1))
  })

  it('points in capitals on boards that need none', async () => {
    expect((await readOne('(;SZ[19];B[DD])')).nodes[1]!.move).toBe(makePlacement(at(3, 3), 1))
  })
})

describe('damage', () => {
  it('unescaped brackets in text are text', async () => {
    const [entry] = await readSgf('(;C[see [1] and (2) [b] ok];B[aa]C[x [y] z];W[bb])')
    expect(entry!.record!.nodes[0]!.comments![0]!.text).toBe('see [1] and (2) [b] ok')
    expect(entry!.record!.nodes[1]!.comments![0]!.text).toBe('x [y] z')
    expect(entry!.record!.nodes.at(-1)!.move).toBe(makePlacement(20, 2))
    expect(entry!.issues[0]!.id).toBe('sgf/bracket-in-text')
  })

  it.each(['C', 'N', 'GC', 'GN', 'EV', 'PC', 'SO', 'US', 'AN', 'ON', 'CP'])('%s may hold brackets', async (id) => {
    const [entry] = await readSgf(`(;${id}[a [1] b];B[aa])`)
    expect(entry!.issues.map((issue) => issue.id)).toEqual(['sgf/bracket-in-text'])
  })

  it.each(['DT', 'KM', 'RE', 'PB'])('%s may not', async (id) => {
    const [entry] = await readSgf(`(;${id}[a [1] b];B[aa])`)
    expect(entry!.issues.map((issue) => issue.id)).toContain('sgf/stray-text')
  })

  it('text between properties is dropped and reported', async () => {
    const [entry] = await readSgf('(;B[aa] ??? ;W[bb] hello )')
    expect(entry!.record!.nodes.length).toBe(3)
    expect(entry!.issues.map(({ id }) => id)).toEqual(['sgf/stray-text'])
  })

  it('missing brackets end with the file, or where a game surely begins', async () => {
    const entries = await readSgf('(;FF[4]C[open;B[aa](;GM[1];B[bb];W[cc](;FF[4];B[dd])')
    expect(entries.map(({ record }) => record!.nodes.length)).toEqual([1, 3, 2])
    expect(await issueIds('(;FF[4];B[aa]C[open')).toEqual(['sgf/unclosed-value', 'sgf/unclosed-tree'])
    expect(entries[1]!.issues.map(({ id }) => id)).toContain('sgf/unclosed-tree')
    expect(entries[2]!.issues).toEqual([])
  })

  it('a file without a game tree is refused', async () => {
    await expect(openSgfBytes(new TextEncoder().encode('hello (world)'))).rejects.toMatchObject({
      name: 'FormatError',
      place: { file: 'test.sgf' },
      code: 'sgf/no-tree',
    })
  })
})

describe('collections', () => {
  it('hold many games, with text before and between them', async () => {
    const bytes = new TextEncoder().encode('About (c) these.\n(;PB[a];B[aa])\nand then (;PB[b](;B[bb])(;B[cc]))\n')
    const collection = await openSgfBytes(bytes)
    expect(collection.count).toBe(2)
    expect(collection.about).toMatchObject({ comment: 'About (c) these.' })
    expect(collection.listing(1)).toMatchObject({ kind: 'game', header: { players: [{ name: 'b' }] } })
    expect(collection.entry(1).record!.nodes.length).toBe(3)
    expect(collection.entry(0).issues.map(({ id }) => id)).toEqual(['sgf/text-between'])
    expect([...collection.entries({ from: 1 })].map(({ index }) => index)).toEqual([1])
    expect(() => collection.entry(2)).toThrow(TypeError)
  })

  it('keep games that are neither Go nor Othello as texts', async () => {
    const text = '(;FF[4]GM[7]PB[Red]GN[xiangqi];B[h2e2])'
    const [entry] = await readSgf(text)
    expect(entry!.record).toBeUndefined()
    expect(entry!.document!.bodies).toEqual([{ mediaType: 'text/plain', text }])
    expect(entry!.document!.header.players).toEqual([{ colour: 1, name: 'Red' }])
    expect(entry!.issues[0]).toMatchObject({
      id: 'sgf/other-game',
      severity: 'error',
      params: { name: { id: 'game/xiangqi' }, number: 7 },
    })
    expect((await readSgf('(;GM[19]SZ[9];B[aa])', { settings: { game: 'go' } }))[0]!.record!.nodes.length).toBe(2)
  })

  it.each(['64:65', '256', '1:300', '100'])('refuse a board of %s', async (size) => {
    const [entry] = await readSgf(`(;SZ[${size}];B[aa])`)
    expect(entry!.record).toBeUndefined()
    expect(entry!.issues.map(({ id }) => id)).toEqual(['sgf/board-too-large'])
  })

  it('use the standard board for an invalid size', async () => {
    expect(await issueIds('(;SZ[big];B[aa])')).toEqual(['sgf/bad-size'])
    expect((await readOne('(;SZ[];B[aa])')).size).toBeUndefined()
    expect((await readOne('(;SZ[64];B[aa])')).size).toEqual({ columns: 64, rows: 64 })
  })
})

describe('Othello', () => {
  it('names squares as its players do, passes as its programs do', async () => {
    const record = await readOne('(;FF[4]GM[2]AP[edax:4]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]B[f5];W[d6];B[C3];W[PA];)')
    expect(record.game).toBe('othello')
    expect(record.setup).toBeUndefined()
    expect(record.nodes[1]!.move).toBe(makePlacement(37))
    expect(record.nodes[2]!.move).toBe(makePlacement(43))
    expect(record.nodes[3]!.move).toBe(makePlacement(18))
    expect(record.nodes[5]!.move).toBeUndefined()
  })

  it('begins from the discs that the root lists', async () => {
    const record = await readOne('(;GM[2]SZ[8]AB[b1]AW[a1]PL[W];W[c1])')
    expect(record.setup).toBe(`OX${'-'.repeat(62)} O`)
    expect(record.nodes[0]!.edits).toBeUndefined()
  })

  it('plays on boards of other even sizes and refuses odd ones', async () => {
    expect((await readOne('(;GM[2]SZ[10];B[g6])')).size).toEqual({ columns: 10, rows: 10 })
    expect(await issueIds('(;GM[2]SZ[9];B[aa])')).toEqual(['sgf/bad-board'])
  })
})

describe('encodings', () => {
  const game = (label: string) => `(;FF[4]GM[1]${label && `CA[${label}]`}PB[柯洁九段]C[黑中盘胜];B[pd])`
  const japanese = (label: string) => `(;FF[4]GM[1]${label && `CA[${label}]`}PB[羽根ソ能表九段]C[ポカ。黒の勝ち];B[pd])`

  it.each([
    ['gbk', 'GB2312', 'gbk'],
    ['gb18030', 'GB18030', 'gb18030'],
    ['gbk', 'EUC-CN', 'gbk'],
    ['utf-8', 'UTF-8', 'utf-8'],
    ['utf-8', 'utf8', 'utf-8'],
    ['utf-8', '', 'utf-8'],
    ['gbk', '', 'gb18030'],
  ])('Chinese in %s, called %s', async (encoding, label, found) => {
    const record = await readOne(encodeText(game(label), encoding).bytes)
    expect(record.header.players[0]!.name).toBe('柯洁九段')
    expect(record.nodes[0]!.comments![0]!.text).toBe('黑中盘胜')
    expect(record.origin!.encoding).toBe(found)
  })

  it.each([
    ['shift_jis', 'Shift_JIS', 'shift_jis'],
    ['shift_jis', 'MS_KANJI', 'shift_jis'],
    ['shift_jis', '', 'shift_jis'],
    ['euc-jp', 'EUC-JP', 'euc-jp'],
  ])('Japanese in %s, called %s, brackets in the second byte of characters', async (encoding, label, found) => {
    const record = await readOne(encodeText(japanese(label), encoding).bytes)
    expect(record.header.players[0]!.name).toBe('羽根ソ能表九段')
    expect(record.nodes[1]!.move).toBe(makePlacement(at(15, 3), 1))
    expect(record.origin!.encoding).toBe(found)
  })

  it.each(['utf-16le', 'utf-16be'])('%s with and without a mark', async (encoding) => {
    for (const mark of ['\uFEFF', '']) {
      const record = await readOne(encodeText(`${mark}${game('')}`, encoding).bytes)
      expect(record.header.players[0]!.name).toBe('柯洁九段')
      expect(record.origin!.encoding).toBe(encoding)
    }
  })

  it('UTF-16 with half a character', async () => {
    const bytes = encodeText('\uFEFF(;GM[1]PB[a\uD800b])', 'utf-16le').bytes
    const collection = await openSgfBytes(bytes)
    expect(collection.issues.map(({ id }) => id)).toEqual(['sgf/undecodable'])
    expect(collection.entry(0).record!.header.players[0]!.name).toBe('a\uFFFDb')
  })

  it('ISO-2022-JP', async () => {
    const head = new TextEncoder().encode('(;CA[ISO-2022-JP]PB[')
    const name = [0x1b, 0x24, 0x42, 0x34, 0x41, 0x3b, 0x7a, 0x1b, 0x28, 0x42]
    const record = await readOne(new Uint8Array([...head, ...name, ...new TextEncoder().encode('];B[pd])')]))
    expect(record.header.players[0]!.name).toBe('漢字')
    expect(record.origin!.encoding).toBe('iso-2022-jp')
  })

  it('a byte order mark is not text', async () => {
    const collection = await openSgfBytes(new TextEncoder().encode(`\uFEFF${game('UTF-8')}`))
    expect(collection.about.comment).toBeUndefined()
    expect(collection.entry(0).issues).toEqual([])
  })

  it('CA does not override the evidence of the bytes', async () => {
    expect(await issueIds(encodeText(game('UTF-8'), 'gbk').bytes)).toEqual(['sgf/encoding-other'])
    expect(await issueIds(encodeText(game('GBK'), 'utf-8').bytes)).toEqual(['sgf/encoding-other'])
    expect((await readOne(encodeText(game('GBK'), 'utf-8').bytes)).header.players[0]!.name).toBe('柯洁九段')
  })

  it("is the caller's choice above all", async () => {
    const bytes = encodeText('(;CA[UTF-8]PB[Müller])', 'windows-1252').bytes
    expect((await readOne(bytes, { encoding: 'windows-1252' })).header.players[0]!.name).toBe('Müller')
    await expect(openSgfBytes(bytes, { encoding: 'klingon' })).rejects.toThrow(TypeError)
  })

  it('may differ from game to game in one file', async () => {
    const parts = [encodeText(game('GBK'), 'gbk').bytes, encodeText(game('UTF-8'), 'utf-8').bytes]
    const entries = await readSgf(new Uint8Array([...parts[0]!, ...parts[1]!]))
    expect(entries.map(({ record }) => record!.origin!.encoding)).toEqual(['gbk', 'utf-8'])
    expect(entries.map(({ record }) => record!.header.players[0]!.name)).toEqual(['柯洁九段', '柯洁九段'])
  })

  it('leaves bytes that are not text unchanged', async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode('(;CA[UTF-8]GN[棋棋棋棋棋棋棋棋棋棋棋棋]PB['),
      0xe6,
      0x9f,
      ...new TextEncoder().encode('];B[pd])'),
    ])
    const [entry] = await readSgf(bytes)
    expect(entry!.issues.map(({ id }) => id)).toEqual(['sgf/undecodable-value'])
    expect(entry!.record!.header.players[0]!.name).toBe('\uFFFD')
    expect(entry!.record!.header.title).toBe('棋棋棋棋棋棋棋棋棋棋棋棋')
    expect(entry!.record!.nodes[0]!.native).toEqual({
      sgf: { properties: [['PB', { base64: '5p8=', encoding: 'utf-8' }]] },
    })
  })
})

it('squares of Othello in two letters are read and written as they were', async () => {
  const text = readFileSync(new URL('../../cases/othello/20-go-style-othello.sgf', import.meta.url), 'utf8')
  const [entry] = await readSgf(text)
  expect(entry!.issues).toEqual([])
  const { nodes } = entry!.record!
  expect(nodes.slice(1).map(({ move }) => formatOthelloSquare({ columns: 8 }, moveTo(move!)))).toEqual([
    'f5',
    'd6',
    'c3',
  ])
  expect((await writeSgf([entry!.record!])).text).toContain(';B[fe];W[df];B[cc]')
  const [wide] = await readSgf('(;GM[2]SZ[26];B[nm];W[pa];B[tt])')
  expect(wide!.record!.nodes.slice(1).map(({ move }) => isPass(move!))).toEqual([false, true, false])
})
