/** Records to begin with: the start of any game, with its size, handicap and rules. */
import { handicapSquares } from '../../../src/formats/go-handicap.ts'
import { emptyRecord, type Game, type GameRecord } from '../../../src/model/record.ts'
import { USUAL_SIZE } from '../../../src/model/record.ts'
import { chess960Start, rulesOf } from '../../../src/rules/index.ts'
import { positionText, type SetUp } from './set-up.ts'
import { openFiles } from './opening.ts'

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

/** The sides of boards on offer. */
export const SIDES: Readonly<Partial<Record<Game, readonly number[]>>> = {
  go: [19, 13, 9, 7, 5],
  othello: [8, 10, 6],
}

/** The record of a new game. Throws PositionError when what was set up is no position. */
export function newRecord(wanted: NewGame): GameRecord {
  const { game, start, side, handicap, komi, number, setUp } = wanted
  const record = emptyRecord(game)
  if (SIDES[game] && side !== USUAL_SIZE[game].columns) record.size = { columns: side, rows: side }
  if (start === 'set-up') setStart(record, positionText(setUp))
  if (start === 'chess960' && game === 'chess') {
    record.variant = 'chess960'
    record.setup = chess960Start(number)
  }
  if (game === 'go') {
    const rules = { ...(/^-?[0-9.]+$/.test(komi) && { komi: Number(komi) }), ...(handicap >= 2 && { handicap }) }
    if (Object.keys(rules).length > 0) record.header.rules = rules
    const squares = start === 'usual' ? handicapSquares(handicap, side, side) : undefined
    if (squares) record.nodes[0] = { parent: -1, edits: [{ squares, piece: '1' }], turn: 2 }
  }
  return record
}

/** Sets the start of a record, unless it is the usual one. */
function setStart(record: GameRecord, text: string): void {
  const rules = rulesOf(record.game)
  const usual = rules.format(rules.start(record.size ? { size: record.size } : {}))
  if (text !== usual) record.setup = text
}

/** Opens a record as if it came from a file of its own. */
export async function openRecord(record: GameRecord): Promise<void> {
  const file = new File([`${JSON.stringify(record)}\n`], `${record.game}.jsonl`)
  await openFiles([{ file, path: file.name, isNamed: true }])
}
