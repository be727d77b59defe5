/** The PGN that we write of ChessBase databases, read by python-chess, pgn-extract and Scid where the machine has them. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { isPass } from '../../../src/model/move.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { mainLine } from '../../../src/model/tree.ts'
import { readGames } from '../../../src/node/open.ts'
import { formatFen } from '../../../src/rules/chess/position-text.ts'
import { chess as rules } from '../../../src/rules/chess/rules.ts'
import { writeUci } from '../../../src/rules/chess/san.ts'
import { corpusCases, corpusPath } from '../../support/corpus.ts'
import { needs, needsCorpus } from '../../support/needs.ts'
import { writePgn } from '../../support/pgn.ts'
import { needsScid, runScid } from '../../support/scid.ts'
import { systemProgram } from '../../support/system-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-peers-'))
afterAll(() => rmSync(folder, { recursive: true }))

const databases = [...corpusCases('chessbase', /\.cbh$/i), ...corpusCases('2cbh', /\.2cbv$/i)]

/** The main line in UCI, and what of it other programs do not take. */
interface Line {
  moves: string[]
  hasNull: boolean
  /** An illegal move, or one that could not be read: the line ends there for others. */
  isBroken: boolean
}

function lineOf(record: GameRecord): Line {
  const line: Line = { moves: [], hasNull: false, isBroken: false }
  const position = rules.start(record)
  for (const index of mainLine(record.nodes)) {
    const { move, unread } = record.nodes[index]!
    if (unread || (move !== undefined && !isPass(move) && !rules.isLegal(position, move))) line.isBroken = true
    if (move === undefined) continue
    if (isPass(move)) line.hasNull = true
    line.moves.push(writeUci(position, move))
    rules.play(position, move)
  }
  return line
}

/** Scid takes no board without both kings. */
function hasKings(record: GameRecord): boolean {
  const board = formatFen(rules.start(record)).split(' ')[0]!
  return board.includes('k') && board.includes('K')
}

/** The games of a database, those that have a board. */
async function gamesOf(path: string): Promise<GameRecord[]> {
  const records: GameRecord[] = []
  for await (const { record } of readGames(corpusPath(path))) if (record) records.push(record)
  return records
}

async function fileOf(records: readonly GameRecord[]): Promise<string> {
  const path = join(folder, 'games.pgn')
  writeFileSync(path, (await writePgn(records)).bytes)
  return path
}

function run(command: string, ...words: string[]): string {
  const { stdout, status, error, stderr } = spawnSync(command, words, { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (error) throw error
  if (status !== 0) throw new Error(stderr)
  return stdout
}

const PYTHON_CHESS = `
import chess.pgn, json, logging, sys
logging.disable(logging.CRITICAL)
games = []
with open(sys.argv[1], encoding='utf-8') as file:
    while (game := chess.pgn.read_game(file)) is not None:
        board = game.board()
        line = []
        for move in game.mainline_moves():
            line.append(board.uci(move))
            board.push(move)
        games.append({'moves': line, 'errors': [str(error) for error in game.errors]})
print(json.dumps(games))
`
const hasPythonChess = spawnSync('python3', ['-c', 'import chess.pgn']).status === 0

const pgnExtract = systemProgram('pgn-extract')

const IMPORT = `
proc ::progressCallBack {args} {}
set id [sc_base create SCID4 [lindex $argv 0]]
puts [sc_base import $id [lindex $argv 1]]
exit
`

describe.each(databases)('%s', (path) => {
  const pythonChess = needs('tool', hasPythonChess, 'python3 has no module chess')
  it('is read by python-chess, move for move', { ...needsCorpus(path), ...pythonChess }, async () => {
    const records = await gamesOf(path)
    const read = JSON.parse(run('python3', '-c', PYTHON_CHESS, await fileOf(records)))
    expect(read.length).toBe(records.length)
    for (const [index, record] of records.entries()) {
      const { moves, isBroken } = lineOf(record)
      if (isBroken) continue
      expect(read[index]).toEqual({ moves, errors: [] })
    }
  })
  it(
    'keeps every main line in pgn-extract, but those with null moves',
    { ...needsCorpus(path), ...pgnExtract.options },
    async () => {
      const lines = (await gamesOf(path)).map((record) => ({ record, ...lineOf(record) }))
      const taken = lines.filter(({ hasNull, isBroken }) => !hasNull && !isBroken)
      const file = await fileOf(taken.map(({ record }) => record))
      const printed = run(
        pgnExtract.command,
        '-Wuci',
        '-C',
        '-V',
        '-N',
        '--nomovenumbers',
        '--notags',
        '--quiet',
        '-w',
        '1000000',
        file,
      )
      const read = printed.split('\n').filter((line) => line !== '')
      // Its own UCI writes castling of Chess960 otherwise: the number of moves tells whether it followed.
      expect(read.map((line) => line.split(' ').length - 1)).toEqual(taken.map(({ moves }) => moves.length))
    },
  )

  it(
    'is imported by Scid without a warning, but for boards without kings',
    { ...needsCorpus(path), ...needsScid() },
    async () => {
      const taken = (await gamesOf(path)).filter(
        (record) => record.variant !== 'chess960' && hasKings(record) && !lineOf(record).isBroken,
      )
      const script = join(folder, 'import.tcl')
      writeFileSync(script, IMPORT)
      const printed = runScid(script, join(mkdtempSync(join(folder, 'scid-')), 'base'), await fileOf(taken))
      expect(printed.trim()).toBe(`${taken.length} {}`)
    },
  )
})
