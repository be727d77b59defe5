/**
 * Encodes the tree of a game as it is stored: every move, then the variations that replace it, then what follows it.
 * A move that is not legal is left out with all that follows it. docs/formats/scid.md, Moves.
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
import { isLegalMove, parseFen, START_FEN, type ChessPosition } from '../../../rules/chess/index.ts'
import {
  CASTLE_LONG,
  CASTLE_SHORT,
  CLOSE,
  COMMENT,
  DOUBLE_STEP,
  END,
  GLYPH,
  KING_STEPS,
  KNIGHT_STEPS,
  NULL_MOVE,
  OPEN,
  PAWN_STEPS,
  PROMOTIONS,
  QUEEN_TARGET,
} from '../move-codes.ts'
import { PieceLists } from '../piece-lists.ts'
import { SearchFieldCounter, type SearchFields } from '../search-fields.ts'

/** What is written on a node beside its move. */
export interface NodeNotes {
  glyphs: readonly number[]
  /** Text of the comment; '' for none. */
  comment: string
}

/** Tells what is written on nodes. */
export interface NotesOf {
  /** The notes after a move of a colour, those before the move that continues its line among them. */
  after(index: number, next: number | undefined, mover: Colour | undefined): NodeNotes
  /** The comment before the first move of a variation. */
  before(index: number): string
}

/** What became of a tree. */
export interface EncodedMoves {
  fields: SearchFields
  /** Texts of comments in the order of their marks. */
  comments: string[]
  glyphs: number
  variations: number
  written: number
  /** The first node that could not be written; 0 for none. */
  firstUnwritten: number
}

/** A move whose variations are being written. */
interface Level {
  main: number
  /** Its continuations that can be written. */
  next: readonly number[]
  /** The variations still to come. */
  others: number[]
  before: Uint8Array
  after: Uint8Array
  ply: number
}

/** The links of a tree that is a line, which needs none. */
const NO_CHILDREN = children([])
const NONE: readonly number[] = []

/** Kinds of pieces in `ChessPosition.board`, in the low three bits. */
const PAWN = 1
const KNIGHT = 2
const BISHOP = 3
const ROOK = 4
const KING = 6

/** One encoder serves any number of games in turn. */
export class MoveEncoder {
  private readonly pieces = new PieceLists()
  private readonly counter = new SearchFieldCounter()
  private readonly usual = parseFen(START_FEN)
  private readonly scratch = parseFen(START_FEN)

  /** The usual start, in a position that is used again for the next game. */
  initialPosition(): ChessPosition {
    this.scratch.assign(this.usual)
    return this.scratch
  }

  /** Whether the moves of games from a position can be stored. */
  accepts(position: ChessPosition): boolean {
    return this.pieces.start(position, position === this.scratch)
  }

