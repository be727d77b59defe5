/**
 * Xiangqi in PGN, as XQBase specifies it: `[Game "Chinese Chess"]`, the
 * players Red and Black, moves in Chinese, WXF or ICCS notation as the tag Format says.
 */
import type { XiangqiPosition } from '../../../rules/xiangqi/index.ts'
import { xiangqi } from '../../../rules/xiangqi/index.ts'
import { chooseReading, VIETNAMESE_MOVE } from '../../xiangqi/move-reading.ts'
import { nameSquares, NO_MOVE, type Dialect } from './dialect.ts'
import { makeTagFields } from '../tags/tag-fields.ts'

const COLOURS = ['Red', 'Black'] as const

/** Values of the tag Format by notation. Chinese is meant when there is no tag. */
const FORMAT_TAGS: Readonly<Record<string, string>> = { wxf: 'WXF', vietnamese: 'Vietnamese', iccs: 'ICCS' }

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
  notations: ['chinese', 'chinese-traditional', 'wxf', 'vietnamese', 'iccs'],
  usualNotation: (encoding) => (encoding === 'big5' ? 'chinese-traditional' : 'chinese'),
  squares: nameSquares(9, 10, 0),
  hasDigitMoves: true,
  gameTagNames: ['Game', 'Variant', 'Red', 'FEN', 'Format'],
  claims: (tags, firstWord) => {
    if (isXiangqi(tags.get('Game')) || isXiangqi(tags.get('Variant')) || tags.has('Red')) return true
    const fen = tags.get('FEN')
    if (fen !== undefined) return TEN_RANKS.test(fen)
    return !tags.has('White') && beginsXiangqi(firstWord())
  },
  readMove: (position, bytes, start, end) => {
    const text = utf8.decode(bytes.subarray(start, end))
    return xiangqi.readMove(position as XiangqiPosition, text) ?? NO_MOVE
  },
  adapt: (tags, movetext, position) => {
    const format = tags.get('Format')
    if (format !== undefined && /^(?:chinese|wxf)$/i.test(format)) return undefined
    const words = mainLineWords(movetext())
    if (!words.some((word) => /[a-i][0-9]/i.test(word) || VIETNAMESE_MOVE.test(word))) return undefined
    const read = chooseReading(words, position as XiangqiPosition)
    return {
      ...xiangqiDialect,
      readMove: (at, bytes, start, end) =>
        read(at as XiangqiPosition, utf8.decode(bytes.subarray(start, end))) ?? NO_MOVE,
    }
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
    return name === 'Format' && /^(chinese|wxf|vietnamese|iccs)$/i.test(value)
  },
}

/** A position of ten ranks. */
const TEN_RANKS = /^\s*(?:[^/\s]+\/){9}[^/\s]+/

const WXF_MOVE = /^[KAEBHNRCP][1-9+=-][+=.-][1-9]$/i
const COORDINATES = /^[a-i](?:10|[0-9])-?[a-i](?:10|[0-9])$/i

/** First moves of chess in coordinates, which those of xiangqi are not. */
const CHESS_START = /^([a-h])2-?\1[34]$|^b1-?[ac]3$|^g1-?[fh]3$/i

/** Whether the first word of a game without tags is a move of xiangqi: Chinese, WXF, or squares that chess cannot begin with. */
function beginsXiangqi(word: string): boolean {
  if (/^[\u4e00-\u9fff]/.test(word) || WXF_MOVE.test(word)) return true
  if (!COORDINATES.test(word) || CHESS_START.test(word)) return false
  return chooseReading([word], xiangqi.start())(xiangqi.start(), word) !== undefined
}

/** What stands beside the moves of a main line: comments, variations, numbers, glyphs. */
const BESIDE = /\{[^}]*\}|;[^\n]*|\$[0-9]+|(?<![A-Za-z0-9])[0-9]+\s*\.+|(?<![A-Za-z0-9])[01]-[01]|1\/2|\*/g

/** The words of a main line that may be moves. */
function mainLineWords(movetext: string): string[] {
  let text = movetext.replaceAll(BESIDE, ' ')
  for (let length = -1; length !== text.length;) {
    length = text.length
    text = text.replaceAll(/\([^()]*\)/g, ' ')
  }
  return text.split(/\s+/).flatMap((word) => word.replace(/[!?+#]+$/, '') || [])
}

function isXiangqi(value: string | undefined): boolean {
  return value !== undefined && XIANGQI_NAMES.has(value.toLowerCase().replaceAll(/[\s_-]+/g, ''))
}
