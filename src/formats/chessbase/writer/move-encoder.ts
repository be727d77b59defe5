/**
 * Encodes the tree of a game as it is stored: depth first, the main line
 * before its variations. Every move is checked before it is played; an illegal one is omitted with everything that
 * follows it. docs/formats/chessbase.md, Compact moves and Simple moves.
 */
import { ByteWriter } from '../../../bytes/writer.ts'
import {
  isPass,
  isPlacement,
  makeMove,
  moveColour,
  moveFrom,
  movePromotion,
  moveTo,
  type Move,
} from '../../../model/move.ts'
import { children } from '../../../model/tree.ts'
import { isLegalMove, KING_SIDE, QUEEN_SIDE } from '../../../rules/chess/index.ts'
import type { CastlingSide, ChessPosition } from '../../../rules/chess/index.ts'
import {
  CASTLE_LONG_CODE,
  CASTLE_SHORT_CODE,
  END_CODE,
  FORK_CODE,
  NO_SLOT,
  NULL_CODE,
  SLOT_OF_CODE,
  SLOTS,
  TARGETS,
  turnSquare,
  TWO_BYTES_CODE,
} from '../moves/codes.ts'
import { MODES, QUOTATION_MODE, type Mode } from '../moves/modes.ts'
import { inverse } from '../moves/permutations.ts'
import { PieceNumbers, PIECES_STATE_SIZE } from '../moves/pieces.ts'
import { USUAL_PIECES, USUAL_START } from '../moves/usual-start.ts'

/** The moves of a node; also for the nodes of a quoted game. */
interface MoveNode {
  parent: number
  move?: Move
}

/** The code of a step, at `colour - 1 << 11 | slot << 6 | rows << 3 | columns`, both counted around the edge. */
const CODE_OF_STEP = new Uint8Array(2 << 11)
for (let code = 255; code > 0; code--) {
  const slot = SLOT_OF_CODE[code]!
  if (slot === NO_SLOT) continue
  // From a1, the target square of a step is the step itself.
  for (const colour of [0, 1])
    CODE_OF_STEP[(colour << 11) | (slot << 6) | TARGETS[(colour << 14) | (code << 6)]!] = code
}

/** Promotion bits of two-byte moves by promotion code: none, knight, bishop, rook, queen. */
const PROMOTION_BITS = [0, 3, 2, 1, 0] as const

/** Flags of the simple encoder. */
const WORD_END = 0x4000
const WORD_FORK = 0x8000

const NOT_WRITTEN = -1

/** The result for the nodes of a tree. */
export interface EncodedMoves {
  /** For every node the index of its move in stored order, -1 for the root and for nodes that are not written. */
  positions: Int32Array
  written: number
  /** Moves of the main line. */
  mainPlies: number
  /** The first node that could not be written; 0 for none. */
  firstUnwritten: number
}

/** One encoder can be used for any number of games, one after another. */
export class MoveEncoder {
  private readonly pieces = new PieceNumbers()
  private readonly scratch = USUAL_START.clone()
  private readonly inverses = new Map<Mode, Uint8Array>()
  private states = new Uint8Array(8 * PIECES_STATE_SIZE)

  /** The usual start, in a position that is used again for the next game. */
  initialPosition(): ChessPosition {
    this.scratch.assign(USUAL_START)
    return this.scratch
  }

  /** Writes the moves of a game in mode 0, or 10 for Chess960. */
  encode(nodes: readonly MoveNode[], position: ChessPosition, isChess960: boolean, out: ByteWriter): EncodedMoves {
    return this.write(nodes, position, MODES[isChess960 ? 10 : 0]!, out)
  }

  /** Writes the moves of a quoted game. */
  encodeQuotation(nodes: readonly MoveNode[], position: ChessPosition, out: ByteWriter): EncodedMoves {
    return this.write(nodes, position, QUOTATION_MODE, out)
  }

