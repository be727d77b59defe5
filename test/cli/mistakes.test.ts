/**
 * Typical mistakes: what each command says, on standard error and nowhere else, and its exit code. A message names what was
 * typed, and says what helps.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runInProcess, runToItsEnd } from '../support/in-process.ts'

const examples = join(import.meta.dirname, '../../examples')
const before = process.cwd()
const folder = mkdtempSync(join(tmpdir(), 'ludograph-mistakes-'))

beforeAll(async () => {
  cpSync(join(examples, 'chess'), folder, { recursive: true })
  cpSync(join(examples, 'go/ladder.sgf'), join(folder, 'ladder.sgf'))
  writeFileSync(join(folder, 'junk.xyz'), 'junk\n')
  writeFileSync(join(folder, 'empty.pgn'), '')
  mkdirSync(join(folder, 'folder'))
  process.chdir(folder)
  await runInProcess(['import', 'games.db', 'opera-game.pgn', 'ladder.sgf'])
})

afterAll(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true })
})

/** The exit code, the command, and what its message contains. */
const MISTAKES: readonly (readonly [code: number, command: string, message: string])[] = [
  [2, 'convrt opera-game.pgn', "unknown command 'convrt'"],
  [2, 'nosuch', "unknown command 'nosuch'"],
  [2, 'help nosuch', 'unknown command "nosuch"; ludograph --help lists them'],
  [2, '--nosuch', "unknown option '--nosuch'"],
  [2, 'info', 'no input: give a file or folder, or - for standard input'],
  [3, 'info nowhere.pgn', 'nowhere.pgn: no such file or folder'],
  [
    3,
    'info junk.xyz',
    'junk.xyz: not a game record of any known format (see ludograph formats; --from sets the format)',
  ],
  [3, 'info empty.pgn', 'empty.pgn: the file is empty'],
  [0, 'info folder', 'no game files in folder'],
  [2, 'info opera-game.pgn --nosuch', "unknown option '--nosuch'"],
  [2, 'info opera-game.pgn --from', "option '-f, --from <format>' argument missing"],
  [2, 'info opera-game.pgn --from nosuch', 'unknown format "nosuch";'],
  [2, 'info opera-game.pgn --from png', 'unknown format "png"; did you mean pgn?'],
  [
    2,
    'info opera-game.pgn --encoding klingon',
    '"klingon" is not a supported text encoding; try utf-8, windows-1252, windows-1251, gb18030 or big5',
  ],
  [
    2,
    'info opera-game.pgn --option nosuch=1',
    'Portable Game Notation has no option "nosuch" for reading; there are none',
  ],
  [2, 'info opera-game.pgn --option novalue', '"novalue" is not of the form name=value'],
  [
    2,
    'info opera-game.pgn --max-unpacked huge',
    "option '--max-unpacked <size>' argument 'huge' is invalid. expected a number of bytes, as in 500M or 200G.",
  ],
  [2, 'show', "missing required argument 'input'"],
  [3, 'show nowhere.pgn', 'nowhere.pgn: no such file or folder'],
  [2, 'show folder', 'folder is a folder; give one file in it'],
  [
    3,
    'show junk.xyz',
    'junk.xyz: not a game record of any known format (see ludograph formats; --from sets the format)',
  ],
  [2, 'show opera-game.pgn --game 2', 'there is no game 2; the file has 1 game'],
  [2, 'show opera-game.pgn --game 0', 'there is no game 0; the file has 1 game'],
  [2, 'show opera-game.pgn --game x', '--game takes a whole number, not "x"'],
  [2, 'show opera-game.pgn --game chess', '--game takes a whole number, not "chess"'],
  [2, 'show opera-game.pgn --at -1', '--at takes a whole number, not "-1"'],
  [2, 'show opera-game.pgn --at 999', '--at 999: the main line has 33 plies'],
  [2, 'show opera-game.pgn --notation nosuch', 'chess has no notation "nosuch"; use one of san, uci, lan'],
  [
    2,
    'show opera-game.pgn ladder.sgf',
    "too many arguments for 'show'. Expected 1 argument but got 2: opera-game.pgn, ladder.sgf.",
  ],
  [2, 'show opera-game.pgn --json --ascii', '--ascii cannot be combined with --json'],
  [2, 'show games.db --game 99', 'there is no game 99 in games.db; ludograph search lists them'],
  [2, 'show games.db --encoding utf-8', '--encoding is about reading files; the games of a database have been read'],
  [2, 'convert', 'no output format: use --to FORMAT, or an --output name with a known extension'],
  [2, 'convert opera-game.pgn', 'no output format: use --to FORMAT, or an --output name with a known extension'],
  [2, 'convert opera-game.pgn -o out', 'no output format: use --to FORMAT, or an --output name with a known extension'],
  [
    2,
    'convert opera-game.pgn -o out.nosuch',
    'no output format: use --to FORMAT, or an --output name with a known extension',
  ],
  [2, 'convert opera-game.pgn -t nosuch', 'unknown format "nosuch";'],
  [2, 'convert opera-game.pgn -t png -o out.png', 'unknown format "png"; did you mean pgn?'],
  [2, 'convert opera-game.pgn -t gib -o out.gib', 'GIB (Tygem) can be read but not written'],
  [
    2,
    'convert opera-game.pgn -o opera-game.pgn',
    'opera-game.pgn already exists; use --force to overwrite, or --append to add to it',
  ],
  [2, 'convert opera-game.pgn -t cbh', 'ChessBase database needs several files; use --output NAME.cbh'],
  [
    2,
    'convert opera-game.pgn -o ladder.sgf',
    'ladder.sgf already exists; use --force to overwrite, or --append to add to it',
  ],
  [3, 'convert nowhere.pgn -o out.pgn', 'nowhere.pgn: no such file or folder'],
  [3, 'convert opera-game.pgn nowhere.pgn --strict -o out.pgn', 'nowhere.pgn: no such file or folder'],
  [3, 'convert opera-game.pgn junk.xyz --strict -o out.pgn', '1 input could not be read; --strict writes nothing then'],
  [
    2,
    'convert opera-game.pgn --append -o out.xqf',
    '--append cannot add to out.xqf: XQF (XQStudio) holds one game per file; write them to a folder: --output FOLDER/',
  ],
  [
    2,
    'convert opera-game.pgn --append -o out.pgn.gz',
    '--append cannot add to out.pgn.gz: a .gz file is compressed as a whole; write a new file of both: ludograph convert out.pgn.gz NEW -o out-2.pgn.gz',
  ],
  [
    2,
    'convert opera-game.pgn --split 0 -o out.pgn',
    "option '--split <count>' argument '0' is invalid. must be a positive integer.",
  ],
  [
    2,
    'convert opera-game.pgn --limit x -o out.pgn',
    "option '--limit <count>' argument 'x' is invalid. must be a positive integer.",
  ],
  [
    2,
    'convert opera-game.pgn --player -o out.pgn',
    'no output format: use --to FORMAT, or an --output name with a known extension',
  ],
  [
    2,
    'convert opera-game.pgn --since yesterday -o out.pgn',
    '--since: expected a date such as 1999, 1999-12 or 1999-12-31, not “yesterday”',
  ],
  [
    2,
    'convert opera-game.pgn --result won -o out.pgn',
    '--result: expected one of 1-0, 0-1, 1/2-1/2, 0-0, *, win, loss, draw, not “won”',
  ],
  [1, 'convert opera-game.pgn --player Nobody -o out.pgn', '1 game did not match the filters'],
  [
    2,
    'convert games.db --from pgn -o out.pgn',
    '--from is about reading files; the games of a database have been read',
  ],
  [2, 'convert games.db opera-game.pgn -o out.pgn', 'a database is converted alone: give no other input'],
  [2, 'convert opera-game.pgn --option comments=maybe -o out.pgn', 'the option comments takes yes or no, not "maybe"'],
  [2, 'validate', 'no input: give a file or folder, or - for standard input'],
  [3, 'validate nowhere.pgn', 'nowhere.pgn: no such file or folder'],
  [
    3,
    'validate junk.xyz',
    'junk.xyz: not a game record of any known format (see ludograph formats; --from sets the format)',
  ],
  [
    2,
    'validate opera-game.pgn --strict-rules nosuch',
    "option '--strict-rules <rules>' argument 'nosuch' is invalid. expected all, or any of ko,superko,suicide,turns.",
  ],
  [2, 'validate games.db --option a=b', '--option is about reading files; the games of a database have been read'],
  [2, 'formats nosuch', 'unknown format "nosuch";'],
  [2, 'formats pgm', 'unknown format "pgm"; did you mean pgn?'],
  [2, 'tables', "missing required argument 'input'"],
  [
    2,
    'tables short-games.cbh nosuch',
    'there is no list "nosuch" in this file; it has players, tournaments, annotators, sources, teams, tags',
  ],
  [2, 'archive', 'Usage: ludograph archive'],
  [2, 'archive nosuch', "unknown command 'nosuch'"],
  [3, 'archive list opera-game.pgn', 'opera-game.pgn, offset 0: not a ChessBase archive'],
  [2, 'delete short-games.cbh 99', 'there is no game 99 in short-games.cbh; it has'],
  [2, 'delete short-games.cbh x', '"x" is not a game number'],
  [2, 'delete short-games.cbh', "missing required argument 'number'"],
  [2, 'import', "missing required argument 'database'"],
  [2, 'import games.db', 'no input: give a file or folder, or - for standard input'],
  [3, 'import games.db nowhere.pgn', 'nowhere.pgn: no such file or folder'],
  [3, 'import games.db junk.xyz', 'junk.xyz: not a game record of any known format'],
  [3, 'import opera-game.pgn ladder.sgf', 'opera-game.pgn: this is a file; a database is a folder'],
  [2, 'search', "missing required argument 'database'"],
  [3, 'search nowhere.db', 'nowhere.db: no such folder; create a database with ludograph import'],
  [3, 'search opera-game.pgn', 'opera-game.pgn: this is a file; a database is a folder'],
  [3, 'search folder', 'folder: there is no database here; create one with ludograph import'],
  [2, 'search games.db --nosuch', "unknown option '--nosuch'"],
  [2, 'search games.db --limit 0', "option '--limit <count>' argument '0' is invalid. must be a positive integer."],
  [
    2,
    'search games.db --limit many',
    "option '--limit <count>' argument 'many' is invalid. must be a positive integer.",
  ],
  [
    2,
    'search games.db --sort nosuch',
    "option '--sort <key>' argument 'nosuch' is invalid. expected one of id, date, first, second, event, rating, result, opening, plies.",
  ],
  [1, 'search games.db --player Nobody', '0 games found'],
  [1, 'search games.db --since 1999 --until 1900', '0 games found'],
  [1, 'search games.db --moves e5', 'taken for go; --game chooses another'],
  [2, 'search games.db --position nonsense', '--position: the FEN has 1 ranks, not 8: nonsense'],
  [2, 'search games.db --material XY', '--material: character 1: “X” is not a piece of chess'],
  [
    2,
    'search games.db --where player:',
    '--where: character 1: “player:” is not a condition; conditions are written name:value',
  ],
  [2, 'search games.db --where nosuch:1', '--where: character 1: there is no condition nosuch'],
  [2, 'search games.db --game bridge', '--game: expected one of chess, xiangqi, go, othello, not “bridge”'],
  [2, 'search games.db --ids x', '--ids: expected a whole number up to 2147483647, not “x”'],
  [1, 'search games.db --tag unknown', '0 games found'],
  [2, 'search games.db --saved unknown', '--saved: there is no saved search “unknown”'],
  [2, 'explore games.db --moves Ke8', '--moves: “Ke8” is not a legal move after 0 plies'],
  [2, 'explore games.db --tree 0', "option '--tree <depth>' argument '0' is invalid. must be a positive integer."],
  [3, 'explore nowhere.db', 'nowhere.db: no such folder; create a database with ludograph import'],
  [2, 'explore games.db --fen 8/8/8/8', "unknown option '--fen'"],
  [2, 'patterns games.db', '--pattern or --material is needed'],
  [2, 'patterns games.db --game chess --pattern ????', '--pattern: the pattern names no square'],
  [2, 'export games.db', 'no output format: use --to FORMAT, or an --output name with a known extension'],
  [2, 'export games.db -o out', 'no output format: use --to FORMAT, or an --output name with a known extension'],
  [1, 'export games.db -o out.xqf', 'loss/game  2 in 2 games  XQF cannot store chess games  game 2'],
  [3, 'export nowhere.db -o out.pgn', 'nowhere.db: no such folder; create a database with ludograph import'],
  [2, 'edit games.db', "missing required argument 'number'"],
  [2, 'edit games.db 99 opera-game.pgn', 'there is no game 99 in the database'],
  [2, 'edit games.db 1 ladder.sgf', 'game 1 is for chess, not Go'],
  [3, 'edit games.db 1 nowhere.pgn', 'nowhere.pgn: no such file or folder'],
  [2, 'player games.db', "missing required argument 'name'"],
  [2, 'player games.db Nobody', 'no player called "Nobody"'],
  [2, 'event games.db Nothing', 'no event called "Nothing"'],
  [3, 'players nowhere.db', 'nowhere.db: no such folder; create a database with ludograph import'],
  [2, 'records games.db --game bridge', '--game: expected one of chess, xiangqi, go, othello, not “bridge”'],
  [2, 'report games.db --moves zz', '--moves: “zz” is not a legal move after 0 plies'],
  [2, 'prepare games.db Nobody', 'no player called "Nobody"'],
  [2, 'repertoire', 'Usage: ludograph repertoire'],
  [3, 'repertoire check nowhere.pgn', 'nowhere.pgn: no such file or folder'],
  [2, 'tag games.db x', 'which games? Choose them with filters such as --ids 1,2, or --all'],
  [2, 'tag games.db ? --all', 'a name needs letters or digits, not “?”'],
  [2, 'note games.db 99 text', 'there is no game 99 in the database'],
  [2, 'saved games.db x', 'there is no saved search “x”; filters after the name save one'],
  [2, 'labels', 'Usage: ludograph labels'],
  [3, 'labels backup nowhere.db', 'nowhere.db: no such folder; create a database with ludograph import'],
  [3, 'labels restore games.db nowhere.json', 'nowhere.json: no such file or folder'],
  [3, 'labels restore games.db opera-game.pgn', 'opera-game.pgn: this is not a backup of labels'],
  [2, 'aliases games.db A A', 'A is already listed as A'],
  [2, 'aliases games.db A --remove', '"A" is not an alias'],
  [3, 'stats nowhere.db', 'nowhere.db: no such folder; create a database with ludograph import'],
  [2, 'sql games.db', "missing required argument 'query'"],
  [2, 'sql games.db selec', 'Parser Error: syntax error'],
  [
    2,
    'sql games.db DROP TABLE games',
    "too many arguments for 'sql'. Expected 2 arguments but got 4: games.db, DROP, TABLE, games.",
  ],
  [3, 'verify nowhere.db', 'nowhere.db: no such folder; create a database with ludograph import'],
  [2, 'remove games.db nosuch', 'no source has "nosuch" in its path'],
  [3, 'compact nowhere.db', 'nowhere.db: no such folder; create a database with ludograph import'],
  [3, 'reindex nowhere.db', 'nowhere.db: no such folder; create a database with ludograph import'],
  [3, 'recover nowhere.db', 'nowhere.db: no such folder; create a database with ludograph import'],
  [2, 'dedupe games.db --any-date', '--any-date only works with --merge'],
  [3, 'dedupe nowhere.db', 'nowhere.db: no such folder; create a database with ludograph import'],
  [3, 'serve nowhere.db', 'nowhere.db: no such folder; create a database with ludograph import'],
  [2, 'publish games.db', "missing required argument 'folder'"],
  [2, 'cluster', 'Usage: ludograph cluster'],
  [2, 'cluster nosuch', "unknown command 'nosuch'"],
  [2, 'completion', "missing required argument 'shell'"],
  [2, 'engines nosuch', "unknown command 'nosuch'"],
  [2, 'book games.db', "required option '-o, --output <file>' not specified"],
  [2, 'update', "missing required argument 'folder'"],
  [
    2,
    '--color sometimes info opera-game.pgn',
    "option '--color <when>' argument 'sometimes' is invalid. Allowed choices are auto, always, never.",
  ],
  [3, 'info --json --from pgn nowhere.pgn', 'nowhere.pgn: no such file or folder'],
]

it('there are many', () => expect(MISTAKES.length).toBeGreaterThan(140))

it.each(MISTAKES)('%i: ludograph %s', async (code, command, message) => {
  const { output, errors, code: ended } = await runToItsEnd(command.split(' '))
  expect({ code: ended, message: errors }).toEqual({ code, message: expect.stringContaining(message) })
  expect(output).toBe('')
  expect(errors).not.toMatch(/\n {4}at |undefined|\[object/)
})
