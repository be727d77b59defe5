/** The header of a game, 14 bytes: docs/formats/cbf.md, Headers. */
import { HEADER_SIZE, unmaskHeader } from './masks.ts'

/** Bytes of the board of a set-up. */
export const BOARD_SIZE = 33

/** A year that is not known. */
const NO_YEAR = 127

export interface StoredHeader {
  year: number | undefined
  /** 0 Black won, 1 draw, 2 White won; anything else is a line. */
  result: number
  moves: number
  players: number
  source: number
  annotations: number
  elos: [white: number, black: number]
  /** Opening as a number from 1, A00; 0 for none. */
  eco: number
  /** What a set-up says besides its board. */
  setup?: { turn: 'w' | 'b'; castling: string; enPassantFile: number }
  /** Full moves of the main line, roughly. */
  moveCount: number
  /** Whether one of the two checksums that programs write is right. */
  hasChecksum: boolean
  /** Bits of unknown use. */
  unknown: number
  /** Bytes of the record, all parts together. */
  size: number
}

/** Bits of the castling rights, with their letters in FEN. */
const RIGHTS = [
  [1 << 3, 'K'],
  [1 << 2, 'Q'],
  [1 << 5, 'k'],
  [1 << 4, 'q'],
] as const

/** Reads a header from its masked bytes; undefined when they are too few. */
export function readHeader(masked: Uint8Array): StoredHeader | undefined {
  if (masked.length < HEADER_SIZE) return undefined
  const bytes = unmaskHeader(masked.subarray(0, HEADER_SIZE))
  const year = (bytes[0]! << 24) >> 24
  const hasSetup = (bytes[10]! & 1) !== 0
  const header: StoredHeader = {
    year: year === NO_YEAR ? undefined : 1900 + year,
    result: bytes[1]!,
    moves: (bytes[2]! << 8) | bytes[3]!,
    players: bytes[4]! & 63,
    source: bytes[5]! & 63,
    annotations: Math.max(0, ((bytes[6]! << 8) | bytes[7]!) - 1),
    elos: [elo(bytes[8]!), elo(bytes[9]!)],
    eco: hasSetup ? 0 : ((bytes[10]! >> 1) & 31) | ((bytes[4]! & 0xc0) >> 1) | ((bytes[5]! & 0xc0) << 1),
    moveCount: bytes[12]!,
    hasChecksum: checksums(bytes).includes(bytes[13]!),
    unknown: (bytes[10]! & 0xc0) | (bytes[11]! >> 4),
    size: 0,
  }
  if (hasSetup) {
    header.setup = {
      turn: (bytes[10]! & 2) === 0 ? 'w' : 'b',
      castling: RIGHTS.map(([bit, letter]) => ((bytes[10]! & bit) === 0 ? '' : letter)).join(''),
      enPassantFile: bytes[11]! & 15,
    }
  }
  header.size =
    HEADER_SIZE + header.players + header.source + header.moves + header.annotations + (hasSetup ? BOARD_SIZE : 0)
  return header
}

function elo(byte: number): number {
  return byte === 0 ? 0 : 1600 + 5 * byte
}

/** The checksums that different programs write, of a header without its masks. */
function checksums(bytes: Uint8Array): number[] {
  return [
    (bytes[0]! * 0x25 + bytes[5]! + bytes[9]!) & 0xff,
    Math.imul(Math.imul(bytes[3]!, 0x1ec1), Math.imul(bytes[8]! + 1, bytes[0]!)) & 0xff,
  ]
}

/** An opening as `B90`; undefined for none and for numbers beyond E99. */
export function openingOf(eco: number): string | undefined {
  if (eco < 1 || eco > 500) return undefined
  return 'ABCDE'[Math.floor((eco - 1) / 100)]! + String((eco - 1) % 100).padStart(2, '0')
}
