/** Chess in PGN, including Chess960 in all its spellings. */
import { chess, playSanBytes, readSanBytes, type ChessPosition } from '../../../rules/chess/index.ts'
import { nameSquares, type Dialect } from './dialect.ts'
import { makeTagFields } from '../tags/tag-fields.ts'

const COLOURS = ['White', 'Black'] as const

const START = chess.start()

const CHESS960 = 'chess960'

/** Names of Chess960 with everything but letters and digits removed. */
const CHESS960_NAMES = new Set([
  'chess960',
  '960',
  'fischerandom',
  'fischerrandom',
  'fischerandomchess',
  'fischerrandomchess',
  'chess9lx',
  'frc',
  'freestyle',
  'freestylechess',
  'wildfr',
])

/** Names of chess without a variant. */
const USUAL_NAMES = new Set(['', 'standard', 'normal', 'chess', 'classical', 'regular', 'fromposition', 'unknown'])

/** A castling field with file letters, which only Chess960 has. */
const SHREDDER_CASTLING = /^\S+ [wb] [A-Ha-h]+ /

export const chessDialect: Dialect = {
  game: 'chess',
  rules: chess,
  colours: COLOURS,
  fields: makeTagFields(COLOURS, 'ECO'),
  notations: ['san', 'uci', 'lan'],
  usualNotation: () => 'san',
  squares: nameSquares(8, 8, 1),
  hasDigitMoves: false,
  gameTagNames: ['Variant', 'FEN'],
  claims: () => true,
  restart: (position) => (position as ChessPosition).assign(START),
  readMove: (position, bytes, start, end) => readSanBytes(position as ChessPosition, bytes, start, end),
  quick: {
    name: 'san',
    playMove: (position, move, isLegal, into, at) => playSanBytes(position as ChessPosition, move, isLegal, into, at),
  },
  variantOf: (tags) => {
    const text = tags.get('Variant') ?? ''
    const name = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')
    if (CHESS960_NAMES.has(name)) return CHESS960
    if (!USUAL_NAMES.has(name)) return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
    return SHREDDER_CASTLING.test(tags.get('FEN') ?? '') ? CHESS960 : undefined
  },
  variantTag: (variant) => (variant === CHESS960 ? 'Chess960' : variant),
  leadTags: [],
  setupTags: (fen) => [
    ['SetUp', '1'],
    ['FEN', fen],
  ],
  notationTags: () => [],
  isGameTag: () => false,
}
