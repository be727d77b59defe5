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
import { Checksum } from '../bytes/checksum.ts'
import { FormatError } from '../issues/errors.ts'

const CHECKSUM_SIZE = 4
const END_SIZE = 4
const LAST_PLY = 2047

/** Bit of what a pawn becomes. */
export const PROMOTION_BIT = 16
/** Bits of the man. */
export const CAPTURED_MASK = 15
/** From here on a list does not say what it should. */
export const UNKNOWN_CAPTURES = 0

/** Gathers the lists of a segment, game by game. */
export class CapturesWriter {
  private words = new Uint16Array(1 << 10)
  private length = 0
  private readonly ends: Uint32Array

  /** @param games numbers of games of the segment */
  constructor(games: number) {
    this.ends = new Uint32Array(games)
  }

  /** Adds what is captured, or what a pawn becomes. */
  add(man: number, ply: number, isPromotion = false): void {
    if (this.length === this.words.length) {
      const larger = new Uint16Array(this.length * 2)
      larger.set(this.words)
      this.words = larger
    }
    this.words[this.length++] = man | (isPromotion ? PROMOTION_BIT : 0) | (Math.min(ply, LAST_PLY) << 5)
  }

  /** Ends the list of a game. @param index its number, from that of the first game */
  endGame(index: number): void {
    this.ends[index] = this.length
  }

  /** All lists as they are stored. */
  finish(): Uint8Array {
    const bytes = new Uint8Array(CHECKSUM_SIZE + this.ends.length * END_SIZE + this.length * 2)
    const view = new DataView(bytes.buffer)
    let at = CHECKSUM_SIZE
    for (const end of this.ends) {
      view.setUint32(at, end, true)
      at += END_SIZE
    }
    for (let index = 0; index < this.length; index++, at += 2) view.setUint16(at, this.words[index]!, true)
    view.setUint32(0, new Checksum().add(bytes.subarray(CHECKSUM_SIZE)).value, true)
    return bytes
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
