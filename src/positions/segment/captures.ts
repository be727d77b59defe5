/**
 * What leaves the board in the games of a segment of chess or xiangqi: enough to know the material after every move
 * without following the moves.
 *
 * ```text
 * u32 checksum of all that follows
 * u32 for every game number where its list ends, in numbers of 16 bits from the first
 * u16 for every capture or promotion: man | promotion << 4 | ply << 5, or 0
 * ```
 *
 * The man (main-line.ts) is the one captured, or the one that a pawn of its colour becomes; the ply is that of the
 * move, from 1, 2047 at the most. From a 0 on
 * a list does not say: the game began elsewhere, or moved as none does.
 */
import { Checksum } from '../../bytes/checksum.ts'
import { FormatError } from '../../issues/errors.ts'

const CHECKSUM_SIZE = 4
const END_SIZE = 4

/** The greatest ply, which all later moves have too, and where plies begin. */
export const LAST_PLY = 2047
export const PLY_SHIFT = 5

/** Bit of what a pawn becomes. */
export const PROMOTION_BIT = 16
/** Bits of the man. */
export const CAPTURED_MASK = 15
/** From here on a list does not say what it should. */
export const UNKNOWN_CAPTURES = 0

/** Numbers that are gathered before they become bytes: all of a million games are 40 MB, and are never copied as a whole. */
const PIECE = 1 << 16

/** Gathers the lists of a segment, game by game. */
export class CapturesWriter {
  private readonly pieces: Uint8Array[] = []
  private readonly words = new Uint16Array(PIECE)
  private waiting = 0
  private length = 0
  private readonly ends: Uint32Array

  /** @param games numbers of games of the segment */
  constructor(games: number) {
    this.ends = new Uint32Array(games)
  }

  /** Adds what is captured, or what a pawn becomes. */
  add(man: number, ply: number, isPromotion = false): void {
    if (this.waiting === PIECE) this.endPiece()
    this.words[this.waiting++] = man | (isPromotion ? PROMOTION_BIT : 0) | (Math.min(ply, LAST_PLY) << PLY_SHIFT)
    this.length++
  }

  /** Ends the list of a game. @param index its number, from that of the first game */
  endGame(index: number): void {
    this.ends[index] = this.length
  }

  /** All lists as they are stored, in pieces. */
  finish(): Uint8Array[] {
    this.endPiece()
    const head = new Uint8Array(CHECKSUM_SIZE + this.ends.length * END_SIZE)
    const view = new DataView(head.buffer)
    for (let game = 0; game < this.ends.length; game++) {
      view.setUint32(CHECKSUM_SIZE + game * END_SIZE, this.ends[game]!, true)
    }
    const checksum = new Checksum().add(head.subarray(CHECKSUM_SIZE))
    for (const piece of this.pieces) checksum.add(piece)
    view.setUint32(0, checksum.value, true)
    return [head, ...this.pieces]
  }

  private endPiece(): void {
    const piece = new Uint8Array(this.waiting * 2)
    const view = new DataView(piece.buffer)
    for (let index = 0; index < this.waiting; index++) view.setUint16(2 * index, this.words[index]!, true)
    this.pieces.push(piece)
    this.waiting = 0
  }
}

/** The lists of all games: where each ends, and the numbers of all. */
export interface Captures {
  ends: Uint32Array
  words: Uint16Array
}

/** Reads the lists. Throws FormatError when they are damaged. */
export function readCaptures(bytes: Uint8Array, games: number, place: { file: string; offset: number }): Captures {
  const head = CHECKSUM_SIZE + games * END_SIZE
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < head || (bytes.length - head) % 2 !== 0) throw new FormatError('index/damaged', {}, place)
  if (view.getUint32(0, true) !== new Checksum().add(bytes.subarray(CHECKSUM_SIZE)).value) {
    throw new FormatError('index/checksum', {}, place)
  }
  const ends = new Uint32Array(games)
  const words = new Uint16Array((bytes.length - head) / 2)
  let before = 0
  for (let game = 0; game < games; game++) {
    const end = view.getUint32(CHECKSUM_SIZE + game * END_SIZE, true)
    if (end < before || end > words.length) throw new FormatError('index/damaged', {}, place)
    ends[game] = before = end
  }
  for (let at = 0; at < words.length; at++) words[at] = view.getUint16(head + at * 2, true)
  return { ends, words }
}
