/** The inputs of our own making that every target begins with. */
import * as fc from 'fast-check'
import { journalName, writeJournal } from '../../src/bytes/journal.ts'
import { encodeText } from '../../src/bytes/text.ts'
import { packArchive } from '../../src/formats/2cbh/archive/pack.ts'
import { twoCbh } from '../../src/formats/2cbh/format.ts'
import { ccbridge } from '../../src/formats/ccbridge/format.ts'
import { ccbridgeXml } from '../../src/formats/ccbridge-xml/format.ts'
import { chessAssistant } from '../../src/formats/chess-assistant/format.ts'
import { chessbase } from '../../src/formats/chessbase/format.ts'
import { dhtmlxq } from '../../src/formats/dhtmlxq/format.ts'
import { ggf } from '../../src/formats/ggf/format.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { othelloText } from '../../src/formats/othello-text/format.ts'
import { pfc } from '../../src/formats/pfc/format.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import { scid } from '../../src/formats/scid/format.ts'
import { sgf } from '../../src/formats/sgf/format.ts'
import { wthor } from '../../src/formats/wthor/format.ts'
import { xqf } from '../../src/formats/xqf/format.ts'
import { makeMove } from '../../src/model/move.ts'
import { emptyRecord } from '../../src/model/record.ts'
import { publishedExample } from '../fixtures/xqf-published-example.ts'
import { cbfFiles } from '../support/cbf.ts'
import { EVERY_RECORD } from '../support/chessbase-every-record.ts'
import { documents, gameRecords } from '../support/chessbase-records.ts'
import { pgnRecords } from '../support/pgn-records.ts'
import { randomGames } from '../support/random-games.ts'
import { seededRandom } from '../support/random.ts'
import { GIB, NGF, OLD_NGF, UGF, UGI } from '../support/server-files.ts'
import { asScid3 } from '../support/scid.ts'
import { goRecords, othelloRecords, sgfText } from '../support/sgf-records.ts'
import { randomDocument } from '../support/wei7-documents.ts'
import { CHESS_COM, EPD, FOX, FOX_LIST, LICHESS, OGS, PUZZLES } from '../support/server-json.ts'
import { ccmFile, CHE, chnFile, mxqFile, oldCcmFile, xqrFile } from '../support/xiangqi-server-files.ts'
import { madeGames, madeNames, madePuzzles, madeYear } from '../support/wthor-files.ts'
import { oldLibrary } from '../support/old-ccbridge.ts'
import { ccbridgeRecords, pfcRecords } from '../support/xiangqi-records.ts'
import { XIANGQI_TEXTS } from '../support/xiangqi-texts.ts'
import { xqfRecords } from '../support/xqf-records.ts'
import type { NamedBytes } from '../support/named-bytes.ts'
import { archiveOf, eachIn, filesIn, sampleRecords, smallest, textInput, writtenInput, writtenInputs } from './seeds.ts'

const DATABASE = /^short-games\./

/** Databases of a game or two, with every kind of note. */
async function chessBases(): Promise<NamedBytes[][]> {
  return [
    filesIn('examples/chess', /^short-games\.cb/, /\.cbh$/),
    EVERY_RECORD,
    ...(await writtenInputs(chessbase, 'small.cbh', smallest(sampleRecords(gameRecords, 24), 4), 2)),
  ]
}

async function archives(): Promise<NamedBytes[][]> {
  const [example, small] = await chessBases()
  return [
    archiveOf('example.cbv', example!),
    archiveOf('small.cbv', small!),
    archiveOf('plain.cbv', small!, { isStored: true }),
  ]
}

/** Databases of ChessBase 17: of a game or two, and one with a text and a position without kings. */
async function twoCbhBases(): Promise<NamedBytes[][]> {
  const skeleton = { ...emptyRecord('chess'), setup: '8/pp6/8/8/3PP3/8/8/8 w - - 0 1' }
  const moved = { ...skeleton, nodes: [{ parent: -1 }, { parent: 0, move: makeMove(27, 35) }] }
  return [
    ...(await writtenInputs(twoCbh, 'small.2cbh', smallest(sampleRecords(gameRecords, 24), 4), 2)),
    await writtenInput(twoCbh, 'free.2cbh', [moved]),
    await writtenInput(twoCbh, 'texts.2cbh', fc.sample(documents, { seed: 4, numRuns: 2 })),
  ]
}

/** The password of the archives that have one. */
export const PASSWORD = 'secret'

async function lockedArchives(): Promise<NamedBytes[][]> {
  const bases = await chessBases()
  return bases.slice(1).map((files) => archiveOf('locked.cbz', files, { password: PASSWORD }))
}

