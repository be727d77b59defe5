/** What commands print about the examples, word for word. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInProcess } from '../support/in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-printed-'))
const database = join(folder, 'games.db')

beforeAll(async () => {
  expect(await runInProcess(['import', database, 'examples'])).toMatchObject({ code: 0 })
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  [
    ['info', 'examples/chess/short-games.cbh'],
    `
examples/chess/short-games.cbh
  format            ChessBase database, version 1
  title             short-games
  encoding          windows-1252
  holds             5 chess games, 1 text
  players           9
  years             1750 to 2024
  results           1-0 3   1/2-1/2 2
  moves             48 moves, 10 per game, longest 23, 7 variations (57 moves in total), 13 comments
  lists             players 9, tournaments 6, annotators 2, sources 1, teams 0, tags 0
  extended headers  version 11
`,
  ],
  [
    ['info', 'examples/chess-assistant/short-games.cdp'],
    `
examples/chess-assistant/short-games.cdp
  format    Chess Assistant database, version 1.3
  title     short-games
  encoding  windows-1252
  holds     4 chess games
  players   7
  years     1750 to 1921
  results   1-0 3   1/2-1/2 1
  moves     44 moves, 11 per game, longest 23, 7 variations (53 moves in total), 12 comments
  lists     players 9, events 3, places 4, sources 1
  read as   direction: right (decided by 4 votes to 0)
            variations: before (decided by 3 votes to 0)
            index-base: 0 (decided by 4 votes to 0)
            game-base: 0 (decided by 2 votes to 0)
            round: doubled (the default, no evidence either way)
            game-type: raw (the default, no evidence either way)
            encoding: windows-1252 (decided by 1 vote to 0)
            comment-encoding: windows-1252 (the default, no evidence either way)
`,
  ],
  [
    ['info', 'examples/chess/opera-game.pgn', 'examples/othello/WTHOR.JOU'],
    `
examples/chess/opera-game.pgn
  format             Portable Game Notation
  encoding           utf-8
  holds              1 chess game
  players            2
  years              1858
  results            1-0 1
  moves              17 moves, 1 variation (18 moves in total), 6 comments
  encoding found by  bytes

examples/othello/WTHOR.JOU
  format           WTHOR, version names of players
  encoding         windows-1252
  holds            no games
  lists            players 5
  players created  2001-12-31
`,
  ],
  [
    ['info', 'examples/othello/WTH_2001.wtb'],
    `
examples/othello/WTH_2001.wtb
  format                       WTHOR, version games on 8 x 8
  title                        WTHOR 2001
  encoding                     windows-1252
  holds                        12 othello games
  players                      4
  years                        2001
  results                      1-0 6   0-1 6
  moves                        719 moves, 60 per game, longest 60
  lists                        players 5, tournaments 3
  created                      2001-12-31
  header                       board side 8, type of file 0, depth of scores 10, reserved 0
  year                         2001
  depth of theoretical scores  10
  players created              2001-12-31
  tournaments created          2001-12-31
`,
  ],
])('%j', async (words, text) => {
  expect(await runInProcess(words)).toEqual({ code: 0, text: text.slice(1) })
})

test.each([
  [
    ['show', '-g', '3', 'examples/chess/short-games.cbh'],
    `
game       chess
White      Réti, Richard
Black      Tartakower, Savielly
event      Casual game, Vienna
date       1910
opening    B15
annotator  Ludograph

 8  ♜  ♞  ♝ [♗] ·  ♝  ·  ♜ 
 7  ♟  ♟  ♚  ·  ·  ♟  ♟  ♟ 
 6  ·  ·  ♟  ·  ·  ·  ·  · 
 5  ·  ·  ·  ·  ♛  · [·] · 
 4  ·  ·  ·  ·  ♞  ·  ·  · 
 3  ·  ·  ·  ·  ·  ·  ·  · 
 2  ♙  ♙  ♙  ·  ·  ♙  ♙  ♙ 
 1  ·  ·  ♔  ♖  ·  ♗  ♘  ♖ 
    a  b  c  d  e  f  g  h 
after 21 plies, the game is over

1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5?! 6. dxe5 Qa5+ 7. Bd2 Qxe5 8. O-O-O Nxe4? { It looks
as if a piece were won. } 9. Qd8+!! Kxd8 10. Bg5+ { A double check: the king has to move. } 10... Kc7 11. Bd8#
  10... Ke8 11. Rd8#
  8... Be7 { and nothing happens }

1-0 White won
`,
  ],
  [
    ['show', '--at', '3', '--ascii', '--notation', 'uci', 'examples/xiangqi/annotated.pgn'],
    `
game     xiangqi
Red      Teacher
Black    Pupil
event    Lesson
round    3.2
date     2026-05-01
opening  B0 中炮对非常见开局 (by its moves)

9  r   n   b   a   k   a   b   ·   r  
8  ·   ·   ·   ·   ·   ·   ·   ·   ·  
7  ·   c   ·   ·   ·   ·   n   c   ·  
6  p   ·   p   ·   p   ·   p   ·   p  
5  ·   ·   ·   ·   ·   ·   ·   ·   ·  
   ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
4  ·   ·   ·   ·   ·   ·   ·   ·   ·  
3  P   ·   P   ·   P   ·   P   ·   P  
2  ·   C   ·   ·   C   ·  [N ] ·   ·  
1  ·   ·   ·   ·   ·   ·   ·   ·   ·  
0  R   N   B   A   K   A   B  [· ] R  
   a   b   c   d   e   f   g   h   i  
after 3 plies, Black to move

1. h3e3! { The central cannon. } 1... h10g8 2. h1g3 i10h10?! { Quick, but the corner pawn is loose. }

*
`,
  ],
  [
    ['show', 'examples/xiangqi/中炮对屏风马.xqf'],
    `
game       xiangqi, opening
title      中炮对屏风马入门
Red        红方甲 (25分)
Black      黑方乙 (31分)
event      示例对局, 北京
date       2024-05-01
time       每方60分钟，每步加30秒
opening    C4 中炮过河车互进七兵对屏风马平炮兑车 (by its moves)
annotator  棋友

9  車  ·   象  士  将  士  象  車  ·  
8  ·   ·   ·   ·   ·   ·   ·   ·  [砲]
7  ·   砲  馬  ·   ·   ·   馬  ·  [· ]
6  卒  ·   卒  ·   卒  ·   车  ·   卒 
5  ·   ·   ·   ·   ·   ·   卒  ·   ·  
   ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
4  ·   ·   兵  ·   ·   ·   ·   ·   ·  
3  兵  ·   ·   ·   兵  ·   兵  ·   兵 
2  ·   炮  ·   ·   炮  ·   马  ·   ·  
1  ·   ·   ·   ·   ·   ·   ·   ·   ·  
0  车  马  相  仕  帅  仕  相  ·   ·  
   a   b   c   d   e   f   g   h   i  
after 12 plies, Red to move

{ 中炮对屏风马，最常见的开局之一。本谱只示范几种基本的应法。 } 1. 炮二平五 { 直指中路。 } 1... 马８进７ { 屏风马的第一步。 } 2. 马二进三 车９平８ 3. 车一平二 马２进３ { 至此成屏风马阵式。 } 4. 兵七进一 4... 卒７进１ 5. 车二进六 { 红车过河。 } 5... 炮８平９ { 平炮兑车。 } 6. 车二平三 { 避兑。 } 6... 炮９退１ { 退炮以后可平７路打车，黑方满意。 }
  4. 兵三进一 { 另一路：先进三兵。 } 4... 卒３进１ { 黑方挺３卒，两翼均衡。 }
  1... 炮８平５ { 顺炮：以攻对攻。 } 2. 马二进三 马８进７ 3. 车一平二 { 直车。 } 3... 车９进１ { 横车，顺炮直车对横车。 }
  1... 炮２平５ { 列炮：炮从另一侧还中。 } 2. 马二进三 马２进３ { 红方稍好。 }

1/2-1/2
`,
  ],
  [
    ['show', 'examples/go/live-study.wei7'],
    `
game         go
title        Looking at a joseki together
Black        Ann (3d)
White        Bo (1k)
participant  Teacher (6 dan)
event        Club room
date         2024-03-02
rules        Chinese, komi 7

 9  ·  ·  ·  ·  ·  ·  ·  ·  · 
 8  ·  ·  ·  ·  ·  ·  ·  ·  · 
 7  ·  ·  ●  ·  ·  ·  ●  ·  · 
 6  ·  ·  ·  ·  ·  ·  ·  ·  · 
 5  ·  ·  ·  ·  +  ·  ●  ·  · 
 4  ·  ·  ·  ·  ·  ·  ·  ·  · 
 3  ·  ·  ○  ·  ·  ·  ○  ·  · 
 2  ·  ·  ·  · (○) ·  ·  ·  · 
 1  ·  ·  ·  ·  ·  ·  ·  ·  · 
    A  B  C  D  E  F  G  H  J 
after 6 plies, Black to move

{ Teacher: Shall we begin? Ann has Black. } 1. C7 2. G3 3. G7 { Teacher: Look at a instead. } 4. C3 5. G5 { Calm, and enough. } 6. E2 { Teacher: Good. We stop here: Black leads a little. Ann: B+0.5 Bo: B+0.5 }
  5. E2 6. E3
  4. C5 { Ann: Is that not too close? }

*
`,
  ],
  [
    ['show', '--timeline', '--no-moves', 'examples/go/live-study.wei7'],
    `
game         go
title        Looking at a joseki together
Black        Ann (3d)
White        Bo (1k)
participant  Teacher (6 dan)
event        Club room
date         2024-03-02
rules        Chinese, komi 7
   1  0:00:02  Teacher  says: Shall we begin? Ann has Black.
   2  0:00:07  Ann      Black C7
   3  0:00:11  Bo       White G3
   4  0:00:14  Ann      Black G7
   5  0:00:31  Bo       White C5
   6  0:00:33  Ann      says: Is that not too close?
   7  0:00:36  Teacher  takes back 1
   8  0:00:37  Teacher  says: Look at a instead.
   9  0:00:38  Teacher  marks C3
  10  0:00:45  Bo       White C3
  11  0:00:52  Ann      Black E2
  12  0:01:00  Bo       White E3
  13  0:01:01  Teacher  takes back 2
  14  0:01:10  Ann      Black G5  { Calm, and enough. }
  15  0:01:15  Bo       White E2
  16  0:01:30  Teacher  says: Good. We stop here: Black leads a little.
  17  0:01:35  Ann      result: Black wins by 0.5
  18  0:01:37  Bo       result: Black wins by 0.5
`,
  ],
  [
    ['show', '--no-moves', '--ascii', 'examples/go/ladder.sgf'],
    `
game   go
title  A ladder at the club
Black  Ann (3d)
White  Bo (1k)
event  Club evening, Lübeck
date   2024-03-02
rules  Chinese, komi 7

 9  ·  ·  ·  ·  ·  ·  ·  ·  · 
 8  ·  ·  ·  ·  ·  ·  ·  ·  · 
 7  ·  ·  O  ·  ·  ·  O  ·  · 
 6  ·  ·  ·  ·  X  ·  ·  ·  · 
 5  ·  ·  ·  X  +  X  ·  ·  · 
 4  ·  ·  ·  X  ·  ·  X  ·  · 
 3  ·  ·  +  ·  X  ·  +  X  · 
 2  ·  ·  ·  ·  ·  X  ·  ·  X 
 1  ·  ·  ·  ·  ·  ·  X  · (X)
    A  B  C  D  E  F  G  H  J 
after 21 plies, White to move

1-0 Black won by resignation
`,
  ],
  [
    ['show', '-g', '3', '--no-moves', 'examples/othello/WTH_2001.wtb'],
    `
game     othello
Black    Adler Ida
White    Dunn Eva
event    Open of the Lake
date     2001
opening  Diagonal Opening (by its moves)

 1  ●  ○  ○  ○  ○  ○  ○  ○ 
 2  ●  ●  ○  ○  ○  ●  ○  ● 
 3  ●  ●  ●  ○  ●  ○  ○  ● 
 4  ●  ●  ○  ●  ○  ○  ○  ● 
 5  ●  ●  ●  ○  ●  ●  ○  ● 
 6  ●  ●  ○  ●  ○  ●  ○  ● 
 7  ●  ○  ●  ○  ○  ○  ○  ● 
 8 [○] ○  ○  ○  ○  ○  ○  ○ 
    a  b  c  d  e  f  g  h 
after 60 plies, the game is over

0-1 White won, 28 to 36  (best play from 10 empty: 21)
`,
  ],
])('%j', async (words, text) => {
  expect(await runInProcess(words)).toEqual({ code: 0, text: text.slice(1) })
})

test.each([
  [
    ['tables', 'examples/chess-assistant/short-games.cdp'],
    `
players  9 rows
events   3 rows
places   4 rows
sources  1 row
`,
  ],
  [
    ['tables', 'examples/chess-assistant/short-games.cdp', 'players'],
    `
id  name                    title  rating  fideId  birth  gender
0
1   Anderssen, Adolf
2   Kieseritzky, Lionel
3   Ludograph
4   Réti, Richard
5   Tartakower, Savielly
6   Kermur, Sire de Legall
7   Saint Brie
8   White to move and draw
9 of 9 rows
`,
  ],
])('%j', async (words, text) => {
  expect(await runInProcess(words)).toEqual({ code: 0, text: text.slice(1) })
})

test.each([
  [
    ['players', database, '--limit', '4'],
    `
name        games  won  drawn  lost  kinds    years
Adler Ida   6      3    0      3     othello  2001
Bergé Théo  6      2    0      4     othello  2001
Cole Max    6      2    0      4     othello  2001
Dunn Eva    6      5    0      1     othello  2001
showing 4 lines; use --limit and --offset for more
`,
  ],
  [
    ['player', database, 'Réti, Richard'],
    `
Réti, Richard  4 games, +2 =2 -0, 75%

by colour
  White  4 games, +2 =2 -0, 75%

by year
  1910  2 games, +2 =0 -0, 100%
  1921  2 games, +0 =2 -0, 50%

openings
  B15 Caro-Kann Defense: Main Line  White  2 games, +2 =0 -0, 100%

opponents
  Tartakower, Savielly    2 games, +2 =0 -0, 100%
  White to move and draw  2 games, +0 =2 -0, 50%

events
  Study        1921  2 games
  Casual game  1910  2 games
`,
  ],
  [
    ['events', database, '--limit', '3'],
    `
name               site    first date  last date  games  kinds
Casual game        London  1750        1910       7      chess
Coupe de la Forêt          2001        2001       6      othello
Open of the Lake           2001        2001       6      othello
showing 3 lines; use --limit and --offset for more
`,
  ],
  [
    ['event', database, 'Open of the Lake'],
    `
Open of the Lake  2001  6 games

   player      points  direct  wins  Sonneborn-Berger  1  2  3  4
1  Cole Max    2/3     1       2     3                 ·  1  1  0
2  Dunn Eva    2/3     0       2     2                 0  ·  1  1
3  Adler Ida   1/3     1       1     1                 0  0  ·  1
4  Bergé Théo  1/3     0       1     2                 1  0  0  ·
`,
  ],
  [
    ['explore', database, '--games', '2', '--tree', '2'],
    `
7 games, 100%   0%   0%

move  games        first / draw / second  rating  performance  last
e4    7      100%  100%   0%   0%                              1910

2  chess  Réti, Richard  Tartakower, Savielly  1-0  1910  Casual game, Vienna  B15 Caro-Kann Defense: Main Line  11 moves
8  chess  Réti, Richard  Tartakower, Savielly  1-0  1910  Casual game, Vienna  B15 Caro-Kann Defense: Main Line  11 moves

e4  7  100%   0%   0%
  e5  5  100%   0%   0%
  c6  2  100%   0%   0%
`,
  ],
  [
    ['explore', database, '--game', 'xiangqi'],
    `
2 games,   0%  50%   0%

move      games        first / draw / second  rating  performance  last
炮二平五  2      100%    0%  50%   0%                              2026
`,
  ],
  [
    ['search', database, '--player', 'réti'],
    `
2   chess  Réti, Richard  Tartakower, Savielly    1-0      1910  Casual game, Vienna  B15 Caro-Kann Defense: Main Line  11 moves
4   chess  Réti, Richard  White to move and draw  1/2-1/2  1921  Study                                                  5 moves
8   chess  Réti, Richard  Tartakower, Savielly    1-0      1910  Casual game, Vienna  B15 Caro-Kann Defense: Main Line  11 moves
10  chess  Réti, Richard  White to move and draw  1/2-1/2  1921  Study                                                  5 moves
4 games found
`,
  ],
])('%j', async (words, text) => {
  expect(await runInProcess(words)).toEqual({ code: 0, text: text.slice(1) })
})

const BAD = `[White "A"]
[Result "1-0"]

1. e4 Ke4 1-0

[White "B"]
[Result "0-1"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 0-1

[White "C"]

1. e4 {a} e5 $22 (1... c5 {b}) *
`

/** What a command prints, with other names for folders that differ from run to run. */
async function printed(...words: string[]): Promise<{ code: number; text: string }> {
  const { code, text } = await runInProcess(words)
  // A long path is shown without its middle.
  const named = text.replaceAll(folder, 'FOLDER').replaceAll(/\/\S+…\S+(?=\/bad\.pgn)/g, 'FOLDER')
  return { code, text: named.replaceAll(process.cwd(), 'HERE') }
}

