/**
 * Makes the ChessBase database under examples/: short famous games and a study with annotations of our own, a game of
 * Chess960 and a guiding text. Run it to write the files again: `node test/support/chessbase-example.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeIssue } from '../../src/issues/describe.ts'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { chessbase } from '../../src/formats/chessbase/format.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import { makeMove } from '../../src/model/move.ts'
import type { GameRecord, TextDocument } from '../../src/model/record.ts'

const ANNOTATOR = 'Ludograph'

const INTRODUCTION: TextDocument = {
  header: { players: [], result: { outcome: 'unfinished' }, annotator: ANNOTATOR },
  titles: [
    { language: 'en', text: 'Five short games' },
    { language: 'de', text: 'Fünf kurze Partien' },
  ],
  bodies: [
    {
      language: 'en',
      mediaType: 'text/html',
      text: '<html><body><p>Three famous games, a study and a game of Chess960, with notes written for this database.</p></body></html>',
    },
    {
      language: 'de',
      mediaType: 'text/html',
      text: '<html><body><p>Drei berühmte Partien, eine Studie und eine Partie Schach960, für diese Datenbank kommentiert.</p></body></html>',
    },
  ],
}

const GAMES = `[Event "Casual game"]
[Site "London"]
[Date "1851.06.21"]
[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Result "1-0"]
[ECO "C33"]
[Annotator "Ludograph"]

{Played during a break of the first international tournament.} 1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 $6 5. Bxb5 Nf6
6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 {[%cal Gg4h5] The bishop is left to its fate.} 10... Nf6 11. Rg1 $1
cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 $5 {[%csl Ga1,Gg1] Both rooks are
offered.} (18. Re1 {was simpler, if less famous}) 18... Bxg1 (18... Qxa1+ 19. Ke2 Qb2 {still resists}) 19. e5 $3 Qxa1+ 20. Ke2 Na6
21. Nxg7+ Kd8 22. Qf6+ $3 Nxf6 23. Be7# {Three minor pieces are enough.} 1-0

[Event "Casual game"]
[Site "Vienna"]
[Date "1910.??.??"]
[White "Réti, Richard"]
[Black "Tartakower, Savielly"]
[Result "1-0"]
[ECO "B15"]
[Annotator "Ludograph"]

1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 $6 6. dxe5 Qa5+ 7. Bd2 Qxe5 8. O-O-O Nxe4 $2 {[%cal Rd3d8] It looks
as if a piece were won.} (8... Be7 {and nothing happens}) 9. Qd8+ $3 Kxd8 10. Bg5+ {A double check: the king has to move.} 10... Kc7
(10... Ke8 11. Rd8#) 11. Bd8# 1-0

[Event "Casual game"]
[Site "Paris"]
[Date "1750.??.??"]
[White "Kermur, Sire de Legall"]
[Black "Saint Brie"]
[Result "1-0"]
[ECO "C41"]
[Annotator "Ludograph"]

1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 $2 5. Nxe5 $1 {The pin is none.} Bxd1 $4 (5... dxe5 6. Qxg4) 6. Bxf7+ Ke7 7. Nd5#
1-0

[Event "Study"]
[Date "1921.??.??"]
[White "Réti, Richard"]
[Black "White to move and draw"]
[Result "1/2-1/2"]
[Annotator "Ludograph"]
[SetUp "1"]
[FEN "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"]

1. Kg7 {[%csl Ye5] One way to two goals: the pawn ahead and the pawn behind.} h4 2. Kf6 Kb6 (2... h3 3. Ke7 h2 4. c7 Kb7 5. Kd7)
3. Ke5 $1 h3 (3... Kxc6 4. Kf4) 4. Kd6 h2 5. c7 {Both pawns become queens.} 1/2-1/2

[Event "Example of Chess960"]
[Site "Nowhere"]
[Date "2024.05.01"]
[White "Castle, Ann"]
[Black "Keep, Ben"]
[Result "1/2-1/2"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "qnbbrkrn/pppppppp/8/8/8/8/PPPPPPPP/QNBBRKRN w GEge - 0 1"]

1. O-O {King and rook change places on the first move.} e5 2. Ng3 O-O 3. d3 d5 4. Nh5 Ng6 1/2-1/2
`

/** The games, with what PGN does not say. */
async function makeGames(): Promise<GameRecord[]> {
  const source = new MemorySource('games.pgn', new TextEncoder().encode(GAMES))
  const collection = await pgn.open(new MemoryFileSet(source))
  const records = [...collection.entries()].map(({ record, issues }) => {
    if (!record || issues.length > 0) throw new Error(issues.map((issue) => describeIssue(issue)).join('; '))
    return { ...record, native: {} }
  })
  const [immortal, , legal] = records as [GameRecord, GameRecord, GameRecord]
  immortal.header.medals = ['best-game', 'attack']
  immortal.header.event = { ...immortal.header.event, nation: 'ENG', type: 'game' }
  const last = legal.nodes.findIndex(({ move }) => move === makeMove(21, 36))
  legal.nodes[last]!.annotations = [
    {
      type: 'training',
      texts: [
        { role: 'question', language: 'en', text: 'Is the knight pinned?' },
        { role: 'hint1', language: 'en', text: 'What if the queen is taken?' },
      ],
      seconds: 60,
      points: 5,
      solutions: [{ move: makeMove(21, 36), points: 5, texts: [{ language: 'en', text: 'It is not.' }] }],
    },
  ]
  return records
}

/** The files by name. */
export async function makeExampleFiles(): Promise<Map<string, Uint8Array>> {
  const out = new MemorySinkSet('short-games.cbh')
  const writer = await chessbase.write(out)
  const { issues } = writer.addDocument!(INTRODUCTION)
  for (const record of await makeGames()) issues.push(...writer.add(record).issues)
  issues.push(...writer.finish())
  if (issues.length > 0) throw new Error(describeIssue(issues[0]!))
  return out.files
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../../examples/chess')
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of await makeExampleFiles()) writeFileSync(join(folder, name), bytes)
}