/** A database with the undo journal of a change that was cut short: of one file bytes are saved, another is new. */
function changedDatabase(): NamedBytes[] {
  const [main, ...others] = EVERY_RECORD
  const name = main![0].replace(/\.cbh$/, '')
  const journal = writeJournal([
    { was: 'patched', name: main![0], size: main![1].length, ranges: [{ offset: 0, bytes: main![1].slice(0, 46) }] },
    { was: 'absent', name: `${name}.cbtt` },
    { was: 'no-folder', name: `${name}.html` },
  ])
  return [main!, [journalName(name), journal], ...others]
}

/** Games of chess as PGN has them, which is what Scid stores. */
const chessRecords = pgnRecords.filter(({ game }) => game === 'chess')

/** A database of Scid 3, which nobody writes any more. */
async function olderScid(): Promise<NamedBytes[]> {
  return asScid3(await writtenInput(scid, 'old.si4', smallest(sampleRecords(chessRecords, 40), 3)))
}

const WTHOR_NAMES: NamedBytes[] = [
  ['WTHOR.JOU', madeNames(['???', 'Adler Ida', 'Bergé Théo', 'Cole Max'], 20)],
  ['WTHOR.TRN', madeNames(['Diverses parties', 'Coupe de la Forêt', 'Open of the Lake'], 26)],
]

const PUZZLE = {
  year: 1998,
  tournament: 2,
  black: 1,
  white: 3,
  turn: 1,
  solution: 10,
  firstMove: 81,
  score: 38,
  move25: 73,
}

const XML =
  '<wei7 version="2.2"><size>9</size><moves><pre title="a"><black x="1" y="2"/></pre><moves>' +
  '<white x="3" y="4" eval="bad"/></moves><black x="5" y="6" comment="&lt;"/></moves></wei7>'

const jsonInput = (value: unknown) => textInput('a.json', JSON.stringify(value))

const GGF_START = '8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *'
const GGF_GAME =
  '(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.GMT]PB[ann]PW[bob]RB[2196.37]RW[1720]TI[05:00/00:10/02:00]TY[8]' +
  `RE[-12.00]BO[${GGF_START}]B[f5/1.50/0.01]W[d6//12.30]B[c3]W[d3/-2.00];)`

