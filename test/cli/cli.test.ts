import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ludograph, ludographUnread } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-cli-'))
const path = (name: string): string => join(folder, name)

const XIANGQI = `[Game "Chinese Chess"]
[Event "Spring Cup"]
[Date "2024.03.05"]
[Red "Li"]
[Black "Wang"]
[Result "1-0"]
[Format "ICCS"]

1. H2-E2 {central cannon} H9-G7 (1... B9-C7 2. H0-G2) 2. H0-G2 1-0
`

const CHESS = `[Event "Club"]
[Site "Leeds"]
[Date "1999.12.31"]
[Round "1"]
[White "Ash, Ann"]
[Black "Birch, Bob"]
[Result "1-0"]

1. e4 e5 2. Qh5 {[%cal Gh5f7] early} Nc6 3. Bc4 Nf6 $4 4. Qxf7# 1-0

[Event "Club"]
[Site "Leeds"]
[Date "2001.??.??"]
[Round "2"]
[White "Birch, Bob"]
[Black "Cedar, Cy"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2
`

beforeAll(() => {
  mkdirSync(path('in/deep'), { recursive: true })
  writeFileSync(path('in/xiangqi.pgn'), XIANGQI)
  writeFileSync(path('in/deep/chess.pgn'), CHESS)
  writeFileSync(path('in/deep/notes.bin'), Uint8Array.of(0, 1, 2, 3, 255))
  writeFileSync(path('broken.cbh'), 'this is no database')
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('help and usage errors', () => {
  it('says which Node it needs under an older one', () => {
    const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
      engines: { node: string }
    }
    const older = `Object.defineProperty(process.versions, 'node', { value: '20.19.0' })`
    const run = ludograph(['--version'], '', ['--import', `data:text/javascript,${older}`])
    expect(run).toMatchObject({ code: 2, out: '' })
    expect(run.err).toContain(`needs Node ${engines.node.replace('>=', '')} or newer, and this is Node 20.19.0`)
  })

  it('starts help with examples', () => {
    const { code, out } = ludograph(['--help'])
    expect(code).toBe(0)
    expect(out).toMatch(/^Examples:/)
    expect(ludograph(['convert', '--help']).out).toMatch(/^Examples:/)
    expect(ludograph(['archive', 'list', '--help']).out).toMatch(/^Examples:/)
  })

  it('ends quietly when the pipe is closed', async () => {
    expect(await ludographUnread(['search', '--help'])).toEqual({ code: 0, err: '' })
    expect(await ludographUnread(['formats'])).toEqual({ code: 0, err: '' })
  })

  it('suggests the near word', () => {
    expect(ludograph(['conver', 'x'])).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean convert?') })
    expect(ludograph(['convert', path('in/xiangqi.pgn'), '-t', 'xfq'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('did you mean xqf?'),
    })
  })

  it('says what is missing and what is not there', () => {
    expect(ludograph(['info'])).toMatchObject({ code: 2 })
    expect(ludograph(['convert', path('in/xiangqi.pgn')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--to'),
    })
    expect(ludograph(['info', path('nothing.pgn')])).toMatchObject({
      code: 3,
      err: expect.stringContaining('no such file'),
    })
    expect(ludograph(['info', path('in/xiangqi.pgn'), '--encoding', 'klingon'])).toMatchObject({ code: 2 })
  })

  it('names what a file is when it cannot be read', () => {
    const unknown = ludograph(['info', path('in/deep/notes.bin')])
    expect(unknown).toMatchObject({ code: 3, err: expect.stringContaining('not a game record of any known format') })
    const broken = ludograph(['info', path('broken.cbh')])
    expect(broken.code).toBe(3)
    expect(broken.err).not.toContain(' at ')
    expect(broken.err).toContain(path('broken.cbh'))
  })
})

describe('info', () => {
  it('says what a file holds', () => {
    const { code, out } = ludograph(['info', path('in/deep/chess.pgn')])
    expect(code).toBe(0)
    expect(out).toContain('2 chess games')
    expect(out).toContain('1999 to 2001')
  })

  it('says that a folder holds no games', () => {
    mkdirSync(path('nothing'))
    expect(ludograph(['info', path('nothing')])).toMatchObject({
      code: 0,
      out: '',
      err: `no game files in ${path('nothing')}\n`,
    })
    writeFileSync(path('nothing/notes.bin'), Buffer.from([1, 2, 3]))
    expect(ludograph(['info', path('nothing')]).err).toMatch(/^1 file of unknown format skipped\nno game files in /)
  })

  it('reports each database in a folder whose main file is missing, once', () => {
    mkdirSync(path('parts'))
    for (const name of ['Base.cbg', 'BASE.CBA', 'base.cbp', 'other.emb', 'games.jou'])
      writeFileSync(path(`parts/${name}`), '')
    const run = ludograph(['info', path('parts')])
    expect(run.code).toBe(3)
    expect(run.err.match(/this is part of a database \([^)]+\) whose main file \([^)]+\) is missing/g)).toHaveLength(3)
    writeFileSync(path('parts/games.wtb'), '')
    expect(ludograph(['info', path('parts')]).err).not.toContain('games.jou')
    // A whole database beside them has nothing to do with the parts of another.
    for (const name of ['whole.cbh', 'whole.cbg']) writeFileSync(path(`parts/${name}`), '')
    const { err } = ludograph(['info', path('parts')])
    expect(err).toMatch(/base\.cba: this is part of a database/i)
    expect(err).not.toContain('whole.cbg')
  })

  it('writes a JSON line for each file, and passes over strangers in a folder', () => {
    const { code, out } = ludograph(['info', '--json', path('in')])
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { format: string; entries: number })
    expect(code).toBe(0)
    expect(lines.map(({ format, entries }) => [format, entries])).toEqual([
      ['pgn', 2],
      ['pgn', 1],
    ])
  })
})

