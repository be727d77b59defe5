/** What a search for a pattern found, as plain JSON: for HTTP, the command line and the page (docs/patterns.md). */
import type { Game } from '../../model/record.ts'
import { hasStones, MEN } from '../../positions/main-line.ts'
import { PASS_CODE } from '../../positions/move-code.ts'
import { rulesOf } from '../../rules/index.ts'
import { labelOf, type Continuation, type YearProfile } from './continuations.ts'
import { squareOfNext, colourOfNext } from './following.ts'
import type { HitArrays } from './hits.ts'
import { EXCHANGED } from '../question/orientation.ts'
import type { Pattern } from '../question/pattern.ts'

/** Games by their results; the colours are as the pattern is drawn, White is Red in xiangqi. */
export interface PatternCounts {
  /** Places where it stands, in all games. */
  hits: number
  games: number
  white: number
  draws: number
  black: number
  firstYear?: number
  lastYear?: number
}

/** A move that was played next. */
export interface DescribedNext extends PatternCounts {
  /** A, B, C ... in order of the games. */
  label: string
  /** Who played it, as drawn; absent for a pass of a game of pieces. */
  colour?: 'black' | 'white'
  /** Stones: the square of the drawn pattern, from its top left, from 0. */
  column?: number
  row?: number
  /** Pieces: the move by coordinates, and for people. */
  uci?: string
  san?: string
  /** Hits after which something was played elsewhere before; of the first move that follows alone. */
  tenuki?: number
  /** Hits after which nothing more was played there. */
  ended: number
  /** What was played after it, where that was asked for. */
  moves?: DescribedNext[]
}

/** A year: games with the pattern, and all games of the kind. */
export interface DescribedYear {
  year: number
  games: number
  all: number
}

/** One place where a pattern stands. */
export interface DescribedHit {
  /** Moves played when it stands for the first time. */
  ply: number
  /** The rectangle of the board that shows it, from the top left of the board. */
  left: number
  top: number
  columns: number
  rows: number
  /** The symmetry that turned it (bit 0 left and right, bit 1 top and bottom, bit 2 columns and rows exchanged). */
  symmetry: number
  /** Whether black and white are exchanged. */
  exchanged: boolean
  /** The label of the move played next; absent when there is none. */
  next?: string
}

/** The moves of a tree, labelled. */
export function describeNext(
  game: Game,
  pattern: Pattern | undefined,
  next: readonly Continuation[],
  depth: number,
  isFirst = true,
): DescribedNext[] {
  return next.map((place, index) => ({
    label: labelOf(index),
    ...describeMove(game, pattern, place.move),
    ...describeCounts(game, place),
    ...(isFirst && { tenuki: place.tenuki }),
    ended: place.ended,
    ...(depth > 1 && { moves: describeNext(game, pattern, place.next, depth - 1, false) }),
  }))
}

/** The counts of a place of the tree. */
export function describeCounts(game: Game, place: Continuation): PatternCounts {
  const { hits, games, first, draws, second, firstYear, lastYear } = place
  const isWhiteFirst = !hasStones(game)
  return {
    hits,
    games,
    white: isWhiteFirst ? first : second,
    draws,
    black: isWhiteFirst ? second : first,
    ...(firstYear > 0 && { firstYear }),
    ...(lastYear > 0 && { lastYear }),
  }
}

function describeMove(
  game: Game,
  pattern: Pattern | undefined,
  move: number,
): Pick<DescribedNext, 'colour' | 'column' | 'row' | 'uci' | 'san'> {
  const colour = colourOfNext(game, move)
  const first = hasStones(game) ? 'black' : 'white'
  const second = hasStones(game) ? 'white' : 'black'
  const named = colour === 0 ? {} : ({ colour: colour === 1 ? first : second } as const)
  if (hasStones(game)) {
    const square = squareOfNext(move)
    const columns = pattern?.columns ?? 1
    return { ...named, column: square % columns, row: Math.floor(square / columns) }
  }
  return { ...named, ...describeManMove(game, move) }
}

/** Letters of promotions by their number in the code of a move. */
const PROMOTIONS = ['', 'N', 'B', 'R', 'Q', 'K']

function describeManMove(game: Game, move: number): { uci: string; san: string } {
  const code = move & 0xffff
  if (code === PASS_CODE) return { uci: '0000', san: '--' }
  const rules = rulesOf(game)
  const start = rules.start()
  const [from, to] = game === 'chess' ? [code & 63, (code >> 6) & 63] : [code & 127, code >> 7]
  const letter = (MEN[game][(move >> 16) - 1] ?? '').toUpperCase()
  const promotion = game === 'chess' ? PROMOTIONS[code >> 12]! : ''
  const squares = rules.formatSquare(start, from) + rules.formatSquare(start, to)
  const text = `${rules.formatSquare(start, from)}-${rules.formatSquare(start, to)}`
  if (letter === 'K' && game === 'chess') {
    const castled = castling(from, to)
    if (castled) return { uci: squares, san: castled }
  }
  return {
    uci: squares + promotion.toLowerCase(),
    san: `${letter === 'P' ? '' : letter}${text}${promotion && `=${promotion}`}`,
  }
}

/** Castling is the king taking its own rook, from its own square. */
function castling(from: number, to: number): string | undefined {
  if (from !== 4 && from !== 60) return undefined
  if (to === from + 3) return 'O-O'
  return to === from - 4 ? 'O-O-O' : undefined
}

/** The years of games with a pattern, in order. */
export function describeYears(years: YearProfile, all: YearProfile): DescribedYear[] {
  return [...all]
    .map(([year, count]) => ({ year, games: years.get(year) ?? 0, all: count }))
    .toSorted((one, other) => one.year - other.year)
}

/** One hit. @param columns columns of the board of its game */
export function describeHit(
  pattern: Pattern | undefined,
  hits: HitArrays,
  row: number,
  columns: number,
  next: string | undefined,
): DescribedHit {
  const orientation = hits.orientations[row]!
  const place = hits.places[row]!
  const isTurned = (orientation & 4) !== 0
  const [width, height] = pattern ? [pattern.columns, pattern.rows] : [0, 0]
  return {
    ply: hits.plies[row]!,
    left: place % columns,
    top: Math.floor(place / columns),
    columns: isTurned ? height : width,
    rows: isTurned ? width : height,
    symmetry: orientation & 7,
    exchanged: (orientation & EXCHANGED) !== 0,
    ...(next !== undefined && { next }),
  }
}
