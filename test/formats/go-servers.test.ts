/** GIB, NGF, UGF and UGI: what the files of Go servers become. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { encodeText } from '../../src/bytes/text.ts'
import type { Entry, Format } from '../../src/formats/format.ts'
import { gib } from '../../src/formats/gib/format.ts'
import { ngf } from '../../src/formats/ngf/format.ts'
import { sgf } from '../../src/formats/sgf/format.ts'
import { ugf } from '../../src/formats/ugf/format.ts'
import { detectFormat, SURE_ENOUGH } from '../../src/convert/detect.ts'
import { validateRecord } from '../../src/convert/validate.ts'
import { makePass, makePlacement } from '../../src/model/move.ts'
import { treeFault } from '../../src/model/tree.ts'
import { corpusBytes, corpusCases } from '../support/corpus.ts'
import { needsCorpus } from '../support/needs.ts'
import { GIB, NGF, OLD_NGF, UGF, UGI } from '../support/server-files.ts'
import { readOne, withoutOrigin, writeSgf } from '../support/sgf.ts'

async function open(format: Format, content: string | Uint8Array, encoding?: string) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const files = new MemoryFileSet(new MemorySource(`game${format.extensions[0]}`, bytes))
  return format.open!(files, encoding === undefined ? {} : { encoding })
}

async function read(format: Format, content: string | Uint8Array): Promise<Entry> {
  return (await open(format, content)).entry(0)
}

const at = (column: number, row: number, columns = 19) => row * columns + column

describe('GIB', () => {
  it('reads the header and the moves', async () => {
    const { record, issues } = await read(gib, GIB)
    expect(record!.header).toEqual({
      event: { name: 'Rank' },
      place: 'Tygem Baduk',
      about: 'two\nlines',
      date: { year: 2014, month: 1, day: 27 },
      players: [
        { colour: 1, name: '검은돌', rank: '2급' },
        { colour: 2, name: 'White One', rank: '2K' },
      ],
      result: { outcome: 'win', winner: 2, margin: 59.5 },
      rules: { komi: 6.5, handicap: 3 },
      timeControl: {
        text: 'Time limit 10minute : 30 second countdown 3 time',
        periods: [{ seconds: 600 }, { byoYomi: 30, moves: 3, kind: 'byo-yomi' }],
      },
    })
    expect(record!.nodes).toEqual([
      { parent: -1, edits: [{ squares: [at(3, 3), at(15, 3), at(3, 15)], piece: '1' }], turn: 2 },
      { parent: 0, move: makePlacement(at(15, 15), 2) },
      { parent: 1, move: makePlacement(at(3, 2), 1) },
      { parent: 2, move: makePass(2) },
      { parent: 3, unread: { text: 'STO 0 5 1 19 0' } },
    ])
    expect(issues.map(({ id }) => id)).toEqual(['gib/unread-move'])
  })

  it('reads what Tygem writes since 2025: users, and passes without a colour', async () => {
    const text = readFileSync(new URL('../cases/go/gib-2025.gib', import.meta.url), 'utf8')
    const header = {
      players: [
        { colour: 1, name: 'Black_Nick', rank: '3D' },
        { colour: 2, name: 'White_Nick', rank: '7K' },
      ],
      event: { name: 'rank game' },
      place: 'www.example.com',
      date: { year: 2025, month: 1, day: 18 },
    }
    const { record, issues } = await read(gib, text)
    expect(record!.header).toMatchObject(header)
    expect(record!.nodes.map(({ move }) => move)).toEqual([
      undefined,
      makePlacement(at(15, 15), 1),
      makePlacement(at(3, 15), 2),
      makePass(1),
      makePlacement(at(3, 3), 2),
      makePass(1),
      makePass(2),
    ])
    expect(issues).toEqual([])
    const tagsAlone = await read(gib, text.replaceAll(/\\\[[WB]USERINFO=.*\\\]\r\n/g, ''))
    expect(tagsAlone.record!.header.players).toEqual(header.players)
  })

  it('keeps every field and line', async () => {
    const { record } = await read(gib, GIB)
    const native = record!.native!['gib'] as { fields: Record<string, string>; lines: string[] }
    expect(native.fields['GAMECONDITION']).toBe('3 Handicap')
    expect(native.lines).toContain('REM 0 6')
    expect(native.lines).toContain('INI 0 1 3 &4')
  })

  it.each([
    ['GRLT:0,ZIPSU:35', { outcome: 'win', winner: 1, margin: 3.5 }],
    ['GRLT:3,ZIPSU:0', { outcome: 'win', winner: 1, by: 'resignation' }],
    ['GRLT:4,ZIPSU:0', { outcome: 'win', winner: 2, by: 'resignation' }],
    ['GRLT:7,ZIPSU:0', { outcome: 'win', winner: 1, by: 'time' }],
    ['GRLT:8,ZIPSU:0', { outcome: 'win', winner: 2, by: 'time' }],
    ['GRLT:255,ZIPSU:0', { outcome: 'win', winner: 2, margin: 59.5, text: 'white 59.5 win' }],
  ])('reads the result %s', async (code, result) => {
    const { record } = await read(gib, GIB.replace('GRLT:1,ZIPSU:595', code))
    expect(record!.header.result).toEqual(result)
  })

  it.each([
    ['some words', { outcome: 'unfinished', text: 'some words' }],
    [' ', { outcome: 'unfinished' }],
  ])('keeps the words of a result of unknown code: %j', async (words, result) => {
    const text = GIB.replace('GRLT:1,ZIPSU:595', 'GRLT:255').replace(/(GAMERESULT=)[^\\]*/, `$1${words}`)
    const { record } = await read(gib, text)
    expect(record!.header.result).toEqual(result)
  })

  it('is known without its first line, and a little by its moves alone, which are a game', async () => {
    const certainty = (text: string, name: string) => gib.detect(encodeText(text, 'euc-kr').bytes, name, text.length)
    expect(certainty(GIB.replace('\\HS\n', ''), 'unnamed')).toBe(1)
    const moves = GIB.slice(GIB.indexOf('STO'))
    expect(certainty(moves, 'game.gib')).toBeGreaterThan(SURE_ENOUGH)
    expect(certainty(moves, 'game.txt')).toBeLessThan(SURE_ENOUGH)
    expect((await read(gib, moves)).record!.nodes.length).toBe(5)
  })

  it.each(['euc-kr', 'utf-8', 'utf-16le'])('is read in %s', async (encoding) => {
    const mark = encoding.startsWith('utf-16') ? '\uFEFF' : ''
    const collection = await open(gib, encodeText(mark + GIB, encoding).bytes)
    expect(collection.about.encoding).toBe(encoding)
    expect(collection.listing(0).header.players[0]!.name).toBe('검은돌')
  })
})

