/**
 * Moves in a line of text, however people write them: glued or apart, numbered, with passes, glyphs, scores and words
 * between them. docs/formats/othello-text.md, What is recognised.
 */
import { isOthelloPass } from '../../rules/othello/index.ts'

/** What stands behind a move: a glyph as its PGN number, or words. */
export interface MoveNote {
  /** Number of the move in the line, from 0. */
  move: number
  glyph?: number
  text?: string
  /** Whether the words are neither in parentheses nor at an end of the line. */
  isAmongMoves?: boolean
}

/** A line of moves, alone or among other words. */
export interface MoveLine {
  /** Squares in lower case and `pa`. */
  moves: string[]
  /** Where each begins in the line. */
  starts: number[]
  /** Numbers of the moves that do not follow the move before them at once, so that another game may begin there. */
  gaps: Set<number>
  /** The number before the first move, if any. */
  number?: number
  /** A score that follows the moves: of both sides, or Black's lead. */
  score?: { black: number; white: number } | { lead: number }
  /** Words around the moves. */
  title?: string
  notes: MoveNote[]
  /** Whether words stand before, between or behind the moves that are in no parentheses. */
  hasWords: boolean
}

/** A pass as people and programs write it: `pa`, `pass`, `passe`, `ps`, `p0`, `--`, `@@`, and 0 by itself. */
const PASS = String.raw`(?:pass(?:e[ds]?)?|pas|pa|ps|p0)(?![a-z](?![0-9]))(?![0-9])|--|@@|(?<![0-9a-z])0(?![0-9a-z.:)])`

/** A move, a score, a move number, a pass, or what stands between them. */
const TOKEN = new RegExp(
  String.raw`(?<square>[a-z](?:[12][0-9]|[1-9])(?![0-9]))(?<glyph>[!?]{1,2})?` +
    String.raw`|(?<score>(?<![0-9a-z])[0-9]{1,3}\s?[-:]\s?[0-9]{1,3}(?![0-9a-z])|[+-][0-9]{1,3}(?![0-9a-z]))` +
    String.raw`|(?<number>[0-9]{1,3}\s*[.):]+|(?<![0-9a-z])[1-9][0-9]{0,2}(?=\s+[a-z][0-9]))` +
    String.raw`|(?<pass>${PASS})` +
    String.raw`|\((?<words>[^()]*[a-z]{2}[^()]*)\)` +
    String.raw`|(?<blank>[\s,;|"'[\]]+|[()])`,
  'iy',
)

/** A word: all letters and figures up to a blank, so that no square is found within one. */
const WORD = /[\p{L}\p{N}\p{M}_.'’-]+|\S/uy

/** Squares that a line with words in it must have. */
export const LEAST_AMONG_WORDS = 8

/** Numbers of the glyphs by PGN's table. */
const GLYPHS: Readonly<Record<string, number>> = { '!': 1, '?': 2, '!!': 3, '??': 4, '!?': 5, '?!': 6 }

/** Reads a line as moves; undefined if it has none, or few among words. */
export function parseMoveLine(line: string): MoveLine | undefined {
  const found = parseTokens(line)
  const squares = found.moves.filter((move) => !isOthelloPass(move)).length
  if (squares === 0 || (found.hasWords && squares < LEAST_AMONG_WORDS)) return undefined
  return found
}

/** Reads what follows a board as moves, which may be only passes there; undefined if it is something else. */
export function parseMovesAfterBoard(rest: string): MoveLine | undefined {
  const line = parseTokens(rest)
  return line.moves.length > 0 && !line.hasWords ? line : parseMoveLine(rest)
}

/** What the tokens of a line say. */
function parseTokens(text: string): MoveLine {
  const line: MoveLine = { moves: [], starts: [], gaps: new Set(), notes: [], hasWords: false }
  /** Words before the first move, and since the last one. */
  const before: string[] = []
  let since: string[] = []
  let isApart = true
  const addMove = (move: string, at: number) => {
    keepWords(line, since)
    since = []
    if (isApart && line.moves.length > 0) line.gaps.add(line.moves.length)
    isApart = false
    line.moves.push(move)
    line.starts.push(at)
  }
  for (let at = 0; at < text.length;) {
    TOKEN.lastIndex = at
    const groups = TOKEN.exec(text)?.groups
    if (!groups) {
      WORD.lastIndex = at
      const [word] = WORD.exec(text)!
      ;(line.moves.length === 0 ? before : since).push(word)
      line.hasWords = true
      isApart = true
      at = WORD.lastIndex
      continue
    }
    const { square, glyph, score, number, pass, words } = groups
    if (square !== undefined) addMove(square.toLowerCase(), at)
    else if (pass !== undefined) addMove('pa', at)
    else isApart = true
    if (glyph !== undefined && GLYPHS[glyph]) line.notes.push({ move: line.moves.length - 1, glyph: GLYPHS[glyph] })
    if (score !== undefined) {
      if (line.moves.length === 0) {
        before.push(score)
        line.hasWords = true
      } else if (line.score) since.push(score)
      else line.score = parseScore(score)
    } else if (number !== undefined && line.moves.length === 0) line.number = Number.parseInt(number)
    else if (words !== undefined && line.moves.length === 0) before.push(words.trim())
    else if (words !== undefined) line.notes.push({ move: line.moves.length - 1, text: words.trim() })
    at = TOKEN.lastIndex
  }
  const title = [...before, ...since].join(' ')
  if (title !== '') line.title = title
  return line
}

/** Keeps words that stand between two moves with the first of them. */
function keepWords({ moves, notes }: MoveLine, words: readonly string[]): void {
  if (words.length > 0) notes.push({ move: moves.length - 1, text: words.join(' '), isAmongMoves: true })
}

function parseScore(text: string): NonNullable<MoveLine['score']> {
  const [black, white] = text.split(/[-:]/).map(Number)
  return /^[+-]/.test(text) ? { lead: Number(text) } : { black: black!, white: white! }
}

/** The moves of a line from one up to another, as a line of its own. The score belongs to the last. */
export function partOfLine(line: MoveLine, from: number, to: number): MoveLine {
  const { number, score, title, ...rest } = line
  const isFirst = from === 0
  const isLast = to === line.moves.length
  const within = (move: number) => move >= from && move < to
  return {
    ...rest,
    moves: line.moves.slice(from, to),
    starts: line.starts.slice(from, to),
    gaps: new Set([...line.gaps].filter(within).map((move) => move - from)),
    notes: line.notes.filter(({ move }) => within(move)).map((note) => ({ ...note, move: note.move - from })),
    ...(isFirst && number !== undefined && { number }),
    ...(isLast && score && { score }),
    ...(isFirst && title !== undefined && { title }),
  }
}
