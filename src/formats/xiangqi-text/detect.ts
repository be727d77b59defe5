/** Tells texts with xiangqi games from other texts: docs/formats/xiangqi-text.md. */

const PIECE = '帅帥将將仕士相象马馬傌车車俥炮砲包兵卒'
const ORDER = '前中后後'
const NUMBER = '一二三四五六七八九1-9１-９'

/** A move in Chinese: always four characters. */
export const CHINESE_MOVE = `(?:[${PIECE}][${NUMBER}]|[${ORDER}${NUMBER}][${PIECE}]|[${ORDER}][${NUMBER}])[进進退平上下][${NUMBER}]`

/** The placement of a FEN, and the side behind it. */
export const FEN =
  /(?:[rnbakcphe1-9]{1,9}\/){9}[rnbakcphe1-9]{1,9}(?:\s+[wbr](?![a-z]))?(?:\s+[-–]){0,2}(?:\s+[0-9]+){0,2}/i

/** What says of a text what it is; of each list everything must be there. */
const MARKS: readonly (readonly RegExp[])[] = [
  [/^\[FEN_INDEX\s/m],
  [/^[ \t]*FORMAT[ \t]+(?:WXF|ICCS|LALG|SALG)\b/im, /^[ \t]*START[ \t]*\{/im],
  [/<param\s+name\s*=\s*"?MoveList"?/i],
  [/棋谱由\s*XQStudio/i],
  [/^-{10,}[ \t]*$/m, new RegExp(`^\\s*1\\s*[.．、]\\s*${CHINESE_MOVE}`, 'm')],
  [/^[ \t]*START[ \t]*\{/im, /\b[a-z][1-9][.+=-][1-9]/i],
  [/中\s{0,3}国\s{0,3}象\s{0,3}棋\s{0,3}对\s{0,3}局\s{0,3}记\s{0,3}录/],
  [/^(?:标题|標題)[ \t]*[:：]/m, /^[红紅][ \t　]*方[ \t]*[:：]/m, new RegExp(CHINESE_MOVE)],
]

const PGN_TAG = /^[ \t]*\[[A-Za-z]+\s+"/m

/** A position, and a move right behind it. */
const LIST = new RegExp(`^\\s*${FEN.source}\\s*,?\\s*(?:${CHINESE_MOVE}|[a-i][0-9]-?[a-i][0-9])`, 'i')

/** Moves without anything between them. */
const RUN = new RegExp(`1[.．、]\\s*(?:${CHINESE_MOVE}){2}`)

/** Lines with a move each. */
const LINES = new RegExp(`^(?:\\s*${CHINESE_MOVE}[ \\t]*\\r?\\n){4}`)

/** The lines of a list of positions, a FEN each and nothing else; undefined for another text. */
export function positionsOf(text: string): string[] | undefined {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const isList = lines.length > 0 && lines.every((line) => FEN_LINE.test(line))
  return isList ? lines.map((line) => line.trim().replace(/^fen\s+/i, '')) : undefined
}

const FEN_LINE =
  /^\s*(?:fen\s+)?(?:[rnbakcphe1-9]{1,9}\/){9}[rnbakcphe1-9]{1,9}(?:\s+[wbr])?(?:\s+[-–]){0,2}(?:\s+[0-9]+){0,2}\s*$/i

/** What may stand in a list of moves beside them. */
const NUMBERS =
  /(?<![A-Za-z])[0-9]+\s*\.+|1-0|0-1|1\/2-1\/2|\*|^\s*FORMAT\s+\w+|^\s*position\s+(?:startpos|fen\s.*?)\s+moves/gim

/** Moves that a list has at least. */
const LEAST_MOVES = 3

const IN_WXF = /^[KAEBHNRCP+=-][1-9+=-][+=.-][1-9]$/i
const IN_VIETNAMESE = /^(?:tg|[xpmtsbc])[1-9tgs][./-][1-9]$/i
const IN_COORDINATES = /^[a-i](?:10|[0-9])-?[a-i](?:10|[0-9])$/i

/** First moves of chess in coordinates. */
const CHESS_START = /^([a-h])2-?\1[34]$|^b1-?[ac]3$|^g1-?[fh]3$/i

/** Whether a text is moves of xiangqi alone: in WXF, ICCS, UCCI, UCI or Vietnamese. */
function isListOfMoves(text: string): boolean {
  const words = text.replaceAll(NUMBERS, ' ').trim().split(/\s+/)
  if (words.length < LEAST_MOVES || words.length > 1000) return false
  if (words.every((word) => IN_WXF.test(word) || IN_VIETNAMESE.test(word))) return true
  return words.every((word) => IN_COORDINATES.test(word)) && !CHESS_START.test(words[0]!)
}

/** Characters that are looked at. */
const HEAD_SIZE = 1 << 13

/** How certain a text is of this kind, 0 to 1. */
export function looksLikeText(whole: string): number {
  const text = whole.slice(0, HEAD_SIZE)
  if (MARKS.some((marks) => marks.every((mark) => mark.test(text)))) return 0.95
  if (PGN_TAG.test(text)) return 0
  if (LIST.test(text)) return 0.9
  if (positionsOf(text)) return 0.9
  if (isListOfMoves(text)) return 0.8
  if (RUN.test(text)) return 0.7
  return LINES.test(text) ? 0.6 : 0
}