describe('NGF', () => {
  it('reads the header of twelve lines and the moves', async () => {
    const { record, issues } = await read(ngf, NGF)
    expect(record!.header).toEqual({
      event: { name: 'Rated game' },
      place: 'www.cyberoro.com',
      date: { year: 2017, month: 3, day: 16 },
      players: [
        { colour: 1, name: 'p81587', rank: '5D*' },
        { colour: 2, name: 'ace550', rank: '7D*' },
      ],
      result: { outcome: 'win', winner: 2, by: 'resignation', text: 'White wins by  resign!' },
      rules: { komi: 0, handicap: 2 },
    })
    expect(record!.nodes).toEqual([
      { parent: -1, edits: [{ squares: [at(15, 3), at(3, 15)], piece: '1' }], turn: 2 },
      { parent: 0, move: makePlacement(at(15, 16), 2) },
      { parent: 1, move: makePlacement(at(3, 3), 1) },
      { parent: 2, move: makePass(2) },
      { parent: 3, unread: { text: 'PMAEBZBBZ' } },
    ])
    expect(issues.map(({ id }) => id)).toEqual(['ngf/unread-move'])
  })

  const win = (winner: 1 | 2, facts: object = {}) => ({ outcome: 'win', winner, ...facts })

  it.each<[string, object]>([
    ['White wins by 3.5', win(2, { margin: 3.5 })],
    ['Black wins by 10 points', win(1, { margin: 10 })],
    ['black wins by resign!', win(1, { by: 'resignation' })],
    ['White loses on time', win(1, { by: 'time' })],
    ['Black lost by forfeit', win(2, { by: 'forfeit' })],
    ['Black beats White', win(1)],
    ['黑中盘胜', win(1, { by: 'resignation' })],
    ['黒中押し勝ち', win(1, { by: 'resignation' })],
    ['白中盤勝', win(2, { by: 'resignation' })],
    ['백 불계승', win(2, { by: 'resignation' })],
    ['흑 시간승', win(1, { by: 'time' })],
    ['黑超时负', win(2, { by: 'time' })],
    ['白超時勝', win(2, { by: 'time' })],
    ['黒時間切れ負け', win(2, { by: 'time' })],
    ['黑弃权负', win(2, { by: 'forfeit' })],
    ['白棄権', win(1, { by: 'forfeit' })],
    ['흑 기권', win(2, { by: 'forfeit' })],
    ['白不戦勝', win(2, { by: 'forfeit' })],
    ['白胜1又3/4子', win(2, { margin: 3.5 })],
    ['黑胜3/4子', win(1, { margin: 1.5 })],
    ['黑胜2子', win(1, { margin: 4 })],
    ['黑胜2子半', win(1, { margin: 5 })],
    ['白6目半勝', win(2, { margin: 6.5 })],
    ['白3目勝', win(2, { margin: 3 })],
    ['백 2집반승', win(2, { margin: 2.5 })],
    ['Draw', { outcome: 'draw' }],
    ['jigo', { outcome: 'draw' }],
    ['持碁', { outcome: 'draw' }],
    ['和棋', { outcome: 'draw' }],
    ['무승부', { outcome: 'draw' }],
    ['withdrawn', { outcome: 'unfinished' }],
  ])('reads the result %s, and keeps its words', async (text, result) => {
    const { record } = await read(ngf, NGF.replace('White wins by  resign!', text))
    expect(record!.header.result).toEqual({ ...result, text })
  })

  const points = (squares: readonly number[], side: number) =>
    squares.map((square) => `${String.fromCharCode(97 + (square % side))}${Math.floor(square / side) + 1}`).join(' ')

  it.each([
    [19, 2, 'p4 d16'],
    [19, 3, 'd4 p4 d16'],
    [19, 4, 'd4 p4 d16 p16'],
    [19, 5, 'd4 p4 j10 d16 p16'],
    [19, 6, 'd4 p4 d10 p10 d16 p16'],
    [19, 7, 'd4 p4 d10 j10 p10 d16 p16'],
    [19, 8, 'd4 j4 p4 d10 p10 d16 j16 p16'],
    [19, 9, 'd4 j4 p4 d10 j10 p10 d16 j16 p16'],
    [13, 5, 'd4 j4 g7 d10 j10'],
    [9, 4, 'c3 g3 c7 g7'],
  ])('on %i lines %i stones of handicap stand on %s', async (side, stones, places) => {
    const text = NGF.replace('\n19\n', `\n${side}\n`).replace('\n2\n0\n0\n', `\n${stones}\n0\n0\n`)
    const { record } = await read(ngf, text)
    expect(record!.header.rules).toEqual({ komi: 0, handicap: stones })
    expect(points(record!.nodes[0]!.edits![0]!.squares, side)).toBe(places)
  })

  it.each([
    [19, 1],
    [19, 10],
    [11, 2],
  ])('on %i lines %i stones have no places', async (side, stones) => {
    const text = NGF.replace('\n19\n', `\n${side}\n`).replace('\n2\n0\n0\n', `\n${stones}\n0\n0\n`)
    const { record } = await read(ngf, text)
    expect(record!.header.rules).toEqual({ komi: 0 })
    expect(record!.nodes[0]!).toEqual({ parent: -1 })
  })

  it('keeps the header, the lines that are not moves, and where it was', async () => {
    const { record } = await read(ngf, `${NGF}something else\n`)
    const { header, lines } = record!.native!['ngf'] as { header: string[]; lines: string[] }
    expect(header).toEqual(NGF.split('\n').slice(0, 12))
    expect(lines).toContain('something else')
    expect(record!.origin).toMatchObject({ format: 'ngf', index: 0 })
  })

  it('reads the older form, with comments', async () => {
    const { record } = await read(ngf, encodeText(OLD_NGF, 'gbk').bytes)
    expect(record!.size).toEqual({ columns: 13, rows: 13 })
    expect(record!.header.players.map(({ name, rank }) => [name, rank])).toEqual([
      ['李载雄', '五段'],
      ['朴承华', '初段'],
    ])
    expect(record!.header.rules).toEqual({ komi: 6.5 })
    expect(record!.nodes[2]!.comments).toEqual([{ text: '黑中盘胜\n(现场消息)', placement: 'after' }])
    expect(record!.native!['ngf']).toMatchObject({ lines: ['GI1', 'nowhere'] })
  })

  it('ends an unclosed comment before the next move', async () => {
    const { record } = await read(ngf, NGF.replace('PMADW', 'IDB[1] lost end\nPMADW'))
    expect(record!.nodes.length).toBe(5)
    expect(record!.nodes[1]!.comments).toEqual([{ text: 'lost end', placement: 'after' }])
  })

  it('uses 19 for an invalid size', async () => {
    const { record, issues } = await read(ngf, NGF.replace('\n19\n', '\nbig\n'))
    expect(record!.size).toBeUndefined()
    expect(issues[0]!.id).toBe('ngf/bad-size')
  })
})