test('a file with faults is checked and converted, and every loss is reported', async () => {
  const bad = join(folder, 'bad.pgn')
  writeFileSync(bad, BAD)
  expect(await printed('validate', bad, 'examples')).toEqual({
    code: 1,
    text: `FOLDER/bad.pgn, line 4, offset 34, game 1: error pgn/unreadable-move: cannot read the move “Ke4” after 1 ply; the rest of the line stays as text
FOLDER/bad.pgn, game 2: warning rules/result: White wins in the final position, but the recorded result differs
11 files (6 other files skipped), 32 records: 1 error, 1 warning, 0 remarks
`,
  })
  expect(await printed('convert', bad, 'examples/xiangqi/annotated.pgn', '-o', join(folder, 'out.cbh'))).toEqual({
    code: 1,
    text: `
Not read as written:
  pgn/unreadable-move  1 in 1 game  cannot read the move “Ke4” after 1 ply; the rest of the line stays as text  FOLDER/bad.pgn, line 4, offset 34, game 1

Lost or changed in the output:
  loss/unread-moves          1 in 1 game  ChessBase cannot store moves that could not be read              FOLDER/bad.pgn, game 1, node 2
  chessbase/unwritten-moves  1 in 1 game  an illegal move and all after it are not written, 1 move in all  FOLDER/bad.pgn, game 1, node 2
  loss/game                  1 in 1 game  ChessBase cannot store xiangqi games                             examples/xiangqi/annotated.pgn, game 1
1 entry could not be written
1 record had errors; run ludograph validate for details
3 games from 2 files written to 12 files as ChessBase database
`,
  })
  expect(await printed('convert', bad, '-o', join(folder, 'out.cbv'), '--player', 'B')).toEqual({
    code: 1,
    text: `2 games did not match the filters
1 record had errors; run ludograph validate for details
1 game from 1 file written to FOLDER/out.cbv as ChessBase database
`,
  })
  const listed = await printed('archive', 'list', join(folder, 'out.cbv'))
  expect(listed.text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d\d/g, 'TIME')).toMatch(
    /^out\.cbh +92  TIME\n(.*  TIME\n){11}12 files\n$/,
  )
  const json = await printed('archive', 'list', '--json', join(folder, 'out.cbv'))
  expect(json.text.split('\n').slice(0, -1)).toHaveLength(12)
  expect(JSON.parse(json.text.split('\n')[0]!)).toEqual({
    path: 'out.cbh',
    size: 92,
    packed: 32,
    modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
})

test('formats as JSON say what can be done with each', async () => {
  const { text } = await printed('formats', '--json')
  const formats = new Map(
    (JSON.parse(text) as Record<string, unknown>[]).map(
      ({ id, reads, writes, appends, marksDeleted, updates, holds }) => [
        id,
        { reads, writes, appends, marksDeleted, updates, holds },
      ],
    ),
  )
  const none = { reads: true, writes: true, appends: false, marksDeleted: false, updates: false, holds: 'many' }
  expect(formats.get('pgn')).toEqual({ ...none, appends: true })
  expect(formats.get('othello-text')).toEqual({ ...none, appends: true })
  expect(formats.get('xqf')).toEqual({ ...none, holds: 'one' })
  expect(formats.get('chessbase')).toEqual({ ...none, appends: true, marksDeleted: true })
  expect(formats.get('wthor')).toEqual({ ...none, updates: true })
  expect(formats.get('gib')).toEqual({ ...none, writes: false, holds: 'one' })
})

test('files and lists as JSON', async () => {
  expect(JSON.parse((await printed('info', '--json', 'examples/go/ladder.sgf')).text)).toEqual({
    file: 'examples/go/ladder.sgf',
    format: 'sgf',
    about: { version: 'FF[4]', encoding: 'utf-8' },
    entries: 1,
    games: { go: 1 },
    texts: 0,
    broken: 0,
    deleted: 0,
    results: { '1-0': 1 },
    players: 2,
    tables: [],
    issues: [],
    years: [2024, 2024],
    moves: { records: 1, plies: 21, nodes: 24, variations: 1, comments: 5, longest: 21 },
  })
  expect((await printed('tables', '--json', 'examples/othello/WTHOR.JOU', 'players')).text).toBe(
    ['???', 'Adler Ida', 'Bergé Théo', 'Cole Max', 'Dunn Eva']
      .map((name, number) => `${JSON.stringify({ number, name })}\n`)
      .join(''),
  )
})

test('duplicates and statistics of the examples', async () => {
  expect((await printed('dedupe', database)).text).toBe(
    `same moves, players and date, + has all notes of the others
  -  1  Anderssen, Adolf  Kieseritzky, Lionel  1851-06-21  Casual game  notes  HERE/examples/chess-assistant/short-games.cdp
  +  7  Anderssen, Adolf  Kieseritzky, Lionel  1851-06-21  Casual game  notes  HERE/examples/chess/short-games.cbh
same moves, players and date, + has all notes of the others
  -  2  Réti, Richard  Tartakower, Savielly  1910  Casual game  notes  HERE/examples/chess-assistant/short-games.cdp
  +  8  Réti, Richard  Tartakower, Savielly  1910  Casual game  notes  HERE/examples/chess/short-games.cbh
same moves, players and date, + has all notes of the others
  -  3  Kermur, Sire de Legall  Saint Brie  1750  Casual game  notes  HERE/examples/chess-assistant/short-games.cdp
  +  9  Kermur, Sire de Legall  Saint Brie  1750  Casual game  notes  HERE/examples/chess/short-games.cbh
3 groups shown; nothing was changed
`,
  )
  const { text } = await printed('stats', database)
  expect(text.slice(0, text.indexOf('positions\n'))).toBe(`games
game     games  plies  from_year  to_year  damaged
chess    10     217    1750       2024     0
go       3      28     2024       2024     0
othello  12     719    2001       2001     0
xiangqi  3      19     2024       2026     0

sources
format           sources  games  bytes
chess-assistant  1        4      9,269
chessbase        1        5      4,518
pgn              2        2      983
sgf              1        1      600
wei7             2        2      8,287
wthor            1        12     832
xqf              2        2      2,740

openings
game     eco  name                                                          games
othello       Diagonal Opening                                              7
chess    C41  Philidor Defense                                              3
chess    B15  Caro-Kann Defense: Main Line                                  2
chess    C33  King's Gambit Accepted: Bishop's Gambit, Bryan Countergambit  2
othello       Parallel Opening                                              2
othello       Chimney                                                       1
othello       Cow                                                           1
othello       Perpendicular Opening                                         1
xiangqi  B0   中炮对非常见开局                                              1
xiangqi  C4   中炮过河车互进七兵对屏风马平炮兑车                            1

`)
})
