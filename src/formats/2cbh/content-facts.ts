/** What the header of a game says of its content, computed from the content: docs/formats/2cbh.md, Flags. */
import { mainLine, type MoveNode } from '../../model/tree.ts'
import type { ChessPosition } from '../../rules/chess/index.ts'
import { ANNOTATION } from '../chessbase/annotations/items.ts'
import { contentFlags, FLAG } from '../chessbase/flags.ts'
import { COMMENT_HEAD } from './annotations/attach.ts'
import type { AnnotationItem } from './annotations/items.ts'
import { TAG } from './frames.ts'

/** Flags of which it is certain when they are set. */
export const CHECKED_FLAGS =
  FLAG.start |
  FLAG.variations |
  FLAG.text |
  FLAG.symbols |
  FLAG.squares |
  FLAG.arrows |
  FLAG.timeSpent |
  FLAG.training |
  FLAG.quotation |
  FLAG.pawnStructure |
  FLAG.critical

/** All magnitudes but that of the variations, which ChessBase does not keep up to date. */
export const CHECKED_MAGNITUDES = 0xfffc

/** Bytes of a comment in classic databases before its text, as {@link contentFlags} counts them. */
const CLASSIC_COMMENT_HEAD = 2

/** What a header says of the content of its game. */
export interface GameFacts {
  flags: number
  magnitudes: number
  moveCount: number
  material: [greater: number, lesser: number]
}

/**
 * Computes the facts of a game.
 * @param tag of its record in `.2cbg`
 * @param final the position at the end of the main line
 */
export function gameFacts(
  tag: number,
  nodes: readonly MoveNode[],
  fen: string | undefined,
  final: ChessPosition,
  items: readonly Pick<AnnotationItem, 'type' | 'data'>[],
): GameFacts {
  const isUnorthodox = tag === TAG.chess960 || tag === TAG.free
  const { flags, magnitudes } = contentFlags(nodes, fen, isUnorthodox, items.map(asClassic))
  const plies = mainLine(nodes).length
  const isBlackFirst = fen?.split(' ')[1] === 'b'
  const moveCount = plies === 0 ? 0 : Math.ceil((plies + (isBlackFirst ? 1 : 0)) / 2)
  const sides = [material(final, 1), material(final, 2)] as const
  return { flags, magnitudes, moveCount, material: [Math.max(...sides), Math.min(...sides)] }
}

function asClassic({ type, data }: Pick<AnnotationItem, 'type' | 'data'>) {
  const isText = type === ANNOTATION.text || type === ANNOTATION.textBefore
  return { type, data: isText ? data.subarray(COMMENT_HEAD - CLASSIC_COMMENT_HEAD) : data }
}

/** Where the pieces of a side are counted: rooks, bishops, knights, queens in three bits each, pawns in four. */
const SHIFTS: Readonly<Record<string, number>> = { R: 0, B: 3, N: 6, Q: 9, P: 12 }

function material(position: ChessPosition, colour: 1 | 2): number {
  let sum = 0
  for (const [letter, shift] of Object.entries(SHIFTS)) {
    const wanted = colour === 1 ? letter : letter.toLowerCase()
    let count = 0
    for (let square = 0; square < 64; square++) if (position.pieceAt(square) === wanted) count++
    sum |= Math.min(count, letter === 'P' ? 15 : 7) << shift
  }
  return sum
}
