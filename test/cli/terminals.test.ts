/** What files hold never steers a terminal: every text of records of all games, through every command. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MemorySink } from '../../src/bytes/sink.ts'
import { MemorySource } from '../../src/bytes/source.ts'
import { visible, visibleLine } from '../../src/cli/show/visible.ts'
import { packArchive } from '../../src/formats/chessbase/archive/pack.ts'
import { emptyRecord, type Game, type GameRecord, type Header } from '../../src/model/index.ts'
import { randomGames } from '../support/random-games.ts'
import { ludograph, type Run } from './run.ts'

/** Sets a title, writes to the clipboard, clears, goes back, turns text around, and the short forms of the second block. */
const NASTY = 'A\u001B]0;title\u0007\u001B]52;c;cGF5\u0007\u001B[2J\r\b\u007F\u009B31m\u0085\u202Eabc\u2066\u2028Z'

const NAME = `n\u001B[31m\u202E\u0007`

// oxlint-disable-next-line no-control-regex
const RAW = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/

const folder = mkdtempSync(join(tmpdir(), 'ludograph-terminals-'))
const path = (name: string): string => join(folder, name)

/** A record of a game with the text in every field that takes any. */
function nastyRecord(game: Game): GameRecord {
  const nation = NASTY
  const native = { [NASTY]: NASTY, list: [NASTY] }
  const date = { year: 2001, text: NASTY }
  const team = { name: NASTY, nation }
  const player = {
    name: NASTY,
    otherName: NASTY,
    title: NASTY,
    rank: NASTY,
    ratingType: NASTY,
    id: NASTY,
    domain: NASTY,
    team,
    nation,
    native,
    timeUsed: NASTY,
    birth: date,
  }
  const header: Header = {
    players: [
      { colour: 1, ...player },
      { colour: 2, ...player },
    ],
    result: { outcome: 'win', winner: 1, text: NASTY },
    event: { name: NASTY, site: NASTY, nation, date, tieBreaks: [NASTY], native },
    titles: [{ language: NASTY, text: NASTY }],
    publication: { title: NASTY, publisher: NASTY },
    timeControl: { text: NASTY, periods: [{ kind: NASTY }] },
    rules: { name: NASTY },
    medals: [NASTY],
    tags: { [NASTY]: NASTY, Plain: NASTY },
    date,
    id: NASTY,
    domain: NASTY,
    title: NASTY,
    roundText: NASTY,
    instant: NASTY,
    place: NASTY,
    annotator: NASTY,
    openingCode: NASTY,
    openingName: NASTY,
    variationName: NASTY,
    recorder: NASTY,
    copyright: NASTY,
    about: NASTY,
  }
  const [{ nodes }] = randomGames(game, 1, 5, 6) as [GameRecord]
  return {
    ...emptyRecord(game),
    header,
    native,
    nodes: nodes.map((node) => ({
      ...node,
      name: NASTY,
      comments: [
        { text: NASTY, placement: 'before' },
        { text: NASTY, placement: 'after', language: NASTY },
      ],
      native,
    })),
  }
}

const GAMES = ['chess', 'xiangqi', 'go', 'othello'] as const

const FILES = ['records.jsonl', 'broken.pgn', 'odd.sgf', `${NAME}.jsonl`, `${NAME}.cbv`]

beforeAll(() => {
  const lines = GAMES.map((game) => `${JSON.stringify(nastyRecord(game))}\n`)
  writeFileSync(path('records.jsonl'), lines.join(''))
  writeFileSync(path(`${NAME}.jsonl`), lines[0]!)
  writeFileSync(path('broken.pgn'), `[White "${NASTY}"]\n[${NASTY} "x"]\n\n1. e4 e9${NASTY} {${NASTY}} $999 x 1-0\n`)
  writeFileSync(path('odd.sgf'), `(;GM[1]FF[4]PB[${NASTY}]XX[${NASTY}];B[zz];W[${NASTY}]C[${NASTY}])`)
  const sink = new MemorySink()
  packArchive(sink, [{ name: NASTY.slice(0, 40), source: new MemorySource('', Uint8Array.of(65)) }])
  writeFileSync(path('members.cbv'), sink.bytes())
  copyFileSync(path('members.cbv'), path(`${NAME}.cbv`))
})

