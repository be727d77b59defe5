/**
 * The meaning of one line of text: moves, a board or a row of one, a player's name, the side to move.
 * docs/formats/othello-text.md, What is recognised.
 */
import { formatOthelloSquare, isOthelloPass, isOthelloSide } from '../../rules/othello/index.ts'

/** A line of moves, alone or among other words. */
export interface MoveLine {
  /** Squares in lower case and `pa`. */
  moves: string[]
  /** The number before the first move, if any. */
  number?: number
  /** A score that follows the moves: of both sides, or Black's lead. */
  score?: { black: number; white: number } | { lead: number }
  /** Words around the moves. */
  title?: string
}

/** A move, a move number, a score, or a separator. */
const TOKEN =
  /(?<square>[a-z](?:[12][0-9]|[1-9])(?![0-9]))|(?<score>[0-9]{1,3}\s?[-:]\s?[0-9]{1,3}|[+-][0-9]{1,3})(?![0-9a-z])|(?<number>[0-9]{1,3})\s*[.):]+|(?<pass>pass|pas|pa|ps|--|@@)|(?<blank>[\s,;|()]+)/iy

/** The shortest run of squares among other words that is considered to be moves. */
const MIN_RUN = 8
const RUN = /(?<![a-z0-9])(?:(?:[a-h][1-8]|pa(?:ss)?)[\s,]{0,3}){8,}(?![a-z0-9])/i

/** Reads a line as moves; undefined if it is something else. */
export function parseMoveLine(line: string): MoveLine | undefined {
  const whole = parseMoves(line)
  if (whole) return whole
  const run = RUN.exec(line)
  const moves = run ? parseMoves(run[0]) : undefined
  if (!run || !moves || moves.moves.length < MIN_RUN) return undefined
  const title = `${line.slice(0, run.index)} ${line.slice(run.index + run[0].length)}`.replaceAll(/\s+/g, ' ').trim()
  return title === '' ? moves : { ...moves, title }
}

/** Reads what follows a board as moves, which may be only passes there; undefined if it is something else. */
export function parseMovesAfterBoard(rest: string): MoveLine | undefined {
  const line = parseTokens(rest)
  return line && line.moves.length > 0 ? line : parseMoveLine(rest)
}

/** Reads a text as moves. Only passes, such as `--` or `pass`, do not count as moves. */
function parseMoves(text: string): MoveLine | undefined {
  const line = parseTokens(text)
  return line?.moves.some((move) => !isOthelloPass(move)) ? line : undefined
}

function parseTokens(text: string): MoveLine | undefined {
  const line: MoveLine = { moves: [] }
  let at = 0
  while (at < text.length) {
    TOKEN.lastIndex = at
    const groups = TOKEN.exec(text)?.groups
    // A score ends the moves.
    if (!groups || (line.score && groups['blank'] === undefined)) return undefined
    if (groups['square'] !== undefined) line.moves.push(groups['square'].toLowerCase())
    else if (groups['pass'] !== undefined) line.moves.push('pa')
    else if (groups['score'] !== undefined) line.score = parseScore(groups['score'])
    else if (groups['number'] !== undefined && line.moves.length === 0) line.number = Number(groups['number'])
    at = TOKEN.lastIndex
  }
  return line
}

function parseScore(text: string): NonNullable<MoveLine['score']> {
  const [black, white] = text.split(/[-:]/).map(Number)
  return /^[+-]/.test(text) ? { lead: Number(text) } : { black: black!, white: white! }
}

/**
 * The side of the board that moves are played on: 10 if they need and fit it, otherwise 8. Games on other sizes must
 * show their board.
 */
export function sideOf(moves: readonly string[]): 8 | 10 {
  let side = 8
  for (const move of moves) {
    if (!isOthelloPass(move)) side = Math.max(side, Number(move.slice(1)), move.charCodeAt(0) - 0x60)
  }
  return side === 9 || side === 10 ? 10 : 8
}

/** Characters of a board; the position text of the rules reads them. */
const CELL = 'XxOoBbWw*@#●○⚫⚪.\\-_·'
const BOARD = new RegExp(`^\\s*\\[?(?:([0-9]{1,2})\\s+)?((?:[${CELL}][ \\t/|]*){16,}\\]?)`)
const ROW = new RegExp(`^\\s*(?:[0-9]{1,2}\\s+|\\|)?((?:[${CELL}][ \\t|]*){4,26})(?:[0-9]{1,2})?\\s*$`)
const SEPARATORS = /[\s/|[\]]+/g

/** A line that begins with a whole board: its position text, and what follows. */
export function takeBoard(line: string): { text: string; rest: string } | undefined {
  const match = BOARD.exec(line)
  if (!match) return undefined
  let cells = match[2]!
  let end = match[0].length
  // The last letter may be the column of the first move.
  if (/[a-z]$/i.test(cells) && /[0-9]/.test(line[end] ?? '')) {
    cells = cells.slice(0, -1)
    end--
  }
  const count = [...cells.replaceAll(SEPARATORS, '')].length
  const side = Math.floor(Math.sqrt(count))
  const isWhole = isOthelloSide(side) && count - side * side <= 1 && (!match[1] || Number(match[1]) === side)
  return isWhole ? { text: cells, rest: line.slice(end) } : undefined
}

/** The squares of a line that is one row of a board drawn over several lines, undefined if it is not one. */
export function parseRow(line: string): string | undefined {
  const cells = ROW.exec(line)?.[1]?.replaceAll(SEPARATORS, '')
  return cells !== undefined && isOthelloSide([...cells].length) ? cells : undefined
}

/** Whether a line names the columns of a board, `a b c d e f g h`. */
export function isColumnLine(line: string): boolean {
  const letters = line.replaceAll(/\s+/g, '').toLowerCase()
  const columns = Array.from({ length: letters.length }, (_, square) => formatOthelloSquare({ columns: 26 }, square)[0])
  return letters.length >= 4 && letters.length <= 26 && letters === columns.join('')
}

/** The side to move according to a line: `X`, `White to move`. */
export function parseSide(line: string): 'X' | 'O' | undefined {
  const match = /^\s*(?:(black|x|\*|●)|(white|o|○))(?:\s+to\s+(?:move|play))?[\s.:]*$/i.exec(line)
  return match ? (match[1] ? 'X' : 'O') : undefined
}

/** The player that a line names: `Black: Ann`. */
export function parsePlayer(line: string): { colour: 1 | 2; name: string } | undefined {
  const match = /^\s*(black|white)\s*[:=]\s*(\S.*?)\s*$/i.exec(line)
  return match ? { colour: match[1]!.toLowerCase() === 'black' ? 1 : 2, name: match[2]! } : undefined
}

/**
 * Moves with their scores after a board, as in puzzle suites: `; a1:+12; b2:-4`. In discs, from the mover's point of
 * view.
 */
export function parseSolutions(rest: string): { move: string; score: number }[] {
  return [...rest.matchAll(/([a-z][0-9]{1,2}|pa(?:ss)?)\s*:\s*([+-]?[0-9]{1,3}(?:\.[0-9]{1,2})?)/gi)].map((match) => ({
    move: match[1]!.toLowerCase(),
    score: Number(match[2]),
  }))
}
