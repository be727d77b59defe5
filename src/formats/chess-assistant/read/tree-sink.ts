/** Builds the tree of a game: the variations of a move come before it in the record, and after it in the tree. */
import { toBase64 } from '../../../bytes/text.ts'
import type { Move } from '../../../model/move.ts'
import { toPreorder, type MoveNode } from '../../../model/tree.ts'
import { chess, type ChessPosition, type PlayedMoves } from '../../../rules/chess/index.ts'
import type { KeyedLine } from '../../../rules/keyed-line.ts'
import { addComment, addUnknownByte, afterKind, beforeKind, isBefore } from '../notes/comments.ts'
import type { GameSink } from '../moves/moves-decoder.ts'

interface Level {
  current: number
  /** The node reserved for the move that variations replace, -1 if none. */
  reserved: number
  /** What precedes the next move. */
  pending: { kind: number; content: Uint8Array }[]
  /** Whether a variation has begun but has no move yet: comments there belong to its first move. */
  isOpening: boolean
}

export class GameTreeSink implements GameSink {
  readonly wantsAll = true
  fen: string | undefined
  /** Places where variations replace a move that never comes: there the line ends in a node without a move. */
  lines = 0
  private readonly raw: MoveNode[] = [{ parent: -1 }]
  private hasVariations = false
  private level: Level = { current: 0, reserved: -1, pending: [], isOpening: false }
  private readonly levels: Level[] = []
  private readonly decode: (bytes: Uint8Array) => string
  private readonly line: KeyedLine | undefined
  private readonly notes: PlayedMoves | undefined

  /**
   * @param line receives the main line @param notes receives the moves, for legal games from the initial
   * position without variations
   */
  constructor(decode: (bytes: Uint8Array) => string, line?: KeyedLine, notes?: PlayedMoves) {
    this.decode = decode
    this.line = line
    this.notes = notes
  }

  start(position: ChessPosition, fen: string | undefined): void {
    this.fen = fen
    this.line?.begin(chess, position)
    if (fen === undefined) this.notes?.begin()
    else this.notes?.forget()
  }

  about(move: Move, position: ChessPosition, isLegal: boolean): void {
    if (isLegal) this.notes?.add(position, move, this.level.current)
    else this.notes?.forget()
  }

  move(move: Move, position: ChessPosition): void {
    const { level, raw } = this
    this.notes?.addCheck(position)
    if (this.levels.length === 0) this.line?.push(move, chess, position)
    this.enter({ move })
    if (level.pending.length > 0) this.flush(raw[level.current]!)
  }

  unread(codes: Uint8Array): void {
    this.enter({ unread: { base64: toBase64(codes) } })
  }

  /** Goes on to a node: the reserved one, or a new one. */
  private enter(content: Pick<MoveNode, 'move' | 'unread'>): void {
    const { level, raw } = this
    if (level.reserved < 0) level.current = raw.push({ parent: level.current, ...content }) - 1
    else {
      Object.assign(raw[level.reserved]!, content)
      level.current = level.reserved
      level.reserved = -1
      this.lines--
    }
    level.isOpening = false
  }

  open(replaces: 'next' | 'last'): void {
    const { level, raw } = this
    this.hasVariations = true
    this.notes?.forget()
    let from = level.current
    if (replaces === 'last') from = raw[from]!.parent
    else if (level.reserved < 0) {
      level.reserved = raw.push({ parent: level.current }) - 1
      this.lines++
    }
    this.levels.push(level)
    this.level = { current: from, reserved: -1, pending: [], isOpening: true }
  }

  close(): void {
    this.settle()
    this.level = this.levels.pop()!
  }

  comment(kind: number, content: Uint8Array): void {
    const { level } = this
    if (level.isOpening || isBefore(kind)) level.pending.push({ kind: beforeKind(kind), content })
    else addComment(this.raw[level.current]!, kind, content, this.decode)
  }

  unknownByte(byte: number): void {
    addUnknownByte(this.raw[this.level.current]!, byte)
  }

  /**
   * The tree in preorder. A node reserved for a move that never came stays if it keeps the variations beside it from
   * becoming the line.
   */
  finish(): MoveNode[] {
    this.settle()
    // A game without variations is already in order.
    if (!this.hasVariations) return this.raw
    return toPreorder(this.lines > 0 ? this.filled() : this.raw)
  }

  /** The nodes without unused reserved ones: a variation that begins with another variation becomes that one. */
  private filled(): MoveNode[] {
    const place = new Int32Array(this.raw.length)
    const kept: MoveNode[] = []
    const hasChildren = new Uint8Array(this.raw.length)
    const isFree = (node: MoveNode) => node.move === undefined && !node.unread
    /** How many children other than free ones each node has. */
    const filled = new Int32Array(this.raw.length)
    for (const node of this.raw) if (node.parent >= 0 && !isFree(node)) filled[node.parent]!++
    for (const [index, node] of this.raw.entries()) {
      const isFirst = index > 0 && hasChildren[node.parent] === 0
      if (index > 0) hasChildren[node.parent] = 1
      if (index > 0 && isFree(node) && (!isFirst || filled[node.parent] === 0)) continue
      if (index > 0) node.parent = place[node.parent]!
      place[index] = kept.push(node) - 1
    }
    return kept
  }

  /** Comments before a move that never comes go after the last move, or the one before the variation. */
  private settle(): void {
    const { current, isOpening, pending } = this.level
    if (isOpening || current > 0) for (const item of pending) item.kind = afterKind(item.kind)
    this.flush(this.raw[current]!)
  }

  private flush(node: MoveNode): void {
    for (const { kind, content } of this.level.pending) addComment(node, kind, content, this.decode)
    this.level.pending = []
  }
}
