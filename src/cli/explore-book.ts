/** `ludograph explore` of an opening book: the moves it has in a position. */
import { existsSync, statSync } from 'node:fs'
import type { Book, BookMove, BookPosition } from '../books/book.ts'
import { bookFormatOf, BOOK_FORMATS } from '../books/index.ts'
import { describeIssue } from '../issues/describe.ts'
import type { Game } from '../model/record.ts'
import { MACHINE_STYLES, rulesOf } from '../rules/index.ts'
import type { Position } from '../rules/rules.ts'
import { DiskSource } from '../node/file-source.ts'
import { parsePosition } from '../query/position.ts'
import { orExplain } from './query.ts'
import { CommandError, countOf, EXIT, formatTable, grouped, note, paint, print, printJson } from './terminal.ts'

/** Whether a path is a file, and so a book rather than the folder of a database. */
export function isBookPath(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

/** Shows what a book has in a position: an initial position, or its text, then moves. */
export async function exploreBook(path: string, text = '', moves = '', isJson = false): Promise<void> {
  const format = bookFormatOf(path)
  if (!format) {
    const known = BOOK_FORMATS.flatMap(({ extensions }) => extensions).join(', ')
    throw new CommandError(`${path}: neither the folder of a database nor an opening book (${known})`, EXIT.unreadable)
  }
  const { game } = format
  const position = orExplain(() => parsePosition(game, text, moves))
  const source = new DiskSource(path)
  try {
    const book = await format.open(source)
    for (const found of book.issues) note(`${path}: ${describeIssue(found)}`)
    const found = book.lookUp(position)
    if (isJson) printJson(describe(book, game, position, found))
    else print(`${format.name}, ${grouped(book.count)} entries\n${formatMoves(game, position, found)}`)
  } finally {
    source.close()
  }
}

function describe(book: Book, game: Game, position: Position, { moves, unread }: BookPosition): object {
  const total = totalWeight(moves)
  const rules = rulesOf(game)
  return {
    book: book.name,
    format: book.format,
    game,
    fen: rules.format(position),
    moves: moves.map(({ move, ...facts }) => ({
      uci: rules.writeMove(position, move, MACHINE_STYLES[game]),
      san: rules.writeMove(position, move),
      ...facts,
      ...(facts.weight !== undefined && total > 0 && { share: facts.weight / total }),
    })),
    ...(unread > 0 && { unread }),
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

function totalWeight(moves: readonly BookMove[]): number {
  return moves.reduce((sum, { weight = 0 }) => sum + weight, 0)
}