  /** Writes the moves of a game, with the marks of its notes. The position must be one that it {@link accepts}. */
  encode(nodes: readonly MoveNode[], position: ChessPosition, notes: NotesOf, out: ByteWriter): EncodedMoves {
    const { pieces, counter } = this
    const isUsual = position === this.scratch
    pieces.start(position, isUsual)
    counter.start(isUsual)
    const result = { comments: [] as string[], glyphs: 0, variations: 0, written: 0, firstUnwritten: 0 }

    const isLine = nodes.every(({ parent }, index) => parent === index - 1)
    const { first, next } = isLine ? NO_CHILDREN : children(nodes)
    /** The continuations of a node that can be written. */
    const writable = (parent: number): readonly number[] => {
      if (isLine) {
        if (parent + 1 === nodes.length) return NONE
        if (isMoveOf(position, nodes[parent + 1]!.move)) return [parent + 1]
        result.firstUnwritten ||= parent + 1
        return NONE
      }
      const found: number[] = []
      for (let child = first[parent]!; child >= 0; child = next[child]!) {
        if (isMoveOf(position, nodes[child]!.move)) found.push(child)
        else if (result.firstUnwritten === 0) result.firstUnwritten = child
      }
      return found
    }
    const writeNotes = ({ glyphs, comment }: NodeNotes) => {
      for (const glyph of glyphs) out.u8(GLYPH).u8(glyph)
      result.glyphs += glyphs.length
      if (comment !== '') out.u8(COMMENT)
      if (comment !== '') result.comments.push(comment)
    }
    /** Writes a move and plays it; returns its continuations. */
    const writeNode = (index: number): readonly number[] => {
      const mover = position.turn
      this.writeMove(plain(nodes[index]!.move!), position, out)
      result.written++
      const continuations = writable(index)
      writeNotes(notes.after(index, continuations[0], mover))
      return continuations
    }
    const open = (level: Level): number => {
      while (position.ply > level.ply) position.undo()
      pieces.state.set(level.before)
      const index = level.others.shift()!
      out.u8(OPEN)
      result.variations++
      writeNotes({ glyphs: [], comment: notes.before(index) })
      return index
    }

    const levels: Level[] = []
    let fields: SearchFields | undefined
    let moves = writable(0)
    writeNotes(notes.after(0, moves[0], undefined))
    for (;;) {
      const main = moves[0]
      if (main === undefined) {
        const level = levels.at(-1)
        if (!level) break
        out.u8(CLOSE)
        if (level.others.length > 0) {
          moves = writeNode(open(level))
          continue
        }
        levels.pop()
        while (position.ply > level.ply) position.undo()
        position.play(plain(nodes[level.main]!.move!))
        pieces.state.set(level.after)
        moves = level.next
        continue
      }
      if (levels.length === 0) counter.add(nodes[main]!.move!)
      if (moves.length === 1) {
        moves = writeNode(main)
        continue
      }
      const others = moves.slice(1)
      const before = pieces.state.slice()
      const { ply } = position
      const continuations = writeNode(main)
      const level: Level = { main, next: continuations, others, before, after: pieces.state.slice(), ply }
      levels.push(level)
      moves = writeNode(open(level))
    }
    fields = counter.finish(position)
    out.u8(END)
    return { ...result, fields }
  }

  /** Writes a legal move and plays it. */
  private writeMove(move: Move, position: ChessPosition, out: ByteWriter): void {
    if (isPass(move)) {
      out.u8(NULL_MOVE)
    } else {
      const number = this.pieces.numberOf(position.turn, moveFrom(move))
      this.writePiece(move, number, position, out)
      this.pieces.follow(position, move, number)
    }
    position.play(move)
  }

  private writePiece(move: Move, number: number, { board, turn }: ChessPosition, out: ByteWriter): void {
    const from = moveFrom(move)
    const to = moveTo(move)
    const [file, toFile, toRank] = [from & 7, to & 7, to >> 3]
    const straight = toRank === from >> 3 ? toFile : toRank + 8
    const put = (code: number) => out.u8((number << 4) | code)
    switch (board[from]! & 7) {
      case KING:
        if (board[to] === ((turn << 3) | ROOK)) out.u8(to > from ? CASTLE_SHORT : CASTLE_LONG)
        else out.u8(KING_STEPS.indexOf((to - from) as 1))
        break
      case PAWN: {
        const step = turn === 1 ? to - from : from - to
        const promotion = PROMOTIONS.indexOf(movePromotion(move) as 0)
        put(step === 16 ? DOUBLE_STEP : promotion * 3 + PAWN_STEPS.indexOf(step as 7))
        break
      }
      case KNIGHT:
        put(KNIGHT_STEPS.indexOf((to - from) as 6))
        break
      case BISHOP:
        put(to - from === 9 * (toFile - file) ? toFile : toFile + 8)
        break
      case ROOK:
        put(straight)
        break
      default:
        if (toFile === file || toRank === from >> 3) put(straight)
        else {
          put(file)
          out.u8(to + QUEEN_TARGET)
        }
    }
  }
}

/** A move without the name of its colour, as positions play it. */
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
