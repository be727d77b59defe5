/**
 * Xiangqi in PGN, as XQBase specifies it: `[Game "Chinese Chess"]`, the
 * players Red and Black, moves in Chinese, WXF or ICCS notation as the tag Format says.
 */
import type { XiangqiPosition } from '../../rules/xiangqi/index.ts'
import { xiangqi } from '../../rules/xiangqi/index.ts'
import { nameSquares, NO_MOVE, type Dialect } from './dialect.ts'
import { makeTagFields } from './tag-fields.ts'

const COLOURS = ['Red', 'Black'] as const

/** Values of the tag Format by notation. Chinese is meant when there is no tag. */
const FORMAT_TAGS: Readonly<Record<string, string>> = { wxf: 'WXF', iccs: 'ICCS' }

const PLAYER_TAGS = ['', 'Title', 'Elo', 'Rank', 'FideId', 'Country', 'Team', 'TeamCountry', 'TimeUsed']

/** Programs for many games write White for Red. */
const ALIASES = Object.fromEntries(PLAYER_TAGS.map((name) => [`White${name}`, `Red${name}`]))

const XIANGQI_NAMES = new Set(['chinesechess', 'xiangqi', '象棋', '中国象棋', '中國象棋'])

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

export const xiangqiDialect: Dialect = {
  game: 'xiangqi',
  rules: xiangqi,
  colours: COLOURS,
  fields: makeTagFields(COLOURS, 'ECCO', ALIASES),
  notations: ['chinese', 'chinese-traditional', 'wxf', 'iccs'],
  usualNotation: (encoding) => (encoding === 'big5' ? 'chinese-traditional' : 'chinese'),
  squares: nameSquares(9, 10, 0),
  hasDigitMoves: true,
  gameTagNames: ['Game', 'Variant', 'Red'],
  claims: (tags, firstWord) => {
    if (isXiangqi(tags.get('Game')) || isXiangqi(tags.get('Variant')) || tags.has('Red')) return true
    return !tags.has('White') && /^[\u4e00-\u9fff]/.test(firstWord())
  },
  readMove: (position, bytes, start, end) => {
    const text = utf8.decode(bytes.subarray(start, end))
    return xiangqi.readMove(position as XiangqiPosition, text) ?? NO_MOVE
  },
  variantOf: (tags) => {
    const text = tags.get('Variant')
    return text === undefined || text === '' || isXiangqi(text) ? undefined : text
  },
  variantTag: (variant) => variant,
  leadTags: [['Game', 'Chinese Chess']],
  setupTags: (fen) => [['FEN', fen]],
  notationTags: (notation) => (notation in FORMAT_TAGS ? [['Format', FORMAT_TAGS[notation]!]] : []),
  isGameTag: (name, value) => {
    if (name === 'Game' || name === 'Variant') return isXiangqi(value)
    return name === 'Format' && /^(chinese|wxf|iccs)$/i.test(value)
  },
}

function isXiangqi(value: string | undefined): boolean {
  return value !== undefined && XIANGQI_NAMES.has(value.toLowerCase().replaceAll(/[\s_-]+/g, ''))
}