describe('UGF', () => {
  it('reads the header', async () => {
    const collection = await open(ugf, encodeText(UGF, 'shift_jis').bytes)
    expect(collection.about.encoding).toBe('shift_jis')
    const { record } = collection.entry(0)
    expect(record!.size).toEqual({ columns: 9, rows: 9 })
    expect(record!.header).toEqual({
      event: { name: '第40期 名人戦' },
      roundText: '第2局',
      place: '東京',
      date: { year: 2019, month: 3, day: 8 },
      players: [
        { colour: 1, name: '黒', rank: '7d' },
        { colour: 1, name: '黒二', rank: '6d' },
        { colour: 2, name: '白', rank: '8d' },
      ],
      result: { outcome: 'win', winner: 2, by: 'resignation' },
      rules: { name: 'Japanese', komi: 0.5, handicap: 2 },
      timeControl: { text: 'N;480;60;10,N;0', periods: [{ seconds: 28_800 }] },
      recorder: 'someone',
    })
    expect(record!.native!['ugf']).toMatchObject({ sections: { Remote: ['Key=value', ''] } })
  })

  it('reads moves, times, passes, texts and figures', async () => {
    const { record, issues } = await read(ugf, UGF)
    const square = (column: number, row: number) => at(column, row, 9)
    expect(record!.nodes).toEqual([
      { parent: -1, edits: [{ squares: [square(6, 6), square(2, 2)], piece: '1' }] },
      { parent: 0, move: makePlacement(square(4, 4), 2), clock: { spent: 12 } },
      {
        parent: 1,
        move: makePlacement(square(3, 5), 1),
        clock: { spent: 5, used: 65 },
        comments: [{ text: 'good move\nand more', placement: 'after' }],
        marks: [{ shape: 'label', at: square(4, 4), text: 'E' }],
      },
      { parent: 2, move: makePass(2) },
      { parent: 3, move: makePass(1) },
      { parent: 4, unread: { text: 'RR,W1,5,0' } },
      {
        parent: 0,
        name: '参考図',
        annotations: [{ type: 'diagram', text: '参考図' }],
        edits: [
          { squares: [square(6, 6)], piece: '1' },
          { squares: [square(4, 4)], piece: '2' },
        ],
      },
      { parent: 6, move: makePlacement(square(5, 3), 1), comments: [{ text: 'a try', placement: 'after' }] },
      { parent: 7, move: makePlacement(square(5, 2), 2) },
    ])
    expect(issues.map(({ id }) => id)).toEqual(['ugf/unread-move'])
  })

  it('counts rows from the top where the file does', async () => {
    const { record } = await read(ugf, UGF.replace('CoordinateType=IGS', 'CoordinateType=JPN'))
    expect(record!.nodes[0]!.edits![0]!.squares).toEqual([at(6, 2, 9), at(2, 6, 9)])
  })

  it.each([
    ['B,7.50', { outcome: 'win', winner: 1, margin: 7.5 }],
    ['W,T', { outcome: 'win', winner: 2, by: 'time' }],
    ['B,F2', { outcome: 'win', winner: 1, by: 'forfeit' }],
    ['D', { outcome: 'draw' }],
    ['N1,E', { outcome: 'void', text: 'N1,E' }],
    ['O', { outcome: 'both-lose' }],
    ['', { outcome: 'unfinished' }],
    ['P', { outcome: 'unfinished', text: 'P' }],
  ])('reads the result %s', async (text, result) => {
    const { record } = await read(ugf, UGF.replace('Winner=W,C', `Winner=${text}`))
    expect(record!.header.result).toEqual(result)
  })

  const header = async (...lines: string[]) =>
    (await read(ugf, `[Header]\n${lines.join('\n')}\n[Data]\nQP,B1,1,0\n`)).record!.header
  const empty = { players: [], result: { outcome: 'unfinished' } }

  it.each<[string, object]>([
    ['PlayerW=white,1d', { players: [{ colour: 2, name: 'white', rank: '1d' }] }],
    ['PlayerB=,3k', { players: [{ colour: 1, rank: '3k' }] }],
    [
      'BMemb1=a,1d\nBMemb2=b\nWMemb1=c\nWMemb2=d',
      {
        players: [
          { colour: 1, name: 'a', rank: '1d' },
          { colour: 1, name: 'b' },
          { colour: 2, name: 'c' },
          { colour: 2, name: 'd' },
        ],
      },
    ],
    ['PlayerW2=second', { players: [{ colour: 2, name: 'second' }] }],
    ['Title=2019', { event: { name: '2019' } }],
    ['Title=,Cup', { event: { name: 'Cup' } }],
    ['Title=1,Cup,final,,game 2', { event: { name: '1 Cup' }, roundText: 'final, game 2' }],
    ['Date=2019/3/8', { date: { year: 2019, month: 3, day: 8 } }],
    ['Date=,,2019/03/09,', { date: { year: 2019, month: 3, day: 9 } }],
    ['Date=2019/02/30', {}],
    ['Rule=CHN', { rules: { name: 'Chinese' } }],
    ['Rule=CH', { rules: { name: 'Chinese' } }],
    ['Rule=JPN', { rules: { name: 'Japanese' } }],
    ['Rule=AGA', { rules: { name: 'AGA' } }],
    ['Rule=Ing', { rules: { name: 'Ing' } }],
    ['Hdcp=0,6.5', { rules: { komi: 6.5 } }],
    ['Hdcp=0,6,50', { rules: { komi: 6.5 } }],
    ['Hdcp=0, -5', { rules: { komi: -5 } }],
    ['Hdcp=9,0.50', { rules: { komi: 0.5, handicap: 9 } }],
    ['Hdcp=none', {}],
    ['Ptime=N;0;0,N;0', {}],
    ['Ptime=S;15', { timeControl: { text: 'S;15' } }],
    ['Ptime=S;15;1', { timeControl: { text: 'S;15;1', periods: [{ seconds: 900 }] } }],
    [
      'Place=here\nWriter=a\nCommentator=b\nCopyright=c\nComment=d',
      { place: 'here', recorder: 'a', annotator: 'b', copyright: 'c', about: 'd' },
    ],
    ['=nothing', {}],
  ])('reads the fields %j', async (lines, facts) => {
    expect(await header(lines)).toEqual({ ...empty, ...facts })
  })

  it.each([
    ['SJIS', 'shift_jis'],
    ['EUC', 'euc-jp'],
    ['gb', 'gb18030'],
    ['BIG5', 'big5'],
    ['KSC', 'euc-kr'],
    ['windows-1252', 'windows-1252'],
  ])('says by Lang=%s that it is in %s', async (language, encoding) => {
    const bytes = Uint8Array.from([
      ...encodeText(`[Header]\nLang=${language}\nPlayerB=`, 'utf-8').bytes,
      0xb0,
      0xa1,
      0x0a,
    ])
    expect((await open(ugf, bytes)).about.encoding).toBe(encoding)
  })

  it.each([
    ['9', 9],
    ['24', 24],
    ['1', 1],
  ])('has a board of %s', async (text, side) => {
    const { record, issues } = await read(ugf, `[Header]\nSize=${text}\n[Data]\nAA,B1,1,0\n`)
    expect([record!.size, issues]).toEqual([{ columns: side, rows: side }, []])
  })

  it.each(['0', '25', 'big', '-9'])('has one of 19 instead of %s', async (text) => {
    const { record, issues } = await read(ugf, `[Header]\nSize=${text}\n[Data]\nAS,B1,1,0\n`)
    expect(record!.size).toBeUndefined()
    expect(record!.nodes[1]!.move).toBe(makePlacement(at(0, 18), 1))
    expect(issues.map(({ id, params }) => [id, params])).toEqual([['ugf/bad-size', { size: text }]])
  })

  it('reports lines without meaning and a set-up stone off the board', async () => {
    const { record, issues } = await read(
      ugf,
      '[Data]\nwhat\n\nYA,B1,0,0\nMK,MK,1,0\nYY,MK,2,0\n[Figure]\n.Fig,1\nYA,W1,0,0\nwhat\n.EndFig',
    )
    expect(record!.nodes).toEqual([
      { parent: -1 },
      { parent: 0, move: makePlacement(at(12, 10), 1) },
      { parent: 1, move: makePass(2) },
      { parent: 0, annotations: [{ type: 'diagram' }] },
    ])
    expect(issues.map(({ id, params, count }) => [id, params, count])).toEqual([
      ['ugf/unknown-line', { line: 'what' }, 2],
      ['ugf/unknown-figure-line', { line: 'YA,W1,0,0' }, 2],
    ])
  })

  it('reads texts of two moves, labels and one that leads nowhere', async () => {
    const figures =
      '.Text,1\none\n.#,1,1,A\n.#,1,99,B\n.EndText\n.Text,2\n.#,2,1,C\ntwo\n.EndText\nbetween\n.Text,7\nlost\n.#,3,1,D'
    const { record, issues } = await read(ugf, `[Header]\nSize=9\n[Data]\nAA,B1,1,0\nBB,W1,2,0\n[Figure]\n${figures}`)
    expect(record!.nodes).toEqual([
      { parent: -1 },
      {
        parent: 0,
        move: makePlacement(0, 1),
        comments: [{ text: 'one', placement: 'after' }],
        marks: [{ shape: 'label', at: 0, text: 'A' }],
      },
      {
        parent: 1,
        move: makePlacement(at(1, 1, 9), 2),
        comments: [{ text: 'two', placement: 'after' }],
        marks: [{ shape: 'label', at: 1, text: 'C' }],
      },
    ])
    expect(issues.map(({ id, params }) => [id, params])).toEqual([['ugf/lost-text', { move: '7' }]])
  })

  it('keeps the sections it does not know, and one that comes twice is one', async () => {
    const { record } = await read(
      ugf,
      'before\n[Other]\na\n[Data]\nAA,B1,1,0\n[Comment]\nwell\n played \n[Other]\nb\n[End]\n',
    )
    expect(record!.header.about).toBe('well\n played')
    expect(record!.native).toEqual({ ugf: { header: {}, sections: { Other: ['a', 'b'] } } })
    expect(record!.origin).toEqual({ format: 'ugf', file: 'game.ugf', index: 0, encoding: 'utf-8' })
  })

  it('is known by any of its words, and less surely by its sections alone', () => {
    const certainty = (text: string, name = 'game.txt') =>
      ugf.detect(encodeText(text, 'utf-8').bytes, name, text.length)
    for (const line of [
      'Ver=UGF1',
      'Ver=REVIEW1',
      'PlayerB=x',
      'Hdcp=0,0',
      'CoordinateType=IGS',
      'QP,B1,1,0',
      'QP,W2,1,0',
    ]) {
      expect(certainty(`[Header]\n${line}\n`)).toBe(1)
    }
    expect(certainty('[Data]\nx=y\n', 'game.ugf')).toBeGreaterThan(SURE_ENOUGH)
    expect(certainty('[Data]\nx=y\n', 'game.ugi')).toBeGreaterThan(SURE_ENOUGH)
    expect(certainty('[Data]\nx=y\n')).toBeLessThan(SURE_ENOUGH)
    expect(certainty('[Other]\nPlayerB=x\n')).toBe(0)
  })

  it('reads reviews: variations within variations, comments by the number of their node', async () => {
    const { record, issues } = await read(ugf, UGI)
    expect(record!.nodes).toEqual([
      { parent: -1, comments: [{ text: 'hello', placement: 'after' }] },
      { parent: 0, move: makePlacement(at(16, 3), 1) },
      { parent: 1, move: makePlacement(at(3, 2), 2) },
      { parent: 2, move: makePlacement(at(15, 16), 1) },
      { parent: 1, move: makePlacement(at(3, 15), 2) },
      { parent: 4, move: makePlacement(at(3, 3), 1) },
      { parent: 5, move: makePlacement(at(9, 9), 2), comments: [{ text: 'nested\ntwo lines', placement: 'after' }] },
      { parent: 5, move: makePlacement(at(15, 3), 2) },
    ])
    expect(issues.map(({ id }) => id)).toEqual(['ugf/review-differs', 'ugf/lost-comment'])
    expect(Object.keys((record!.native!['ugf'] as { sections: object }).sections)).toEqual([])
  })

  it.each([
    ['another point', 'NODE,3,2,4,16'],
    ['another colour', 'NODE,3,1,4,17'],
    ['a pass', 'NODE,3,2,0,0'],
    ['no move', 'NODE,3,0,4,17'],
  ])('a review that repeats the main line with %s', async (_, node) => {
    const differing = async (line: string) => {
      const { issues } = await read(ugf, UGI.replace('NODE,3,2,4,17', line))
      return issues.filter(({ id }) => id === 'ugf/review-differs').map(({ params }) => params)
    }
    expect(await differing('NODE,3,2,4,17')).toEqual([{ line: 'NODE,4,1,16,4' }])
    expect(await differing(node)).toEqual([{ line: node }])
  })
})

