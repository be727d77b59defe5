/** Structures of pawns of chess: how many are isolated, doubled or passed. */
import type { Colour } from '../../model/move.ts'

/** Kinds of pawns that can be counted; docs/patterns.md defines them. */
export const PAWN_KINDS = ['isolated', 'doubled', 'passed'] as const
/** A kind of pawns that can be counted. */
export type PawnKind = (typeof PAWN_KINDS)[number]

/** So many pawns of a kind and colour, at least and at most. */
export interface PawnCount {
  kind: PawnKind
  colour: Colour
  least: number
  most: number
}

const FILES = 8

/** The ranks on which each file has pawns, a bit each: eight files of White, then eight of Black. */
export type PawnFiles = Uint8Array

/** The pawns of a board. @param pawnAt the colour of the pawn on a square, a1 = 0, b1 = 1 ...; 0 for none */
export function readPawns(pawnAt: (square: number) => Colour | 0): PawnFiles {
  const files = new Uint8Array(2 * FILES)
  for (let square = 0; square < FILES * FILES; square++) {
    const colour = pawnAt(square)
    if (colour !== 0) files[(colour - 1) * FILES + (square & 7)]! |= 1 << (square >> 3)
  }
  return files
}

/** Whether there are as many pawns of each kind as are wanted. */
export function arePawnsMet(wanted: readonly PawnCount[], pawns: PawnFiles): boolean {
  return wanted.every(({ kind, colour, least, most }) => {
    const count = countPawns(kind, colour, pawns)
    return count >= least && count <= most
  })
}

function countPawns(kind: PawnKind, colour: Colour, pawns: PawnFiles): number {
  const own = pawns.subarray((colour - 1) * FILES, colour * FILES)
  const others = pawns.subarray((2 - colour) * FILES, (3 - colour) * FILES)
  let count = 0
  for (let file = 0; file < FILES; file++) {
    const ranks = own[file]!
    if (kind === 'isolated') {
      if (((own[file - 1] ?? 0) | (own[file + 1] ?? 0)) === 0) count += bitsOf(ranks)
    } else if (kind === 'doubled') {
      count += Math.max(0, bitsOf(ranks) - 1)
    } else {
      const guards = (others[file - 1] ?? 0) | others[file]! | (others[file + 1] ?? 0)
      for (let rank = 0; rank < FILES; rank++) {
        if (((ranks >> rank) & 1) === 0) continue
        const ahead = colour === 1 ? guards >> (rank + 1) : guards & ((1 << rank) - 1)
        if (ahead === 0) count++
      }
    }
  }
  return count
}

function bitsOf(ranks: number): number {
  let count = 0
  for (let left = ranks; left !== 0; left &= left - 1) count++
  return count
}
