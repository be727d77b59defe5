/**
 * Builds the tree of a game from moves, comments and parentheses as they come.
 *
 * The position is carried along and taken back where a variation begins, so
 * it always stands where the next move is to be read. After a move that
 * cannot be read nobody knows where that is: the line is lost, and its
 * further moves keep their text.
 */
import type { MoveComment } from '../../../model/annotation.ts'
import { nodesOfLine } from '../../../model/line-record.ts'
import type { Move } from '../../../model/move.ts'
import { toPreorder, type MoveNode } from '../../../model/tree.ts'
import type { Position } from '../../../rules/rules.ts'
import type { ChessPosition, PlayedMoves } from '../../../rules/chess/index.ts'
import type { KeyedLine } from '../../../rules/keyed-line.ts'
import { readCommands } from '../text/commands.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { DIAGRAM } from '../text/glyphs.ts'

/** A line in which every move was read. */
const KNOWN = -1

/** A line that begins at an unknown position. */
const LOST = 0

/** What is recorded about the moves while they are read. */
export interface Noted {
  /** Receives the main line, as far as its moves can be read. */
  line?: KeyedLine | undefined
  /** Receives the moves of chess games from the initial position. */
  moves?: PlayedMoves | undefined
  /** Whether a line of moves with nothing on them needs no nodes. */
  isBare?: boolean | undefined
}

/** A line that is interrupted by a variation of its last move. */
interface Level {
  /** The move that the variation replaces. */
  node: number
  lost: number
  /** Moves played before it. */
  ply: number
}

export class TreeReader {
  /** The position of the next move; undefined if the start was invalid. */
  readonly position: Position | undefined
  /** Whether the line has a move yet. */
  hasMove = false
  private readonly dialect: Dialect
  private readonly line: KeyedLine | undefined
  private readonly moves: PlayedMoves | undefined
  private nodes: MoveNode[] = [{ parent: -1 }]
  /** The moves, which have no nodes while they are a line with nothing on them. */
  private bare: Move[] | undefined
  private readonly levels: Level[] = []
  private current = 0
  /** KNOWN, or the node of the line's first unreadable move. */
  private lost: number
  private hasVariations = false
  /** Whether a move number was read since the last move. */
  private isNumbered = false
  /** Comments and glyphs read before their move. */
  private before: string[] = []
  private glyphsBefore: number[] = []

  constructor(dialect: Dialect, position: Position | undefined, { line, moves, isBare = false }: Noted) {
    this.dialect = dialect
    this.position = position
    this.lost = position ? KNOWN : LOST
    this.line = line
    this.moves = moves
    if (isBare) this.bare = []
    if (position) line?.begin(dialect.rules, position)
    moves?.begin()
  }

  /** Whether moves can be read: the position is known. */
  get isKnown(): boolean {
    return this.lost === KNOWN
  }

  /** How many variations are open. */
  get depth(): number {
    return this.levels.length
  }

  /** Adds a move, by default a legal one. */
  addMove(move: Move, isLegal = true): void {
    if (!isLegal) this.moves?.forget()
    if (this.lost === KNOWN) this.moves?.add(this.position as ChessPosition, move, this.current)
    if (this.bare && this.before.length === 0 && this.glyphsBefore.length === 0) this.addBare(this.bare, move)
    else this.addNode({ parent: this.current, move })
    if (this.lost !== KNOWN) return
    this.dialect.rules.play(this.position!, move)
    this.moves?.addCheck(this.position as ChessPosition)
    if (this.levels.length === 0) this.line?.push(move, this.dialect.rules, this.position!)
  }

  /** Adds an unreadable move; the line is lost from here on. */
  addUnread(text: string): void {
    this.addNode({ parent: this.current, unread: { text } })
    if (this.lost === KNOWN) this.lost = this.current
  }

  private addBare(bare: Move[], move: Move): void {
    this.current = bare.push(move)
    this.hasMove = true
    this.isNumbered = false
  }

  /** The moves so far get their nodes. */
  private makeNodes(): void {
    if (!this.bare) return
    this.nodes = nodesOfLine(this.bare)
    this.bare = undefined
  }

