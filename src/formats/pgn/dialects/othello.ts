/**
 * Othello in PGN, as in collections of tournament games and on PlayOK: the
 * players Black and White, the discs of both as the result (`[Result "36-28"]`),
 * moves as squares in either case, passes omitted or written `--`. XBoard (Alien edition) writes its variant `reversi` as
 * chess: a FEN with pawns for discs, drops (`P@f4`), ranks from the bottom.
 */
import { isOthelloPass, othello, recordedPass, type OthelloPosition } from '../../../rules/othello/index.ts'
import { makePlacement, type Move } from '../../../model/move.ts'
import { nameSquares, NO_MOVE, type Dialect } from './dialect.ts'
import { parseResult } from '../tags/results.ts'
import type { TagField } from '../tags/tag-field.ts'
import { makeTagFields } from '../tags/tag-fields.ts'

const COLOURS = ['Black', 'White'] as const

const SIDE = 8

/** The four first moves, as the last bits of their letters and digits. */
const FIRST_MOVES: ReadonlySet<string> = new Set(['f5', 'e6', 'd3', 'c4'])

/** The site of games that Edax writes, without a word about the game and with `1-0` as a result (game.c, `game_export_pgn`). */
export const EDAX = 'edax'

/** First moves that no game of chess begins with. */
const NO_CHESS = /^(?:[C-F][3-6]|f5|e6)$/

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
  gameTagNames: ['Game', 'Variant', 'FEN', 'Site'],
  claims: (tags, firstWord) => {
    if (isOthello(tags.get('Game')) || isOthello(tags.get('Variant'))) return true
    // A set-up without the name of the game is chess.
    if (tags.has('FEN')) return false
    const word = firstWord()
    if (!FIRST_MOVES.has(word.toLowerCase())) return false
    if (NO_CHESS.test(word) || tags.get('Site') === EDAX) return true
    return parseResult(tags.get('Result') ?? '')?.score !== undefined
  },
  readMove: (position, bytes, start, end) => {
    const board = position as OthelloPosition
    const column = (bytes[start]! | 0x20) - 0x61
    const row = bytes[start + 1]! - 0x31
    if (end - start === 2 && column >= 0 && column < SIDE && row >= 0 && row < SIDE) {
      const square = row * SIDE + column
      return board.flips(square, board.turn) ? makePlacement(square) : NO_MOVE
    }
    if (end - start === DROP && bytes[start + 1] === AT) return readDrop(board, bytes, start)
    if (board.passing === undefined || end - start > 4) return NO_MOVE
    return isOthelloPass(String.fromCharCode(...bytes.subarray(start, end))) ? recordedPass(board) : NO_MOVE
  },
  variantOf: (tags) => {
    const text = tags.get('Variant')
    return text === undefined || text === '' || isOthello(text) ? undefined : text
  },
  variantTag: (variant) => variant,
  leadTags: [['Game', 'Othello']],
  readSetup: (fen) => (FEN_OF_PAWNS.test(fen) ? positionOfPawns(fen) : fen),
  setupTags: (position) => [
    ['SetUp', '1'],
    ['FEN', position],
  ],
  notationTags: () => [],
  isGameTag: (name, value) => (name === 'Game' || name === 'Variant') && isOthello(value),
}

/** Eight ranks with pawns for discs, and the side to move. */
const FEN_OF_PAWNS = /^[Pp1-8]+(?:\/[Pp1-8]+){7} [wb](?: |$)/

/** A white disc is `P`, a black one `p`, and the eighth rank is the first row. */
function positionOfPawns(fen: string): string {
  const [ranks, turn] = fen.split(' ')
  const board = ranks!
    .replaceAll(/[1-8]/g, (empty) => '-'.repeat(Number(empty)))
    .replaceAll('p', 'X')
    .replaceAll('P', 'O')
    .replaceAll('/', '')
  return `${board} ${turn === 'b' ? 'X' : 'O'}`
}

/** The length of a drop, and its second character. */
const DROP = 4
const AT = 0x40

/** `P@d6`, the rank counted from the bottom; `@@@@` is XBoard's null move. */
function readDrop(board: OthelloPosition, bytes: Uint8Array, start: number): Move {
  if ((bytes[start]! | 0x20) !== 0x70) {
    return bytes[start] === AT && board.passing !== undefined ? recordedPass(board) : NO_MOVE
  }
  const column = (bytes[start + 2]! | 0x20) - 0x61
  const rank = bytes[start + 3]! - 0x30
  if (column < 0 || column >= SIDE || rank < 1 || rank > SIDE) return NO_MOVE
  const square = (SIDE - rank) * SIDE + column
  return board.flips(square, board.turn) ? makePlacement(square) : NO_MOVE
}

function isOthello(value: string | undefined): boolean {
  return value !== undefined && /^(?:othello|reversi)$/i.test(value.trim())
}
