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

/** Characters that are looked at. */
const HEAD_SIZE = 1 << 13

/** How certain a text is of this kind, 0 to 1. */
export function looksLikeText(whole: string): number {
  const text = whole.slice(0, HEAD_SIZE)
  if (MARKS.some((marks) => marks.every((mark) => mark.test(text)))) return 0.95
  if (PGN_TAG.test(text)) return 0
  if (LIST.test(text)) return 0.9
  if (RUN.test(text)) return 0.7
  return LINES.test(text) ? 0.6 : 0
}