describe('convert', () => {
  it('writes one file and says what is lost', () => {
    const { code, err } = ludograph(['convert', path('in/deep/chess.pgn'), '-t', 'pgn', '-o', path('out/clean.pgn')])
    expect(code).toBe(0)
    expect(err.trim().split('\n').at(-1)).toMatch(/^2 games from 1 file written to .*clean\.pgn/)
    const lossy = ludograph(['convert', path('in/xiangqi.pgn'), '-o', path('out/game.xqf')])
    expect(lossy.code).toBe(0)
    expect(readFileSync(path('out/game.xqf')).subarray(0, 2).toString()).toBe('XQ')
  })

  it('keeps the shape of a folder and goes on past what it cannot write', () => {
    const { code, err } = ludograph(['convert', path('in'), '-t', 'xqf', '-o', path('tree/')])
    expect(readdirSync(path('tree'), { recursive: true }).map(String).sort()).toEqual(['xiangqi.xqf'])
    expect(err).toContain('cannot store chess games')
    expect(code).toBe(1)
  })

  it('merges a folder into one file, and pipes through standard input and output', () => {
    ludograph(['convert', path('in'), '-o', path('out/all.jsonl')])
    expect(readFileSync(path('out/all.jsonl'), 'utf8').trim().split('\n')).toHaveLength(3)
    const piped = ludograph(['convert', '-', '-t', 'jsonl'], CHESS)
    expect(piped.code).toBe(0)
    expect(piped.out.trim().split('\n')).toHaveLength(2)
    const back = ludograph(['convert', '-', '-f', 'jsonl', '-t', 'pgn'], piped.out)
    expect(back.out).toContain('4. Qxf7# 1-0')
  })

  it('numbers the files of a format that holds one record', () => {
    writeFileSync(path('two.pgn'), XIANGQI + '\n' + XIANGQI)
    ludograph(['convert', path('two.pgn'), '-o', path('numbered/game.xqf')])
    expect(readdirSync(path('numbered')).sort()).toEqual(['game-1.xqf', 'game-2.xqf'])
  })

  it('filters, splits and sorts', () => {
    const one = ludograph(['convert', path('in/deep/chess.pgn'), '-t', 'jsonl', '--player', 'cedar'])
    expect(one.out.trim().split('\n')).toHaveLength(1)
    expect(one.err).toContain('1 game did not match the filters')
    const none = ludograph(['convert', path('in/deep/chess.pgn'), '-t', 'jsonl', '--since', '2002'])
    expect(none.out).toBe('')
    ludograph(['convert', path('in/deep/chess.pgn'), '-o', path('split/part.pgn'), '--split', '1', '--sort', 'length'])
    expect(readdirSync(path('split')).sort()).toEqual(['part-1.pgn', 'part-2.pgn'])
    expect(readFileSync(path('split/part-1.pgn'), 'utf8')).toContain('Cedar')
  })

  it('writes nothing under --strict when something would be lost', () => {
    const commented = XIANGQI.replace('{central cannon}', '$1')
    writeFileSync(path('glyph.pgn'), commented)
    const { code, err } = ludograph(['convert', path('glyph.pgn'), '-o', path('strict/game.xqf'), '--strict'])
    expect(code).toBe(1)
    expect(err).toContain('loss/glyphs')
    expect(existsSync(path('strict/game.xqf'))).toBe(false)
    expect(existsSync(path('strict')) ? readdirSync(path('strict')) : []).toEqual([])
  })

  it('gives inputs of the same name outputs of their own', () => {
    mkdirSync(path('same'), { recursive: true })
    writeFileSync(path('same/game.pgn'), XIANGQI)
    ludograph(['convert', path('same/game.pgn'), '-o', path('same/game.xqf')])
    const { err } = ludograph(['convert', path('same'), '-t', 'jsonl', '-o', path('same-out/')])
    expect(readdirSync(path('same-out')).sort()).toEqual(['game-2.jsonl', 'game.jsonl'])
    expect(err.trim().split('\n').at(-1)).toContain('written to 2 files')
  })

  it('never takes the place of a file that nobody named', () => {
    const examples = join(import.meta.dirname, '../../examples/othello')
    mkdirSync(path('years'), { recursive: true })
    writeFileSync(path('years/WTH_2001.wtb'), 'precious')
    const { code, err } = ludograph(['convert', join(examples, 'WTH_2001.wtb'), '-o', path('years/WTH_2002.wtb')])
    expect(code).toBe(3)
    expect(err).toContain('already exists')
    expect(readFileSync(path('years/WTH_2001.wtb'), 'utf8')).toBe('precious')
    expect(readdirSync(path('years'))).toEqual(['WTH_2001.wtb'])
  })

  it('refuses the lossy files of a folder under --strict, and only those', () => {
    mkdirSync(path('mixed'), { recursive: true })
    writeFileSync(path('mixed/a-lossy.pgn'), XIANGQI.replace('{central cannon}', '$1'))
    writeFileSync(path('mixed/b-clean.pgn'), XIANGQI)
    const { code, err } = ludograph(['convert', path('mixed'), '-t', 'xqf', '-o', path('mixed-out/'), '--strict'])
    expect(readdirSync(path('mixed-out'))).toEqual(['b-clean.xqf'])
    expect(err).toContain('1 game from 2 files written')
    expect(code).toBe(1)
  })

  it('says which option of a format is wrong', () => {
    const words = ['convert', path('in/xiangqi.pgn'), '-o', path('out/option.xqf'), '--write-option']
    expect(ludograph([...words, 'verison=18'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('did you mean version?'),
    })
    expect(ludograph([...words, 'version=11'])).toMatchObject({ code: 2, err: expect.stringContaining('10 or 18') })
  })

  it('reads standard input once, for formats of one record too', () => {
    const { code, err } = ludograph(['convert', '-', '-o', path('out/piped.xqf')], XIANGQI)
    expect(err).toContain('1 game from 1 file written')
    expect(code).toBe(0)
  })

  it('never writes over its input', () => {
    const { code } = ludograph(['convert', path('in/xiangqi.pgn'), '-o', path('in/xiangqi.pgn')])
    expect(code).toBe(2)
    expect(readFileSync(path('in/xiangqi.pgn'), 'utf8')).toBe(XIANGQI)
  })
})

describe('validate', () => {
  it('shows five issues of a kind in a file, counts the others, and shows them all with --all', () => {
    const games = '[Event "x"]\n[Result "*"]\n\n1. e4 e5 2. Ke3 *\n\n'.repeat(8)
    const short = ludograph(['validate', '-'], games)
    expect(short.out.match(/pgn\/unreadable-move:/g)).toHaveLength(5)
    expect(short.out + short.err).toContain('3 more pgn/unreadable-move in 1 file')
    expect(ludograph(['validate', '-', '--all'], games).out.match(/pgn\/unreadable-move:/g)).toHaveLength(8)
  })

  it('finds nothing wrong with good files', () => {
    const { code, err } = ludograph(['validate', path('in')])
    expect(err.trim().split('\n').at(-1)).toBe(
      '2 files (1 other file skipped), 3 records: 0 errors, 0 warnings, 0 remarks',
    )
    expect(code).toBe(0)
  })

  it('finds an illegal move and says where', () => {
    const { code, out } = ludograph(['validate', '-'], CHESS.replace('3. Bc4', '3. Bc5'))
    expect(code).toBe(1)
    expect(out).toMatch(/game 1/)
    expect(out).toContain('error')
  })

  it('finds a result that the final position denies', () => {
    const { out } = ludograph(['validate', '-', '--json'], CHESS.replaceAll('1-0', '0-1'))
    expect(JSON.parse(out.trim().split('\n')[0]!)).toMatchObject({ id: 'rules/result', place: { record: 0 } })
  })

  it('shows the first of what is wrong again and again, and counts the rest', () => {
    mkdirSync(path('wrong'), { recursive: true })
    const game = CHESS.replace('3. Bc4', '3. Bc5')
    for (let file = 0; file < 6; file++) writeFileSync(path(`wrong/${file}.pgn`), `${game}\n`.repeat(7))
    const { out, err } = ludograph(['validate', path('wrong')])
    const lines = out.trim().split('\n')
    expect(lines.filter((line) => line.includes('pgn/unreadable-move:'))).toHaveLength(20)
    expect(lines.at(-1)).toBe('22 more pgn/unreadable-move in 6 files (use --all)')
    expect(err).toContain('42 errors')
    const all = ludograph(['validate', '--all', path('wrong')])
      .out.trim()
      .split('\n')
    expect(all.filter((line) => line.includes('pgn/unreadable-move:'))).toHaveLength(42)
  })
})

describe('show', () => {
  it('draws the board, the moves and who played', () => {
    const { code, out } = ludograph(['show', path('in/deep/chess.pgn'), '--ascii'])
    expect(code).toBe(0)
    expect(out).toMatch(/White +Ash, Ann/)
    expect(out).toContain('after 7 plies')
    expect(out).toMatch(/ 7 .*\[Q\]/)
    expect(out).toContain('4. Qxf7#')
  })

  it('rejects a notation that the game does not have before printing anything', () => {
    const wrong = ludograph(['show', path('in/deep/chess.pgn'), '--notation', 'wxf'])
    expect(wrong).toMatchObject({ code: 2, out: '', err: expect.stringContaining('use one of san') })
  })

  it('plays a timeline on the board', () => {
    const study = join(import.meta.dirname, '../../examples/go/live-study.wei7')
    const { code, out } = ludograph(['show', study, '--timeline', '--play', '0'])
    expect(code).toBe(0)
    expect(out).toContain('Teacher takes back 1')
    expect(out.match(/ 1 {2}·/g)).toHaveLength(18)
  })

  it('shows any position of any game', () => {
    const start = ludograph(['show', path('in/deep/chess.pgn'), '--game', '2', '--at', '0', '--ascii', '--no-moves'])
    expect(start.out).toContain('start position, White to move')
    expect(ludograph(['show', path('in/deep/chess.pgn'), '--game', '3'])).toMatchObject({ code: 2 })
    expect(ludograph(['show', path('in/xiangqi.pgn')]).out).toContain('炮二平五')
  })
})

describe('a large file, which several threads convert', () => {
  const games = Array.from({ length: 10_500 }, (_, number) =>
    number % 3000 === 7
      ? `[White "White ${number}"]\n\n1. d4 {[%evp x]} d5 $9999999 *\n`
      : `[White "White ${number}"]\n\n1. e4 e5 *\n`,
  )

  it('becomes the same as by one thread', () => {
    writeFileSync(path('large.pgn'), games.join('\n'))
    const alone = ludograph(['convert', path('large.pgn'), '-t', 'jsonl', '--player', '9'])
    const shared = ludograph(['convert', path('large.pgn'), '-o', path('large.jsonl'), '--player', '9'])
    expect(readFileSync(path('large.jsonl'), 'utf8')).toBe(alone.out)
    expect(alone.out.split('\n')).toHaveLength(games.filter((game) => /White 9/.test(game)).length + 1)
    expect(shared).toMatchObject({ code: alone.code, err: alone.err.replace('standard output', path('large.jsonl')) })
    const reports = [
      ludograph(['convert', path('large.pgn'), '-t', 'pgn', '--player', '7', '--json']),
      ludograph(['convert', path('large.pgn'), '-o', path('again.pgn'), '--player', '7', '--json']),
    ].map(({ err }) => JSON.parse(err) as { counts: object; losses: object })
    expect(reports[0]!.losses).not.toEqual([])
    expect(reports[1]).toEqual({ ...reports[0], files: [path('again.pgn')] })
  })

  it.each([
    ['ChessBase', 'cbh', 7],
    ['Chess Assistant', 'cdp', 7],
  ])('becomes the same %s database as by one thread, with bad games in the middle', (_, end, refused) => {
    const bad = [
      '[White "Illegal"]\n\n1. e4 e5 2. Ke3 {never} Nc6 *\n',
      '[White "No king"]\n[SetUp "1"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n',
      `${XIANGQI}\n`,
      '[White "Umlaut"]\n\n1. e4 {grün und schön} *\n',
      '[White "Cyrillic"]\n\n1. e4 {хороший ход} *\n',
      '[Event "Cup"]\n[White "White 3"]\n[Annotator "Ann"]\n\n1. d4 {a comment} (1. c4 e5) d5 $1 1-0\n',
    ]
    const mixed = games.map((game, number) => (number % 1500 < bad.length ? bad[number % 1500]! : game))
    writeFileSync(path('mixed.pgn'), mixed.join('\n'))
    for (const name of ['alone', 'shared']) mkdirSync(path(`${name}-${end}`))
    // A limit that is never reached needs games in order, which one thread sees.
    const [alone, shared] = [
      ludograph(['convert', path('mixed.pgn'), '-o', path(`alone-${end}/base.${end}`), '--json', '--limit', '99999']),
      ludograph(['convert', path('mixed.pgn'), '-o', path(`shared-${end}/base.${end}`), '--json']),
    ].map(({ code, err }) => ({
      code,
      report: JSON.parse(err) as { counts: object; files: string[]; losses: object[] },
    }))
    const inAnyOrder = (losses: object[]) => losses.map((loss) => JSON.stringify(loss)).sort()
    expect(shared!.code).toBe(alone!.code)
    expect(shared!.report.counts).toEqual(alone!.report.counts)
    expect(shared!.report.counts).toMatchObject({ read: games.length, refused })
    expect(shared!.report.counts).not.toMatchObject({ withErrors: 0 })
    expect(inAnyOrder(shared!.report.losses)).toEqual(inAnyOrder(alone!.report.losses))
    const filesOf = (name: string) =>
      Object.fromEntries(
        readdirSync(path(`${name}-${end}`)).map((file) => [
          file,
          readFileSync(path(`${name}-${end}/${file}`)).toString('base64'),
        ]),
      )
    expect(filesOf('shared')).toEqual(filesOf('alone'))
    expect(ludograph(['validate', path(`shared-${end}/base.${end}`)])).toMatchObject({ code: 0, out: '' })
  })

  it('leaves nothing, and what there is as it is, where --strict finds a loss', () => {
    writeFileSync(path('tagged.pgn'), [...games.slice(0, 10_200), '[Mood "glad"]\n\n1. e4 *\n'].join('\n'))
    mkdirSync(path('strict'))
    const base = path('strict/base.cbh')
    ludograph(['convert', path('in/deep/chess.pgn'), '-o', base])
    const before = readdirSync(path('strict')).map((file) => readFileSync(path(`strict/${file}`)).toString('base64'))
    const refused = ludograph(['convert', path('tagged.pgn'), '-o', base, '--force', '--strict'])
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('writes nothing') })
    expect(readdirSync(path('strict')).map((file) => readFileSync(path(`strict/${file}`)).toString('base64'))).toEqual(
      before,
    )
  })

  it.each(['none.pgn', 'none.cbh'])('makes no %s where no game matches', (name) => {
    const none = ludograph(['convert', path('large.pgn'), '-o', path(name), '--player', 'Nobody'])
    expect(none.err).toContain('nothing to write')
    expect(readdirSync(folder).filter((file) => file.startsWith('none'))).toEqual([])
  })

  it('is not written when --strict finds a loss', () => {
    const base = readFileSync(path('large.pgn'), 'utf8').replaceAll('*', '1-0')
    writeFileSync(path('losing.jsonl'), ludograph(['convert', '-', '-f', 'pgn', '-t', 'jsonl'], base).out)
    const lossy = readFileSync(path('losing.jsonl'), 'utf8').replace(
      '"White 7777"',
      '"White 7777","birth":{"year":1990}',
    )
    writeFileSync(path('losing.jsonl'), lossy)
    const refused = ludograph(['convert', path('losing.jsonl'), '-o', path('lost.pgn'), '--strict'])
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('writes nothing') })
    expect(existsSync(path('lost.pgn'))).toBe(false)
  })
})

