/**
 * The flags and magnitudes of a game's header, computed from what the game
 * holds: docs/formats/chessbase.md, Flags.
 */
import { mainLine, type MoveNode } from '../../model/tree.ts'
import { ANNOTATION } from './annotations/items.ts'

/** Flags by meaning. */
export const FLAG = {
  start: 1 << 0,
  variations: 1 << 1,
  text: 1 << 2,
  symbols: 1 << 3,
  squares: 1 << 4,
  arrows: 1 << 5,
  timeSpent: 1 << 7,
  type8: 1 << 8,
  training: 1 << 9,
  sound: 1 << 16,
  picture: 1 << 17,
  video: 1 << 18,
  quotation: 1 << 19,
  pawnStructure: 1 << 20,
  piecePath: 1 << 21,
  whiteClock: 1 << 22,
  blackClock: 1 << 23,
  critical: 1 << 24,
  correspondence: 1 << 25,
  media: 1 << 26,
  unorthodox: 1 << 27,
  webLink: 1 << 28,
} as const

/** The flag that each type of annotation sets. */
const FLAG_OF_TYPE: Readonly<Record<number, number>> = {
  [ANNOTATION.text]: FLAG.text,
  [ANNOTATION.textBefore]: FLAG.text,
  [ANNOTATION.symbols]: FLAG.symbols,
  [ANNOTATION.squares]: FLAG.squares,
  [ANNOTATION.arrows]: FLAG.arrows,
  [ANNOTATION.timeSpent]: FLAG.timeSpent,
  [ANNOTATION.type8]: FLAG.type8,
  [ANNOTATION.training]: FLAG.training,
  [ANNOTATION.sound]: FLAG.sound,
  [ANNOTATION.picture]: FLAG.picture,
  [ANNOTATION.video]: FLAG.video,
  [ANNOTATION.quotation]: FLAG.quotation,
  [ANNOTATION.pawnStructure]: FLAG.pawnStructure,
  [ANNOTATION.piecePath]: FLAG.piecePath,
  [ANNOTATION.whiteClock]: FLAG.whiteClock,
  [ANNOTATION.blackClock]: FLAG.blackClock,
  [ANNOTATION.critical]: FLAG.critical,
  [ANNOTATION.correspondenceMove]: FLAG.correspondence,
  [ANNOTATION.correspondenceHeader]: FLAG.correspondence,
  [ANNOTATION.media]: FLAG.media,
  [ANNOTATION.webLink]: FLAG.webLink,
}

/** Flags for which it is not certain when they are set. */
export const UNCERTAIN_FLAGS = FLAG.correspondence | FLAG.media

/** Flags whose meaning is known. */
export const KNOWN_FLAGS = Object.values(FLAG).reduce((all, flag) => all | flag, 0)

/** The magnitudes: which flag each qualifies, which bits it takes, and from what number on the bit is set. */
export const MAGNITUDES = [
  { flag: FLAG.symbols, bit: 1 << 3, type: ANNOTATION.symbols, from: 10 },
  { flag: FLAG.squares, bit: 1 << 4, type: ANNOTATION.squares, from: 10 },
  { flag: FLAG.arrows, bit: 1 << 5, type: ANNOTATION.arrows, from: 6 },
  { flag: FLAG.timeSpent, bit: 1 << 7, type: ANNOTATION.timeSpent, from: 10 },
  { flag: FLAG.training, bit: 1 << 9, type: ANNOTATION.training, from: 6 },
] as const

const VARIATION_BITS = 3
const MUCH_TEXT_BIT = 1 << 2
/** Total bytes of text from which on it counts as much text. */
const MUCH_TEXT = 201

/** The upper limit of each magnitude in plies of variations; above the last it is 3. */
const VARIATION_STEPS = [50, 300, 1000] as const

/** The longest main line that fits the count in a header. */
const MAX_MOVE_COUNT = 255

/** What a header says about the contents of its game. */
export interface ContentFlags {
  flags: number
  magnitudes: number
  moveCount: number
}

/** Computes flags, magnitudes and the number of moves. */
export function contentFlags(
  nodes: readonly MoveNode[],
  fen: string | undefined,
  isChess960: boolean,
  items: readonly { type: number; data: Uint8Array }[],
): ContentFlags {
  let flags = (fen === undefined ? 0 : FLAG.start) | (isChess960 ? FLAG.unorthodox : 0)
  let magnitudes = 0
  const mainPlies = mainLine(nodes).length
  const variationPlies = nodes.length - 1 - mainPlies
  if (variationPlies > 0) {
    flags |= FLAG.variations
    const step = VARIATION_STEPS.findIndex((limit) => variationPlies <= limit)
    magnitudes |= step < 0 ? VARIATION_STEPS.length : step
  }
  const counts = new Map<number, number>()
  let textBytes = 0
  for (const { type, data } of items) {
    flags |= FLAG_OF_TYPE[type] ?? 0
    counts.set(type, (counts.get(type) ?? 0) + 1)
    if (type === ANNOTATION.text || type === ANNOTATION.textBefore) textBytes += Math.max(0, data.length - 2)
  }
  if (textBytes >= MUCH_TEXT) magnitudes |= MUCH_TEXT_BIT
  for (const { bit, type, from } of MAGNITUDES) if ((counts.get(type) ?? 0) >= from) magnitudes |= bit
  const isBlackFirst = fen?.split(' ')[1] === 'b'
  const moveCount = Math.min(MAX_MOVE_COUNT, Math.ceil((mainPlies + (isBlackFirst ? 1 : 0)) / 2))
  return { flags: flags >>> 0, magnitudes, moveCount }
}

/** The bits of the magnitudes that are meaningful with the given flags. */
export function meaningfulMagnitudes(flags: number): number {
  let mask = 0
  if ((flags & FLAG.variations) !== 0) mask |= VARIATION_BITS
  if ((flags & FLAG.text) !== 0) mask |= MUCH_TEXT_BIT
  for (const { flag, bit } of MAGNITUDES) if ((flags & flag) !== 0) mask |= bit
  return mask
}