const EXAMPLES: [Format, string][] = [
  [gib, GIB],
  [ngf, NGF],
  [ngf, OLD_NGF],
  [ugf, UGF],
  [ugf, UGI],
]

describe('all of them', () => {
  it.each(EXAMPLES)('are known by their bytes: %#', (format, content) => {
    const bytes = new TextEncoder().encode(content)
    expect(detectFormat(new MemorySource('unnamed', bytes))?.id).toBe(format.id)
    for (const other of [gib, ngf, ugf, sgf]) {
      if (other !== format) expect(other.detect(bytes, 'unnamed', bytes.length)).toBe(0)
    }
  })

  it.each([gib, ngf, ugf])('refuse other files: $id', async (format) => {
    for (const content of ['', 'nothing of the kind\nin two lines']) {
      await expect(open(format, content)).rejects.toMatchObject({ name: 'FormatError', place: { offset: 0 } })
    }
    await expect(open(format, GIB + NGF + UGF, 'klingon')).rejects.toThrow(TypeError)
  })

  it.each(EXAMPLES)('go to SGF and back: %#', async (format, content) => {
    const collection = await open(format, content)
    const { record } = collection.entry(0)
    const { text, issues } = await writeSgf([record!])
    expect(issues).toEqual([])
    expect(withoutOrigin(await readOne(text))).toEqual(withoutOrigin(record!))
  })

  it('an endless field, text and figure', async () => {
    await read(gib, `${GIB}\\[GAMENAME=${'x\n'.repeat(200_000)}`)
    await read(ngf, `${NGF}IDB[1] ${'x\n'.repeat(200_000)}`)
    await read(ugf, `${UGF}[Figure]\n.Text,1\n${'x\n'.repeat(100_000)}`)
    await read(ugf, `${UGI}[ReviewNode]\n${'VARIATION,\nNODE,9,1,1,1\n'.repeat(100_000)}`)
  })
})