  private write(nodes: readonly MoveNode[], position: ChessPosition, mode: Mode, out: ByteWriter): EncodedMoves {
    if (position === this.scratch) this.pieces.state.set(USUAL_PIECES.state)
    else this.pieces.start(position, false)
    const bytes = new ByteEncoder(this.inverse(mode), mode.modifier === 'before', out)
    const isLine = nodes.every(({ parent }, index) => parent === index - 1)
    return isLine ? this.writeLine(nodes, position, mode, bytes) : this.writeTree(nodes, position, mode, bytes)
  }

  private writeLine(nodes: readonly MoveNode[], position: ChessPosition, mode: Mode, bytes: ByteEncoder): EncodedMoves {
    const positions = new Int32Array(nodes.length).fill(NOT_WRITTEN)
    let index = 1
    for (; index < nodes.length && isMoveOf(position, nodes[index]!.move); index++) {
      this.writeMove(plain(nodes[index]!.move!), position, mode, bytes, false)
      positions[index] = index - 1
    }
    endLine(mode, bytes)
    const written = index - 1
    return { positions, written, mainPlies: written, firstUnwritten: index < nodes.length ? index : 0 }
  }

  private writeTree(nodes: readonly MoveNode[], position: ChessPosition, mode: Mode, bytes: ByteEncoder): EncodedMoves {
    const { first, next } = children(nodes)
    const positions = new Int32Array(nodes.length).fill(NOT_WRITTEN)
    const isWritable = new Uint8Array(nodes.length)
    const forkPlies: number[] = []
    const result: EncodedMoves = { positions, written: 0, mainPlies: 0, firstUnwritten: 0 }

    /** Marks the legal moves among the children of the current node; returns whether there are any. */
    const openNode = (index: number): boolean => {
      let any = false
      for (let child = first[index]!; child >= 0; child = next[child]!) {
        if (isMoveOf(position, nodes[child]!.move)) {
          isWritable[child] = 1
          any = true
        } else if (result.firstUnwritten === 0) result.firstUnwritten = child
      }
      return any
    }
    const goBack = (): void => {
      const ply = forkPlies.pop()
      if (ply === undefined) return
      while (position.ply > ply) position.undo()
      const state = forkPlies.length * PIECES_STATE_SIZE
      this.pieces.state.set(this.states.subarray(state, state + PIECES_STATE_SIZE))
    }

    let hasBranched = false
    if (!openNode(0)) endLine(mode, bytes)
    for (let index = 1; index < nodes.length; index++) {
      if (isWritable[index] === 0) continue
      const hasSibling = isFollowed(index, next, isWritable)
      if (hasSibling) {
        this.saveState(forkPlies.length)
        forkPlies.push(position.ply)
      }
      this.writeMove(plain(nodes[index]!.move!), position, mode, bytes, hasSibling)
      positions[index] = result.written++
      if (!hasBranched) result.mainPlies++
      if (!openNode(index)) {
        hasBranched = true
        endLine(mode, bytes)
        goBack()
      }
    }
    return result
  }

  /** Writes a move, marked if a variation to it follows, and plays it. */
  private writeMove(move: Move, position: ChessPosition, mode: Mode, bytes: ByteEncoder, isForked: boolean): void {
    if (mode.encoder === 'compact') {
      if (isForked) bytes.code(FORK_CODE)
      this.writeCompact(move, position, mode, bytes)
      if (!isPass(move)) this.pieces.follow(position, move)
    } else {
      bytes.word(simpleWord(position, move) | (isForked ? WORD_FORK : 0), true)
    }
    position.play(move)
  }

  private writeCompact(move: Move, position: ChessPosition, { isChess960 }: Mode, bytes: ByteEncoder): void {
    if (isPass(move)) {
      bytes.moveCode(NULL_CODE)
      return
    }
    const from = moveFrom(move)
    const to = moveTo(move)
    const castlingSide = sideOfCastling(position, from, to)
    if (castlingSide !== undefined) {
      const isShort = castlingSide === KING_SIDE
      if (!isChess960) bytes.moveCode(isShort ? CASTLE_SHORT_CODE : CASTLE_LONG_CODE)
      else {
        // Castling of Chess960 names the square on which the king ends, twice.
        const target = turnSquare((from & 56) + (isShort ? 6 : 2))
        bytes.moveWord(target | (target << 6))
      }
      return
    }
    const number = this.pieces.on[from]!
    if (number === NO_SLOT || movePromotion(move) !== 0) {
      bytes.moveWord(wordOf(move))
      return
    }
    const columns = ((to & 7) - (from & 7)) & 7
    const rows = ((to >> 3) - (from >> 3)) & 7
    bytes.moveCode(CODE_OF_STEP[((position.turn - 1) << 11) | ((number % SLOTS) << 6) | (rows << 3) | columns]!)
  }