afterAll(() => rmSync(folder, { recursive: true }))

/** What a command printed for people, all of it shown, none of it raw. */
function expectHarmless({ out, err }: Run, shows = true): void {
  expect(RAW.exec(out)?.[0]).toBeUndefined()
  expect(RAW.exec(err)?.[0]).toBeUndefined()
  if (shows) expect(out + err).toContain('\\u001b')
}

describe('what a file holds', () => {
  it.each([
    ['info', ...FILES],
    ['info', '--json', ...FILES],
    ['validate', '--all', ...FILES],
    ['validate', '--json', ...FILES],
    ...GAMES.map((_game, index) => ['show', '-g', String(index + 1), 'records.jsonl']),
    ['show', '--json', 'records.jsonl'],
    ['show', 'odd.sgf'],
    ['archive', 'list', 'members.cbv'],
    ['info', `missing${NAME}.pgn`],
    [`${NAME}command`],
    ['formats', `${NAME}format`],
  ])('is escaped by %j', (...words) => {
    const at = words.map((word) => (/\.(jsonl|pgn|sgf|cbv)$/.test(word) ? path(word) : word))
    expectHarmless(ludograph(at))
  })

  it('is escaped in reports of a conversion and of an extraction, and in lists of what was written', () => {
    for (const [target, name] of [
      ['pgn', 'x.pgn'],
      ['sgf', 'x.sgf'],
      ['chessbase', 'x.cbh'],
    ]) {
      const inputs = [path('records.jsonl'), path('broken.pgn'), path(`${NAME}.jsonl`)]
      expectHarmless(ludograph(['convert', ...inputs, '-t', target!, '-o', path(name!)]), false)
    }
    expectHarmless(ludograph(['convert', path(`${NAME}.jsonl`), '-t', 'pgn', '-o', path(`${NAME}.pgn`)]))
    expectHarmless(ludograph(['archive', 'extract', path('members.cbv'), '-o', path(`out${NAME}`)]))
    for (const table of ['players', 'tournaments', 'annotators']) {
      expectHarmless(ludograph(['tables', path('x.cbh'), table]), false)
    }
    expectHarmless(ludograph(['tables', path('x.cbh'), 'players', '--json']))
  })

  it('is written as it is to files and pipes', () => {
    const { out } = ludograph(['convert', path(`${NAME}.jsonl`), '-t', 'pgn'])
    expect(out).toContain('\u001B]0;title')
  })

  it('is escaped by every command on a database', () => {
    const database = path(`db${NAME}`)
    expectHarmless(ludograph(['import', database, path('records.jsonl'), path('broken.pgn'), path(`${NAME}.jsonl`)]))
    for (const words of [
      ['search'],
      ['search', '--json'],
      ['search', '--player', NASTY],
      ['explore', '--games', '3'],
      ['explore', '--tree', '2', '--json'],
      ['players'],
      ['events'],
      ['stats'],
      ['sql', 'SELECT * FROM games'],
      ['sql', '--json', 'SELECT * FROM games'],
      ['sql', `SELECT '${NASTY}' AS "${NASTY}"`],
      ['sql', `SELEC ${NASTY}`],
      ['player', NASTY],
      ['aliases', '--suggest'],
      ['verify'],
      ['dedupe'],
      ['export', '-t', 'chessbase'],
    ]) {
      const [command, ...rest] = words
      expectHarmless(ludograph([command!, database, ...rest]), false)
    }
  })
})

describe('escapes', () => {
  it('leave JSON with the same meaning', () => {
    expect(JSON.parse(visible(JSON.stringify(NASTY)))).toBe(NASTY)
  })

  it('keep lines and tabs, but for a text that is to be one line', () => {
    expect(visible('a\tb\r\nc\nd')).toBe('a\tb\nc\nd')
    expect(visibleLine('a\tb\r\nc')).toBe('a\\tb\\nc')
  })
})
