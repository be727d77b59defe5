/** A position being set up: the piece on every square, and everything else in a position. */
import { PositionError } from '../../../../src/issues/errors.ts'
import type { Colour } from '../../../../src/model/move.ts'
import { USUAL_SIZE, type Game } from '../../../../src/model/record.ts'
import { chess, positionFault, rulesOf, type PositionFault } from '../../../../src/rules/index.ts'

export interface SetUp {
  game: Game
  columns: number
  rows: number
  /** The letter of the piece on every square, `1` or `2` for stones and discs, '' for none, {@link ANYTHING}. */
  pieces: readonly string[]
  turn: Colour
  /** The castling field of X-FEN, only in chess: letters, of which the file of a rook is one in Chess960, or `-`. */
  castling: string
}

/** On a square of a pattern: any piece or none. */
export const ANYTHING = '?'

/** The pieces of each game, those of colour 1 first. */
export const PIECES: Readonly<Record<Game, readonly string[]>> = {
  chess: [...'KQRBNPkqrbnp'],
  xiangqi: [...'KABNRCPkabnrcp'],
  go: ['1', '2'],
  othello: ['1', '2'],
}

export type Size = Pick<SetUp, 'columns' | 'rows'>

/** An empty board, colour 1 to move. */
export function emptySetUp(game: Game, size: Size = USUAL_SIZE[game]): SetUp {
  const { columns, rows } = size
  return { game, columns, rows, pieces: new Array<string>(columns * rows).fill(''), turn: 1, castling: '-' }
}

/** The initial position of a game. */
export function startSetUp(game: Game, size: Size = USUAL_SIZE[game]): SetUp {
  const rules = rulesOf(game)
  return setUpOf(game, rules.format(rules.start({ size })), size)
}

/** Reads position text. Throws PositionError. */
export function setUpOf(game: Game, text: string, size?: Size): SetUp {
  const rules = rulesOf(game)
  const position = rules.parse(text, size ? { size } : {})
  const { columns, rows, turn } = position
  const pieces = Array.from({ length: columns * rows }, (_, square) => position.pieceAt(square))
  const castling = game === 'chess' ? rules.format(position).split(' ')[2]! : '-'
  return { game, columns, rows, pieces, turn, castling }
}

/** Writes position text in the form of the rules: a castling right needs king and rook in place. Throws PositionError. */
export function positionText(setUp: SetUp): string {
  const { game, columns, rows, turn, castling } = setUp
  const rules = rulesOf(game)
  const size = { columns, rows }
  return rules.format(rules.parse(rawText(setUp, turn, castling), { size }))
}

function rawText(setUp: SetUp, turn: Colour, castling: string): string {
  const side = turn === 1 ? 'w' : 'b'
  switch (setUp.game) {
    case 'chess':
      return `${rowsText(setUp)} ${side} ${castling} - 0 1`
    case 'xiangqi':
      return `${rowsText(setUp)} ${side} - - 0 1`
    case 'go':
      return `${rowsText(setUp)} ${turn === 1 ? 'b' : 'w'}`
    case 'othello':
      return `${setUp.pieces.map((piece) => '-XO'[Number(piece)]).join('')} ${turn === 1 ? 'X' : 'O'}`
  }
}

/** The rights to castle: king side and queen side, of White and of Black. */
export const CASTLING_RIGHTS = ['K', 'Q', 'k', 'q'] as const
export type CastlingRight = (typeof CASTLING_RIGHTS)[number]

const TO_WHITE = { k: 'K', q: 'Q' } as const

/** The letters of the castling field by the rights they give: the file of a rook names the side of the king it is on. */
export function castlingLetters({ pieces, castling }: SetUp): Partial<Record<CastlingRight, string>> {
  const letters: Partial<Record<CastlingRight, string>> = {}
  for (const letter of castling.replace('-', '')) {
    const isWhite = letter === letter.toUpperCase()
    const file = 'abcdefgh'.indexOf(letter.toLowerCase())
    const isKingSide = file < 0 ? letter.toLowerCase() === 'k' : file > pieces.indexOf(isWhite ? 'K' : 'k') % 8
    const right = isKingSide ? 'k' : 'q'
    letters[isWhite ? TO_WHITE[right] : right] = letter
  }
  return letters
}

/** Adds a castling right, with the outermost rook, or removes it. */
export function toggleCastling(setUp: SetUp, right: CastlingRight): SetUp {
  const letters = castlingLetters(setUp)
  letters[right] = letters[right] ? '' : right
  return { ...setUp, castling: CASTLING_RIGHTS.map((one) => letters[one] ?? '').join('') || '-' }
}

/** Whether a chess position has castling rights that only exist in Chess960. */
export function isChess960(text: string): boolean {
  return chess.parse(text).isChess960
}

/** A pattern for position search: rows from the top, `?` for open squares. */
export function patternText(setUp: SetUp): string {
  return rowsText(setUp, digitsOf)
}

/** Rows from the top of the board, empty squares counted. */
function rowsText({ game, columns, rows, pieces }: SetUp, countOf: (squares: number) => string = String): string {
  const isUpward = game === 'chess' || game === 'xiangqi'
  const lines = Array.from({ length: rows }, (_, line) => {
    const from = (isUpward ? rows - 1 - line : line) * columns
    return pieces
      .slice(from, from + columns)
      .map((piece) => (piece === '' ? ' ' : piece === '1' ? 'X' : piece === '2' ? 'O' : piece))
      .join('')
      .replaceAll(/ +/g, (run) => countOf(run.length))
  })
  return lines.join('/')
}

/** A number of empty squares as a sum of digits, since patterns read every digit separately. */
function digitsOf(count: number): string {
  return '9'.repeat(Math.floor(count / 9)) + (count % 9 === 0 ? '' : String(count % 9))
}

/** Whether a text is a position of a game. */
export function isPositionText(game: Game, text: string, size?: Size): boolean {
  try {
    setUpOf(game, text, size)
    return true
  } catch (error) {
    if (error instanceof PositionError) return false
    throw error
  }
}

/** Why no game can reach the position; undefined if one can, and if it is not a position. */
export function setUpFault(setUp: SetUp): PositionFault | undefined {
  try {
    return positionFault(rulesOf(setUp.game).parse(positionText(setUp)))
  } catch (error) {
    if (error instanceof PositionError) return undefined
    throw error
  }
}
