/** Reads the table of puzzles, a line each. */
import type { FileSet } from '../../bytes/source.ts'
import { PositionError } from '../../issues/errors.ts'
import { issue } from '../../issues/issue.ts'
import { emptyRecord, type GameRecord } from '../../model/record.ts'
import { chess, type ChessPosition } from '../../rules/chess/index.ts'
import type { Collection } from '../format.ts'
import { openLineRecords } from '../line-records.ts'
import type { ReadEntry } from '../record-collection.ts'

const FORMAT_ID = 'lichess-puzzles'

/** The columns, as the first line names them; those behind the moves become tags. */
const COLUMNS = [
  'PuzzleId',
  'FEN',
  'Moves',
  'Rating',
  'RatingDeviation',
  'Popularity',
  'NbPlays',
  'Themes',
  'GameUrl',
  'OpeningTags',
]
const FIRST_TAG = 3

/** Opens a table. Throws FormatError if none of its first lines is a puzzle. */
export function openPuzzles({ main }: FileSet): Collection {
  let columns: readonly string[] = COLUMNS
  const isBeside = (line: string) => {
    if (!line.startsWith('PuzzleId,')) return false
    columns = line.split(',')
    return true
  }
  const read = (line: string) => readPuzzle(line, columns)
  return openLineRecords(main, { id: FORMAT_ID, game: 'chess', isBeside, read })
}

/**
 * A puzzle: the position after the first of its moves, which the opponent makes, and the solution. The position before is kept
 * with that move.
 */
function readPuzzle(line: string, columns: readonly string[]): ReadEntry {
  const cells = line.split(',')
  const cell = (name: string) => cells[columns.indexOf(name)]?.trim() ?? ''
  const [id, fen, moves] = [cell('PuzzleId'), cell('FEN'), cell('Moves').split(' ').filter(Boolean)]
  const position = parsePosition(fen)
  if (!position || moves.length === 0) {
    return { issues: [issue('servers/bad-line', 'error', { text: line.slice(0, 60) })] }
  }
  const record = emptyRecord('chess')
  const lead = moves.length > 1 ? chess.readMove(position, moves[0]!) : undefined
  if (lead !== undefined) {
    chess.play(position, lead)
    record.native = { [FORMAT_ID]: { FEN: fen, move: moves.shift()! } }
  }
  record.setup = chess.format(position)
  addMoves(record, position, moves)
  const { header } = record
  header.kind = 'problem'
  if (id !== '') Object.assign(header, { id, domain: 'lichess' })
  const opening = cell('OpeningTags').split(' ').at(-1)?.replaceAll('_', ' ')
  if (opening !== undefined && opening !== '') header.openingName = opening
  const tags = columns.slice(FIRST_TAG).flatMap((name) => (cell(name) === '' ? [] : [[name, cell(name)] as const]))
  if (tags.length > 0) header.tags = Object.fromEntries(tags)
  const isUnread = record.nodes.some(({ unread }) => unread !== undefined)
  return { record, issues: isUnread ? [issue('servers/bad-moves', 'error', {})] : [] }
}

function parsePosition(fen: string): ChessPosition | undefined {
  try {
    return chess.parse(fen)
  } catch (error) {
    if (error instanceof PositionError) return undefined
    throw error
  }
}

function addMoves(record: GameRecord, position: ChessPosition, moves: readonly string[]): void {
  let isLegal = true
  for (const text of moves) {
    const move = isLegal ? chess.readMove(position, text) : undefined
    const parent = record.nodes.length - 1
    record.nodes.push(move === undefined ? { parent, unread: { text } } : { parent, move })
    if (move === undefined) isLegal = false
    else chess.play(position, move)
  }
}
