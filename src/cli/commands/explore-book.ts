/** `ludograph explore` of an opening book: the moves it has in a position. */
import type { BookPosition } from '../../books/book.ts'
import { describeBook, totalWeight } from '../../books/describe.ts'
import type { Game } from '../../model/record.ts'
import { rulesOf } from '../../rules/index.ts'
import type { Position } from '../../rules/rules.ts'
import { parsePosition } from '../../query/position.ts'
import { openBook } from '../read/books.ts'
import { orExplain } from '../read/query.ts'
import { countOf, formatTable, grouped, note, paint, print, printJson } from '../show/terminal.ts'

interface BookOptions {
  position?: string | undefined
  moves?: string
  /** Most moves that are listed. */
  limit?: number
  json?: boolean
}

/** Shows what a book has in a position: an initial position, or its text, then moves. */
export async function exploreBook(
  path: string,
  { position: text = '', moves = '', limit, json = false }: BookOptions,
): Promise<void> {
  const opened = await openBook(path)
  const { book, format } = opened
  const { game } = format
  try {
    const position = orExplain(() => parsePosition(game, text, moves))
    const whole = book.lookUp(position)
    const found = { ...whole, moves: whole.moves.slice(0, limit) }
    if (json)
      return printJson({ ...describeBook(book, game, position, found), game, fen: rulesOf(game).format(position) })
    print(`${format.name}, ${grouped(book.count)} entries\n${formatMoves(game, position, found)}`)
    const hidden = whole.moves.length - found.moves.length
    if (hidden > 0) note(`${countOf(hidden, 'more move')}; see --limit`)
  } finally {
    opened.close()
  }
}

function formatMoves(game: Game, position: Position, { moves, unread }: BookPosition): string {
  const rest = unread > 0 ? `\n${countOf(unread, 'move')} of the book could not be read` : ''
  if (moves.length === 0) return `The book has no move in this position.${rest}`
  const total = totalWeight(moves)
  const rows = moves.map(({ move, weight, games, draws, glyph, advice }) => [
    paint('bold', rulesOf(game).writeMove(position, move)) + (GLYPHS[glyph ?? 0] ?? ''),
    weight === undefined ? '' : grouped(weight),
    weight === undefined || total === 0 ? '' : `${Math.round((100 * weight) / total)}%`,
    games === undefined ? '' : `${countOf(games, 'game')}, ${countOf(draws ?? 0, 'draw')}`,
    advice === undefined ? '' : ADVICE[advice],
  ])
  // Columns that no move of the book fills are left out.
  const columns = rows[0]!.map((_, column) => column).filter((column) => rows.some((row) => row[column] !== ''))
  return formatTable(rows.map((row) => columns.map((column) => row[column]!))) + rest
}

const GLYPHS: Readonly<Record<number, string>> = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□' }
const ADVICE = { main: 'to be played', never: 'not to be played' } as const
