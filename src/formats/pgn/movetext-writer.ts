/**
 * Writes a tree as movetext: every move, then the variations that replace
 * it, each in parentheses, then what follows it. A stack of its own holds the
 * variations that are open, so that depth is no matter.
 */
import { isPass, isPlacement, moveColour, moveFrom, moveTo, type Colour } from '../../model/move.ts'
import { children, type Node } from '../../model/tree.ts'
import type { Position } from '../../rules/rules.ts'
import { ENDS_WORD } from './characters.ts'
import type { Dialect } from './dialect.ts'
import type { LineWriter } from './line-writer.ts'
import type { Losses } from './losses.ts'
import { NotesWriter } from './notes-writer.ts'
import { wordKind } from './words.ts'

export interface MovetextStyle {
  notation: string
  /** How a null move is written. */
  nullMove: string
  /** Leaves out every `[%...]`. */
  isClean: boolean
}

/** Where a game begins. */
export interface Beginning {
  /** Undefined when the set-up makes no sense. */
  position: Position | undefined
  /** Number of the first move, and whose it is. */
  number: number
  turn: Colour
}

/** Numbers of moves as they are mostly written. */
const NUMBERS = Array.from({ length: 512 }, (_, number) => `${number}.`)

/** A move whose variations are being written. */
interface Level {
  main: number
  /** The variation being written. */
  sibling: number
  /** Moves played on the position and half moves written before them. */
  ply: number
  halfMoves: number
  isLost: boolean
}

export class MovetextWriter {
  private readonly dialect: Dialect
  private readonly lines: LineWriter
  private readonly notes: NotesWriter
  private readonly losses: Losses
  private readonly style: MovetextStyle
  private readonly nodes: readonly Node[]
  private readonly position: Position | undefined
  /** Half moves before the one to come, counted from the first colour's move 1. */
  private halfMoves: number
  /** Whether the next move needs its number even when it is the second colour's. */
  private needsNumber = true
  /** Whether nobody knows the position because a move could not be played. */
  private isLost: boolean

  constructor(
    dialect: Dialect,
    lines: LineWriter,
    losses: Losses,
    style: MovetextStyle,
    nodes: readonly Node[],
    beginning: Beginning,
  ) {
    this.dialect = dialect
    this.lines = lines
    this.losses = losses
    this.style = style
    this.notes = new NotesWriter(lines, losses, dialect.squares, style.isClean)
    this.nodes = nodes
    this.position = beginning.position
    this.halfMoves = 2 * (beginning.number - 1) + beginning.turn - 1
    this.isLost = beginning.position === undefined
  }

  /** Writes all lines, without the result. Every node but the root must have a move or unread text. */
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
      const level = {
        main: at,
        sibling: at,
        ply: this.position?.ply ?? 0,
        halfMoves: this.halfMoves,
        isLost: this.isLost,
      }
      const isSibling = levels.at(-1)?.sibling === at
      this.writeMove(at, isSibling)
      if (!isSibling && next[at] !== -1) {
        levels.push(level)
        at = this.nextVariation(level, next)
        continue
      }
      at = first[at]!
      // At the end of a line the next variation beside it follows, or what follows the move they all replace.
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

  /** Opens the next variation of a move and answers its first node; -1 after the last. */
  private nextVariation(level: Level, next: Int32Array): number {
    this.needsNumber = true
    level.sibling = next[level.sibling]!
    if (level.sibling === -1) return -1
    this.goBack(level)
    this.lines.open()
    return level.sibling
  }

  private goBack(level: Level): void {
    while (this.position && this.position.ply > level.ply) this.dialect.rules.undo(this.position)
    this.halfMoves = level.halfMoves
    this.isLost = level.isLost
  }

  /** Stands behind the move again whose variations are written. */
  private resume(level: Level): void {
    this.goBack(level)
    this.play(this.nodes[level.main]!)
  }

  private play({ move }: Node): void {
    this.halfMoves++
    if (move === undefined || !this.isOnBoard(move)) this.isLost = true
    else if (!this.isLost) this.dialect.rules.play(this.position!, move)
  }

  private writeMove(index: number, startsVariation: boolean): void {
    const node = this.nodes[index]!
    if (isBare(node)) {
      this.writeNumber(false)
      this.lines.token(this.playMove(node, index))
      this.needsNumber = false
      return
    }
    // In front of the number only the start of a variation shows that a comment belongs to the move to come.
    const hasBefore = node.comments?.some(({ placement }) => placement === 'before') ?? false
    if (hasBefore && startsVariation) this.notes.writeComments(node.comments, 'before', index)
    this.writeNumber(hasBefore)
    if (hasBefore && !startsVariation) this.notes.writeComments(node.comments, 'before', index)
    this.lines.token(this.playMove(node, index))
    this.needsNumber = this.notes.writeAfter(node, index, this.halfMoves % 2 === 1 ? 1 : 2)
  }

  /** Writes the number of the next move; before one of the second colour only where it is needed or asked for. */
  private writeNumber(isAsked: boolean): void {
    const number = Math.floor(this.halfMoves / 2) + 1
    if (this.halfMoves % 2 === 0) this.lines.token(NUMBERS[number] ?? `${number}.`)
    else if (this.needsNumber || isAsked) this.lines.token(`${number}...`)
  }

  /** Plays a move, as far as the position is known, and answers how it is written. */
  private playMove(node: Node, index: number): string {
    const { move } = node
    if (move === undefined || !this.isOnBoard(move)) {
      this.play(node)
      return this.unreadText(node, index)
    }
    if (isPass(move)) {
      this.play(node)
      return this.style.nullMove
    }
    this.halfMoves++
    if (this.isLost) {
      const { names } = this.dialect.squares
      return (isPlacement(move) ? '' : names[moveFrom(move)]!) + names[moveTo(move)]!
    }
    const isLegal = this.dialect.rules.isLegal(this.position!, move)
    if (!isLegal) this.losses.add('pgn/illegal-move', index)
    return this.dialect.playMove(this.position!, move, this.style.notation, isLegal)
  }

  private unreadText({ move, unread }: Node, index: number): string {
    const text = unread?.text ?? unread?.base64 ?? String(move)
    if (unread?.text !== undefined && isPlainWord(text)) return text
    this.losses.add('loss/unread-moves', index)
    return `unread-${text.toWellFormed().replaceAll(/[\s\0{}()[\];$!?*,]+/g, '_')}`
  }

  private isOnBoard(move: number): boolean {
    const squares = this.dialect.squares.names.length
    if (isPass(move)) return true
    const isOfGame = this.dialect.game === 'othello' ? isPlacement(move) && moveColour(move) === 0 : move >> 27 === 0
    return isOfGame && moveFrom(move) < squares && moveTo(move) < squares
  }
}

/** Whether text is read back as the word of a move that could not be read. */
function isPlainWord(text: string): boolean {
  if (/^[0-9.%<>]/.test(text) || !text.isWellFormed() || wordKind(text) !== 'text') return false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80 && ENDS_WORD[code] === 1) return false
  }
  return true
}

/** Whether a node is a move and nothing else, as most are. */
function isBare({ comments, glyphs, marks, clock, evaluation, annotations }: Node): boolean {
  return (comments ?? glyphs ?? marks ?? clock ?? evaluation ?? annotations) === undefined
}