describe('changes of a ChessBase database', () => {
  const examples = join(import.meta.dirname, '../../examples/chess')

  it('add games and mark them as deleted, and take the mark away', () => {
    mkdirSync(path('base'))
    for (const name of readdirSync(examples)) {
      if (name.startsWith('short-games.')) writeFileSync(path(`base/${name}`), readFileSync(join(examples, name)))
    }
    const base = path('base/short-games.cbh')
    const before = readFileSync(path('base/short-games.cbg'))
    const tagged = `${CHESS}\n[Mood "glad"]\n\n1. e4 *\n`
    const refused = ludograph(['convert', '-', '--append', '-o', base, '--strict'], tagged)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('writes nothing') })
    expect(readFileSync(path('base/short-games.cbg'))).toEqual(before)
    expect(readdirSync(path('base')).filter((name) => name.includes('undo'))).toEqual([])
    const added = ludograph(['convert', path('in/deep/chess.pgn'), '--append', '-o', base])
    expect(added).toMatchObject({ code: 0, err: expect.stringContaining(`2 games from 1 file added to ${base}`) })
    expect(ludograph(['info', base]).out).toContain('7 chess games, 1 text')
    expect(ludograph(['validate', base])).toMatchObject({ code: 0, out: '' })
    expect(ludograph(['delete', base, '8'])).toMatchObject({ code: 0 })
    const left = ludograph(['convert', base, '-t', 'pgn'])
    expect(left.out).not.toContain('Cedar, Cy')
    expect(left.out).toContain('Ash, Ann')
    expect(left.err).toContain('1 game marked as deleted skipped')
    ludograph(['delete', base, '8', '--undo'])
    expect(ludograph(['convert', base, '-t', 'pgn']).out).toContain('Cedar, Cy')
    expect(ludograph(['delete', base, '99'])).toMatchObject({ code: 2 })
  })

  it('are checked file by file', () => {
    const players = path('base/short-games.cbp')
    const bytes = readFileSync(players)
    const wrong = Buffer.from(bytes)
    wrong.writeUInt32LE(wrong.readUInt32LE(20) + 1, 20)
    writeFileSync(players, wrong)
    const { out } = ludograph(['validate', path('base/short-games.cbh')])
    expect(out).toMatch(new RegExp(`^${players}, offset .*: warning chessbase/counter`))
    writeFileSync(players, bytes)
  })

  it('refuses to add to no file, to a folder, and to a database that is missing', () => {
    const game = path('in/deep/chess.pgn')
    const refusal = (...words: string[]) => ludograph(['convert', game, '--append', ...words])
    expect(refusal('-t', 'pgn')).toMatchObject({ code: 2, err: expect.stringMatching(/name a .*\.cbh/) })
    expect(refusal('-t', 'chessbase', '-o', path('in/'))).toMatchObject({ code: 2 })
    expect(refusal('-o', path('none.cbh'))).toMatchObject({ code: 3, err: expect.stringContaining('no such file') })
    expect(refusal('-o', path('broken.cbh'))).toMatchObject({ code: 3 })
    expect(refusal('-o', path('broken.cbh'), '--split', '5')).toMatchObject({ code: 2 })
    expect(readFileSync(path('broken.cbh'), 'utf8')).toBe('this is no database')
  })
})

describe('formats', () => {
  it('lists what can be read and written', () => {
    expect(ludograph(['formats']).out).toMatch(/xqf +XQF/)
    const described = JSON.parse(ludograph(['formats', 'xqf', '--json']).out) as { reads: boolean; keeps: string[] }
    expect(described.reads).toBe(true)
    expect(described.keeps).toContain('variations')
    expect(described.keeps).not.toContain('arrows')
  })
})