const REAL: Record<string, { nodes: number; players: string[]; result: string }> = {
  'euc-kr.gib': { nodes: 50, players: ['dustkd1015 1급', 'dongjik 1급'], result: '1 time' },
  'gb2312.gib': { nodes: 269, players: ['石下之臣 2段', 'harpmaster 3段'], result: '2 11' },
  'utf8.gib': { nodes: 119, players: ['jy512 15K', 'leejw977 10K'], result: '' },
  'tygem_example.gib': { nodes: 299, players: ['go48 2K', 'Radagast 2K'], result: '2 59.5' },
  'test.gib': { nodes: 233, players: ['kim 2D', 'wildsim1 2D'], result: '2 time' },
  'even.ngf': { nodes: 334, players: ['CYY 9DP', 'LQC 9DP'], result: '1 0.5' },
  'gb2312.ngf': { nodes: 212, players: ['李载雄 五段', '朴承华 初段'], result: '' },
  'handicap2.ngf': { nodes: 190, players: ['p81587 5D*', 'ace550 7D*'], result: '2 resignation' },
  'amateur.ugf': { nodes: 255, players: ['kaziwami 7d', 'YINNI 8d'], result: '1 7.5' },
  'review.ugi': { nodes: 257, players: ['ken03110 2k', 'apetresc 2k?'], result: '1 2.5' },
}

describe('files of the corpus', needsCorpus('go'), () => {
  const files = corpusCases('go', /\.(?:gib|ngf|ugf|ugi)$/i)

  it.each(files)('%s', async (name) => {
    const bytes = corpusBytes(name)
    const format = detectFormat(new MemorySource(name, bytes))!
    const { record, issues } = (await format.open!(new MemoryFileSet(new MemorySource(name, bytes)))).entry(0)
    const { header, nodes } = record!
    const { winner, by, margin } = header.result
    expect({
      nodes: nodes.length,
      players: header.players.map(({ name, rank }) => `${name} ${rank}`),
      result: winner === undefined ? '' : `${winner} ${by ?? margin}`,
    }).toEqual(REAL[name.split('/').at(-1)!])
    expect(issues).toEqual([])
    expect(treeFault(nodes)).toBeUndefined()
    expect(validateRecord(record!)).toEqual([])
  })
})
