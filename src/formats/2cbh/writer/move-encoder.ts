/**
 * Encodes the tree of a game as words, the inverse of moves/decoder.ts and moves/free-moves.ts. Every move is checked
 * before it is played; one that is not legal is left out with all that follows it.
 */
import type { ByteWriter } from '../../../bytes/writer.ts'
import {
  isPass,
  isPlacement,
  moveColour,
  moveFrom,
  movePromotion,
  moveTo,
  type Colour,
  type Move,
} from '../../../model/move.ts'
import { children, type MoveNode } from '../../../model/tree.ts'
import { chess960Start, isLegalMove, parseFen, START_FEN, type ChessPosition } from '../../../rules/chess/index.ts'
import { turnSquare } from '../../chessbase/moves/codes.ts'
import { TAG } from '../frames.ts'
import { FIRST_CASTLING, FIRST_CHESS960_CASTLING, meaningOf, WORD, wordOf } from '../moves/words.ts'

const PAWN = 1

/** What became of the nodes of a tree. */
export interface EncodedMoves {
  /** The nodes that are written, in their order, the root first; parents are indexes in this list. */
  nodes: MoveNode[]
  /** How many are not, and the first of them by its index in the record; 0 for none. */
  unwritten: number
  firstUnwritten: number
}

/** One encoder serves any number of games in turn. */
export class MoveEncoder {
  private readonly usual = parseFen(START_FEN)
  private readonly scratch = parseFen(START_FEN)

  /** The usual start, in a position that is used again for the next game. */
  initialPosition(): ChessPosition {
    this.scratch.assign(this.usual)
    return this.scratch
  }

  /**
   * Writes the section of moves. The position is played on and left somewhere.
   * @param tag of the record, which says whose rules they follow
   * @param chess960 number of the start position, when it is one of Chess960
   */
  encode(
    nodes: readonly MoveNode[],
    position: ChessPosition,
    tag: number,
    chess960: number | undefined,
    out: ByteWriter,
  ): EncodedMoves {
    out.u16le(WORD.moves)
    const { first, next } = children(nodes)
    const isFree = tag === TAG.free
    const castling = tag === TAG.chess960 ? firstCastling(position, chess960) : FIRST_CASTLING
    const written: MoveNode[] = [nodes[0]!]
    /** The place of each node among those written, -1 for the others. */
    const places = new Int32Array(nodes.length).fill(-1)
    places[0] = 0
    const plies = new Int32Array(nodes.length)
    const words = new Int32Array(nodes.length).fill(-1)
    let unwritten = 0
    let firstUnwritten = 0
    /** Finds the words of the moves from a node, on which the position stands; returns whether there are any. */
    const open = (node: number): boolean => {
      let any = false
      for (let child = first[node]!; child >= 0; child = next[child]!) {
        words[child] = isFree ? freeWord(nodes[child]!.move) : moveWord(position, nodes[child]!.move, castling)
        any ||= words[child]! >= 0
      }
      return any
    }
    if (!open(0)) out.u16le(WORD.end)
    for (let index = 1; index < nodes.length; index++) {
      const node = nodes[index]!
      if (words[index]! < 0) {
        unwritten++
        firstUnwritten ||= index
        continue
      }
      while (position.ply > plies[node.parent]!) position.undo()
      out.u16le(words[index]!)
      let sibling = next[index]!
      while (sibling >= 0 && words[sibling]! < 0) sibling = next[sibling]!
      if (sibling >= 0) out.u16le(WORD.fork)
      position.play(plain(node.move!))
      plies[index] = position.ply
      places[index] = written.push({ ...node, parent: places[node.parent]! }) - 1
      if (!open(index)) out.u16le(WORD.end)
    }
    return { nodes: written, unwritten, firstUnwritten }
  }
}

/** A move without the name of its colour, as positions play it. */
function plain(move: Move): Move {
  return move & ~(3 << 27)
}

/** The word of a move by its squares, on a position that no rules know; -1 for one that has none. */
function freeWord(move: Move | undefined): number {
  if (move === undefined || isPlacement(move) || movePromotion(move) !== 0) return -1
  if (isPass(move)) return WORD.pass
  const [from, to] = [moveFrom(move), moveTo(move)]
  return from > 63 || to > 63 ? -1 : turnSquare(from) | (turnSquare(to) << 6)
}

/** The word of a legal move; -1 for any other. */
function moveWord(position: ChessPosition, given: Move | undefined, castling: number): number {
  if (given === undefined || isPlacement(given)) return -1
  const named = moveColour(given)
  if (named !== 0 && named !== position.turn) return -1
  if (isPass(given)) return WORD.pass
  const move = plain(given)
  if (!isLegalMove(position, move)) return -1
  const [from, to] = [moveFrom(move), moveTo(move)]
  const piece = position.board[from]!
  const target = position.board[to]!
  const colour = position.turn
  if (from === position.kings[colour] && target !== 0 && target >> 3 === colour) {
    return castling + 2 * (colour - 1) + (to > from ? 1 : 0)
  }
  const kind = piece & 7
  const isEnPassant = kind === PAWN && target === 0 && (from & 7) !== (to & 7)
  const captured = isEnPassant ? PAWN : target & 7
  // Promotions count knight, bishop, rook, queen from 1; kinds of pieces have the pawn before them.
  const promoted = movePromotion(move) === 0 ? 0 : movePromotion(move) + 1
  return wordOf(meaningOf(colour, kind, from, to, captured, promoted, isEnPassant)) ?? -1
}

/**
 * The first of the four words of castling in a game of Chess960. For a set-up, of which no number is known, they are
 * those of the first start with king and rooks on the same files.
 */
function firstCastling(position: ChessPosition, number: number | undefined): number {
  return FIRST_CHESS960_CASTLING + 4 * (number ?? similarStart(position))
}

function similarStart(position: ChessPosition): number {
  const king = ([1, 2] as Colour[]).map((colour) => position.kings[colour]!).find((square) => square < 64)
  const rooks = position.castling.rooks.filter((square) => square < 64).map((square) => square & 7)
  for (let number = 0; number < 960; number++) {
    const row = chess960Start(number).slice(0, 8)
    if (row[(king ?? 4) & 7] === 'k' && rooks.every((file) => row[file] === 'r')) return number
  }
  return 518
}