  private saveState(fork: number): void {
    const start = fork * PIECES_STATE_SIZE
    if (start === this.states.length) {
      const states = new Uint8Array(this.states.length * 2)
      states.set(this.states)
      this.states = states
    }
    this.states.set(this.pieces.state, start)
  }

  private inverse(mode: Mode): Uint8Array {
    let table = this.inverses.get(mode)
    if (!table) {
      table = inverse(mode.table)
      this.inverses.set(mode, table)
    }
    return table
  }
}

/** Maps codes through the table of a mode, with the number of moves so far. */
class ByteEncoder {
  private readonly table: Uint8Array
  private readonly isBefore: boolean
  private readonly out: ByteWriter
  private count = 0

  constructor(table: Uint8Array, isBefore: boolean, out: ByteWriter) {
    this.table = table
    this.isBefore = isBefore
    this.out = out
  }

  code(code: number): void {
    this.out.u8(this.isBefore ? this.table[code]! + this.count : this.table[(code + this.count) & 0xff]!)
  }

  moveCode(code: number): void {
    this.code(code)
    this.count++
  }

  /** A two-byte move after its code. */
  moveWord(word: number): void {
    this.code(TWO_BYTES_CODE)
    this.word(word, true)
  }

  word(word: number, isMove: boolean): void {
    this.code(word >> 8)
    this.code(word & 0xff)
    if (isMove) this.count++
  }
}

/** Ends a line of moves. */
function endLine({ encoder }: Mode, bytes: ByteEncoder): void {
  if (encoder === 'compact') bytes.code(END_CODE)
  else bytes.word(WORD_END, false)
}

/** A move without its colour, as positions play it. */
function plain(move: Move): Move {
  return move & ~(3 << 27)
}

/** Whether a node's move can be played on a position. */
function isMoveOf(position: ChessPosition, move: Move | undefined): boolean {
  if (move === undefined || isPlacement(move)) return false
  const colour = moveColour(move)
  if (colour !== 0 && colour !== position.turn) return false
  return isPass(move) || isLegalMove(position, plain(move))
}

/** Whether a writable variation to a move follows it. */
function isFollowed(index: number, next: Int32Array, isWritable: Uint8Array): boolean {
  for (let sibling = next[index]!; sibling >= 0; sibling = next[sibling]!) if (isWritable[sibling] === 1) return true
  return false
}

/** The side to which a legal move castles; undefined for any other move. */
function sideOfCastling(position: ChessPosition, from: number, to: number): CastlingSide | undefined {
  const target = position.board[to]!
  if (from !== position.kings[position.turn] || target === 0 || target >> 3 !== position.turn) return undefined
  return to > from ? KING_SIDE : QUEEN_SIDE
}

/** The word of a move in the simple encoder, where castling is a move of the king to the square on which it ends. */
function simpleWord(position: ChessPosition, move: Move): number {
  const from = moveFrom(move)
  const side = isPass(move) ? undefined : sideOfCastling(position, from, moveTo(move))
  return side === undefined ? wordOf(move) : wordOf(makeMove(from, (from & 56) + (side === KING_SIDE ? 6 : 2)))
}

/** The word of a move by its squares. */
function wordOf(move: Move): number {
  if (isPass(move)) return 0
  return (
    turnSquare(moveFrom(move)) | (turnSquare(moveTo(move)) << 6) | ((PROMOTION_BITS[movePromotion(move)] ?? 0) << 12)
  )
}
