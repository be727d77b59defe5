/**
 * Othello in PGN, as in collections of tournament games and on PlayOK: the
 * players Black and White, the discs of both as the result (`[Result "36-28"]`),
 * moves as squares in either case, passes omitted or written `--`.
 */
import { isOthelloPass, othello, recordedPass, type OthelloPosition } from '../../rules/othello/index.ts'
import { makePlacement } from '../../model/move.ts'
import { DOT, ENDS_WORD, hasText, isDigit, isSpace, lineEnd, skipSpace, STAR } from './characters.ts'
import { nameSquares, NO_MOVE, type Dialect } from './dialect.ts'
import { parseResult } from './results.ts'
import type { TagField } from './tag-field.ts'
import { makeTagFields } from './tag-fields.ts'
import { isUsualResult } from './words.ts'

const COLOURS = ['Black', 'White'] as const

const SIDE = 8

/** The four first moves, as the last bits of their letters and digits. */
const FIRST_MOVES: ReadonlySet<string> = new Set(['f5', 'e6', 'd3', 'c4'])

/** First moves that no game of chess begins with. */
const NO_CHESS = /^(?:[C-F][3-6]|f5|e6)$/

/** What comes before a result on its line. */
const RESULT_TAG = '[Result "'

/** `[TheoreticalScore "33-31 (24)"]`: the score after perfect play from this many empty squares. */
const THEORETICAL_SCORE: TagField = {
  name: 'TheoreticalScore',
  read: (header, value) => {
    const parts = /^([0-9]{1,3})-([0-9]{1,3}) \(([0-9]{1,3})\)$/.exec(value)
    if (!parts || Number(parts[1]) + Number(parts[2]) !== SIDE * SIDE) return false
    header.perfectScore = { score: Number(parts[1]), emptySquares: Number(parts[3]) }
    return true
  },
  write: ({ perfectScore }) => {
    if (!perfectScore) return undefined
    const { score, emptySquares } = perfectScore
    return `${score}-${SIDE * SIDE - score} (${emptySquares})`
  },
}

export const othelloDialect: Dialect = {
  game: 'othello',
  rules: othello,
  colours: COLOURS,
  fields: makeTagFields(COLOURS, 'OpeningCode', {}, [THEORETICAL_SCORE]),
  notations: ['coordinate', 'capitals'],
  usualNotation: () => 'coordinate',
  squares: nameSquares(SIDE, SIDE, 1),
  hasDigitMoves: false,
  gameTagNames: ['Game', 'Variant', 'FEN'],
  claims: (tags, firstWord) => {
    if (isOthello(tags.get('Game')) || isOthello(tags.get('Variant'))) return true
    // A set-up without the name of the game is chess.
    if (tags.has('FEN')) return false
    const word = firstWord()
    if (!FIRST_MOVES.has(word.toLowerCase())) return false
    return NO_CHESS.test(word) || parseResult(tags.get('Result') ?? '')?.score !== undefined
  },
  readMove: (position, bytes, start, end) => {
    const board = position as OthelloPosition
    const column = (bytes[start]! | 0x20) - 0x61
    const row = bytes[start + 1]! - 0x31
    if (end - start === 2 && column >= 0 && column < SIDE && row >= 0 && row < SIDE) {
      const square = row * SIDE + column
      return board.flips(square, board.turn) ? makePlacement(square) : NO_MOVE
    }
    if (board.passing === undefined || end - start > 4) return NO_MOVE
    return isOthelloPass(String.fromCharCode(...bytes.subarray(start, end))) ? recordedPass(board) : NO_MOVE
  },
  variantOf: (tags) => {
    const text = tags.get('Variant')
    return text === undefined || text === '' || isOthello(text) ? undefined : text
  },
  variantTag: (variant) => variant,
  leadTags: [['Game', 'Othello']],
  setupTags: (position) => [
    ['SetUp', '1'],
    ['FEN', position],
  ],
  notationTags: () => [],
  isGameTag: (name, value) => (name === 'Game' || name === 'Variant') && isOthello(value),
}

function isOthello(value: string | undefined): boolean {
  return value !== undefined && /^(?:othello|reversi)$/i.test(value.trim())
}

/**
 * Whether a game without the name of another game in its tags may be Othello, so that all tags must be read: its movetext
 * begins with a possible first move, which none of chess is or which a count of discs as the result may prove.
 * @param start where its tags begin, one on each line
 * @param at where its movetext begins
 */
export function mayBeOthello(bytes: Uint8Array, start: number, at: number, end: number): boolean {
  let first = at
  while (first < end && (isDigit(bytes[first]!) || isSpace(bytes[first]!) || bytes[first] === DOT)) first++
  if (first + 2 > end || (first + 2 < end && ENDS_WORD[bytes[first + 2]!] === 0)) return false
  const word = String.fromCharCode(bytes[first]!, bytes[first + 1]!)
  if (!FIRST_MOVES.has(word.toLowerCase())) return false
  return NO_CHESS.test(word) || mayCountDiscs(bytes, start, at)
}

/** Whether a result in tags of one line each is none of the usual ones of chess. */
function mayCountDiscs(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = skipSpace(bytes, start, end); at < end; at = skipSpace(bytes, at, end)) {
    const value = at + RESULT_TAG.length
    const isResult = hasText(bytes, at, end, RESULT_TAG)
    at = lineEnd(bytes, at, end)
    if (isResult && !isUsualResult(bytes, value, at - 2) && bytes[value] !== STAR) return true
  }
  return false
}
