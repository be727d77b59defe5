/**
 * Writes a tree as movetext: every move, then the variations that replace it,
 * each in parentheses, then what follows it. Open variations are on an explicit stack, so depth does not matter.
 */
import type { Colour } from '../../../model/move.ts'
import { children, type MoveNode } from '../../../model/tree.ts'
import { DOT } from '../text/characters.ts'
import { fitsBraces } from '../text/comment-text.ts'
import type { SquareNames } from '../text/commands.ts'
import type { LineWriter } from './line-writer.ts'
import type { Losses } from './losses.ts'
import type { MoveWriter, LineState } from './move-writer.ts'
import { NotesWriter } from './notes-writer.ts'
import { hasTimesAlone, putDecimal, writeTimes } from './timed-comment-writer.ts'

/** The first move of a game: its number and its side. */
export interface FirstMove {
  number: number
  turn: Colour
}

/** A move whose variations are being written. */
interface Level {
  main: number
  /** The variation being written. */
  sibling: number
  /** The state of the moves and the number of plies before it. */
  place: LineState
  ply: number
}

export class MovetextWriter {
  private readonly lines: LineWriter
  private readonly notes: NotesWriter
  private readonly moves: MoveWriter
  private readonly nodes: readonly MoveNode[]
  private readonly isClean: boolean
  /** Plies before the next one, counted from the first colour's move 1. */
  private ply: number
  /** Whether the next move needs its number even if it is the second colour's. */
  private needsNumber = true

  /** @param isClean leaves out every `[%...]` */
  constructor(
    lines: LineWriter,
    losses: Losses,
    squares: SquareNames,
    isClean: boolean,
    moves: MoveWriter,
    nodes: readonly MoveNode[],
    { number, turn }: FirstMove,
  ) {
    this.lines = lines
    this.notes = new NotesWriter(lines, losses, squares, isClean)
    this.moves = moves
    this.nodes = nodes
    this.isClean = isClean
    this.ply = 2 * (number - 1) + turn - 1
  }

  /** Writes all lines, without the result. Every node except the root must have a move or unread text. */
  write(): void {
    const { nodes } = this
    this.notes.writeComments(nodes[0]!.comments, 'before', 0)
    this.notes.writeAfter(nodes[0]!, 0)
    if (nodes.some(({ parent }, index) => parent !== index - 1)) this.writeTree()
    else for (let index = 1; index < nodes.length; index++) this.writeMove(index, false)
  }

  private writeTree(): void {
    const { nodes, lines } = this
    const { first, next } = children(nodes)
    const levels: Level[] = []
    let at = first[0]!
    while (at !== -1) {
      const level = { main: at, sibling: at, place: this.moves.place(), ply: this.ply }
      const isSibling = levels.at(-1)?.sibling === at
      this.writeMove(at, isSibling)
      if (!isSibling && next[at] !== -1) {
        levels.push(level)
        at = this.nextVariation(level, next)
        continue
      }
      at = first[at]!
      // At the end of a line comes the next variation of the same move, or what follows the move they all replace.
      while (at === -1 && levels.length > 0) {
        const open = levels.at(-1)!
        lines.close()
        at = this.nextVariation(open, next)
        if (at !== -1) break
        levels.pop()
        this.resume(open)
        at = first[open.main]!
      }
    }
  }

  /** Opens the next variation of a move and returns its first node; -1 after the last. */
  private nextVariation(level: Level, next: Int32Array): number {
    this.needsNumber = true
    level.sibling = next[level.sibling]!
    if (level.sibling === -1) return -1
    this.goBack(level)
    this.lines.open()
    return level.sibling
  }

  private goBack(level: Level): void {
    this.moves.goBack(level.place)
    this.ply = level.ply
  }

  /** Returns to the point after the move whose variations are written. */
  private resume(level: Level): void {
    this.goBack(level)
    this.moves.pass(this.nodes[level.main]!)
    this.ply++
  }

  private writeMove(index: number, startsVariation: boolean): void {
    const node = this.nodes[index]!
    const hasTimes = !this.isClean && hasTimesAlone(node)
    if (hasTimes || isBare(node)) {
      if (isMove(node)) this.writeNumber(false)
      this.moves.write(node, index)
      this.ply++
      if (hasTimes) writeTimes(node, this.lines)
      this.needsNumber = hasTimes
      return
    }
    const before = node.comments?.filter(({ placement }) => placement === 'before') ?? []
    const hasBefore = before.length > 0
    // Programs stop reading at a comment between the number and the move. Before the number, a comment belongs to the
    // next move at the start of a variation, elsewhere if an empty comment precedes it.
    const isMarked =
      hasBefore && !startsVariation && this.lines.takesMark && before.every(({ text }) => fitsBraces(text))
    if (isMarked) this.lines.markComments = true
    if (startsVariation || isMarked) this.notes.writeComments(before, 'before', index)
    this.lines.markComments = false
    if (isMove(node) || (hasBefore && !startsVariation && !isMarked)) this.writeNumber(hasBefore)
    if (!startsVariation && !isMarked) this.notes.writeComments(before, 'before', index)
    this.moves.write(node, index)
    this.ply++
    this.needsNumber = this.notes.writeAfter(node, index, this.ply % 2 === 1 ? 1 : 2)
  }

  /** Writes the number of the next move; for a move of the second colour only if needed or requested. */
  private writeNumber(isAsked: boolean): void {
    const isFirst = (this.ply & 1) === 0
    if (!isFirst && !this.needsNumber && !isAsked) return
    const { bytes } = this.lines
    let at = putDecimal((this.ply >>> 1) + 1, bytes, this.lines.begin())
    bytes[at++] = DOT
    if (!isFirst) {
      bytes[at++] = DOT
      bytes[at++] = DOT
    }
    this.lines.end(at)
  }
}

/** Whether a node has a move. What could not be read as one is written as the text that it was, without a number. */
function isMove({ move }: MoveNode): boolean {
  return move !== undefined
}

/** Whether a node is only a move, as most are. */
function isBare({ comments, glyphs, marks, clock, evaluation, annotations }: MoveNode): boolean {
  return (comments ?? glyphs ?? marks ?? clock ?? evaluation ?? annotations) === undefined
}