export const OWN_INPUTS: Record<string, () => Promise<NamedBytes[][]>> = {
  '2cbh': twoCbhBases,
  '2cbh-archive': async () => {
    const [small, free] = await twoCbhBases()
    const pack = packArchive
    return [archiveOf('small.2cbv', small!, {}, pack), archiveOf('free.2cbv', free!, { isStored: true }, pack)]
  },
  cbf: async () => [
    cbfFiles([
      {
        moves: 'e2e4!0 ( d2d4 d7d5 ) e7e5 g1f3',
        annotations: [[1, 2, 0, 0x61]],
        players: 'Ann-Bob',
        source: 'Rome (3)',
      },
      { moves: 'e1g1 e8c8', setup: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', players: 'A-B-C' },
    ]),
    cbfFiles([{ moves: 'a2a4 g8f6 a4a5 f6g8 h2h4' }], { phantom: false }),
  ],
  'chess-assistant': async () => [
    filesIn('examples/chess-assistant', DATABASE, /\.cdp$/),
    ...(await writtenInputs(chessAssistant, 'small.cdp', smallest(sampleRecords(gameRecords, 24), 4), 2)),
  ],
  ccbridge: async () => writtenInputs(ccbridge, 'a.cbl', smallest(sampleRecords(ccbridgeRecords, 20), 4), 2),
  'ccbridge-old': async () => [[['old.cbl', await oldLibrary()]]],
  'ccbridge-record': async () => writtenInputs(ccbridge, 'a.cbr', smallest(sampleRecords(ccbridgeRecords, 20), 4)),
  'ccbridge-xml': async () => writtenInputs(ccbridgeXml, 'a.cbf', smallest(sampleRecords(ccbridgeRecords, 20), 6)),
  chessbase: chessBases,
  'chessbase-archive': archives,
  'chessbase-password': lockedArchives,
  journal: async () => [changedDatabase()],
  dhtmlxq: async () => writtenInputs(dhtmlxq, 'a.ubb', smallest(sampleRecords(ccbridgeRecords, 20), 6), 2),
  ggf: async () => [
    textInput('a.ggf', `1 ${GGF_GAME}\n2 ${GGF_GAME}`),
    ...(await writtenInputs(ggf, 'b.ggf', [
      ...randomGames('othello', 3, 5, 60),
      ...smallest(sampleRecords(othelloRecords, 20), 6),
    ])),
  ],
  'chess-com': async () => [jsonInput(CHESS_COM)],
  epd: async () => [textInput('a.epd', EPD)],
  fox: async () => [jsonInput(FOX), jsonInput(FOX_LIST)],
  lichess: async () => [
    jsonInput(LICHESS),
    textInput('a.ndjson', `${JSON.stringify(LICHESS)}\n${JSON.stringify(LICHESS)}\n`),
  ],
  'lichess-puzzles': async () => [textInput('a.csv', PUZZLES)],
  ogs: async () => [jsonInput(OGS)],
  gib: async () => [textInput('a.gib', GIB), [['b.gib', encodeText(GIB, 'euc-kr').bytes]]],
  jsonl: async () => [
    ...(await writtenInputs(jsonl, 'a.jsonl', smallest(sampleRecords(gameRecords, 20), 6), 2)),
    ...(await writtenInputs(jsonl, 'b.jsonl', smallest(sampleRecords(goRecords, 20), 6))),
  ],
  ngf: async () => [textInput('a.ngf', NGF), textInput('b.ngf', OLD_NGF)],
  'othello-text': async () =>
    writtenInputs(othelloText, 'a.txt', [...randomGames('othello', 6, 3, 60), ...randomGames('othello', 4, 8, 12)], 2),
  pfc: async () => writtenInputs(pfc, 'a.pfc', smallest(sampleRecords(pfcRecords, 20), 6)),
  pgn: async () => [
    ...eachIn('test/formats/pgn/fixtures', /\.pgn$/),
    ...eachIn('examples/chess', /\.pgn$/),
    ...eachIn('examples/xiangqi', /\.pgn$/),
    ...(await writtenInputs(pgn, 'own.pgn', smallest(sampleRecords(pgnRecords, 40), 12))),
    await writtenInput(pgn, 'othello.pgn', randomGames('othello', 2, 1, 20)),
  ],
  scid: async () => [
    ...(await writtenInputs(scid, 'small.si4', smallest(sampleRecords(chessRecords, 40), 6), 2)),
    await olderScid(),
  ],
  'scid-5': async () => writtenInputs(scid, 'small.si5', smallest(sampleRecords(chessRecords, 40), 6), 2),
  sgf: async () => [
    ...eachIn('examples/go', /\.sgf$/),
    ...(await writtenInputs(sgf, 'go.sgf', smallest(sampleRecords(goRecords, 40), 12))),
    ...(await writtenInputs(sgf, 'othello.sgf', smallest(sampleRecords(othelloRecords, 20), 6))),
    ...fc.sample(sgfText, { seed: 3, numRuns: 30 }).map((text) => textInput('text.sgf', text)),
  ],
  ugf: async () => [textInput('a.ugf', UGF), textInput('b.ugi', UGI)],
  wei7: async () => {
    const random = seededRandom(42)
    const kinds = ['tree', 'timeline', 'mixed'] as const
    const documents = kinds.flatMap((kind) => Array.from({ length: 8 }, () => randomDocument(random, kind, 9)))
    return documents.map((document) => textInput('own.wei7', JSON.stringify(document)))
  },
  'wei7-xml': async () => [textInput('old.wei7', XML), textInput('older.wei7', `<?xml version="1.0"?>\n${XML}`)],
  'wthor-games': async () => [
    [['WTH_2001.wtb', madeYear(madeGames(seededRandom(1), 4), 2001)], ...WTHOR_NAMES],
    [['WTH_2003.wtd', madeYear(madeGames(seededRandom(3), 3, 10), 2003, 10)], ...WTHOR_NAMES],
    await writtenInput(wthor, 'WTH_1999.wtb', randomGames('othello', 2, 4, 60), { created: '2001-12-31' }),
  ],
  'wthor-names': async () => WTHOR_NAMES.map((file) => [file]),
  'wthor-puzzles': async () => [
    [['Solitaires_62.pzz', madePuzzles([{ ...PUZZLE, board: 'XO'.padEnd(64, '-') }], 62)], ...WTHOR_NAMES],
    [['Solitaires_62.pzz', madePuzzles([{ ...PUZZLE, board: 'XO'.padEnd(64, '-') }], 62, 512)], ...WTHOR_NAMES],
  ],
  mxq: async () => [[['a.mxq', mxqFile()]]],
  che: async () => [textInput('a.che', CHE)],
  ccm: async () => [[['a.ccm', ccmFile()]], [['old.ccm', oldCcmFile()]]],
  chn: async () => [[['a.chn', chnFile()]]],
  'xiangqi-text': async () => XIANGQI_TEXTS.map((text) => textInput('a.txt', text)),
  xqr: async () => [[['a.xqr', xqrFile()]]],
  xqf: async () => [
    [['published.xqf', publishedExample()]],
    ...eachIn('examples/xiangqi', /\.xqf$/),
    ...(await writtenInputs(xqf, 'plain.xqf', smallest(sampleRecords(xqfRecords, 20), 6), 1, { version: '10' })),
    ...(await writtenInputs(xqf, 'hidden.xqf', smallest(sampleRecords(xqfRecords, 20), 6), 1, { version: '18' })),
  ],
}
