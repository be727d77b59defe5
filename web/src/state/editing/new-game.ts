/** New records: the start of any game, with its size, handicap and rules. */
import { handicapSquares } from '../../../../src/formats/go-handicap.ts'
import { emptyRecord, USUAL_SIZE, type Game, type GameRecord } from '../../../../src/model/record.ts'
import { chess960Start, rulesOf } from '../../../../src/rules/index.ts'
import { openFiles } from '../files/opening.ts'
import { position, record } from '../replay/replay.ts'
import { isChess960, isPositionText, positionText, setUpOf, startSetUp, type SetUp } from './set-up.ts'

export interface NewGame {
  game: Game
  start: 'usual' | 'chess960' | 'set-up'
  /** Columns and rows of a board of Go or Othello. */
  side: number
  /** Handicap stones of Go, 0 for none. */
  handicap: number
  komi: string
  /** Number of a Chess960 start. */
  number: number
  setUp: SetUp
}

/** The board sizes offered. */
export const SIDES: Readonly<Partial<Record<Game, readonly number[]>>> = {
  go: [19, 13, 9, 7, 5],
  othello: [8, 10, 6],
}

/** The default new game: on the board shown, set up from its position. */
export function newGameOf(game: Game): NewGame {
  const stands = record.value?.game === game ? position.value : undefined
  const text = stands && rulesOf(game).format(stands)
  // Records may contain positions that cannot be set up, such as stones without liberties.
  const setUp = text !== undefined && isPositionText(game, text) ? setUpOf(game, text) : startSetUp(game)
  return { game, start: 'usual', side: setUp.columns, handicap: 0, komi: '', number: 518, setUp }
}

/** The record of a new game. Throws PositionError if what was set up is not a position. */
export function newRecord(wanted: NewGame): GameRecord {
  const { game, start, side, handicap, komi, number, setUp } = wanted
  const made = emptyRecord(game)
  const { columns, rows } = start === 'set-up' ? setUp : { columns: side, rows: side }
  const usual = USUAL_SIZE[game]
  if (SIDES[game] && (columns !== usual.columns || rows !== usual.rows)) made.size = { columns, rows }
  if (start === 'set-up') setStart(made, positionText(setUp))
  if (start === 'chess960' && game === 'chess') {
    made.variant = 'chess960'
    made.setup = chess960Start(number)
  }
  if (game === 'go') {
    const squares = start === 'usual' ? handicapSquares(handicap, side, side) : undefined
    const rules = { ...(komi !== '' && { komi: Number(komi) }), ...(squares && { handicap }) }
    if (Object.keys(rules).length > 0) made.header.rules = rules
    if (squares) made.nodes[0] = { parent: -1, edits: [{ squares, piece: '1' }], turn: 2 }
  }
  return made
}

/** Sets the start of a record, unless it is the initial position. */
function setStart(record: GameRecord, text: string): void {
  const rules = rulesOf(record.game)
  const usual = rules.format(rules.start(record.size ? { size: record.size } : {}))
  if (text !== usual) record.setup = text
  if (record.game === 'chess' && isChess960(text)) record.variant = 'chess960'
}

/** Opens a record as if it came from a file. */
export async function openRecord(record: GameRecord): Promise<void> {
  const file = new File([`${JSON.stringify(record)}\n`], `${record.game}.jsonl`)
  await openFiles([{ file, path: file.name, isNamed: true }])
}