  private addNode(node: MoveNode): void {
    this.makeNodes()
    if (this.before.length > 0) {
      node.comments = this.before.map((text): MoveComment => ({ text, placement: 'before' }))
      this.before = []
    }
    if (this.glyphsBefore.length > 0) {
      for (const nag of this.glyphsBefore) addGlyph(node, nag)
      this.glyphsBefore = []
    }
    this.current = this.nodes.push(node) - 1
    this.hasMove = true
    this.isNumbered = false
  }

  /** Records a move number: what comes between it and its move belongs to that move. */
  addNumber(): void {
    this.isNumbered = true
  }

  addGlyph(nag: number): void {
    if (this.isBeforeMove()) this.glyphsBefore.push(nag)
    else addGlyph(this.target(), nag)
  }

  /** Adds a symbol that has no number. */
  addSymbol(code: string): void {
    const target = this.target()
    target.glyphs ??= []
    target.glyphs.push({ nag: 0, code })
  }

  addComment(text: string): void {
    if (text === '') return
    if (this.isBeforeMove()) this.before.push(text)
    else this.commentAfter(this.target(), text)
  }

  /** Begins a variation of the last move. There must be one. */
  openVariation(): void {
    this.settle()
    this.makeNodes()
    const { rules } = this.dialect
    const { lost, current } = this
    this.hasVariations = true
    this.moves?.fork()
    if (lost === KNOWN) rules.undo(this.position!)
    this.levels.push({ node: current, lost, ply: this.position?.ply ?? 0 })
    // The position of a line's first unread move is known.
    if (lost !== KNOWN) this.lost = this.position && lost === current ? KNOWN : LOST
    this.current = this.nodes[current]!.parent
    this.hasMove = false
  }

  /** Ends a variation and continues after the move it replaces. One must be open. */
  closeVariation(): void {
    this.settle()
    const { rules } = this.dialect
    const level = this.levels.pop()!
    if (this.position) {
      while (this.position.ply > level.ply) rules.undo(this.position)
      if (level.lost === KNOWN) rules.play(this.position, this.nodes[level.node]!.move!)
    }
    this.current = level.node
    this.lost = level.lost
    this.hasMove = true
  }

  /** The moves of a line with nothing on them, if it needs no nodes. */
  get bareLine(): readonly Move[] | undefined {
    return this.bare
  }

  /** The nodes in preorder, every variation closed; only the root if there is a {@link bareLine}. */
  finish(): MoveNode[] {
    while (this.levels.length > 0) this.closeVariation()
    this.settle()
    if (!this.hasVariations) return this.nodes
    const place = new Int32Array(this.nodes.length)
    const nodes = toPreorder(this.nodes, place)
    this.moves?.reorder(place)
    return nodes
  }

  /** The node that a comment or glyph read now belongs to. */
  private target(): MoveNode {
    this.makeNodes()
    return this.nodes[this.hasMove || this.levels.length === 0 ? this.current : this.levels.at(-1)!.node]!
  }

  private isBeforeMove(): boolean {
    return this.isNumbered || (!this.hasMove && this.levels.length > 0)
  }

  private commentAfter(node: MoveNode, text: string): void {
    const rest = text.includes('[%') ? readCommands(text, node, this.dialect.squares) : text
    if (rest === '') return
    node.comments ??= []
    node.comments.push({ text: rest, placement: 'after' })
  }

  /** Comments before a move that never came belong to the move before. */
  private settle(): void {
    if (this.before.length > 0 || this.glyphsBefore.length > 0) {
      const target = this.target()
      for (const text of this.before) this.commentAfter(target, text)
      for (const nag of this.glyphsBefore) addGlyph(target, nag)
      this.before = []
      this.glyphsBefore = []
    }
    this.isNumbered = false
  }
}

function addGlyph(node: MoveNode, nag: number): void {
  if (nag === DIAGRAM) {
    node.annotations ??= []
    node.annotations.push({ type: 'diagram' })
  } else {
    node.glyphs ??= []
    node.glyphs.push({ nag })
  }
}
